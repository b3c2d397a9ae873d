"""What tags say of seats, turned with the hands: the functions of `ExtrasSpec.rotated`.

What is not written as it should be turns into nothing, so that it is dropped and said.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from overtrick import DoubleDummyGrid, ExtraValue, ModelError, Seat
from overtrick_pbn.programs.points import format_points, parse_points
from overtrick_pbn.programs.tricks import (
    TRICKS_LINE,
    format_ability,
    format_tricks,
    format_tricks_line,
    parse_ability,
    parse_tricks,
    parse_tricks_line,
)
from overtrick_pbn.programs.values import NO_VALUE
from overtrick_pbn.standard.values import SEAT_LETTERS

ValueT = TypeVar("ValueT")


def seats(value: ExtraValue, turns: int) -> ExtraValue:
    """Turn letters of seats, such as those of hands that are hidden.

    Example:
        >>> seats("EW", 1), seats("NES", 2), seats("", 1), seats("zzz", 1)
        ('SN', 'SWN', '', None)
    """
    if not isinstance(value, str) or value.strip() in NO_VALUE:
        return value
    if not SEAT_LETTERS.issuperset(value):
        return None
    return "".join(Seat.parse(letter).after(turns).symbol for letter in value)


def double_dummy_tricks(value: ExtraValue, turns: int) -> ExtraValue:
    """Turn a value of `DoubleDummyTricks`."""
    return _turned(value, turns, parse_tricks, format_tricks, _turned_grid)


def ability(value: ExtraValue, turns: int) -> ExtraValue:
    """Turn a value of `Ability`.

    Example:
        >>> ability("N:89797 E:44535 S:89797 W:44535", 1)
        'N:44535 E:89797 S:44535 W:89797'
    """
    return _turned(value, turns, parse_ability, format_ability, _turned_grid)


def hand_points(value: ExtraValue, turns: int) -> ExtraValue:
    """Turn a value of `HCP`; the seats stay in their order."""
    return _turned(value, turns, parse_points, format_points, _turned_points)


def escape_lines(value: ExtraValue, turns: int) -> ExtraValue:
    """Turn the results of PS Bridge among a board's escape lines; others stay as they are."""
    if not isinstance(value, tuple):
        return value
    lines: list[ExtraValue] = []
    for pair in value:
        line = pair[1] if isinstance(pair, tuple) and len(pair) == 2 else None
        if isinstance(pair, tuple) and isinstance(line, str) and line.startswith(TRICKS_LINE):
            digits = line.removeprefix(TRICKS_LINE)
            turned = _turned(digits, turns, parse_tricks_line, format_tricks_line, _turned_grid)
            if isinstance(turned, str):
                lines.append((pair[0], TRICKS_LINE + turned))
        else:
            lines.append(pair)
    return tuple(lines) or None


def _turned(
    value: ExtraValue,
    turns: int,
    parse: Callable[[str], ValueT],
    spell: Callable[[ValueT], str],
    turn: Callable[[ValueT, int], ValueT],
) -> ExtraValue:
    if not isinstance(value, str) or value.strip() in NO_VALUE:
        return value
    try:
        return spell(turn(parse(value), turns))
    except ModelError:
        return None


def _turned_grid(grid: DoubleDummyGrid, turns: int) -> DoubleDummyGrid:
    return DoubleDummyGrid(tuple(grid.tricks[(seat - turns) & 3] for seat in Seat))


def _turned_points(points: dict[Seat, int], turns: int) -> dict[Seat, int]:
    turned = {seat.after(turns): count for seat, count in points.items()}
    order = [seat for seat in points if seat in turned]
    return {seat: turned[seat] for seat in (*order, *(s for s in turned if s not in order))}
