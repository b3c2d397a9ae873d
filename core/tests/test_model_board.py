from __future__ import annotations

import attrs
import pytest
from hypothesis import given

from overtrick import (
    EMPTY,
    UNKNOWN,
    Board,
    BoardSet,
    Contract,
    Deal,
    Extras,
    Grid,
    Info,
    Result,
    Seat,
    Source,
    Vulnerability,
)
from overtrick.findings.diagnostics import Diagnostic, Location, Severity
from overtrick.findings.errors import ModelError
from overtrick.findings.losses import Field
from overtrick.model.fields import Stated, field_value
from overtrick_testing.strategies import board_sets, boards, double_dummy_grids, extras

ITEMS = {"dlm:duplicates": 1, "pbn:Room": "Open", "pbn:Deep": (1, ("a", None), True), "x:y": None}


def test_extras_are_a_mapping_in_the_order_given():
    found = Extras(ITEMS)
    assert list(found) == list(ITEMS)
    assert dict(found) == ITEMS
    assert len(found) == 4
    assert "pbn:Room" in found
    with pytest.raises(KeyError):
        found["pbn:Site"]


@given(extras())
def test_extras_are_equal_in_whatever_order(found):
    turned = Extras(dict(reversed(list(found.items()))))
    assert turned == found
    assert hash(turned) == hash(found)


def test_extras_are_equal_to_extras_only():
    assert Extras(ITEMS) != ITEMS
    assert Extras() == Extras({})


def test_extras_change_into_new_ones():
    found = Extras(ITEMS)
    assert found.with_items({"x:y": 2})["x:y"] == 2
    assert found["x:y"] is None
    assert "x:y" not in found.without("x:y", "x:z")
    assert found.of_format("pbn") == {"Room": "Open", "Deep": (1, ("a", None), True)}
    assert found.text("pbn:Room") == "Open"
    assert found.text("dlm:duplicates", "none") == "none"
    assert found.text("no:such") is None


@pytest.mark.parametrize(
    "items", [{"Room": "Open"}, {"x:y": 1.5}, {"x:y": [1]}, {"x:y": (1, [2])}, {"x:y": b"1"}]
)
def test_what_could_not_be_kept_or_hashed_is_refused(items):
    with pytest.raises(ModelError, match="an extra"):
        Extras(items)


def test_a_value_of_a_subclass_of_text_is_kept():
    text = type("Text", (str,), {})("Open")
    assert Extras({"pbn:Room": text})["pbn:Room"] == "Open"


def test_extras_cannot_be_changed():
    content = dict(ITEMS)
    found = Extras(content)
    content["x:z"] = 1
    assert "x:z" not in found
    with pytest.raises(AttributeError):
        found._items = {}
    with pytest.raises(TypeError, match="Extras is immutable"):
        found["x:y"] = 1
    with pytest.raises(TypeError, match="Extras is immutable"):
        found.update({"x:y": 1})


def test_extras_read_as_their_keys():
    assert repr(Extras(ITEMS)) == "<Extras dlm:duplicates, pbn:Room, pbn:Deep, x:y>"
    assert repr(Extras()) == "<Extras none>"


def test_where_a_board_came_from_does_not_count():
    board = Board(number=1)
    source = Source(format="pbn", text="[Board 1]")
    read = attrs.evolve(board, origin=Location(path="a.pbn", line=3), source=source)
    assert read == board
    assert hash(read) == hash(board)
    assert "a.pbn" not in repr(read)


@pytest.mark.parametrize(
    ("fields", "label"),
    [
        ({"number": 7}, "7"),
        ({"number": 7, "name": "Seven"}, "7"),
        ({"name": "Example 1"}, "Example 1"),
        ({"missing": {"number": UNKNOWN}, "name": "Example 1"}, "Example 1"),
        ({}, "?"),
        ({"missing": {"number": EMPTY}}, "?"),
    ],
)
def test_a_board_is_called_by_its_number_or_its_name(fields, label):
    assert Board(**fields).label == label


def test_a_board_reads_as_a_player_writes_it():
    board = Board(
        number=1,
        dealer=Seat.NORTH,
        vulnerability=Vulnerability.NONE,
        deal=Deal.parse("N:AK... - - -"),
        contract=Contract.parse("4S", declarer=Seat.NORTH),
        result=Result(tricks=10),
    )
    assert repr(board) == "<Board 1 N None N:AK... - - - 4S by N = 10>"
    assert repr(Board(missing={"dealer": UNKNOWN, "contract": EMPTY})) == "<Board ?>"


@given(double_dummy_grids())
def test_a_board_finds_its_grids_by_name(view):
    other = Grid(name="ScoreTable")
    board = Board(grids=(other, view.to_grid()))
    assert board.double_dummy == view
    assert board.grid("ScoreTable") is other
    assert board.grid("TotalScoreTable") is None
    assert Board().double_dummy is None


def test_a_table_that_cannot_be_read_is_no_double_dummy_grid():
    with pytest.raises(ModelError, match="no column"):
        _ = Board(grids=(Grid(name="OptimumResultTable"),)).double_dummy


def test_a_notebook_shows_the_hand_diagram():
    assert Board(number=3)._repr_html_().startswith("<figure")


def test_info_knows_its_players_by_seat():
    info = Info(players=("A", "", None, "D"))
    assert [info.player(seat) for seat in Seat] == ["A", "", None, "D"]


@given(board_sets(max_size=3, carries={Field.NUMBER, Field.DEALER}))
def test_a_set_is_a_sequence_of_its_boards(boards):
    assert len(boards) == len(boards.boards)
    assert list(boards) == [boards[index] for index in range(len(boards))]


def test_a_set_is_equal_by_content():
    found = Diagnostic(code="X001", severity=Severity.NOTE, message="odd")
    one = BoardSet(boards=(Board(number=1),), format="pbn", diagnostics=(found,))
    assert one == BoardSet(boards=(Board(number=1),))
    assert one != BoardSet(boards=(Board(number=1),), header=Extras({"x:y": 1}))


def test_a_set_names_its_first_boards():
    boards = tuple(Board(number=number) for number in range(1, 7))
    assert repr(BoardSet(boards=boards)) == "<BoardSet 6 boards: 1, 2, 3, 4, ...>"
    assert repr(BoardSet(boards=boards[:2])) == "<BoardSet 2 boards: 1, 2>"


@given(boards())
def test_the_fields_that_are_stated_are_those_with_a_value(board):
    expected = [field for field in Field if field_value(board, field) is not None]
    assert Stated(Field).of(board) == expected
