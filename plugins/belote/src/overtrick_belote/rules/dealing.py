"""Where hands come from: shuffled, cut, numbered, or given in part (rules 3 and 10.2)."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Final

from overtrick import Seat
from overtrick_belote.errors import BeloteError
from overtrick_belote.rules.cards import CARDS, Card, turn_order

NUMBERED_HANDS: Final = 1_000_000
_PACKETS: Final = (3, 2, 3)


class Lots:
    """Numbers drawn from a seed, the same in every version of Python and on every machine.

    SHA-256 of the seed and a counter, four bytes a draw.

    Example:
        >>> lots = Lots("a seed")
        >>> [lots.below(6) for _ in range(4)] == [Lots("a seed").below(6) for _ in range(1)] * 4
        False
    """

    def __init__(self, seed: str) -> None:
        self._seed = seed.encode()
        self._block = b""
        self._counter = 0

    def below(self, limit: int) -> int:
        """Draw a number from 0 to `limit - 1`, each as likely as another; 1 to 2**32."""
        if not 1 <= limit <= 1 << 32:
            msg = f"not a limit to draw below: {limit}"
            raise BeloteError(msg)
        most = (1 << 32) - (1 << 32) % limit
        while True:
            if not self._block:
                counter = self._counter.to_bytes(8, "big")
                self._block = hashlib.sha256(self._seed + b"\0" + counter).digest()
                self._counter += 1
            word, self._block = int.from_bytes(self._block[:4], "big"), self._block[4:]
            if word < most:
                return word % limit

    def shuffled(self, cards: Sequence[Card]) -> list[Card]:
        """Return some cards in an order of chance, every order as likely as another."""
        deck = list(cards)
        for place in range(len(deck) - 1, 0, -1):
            other = self.below(place + 1)
            deck[place], deck[other] = deck[other], deck[place]
        return deck


def deal_deck(deck: Sequence[Card], dealer: Seat) -> tuple[int, int, int, int]:
    """Deal a deck in packets of three, two and three from the dealer's right (3.3).

    Returns:
        The four hands as masks, by seat.
    """
    hands = [0, 0, 0, 0]
    place = 0
    first = turn_order(dealer)[1]
    for packet in _PACKETS:
        for seat in turn_order(first):
            for card in deck[place : place + packet]:
                hands[seat] |= 1 << card
            place += packet
    return (hands[0], hands[1], hands[2], hands[3])


def numbered_hand(number: int) -> tuple[tuple[int, int, int, int], Seat]:
    """Return the hands and the dealer of a number; they never change.

    Args:
        number: 1 to 1,000,000.

    Raises:
        BeloteError: there is no such number.
    """
    if not 1 <= number <= NUMBERED_HANDS:
        msg = f"there is no hand {number}: they are numbered 1 to {NUMBERED_HANDS:,}"
        raise BeloteError(msg)
    lots = Lots(f"overtrick belote hand {number}")
    dealer = Seat(lots.below(4))
    return deal_deck(lots.shuffled(CARDS), dealer), dealer
