"""Conditions on double-dummy tricks: tested last, and a few deals at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from overtrick.model.board import Board
from overtrick.model.cards import Strain
from overtrick.model.grids import DoubleDummyGrid
from overtrick.model.hands import Deal
from overtrick.model.table import Seat
from overtrick_deal.errors import DealingError
from overtrick_deal.sampling.block import Block
from overtrick_hands.conditions.building import joined
from overtrick_hands.conditions.condition import Condition
from overtrick_hands.conditions.tree import Node

_AT_ONCE: Final = 16
"""So many deals are solved at a time: a second or so."""


class Solving:
    """Tries conditions that take double-dummy tricks.

    Args:
        trees: the conditions.

    Raises:
        DealingError: there is no solver.
    """

    def __init__(self, trees: Sequence[Node]) -> None:
        try:
            import overtrick_dd
        except ModuleNotFoundError as error:
            msg = "tricks take a solver: python -m pip install overtrick-dd[dds]"
            raise DealingError(msg) from error
        why = overtrick_dd.unavailable()
        if why is not None:
            raise DealingError(why)
        self._tables = overtrick_dd.tables
        self._known: dict[Deal, DoubleDummyGrid] = {}
        self._condition = Condition(joined("and", list(trees)), self._tricks)

    def _tricks(self, deal: Deal, declarer: Seat, strain: Strain) -> int | None:
        return self._known[deal].tricks_of(declarer, strain)

    def passed(self, block: Block, behind: int) -> Iterator[tuple[Block, int]]:
        """Yield the deals of a block that pass, a few at a time.

        Args:
            block: deals.
            behind: how many were tried behind the last of them.
        """
        count = len(block)
        if not count:
            yield block, behind
            return
        # What was tried is told with the last of them.
        for begin in range(0, count, _AT_ONCE):
            end = min(begin + _AT_ONCE, count)
            deals = [Deal.from_masks(*masks) for masks in block.hands[:, begin:end].T.tolist()]
            self._known = dict(zip(deals, self._tables(deals), strict=True))
            answers = [bool(self._condition(Board(deal=deal))) for deal in deals]
            tried = block.tried if end == count else 0
            kept = begin + np.flatnonzero(answers)
            last = int(kept[-1]) + 1 if len(kept) else begin
            yield Block(block.hands[:, kept], tried), end - last
