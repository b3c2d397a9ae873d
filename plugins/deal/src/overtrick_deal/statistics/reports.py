"""Reports on deals: means, deviations, correlations and frequencies, as text, JSON and plots."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from overtrick_deal.errors import DealingError
from overtrick_deal.randomness.seed import Seed
from overtrick_deal.sampling.predeal import NOTHING, Predeal
from overtrick_deal.sampling.sampler import Sampler
from overtrick_deal.statistics.moments import Moments
from overtrick_deal.statistics.plots import plot
from overtrick_deal.statistics.tables import Frequencies, JointFrequencies
from overtrick_deal.statistics.theory import expected, is_quick
from overtrick_deal.statistics.values import Value, values_of
from overtrick_hands import Condition, compile_condition
from overtrick_render import escaped

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@attrs.define(kw_only=True, repr=False)
class Statistics:
    """The statistics of some deals.

    Attributes:
        values: the numbers that are averaged.
        moments: their sums.
        tables: the tables of frequencies.
        count: how many deals there were.
        seed: what the deals follow from.
        where: what the deals had to be like; empty for anything.
    """

    values: tuple[Value, ...] = ()
    moments: Moments = attrs.field(factory=lambda: Moments(()))
    tables: tuple[Frequencies | JointFrequencies, ...] = ()
    count: int = 0
    seed: str = ""
    where: str = ""

    def __str__(self) -> str:
        return "\n".join([*self._means(), *self._correlations(), *self._tables()])

    def _means(self) -> list[str]:
        lines = []
        width = max((len(value.text) for value in self.values), default=0)
        for place, value in enumerate(self.values):
            mean = self.moments.mean(place)
            texts = [f"mean {_decimal(None if mean is None else float(mean))}"]
            texts.append(f"deviation {_decimal(self.moments.deviation(place))}")
            texts.append(f"standard error {_decimal(self.moments.error(place))}")
            lines.append(f"{value.text:{width}}  {', '.join(texts)}")
        return lines

    def _correlations(self) -> list[str]:
        return [
            f"correlation of {one.text} and {other.text}: "
            f"{_decimal(self.moments.correlation(place, beside))}"
            for place, one in enumerate(self.values)
            for beside, other in enumerate(self.values)
            if place < beside
        ]

    def _tables(self) -> list[str]:
        return [
            table_text(table) if isinstance(table, Frequencies) else joint_text(table)
            for table in self.tables
        ]

    def to_json(self) -> dict[str, Any]:
        """Return the statistics as JSON values."""
        found: dict[str, Any] = {"where": self.where, "deals": self.count, "seed": self.seed}
        means = []
        for place, value in enumerate(self.values):
            mean = self.moments.mean(place)
            means.append(
                {
                    "of": value.text,
                    "mean": None if mean is None else float(mean),
                    "deviation": self.moments.deviation(place),
                    "standard_error": self.moments.error(place),
                }
            )
        found["statistics"] = means
        found["correlations"] = [
            {
                "of": [one.text, other.text],
                "correlation": self.moments.correlation(place, beside),
            }
            for place, one in enumerate(self.values)
            for beside, other in enumerate(self.values)
            if place < beside
        ]
        found["frequencies"] = [table_json(table) for table in self.tables]
        return found

    def __repr__(self) -> str:
        return f"<Statistics of {self.count:,} deals>"

    def _repr_html_(self) -> str:
        return shown_in_notebook("\n".join([*self._means(), *self._correlations()]), self.tables)


def shown_in_notebook(text: str, tables: Sequence[Frequencies | JointFrequencies]) -> str:
    """Return some text and the plot of some tables as HTML."""
    before = f"<pre>{escaped(text)}</pre>" if text else ""
    return before + (plot(tables) if tables else "")


def _decimal(number: float | None) -> str:
    return "-" if number is None else f"{number:.6g}"


def percent(share: float) -> str:
    """Return a fraction as a percentage; a tiny one in scientific notation.

    Example:
        >>> percent(0.25), percent(3e-9)
        ('25.0000 %', '3.0e-07 %')
    """
    shown = 100 * share
    return f"{shown:.4f} %" if shown >= 0.001 or not shown else f"{shown:.1e} %"


def table_text(table: Frequencies) -> str:
    """Return a one-number table as text: counts, shares, and expected shares if known."""
    names = table.rows.names
    total = table.total
    lines = [f"{table.rows.title or 'value':>14} {'deals':>12} {'share':>10}"]
    if table.expected is not None:
        # How far the share is from the long run, in standard deviations of such a count.
        lines[0] += f" {'long run':>10} {'sigmas':>7}"
    for place in table.shown():
        count = int(table.counts[place])
        share = count / total if total else 0.0
        line = f"{names[place]:>14} {count:>12,} {percent(share):>10}"
        if table.expected is not None:
            chance = float(table.expected[place])
            spread = math.sqrt(total * chance * (1 - chance))
            sigmas = f"{(count - total * chance) / spread:>+7.2f}" if spread else f"{'':>7}"
            line += f" {percent(chance):>10} {sigmas}"
        lines.append(line.rstrip())
    return "\n".join(lines)


def joint_text(table: JointFrequencies) -> str:
    """Return a two-number table as text, the first number down and the second across."""
    counts = table.counts
    rows = [place for place, count in enumerate(counts.sum(axis=1)) if count]
    columns = [place for place, count in enumerate(counts.sum(axis=0)) if count]
    down, across = table.rows.names, table.columns.names
    cells = [[f"{int(counts[row, column]):,}" for column in columns] for row in rows]
    names = [across[column] for column in columns]
    widths = [
        max(len(names[place]), *(len(line[place]) for line in cells)) + 2
        for place in range(len(columns))
    ]
    lines = [f"{table.rows.title} (down), {table.columns.title} (across)"]
    lines.append(f"{'':>6}" + "".join(f"{n:>{w}}" for n, w in zip(names, widths, strict=True)))
    for row, line in zip(rows, cells, strict=True):
        shown = "".join(f"{cell:>{width}}" for cell, width in zip(line, widths, strict=True))
        lines.append(f"{down[row]:>6}{shown}")
    return "\n".join(lines)


def table_json(table: Frequencies | JointFrequencies) -> dict[str, Any]:
    """Return a table as JSON values."""
    if isinstance(table, Frequencies):
        counts = table.counts.tolist()
        found: dict[str, Any] = {
            "of": table.rows.title,
            "values": table.rows.values,
            "counts": counts[1:-1],
            "below": counts[0],
            "above": counts[-1],
        }
        if table.expected is not None:
            chances = [float(chance) for chance in table.expected]
            found["expected"] = chances[1:-1]
            found["expected_below"], found["expected_above"] = chances[0], chances[-1]
        return found
    return {
        "of": [table.rows.title, table.columns.title],
        "values": table.rows.values,
        "columns": table.columns.values,
        "counts": table.counts[1:-1, 1:-1].tolist(),
        "with_others": table.counts.tolist(),
    }


def tally(
    values: Iterable[str] = (),
    frequencies: Iterable[str] = (),
    *,
    where: Condition | str | None = None,
    predeal: Predeal = NOTHING,
    count: int = 100_000,
    seed: Seed | None = None,
    theory: bool | None = None,
    max_tries: int | None = None,
    jobs: int = 1,
    watch: Callable[[int], None] | None = None,
) -> Statistics:
    """Draw deals, and return their statistics.

    Args:
        values: numbers or conditions in the language of conditions, such as `north.hcp`: their
            means, deviations and correlations.
        frequencies: the same, each with the ends of its table if it likes (`north.hcp,10..20`); two
            of them (`north.hcp,south.hcp`) make one table of both.
        where: what the deals have to be like.
        predeal: what is dealt before.
        count: how many deals.
        seed: what they follow from; one of the system where none is given.
        theory: whether tables include the exact probability of each value, if it can
            be counted; by default, if that is fast: of one hand, by itself.
        max_tries: the maximum number of consecutive failed deals.
        jobs: how many processes share in the work.
        watch: called now and then with the number of deals so far.

    Raises:
        ConditionError: an expression cannot be understood.
        DealingError: no deal is like that, or a table would be too large.

    Example:
        >>> found = tally(["north.hcp"], ["north.aces"], count=20_000, seed=Seed.of(1))
        >>> round(float(found.moments.mean(0)), 1), found.tables[0].total
        (10.0, 20000)
    """
    if isinstance(where, str):
        where = compile_condition(where)
    seed = seed or Seed.of_system()
    averaged = tuple(value for text in values for value in values_of(text))
    asked = [values_of(text) for text in frequencies]
    tables = [_table(one, where, predeal, theory=theory) for one in asked]
    moments = Moments(tuple(value.scale for value in averaged))
    sampler = Sampler(where, predeal, seed=seed, max_tries=max_tries, jobs=jobs)
    done = 0
    for hands in sampler.hands(count):
        _add(hands, averaged, moments, asked, tables)
        done += hands.shape[1]
        if watch is not None:
            watch(done)
    return Statistics(
        values=averaged,
        moments=moments,
        tables=tuple(tables),
        count=count,
        seed=str(seed),
        where="" if where is None else where.text,
    )


def _add(
    hands: NDArray[np.int64],
    averaged: Sequence[Value],
    moments: Moments,
    asked: Sequence[Sequence[Value]],
    tables: Sequence[Frequencies | JointFrequencies],
) -> None:
    if not hands.shape[1]:
        return
    if averaged:
        moments.add([value.on(hands) for value in averaged])
    for values, table in zip(asked, tables, strict=True):
        numbers = [value.places(hands) for value in values]
        if isinstance(table, Frequencies):
            table.add(numbers[0])
        else:
            table.add(numbers[0], numbers[1])


def _table(
    values: Sequence[Value], where: Condition | None, predeal: Predeal, *, theory: bool | None
) -> Frequencies | JointFrequencies:
    if len(values) > 2:
        msg = "a table has one number, or two: north.hcp,0..37,south.hcp,0..37"
        raise DealingError(msg)
    rows = [value.rows() for value in values]
    if len(values) == 2:
        return JointFrequencies(rows[0], rows[1])
    found = Frequencies(rows[0])
    if theory or (theory is None and is_quick(values[0], where)):
        found.expected = expected(values[0], where, predeal)
    return found
