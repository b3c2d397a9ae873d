"""Requirements about large files: twice the file takes twice the time, and no more memory."""

from __future__ import annotations

import contextlib
import gc
import io
import time
import tracemalloc
from collections.abc import Callable, Iterator
from typing import BinaryIO, Final, cast

import attrs

from overtrick import Board
from overtrick.plugin import resolve
from overtrick_testing.failures import failed
from overtrick_testing.formats.reading import ReadingRequirements
from overtrick_testing.fuzzing import STRAY_TOKENS
from overtrick_testing.requirements import requirement, skip

_STEPS: Final = 3
"""So many doublings lie between two sizes that are compared: eight times the work."""

_FIRST: Final = _STEPS + 2
"""The first doubling that is held against another: one copy of a file may be read otherwise."""

_MOST_TIMES: Final = 2 * 2**_STEPS
"""Maximum ratio of the times for eight times the work: twice its share.

Where a part of the time grows with the square, that part is seen when it is as long as the rest.
"""

_LEAST: Final = 0.002
"""Seconds: what takes less is taken to take so long, for a clock is not that fine."""

_TRIES: Final = 5

_OF_A_BOARD: Final = 150
"""Bytes that may be kept of a board that is done with: its number, in a set."""

_FEW: Final = 800
"""Boards of which a file is longer than any buffer, four times as many of the one beside it."""

_SAMPLED: Final = 3200
"""Boards of the file between which memory is looked at, after each 50."""
_EACH: Final = 50
_FEWEST: Final = 8
"""Minimum number of memory samples: two in each quarter of a file."""

_ROLES: Final = {"reading": "reader", "writing": "writer"}
"""The role that is at fault in each."""

_RUNS: Final = tuple(bytes((value,)) for value in b' A"\n[0%{|\\,\x00\xff')


class _Waste(io.RawIOBase):
    """A file that keeps nothing of what is written into it."""

    def writable(self) -> bool:
        return True

    def write(self, data: bytes | bytearray | memoryview) -> int:  # type: ignore[override]  # the buffers that io passes
        return len(data)


