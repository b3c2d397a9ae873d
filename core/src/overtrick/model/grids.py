"""Ordered tables of text: score tables, double-dummy results, thinking times."""

from __future__ import annotations

import enum
from typing import Final

import attrs

from overtrick.findings.errors import ModelError
from overtrick.model.cards import Strain
from overtrick.model.notebook import html_of
from overtrick.model.table import Seat


class Order(enum.Enum):
    """How the rows are sorted by a column.

    Source: PBN 2.1 §5.2 (`+` descending, `-` ascending).
    """

    NONE = ""
    DESCENDING = "+"
    ASCENDING = "-"


class Align(enum.Enum):
    """On which side a cell is filled up to its column's width."""

    NONE = ""
    LEFT = "L"
    RIGHT = "R"


@attrs.frozen(kw_only=True, repr=False)
class Column:
    """One column of a grid.

    Attributes:
        name: such as `Rank` or `Score_NS`.
        order: how the rows are sorted by it.
        width: the least width in characters, or `None`.
        align: where the blanks go that fill the width.

    Source: PBN 2.1 §5.2 (Description of tables).
    """

    name: str
    order: Order = Order.NONE
    width: int | None = None
    align: Align = Align.NONE

    def __str__(self) -> str:
        width = "" if self.width is None else f"\\{self.width}{self.align.value}"
        return f"{self.order.value}{self.name}{width}"

    def __repr__(self) -> str:
        return f"<Column {self}>"


