"""Small tables that all sampling shares: subsets by size, bits put into places, guided look-up."""

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
    """Return how many bits each of the 8,192 holdings has."""
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
    """Return for each size 0 to 14 where `subsets` of that size begin."""
    found = np.zeros(15, _I)
    np.cumsum([math.comb(bits, size) for size in range(14)], out=found[1:])
    return found


class Guide:
    """Finds in which of some ranges that follow one another a number lies.

    A table on the number's leading bits gives the first range that may be it; mostly it is.

    Args:
        edges: where the ranges begin, ascending from 0, and behind them where the last one ends:
            above all numbers that will be asked for, 2**62 at the most.

    Attributes:
        starts: where the ranges begin.
    """

    def __init__(self, edges: Array) -> None:
        bits = max(1, (int(edges[-1]) - 1).bit_length())
        leading = min(bits, 20, len(edges).bit_length() + 2)
        self._shift = bits - leading
        self.starts = edges[:-1]
        self._next = edges[1:]
        begins = np.arange(1 << leading, dtype=_I) << self._shift
        first = np.searchsorted(self.starts, begins, "right") - 1
        self._first = first.astype(np.int32)

    def __call__(self, numbers: Array) -> Array:
        """Return for each number the index of its range: the last that begins at or below it."""
        found = self._first.take(numbers >> self._shift).astype(_I)
        above = self._next.take(found) <= numbers
        found += above
        left = np.flatnonzero(above)
        if len(left):
            asked = numbers[left]
            left = left[self._next.take(found[left]) <= asked]
            if len(left):
                found[left] = np.searchsorted(self.starts, numbers[left], "right") - 1
        return found


def edges_of(counts: Array) -> Array:
    """Return where ranges of some sizes begin that follow one another, and where the last ends."""
    found = np.zeros(len(counts) + 1, _I)
    np.cumsum(counts, out=found[1:])
    return found


# A holding of 13 cards is cut into its low seven and its high six places.
_LOW: Final = 7
_HIGH: Final = 13 - _LOW


@functools.cache
def _deposits(bits: int) -> NDArray[np.int16]:
    """Return for a mask and a number the mask's places that the number's low bits choose."""
    size = 1 << bits
    number = np.arange(size, dtype=np.int16)
    found = np.zeros((size, size), np.int16)
    for mask in range(size):
        place = 0
        for bit in range(bits):
            if mask >> bit & 1:
                found[mask] |= (number >> place & 1) << bit
                place += 1
    return found.ravel()


@functools.cache
def _low_sizes() -> NDArray[np.int8]:
    return sizes()[: 1 << _LOW].astype(np.int8)


def deposit(numbers: Array, masks: Array) -> Array:
    """Return for each mask of 13 bits the part that the low bits of a number choose.

    Args:
        numbers: as many low bits count as the mask has; others do not matter.
        masks: 13 bits each.
    """
    low = masks & ((1 << _LOW) - 1)
    found = _deposits(_LOW).take(low << _LOW | numbers & ((1 << _LOW) - 1)).astype(_I)
    rest = numbers >> _low_sizes().take(low)
    high = _deposits(_HIGH).take((masks >> _LOW) << _HIGH | rest & ((1 << _HIGH) - 1))
    found |= high.astype(_I) << _LOW
    return found


class Chooser:
    """Turns a number below C(n, k) into a choice of k of n things, n up to 26.

    Args:
        things: n.
        chosen: k.
    """

    def __init__(self, things: int, chosen: int) -> None:
        self.count = math.comb(things, chosen)
        low = min(things, 13)
        high = things - low
        self._low, self._high = subsets(low), subsets(high)
        self._is_narrow = high == 0
        sizes_low = range(max(0, chosen - high), min(low, chosen) + 1)
        weights = [math.comb(low, k) * math.comb(high, chosen - k) for k in sizes_low]
        self._start = int(subset_starts(low)[chosen]) if self._is_narrow else 0
        self._guide = Guide(edges_of(np.asarray(weights, _I)))
        self._divisor = np.array([math.comb(high, chosen - k) for k in sizes_low], np.uint32)
        self._low_start = subset_starts(low)[list(sizes_low)]
        self._high_start = subset_starts(high)[[chosen - k for k in sizes_low]]

    def __call__(self, numbers: Array) -> Array:
        """Return the choices as bits, for numbers below `count`."""
        if self._is_narrow:
            return self._low.take(numbers + self._start)
        which = self._guide(numbers)
        rest = (numbers - self._guide.starts.take(which)).astype(np.uint32)
        divisor = self._divisor.take(which)
        first = rest // divisor
        rest -= first * divisor
        low = self._low.take(self._low_start.take(which) + first)
        return low | self._high.take(self._high_start.take(which) + rest) << 13
