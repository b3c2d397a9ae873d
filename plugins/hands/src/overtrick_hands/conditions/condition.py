"""A condition: its text, its tree, and its evaluation on a board."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Never

from overtrick import Board, BoardColumn, Cell, Seat
from overtrick.plugin import columns_of
from overtrick_hands.conditions.building import joined, negated
from overtrick_hands.conditions.compiling import Solver, Test, compiled
from overtrick_hands.conditions.limits import repeated, verdict
from overtrick_hands.conditions.parsing import check_nodes, parse
from overtrick_hands.conditions.printing import to_text
from overtrick_hands.conditions.tree import Call, Node
from overtrick_hands.evaluators import Evaluator

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Condition:
    """A condition on a board, or on a hand.

    Made by `compile_condition` from text, or in Python from `north`, `south` and the like; joined
    by `&`, `|` and `~`. Two are equal if their parts are equal in the same order.

    Attributes:
        tree: the expression tree, which the two forms share.
        solver: the function for double-dummy tricks that a board lacks; `None` for none.

    Calling it with a board returns whether it is true, `None` if the board does not determine it.

    Example:
        >>> from overtrick import Board, Deal
        >>> strong = compile_condition("north.hcp >= 15") | compile_condition("declarer is east")
        >>> print(strong)
        north.hcp >= 15 or declarer == east
        >>> deal = Deal.parse("N:AKQ2.A.K6542.985 - - -")
        >>> strong(Board(deal=deal)), strong(Board())
        (True, None)
    """

    def __init__(self, tree: Node, solver: Solver | None = None) -> None:
        check_nodes(tree)
        self.tree = tree
        self.solver = solver

    @functools.cached_property
    def _test(self) -> Test:
        return compiled(self.tree, self.solver)

    @functools.cached_property
    def _columns(self) -> tuple[BoardColumn, ...]:
        return columns_of(self.columns) if self.columns else ()

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of boards that the condition uses, a subset of `overtrick.COLUMNS`."""
        return self._test.columns

    def __call__(self, board: Board) -> bool | None:
        """Return whether the condition is true of a board; `None` if that is unknown."""
        return self._test.of_row([column.of(board) for column in self._columns])

    def of_row(self, row: Sequence[Cell]) -> bool | None:
        """Return whether the condition is true of a row of its `columns`; `None` if unknown."""
        return self._test.of_row(row)

    def on_masks(
        self,
        north: NDArray[Any] | None = None,
        east: NDArray[Any] | None = None,
        south: NDArray[Any] | None = None,
        west: NDArray[Any] | None = None,
    ) -> NDArray[np.bool_]:
        """Return the truth of the condition for each deal of an array.

        Args:
            north: North's hands as 52-bit masks (`overtrick.Hand.mask`), all complete.
            east: East's, of the same shape; those that it does not look at may be left out.
            south: South's.
            west: West's.

        Raises:
            ConditionError: it uses something that cards do not determine.
            HandError: a hand that it looks at is not given, or the arrays differ in shape.
            ModuleNotFoundError: numpy is not installed.
        """
        from overtrick_hands.conditions.vectors import evaluated

        given = {0: north, 1: east, 2: south, 3: west}
        hands = {seat: masks for seat, masks in given.items() if masks is not None}
        return evaluated(self.tree, hands)

    @property
    def is_about_cards(self) -> bool:
        """Whether the condition depends only on cards, so that `on_masks` can evaluate it."""
        from overtrick_hands.conditions.vectors import foreign

        return foreign(self.tree) is None

    @property
    def seats(self) -> frozenset[Seat]:
        """The seats in the condition, named directly or by their side."""
        from overtrick_hands.conditions.vectors import seats_of

        return frozenset(map(Seat, seats_of(self.tree)))

    @property
    def parts(self) -> tuple[Condition, ...]:
        """The conjuncts of the condition; a single one is the condition itself."""
        if isinstance(self.tree, Call) and self.tree.name == "and":
            return tuple(Condition(part, self.solver) for part in self.tree.arguments)
        return (self,)

    @property
    def notes(self) -> tuple[str, ...]:
        """The warnings about a condition that looks unintended: a sentence each.

        It can never be true, or a part of it is asked more than once.

        Example:
            >>> compile_condition("someone(north.hcp >= 15)").notes[0]
            'north.hcp >= 15 stands in it 4 times; someone(...) and everyone(...) try each hand ...'
        """
        found = []
        if verdict(self.tree) is False:
            found.append("the condition can never be true")
        for part, count in repeated(self.tree):
            note = f"{to_text(part)} stands in it {'twice' if count == 2 else f'{count} times'}"
            if count >= 4:
                note += (
                    "; someone(...) and everyone(...) try each hand by words without a seat, "
                    "as in someone(hcp >= 15)"
                )
            found.append(note)
        return tuple(found)

    @property
    def text(self) -> str:
        """The condition as text, which compiles to an equal condition."""
        return to_text(self.tree)

    def __and__(self, other: Condition) -> Condition:
        return self._joined("and", other)

    def __or__(self, other: Condition) -> Condition:
        return self._joined("or", other)

    def __invert__(self) -> Condition:
        return Condition(negated(self.tree), self.solver)

    def _joined(self, name: str, other: Condition) -> Condition:
        if not isinstance(other, Condition):
            return NotImplemented
        return Condition(joined(name, [self.tree, other.tree]), self.solver or other.solver)

    def __eq__(self, other: object) -> bool:
        return self.tree == other.tree if isinstance(other, Condition) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.tree)

    def __bool__(self) -> Never:
        msg = "a condition is neither true nor false by itself: join conditions with &, | and ~"
        raise TypeError(msg)

    def __reduce__(self) -> tuple[type[Condition], tuple[Node, Solver | None]]:
        return (Condition, (self.tree, self.solver))

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Condition {self.text}>"


def compile_condition(
    text: str, *, solver: Solver | None = None, evaluators: Iterable[Evaluator] = ()
) -> Condition:
    """Return the condition of a text.

    Args:
        text: such as `north.hcp in 15..17 and balanced(north) and south.spades >= 4`.
        solver: the function for double-dummy tricks (of a complete deal, a declarer and a strain)
            where a board has no table of them.
        evaluators: counts of your own, which the text uses by their names as `north.hcp`.

    Raises:
        ConditionError: the text cannot be understood; the message has the column, and what was
            expected there.

    Example:
        >>> condition = compile_condition("dealer is north and ns.vulnerable")
        >>> from overtrick import Board, Seat, Vulnerability
        >>> condition(Board(dealer=Seat.NORTH, vulnerability=Vulnerability.BOTH))
        True
    """
    return Condition(parse(text, evaluators), solver)
