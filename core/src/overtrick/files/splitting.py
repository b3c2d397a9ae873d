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

from overtrick.files.compression import compression_of
from overtrick.files.processes import start_processes
from overtrick.framework.contexts import Part
from overtrick.framework.spec import resolve

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

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
        self._executor: ProcessPoolExecutor | None = None
        # In order: a part with what the others make of it, or with what was made of it here.
        self._waiting: collections.deque[tuple[Part, Future[T] | None, list[T]]] = (
            collections.deque()
        )

    def start(self) -> None:
        """Give the others the first parts; what this process does meanwhile is its own business."""
        self._executor = start_processes(self._others)
        self._hand_out()

    def results(self) -> Iterator[T]:
        """Yield what comes of each part, in the order of the parts."""
        from concurrent.futures.process import BrokenProcessPool

        if self._executor is None:
            self.start()
        while self._waiting:
            part, future, made = self._waiting[0]
            if future is not None and not future.done() and self._do_another():
                self._hand_out()
                continue
            try:
                result = made[0] if future is None else future.result()
            except BrokenProcessPool:
                # Another process was ended: this one does its work.
                self._others = 0
                result = self._work(part)
            self._waiting.popleft()
            self._hand_out()
            yield result

    def _hand_out(self) -> None:
        """Keep as many parts waiting as there is work for, and no more: results take room."""
        from concurrent.futures.process import BrokenProcessPool

        most = 3 * (self._others + 1)
        while len(self._waiting) < most:
            part = next(self._parts, None)
            if part is None:
                return
            future = None
            if self._others and self._executor is not None:
                try:
                    future = self._executor.submit(self._work, part)
                except BrokenProcessPool:
                    self._others = 0
            made = [] if future is not None else [self._work(part)]
            self._waiting.append((part, future, made))

    def _do_another(self) -> bool:
        """Do the first part that nobody has begun; return whether there was one."""
        for place, (part, future, _) in enumerate(self._waiting):
            if future is not None and future.cancel():
                self._waiting[place] = (part, None, [self._work(part)])
                return True
        return False

    def close(self) -> None:
        """End the other processes, once they are done with what they have begun."""
        if self._executor is not None:
            self._executor.shutdown(wait=True, cancel_futures=True)
            self._executor = None
