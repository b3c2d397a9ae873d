"""The syntax tree of a script: commands, expressions and actions, with their places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import attrs

from overtrick_hands import Evaluator, ShapeClass


@attrs.frozen
class Place:
    """A place in a script.

    Attributes:
        line: 1-based.
        column: 1-based, in code points.
    """

    line: int
    column: int

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}"


@attrs.frozen
class Count:
    """A count of a seat's hand, or of one of its suits.

    Attributes:
        seat: 0 to 3, north first.
        suit: 0 to 3, clubs first; `None` for the complete hand.
        evaluator: what is counted.
        times: by what the points are multiplied; `dealer` counts in hundredths where others have
            decimals.
    """

    seat: int
    suit: int | None
    evaluator: Evaluator
    times: int = 1


@attrs.frozen
class ShapeOf:
    """A test of a hand's shape."""

    seat: int
    shapes: ShapeClass


@attrs.frozen
class HasCard:
    """A test of a card in a hand.

    Attributes:
        seat: 0 to 3.
        mask: the card, one of 52 bits.
    """

    seat: int
    mask: int


@attrs.frozen
class Tricks:
    """The double-dummy tricks of a declarer.

    Attributes:
        seat: 0 to 3.
        strain: 0 to 4, clubs first.
    """

    seat: int
    strain: int


@attrs.frozen
class Contract:
    """The contract of `score`."""

    level: int
    strain: int
    is_vulnerable: bool


Leaf = int | Count | ShapeOf | HasCard | Tricks | Contract | None
"""The value of an expression besides its parts."""


@attrs.frozen(eq=False, repr=False)
class Expression:
    """An expression: an integer; a truth value is 1 or 0.

    Equal ones are one object within a script, so that the meaning of a name is worked
    out once, however often it is used.

    Attributes:
        name: `number`, `count`, `shape`, `hascard`, `tricks`, `score`, `imps`, an operator of the
            language as signs, or `?:`.
        parts: the expressions that it is made of.
        leaf: its value besides its parts.
        place: its first place.
        least: the least number that it can be.
        most: the greatest.
        size: of how many expressions it is made, written out.
        depth: its nesting depth.
        is_safe: whether it may be worked out for deals that do not need it: nothing in it is
            divided, and no double-dummy tricks are asked for.
    """

    name: str
    parts: tuple[Expression, ...]
    leaf: Leaf
    place: Place
    least: int
    most: int
    size: int
    depth: int
    is_safe: bool

    @property
    def is_truth(self) -> bool:
        """Whether the expression is always 0 or 1."""
        return self.name in TRUTHS

    def __repr__(self) -> str:
        return f"<Expression {self.name} at {self.place}>"


TRUTHS: Final = frozenset({"&&", "||", "!", "==", "!=", "<", "<=", ">", ">=", "shape", "hascard"})
"""The expressions that are true or false."""


def leaves(expression: Expression) -> Iterator[Expression]:
    """Yield the leaves of an expression, each once."""
    seen: set[int] = set()
    waiting = [expression]
    while waiting:
        one = waiting.pop()
        if id(one) not in seen:
            seen.add(id(one))
            waiting.extend(one.parts)
            if not one.parts:
                yield one


@attrs.frozen(kw_only=True)
class Show:
    """An action that prints each deal.

    Attributes:
        form: `printall`, `printew`, `printpbn`, `print`, `printcompact`, `printoneline` or
            `printes`.
        seats: whose hands `print` shows.
        items: what is printed besides: expressions, and texts for `printes`.
    """

    form: str
    seats: tuple[int, ...] = ()
    items: tuple[Expression | str, ...] = ()


@attrs.frozen(kw_only=True)
class Average:
    """The average of an expression.

    Attributes:
        label: the text before it; may be empty.
        of: the expression.
    """

    label: str
    of: Expression


@attrs.frozen(kw_only=True)
class Axis:
    """An expression with the range of values that have rows of their own.

    Attributes:
        of: the expression.
        low: the least value with a row of its own.
        high: the greatest.
    """

    of: Expression
    low: int
    high: int


@attrs.frozen(kw_only=True)
class Frequency:
    """A frequency table of one expression, or of two.

    Attributes:
        label: the text above it.
        axes: one or two.
    """

    label: str
    axes: tuple[Axis, ...]


Action = Show | Average | Frequency
"""An action on every deal."""


@attrs.frozen(kw_only=True)
class Script:
    """A script of `dealer`.

    Attributes:
        text: the script itself.
        generate: the maximum number of deals to draw; `None` if unset.
        produce: the maximum number of deals to make; `None` if unset.
        dealer: 0 to 3, `None` if unset.
        vulnerability: 0 to 3 as the model numbers them, `None` if unset.
        cards: the cards dealt beforehand, by seat, as 52-bit masks.
        counts: the lengths dealt beforehand, by seat and suit.
        condition: what the deals have to be like; `None` for any.
        actions: the actions on each; `printall` if unset.
        names: the meanings of the script's own names.
    """

    text: str
    generate: int | None = None
    produce: int | None = None
    dealer: int | None = None
    vulnerability: int | None = None
    cards: Mapping[int, int] = attrs.field(factory=dict)
    counts: Mapping[tuple[int, int], int] = attrs.field(factory=dict)
    condition: Expression | None = None
    actions: tuple[Action, ...] = ()
    names: Mapping[str, Expression] = attrs.field(factory=dict)

    @property
    def prints(self) -> bool:
        """Whether it prints deals."""
        return any(isinstance(action, Show) for action in self.actions)

    @property
    def wanted(self) -> int:
        """The maximum number of deals to produce.

        The script's value, else 40 if it prints them, and 100,000 if it only counts.

        Source: `dealer` manual, produce.
        """
        if self.produce:
            return self.produce
        return 40 if self.prints else 100_000

    @property
    def tries(self) -> int:
        """The maximum number of deals to draw: the script's value, else a million.

        Source: `dealer` manual, generate.
        """
        return self.generate or 1_000_000
