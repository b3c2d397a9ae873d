"""HTML and SVG: well-formed, escaped, the same each time, told in words, and readable."""

from __future__ import annotations

import re
import subprocess
import sys
from html.parser import HTMLParser
from xml.etree import ElementTree

import attrs
import pytest
from hypothesis import given, settings

from overtrick import (
    Auction,
    Board,
    BoardSet,
    Contract,
    Deal,
    DoubleDummyGrid,
    Grid,
    Hand,
    Look,
    Seat,
    Suit,
    Vulnerability,
    html_diagram,
    html_page,
    svg_diagram,
    svg_sheet,
)
from overtrick.testing.strategies import board_sets, boards, deals, extras, hands
from overtrick.tools.views.drawing import width_of, wrapped
from overtrick.tools.views.look import COLOURS

DEAL = Deal.parse("N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543")
TRICKS = DoubleDummyGrid(((7, 6, 5, 4, 10), (6, 7, 8, 9, 3), (7, 6, 5, 4, None), (0, 1, 2, 13, 12)))
BOARD = Board(
    number=7,
    dealer=Seat.SOUTH,
    vulnerability=Vulnerability.NS,
    deal=DEAL,
    contract=Contract.parse("4SX", declarer=Seat.EAST),
    auction=Auction.of(Seat.SOUTH, "1H X 2D 4S X AP"),
    grids=(TRICKS.to_grid(),),
)

PICTURES = {
    "html": html_diagram,
    "svg": svg_diagram,
    "page": lambda board: "".join(html_page([board])),
    "sheet": lambda board: svg_sheet([board, board]),
    "set": lambda board: html_diagram(BoardSet(boards=(board,))),
}

TAGS = {
    *("figure", "style", "figcaption", "p", "div", "section", "ul", "li", "span", "small"),
    *("table", "caption", "thead", "tbody", "tr", "th", "td"),
    *("svg", "g", "path", "polygon", "circle", "rect", "text", "title"),
    *("html", "head", "body", "main", "meta"),
}
# Nothing that loads, runs, or names another element.
ATTRIBUTES = {
    *("class", "role", "aria-label", "aria-hidden", "scope", "lang", "charset", "name", "content"),
    *("xmlns", "width", "height", "viewbox", "x", "y", "rx", "cx", "cy", "r", "d", "points"),
    *("fill", "stroke", "stroke-width", "stroke-linejoin", "transform", "color", "text-anchor"),
    *("font-family", "font-size", "font-weight", "letter-spacing", "textlength", "lengthadjust"),
}


class Tags(HTMLParser):
    """Collects the names of tags and attributes, and the text."""

    def __init__(self, html):
        super().__init__()
        self.tags, self.attributes, self.text, self.labels = set(), set(), [], []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.labels += [value for name, value in attrs if name == "aria-label"]

    def handle_data(self, data):
        self.text.append(data)


def parse(picture):
    """Parse as XML, which wants every tag closed; an HTML page has one tag that needs no end."""
    text = re.sub(r"<!DOCTYPE html>|(<meta [^>]*)>", lambda m: f"{m[1]}/>" if m[1] else "", picture)
    return ElementTree.fromstring(text)  # noqa: S314  # our own text


@pytest.mark.parametrize("name", PICTURES)
def test_nothing_in_a_file_becomes_markup(name, evil_board):
    picture = PICTURES[name](evil_board)
    parse(picture)
    seen = Tags(picture)
    assert seen.tags <= TAGS
    assert seen.attributes <= ATTRIBUTES
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\ud800-\udfff]", picture)
    assert "script" in "".join(seen.text) or "script" in "".join(seen.labels)


@settings(deadline=None)
@given(boards(nasty=True, extras=extras("x")))
def test_every_board_has_a_picture(board):
    for name, picture in PICTURES.items():
        text = picture(board)
        parse(text)
        seen = Tags(text)
        assert seen.tags <= TAGS, name
        assert seen.attributes <= ATTRIBUTES, name
        assert text == picture(attrs.evolve(board)), name
        assert "�" in text or "\ufffe" not in text


@given(hands(), deals(partial=None))
def test_every_hand_and_deal_has_a_picture(hand, deal):
    for picture in (html_diagram, svg_diagram):
        for shown in (hand, deal):
            for look in (Look(), Look(colours=4)):
                parse(picture(shown, look))


@settings(deadline=None)
@given(board_sets(max_size=3))
def test_every_set_has_a_table(boards):
    text = html_diagram(boards)
    parse(text)
    assert text.count("<tr>") == len(boards) + 1


@pytest.mark.parametrize("name", PICTURES)
def test_nothing_is_loaded_and_nothing_runs(name):
    picture = PICTURES[name](BOARD).replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert not re.search(r"http|url\(|@import|<script|href|src=|\bid=|\bon\w+=", picture)


def test_the_same_board_gives_the_same_bytes_in_another_process():
    code = (
        "from overtrick import *\n"
        f"board = Board(number=7, dealer=Seat.SOUTH, deal=Deal.parse('{DEAL}'))\n"
        "print(svg_diagram(board), html_diagram(board, Look(colours=4)), end='')\n"
    )
    board = Board(number=7, dealer=Seat.SOUTH, deal=DEAL)
    here = f"{svg_diagram(board)} {html_diagram(board, Look(colours=4))}"
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-X", "utf8", "-c", code],
            capture_output=True, check=True, timeout=60, env={"PYTHONHASHSEED": seed},
        )  # fmt: skip
        assert done.stdout.decode() == here


