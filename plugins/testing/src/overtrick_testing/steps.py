"""Cost in steps: lines of Python that are run and built-in functions that are called.

It is the same on every machine, and other programs do not count. What a single call costs in C (a
regular expression that backtracks, a text that is copied) is not in it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any, Final

GROWTH: Final = 4.6
"""Four times the work takes so many times the steps at most."""

FLOOR: Final = 60
"""Steps below which nothing is compared."""

COUNTS: Final = (4, 40, 160)
"""How often a piece is repeated: what all files cost is taken from the other two."""


def count_steps(work: Callable[[], object]) -> int:
    """Return how many lines of Python some work runs and how many built-in functions it calls.

    Example:
        >>> few, many = (count_steps(lambda n=n: [str(i) for i in range(n)]) for n in (10, 40))
        >>> few < many < 5 * few
        True
    """
    count = 0

    def lines(frame: FrameType, event: str, arg: object) -> Any:  # noqa: ANN401  # itself
        nonlocal count
        count += 1
        return lines

    def calls(frame: FrameType, event: str, arg: object) -> None:
        nonlocal count
        count += event == "c_call"

    trace, profile = sys.gettrace(), sys.getprofile()
    sys.settrace(lines)
    sys.setprofile(calls)
    try:
        work()
    finally:
        sys.setprofile(profile)
        sys.settrace(trace)
    return count


def growth(work: Callable[[int], object], counts: tuple[int, int, int] = COUNTS) -> float:
    """Return how many times the steps four times the work takes.

    Args:
        work: does so much of it, for a count.
        counts: three counts, of which the last is four times the second.
    """
    # Once before, for what is imported and kept at the first use.
    work(counts[2])
    none, small, large = (count_steps(lambda count=count: work(count)) for count in counts)  # type: ignore[misc]  # bound
    return (large - none) / max(small - none, FLOOR)
