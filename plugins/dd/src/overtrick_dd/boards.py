"""Boards and their double-dummy results: read, store and display them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import attrs

from overtrick import (
    Board,
    Contract,
    Deal,
    DoubleDummyGrid,
    Doubling,
    Grid,
    ModelError,
    Par,
    Seat,
    Side,
    Strain,
    Vulnerability,
    par,
    text_diagram,
)
from overtrick.plugin import OPTIMUM_RESULT_TABLE, BoardText
from overtrick_render import translator

PBN: Final = "pbn"
"""The format that has tags for par; formats are identified by name, and extras belong to one."""

_SCORE: Final = f"{PBN}:OptimumScore"
_CONTRACT: Final = f"{PBN}:ParContract"

_STRAINS: Final = tuple(reversed(Strain))
_VULNERABILITIES: Final = (
    Vulnerability.NONE,
    Vulnerability.NS,
    Vulnerability.EW,
    Vulnerability.BOTH,
)


def complete_deal(board: Board) -> Deal | None:
    """Return a board's four hands, the fourth completed; `None` if cards are missing."""
    deal = None if board.deal is None else board.deal.completed()
    return deal if deal is not None and deal.is_complete else None


def why_not(board: Board) -> str:
    """Return the reason a board has no table."""
    if board.deal is None:
        return "it has no deal"
    return f"its deal has {52 - len(board.deal.missing)} of 52 cards"


def stated_table(board: Board) -> DoubleDummyGrid | None:
    """Return the table of a board, `None` if it has none that can be read."""
    try:
        return board.double_dummy
    except ModelError:
        return None  # `overtrick check` reports its faults


def is_whole(grid: DoubleDummyGrid | None) -> bool:
    """Return whether a table exists and all its numbers are known."""
    return grid is not None and not any(count is None for row in grid.tricks for count in row)


def is_known(grid: DoubleDummyGrid) -> bool:
    """Return whether a table has any number."""
    return any(count is not None for row in grid.tricks for count in row)


def differences(stated: DoubleDummyGrid, true: DoubleDummyGrid) -> Iterator[tuple[Seat, Strain]]:
    """Yield the places where two tables differ; unknown numbers of the first are ignored."""
    for seat in Seat:
        for strain in _STRAINS:
            count = stated.tricks_of(seat, strain)
            if count is not None and count != true.tricks_of(seat, strain):
                yield seat, strain


def board_pars(board: Board, grid: DoubleDummyGrid) -> tuple[Par, ...]:
    """Return the possible pars for a board's dealer and vulnerability, without duplicates.

    One where both are known, and mostly where the dealer alone is not.
    """
    # Partners who deal come to the same.
    dealers = (Seat.NORTH, Seat.EAST) if board.dealer is None else (board.dealer,)
    vulnerabilities = _VULNERABILITIES if board.vulnerability is None else (board.vulnerability,)
    found = (par(grid, dealer, vul) for vul in vulnerabilities for dealer in dealers)
    return tuple(dict.fromkeys(found))


def with_results(
    board: Board, grid: DoubleDummyGrid, *, target: str, is_replacing: bool = False
) -> Board:
    """Return a board with its table, and with par if the target's format has tags for it.

    Args:
        board: the board.
        grid: the solver's table, complete.
        target: the name of the format that will be written.
        is_replacing: whether tags of par that are there are replaced; a table always is.
    """
    if stated_table(board) != grid:
        board = attrs.evolve(board, grids=(*_replaced(board.grids, grid.to_grid()),))
    pars = board_pars(board, grid)
    if target != PBN or len(pars) != 1:
        return board
    # A file that is written as PBN has its plugin beside it.
    from overtrick_pbn import StatedContract, StatedPar

    found = pars[0]
    contracts = [
        StatedContract(seats=seats, contract=contract, tricks=tricks)
        for contract, seats, tricks in grouped(found)
    ]
    tags = {
        _SCORE: f"NS {found.score}",
        _CONTRACT: str(StatedPar(contracts=tuple(contracts))),
    }
    new = {key: text for key, text in tags.items() if is_replacing or key not in board.extras}
    new = {key: text for key, text in new.items() if board.extras.get(key) != text}
    return attrs.evolve(board, extras=board.extras.with_items(new)) if new else board


def _replaced(grids: Iterable[Grid], new: Grid) -> Iterator[Grid]:
    """Yield the grids with a table in place of the old one, or at the end."""
    is_there = False
    for grid in grids:
        if grid.name != OPTIMUM_RESULT_TABLE:
            yield grid
        elif not is_there:
            is_there = True
            yield new
    if not is_there:
        yield new