def test_a_picture_is_told_in_words():
    [label] = Tags(svg_diagram(BOARD)).labels
    assert label.startswith("Board 7, Dealer South, NS vulnerable. North: spades 10 5 3, hearts A")
    assert "South: spades 8 7 2, hearts 10 9 5 4 3, diamonds K 9 7 3 2, clubs none" in label
    assert label.endswith("Contract 4♠X by East")
    assert parse(svg_diagram(BOARD)).get("role") == "img"
    assert Tags(svg_diagram(Hand())).labels == ["Hand. not given"]
    html = html_diagram(BOARD)
    assert 'role="group" aria-label="Board 7 · Dealer South · NS vulnerable"' in html
    assert '<section class="overtrick-n" aria-label="North">' in html
    assert '<span class="overtrick-spoken">Hearts:</span> AJ7' in html
    assert "High-card points: North 15, East 17, South 3, West 5" in html
    assert "<caption>Auction</caption>" in html
    assert html.count('<th scope="col">') == 4 + 1
    assert "<li>(not given)</li>" in html_diagram(Hand())


def test_a_sheet_holds_a_picture_for_each_board():
    sheet = parse(svg_sheet([BOARD] * 5, columns=2))
    assert sheet.get("aria-label") == "5 boards"
    assert [group.get("role") for group in sheet if group.tag.endswith("}g")] == ["img"] * 5
    places = [group.get("transform") for group in sheet if group.tag.endswith("}g")]
    assert len(set(places)) == 5
    assert len({place.partition(" ")[0] for place in places}) == 2
    assert svg_sheet([BOARD]) == svg_diagram(BOARD)
    assert parse(svg_sheet([])).get("aria-label") == "0 boards"


def pips(svg):
    """Return how often each colour fills a drawn suit."""
    return {
        suit: len(re.findall(rf'<path transform="[^"]*" fill="{colour}"', svg))
        for suit, colour in COLOURS.items()
    }


def test_suits_have_two_colours_or_four():
    two, four = svg_diagram(DEAL), svg_diagram(DEAL, Look(colours=4))
    assert pips(two) == {"red": 8, "orange": 0, "green": 0, "blue": 0}
    assert pips(four) == {"red": 4, "orange": 4, "green": 4, "blue": 4}
    assert not any(glyph in two for glyph in "♠♥♦♣")
    html = html_diagram(DEAL, Look(colours=4)).split("</style>")[1]
    assert [html.count(f"overtrick-{name}") for name in COLOURS] == [4] * 4
    assert [Look().colour_of(suit) for suit in Suit] == [None, "red", "red", None]
    with pytest.raises(ValueError, match="colours"):
        Look(colours=3)


def luminance(colour):
    """Return the relative luminance of a colour (WCAG 2.2)."""
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("name", COLOURS)
def test_colours_are_read_on_white_and_on_black(name):
    own = luminance(COLOURS[name]) + 0.05
    assert 1.05 / own >= 4.5  # text on white paper
    assert own / (luminance("#1c1c1e") + 0.05) >= 3  # signs on a dark screen


def test_the_compass_marks_vulnerability_and_dealer():
    svg = svg_diagram(BOARD)
    sides = re.findall(r'<polygon points="[^"]*" fill="([^"]+)"', svg)
    assert sides == [COLOURS["red"], "none", COLOURS["red"], "none"]
    assert svg.count("<circle") == 1
    assert '<circle cx="50" cy="87"' in svg
    plain = svg_diagram(DEAL)
    assert "<circle" not in plain
    assert COLOURS["red"] not in "".join(re.findall("<polygon[^>]*>", plain))


def test_parts_can_be_left_out():
    for picture in (html_diagram, svg_diagram):
        whole = picture(BOARD)
        assert "Auction" in whole
        bare = picture(BOARD, Look(auction=False, tables=False))
        assert "Auction" not in bare
        assert len(bare) < len(whole)
    assert "<th" not in html_diagram(BOARD, Look(auction=False, tables=False))


def test_double_dummy_tricks_stand_once():
    odd = Grid(name="OptimumResultTable", rows=(("spoilt",),))
    other = Grid(name="Double-dummy tricks", rows=(("kept",),))
    board = attrs.evolve(BOARD, grids=(TRICKS.to_grid(), odd, other))
    html = html_diagram(board)
    assert html.count("<caption>Double-dummy tricks</caption>") == 2
    for picture in (html, svg_diagram(board)):
        assert picture.count(">13<") == 1
        assert "spoilt" in picture
        assert "kept" in picture
    bare = attrs.evolve(board, deal=None)
    assert svg_diagram(bare).count(">13<") == 1


def test_a_section_without_columns_has_no_head():
    html = html_diagram(Board(grids=(Grid(name="Notes", rows=(("a", "b"),)),)))
    assert "<thead>" not in html
    assert "<td>a</td><td>b</td>" in html


def test_long_suits_and_long_names_stay_in_their_place():
    long = Deal.parse("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432")
    texts = [e for e in parse(svg_diagram(long)).iter() if e.text == "AKQJT98765432"]
    assert len(texts) == 4
    assert [text.get("lengthAdjust") for text in texts].count("spacingAndGlyphs") == 2


def test_lines_are_broken_where_they_fit():
    text = "one two three"
    assert list(wrapped(text, 10, width_of("one two", 10))) == ["one two", "three"]
    assert "".join(wrapped("x" * 99, 10, 30)) == "x" * 99
    assert all(width_of(line, 10) <= 30 for line in wrapped("♥日é" * 9, 10, 30))
    assert width_of("e\u0301", 10) == width_of("e", 10)


def test_a_long_set_says_how_many_are_not_shown():
    html = html_diagram(BoardSet(boards=(BOARD,) * 70, format="pbn"))
    assert "<p>and 6 more</p>" in html
    assert "<caption>70 boards · pbn</caption>" in html
