"""Lessons in columns, what stands where, and what of a file is not followed."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest

import overtrick
from overtrick import loads, read
from overtrick_records.options import LINKS, SheetOptions
from overtrick_records.pages import make_sheet
from overtrick_records.settings import ELSEWHERE, FOLLOWED, UNFOLLOWED
from overtrick_records.sheet import Paragraph, Table

DEAL = "N:A65.J4.A764.A983 QJT73.9852.K3.Q7 K82.KQT3.T52.642 94.A76.QJ98.KJT5"
WILD = Path(__file__).parents[3].parent / "shared" / "corpus" / "wild" / "pbn"


def quiz(lines, count=12, tags="", deal="N:AT2.Q854.K86.974 ... ... ..."):
    """A file of small boards, of each of which one hand is shown."""
    games = "\n".join(
        f'[Board "{number}"]\n[Dealer "S"]\n[Vulnerable "None"]\n[Deal "{deal}"]\n'
        f'[BCFlags "60001b"]\n[Hidden "ESW"]\n{tags if number == 3 else ""}'
        for number in range(1, count + 1)
    )
    head = "\n".join(f"%{line}" for line in lines)
    return loads(f"% PBN 2.1\n{head}\n\n{games}", format="pbn", errors="collect")


def sheet_of(boards, **options):
    return make_sheet(boards, boards.header, SheetOptions(**options))


def places(sheet):
    """The boards of each page's columns."""
    return [
        [
            [cell.label.split(",")[0].removeprefix("Board ") for cell in page.cells
             if cell.column == column]
            for column in range(sheet.grid.columns)
        ]
        for page in sheet.pages
    ]  # fmt: skip


def test_as_many_boards_as_fit_stand_in_columns():
    boards = quiz(["BoardsPerPage fit,2", "BCOptions GutterV", "GutterSize 500,250"], 30)
    sheet = sheet_of(boards, layout="teaching")
    first, *_ = shown = places(sheet)
    assert sheet.grid.columns == 2
    assert (sheet.grid.across, sheet.grid.down) == (12.7, 6.35)
    assert sheet.grid.lines == (True, False)
    assert min(map(len, first)) >= 4
    assert [label for page in shown for column in page for label in column] == [
        str(number) for number in range(1, 31)
    ]
    # Only the hand that is shown takes room; its label stands beside it.
    cell = sheet.pages[0].cells[0]
    assert cell.facts[0].text == "Board 1"
    assert len(cell.diagram.hands) == 1
    assert cell.diagram.height < 5


def test_breaks_begin_a_column_and_a_page():
    lines = ["BoardsPerPage fit,2"]
    for flags, expected in (
        ("260001b", [[["1", "2"], ["3", "4"]]]), ("460001b", [[["1", "2"], []], [["3", "4"], []]]),
    ):  # fmt: skip
        boards = quiz(lines, 4)
        text = [board.extras.with_items({"pbn:BCFlags": flags}) for board in boards]
        made = [
            attrs.evolve(board, extras=extras if board.number == 3 else board.extras)
            for board, extras in zip(boards, text, strict=True)
        ]
        sheet = make_sheet(made, boards.header, SheetOptions(layout="teaching"))
        assert places(sheet) == expected


@pytest.mark.parametrize(
    ("lines", "options", "most", "columns"),
    [
        (["BoardsPerPage 2"], {}, 2, 1),
        (["BoardsPerPage 3"], {}, 3, 1),
        (["BoardsPerPage fit,1"], {}, 1, 1),
        ([], {"per_page": 2}, 2, 1),
        ([], {"per_page": 6}, 6, 2),
        (["BoardsPerPage fit,3"], {"per_page": 1}, 1, 1),
    ],
)
def test_so_many_boards_stand_on_a_page_of_a_lesson(lines, options, most, columns):
    sheet = sheet_of(quiz(lines), layout="teaching", **options)
    assert sheet.grid.columns == columns
    assert {len(page.cells) for page in sheet.pages} == {most}


@pytest.mark.parametrize("lines", [[], ["BoardsPerPage 18"]])
def test_lessons_without_commentary_fill_their_pages(lines):
    """What suits the wall does not suit a lesson; one board leaves most of a page empty."""
    boards = quiz(lines)
    sheet = sheet_of(boards, layout="teaching")
    assert sheet.grid.columns == 1
    *full, _ = [len(page.cells) for page in sheet.pages]
    assert min(full) > 1
    told = overtrick.Extras({"pbn:comments": (("Deal", "A word."),)})
    first = attrs.evolve(boards[0], extras=told)
    sheet = make_sheet([first, *boards[1:]], boards.header, SheetOptions(layout="teaching"))
    assert {len(page.cells) for page in sheet.pages} == {1}


