"""Evaluators: the value of a hand in high cards, controls, losers, and expert counts.

Nearly all counts of hands add up over the four suits, each suit's share being a function of the
13-bit holding in it; some add a number for the shape of the hand. So an evaluator is a table of
8,192 integers for a suit, and for a few a table of 560 for the shape: a hand takes four look-ups,
an array of hands four gathers, and a generator that deals hands by their value uses the same
tables. A scale turns the integers into points: with a scale of 20 the number 259 is 12.95 points.

    >>> from overtrick import Hand
    >>> hand = Hand.parse("AJT865.KT92.74.3")
    >>> hcp(hand), losers(hand), cccc(hand)
    (8, 7, 12.95)
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import attrs

from overtrick import Hand, OptionError
from overtrick_hands.errors import HandError
from overtrick_hands.lengths import SHAPES, Shape
from overtrick_hands.shapes import index_of_mask, mask_of_complete

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_SUIT: Final = 8191

# The cards of a holding, bit 0 the deuce.
_ACE, _KING, _QUEEN, _JACK, _TEN, _NINE, _EIGHT = (1 << bit for bit in range(12, 5, -1))


@attrs.frozen(eq=False, repr=False, slots=False)
class Evaluator:
    """An evaluation that is a sum over the suits, and perhaps the shape.

    Attributes:
        name: what conditions call it.
        summary: a one-line description.
        source: where it is published.
        scale: the divisor that turns the integers of the tables into points.
        of_suit: the integer of a 13-bit holding (bit 0 is the deuce).
        of_shape: the integer of a shape, `None` where the shape adds nothing.
        for_hands: whether it applies to a hand; suit quality applies only to a suit.
        for_suits: whether it applies to a suit; the count of voids does not.
        adds_up: whether the sum over both hands of a side is meaningful.

    A call with a hand returns the points: an integer where the scale is 1, else the `float` nearest
    to the decimal.

    Example:
        >>> from overtrick import Suit
        >>> hand = Hand.parse("AJT865.KT92.74.3")
        >>> quality.of_holding(hand.holding(Suit.SPADES)), new_losers(hand)
        (3.6, 7.5)
    """

    name: str
    summary: str
    source: str
    scale: int
    of_suit: Callable[[int], int]
    of_shape: Callable[[Shape], int] | None = None
    for_hands: bool = True
    for_suits: bool = True
    adds_up: bool = True

    @functools.cached_property
    def suit_values(self) -> tuple[int, ...]:
        """The 8,192 integers by holding; computed on first use."""
        return tuple(map(self.of_suit, range(8192)))

    @functools.cached_property
    def shape_values(self) -> tuple[int, ...] | None:
        """The 560 integers by shape index, or `None`."""
        return None if self.of_shape is None else tuple(map(self.of_shape, SHAPES))

    @property
    def is_additive(self) -> bool:
        """Whether the evaluation is the sum over the suits alone."""
        return self.of_shape is None

    def __call__(self, hand: Hand) -> int | float:
        """Return the points of a hand.

        Raises:
            HandError: the hand has not thirteen cards, or the count is one of suits only.
        """
        if not self.for_hands:
            msg = f"{self.name} is counted of a suit: give a holding to of_holding"
            raise HandError(msg)
        return self.points(self.of_mask(mask_of_complete(hand)))

    evaluate = __call__

    def of_mask(self, mask: int) -> int:
        """Return the integer of a hand's 52-bit mask (see `overtrick.Hand.mask`)."""
        values = self.suit_values
        total = (
            values[mask >> 39]
            + values[mask >> 26 & _SUIT]
            + values[mask >> 13 & _SUIT]
            + values[mask & _SUIT]
        )
        shapes = self.shape_values
        return total if shapes is None else total + shapes[index_of_mask(mask)]

    def of_holding(self, holding: int) -> int | float:
        """Return the points of a suit.

        Args:
            holding: 13 bits, bit 0 the deuce; `hand.holding(Suit.SPADES)` gives one.

        Raises:
            HandError: not 13 bits.
        """
        if not 0 <= holding <= _SUIT:
            msg = f"a holding in a suit has 13 bits: {holding!r}"
            raise HandError(msg)
        return self.points(self.suit_values[holding])

    def points(self, number: int) -> int | float:
        """Return the points of an integer from the tables."""
        return number if self.scale == 1 else number / self.scale

    def on_masks(self, masks: NDArray[Any]) -> NDArray[Any]:
        """Return the points of every hand of an array of 52-bit masks.

        Args:
            masks: complete hands, as integers of 64 bits; an array of any shape.

        Returns:
            An array of the same shape, of `int64` where the scale is 1, else of `float64`.

        Raises:
            ModuleNotFoundError: numpy is not installed.
        """
        numbers = self.numbers_on(masks)
        return numbers if self.scale == 1 else numbers / self.scale

    def numbers_on(self, masks: NDArray[Any]) -> NDArray[np.int64]:
        """Return the integers (points times the scale) of an array of complete hands.

        Raises:
            ModuleNotFoundError: numpy is not installed.
        """
        from overtrick_hands.arrays import add_up, shape_indexes

        total = add_up(self.suit_array, masks)
        if self._shape_array is not None:
            total += self._shape_array[shape_indexes(masks)]
        return total

    @functools.cached_property
    def suit_array(self) -> NDArray[np.int64]:
        """The 8,192 integers by holding, as an array."""
        from overtrick_hands.arrays import as_table

        return as_table(self.suit_values)

    @functools.cached_property
    def _shape_array(self) -> NDArray[np.int64] | None:
        from overtrick_hands.arrays import as_table

        values = self.shape_values
        return None if values is None else as_table(values)

    def __repr__(self) -> str:
        return f"<Evaluator {self.name}: {self.summary}>"


