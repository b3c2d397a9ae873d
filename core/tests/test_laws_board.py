from __future__ import annotations

import string

import attrs
import pytest
from hypothesis import given, settings

from overtrick import (
    EMPTY,
    PLACES,
    UNKNOWN,
    Auction,
    Board,
    Column,
    Contract,
    Deal,
    DoubleDummyGrid,
    Ending,
    Extras,
    Grid,
    Irregularity,
    Play,
    PlayedCard,
    Result,
    Score,
    Seat,
    Strain,
    Trick,
    Vulnerability,
)
from overtrick.findings.diagnostics import Catalogue, Location, Severity
from overtrick.laws import LAW_CODES, board_problems
from overtrick.model.missing import TEXT_PLACES
from overtrick_testing.strategies import boards

DEAL = Deal.parse("N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543")

RANKS = "AKQJT98765432"

# Thirteen tricks in which North takes every trick at spades, West at notrump.
SUITS_APART = Deal.parse(f"N:{RANKS}... .{RANKS}.. ..{RANKS}. ...{RANKS}")
WEST_LEADS = tuple(f"C{rank} S{rank} H{rank} D{rank}" for rank in RANKS)

# North and South make ten tricks in spades and nine in notrump, the others little.
GRID = DoubleDummyGrid(((7, 7, 7, 10, 9), (5, 5, 5, 3, 3)) * 2)


def contract(text, declarer=None):
    return Contract.parse(text, declarer=None if declarer is None else Seat.parse(declarer))


def found_in(**fields):
    return [f"{problem.code} {problem.part}" for problem in board_problems(Board(**fields))]


def messages(**fields):
    return [problem.message for problem in board_problems(Board(**fields))]


def auction(words, dealer="N"):
    return Auction.of(Seat.parse(dealer), words)


@pytest.mark.parametrize(
    ("stated", "found"),
    [
        (contract("4S", "E"), []),
        (contract("4S"), []),
        (contract("4S", "W"), ["LAW302 declarer"]),
        (contract("4S", "S"), ["LAW302 declarer"]),
        (contract("3S", "E"), ["LAW301 contract"]),
        (contract("4SX", "E"), ["LAW301 contract"]),
        (contract("Pass"), ["LAW301 contract"]),
        (contract("S", "E"), []),
        (contract("H", "E"), ["LAW301 contract"]),
        (Contract(declarer=Seat.EAST), []),
        (Contract(declarer=Seat.WEST), ["LAW302 declarer"]),
        (attrs.evolve(contract("4S", "W"), swapped=True), []),
        (attrs.evolve(contract("4S", "E"), swapped=True), ["LAW302 declarer"]),
        (Contract.parse("4S"), []),
        (None, []),
    ],
)
def test_contract_and_declarer_against_the_auction(stated, found):
    assert found_in(contract=stated, auction=auction("1D 1S 3H 4S AP")) == found


def test_the_messages_name_both_sides_of_a_contradiction():
    calls = auction("1D 1S 3H 4S AP")
    assert messages(contract=contract("3S", "E"), auction=calls) == [
        "the contract is 3S, but the auction ends in 4S"
    ]
    swapped = attrs.evolve(contract("4S", "E"), swapped=True)
    assert messages(contract=swapped, auction=calls) == [
        "the declarer is ^E, but the auction makes it ^W"
    ]


def test_an_auction_that_has_not_ended_contradicts_no_contract():
    assert found_in(contract=contract("4S", "E"), auction=auction("1D 1S")) == []


def test_an_impossible_auction_is_reported_once():
    # The double is impossible, so whether the contract is doubled is anybody's guess.
    calls = auction("1S Pass X AP")
    assert found_in(contract=contract("1S", "N"), auction=calls) == ["LAW102 auction.2"]


def test_the_dealer_against_the_first_caller():
    calls = auction("1S AP", "E")
    assert found_in(dealer=Seat.NORTH, auction=calls) == ["LAW303 dealer"]
    assert found_in(dealer=Seat.EAST, auction=calls) == []
    assert found_in(missing={"dealer": UNKNOWN}, auction=calls) == []
    assert found_in(dealer=Seat.NORTH, auction=Auction(dealer=Seat.EAST)) == []


