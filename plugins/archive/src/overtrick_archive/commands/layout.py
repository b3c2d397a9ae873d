"""A long result as a table: complete in a file or a pipe, shortened on a terminal.

What is measured is bounded, so that a table begins to come at once, however long it is.
"""

from __future__ import annotations

import itertools
import shutil
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import attrs
from rich.cells import cell_len

from overtrick.plugin import printable
from overtrick_cli.commands import print_table

MEASURED: Final = 1000
"""The number of measured rows; a longer cell in a later row overflows its column, uncut."""

ROWS: Final = 40
"""The number of rows shown on a terminal, as in DuckDB's own shell."""

_GAP: Final = 2
_LEAST: Final = 12
"""A column of a terminal is not folded into less than this."""


def lines(names: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a table, without line ends: the names, then a line for each row.

    Args:
        names: of the columns.
        rows: a text for each column; taken a thousand at first, then one by one.
    """
    coming = (list(map(printable, row)) for row in rows)
    first = list(itertools.islice(coming, MEASURED))
    heads = list(map(printable, names))
    widths = _widths(heads, first)
    for row in itertools.chain([heads], first, coming):
        yield (
            (" " * _GAP)
            .join(
                cell + " " * (width - _width(cell)) for cell, width in zip(row, widths, strict=True)
            )
            .rstrip()
        )


def _widths(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[int]:
    columns = zip(heads, *rows, strict=True)
    return [max(map(_width, column)) for column in columns]


def _width(text: str) -> int:
    return len(text) if text.isascii() else cell_len(text)


@attrs.frozen
class DisplayedRows:
    """The displayed part of a table.

    Attributes:
        rows: how many rows.
        columns: how many columns, the first ones.
    """

    rows: int
    columns: int


def show(names: Sequence[str], rows: Iterable[Sequence[str]]) -> DisplayedRows:
    """Print a table on a terminal, with long cells folded and surplus columns omitted.

    Args:
        names: of the columns.
        rows: the rows that are shown.
    """
    texts = [list(map(printable, row)) for row in rows]
    widths = _widths(list(map(printable, names)), texts)
    room = shutil.get_terminal_size().columns + _GAP
    needed = itertools.accumulate(min(width, _LEAST) + _GAP for width in widths)
    count = max(sum(1 for width in needed if width <= room), 1)
    print_table(names[:count], (row[:count] for row in texts))
    return DisplayedRows(len(texts), min(count, len(names)))
