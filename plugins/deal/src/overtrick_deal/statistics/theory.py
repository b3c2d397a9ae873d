"""How often a number has each value in the long run: exact, where deals can be counted."""

from __future__ import annotations

from fractions import Fraction

from overtrick_deal.errors import DealingError
from overtrick_deal.sampling.predeal import NOTHING, Predeal
from overtrick_deal.sampling.sampler import Sampler
from overtrick_deal.statistics.values import Value
from overtrick_hands.conditions.condition import Condition
from overtrick_hands.conditions.limits import verdict


def expected(
    value: Value, where: Condition | None = None, predeal: Predeal = NOTHING
) -> tuple[Fraction, ...] | None:
    """Return how likely each row of a number's table is.

    Args:
        value: the number.
        where: what the deals have to be like.
        predeal: what is dealt before.

    Returns:
        The chances of being below all rows, in each, and above all, which add up to 1; `None`
        where one of them is not counted.

    Example:
        >>> chances = expected(Value.parse("north.aces"))
        >>> [str(chance) for chance in chances[1:3]]
        ['6327/20825', '9139/20825']
    """
    counts: list[int] = []
    for row in value.in_rows(value.rows()):
        if verdict(row.tree) is False:
            counts.append(0)
            continue
        try:
            count = Sampler(row if where is None else where & row, predeal).count
        except DealingError:
            # No deal comes to it.
            count = 0
        if count is None:
            return None
        counts.append(count)
    total = sum(counts)
    return tuple(Fraction(count, total) for count in counts) if total else None


def is_quick(value: Value, where: Condition | None) -> bool:
    """Return whether the counting is a matter of a moment: of one hand, by itself."""
    seats = value.seats | (frozenset() if where is None else where.seats)
    return len(seats) <= 1
