from __future__ import annotations

import re

import attrs
import pytest
from hypothesis import given, settings

from overtrick import (
    UNKNOWN,
    Align,
    Auction,
    Board,
    CallEntry,
    Card,
    Column,
    Contract,
    Deal,
    DoubleDummyGrid,
    Ending,
    Grid,
    Info,
    Irregularity,
    Play,
    PlayedCard,
    Result,
    Score,
    Seat,
    Trick,
    Vulnerability,
)
from overtrick.tools.diagram.content import BoardText, Look, Table
from overtrick.tools.diagram.text import deal_text, table_text, text_diagram, title_text
from overtrick_render import html_diagram, svg_diagram, translator
from overtrick_testing.strategies import boards, deals, extras, hands

DEAL = Deal.parse("N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. -")


WORDS = translator(language="en")


def auction_text(auction):
    return table_text(Table.of(auction, WORDS))


def play_text(play):
    return table_text(Table.of(play, WORDS))


def grid_text(grid):
    return table_text(Table.of(grid, WORDS))


HANDS = """\
               ♠ T53
               ♥ AJ7
               ♦ AT
               ♣ AQ762
♠ Q64                N         ♠ AKJ9
♥ K862             W   E       ♥ Q
♦ 84                 S         ♦ QJ65
♣ 9543                         ♣ KJT8
               ♠ 872
               ♥ T9543
               ♦ K9732
               ♣ —"""


def annotated_auction():
    plain = Auction.of(Seat.NORTH, "1D 1S 3H 4S X AP")
    entries = list(plain.entries)
    entries[2] = attrs.evolve(
        entries[2], alert=True, note="non-forcing", nags=(1, 25), comment="hm"
    )
    entries[3] = attrs.evolve(entries[3], irregularity=Irregularity.INSUFFICIENT_BID)
    entries[1] = CallEntry(call=None, irregularity=Irregularity.SKIPPED)
    return attrs.evolve(plain, entries=tuple(entries))


def test_the_hands_stand_around_a_compass():
    assert deal_text(DEAL, WORDS, Look()) == HANDS


def test_the_auction_is_a_table_that_begins_with_west():
    assert auction_text(annotated_auction()) == (
        "West    North  East       South\n"
        "        1♦     (skipped)  3♥! [1]\n"
        "4♠ [2]  X      Pass       Pass\n"
        "Pass\n"
        "[1] non-forcing; $1 $25; {hm}\n"
        "[2] insufficient bid"
    )


@pytest.mark.parametrize(
    ("dealer", "line"), [("W", "1NT"), ("N", "1NT"), ("E", "1NT"), ("S", "1NT")]
)
def test_the_first_call_stands_below_its_caller(dealer, line):
    head, calls = auction_text(Auction.of(Seat.parse(dealer), "1NT")).split("\n")
    name = Seat.parse(dealer).name.capitalize()
    assert calls.index(line) == head.index(name)


@pytest.mark.parametrize(
    ("ending", "line"),
    [(Ending.OPEN, "(to be continued)"), (Ending.CLOSED, "(ends here)"), (Ending.UNKNOWN, None)],
)
def test_an_ending_is_told(ending, line):
    auction = auction_text(Auction(dealer=Seat.WEST, ending=ending)).split("\n")
    play = play_text(Play(leader=Seat.WEST, ending=ending)).split("\n")
    assert auction[1:] == play[1:] == ([] if line is None else [line])


def test_the_play_is_a_table_that_begins_with_the_leader():
    play = Play.of(Seat.WEST, "SK H3 S4 S3", "C5 - C6 CK")
    second = list(play.tricks[1].cards)
    second[Seat.NORTH] = PlayedCard(card=None, comment="any club")
    second[Seat.EAST] = PlayedCard(card=Card.parse("C6"), irregularity=Irregularity.REVOKE)
    play = attrs.evolve(play, tricks=(play.tricks[0], Trick(tuple(second))))
    assert play_text(play) == (
        "Trick  West  North  East    South\n"
        "1      ♠K    ♥3     ♠4      ♠3\n"
        "2      ♣5    - [1]  ♣6 [2]  ♣K\n"
        "[1] {any club}\n"
        "[2] revoke"
    )


def test_grids_are_aligned_as_they_ask():
    grid = Grid(
        name="ScoreTable",
        columns=(Column(name="Pair"), Column(name="MP", align=Align.RIGHT)),
        rows=(("12", "7"), ("3", "10")),
    )
    assert grid_text(grid) == "ScoreTable\nPair  MP\n12     7\n3     10"
    free = Grid(name="Notes", rows=(("a", "b"), ("ccc",)))
    assert grid_text(free) == "Notes\na    b\nccc"
    assert grid_text(Grid(name="Empty")) == "Empty"


def test_wide_characters_take_two_columns():
    grid = Grid(name="T", columns=(Column(name="A"), Column(name="B")), rows=(("日", "x"),))
    assert grid_text(grid) == "T\nA   B\n日  x"


def test_double_dummy_tricks_are_shown_by_seat_and_strain():
    view = DoubleDummyGrid(((7, 6, 5, 4, 10), (6, 7, 8, 9, 3), (7, 6, 5, 4, None), (0,) * 5))
    assert grid_text(view.to_grid()) == (
        "Double-dummy tricks\n"
        "Declarer  NT  ♠  ♥  ♦  ♣\n"
        "North     10  4  5  6  7\n"
        "East       3  9  8  7  6\n"
        "South      -  4  5  6  7\n"
        "West       0  0  0  0  0"
    )


