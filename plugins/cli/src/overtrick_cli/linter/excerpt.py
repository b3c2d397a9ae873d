"""The line that a finding speaks of, with marks under the place, as a terminal shows it."""

from __future__ import annotations

from overtrick.plugin import printable

TAB = 4
"""A tab goes on to the next cell whose number divides by this."""

_CUT = "…"


def excerpt(line: str, column: int | None, end_column: int | None, width: int) -> tuple[str, str]:
    r"""Return a line as it can be shown, and the marks to put under it.

    Control characters are replaced as by `printable`; tabs become blanks. A line that is too long
    is cut around the place, with an ellipsis at each cut end.

    Args:
        line: the line without its end.
        column: where the place begins, 1-based, in code points; without one there are no marks.
        end_column: the column behind its last character; a single mark where it is not known.
        width: how many cells there are, at least 8.

    Example:
        >>> print("\n".join(excerpt('[Contract "6N"]', 12, 14, 40)))
        [Contract "6N"]
                   ^^
        >>> print("\n".join(excerpt("C5 C2 C6 CA C7 C3 C4 C8", 13, 15, 14)))
        …6 CA C7 C3 C…
              ^^
    """
    begin = min(max((column or 1) - 1, 0), len(line))
    # Of a line of a megabyte only what is near the place can be seen.
    lead = max(begin - 2 * width, 0)
    if lead:
        begin -= lead
        end_column = None if end_column is None else end_column - lead
    shown, starts = _cells(line[lead : lead + 5 * width])
    count = len(shown)
    end = begin + 1 if end_column is None else max(end_column - 1, begin + 1)
    end = min(end, max(count, begin + 1))
    # A place behind the last character has a mark too.
    starts.append(starts[-1] + 1)
    first, last = 0, count
    if starts[end if begin == count else count] > width:
        first, last = _window(starts, begin, end, count, width)
    parts = [_CUT if first else "", *shown[first:last], _CUT if last < count else ""]
    if column is None:
        return "".join(parts).rstrip(), ""
    indent = starts[begin] - starts[first] + (1 if first else 0)
    stop = min(end, last) if begin < count else end
    length = starts[stop] - starts[begin]
    if not length:
        # A character of no width, such as a combining accent, is in the cell before.
        indent, length = max(indent - 1, 0), 1
    return "".join(parts).rstrip(), " " * indent + "^" * length


def _cells(line: str) -> tuple[list[str], list[int]]:
    """Return each character as it is shown, and the cell in which each begins and the last ends."""
    from rich.cells import get_character_cell_size

    shown = []
    starts = [0]
    for character in line:
        cell = starts[-1]
        if character == "\t":
            text = " " * (TAB - cell % TAB)
            size = len(text)
        else:
            text = printable(character)
            size = get_character_cell_size(text)
        shown.append(text)
        starts.append(cell + size)
    return shown, starts


def _window(starts: list[int], begin: int, end: int, count: int, width: int) -> tuple[int, int]:
    """Return the characters to show, the last exclusive, so that they fit with their ellipses."""
    # The place is centred, or begins after a third of the width where it is itself too long.
    size = starts[end] - starts[begin]
    before = max((width - 2 - size) // 2, width // 3)
    wanted = min(
        starts[begin] - before, starts[max(count, end if begin == count else 0)] - width + 1
    )
    first = 0
    while first < begin and starts[first] < wanted:
        first += 1
    room = width - (1 if first else 0)
    last = count
    while last > first + 1 and starts[last] - starts[first] > room - (1 if last < count else 0):
        last -= 1
    return first, last
