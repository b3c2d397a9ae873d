"""Rules of tables and other sections: cells, order of rows, layout.

Source: PBN 2.1 §5.1 to §5.10.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

import attrs

from overtrick.model.grids import Align, Column, Grid, Order
from overtrick_pbn.check.cells import cell_rule, check_contents, number_of
from overtrick_pbn.check.state import Checker
from overtrick_pbn.check.text import blanks_before
from overtrick_pbn.text.elements import elements_of
from overtrick_pbn.text.quoting import unquote
from overtrick_pbn.text.syntax import Section

_LINE_END: Final = re.compile(r"[\r\n]")
_NOTHING: Final = frozenset({"?", "-"})
_OTHER: Final = frozenset({"Auction", "Play", "Note"})


class Cell(NamedTuple):
    """A section element: its text without quotes, as it stands, and where it begins."""

    text: str
    raw: str
    start: int


@attrs.frozen
class Table:
    """A table with the places of its cells.

    Attributes:
        section: the tag and its data.
        grid: what the reader made of it.
        rows: the cells, row by row.
    """

    section: Section
    grid: Grid
    rows: tuple[tuple[Cell, ...], ...]

    @property
    def name(self) -> str:
        """The table's name."""
        return self.grid.name


def check_tables(checker: Checker) -> None:
    """Report what is wrong with the tables and other sections of a game."""
    board = checker.board
    if board is None or not board.grids:
        return
    for name, section in checker.first.items():
        grid = board.grid(name)
        if grid is None or name in _OTHER:
            continue
        cells = list(_cells(checker.game.text, section))
        count = len(grid.columns)
        if not count:
            if checker.is_export:
                _check_blanks(checker, section, cells)
            continue
        if len(cells) != count * len(grid.rows):
            continue
        rows = tuple(tuple(cells[start : start + count]) for start in range(0, len(cells), count))
        table = Table(section, grid, rows)
        _check_cells(checker, table)
        _check_order(checker, table)
        check_contents(checker, section, grid, [row[0].start for row in rows])
        if checker.is_export:
            _check_layout(checker, table)


def _cells(text: str, section: Section) -> Iterator[Cell]:
    for raw, start in elements_of(text, section):
        yield Cell(unquote(raw[1:-1]) if raw[0] == '"' else raw, raw, start)


def _check_cells(checker: Checker, table: Table) -> None:
    for position, column in enumerate(table.grid.columns):
        if "\\" in column.name:
            checker.say_of(
                "PBN515", table.section, part=table.name, name=table.name, heading=column.name
            )
        rule = cell_rule(table.name, column.name)
        if rule is None:
            continue
        for row in table.rows:
            cell = row[position]
            bare = cell.text.strip().removeprefix("^")
            if bare not in _NOTHING and not rule.pattern.fullmatch(bare):
                checker.say(
                    "PBN511", cell.start, clause=rule.clause, part=table.name,
                    name=table.name, heading=column.name, value=cell.text[:40],
                )  # fmt: skip


def _check_order(checker: Checker, table: Table) -> None:
    """The rows against the order that a column states; the first breach of each column."""
    for position, column in enumerate(table.grid.columns):
        if column.order is Order.NONE:
            continue
        previous = None
        for number, row in enumerate(table.rows, 1):
            value = number_of(row[position].text)
            if value is None:
                continue
            if previous is not None and _is_breach(column, previous, value):
                checker.say(
                    "PBN510", row[position].start, part=f"{table.name}.{number - 1}",
                    name=table.name, row=number, heading=column.name,
                )  # fmt: skip
                break
            previous = value


def _is_breach(column: Column, previous: float, value: float) -> bool:
    return value > previous if column.order is Order.DESCENDING else value < previous


# Export format


def _check_layout(checker: Checker, table: Table) -> None:
    """One row a line, one blank between elements besides what fills a width."""
    text = checker.game.text
    for row in table.rows:
        first = row[0]
        broken = next(
            (
                cell
                for before, cell in itertools.pairwise(row)
                if _LINE_END.search(text, before.start + len(before.raw), cell.start)
            ),
            None,
        )
        start, before_row = blanks_before(text, first.start)
        if broken is None and before_row:
            broken = first
        if broken is not None:
            checker.say(
                "PBN671",
                broken.start,
                part=table.name,
                name=table.name,
                columns=len(table.grid.columns),
            )
            return
        if not _is_laid_out(text, start, row, table.grid.columns):
            checker.say("PBN672", first.start, clause="5.2", part=table.name, name=table.name)
            return


def _is_laid_out(text: str, start: int, row: tuple[Cell, ...], columns: tuple[Column, ...]) -> bool:
    """Return whether a row stands as export format has it, from the beginning of its line."""
    index = start
    for cell, column in zip(row, columns, strict=True):
        if cell is not row[0]:
            if text[index : index + 1] != " ":
                return False
            index += 1
        filling = " " * max((column.width or 0) - len(cell.raw), 0)
        forms = [cell.raw + filling, filling + cell.raw]
        if column.align is not Align.NONE:
            forms = forms[:1] if column.align is Align.LEFT else forms[1:]
        if cell is row[-1] and column.align is not Align.RIGHT:
            # The filling behind the last cell cannot be seen.
            forms.append(cell.raw)
        form = next((form for form in forms if text.startswith(form, index)), None)
        if form is None:
            return False
        index += len(form)
    return text[index : index + 1] in {"", "\r", "\n"}


def _check_blanks(checker: Checker, section: Section, cells: list[Cell]) -> None:
    text = checker.game.text
    for before, cell in itertools.pairwise(cells):
        between = text[before.start + len(before.raw) : cell.start]
        if between != " " and not _LINE_END.search(between):
            checker.say("PBN672", cell.start, clause="5.1", part=section.name, name=section.name)
            return
