"""The bounds of numeric expressions, and the size limits that follow.

All arithmetic uses integers: every number has a scale that follows from the condition alone. So
`12.95` is equal to itself in whatever order it was added up, for one hand and for a million. The
largest integer follows too, and has to fit into 62 bits.
"""

from __future__ import annotations

import collections
import functools
import math
from collections.abc import Callable
from fractions import Fraction
from typing import Final, cast

import attrs

from overtrick_hands.conditions.tree import Call, Constant, Kind, Node, walk
from overtrick_hands.conditions.words import FIELDS
from overtrick_hands.errors import ConditionError
from overtrick_hands.evaluators import EVALUATORS, Evaluator, points
from overtrick_hands.lengths import SHAPES
from overtrick_hands.shapes import ShapeClass


@attrs.frozen
class Span:
    """The bounds of an expression.

    Attributes:
        least: a lower bound of its values.
        most: an upper bound; neither bound need be reached.
        scale: the divisor of its integers.
    """

    least: Fraction
    most: Fraction
    scale: int


def evaluator_of(node: Call) -> Evaluator:
    """Return the evaluator of an expression."""
    if node.name == "counted":
        return cast("Evaluator", cast("Constant", node.arguments[1]).value)
    if node.name == "points":
        return points(*cast("tuple[Fraction, ...]", cast("Constant", node.arguments[1]).value))
    return EVALUATORS[node.name]


@functools.lru_cache(maxsize=512)
def _of_hand(evaluator: Evaluator) -> tuple[int, int]:
    """Return the minimum and the maximum integer of a hand."""
    least, most = _by_length(evaluator)
    extra = evaluator.shape_values or (0,) * len(SHAPES)
    return (
        min(sum(least[n] for n in shape) + more for shape, more in zip(SHAPES, extra, strict=True)),
        max(sum(most[n] for n in shape) + more for shape, more in zip(SHAPES, extra, strict=True)),
    )


@functools.lru_cache(maxsize=512)
def _by_length(evaluator: Evaluator) -> tuple[list[int], list[int]]:
    found: list[list[int]] = [[] for _ in range(14)]
    for holding, value in enumerate(evaluator.suit_values):
        found[holding.bit_count()].append(value)
    return [min(values) for values in found], [max(values) for values in found]


def _of_evaluator(node: Call) -> Span:
    evaluator = evaluator_of(node)
    owner = node.arguments[0]
    if owner.kind is Kind.HOLDING:
        by_length = _by_length(evaluator)
        least, most = min(by_length[0]), max(by_length[1])
        owner = cast("Call", owner).arguments[0]
    else:
        least, most = _of_hand(evaluator)
    hands = 2 if owner.kind is Kind.SIDE else 1
    top = most * hands
    # A card is in one hand of a side, not in both.
    if hands == 2 and node.name == "length":
        top = 13
    return Span(
        Fraction(least * hands, evaluator.scale), Fraction(top, evaluator.scale), evaluator.scale
    )


def span(node: Node) -> Span:
    """Return the bounds of an expression.

    Args:
        node: an expression that is a number.
    """
    if isinstance(node, Constant):
        value = cast("Fraction", node.value)
        return Span(value, value, value.denominator)
    return _span(node)


