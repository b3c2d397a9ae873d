"""Factor a condition into parts that the sampler can count: questions about suits of two hands.

A condition is a conjunction of parts. A part factors if it is made, by `and`, `or` and `not`, of
questions of three kinds about the two hands:

- the shape of one of them: a set of the 560;
- a sum over the suits of both (high cards, losers, lengths, a difference of two hands ...), which
  lies in some ranges, where the shapes may add a number each;
- what the two hold in one suit, whatever is asked of it.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final, cast

import attrs
import numpy as np
from numpy.typing import NDArray

from overtrick_deal.sampling.linear import Linear, Place, linear_of, places_of
from overtrick_deal.sampling.predeal import SMALL, Predeal
from overtrick_deal.sampling.tables import Array
from overtrick_hands import (
    EVALUATORS,
    SHAPES,
    Bound,
    Call,
    Constant,
    Evaluator,
    Kind,
    Node,
    building,
    evaluated,
    evaluator_of,
    seats_of,
    walk,
)

Ranges = tuple[tuple[int | None, int | None], ...]
"""Integers from ... to ..., both included; `None` for no end."""


@attrs.frozen(eq=False)
class ShapeQuestion:
    """A question: a hand's shape is in a set.

    Attributes:
        seat: whose hand.
        answers: for each of the 560 shapes.
    """

    seat: int
    answers: NDArray[np.bool_]


@attrs.frozen(eq=False)
class SuitQuestion:
    """A question about the holdings in one suit.

    Attributes:
        suit: 0 clubs to 3 spades.
        tree: the question.
        tables: the tables it depends on, by seat: holdings equal in all of them are equivalent.
    """

    suit: int
    tree: Node
    tables: tuple[tuple[int, Array], ...]


@attrs.frozen(eq=False)
class SumQuestion:
    """A question: a sum over suits is in some ranges.

    Attributes:
        suits: by seat and suit, an integer for each of the 8,192 holdings.
        shapes: by seat, what the shape adds.
        ranges: where the sum has to lie.
    """

    suits: tuple[tuple[Place, Array], ...]
    shapes: tuple[tuple[int, Array], ...]
    ranges: Ranges

    @functools.cached_property
    def key(self) -> tuple[tuple[Place, bytes], ...]:
        """The key of a sum, equal for questions that differ only in the contributions of shapes."""
        return tuple((place, table.tobytes()) for place, table in self.suits)


Question = ShapeQuestion | SuitQuestion | SumQuestion


@attrs.frozen(eq=False)
class JoinedQuestions:
    """Questions joined by `and` or `or`."""

    is_and: bool
    parts: tuple[Formula, ...]


@attrs.frozen(eq=False)
class Negated:
    """The opposite of a formula."""

    part: Formula


Formula = Question | JoinedQuestions | Negated
"""A part of a condition that factors."""


@attrs.frozen(eq=False)
class Part:
    """A part of a condition: all parts must be true.

    Attributes:
        tree: the part.
        seats: the seats that it looks at.
        formula: how it factors, `None` where it does not.
    """

    tree: Node
    seats: frozenset[int]
    formula: Formula | None


def parts_of(tree: Node) -> list[Part]:
    """Return the conjuncts of a condition."""
    return [
        Part(one, seats_of(one), None if asks_tricks(one) else formula_of(one))
        for one in _conjuncts(tree)
    ]


def asks_tricks(tree: Node) -> bool:
    """Return whether a condition uses double-dummy tricks."""
    return any(isinstance(node, Call) and node.name == "tricks" for node in walk(tree))


def _conjuncts(tree: Node) -> Iterable[Node]:
    call = cast("Call", tree)
    if call.name == "and":
        for part in call.arguments:
            yield from _conjuncts(part)
    elif call.name == "not" and cast("Call", call.arguments[0]).name == "or":
        for part in cast("Call", call.arguments[0]).arguments:
            yield from _conjuncts(building.negated(part))
    else:
        yield tree


def formula_of(node: Node) -> Formula | None:
    """Return a condition in factored form, over any number of hands; `None` if there is none."""
    call = cast("Call", node)
    if call.name in {"and", "or"}:
        parts = [formula_of(part) for part in call.arguments]
        if any(part is None for part in parts):
            return None
        return JoinedQuestions(call.name == "and", tuple(cast("list[Formula]", parts)))
    if call.name == "not":
        inner = formula_of(call.arguments[0])
        return None if inner is None else Negated(inner)
    return _question(call) or _rewritten(call)


def _question(call: Call) -> Question | None:
    return _about_shape(call) or _about_suit(call) or _about_sum(call)


# --- the shape of a hand ----------------------------------------------------------------------


@functools.cache
def _lengths() -> Array:
    return np.asarray([holding.bit_count() for holding in range(8192)], np.int64)


@functools.cache
def _hands_of_shapes() -> Array:
    """Return a hand of each of the 560 shapes."""
    return np.asarray(
        [
            (1 << s) - 1 << 39 | (1 << h) - 1 << 26 | (1 << d) - 1 << 13 | (1 << c) - 1
            for s, h, d, c in SHAPES
        ],
        np.int64,
    )


@functools.cache
def _is_of_length(evaluator: Evaluator) -> bool:
    """Return whether a count of a suit is determined by its length."""
    table = evaluator.suit_array
    return bool((table == table[(1 << _lengths()) - 1]).all())


def _about_shape(call: Call) -> ShapeQuestion | None:
    seats = seats_of(call)
    if len(seats) != 1:
        return None
    for node in walk(call):
        if isinstance(node, Constant):
            continue
        if node.name == "has" or (_is_evaluator(node) and not _is_of_length(evaluator_of(node))):
            return None
    (seat,) = seats
    return ShapeQuestion(seat, np.array(evaluated(call, {seat: _hands_of_shapes()})))


def _is_evaluator(node: Call) -> bool:
    return node.name in EVALUATORS or node.name in {"points", "counted"}


# --- one suit ---------------------------------------------------------------------------------


def _about_suit(call: Call) -> SuitQuestion | None:
    """Return a question about one suit, independent of the others."""
    suits: set[int] = set()
    tables: list[tuple[int, Array]] = []
    for node in walk(call):
        if isinstance(node, Constant) or node.name == "suit":
            continue
        if node.name in {"shape", "fit"}:
            return None
        if node.name == "has":
            owner, wanted = node.arguments
            mask = cast("int", cast("Constant", wanted).value)
            if owner.kind is Kind.HOLDING:
                mask <<= 13 * places_of(owner)[0][1]
            held = [suit for suit in range(4) if mask >> 13 * suit & 8191]
            suits.update(held)
            table = np.arange(8192) & (mask >> 13 * held[0] & 8191)
            tables += [(seat, table) for seat in seats_of(owner)]
        elif _is_evaluator(node):
            owner = node.arguments[0]
            if owner.kind is not Kind.HOLDING:
                return None
            places = places_of(owner)
            suits.add(places[0][1])
            tables += [(seat, evaluator_of(node).suit_array) for seat, _ in places]
        if len(suits) > 1:
            return None
    if len(suits) != 1:
        return None
    return SuitQuestion(suits.pop(), call, tuple(tables))


# --- sums -------------------------------------------------------------------------------------


def _ranges_of(sign: str, bound: Fraction) -> Ranges:
    """Return the ranges of an integer in a given relation to a number."""
    floor = bound.numerator // bound.denominator
    is_integer = bound.denominator == 1
    below = floor - 1 if is_integer else floor
    above = floor + 1
    at_least = floor if is_integer else floor + 1
    return {
        "==": ((floor, floor),) if is_integer else (),
        "!=": ((None, below), (above, None)) if is_integer else ((None, None),),
        "<": ((None, below),),
        "<=": ((None, floor),),
        ">": ((above, None),),
        ">=": ((at_least, None),),
    }[sign]


def _about_sum(call: Call) -> SumQuestion | None:
    if call.arguments[0].kind is not Kind.NUMBER:
        return _all_held(call)
    if call.name == "in":
        number = linear_of(call.arguments[0])
        if number is None:
            return None
        bounds = cast("tuple[tuple[Bound, Bound], ...]", cast("Constant", call.arguments[1]).value)
        ranges: list[tuple[int | None, int | None]] = []
        for low, high in bounds:
            least = _scaled(number, low)
            most = _scaled(number, high)
            ranges.append(
                (
                    None if least is None else -(-least.numerator // least.denominator),
                    None if most is None else most.numerator // most.denominator,
                )
            )
        return _sum(number, tuple(ranges))
    left, right = linear_of(call.arguments[0]), linear_of(call.arguments[1])
    if left is None or right is None:
        return None
    number = left.plus(right.times(Fraction(-1)))
    return _sum(number, _ranges_of(call.name, cast("Fraction", _scaled(number, 0))))


def _scaled(number: Linear, bound: Bound) -> Fraction | None:
    """Return the integer bound of a scaled sum."""
    return None if bound is None else (Fraction(bound) - number.constant) * number.scale


def _sum(number: Linear, ranges: Ranges) -> SumQuestion:
    return SumQuestion(
        tuple(sorted(number.suits.items(), key=lambda item: item[0])),
        tuple(sorted(number.shapes.items(), key=lambda item: item[0])),
        ranges,
    )


def _all_held(call: Call) -> SumQuestion | None:
    """Return the conjunction that hands hold all of some cards."""
    if call.name != "has":
        return None
    owner, wanted = call.arguments
    mask = cast("int", cast("Constant", wanted).value)
    suits = {
        (seat, suit): _counted(mask >> 13 * suit & 8191)
        for seat, suit in places_of(owner)
        if mask >> 13 * suit & 8191
    }
    count = mask.bit_count()
    return SumQuestion(
        tuple(sorted(suits.items(), key=lambda item: item[0])), (), ((count, count),)
    )


def _counted(mask: int) -> Array:
    found: Array = _lengths()[np.arange(8192) & mask]
    return found


# --- least, greatest, without a sign, fits ----------------------------------------------------


def _rewritten(call: Call) -> Formula | None:
    """Return a comparison of `min`, `max`, `abs` or `fit` with a number as several questions."""
    if call.name not in {"in", "==", "!=", "<", "<=", ">", ">="}:
        return None
    first = call.arguments[0]
    if first.kind is not Kind.NUMBER:
        return None
    if call.name == "in":
        bounds = cast("tuple[tuple[Bound, Bound], ...]", cast("Constant", call.arguments[1]).value)
        return _any_of(
            _all_of(
                [
                    *([] if low is None else [_at_least(first, Fraction(low), strict=False)]),
                    *([] if high is None else [_not_above(first, Fraction(high))]),
                ]
            )
            for low, high in bounds
        )
    second = call.arguments[1]
    sign = call.name
    if isinstance(first, Constant):
        first, second = second, first
        sign = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}.get(sign, sign)
    if not isinstance(second, Constant):
        return None
    bound = cast("Fraction", second.value)
    least = _at_least(first, bound, strict=False)
    more = _at_least(first, bound, strict=True)
    if least is None or more is None:
        return None
    return {
        ">=": least,
        ">": more,
        "<": Negated(least),
        "<=": Negated(more),
        "==": JoinedQuestions(True, (least, Negated(more))),
        "!=": JoinedQuestions(False, (Negated(least), more)),
    }[sign]


def _any_of(parts: Iterable[Formula | None]) -> Formula | None:
    found = list(parts)
    if any(part is None for part in found):
        return None
    return JoinedQuestions(False, tuple(cast("list[Formula]", found)))


def _all_of(parts: Iterable[Formula | None]) -> Formula | None:
    found = list(parts)
    if any(part is None for part in found):
        return None
    return JoinedQuestions(True, tuple(cast("list[Formula]", found)))


def _not_above(node: Node, bound: Fraction) -> Formula | None:
    above = _at_least(node, bound, strict=True)
    return None if above is None else Negated(above)


def _at_least(node: Node, bound: Fraction, *, strict: bool) -> Formula | None:
    """Return the condition that a number is at least a bound, or with `strict` above it."""
    if isinstance(node, Call) and node.name in {"max", "min", "abs", "fit", "negative"}:
        parts: Sequence[Node] = node.arguments
        if node.name == "negative":
            turned = _at_least(parts[0], -bound, strict=not strict)
            return None if turned is None else Negated(turned)
        if node.name == "fit":
            parts = [building.length(Call(Kind.HOLDING, "suit", (parts[0], building.strain(suit))))
                     for suit in range(4)]  # fmt: skip
        elif node.name == "abs":
            parts = [parts[0], building.negative(parts[0])]
        each = [_at_least(part, bound, strict=strict) for part in parts]
        return _all_of(each) if node.name == "min" else _any_of(each)
    sign = ">" if strict else ">="
    return _question(Call(Kind.TRUTH, sign, (node, Constant(Kind.NUMBER, bound))))


# --- predealt ---------------------------------------------------------------------------------

_SMALL_CARDS: Final = Evaluator(
    name="small_cards",
    summary="how many cards of the suit are nine to deuce",
    source="a count",
    scale=1,
    of_suit=lambda holding: (holding & SMALL).bit_count(),
    for_hands=False,
)


def restrictions(predeal: Predeal) -> list[Node]:
    """Return the conditions equivalent to predealt small cards and lengths."""
    found: list[Node] = []
    for seat in range(4):
        for place in range(4):
            suit = 3 - place
            holding = Call(Kind.HOLDING, "suit", (building.seat(seat), building.strain(suit)))
            length = predeal.lengths[seat][place]
            if length >= 0:
                found.append(
                    building.compared("==", building.length(holding), building.number(length))
                )
            small = predeal.small[seat][place]
            if small:
                named = (predeal.cards[seat] >> 13 * suit & SMALL).bit_count()
                count = building.counted_by(holding, _SMALL_CARDS)
                found.append(building.compared(">=", count, building.number(named + small)))
    return found
