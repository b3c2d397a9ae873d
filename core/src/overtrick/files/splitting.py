"""One big file on several cores: its parts, and work on them in this and in other processes.

Where a file may be cut, and what a part takes from what stands before it, is the format's business
(`FormatSpec.splitter`). What comes of the parts is given in their order, so that it is what one
process would give.
"""

from __future__ import annotations

import collections
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final, Generic, TypeVar

import attrs

from overtrick.files.compression import compression_of
from overtrick.files.processes import Processes
from overtrick.framework.contexts import Part
from overtrick.framework.spec import resolve

if TYPE_CHECKING:
    from concurrent.futures import Future

    from overtrick.framework.spec import FormatSpec

PART: Final = 1 << 22
"""About how many bytes a part has."""

T = TypeVar("T")


def parts_of(path: str, spec: FormatSpec) -> Iterator[Part]:
    """Yield the parts of a file; a file that cannot be cut is one part.

    That is a file of a format without a splitter, a small or compressed one, a pipe.

    Raises:
        OSError: the file cannot be read.
    """
    file = Path(path)
    if spec.splitter is None or not file.is_file() or file.stat().st_size <= PART:
        yield Part(0, None)
        return
    with file.open("rb") as source:
        if compression_of(source.read(8), path) is not None:
            yield Part(0, None)
            return
        yield from resolve(spec.splitter)(source, PART)


class Crew(Generic[T]):
    """Does work on the parts of a file, in this process and in others.

    Args:
        work: what is done with a part; it goes to other processes, with all that it holds.
        parts: the parts in order.
        processes: how many processes work, this one included; 2 at the least.
    """

    def __init__(self, work: Callable[[Part], T], parts: Iterator[Part], processes: int) -> None:
        self._work = work
        self._parts = parts
        self._others = processes - 1
        self._workers: Processes[Part, T] | None = None
        self._waiting: collections.deque[_Task[T]] = collections.deque()

    def start(self) -> None:
        """Give the others the first parts; what this process does meanwhile is its own business."""
        self._workers = Processes(self._others)
        self._hand_out()

    def results(self) -> Iterator[T]:
        """Yield what comes of each part, in the order of the parts."""
        from concurrent.futures.process import BrokenProcessPool

        if self._workers is None:
            self.start()
        while self._waiting:
            first = self._waiting[0]
            if not first.made and not self._is_done(first) and self._do_another():
                self._hand_out()
                continue
            if not first.made and self._workers is not None and first.future is not None:
                try:
                    first.made.append(self._workers.result(first.future))
                except BrokenProcessPool:
                    # Another process was ended: this one does its work.
                    self._others = 0
                    first.made.append(self._work(first.part))
            self._waiting.popleft()
            self._hand_out()
            yield first.made[0]

    def _hand_out(self) -> None:
        """Keep as many parts waiting as there is work for, and no more: results take room."""
        while len(self._waiting) < 3 * (self._others + 1):
            part = next(self._parts, None)
            if part is None:
                break
            self._waiting.append(_Task(part))
        # One more than there are processes, so that none waits for this one. What is given away
        # is not taken back: a future that was cancelled makes the library's own thread fail when a
        # process dies (Python 3.11).
        begun = sum(task.future is not None and not self._is_done(task) for task in self._waiting)
        for task in self._waiting:
            if self._workers is None or not self._others or begun > self._others:
                return
            if task.future is None and not task.made:
                task.future = self._workers.submit(self._work, task.part)
                if task.future is None:
                    self._others = 0
                begun += 1

    def _is_done(self, task: _Task[T]) -> bool:
        return self._workers is not None and (
            task.future is not None and self._workers.is_done(task.future)
        )

    def _do_another(self) -> bool:
        """Do the first part that nobody has begun; return whether there was one."""
        for task in self._waiting:
            if task.future is None and not task.made:
                task.made.append(self._work(task.part))
                return True
        return False

    def close(self) -> None:
        """End the other processes, once they are done with what they have begun."""
        if self._workers is not None:
            self._workers.close()
            self._workers = None


@attrs.define(eq=False)
class _Task(Generic[T]):
    """A part, what other processes make of it where they were given it, and what was made of it."""

    part: Part
    future: Future[T] | None = None
    made: list[T] = attrs.field(factory=list)
