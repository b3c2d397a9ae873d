"""Suits, strains, ranks and the 52 cards.

A card is one of 52 interned objects, so cards compare and hash by identity and an index
(0 for the deuce of clubs, 51 for the ace of spades) turns a set of cards into a bit mask.
"""

from __future__ import annotations

import enum
import functools
from typing import Final, Never, Self

from overtrick.findings.errors import CardError


class Suit(enum.IntEnum):
    """The four suits, in ascending rank order.

    Example:
        >>> Suit.parse("S"), Suit.SPADES.glyph
        (<Suit.SPADES: 3>, '♠')
    """

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def symbol(self) -> str:
        """The letter: C, D, H or S."""
        return "CDHS"[self]

    @property
    def glyph(self) -> str:
        """The Unicode pip."""
        return "♣♦♥♠"[self]

    @classmethod
    def parse(cls, text: str) -> Suit:
        """Read a suit letter, in either case.

        Raises:
            CardError: the text is not one of C, D, H, S.
        """
        index = "CDHScdhs".find(text) if len(text) == 1 else -1
        if index < 0:
            msg = f"not a suit: {text!r} (C, D, H or S)"
            raise CardError(msg)
        return cls(index & 3)


class Strain(enum.IntEnum):
    """The five denominations of a bid, in ascending bidding order.

    Example:
        >>> Strain.parse("NT").suit is None, Strain.HEARTS.suit
        (True, <Suit.HEARTS: 2>)
    """

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3
    NOTRUMP = 4

    @property
    def symbol(self) -> str:
        """The letters: C, D, H, S or NT."""
        return ("C", "D", "H", "S", "NT")[self]

    @property
    def glyph(self) -> str:
        """The Unicode pip, or NT."""
        return ("♣", "♦", "♥", "♠", "NT")[self]

    @property
    def suit(self) -> Suit | None:
        """The trump suit, or `None` at notrump."""
        return None if self is Strain.NOTRUMP else Suit(self.value)

    @classmethod
    def parse(cls, text: str) -> Strain:
        """Read a strain: C, D, H, S, NT or N, in either case.

        Raises:
            CardError: the text is none of these.
        """
        # Only ASCII is upper-cased: the long s of old prints would become a spade otherwise.
        strain = _STRAINS.get(text.upper()) if text.isascii() else None
        if strain is None:
            msg = f"not a strain: {text!r} (C, D, H, S or NT)"
            raise CardError(msg)
        return strain


_STRAINS: Final = {strain.symbol: strain for strain in Strain} | {"N": Strain.NOTRUMP}


class Rank(enum.IntEnum):
    """The thirteen ranks; the value is the number of pips, 11 to 14 for the court cards and ace.

    Example:
        >>> Rank.TEN.symbol, Rank.parse("A")
        ('T', <Rank.ACE: 14>)
    """

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def symbol(self) -> str:
        """The character: 2 to 9, T, J, Q, K or A."""
        return RANK_SYMBOLS[self - 2]

    @classmethod
    def parse(cls, text: str) -> Rank:
        """Read a rank character, in either case, or `10`.

        Raises:
            CardError: the text is not a rank.
        """
        index = RANK_SYMBOLS.find(text.upper()) if len(text) == 1 and text.isascii() else -1
        if text == "10":
            index = 8
        if index < 0:
            msg = f"not a rank: {text!r} (A K Q J T 9 to 2)"
            raise CardError(msg)
        return cls(index + 2)


RANK_SYMBOLS: Final = "23456789TJQKA"
"""The rank characters in ascending order."""


class Interned:
    """One of a fixed number of values, each of which is one object, known by its index.

    They are equal where they are identical, also after pickling and copying.

    Attributes:
        index: the place among all, 0-based.
        symbol: the value as text.
    """

    __slots__ = ("index", "symbol")

    index: int
    symbol: str

    def __init_subclass__(cls) -> None:
        if Interned not in cls.__bases__:
            msg = f"{cls.__bases__[0].__name__} cannot be subclassed: there are no other values"
            raise TypeError(msg)

    @classmethod
    def _made(cls, **values: object) -> Self:
        """Return a new value; called once for each."""
        value = object.__new__(cls)
        for name, part in values.items():
            object.__setattr__(value, name, part)
        return value

    def __setattr__(self, name: str, value: object) -> Never:
        msg = f"a {type(self).__name__} is immutable"
        raise AttributeError(msg)

    def __delattr__(self, name: str) -> Never:
        self.__setattr__(name, None)

    def __str__(self) -> str:
        return self.symbol

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.symbol}>"

    def __reduce__(self) -> tuple[type[Self], tuple[int]]:
        return (type(self), (self.index,))

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self


@functools.total_ordering
class Card(Interned):
    """One of the 52 cards; `Card.of(suit, rank)` and `Card.parse("SA")` return the same object.

    Attributes:
        index: `13 * suit + rank - 2`, 0 (club two) to 51 (spade ace).
        suit: the card's suit.
        rank: the card's rank.
        symbol: suit letter and rank character, such as `HT`.

    Cards sort by index: clubs below spades, low below high.

    Raises:
        CardError: `Card(index)` with an index outside 0 to 51.

    Example:
        >>> Card.parse("SA"), str(Card(0)), Card.parse("HT") is Card.of(Suit.HEARTS, Rank.TEN)
        (<Card SA>, 'C2', True)
    """

    __slots__ = ("rank", "suit")

    suit: Suit
    rank: Rank

    def __new__(cls, index: int) -> Self:
        """Return the card of an index: always the same object."""
        if not 0 <= index <= 51:
            msg = f"not a card index: {index!r} (0 to 51)"
            raise CardError(msg)
        return CARDS[index]  # type: ignore[return-value]  # Card is final: Self is Card

    @classmethod
    def of(cls, suit: Suit, rank: Rank) -> Card:
        """Return the card of a suit and rank."""
        return CARDS[13 * suit + rank - 2]

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read a card written suit first, such as `SA`, `h10` or `Ct`.

        Raises:
            CardError: the text is not a card.
        """
        try:
            return _BY_SYMBOL[text]
        except KeyError:
            return cls.of(Suit.parse(text[:1]), Rank.parse(text[1:]))

    @classmethod
    def _of_pack(cls, index: int) -> Card:
        suit, rank = Suit(index // 13), Rank(index % 13 + 2)
        return cls._made(index=index, suit=suit, rank=rank, symbol=suit.symbol + rank.symbol)

    def __lt__(self, other: Card) -> bool:
        if not isinstance(other, Card):
            return NotImplemented
        return self.index < other.index


CARDS: Final[tuple[Card, ...]] = tuple(map(Card._of_pack, range(52)))
"""All 52 cards by index."""

_BY_SYMBOL: Final = {card.symbol: card for card in CARDS}
