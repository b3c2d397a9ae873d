"""The 32 cards, their points, and the seats.

A hand is a mask of 32 bits, bit `1 << card`. Suits and seats are those of the core; the turn goes
the other way round: South, East, North, West.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from overtrick import Seat, Suit
from overtrick_belote.errors import BeloteError, expect

RANK_SYMBOLS: Final = "789TJQKA"


class Rank(enum.IntEnum):
    """The eight ranks in natural order, the order of sequences (rules 1.5)."""

    SEVEN = 0
    EIGHT = 1
    NINE = 2
    TEN = 3
    JACK = 4
    QUEEN = 5
    KING = 6
    ACE = 7

    @property
    def symbol(self) -> str:
        """The character: 7, 8, 9, T, J, Q, K or A."""
        return RANK_SYMBOLS[self]


class Card(int):
    """One of the 32 cards: `8 * suit + rank`, 0 (seven of clubs) to 31 (ace of spades).

    Example:
        >>> Card.parse("SJ"), Card.of(Suit.HEARTS, Rank.TEN), Card.parse("h10").rank
        (Card('SJ'), Card('HT'), <Rank.TEN: 3>)
    """

    __slots__ = ()

    @classmethod
    def of(cls, suit: Suit, rank: Rank) -> Card:
        """Return the card of a suit and a rank."""
        return CARDS[8 * suit + rank]

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read a suit, letter or symbol, and a rank, in either case; the ten is `T` or `10`.

        Raises:
            BeloteError: it is none of the 32 cards.
        """
        expect(text, str, "text", "a text")
        suit, rank = _SUIT_SIGNS.get(text[:1]), _RANK_SIGNS.get(text[1:])
        if suit is None or rank is None:
            msg = f"not a card: {text!r} (a suit C, D, H or S, then 7 8 9 T J Q K or A)"
            raise BeloteError(msg)
        return CARDS[8 * suit + rank]

    @property
    def suit(self) -> Suit:
        """The suit of the card."""
        return _SUITS[self >> 3]

    @property
    def rank(self) -> Rank:
        """The rank of the card."""
        return _RANKS[self & 7]

    @property
    def mask(self) -> int:
        """The hand of this card alone."""
        return 1 << self

    def __str__(self) -> str:
        return f"{self.suit.symbol}{self.rank.symbol}"

    def __repr__(self) -> str:
        return f"Card('{self}')"


_SUIT_SIGNS: Final = {
    sign: place for signs in ("CDHS", "cdhs", "♣♦♥♠") for place, sign in enumerate(signs)
}
_RANK_SIGNS: Final = {
    "10": 3,
    **{sign: place for place, sign in enumerate(RANK_SYMBOLS)},
    **{sign: place for place, sign in enumerate(RANK_SYMBOLS.lower())},
}
_SUITS: Final = tuple(Suit)
_RANKS: Final = tuple(Rank)
CARDS: Final = tuple(Card(index) for index in range(32))
"""All cards; `CARDS[8 * suit + rank]`."""

FULL_DECK: Final = (1 << 32) - 1
SUIT_MASKS: Final = (0xFF, 0xFF00, 0xFF0000, 0xFF000000)
"""The eight cards of each suit, as a hand."""

# Rules 1.2 and 1.3, by rank in natural order: 7 8 9 T J Q K A.
TRUMP_POINTS: Final = (0, 0, 14, 10, 20, 3, 4, 11)
SIDE_POINTS: Final = (0, 0, 0, 10, 2, 3, 4, 11)
TRUMP_STRENGTH: Final = (0, 1, 6, 4, 7, 2, 3, 5)
SIDE_STRENGTH: Final = (0, 1, 2, 6, 3, 4, 5, 7)

POINTS: Final = tuple(
    tuple((TRUMP_POINTS if card >> 3 == trump else SIDE_POINTS)[card & 7] for card in range(32))
    for trump in range(4)
)
"""Points of each card (0 to 20) by trump suit, then card; each row sums to 152."""

STRENGTH: Final = tuple(
    tuple(
        8 + TRUMP_STRENGTH[card & 7] if card >> 3 == trump else SIDE_STRENGTH[card & 7]
        for card in range(32)
    )
    for trump in range(4)
)
"""The rank of each card by trump suit, then card: 8 to 15 for trumps, else 0 to 7 in its suit."""

LAST_TRICK: Final = 10
SLAM: Final = 100
"""In place of the ten for the last trick, where one side wins all eight."""


class Side(enum.IntEnum):
    """The two sides."""

    NORTH_SOUTH = 0
    EAST_WEST = 1

    @property
    def symbol(self) -> str:
        """`NS` or `EW`."""
        return ("NS", "EW")[self]

    @property
    def other(self) -> Side:
        """The opponents."""
        return _SIDES[1 - self]

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """The two players of the side."""
        return (_SEATS[self], _SEATS[self + 2])


_SEATS: Final = tuple(Seat)
_SIDES: Final = tuple(Side)


def side_of(seat: Seat) -> Side:
    """Return the side of a player."""
    return _SIDES[seat & 1]


def following(seat: Seat) -> Seat:
    """Return the next player in turn: counter-clockwise, the one on the right (rules 2.2)."""
    return _SEATS[(seat + 3) & 3]


def turn_order(first: Seat) -> tuple[Seat, Seat, Seat, Seat]:
    """Return the four seats in turn, from one on."""
    return (first, _SEATS[(first + 3) & 3], _SEATS[(first + 2) & 3], _SEATS[(first + 1) & 3])


def cards_of(hand: int) -> Iterator[Card]:
    """Return the cards of a hand, from the highest card number (ace of spades) down."""
    while hand:
        top = hand.bit_length() - 1
        hand ^= 1 << top
        yield CARDS[top]


def hand_of(cards: Iterable[Card]) -> int:
    """Return the hand of some cards."""
    hand = 0
    for card in cards:
        hand |= 1 << card
    return hand


def four_masks(hands: Sequence[int]) -> None:
    """Raise unless the value is four hands as bit masks.

    Raises:
        TypeError: they are no sequence of whole numbers.
        BeloteError: there are more or fewer than four.
    """
    expect(hands, (list, tuple), "hands", "four masks of cards")
    for hand in hands:
        expect(hand, int, "a hand", "a mask of cards")
    if len(hands) != 4:
        msg = f"a hand has four players, not {len(hands)}"
        raise BeloteError(msg)


def ordered(hand: int, trump: Suit | None = None) -> list[Card]:
    """Return the cards of a hand in display order: spades first, in each suit the highest first.

    Args:
        hand: a hand.
        trump: the suit whose cards rank as trumps; `None` before there is one.
    """
    row = STRENGTH[trump] if trump is not None else None

    def place(card: Card) -> tuple[int, int]:
        return (-card.suit, -(row[card] if row is not None else SIDE_STRENGTH[card & 7]))

    return sorted(cards_of(hand), key=place)
