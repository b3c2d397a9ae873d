"""Declarations: those of a hand, and the side whose declarations count (rules 6)."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator
from typing import Final

import attrs

from overtrick import Seat, Suit
from overtrick_belote.errors import BeloteError
from overtrick_belote.rules.cards import Rank, Side, side_of
from overtrick_belote.rules.options import AnnounceTie, RuleOptions

BELOT: Final = 20


class Kind(enum.IntEnum):
    """The kinds of declarations, in ascending order (6.2)."""

    THIRD = 0
    FOURTH = 1
    FIFTH = 2
    FOUR_QUEENS = 3
    FOUR_KINGS = 4
    FOUR_TENS = 5
    FOUR_ACES = 6
    FOUR_NINES = 7
    FOUR_JACKS = 8

    @property
    def points(self) -> int:
        """The points of the kind: 20 to 200 (6.1)."""
        return _KIND_POINTS[self]

    @property
    def length(self) -> int:
        """The number of cards: 3 to 5."""
        return _LENGTHS[self]


_KIND_POINTS: Final = (20, 50, 100, 100, 100, 100, 100, 150, 200)
_LENGTHS: Final = (3, 4, 5, 4, 4, 4, 4, 4, 4)
_FOURS: Final = (
    (Rank.JACK, Kind.FOUR_JACKS),
    (Rank.NINE, Kind.FOUR_NINES),
    (Rank.ACE, Kind.FOUR_ACES),
    (Rank.TEN, Kind.FOUR_TENS),
    (Rank.KING, Kind.FOUR_KINGS),
    (Rank.QUEEN, Kind.FOUR_QUEENS),
)
_SEQUENCES: Final = ((5, Kind.FIFTH), (4, Kind.FOURTH), (3, Kind.THIRD))


@attrs.frozen
class Announce:
    """A declaration.

    Attributes:
        kind: what it is.
        top: its highest card's rank in natural order; of a four, the rank of its cards.
        suit: the suit of a sequence, `None` for a four.

    Raises:
        BeloteError: there is no such announce: a third of an eight, four jacks of a suit.
    """

    kind: Kind
    top: Rank
    suit: Suit | None = None

    def __attrs_post_init__(self) -> None:
        if self.kind > Kind.FIFTH:
            fits = self.suit is None and (self.top, self.kind) in _FOURS
        else:
            fits = self.suit is not None and self.top >= _LENGTHS[self.kind] - 1
        if not fits:
            msg = f"there is no announce {self.kind.name}, {self.top!r}, {self.suit!r}"
            raise BeloteError(msg)

    @property
    def points(self) -> int:
        """The points of the declaration."""
        return _KIND_POINTS[self.kind]

    @property
    def mask(self) -> int:
        """The cards of the declaration, as a hand."""
        if self.suit is None:
            return 0x01010101 << self.top
        length = _LENGTHS[self.kind]
        return ((1 << length) - 1) << (8 * self.suit + self.top - length + 1)

    def rank_key(self, trump: Suit) -> tuple[int, int, bool]:
        """Return the sort key of declarations: kind, top card, whether in trumps (6.7)."""
        return (self.kind, self.top, self.suit == trump)

    def __str__(self) -> str:
        if self.suit is None:
            return self.kind.name.lower().replace("_", " ")
        return f"{self.kind.name.lower()} of {self.suit.symbol}{self.top.symbol}"


def _every() -> Iterator[Announce]:
    for rank, kind in _FOURS:
        yield Announce(kind, rank)
    for length, kind in _SEQUENCES:
        for top in range(7, length - 2, -1):
            for suit in (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS):
                yield Announce(kind, Rank(top), suit)


_EVERY: Final = tuple((announce.mask, announce) for announce in _every())
"""All announces that there are with their cards, the highest first."""


def possible(hand: int) -> Iterator[Announce]:
    """Yield every declaration in a hand, the highest first, with the parts of longer ones."""
    for cards, announce in _EVERY:
        if hand & cards == cards:
            yield announce


def may_stand_together(announces: Iterable[Announce], hand: int, options: RuleOptions) -> bool:
    """Return whether declarations share no card (6.3) and each long sequence counts once (6.4)."""
    used = 0
    sequences: set[Suit] = set()
    for announce in announces:
        if used & announce.mask:
            return False
        used |= announce.mask
        if announce.suit is not None:
            whole = hand >> (8 * announce.suit) & 0xFF == 0xFF
            if whole and announce.suit in sequences and not options.eight_in_sequence_twice:
                return False
            sequences.add(announce.suit)
    return True


def announceable(hand: int, trump: Suit, options: RuleOptions) -> int:
    """Return the cards of a complete hand usable in declarations: all, or all but belote's."""
    belot = 0x60 << (8 * trump)
    if options.belot_cards_in_announces or hand & belot != belot:
        return hand
    return hand & ~belot


def best_announces(hand: int, trump: Suit, options: RuleOptions) -> tuple[Announce, ...]:
    """Return the best set of declarations of a complete hand, the highest first.

    The greatest total, then the highest announce (6.3). Whoever asked for the highest first would
    get the same: no eight cards hold an announce that must be given up for a greater total.

    Example:
        >>> from overtrick_belote.rules.cards import Card, hand_of
        >>> hand = hand_of(map(Card.parse, "SJ ST S9 S8 HJ DJ CJ C7".split()))
        >>> [str(a) for a in best_announces(hand, Suit.CLUBS, RuleOptions())]
        ['four jacks', 'third of ST']
    """
    if not options.announces:
        return ()
    cards = announceable(hand, trump, options)
    found = list(possible(cards))
    best: tuple[Announce, ...] = ()
    best_key: tuple[int, list[tuple[int, int, bool]]] = (0, [])

    def walk(start: int, taken: tuple[Announce, ...]) -> None:
        nonlocal best, best_key
        if taken:
            total = sum(announce.points for announce in taken)
            ranks = sorted((a.rank_key(trump) for a in taken), reverse=True)
            if not best or (total, ranks) > best_key:
                best, best_key = taken, (total, ranks)
        for place in range(start, len(found)):
            together = (*taken, found[place])
            if may_stand_together(together, cards, options):
                walk(place + 1, together)

    walk(0, ())
    return tuple(sorted(best, key=lambda a: a.rank_key(trump), reverse=True))


def winning_side(
    declared: Iterable[tuple[Seat, Announce]], trump: Suit, options: RuleOptions
) -> Side | None:
    """Return the side whose declarations count: the one with the highest; `None` if none do.

    Args:
        declared: the declarations, in order.
        trump: the trump suit.
        options: the rules of the table: `announce_tie`.
    """
    best: Side | None = None
    best_key: tuple[int, int, bool] | None = None
    tied = False
    for seat, announce in declared:
        key = announce.rank_key(trump)
        side = side_of(seat)
        if best_key is None or key > best_key:
            best, best_key, tied = side, key, False
        elif key == best_key and side != best:
            tied = True
    if tied and options.announce_tie is AnnounceTie.VOID:
        return None
    return best


def has_belot(hand: int, trump: Suit) -> bool:
    """Return whether a complete hand holds king and queen of trumps (6.9)."""
    belot = 0x60 << (8 * trump)
    return hand & belot == belot
