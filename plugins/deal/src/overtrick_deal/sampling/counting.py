"""Count the deals that satisfy the counted factors of a condition, and draw from the counts.

The ways to give the cards of a suit to two hands fall into classes, the pairs of classes of two
suits into states; a condition is a set of pairs of states, cut into rectangles: runs of ranks
among the ways of one half with runs of the other. A deal is a rectangle, a rank in each half, and
a choice of the cards that are left for the other two hands.
"""

from __future__ import annotations

import bisect
import itertools
import math
from collections.abc import Sequence
from typing import Final

import attrs
import numpy as np

from overtrick.plugin import ALL_CARDS_MASK
from overtrick_deal.randomness.draws import Draws
from overtrick_deal.sampling.cells import Cells, Questions, Sum, UnwieldyError
from overtrick_deal.sampling.factoring import Formula
from overtrick_deal.sampling.halves import Half, HalfDraws, Limits, Types, no_types, types_of
from overtrick_deal.sampling.suits import Groups, Measure, Suit, classes_of, groups_of
from overtrick_deal.sampling.tables import Array, Chooser, Guide, deposit, sizes
from overtrick_hands import Node, evaluated

_I: Final = np.int64

MEMORY: Final = 300_000_000
"""The maximum size of a condition's tables in bytes."""

COLUMNS: Final = 5
"""The number of columns of words for a deal."""

_PAIR_BYTES: Final = 24
_GUIDES: Final = 70_000_000  # of both halves, however many pairs they have
_RECTANGLE_BYTES: Final = 100  # most of it is a Python integer
_MOST_PAIRS: Final = 60_000_000
_MOST_RECTANGLES: Final = 1_000_000
_BITS: Final = 62


