"""The medal on the winning card: the reason it wins the trick, and the points of the cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import attrs

from overtrick import Seat, Suit
from overtrick_belote.errors import BeloteError
from overtrick_belote.players.advice import Fact, Reason
from overtrick_belote.rules.cards import (
    LAST_TRICK,
    POINTS,
    SIDE_POINTS,
    SIDE_STRENGTH,
    SLAM,
    STRENGTH,
    TRUMP_POINTS,
    TRUMP_STRENGTH,
    Card,
    Rank,
    side_of,
)
from overtrick_belote.rules.play import Trick

TRUMP_ORDER: Final = tuple(sorted(Rank, key=TRUMP_STRENGTH.__getitem__, reverse=True))
"""The ranks of trumps, the highest first."""

SIDE_ORDER: Final = tuple(sorted(Rank, key=SIDE_STRENGTH.__getitem__, reverse=True))
"""The ranks of the other suits, the highest first."""

VALUES: Final = tuple(
    tuple((rank, points[rank]) for rank in order)
    for order, points in ((TRUMP_ORDER, TRUMP_POINTS), (SIDE_ORDER, SIDE_POINTS))
)
"""The table of ranks and values: trumps, then the other suits; each the highest rank first."""


@attrs.frozen
class Medal:
    """The reason a card wins a trick.

    Attributes:
        seat: who played it.
        card: the winning card.
        reasons: the reason it wins, and the value of a complete trick.
    """

    seat: Seat
    card: Card
    reasons: tuple[Reason, ...]


def medal(trick: Trick, trump: Suit, before: Sequence[Trick] = ()) -> Medal:
    """Return the reason the winning card of a trick wins it, so far or finally.

    Args:
        trick: the trick, with one card at least.
        trump: the trump suit.
        before: the tricks before it, by which the last one and a slam are known.

    Raises:
        BeloteError: no card was played to it.

    Example:
        >>> from overtrick_belote.explanations.sentences import tell
        >>> cards = tuple(map(Card.parse, ["C7", "C9", "CJ", "CQ"]))
        >>> for reason in medal(Trick(Seat.SOUTH, cards), Suit.CLUBS).reasons:
        ...     print(tell(reason))
        Trumps were led, and the jack of clubs is the highest, above ♣9, ♣Q and ♣7.
        Trumps rank J 9 A 10 K Q 8 7.
        The trick is worth 0 + 14 + 20 + 3 = 37.
    """
    if not trick.cards:
        msg = "no card was played to the trick"
        raise BeloteError(msg)
    place = trick.winning_place(trump)
    card = trick.cards[place]
    reasons = _why(trick, trump, card)
    if len(trick.cards) == 4:
        reasons = (*reasons, _worth(trick, trump, before))
    return Medal(trick.player(place), card, reasons)


def _why(trick: Trick, trump: Suit, card: Card) -> tuple[Reason, ...]:
    led = trick.cards[0].suit
    beaten = tuple(
        sorted(
            (other for other in trick.cards if other != card and other.suit == card.suit),
            key=STRENGTH[trump].__getitem__,
            reverse=True,
        )
    )
    facts: dict[str, Fact] = {"card": card, "led": led}
    if beaten:
        facts["beaten"] = beaten
    if len(trick.cards) == 1:
        return (Reason("medal-only-card", facts),)
    if card.suit != trump:
        rule = "medal-highest-led" if beaten else "medal-lone-led"
    elif led == trump:
        rule = "medal-highest-trump" if beaten else "medal-lone-led-trump"
    else:
        rule = "medal-over-trump" if beaten else "medal-only-trump"
    why = Reason(rule, facts)
    # The order is explained where it differs from the usual one.
    if all(other.rank < card.rank for other in beaten):
        return (why,)
    if card.suit == trump:
        return (why, Reason("medal-trump-order", {"order": TRUMP_ORDER}))
    return (why, Reason("medal-side-order", {"order": SIDE_ORDER}))


def _worth(trick: Trick, trump: Suit, before: Sequence[Trick]) -> Reason:
    facts: dict[str, Fact] = {
        "values": tuple(POINTS[trump][card] for card in trick.cards),
        "points": trick.points(trump),
    }
    if len(before) != 7:
        return Reason("medal-worth", facts)
    side = side_of(trick.winner(trump))
    slam = all(side_of(other.winner(trump)) == side for other in before)
    facts |= {"bonus": SLAM if slam else LAST_TRICK, "side": side}
    return Reason("medal-worth-slam" if slam else "medal-worth-last", facts)
