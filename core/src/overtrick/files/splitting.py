"""Parts of one big file that is scanned, and work on them in this and in other processes.

The format decides where a file may be cut, and what a part takes from the file before it
(`FormatSpec.splitter`). Results are given in the order of the parts, so that they are those of one
process.
"""

from __future__ import annotations

import collections
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final, Generic, TypeVar

import attrs

from overtrick.files.compression import compression_of
from overtrick.files.processes import Died, Processes, Task
from overtrick.framework.contexts import Part
from overtrick.framework.guard import Guard
from overtrick.framework.spec import resolve

if TYPE_CHECKING:
    from overtrick.framework.spec import FormatSpec

PART: Final = 1 << 22
"""How many bytes a part has at the most, about."""

QUICK: Final = 4
"""Of work that is as quick as a scan a part has at the least so many times less."""

SLOW: Final = 16
"""The same of work as slow as that with boards."""

_EACH: Final = 8  # so many parts for each process: the last one to be done is then not long alone

WorkT = TypeVar("WorkT")
T = TypeVar("T")


def parts_of(
    path: str, spec: FormatSpec, processes: int, least: int = QUICK, *, most: int | None = None
) -> Iterator[Part]:
    """Yield the parts of a file; a file that cannot be cut is one part.

    That is a small or compressed file, a pipe, or one of a format without splitter or scanner.

    Args:
        path: the file.
        spec: its format.
        processes: how many processes work on it.
        least: `QUICK` or `SLOW`, by the work that is to be done.
        most: how many bytes a part has at the most, about, in place of `PART`: where what comes of
            the parts takes much room.

    Raises:
        OSError: the file cannot be read.
    """
    file = Path(path)
    smallest = PART // least
    splitter = None if spec.scanner is None else spec.splitter
    if splitter is None or not file.is_file() or file.stat().st_size <= 4 * smallest:
        yield Part(0, None)
        return
    with file.open("rb") as source:
        if compression_of(source.read(8), path) is not None:
            yield Part(0, None)
            return
        length = file.stat().st_size
        size = length // (_EACH * processes)
        cut = resolve(splitter)
        what = f"the splitter of {spec.name!r}"
        end: int | None = 0
        with Guard(what, splitter):
            parts = iter(cut(source, min(max(size, smallest), most or PART)))
        while True:
            with Guard(what, splitter):
                part = next(parts, None)
                if part is None and end is None:
                    return
                if part is None or part.start != end or not _is_some(part, length):
                    # What nobody reads would be lost, and parts of nothing would have no end.
                    msg = f"it gave {part!r:.60} behind the part that ends at {end}"
                    raise ValueError(msg)
                end = part.end
            yield part


def _is_some(part: Part, length: int) -> bool:
    """Return whether a part has any of a file's bytes."""
    return part.end is None or part.start < part.end <= length


class Crew(Generic[WorkT, T]):
    """Does work on the parts of a file, or of several, in this process and in others.

    Args:
        work: what is done with a part; it goes to other processes, with all that it holds.
        parts: the parts in order; what the work takes for one.
        processes: how many processes work, this one included; 2 at the least.
    """

    def __init__(self, work: Callable[[WorkT], T], parts: Iterator[WorkT], processes: int) -> None:
        self._work = work
        self._parts = parts
        # Those that die are not replaced: this one does their work.
        self._others: Processes[WorkT, T] = Processes(
            work, processes - 1, finishes=False, ahead=1, replaces=False
        )
        self._most = 3 * processes
        self._waiting: collections.deque[_Piece[WorkT, T]] = collections.deque()

    def start(self) -> None:
        """Give the others the first parts; what this process does meanwhile is its own business."""
        self._hand_out()

    def results(self) -> Iterator[tuple[WorkT, T]]:
        """Yield the parts in their order, each with what comes of it."""
        self._hand_out()
        while self._waiting:
            first = self._waiting[0]
            self._others.look()
            self._hand_out()
            is_done = first.made or (first.task is not None and first.task.is_done)
            if not is_done and self._do_another():
                continue
            if first.task is not None and not first.made:
                try:
                    first.made.append(self._others.result(first.task))
                except Died:
                    first.made.append(self._work(first.part))
            self._waiting.popleft()
            self._hand_out()
            yield first.part, first.made[0]

    def _hand_out(self) -> None:
        """Keep as many parts waiting as there is work for, and no more: results take room."""
        while len(self._waiting) < self._most:
            part = next(self._parts, None)
            if part is None:
                break
            self._waiting.append(_Piece(part))
        for piece in self._waiting:
            if piece.task is None and not piece.made:
                if not self._others.has_room():
                    return
                piece.task = self._others.submit(piece.part)

    def _do_another(self) -> bool:
        """Do the first part that nobody has begun; return whether there was one."""
        for piece in self._waiting:
            if piece.task is None and not piece.made:
                piece.made.append(self._work(piece.part))
                return True
        return False

    def close(self) -> None:
        """End the other processes."""
        self._others.close()


@attrs.define(eq=False)
class _Piece(Generic[WorkT, T]):
    """A part, who else works on it, and what was made of it."""

    part: WorkT
    task: Task[WorkT, T] | None = None
    made: list[T] = attrs.field(factory=list)