class Counter:
    """A counter of the deals of some formulas about two hands.

    Args:
        formulas: what has to be true.
        pair: the two seats, or the one; the hands of the others are dealt of what is left.
        cards: the cards dealt before to each seat, North first.
        memory: the maximum size of the tables in bytes.

    Attributes:
        count: how many deals satisfy them.
        total: how many deals there are, with the cards dealt before.

    Raises:
        UnwieldyError: the counting itself would take too much.
    """

    def __init__(
        self,
        formulas: Sequence[Formula],
        pair: tuple[int, ...],
        cards: tuple[int, int, int, int],
        memory: int = MEMORY,
    ) -> None:
        self.pair = pair
        self._cards = cards
        self._others = tuple(seat for seat in range(4) if seat not in pair)
        need = [13 - mask.bit_count() for mask in cards]
        self._rest = tuple(
            (sum(need[seat] for seat in self._others[place:]), need[self._others[place]])
            for place in range(len(self._others) - 1)
        )
        choices = math.prod(math.comb(*each) for each in self._rest)
        self.total = math.factorial(sum(need)) // math.prod(map(math.factorial, need))
        self._halves: list[Half] = []
        nothing = np.zeros(0, _I)
        self._ranks = nothing, nothing, nothing, nothing
        self._cumulated: list[int] = [0]
        self._count(formulas, memory)
        self.count = self._cumulated[-1] * choices

    def _count(self, formulas: Sequence[Formula], memory: int) -> None:
        questions = Questions(formulas, self.pair)
        groups = [self._groups(suit, questions.sums) for suit in range(4)]
        shifted = _shift(groups, questions.sums)
        cells = questions.cells()
        if not cells.accepted.any():
            return
        cells = cells.reduced()
        columns_in_use = [place for place, begins in enumerate(cells.begins) if len(begins) > 1]
        cells = Cells(
            cells.accepted.reshape(
                *cells.accepted.shape[:2], *(len(cells.begins[place]) for place in columns_in_use)
            ),
            cells.shapes,
            [cells.begins[place] for place in columns_in_use],
        )
        limits = _limits(cells, [questions.sums[place].most for place in columns_in_use])
        # The sum of the most values comes last: its ranges are what rectangles are made of.
        order = sorted(range(len(columns_in_use)), key=lambda place: limits.most[place])
        cells = Cells(
            np.transpose(cells.accepted, (0, 1, *(2 + place for place in order))),
            cells.shapes,
            [cells.begins[place] for place in order],
        )
        limits = _limits(cells, [questions.sums[columns_in_use[place]].most for place in order])
        columns = [columns_in_use[place] for place in order]
        values = [one[:, columns] for one in shifted]
        types = (
            types_of(cells.shapes[0]),
            types_of(cells.shapes[1]) if len(self.pair) == 2 else no_types(),
        )
        suits = _suits(groups, values, limits, types)
        tops = [
            tuple(int(suit.values[:, place].max(initial=0)) for place in range(len(columns)))
            for suit in suits
        ]
        counts_first = len(types[0].cells), len(types[1].cells)
        counts_second = types[0].cells.shape[1], types[1].cells.shape[1]
        most_pairs = max(0, memory - _GUIDES) // _PAIR_BYTES
        above = [_added(tops[1], tops[0]), _added(tops[3], tops[2])]
        self._guard(suits)
        first = Half(
            (suits[3], suits[2]),
            (types[0].first, types[1].first),
            counts_first,
            limits,
            above[0],
            most_pairs=most_pairs,
        )
        second = Half(
            (suits[1], suits[0]),
            (types[0].second, types[1].second),
            counts_second,
            limits,
            above[1],
            most_pairs=max(0, most_pairs - first.pairs),
        )
        self._halves = [first, second]
        finder = _Rectangles(cells, limits, types, first, second)
        finder.find()
        self._ranks = finder.ranks()
        wide = self._ranks[1].astype(object) * self._ranks[3].astype(object)
        self._cumulated = [0, *np.cumsum(wide).tolist()] if len(wide) else [0]

    def _guard(self, suits: Sequence[Suit]) -> None:
        for one, two in ((3, 2), (1, 0)):
            sizes_of = len(suits[one].counts), len(suits[two].counts)
            if max(sizes_of) >= 1 << 15 or sizes_of[0] * sizes_of[1] > _MOST_PAIRS:
                raise UnwieldyError

    def _groups(self, suit: int, sums: Sequence[Sum]) -> Groups:
        """Return the groups of a suit."""
        shift = 13 * suit
        known = [mask >> shift & 8191 for mask in self._cards]
        tables: list[Array] = []
        measures: list[Measure] = []
        for one in sums:
            if one.tree is not None:
                if one.suit != suit:
                    measures.append(_nothing)
                else:
                    measures.append(_answer(one.tree, suit, self.pair))
                    tables += [table for _, table in one.looks_at]
                continue
            held = [one.suits.get((seat, suit)) for seat in self.pair]
            tables += [table for table in held if table is not None]
            measures.append(_sum_of(held))
        is_alone = len(self.pair) == 1
        others = sum(known[seat] for seat in self._others)
        second = 0 if is_alone else known[self.pair[1]]
        return groups_of((known[self.pair[0]], second, others), tables, measures, is_alone=is_alone)

    @property
    def can_draw(self) -> bool:
        """Whether the tables for drawing fit into the memory allowed."""
        return all(half.keeps for half in self._halves) and (
            len(self._cumulated) <= _MOST_RECTANGLES
        )

    @property
    def size(self) -> int:
        """The approximate size of the tables in bytes."""
        pairs = sum(half.pairs for half in self._halves if half.keeps)
        return _PAIR_BYTES * pairs + _RECTANGLE_BYTES * len(self._cumulated)

    def dealer(self) -> FactoredDealer:
        """Return the dealer for the counted deals; it consumes the counter."""
        first, second = self._halves
        tables = Tables(
            self._ranks,
            self._cumulated,
            (first.draws(), second.draws()),
            self.pair,
            self._cards,
            self._rest,
        )
        return FactoredDealer(tables)


def _nothing(one: Array, two: Array) -> Array:
    return np.zeros(len(one), _I)


def _sum_of(tables: Sequence[Array | None]) -> Measure:
    def measure(*held: Array) -> Array:
        total = np.zeros(len(held[0]), _I)
        for table, masks in zip(tables, held, strict=False):
            if table is not None:
                total += table[masks]
        return total

    return measure


def _answer(tree: Node, suit: int, pair: tuple[int, ...]) -> Measure:
    def measure(one: Array, two: Array) -> Array:
        hands = dict(zip(pair, (one << 13 * suit, two << 13 * suit), strict=False))
        return evaluated(tree, hands).astype(_I)

    return measure


