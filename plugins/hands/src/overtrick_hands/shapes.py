"""Shapes of hands: the 560 ways to hold thirteen cards in four suits, and classes of them.

A shape is four lengths, spades first. A class of shapes is a table of 560 answers, so that whether
a hand belongs to it is one look-up, whatever its definition was.

Source: Thomas Andrews, Deal 3.1.9, Hand Distribution Table (index of a shape, shape classes,
shape functions); `dealer` manual, shape(), for the patterns.
"""

from __future__ import annotations

import functools
import itertools
import math
import re
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final, Generic, Self, TypeVar

import attrs

from overtrick import Hand
from overtrick_hands.errors import HandError, ShapeError
from overtrick_hands.lengths import SHAPES, THREES, TWOS, Shape, shape_index

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ValueT = TypeVar("ValueT")

_ALL: Final = (1 << 560) - 1

DEALS_OF_ONE_HAND: Final = math.comb(52, 13)
"""The number of hands: 635,013,559,600."""

_HANDS: Final = tuple(math.prod(math.comb(13, length) for length in shape) for shape in SHAPES)


def index_of_mask(mask: int) -> int:
    """Return the index of the shape of thirteen cards (see `overtrick.Hand.mask`)."""
    spades = (mask >> 39).bit_count()
    majors = spades + (mask >> 26 & 8191).bit_count()
    return THREES[majors + (mask >> 13 & 8191).bit_count()] + TWOS[majors] + spades


def index_of_hand(hand: Hand) -> int:
    """Return the index of a hand's shape, 0 to 559.

    Raises:
        HandError: the hand has not thirteen cards.

    Example:
        >>> SHAPES[index_of_hand(Hand.parse("KQT2.AT.J6542.85"))]
        (4, 2, 5, 2)
    """
    return index_of_mask(mask_of_complete(hand))


def mask_of_complete(hand: Hand) -> int:
    """Return the mask of a complete hand of thirteen cards.

    Raises:
        HandError: the hand has not thirteen cards.
    """
    mask = hand.mask
    if mask.bit_count() != 13:
        msg = f"a hand of thirteen cards is judged, not one of {mask.bit_count()}"
        raise HandError(msg)
    return mask


