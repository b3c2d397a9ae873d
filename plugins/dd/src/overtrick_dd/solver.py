"""The interface of a solver, and its errors."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Final, Protocol

from overtrick import Card, Deal, DoubleDummyGrid, PluginError, Seat, Strain

THREADS_VARIABLE: Final = "OVERTRICK_SOLVER_THREADS"
"""The environment variable with the number of threads for a solver's process."""


class SolverError(PluginError):
    """No solver is available, or it failed; the message has the remedy or the deal."""


class Solver(Protocol):
    """A double-dummy solver: tricks with all four hands seen and best play.

    Every deal is complete. Any exception of a solver becomes a `SolverError`. A solver has a
    process of its own, so it may also crash or run forever. An attribute `version`, a text, is
    stored with its results.
    """

    def tables(self, deals: Sequence[Deal]) -> Sequence[DoubleDummyGrid]:
        """Return the tricks of every declarer in every strain, for each deal in order.

        Args:
            deals: 1 to `SolverSpec.largest` of them.
        """
        ...

    def leads(self, deal: Deal, strain: Strain, declarer: Seat) -> Mapping[Card, int]:
        """Return declarer's tricks, 0 to 13, after each of the 13 opening leads."""
        ...

    def plays(
        self, deal: Deal, strain: Strain, declarer: Seat, cards: Sequence[Card]
    ) -> Sequence[int]:
        """Return declarer's tricks, 0 to 13: before the first card, and after each one.

        Args:
            deal: the four hands.
            strain: the trumps.
            declarer: who plays the hand; the seat to the left leads.
            cards: 0 to 52 cards in the order in which they were played, all of them legal.
        """
        ...


class OpenSolver(Protocol):
    """A function that loads a solver; called once in each solving process."""

    def __call__(self) -> Solver:
        """Return the solver.

        Raises:
            SolverError: it cannot be loaded; the message has the remedy.
        """
        ...


def wanted_threads() -> int:
    """Return the number of threads for a solver in this process; 0 means one for each core.

    Source: `OVERTRICK_SOLVER_THREADS`, which who starts several processes sets for each of them.
    """
    text = os.environ.get(THREADS_VARIABLE, "")
    return int(text) if text.isascii() and text.isdigit() else 0
