from __future__ import annotations

import json
from decimal import Decimal

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick import (
    EMPTY,
    PLACES,
    UNKNOWN,
    Align,
    Auction,
    Board,
    CallEntry,
    Card,
    Column,
    Contract,
    Deal,
    Ending,
    Extras,
    Grid,
    Info,
    Irregularity,
    Order,
    Play,
    PlayedCard,
    Result,
    Score,
    Seat,
    Source,
    Trick,
    Vulnerability,
)
from overtrick.findings.diagnostics import Location
from overtrick.findings.errors import ModelError
from overtrick.model.missing import TEXT_PLACES
from overtrick.tools.board_json import board_from_dict, board_to_dict
from overtrick_testing.strategies import boards, extras

DEAL = "N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543"

# The example of the command line's documentation, with names in place of its dots.
EXAMPLE = {
    "board": 1,
    "dealer": "N",
    "vulnerable": "None",
    "deal": DEAL,
    "event": "Cup",
    "site": "Club",
    "date": "2026.11.20",
    "players": {"N": "Ann", "E": "Ben", "S": "Cid", "W": "Dot"},
    "scoring": "IMP",
    "declarer": "S",
    "contract": "5HX",
    "result": 9,
    "score": {"NS": -300},
    "auction": {
        "dealer": "N",
        "calls": ["1D", "1S", "3H", "4S"],
        "ending": "complete",
        "notes": {"2": "non-forcing"},
    },
    "play": {"leader": "W", "tricks": [["SK", "H3", "S4", "S3"]], "ending": "complete"},
    "grids": {
        "OptimumResultTable": {
            "columns": ["Declarer", "Denomination", "Result"],
            "rows": [["N", "NT", "6"]],
        }
    },
    "extras": {"dlm:duplicates": 1},
}


def through_json(board):
    return board_from_dict(json.loads(json.dumps(board_to_dict(board))))


def test_the_documented_example_is_what_comes_out():
    calls = list(Auction.of(Seat.NORTH, "1D 1S 3H 4S").entries)
    calls[2] = attrs.evolve(calls[2], note="non-forcing")
    board = Board(
        number=1,
        dealer=Seat.NORTH,
        vulnerability=Vulnerability.NONE,
        deal=Deal.parse(DEAL),
        scoring="IMP",
        contract=Contract.parse("5HX", declarer=Seat.SOUTH),
        result=Result(tricks=9),
        score=Score(ns=-300),
        auction=Auction(dealer=Seat.NORTH, entries=tuple(calls), ending=Ending.COMPLETE),
        play=Play.of(Seat.WEST, "SK H3 S4 S3", ending=Ending.COMPLETE),
        info=Info(
            event="Cup", site="Club", date="2026.11.20", players=("Ann", "Ben", "Cid", "Dot")
        ),
        grids=(
            Grid(
                name="OptimumResultTable",
                columns=tuple(Column(name=n) for n in ("Declarer", "Denomination", "Result")),
                rows=(("N", "NT", "6"),),
            ),
        ),
        extras=Extras({"dlm:duplicates": 1}),
    )
    found = board_to_dict(board)
    assert found == EXAMPLE
    assert list(found) == list(EXAMPLE)
    assert board_from_dict(EXAMPLE) == board


@settings(deadline=None)
@given(boards(nasty=True, extras=extras("demo", "pbn", nasty=True)))
def test_a_board_comes_back_from_its_json(board):
    assert through_json(board) == board


@settings(deadline=None)
@given(boards(consistent=True))
def test_a_consistent_board_comes_back_from_its_json(board):
    again = through_json(board)
    assert again == board
    assert board_to_dict(again) == board_to_dict(board)


def test_what_is_not_stated_is_absent():
    assert board_to_dict(Board()) == {}
    assert board_from_dict({}) == Board()


def test_unknown_is_null_and_empty_is_the_empty_string():
    for nothing, value in ((UNKNOWN, None), (EMPTY, "")):
        places = [place for place in PLACES if place not in TEXT_PLACES]
        board = Board(missing=dict.fromkeys(places, nothing))
        found = board_to_dict(board)
        assert found == dict.fromkeys(
            [
                *("board", "dealer", "vulnerable", "deal", "declarer"),
                *("contract", "result", "score", "auction", "play"),
            ],
            value,
        )
        assert board_from_dict(found) == board


