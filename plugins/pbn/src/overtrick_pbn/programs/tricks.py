"""Double-dummy results as programs state them in one line: three spellings of twenty numbers.

`DoubleDummyTricks` is BridgeComposer's, `Ability` that of Big Deal's print-outs and the Polish
scoring programs, the escape line `%%!R` that of PS Bridge. The standard has a table for the same,
`OptimumResultTable` (§5.7).

Source: observed; for the order of the digits the public programs bridge-encodings, pybcdd and pbn
(see docs/reference/sources.md). Each order was compared with tables of the standard beside it in
real files.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from overtrick import Board, DoubleDummyGrid, Grid, ModelError, Seat, Strain
from overtrick.plugin import OPTIMUM_RESULT_TABLE
from overtrick_pbn.programs.values import stated
from overtrick_pbn.standard import lexis
from overtrick_pbn.standard.tables import SPELLED_IN

TRICKS_LINE: Final = "%!R "
"""With what the escape line of PS Bridge begins, behind its first percent sign."""

_STRAINS: Final = tuple(reversed(Strain))
_DIGITS: Final = "0123456789abcd"
_COUNTS: Final[Mapping[str, int | None]] = {
    **{letter: n for n, digit in enumerate(_DIGITS) for letter in {digit, digit.upper()}},
    **dict.fromkeys("*-"),
}
_BY_SIDE: Final = (Seat.NORTH, Seat.SOUTH, Seat.EAST, Seat.WEST)
_SEATS: Final = {seat.symbol: seat for seat in Seat}
_FROM_EAST: Final = (Seat.EAST, Seat.SOUTH, Seat.WEST, Seat.NORTH)
_ABILITY: Final = re.compile(rf"({lexis.PROGRAM_SEAT}):([0-9A-Da-d]{{5}})")
_Rows = dict[Seat, tuple[int | None, ...]]


def parse_tricks(text: str) -> DoubleDummyGrid:
    """Read a value of `DoubleDummyTricks`.

    Args:
        text: twenty digits to the base 14, `a` to `d` for 10 to 13 in either case: of North,
            South, East and West as declarer, for each notrump, spades, hearts, diamonds and
            clubs. `*` or `-` where the number is not known.

    Raises:
        ModelError: the text has another length, or a character that is none of these.

    Example:
        >>> grid = parse_tricks("6953869538638a4637a3")
        >>> grid.tricks_of(Seat.NORTH, Strain.SPADES), grid.tricks_of(Seat.EAST, Strain.HEARTS)
        (9, 8)
        >>> format_tricks(grid)
        '6953869538638a4637a3'

    Source: BridgeComposer's files; bridge-encodings (`DoubleDummyTricks`).
    """
    return _grid(_digits(text.strip(), _BY_SIDE))


def format_tricks(grid: DoubleDummyGrid) -> str:
    """Return a value of `DoubleDummyTricks`, with `*` where a number is not known."""
    return _spelled(grid, _BY_SIDE)


def parse_tricks_line(text: str) -> DoubleDummyGrid:
    """Read the twenty digits of a line `%%!R`: East, South, West and North as declarer.

    Raises:
        ModelError: as `parse_tricks` does.

    Example:
        >>> parse_tricks_line("75974684697597468469").tricks_of(Seat.EAST, Strain.SPADES)
        5

    Source: PS Bridge's files; the public program pbn (`PsBridgeBoardAnalyzer`).
    """
    return _grid(_digits(text.strip(), _FROM_EAST))


def format_tricks_line(grid: DoubleDummyGrid) -> str:
    """Return the digits of a line `%%!R`, in upper case as PS Bridge writes them."""
    return _spelled(grid, _FROM_EAST).upper()


def parse_ability(text: str) -> DoubleDummyGrid:
    """Read a value of `Ability`.

    Args:
        text: for each seat its letter, a colon and five digits to the base 14, for notrump,
            spades, hearts, diamonds and clubs; a seat that is left out is not known.

    Raises:
        ModelError: the text is not of that form, or a seat stands in it twice.

    Example:
        >>> grid = parse_ability("N:89797 E:44535 S:89797 W:44535")
        >>> grid.tricks_of(Seat.NORTH, Strain.SPADES), grid.tricks_of(Seat.EAST, Strain.HEARTS)
        (9, 5)

    Source: files of Big Deal and of the Polish scoring programs; pybcdd (`Ability`).
    """
    words = text.split()
    if not words:
        msg = "it is empty"
        raise ModelError(msg)
    rows: _Rows = {}
    for word in words:
        match = _ABILITY.fullmatch(word)
        if match is None:
            msg = f"{word[:20]!r} is no seat with five numbers of tricks, such as N:89797"
            raise ModelError(msg)
        seat = _SEATS[match[1]]
        if seat in rows:
            msg = f"{seat.symbol} stands in it twice"
            raise ModelError(msg)
        rows[seat] = tuple([_COUNTS[digit] for digit in match[2]])
    return _grid(rows)


def format_ability(grid: DoubleDummyGrid) -> str:
    """Return a value of `Ability`; a seat of which nothing is known is left out.

    Raises:
        ModelError: of a seat some numbers are known and others not, which it cannot say.
    """
    words = []
    for seat in Seat:
        digits = _spelled(grid, (seat,)).upper()
        if digits == "*" * len(_STRAINS):
            continue
        if "*" in digits:
            msg = f"of {seat.symbol} some numbers of tricks are not known"
            raise ModelError(msg)
        words.append(f"{seat.symbol}:{digits}")
    if not words:
        msg = "no number of tricks is known"
        raise ModelError(msg)
    return " ".join(words)


class Spelling(NamedTuple):
    """How a tag states the table of double-dummy results."""

    parse: Callable[[str], DoubleDummyGrid]
    format: Callable[[DoubleDummyGrid], str]


SPELLINGS: Final[Mapping[str, Spelling]] = {
    "DoubleDummyTricks": Spelling(parse_tricks, format_tricks),
    "Ability": Spelling(parse_ability, format_ability),
}
"""The tags that state the table, the one to believe first before the other."""


@functools.lru_cache(maxsize=1 << 10)
def _table(name: str, value: str) -> Grid | None:
    try:
        grid = SPELLINGS[name].parse(value).to_grid()
    except ModelError:
        return None
    return grid if grid.rows else None


def table_of(tags: Mapping[str, str]) -> tuple[str, Grid] | None:
    """Return the table that a game's tags state, and the tag that does; `None` for no table.

    What cannot be read states none.

    Example:
        >>> table_of({"Ability": "zzz", "DoubleDummyTricks": "6953869538638a4637a3"})
        ('DoubleDummyTricks', <Grid OptimumResultTable Declarer;Denomination;Result: 20 rows>)
    """
    for name in SPELLINGS:
        value = tags.get(name)
        grid = _table(name, value) if value else None
        if grid is not None:
            return name, grid
    return None


def spelled_table(board: Board) -> tuple[str, str] | None:
    """Return the tag that states a board's table in place of a table, with the value it has.

    `None` where the board has no table, its table came as one or has columns of its own, or the
    tag cannot say it. The order of its rows means nothing.
    """
    name = board.extras.text(SPELLED_IN) if board.extras else None
    grid = None if name is None else board.grid(OPTIMUM_RESULT_TABLE)
    spelling = None if name is None else SPELLINGS.get(name)
    if name is None or spelling is None or grid is None:
        return None
    value = board.extras.text(f"pbn:{name}")
    if value and _table(name, value) == grid:
        return name, value
    try:
        tricks = DoubleDummyGrid.from_grid(grid)
        same = tricks.to_grid()
        if grid.columns != same.columns or sorted(grid.rows) != sorted(same.rows):
            return None
        return name, spelling.format(tricks)
    except ModelError:
        return None


def double_dummy_tricks(board: Board) -> DoubleDummyGrid | None:
    """Return what a board's `DoubleDummyTricks` states, `None` where there is no such tag.

    `Board.double_dummy` is the table of whichever tag or table states one.

    Raises:
        ModelError: the value cannot be read; the message says why.

    Example:
        >>> from overtrick import loads
        >>> [board] = loads('[DoubleDummyTricks "6953869538638a4637a3"]', format="pbn")
        >>> double_dummy_tricks(board) == board.double_dummy
        True
    """
    return stated(board, "DoubleDummyTricks", parse_tricks)


def ability(board: Board) -> DoubleDummyGrid | None:
    """Return what a board's `Ability` states, `None` where there is no such tag.

    Raises:
        ModelError: the value cannot be read; the message says why.
    """
    return stated(board, "Ability", parse_ability)


def _grid(rows: _Rows) -> DoubleDummyGrid:
    """Return the grid of rows that go from notrump down to clubs."""
    nothing = (None,) * len(_STRAINS)
    return DoubleDummyGrid(tuple(rows.get(seat, nothing)[::-1] for seat in Seat))


def _digits(text: str, seats: tuple[Seat, ...]) -> _Rows:
    if len(text) != len(seats) * len(_STRAINS):
        msg = f"it has {len(text)} characters, not 20"
        raise ModelError(msg)
    counts: list[int | None] = []
    for place, digit in enumerate(text, 1):
        if digit not in _COUNTS:
            msg = f"{digit!r} at place {place} is no number of tricks (0 to 9, a to d)"
            raise ModelError(msg)
        counts.append(_COUNTS[digit])
    width = len(_STRAINS)
    return {
        seat: tuple(counts[start * width : (start + 1) * width]) for start, seat in enumerate(seats)
    }


def _spelled(grid: DoubleDummyGrid, seats: tuple[Seat, ...]) -> str:
    """Return the digits of seats as declarer, notrump first, with `*` for what is not known."""
    counts = (grid.tricks_of(seat, strain) for seat in seats for strain in _STRAINS)
    return "".join("*" if count is None else _DIGITS[count] for count in counts)