@attrs.frozen(repr=False)
class ShapeClass:
    """Some of the 560 shapes.

    Attributes:
        bits: bit *i* is set if the shape of index *i* belongs to it.

    `parse_shapes` reads one from text. A class is joined with another by `|` (or `+`),
    intersected by `&`, lessened by `-`, negated by `~`; it holds hands and shapes
    (`hand in balanced`), iterates over its shapes by index, and has a length. Two are equal if
    they hold the same shapes, however they were defined.

    Raises:
        ShapeError: the bits are not 560.

    Example:
        >>> two_suits = pattern_class("any 55xx") | pattern_class("any 64xx")
        >>> (6, 4, 2, 1) in two_suits, len(pattern_class("any 4333"))
        (True, 4)
        >>> str(pattern_class("54xx") - pattern_class("any 0xxx"))
        '5413 + 5422 + 5431'

    Source: Deal 3.1.9, Hand Distribution Table (shape classes).
    """

    bits: int = attrs.field()

    @bits.validator
    def _check_bits(self, attribute: object, value: int) -> None:
        if not 0 <= value <= _ALL:
            msg = "a class of shapes has 560 bits"
            raise ShapeError(msg)

    @classmethod
    def of(cls, shapes: Iterable[Shape]) -> Self:
        """Return the class of some shapes.

        Raises:
            ShapeError: four numbers are no shape.
        """
        bits = 0
        for shape in shapes:
            lengths: tuple[int, ...] = shape
            if sum(lengths) != 13 or len(lengths) != 4 or min(lengths) < 0:
                msg = f"no shape: {shape!r} (four lengths, thirteen in all)"
                raise ShapeError(msg)
            bits |= 1 << shape_index(*shape[:3])
        return cls(bits)

    @classmethod
    def where(cls, condition: Callable[[int, int, int, int], object]) -> Self:
        """Return the class of the shapes for which a condition is true.

        Args:
            condition: a function of the numbers of spades, hearts, diamonds and clubs.

        Example:
            >>> ShapeClass.where(lambda s, h, d, c: s*s + h*h + d*d + c*c <= 47) == balanced
            True
        """
        return cls(sum(1 << index for index, shape in enumerate(SHAPES) if condition(*shape)))

    @property
    def table(self) -> bytes:
        """The answers by index, 0 or 1."""
        return _table(self.bits)

    @property
    def count(self) -> int:
        """The number of hands with such a shape, of 635,013,559,600.

        Example:
            >>> balanced.count
            302292822832
        """
        return sum(_HANDS[index] for index in self.indexes())

    @property
    def probability(self) -> float:
        """The probability that a hand has such a shape, 0 to 1.

        Example:
            >>> round(100 * pattern_class("any 4432").probability, 4)
            21.5512
        """
        return self.count / DEALS_OF_ONE_HAND

    def indexes(self) -> Iterator[int]:
        """Yield the indexes of the shapes, ascending."""
        bits = self.bits
        while bits:
            low = bits & -bits
            yield low.bit_length() - 1
            bits ^= low

    def __contains__(self, item: object) -> bool:
        if isinstance(item, Hand):
            return bool(self.bits >> index_of_hand(item) & 1)
        if isinstance(item, tuple) and len(item) == 4 and sum(item) == 13:
            return bool(self.bits >> shape_index(*item[:3]) & 1)
        return False

    def on_masks(self, masks: NDArray[Any]) -> NDArray[np.bool_]:
        """Return for each hand of an array of masks whether it is in the class.

        Args:
            masks: 52-bit masks of complete hands (`overtrick.Hand.mask`), of any shape.

        Raises:
            ModuleNotFoundError: numpy is not installed.
        """
        from overtrick_hands.arrays import look_up, shape_indexes

        return look_up(self.table, shape_indexes(masks))

    def __iter__(self) -> Iterator[Shape]:
        return (SHAPES[index] for index in self.indexes())

    def __len__(self) -> int:
        return self.bits.bit_count()

    def __or__(self, other: ShapeClass) -> ShapeClass:
        if not isinstance(other, ShapeClass):
            return NotImplemented
        return ShapeClass(self.bits | other.bits)

    __add__ = __or__

    def __and__(self, other: ShapeClass) -> ShapeClass:
        if not isinstance(other, ShapeClass):
            return NotImplemented
        return ShapeClass(self.bits & other.bits)

    def __sub__(self, other: ShapeClass) -> ShapeClass:
        if not isinstance(other, ShapeClass):
            return NotImplemented
        return ShapeClass(self.bits & ~other.bits)

    def __invert__(self) -> ShapeClass:
        return ShapeClass(_ALL & ~self.bits)

    def __str__(self) -> str:
        return _text(self.bits)

    def __repr__(self) -> str:
        return f"<ShapeClass {self}>"


@functools.lru_cache(maxsize=256)
def _table(bits: int) -> bytes:
    return bytes(bits >> index & 1 for index in range(560))