Number = int | float | Decimal | Fraction
"""A number of points from the user."""


def exact(value: Number) -> Fraction:
    """Return a number exactly as written: `0.1` is one tenth.

    Raises:
        OptionError: not a finite decimal number, or one of more than nine digits before the point
            or four behind it.

    Example:
        >>> exact(0.25), exact(3)
        (Fraction(1, 4), Fraction(3, 1))
    """
    try:
        number = Fraction(str(value)) if isinstance(value, float) else Fraction(value)
    except (ValueError, OverflowError, TypeError):
        number = None
    if number is None or isinstance(value, bool):
        msg = f"not a number: {value!r}"
        raise OptionError(msg)
    if abs(number) >= 10**9 or number * 10**4 % 1:
        msg = f"a number has nine digits at most before the point and four behind it: {value}"
        raise OptionError(msg)
    return number


def points(*values: Number) -> Evaluator:
    """Return a custom point count, such as 3-2-1 for ace, king and queen.

    Args:
        *values: for ace, king, queen and so on downwards; all below count nothing. One to
            thirteen, each with at most four digits after the point.

    Raises:
        OptionError: none or more than thirteen values, or one that is no such number.

    Example:
        >>> bergen = points(4.5, 3, 1.5, 0.75, 0.25)
        >>> bergen(Hand.parse("AJT865.KT92.74.3")), bergen.scale
        (8.75, 4)
    """
    return _points(tuple(map(exact, values)))


@functools.lru_cache(maxsize=128)
def _points(values: tuple[Fraction, ...]) -> Evaluator:
    if not 1 <= len(values) <= 13:
        msg = f"a point count has one to thirteen values, ace first, not {len(values)}"
        raise OptionError(msg)
    scale = 1
    for value in values:
        scale = scale * value.denominator // _common(scale, value.denominator)
    numbers = [int(value * scale) for value in values]
    shown = "-".join(decimal_text(value) for value in values)
    return Evaluator(
        name="points",
        summary=f"points {shown}, ace first",
        source="the user's own",
        scale=scale,
        of_suit=_by_ranks(numbers),
    )


def _common(one: int, other: int) -> int:
    while other:
        one, other = other, one % other
    return one


