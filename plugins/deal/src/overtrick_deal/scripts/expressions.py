"""Build expressions: each once, with constants folded, and limited in size."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Final

from overtrick import Contract as PlayedContract
from overtrick import Doubling, Strain, imps, score_contract
from overtrick_deal.errors import ScriptError
from overtrick_deal.scripts.tree import (
    TRUTHS,
    Contract,
    Count,
    Expression,
    HasCard,
    Leaf,
    Place,
    ShapeOf,
)
from overtrick_hands import Node, span
from overtrick_hands import building as build

_LARGEST: Final = 1 << 50
"""Integers up to here are exact wherever they are worked out, squares added up included."""

_TRICKS_KEEP: Final = 13

_MOST_PARTS: Final = 500
"""The maximum number of parts of an `and` or `or` that absorbs nested ones."""


def quotient(one: int, other: int) -> int:
    """Return an integer quotient truncated towards 0, as `dealer` does.

    Example:
        >>> quotient(7, 2), quotient(-7, 2)
        (3, -3)
    """
    return abs(one) // abs(other) * (1 if (one < 0) == (other < 0) else -1)


def remainder(one: int, other: int) -> int:
    """Return the remainder of a division, with the sign of the dividend.

    Example:
        >>> remainder(7, -3), remainder(-7, 3)
        (1, -1)
    """
    return one - other * quotient(one, other)


BINARY: Final[dict[str, Callable[[int, int], int]]] = {
    "==": lambda one, other: int(one == other),
    "!=": lambda one, other: int(one != other),
    "<": lambda one, other: int(one < other),
    "<=": lambda one, other: int(one <= other),
    ">": lambda one, other: int(one > other),
    ">=": lambda one, other: int(one >= other),
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": quotient,
    "%": remainder,
}
"""The binary operators on integers."""


def scores(contract: Contract) -> tuple[int, ...]:
    """Return the scores of a contract by tricks, 0 to 13.

    Example:
        >>> scores(Contract(3, 4, is_vulnerable=True))[9]
        600
    """
    played = PlayedContract(
        level=contract.level, strain=Strain(contract.strain), doubling=Doubling.UNDOUBLED
    )
    return tuple(
        score_contract(played, tricks, vulnerable=contract.is_vulnerable) for tricks in range(14)
    )


def owner_node(count: Count) -> Node:
    """Return the counted seat, or its suit, as a condition node."""
    seat = build.seat(count.seat)
    if count.suit is None:
        return seat
    return build.attribute(seat, ("clubs", "diamonds", "hearts", "spades")[count.suit])


class Expressions:
    """A builder of the expressions of one script."""

    def __init__(self, text: str, *, depth: int, count: int) -> None:
        self._text = text
        self._depth = depth
        self._count = count
        self._known: dict[object, Expression] = {}

    def number(self, value: int, place: Place) -> Expression:
        """Return a number."""
        return self._kept("number", (), value, place, (value, value))

    def leaf(self, name: str, leaf: Leaf, place: Place) -> Expression:
        """Return an expression without parts."""
        if isinstance(leaf, Count):
            node = build.counted_by(owner_node(leaf), leaf.evaluator)
            found = span(node)
            ends = (int(found.least * leaf.times), int(found.most * leaf.times))
        elif isinstance(leaf, ShapeOf | HasCard):
            ends = (0, 1)
        else:
            ends = (0, 13)
        return self._kept(name, (), leaf, place, ends)

    def made(
        self, name: str, parts: tuple[Expression, ...], place: Place, leaf: Leaf = None
    ) -> Expression:
        """Return an operation on some expressions.

        Raises:
            ScriptError: it divides by 0, or its number can become too large.
        """
        if name in {"&&", "||"}:
            # One within another of its kind is taken apart, and repetitions are dropped.
            apart = {
                id(one): one
                for part in parts
                for one in (part.parts if part.name == name else (part,))
            }
            if len(apart) <= _MOST_PARTS:
                parts = tuple(apart.values())
        if name in {"/", "%"} and parts[1].least == parts[1].most == 0:
            raise ScriptError("nothing is divided by 0", self._text, place.line, place.column)
        if all(part.name == "number" for part in parts):
            return self.number(_folded(name, [part.least for part in parts], leaf), place)
        least, most = _ends(name, parts, leaf)
        if max(abs(least), abs(most)) > _LARGEST:
            msg = "the number can become too large"
            raise ScriptError(msg, self._text, place.line, place.column)
        return self._kept(name, parts, leaf, place, (least, most))

    def _kept(
        self,
        name: str,
        parts: tuple[Expression, ...],
        leaf: Leaf,
        place: Place,
        ends: tuple[int, int],
    ) -> Expression:
        identity: object = leaf
        if isinstance(leaf, Count):
            # Evaluators are distinguished by identity; those of tables by their numbers.
            identity = (leaf.seat, leaf.suit, id(leaf.evaluator), leaf.times)
        key = (name, tuple(map(id, parts)), identity)
        found = self._known.get(key)
        if found is not None:
            return found
        if len(self._known) >= self._count:
            msg = f"the script comes to more than {self._count:,} expressions"
            raise ScriptError(msg, self._text, place.line, place.column)
        depth = 1 + max((part.depth for part in parts), default=0)
        if depth > self._depth:
            msg = (
                f"more than {self._depth} expressions stand within one another, where each sign "
                "of a long sum and each name counts"
            )
            raise ScriptError(msg, self._text, place.line, place.column)
        found = self._known[key] = Expression(
            name=name,
            parts=parts,
            leaf=leaf,
            place=place,
            least=ends[0],
            most=ends[1],
            size=1 + sum(part.size for part in parts),
            depth=depth,
            is_safe=name not in {"/", "%", "tricks"} and all(part.is_safe for part in parts),
        )
        return found


def _folded(name: str, numbers: list[int], leaf: Leaf) -> int:
    """Return the result of an operation on constants."""
    if name == "&&":
        return int(all(numbers))
    if name == "||":
        return int(any(numbers))
    if name == "!":
        return int(not numbers[0])
    if name == "?:":
        return numbers[1] if numbers[0] else numbers[2]
    if name == "imps":
        return imps(numbers[0])
    if isinstance(leaf, Contract):
        return scores(leaf)[min(max(numbers[0], 0), _TRICKS_KEEP)]
    return BINARY[name](*numbers)


def _ends(name: str, parts: tuple[Expression, ...], leaf: Leaf) -> tuple[int, int]:
    """Return the minimum and the maximum of an operation."""
    if name in TRUTHS:
        return 0, 1
    one, other = parts[0], parts[-1]
    if name == "?:":
        return min(part.least for part in parts[1:]), max(part.most for part in parts[1:])
    if name == "imps":
        return imps(one.least), imps(one.most)
    if isinstance(leaf, Contract):
        table = scores(leaf)
        return min(table), max(table)
    if name == "+":
        return one.least + other.least, one.most + other.most
    if name == "-":
        return one.least - other.most, one.most - other.least
    if name == "*":
        ends = [a * b for a in (one.least, one.most) for b in (other.least, other.most)]
        return min(ends), max(ends)
    if name == "/":
        size = max(abs(one.least), abs(one.most))
        return -size, size
    size = max(abs(other.least), abs(other.most)) - 1
    return (0 if one.least >= 0 else -size), (0 if one.most <= 0 else size)