def test_columns_that_would_be_too_narrow_are_fewer_and_that_is_said():
    sheet = sheet_of(quiz(["BoardsPerPage fit,9"]), layout="teaching")
    assert sheet.grid.columns < 9
    assert sheet.grid.size >= 6
    assert f"9 columns are too narrow: {sheet.grid.columns} are made" in sheet.said


def test_commentary_stands_where_its_tag_is():
    text = (
        '[Event "E"]\n[Date ""]\n{First}\n[Board "1"]\n[Dealer "N"]\n'
        f'[Deal "{DEAL}"]\n{{Second}}\n[Auction "N"]\n1NT AP\n[Result ""]\n{{Fourth}}\n'
    )
    boards = loads(f"% PBN 2.1\n%BoardsPerPage fit,2\n\n{text}", format="pbn", errors="collect")
    found = boards[0].extras["pbn:comments"]
    extras = boards[0].extras.with_items({"pbn:comments": (*found, ("Auction", "Third"))})
    made = [attrs.evolve(boards[0], extras=extras)]
    [cell] = make_sheet(made, boards.header).pages[0].cells
    assert [piece.line.text for piece in cell.above] == ["First"]
    kinds = [
        piece.line.text if isinstance(piece, Paragraph) else piece.title for piece in cell.below
    ]
    assert [kind for kind in kinds if not kind.startswith(("Contract", "Result"))] == [
        "Second", "Auction", "Third", "Fourth",
    ]  # fmt: skip


def test_float_puts_commentary_beside_the_hands_as_far_as_there_is_room():
    game = f'[Board "1"]\n[Dealer "N"]\n[Deal "{DEAL}"]\n{{{"word " * 400}}}\n'
    shown = {}
    for words in ("Float", "Justify"):
        text = f"% PBN 2.1\n%BCOptions {words}\n\n{game}"
        boards = loads(text, format="pbn", errors="collect")
        [cell] = sheet_of(boards, layout="teaching").pages[0].cells
        shown[words] = cell
        told = [piece for piece in (*cell.side, *cell.below) if isinstance(piece, Paragraph)]
        assert " ".join(piece.line.text for piece in told).split() == ["word"] * 400
    assert [type(piece) for piece in shown["Float"].side] == [Paragraph]
    assert shown["Justify"].side == ()


def test_every_directive_is_followed_or_said_or_not_of_paper():
    from overtrick_pbn import FORMS

    assert set(FORMS) == FOLLOWED | ELSEWHERE | set(UNFOLLOWED)
    assert len(FORMS) == len(FOLLOWED) + len(ELSEWHERE) + len(UNFOLLOWED)


def test_what_is_not_followed_is_said_in_one_line():
    lines = (
        'Font:Event "Georgia",20,700,0', "CardTableColors #008000,#ffffff,#aaaaaa",
        'HRTitleLogo "logo.png"', "ParaIndent 0", "SectionSpacing 0,0,0", "Margins 1,1,1,1",
        "BCOptions ShowHCP DDLeads", 'Translate "Dealer" "Gives"', "PaperSize 1,10,10,2",
        'PageFooter:0,0 "%P"',
    )  # fmt: skip
    said = sheet_of(quiz(lines), layout="teaching").said
    assert [text for text in said if text.startswith("not followed")] == [
        "not followed of the file's settings: %Font (only the sizes of Diagram and Commentary, in "
        "lessons); %CardTableColors; %HRTitleLogo (pictures are not loaded); %PaperSize (no paper "
        "of this size); %P in %PageFooter (no folder is printed); %BCOptions DDLeads; "
        "%Translate of Dealer"
    ]
    plain = sheet_of(quiz(lines), layout="teaching", settings=False).said
    assert not any(text.startswith("not followed") for text in plain)


def test_real_lessons_are_as_short_as_their_columns_make_them():
    file = WILD / "Rick-Wilson-pbn-to-pdf__Stayman.pbn"
    if not file.exists():
        pytest.skip("the corpus of wild files is not here")
    boards = read(file, errors="collect")
    sheet = sheet_of(boards)
    assert (sheet.layout, sheet.grid.columns) == ("teaching", 2)
    assert len(sheet.pages) < 10 < len(boards)


# Codes -------------------------------------------------------------------------------------------


def needs_codes():
    """Skip where what makes codes is not installed."""
    pytest.importorskip("overtrick_lin")
    pytest.importorskip("segno")


def test_the_viewers_are_those_of_the_plugin_for_links():
    links = pytest.importorskip("overtrick_lin.links")
    assert set(links.VIEWERS) == set(LINKS)