def test_a_table_that_cannot_be_read_is_shown_as_it_stands():
    odd = Grid(
        name="OptimumResultTable", columns=(Column(name="Declarer Suit"),), rows=(("N NT",),)
    )
    assert grid_text(odd) == "OptimumResultTable\nDeclarer Suit\nN NT"


@pytest.mark.parametrize(
    ("contract", "text"),
    [
        (Contract.parse("5HX", declarer=Seat.SOUTH), "5♥X by South"),
        (Contract.parse("3NT"), "3NT"),
        (Contract.parse("Pass"), "passed out"),
        (Contract.parse("H"), "♥"),
        (Contract(declarer=Seat.EAST), "? by East"),
        (
            Contract.parse("4S", declarer=Seat.EAST).__class__(
                level=4, strain=Contract.parse("4S").strain, declarer=Seat.EAST, swapped=True
            ),
            "4♠ by East (in dummy's place)",
        ),
    ],
)
def test_contracts_have_suit_symbols(contract, text):
    assert WORDS.contract(contract) == text


def test_the_title_tells_board_event_and_players():
    board = Board(
        number=7,
        name="Final",
        dealer=Seat.SOUTH,
        vulnerability=Vulnerability.BOTH,
        info=Info(
            event="Cup",
            date="2026.11.20",
            players=("Ann", None, None, "Zoë"),
            teams=("Home", "Away"),
        ),
        missing={"info.site": UNKNOWN, "info.players.east": UNKNOWN},
    )
    assert title_text(BoardText(board, WORDS)) == (
        "Board 7 · Final · Dealer South · All vulnerable\n"
        "Cup · ? · 2026.11.20\n"
        "Home – Away\n"
        "N: Ann  E: ?  W: Zoë"
    )
    assert (
        title_text(BoardText(Board(name="Final", missing={"dealer": UNKNOWN}), WORDS))
        == "Board Final"
    )


def test_the_outcome_is_one_line():
    board = Board(
        contract=Contract.parse("5HX", declarer=Seat.SOUTH),
        result=Result(tricks=9),
        score=Score(ns=-300),
        scoring="IMP",
    )
    assert (
        " · ".join(BoardText(board, WORDS).outcome())
        == "Contract 5♥X by South · Result 9 · Score NS -300 · Scoring IMP"
    )
    unknown = Board(missing=dict.fromkeys(("contract", "result", "scoring"), UNKNOWN))
    assert BoardText(unknown, WORDS).outcome() == ["Scoring ?"]
    assert BoardText(Board(), WORDS).outcome() == []


def test_a_whole_board_stands_in_blocks():
    board = Board(
        number=1,
        deal=DEAL,
        contract=Contract.parse("Pass"),
        auction=Auction.of(Seat.NORTH, "AP"),
        play=Play(leader=Seat.WEST),
        grids=(Grid(name="Empty"),),
    )
    blocks = text_diagram(board).split("\n\n")
    assert blocks[0] == "Board 1"
    assert blocks[1] == HANDS
    assert blocks[2] == "Contract passed out"
    assert blocks[3].startswith("West  North")
    assert blocks[4].startswith("Trick")
    assert blocks[5] == "Empty"


def test_an_empty_board_has_a_title():
    assert text_diagram(Board()) == "Board ?"
    assert text_diagram(Board(missing={"deal": UNKNOWN})) == "Board ?"


def test_parts_can_be_left_out():
    board = Board(
        number=1,
        auction=Auction.of(Seat.NORTH, "AP"),
        play=Play(leader=Seat.WEST),
        grids=(Grid(name="Empty"),),
    )
    assert text_diagram(board, Look(auction=False, play=False)) == "Board 1\n\nEmpty"
    assert text_diagram(board, Look(auction=False, tables=False)).endswith("East  South")


def test_a_table_of_a_file_that_is_called_auction_keeps_its_title():
    assert grid_text(Grid(name="Auction")) == "Auction"


@given(deals(partial=None))
def test_a_deal_is_shown_as_in_its_board(deal):
    assert text_diagram(Board(deal=deal)) == f"Board ?\n\n{text_diagram(deal)}"


@given(hands())
def test_a_hand_is_four_lines(hand):
    lines = text_diagram(hand).split("\n")
    assert len(lines) == (4 if hand else 1)
    assert "".join(line[2:].replace("—", "") for line in lines if hand) == "".join(
        card.rank.symbol for card in hand
    )


def test_nothing_in_a_file_can_steer_the_terminal(evil_board):
    text = text_diagram(evil_board)
    assert text.count("<script>") >= 15
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\ud800-\udfff]", text)


@settings(deadline=None)
@given(boards(nasty=True, extras=extras("x")))
def test_every_board_has_a_diagram(board):
    text = text_diagram(board)
    assert all(line == line.rstrip() for line in deal_text(DEAL, WORDS, Look()).split("\n"))
    assert text.startswith("Board ")


def test_a_hand_that_follows_from_the_three_others_is_shown_in_every_view():
    board = Board(number=1, deal=DEAL)
    assert "(not given)" not in text_diagram(board)
    whole = attrs.evolve(board, deal=DEAL.completed())
    for view in (text_diagram, svg_diagram, html_diagram):
        assert view(board) == view(whole)
    two = Deal.parse("N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 - -")
    assert deal_text(two, WORDS, Look()).count("(not given)") == 2