def _shift(groups: Sequence[Groups], sums: Sequence[Sum]) -> list[Array]:
    """Return the values of groups above their minimum, and update the sums."""
    found = []
    for one in groups:
        least = one.values.min(axis=0) if len(one.values) else np.zeros(len(sums), _I)
        values = one.values - least
        found.append(values)
        most = values.max(axis=0) if len(values) else least
        for place, total in enumerate(sums):
            total.offset += int(least[place])
            total.most += int(most[place])
    return found


def _added(one: Sequence[int], two: Sequence[int]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(one, two, strict=True))


def _limits(cells: Cells, most: Sequence[int]) -> Limits:
    """Return the limits up to which the sums are counted."""
    ends = []
    capped = []
    least = []
    for place, begins in enumerate(cells.begins):
        axis = 2 + place
        rows = np.moveaxis(cells.accepted, axis, 0).reshape(len(begins), -1).any(axis=1)
        wanted = np.flatnonzero(rows)
        last = int(wanted[-1])
        is_last = last == len(begins) - 1
        capped.append(is_last)
        ends.append(begins[last] if is_last else min(begins[last + 1] - 1, most[place]))
        least.append(begins[int(wanted[0])])
    return Limits(tuple(ends), tuple(capped), tuple(least))


def _suits(
    groups: Sequence[Groups],
    values: Sequence[Array],
    limits: Limits,
    types: tuple[Types, Types],
) -> list[Suit]:
    """Return the classes of the four suits, without those impossible under the condition."""
    tops = [one.max(axis=0, initial=0) for one in values]
    found = []
    for suit, (one, numbers) in enumerate(zip(groups, values, strict=True)):
        keep = np.ones(len(numbers), bool)
        for hand, both in enumerate(types):
            table = both.first if suit >= 2 else both.second
            can_be = np.asarray((table >= 0).any(axis=1 if suit in {3, 1} else 0))
            keep &= can_be[one.lengths[:, hand]]
        capped = numbers.copy()
        for place, most in enumerate(limits.most):
            if limits.is_capped[place]:
                np.minimum(capped[:, place], most, out=capped[:, place])
            else:
                keep &= numbers[:, place] <= most
            others = sum(int(tops[other][place]) for other in range(4) if other != suit)
            keep &= numbers[:, place] + others >= limits.least[place]
        found.append(classes_of(one, capped, keep))
    return found