@pytest.mark.parametrize(("layout", "to"), [("large", "bbo"), ("teaching", "bsol")])
def test_a_code_leads_to_the_board(evening, layout, to, tmp_path):
    needs_codes()
    from overtrick_lin import link, qr_svg
    from overtrick_records.html import html_text
    from overtrick_records.pdf import pdf_bytes

    boards = evening.boards[:4]
    sheet = make_sheet(boards, evening.header, SheetOptions(layout=layout, link=to))
    codes = [cell.code for page in sheet.pages for cell in page.cells]
    assert [code.address for code in codes] == [
        link(board, to=to, deal_only=True) for board in boards
    ]
    assert [code.svg for code in codes] == [qr_svg(code.address) for code in codes]
    assert all(20 < code.size < 40 for code in codes)
    page = "".join(html_text(sheet))
    assert page.count('class="code"') == 4
    assert page.count("<path ") == 8
    pytest.importorskip("typst")
    data, _ = pdf_bytes(sheet)
    assert data.count(b"/URI") >= 4
    zxing = pytest.importorskip("zxingcpp")
    image = pytest.importorskip("PIL.Image")
    import shutil
    import subprocess

    if shutil.which("pdftoppm") is None:
        pytest.skip("poppler's pdftoppm is not installed")
    (tmp_path / "x.pdf").write_bytes(data)
    command = ["pdftoppm", "-r", "100", "-png", str(tmp_path / "x.pdf"), str(tmp_path / "x")]
    subprocess.run(command, check=True)
    read_back = {
        found.text
        for file in tmp_path.glob("x-*.png")
        for found in zxing.read_barcodes(image.open(file))
    }
    assert read_back == {code.address for code in codes}


def test_hidden_hands_have_no_code(evening):
    needs_codes()
    sheet = make_sheet(
        evening.boards[:2], options=SheetOptions(layout="large", link="bbo", hide="n")
    )
    assert all(cell.code is None for page in sheet.pages for cell in page.cells)
    assert "2 boards (1, 2) without a code: hands are hidden or missing" in sheet.said


@pytest.mark.parametrize(("layout", "per_page"), [("club", 0), ("acbl", 0), ("large", 24)])
def test_where_there_is_no_room_a_code_is_refused(evening, layout, per_page):
    needs_codes()
    from overtrick import OptionError

    options = SheetOptions(layout=layout, link="bbo", per_page=per_page)
    with pytest.raises(OptionError, match="no room"):
        make_sheet(evening.boards[:2], options=options)


def test_a_hand_that_follows_from_the_others_is_printed():
    boards = loads(f'[Board "1"]\n[Deal "{DEAL.rpartition(" ")[0]} -"]\n', format="pbn")
    sheet = sheet_of(boards, tables=False)
    west = sheet.pages[0].cells[0].diagram.hands[3]
    assert [held.text.replace("\u2005", "") for held in west.holdings] == [
        "94", "A76", "QJ98", "KJ105",
    ]  # fmt: skip
    assert sheet.said == ()


def test_few_boards_are_large_and_without_empty_cells(evening):
    one = make_sheet(evening.boards[:1], options=SheetOptions(layout="club"))
    many = make_sheet(evening.boards[:18], options=SheetOptions(layout="club"))
    assert (one.grid.columns, one.grid.rows) == (1, 1)
    assert one.grid.size > 1.5 * many.grid.size
    assert one.grid.height < 150


def test_tables_of_scores_are_shaded_where_the_file_wants_it(evening):
    tags = '[ScoreTable "PairId_NS;Score_NS"]\n1 420\n2 430\n'
    for words, shaded in (("STShade", True), ("Justify", False)):
        text = f'% PBN 2.1\n%BCOptions {words}\n\n[Board "1"]\n{tags}'
        boards = loads(text, format="pbn", errors="collect")
        tables = [
            piece
            for cell in sheet_of(boards, layout="travellers").pages[0].cells
            for piece in cell.below
            if isinstance(piece, Table)
        ]
        assert [table.shaded for table in tables] == [shaded]


def test_a_quiz_is_hands_and_calls_side_by_side():
    boards = read(Path(__file__).with_name("data") / "quiz.pbn", errors="collect")
    sheet = sheet_of(boards)
    cells = [cell for page in sheet.pages for cell in page.cells]
    assert (sheet.layout, sheet.grid.columns, len(sheet.pages)) == ("teaching", 2, 2)
    labels = [cell.facts[0].text for cell in cells if cell.facts]
    assert labels == [f"{part}-{number})" for part in (1, 2) for number in range(1, 7)]
    # What the file shows alone has neither label nor hands.
    assert [cell.diagram is None for cell in cells if cell.above] == [True, True]
    calls = [piece for cell in cells for piece in cell.below if isinstance(piece, Table)]
    assert [[column.head.text for column in table.columns] for table in calls] == (
        [["North", "South"]] * 6
    )
