"""The pocket of each card: of a deal, of a recorded deck, and of a sorted deck."""

from __future__ import annotations

from typing import Final

from overtrick import CARDS, Card, Deal, Seat

Pockets = tuple[Seat | None, ...]
"""The pocket of each card by card index, or `None`."""

# A sorted deck as the machine is fed with it, club deuce first.
# Source: DupSoft help (settings, "Deck sorted"): spades, hearts, diamonds, clubs, each from the
# ace down, the club deuce picked first; so the cards come in ascending order of index.
SORTED_DECK: Final[tuple[Card, ...]] = CARDS


def deal_pockets(deal: Deal) -> Pockets:
    """Return the seat that holds each card, by card index."""
    owner: list[Seat | None] = [None] * 52
    for seat in Seat:
        for card in deal[seat]:
            owner[card.index] = seat
    return tuple(owner)


def deal_of_pockets(pockets: Pockets) -> Deal:
    """Return the deal of four pockets.

    Raises:
        CardError: a pocket has more than 13 cards.
    """
    masks = [0, 0, 0, 0]
    for card, seat in zip(CARDS, pockets, strict=True):
        if seat is not None:
            masks[seat] |= 1 << card.index
    return Deal.from_masks(*masks)


def record_pocket(position: int) -> Seat:
    """Return the pocket of a recorded card: thirteen each to North, East, South, West.

    `position` counts from 1 to 52.
    """
    return Seat((position - 1) // 13)
