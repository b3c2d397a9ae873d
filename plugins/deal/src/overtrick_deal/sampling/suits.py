"""The ways to give one suit's cards to two hands, grouped by the values that matter.

A few cards of a suit matter one by one (the honours, cards dealt before); the others, its spots,
by their number. So the ways come in groups: who has which honour, and how many spots each hand
has. The groups that a condition does not distinguish are a class.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from typing import Final

import attrs
import numpy as np
from numpy.typing import NDArray

from overtrick_deal.sampling.tables import Array, sizes

_I: Final = np.int64
_MOST_SPOTS: Final = 9  # whose ways to two hands are a table of 19,683

Measure = Callable[[Array, Array], Array]
"""A function of two hands' holdings in a suit (arrays of 13-bit masks) to integers."""


@attrs.frozen(eq=False)
class Suit:
    """The ways to deal one suit.

    Attributes:
        lengths: for each class how many cards the two hands have, shape (classes, 2).
        values: for each class what each measure gives, shape (classes, measures).
        counts: for each class how many ways it holds.
        starts: for each class the first of its ways.
        group_starts: the first way of each group, ascending; a group's ways are of one class.
        group_cards: the honours of each group: those of the first hand, and of the second 13 bits
            above.
        group_spots: added to a way, the index of its spot cards in `spots`.
        spots: ways to give the spots, as `group_cards`.
        free: the cards that go to neither hand but by chance: all less those dealt to others.
    """

    lengths: NDArray[np.int8]
    values: Array
    counts: Array
    starts: Array
    group_starts: Array
    group_cards: NDArray[np.int32]
    group_spots: NDArray[np.int32]
    spots: NDArray[np.int32]
    free: int


def exchangeable(tables: Sequence[Array]) -> int:
    """Return the mask of the longest run of adjacent cards that no table distinguishes.

    Args:
        tables: numbers for the 8,192 holdings.
    """
    best = run = 1
    for bit in range(1, 13):
        is_same = all(_is_same(table, bit) for table in tables)
        run = run | 1 << bit if is_same else 1 << bit
        if run.bit_count() > best.bit_count():
            best = run
    return best


@functools.cache
def _swapped(bit: int) -> Array:
    """Return the holdings with a card and the next lower one exchanged."""
    every = np.arange(8192, dtype=_I)
    pair = 3 << bit - 1
    is_mixed = np.isin(every & pair, (1 << bit, 1 << bit - 1))
    return np.where(is_mixed, every ^ pair, every)


def _is_same(table: Array, bit: int) -> bool:
    return bool((table[_swapped(bit)] == table).all())


def _shared(one: Array, two: Array, bit: int, *, is_alone: bool) -> tuple[Array, Array]:
    """Return the ways with one more card: in the first hand, the second, or neither."""
    if is_alone:
        return np.concatenate((one, one | 1 << bit)), np.concatenate((two, two))
    return (
        np.concatenate((one, one | 1 << bit, one)),
        np.concatenate((two, two, two | 1 << bit)),
    )


@functools.cache
def _spot_ways(places: int) -> tuple[NDArray[np.int32], Array]:
    """Return the ways to give spot cards to two hands, and the start of each pair of lengths."""
    one = two = np.zeros(1, _I)
    for bit in range(13):
        if places >> bit & 1:
            one, two = _shared(one, two, bit, is_alone=False)
    key = sizes()[one] * 16 + sizes()[two]
    order = np.argsort(key.astype(np.uint16), kind="stable")
    starts = np.searchsorted(key[order], np.arange(256))
    return (one | two << 13)[order].astype(np.int32), starts


@attrs.frozen(eq=False)
class Groups:
    """The groups of a suit.

    Attributes:
        lengths: how many cards the two hands have, shape (groups, 2).
        values: what each measure gives, shape (groups, measures).
        counts: how many ways each group holds.
        cards: the honours, as in `Suit`.
        first_spot: where the ways of its spots begin in `spots`.
        spots: as in `Suit`.
        free: as in `Suit`.
    """

    lengths: Array
    values: Array
    counts: Array
    cards: Array
    first_spot: Array
    spots: NDArray[np.int32]
    free: int


