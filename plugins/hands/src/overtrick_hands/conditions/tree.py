"""The expression tree of a condition: constants, and calls of operations on them.

Both forms of a condition, text and Python, build the same trees, and trees with the same parts in
the same order are equal. A tree can be printed back as text.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator
from fractions import Fraction

import attrs

from overtrick_hands.evaluators import Evaluator
from overtrick_hands.shapes import ShapeClass


class Kind(enum.Enum):
    """The kind of an expression; the value is its name in messages."""

    TRUTH = "a condition"
    NUMBER = "a number"
    TEXT = "a text"
    SEAT = "a seat"
    SIDE = "a side"
    HOLDING = "a suit of a hand"
    STRAIN = "a suit or notrump"
    CONTRACT = "a contract"
    VULNERABILITY = "a vulnerability"
    CARDS = "a card"
    RANKS = "ranks"
    SHAPES = "shapes"
    POINTS = "a point count"
    EVALUATOR = "an evaluator"
    RANGES = "ranges"


Bound = Fraction | int | None
"""An end of a range: a number, a contract's rank among contracts, or `None` for no end."""

Value = (
    Fraction | int | str | ShapeClass | Evaluator
    | tuple[Fraction, ...] | tuple[tuple[Bound, Bound], ...]
)  # fmt: skip
"""The value of a constant, by its kind.

A number is a fraction; a seat 0 to 3, a side 0 or 1, a strain 0 to 4, a vulnerability 0 to 3 as the
model has them; a contract its rank among contracts (`contract_rank`); cards a mask of 52 bits and
ranks one of 13.
"""


@attrs.frozen
class Constant:
    """A constant of the condition."""

    kind: Kind
    value: Value


@attrs.frozen(cache_hash=True)
class Call:
    """An operation with its arguments.

    Attributes:
        kind: what it gives.
        name: the operation: a word of the language, or a sign such as `>=`.
        arguments: in order.
    """

    kind: Kind
    name: str
    arguments: tuple[Node, ...] = ()


Node = Constant | Call
"""An expression."""


def contract_rank(level: int, strain: int, doubling: int) -> int:
    """Return a contract's rank by level, strain and doubling; 0 for passed out.

    Example:
        >>> contract_rank(3, 4, 0) < contract_rank(3, 4, 1) < contract_rank(4, 0, 0)
        True
    """
    return (level * 5 + strain) * 3 + doubling if level else 0


def walk(node: Node) -> Iterator[Node]:
    """Yield an expression and all its parts, outermost first."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        yield one
        if isinstance(one, Call):
            waiting.extend(reversed(one.arguments))