def test_text_is_unknown_or_empty_too():
    board = Board(
        info=Info(event="", players=("", None, None, None)),
        scoring="",
        missing=dict.fromkeys(TEXT_PLACES, UNKNOWN),
    )
    found = board_to_dict(board)
    assert found == {
        "event": "",
        **dict.fromkeys(("site", "date", "room"), None),
        "players": {"N": "", "E": None, "S": None, "W": None},
        "teams": {"home": None, "visit": None},
        "scoring": "",
    }
    assert board_from_dict(found) == board


@pytest.mark.parametrize(
    ("contract", "said", "found"),
    [
        (Contract.parse("4S"), UNKNOWN, {"declarer": None, "contract": "4S"}),
        (Contract.parse("Pass"), EMPTY, {"declarer": "", "contract": "Pass"}),
        (None, UNKNOWN, {"declarer": None}),
    ],
)
def test_a_declarer_may_be_unknown_or_empty(contract, said, found):
    board = Board(contract=contract, missing={"declarer": said})
    assert board_to_dict(board) == found
    assert board_from_dict(found) == board


def test_where_a_board_came_from_is_left_out():
    read = Board(number=1, origin=Location(line=3), source=Source(format="pbn", text="x"))
    assert board_to_dict(read) == {"board": 1}


@pytest.mark.parametrize(
    ("contract", "found"),
    [
        (Contract.parse("Pass"), {"contract": "Pass"}),
        (Contract.parse("H", declarer=Seat.NORTH), {"declarer": "N", "contract": "H"}),
        (Contract(declarer=Seat.NORTH), {"declarer": "N", "contract": None}),
        (Contract(declarer=Seat.NORTH, swapped=True), {"declarer": "^N", "contract": None}),
        (
            attrs.evolve(Contract.parse("4S", declarer=Seat.WEST), swapped=True),
            {"declarer": "^W", "contract": "4S"},
        ),
    ],
)
def test_contracts_of_every_kind(contract, found):
    assert board_to_dict(Board(contract=contract)) == found
    assert board_from_dict(found).contract == contract


@pytest.mark.parametrize(
    ("result", "found"),
    [
        (Result(tricks=0), 0),
        (Result(tricks=9, irregular=True), {"declarer": 9, "irregular": True}),
        (Result(ns=9), {"NS": 9}),
        (Result(tricks=9, ns=9, ew=4), {"declarer": 9, "NS": 9, "EW": 4}),
    ],
)
def test_results_of_every_kind(result, found):
    assert board_to_dict(Board(result=result)) == {"result": found}
    assert board_from_dict({"result": found}).result == result


@pytest.mark.parametrize(
    ("score", "found"),
    [
        (Score(declarer=420), {"declarer": 420}),
        (Score(ns="0.1", ew="-0.1"), {"NS": 0.1, "EW": -0.1}),
        (Score(ns="1E+3"), {"NS": 1000}),
        (Score(ns="12345678901234567890"), {"NS": "12345678901234567890"}),
        (Score(ns="0.12345678901234567890"), {"NS": "0.12345678901234567890"}),
    ],
)
def test_scores_keep_every_digit(score, found):
    assert board_to_dict(Board(score=score)) == {"score": found}
    assert through_json(Board(score=score)).score == score


@given(st.decimals(-(10**19), 10**19, places=20))
def test_any_number_of_points_comes_back(points):
    board = Board(score=Score(ew=points))
    assert through_json(board) == board
    assert Decimal(points) == through_json(board).score.ew