@pytest.mark.parametrize(
    ("stated", "leader", "found"),
    [
        (contract("4S", "S"), "W", []),
        (contract("4S", "S"), "N", ["LAW304 play.0.N"]),
        # South was declarer, East led and South's hand came down: North plays it.
        (attrs.evolve(contract("4S", "N"), swapped=True), "E", []),
        (contract("4S"), "N", []),
        (contract("S", "S"), "N", []),
        (None, "N", []),
    ],
)
def test_the_opening_lead_against_the_declarer(stated, leader, found):
    rows = {"W": "S4 S3 S9 S2", "N": "S3 S9 S2 S4", "E": "S9 S2 S4 S3"}
    play = Play.of(Seat.parse(leader), rows[leader])
    assert found_in(contract=stated, play=play) == found


def test_a_lead_that_is_not_given_or_is_marked_contradicts_no_declarer():
    stated = contract("4S", "S")
    assert found_in(contract=stated, play=Play.of(Seat.NORTH, "- - - -")) == []
    assert found_in(contract=stated, play=Play(leader=Seat.NORTH)) == []
    mark = Irregularity.LEAD_OUT_OF_TURN
    trick = Trick((PlayedCard(card=DEAL[Seat.NORTH].cards[0], irregularity=mark), None, None, None))
    marked = Play(leader=Seat.WEST, tricks=(trick,))
    assert found_in(contract=contract("4S", "N"), play=marked) == []


def test_the_contract_of_the_auction_serves_where_none_is_stated():
    calls = auction("1D 1S 3H 4S AP")
    play = Play.of(Seat.NORTH, "S3 S9 S2 S4")
    assert found_in(auction=calls, play=play) == ["LAW304 play.0.N"]
    assert found_in(auction=calls, play=Play.of(Seat.SOUTH, "S2 S4 S3 S9")) == []


@pytest.mark.parametrize(
    ("result", "ending", "count", "found"),
    [
        (Result(tricks=13), None, 13, []),
        (Result(ns=13), None, 13, []),
        (Result(ew=0), None, 13, []),
        (Result(tricks=12), None, 13, ["LAW305 result"]),
        (Result(ew=1), None, 13, ["LAW305 result"]),
        (Result(tricks=12, irregular=True), None, 13, []),
        # After five tricks there are eight to come.
        (Result(tricks=13), Ending.CLOSED, 5, []),
        (Result(tricks=5), Ending.CLOSED, 5, []),
        (Result(tricks=4), Ending.CLOSED, 5, ["LAW305 result"]),
        (Result(tricks=4), Ending.OPEN, 5, ["LAW305 result"]),
        (Result(tricks=5), Ending.OPEN, 5, []),
        (None, None, 13, []),
    ],
)
def test_the_result_against_the_play(result, ending, count, found):
    play = Play.of(Seat.WEST, *WEST_LEADS[:count], ending=ending)
    stated = contract("7S", "S")
    assert found_in(deal=SUITS_APART, contract=stated, play=play, result=result) == found


def test_defenders_tricks_bound_the_result_too():
    play = Play.of(Seat.WEST, *WEST_LEADS[:5], ending=Ending.CLOSED)
    fields = {"deal": SUITS_APART, "contract": contract("3NT", "S"), "play": play}
    assert found_in(result=Result(tricks=8), **fields) == []
    assert found_in(result=Result(tricks=9), **fields) == ["LAW305 result"]
    assert messages(result=Result(tricks=9), **fields)[0].endswith("declarer wins 0 to 8")


def test_an_end_position_bounds_no_result():
    # Two cards are left to each; the result may count the tricks before, or not.
    deal = Deal.parse("N:AK... QJ... T9... 87...")
    play = Play.of(Seat.WEST, "S7 SA SJ ST", "S8 SK SQ S9", ending=Ending.COMPLETE)
    for stated in (contract("S", "N"), contract("4S", "N")):
        found = found_in(deal=deal, contract=stated, play=play, result=Result(tricks=0))
        assert found == ["LAW312 deal"]


