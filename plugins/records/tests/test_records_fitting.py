"""What does not fit is made smaller, moved, or cut and said; nothing stands over anything else."""

from __future__ import annotations

import itertools
import re
import shutil
import subprocess

import pytest

from overtrick import loads
from overtrick_records.diagrams import PIP
from overtrick_records.html import html_text
from overtrick_records.metrics import line_width, width_of
from overtrick_records.options import SheetOptions
from overtrick_records.pages import make_sheet
from overtrick_records.pdf import pdf_bytes
from overtrick_records.sheet import LINE, POINT, ROW

SUIT = "AKQJT98765432"
LONG = "Bartholomew Featherstonehaugh-Cholmondeley"
WIDE = "W" * 60
DEALS = (
    f"N:{SUIT}... .{SUIT}.. ..{SUIT}. ...{SUIT}",
    f"N:...{SUIT} ..{SUIT}. .{SUIT}.. {SUIT}...",
    "N:AKQJT98.AKQ.A.A2 765432.J.K.K9876 .T98765.QJT9.QJT .432.8765432.543",
)
LAYOUTS = ("club", "acbl", "large", "teaching", "travellers")
TAGS = f"""[Auction "N"]
1NT! =1= 2NT! =2= 3NT! =1= X =2=
XX! =1= 7NT! =2= X =1= XX =2=
Pass =1= Pass =2= Pass =1=
[Note "1:{"word " * 40}"]
[Note "2:{"w" * 300}"]
[Play "E"]
HT =1= H2 =2= H3 H4
*
[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]
N NT 7
N S 8
E H 9
E C 12
[ScoreTable "Section;PairId_NS;PairId_EW;Names_NS;Names_EW;Contract;Score_NS;MP_NS;MP_EW;IMP_NS"]
"AAAA" 123 456 "{LONG};{LONG}" "{WIDE};{WIDE}" 7NTXX 2980 111.11 222.22 -
"""


def hostile(settings=""):
    """Boards in which each text is as long as may be."""
    head = "\n".join(f"%{line}" for line in settings.split("|") if line)
    games = [
        f'[Event "{LONG}"]\n[Site "{LONG} {LONG}"]\n[Date "2026.11.24"]\n'
        f'[Board "{number if number != 3 else WIDE[:20]}"]\n'
        + "".join(f'[{seat} "{name}"]\n' for seat in ("West", "North", "East", "South"))
        + f'[Dealer "E"]\n[Vulnerable "Both"]\n[Deal "{deal}"]\n[Declarer "N"]\n'
        f'[Contract "7NTXX"]\n[Result "13"]\n[Score "NS 2980"]\n'
        f"{{<b>Long</b> word {'x' * 300} and {'text ' * 60}}}\n{TAGS}"
        for number, (deal, name) in enumerate(itertools.product(DEALS, (LONG, WIDE, "Anna")), 1)
    ]
    return loads(f"% PBN 2.1\n{head}\n\n" + "\n".join(games), format="pbn", errors="collect")


LABEL = 'Translate "Board %" "A very long label for the board with number %"'
FOOTERS = f'PageFooter:0,0 "{LONG} %D"|PageFooter:0,1 "%e {WIDE}"|PageFooter:0,2 "%n of %N {LONG}"'
CASES = [
    ("club", ""), ("acbl", f"{LABEL}|{FOOTERS}"), ("large", LABEL), ("travellers", FOOTERS),
    ("teaching", f"{LABEL}|BCOptions Float Justify ShowHCP|{FOOTERS}"),
    ("teaching", f"{LABEL}|BoardsPerPage fit,2|BCOptions Center GutterH GutterV ShowHCP"),
    ("teaching", "BoardsPerPage fit,9|BCOptions ShowHCP"),
]  # fmt: skip


def words_of(data, tmp_path):
    """Yield each page's width, height and words with their places, in points."""
    if shutil.which("pdftotext") is None:
        pytest.skip("poppler's pdftotext is not installed")
    (tmp_path / "sheet.pdf").write_bytes(data)
    command = ["pdftotext", "-bbox", str(tmp_path / "sheet.pdf"), "-"]
    done = subprocess.run(command, capture_output=True, check=True)
    assert done.stderr == b""
    for page in done.stdout.decode().split("<page ")[1:]:
        size = re.match(r'width="([\d.]+)" height="([\d.]+)"', page)
        pattern = r'xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax="(.*?)">(.*?)</word>'
        found = [(*map(float, match[:4]), match[4]) for match in re.findall(pattern, page)]
        yield *map(float, size.groups()), [word for word in found if word[4].strip("\u200b ")]


def overlap(one, other):
    """Whether two words stand over each other, by more than what letters leave of their lines."""
    left, top, right, bottom, _ = one
    a, b = (bottom - top) * 0.28, (other[3] - other[1]) * 0.28
    beside = left + 0.6 < other[2] - 0.6 and other[0] + 0.6 < right - 0.6
    return beside and top + a < other[3] - b and other[1] + b < bottom - a


@pytest.mark.slow
@pytest.mark.parametrize(("layout", "settings"), CASES)
def test_no_word_stands_over_another_or_leaves_the_paper(layout, settings, tmp_path):
    pytest.importorskip("typst")
    boards = hostile(settings)
    sheet = make_sheet(boards, boards.header, SheetOptions(layout=layout))
    data, _ = pdf_bytes(sheet)
    pages = list(words_of(data, tmp_path))
    assert len(pages) == len(sheet.pages)
    for width, height, words in pages:
        assert words
        for left, top, right, bottom, word in words:
            assert min(left, top, width - right, height - bottom) >= 0, word
        assert not [pair for pair in itertools.combinations(words, 2) if overlap(*pair)]