def test_what_is_said_of_calls_and_cards_has_keys_of_its_own():
    entries = (
        CallEntry(call=None, irregularity=Irregularity.SKIPPED),
        CallEntry(call=Auction.of(Seat.NORTH, "1C").calls[0], alert=True, nags=(1, 3)),
        CallEntry(
            call=Auction.of(Seat.NORTH, "1C").calls[0],
            comment="oops",
            irregularity=Irregularity.INSUFFICIENT_BID,
        ),
    )
    played = PlayedCard(
        card=Card.parse("S4"), note="count", nags=(7,), irregularity=Irregularity.REVOKE
    )
    unseen = PlayedCard(card=None, comment="any")
    play = Play(leader=Seat.SOUTH, tricks=(Trick((None, None, None, None)),) * 2)
    play = attrs.evolve(play, tricks=(play.tricks[0], Trick((unseen, None, None, played))))
    board = Board(auction=Auction(dealer=Seat.EAST, entries=entries), play=play)
    found = board_to_dict(board)
    assert found["auction"] == {
        "dealer": "E",
        "calls": [None, "1C", "1C"],
        "ending": "unknown",
        "alerts": [1],
        "nags": {"1": [1, 3]},
        "comments": {"2": "oops"},
        "irregularities": {"0": "skipped", "2": "insufficient_bid"},
    }
    assert found["play"] == {
        "leader": "S",
        "tricks": [[None] * 4, [None, "S4", None, None]],
        "ending": "unknown",
        "notes": {"1.W": "count"},
        "nags": {"1.W": [7]},
        "comments": {"1.N": "any"},
        "irregularities": {"1.W": "revoke"},
    }
    assert through_json(board) == board


def test_what_is_no_part_of_a_board_has_no_json():
    with pytest.raises(ModelError, match="no JSON for"):
        board_to_dict(Board(scoring=object()))


def test_plain_calls_and_cards_are_the_shared_ones():
    board = Board(auction=Auction.of(Seat.NORTH, "1C AP"), play=Play.of(Seat.EAST, "SA S2 S3 S4"))
    again = through_json(board)
    assert again.auction.entries[0] is board.auction.entries[0]
    assert again.play.tricks[0].cards[0] is board.play.tricks[0].cards[0]


def test_grids_keep_their_order_layout_and_names():
    plain = Column(name="A")
    ordered = Column(name="B", order=Order.DESCENDING, width=3, align=Align.RIGHT)
    grids = (
        Grid(name="T", columns=(plain, ordered), rows=(("1", "2"),)),
        Grid(name="T", rows=(("free",), ())),
        Grid(name="T#2"),
        Grid(name="T"),
    )
    board = Board(grids=grids)
    found = board_to_dict(board)["grids"]
    assert list(found) == ["T", "T#3", "T#2", "T#4"]
    assert found["T"]["layout"] == [{}, {"order": "+", "width": 3, "align": "R"}]
    assert found["T#3"]["name"] == "T"
    assert through_json(board).grids == grids


def test_extras_keep_tuples():
    board = Board(extras=Extras({"x:y": (1, ("a", None), ()), "x:z": True}))
    assert board_to_dict(board)["extras"] == {"x:y": [1, ["a", None], []], "x:z": True}
    assert through_json(board) == board


