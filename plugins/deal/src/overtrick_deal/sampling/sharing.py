"""Draw deals in several processes, in the order of a single one."""

from __future__ import annotations

import collections
from collections.abc import Callable, Iterator

from overtrick.plugin import Processes, Task
from overtrick_deal.sampling.block import DrawnDeals

_Range = tuple[int, int]

Part = Callable[[int, int], DrawnDeals]
"""A function that draws deals from an index, by count."""


class _Work:
    """A worker that draws a range of the deals; it is pickled to other processes."""

    def __init__(self, part: Part) -> None:
        self._part = part

    def __call__(self, given: _Range) -> DrawnDeals:
        return self._part(*given)


def shared(part: Part, start: int, size: int, jobs: int) -> Iterator[DrawnDeals]:
    """Yield an endless stream of deals from several processes.

    Args:
        part: what draws them; it goes to other processes.
        start: the index of the first deal drawn.
        size: how many are drawn at a time.
        jobs: how many processes there are, beside the one that gathers.
    """
    processes: Processes[_Range, DrawnDeals] = Processes(_Work(part), jobs, finishes=False, ahead=1)
    waiting: collections.deque[Task[_Range, DrawnDeals]] = collections.deque()
    try:
        while True:
            while len(waiting) < 2 * jobs:
                waiting.append(processes.submit((start, size)))
                start += size
            yield processes.result(waiting.popleft())
    finally:
        processes.close()
