"""The accepted combinations of answers of a condition, as a table over few cells.

The shapes of a hand, and the values of a sum, that no question distinguishes are a cell. The
condition is worked out once for every combination of cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeVar

import attrs
import numpy as np
from numpy.typing import NDArray

from overtrick_deal.sampling.factoring import (
    Formula,
    JoinedQuestions,
    Negated,
    Question,
    ShapeQuestion,
    SuitQuestion,
    SumQuestion,
)
from overtrick_deal.sampling.linear import Place
from overtrick_deal.sampling.tables import Array
from overtrick_hands import Node

ScalarT = TypeVar("ScalarT", bound=np.generic)

_MOST_CELLS: Final = 500_000
_NO_END: Final = 1 << 60


class UnwieldyError(Exception):
    """The tables for a condition would be too large."""


@attrs.define(eq=False)
class Sum:
    """A non-negative number that is a sum over the suits.

    Attributes:
        suits: by seat and suit, an integer for each of 8,192 holdings; empty for a question
            about one suit.
        suit: the suit of such a question, whose sum is 1 or 0.
        tree: that question.
        offset: the number subtracted from the sum, so that its minimum is 0.
        most: the maximum of the sum after that.
    """

    suits: dict[Place, Array] = attrs.field(factory=dict)
    suit: int = -1
    tree: Node | None = None
    looks_at: tuple[tuple[int, Array], ...] = ()
    offset: int = 0
    most: int = 0


def questions_in(formula: Formula) -> Iterable[Question]:
    """Yield the questions of a formula."""
    if isinstance(formula, JoinedQuestions):
        for part in formula.parts:
            yield from questions_in(part)
    elif isinstance(formula, Negated):
        yield from questions_in(formula.part)
    else:
        yield formula


class Questions:
    """The questions of some formulas, grouped by subject.

    Attributes:
        sums: the different sums.
        sum_of: for each question about a sum or a suit, by its identity, which sum it is.
        shapes: for both hands, the shapes that no question distinguishes: a number for each of 560.
    """

    def __init__(self, formulas: Sequence[Formula], pair: tuple[int, ...]) -> None:
        self._formulas = formulas
        self._all = [question for formula in formulas for question in questions_in(formula)]
        self.sums: list[Sum] = []
        self.sum_of: dict[int, int] = {}
        known: dict[object, int] = {}
        for question in self._all:
            if isinstance(question, ShapeQuestion):
                continue
            key: object = question.key if isinstance(question, SumQuestion) else question.tree
            if key not in known:
                known[key] = len(self.sums)
                if isinstance(question, SumQuestion):
                    self.sums.append(Sum(suits=dict(question.suits)))
                else:
                    self.sums.append(
                        Sum(suit=question.suit, tree=question.tree, looks_at=question.tables)
                    )
            self.sum_of[id(question)] = known[key]
        self._pair = pair
        self.shapes = [self._shape_classes(seat) for seat in pair]
        if len(pair) == 1:
            self.shapes.append(np.zeros(560, np.int64))

    def _shape_classes(self, seat: int) -> Array:
        columns = [np.zeros(560, np.int64)]
        for question in self._all:
            if isinstance(question, ShapeQuestion) and question.seat == seat:
                columns.append(question.answers.astype(np.int64))
            elif isinstance(question, SumQuestion):
                columns += [table for owner, table in question.shapes if owner == seat]
        _, found = np.unique(np.stack(columns, axis=1), axis=0, return_inverse=True)
        return found.ravel()

    def cells(self) -> Cells:
        """Return the condition over the cells; the offsets of the sums must be set.

        Raises:
            UnwieldyError: there are too many combinations of cells.
        """
        starts: list[set[int]] = [{0} for _ in self.sums]
        for question in self._all:
            if isinstance(question, SuitQuestion):
                starts[self.sum_of[id(question)]].add(1)
            elif isinstance(question, SumQuestion):
                place = self.sum_of[id(question)]
                for extra in self._extras(question):
                    for low, high in question.ranges:
                        shift = self.sums[place].offset + extra
                        if low is not None:
                            starts[place].add(low - shift)
                        if high is not None:
                            starts[place].add(high + 1 - shift)
        begins = [
            sorted(start for start in found if 0 <= start <= one.most)
            for found, one in zip(starts, self.sums, strict=True)
        ]
        sizes = [int(found.max()) + 1 for found in self.shapes] + [len(found) for found in begins]
        if np.prod([float(size) for size in sizes]) > _MOST_CELLS:
            raise UnwieldyError
        accepted = np.ones(sizes, bool)
        for formula in self._formulas:
            accepted &= self._worked_out(formula, begins, sizes)
        return Cells(accepted, self.shapes, begins)

    def _extras(self, question: SumQuestion) -> set[int]:
        """Return the possible contributions of shapes to a sum."""
        found = {0}
        for _, table in question.shapes:
            found = {one + int(more) for one in found for more in np.unique(table)}
        return found

    def _worked_out(
        self, formula: Formula, begins: list[list[int]], sizes: list[int]
    ) -> NDArray[np.bool_]:
        if isinstance(formula, Negated):
            return ~self._worked_out(formula.part, begins, sizes)
        if isinstance(formula, JoinedQuestions):
            join = np.logical_and if formula.is_and else np.logical_or
            total = np.full([1] * len(sizes), formula.is_and)
            for part in formula.parts:
                total = join(total, self._worked_out(part, begins, sizes))
            return total
        if isinstance(formula, ShapeQuestion):
            axis = self._pair.index(formula.seat)
            answers = np.zeros(sizes[axis], bool)
            answers[self.shapes[axis]] = formula.answers
            return _along(answers, axis, len(sizes))
        place = self.sum_of[id(formula)]
        value = np.asarray(begins[place]) + self.sums[place].offset
        total_value = _along(value, 2 + place, len(sizes))
        if isinstance(formula, SuitQuestion):
            return np.asarray(total_value == 1)
        for owner, table in formula.shapes:
            axis = self._pair.index(owner)
            extra = np.zeros(sizes[axis], np.int64)
            extra[self.shapes[axis]] = table
            total_value = total_value + _along(extra, axis, len(sizes))
        found = np.zeros(total_value.shape, bool)
        for low, high in formula.ranges:
            found |= (total_value >= (-_NO_END if low is None else low)) & (
                total_value <= (_NO_END if high is None else high)
            )
        return found


def _along(values: NDArray[ScalarT], axis: int, axes: int) -> NDArray[ScalarT]:
    shape = [1] * axes
    shape[axis] = len(values)
    return values.reshape(shape)


@attrs.define(eq=False)
class Cells:
    """A condition as a table over cells.

    Attributes:
        accepted: whether it is true; an axis for the shapes of each hand, and one for each sum.
        shapes: for both hands the cell of each of the 560 shapes, -1 where none is accepted.
        begins: for each sum the least value of each cell, from 0.
    """

    accepted: NDArray[np.bool_]
    shapes: list[Array]
    begins: list[list[int]]

    def reduced(self) -> Cells:
        """Return the table with indistinguishable cells merged."""
        accepted = self.accepted
        shapes = []
        for axis in range(2):
            rows = np.moveaxis(accepted, axis, 0).reshape(accepted.shape[axis], -1)
            kinds, which = np.unique(rows, axis=0, return_inverse=True)
            which = which.ravel()
            wanted = np.flatnonzero(kinds.any(axis=1))
            new = np.full(len(kinds), -1, np.int64)
            new[wanted] = np.arange(len(wanted))
            shapes.append(new[which][self.shapes[axis]])
            first = [int(np.flatnonzero(which == kind)[0]) for kind in wanted]
            accepted = np.take(accepted, first, axis=axis)
        begins = []
        for place, found in enumerate(self.begins):
            axis = 2 + place
            rows = np.moveaxis(accepted, axis, 0).reshape(accepted.shape[axis], -1)
            keep = [0, *(i for i in range(1, len(found)) if (rows[i] != rows[i - 1]).any())]
            begins.append([found[i] for i in keep])
            accepted = np.take(accepted, keep, axis=axis)
        return Cells(accepted, shapes, begins)