@attrs.frozen(kw_only=True, repr=False)
class Grid:
    """A table of cells as text.

    Attributes:
        name: what the table is, such as `OptimumResultTable`.
        columns: in order; empty for a section that is no table (then each row is free).
        rows: each with one cell a column, without quotes.

    Raises:
        ModelError: a row has another number of cells than there are columns.

    Example:
        >>> grid = Grid(name="OptimumResultTable",
        ...             columns=(Column(name="Declarer"), Column(name="Result")),
        ...             rows=(("N", "9"),))
        >>> grid.column("Result")
        ('9',)
    """

    name: str
    columns: tuple[Column, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()

    def __attrs_post_init__(self) -> None:
        width = len(self.columns)
        if width and {*map(len, self.rows)} - {width}:
            for number, row in enumerate(self.rows, 1):
                if len(row) != width:
                    msg = f"row {number} of {self.name} has {len(row)} cells, not {width}"
                    raise ModelError(msg)

    @classmethod
    def unchecked(
        cls, *, name: str, columns: tuple[Column, ...], rows: tuple[tuple[str, ...], ...]
    ) -> Grid:
        """Return the grid of columns and rows that the caller has proved; for readers.

        Each row has as many cells as there are columns, unless there are no columns.

        Example:
            >>> columns = (Column(name="Rank"), Column(name="Score"))
            >>> Grid.unchecked(name="ScoreTable", columns=columns, rows=(("1", "650"),))
            <Grid ScoreTable Rank;Score: 1 rows>
        """
        # Without counting the cells of each row, which costs a table of twenty five times as much.
        grid = cls.__new__(cls)
        _SET_NAME(grid, name)
        _SET_COLUMNS(grid, columns)
        _SET_ROWS(grid, rows)
        return grid

    def column(self, name: str) -> tuple[str, ...]:
        """Return the cells of a column, top to bottom.

        Raises:
            ModelError: there is no such column.
        """
        for index, column in enumerate(self.columns):
            if column.name == name:
                return tuple(row[index] for row in self.rows)
        msg = f"the table {self.name} has no column {name!r}"
        raise ModelError(msg)

    def __repr__(self) -> str:
        names = ";".join(column.name for column in self.columns)
        return f"<Grid {self.name} {names}: {len(self.rows)} rows>"

    _repr_html_ = html_of


_SET_NAME: Final = Grid.__dict__["name"].__set__
_SET_COLUMNS: Final = Grid.__dict__["columns"].__set__
_SET_ROWS: Final = Grid.__dict__["rows"].__set__


OPTIMUM_RESULT_TABLE: Final = "OptimumResultTable"

_DOUBLE_DUMMY_COLUMNS: Final = (
    Column(name="Declarer"),
    Column(name="Denomination", width=2, align=Align.RIGHT),
    Column(name="Result", width=2, align=Align.RIGHT),
)

_DOUBLE_DUMMY_NAMES: Final = [column.name for column in _DOUBLE_DUMMY_COLUMNS]

# The rows that tables share, by seat, by strain from notrump down, and by the number of tricks.
_ROWS: Final = tuple(
    tuple(
        tuple((seat.symbol, strain.symbol, str(count)) for count in range(14))
        for strain in reversed(Strain)
    )
    for seat in Seat
)

# The cell that each of these is, and its number.
_NO_CELL: Final[tuple[int | None, int | None]] = (None, None)
_USUAL: Final[dict[tuple[str, ...], tuple[int | None, int | None]]] = {
    row: (5 * seat + 4 - place, count)
    for seat, strains in enumerate(_ROWS)
    for place, counts in enumerate(strains)
    for count, row in enumerate(counts)
}

# The index of the cell of a seat and a strain among the twenty, by their usual texts.
_PLACES: Final = {
    (seat.symbol, strain.symbol): 5 * seat + strain for seat in Seat for strain in Strain
}


_COUNTS: Final = frozenset({None, *range(14)})


@attrs.frozen(repr=False)
class DoubleDummyGrid:
    """The double-dummy tricks of a deal: 20 numbers, seat by strain.

    Attributes:
        tricks: four rows (North, East, South, West) of five numbers (clubs, diamonds, hearts,
            spades, notrump), each 0 to 13, or `None` where it is not known.

    Raises:
        ModelError: not four rows of five, or a number outside 0 to 13.

    Example:
        >>> view = DoubleDummyGrid(((7, 6, 5, 4, 3),) * 4)
        >>> view.tricks_of(Seat.EAST, Strain.NOTRUMP)
        3
        >>> DoubleDummyGrid.from_grid(view.to_grid()) == view
        True
    """

    tricks: tuple[tuple[int | None, ...], ...]

    def __attrs_post_init__(self) -> None:
        if len(self.tricks) != 4 or any(len(row) != 5 for row in self.tricks):
            msg = "a double-dummy grid has four rows of five numbers"
            raise ModelError(msg)
        for row in self.tricks:
            if not _COUNTS.issuperset(row):
                msg = f"not a number of tricks in {row} (0 to 13)"
                raise ModelError(msg)

    def tricks_of(self, declarer: Seat, strain: Strain) -> int | None:
        """Return the tricks of a declarer in a strain, 0 to 13, or `None`."""
        return self.tricks[declarer][strain]

    @classmethod
    def from_grid(cls, grid: Grid) -> DoubleDummyGrid:
        """Read an `OptimumResultTable`; its rows may be in any order and incomplete.

        Raises:
            ModelError: a column is missing, a cell is no seat, strain or number, or two rows
                speak of the same declarer and strain.

        Source: PBN 2.1 §5.7 (OptimumResultTable).
        """
        cells: list[int | None] = [None] * 20
        if [column.name for column in grid.columns] == _DOUBLE_DUMMY_NAMES:
            # The usual rows, each once, are looked up: that takes a part of the time.
            usual = dict([_USUAL.get(row, _NO_CELL) for row in grid.rows])
            if len(usual) == len(grid.rows) and None not in usual:
                cells = [*map(usual.get, range(20))]
                return cls((*map(tuple, (cells[:5], cells[5:10], cells[10:15], cells[15:])),))
        found = set()
        for declarer, denomination, result in zip(
            grid.column("Declarer"),
            grid.column("Denomination"),
            grid.column("Result"),
            strict=True,
        ):
            place = _PLACES.get((declarer, denomination))
            if place is None:
                place = 5 * Seat.parse(declarer) + Strain.parse(denomination)
            if place in found:
                msg = f"two rows for {declarer} {denomination}"
                raise ModelError(msg)
            found.add(place)
            if result.isascii() and result.isdigit() and len(result) <= 2:
                cells[place] = int(result)
            elif result not in {"?", "-"}:
                msg = f"not a number of tricks: {result!r}"
                raise ModelError(msg)
        return cls(tuple(tuple(cells[start : start + 5]) for start in (0, 5, 10, 15)))

    def to_grid(self) -> Grid:
        """Return the `OptimumResultTable`: N, E, S, W by NT, S, H, D, C; unknown cells left out.

        Source: PBN 2.1 §5.7 (OptimumResultTable).
        """
        rows = tuple(
            [
                known[count]
                for counts, rows in zip(self.tricks, _ROWS, strict=True)
                for count, known in zip(reversed(counts), rows, strict=True)
                if count is not None
            ]
        )
        return Grid(name=OPTIMUM_RESULT_TABLE, columns=_DOUBLE_DUMMY_COLUMNS, rows=rows)

    def __repr__(self) -> str:
        rows = " ".join(
            seat.symbol + ":" + ",".join("?" if n is None else str(n) for n in self.tricks[seat])
            for seat in Seat
        )
        return f"<DoubleDummyGrid C,D,H,S,NT {rows}>"

    _repr_html_ = html_of
