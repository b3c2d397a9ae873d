"""Halves of two suits: the combinations of their classes, and the number of each.

What matters of a half of the pack is its state: for both hands which lengths the other two suits
may have (prefixes of shapes that go on alike are one type), and how much of each sum is there.
"""

from __future__ import annotations

from typing import Final

import attrs
import numpy as np
from numpy.typing import NDArray

from overtrick_deal.sampling.cells import UnwieldyError
from overtrick_deal.sampling.suits import Suit
from overtrick_deal.sampling.tables import Array, Guide
from overtrick_hands import SHAPES

_I: Final = np.int64
_MOST_STATES: Final = 4_000_000
_FLUSH: Final = 1_000_000


@attrs.frozen(eq=False)
class Types:
    """The types of a hand's length pairs in two suits, by their possible continuations.

    Attributes:
        first: for each length of spades and of hearts the type, -1 where no shape is wanted.
        second: the same of diamonds and clubs.
        cells: for a type of the first half and one of the second the cell of the shape, or -1.
    """

    first: Array
    second: Array
    cells: Array


def types_of(cells: Array) -> Types:
    """Return the types of halves of a hand.

    Args:
        cells: for each of the 560 shapes its cell, -1 where it is not wanted.
    """
    table = np.full((196, 196), -1, _I)
    lengths = np.asarray(SHAPES, _I)
    table[lengths[:, 0] * 14 + lengths[:, 1], lengths[:, 2] * 14 + lengths[:, 3]] = cells
    first, table = _typed(table)
    second, turned = _typed(table.T)
    return Types(first.reshape(14, 14), second.reshape(14, 14), np.ascontiguousarray(turned.T))


def no_types() -> Types:
    """Return the types of a hand without cards so far."""
    lengths = np.full((14, 14), -1, _I)
    lengths[0, 0] = 0
    return Types(lengths, lengths, np.zeros((1, 1), _I))


def _typed(table: Array) -> tuple[Array, Array]:
    """Return the type of each row, equal for equal rows, and the rows of the types."""
    kinds, which = np.unique(table, axis=0, return_inverse=True)
    wanted = np.flatnonzero((kinds >= 0).any(axis=1))
    new = np.full(len(kinds), -1, _I)
    new[wanted] = np.arange(len(wanted))
    return new[which.ravel()], kinds[wanted]


@attrs.frozen(eq=False)
class Limits:
    """The limits up to which sums are counted.

    Attributes:
        most: for each sum the most that is counted.
        is_capped: whether more counts as that much; else it is not wanted.
        least: for each sum the minimum of the complete sum.
    """

    most: tuple[int, ...]
    is_capped: tuple[bool, ...]
    least: tuple[int, ...]

    @property
    def sizes(self) -> list[int]:
        """The number of values of each sum."""
        return [most + 1 for most in self.most]


class Half:
    """A half: two suits, with their pairs of classes by state.

    Args:
        suits: the two suits.
        types: for both hands the types of the lengths of these suits.
        counts: how many types each hand has.
        limits: how far sums are counted.
        others: for each sum the most that the other half can add.
        most_pairs: the maximum number of pairs kept for drawing; above it none are.

    Attributes:
        weights: how many ways each state has.
        pairs: how many pairs of classes there are.
        keeps: whether they are kept.
    """

    def __init__(
        self,
        suits: tuple[Suit, Suit],
        types: tuple[Array, Array],
        counts: tuple[int, int],
        limits: Limits,
        others: tuple[int, ...],
        *,
        most_pairs: int,
    ) -> None:
        self._suits = suits
        size = int(np.prod([float(n) for n in (*counts, *limits.sizes)]))
        if size > _MOST_STATES:
            raise UnwieldyError
        self.weights = np.zeros(size, _I)
        self._keys: list[NDArray[np.int32]] = []
        self._classes: list[NDArray[np.int32]] = []
        self.pairs = 0
        self._enumerate(types, counts[1], limits, others, most_pairs)

    def _enumerate(
        self,
        types: tuple[Array, Array],
        seconds: int,
        limits: Limits,
        others: tuple[int, ...],
        most_pairs: int,
    ) -> None:
        one, two = self._suits
        blocks = _blocks(one)
        waiting_keys: list[Array] = []
        waiting_weights: list[Array] = []
        waiting = 0
        two_lengths = two.lengths.astype(_I)
        keeps = True
        for begin, end, (first_length, second_length) in blocks:
            first = types[0][first_length, two_lengths[:, 0]]
            second = types[1][second_length, two_lengths[:, 1]]
            columns = np.flatnonzero((first >= 0) & (second >= 0))
            if not len(columns):
                continue
            shape = (end - begin, len(columns))
            key = np.broadcast_to((first * seconds + second)[columns], shape)
            wanted: NDArray[np.bool_] | None = None
            for place, (most, is_capped, least) in enumerate(
                zip(limits.most, limits.is_capped, limits.least, strict=True)
            ):
                value = one.values[begin:end, place, None] + two.values[columns, place]
                if is_capped:
                    np.minimum(value, most, out=value)
                else:
                    inside = value <= most
                    wanted = inside if wanted is None else wanted & inside
                if least > others[place]:
                    inside = value >= least - others[place]
                    wanted = inside if wanted is None else wanted & inside
                key = key * (most + 1) + value
            weight = one.counts[begin:end, None] * two.counts[columns]
            rows = np.arange(begin, end, dtype=np.int32)[:, None]
            index = rows << 16 | columns.astype(np.int32)
            if wanted is None:
                keys, weights, pairs = key.ravel(), weight.ravel(), index.ravel()
            else:
                keys, weights, pairs = key[wanted], weight[wanted], index[wanted]
            self.pairs += len(keys)
            waiting_keys.append(keys)
            waiting_weights.append(weights)
            waiting += len(keys)
            if keeps and self.pairs > most_pairs:
                keeps = False
                self._keys, self._classes = [], []
            if keeps:
                self._keys.append(keys.astype(np.int32))
                self._classes.append(pairs)
            if waiting > _FLUSH:
                self._add(waiting_keys, waiting_weights)
                waiting_keys, waiting_weights, waiting = [], [], 0
        self._add(waiting_keys, waiting_weights)
        self.keeps = keeps

    def _add(self, keys: list[Array], weights: list[Array]) -> None:
        if not keys:
            return
        # Sums of integers below 2**53 are exact in floating point: all ways are 9**13.
        found = np.bincount(
            np.concatenate(keys),
            np.concatenate(weights).astype(np.float64),
            minlength=len(self.weights),
        )
        self.weights += found.astype(_I)

    def drop(self, used: NDArray[np.bool_]) -> None:
        """Drop the states impossible under the condition."""
        self.weights[~used] = 0

    def draws(self) -> HalfDraws:
        """Return the draws of class pairs for the remaining states."""
        states = np.flatnonzero(self.weights)
        compact = np.full(len(self.weights), -1, np.int32)
        compact[states] = np.arange(len(states))
        is_narrow = len(states) <= 1 << 16
        numbers, kept = [], []
        # A part at a time, and each forgotten: there may be millions.
        for keys, pairs in zip(self._keys, self._classes, strict=True):
            state = compact[keys]
            wanted = state >= 0
            numbers.append(state[wanted].astype(np.uint16 if is_narrow else np.int32))
            kept.append(pairs[wanted])
        self._keys, self._classes = [], []
        if not numbers:
            return HalfDraws(self._suits, np.zeros(0, np.int32))
        number = np.concatenate(numbers)
        numbers.clear()
        every = np.concatenate(kept)
        kept.clear()
        return HalfDraws(self._suits, every[np.argsort(number, kind="stable")])


