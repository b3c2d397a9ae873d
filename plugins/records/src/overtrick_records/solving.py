"""Double-dummy tables for boards without one, through overtrick-dd if it is installed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import attrs

from overtrick import Board, PluginError
from overtrick.plugin import OPTIMUM_RESULT_TABLE
from overtrick_cli.commands import Progress

if TYPE_CHECKING:
    from overtrick_dd import SolvedDeal

NEEDED: Final = (
    "tables of tricks are worked out by overtrick-dd: python -m pip install 'overtrick-records[dd]'"
)
"""The message if overtrick-dd is not installed."""


def with_tables(boards: Sequence[Board], *, is_wanted: bool) -> tuple[list[Board], list[str]]:
    """Return boards, with the missing double-dummy tables solved.

    Args:
        boards: the boards; those of which cards are missing are left as they are, but for a hand
            that follows from the three others.
        is_wanted: whether it is an error that there is no solver.

    Returns:
        The boards, and remarks about those that could not be solved.

    Raises:
        PluginError: there is no solver although one is wanted.
    """
    wanted = {
        at: deal
        for at, board in enumerate(boards)
        if board.deal is not None
        and (deal := board.deal.completed()).is_complete
        and board.grid(OPTIMUM_RESULT_TABLE) is None
    }
    found = list(boards)
    remarks: list[str] = []
    absence = _absence() if wanted else None
    if absence is not None and is_wanted:
        raise PluginError(absence)
    if not wanted or absence is not None:
        return found, remarks
    from overtrick_dd import solve

    places = list(wanted)
    with Progress("double dummy", total=len(places)) as progress:
        solved: SolvedDeal
        for solved in progress.watch(solve(list(wanted.values()))):
            at = places[solved.place]
            if solved.grid is None:
                remarks.append(f"board {boards[at].label} could not be solved: {solved.error}")
            else:
                grids = (*boards[at].grids, solved.grid.to_grid())
                found[at] = attrs.evolve(boards[at], grids=grids)
    # The games of one board fail alike.
    return found, list(dict.fromkeys(remarks))


def _absence() -> str | None:
    """Return the reason solving is unavailable, or `None` if it is available."""
    try:
        from overtrick_dd import unavailable
    except ModuleNotFoundError:
        return NEEDED
    return unavailable()
