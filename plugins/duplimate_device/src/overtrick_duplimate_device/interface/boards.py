"""A selection of boards by number, as typed: `1-8,12`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from overtrick import NumberRanges, OptionError

_MAX_BOARDS: Final = 9999


def parse_boards(text: str, available: Sequence[int]) -> tuple[int, ...]:
    """Parse a selection of boards such as `1-8,12`, in ascending order.

    Raises:
        OptionError: it names a board that the file does not have.
        EditError: it cannot be read (see `NumberRanges.parse`).

    Example:
        >>> parse_boards("7,1-3", range(1, 33))
        (1, 2, 3, 7)
    """
    ranges = NumberRanges.parse(text)
    known = set(available)
    chosen = sorted(number for number in known if number in ranges)
    for part in ranges.parts:
        last = part.first if part.last is None else part.last
        if last - part.first > _MAX_BOARDS:
            msg = f"not a range of boards: {part}"
            raise OptionError(msg)
        missing = [number for number in range(part.first, last + 1) if number not in known]
        if missing:
            msg = f"the file has no complete deal for board {NumberRanges.from_numbers(missing)}"
            raise OptionError(msg)
    return tuple(chosen)
