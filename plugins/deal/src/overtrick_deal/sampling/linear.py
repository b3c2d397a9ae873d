"""Linear numbers: expressions of conditions that are sums over the suits."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Final, TypeVar, cast

import attrs
import numpy as np

from overtrick_hands import EVALUATORS, Call, Constant, Kind, Node, evaluator_of

if TYPE_CHECKING:
    from overtrick_deal.sampling.tables import Array

KeyT = TypeVar("KeyT")

Place = tuple[int, int]
"""A seat (0 North to 3 West) and a suit (0 clubs to 3 spades)."""

_SIDES: Final = ((0, 2), (1, 3))


@attrs.frozen(eq=False)
class Linear:
    """A number that is a sum over hands and suits of values of the holdings.

    Attributes:
        scale: the divisor of the integers.
        constant: the constant term, already divided.
        suits: by seat and suit, an integer for each of 8,192 holdings.
        shapes: by seat, an integer for each of the 560 shapes.
    """

    scale: int
    constant: Fraction
    suits: Mapping[Place, Array]
    shapes: Mapping[int, Array]

    def times(self, factor: Fraction) -> Linear:
        """Return the number multiplied by another."""
        up, down = factor.numerator, factor.denominator
        return Linear(
            self.scale * down,
            self.constant * factor,
            {place: table * up for place, table in self.suits.items()},
            {seat: table * up for seat, table in self.shapes.items()},
        )

    def plus(self, other: Linear) -> Linear:
        """Return the sum of two numbers."""
        scale = math.lcm(self.scale, other.scale)
        one, two = self._to(scale), other._to(scale)
        return Linear(
            scale,
            self.constant + other.constant,
            _summed(one.suits, two.suits),
            _summed(one.shapes, two.shapes),
        )

    def _to(self, scale: int) -> Linear:
        factor = scale // self.scale
        if factor == 1:
            return self
        return Linear(
            scale,
            self.constant,
            {place: table * factor for place, table in self.suits.items()},
            {seat: table * factor for seat, table in self.shapes.items()},
        )

    @property
    def seats(self) -> frozenset[int]:
        """The seats that the number depends on."""
        return frozenset(seat for seat, _ in self.suits) | frozenset(self.shapes)


def _summed(one: Mapping[KeyT, Array], two: Mapping[KeyT, Array]) -> dict[KeyT, Array]:
    found = dict(one)
    for key, table in two.items():
        found[key] = found[key] + table if key in found else table
    return {key: table for key, table in found.items() if table.any()}


def seats_named(owner: Node) -> tuple[int, ...]:
    """Return the seats of a constant seat or side in the condition."""
    constant = cast("Constant", owner)
    value = cast("int", constant.value)
    return _SIDES[value] if constant.kind is Kind.SIDE else (value,)


def places_of(owner: Node) -> list[Place]:
    """Return the seats and suits of a seat, a side, or a suit of either."""
    if owner.kind is Kind.HOLDING:
        hand, suit = cast("Call", owner).arguments
        return [(seat, cast("int", cast("Constant", suit).value)) for seat in seats_named(hand)]
    return [(seat, suit) for seat in seats_named(owner) for suit in range(4)]


def linear_of(node: Node) -> Linear | None:
    """Return a number as a sum over suits; `None` if it is not linear.

    Args:
        node: an expression that is a number, of cards alone.
    """
    if isinstance(node, Constant):
        return Linear(1, Fraction(cast("Fraction", node.value)), {}, {})
    name, parts = node.name, node.arguments
    if name in EVALUATORS or name in {"points", "counted"}:
        return _evaluated(node)
    if name == "negative":
        one = linear_of(parts[0])
        return None if one is None else one.times(Fraction(-1))
    if name not in {"+", "-", "*", "/"}:
        return None
    one, two = linear_of(parts[0]), linear_of(parts[1])
    if one is None or two is None:
        return None
    if name == "+":
        return one.plus(two)
    if name == "-":
        return one.plus(two.times(Fraction(-1)))
    if two.seats:
        one, two = two, one
    if two.seats:
        return None
    return one.times(two.constant if name == "*" else 1 / two.constant)


def _evaluated(node: Call) -> Linear:
    evaluator = evaluator_of(node)
    owner = node.arguments[0]
    table = evaluator.suit_array
    suits = dict.fromkeys(places_of(owner), table) if table.any() else {}
    shapes: dict[int, Array] = {}
    values = evaluator.shape_values
    if values is not None and owner.kind is not Kind.HOLDING:
        shapes = dict.fromkeys(seats_named(owner), np.asarray(values, np.int64))
    return Linear(evaluator.scale, Fraction(0), suits, shapes)
