"""Evaluate script expressions on arrays of deals: integers, each expression once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, cast

import numpy as np

from overtrick import Deal, imps
from overtrick_deal.errors import DealingError
from overtrick_deal.scripts.expressions import scores
from overtrick_deal.scripts.tree import Contract, Count, Expression, HasCard, ShapeOf, Tricks
from overtrick_hands import look_up, shape_indexes

if TYPE_CHECKING:
    from numpy.typing import NDArray

Tables = Callable[[Sequence[Deal]], Sequence[Sequence[Sequence[int]]]]
"""Solves deals: of each the tricks by declarer, 0 to 3, and strain, 0 to 4, clubs first."""

Numbers = Any
"""An array of integers, or one for all deals."""

_COMPARE: Final[dict[str, Callable[[Numbers, Numbers], Numbers]]] = {
    "==": np.equal,
    "!=": np.not_equal,
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
}
_ARITHMETIC: Final[dict[str, Callable[[Numbers, Numbers], Numbers]]] = {
    "+": np.add,
    "-": np.subtract,
    "*": np.multiply,
}

# From 0 IMPs up, the least difference for each; as the laws have them.
_STEPS: Final = np.asarray([n for n in range(10, 4001, 10) if imps(n) != imps(n - 10)])


class Arrays:
    """An evaluator of a script's expressions for an array of deals.

    Attributes:
        hands: four rows of 52-bit masks, north first.
    """

    def __init__(self, hands: NDArray[np.int64], tables: Tables | None = None) -> None:
        self.hands = hands
        self._tables = tables
        self._known: dict[int, Numbers] = {}
        self._shapes: dict[int, NDArray[np.int16]] = {}
        self._solved: NDArray[np.int64] | None = None

    def __len__(self) -> int:
        return int(self.hands.shape[1])

    def truth(self, of: Expression) -> NDArray[np.bool_]:
        """Return the truth of an expression for each deal."""
        return cast("NDArray[np.bool_]", np.broadcast_to(self._truth(of), (len(self),)))

    def numbers(self, of: Expression) -> NDArray[np.int64]:
        """Return the numbers of an expression.

        Raises:
            DealingError: it divides by 0, or needs a solver that is not there.
        """
        found = np.asarray(self._number(of), dtype=np.int64)
        return cast("NDArray[np.int64]", np.broadcast_to(found, (len(self),)))

    def kept(self, conditions: Sequence[Expression]) -> NDArray[np.int64]:
        """Return the deals that satisfy some conditions, each tested on those that passed before.

        Returns:
            Their places, ascending.
        """
        places = np.arange(len(self))
        arrays = self
        for condition in conditions:
            found = arrays.truth(condition)
            if not found.all():
                places = places[found]
                arrays = arrays.of(found)
        return places

    def of(self, which: NDArray[Any]) -> Arrays:
        """Return some of the deals, with their solved tables."""
        found = Arrays(self.hands[:, which], self._tables)
        if self._solved is not None:
            found._solved = self._solved[which]
        return found

    def _truth(self, of: Expression) -> Numbers:
        found = self._known.get(id(of))
        if found is None:
            found = self._value(of)
            self._known[id(of)] = found
        return found if of.is_truth else np.not_equal(found, 0)

    def _number(self, of: Expression) -> Numbers:
        if of.is_truth:
            return self._truth(of).astype(np.int64)
        found = self._known.get(id(of))
        if found is None:
            found = self._known[id(of)] = self._value(of)
        return found

    def _value(self, of: Expression) -> Numbers:
        name, parts = of.name, of.parts
        if not parts:
            return self._leaf(of)
        if name in {"&&", "||"}:
            return self._joined(of, stops=name == "||")
        if name == "!":
            return np.logical_not(self._truth(parts[0]))
        if name == "?:":
            return self._chosen(of)
        numbers = [self._number(part) for part in parts]
        if name in _COMPARE:
            return _COMPARE[name](*numbers)
        if name in _ARITHMETIC:
            return _ARITHMETIC[name](*numbers)
        if isinstance(of.leaf, Contract):
            return np.asarray(scores(of.leaf), dtype=np.int64)[np.clip(numbers[0], 0, 13)]
        if name == "imps":
            found = np.searchsorted(_STEPS, np.abs(numbers[0]), side="right")
            return np.where(numbers[0] < 0, -found, found)
        return self._divided(of, *map(np.asarray, numbers))

    def _leaf(self, of: Expression) -> Numbers:
        leaf = of.leaf
        if isinstance(leaf, Count):
            return self._counted(leaf)
        if isinstance(leaf, ShapeOf):
            if leaf.seat not in self._shapes:
                self._shapes[leaf.seat] = shape_indexes(self.hands[leaf.seat])
            return look_up(leaf.shapes.table, self._shapes[leaf.seat])
        if isinstance(leaf, HasCard):
            return self.hands[leaf.seat] & leaf.mask != 0
        if isinstance(leaf, Tricks):
            return self._tricks(of, leaf)
        return np.int64(cast("int", leaf))

    def _counted(self, leaf: Count) -> Numbers:
        evaluator = leaf.evaluator
        masks = self.hands[leaf.seat]
        if leaf.suit is None:
            found = evaluator.numbers_on(masks)
        else:
            found = evaluator.suit_array[masks >> 13 * leaf.suit & 8191]
        # All that scripts can count is an integer in their units.
        times, scale = leaf.times, evaluator.scale
        return found if times == scale else found * times // scale

    def _joined(self, of: Expression, *, stops: bool) -> Numbers:
        """Return `and` or `or`; the expensive side is evaluated only if it decides."""
        total = self.truth(of.parts[0]).copy()
        for part in of.parts[1:]:
            if part.is_safe:
                one = self._truth(part)
                total = np.logical_or(total, one) if stops else np.logical_and(total, one)
            else:
                places = np.flatnonzero(~total if stops else total)
                total[places] = self.of(places).truth(part)
        return total

    def _chosen(self, of: Expression) -> Numbers:
        condition, one, other = of.parts
        is_true = self.truth(condition)
        if of.is_safe:
            return np.where(is_true, self._number(one), self._number(other))
        found = np.empty(len(self), dtype=np.int64)
        for part, places in ((one, np.flatnonzero(is_true)), (other, np.flatnonzero(~is_true))):
            found[places] = self.of(places).numbers(part)
        return found

    def _divided(self, of: Expression, one: Numbers, other: Numbers) -> Numbers:
        if not other.all():
            msg = f"{of.place}: a number is divided by 0 in a deal; try first that it is not 0"
            raise DealingError(msg)
        # Cut towards 0, the rest with the sign of what is divided, as in C.
        if of.name == "%":
            return np.fmod(one, other)
        found = np.abs(one) // np.abs(other)
        return np.where((one < 0) == (other < 0), found, -found)

    def _tricks(self, of: Expression, leaf: Tricks) -> Numbers:
        if self._tables is None:
            msg = f"{of.place}: double-dummy tricks need a solver: install overtrick-dd[dds]"
            raise DealingError(msg)
        if self._solved is None:
            deals = [Deal.from_masks(*masks) for masks in self.hands.T.tolist()]
            solved = self._tables(deals) if deals else np.empty((0, 4, 5))
            self._solved = np.asarray(solved, dtype=np.int64)
        return self._solved[:, leaf.seat, leaf.strain]
