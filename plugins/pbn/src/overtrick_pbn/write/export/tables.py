"""Tables and other supplemental sections in export format.

Source: PBN 2.1 §5.1 (General description), §5.2 (Description of tables).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import chain
from typing import Final

from overtrick import Align, Board, Column, Field, Grid
from overtrick.plugin import OPTIMUM_RESULT_TABLE
from overtrick_pbn.read.tables import parse_columns
from overtrick_pbn.standard import lexis
from overtrick_pbn.standard.tables import NAMES, SPELLED_IN, TABLES
from overtrick_pbn.standard.tags import IN_MODEL, SECTIONS
from overtrick_pbn.text.quoting import StringToken, quote
from overtrick_pbn.write.export.tags import tag_line
from overtrick_pbn.write.export.times import in_written_order
from overtrick_pbn.write.export.values import NOT_A_VALUE, safe_value
from overtrick_pbn.write.losses import Losses
from overtrick_pbn.write.strings import WIDTH, clean, element, name_element, quoted_columns

_NAME: Final = re.compile(lexis.PLAIN_NAME)

_BAD_NAME: Final = "a table's name is a tag name of its own"
_BAD_COLUMNS: Final = (
    "a column's name has no semicolon, begins without a sign, ends without a width"
)


def tables_of(board: Board) -> list[Grid]:
    """Return the tables and sections of a board, less a table that a tag of a program states.

    What was read from such a tag is written by it again.
    """
    if board.extras and SPELLED_IN in board.extras:
        # Only files of some programs have such tags.
        from overtrick_pbn.programs.tricks import spelled_table

        if spelled_table(board) is not None:
            return [grid for grid in board.grids if grid.name != OPTIMUM_RESULT_TABLE]
    return list(board.grids)


def written_grids(board: Board, losses: Losses, *, by_name: bool = True) -> list[Grid]:
    """Return the tables and sections of a board in the form in which PBN can have them.

    Args:
        board: the board.
        losses: where they go.
        by_name: whether to sort them by name, as export format does.

    Source: PBN 2.1 §3.1 (supplemental sections are sorted by their tag name).
    """
    grids = [in_written_order(grid, board, losses) for grid in tables_of(board)]
    if len(grids) == 1 and grids[0].rows and grids[0].name in _layout(grids[0].columns).tags:
        # Another table of this name and these columns has been looked at before.
        return grids
    if by_name and len(grids) > 1:
        by_their_order = list(grids)
        grids.sort(key=lambda grid: grid.name)
        if grids != by_their_order:
            losses.changed(Field.GRIDS, "export format sorts tables by name")
    kept: list[Grid] = []
    seen: set[str] = set()
    for grid in grids:
        name = grid.name
        if name in seen:
            losses.dropped(Field.GRIDS, "a tag occurs once in a game")
        elif not _NAME.fullmatch(name) or name in SECTIONS or name in IN_MODEL or name == "Note":
            losses.dropped(Field.GRIDS, _BAD_NAME)
        else:
            written = _written(grid, board, losses)
            if written is not None:
                seen.add(name)
                kept.append(written)
    return kept


def _written(grid: Grid, board: Board, losses: Losses) -> Grid | None:
    """Return a table or section as PBN can have it, `None` where it cannot."""
    columns = grid.columns
    if _layout(columns).header is not None and (grid.rows or grid.name.endswith("Table")):
        if len(columns) > 1 or (grid.name.endswith("Table") and _is_one(grid)):
            return grid
        if not grid.name.endswith("Table"):
            losses.changed(Field.GRIDS, "the name of a table of one column ends in Table")
            return grid
    if not grid.rows and not (columns and grid.name.endswith("Table")):
        losses.dropped(Field.GRIDS, "PBN requires elements in a section")
        return None
    if columns:
        return _with_columns(grid, losses)
    return _without_columns(grid, board, losses)


def _is_one(grid: Grid) -> bool:
    """Return whether the header of a table of one column is taken for one."""
    return grid.name not in TABLES or " " not in grid.columns[0].name


def _with_columns(grid: Grid, losses: Losses) -> Grid:
    """Return a table with columns that come back as they are."""
    losses.changed(Field.GRIDS, _BAD_COLUMNS)
    columns = tuple(_safe_column(column, number) for number, column in enumerate(grid.columns, 1))
    return Grid(name=grid.name, columns=columns, rows=grid.rows)


def _safe_column(column: Column, number: int) -> Column:
    name = re.sub(r"[;\\ ]", "_", clean(column.name)).lstrip("+-#")
    return Column(
        name=name.strip() or f"Column{number}",
        order=column.order,
        width=column.width,
        align=Align.NONE if column.width is None else column.align,
    )


def _without_columns(grid: Grid, board: Board, losses: Losses) -> Grid | None:
    """Return a section that is no table, unless its name or value makes it one."""
    rows = tuple(row for row in grid.rows if row)
    if len(rows) < len(grid.rows):
        losses.dropped(Field.GRIDS, "a row without elements would end the game")
        if not rows:
            return None
    stated = board.extras.get(f"pbn:{grid.name}")
    if not grid.name.endswith("Table") and not (isinstance(stated, str) and ";" in stated):
        return Grid(name=grid.name, rows=rows)
    losses.changed(Field.GRIDS, "a section whose name ends in Table requires columns")
    count = max(map(len, rows))
    columns = tuple(Column(name=f"Column{number}") for number in range(1, count + 1))
    padded = tuple(row + ("",) * (count - len(row)) for row in rows)
    return Grid(name=grid.name, columns=columns, rows=padded)


def grid_header(grid: Grid, board: Board, losses: Losses) -> str:
    """Return the value of a section's tag: its columns, or what the board says of it."""
    columns = grid.columns
    if columns:
        return _layout(columns).header or ";".join(str(column) for column in columns)
    stated = board.extras.get(f"pbn:{grid.name}")
    return safe_value(str(stated), Field.EXTRAS, losses) if isinstance(stated, str) else ""


