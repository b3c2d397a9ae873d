"""Means, deviations and correlations: exact sums of integers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import attrs
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def _total(numbers: NDArray[np.int64], others: NDArray[np.int64] | None = None) -> int:
    """Return the exact sum of numbers, or of their products with other numbers."""
    if not numbers.size:
        return 0
    largest = int(np.abs(numbers).max()) * (1 if others is None else int(np.abs(others).max()))
    if largest * numbers.size < 1 << 62:
        return int(numbers.sum() if others is None else np.dot(numbers, others))
    exact = numbers.astype(object)
    return int(exact.sum() if others is None else (exact * others.astype(object)).sum())


@attrs.define
class Moments:
    """The sums of some numbers of each deal, and of their products.

    Attributes:
        scales: the divisor of the integers of each.
        count: how many deals were added.
        sums: the sum of each.
        products: the sums of the products of each with each.

    Example:
        >>> moments = Moments((1, 1))
        >>> moments.add([np.array([1, 2, 3]), np.array([2, 4, 6])])
        >>> moments.mean(0), moments.deviation(0), round(moments.correlation(0, 1), 6)
        (Fraction(2, 1), 1.0, 1.0)
    """

    scales: tuple[int, ...]
    count: int = 0
    sums: list[int] = attrs.field(init=False)
    products: list[list[int]] = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        width = len(self.scales)
        self.sums = [0] * width
        self.products = [[0] * width for _ in range(width)]

    def add(self, columns: Sequence[NDArray[np.int64]]) -> None:
        """Add the numbers of some deals.

        Args:
            columns: for each expression the integers of the deals.
        """
        self.count += len(columns[0])
        for place, one in enumerate(columns):
            self.sums[place] += _total(one)
            for beside, other in enumerate(columns[: place + 1]):
                more = _total(one, other)
                self.products[place][beside] += more
                if beside != place:
                    self.products[beside][place] += more

    def mean(self, place: int) -> Fraction | None:
        """Return the mean; `None` without deals."""
        if not self.count:
            return None
        return Fraction(self.sums[place], self.count * self.scales[place])

    def _scatter(self, one: int, other: int) -> int:
        """Return n times the sum of the products of deviations from the means."""
        return self.count * self.products[one][other] - self.sums[one] * self.sums[other]

    def deviation(self, place: int) -> float | None:
        """Return the sample standard deviation (by n - 1); `None` below two deals."""
        if self.count < 2:
            return None
        variance = Fraction(
            self._scatter(place, place), self.count * (self.count - 1) * self.scales[place] ** 2
        )
        return math.sqrt(variance)

    def error(self, place: int) -> float | None:
        """Return the standard error of the mean; `None` below two deals."""
        deviation = self.deviation(place)
        return None if deviation is None else deviation / math.sqrt(self.count)

    def correlation(self, one: int, other: int) -> float | None:
        """Return the correlation coefficient, -1 to 1; `None` if one number is constant."""
        scatters = self._scatter(one, one) * self._scatter(other, other)
        if scatters <= 0:
            return None
        return max(-1.0, min(1.0, self._scatter(one, other) / math.sqrt(scatters)))