def test_a_table_that_lacks_columns_contradicts_nothing():
    short = Grid(name="OptimumResultTable", columns=(Column(name="Declarer"),), rows=(("N",),))
    other = Grid(name="OptimumResultTable", columns=(Column(name="Note"),), rows=(("x",),))
    assert found_in(grids=(short,)) == []
    assert found_in(grids=(other,)) == ["LAW313 grids.OptimumResultTable"]


def test_while_the_play_goes_on_the_result_may_count_the_tricks_so_far():
    play = Play.of(Seat.WEST, *WEST_LEADS[:5], ending=Ending.OPEN)
    fields = {"deal": SUITS_APART, "contract": contract("3NT", "S"), "play": play}
    assert found_in(result=Result(tricks=0), **fields) == []


def test_a_play_with_an_impossible_card_contradicts_no_result():
    rows = ("CA SA HA HA", *WEST_LEADS[1:])
    play = Play.of(Seat.WEST, *rows)
    fields = {"deal": SUITS_APART, "contract": contract("7S", "S")}
    found = found_in(play=play, result=Result(tricks=2), **fields)
    assert "LAW305 result" not in found
    assert found == ["LAW202 play.0.S"]


def test_more_than_thirteen_tricks_are_reported_once():
    play = Play.of(Seat.WEST, *WEST_LEADS)
    more = attrs.evolve(play, tricks=(*play.tricks, Trick((None,) * 4)))
    stated = contract("7S", "S")
    assert found_in(contract=stated, play=more, result=Result(tricks=1)) == ["LAW205 play.13"]


@pytest.mark.parametrize(
    ("result", "declarer", "found"),
    [
        (Result(ns=9, ew=4), "N", []),
        (Result(ns=9, ew=9), "N", ["LAW306 result"]),
        (Result(ns=9, ew=9), None, ["LAW306 result"]),
        # A partial result: the play goes on.
        (Result(ns=3, ew=2), "N", []),
        (Result(tricks=9, ns=9), "N", []),
        (Result(tricks=9, ns=8), "N", ["LAW306 result"]),
        (Result(tricks=9, ew=9), "N", []),
        (Result(tricks=9, ns=8), None, []),
    ],
)
def test_the_result_against_itself(result, declarer, found):
    assert found_in(contract=contract("3NT", declarer), result=result) == found


def test_a_result_without_a_contract_is_checked_against_itself_alone():
    assert found_in(result=Result(ns=9, ew=9)) == ["LAW306 result"]
    assert found_in(result=Result(tricks=9), play=Play.of(Seat.WEST, *WEST_LEADS)) == []


@pytest.mark.parametrize(
    ("fields", "found"),
    [
        ({}, []),
        ({"missing": {"result": EMPTY}, "score": Score(ns=0)}, []),
        ({"result": Result(tricks=0)}, ["LAW307 result"]),
        ({"score": Score(ns=50)}, ["LAW307 score"]),
        ({"score": Score(declarer=0, ew=50)}, ["LAW307 score"]),
        ({"contract": Contract.parse("Pass", declarer=Seat.NORTH)}, ["LAW307 declarer"]),
        ({"missing": {"declarer": UNKNOWN}}, []),
        ({"play": Play.of(Seat.WEST, "S4 S3 S9 S2")}, ["LAW307 play"]),
        ({"play": Play(leader=Seat.WEST)}, []),
    ],
)
def test_what_a_passed_out_board_cannot_have(fields, found):
    assert found_in(**{"contract": contract("Pass"), **fields}) == found
    if "contract" not in fields:
        assert found_in(auction=auction("AP"), **fields) == found