class _Rectangles:
    """A finder of the pairs of states that a condition accepts."""

    def __init__(
        self, cells: Cells, limits: Limits, types: tuple[Types, Types], first: Half, second: Half
    ) -> None:
        self._limits = limits
        self._types = types
        self._halves = first, second
        self._last = limits.sizes[-1] if limits.sizes else 1
        self._middle = limits.sizes[:-1]
        self._tables(cells)
        self._found: list[list[Array]] = [[], [], []]
        self.states: tuple[Array, Array, Array] = (
            np.zeros(0, _I),
            np.zeros(0, _I),
            np.zeros(0, _I),
        )

    def _tables(self, cells: Cells) -> None:
        """Build the lookup tables: the cell of a sum, and the ranges of the last sum."""
        self._cell_of: list[Array] = []
        for place, begins in enumerate(cells.begins[:-1]):
            most = self._limits.most[place]
            every = np.arange(2 * most + 1)
            cell = np.searchsorted(begins, every, "right") - 1
            if not self._limits.is_capped[place]:
                cell[most + 1 :] = -1
            self._cell_of.append(cell.astype(_I))
        accepted = cells.accepted
        if not cells.begins:
            accepted = accepted[..., None]
            begins = [0]
        else:
            begins = cells.begins[-1]
        self._sizes = accepted.shape[:-1]
        flat = accepted.reshape(-1, accepted.shape[-1])
        # The ranges of cells that are accepted, as (least, most) of the sum.
        padded = np.pad(flat.astype(np.int8), ((0, 0), (1, 1)))
        change = np.diff(padded, axis=1)
        runs = int((change == 1).sum(axis=1).max(initial=0))
        self._low = np.full((len(flat), runs), 1, _I)
        self._high = np.full((len(flat), runs), 0, _I)
        ends = [*(begin - 1 for begin in begins[1:]), 1 << 40]
        for row in range(len(flat)):
            lows, highs = np.flatnonzero(change[row] == 1), np.flatnonzero(change[row] == -1)
            for run, (low, high) in enumerate(zip(lows.tolist(), highs.tolist(), strict=True)):
                self._low[row, run] = begins[low]
                self._high[row, run] = ends[high - 1]

    def _rows(self, half: Half, counts: tuple[int, int]) -> tuple[Array, Array, Array, list[Array]]:
        """Return the rows of states that differ only in the last sum, decomposed."""
        weights = half.weights.reshape(-1, self._last)
        rows = np.flatnonzero(weights.any(axis=1))
        rest = rows
        values = []
        for size in reversed(self._middle):
            rest, value = np.divmod(rest, size)
            values.append(value)
        first, second = np.divmod(rest, counts[1])
        return rows, first, second, values[::-1]

    def find(self) -> None:
        """Find all pairs, and drop the unpaired states."""
        one, two = self._halves
        rows1, a1, b1, middle1 = self._rows(one, (0, len(self._types[1].cells)))
        rows2, a2, b2, middle2 = self._rows(two, (0, self._types[1].cells.shape[1]))
        ends2 = np.zeros(two.weights.size + 1, _I)
        np.cumsum(two.weights, out=ends2[1:])
        weights1 = one.weights.reshape(-1, self._last)
        last = np.arange(self._last, dtype=_I)
        key = a1 * len(self._types[1].cells) + b1
        begins = np.flatnonzero(np.diff(key, prepend=-1)).tolist()
        total = 0
        for begin, end in itertools.pairwise([*begins, len(key)]):
            cell_a = self._types[0].cells[a1[begin]][a2]
            cell_b = self._types[1].cells[b1[begin]][b2]
            columns = np.flatnonzero((cell_a >= 0) & (cell_b >= 0))
            if not len(columns):
                continue
            shape = (end - begin, len(columns))
            which = np.broadcast_to((cell_a * self._sizes[1] + cell_b)[columns], shape)
            fits = np.ones(shape, bool)
            for place, cell_of in enumerate(self._cell_of):
                value = middle1[place][begin:end, None] + middle2[place][columns]
                cell = cell_of[value]
                fits &= cell >= 0
                which = which * self._sizes[2 + place] + cell
            i, j = np.nonzero(fits)
            chosen = which[i, j]
            for run in range(self._low.shape[1]):
                low, high = self._low[chosen, run], self._high[chosen, run]
                some = np.flatnonzero(low <= high)
                if not len(some):
                    continue
                row1 = rows1[begin + i[some]]
                row2 = rows2[columns[j[some]]] * self._last
                lows = np.clip(low[some, None] - last, 0, self._last)
                highs = np.clip(high[some, None] - last + 1, 0, self._last)
                lows += row2[:, None]
                highs += row2[:, None]
                wanted = np.asarray((weights1[row1] > 0) & (lows < highs))
                wanted &= ends2[highs] > ends2[lows]
                states = (row1[:, None] * self._last + last)[wanted]
                self._found[0].append(states)
                self._found[1].append(lows[wanted])
                self._found[2].append(highs[wanted])
                total += len(states)
                if total > 8 * _MOST_RECTANGLES:
                    raise UnwieldyError
        if total:
            first, low, high = (np.concatenate(found) for found in self._found)
            self.states = first, low, high
        self._drop()

    def _drop(self) -> None:
        one, two = self._halves
        first, low, high = self.states
        used = np.zeros(one.weights.size, bool)
        used[first] = True
        one.drop(used)
        change = np.bincount(low, minlength=two.weights.size + 1)
        change -= np.bincount(high, minlength=two.weights.size + 1)
        two.drop((np.cumsum(change) > 0)[:-1])

    def ranks(self) -> tuple[Array, Array, Array, Array]:
        """Return the rectangles: first rank and size in the first half, and in the second."""
        one, two = self._halves
        first, low, high = self.states
        ends1 = np.zeros(one.weights.size + 1, _I)
        np.cumsum(one.weights, out=ends1[1:])
        ends2 = np.zeros(two.weights.size + 1, _I)
        np.cumsum(two.weights, out=ends2[1:])
        start1, start2 = ends1[first], ends2[low]
        size1, size2 = one.weights[first], ends2[high] - start2
        if not len(start1):
            return start1, size1, start2, size2
        new = np.ones(len(start1), bool)
        new[1:] = (
            (start1[1:] != start1[:-1] + size1[:-1])
            | (start2[1:] != start2[:-1])
            | (size2[1:] != size2[:-1])
        )
        begins = np.flatnonzero(new)
        return start1[begins], np.add.reduceat(size1, begins), start2[begins], size2[begins]


