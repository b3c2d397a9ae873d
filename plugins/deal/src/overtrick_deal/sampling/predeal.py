"""Predealt cards: cards of seats, small cards, voids and suit lengths."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

import attrs

from overtrick import CardError, Seat
from overtrick.plugin import parse_holding
from overtrick_deal.errors import DealingError

NO_CARDS: Final = (0, 0, 0, 0)

Counts = tuple[tuple[int, int, int, int], ...]
"""A number for each seat (North first) and suit (spades first)."""

_NONE: Final[Counts] = (NO_CARDS,) * 4
_FREE: Final = (-1, -1, -1, -1)
_ANY: Final[Counts] = (_FREE,) * 4

SMALL: Final = (1 << 8) - 1
"""The small cards of a suit, written `x`: nine to deuce."""

_LETTERS: Final = "SHDC"
_SUITS: Final = ("spades", "hearts", "diamonds", "clubs")


@attrs.frozen(kw_only=True)
class Predeal:
    """The predealt cards of the four hands.

    Attributes:
        cards: the cards of each seat, North first, as masks (`overtrick.Hand.mask`).
        small: how many small cards (nine to deuce) each seat holds in each suit at least, besides
            those named in `cards`; spades first.
        lengths: how many cards each seat holds in each suit exactly, -1 where it may be any.

    Raises:
        DealingError: a card is in two hands, or hands or suits have too many cards.

    Example:
        >>> given = Predeal.parse("N:AKxx.-..", "south.clubs=5")
        >>> given.small[0], given.lengths[0], given.lengths[2]
        ((2, 0, 0, 0), (-1, 0, -1, -1), (-1, -1, -1, 5))
    """

    cards: tuple[int, int, int, int] = NO_CARDS
    small: Counts = _NONE
    lengths: Counts = _ANY

    def __attrs_post_init__(self) -> None:
        taken = 0
        for seat, mask in zip(Seat, self.cards, strict=True):
            if taken & mask:
                msg = "a card is dealt to two hands"
                raise DealingError(msg)
            taken |= mask
            _check_hand(seat, mask, self.small[seat], self.lengths[seat])

    @property
    def is_empty(self) -> bool:
        """Whether nothing is predealt."""
        return self == NOTHING

    @property
    def is_cards_only(self) -> bool:
        """Whether only named cards are predealt."""
        return self.small == _NONE and self.lengths == _ANY

    @classmethod
    def parse(cls, *texts: str) -> Predeal:
        """Parse predealt cards, one text for a seat or a length.

        Args:
            *texts: `N:AKxx.-.Q.` (spades, hearts, diamonds, clubs: the cards named, `x` for small
                ones, `-` for a void, nothing where nothing is known; the hand may hold more), or
                `south.clubs=5` (an exact length).

        Raises:
            DealingError: a text is neither, or is impossible.
        """
        cards = [0] * 4
        small = [[0] * 4 for _ in range(4)]
        lengths = [[-1] * 4 for _ in range(4)]
        for text in texts:
            match = _LENGTH.fullmatch(text.strip())
            if match is not None:
                seat = _seat(match[1])
                suit = [name[0] for name in _SUITS].index(match[2][0].lower())
                _set_length(lengths, seat, suit, int(match[3]))
                continue
            match = _HAND.fullmatch(text.strip())
            if match is None:
                msg = (
                    f"{text!r} is no predeal: write N:AKxx.-.Q. (spades to clubs, x a small card, "
                    "- a void) or south.clubs=5"
                )
                raise DealingError(msg)
            seat = _seat(match[1])
            for suit, holding in enumerate(match[2].split(".")):
                if holding == "-":
                    _set_length(lengths, seat, suit, 0)
                    continue
                named = holding.upper().replace("10", "T")
                small[seat][suit] += named.count("X")
                cards[seat] |= _holding(named.replace("X", "")) << 13 * (3 - suit)
        return cls(cards=_four(cards), small=_counts(small), lengths=_counts(lengths))

    def __str__(self) -> str:
        """Return texts that `parse` accepts, separated by blanks."""
        return " ".join(self.texts())

    def texts(self) -> list[str]:
        """Return texts that `parse` accepts."""
        from overtrick.plugin import holding_text

        found = []
        for seat in Seat:
            suits = []
            more = []
            for suit in range(4):
                held = holding_text(self.cards[seat] >> 13 * (3 - suit) & 8191)
                held += "x" * self.small[seat][suit]
                length = self.lengths[seat][suit]
                if length == 0 and not held:
                    held = "-"
                elif length >= 0:
                    more.append(f"{seat.name.lower()}.{_SUITS[suit]}={length}")
                suits.append(held)
            if any(suits):
                found.append(f"{seat.symbol}:{'.'.join(suits)}")
            found += more
        return found


_HAND: Final = re.compile(
    r"(north|east|south|west|[nesw])\s*:\s*((?:-|[AKQJTX2-9]|10)*(?:\.(?:-|(?:[AKQJTX2-9]|10)*)){3})",
    re.IGNORECASE,
)
_LENGTH: Final = re.compile(
    r"(north|east|south|west|[nesw])\.(spades?|hearts?|diamonds?|clubs?|[shdc])\s*==?\s*(\d{1,2})",
    re.IGNORECASE,
)


def _seat(text: str) -> Seat:
    return Seat.parse(text[0])


def _holding(text: str) -> int:
    try:
        return parse_holding(text)
    except CardError as error:
        raise DealingError(str(error)) from None


def _set_length(lengths: list[list[int]], seat: Seat, suit: int, length: int) -> None:
    if length > 13 or lengths[seat][suit] not in {-1, length}:
        msg = f"{seat.name.lower()} cannot hold {length} {_SUITS[suit]}"
        raise DealingError(msg)
    lengths[seat][suit] = length


def _four(values: Iterable[int]) -> tuple[int, int, int, int]:
    one, two, three, four = values
    return one, two, three, four


def _counts(values: Iterable[Iterable[int]]) -> Counts:
    return tuple(map(_four, values))


def _check_hand(seat: Seat, mask: int, small: Iterable[int], lengths: Iterable[int]) -> None:
    name = seat.name.lower()
    least = 0
    for suit, (more, length) in enumerate(zip(small, lengths, strict=True)):
        holding = mask >> 13 * (3 - suit) & 8191
        held = holding.bit_count() + more
        if length >= 0 and held > length:
            msg = f"{name} cannot hold {length} {_SUITS[suit]}: {held} are dealt to it"
            raise DealingError(msg)
        least += max(held, length)
    fixed = [length for length in lengths if length >= 0]
    if least > 13 or (len(fixed) == 4 and sum(fixed) != 13):
        msg = f"{name} has thirteen cards, not {least}"
        raise DealingError(msg)


NOTHING: Final = Predeal()
"""Nothing is dealt before."""


def predeal_of(hands: Mapping[Seat, int]) -> Predeal:
    """Return the predeal with some hands' cards, as masks."""
    return Predeal(cards=_four(hands.get(seat, 0) for seat in Seat))
