"""The check of a dealt board: 52 different cards, thirteen in each pocket, as in the deal."""

from __future__ import annotations

import enum

import attrs

from overtrick import CARDS, Card, Seat
from overtrick_duplimate_device.interface.driver import Mode
from overtrick_duplimate_device.interface.pockets import SORTED_DECK, Pockets


class ResultFault(enum.StrEnum):
    """The kind of a wrong result; it never names a card."""

    TWICE = "a card came twice"
    MISPLACED = "a card fell into the wrong pocket"
    TOO_MANY = "a pocket has more than thirteen cards"
    OUT_OF_STEP = "the machine's count of the cards is not ours"
    INCOMPLETE = "fewer than 52 cards came"


def judge_pockets(pockets: Pockets, expected: Pockets | None) -> ResultFault | None:
    """Return the fault of a board, or `None` if it is dealt correctly.

    Args:
        pockets: the pocket of each card by card index, `None` for a card that did not come.
        expected: the pocket of each card by the deal, or `None` where any will do.
    """
    if any(pockets.count(seat) > 13 for seat in Seat):
        return ResultFault.TOO_MANY
    if expected is not None and any(
        seat is not None and seat is not want for seat, want in zip(pockets, expected, strict=True)
    ):
        return ResultFault.MISPLACED
    return ResultFault.INCOMPLETE if None in pockets else None


@attrs.define
class Tally:
    """The cards reported in one job.

    Attributes:
        mode: the job's mode.
        expected: the pocket of each card, or `None` where any will do.
        heard: the number of cards reported so far, 0 to 52.
    """

    mode: Mode
    expected: Pockets | None = attrs.field(repr=False)
    heard: int = 0
    _pockets: list[Seat | None] = attrs.field(factory=lambda: [None] * 52, repr=False)
    _counts: list[int] = attrs.field(factory=lambda: [0, 0, 0, 0], repr=False)
    repeated: int = 0
    """Cards that came again, where the deck is only verified."""

    def add(self, position: int, card: Card | None, pocket: Seat) -> ResultFault | None:
        """Add one card; return its fault, or `None`.

        Args:
            position: the machine's count, 1 to 52.
            card: what was read; `None` in sorted mode.
            pocket: where it fell.
        """
        if position != self.heard + 1 or position > 52:
            return ResultFault.OUT_OF_STEP
        self.heard = position
        if self.mode is Mode.SORTED:
            card = SORTED_DECK[position - 1]
        if card is None:
            return ResultFault.OUT_OF_STEP
        if self._pockets[card.index] is not None:
            self.repeated += 1
            return None if self.mode is Mode.VERIFY else ResultFault.TWICE
        self._pockets[card.index] = pocket
        if self.expected is not None and self.expected[card.index] is not pocket:
            return ResultFault.MISPLACED
        self._counts[pocket] += 1
        return ResultFault.TOO_MANY if self._counts[pocket] > 13 else None

    def verdict(self) -> ResultFault | None:
        """Return the reason the board does not count as dealt, or `None` if it does."""
        if self.heard != 52 or None in self._pockets:
            return ResultFault.INCOMPLETE
        return judge_pockets(self.pockets, self.expected)

    @property
    def pockets(self) -> Pockets:
        """The pocket of each reported card, by card index."""
        return tuple(self._pockets)

    @property
    def missing(self) -> tuple[Card, ...]:
        """The cards not reported, spades first, high to low."""
        return tuple(card for card in reversed(CARDS) if self._pockets[card.index] is None)