@pytest.mark.parametrize("language", ["en", "sv", "pl"])
def test_hands_keep_clear_of_each_other_and_of_the_corners(language):
    boards = hostile(LABEL)
    for layout in ("club", "acbl", "large", "teaching"):
        sheet = make_sheet(boards, boards.header, SheetOptions(layout=layout), language=language)
        for cell in (cell for page in sheet.pages for cell in page.cells):
            if cell.diagram is None:
                continue
            rows = [
                (hand.left, hand.left + PIP + width_of(held.text) * hand.scale,
                 hand.top + LINE * (at + bool(hand.player)))
                for hand in cell.diagram.hands
                for at, held in enumerate(hand.holdings)
            ]  # fmt: skip
            for (left, right, top), (left2, right2, top2) in itertools.combinations(rows, 2):
                assert right <= cell.diagram.width + 0.01
                if abs(top - top2) < LINE - 0.01:
                    assert right < left2 or right2 < left
            corner = cell.diagram.width - line_width(cell.corner.runs) * cell.corner.scale
            ends = cell.corner.scale * LINE - 0.1
            assert all(right < corner for _, right, top in rows if cell.corner and top < ends)


@pytest.mark.parametrize("layout", ["club", "acbl", "large"])
@pytest.mark.parametrize(("language", "per_page"), [("en", 0), ("sv", 12), ("pl", 30)])
def test_what_a_cell_holds_is_no_higher_than_the_cell(layout, language, per_page, evening):
    for boards in (evening, hostile()):
        sheet = make_sheet(
            boards,
            boards.header,
            SheetOptions(layout=layout, per_page=per_page),
            language=language,
        )
        grid = sheet.grid
        height = (grid.height - 2 * grid.pad) / (grid.size * POINT)
        cells = [cell for page in sheet.pages for cell in page.cells if cell.diagram is not None]
        assert cells
        for cell in cells:
            used = cell.diagram.height + 0.3 * bool(cell.feet)
            used += LINE * sum(foot.scale for foot in cell.feet)
            used += sum(0.4 + table.scale * ROW * (len(table.rows) + 1) for table in cell.below)
            assert used <= height + 0.02


@pytest.mark.parametrize("hidden", ["N", "NS", "NEW", "ESW", "EW", "NW"])
def test_hands_that_are_left_out_leave_the_others_clear_of_the_corners(hidden):
    tags = f'[BCFlags "1f"]\n[Hidden "{hidden}"]\n'
    boards = loads(
        f'[Board "1"]\n[Dealer "N"]\n[Vulnerable "Both"]\n[Deal "{DEALS[2]}"]\n{tags}',
        format="pbn", errors="collect",
    )  # fmt: skip
    for lines in ("", "BoardsPerPage fit,2"):
        head = loads(f"% PBN 2.1\n%{lines}\n", format="pbn", errors="collect").header
        sheet = make_sheet(boards, head, SheetOptions(layout="teaching"))
        [cell] = sheet.pages[0].cells
        assert len(cell.diagram.hands) == 4 - len(hidden)
        facts = max(line_width(fact.runs) * fact.scale for fact in cell.facts)
        below = sum(fact.scale for fact in cell.facts) * LINE - 0.1
        for hand in cell.diagram.hands:
            assert hand.left > facts or hand.top > below


def test_what_is_cut_is_said_once_with_its_boards():
    boards = hostile()
    said = make_sheet(boards, boards.header, SheetOptions(layout="teaching")).said
    cut = [text for text in said if text.startswith("too long for its place and cut: names of p")]
    assert len(cut) == 1
    assert cut[0].startswith("too long for its place and cut: names of players of 6 boards (1, 2, ")
    short = loads(
        '[Board "1"]\n[North "Maximilian Mustermann"]\n[East "Jean-Baptiste Lefebvre"]\n'
        '[Deal "N:A65.J4.A764.A983 QJT73.9852.K3.Q7 K82.KQT3.T52.642 94.A76.QJ98.KJT5"]\n',
        format="pbn", errors="collect",
    )  # fmt: skip
    sheet = make_sheet(short, short.header, SheetOptions(layout="teaching", tables=False))
    names = [hand.player.text.strip() for hand in sheet.pages[0].cells[0].diagram.hands]
    assert names == ["Maximilian Mustermann", "Jean-Baptiste Lefebvre", "", ""]
    assert sheet.said == ()


@pytest.mark.slow
def test_no_page_scrolls_sideways_on_a_telephone(tmp_path):
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        pytest.skip("no Chromium is installed")
    import html

    frames = ""
    for layout, settings in CASES:
        boards = hostile(settings)
        sheet = make_sheet(boards, boards.header, SheetOptions(layout=layout))
        page = html.escape("".join(html_text(sheet)))
        frames += f'<iframe width="320" height="600" srcdoc="{page}"></iframe>'
    script = (
        "onload=()=>{const all=[...document.querySelectorAll('iframe')].map(f=>"
        "[f.contentDocument.documentElement.scrollWidth,f.clientWidth,"
        "...[...f.contentDocument.querySelectorAll('[aria-label=Auction]')]"
        ".map(t=>t.scrollWidth-t.clientWidth)]);document.body.textContent=JSON.stringify(all)}"
    )
    file = tmp_path / "all.html"
    file.write_text(f"<meta charset=utf-8><body>{frames}<script>{script}</script>", "utf-8")
    command = [
        chromium, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path}/c",
        "--virtual-time-budget=9000", "--dump-dom", file.as_uri(),
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, check=True, timeout=60)
    found = re.search(r"<body>(\[\[.*\]\])", done.stdout.decode())
    assert found, done.stderr[-300:]
    import json

    measured = json.loads(found[1])
    assert len(measured) == len(CASES)
    for width, there, *auctions in measured:
        assert width <= there
        assert all(over <= 0 for over in auctions)
