"""Boards as columns: what stands in each, batches of them, and errors on the way."""

from __future__ import annotations

import importlib.util

import pytest

from overtrick import (
    COLUMNS,
    Auction,
    Board,
    ColumnType,
    Contract,
    Deal,
    DoubleDummyGrid,
    Ending,
    Extras,
    Field,
    Grid,
    Info,
    LimitError,
    Limits,
    OptionError,
    ParseError,
    Play,
    Result,
    Score,
    Seat,
    Vulnerability,
    board_column,
    scan,
)
from overtrick.model.columns import DEFAULT_COLUMNS, columns_of

EMPTY = Board()


@pytest.fixture
def full(split_ten):
    return Board(
        number=7,
        name=None,
        dealer=Seat.SOUTH,
        vulnerability=Vulnerability.BOTH,
        deal=Deal.parse(split_ten),
        scoring="MP",
        contract=Contract.parse("4SX", Seat.EAST),
        result=Result(tricks=9),
        score=Score(declarer=-200, ns=200),
        auction=Auction.of(Seat.SOUTH, "Pass 1S X 4S X AP"),
        play=Play.of(Seat.SOUTH, "SK S2 S3 S4", "C5 - C6", ending=Ending.CLOSED),
        info=Info(
            event="Cup",
            site="Club",
            date="2026.11.22",
            room="Open",
            players=("Ann", "Bea", "Cat", None),
            teams=("Home", "Away"),
        ),
        grids=(DoubleDummyGrid(((7, 6, 5, 4, 3),) * 3 + ((None, 1, 2, 3, 13),)).to_grid(),),
        extras=Extras({"line:flags": 3, "line:names": ("a", "b"), "line:text": "x"}),
    )


def test_what_stands_in_each_column(full):
    found = {name: column.of(full) for name, column in COLUMNS.items()}
    hands = full.deal.hands
    assert found == {
        "number": 7,
        "name": None,
        "dealer": "S",
        "vulnerability": "All",
        "deal": full.deal.to_text(),
        "north_hand": hands[0].mask,
        "east_hand": hands[1].mask,
        "south_hand": hands[2].mask,
        "west_hand": hands[3].mask,
        "scoring": "MP",
        "contract": "4SX",
        "level": 4,
        "strain": "S",
        "doubling": 1,
        "declarer": "E",
        "result": 9,
        "result_ns": None,
        "result_ew": None,
        "score": -200.0,
        "score_ns": 200.0,
        "score_ew": None,
        "event": "Cup",
        "site": "Club",
        "date": "2026.11.22",
        "room": "Open",
        "north": "Ann",
        "east": "Bea",
        "south": "Cat",
        "west": None,
        "home_team": "Home",
        "visit_team": "Away",
        "opener": "S",
        "auction": "Pass 1S X 4S X Pass Pass Pass",
        "leader": "S",
        "play": "SK S2 S3 S4 C5 - C6 *",
        "double_dummy": (7, 6, 5, 4, 3) * 3 + (None, 1, 2, 3, 13),
        "line": None,
        "offset": None,
    }


def test_a_board_that_says_nothing_has_nothing_in_any_column():
    assert {column.of(EMPTY) for column in COLUMNS.values()} == {None}


@pytest.mark.parametrize("name", COLUMNS)
def test_every_value_is_of_the_type_of_its_column(name, full):
    kinds = {
        ColumnType.INTEGER: int,
        ColumnType.MASK: int,
        ColumnType.NUMBER: float,
        ColumnType.TEXT: str,
        ColumnType.TRICKS: tuple,
    }
    value = COLUMNS[name].of(full)
    assert value is None or type(value) is kinds[COLUMNS[name].type]


def test_rare_values():
    of = {name: column.of for name, column in COLUMNS.items()}
    only_declarer = Board(contract=Contract(declarer=Seat.WEST))
    assert (of["contract"](only_declarer), of["declarer"](only_declarer)) == (None, "W")
    passed = Board(contract=Contract.parse("Pass"))
    assert (of["contract"](passed), of["level"](passed)) == ("Pass", 0)
    assert of["doubling"](passed) is None
    going_on = Board(auction=Auction.of(Seat.NORTH, "1C", Ending.OPEN))
    assert of["auction"](going_on) == "1C +"
    no_table = Board(grids=(Grid(name="OptimumResultTable", rows=(("x",),)),))
    assert of["double_dummy"](no_table) is None


