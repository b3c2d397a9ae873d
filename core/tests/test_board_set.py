"""A set of boards: a sequence of its own kind, and a table in one call."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick import (
    EMPTY,
    PLACES,
    UNKNOWN,
    Auction,
    Board,
    BoardSet,
    Contract,
    Deal,
    Diagnostic,
    Extras,
    Info,
    Play,
    Result,
    Score,
    Seat,
    Severity,
    Vulnerability,
)
from overtrick_testing.strategies import board_sets

DEAL = Deal.parse("N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. -")

PLAYED = Board(
    number=7,
    name="Seven",
    dealer=Seat.SOUTH,
    vulnerability=Vulnerability.BOTH,
    deal=DEAL,
    scoring="IMP",
    auction=Auction.of(Seat.SOUTH, "1C X 4S AP"),
    play=Play.of(Seat.NORTH, "SK H3 S4 S3"),
    contract=Contract.parse("4SX", declarer=Seat.EAST),
    result=Result(ns=4),
    score=Score(ew=790),
    info=Info(
        event="Cup", date="2026.11.20", room="Open",
        players=("Ann", None, None, ""), teams=("Home", None),
    ),
    missing={"info.site": UNKNOWN, "info.players.east": UNKNOWN},
)  # fmt: skip

RECORD = {
    "board": 7,
    "name": "Seven",
    "dealer": "S",
    "vulnerability": "All",
    "north": "T53.AJ7.AT.AQ762",
    "east": "AKJ9.Q.QJ65.KJT8",
    "south": "872.T9543.K9732.",
    "west": None,
    "scoring": "IMP",
    "auction": "1C X 4S Pass Pass Pass",
    "lead": "SK",
    "contract": "4SX",
    "declarer": "E",
    "result": 9,
    "score": -790,
    "event": "Cup",
    "site": None,
    "date": "2026.11.20",
    "room": "Open",
    "player_north": "Ann",
    "player_east": None,
    "player_south": None,
    "player_west": "",
    "team_home": "Home",
    "team_away": None,
}


def test_a_slice_is_a_set_of_the_same_file():
    found = Diagnostic(code="X001", severity=Severity.NOTE, message="odd")
    boards = BoardSet(
        boards=tuple(Board(number=n) for n in range(1, 9)),
        header=Extras({"x:y": 1}),
        format="x",
        diagnostics=(found,),
    )
    some = boards[2:-1:2]
    assert isinstance(some, BoardSet)
    assert [board.number for board in some] == [3, 5, 7]
    assert (some.header, some.format, some.diagnostics) == (boards.header, "x", (found,))
    assert boards[-1].number == 8
    with pytest.raises(IndexError):
        boards[8]


@pytest.mark.slow
@given(board_sets(max_size=4), st.slices(4))
def test_a_slice_has_the_boards_of_a_slice(boards, where):
    assert boards[where].boards == boards.boards[where]
    assert boards[:] == boards


def test_a_record_has_every_value_in_the_documented_order():
    [record] = BoardSet(boards=(PLAYED,)).to_records()
    assert list(record.items()) == list(RECORD.items())


def test_the_documentation_names_every_key_in_order():
    text = BoardSet.to_records.__doc__.partition("Example:")[0]
    places = [text.index(f"`{key}`") for key in RECORD]
    assert places == sorted(places)


@pytest.mark.slow
@given(board_sets(max_size=3))
def test_all_records_have_the_same_keys_and_plain_values(boards):
    for board, record in zip(boards, boards.to_records(), strict=True):
        assert list(record) == list(RECORD)
        assert {type(value) for value in record.values()} <= {str, int, float, type(None)}
        assert record["board"] == board.number


def records(**fields):
    return BoardSet(boards=(Board(**fields),)).to_records()[0]


def test_nothing_of_any_kind_is_none():
    nothing = dict.fromkeys(RECORD)
    assert records() == nothing
    assert records(missing=dict.fromkeys(PLACES, UNKNOWN)) == nothing
    assert records(missing={"dealer": EMPTY, "contract": EMPTY, "result": EMPTY}) == nothing
    assert records(deal=Deal.parse("N:- - - -"), play=Play(leader=Seat.WEST)) == nothing


@pytest.mark.parametrize(
    ("score", "declarer", "points"),
    [
        (Score(ns=420), None, 420),
        (Score(ew=420), None, -420),
        (Score(declarer=420), Seat.SOUTH, 420),
        (Score(declarer=420), Seat.EAST, -420),
        (Score(declarer=420), None, None),
        (Score(ns=Decimal("4.50")), None, 4.5),
        (Score(ns=Decimal("4.0")), None, 4),
    ],
)
def test_the_score_is_that_of_north_and_south(score, declarer, points):
    contract = Contract(level=4, strain=PLAYED.contract.strain, declarer=declarer)
    found = records(score=score, contract=contract)["score"]
    assert (found, type(found)) == (points, type(points))


@pytest.mark.parametrize(
    ("contract", "told"),
    [
        (Contract.parse("Pass"), ("Pass", None)),
        (Contract.parse("NT", declarer=Seat.WEST), ("NT", "W")),
        (Contract(declarer=Seat.WEST), (None, "W")),
        (Contract.parse("3NT"), ("3NT", None)),
    ],
)
def test_contract_and_declarer(contract, told):
    record = records(contract=contract)
    assert (record["contract"], record["declarer"]) == told


def test_the_result_is_declarers_where_that_can_be_told():
    assert records(result=Result(tricks=9))["result"] == 9
    assert records(result=Result(ns=9))["result"] is None


TABLE = BoardSet(boards=(Board(), PLAYED, Board(number=8, score=Score(ns=Decimal("0.5")))))


def test_pandas_takes_the_records():
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    frame = pandas.DataFrame(TABLE.to_records())
    assert list(frame.columns) == list(RECORD)
    assert frame.set_index("board").loc[7, "score"] == -790
    assert frame.groupby("dealer").size()["S"] == 1


def test_arrow_takes_the_records():
    pyarrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    table = pyarrow.Table.from_pylist(TABLE.to_records())
    assert table.column_names == list(RECORD)
    assert table.column("board").to_pylist() == [None, 7, 8]
    assert table.column("score").to_pylist() == [None, -790, 0.5]


def test_polars_takes_the_records():
    polars = pytest.importorskip("polars", reason="polars is not installed")
    frame = polars.DataFrame(TABLE.to_records())
    assert frame.columns == list(RECORD)
    assert frame["score"].to_list() == [None, -790, 0.5]
