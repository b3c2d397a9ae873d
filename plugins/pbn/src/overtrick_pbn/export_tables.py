"""Tables and other supplemental sections in export format.

Source: PBN 2.1 §5.1 (General description), §5.2 (Description of tables).
"""

from __future__ import annotations

import re
from typing import Final

from overtrick.losses import Field
from overtrick.model import Align, Board, Column, Grid, Order
from overtrick_pbn.export_report import Report
from overtrick_pbn.export_tags import safe_value
from overtrick_pbn.names import IN_MODEL, SECTIONS
from overtrick_pbn.texts import WIDTH, clean, element

_NAME: Final = re.compile(r"[A-Z][A-Za-z0-9_]*", re.ASCII)
_COLUMN: Final = re.compile(r"([+-]?)(.*?)(?:\\([0-9]+)([LR]?))?", re.DOTALL)


def sorted_grids(board: Board, report: Report) -> list[Grid]:
    """Return the tables and sections that can be written, sorted by name.

    Source: PBN 2.1 §3.1 (supplemental sections are sorted by their tag name).
    """
    grids = sorted(board.grids, key=lambda grid: grid.name)
    kept: list[Grid] = []
    seen: set[str] = set()
    for grid in grids:
        name = grid.name
        if name in seen:
            report.dropped(Field.GRIDS, "a tag stands once in a game")
        elif not _NAME.fullmatch(name) or name in SECTIONS or name in IN_MODEL or name == "Note":
            report.dropped(Field.GRIDS, "a table's name is a tag name of its own")
        else:
            seen.add(name)
            kept.append(grid)
    return kept


def grid_header(grid: Grid, board: Board, report: Report) -> str:
    """Return the value of a section's tag: its columns, or what the board says of it."""
    columns = grid.columns
    if columns:
        header = _layout(columns).header
        if header is not None and (len(columns) > 1 or grid.name.endswith("Table")):
            return header
        header = ";".join(str(column) for column in columns)
        value = safe_value(header, Field.GRIDS, report)
        if columns_of(value) != columns:
            report.changed(Field.GRIDS, "a column name holds no semicolon, sign or width")
        elif len(columns) == 1 and not grid.name.endswith("Table"):
            report.changed(Field.GRIDS, "a table of one column has a name that ends in Table")
        return value
    stated = board.extras.get(f"pbn:{grid.name}")
    if grid.name.endswith("Table"):
        report.changed(Field.GRIDS, "a section whose name ends in Table is a table")
    return safe_value(str(stated), Field.EXTRAS, report) if isinstance(stated, str) else ""


def columns_of(header: str) -> tuple[Column, ...]:
    r"""Return the columns that a header names.

    Example:
        >>> columns_of(r"+Score\\4R;Names")
        (<Column +Score\\4R>, <Column Names>)

    Source: PBN 2.1 §3.2 (column name token), §5.2.
    """
    columns = []
    for text in header.split(";"):
        match = _COLUMN.fullmatch(text)
        order, name, width, align = match.groups() if match else ("", text, None, None)
        columns.append(
            Column(
                name=name,
                order=Order(order),
                width=None if width is None else int(width),
                align=Align(align or ""),
            )
        )
    return tuple(columns)


def grid_lines(grid: Grid, report: Report) -> list[str]:
    """Return the rows of a table or section as lines."""
    layout = _layout(grid.columns)
    lines = list(map(layout.rows.get, grid.rows))
    if None in lines:
        lines = [layout.line(row) for row in grid.rows]
        if None in lines:
            return _checked(grid, layout, report)
    return lines  # type: ignore[return-value]  # no None is left


def _checked(grid: Grid, layout: _Layout, report: Report) -> list[str]:
    """Report what cannot be written of a table's rows, and divide the rows that are too long."""
    if any(clean(cell) != cell for row in grid.rows for cell in row):
        report.changed(Field.GRIDS, "PBN strings hold no line ends, tabs or control characters")
    if not all(grid.rows):
        report.dropped(Field.GRIDS, "a row without elements would end the game")
    fitting: list[str] = []
    for row in grid.rows:
        line = layout.laid_out(row)
        if len(line) <= WIDTH:
            fitting += [line] if row else []
            continue
        report.warn("PBN903", part=grid.name, name=grid.name, length=len(line))
        if not grid.columns:
            report.changed(Field.GRIDS, "a row that does not fit a line is divided")
        current = ""
        for cell in row:
            word = element(clean(cell))
            if len(word) > WIDTH and not report.cut_values:
                report.warn("PBN901", part=grid.name, name=grid.name, length=len(word) + 2)
            if current and len(current) + 1 + len(word) > WIDTH:
                fitting.append(current)
                current = word
            else:
                current = f"{current} {word}" if current else word
        fitting.append(current)
    return fitting


class _Layout:
    """Lays out rows by the widths of their columns.

    Attributes:
        columns: the columns.
        header: the tag's value, if it comes back as the same columns; else `None`.
        rows: the lines of rows that have nothing to report, which recur from board to board.
    """

    __slots__ = ("_widths", "columns", "header", "rows")

    def __init__(self, columns: tuple[Column, ...]) -> None:
        self.columns = columns
        header = ";".join(str(column) for column in columns)
        plain = bool(columns) and clean(header) == header and header[:1] != "#"
        self.header = header if plain and columns_of(header) == columns else None
        self.rows: dict[tuple[str, ...], str] = {}
        self._widths = [(column.width or 0, column.align is Align.RIGHT) for column in columns]

    def line(self, row: tuple[str, ...]) -> str | None:
        """Return a row as a line, or `None` where something has to be reported."""
        line = self.rows.get(row)
        if line is None:
            line = self.laid_out(row)
            if not row or len(line) > WIDTH or any(clean(cell) != cell for cell in row):
                return None
            if len(self.rows) >= _MOST_ROWS:
                self.rows.clear()
            self.rows[row] = line
        return line

    def laid_out(self, row: tuple[str, ...]) -> str:
        """Return the cells of a row in their widths, a blank between two."""
        cells = [element(clean(cell)) for cell in row]
        if not self._widths:
            return " ".join(cells)
        padded = [
            cell.rjust(width) if right else cell.ljust(width)
            for cell, (width, right) in zip(cells, self._widths, strict=True)
        ]
        # Blanks that fill the last column would stand at the end of the line.
        return " ".join(padded).rstrip(" ")


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