@attrs.frozen(eq=False)
class Tables:
    """The tables for drawing from a counted condition.

    Attributes:
        ranks: the rectangles.
        cumulated: how many pairs of ranks lie in the rectangles before each, and in all.
        halves: turn ranks into cards.
        pair: the two seats that the condition is about.
        cards: the cards dealt before to each seat.
        rest: for each of the other seats but the last how many cards are left, and how many of
            them it gets.
    """

    ranks: tuple[Array, Array, Array, Array]
    cumulated: list[int]
    halves: tuple[HalfDraws, HalfDraws]
    pair: tuple[int, ...]
    cards: tuple[int, int, int, int]
    rest: tuple[tuple[int, int], ...]


class FactoredDealer:
    """A dealer of counted deals, all equally likely.

    Args:
        tables: what it draws from.
        bits: the number of random bits to choose a rectangle; more are drawn if they do not decide.

    Attributes:
        tables: what it draws from.
    """

    def __init__(self, tables: Tables, bits: int = _BITS) -> None:
        self.tables = tables
        self._cumulated = cumulated = tables.cumulated
        self._total = cumulated[-1]
        self._bits = bits
        ranks, cards = tables.ranks, tables.cards
        total = self._total
        bounds = [(below << bits) // total for below in cumulated[:-1]]
        self._guide = Guide(np.asarray([*bounds, 1 << bits], _I))
        self._start = ranks[0], ranks[2]
        self._size = ranks[1].view(np.uint64), ranks[3].view(np.uint64)
        self._halves = tables.halves
        self._pair = tables.pair
        self._cards = cards
        self._choosers = [Chooser(*each) for each in tables.rest]
        self._others = tuple(seat for seat in range(4) if seat not in tables.pair)
        theirs = sum(cards[seat] for seat in self._others)
        self._free = [ALL_CARDS_MASK & ~theirs >> 13 * suit & 8191 for suit in range(4)]

    def deal(self, draws: Draws) -> Array:
        """Return deals as masks, a row for each seat, North first."""
        numbers = (draws.words(0) >> np.uint64(64 - self._bits)).view(_I)
        which = self._guide(numbers)
        for place in np.flatnonzero(self._guide.starts.take(which) == numbers).tolist():
            if which[place]:
                which[place] = self._refined_rectangle(draws, place, int(numbers[place]))
        # What is left after the hands that the condition is about goes to the others in turn.
        choices = [
            chooser(draws.below(3 + place, chooser.count).view(_I))
            for place, chooser in enumerate(self._choosers)
        ]
        out = np.empty((4, len(numbers)), _I)
        for seat in range(4):
            out[seat] = 0 if seat in self._pair else self._cards[seat]
        last = out[self._others[-1]]
        for half in range(2):
            ranks = draws.below(1 + half, self._size[half].take(which)).view(_I)
            ranks += self._start[half].take(which)
            held = self._halves[half].cards(ranks)
            for suit, both in zip((3 - 2 * half, 2 - 2 * half), held, strict=True):
                shift = 13 * suit
                left = self._free[suit] ^ (both & 8191)
                out[self._pair[0]] |= (both & 8191) << shift
                if len(self._pair) == 2:
                    left ^= both >> 13
                    out[self._pair[1]] |= both >> 13 << shift
                for place, bits in enumerate(choices):
                    mine = deposit(bits, left)
                    if suit:
                        np.right_shift(bits, sizes().take(left), out=bits)
                    out[self._others[place]] |= mine << shift
                    left ^= mine
                last |= left << shift
        return out

    def _refined_rectangle(self, draws: Draws, place: int, value: int) -> int:
        """Return the rectangle of a number whose bits so far are on an edge."""
        bits, attempt = self._bits, 0
        while True:
            low = bisect.bisect_right(self._cumulated, value * self._total >> bits)
            high = bisect.bisect_right(self._cumulated, ((value + 1) * self._total - 1) >> bits)
            if low == high:
                return low - 1
            attempt += 1
            value = value << 64 | draws.again(0, place, attempt)
            bits += 64