def decimal_text(number: Fraction) -> str:
    """Return a number from `exact` as a decimal.

    Example:
        >>> decimal_text(Fraction(-5, 4)), decimal_text(Fraction(40))
        ('-1.25', '40')
    """
    integer, rest = divmod(abs(number.numerator) * 10**4 // number.denominator, 10**4)
    text = f"{integer}.{rest:04}".rstrip("0").rstrip(".")
    return f"-{text}" if number < 0 else text


def _by_ranks(numbers: Sequence[int]) -> Callable[[int], int]:
    """Return the function that adds a number for each card, ace first."""
    bits = [(1 << 12 - place, number) for place, number in enumerate(numbers) if number]

    def total(holding: int) -> int:
        return sum(number for bit, number in bits if holding & bit)

    return total


def _counting(mask: int) -> Callable[[int], int]:
    return lambda holding: (holding & mask).bit_count()


# --- losers and tricks ------------------------------------------------------------------------


def _losers(holding: int) -> int:
    length = holding.bit_count()
    cards = (_ACE, _KING, _QUEEN)[: min(length, 3)]
    return sum(1 for card in cards if not holding & card)


def _new_losers(holding: int) -> int:
    length = holding.bit_count()
    cards = ((_ACE, 3), (_KING, 2), (_QUEEN, 1))[: min(length, 3)]
    return sum(halves for card, halves in cards if not holding & card)


def _quick_tricks(holding: int) -> int:
    has_king, has_queen = bool(holding & _KING), bool(holding & _QUEEN)
    if holding & _ACE:
        return 4 if has_king else 3 if has_queen else 2
    if has_king and has_queen:
        return 2
    return 1 if has_king and holding.bit_count() > 1 else 0


# --- Kaplan and Rubens ------------------------------------------------------------------------


def _quality_points(holding: int) -> int:
    """Return twice the suit-quality points, before their product with a tenth of the length."""
    length = holding.bit_count()
    halves = sum(
        number
        for card, number in ((_ACE, 8), (_KING, 6), (_QUEEN, 4), (_JACK, 2), (_TEN, 1))
        if holding & card
    )
    has_queen, has_jack, has_ten = (bool(holding & card) for card in (_QUEEN, _JACK, _TEN))
    if length <= 6:
        above_ten = (holding & (_ACE | _KING | _QUEEN)).bit_count()
        if has_ten and (above_ten >= 2 or has_jack):
            halves += 1
        above_nine = (holding & (_ACE | _KING | _QUEEN | _JACK)).bit_count()
        if holding & _NINE and (above_nine >= 2 or has_ten or holding & _EIGHT):
            halves += 1
    elif length == 7:
        halves += 0 if has_queen and has_jack else 2
    elif length == 8:
        halves += 4 if not has_queen else 0 if has_jack else 2
    else:
        halves += (0 if has_queen else 4) + (0 if has_jack else 2)
    return halves


def _quality(holding: int) -> int:
    # Twice the points, a tenth of the length: twentieths.
    return _quality_points(holding) * holding.bit_count()


def _cccc_of_suit(holding: int) -> int:
    """Return the value of a suit in twentieths of a point: quality, high cards, and shortness."""
    length = holding.bit_count()
    total = _quality(holding)
    has_ace, has_king = bool(holding & _ACE), bool(holding & _KING)
    if has_ace:
        total += 60
    if has_king:
        total += 40 if length > 1 else 10
    if holding & _QUEEN and length > 1:
        is_supported = has_ace or has_king
        if length == 2:
            total += 10 if is_supported else 5
        else:
            total += 20 if is_supported else 15
    if holding & _JACK:
        total += (0, 5, 10, 0)[(holding & (_ACE | _KING | _QUEEN)).bit_count()]
    if holding & _TEN:
        above = (holding & (_ACE | _KING | _QUEEN | _JACK)).bit_count()
        if above == 2 or (above == 1 and holding & _NINE):
            total += 5
    return total + (60, 40, 20)[length] if length < 3 else total


def _cccc_of_shape(shape: Shape) -> int:
    # The first doubleton, or as much of other shortness, counts nothing; 4333 loses half a point.
    return -20 if min(shape) < 3 else -10


# --- the table --------------------------------------------------------------------------------

_DEALER: Final = "`dealer` manual, Hand Evaluation"
_WORLD: Final = "Kaplan and Rubens, The Bridge World, October 1982"

hcp: Final = Evaluator(
    name="hcp",
    summary="high-card points: ace 4, king 3, queen 2, jack 1",
    source="B. McCampbell, Auction Tactics (1915); Milton Work",
    scale=1,
    of_suit=_by_ranks((4, 3, 2, 1)),
)
"""High-card points, 0 to 37.

Source: B. McCampbell, Auction Tactics (1915), popularised by Milton Work (Hand evaluation,
Wikipedia).
"""

controls: Final = Evaluator(
    name="controls",
    summary="controls: ace 2, king 1",
    source=_DEALER,
    scale=1,
    of_suit=_by_ranks((2, 1)),
)
"""Controls: two for an ace, one for a king, 0 to 12.

Source: `dealer` manual, control(); redeal, `controls`.
"""

losers: Final = Evaluator(
    name="losers",
    summary="losing trick count: the ace, king and queen missing in the first three cards",
    source=f"{_DEALER}; Losing-Trick Count, basic method (Wikipedia)",
    scale=1,
    of_suit=_losers,
)
"""The losing trick count, 0 to 12: of each suit the missing ace, king (from two cards on) and
queen (from three on).

Source: Losing-Trick Count, basic counting method (Wikipedia); `dealer` manual, loser().
"""

new_losers: Final = Evaluator(
    name="new_losers",
    summary="new losing trick count: ace missing 1.5, king 1, queen 0.5",
    source="The Bridge World, 2003 (R. Klinger); Deal 3.1.9, newLTC",
    scale=2,
    of_suit=_new_losers,
)
"""The new losing trick count, 0 to 12: a missing ace counts 1.5, a missing king (from two cards
on) 1, a missing queen (from three on) 0.5.

Source: The Bridge World, 2003, as described by R. Klinger (Hand evaluation, Wikipedia); Deal 3.1.9,
`newLTC` (in half losers).
"""

quick_tricks: Final = Evaluator(
    name="quick_tricks",
    summary="quick tricks: AK 2, AQ 1.5, A 1, KQ 1, Kx 0.5",
    source="Hand evaluation (Wikipedia), after R. Klinger",
    scale=2,
    of_suit=_quick_tricks,
)
"""Quick tricks, 0 to 8: AK 2, AQ 1.5, A 1, KQ 1, Kx 0.5 in a suit.

Source: Hand evaluation (Wikipedia), quick tricks as R. Klinger counts them.
"""

quality: Final = Evaluator(
    name="quality",
    summary="suit quality of Kaplan and Rubens: honours times a tenth of the length",
    source=f"{_WORLD}; {_DEALER}",
    scale=20,
    of_suit=_quality,
    for_hands=False,
)
"""The quality of a suit in twentieths of a point: the honours (4-3-2-1, the ten and nine by their
company, long suits without queen or jack as if they had them) times a tenth of the length.

Source: Kaplan and Rubens, The Bridge World, October 1982; `dealer` manual, quality() (times 100).
"""

cccc: Final = Evaluator(
    name="cccc",
    summary="Kaplan and Rubens' Four C's; 12 is a minimum opening",
    source=f"{_WORLD}; {_DEALER}",
    scale=20,
    of_suit=_cccc_of_suit,
    of_shape=_cccc_of_shape,
    for_suits=False,
)
"""The count of Kaplan and Rubens ("caution: complex computer count") in twentieths of a point.

The article discounts the first doubleton and subtracts half a point for 4333. As Pavlicek
and Goldsmith read it, so it is here: a point less for every shape but 4333, 4441 included.

Source: Kaplan and Rubens, The Bridge World, October 1982, pp. 21-23; R. Pavlicek, Four C's
(rpbridge.net/8j19.htm); `dealer` manual, cccc() (times 100).
"""


def _honour(name: str, mask: int, summary: str) -> Evaluator:
    return Evaluator(name=name, summary=summary, source=_DEALER, scale=1, of_suit=_counting(mask))


aces: Final = _honour("aces", _ACE, "how many aces")
"""The number of aces, 0 to 4. Source: `dealer` manual, aces()."""
kings: Final = _honour("kings", _KING, "how many kings")
"""The number of kings, 0 to 4. Source: `dealer` manual, kings()."""
queens: Final = _honour("queens", _QUEEN, "how many queens")
"""The number of queens, 0 to 4. Source: `dealer` manual, queens()."""
jacks: Final = _honour("jacks", _JACK, "how many jacks")
"""The number of jacks, 0 to 4. Source: `dealer` manual, jacks()."""
tens: Final = _honour("tens", _TEN, "how many tens")
"""The number of tens, 0 to 4. Source: `dealer` manual, tens()."""
top2: Final = _honour("top2", _ACE | _KING, "how many aces and kings")
"""The number of cards of AK. Source: `dealer` manual, top2()."""
top3: Final = _honour("top3", _ACE | _KING | _QUEEN, "how many aces, kings and queens")
"""The number of cards of AKQ. Source: `dealer` manual, top3()."""
top4: Final = _honour("top4", 15 << 9, "how many aces to jacks")
"""The number of cards of AKQJ. Source: `dealer` manual, top4()."""
top5: Final = _honour("top5", 31 << 8, "how many aces to tens")
"""The number of cards of AKQJT. Source: `dealer` manual, top5()."""


def _none(holding: int) -> int:
    return 0


def _suits_of(name: str, length: int, what: str) -> Evaluator:
    return Evaluator(
        name=name,
        summary=f"how many {what}",
        source="a count",
        scale=1,
        of_suit=lambda holding: int(holding.bit_count() == length),
        for_suits=False,
    )


length: Final = Evaluator(
    name="length",
    summary="how many cards",
    source="a count",
    scale=1,
    of_suit=int.bit_count,
    for_hands=False,
)
"""The number of cards of a suit, 0 to 13."""
voids: Final = _suits_of("voids", 0, "voids")
"""The number of voids, 0 to 3."""
singletons: Final = _suits_of("singletons", 1, "singletons")
"""The number of singletons, 0 to 3."""
doubletons: Final = _suits_of("doubletons", 2, "doubletons")
"""The number of doubletons, 0 to 3."""


def _shape_count(name: str, summary: str, place: int) -> Evaluator:
    return Evaluator(
        name=name,
        summary=summary,
        source="a count",
        scale=1,
        of_suit=_none,
        of_shape=lambda shape: sorted(shape, reverse=True)[place],
        for_suits=False,
        adds_up=False,
    )


longest: Final = _shape_count("longest", "the length of the longest suit", 0)
"""The length of the longest suit, 4 to 13."""
second: Final = _shape_count("second", "the length of the second longest suit", 1)
"""The length of the second longest suit, 0 to 6."""
shortest: Final = _shape_count("shortest", "the length of the shortest suit", 3)
"""The length of the shortest suit, 0 to 3."""

rule_of_20: Final = Evaluator(
    name="rule_of_20",
    summary="high-card points and the lengths of the two longest suits",
    source="M. Bergen's Rule of 20; endplay, rule_of_n",
    scale=1,
    of_suit=_by_ranks((4, 3, 2, 1)),
    of_shape=lambda shape: sum(sorted(shape)[2:]),
    for_suits=False,
    adds_up=False,
)
"""High-card points and the lengths of the two longest suits together; 20 is an opening.

Source: M. Bergen's Rule of 20 (Hand evaluation, Wikipedia); endplay, `rule_of_n`.
"""

EVALUATORS: Final[Mapping[str, Evaluator]] = {
    evaluator.name: evaluator
    for evaluator in (
        *(hcp, controls, losers, new_losers, quick_tricks, cccc, quality, rule_of_20),
        *(aces, kings, queens, jacks, tens, top2, top3, top4, top5),
        *(length, longest, second, shortest, voids, singletons, doubletons),
    )
}
"""The evaluators that conditions know, by name."""
