"""Sheets as HTML and PDF: no text of a file is markup, nothing is lost, bytes are the same."""

from __future__ import annotations

import re
import shutil
import subprocess
from html.parser import HTMLParser

import attrs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from overtrick import Board, Info, Seat
from overtrick_records.html import html_text
from overtrick_records.options import LAYOUTS, SheetOptions
from overtrick_records.pages import make_sheet
from overtrick_records.pdf import pdf_bytes
from overtrick_testing import strategies

NASTY = (
    "</script><script>alert(1)</script>",
    "</style><img src=x onerror=alert(1)>",
    "#panic()",
    '#include "/etc/passwd"',
    "$x$ *b* _i_ `c` <a> @b \\ // /* [ ] { } = - + ~",
    "\"quoted\" 'too' & &amp; &#0; \x00\x1b[2J\u202e",
)
VOID_ELEMENTS = {"meta", "col", "img", "br", "link"}


class Page(HTMLParser):
    """Collects a page's elements and text, and demands that each element is closed."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.tags, self.attributes, self.text = [], [], [], ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in VOID_ELEMENTS:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag
        if tag in {"li", "p", "h2", "h3", "td", "th"}:
            self.text += "\n"

    def handle_data(self, data):
        self.text += data


def sheet_of(boards, layout="club", language="en", **options):
    header = getattr(boards, "header", {})
    return make_sheet(boards, header, SheetOptions(layout=layout, **options), language=language)


def page_of(sheet):
    return Page("".join(html_text(sheet)))


def pdf_text(data, tmp_path):
    if shutil.which("pdftotext") is None:
        pytest.skip("poppler's pdftotext is not installed")
    (tmp_path / "sheet.pdf").write_bytes(data)
    done = subprocess.run(
        ["pdftotext", "-raw", "-enc", "UTF-8", str(tmp_path / "sheet.pdf"), "-"],
        capture_output=True, check=True,
    )  # fmt: skip
    return done.stdout.decode()


def cards_in_order(boards, ranks):
    """What stands for the cards of all hands, board by board, from North clockwise."""
    for board in boards:
        for hand in board.deal:
            for suit in "SHDC":
                held = [card.rank.symbol for card in hand if card.suit.symbol == suit]
                yield {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}[suit], [ranks[r] for r in held]


def assert_all_cards(text, boards, ranks):
    """Demand each holding after the one before it, with every card of it, and no more."""
    at = 0
    for sign, held in cards_in_order(boards, ranks):
        # In HTML the suit's name stands behind its sign, for those who hear it.
        cards = r"[^\S\n]*".join(map(re.escape, held)) if held else "(?:none)?–"
        pattern = rf"{sign}\ufe0e?[^\S\n]*(?:[a-z]+: )?{cards}(?![^\S\n]*[AEKQDJ0-9])"
        found = re.compile(pattern).search(text, at)
        assert found, (sign, held, text[at : at + 60])
        at = found.end()


ENGLISH = {rank: "10" if rank == "T" else rank for rank in "AKQJT98765432"}
SWEDISH = ENGLISH | {"A": "E", "K": "K", "Q": "D", "J": "Kn"}


@pytest.mark.slow
@pytest.mark.parametrize("layout", ["club", "acbl", "large", "teaching"])
def test_every_card_stands_in_the_pdf_in_reading_order(evening, layout, tmp_path):
    pytest.importorskip("typst")
    data, said = pdf_bytes(sheet_of(evening, layout))
    assert said == ()
    assert_all_cards(pdf_text(data, tmp_path), evening, ENGLISH)


def test_every_card_stands_in_the_swedish_pdf(evening, tmp_path):
    pytest.importorskip("typst")
    data, _ = pdf_bytes(sheet_of(evening, language="sv"))
    assert_all_cards(pdf_text(data, tmp_path), evening, SWEDISH)


@pytest.mark.slow
@pytest.mark.parametrize("layout", ["club", "acbl", "large", "teaching"])
def test_every_card_stands_in_the_html_in_reading_order(evening, layout):
    page = page_of(sheet_of(evening, layout))
    assert_all_cards(page.text, evening, ENGLISH)


def test_html_is_whole_and_loads_nothing(evening, lesson):
    for sheet in (sheet_of(evening), sheet_of(lesson, "auto"), sheet_of(lesson, "travellers")):
        text = "".join(html_text(sheet))
        page = Page(text)
        assert not {"script", "link", "img", "iframe", "object"} & set(page.tags)
        assert page.tags.count("h1") == 1
        assert page.tags.count("section") == len(sheet.pages)
        assert page.tags.count("table") == page.tags.count("caption")
        addresses = re.findall(r"url\(([^)]{0,30})|(https?:)|@import", text)
        assert all(found.startswith("data:font/woff2;base64,") for found, _ in addresses)
        assert 'lang="en"' in text
        assert "prefers-color-scheme:dark" in text


def test_html_names_suits_hands_and_boards_for_those_who_hear_it(evening):
    page = page_of(sheet_of(evening))
    assert page.tags.count("h2") == 36
    assert page.tags.count("h3") == 4 * 36
    assert page.text.count("spades: ") == 4 * 36
    assert "Board 2, Dealer East, Vul. NS" in page.text
    assert "High-card points: North " in page.text
    assert ("aria-label", "hearts") in page.attributes
    assert re.search("(spades|hearts|diamonds|clubs): none–", page.text)


@pytest.mark.parametrize("name", NASTY, ids=range(len(NASTY)))
@pytest.mark.parametrize("layout", ["club", "acbl", "teaching", "travellers"])
def test_hostile_names_are_text_and_nothing_else(name, layout, evening, tmp_path):
    info = Info(event=name, site=name, date=name, players=(name,) * 4)
    notes = attrs.evolve(evening[0].info, event=name)
    boards = [
        attrs.evolve(evening[0], name=name, number=None, info=info),
        Board(name=name, info=notes, dealer=Seat.NORTH),
    ]
    sheet = sheet_of(boards, layout, title=name)
    page = page_of(sheet)
    assert not {"script", "img", "a"} & set(page.tags)
    assert not any(key.startswith("on") for key, _ in page.attributes)
    shown = name.split("\x00")[0][:12]
    assert shown in page.text
    pytest.importorskip("typst")
    data, _ = pdf_bytes(sheet)
    # The name stands there letter for letter, wherever its lines end.
    squeezed = re.sub(r"\s", "", pdf_text(data, tmp_path))
    assert re.sub(r"\s", "", shown)[:8] in squeezed


@pytest.mark.slow
@given(boards=st.lists(strategies.boards(), max_size=3), layout=st.sampled_from(LAYOUTS))
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_whatever_boards_there_are_a_sheet_comes(boards, layout):
    sheet = sheet_of(boards, layout)
    page = page_of(sheet)
    assert page.tags.count("section") == len(sheet.pages) >= 1


def test_hostile_commentary_is_text(lesson):
    extras = lesson[0].extras.with_items(
        {"pbn:comments": (("Result", "<script>alert(1)</script> <b onclick=x>bold</b> #panic()"),)}
    )
    page = page_of(sheet_of([attrs.evolve(lesson[0], extras=extras)], "teaching"))
    assert "script" not in page.tags
    assert "<script>alert(1)</script> bold #panic()" in page.text
    assert not any(key == "onclick" for key, _ in page.attributes)


@pytest.mark.parametrize("layout", ["club", "teaching"])
def test_the_same_sheet_gives_the_same_bytes(evening, lesson, layout):
    pytest.importorskip("typst")
    boards = evening if layout == "club" else lesson
    first, second = (pdf_bytes(sheet_of(boards, layout))[0] for _ in range(2))
    assert first == second
    assert first.startswith(b"%PDF-1.7")
    assert "".join(html_text(sheet_of(boards, layout))) == "".join(
        html_text(sheet_of(boards, layout))
    )


def test_the_pdf_has_the_pages_of_the_sheet(evening, lesson):
    pytest.importorskip("typst")
    for boards, layout in ((evening, "acbl"), (evening, "large"), (lesson, "auto"), ([], "club")):
        sheet = sheet_of(boards, layout)
        data, _ = pdf_bytes(sheet)
        assert len(re.findall(rb"/Type/Page\b", data)) == len(sheet.pages)


def test_a_character_without_a_glyph_is_said_and_the_sheet_still_comes(evening, tmp_path):
    pytest.importorskip("typst")
    sheet = sheet_of(evening, title="桥牌 Club")
    data, said = pdf_bytes(sheet)
    assert [text.partition(":")[0] for text in said] == ["the sheets' own font has no 桥 牌"]
    assert_all_cards(pdf_text(data, tmp_path), evening, ENGLISH)
    # HTML takes what the reader's browser has.
    assert "桥牌 Club" in page_of(sheet).text


def test_without_typst_html_still_comes_and_pdf_says_what_to_install(evening, monkeypatch):
    import importlib.util

    from overtrick import PluginError

    real = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util,
        "find_spec",
        lambda name, *more: None if name == "typst" else real(name, *more),
    )
    with pytest.raises(PluginError, match=r"pip install 'overtrick-records\[pdf\]'"):
        pdf_bytes(sheet_of(evening))
    assert page_of(sheet_of(evening)).text