class GrowthRequirements(ReadingRequirements):
    """What a format owes to large files: part of `FormatSuite`."""

    def check_linear(
        self, work: Callable[[int], object], what: str, seconds: float, steps: int = 20
    ) -> None:
        """Assert that some work takes twice as long for twice as much, or about so.

        It is done 1, 2, 4, 8 ... times as often, and the processor's time of each is compared with
        that of an eighth; other programs do not count. Only what is too long six times is wrong.

        Args:
            work: does so much of it.
            what: for the message.
            seconds: when a step takes so long, no larger one is tried, once two can be compared.
            steps: how often it is doubled at most.
        """
        taken: list[float] = []
        for step in range(steps):
            taken.append(_seconds(work, 1 << step))
            if step >= _FIRST and taken[step] > _MOST_TIMES * max(_LEAST, taken[step - _STEPS]):
                tries = [
                    (_seconds(work, 1 << step), _seconds(work, 1 << (step - _STEPS)))
                    for _ in range(_TRIES)
                ]
                long = min(taken[step], *(one for one, _ in tries))
                short = min(taken[step - _STEPS], *(other for _, other in tries))
                assert long <= _MOST_TIMES * max(_LEAST, short), (
                    f"{what}: {2**_STEPS} times as much takes {long / short:.0f} times as long "
                    f"({short * 1000:.1f} ms, {long * 1000:.1f} ms): the time grows faster than "
                    "the file"
                )
            if step >= _FIRST and taken[step] > seconds:
                return

    @requirement(level=2, after=("test_only_format_errors_escape", "test_cost_is_linear"))
    def test_reading_time_is_linear(self) -> None:
        """Twice the file takes twice the time to read, sound or with a long run of one byte."""
        sample = min(self.need_samples(), key=len)
        enough = max(0.02, self.scaled(300) / 1000)
        self.check_linear(
            lambda times: self.harness.read(sample * times), "reading its own samples", enough
        )
        middle = len(sample) // 2
        runs = list(dict.fromkeys((*_RUNS, *STRAY_TOKENS)))[: self.scaled(12)]
        for run in runs:
            self.check_linear(
                lambda times, run=run: self.harness.read(  # type: ignore[misc]  # the run is bound
                    sample[:middle] + run * (512 * times // len(run)) + sample[middle:]
                ),
                f"reading a sample with a run of {run!r} at byte {middle}",
                enough / 16,
                steps=12,
            )

    @requirement(level=2, after=("test_writer_refuses_with_typed_errors",))
    def test_writing_time_is_linear(self) -> None:
        """Twice the boards take twice the time to write."""
        self.need_writer()
        _, most = self.long_file(most=max(512, self.scaled(8192)))
        self.check_linear(
            lambda times: self.harness.write(self._many(8 * times)),
            "writing the examples",
            max(0.02, self.scaled(300) / 1000),
            steps=(most // 8).bit_length(),
        )

    @requirement(
        level=2,
        after=(
            "test_reader_holds_one_board",
            "test_reader_is_lazy",
            "test_reading_time_is_linear",
            "test_writing_time_is_linear",
        ),
    )
    def test_memory_stays_flat(self) -> None:
        """Reading or writing four times the boards takes no more memory than a buffer."""
        self.need_streaming()
        if self.scaled(10) < 10:
            skip("it takes some seconds: asked for with 100 examples a property or more")
        data, many = self.long_file(most=4 * _FEW)
        short, count = self.long_file(most=_FEW)
        if many < 2 * count:
            skip(f"the longest file has {many} boards, too few to see what is kept of each")
        allowed = 2 * self.read_ahead + _OF_A_BOARD * (many - count)
        self._reads(short)()
        self._writes(count)()  # what is imported and kept on first use is there now
        for what, one, other in (
            ("reading", self._reads(short), self._reads(data)),
            ("writing", self._writes(count), self._writes(many)),
        ):
            less, more = _peak(one), _peak(other)
            if more - less > allowed:
                msg = (
                    f"{what} {count} boards takes {less:,} bytes at most, {many} boards "
                    f"{more:,}: {(more - less) // (many - count):,} bytes are kept of each"
                )
                raise failed(msg, _ROLES[what])

    @requirement(level=2, after=("test_memory_stays_flat",))
    def test_nothing_is_kept_of_a_board(self) -> None:
        """Between boards, memory in use does not grow: no record, text or place is collected.

        The boards have no number, or all the same, so that a set of numbers stays small.
        """
        self.need_streaming()
        if self.scaled(10) < 10:
            skip("it takes some seconds: asked for with 100 examples a property or more")
        kept = []
        for number in (None, 1):
            found = self._kept(number, _SAMPLED)
            if found is not None:
                kept.append(found)
                if max(found) <= self.kept_bytes:
                    return
        if not kept:
            skip(f"{self.format_name} does not hold {_SAMPLED} boards without a number")
        # Buffers and caches that are still filling keep less of three times the boards.
        again = [self._kept(number, 3 * _SAMPLED) for number in (None, 1)]
        for at, (what, role) in enumerate(_ROLES.items()):
            least = min(found[at] for found in kept)
            later = min((found[at] for found in again if found is not None), default=0.0)
            if min(least, later) > self.kept_bytes and later > least * 0.6:
                msg = (
                    f"{what}, about {later:.0f} bytes are kept of each board; {self.kept_bytes} "
                    "are allowed (`kept_bytes`)"
                )
                raise failed(msg, role)

    def _kept(self, number: int | None, count: int) -> tuple[float, float] | None:
        """Return the bytes kept of a board in reading and in writing; `None` where refused."""
        boards = [attrs.evolve(board, number=number) for board in self._many(3)]
        written = self.harness.try_write(boards[at % 3] for at in range(count))
        if written is None:
            return None
        self._reads(written.data)()  # what is imported and kept on first use is there now
        return self._kept_by_reader(written.data), self._kept_by_writer(boards, count)

    def _kept_by_reader(self, data: bytes) -> float:
        iterator, _ = self.harness.start(io.BytesIO(data))
        with _tracing():
            in_use = [_in_use() for at, _ in enumerate(iterator) if at % _EACH == 0]
        if len(in_use) < _FEWEST:
            skip(f"of {_SAMPLED} boards or more that were written, {_EACH * _FEWEST} are not read")
        return _growth(in_use)

    def _kept_by_writer(self, boards: list[Board], count: int) -> float:
        in_use: list[int] = []

        def made() -> Iterator[Board]:
            for at in range(count):
                if at % _EACH == 0:
                    in_use.append(_in_use())
                yield attrs.evolve(boards[at % len(boards)])

        with _tracing():
            context = self.harness.write_context()
            resolve(str(self.spec.writer))(made(), cast("BinaryIO", _Waste()), context)
        if len(in_use) < _FEWEST:
            skip(f"the writer ends before it has asked for {_EACH * _FEWEST} boards")
        return _growth(in_use)

    def _reads(self, data: bytes) -> Callable[[], None]:
        def read() -> None:
            iterator, _ = self.harness.start(io.BytesIO(data))
            for _ in iterator:
                pass

        return read

    def _writes(self, count: int) -> Callable[[], None]:
        def write() -> None:
            context = self.harness.write_context()
            resolve(str(self.spec.writer))(self._made(count), cast("BinaryIO", _Waste()), context)

        return write

    def _made(self, count: int) -> Iterator[Board]:
        """Yield boards that nobody holds when they are written."""
        yield from self._many(count)


def _seconds(work: Callable[[int], object], times: int) -> float:
    """Return the processor's time that some work takes."""
    was_on = gc.isenabled()
    gc.disable()
    start = time.process_time()
    try:
        work(times)
        return time.process_time() - start
    finally:
        if was_on:
            gc.enable()


def _in_use() -> int:
    """Return how many bytes are in use that the collector of cycles leaves."""
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


def _growth(in_use: list[int]) -> float:
    """Return by how many bytes a board memory grows, from its least values in two stretches.

    Buffers are filled and let go: what they take by turns, as far as it is seen, is not counted.
    """
    quarter = len(in_use) // 4
    one, other = in_use[quarter : 2 * quarter], in_use[3 * quarter :]
    highest = drop = 0
    for value in in_use[quarter:]:
        highest = max(highest, value)
        drop = max(drop, highest - value)
    return (min(other) - min(one) - drop) / (2 * quarter * _EACH)


@contextlib.contextmanager
def _tracing() -> Iterator[None]:
    """Trace memory in the block; the collector looks at what is made in it alone."""
    gc.collect()
    gc.freeze()
    was_tracing = tracemalloc.is_tracing()
    if not was_tracing:
        tracemalloc.start()
    try:
        yield
    finally:
        gc.unfreeze()
        if not was_tracing:
            tracemalloc.stop()


def _peak(work: Callable[[], None]) -> int:
    """Return how many bytes some work has in use at most, beyond those before it."""
    with _tracing():
        tracemalloc.reset_peak()
        before, _ = tracemalloc.get_traced_memory()
        work()
        _, peak = tracemalloc.get_traced_memory()
    return peak - before
