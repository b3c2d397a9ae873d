"""Small tables for sampling: subsets by size, bit deposits, guided lookup."""

from __future__ import annotations

import functools
import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.int64]

_I: Final = np.int64


@functools.cache
def sizes() -> Array:
    """Return the number of cards in each of the 8,192 holdings."""
    found = np.zeros(1, _I)
    for _ in range(13):
        found = np.concatenate((found, found + 1))
    return found


@functools.cache
def subsets(bits: int) -> Array:
    """Return the subsets of some bits (0 to 13), ordered by size and then by value."""
    return np.argsort(sizes()[: 1 << bits], kind="stable").astype(_I)


@functools.cache
def subset_starts(bits: int) -> Array:
    """Return the start of the `subsets` of each size 0 to 14."""
    found = np.zeros(15, _I)
    np.cumsum([math.comb(bits, size) for size in range(14)], out=found[1:])
    return found


_SMALL: Final = 12
_FEW_LEADING: Final = 19
_MOST_LEADING: Final = 23  # 33 MB
_MANY: Final = 200_000


class Guide:
    """A guided lookup of a number's range among consecutive ranges.

    A table on the number's leading bits gives the first range that may be it; mostly it is.

    Args:
        edges: where the ranges begin, ascending from 0, and behind them where the last one ends:
            above all numbers that will be asked for, 2**62 at the most.

    Attributes:
        starts: where the ranges begin.
    """

    def __init__(self, edges: Array) -> None:
        self._bits = max(1, (int(edges[-1]) - 1).bit_length())
        self.starts = edges[:-1]
        self._next = edges[1:]
        self._asked = 0
        size = len(edges).bit_length()
        # A small table costs nothing: it may be so fine that hardly a number needs a second look.
        leading = size + 2 if size > _SMALL else min(size + 5, _SMALL + 3)
        self._leading = min(self._bits, _MOST_LEADING, leading)
        self._is_small = self._leading > _FEW_LEADING
        self._look_up = self._made(min(self._leading, _FEW_LEADING))

    def _made(self, leading: int) -> tuple[int, NDArray[np.int32]]:
        """Return the shift of numbers, and for each run the last range that begins in it."""
        shift = self._bits - leading
        # The first run that begins at or behind the first number of each range.
        runs = np.minimum((self.starts + ((1 << shift) - 1)) >> shift, (1 << leading) + 1)
        counts = np.diff(runs, append=(1 << leading) + 1)
        return shift, np.repeat(np.arange(len(runs), dtype=np.int32), counts)

    def __call__(self, numbers: Array) -> Array:
        """Return for each number the index of its range: the last that begins at or below it."""
        self._asked += len(numbers)
        if self._is_small and self._asked > _MANY:
            # A larger table finds more numbers at once, and pays only for many.
            self._is_small = False
            self._look_up = self._made(self._leading)
        shift, first = self._look_up
        runs = numbers >> shift
        found = first.take(runs).astype(_I)
        above = np.flatnonzero(self._next.take(found) <= numbers)
        if len(above):
            high = first.take(runs[above] + 1).astype(_I)
            found[above] = self._searched(numbers[above], found[above] + 1, high)
        return found

    def _searched(self, numbers: Array, low: Array, high: Array) -> Array:
        """Return the ranges of numbers by bisection, between a first and a last candidate."""
        left = np.flatnonzero(low < high)
        while len(left):
            if 2 * len(left) < len(low):
                low[left] = self._searched(numbers[left], low[left], high[left])
                return low
            middle = (low + high + 1) >> 1
            is_upper = self.starts.take(middle) <= numbers
            low = np.where(is_upper, middle, low)
            high = np.where(is_upper, high, middle - 1)
            left = np.flatnonzero(low < high)
        return low


def edges_of(counts: Array) -> Array:
    """Return the starts of consecutive ranges of some sizes, and the end of the last."""
    found = np.zeros(len(counts) + 1, _I)
    np.cumsum(counts, out=found[1:])
    return found


# A holding of 13 cards is cut into its low seven and its high six places.
_LOW: Final = 7
_HIGH: Final = 13 - _LOW


@functools.cache
def _deposits(bits: int, shift: int) -> Array:
    """Return the mask's bits selected by a number's low bits, for each mask and number."""
    size = 1 << bits
    number = np.arange(size, dtype=_I)
    found = np.zeros((size, size), _I)
    for mask in range(size):
        place = 0
        for bit in range(bits):
            if mask >> bit & 1:
                found[mask] |= (number >> place & 1) << bit
                place += 1
    return found.ravel() << shift


@functools.cache
def _low_sizes() -> Array:
    return sizes()[: 1 << _LOW].copy()


def deposit(numbers: Array, masks: Array) -> Array:
    """Return the part selected by the low bits of a number, for each mask of 13 bits.

    Args:
        numbers: as many low bits count as the mask has; others do not matter.
        masks: 13 bits each.
    """
    low = masks & ((1 << _LOW) - 1)
    found = _deposits(_LOW, 0).take(low << _LOW | numbers & ((1 << _LOW) - 1))
    rest = numbers >> _low_sizes().take(low)
    found |= _deposits(_HIGH, _LOW).take((masks >> _LOW) << _HIGH | rest & ((1 << _HIGH) - 1))
    return found


class Chooser:
    """The conversion of a number below C(n, k) into a choice of k of n items, n up to 39.

    The things are cut into three parts of 13 at the most: a guide gives how many are chosen of
    each, and the rest of the number which.

    Args:
        things: n.
        chosen: k.

    Attributes:
        count: C(n, k).
    """

    def __init__(self, things: int, chosen: int) -> None:
        self.count = math.comb(things, chosen)
        parts = [min(13, max(0, things - below)) for below in (0, 13, 26)]
        sizes_of = [
            (one, two, chosen - one - two)
            for one in range(parts[0] + 1)
            for two in range(parts[1] + 1)
            if 0 <= chosen - one - two <= parts[2]
        ]
        combs = np.asarray(
            [
                [math.comb(part, size) for part, size in zip(parts, each, strict=True)]
                for each in sizes_of
            ],
            _I,
        )
        self._parts = 1 + (things > 13) + (things > 26)
        self._guide = Guide(edges_of(np.prod(combs, axis=1)))
        self._divisors = [np.ascontiguousarray(combs[:, 1] * combs[:, 2]), combs[:, 2].copy()]
        self._subsets = [subsets(part) for part in parts]
        self._starts = [
            subset_starts(part)[[each[place] for each in sizes_of]]
            for place, part in enumerate(parts)
        ]

    def __call__(self, numbers: Array) -> Array:
        """Return the choices as bits, for numbers below `count`."""
        which = self._guide(numbers)
        rest = numbers - self._guide.starts.take(which)
        found = np.zeros(len(numbers), _I)
        for place in range(self._parts):
            part = rest
            if place < self._parts - 1:
                divisor = self._divisors[place].take(which)
                # Exact: the numbers are below 2**34.
                part = (rest / divisor).astype(_I)
                rest -= part * divisor
            part += self._starts[place].take(which)
            found |= self._subsets[place].take(part) << 13 * place
        return found