@pytest.mark.parametrize(
    ("score", "vulnerability", "found"),
    [
        (Score(ns=420), "None", []),
        (Score(ew=-420), "None", []),
        (Score(declarer=420), "None", []),
        (Score(ns=420, ew=-420), "None", []),
        (Score(ns=620), "None", ["LAW308 score"]),
        (Score(ns=620), "NS", []),
        (Score(ns=420), "EW", []),
        (Score(ns=-420), "None", ["LAW308 score"]),
        (Score(ew=420), "None", ["LAW308 score"]),
        (Score(declarer=-420), "None", ["LAW308 score"]),
        (Score(ns=420, ew=420), "None", ["LAW308 score"]),
        # The vulnerability is not known: both scores may be right, no other.
        (Score(ns=420), None, []),
        (Score(ns=620), None, []),
        (Score(ns=430), None, ["LAW308 score"]),
    ],
)
def test_the_score_against_contract_result_and_vulnerability(score, vulnerability, found):
    fields = {"contract": contract("4S", "N"), "result": Result(tricks=10), "score": score}
    if vulnerability is not None:
        fields["vulnerability"] = Vulnerability.parse(vulnerability)
    assert found_in(**fields) == found


def test_the_score_of_an_unknown_declarer_may_be_that_of_either_side():
    fields = {
        "contract": Contract.parse("4S"),
        "result": Result(tricks=10),
        "vulnerability": Vulnerability.NS,
    }
    assert found_in(score=Score(declarer=620), **fields) == []
    assert found_in(score=Score(declarer=420), **fields) == []
    assert found_in(score=Score(declarer=430), **fields) == ["LAW308 score"]
    assert found_in(score=Score(ns=430), **fields) == []


@pytest.mark.parametrize("scoring", ["Rubber", "Chicago", "MP;OldMP", "rubber ; x"])
def test_other_scorings_have_other_scores(scoring):
    fields = {
        "contract": contract("4S", "N"),
        "result": Result(tricks=10),
        "score": Score(ns=100),
        "vulnerability": Vulnerability.NONE,
    }
    assert found_in(scoring=scoring, **fields) == []
    for usual in ("MP", None):
        assert found_in(scoring=usual, **fields) == ["LAW308 score"]
    assert found_in(missing={"scoring": UNKNOWN}, **fields) == ["LAW308 score"]


def test_no_score_is_checked_before_the_result_is_known():
    score = Score(ns=1)
    assert found_in(contract=contract("4S", "N"), score=score) == []
    assert found_in(result=Result(tricks=10), score=score) == []
    assert found_in(contract=contract("S", "N"), result=Result(tricks=4), score=score) == []
    sides_only = Contract.parse("4S")
    assert found_in(contract=sides_only, result=Result(ns=10), score=score) == []
    play = Play.of(Seat.WEST, *WEST_LEADS[:2], ending=Ending.OPEN)
    fields = {"contract": contract("4S", "S"), "result": Result(tricks=2), "play": play}
    assert found_in(score=score, **fields) == []


def test_an_incomplete_or_unreadable_table_contradicts_no_optimum_score():
    grid = GRID.to_grid()
    short = attrs.evolve(grid, rows=grid.rows[:-1])
    fields = {
        "extras": Extras({"pbn:OptimumScore": "NS 0"}),
        "vulnerability": Vulnerability.NONE,
    }
    assert found_in(grids=(short,), **fields) == []
    assert found_in(**fields) == []
    odd = Grid(name="OptimumResultTable", columns=(Column(name="Declarer Suit Tricks"),))
    assert found_in(grids=(odd,), **fields) == ["LAW313 grids.OptimumResultTable"]


def test_an_extra_that_is_no_text_is_no_optimum_score():
    board = Board(
        vulnerability=Vulnerability.NONE,
        grids=(GRID.to_grid(),),
        extras=Extras({"pbn:OptimumScore": 7}),
    )
    assert board_problems(board) == ()


def test_what_is_unusual_is_only_noted():
    board = Board(
        number=2,
        dealer=Seat.NORTH,
        vulnerability=Vulnerability.BOTH,
        deal=Deal.parse("N:AKQ... - - -"),
    )
    problems = board_problems(board)
    assert [f"{p.code} {p.part}" for p in problems] == [
        "LAW310 dealer",
        "LAW311 vulnerability",
        "LAW312 deal",
    ]
    assert {problem.severity for problem in problems} == {Severity.NOTE}
    assert [problem.message for problem in problems] == [
        "the dealer is N; on duplicate board 2 it is E",
        "the vulnerability is All; on duplicate board 2 it is NS",
        "cards in no hand: 49 of 52",
    ]