@functools.lru_cache(maxsize=4096)
def _span(node: Call) -> Span:
    name = node.name
    if name in FIELDS:
        field = FIELDS[name]
        return Span(Fraction(field.least), Fraction(field.most), 1)
    if name in {"tricks", "fit"}:
        return Span(Fraction(7 if name == "fit" else 0), Fraction(13), 1)
    if name in {"points", "counted"} or name in EVALUATORS:
        return _of_evaluator(node)
    parts = [span(part) for part in node.arguments]
    one = parts[0]
    if name in {"min", "max"}:
        pick = min if name == "min" else max
        return Span(
            pick(part.least for part in parts),
            pick(part.most for part in parts),
            math.lcm(*(part.scale for part in parts)),
        )
    if name == "abs":
        ends = sorted((abs(one.least), abs(one.most)))
        return Span(Fraction(0) if one.least < 0 < one.most else ends[0], ends[1], one.scale)
    if name == "negative":
        return Span(-one.most, -one.least, one.scale)
    other = parts[1]
    scale = math.lcm(one.scale, other.scale)
    if name == "+":
        return Span(one.least + other.least, one.most + other.most, scale)
    if name == "-":
        return Span(one.least - other.most, one.most - other.least, scale)
    if name == "%":
        return Span(Fraction(0), other.most - 1, 1)
    factor = 1 / other.least if name == "/" else None
    lows = (other.least, other.most) if factor is None else (factor, factor)
    ends = [a * b for a in (one.least, one.most) for b in lows]
    scale = one.scale * (other.scale if factor is None else factor.denominator)
    return Span(min(ends), max(ends), scale)


def check_size(node: Node) -> None:
    """Raise for a number that is too large.

    Raises:
        ConditionError: it can be too large, or is counted in too small parts.
    """
    found = span(node)
    if max(abs(found.least), abs(found.most)) * found.scale >= 1 << 50:
        msg = "the number can become too large, or has too many digits behind the point"
        raise ConditionError(msg)


def verdict(node: Node) -> bool | None:
    """Return the constant truth value of a condition, as far as the bounds of its numbers imply it.

    Args:
        node: an expression that is a condition.

    Returns:
        `False` where it is never true, `True` where it is true of every board that determines it,
        `None` where neither is sure.
    """
    call = cast("Call", node)
    name, parts = call.name, call.arguments
    if name in {"and", "or"}:
        found = [verdict(part) for part in parts]
        stops = name == "or"
        if stops in found:
            return stops
        return None if None in found else not stops
    if name == "not":
        inner = verdict(parts[0])
        return None if inner is None else not inner
    if name == "shape":
        count = len(cast("ShapeClass", cast("Constant", parts[1]).value))
        return False if not count else True if count == len(SHAPES) else None
    if not parts or parts[0].kind is not Kind.NUMBER:
        return None
    one = span(parts[0])
    if name == "in":
        ranges = cast(
            "tuple[tuple[Fraction | None, Fraction | None], ...]",
            cast("Constant", parts[1]).value,
        )
        return _in_ranges(one, ranges)
    if name not in _SIGNS:
        return None
    other = span(parts[1])
    return _SIGNS[name](one, other)


def repeated(node: Node) -> list[tuple[Node, int]]:
    """Return the repeated parts of conjunctions and disjunctions, each with its count.

    Args:
        node: an expression that is a condition.
    """
    found = []
    for one in walk(node):
        if isinstance(one, Call) and one.name in {"and", "or"}:
            counts = collections.Counter(one.arguments)
            found += [(part, count) for part, count in counts.items() if count > 1]
    return found


def _in_ranges(
    one: Span, ranges: tuple[tuple[Fraction | None, Fraction | None], ...]
) -> bool | None:
    for low, high in ranges:
        if (low is None or low <= one.least) and (high is None or one.most <= high):
            return True
    if all(
        (low is not None and one.most < low) or (high is not None and high < one.least)
        for low, high in ranges
    ):
        return False
    return None


def _less(one: Span, other: Span) -> bool | None:
    return True if one.most < other.least else False if one.least >= other.most else None


def _equal(one: Span, other: Span) -> bool | None:
    if one.most < other.least or other.most < one.least:
        return False
    return True if one.least == one.most == other.least == other.most else None


def _opposite(found: bool | None) -> bool | None:  # one of three answers
    return None if found is None else not found


_SIGNS: Final[dict[str, Callable[[Span, Span], bool | None]]] = {
    "<": _less,
    ">": lambda one, other: _less(other, one),
    "<=": lambda one, other: _opposite(_less(other, one)),
    ">=": lambda one, other: _opposite(_less(one, other)),
    "==": _equal,
    "!=": lambda one, other: _opposite(_equal(one, other)),
}
