"""The expected frequencies of a number: exact, if the deals can be counted."""

from __future__ import annotations

from fractions import Fraction

from overtrick_deal.errors import DealingError
from overtrick_deal.sampling.predeal import NOTHING, Predeal
from overtrick_deal.sampling.sampler import Sampler
from overtrick_deal.statistics.values import Value
from overtrick_hands import EVALUATORS, SHAPES, Call, Condition, Kind, evaluator_of, verdict


def expected(
    value: Value, where: Condition | None = None, predeal: Predeal = NOTHING
) -> tuple[Fraction, ...] | None:
    """Return the probability of each row of a number's table.

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
    if where is None and predeal.is_empty:
        found = _of_one_hand(value)
        if found is not None:
            return found
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


def _of_one_hand(value: Value) -> tuple[Fraction, ...] | None:
    """Return the distribution of an evaluator over one hand; `None` for any other number."""
    import numpy as np

    node = value.node
    if not isinstance(node, Call) or len(value.seats) != 1:
        return None
    if (
        node.name not in {*EVALUATORS, "points", "counted"}
        or node.arguments[0].kind is not Kind.SEAT
    ):
        return None
    evaluator = evaluator_of(node)
    least = min(evaluator.suit_values)
    width = max(evaluator.suit_values) - least + 1
    # How many holdings of each length count how much.
    holdings = np.zeros((14, width), np.int64)
    for holding, number in enumerate(evaluator.suit_values):
        holdings[holding.bit_count(), number - least] += 1
    more = evaluator.shape_values or (0,) * len(SHAPES)
    pairs = {
        (one, other): np.convolve(holdings[one], holdings[other])
        for one in range(14)
        for other in range(14 - one)
    }
    rows = value.rows()
    counts = [0] * (len(rows) + 2)
    for shape, extra in zip(SHAPES, more, strict=True):
        ways = np.convolve(pairs[shape[0], shape[1]], pairs[shape[2], shape[3]])
        numbers = np.arange(len(ways)) + 4 * least + extra
        places = rows.places(numbers // value.width)
        for place in np.unique(places).tolist():
            counts[place] += int(ways[places == place].sum())
    total = sum(counts)
    return tuple(Fraction(count, total) for count in counts)


def is_quick(value: Value, where: Condition | None) -> bool:
    """Return whether counting is fast: of a single hand."""
    seats = value.seats | (frozenset() if where is None else where.seats)
    return len(seats) <= 1
