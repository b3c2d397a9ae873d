"""Compile an expression tree to a function of a board's columns.

A missing value of a board is unknown, and so are its consequences: a comparison with something
unknown is unknown, `false and unknown` is false, `true or unknown` is true, all else with an
unknown part is unknown (Kleene's logic of three values). A hand that has not thirteen cards is
unknown itself.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Final, cast

import attrs

from overtrick import Cell, Deal, Seat, Strain
from overtrick.plugin import ALL_CARDS_MASK
from overtrick_hands.conditions.limits import evaluator_of, span
from overtrick_hands.conditions.tree import Bound, Call, Constant, Kind, Node, walk
from overtrick_hands.conditions.words import (
    DOUBLE_DUMMY_COLUMN,
    FIELDS,
    HAND_COLUMNS,
    NAME_COLUMNS,
    SEAT_FUNCTIONS,
)
from overtrick_hands.evaluators import EVALUATORS
from overtrick_hands.shapes import ShapeClass, index_of_mask

Solver = Callable[[Deal, Seat, Strain], int | None]
"""A function of a complete deal, a declarer and a strain to double-dummy tricks, if a board has no
table of them; `None` if unknown."""

Row = Sequence[Any]
"""The values of a board by column; the hands first if they are used."""

Of = Callable[[Row], Any]
"""A value of a row, `None` where it is unknown."""

_COMPARES: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "contains": operator.contains,
}

_CHOOSE: Final[dict[str, Callable[[list[Any]], Any]]] = {
    "min": min,
    "max": max,
    "abs": lambda values: abs(values[0]),
}

_SIDES: Final = ((0, 2), (1, 3))


@attrs.frozen(kw_only=True)
class Test:
    """A compiled condition on a board's columns.

    Attributes:
        columns: the columns of boards that it looks at (`overtrick.COLUMNS`), in order.
        of_row: whether it is true of a row of them, `None` where that is unknown.
    """

    columns: tuple[str, ...]
    of_row: Callable[[Sequence[Cell]], bool | None]


def compiled(tree: Node, solver: Solver | None = None) -> Test:
    """Return a condition as a function of rows.

    Args:
        tree: an expression that is a condition.
        solver: is asked for double-dummy tricks that a board has not.
    """
    columns, has_hands = columns_of(tree)
    test = _Compiler(columns, solver).truth(tree)
    if not has_hands:
        return Test(columns=columns, of_row=test)

    def of_row(row: Sequence[Cell]) -> bool | None:
        result: bool | None = test([*_complete_hands(row), *row[4:]])
        return result

    return Test(columns=columns, of_row=of_row)


def columns_of(tree: Node) -> tuple[tuple[str, ...], bool]:
    """Return the columns of a condition, and whether they include the hands."""
    names: dict[str, None] = {}
    has_hands = False
    for node in walk(tree):
        if not isinstance(node, Call):
            continue
        if node.name in FIELDS:
            names.update(dict.fromkeys(FIELDS[node.name].columns))
        elif node.name == "trumps":
            names["strain"] = None
        elif node.name == "vulnerable":
            names["vulnerability"] = None
        elif node.name == "name":
            names.update(dict.fromkeys(NAME_COLUMNS))
        elif node.name == "extra":
            names[str(cast("Constant", node.arguments[0]).value)] = None
        elif node.name == "tricks":
            names[DOUBLE_DUMMY_COLUMN] = None
        has_hands = has_hands or needs_hands(node)
    hands = HAND_COLUMNS if has_hands else ()
    return (*hands, *names), has_hands


def needs_hands(node: Call) -> bool:
    """Return whether an operation depends on cards."""
    return (
        node.name in {"shape", "has", "points", "counted", "suit", "trumps", "fit", "tricks"}
        or node.name in EVALUATORS
    )


def _complete_hands(row: Sequence[Cell]) -> list[int | None]:
    """Return the four hands of a row; `None` for those without thirteen cards.

    One that is not given follows from three that are.
    """
    masks = cast("list[int]", [mask or 0 for mask in row[:4]])
    hands: list[int | None] = [mask if mask.bit_count() == 13 else None for mask in masks]
    if hands.count(None) == 1:
        place = hands.index(None)
        if not masks[place]:
            hands[place] = ALL_CARDS_MASK & ~(masks[0] | masks[1] | masks[2] | masks[3])
    return hands


class _Compiler:
    """A compiler of expressions to functions of rows."""

    def __init__(self, columns: tuple[str, ...], solver: Solver | None) -> None:
        self._place = {name: place for place, name in enumerate(columns)}
        self._solver = solver

    # Conditions.

    def truth(self, node: Node) -> Of:
        """Return a condition as a function."""
        call = cast("Call", node)
        name, parts = call.name, call.arguments
        if name in {"and", "or"}:
            return _any_of([self.truth(part) for part in parts], stops=name == "or")
        if name == "not":
            inner = self.truth(parts[0])
            return lambda row: None if (found := inner(row)) is None else not found
        if name == "in":
            return self._within(call)
        if name in _COMPARES:
            return self._compared(call)
        if name == "shape":
            return self._shape(call)
        if name == "has":
            return self._has(call)
        if name == "vulnerable":
            return self._vulnerable(parts[0])
        return self._field(name)

    def _compared(self, call: Call) -> Of:
        left, right = call.arguments
        compare = _COMPARES[call.name]
        kind = left.kind
        if kind is Kind.NUMBER:
            return self._numbers(call)
        one, other = self._value(left), self._value(right)
        if isinstance(right, Constant):
            fixed = other(())
            return lambda row: None if (found := one(row)) is None else compare(found, fixed)

        def compared(row: Row) -> bool | None:
            first, second = one(row), other(row)
            return None if first is None or second is None else compare(first, second)

        return compared

    def _numbers(self, call: Call) -> Of:
        left, right = call.arguments
        compare = _COMPARES[call.name]
        one, scale = self.number(left)
        if isinstance(right, Constant):
            value = cast("Fraction", right.value)
            limit, factor = value.numerator * scale, value.denominator
            if factor == 1:
                return lambda row: None if (found := one(row)) is None else compare(found, limit)
            return lambda row: (
                None if (found := one(row)) is None else compare(found * factor, limit)
            )
        other, other_scale = self.number(right)

        def compared(row: Row) -> bool | None:
            first, second = one(row), other(row)
            if first is None or second is None:
                return None
            return compare(first * other_scale, second * scale)

        return compared

    def _within(self, call: Call) -> Of:
        node, constant = call.arguments
        if node.kind is Kind.NUMBER:
            one, scale = self.number(node)
        else:
            one, scale = self._value(node), 1
        ranges = cast("tuple[tuple[Bound, Bound], ...]", cast("Constant", constant).value)
        limits = [scaled_range(low, high, scale) for low, high in ranges]
        if len(limits) == 1:
            least, most = limits[0]
            return lambda row: None if (found := one(row)) is None else least <= found <= most

        def within(row: Row) -> bool | None:
            found = one(row)
            return None if found is None else any(low <= found <= high for low, high in limits)

        return within

    def _shape(self, call: Call) -> Of:
        owner, constant = call.arguments
        table = cast("ShapeClass", cast("Constant", constant).value).table
        hand = self._hand(owner)
        return lambda row: None if (mask := hand(row)) is None else bool(table[index_of_mask(mask)])

    def _has(self, call: Call) -> Of:
        owner, constant = call.arguments
        wanted = cast("int", cast("Constant", constant).value)
        if owner.kind is Kind.HOLDING:
            holdings = self._holdings(cast("Call", owner))

            def has_ranks(row: Row) -> bool | None:
                found = holdings(row)
                if found is None:
                    return None
                return sum(found) & wanted == wanted  # no rank is in two of them

            return has_ranks
        hands = self._hands(owner)

        def has(row: Row) -> bool | None:
            found = hands(row)
            return None if found is None else sum(found) & wanted == wanted

        return has

    def _vulnerable(self, owner: Node) -> Of:
        place = self._place["vulnerability"]
        labels = FIELDS["vulnerability"].of
        of = self._value(owner)
        of_seat = owner.kind is Kind.SEAT

        def vulnerable(row: Row) -> bool | None:
            who, which = of(row), labels(row[place])
            if who is None or which is None:
                return None
            return bool(which >> (who & 1 if of_seat else who) & 1)

        return vulnerable

    def _field(self, name: str) -> Of:
        field = FIELDS[name]
        places = [self._place[column] for column in field.columns]
        of = field.of
        if len(places) == 1:
            place = places[0]
            return lambda row: of(row[place])
        return lambda row: of(*[row[place] for place in places])

    # Seats, texts and other values.

    def _value(self, node: Node) -> Of:
        """Return a value other than a condition or a number as a function."""
        if isinstance(node, Constant):
            fixed = node.value.casefold() if isinstance(node.value, str) else node.value
            return lambda row: fixed
        name = node.name
        if name in FIELDS:
            of = self._field(name)
            if node.kind is Kind.TEXT:
                return lambda row: None if (found := of(row)) is None else found.casefold()
            return of
        if name in SEAT_FUNCTIONS:
            steps = SEAT_FUNCTIONS[name][0]
            seat = self._value(node.arguments[0])
            return lambda row: None if (found := seat(row)) is None else (found + steps) & 3
        if name in {"side", "opponents"}:
            seat = self._value(node.arguments[0])
            other = int(name == "opponents")
            return lambda row: None if (found := seat(row)) is None else (found & 1) ^ other
        if name == "extra":
            place = self._place[str(cast("Constant", node.arguments[0]).value)]
            return lambda row: None if row[place] is None else str(row[place]).casefold()
        return self._name(node)

    def _name(self, node: Call) -> Of:
        places = [self._place[name] for name in NAME_COLUMNS]
        seat = self._value(node.arguments[0])

        def name(row: Row) -> str | None:
            found = seat(row)
            text = None if found is None else row[places[found]]
            return None if text is None else text.casefold()

        return name

    def _hand(self, owner: Node) -> Of:
        """Return the mask of a seat's hand as a function."""
        if isinstance(owner, Constant):
            place = cast("int", owner.value)
            return lambda row: row[place]
        seat = self._value(owner)
        return lambda row: None if (found := seat(row)) is None else row[found]

    def _hands(self, owner: Node) -> Of:
        """Return the masks of a seat's hand, or of both of a side, as a function."""
        if owner.kind is Kind.SEAT:
            hand = self._hand(owner)
            return lambda row: None if (mask := hand(row)) is None else (mask,)
        side = self._value(owner)

        def hands(row: Row) -> tuple[int, int] | None:
            which = side(row)
            if which is None:
                return None
            one, other = _SIDES[which]
            first, second = row[one], row[other]
            return None if first is None or second is None else (first, second)

        return hands

    def _holdings(self, holding: Call) -> Of:
        """Return the holdings of a suit, in one hand or in both of a side, as a function."""
        hands = self._hands(holding.arguments[0])
        if holding.name == "suit":
            shift = 13 * cast("int", cast("Constant", holding.arguments[1]).value)
            return lambda row: (
                None if (found := hands(row)) is None else [m >> shift & 8191 for m in found]
            )
        strain = self._field("strain")

        def trumps(row: Row) -> list[int] | None:
            found, suit = hands(row), strain(row)
            if found is None or suit is None or suit == Strain.NOTRUMP:
                return None
            return [mask >> 13 * suit & 8191 for mask in found]

        return trumps

    # Numbers.

    def number(self, node: Node) -> tuple[Of, int]:
        """Return a number as a function of rows with integer results, and their scale."""
        if isinstance(node, Constant):
            value = cast("Fraction", node.value)
            fixed = value.numerator
            return (lambda row: fixed), value.denominator
        name, parts = node.name, node.arguments
        if name in FIELDS:
            return self._field(name), 1
        if name == "tricks":
            return self._tricks(node), 1
        if name == "fit":
            return self._fit(parts[0]), 1
        if name in {"points", "counted"} or name in EVALUATORS:
            return self._evaluated(node)
        numbers = [self.number(part) for part in parts]
        if name == "negative":
            one, scale = numbers[0]
            return (lambda row: None if (found := one(row)) is None else -found), scale
        return self._arithmetic(node, numbers), span(node).scale

    def _arithmetic(self, node: Call, numbers: list[tuple[Of, int]]) -> Of:
        name = node.name
        scale = span(node).scale
        one, own_scale = numbers[0]
        if name in {"/", "%"}:
            by = cast("Fraction", cast("Constant", node.arguments[1]).value)
            if name == "%":
                remainder = by.numerator
                return lambda row: None if (found := one(row)) is None else found % remainder
            # The scale takes the divisor's numerator up, its denominator stays a factor.
            factor = int(scale / (own_scale * by))
            return lambda row: None if (found := one(row)) is None else found * factor
        if name == "*":
            other = numbers[1][0]
            return _both(operator.mul, one, other)
        factors = [scale // its for _, its in numbers]
        if name in {"+", "-"}:
            other = numbers[1][0]
            one_by, other_by = factors
            if one_by == other_by == 1:
                return _both(operator.add if name == "+" else operator.sub, one, other)
            sign = 1 if name == "+" else -1
            return _both(lambda a, b: a * one_by + sign * b * other_by, one, other)
        functions = [of for of, _ in numbers]
        choose = _CHOOSE[name]

        def chosen(row: Row) -> Any:  # noqa: ANN401  # a number, or nothing
            found = [of(row) for of in functions]
            if None in found:
                return None
            return choose([value * by for value, by in zip(found, factors, strict=True)])

        return chosen

    def _evaluated(self, node: Call) -> tuple[Of, int]:
        evaluator = evaluator_of(node)
        owner = node.arguments[0]
        table = evaluator.suit_values
        if owner.kind is Kind.HOLDING:
            holdings = self._holdings(cast("Call", owner))
            return (
                lambda row: (
                    None if (found := holdings(row)) is None else sum([table[h] for h in found])
                ),
                evaluator.scale,
            )
        if owner.kind is Kind.SEAT and evaluator.is_additive:
            hand = self._hand(owner)

            def value(row: Row) -> int | None:
                mask: int | None = hand(row)
                if mask is None:
                    return None
                return (
                    table[mask >> 39]
                    + table[mask >> 26 & 8191]
                    + table[mask >> 13 & 8191]
                    + table[mask & 8191]
                )

            return value, evaluator.scale
        hands = self._hands(owner)
        of_mask = evaluator.of_mask
        return (
            lambda row: None if (found := hands(row)) is None else sum(map(of_mask, found)),
            evaluator.scale,
        )

    def _fit(self, owner: Node) -> Of:
        hands = self._hands(owner)

        def fit(row: Row) -> int | None:
            found: tuple[int, int] | None = hands(row)
            if found is None:
                return None
            both = found[0] | found[1]
            return max((both >> shift & 8191).bit_count() for shift in (0, 13, 26, 39))

        return fit

    def _tricks(self, node: Call) -> Of:
        seat, strain = map(self._value, node.arguments)
        place = self._place[DOUBLE_DUMMY_COLUMN]
        solver = self._solver

        def tricks(row: Row) -> int | None:
            declarer, denomination = seat(row), strain(row)
            if declarer is None or denomination is None:
                return None
            table = row[place]
            found: int | None = None if table is None else table[5 * declarer + denomination]
            if found is None and solver is not None and None not in row[:4]:
                deal = Deal.from_masks(*row[:4])
                return solver(deal, Seat(declarer), Strain(denomination))
            return found

        return tricks


def _both(function: Callable[[Any, Any], Any], one: Of, other: Of) -> Of:
    def both(row: Row) -> Any:  # noqa: ANN401  # a number, or nothing
        first, second = one(row), other(row)
        return None if first is None or second is None else function(first, second)

    return both


def _any_of(parts: list[Of], *, stops: bool) -> Of:
    """Return `or`, which stops at a true part, or `and`, which stops at a false one."""

    def joined(row: Row) -> bool | None:
        is_unknown = False
        for part in parts:
            found: bool | None = part(row)
            if found is None:
                is_unknown = True
            elif found is stops:
                return stops
        return None if is_unknown else not stops

    return joined


def scaled_range(low: Bound, high: Bound, scale: int) -> tuple[float, float]:
    """Return a range in integers of a scale; open ends are infinite."""
    least = -math.inf if low is None else math.ceil(low * scale)
    most = math.inf if high is None else math.floor(high * scale)
    return least, most
