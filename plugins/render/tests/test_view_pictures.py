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
    OptionError,
    Play,
    PluginError,
    Seat,
    Suit,
    Vulnerability,
    text_diagram,
)
from overtrick.plugin import COLOURS
from overtrick_render import (
    SheetLook,
    html_diagram,
    html_page,
    png,
    png_diagram,
    svg_diagram,
    svg_sheet,
)
from overtrick_render.drawing import fitted, shortened, width_of, wrapped
from overtrick_testing.strategies import board_sets, boards, deals, extras, hands

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


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
def test_the_same_board_gives_the_same_bytes_in_another_process():
    code = (
        "from overtrick import *\nfrom overtrick_render import *\n"
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


def test_hidden_hands_keep_their_place_and_tell_nothing():
    look = Look(hide="e,w")
    assert look.hide == "EW"
    plain = attrs.evolve(BOARD, grids=())
    text = text_diagram(plain, look).splitlines()
    assert text[2:6] == text_diagram(plain).splitlines()[2:6]
    assert text[6] == "                     N"
    for picture in (svg_diagram(plain, look), html_diagram(plain, look)):
        assert "AQ762" in picture
        assert "AKJ9" not in picture
        assert "Q64" not in picture
        assert "A K J 9" not in picture
        assert "17" not in re.sub("<style>.*</style>|<svg.*?</svg>|<(path|rect)[^>]*>", "", picture)
        parse(picture)
    assert "AKJ9" not in html_diagram(BoardSet(boards=(plain,)), look)
    assert "AKJ9" not in text_diagram(DEAL, look)
    assert ">AKJ9<" not in svg_diagram(DEAL, look)
    width = parse(svg_diagram(plain)).get("width")
    assert parse(svg_diagram(plain, look)).get("width") == width
    with pytest.raises(ValueError, match="not a seat"):
        Look(hide="X")


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


def test_long_names_are_cut_where_they_fit():
    assert shortened("Ann", 10, width_of("Ann", 10)) == "Ann"
    assert shortened("Annabel Lee", 10, width_of("Annab…", 10)) == "Annab…"
    assert shortened("Annabel Lee", 10, width_of("Annabel …", 10)) == "Annabel…"
    assert shortened("x" * 40_000, 10, 50) == "x" * 8 + "…"
    room = width_of("one two", 10)
    assert list(fitted("one two three four five", 10, room, 2)) == ["one two", "three f…"]
    assert list(fitted("one two three", 10, room, 1)) == ["one t…"]
    assert list(fitted("one two", 10, room, 2)) == ["one two"]
    svg = svg_diagram(attrs.evolve(BOARD, name="A board of renown " * 2000))
    assert len([text for text in parse(svg).iter() if "renown" in (text.text or "")]) <= 3


def test_a_long_suit_of_south_leaves_room_for_the_tricks():
    long = Deal.parse("N:... ... AKQJT98765.2.3.4 ...")
    svg = svg_diagram(attrs.evolve(BOARD, deal=long), language="sv")
    [suit] = [text for text in parse(svg).iter() if (text.text or "").startswith("E K D Kn 10 9")]
    end = float(suit.get("x")) + float(suit.get("textLength"))
    [letter] = [text for text in parse(svg).iter() if text.text == "NT"]
    assert end < float(letter.get("x"))


# Tables by themselves ---------------------------------------------------------------------

TABLES = {
    "auction": (BOARD.auction, "Auction", "1♥"),
    "play": (Play.of(Seat.WEST, "D8 DA D5 D2"), "Play", "♦8"),
    "tricks": (TRICKS, "Double-dummy tricks", "13"),
    "table": (Grid(name="Totals", rows=(("<b>", "9"),)), "Totals", "<b>"),
}


@pytest.mark.parametrize("name", TABLES)
def test_a_table_is_shown_by_itself(name):
    shown, title, cell = TABLES[name]
    assert cell in text_diagram(shown)
    html = html_diagram(shown)
    parse(html)
    assert f"<caption>{title}</caption>" in html
    assert shown._repr_html_() == html
    svg = parse(svg_diagram(shown))
    told = svg.get("aria-label")
    assert told.startswith(f"{title}. ")
    assert cell in told
    assert float(svg.get("width")) < 400


# Paper and pixels -------------------------------------------------------------------------


def test_paper_is_as_the_browser_asks_or_as_told():
    assert "prefers-color-scheme:dark" in svg_diagram(BOARD)
    dark = svg_diagram(BOARD, SheetLook(paper="dark"))
    assert "prefers-color-scheme" not in dark
    assert ".overtrick-paper{fill:#1c1c1e" in dark
    assert "<style>" not in svg_diagram(BOARD, SheetLook(paper="light"))
    with pytest.raises(ValueError, match="paper"):
        SheetLook(paper="pink")


@pytest.fixture
def resvg():
    """What draws PNG, where it is installed and there is a font."""
    pytest.importorskip("resvg_py")
    png._resvg.cache_clear()
    try:
        return png._resvg()
    except PluginError as error:
        pytest.skip(str(error))


def size_of(data):
    """Width and height of a PNG, by its first chunk."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    return int.from_bytes(data[16:20]), int.from_bytes(data[20:24])


@pytest.mark.slow
@pytest.mark.usefixtures("resvg")
def test_a_png_has_the_pixels_that_are_asked_for():
    svg = parse(svg_diagram(BOARD))
    for scale in (1, 3):
        width, height = size_of(png_diagram(BOARD, scale=scale))
        assert width == pytest.approx(scale * float(svg.get("width")), abs=1)
        assert height == pytest.approx(scale * float(svg.get("height")), abs=1)
    assert png_diagram(BOARD) == png_diagram(BOARD)
    assert png_diagram(BOARD) != png_diagram(BOARD, SheetLook(paper="dark"))
    assert png_diagram(BOARD) != png_diagram(BOARD, language="sv")


@pytest.mark.usefixtures("resvg")
def test_the_command_writes_png(overtrick_command, line_file, split_ten):
    file = line_file(f"1 {split_ten}", f"2 {split_ten}")
    target = file.with_name("evening.png")
    done = overtrick_command("show", file, "-o", target, "-O", "scale=1", "-O", "columns=1")
    assert (done.code, done.err) == (0, "")
    width, height = size_of(target.read_bytes())
    assert height > width
    assert overtrick_command("show", file, "-o", target, "-O", "scale=11", "--force").code == 2


def test_a_picture_too_large_is_refused_before_it_is_drawn():
    with pytest.raises(OptionError, match="940,000 by 1,384,000 pixels is too large"):
        png.png_of('<svg width="470" height="692">', 2000)


def test_without_the_library_it_is_said_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    png._resvg.cache_clear()
    with pytest.raises(PluginError, match=re.escape("pip install 'overtrick[png]'")):
        png_diagram(BOARD)


def test_without_a_font_no_half_picture_is_made(monkeypatch):
    library = pytest.importorskip("resvg_py")
    draw = library.svg_to_bytes
    monkeypatch.setattr(
        library, "svg_to_bytes", lambda **words: draw(**words, skip_system_fonts=True)
    )
    png._resvg.cache_clear()
    with pytest.raises(PluginError, match="needs a font: this system has none"):
        png_diagram(BOARD)
