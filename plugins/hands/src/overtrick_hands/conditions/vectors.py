"""Evaluate an expression tree on arrays: a condition on many deals at once, by numpy.

Only conditions on cards alone can be evaluated on arrays of hands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, cast

from overtrick_hands.arrays import look_up, numpy, shape_indexes
from overtrick_hands.conditions.compiling import scaled_range
from overtrick_hands.conditions.limits import evaluator_of, span
from overtrick_hands.conditions.printing import to_text
from overtrick_hands.conditions.tree import Bound, Call, Constant, Kind, Node, walk
from overtrick_hands.conditions.words import SEATS
from overtrick_hands.errors import ConditionError, HandError
from overtrick_hands.evaluators import EVALUATORS
from overtrick_hands.shapes import ShapeClass

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_SIDES: Final = ((0, 2), (1, 3))

_OF_CARDS: Final = {
    *("and", "or", "not", "in", "==", "!=", "<", "<=", ">", ">="),
    *("+", "-", "*", "/", "%", "negative", "min", "max", "abs"),
    *("shape", "has", "points", "counted", "suit", "fit"),
    *EVALUATORS,
}


def foreign(tree: Node) -> Node | None:
    """Return the first part of a condition that cards do not determine; `None` if all do."""
    for node in walk(tree):
        if isinstance(node, Call) and node.name not in _OF_CARDS:
            return node
    return None


def seats_of(tree: Node) -> frozenset[int]:
    """Return the seats whose cards a condition uses, as far as it names them."""
    found: set[int] = set()
    for node in walk(tree):
        if isinstance(node, Constant) and node.kind is Kind.SEAT:
            found.add(cast("int", node.value))
        elif isinstance(node, Constant) and node.kind is Kind.SIDE:
            found.update(_SIDES[cast("int", node.value)])
    return frozenset(found)


def evaluated(tree: Node, hands: Mapping[int, NDArray[Any]]) -> NDArray[np.bool_]:
    """Return the truth of a condition for each deal.

    Args:
        tree: a condition on cards alone.
        hands: by seat, arrays of the masks of complete hands, all of one shape.

    Raises:
        ConditionError: the condition uses something that cards do not determine.
        HandError: a hand that it looks at is not given, or the arrays differ in shape.
        ModuleNotFoundError: numpy is not installed.
    """
    other = foreign(tree)
    if other is not None:
        msg = f"arrays of hands do not determine {to_text(other)}"
        raise ConditionError(msg)
    given = {seat: numpy().asarray(masks) for seat, masks in hands.items()}
    for seat in sorted(seats_of(tree)):
        if seat not in given:
            msg = f"the condition looks at {list(SEATS)[seat]}'s hand, which is not given"
            raise HandError(msg)
    shapes = {array.shape for array in given.values()}
    if len(shapes) != 1:
        msg = "give at least one array of hands, all of one shape"
        raise HandError(msg)
    found: NDArray[np.bool_] = numpy().broadcast_to(_Arrays(given).truth(tree), shapes.pop())
    return found


def numbers_of(tree: Node, hands: Mapping[int, NDArray[Any]]) -> tuple[NDArray[np.int64], int]:
    """Return the numbers of an expression for many deals; those of a condition are 1 and 0.

    Args:
        tree: a number, or a condition, on cards alone.
        hands: by seat, arrays of the masks of complete hands, all of one shape; all four.

    Returns:
        Integers, and their divisor.

    Raises:
        ConditionError: the expression uses something that cards do not determine.
    """
    if tree.kind is Kind.TRUTH:
        return evaluated(tree, hands).astype("int64"), 1
    other = foreign(tree)
    if other is not None:
        msg = f"arrays of hands do not determine {to_text(other)}"
        raise ConditionError(msg)
    given = {seat: numpy().asarray(masks) for seat, masks in hands.items()}
    numbers, scale = _Arrays(given).scaled(tree)
    shape = next(iter(given.values())).shape
    found: NDArray[np.int64] = numpy().broadcast_to(numbers, shape)
    return found, scale


class _Arrays:
    """An evaluator of expressions for arrays of hands, each expression once."""

    def __init__(self, hands: Mapping[int, NDArray[Any]]) -> None:
        self._hands = hands
        self._known: dict[Node, Any] = {}
        self._shapes: dict[int, NDArray[np.int16]] = {}

    def truth(self, node: Node) -> NDArray[np.bool_]:
        """Return the truth of a condition for each deal."""
        found = self._known.get(node)
        if found is None:
            found = self._known[node] = self._truth(cast("Call", node))
        return cast("NDArray[np.bool_]", found)

    def _truth(self, call: Call) -> NDArray[np.bool_]:
        lib = numpy()
        name, parts = call.name, call.arguments
        if name in {"and", "or"}:
            join = lib.logical_and if name == "and" else lib.logical_or
            total = self.truth(parts[0])
            for part in parts[1:]:
                total = join(total, self.truth(part))
            return total
        if name == "not":
            return cast("NDArray[np.bool_]", lib.logical_not(self.truth(parts[0])))
        if name == "shape":
            seat = _seat(parts[0])
            if seat not in self._shapes:
                self._shapes[seat] = shape_indexes(self._hands[seat])
            shapes = cast("ShapeClass", cast("Constant", parts[1]).value)
            return look_up(shapes.table, self._shapes[seat])
        if name == "has":
            wanted = cast("int", cast("Constant", parts[1]).value)
            masks = self._cards(parts[0])
            return cast("NDArray[np.bool_]", masks & wanted == wanted)
        if name == "in":
            return self._within(call)
        return self._compared(call)

    def _within(self, call: Call) -> NDArray[np.bool_]:
        lib = numpy()
        numbers, scale = self.scaled(call.arguments[0])
        ranges = cast("tuple[tuple[Bound, Bound], ...]", cast("Constant", call.arguments[1]).value)
        total = None
        for low, high in ranges:
            least, most = scaled_range(low, high, scale)
            inside = lib.logical_and(numbers >= least, numbers <= most)
            total = inside if total is None else lib.logical_or(total, inside)
        return cast("NDArray[np.bool_]", total)

    def _compared(self, call: Call) -> NDArray[np.bool_]:
        lib = numpy()
        compare = {
            "==": lib.equal,
            "!=": lib.not_equal,
            "<": lib.less,
            "<=": lib.less_equal,
            ">": lib.greater,
            ">=": lib.greater_equal,
        }[call.name]
        left, right = call.arguments
        if left.kind is not Kind.NUMBER:
            # Constant seats, sides and strains.
            one, other = (cast("Constant", part).value for part in call.arguments)
            return cast("NDArray[np.bool_]", compare(cast("int", one), cast("int", other)))
        first, scale = self.scaled(left)
        second, other_scale = self.scaled(right)
        if scale == other_scale:
            return cast("NDArray[np.bool_]", compare(first, second))
        return cast("NDArray[np.bool_]", compare(first * other_scale, second * scale))

    def scaled(self, node: Node) -> tuple[Any, int]:
        """Return integers, and their divisor."""
        if isinstance(node, Constant):
            value = cast("Fraction", node.value)
            return value.numerator, value.denominator
        found = self._known.get(node)
        if found is None:
            found = self._known[node] = self._number(node)
        return found, span(node).scale

    def _number(self, node: Call) -> Any:  # noqa: ANN401  # integers
        lib = numpy()
        name, parts = node.name, node.arguments
        if name in EVALUATORS or name in {"points", "counted"}:
            return self._evaluated(node)
        if name == "fit":
            both = self._cards(parts[0])
            lengths = [EVALUATORS["length"].suit_array[both >> n & 8191] for n in (0, 13, 26, 39)]
            return lib.maximum.reduce(lengths)
        numbers = [self.scaled(part) for part in parts]
        scale = span(node).scale
        one, own_scale = numbers[0]
        if name == "negative":
            return -one
        if name == "*":
            return one * numbers[1][0]
        if name in {"/", "%"}:
            by = cast("Fraction", cast("Constant", parts[1]).value)
            return one % by.numerator if name == "%" else one * int(scale / (own_scale * by))
        same = [of * (scale // its) if its != scale else of for of, its in numbers]
        if name == "abs":
            return lib.abs(same[0])
        if name in {"+", "-"}:
            return same[0] + same[1] if name == "+" else same[0] - same[1]
        choose = lib.minimum if name == "min" else lib.maximum
        total = same[0]
        for other in same[1:]:
            total = choose(total, other)
        return total

    def _evaluated(self, node: Call) -> Any:  # noqa: ANN401  # integers
        evaluator = evaluator_of(node)
        owner = node.arguments[0]
        if owner.kind is Kind.HOLDING:
            holding = cast("Call", owner)
            shift = 13 * cast("int", cast("Constant", holding.arguments[1]).value)
            table = evaluator.suit_array
            return sum(
                table[self._masks(seat) >> shift & 8191] for seat in _seats(holding.arguments[0])
            )
        return sum(evaluator.numbers_on(self._hands[seat]) for seat in _seats(owner))

    def _cards(self, owner: Node) -> NDArray[np.int64]:
        """Return all cards of a seat, a side or a suit, as masks."""
        if owner.kind is Kind.HOLDING:
            holding = cast("Call", owner)
            shift = 13 * cast("int", cast("Constant", holding.arguments[1]).value)
            return self._cards(holding.arguments[0]) >> shift & 8191
        seats = _seats(owner)
        total = self._masks(seats[0])
        for seat in seats[1:]:
            total = total | self._masks(seat)
        return total

    def _masks(self, seat: int) -> NDArray[np.int64]:
        return cast("NDArray[np.int64]", self._hands[seat].astype("int64", copy=False))


def _seat(node: Node) -> int:
    return cast("int", cast("Constant", node).value)


def _seats(owner: Node) -> Sequence[int]:
    return _SIDES[_seat(owner)] if owner.kind is Kind.SIDE else (_seat(owner),)
