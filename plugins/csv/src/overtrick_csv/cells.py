"""One line of the format as cells with their places.

A parser of general CSV would do for good files, but does not say in which column a bad cell stands.
"""

from __future__ import annotations

from typing import Final

COLUMNS: Final = 18
"""Four holdings for each of North, East, South and West, the board, dealer and vulnerability."""


def split_line(line: str) -> list[tuple[int, str]] | None:
    """Return the cells of a line, each with its 1-based column; `None` for unbalanced quotes.

    Example:
        >>> split_line('"AK","",7')
        [(1, 'AK'), (6, ''), (9, '7')]
        >>> split_line('"AK,7') is None
        True
    """
    cells: list[tuple[int, str]] = []
    start = 0
    while True:
        at = _past_blanks(line, start)
        if line[at : at + 1] == '"':
            end = _closing_quote(line, at + 1)
            if end < 0:
                return None
            text = line[at + 1 : end].replace('""', '"')
            at = _past_blanks(line, end + 1)
            if at < len(line) and line[at] != ",":
                return None
        else:
            comma = line.find(",", at)
            end = len(line) if comma < 0 else comma
            text = line[at:end].rstrip(_BLANKS)
            if '"' in text:
                return None
            at = end
        cells.append((start + 1, text))
        if at >= len(line):
            return cells
        start = at + 1


_BLANKS: Final = " \t"


def _past_blanks(line: str, at: int) -> int:
    while line[at : at + 1] and line[at] in _BLANKS:
        at += 1
    return at


def _closing_quote(line: str, at: int) -> int:
    """Return the place of the quote that ends a cell, -1 if there is none."""
    end = line.find('"', at)
    while end >= 0 and line[end + 1 : end + 2] == '"':
        end = line.find('"', end + 2)
    return end