def test_extras_become_text(full):
    keys = ["line:flags", "line:names", "line:text", "line:other"]
    found = [column.of(full) for column in columns_of(keys)]
    assert found == ["3", '["a", "b"]', "x", None]


def test_default_columns_say_nothing_twice():
    assert set(COLUMNS) - set(DEFAULT_COLUMNS) == {
        "deal", "level", "strain", "doubling", "line", "offset",
    }  # fmt: skip
    assert columns_of(None) == tuple(COLUMNS[name] for name in DEFAULT_COLUMNS)


@pytest.mark.parametrize(
    ("names", "what"),
    [("deal", "several"), ([], "at least"), (["deal", "deal"], "two"), (["colour"], "no column")],
)
def test_columns_that_are_none_are_refused(names, what):
    with pytest.raises(OptionError, match=what):
        columns_of(names)


def lines(split_ten, *, count):
    return "".join(f"{number} {split_ten}\n" for number in range(1, count + 1)).encode()


@pytest.mark.parametrize("size", [1, 3, 300, 1000])
def test_batches_have_the_size_that_is_asked_for(manager, split_ten, size):
    data = b"# Club\n" + lines(split_ten, count=700)
    with scan(data, columns=["number", "dealer"], batch=size, manager=manager) as found:
        batches = list(found)
        assert found.header.text("line:title") == "Club"
        assert found.format == "line"
    assert [len(batch) for batch in batches[:-1]] == [size] * (len(batches) - 1)
    rows = [row for batch in batches for row in batch.rows()]
    assert rows == [(n, Seat.dealer_of(n).symbol) for n in range(1, 701)]


def test_a_file_without_boards_has_no_batch(manager):
    assert list(scan(b"# none", format="line", manager=manager)) == []
    with pytest.raises(OptionError, match="batch"):
        scan(b"# none", format="line", batch=0, manager=manager)


def test_the_boards_before_an_error_come_before_it(manager, split_ten):
    data = lines(split_ten, count=3) + b"hello\n" + lines(split_ten, count=2)
    found = scan(data, format="line", columns=["number"], batch=2, manager=manager)
    assert [next(found)["number"], next(found)["number"]] == [[1, 2], [3]]
    with pytest.raises(ParseError, match="LINE001"):
        next(found)
    found = scan(data, format="line", columns=["number"], errors="collect", manager=manager)
    assert [batch["number"] for batch in found] == [[1, 2, 3, 1, 2]]
    assert [item.code for item in found.diagnostics] == ["LINE001"]


def test_a_column_of_ones_own(manager, split_ten):
    points = board_column(
        "points", ColumnType.INTEGER, lambda board: board.deal.hands[0].hcp, {Field.DEAL}
    )
    (batch,) = scan(lines(split_ten, count=2), columns=[points], manager=manager)
    assert batch.to_dict() == {"points": [15, 15]}
    assert batch.names == ("points",)
    with pytest.raises(KeyError):
        batch["other"]


def test_limits_hold_for_a_scan(manager, split_ten):
    data = lines(split_ten, count=5)
    found = scan(data, columns=["number"], limits=Limits(max_boards=2), manager=manager)
    assert next(found)["number"] == [1, 2]
    with pytest.raises(LimitError, match="CORE011"):
        next(found)


@pytest.mark.skipif(importlib.util.find_spec("pyarrow") is None, reason="pyarrow is not installed")
def test_a_batch_as_arrow(manager, split_ten):
    (batch,) = scan(lines(split_ten, count=2), columns=list(COLUMNS), manager=manager)
    table = batch.to_arrow()
    assert table.schema.names == list(COLUMNS)
    assert table.to_pydict() == batch.to_dict()


@pytest.mark.skipif(importlib.util.find_spec("pyarrow") is not None, reason="pyarrow is installed")
def test_without_pyarrow_a_batch_says_so(manager, split_ten):
    (batch,) = scan(lines(split_ten, count=2), columns=["number"], manager=manager)
    with pytest.raises(ModuleNotFoundError, match="pyarrow"):
        batch.to_arrow()