@pytest.mark.parametrize(
    ("data", "why"),
    [
        ([], "the board is an object"),
        ({"boord": 1}, "no key 'boord'"),
        ({1: 1}, "a key of the board is text"),
        ({"board": "1"}, "board is a whole number"),
        ({"board": True}, "board is a whole number"),
        ({"board": 1.5}, "board is a whole number"),
        ({"name": 3}, "name is text"),
        ({"dealer": "X"}, "not a seat"),
        ({"dealer": 3}, "dealer is text"),
        ({"vulnerable": "some"}, "not a vulnerability"),
        ({"deal": "N:-"}, "four hands"),
        ({"deal": []}, "deal is text"),
        ({"event": 3}, "event is text"),
        ({"players": []}, "players is an object"),
        ({"players": {"X": "a"}}, "no key 'X'"),
        ({"teams": {"visit": 1}}, "visit is text"),
        ({"contract": "8C"}, "not a contract"),
        ({"contract": "", "declarer": "N"}, "not empty beside a declarer"),
        ({"contract": "4S", "declarer": "^X"}, "not a seat"),
        ({"result": 14}, "0 to 13"),
        ({"result": {}}, "not a number of tricks"),
        ({"result": {"irregular": 1}}, "irregular is true or false"),
        ({"result": "9"}, "result is a whole number"),
        ({"result": {"NS": "9"}}, "result NS is a whole number"),
        ({"score": {}}, "at least one number"),
        ({"score": {"NS": True}}, "score NS is a number"),
        ({"score": {"NS": float("nan")}}, "not a number of points"),
        ({"score": {"NS": "x"}}, "not a number of points"),
        ({"score": 420}, "score is an object"),
        ({"auction": {}}, "calls is a list"),
        ({"auction": {"calls": []}}, "dealer of the auction is text"),
        ({"auction": {"calls": ["1Z"], "dealer": "N"}}, "not a call"),
        ({"auction": {"calls": [1], "dealer": "N"}}, "calls 0 is text"),
        ({"auction": {"calls": [], "dealer": "N", "ending": "soon"}}, "ending of the auction"),
        ({"auction": {"calls": [], "dealer": "N", "ending": []}}, "ending of the auction"),
        ({"auction": {"calls": [], "dealer": "N", "alerts": [0]}}, "not there"),
        ({"auction": {"calls": [], "dealer": "N", "notes": {"0": "x"}}}, "not there"),
        ({"auction": {"calls": ["1C"], "dealer": "N", "notes": {"0": 1}}}, "notes 0 is text"),
        ({"auction": {"calls": ["1C"], "dealer": "N", "nags": {"0": "1"}}}, "nags 0 is a list"),
        (
            {"auction": {"calls": ["1C"], "dealer": "N", "irregularities": {"0": "x"}}},
            "an irregularity",
        ),
        ({"play": {"leader": "N"}}, "tricks is a list"),
        ({"play": {"leader": "N", "tricks": [["SA"]]}}, "four cards"),
        ({"play": {"leader": "N", "tricks": [["SX", None, None, None]]}}, "not a rank"),
        ({"play": {"tricks": []}}, "leader of the play is text"),
        ({"grids": []}, "grids is an object"),
        ({"grids": {"T": {"columns": ["A"], "rows": [[]]}}}, "has 0 cells"),
        ({"grids": {"T": {"columns": ["A"], "layout": []}}}, "as long as its columns"),
        ({"grids": {"T": {"columns": ["A"], "layout": [{"order": "x"}]}}}, "layout of A"),
        ({"grids": {"T": {"columns": ["A"], "layout": [{"width": "x"}]}}}, "width of A"),
        ({"extras": {"y": 1}}, "names its format"),
        ({"extras": {"x:y": 1.5}}, "extra x:y is text"),
        ({"extras": {"x:y": {}}}, "extra x:y is text"),
    ],
)
def test_json_that_is_no_board_is_refused_with_a_reason(data, why):
    with pytest.raises(ModelError, match=why):
        board_from_dict(data)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)


@pytest.mark.slow
@given(st.dictionaries(st.sampled_from(sorted(EXAMPLE)), JSON))
def test_any_json_is_a_board_or_a_model_error(data):
    try:
        board = board_from_dict(data)
    except ModelError:
        return
    assert through_json(board) == board


def nested(depth):
    """Lists within one another."""
    value = []
    for _ in range(depth - 1):
        value = [value]
    return value


def test_extras_are_as_deep_as_they_may_be():
    board = board_from_dict({"extras": {"x:y": nested(100)}})
    assert through_json(board) == board
    for depth in (101, 5_000):
        with pytest.raises(ModelError, match="100 lists within one another"):
            board_from_dict({"extras": {"x:y": nested(depth)}})
    with pytest.raises(ModelError, match="100 tuples within one another"):
        Extras({"x:y": (board.extras["x:y"],)})


@pytest.mark.parametrize("key", sorted(EXAMPLE))
def test_deep_json_is_a_model_error_wherever_it_stands(key):
    with pytest.raises(ModelError):
        board_from_dict({key: nested(5_000)})
    with pytest.raises(ModelError):
        board_from_dict({key: {"NS": nested(5_000), "deep": nested(5_000)}})