def grouped(found: Par) -> list[tuple[Contract, tuple[Seat, ...], int]]:
    """Return the par contracts without declarer, each with its declarers and tricks.

    Example:
        >>> tricks = DoubleDummyGrid(((5, 5, 5, 10, 8), (5, 5, 5, 3, 3)) * 2)
        >>> [(str(contract), len(seats), count)
        ...  for contract, seats, count in grouped(par(tricks, Seat.NORTH, Vulnerability.NONE))]
        [('4S', 2, 10)]
    """
    groups: dict[tuple[Contract, Side, int], list[Seat]] = {}
    for item in found.contracts:
        seat = item.contract.declarer
        if seat is not None:
            contract = attrs.evolve(item.contract, declarer=None)
            groups.setdefault((contract, seat.side, item.tricks), []).append(seat)
    return [(contract, tuple(seats), tricks) for (contract, _, tricks), seats in groups.items()]


def makeable(grid: DoubleDummyGrid) -> str:
    """Return the makeable contracts, as in hand records: one line.

    `3/2♠` where North makes three and South two, or East and West.

    Example:
        >>> makeable(DoubleDummyGrid(((5, 8, 6, 10, 9), (7, 5, 7, 3, 3), (5, 8, 6, 9, 9),
        ...                           (7, 5, 6, 3, 3))))
        'NS 3NT 4/3♠ 2♦ · EW 1/-♥ 1♣'
    """
    sides = []
    for first in (Seat.NORTH, Seat.EAST):
        words = []
        for strain in _STRAINS:
            levels = [
                max((grid.tricks_of(seat, strain) or 0) - 6, 0) for seat in (first, first.partner)
            ]
            if any(levels):
                shown = [str(level or "-") for level in dict.fromkeys(levels)]
                words.append("/".join(shown) + strain.glyph)
        sides.append(f"{first.side.symbol} {' '.join(words) or '-'}")
    return " · ".join(sides)


def par_text(found: Par) -> str:
    """Return par as text: the score and the contracts.

    Example:
        >>> grid = DoubleDummyGrid(((5, 5, 5, 10, 8), (8, 8, 9, 3, 5)) * 2)
        >>> par_text(par(grid, Seat.NORTH, Vulnerability.NS))
        'NS 300: EW 5♥X-2'
    """
    words = []
    for contract, seats, tricks in grouped(found):
        who = seats[0].side.symbol if len(seats) == 2 else seats[0].symbol
        over = tricks - (contract.tricks_needed or 0)
        words.append(f"{who} {_glyphed(contract)}{f'{over:+d}' if over else '='}")
    return f"NS {found.score}: {', '.join(words) or 'passed out'}"


def _glyphed(contract: Contract) -> str:
    strain = "" if contract.strain is None else contract.strain.glyph
    return f"{contract.level}{strain}{'X' * (contract.doubling is Doubling.DOUBLED)}"


def board_text(board: Board, grid: DoubleDummyGrid) -> str:
    """Return a board's table, makeable contracts and par as lines of text."""
    words = translator(language="en")  # what the other lines are in
    lines = [" · ".join(BoardText(board, words).heading())]
    # It has a title, which is not needed here.
    lines += text_diagram(grid).splitlines()[1:]
    lines += [f"Makes  {makeable(grid)}"]
    if board.vulnerability is not None:
        lines += [f"Par    {par_text(found)}" for found in board_pars(board, grid)]
    else:
        for vulnerability in _VULNERABILITIES:
            vulnerable = attrs.evolve(board, vulnerability=vulnerability)
            lines += [
                f"Par    {par_text(found)} ({vulnerability.label} vulnerable)"
                for found in board_pars(vulnerable, grid)
            ]
    return "\n".join(lines)


def board_dict(board: Board, grid: DoubleDummyGrid) -> dict[str, object]:
    """Return a board's results as a JSON object; par only if there is exactly one."""
    found: dict[str, object] = {
        "board": board.label if board.number is None else board.number,
        "tricks": {
            seat.symbol: {strain.symbol: grid.tricks_of(seat, strain) for strain in _STRAINS}
            for seat in Seat
        },
    }
    pars = board_pars(board, grid)
    if len(pars) == 1:
        found["par"] = {
            "NS": pars[0].score,
            "contracts": [
                {
                    "contract": item.contract.text,
                    "declarer": item.contract.declarer.symbol,
                    "result": item.tricks,
                }
                for item in pars[0].contracts
                if item.contract.declarer is not None
            ],
        }
    return found


def stated_score(board: Board) -> int | None:
    """Return the points of North and South from a board's optimum score, or `None`."""
    if _SCORE not in board.extras:
        return None
    from overtrick_pbn import optimum_score  # whoever read the tag is here

    try:
        return optimum_score(board)
    except ModelError:
        return None  # `overtrick check` reports its faults
