"""One line of the format as cells with their places.

A parser of general CSV would do for good files, but does not say in which column a bad cell stands.
"""

from __future__ import annotations

import re
from typing import Final

_CELL: Final = re.compile(r'[ \t]*(?:"((?:[^"]|"")*)"|([^",]*?))[ \t]*(,|$)')

COLUMNS: Final = 18
"""Four holdings for each of North, East, South and West, the board, dealer and vulnerability."""


def split_line(line: str) -> list[tuple[int, str]] | None:
    """Return the cells of a line, each with its 1-based column; `None` where quotes do not match.

    Example:
        >>> split_line('"AK","",7')
        [(1, 'AK'), (6, ''), (9, '7')]
        >>> split_line('"AK,7') is None
        True
    """
    cells: list[tuple[int, str]] = []
    at = 0
    while True:
        match = _CELL.match(line, at)
        if match is None:
            return None
        quoted, plain = match[1], match[2]
        text = plain if quoted is None else quoted.replace('""', '"')
        cells.append((at + 1, text))
        at = match.end()
        if not match[3]:
            return cells
