"""Conditions on double-dummy tricks: tested last, in small batches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from overtrick import Board, Deal, DoubleDummyGrid, Seat, Strain
from overtrick_deal.errors import DealingError
from overtrick_deal.sampling.block import DrawnDeals
from overtrick_hands import Condition, Node, joined

AT_ONCE: Final = 16
"""The number of deals solved at a time: about a second."""


def absence(need: str) -> str | None:
    """Return the reason solving is unavailable, or `None` if it is available.

    Args:
        need: the text before the install command of overtrick-dd, if it is not installed.
    """
    try:
        from overtrick_dd import unavailable
    except ModuleNotFoundError:
        return f"{need}: python -m pip install overtrick-dd[dds]"
    return unavailable()


class Solving:
    """A test of conditions with double-dummy tricks.

    Args:
        trees: the conditions.

    Raises:
        DealingError: there is no solver.
    """

    def __init__(self, trees: Sequence[Node]) -> None:
        why = absence("tricks take a solver")
        if why is not None:
            raise DealingError(why)
        from overtrick_dd import tables

        self._tables = tables
        self._known: dict[Deal, DoubleDummyGrid] = {}
        self._condition = Condition(joined("and", list(trees)), self._tricks)

    def _tricks(self, deal: Deal, declarer: Seat, strain: Strain) -> int | None:
        return self._known[deal].tricks_of(declarer, strain)

    def passed(self, drawn: DrawnDeals) -> Iterator[DrawnDeals]:
        """Yield the deals that pass, in small batches."""
        count = len(drawn.places)
        for begin in range(0, count, AT_ONCE):
            end = min(begin + AT_ONCE, count)
            deals = [Deal.from_masks(*masks) for masks in drawn.hands[:, begin:end].T.tolist()]
            self._known = dict(zip(deals, self._tables(deals), strict=True))
            answers = [bool(self._condition(Board(deal=deal))) for deal in deals]
            kept = begin + np.flatnonzero(answers)
            last = drawn.end if end == count else int(drawn.places[end])
            yield DrawnDeals(drawn.hands[:, kept], drawn.places[kept], last)
        if not count:
            yield drawn
