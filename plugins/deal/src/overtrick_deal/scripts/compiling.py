"""Compile a script's condition to `overtrick_hands`, with a residue for the rest.

The conjuncts of a condition stay conjuncts: those about lengths, shapes and points
becomes an expression tree equal to that of the same condition as text, so that deals are drawn by
it. What the trees have no words for (divisions, the sum of truths, scores) is
a residue, tried on the deals that are drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final, cast

import attrs

from overtrick_deal.scripts import counts
from overtrick_deal.scripts.expressions import owner_node
from overtrick_deal.scripts.tree import Count, Expression, HasCard, ShapeOf, Tricks, leaves
from overtrick_hands import EVALUATORS, Condition, ConditionError, Evaluator, Node, span
from overtrick_hands import building as build

_LARGEST: Final = 1_000
"""The largest expression, written out, that becomes a tree."""

_COMPARISONS: Final = frozenset({"==", "!=", "<", "<=", ">", ">="})


@attrs.frozen(kw_only=True)
class Split:
    """A condition in two parts, both of which must hold.

    Attributes:
        where: the condition that deals are drawn by; `None` for all deals.
        residue: the tests of the drawn deals, in this order: the cheapest first.
    """

    where: Condition | None
    residue: tuple[Expression, ...]


def split(condition: Expression | None) -> Split:
    """Return a script's condition as a condition of `overtrick_hands` and a residue.

    Example:
        >>> from overtrick_deal.scripts.parsing import parse_script
        >>> script = parse_script("hcp(north) >= 15 && spades(north) / 2 == 2")
        >>> found = split(script.condition)
        >>> print(found.where, len(found.residue))
        north.hcp >= 15 1
    """
    if condition is None:
        return Split(where=None, residue=())
    trees: list[tuple[Expression, Node]] = []
    residue: list[Expression] = []
    for part in condition.parts if condition.name == "&&" else (condition,):
        found = truth(part)
        if found is None:
            residue.append(part)
        elif found is False:
            trees.append((part, _NEVER))
        elif found is not True:
            trees.append((part, found))
    where = None
    while trees and where is None:
        try:
            where = Condition(build.joined("and", [tree for _, tree in trees]))
        except ConditionError:
            # Larger or deeper than a condition may be: its largest part is tried on deals.
            largest = max(trees, key=lambda one: one[0].size)
            trees.remove(largest)
            residue.append(largest[0])
    return Split(where=where, residue=tuple(sorted(residue, key=asks_solver)))


def condition_of(expression: Expression) -> Condition | None:
    """Return the `overtrick_hands` condition of an expression; `None` if there is none.

    Example:
        >>> from overtrick_deal.scripts.parsing import parse_script
        >>> script = parse_script("spades(north) == 5 ? hcp(south) > 9 : 0")
        >>> print(condition_of(script.condition))
        north.spades == 5 and south.hcp > 9
    """
    found = truth(expression)
    if found is None or found is True:
        return None
    return Condition(_NEVER if found is False else found)


def asks_solver(expression: Expression) -> bool:
    """Return whether an expression uses double-dummy tricks."""
    return any(leaf.name == "tricks" for leaf in leaves(expression))


_NEVER: Final = build.compared("==", build.number(0), build.number(1))

PartialTruth = Node | bool | None
"""A tree, a constant truth value, or `None` if no tree expresses it."""


@attrs.frozen
class _Number:
    """A number: a tree multiplied by a factor, or a constant."""

    node: Node | None
    times: Fraction


def truth(expression: Expression) -> PartialTruth:
    """Return an expression as a condition tree."""
    if expression.size > _LARGEST:
        return None
    try:
        return _truth(expression)
    except ConditionError:
        # Too large for a tree, or numbers with too many digits.
        return None


def _truth(of: Expression) -> PartialTruth:
    name, parts, leaf = of.name, of.parts, of.leaf
    if name == "number":
        return bool(leaf)
    if isinstance(leaf, ShapeOf):
        return build.shape(build.seat(leaf.seat), leaf.shapes)
    if isinstance(leaf, HasCard):
        return build.has(build.seat(leaf.seat), [build.cards(leaf.mask)])
    if name in {"&&", "||"}:
        return _joined("and" if name == "&&" else "or", [_truth(part) for part in parts])
    if name == "!":
        return _opposite(_truth(parts[0]))
    if name == "?:":
        return _either(parts[0], _truth(parts[1]), _truth(parts[2]))
    if name in _COMPARISONS:
        return _compared(name, *parts)
    return _compared("!=", of, None)


def _opposite(known: PartialTruth) -> PartialTruth:
    if known is None or isinstance(known, bool):
        return None if known is None else not known
    return build.negated(known)


def _joined(name: str, parts: Sequence[PartialTruth]) -> PartialTruth:
    stops = name == "or"
    if any(part is stops for part in parts):
        return stops
    trees: list[Node] = []
    for part in parts:
        if part is None:
            return None
        if not isinstance(part, bool):
            trees.append(part)
    return build.joined(name, trees) if trees else not stops


def _either(condition: Expression, one: PartialTruth, other: PartialTruth) -> PartialTruth:
    """Return the first if a condition holds, else the second."""
    known = _truth(condition)
    if one == other:
        return one
    return _joined("or", [_joined("and", [known, one]), _joined("and", [_opposite(known), other])])


def _compared(sign: str, left: Expression, right: Expression | None) -> PartialTruth:
    """Return a comparison; without a right side, with 0."""
    # A choice is compared where it is made, and so is a truth, which is 1 or 0.
    for one, is_left in ((left, True), (right, False)):
        if one is None or (one.name != "?:" and not one.is_truth):
            continue
        if one.name == "?:":
            choices = [_turned(sign, left, right, part, is_left) for part in one.parts[1:]]
            return _either(one.parts[0], choices[0], choices[1])
        choices = [_turned(sign, left, right, number, is_left) for number in (1, 0)]
        return _either(one, choices[0], choices[1])
    first, second = _number(left), _ZERO if right is None else _number(right)
    return _of_numbers(sign, first, second)


def _turned(
    sign: str, left: Expression, right: Expression | None, one: Expression | int, is_left: bool
) -> PartialTruth:
    """Return a comparison with one side replaced."""
    if isinstance(one, Expression):
        return _compared(sign, one, right) if is_left else _compared(sign, left, one)
    number = _Number(None, Fraction(one))
    if is_left:
        if right is not None and (right.name == "?:" or right.is_truth):
            # The number is on the right of the comparison turned round.
            return _against(_MIRRORED[sign], right, number)
        return _of_numbers(sign, number, _ZERO if right is None else _number(right))
    return _of_numbers(sign, _number(left), number)


def _against(sign: str, left: Expression, number: _Number) -> PartialTruth:
    """Return the comparison of a choice or a truth value with a number."""
    if left.name == "?:":
        choices = [_against(sign, part, number) for part in left.parts[1:]]
        return _either(left.parts[0], choices[0], choices[1])
    if left.is_truth:
        choices = [_of_numbers(sign, _Number(None, Fraction(one)), number) for one in (1, 0)]
        return _either(left, choices[0], choices[1])
    return _of_numbers(sign, _number(left), number)


_MIRRORED: Final = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


def _of_numbers(sign: str, one: _Number | None, other: _Number | None) -> PartialTruth:
    if one is None or other is None:
        return None
    if one.node is None and other.node is None:
        return bool(_OF_FRACTIONS[sign](one.times, other.times))
    if other.node is None and one.node is not None:
        return build.compared(sign, one.node, build.number(other.times / one.times))
    if one.node is None and other.node is not None:
        return build.compared(sign, build.number(one.times / other.times), other.node)
    if one.times == other.times:
        return build.compared(sign, cast("Node", one.node), cast("Node", other.node))
    return build.compared(sign, _node(one), _node(other))


_OF_FRACTIONS: Final = {
    "==": lambda one, other: one == other,
    "!=": lambda one, other: one != other,
    "<": lambda one, other: one < other,
    "<=": lambda one, other: one <= other,
    ">": lambda one, other: one > other,
    ">=": lambda one, other: one >= other,
}

_ZERO: Final = _Number(None, Fraction(0))


def _node(number: _Number) -> Node:
    """Return a number as a tree."""
    if number.node is None:
        return build.number(number.times)
    if number.times == 1:
        return number.node
    return build.arithmetic("*", build.number(number.times), number.node)


def _number(of: Expression) -> _Number | None:
    name, leaf = of.name, of.leaf
    if name == "number":
        return _Number(None, Fraction(cast("int", leaf)))
    if isinstance(leaf, Count):
        return _Number(_counted(leaf), Fraction(leaf.times))
    if isinstance(leaf, Tricks):
        return _Number(build.tricks(build.seat(leaf.seat), build.strain(leaf.strain)), Fraction(1))
    if name not in {"+", "-", "*", "%"}:
        return None
    one, other = (_number(part) for part in of.parts)
    if one is None or other is None:
        return None
    if name == "%":
        return _rest(one, other)
    if name == "-" and one.node is None and not one.times:
        return _Number(build.negative(_node(other)), Fraction(1))
    if name == "*" and (one.node is None) != (other.node is None):
        # 100 hundredths of a point are a point, whichever side the factor is on.
        number, node = (one, other) if one.node is None else (other, one)
        if node.times != 1 and number.times > 0:
            return _Number(node.node, node.times * number.times)
    if name != "*" and one.node is not None and other.node is not None and one.times == other.times:
        return _Number(build.arithmetic(name, one.node, other.node), one.times)
    return _Number(build.arithmetic(name, _node(one), _node(other)), Fraction(1))


def _rest(one: _Number, other: _Number) -> _Number | None:
    """Return the remainder of a division, if both languages define it equally."""
    if other.node is not None or other.times < 1 or other.times.denominator != 1:
        return None
    node = _node(one)
    if span(node).least < 0 or span(node).scale != 1:
        return None
    return _Number(build.arithmetic("%", node, _node(other)), Fraction(1))


def _counted(leaf: Count) -> Node:
    """Return a count as a condition expression."""
    owner = owner_node(leaf)
    evaluator = leaf.evaluator
    if EVALUATORS.get(evaluator.name) is evaluator:
        if evaluator.name == "length":
            return build.length(owner)
        return build.attribute(owner, evaluator.name)
    if evaluator in {counts.cccc, counts.quality}:
        return build.counted_by(owner, evaluator)
    return build.counted(owner, [build.number(value) for value in values_of(evaluator)])


def values_of(evaluator: Evaluator) -> list[int]:
    """Return the points of a table for ace, king, queen and so on, without trailing zeros.

    Example:
        >>> from overtrick_hands.evaluators import points
        >>> values_of(points(6, 4, 2, 1, 0))
        [6, 4, 2, 1]
    """
    found = [evaluator.suit_values[1 << bit] for bit in range(12, -1, -1)]
    while len(found) > 1 and not found[-1]:
        found.pop()
    return found
