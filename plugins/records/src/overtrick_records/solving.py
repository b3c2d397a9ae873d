"""Tables of tricks for boards that have none, through overtrick-dd where it is installed."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from overtrick.findings.errors import PluginError
from overtrick.model import Board
from overtrick.model.grids import OPTIMUM_RESULT_TABLE

NEEDED = (
    "tables of tricks are worked out by overtrick-dd: python -m pip install 'overtrick-records[dd]'"
)
"""What is said where overtrick-dd is not installed."""


def with_tables(boards: Sequence[Board]) -> list[Board]:
    """Return boards, those without a table of tricks with one that a solver worked out.

    Raises:
        PluginError: there is no solver, or it failed.
    """
    wanted = [
        at
        for at, board in enumerate(boards)
        if board.deal is not None
        and board.deal.is_complete
        and board.grid(OPTIMUM_RESULT_TABLE) is None
    ]
    found = list(boards)
    if not wanted:
        return found
    try:
        import overtrick_dd
    except ModuleNotFoundError:
        raise PluginError(NEEDED) from None
    deals = [deal for at in wanted if (deal := boards[at].deal) is not None]
    for at, grid in zip(wanted, overtrick_dd.tables(deals), strict=True):
        found[at] = attrs.evolve(boards[at], grids=(*boards[at].grids, grid.to_grid()))
    return found