def _blocks(suit: Suit) -> list[tuple[int, int, tuple[int, int]]]:
    """Return the runs of classes of equal lengths, with these lengths."""
    if not len(suit.counts):
        return []
    key = suit.lengths[:, 0].astype(_I) * 14 + suit.lengths[:, 1]
    begins = np.flatnonzero(np.diff(key, prepend=-1))
    ends = np.append(begins[1:], len(key))
    return [
        (begin, end, (int(suit.lengths[begin, 0]), int(suit.lengths[begin, 1])))
        for begin, end in zip(begins.tolist(), ends.tolist(), strict=True)
    ]


class HalfDraws:
    """The conversion of a rank among the ways of a half into the cards of two suits.

    Args:
        suits: the two suits.
        pairs: the pairs of classes in the order of their states, the first one's index in the
            upper 16 bits.
    """

    def __init__(self, suits: tuple[Suit, Suit], pairs: NDArray[np.int32]) -> None:
        one, two = suits
        self._pairs = pairs
        self._suits = (_SuitDraws(one), _SuitDraws(two))
        self._starts = (one.starts, two.starts)
        self._counts = two.counts
        edges = np.zeros(len(pairs) + 1, _I)
        for begin in range(0, len(pairs), _FLUSH):
            some = pairs[begin : begin + _FLUSH]
            weights = one.counts[some >> 16] * two.counts[some & 0xFFFF]
            np.cumsum(weights, out=edges[begin + 1 : begin + 1 + len(some)])
            edges[begin + 1 : begin + 1 + len(some)] += edges[begin]
        self._guide = Guide(edges)

    def cards(self, ranks: Array) -> tuple[Array, Array]:
        """Return the holdings of the two hands in both suits: the second hand's 13 bits above."""
        which = self._guide(ranks)
        rest = ranks - self._guide.starts.take(which)
        pair = self._pairs.take(which)
        first, second = pair >> 16, pair & 0xFFFF
        divisor = self._counts.take(second)
        # Exact: both are below 2**42, so that a quotient is never rounded up to an integer.
        quotient = (rest / divisor).astype(_I)
        rest -= quotient * divisor
        quotient += self._starts[0].take(first)
        rest += self._starts[1].take(second)
        return self._suits[0].cards(quotient), self._suits[1].cards(rest)


class _SuitDraws:
    """The conversion of a way of a suit into cards."""

    def __init__(self, suit: Suit) -> None:
        total = int(suit.counts.sum())
        self._guide = Guide(np.append(suit.group_starts, total).astype(_I))
        self._cards = suit.group_cards
        self._first = suit.group_spots
        self._spots = suit.spots

    def cards(self, ways: Array) -> Array:
        group = self._guide(ways)
        ways += self._first.take(group)
        found: Array = (self._spots.take(ways) | self._cards.take(group)).astype(_I)
        return found
