"""Drawing deals in several processes, in the order that one would draw them in."""

from __future__ import annotations

import collections
from collections.abc import Iterator
from typing import TYPE_CHECKING

from overtrick.files.processes import Processes, Task
from overtrick_deal.sampling.block import Drawn

if TYPE_CHECKING:
    from overtrick_deal.sampling.sampler import Sampler

_Range = tuple[int, int]


class _Work:
    """Draws a part of the deals; it goes to other processes."""

    def __init__(self, sampler: Sampler) -> None:
        self._sampler = sampler

    def __call__(self, given: _Range) -> Drawn:
        return self._sampler.part(*given)


def shared(sampler: Sampler, start: int, size: int, jobs: int) -> Iterator[Drawn]:
    """Yield deals without end, made by several processes.

    Args:
        sampler: what draws them.
        start: the index of the first deal drawn.
        size: how many are drawn at a time.
        jobs: how many processes there are, beside the one that gathers.
    """
    processes: Processes[_Range, Drawn] = Processes(_Work(sampler), jobs, finishes=False, ahead=1)
    waiting: collections.deque[Task[_Range, Drawn]] = collections.deque()
    try:
        while True:
            while len(waiting) < 2 * jobs:
                waiting.append(processes.submit((start, size)))
                start += size
            yield processes.result(waiting.popleft())
    finally:
        processes.close()