def grid_tag(grid: Grid, board: Board, losses: Losses) -> str:
    """Return the tag line of a table or section that `written_grids` has returned."""
    layout = _layout(grid.columns)
    line = layout.tags.get(grid.name)
    if line is None:
        header = grid_header(grid, board, losses)
        as_string = quoted_columns if grid.columns else quote
        line = tag_line(grid.name, header, Field.GRIDS, losses, as_string)
        is_table = layout.header is not None and (
            len(grid.columns) > 1 or (grid.name.endswith("Table") and _is_one(grid))
        )
        if is_table and len(line) <= WIDTH and len(layout.tags) < _MOST_LAYOUTS:
            layout.tags[grid.name] = line
    return line


def grid_lines(grid: Grid, losses: Losses) -> list[str]:
    """Return the rows of a table or section as lines."""
    layout = _layout(grid.columns)
    # A row with string tokens equals one without, whose line is another.
    has_strings = StringToken in set(map(type, chain.from_iterable(grid.rows)))
    lines = [None] if has_strings else list(map(layout.rows.get, grid.rows))
    if None in lines:
        lines = [layout.line(row, keeps=not has_strings) for row in grid.rows]
        if None in lines:
            return _checked(grid, layout, losses)
    return lines  # type: ignore[return-value]  # no None is left