def groups_of(
    known: tuple[int, int, int],
    tables: Sequence[Array],
    measures: Sequence[Measure],
    *,
    is_alone: bool,
) -> Groups:
    """Return the groups of a suit.

    Args:
        known: the cards dealt before to the first hand, the second, and the others.
        tables: the tables of the measures: cards equal in all of them are equivalent.
        measures: what is asked of the suit.
        is_alone: whether there is a first hand only, the second one getting nothing.
    """
    given = known[0] | known[1] | known[2]
    spots = exchangeable(tables) & ~given if tables else 8191 & ~given
    while spots.bit_count() > _MOST_SPOTS:
        spots &= ~(1 << spots.bit_length() - 1)
    one = np.full(1, known[0], _I)
    two = np.full(1, known[1], _I)
    for bit in range(13):
        if not (spots | given) >> bit & 1:
            one, two = _shared(one, two, bit, is_alone=is_alone)
    count = spots.bit_count()
    numbers = [(i, j) for i in range(count + 1) for j in range(1 if is_alone else count + 1 - i)]
    more = np.asarray(numbers, _I).reshape(-1, 2)
    ways = np.asarray([math.comb(count, i) * math.comb(count - i, j) for i, j in numbers], _I)
    table, starts = _spot_ways(spots)
    # A holding that represents the group: the lowest spots to the first hand.
    prefixes = np.zeros(count + 1, _I)
    low = 0
    for place, bit in enumerate(bit for bit in range(13) if spots >> bit & 1):
        low |= 1 << bit
        prefixes[place + 1] = low
    first_spots = prefixes[more[:, 0]]
    second_spots = prefixes[more.sum(axis=1)] ^ first_spots
    all_one = (one[:, None] | first_spots).ravel()
    all_two = (two[:, None] | second_spots).ravel()
    values = np.empty((len(all_one), len(measures)), _I)
    for place, measure in enumerate(measures):
        values[:, place] = measure(all_one, all_two)
    honours = len(one)
    return Groups(
        lengths=np.stack((sizes()[all_one], sizes()[all_two]), axis=1),
        values=values,
        counts=np.tile(ways, honours),
        cards=np.repeat(one | two << 13, len(more)),
        first_spot=np.tile(starts[more[:, 0] * 16 + more[:, 1]], honours),
        spots=table,
        free=8191 & ~known[2],
    )


def classes_of(groups: Groups, values: Array, keep: NDArray[np.bool_]) -> Suit:
    """Return the groups sorted into classes of the same lengths and values.

    Args:
        groups: the groups.
        values: what takes the place of their values, 0 or above.
        keep: which groups can be in any deal that is wanted.
    """
    kept = np.flatnonzero(keep)
    lengths, values = groups.lengths[kept], values[kept]
    key = lengths[:, 0] * 14 + lengths[:, 1]
    for column in range(values.shape[1]):
        key = key * (int(values[:, column].max(initial=0)) + 1) + values[:, column]
    order = np.argsort(key, kind="stable")
    key, kept = key[order], kept[order]
    counts = groups.counts[kept]
    ends = np.cumsum(counts)
    starts = ends - counts
    first = np.flatnonzero(np.diff(key, prepend=-1))
    class_starts = starts[first]
    return Suit(
        lengths=groups.lengths[kept[first]].astype(np.int8),
        values=values[order][first],
        counts=np.diff(class_starts, append=ends[-1] if len(ends) else 0),
        starts=class_starts,
        group_starts=starts,
        group_cards=groups.cards[kept].astype(np.int32),
        group_spots=(groups.first_spot[kept] - starts).astype(np.int32),
        spots=groups.spots,
        free=groups.free,
    )
