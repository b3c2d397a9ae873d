"""The physical objects: cards, decks, boards, and the true content of the boards."""

from __future__ import annotations

import random

import attrs

from overtrick import Deal, Seat
from overtrick_duplimate_device.interface.pockets import SORTED_DECK

STOP_CARD = -1
"""The code of the extra card that divides two decks."""

FOREIGN_CODES = tuple(range(52, 64))
"""Bar codes that are no card: six bits, 52 of the 64 in use."""


@attrs.define
class PhysicalCard:
    """A physical card.

    Attributes:
        code: its bar code, 0 to 51 by card index; above for cards that are none of these.
        is_dirty: whether it cannot be read.
    """

    code: int = attrs.field(repr=False)
    is_dirty: bool = False


@attrs.define
class PhysicalBoard:
    """A physical board with four pockets.

    Attributes:
        number: on its sticker, or `None`.
        pockets: the codes of the cards in North, East, South and West.
        job_id: the job that filled it, or `None`.
    """

    number: int | None = None
    pockets: tuple[list[int], list[int], list[int], list[int]] = attrs.field(
        factory=lambda: ([], [], [], []), repr=False
    )
    job_id: str | None = None

    @property
    def cards(self) -> int:
        """The number of cards in the four pockets."""
        return sum(map(len, self.pockets))

    def holds(self, deal: Deal) -> bool:
        """Whether the pockets hold exactly the hands of a deal."""
        return all(
            sorted(self.pockets[seat]) == sorted(card.index for card in deal[seat]) for seat in Seat
        )


def shuffled_deck(source: random.Random) -> list[PhysicalCard]:
    """Return the 52 cards in a random order."""
    codes = list(range(52))
    source.shuffle(codes)
    return [PhysicalCard(code) for code in codes]


def sorted_deck() -> list[PhysicalCard]:
    """Return the 52 cards in the order of sorted-deck mode."""
    return [PhysicalCard(card.index) for card in SORTED_DECK]
