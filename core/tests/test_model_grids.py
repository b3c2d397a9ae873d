from __future__ import annotations

import pytest
from hypothesis import given

from overtrick import Align, Column, DoubleDummyGrid, Grid, Order, Seat, Strain
from overtrick.findings.errors import ModelError
from overtrick.model.grids import OPTIMUM_RESULT_TABLE
from overtrick_testing.strategies import columns, double_dummy_grids, grids


def result_table(*rows, columns=("Declarer", "Denomination", "Result")):
    heads = tuple(Column(name=name) for name in columns)
    cells = tuple(tuple(row.split()) for row in rows)
    return Grid(name=OPTIMUM_RESULT_TABLE, columns=heads, rows=cells)


@given(double_dummy_grids(complete=False))
def test_double_dummy_tricks_are_read_from_their_table(view):
    grid = view.to_grid()
    assert DoubleDummyGrid.from_grid(grid) == view
    assert grid.name == "OptimumResultTable"
    known = sum(count is not None for row in view.tricks for count in row)
    assert len(grid.rows) == known


@given(double_dummy_grids())
def test_a_full_table_has_twenty_rows_that_may_stand_in_any_order(view):
    grid = view.to_grid()
    assert len(grid.rows) == 20
    turned = Grid(name=grid.name, columns=grid.columns, rows=grid.rows[::-1])
    assert DoubleDummyGrid.from_grid(turned) == view
    assert all(view.tricks_of(s, t) == view.tricks[s][t] for s in Seat for t in Strain)


def test_a_cell_may_be_unknown():
    view = DoubleDummyGrid.from_grid(result_table("N NT ?", "E S -", "S H 9"))
    assert view.tricks_of(Seat.NORTH, Strain.NOTRUMP) is None
    assert view.tricks_of(Seat.SOUTH, Strain.HEARTS) == 9
    assert repr(view) == (
        "<DoubleDummyGrid C,D,H,S,NT N:?,?,?,?,? E:?,?,?,?,? S:?,?,9,?,? W:?,?,?,?,?>"
    )


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        (["X NT 9"], "not a seat"),
        (["N Z 9"], "not a strain"),
        (["N NT x"], "not a number of tricks"),
        (["N NT ²"], "not a number of tricks"),
        (["N NT 14"], "0 to 13"),
        (["N NT " + "9" * 5000], "not a number of tricks"),
        (["N NT 9", "N NT 9"], "two rows for N NT"),
    ],
)
def test_a_table_that_is_none_is_refused(rows, why):
    with pytest.raises(ModelError, match=why):
        DoubleDummyGrid.from_grid(result_table(*rows))


def test_a_missing_column_is_named():
    grid = result_table("N NT", columns=("Declarer", "Denomination"))
    with pytest.raises(ModelError, match="no column 'Result'"):
        DoubleDummyGrid.from_grid(grid)


@pytest.mark.parametrize(
    "tricks", [(), ((1, 2, 3, 4, 5),) * 3, ((1, 2, 3, 4),) * 4, ((1, 2, 3, 4, 14),) * 4]
)
def test_other_than_twenty_numbers_of_tricks_are_refused(tricks):
    with pytest.raises(ModelError):
        DoubleDummyGrid(tricks)


@given(grids())
def test_a_column_is_found_by_its_name(grid):
    for index, column in enumerate(grid.columns):
        assert grid.column(column.name) == tuple(row[index] for row in grid.rows)
    assert repr(grid).startswith(f"<Grid {grid.name} ")
    assert f"{len(grid.rows)} rows" in repr(grid)


def test_a_row_has_a_cell_for_each_column():
    with pytest.raises(ModelError, match="row 2 of T has 1 cells, not 2"):
        Grid(name="T", columns=(Column(name="A"), Column(name="B")), rows=(("1", "2"), ("3",)))


def test_rows_are_free_where_there_are_no_columns():
    assert Grid(name="T", rows=(("1", "2"), ("3",))).rows[1] == ("3",)


@given(columns())
def test_a_column_reads_as_its_standard_writes_it(column):
    text = str(column)
    assert text.startswith(column.order.value + column.name)
    assert ("\\" in text) == (column.width is not None)
    assert repr(column) == f"<Column {text}>"


def test_a_column_with_everything():
    column = Column(name="Rank", order=Order.ASCENDING, width=2, align=Align.RIGHT)
    assert str(column) == "-Rank\\2R"
