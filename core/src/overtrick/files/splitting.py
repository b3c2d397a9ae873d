"""Split a big file into parts and scan them in worker processes.

The format decides where a file may be cut, and what a part takes from the file before it
(`SplitterSpec`). Results are given in the order of the parts, so that they are those of one
process.
"""

from __future__ import annotations

import collections
import os
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Generic, TypeVar

from overtrick.disk.compression import compression_of
from overtrick.disk.sources import HEAD_LENGTH
from overtrick.files.processes import Died, Processes, Task
from overtrick.framework.contexts.read import Part
from overtrick.framework.guard import Guard, resolve
from overtrick.framework.spec.capabilities import SplitterSpec

if TYPE_CHECKING:
    from overtrick.framework.spec.formats import FormatSpec

WorkT = TypeVar("WorkT")
T = TypeVar("T")


def parts_of(path: str, spec: FormatSpec, size: int) -> Iterator[Part]:
    """Yield the parts of a file; a file that cannot be cut is one part.

    That is a small or compressed file, a pipe, or one of a format without a splitter.

    Args:
        path: the file.
        spec: its format.
        size: how many bytes a part has, about.

    Raises:
        OSError: the file cannot be read.
    """
    declared = spec.capability(SplitterSpec)
    splitter = None if declared is None else declared.splitter
    if splitter is None or not os.path.isfile(path) or os.path.getsize(path) <= size:
        yield Part(0, None)
        return
    with open(path, "rb") as source:
        if compression_of(source.read(HEAD_LENGTH), path) is not None:
            yield Part(0, None)
            return
        length = os.fstat(source.fileno()).st_size
        cut = resolve(splitter)
        what = f"the splitter of {spec.name!r}"
        end: int | None = 0
        with Guard(what, splitter):
            parts = iter(cut(source, size))
        while True:
            with Guard(what, splitter):
                part = next(parts, None)
                if part is None and end is None:
                    return
                if part is None or part.start != end or not _is_some(part, length):
                    # A gap would lose boards, and empty parts would never end.
                    msg = f"it gave {part!r:.60} behind the part that ends at {end}"
                    raise ValueError(msg)
                end = part.end
            yield part


def _is_some(part: Part, length: int) -> bool:
    """Return whether a part has any of a file's bytes."""
    return part.end is None or part.start < part.end <= length


class Crew(Generic[WorkT, T]):
    """A pool of processes that work on the parts of one or more files.

    This process gathers the results, and does the work of a process that died.

    Args:
        work: what is done with a part; it goes to other processes, with all that it holds.
        parts: the parts in order; what the work takes for one.
        processes: how many processes work.
    """

    def __init__(self, work: Callable[[WorkT], T], parts: Iterator[WorkT], processes: int) -> None:
        self._work = work
        self._parts = parts
        self._others: Processes[WorkT, T] = Processes(work, processes, finishes=False, ahead=1)
        self._max_waiting = 3 * processes
        self._waiting: collections.deque[Task[WorkT, T]] = collections.deque()

    def start(self) -> None:
        """Give the others as many parts as there is work for, and no more: results take room."""
        while len(self._waiting) < self._max_waiting:
            part = next(self._parts, None)
            if part is None:
                return
            self._waiting.append(self._others.submit(part))

    def results(self) -> Iterator[tuple[WorkT, T]]:
        """Yield the parts in their order, each with what comes of it."""
        self.start()
        while self._waiting:
            task = self._waiting.popleft()
            try:
                result = self._others.result(task)
            except Died:
                result = self._work(task.argument)
            self.start()
            yield task.argument, result

    def close(self) -> None:
        """End the other processes."""
        self._others.close()
