"""Boards of one file that have the same number and other hands."""

from __future__ import annotations

from typing import Final

import attrs

from overtrick.findings.diagnostics import Diagnostic, Location
from overtrick.laws.codes import problem
from overtrick.model.board import Board

# A set has far fewer boards; a file of millions does not fill the memory.
_MAX_NUMBERS: Final = 10_000


class NumberedDeals:
    """The deals of a file by board number and the other attributes that identify a set of boards.

    Files of several events, sessions or rooms name them, and begin again with board 1.
    """

    def __init__(self) -> None:
        self._deals: dict[tuple[object, ...], int] = {}

    def problem_of(self, board: Board) -> Diagnostic | None:
        """Return the finding if an earlier board has this number and another complete deal."""
        if board.number is None or board.deal is None or board.deal.missing:
            return None
        info = board.info
        key = (board.number, info.event, info.site, info.date, info.room)
        deal = hash(board.deal)
        if len(self._deals) < _MAX_NUMBERS:
            known = self._deals.setdefault(key, deal)
        else:
            known = self._deals.get(key, deal)
        if known == deal:
            return None
        location = Location() if board.origin is None else board.origin
        found = problem("LAW314", "number", number=board.number)
        return found.at(attrs.evolve(location, board=board.number))