@pytest.mark.parametrize("number", [None, 0, -1])
def test_without_a_number_nothing_follows_from_it(number):
    fields = {"dealer": Seat.WEST, "vulnerability": Vulnerability.BOTH}
    assert found_in(number=number, **fields) == []


def test_findings_are_located_where_the_board_is():
    board = Board(number=7, contract=contract("Pass"), result=Result(tricks=0))
    problem = board_problems(board)[0]
    assert problem.location == Location(board=7)
    read = attrs.evolve(board, origin=Location(path="a.pbn", line=12, board=3))
    assert board_problems(read)[0].location == Location(path="a.pbn", line=12, board=7)
    unnumbered = attrs.evolve(read, number=None)
    assert board_problems(unnumbered)[0].location == Location(path="a.pbn", line=12, board=3)


def test_auction_and_play_are_checked_with_the_board():
    found = found_in(
        deal=DEAL,
        contract=contract("2H", "E"),
        auction=auction("2S 2H AP"),
        play=Play.of(Seat.SOUTH, "S2 S4 S3 CK"),
    )
    # South leads, so West and North follow; East revokes.
    assert found == ["LAW101 auction.1", "LAW203 play.0.E"]


def test_a_sound_board_of_a_real_match_has_no_problems():
    board = Board(
        number=1,
        dealer=Seat.NORTH,
        vulnerability=Vulnerability.NONE,
        deal=DEAL,
        auction=auction("1D 1S 3H 4S 5H Pass Pass X AP"),
        contract=contract("5HX", "S"),
        play=Play.of(Seat.WEST, "S4 S3 SK S2", ending=Ending.CLOSED),
        result=Result(tricks=9),
        score=Score(ns=-300),
    )
    assert board_problems(board) == ()


@settings(deadline=None)
@given(boards(consistent=True))
def test_nothing_worse_than_a_note_is_said_of_a_consistent_board(board):
    assert [p for p in board_problems(board) if p.severity > Severity.NOTE] == []


@settings(deadline=None)
@given(boards(nasty=True))
def test_no_board_makes_the_laws_raise(board):
    for problem in board_problems(board):
        assert problem.code in LAW_CODES
        assert problem.severity is LAW_CODES[problem.code].severity
        assert problem.part


def test_every_code_says_what_it_finds_and_how_to_fix_it():
    assert isinstance(LAW_CODES, Catalogue)
    for code, entry in LAW_CODES.items():
        assert code == entry.code
        assert code.startswith("LAW")
        assert entry.clause
        assert entry.hint
        assert entry.sample
        assert entry.fix
        assert entry.sample != entry.fix
        assert entry.kind == "inconsistent"
        names = [name for _, name, _, _ in string.Formatter().parse(entry.template) if name]
        assert all(name.isidentifier() for name in names)


def test_unknown_values_everywhere_contradict_nothing():
    assert board_problems(Board(missing=dict.fromkeys(PLACES, UNKNOWN))) == ()
    others = [place for place in PLACES if place not in TEXT_PLACES]
    assert board_problems(Board(missing=dict.fromkeys(others, EMPTY))) == ()
    assert board_problems(Board(scoring="")) == ()


def test_trumps_decide_who_revokes_next():
    # At spades North ruffs the first trick and leads to the second; at notrump West does.
    play = Play.of(Seat.WEST, "CA SA HA DA", "CK SK HK DK", ending=Ending.CLOSED)
    for stated, winner in ((contract("7S", "S"), Seat.NORTH), (contract("7NT", "S"), Seat.WEST)):
        assert play.winner_of(0, stated.strain or Strain.CLUBS) is winner
        assert found_in(deal=SUITS_APART, contract=stated, play=play) == []
