"""Card play: the legal cards of a trick, and its winner (rules 5)."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from overtrick import Seat, Suit
from overtrick_belote.rules.cards import (
    POINTS,
    STRENGTH,
    SUIT_MASKS,
    TRUMP_STRENGTH,
    Card,
    following,
)
from overtrick_belote.rules.options import RuleOptions

_ABOVE = tuple(
    sum(1 << rank for rank in range(8) if TRUMP_STRENGTH[rank] > strength) for strength in range(8)
)
"""The trumps above a strength 0 to 7, as the lowest eight bits."""


@attrs.frozen
class Trick:
    """A trick, complete or in progress.

    Attributes:
        leader: who led.
        cards: the cards in the order played, the leader's first; up to four.
    """

    leader: Seat
    cards: tuple[Card, ...] = ()

    def player(self, place: int) -> Seat:
        """Return the player of the card at a place, 0 to 3."""
        return _PLAYERS[self.leader][place]

    def winning_place(self, trump: Suit) -> int:
        """Return the place of the card that wins so far, 0 to 3; the trick is not empty."""
        return winning_place(self.cards, trump)

    def winner(self, trump: Suit) -> Seat:
        """Return the player who wins so far."""
        return _PLAYERS[self.leader][winning_place(self.cards, trump)]

    def points(self, trump: Suit) -> int:
        """Return the points of the cards, without the ten for the last trick."""
        row = POINTS[trump]
        return sum(row[card] for card in self.cards)


def _players(leader: Seat) -> tuple[Seat, Seat, Seat, Seat]:
    second = following(leader)
    third = following(second)
    return (leader, second, third, following(third))


_PLAYERS = tuple(_players(seat) for seat in Seat)


def winning_place(cards: Sequence[Card], trump: Suit) -> int:
    """Return the place of the winning card: the highest trump, else the highest of the suit led."""
    strength = STRENGTH[trump]
    led = cards[0] >> 3
    best, best_strength = 0, strength[cards[0]]
    for place in range(1, len(cards)):
        card = cards[place]
        value = strength[card]
        if value > best_strength and (value >= 8 or card >> 3 == led):
            best, best_strength = place, value
    return best


def legal_cards(hand: int, cards: Sequence[Card], trump: Suit, options: RuleOptions) -> int:
    """Return the legal cards of a hand, as a hand.

    Args:
        hand: what the player holds, not empty.
        cards: the cards of the trick so far, 0 to 3.
        trump: the trump suit.
        options: the rules of the table: `undertrump_duty`.

    Example:
        >>> from overtrick_belote.rules.cards import cards_of, hand_of
        >>> hand = hand_of(map(Card.parse, ["SJ", "S8", "H7"]))
        >>> trick = [Card.parse("DA"), Card.parse("S9")]
        >>> [str(c) for c in cards_of(legal_cards(hand, trick, Suit.SPADES, RuleOptions()))]
        ['SJ']
    """
    if not cards:
        return hand
    trumps = hand & SUIT_MASKS[trump]
    led = cards[0] >> 3
    place = winning_place(cards, trump)
    winning = cards[place]
    above = 0
    if winning >> 3 == trump:
        above = trumps & (_ABOVE[TRUMP_STRENGTH[winning & 7]] << (8 * trump))
    if led == trump:
        # Rules 5.3.3: over it where that is possible, partner's card or not.
        return above or trumps or hand
    following_suit = hand & SUIT_MASKS[led]
    if following_suit:
        return following_suit
    if not trumps or (len(cards) >= 2 and place == len(cards) - 2):
        # Nothing to trump with, or partner is high: whatever one likes (5.3.4, 5.3.7).
        return hand
    if winning >> 3 != trump:
        return trumps
    if above:
        return above
    return trumps if options.undertrump_duty else hand
