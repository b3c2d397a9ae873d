"""Plain dealing: all deals equally likely, with some cards predealt."""

from __future__ import annotations

import itertools
import math
from typing import Final

import numpy as np

from overtrick.plugin import ALL_CARDS_MASK
from overtrick_deal.randomness.draws import Draws
from overtrick_deal.sampling.tables import Array, Chooser, Guide, deposit, edges_of, sizes

_I: Final = np.int64

COLUMNS: Final = 2
"""The number of columns of words for a plain deal."""


class PlainDealer:
    """A dealer of the rest of the pack at random.

    One number below C(n, k) chooses the k of the n remaining cards for North and South: the lengths
    of the suits by a guide, then a subset of each suit. A second one chooses North's among these,
    and which of the others East gets. Every step is one to one, so all deals are equally likely.

    Args:
        cards: the cards given to each seat, North first.

    Attributes:
        count: how many deals there are.
    """

    def __init__(self, cards: tuple[int, int, int, int] = (0, 0, 0, 0)) -> None:
        given = cards[0] | cards[1] | cards[2] | cards[3]
        self._cards = cards
        need = [13 - mask.bit_count() for mask in cards]
        free = [~given >> 13 * suit & 8191 for suit in range(4)]
        rooms = [mask.bit_count() for mask in free]
        both = need[0] + need[2]
        # The subsets of what is left of each suit, as cards, by size and then by value.
        self._subsets: list[Array] = []
        starts = []
        for mask in free:
            every = np.arange(8192, dtype=_I)
            inside = every[every & ~mask == 0]
            size = sizes()[inside]
            self._subsets.append(inside[np.argsort(size, kind="stable")])
            starts.append(np.searchsorted(np.sort(size), np.arange(14)))
        lengths = [
            lengths
            for lengths in itertools.product(*(range(room + 1) for room in rooms))
            if sum(lengths) == both
        ]
        combs = np.array(
            [
                [math.comb(room, length) for room, length in zip(rooms, one, strict=True)]
                for one in lengths
            ],
            _I,
        )
        weights = np.prod(combs, axis=1)
        self._guide = Guide(edges_of(weights))
        self._sides = int(weights.sum())
        self._divisors = [np.ascontiguousarray(combs[:, suit]) for suit in range(4)]
        self._first = [starts[suit][[one[suit] for one in lengths]].astype(_I) for suit in range(4)]
        self._free = free
        self._north = Chooser(both, need[0])
        self._east = Chooser(sum(need) - both, need[1])
        self.count = self._sides * self._north.count * self._east.count

    def deal(self, draws: Draws) -> Array:
        """Return deals as masks, a row for each seat, North first."""
        numbers = draws.below(0, self._sides).view(_I)
        which = self._guide(numbers)
        rest = numbers - self._guide.starts.take(which)
        splits = draws.below(1, self._north.count * self._east.count)
        quotient = splits // np.uint64(self._east.count)
        splits -= quotient * np.uint64(self._east.count)
        to_north, to_east = self._north(quotient.view(_I)), self._east(splits.view(_I))
        out = np.empty((4, len(numbers)), _I)
        north, east, south, west = out
        north[:], east[:] = self._cards[0], self._cards[1]
        theirs = np.zeros(len(numbers), _I)
        for suit in range(4):
            place = rest
            if suit < 3:
                divisor = self._divisors[suit].take(which)
                # Exact: the numbers are below 2**49, so that no quotient is rounded up.
                rest = (place / divisor).astype(_I)
                place -= rest * divisor
            mine = self._subsets[suit].take(self._first[suit].take(which) + place)
            held = deposit(to_north, mine)
            others = self._free[suit] ^ mine
            held_too = deposit(to_east, others)
            if suit < 3:
                to_north >>= sizes().take(mine)
                to_east >>= sizes().take(others)
            shift = 13 * suit
            theirs |= mine << shift
            north |= held << shift
            east |= held_too << shift
        np.bitwise_or(theirs & ~north, self._cards[2], out=south)
        np.bitwise_xor(north | east, south, out=west)
        west ^= ALL_CARDS_MASK
        return out
