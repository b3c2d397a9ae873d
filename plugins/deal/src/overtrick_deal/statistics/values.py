"""The counted values of deals: numbers or conditions, in the condition language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final

import attrs
import numpy as np

from overtrick_deal.errors import DealingError
from overtrick_deal.statistics.tables import Rows
from overtrick_hands import (
    Condition,
    Kind,
    Node,
    foreign,
    numbers_of,
    parse_value,
    seats_of,
    span,
    to_text,
)
from overtrick_hands import building as build

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_ROWS: Final = 200
"""The maximum number of rows of a table without given ends; 2,000 with them."""

_MOST_GIVEN: Final = 2_000
_FINEST: Final = 4
_RANGE: Final = re.compile(r"\s*(-?\d{1,9})\s*\.\.\s*(-?\d{1,9})\s*")


@attrs.frozen(kw_only=True)
class Value:
    """A number of each deal.

    Attributes:
        text: how it is written.
        node: its expression tree.
        scale: the divisor of its integers.
        low: the smallest value with a row of its own in tables; `None` for the minimum.
        high: the greatest.

    Example:
        >>> Value.parse("ns.hcp").scale
        1
    """

    text: str
    node: Node
    scale: int
    low: int | None = None
    high: int | None = None

    @classmethod
    def parse(cls, text: str, low: int | None = None, high: int | None = None) -> Value:
        """Return the parsed value of a text.

        Raises:
            ConditionError: it is no number and no condition; the message has the column.
            DealingError: cards do not determine it, or the ends run backwards.
        """
        node = parse_value(text)
        other = foreign(node)
        if other is not None:
            msg = f"the cards of a deal do not determine {to_text(other)}"
            raise DealingError(msg)
        if low is not None and high is not None and low > high:
            msg = f"{low}..{high} runs backwards: the lower end stands first"
            raise DealingError(msg)
        scale = 1 if node.kind is Kind.TRUTH else span(node).scale
        return cls(text=to_text(node), node=node, scale=scale, low=low, high=high)

    def on(self, hands: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the integers of deals.

        Args:
            hands: masks of shape (4, n).
        """
        return numbers_of(self.node, dict(enumerate(hands)))[0]

    @property
    def seats(self) -> frozenset[int]:
        """The seats whose cards the value depends on."""
        return seats_of(self.node)

    @property
    def width(self) -> int:
        """The number of integers that share a row of a table."""
        # Twentieths of a point are too fine for rows: those of one point share a row.
        return 1 if self.scale <= _FINEST else self.scale

    def rows(self) -> Rows:
        """Return the rows of the value's table.

        Raises:
            DealingError: they are too many.
        """
        per_row = self.scale // self.width
        if self.node.kind is Kind.TRUTH:
            least, most = 0, 1
        else:
            found = span(self.node)
            least = int(found.least * self.scale) // self.width
            most = int(found.most * self.scale) // self.width
        low = least if self.low is None else self.low * per_row
        high = most if self.high is None else self.high * per_row
        is_given = self.low is not None and self.high is not None
        count = high - low + 1
        if count > (_MOST_GIVEN if is_given else MOST_ROWS):
            msg = f"{self.text} has {count:,} values: say which have a row, as in {self.text},0..40"
            raise DealingError(msg)
        if count < 1:
            msg = f"{self.text} is never from {low} to {high}"
            raise DealingError(msg)
        return Rows(title=self.text, low=low, high=high, scale=per_row)

    def places(self, hands: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the numbers of deals in the units of the rows."""
        numbers = self.on(hands)
        return numbers if self.width == 1 else np.floor_divide(numbers, self.width)

    def in_rows(self, rows: Rows) -> Iterator[Condition]:
        """Yield for each row, with those below and above, the condition that selects its deals."""
        low, high = rows.low, rows.high
        yield self._between(None, low - 1)
        for place in range(low, high + 1):
            yield self._between(place, place)
        yield self._between(high + 1, None)

    def _between(self, low: int | None, high: int | None) -> Condition:
        if self.node.kind is Kind.TRUTH:
            zero, one = (
                (low is None or low <= number) and (high is None or number <= high)
                for number in (0, 1)
            )
            return Condition(_TRUTHS[zero, one](self.node))
        ends: list[Node | None] = []
        for place, is_low in ((low, True), (high, False)):
            if place is None:
                ends.append(None)
                continue
            number = place * self.width + (0 if is_low else self.width - 1)
            ends.append(build.number(Fraction(number, self.scale)))
        return Condition(build.within(self.node, [(ends[0], ends[1])]))


_TRUTHS: Final[dict[tuple[bool, bool], Callable[[Node], Node]]] = {
    (True, False): build.negated,
    (False, True): lambda node: node,
    (True, True): lambda node: build.joined("or", [node, build.negated(node)]),
    (False, False): lambda node: build.compared("==", build.number(0), build.number(1)),
}
"""A condition by whether it may be false, and may be true."""


def values_of(text: str) -> list[Value]:
    """Return the numbers that a text names, each with the range of its table if given.

    Args:
        text: such as `north.hcp`, `north.hcp,10..20` or `north.hcp,10..20,south.hcp`.

    Raises:
        ConditionError: one is no number and no condition.
        DealingError: none is named, an end precedes all values, or cards do not determine one.

    Example:
        >>> [(value.text, value.low) for value in values_of("min(north.hcp, 9), south.hcp,5..9")]
        [('min(north.hcp, 9)', None), ('south.hcp', 5)]
    """
    found: list[tuple[str, int | None, int | None]] = []
    for part in _parts(text):
        ends = _RANGE.fullmatch(part)
        if ends is None:
            found.append((part, None, None))
        elif not found or found[-1][1] is not None:
            msg = f"{part.strip()} follows the number whose table it is, as in north.hcp,0..37"
            raise DealingError(msg)
        else:
            found[-1] = (found[-1][0], int(ends[1]), int(ends[2]))
    return [Value.parse(*one) for one in found]


def _parts(text: str) -> Sequence[str]:
    """Return the parts of a text between commas outside brackets and quotes."""
    parts, depth, quote = [""], 0, ""
    for mark in text:
        if quote:
            quote = "" if mark == quote else quote
        elif mark in "\"'":
            quote = mark
        elif mark in "()":
            depth += 1 if mark == "(" else -1
        if mark == "," and not depth and not quote:
            parts.append("")
        else:
            parts[-1] += mark
    return parts
