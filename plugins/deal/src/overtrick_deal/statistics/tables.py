"""Frequency tables of one number, and of two."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

import attrs
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

LOW: Final = "Low"
HIGH: Final = "High"


@attrs.frozen(kw_only=True)
class Rows:
    """The values of a number that have rows of their own.

    Attributes:
        title: the name of the number.
        low: the smallest value, as an integer.
        high: the greatest.
        scale: the divisor of the integers.
    """

    title: str
    low: int
    high: int
    scale: int = 1

    def __len__(self) -> int:
        return self.high - self.low + 1

    def places(self, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the row of each number: 0 below all, then one for each value, then above all."""
        found: NDArray[np.int64] = np.clip(numbers, self.low - 1, self.high + 1) - (self.low - 1)
        return found

    @property
    def names(self) -> list[str]:
        """The names of the rows, including those below and above the values."""
        values = [_decimal(number, self.scale) for number in range(self.low, self.high + 1)]
        return [LOW, *values, HIGH]

    @property
    def values(self) -> list[int | float]:
        """The values with rows of their own."""
        numbers = range(self.low, self.high + 1)
        return [number if self.scale == 1 else number / self.scale for number in numbers]


def _decimal(number: int, scale: int) -> str:
    return str(number) if scale == 1 else f"{number / scale:g}"


@attrs.define
class Frequencies:
    """A frequency table of a number.

    Attributes:
        rows: which values.
        counts: how often, below all of them, each, and above all.
        expected: the exact chance of each row where it is known, as `counts`.

    Example:
        >>> table = Frequencies(Rows(title="north.hcp", low=10, high=11))
        >>> table.add(np.array([9, 10, 10, 14]))
        >>> table.counts.tolist(), table.total
        ([1, 2, 0, 1], 4)
    """

    rows: Rows
    counts: NDArray[np.int64] = attrs.field(init=False)
    expected: tuple[Fraction, ...] | None = None

    def __attrs_post_init__(self) -> None:
        self.counts = np.zeros(len(self.rows) + 2, np.int64)

    def add(self, numbers: NDArray[np.int64]) -> None:
        """Add the numbers of some deals."""
        self.counts += np.bincount(self.rows.places(numbers), minlength=len(self.counts))

    @property
    def total(self) -> int:
        """The number of deals added."""
        return int(self.counts.sum())

    def shown(self) -> range:
        """Return the rows to show: without empty ones at either end."""
        is_nonempty = self.counts > 0
        if self.expected is not None:
            is_nonempty |= np.asarray([chance > 0 for chance in self.expected])
        places = np.flatnonzero(is_nonempty)
        return range(int(places[0]), int(places[-1]) + 1) if len(places) else range(0)


@attrs.define
class JointFrequencies:
    """A joint frequency table of two numbers.

    Attributes:
        rows: the values of the first.
        columns: the values of the second.
        counts: how often, by row and column; below all values first, above all last.
    """

    rows: Rows
    columns: Rows
    counts: NDArray[np.int64] = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self.counts = np.zeros((len(self.rows) + 2, len(self.columns) + 2), np.int64)

    def add(self, numbers: NDArray[np.int64], others: NDArray[np.int64]) -> None:
        """Add the two numbers of some deals."""
        width = self.counts.shape[1]
        places = self.rows.places(numbers) * width + self.columns.places(others)
        found = np.bincount(places, minlength=self.counts.size)
        self.counts += found.reshape(self.counts.shape)

    @property
    def total(self) -> int:
        """The number of deals added."""
        return int(self.counts.sum())