@attrs.frozen(repr=False)
class ShapeTable(Generic[ValueT]):
    """A function of the 560 shapes, as a table.

    Attributes:
        values: by index.

    Raises:
        ShapeError: not 560 values.

    Example:
        >>> longest = ShapeTable.of(lambda s, h, d, c: "shdc"[[s, h, d, c].index(max(s, h, d, c))])
        >>> longest[Hand.parse("KQT2.AT.J6542.85")]
        'd'

    Source: Deal 3.1.9, Hand Distribution Table (shape functions).
    """

    values: tuple[ValueT, ...] = attrs.field(converter=tuple)

    def __attrs_post_init__(self) -> None:
        if len(self.values) != 560:
            msg = f"a table of shapes has 560 values, not {len(self.values)}"
            raise ShapeError(msg)

    @classmethod
    def of(cls, function: Callable[[int, int, int, int], ValueT]) -> ShapeTable[ValueT]:
        """Return the table of a function of the suit lengths, spades first."""
        return ShapeTable(tuple(function(*shape) for shape in SHAPES))

    def __getitem__(self, item: Hand | Shape) -> ValueT:
        if isinstance(item, Hand):
            return self.values[index_of_hand(item)]
        return self.values[shape_index(*item[:3])]

    def on_masks(self, masks: NDArray[Any]) -> NDArray[Any]:
        """Return the values of an array of masks of complete hands.

        Raises:
            ModuleNotFoundError: numpy is not installed.
        """
        from overtrick_hands.arrays import numpy, shape_indexes

        found: NDArray[Any] = numpy().asarray(self.values)[shape_indexes(masks)]
        return found

    def where(self, condition: Callable[[ValueT], object]) -> ShapeClass:
        """Return the class of the shapes whose value satisfies a condition."""
        return ShapeClass(sum(1 << i for i, value in enumerate(self.values) if condition(value)))

    def __repr__(self) -> str:
        return f"<ShapeTable of {len(set(map(repr, self.values)))} values>"


# --- patterns ---------------------------------------------------------------------------------

PATTERN: Final = re.compile(r"(?:[0-9x]|\((?:[0-9x]{2,4})\)){1,4}")
"""Four lengths, `x` for any; suits in brackets in every order."""

LONG_PATTERN: Final = re.compile(r"(?:1[0-3]|[0-9x])(?:-(?:1[0-3]|[0-9x])){3}")
"""Four lengths with hyphens between them."""


@functools.lru_cache(maxsize=1024)
def pattern_class(text: str) -> ShapeClass:
    """Return the class of one pattern.

    Args:
        text: four lengths, spades first: `5xx3`, where `x` is any length; `(54)xx`, where the
            suits in brackets may change places; `any 5xx3`, where all may; above nine with
            hyphens, `10-2-1-0`.

    Raises:
        ShapeError: not four lengths, or no hand has them.

    Example:
        >>> pattern_class("(54)xx") == pattern_class("54xx") | pattern_class("45xx")
        True
    """
    pattern = text.removeprefix("any ").strip()
    if not (PATTERN.fullmatch(pattern) or LONG_PATTERN.fullmatch(pattern)):
        msg = f"a pattern is such as 5xx3, (54)xx, any 4333 or 10-2-1-0, not {text!r}"
        raise ShapeError(msg)
    groups = _groups(pattern)
    if sum(map(len, groups)) != 4:
        msg = f"a pattern has four lengths, spades first: {pattern!r}"
        raise ShapeError(msg)
    if text.startswith("any "):
        groups = [[length for group in groups for length in group]]
    bits = 0
    for lengths in itertools.product(*(set(itertools.permutations(group)) for group in groups)):
        bits |= _exact([length for group in lengths for length in group])
    if not bits:
        msg = f"no hand of thirteen cards has the shape {pattern!r}"
        raise ShapeError(msg)
    return ShapeClass(bits)


def _groups(text: str) -> list[list[int | None]]:
    """Return the lengths of a pattern, with interchangeable ones in one list."""
    if "-" in text:
        return [[None if part == "x" else int(part)] for part in text.split("-")]
    return [
        [None if mark == "x" else int(mark) for mark in part.strip("()")]
        for part in re.findall(r"\([0-9x]+\)|[0-9x]", text)
    ]


# For each suit and length the shapes that have it, as bits.
_HAVING: Final = tuple(
    tuple(
        sum(1 << index for index, shape in enumerate(SHAPES) if shape[place] == length)
        for length in range(14)
    )
    for place in range(4)
)


def _exact(lengths: list[int | None]) -> int:
    bits = _ALL
    for having, length in zip(_HAVING, lengths, strict=True):
        if length is not None:
            bits &= having[length]
    return bits


