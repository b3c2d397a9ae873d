"""Cards in the form of the search: ranked by trumps, seats counted in turn from one player.

A ranked card is `8 * suit + strength` where suit 3 is the trump suit, so that of two cards that
may win a trick (of the suit led, or trumps) the greater number wins, and in each suit the greater
number is worth at least as many points. A ranked hand is a mask of such cards. Seats are turns:
0 is the player who looks, 1 the next to play, 2 his partner, 3 the last.
"""

from __future__ import annotations

from typing import Final

from overtrick import Seat, Suit
from overtrick_belote.rules.cards import (
    CARDS,
    SIDE_POINTS,
    SIDE_STRENGTH,
    TRUMP_POINTS,
    TRUMP_STRENGTH,
    Card,
)

TRUMPS: Final = 0xFF000000
FIRST_TRUMP: Final = 24
"""Ranked cards from here on are trumps."""


def _by_strength(strength: tuple[int, ...], points: tuple[int, ...]) -> tuple[int, ...]:
    row = [0] * 8
    for rank in range(8):
        row[strength[rank]] = points[rank]
    return tuple(row)


RANKED_POINTS: Final = 3 * _by_strength(SIDE_STRENGTH, SIDE_POINTS) + _by_strength(
    TRUMP_STRENGTH, TRUMP_POINTS
)
"""Points of each ranked card."""

RANKED: Final = tuple(
    tuple(
        8 * ((card.suit - trump - 1) & 3)
        + (TRUMP_STRENGTH if card.suit == trump else SIDE_STRENGTH)[card.rank]
        for card in CARDS
    )
    for trump in range(4)
)
"""The ranked card of each card, by trump suit."""

NATURAL: Final = tuple(tuple(sorted(CARDS, key=lambda card: row[card])) for row in RANKED)
"""The card of each ranked card, by trump suit."""


def _masks(strength: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(
        sum(1 << strength[rank] for rank in range(8) if byte >> rank & 1) for byte in range(256)
    )


_TRUMP_MASKS: Final = _masks(TRUMP_STRENGTH)
_SIDE_MASKS: Final = _masks(SIDE_STRENGTH)
_WAYS: Final = tuple(
    tuple(
        (8 * suit, 8 * ((suit - trump - 1) & 3), _TRUMP_MASKS if suit == trump else _SIDE_MASKS)
        for suit in range(4)
    )
    for trump in range(4)
)


def ranked_hand(hand: int, trump: Suit) -> int:
    """Return a hand as a ranked hand."""
    (a, to_a, table_a), (b, to_b, table_b), (c, to_c, table_c), (d, to_d, table_d) = _WAYS[trump]
    return (
        table_a[hand >> a & 255] << to_a
        | table_b[hand >> b & 255] << to_b
        | table_c[hand >> c & 255] << to_c
        | table_d[hand >> d & 255] << to_d
    )


def natural_card(ranked: int, trump: Suit) -> Card:
    """Return the card of a ranked card."""
    return NATURAL[trump][ranked]


def turn_of(seat: Seat, looker: Seat) -> int:
    """Return the distance of a player in turn from the observer, 0 to 3."""
    return (looker - seat) & 3


def ranked_legal(hand: int, led: int, best: int, partner_wins: bool, duty: bool) -> int:
    """Return the legal ranked cards (rules 5.3).

    Args:
        hand: a ranked hand, not empty.
        led: the suit led, 0 to 3.
        best: the ranked card that wins so far.
        partner_wins: whether partner played it.
        duty: whether who cannot overtrump must undertrump.
    """
    following = hand & (255 << (8 * led))
    if led == 3:
        return (following >> best << best) or following or hand
    if following:
        return following
    trumps = hand & TRUMPS
    if not trumps or partner_wins:
        return hand
    if best < FIRST_TRUMP:
        return trumps
    return (trumps >> best << best) or (trumps if duty else hand)
