"""The lossless syntax layer, positions, fine tokens and the locator."""

from __future__ import annotations

import pytest

from overtrick_pbn.read.locator import locate
from overtrick_pbn.text.annotations import places_at
from overtrick_pbn.text.cut import cut_canonical, cut_items, has_data
from overtrick_pbn.text.elements import elements_at
from overtrick_pbn.text.quoting import quote, unquote
from overtrick_pbn.text.repair import repair_tag
from overtrick_pbn.text.syntax import Game, ItemKind

GAME = """{before}
% escape
[Event "a \\"b\\" \\\\ \\S"] ; behind
[ Board
  "1" ] [Auction "N"]
1C =1= {x} Pass
[Note "1:] ; {"]
[Broken
"""


def test_items_are_in_order_and_lose_nothing():
    game = Game(GAME)
    assert "".join(item.text for item in game.items) == GAME
    kinds = [item.kind.value for item in game.items if item.kind is not ItemKind.BLANK]
    assert kinds == [
        *("comment", "escape", "tag", "comment", "tag", "tag", "data", "comment", "data"),
        *("tag", "broken"),
    ]  # fmt: skip


def test_values_are_decoded_and_bodies_hold_what_follows():
    cut = cut_items(GAME)
    assert cut.names == ["Event", "Board", "Auction", "Note", ""]
    assert cut.values[0] == 'a "b" \\ \\S'
    assert cut.values[3] == "1:] ; {"
    assert [has_data(body) for body in cut.bodies[:3]] == [False, False, True]
    assert GAME[cut.start(2) : cut.start(3)] == '[Auction "N"]\n1C =1= {x} Pass\n'


@pytest.mark.parametrize("text", ["", "plain", 'a "quoted" word', "back\\slash", '\\"', "\\S"])
def test_quote_and_unquote_are_inverse(text):
    assert unquote(quote(text)[1:-1]) == text


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_positions_count_code_points_and_bytes(end):
    text = f'[West "\u2660"]{end}[East "x"]'
    game = Game(text, line=10, offset=100)
    place = game.position(text.index("[East"))
    assert (place.line, place.column) == (11, 1)
    assert place.offset == 100 + len(f'[West "\u2660"]{end}'.encode())
    place = game.position(text.index("\u2660") + 1)
    assert (place.line, place.column, place.offset) == (10, 9, 110)
    latin = Game('[West "\u00f6"] x', encoding="iso-8859-1")
    assert latin.position(9).offset == 9


def test_the_fast_cut_passes_where_a_comment_may_reach_over_a_tag():
    for text in (
        '{[Event "a"]} [Board "1"]',
        '[Board "1"]; [Event "a"]',
        '[Board "1"]{[Event "x"]',
    ):
        assert cut_canonical(text) is None
        assert cut_items(text).names == ["Board"]


def test_the_fast_cut_takes_comments_that_are_closed():
    text = '[Event "a"] {x}\n[Board "1"] ; y\n% z\n[Site ""]\n'
    fast = cut_canonical(text)
    slow = cut_items(text)
    assert fast is not None
    assert (fast.names, fast.values, fast.bodies) == (slow.names, slow.values, slow.bodies)
    assert fast.places() == slow.places()


@pytest.mark.parametrize(
    ("text", "name", "value", "code"),
    [
        ("[Event No quotes]", "Event", "No quotes", "PBN308"),
        ('[Event "open]', "Event", "open", "PBN309"),
        ('[Event "a"', "Event", "a", "PBN310"),
        ("[Event]", "Event", "", "PBN311"),
        ('[Event "the "big" one"]', "Event", 'the "big" one', "PBN314"),
    ],
)
def test_broken_tags_whose_line_shows_what_was_meant_are_read(text, name, value, code):
    assert repair_tag(text) == (name, value, code)


@pytest.mark.parametrize("text", ["[", "[]", "[Event", "[Event a", '["x"]', '[Event "open'])
def test_broken_tags_that_show_nothing_are_not_guessed(text):
    assert repair_tag(text) is None


def test_places_of_a_section():
    text = '[Play "W"]\nSA! $7 =1= {x} ^R S2 - *\n'
    slots = places_at(cut_items(text), 0).slots
    assert [slot.word.text for slot in slots] == ["SA", "S2", "-"]
    assert [slot.first.text for slot in slots] == ["SA", "^R", "-"]
    assert [mark.text for mark in slots[0].marks] == ["!", "$7", "=1="]
    assert [slot.has_comment for slot in slots] == [True, False, False]
    assert [text[mark.start : mark.end] for mark in slots[0].marks] == ["!", "$7", "=1="]
    table = '[ScoreTable "A;B"]\n1 {no element} "x y"\n'
    found = elements_at(cut_items(table), 0)
    assert [(mark.text, table[mark.start : mark.end]) for mark in found] == [
        ("1", "1"),
        ('"x y"', '"x y"'),
    ]


LOCATED = """% PBN 2.1

{first}
[Board "3"]
[Dealer "N"]
[Auction "W"]
- 1C ^S Pass =1=
X AP
[Note "1:x"]
[Play "W"]
SK H3 S4 S3
C5 C2 C6
[OptimumResultTable "Declarer;Denomination;Result"]
N NT 6
N S 7
"""


@pytest.mark.parametrize(
    ("part", "line", "column", "text"),
    [
        ("auction.0", 7, 3, "1C"),
        ("auction.1", 7, 6, "^S"),
        ("auction.2", 7, 9, "Pass"),
        ("auction.3", 8, 1, "X"),
        ("auction.5", 8, 3, "AP"),
        ("play.0.W", 11, 1, "SK"),
        ("play.1.E", 12, 7, "C6"),
        ("play.1", 12, 1, "C5 C2 C6"),
        ("dealer", 5, 9, '"N"'),
        ("number", 4, 8, '"3"'),
        ("OptimumResultTable.1", 15, 1, "N S 7"),
        ("extras.pbn:OptimumResultTable", 13, 21, '"Declarer;Denomination;Result"'),
        ("grids.OptimumResultTable", 13, 21, '"Declarer;Denomination;Result"'),
        ("auction", 6, 1, '[Auction "W"]'),
        ("", 4, 1, '[Board "3"]'),
    ],
)
def test_parts_of_a_board_are_located(collect, text_at, part, line, column, text):  # noqa: PLR0917  # a table
    boards, _, _ = collect(LOCATED)
    place = locate(boards[0], part)
    assert (place.line, place.column) == (line, column)
    assert (place.path, place.board) == ("test.pbn", 3)
    lines = LOCATED.split("\n")
    assert place.offset == sum(len(text) + 1 for text in lines[: line - 1]) + column - 1
    assert text_at(place, LOCATED) == text


def test_what_a_board_does_not_have_is_not_located(collect):
    boards, _, _ = collect(LOCATED)
    assert locate(boards[0], "score") is None