def _named(*patterns: str) -> ShapeClass:
    return functools.reduce(ShapeClass.__or__, (pattern_class(f"any {text}") for text in patterns))


balanced: Final = _named("4333", "4432", "5332")
"""4333, 4432 and 5332 in any order."""

semibalanced: Final = balanced | _named("5422", "6322")
"""The balanced shapes, 5422 and 6322 in any order."""

NAMED_CLASSES: Final[dict[str, tuple[ShapeClass, str]]] = {
    "balanced": (balanced, "4333, 4432 or 5332 in any order"),
    "semibalanced": (semibalanced, "balanced, or 5422 or 6322 in any order"),
    "one_suited": (
        ShapeClass.where(lambda *lengths: max(lengths) >= 6 and sorted(lengths)[2] <= 3),
        "six or more cards in one suit, no other of four",
    ),
    "two_suited": (
        ShapeClass.where(lambda *lengths: sorted(lengths)[2] >= 5),
        "five or more cards in two suits",
    ),
    "three_suited": (_named("4441", "5440"), "4441 or 5440 in any order"),
}
"""The named classes, each with its definition.

Source: `balanced` as redeal and endplay have it, `semibalanced` as redeal, the others as endplay
(`is_single_suited` without a side suit, `is_two_suited` strictly, `is_three_suited`).
"""

_NAME_OF: Final = {shapes.bits: name for name, (shapes, _) in NAMED_CLASSES.items()}


def name_of(shapes: ShapeClass) -> str | None:
    """Return the name of a named class.

    Example:
        >>> name_of(~~balanced), name_of(~balanced)
        ('balanced', None)
    """
    return _NAME_OF.get(shapes.bits)


@functools.lru_cache(maxsize=1)
def _wide_patterns() -> tuple[tuple[str, int], ...]:
    """Return the patterns that texts are built from, those with the most shapes first."""
    lengths = [*"0123456789", "10", "11", "12", "13"]

    def text(parts: Iterable[str]) -> str:
        words = list(parts)
        return ("-" if max(map(len, words)) > 1 else "").join(words)

    found: dict[str, int] = {}
    for one in lengths:
        found[f"any {text((one, 'x', 'x', 'x'))}"] = 0
        for place in range(4):
            parts = ["x"] * 4
            parts[place] = one
            found[text(parts)] = 0
    for shape in {tuple(sorted(shape, reverse=True)) for shape in SHAPES}:
        found[f"any {text(map(str, shape))}"] = 0
    for shape in SHAPES:
        found[text(map(str, shape))] = 0
        for first, second in itertools.combinations(range(4), 2):
            parts = ["x"] * 4
            parts[first], parts[second] = str(shape[first]), str(shape[second])
            found[text(parts)] = 0
    patterns = [(name, pattern_class(name).bits) for name in found]
    patterns.sort(key=lambda item: (-item[1].bit_count(), not item[0].startswith("any "), item[0]))
    return tuple(patterns)


@functools.lru_cache(maxsize=256)
def _text(bits: int) -> str:
    """Return a text that `parse_shapes` accepts."""
    if bits in _NAME_OF:
        return _NAME_OF[bits]
    if bits == _ALL:
        return "xxxx"
    if not bits:
        return "not xxxx"
    if _ALL & ~bits in _NAME_OF:
        return f"not {_NAME_OF[_ALL & ~bits]}"
    found = _cover(bits)
    if len(found) > 12:
        rest = _cover(_ALL & ~bits)
        if len(rest) < len(found):
            return " - ".join(["xxxx", *rest])
    return " + ".join(found)


def _cover(bits: int) -> list[str]:
    found = []
    if balanced.bits & bits == balanced.bits:
        found.append("balanced")
        left = bits & ~balanced.bits
    else:
        left = bits
    for name, covered in _wide_patterns():
        if not left:
            break
        if covered & bits == covered and covered & left:
            found.append(name)
            left &= ~covered
    return found