def _checked(grid: Grid, layout: _Layout, losses: Losses) -> list[str]:
    """Report what cannot be written of a table's rows, and divide the rows that are too long."""
    if any(_cleaned(row) != row for row in grid.rows):
        losses.changed(Field.GRIDS, NOT_A_VALUE)
    fitting: list[str] = []
    for row in grid.rows:
        line = layout.laid_out(row)
        if len(line) <= WIDTH:
            fitting.append(line)
            continue
        cells = " ".join(layout.cells(row))
        if len(cells) <= WIDTH:
            losses.warn("PBN907", part=grid.name, name=grid.name, length=len(line))
            fitting.append(cells)
            continue
        losses.warn("PBN903", part=grid.name, name=grid.name, length=len(line))
        if not grid.columns:
            losses.changed(Field.GRIDS, "a row longer than a line is divided")
        current = ""
        for word in layout.cells(row):
            if len(word) > WIDTH and not losses.cut_values:
                losses.warn("PBN901", part=grid.name, name=grid.name, length=len(word) + 2)
            if current and len(current) + 1 + len(word) > WIDTH:
                fitting.append(current)
                current = word
            else:
                current = f"{current} {word}" if current else word
        fitting.append(current)
    return fitting


def _cleaned(row: tuple[str, ...]) -> tuple[str, ...]:
    """Return a row as it can be written; the row itself if nothing is to be changed in it."""
    # One look at the whole row is enough for nearly all.
    return row if "".join(row).isprintable() else tuple([type(cell)(clean(cell)) for cell in row])


class _Layout:
    """Lays out rows by the widths of their columns.

    Attributes:
        columns: the columns.
        header: the tag's value, if it comes back as the same columns; else `None`.
        rows: the lines of rows that lose nothing, which recur from board to board.
        tags: the tag lines of tables with these columns that lose nothing, by name.
    """

    __slots__ = ("_spell", "_widths", "columns", "header", "rows", "tags")

    def __init__(self, columns: tuple[Column, ...]) -> None:
        self.columns = columns
        header = ";".join(str(column) for column in columns)
        plain = bool(header.replace(";", "").strip()) and clean(header) == header
        same = plain and header[:1] != "#" and parse_columns(header) == columns
        self.header = header if same else None
        self.rows: dict[tuple[str, ...], str] = {}
        self.tags: dict[str, str] = {}
        self._widths = [(column.width or 0, column.align is Align.RIGHT) for column in columns]
        self._spell: list[Callable[[str], str]] | None = None
        if not NAMES.isdisjoint(column.name for column in columns):
            self._spell = [name_element if c.name in NAMES else element for c in columns]

    def line(self, row: tuple[str, ...], *, keeps: bool = True) -> str | None:
        """Return a row as a line, or `None` where something has to be reported.

        Args:
            row: the row.
            keeps: whether the line is kept for rows that equal it.
        """
        line = self.rows.get(row) if keeps else None
        if line is None:
            line = self.laid_out(row)
            if not row or len(line) > WIDTH or _cleaned(row) != row:
                return None
            if keeps:
                if len(self.rows) >= _MOST_ROWS:
                    self.rows.clear()
                self.rows[row] = line
        return line

    def cells(self, row: tuple[str, ...]) -> list[str]:
        """Return the cells of a row as section elements."""
        if self._spell is None:
            return [*map(element, _cleaned(row))]
        return [spell(cell) for spell, cell in zip(self._spell, _cleaned(row), strict=True)]

    def laid_out(self, row: tuple[str, ...]) -> str:
        """Return the cells of a row in their widths, a blank between two."""
        cells = self.cells(row)
        if not self._widths:
            return " ".join(cells)
        padded = [
            cell.rjust(width) if right else cell.ljust(width)
            for cell, (width, right) in zip(cells, self._widths, strict=True)
        ]
        # The last column is filled as well, though nobody sees it.
        return " ".join(padded)


# Layouts by the identity of the columns, which the reader shares between boards; a layout keeps
# its columns, so that an identity is never that of another object.
_LAYOUTS: Final[dict[int, _Layout]] = {}

_MOST_ROWS: Final = 4096
_MOST_LAYOUTS: Final = 64


def _layout(columns: tuple[Column, ...]) -> _Layout:
    known = _LAYOUTS.get(id(columns))
    if known is None or known.columns is not columns:
        if len(_LAYOUTS) >= _MOST_LAYOUTS:
            _LAYOUTS.clear()
        _LAYOUTS[id(columns)] = known = _Layout(columns)
    return known
