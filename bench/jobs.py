"""Two processes in place of one: scans of a large file, and `convert` of eight files.

One and two processes take turns; of each the best time counts. `clock` is one process's time over
that of two, which needs two free cores. `processors` is twice one process's processor time over
that of both: what two free cores would give at most. The last row is what two independent
processes do at the same time on this machine.
"""

from __future__ import annotations

import contextlib
import io
import multiprocessing
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pbn_files

import overtrick
from bench.columns import NAMES
from bench.measuring import ROOT, Given, Row, command_line

Work = Callable[[int], None]


def write_files(folder: Path, files: int, boards: int) -> list[str]:
    """Write some files of the same boards."""
    example = ROOT / "examples" / "club-evening.dlm"
    deals = overtrick.read(example, options={"all_boards": True}).boards
    paths = [str(folder / f"{number:02}.pbn") for number in range(files)]
    for path in paths:
        overtrick.write((deals[place % len(deals)] for place in range(boards)), path, format="pbn")
    return paths


def command(*words: str) -> Work:
    """Return the work of a command, which is run in this process."""

    def work(jobs: int) -> None:
        with contextlib.redirect_stderr(io.StringIO()), contextlib.redirect_stdout(io.StringIO()):
            code = command_line()([*words, "--jobs", str(jobs)])
        if code:
            raise SystemExit(f"{words} ended with {code}")

    return work


def scan(path: str, columns: list[str] | None) -> Work:
    """Return the work of a scan."""

    def work(jobs: int) -> None:
        with overtrick.scan(path, columns=columns, jobs=jobs) as batches:
            for _ in batches:
                pass

    return work


def works_of(folder: Path, boards: int, times: int) -> dict[str, Work]:
    """Return what is timed, after making its files; the scanned one has so many times as many."""
    folder.mkdir()
    long = folder / "long.pbn"
    pbn_files.write_file(boards, "plain", long)
    long.write_bytes(long.read_bytes() * times)
    many, out = write_files(folder, 8, boards // 8), str(folder / "out")
    words = ("convert", *many, "--to", "lin", "--out-dir", out, "--force", "-q")
    return {
        "scan, all columns": scan(str(long), None),
        "scan, deal, outcome and names": scan(str(long), NAMES),
        "convert of 8 files": command(*words),
    }


def busy() -> None:
    """Keep a processor busy, always with the same work."""
    numbers: dict[int, int] = {}
    for number in range(3_000_000):
        numbers[number & 0xFFFF] = number ^ len(numbers)


def timed(work: Callable[[], object]) -> tuple[float, float]:
    """Return how long work takes by the clock, and the processor time of all its processes."""
    begun, before = time.perf_counter(), os.times()
    work()
    after = os.times()
    return time.perf_counter() - begun, sum(after[:4]) - sum(before[:4])


def possible() -> float:
    """Return how much more two independent processes do together than one alone."""
    times = []
    for count in (1, 2):
        context = multiprocessing.get_context("spawn")
        processes = [context.Process(target=busy) for _ in range(count)]
        begun = time.perf_counter()
        for process in processes:
            process.start()
        for process in processes:
            process.join()
        times.append(time.perf_counter() - begun)
    return 2 * times[0] / times[1]


def rows(given: Given) -> Iterator[Row]:
    """Let one process and two take turns."""
    with tempfile.TemporaryDirectory() as name:
        for work in works_of(Path(name, "small"), 16, 1).values():
            work(1)  # what is imported is nobody's work
        works = works_of(Path(name, "large"), given.size(60_000, 400), 4)
        least: dict[tuple[str, int], tuple[float, float]] = {}
        allowed = 0.0
        for _ in range(given.times(3)):
            for what, work in works.items():
                for jobs in (1, 2):
                    clock, used = timed(lambda jobs=jobs, work=work: work(jobs))
                    known = least.get((what, jobs), (clock, used))
                    least[what, jobs] = min(known[0], clock), min(known[1], used)
            allowed = max(allowed, possible())
        for what in works:
            one, two = least[what, 1], least[what, 2]
            yield Row(f"{what}, clock", one[0] / two[0], "times", floor=1.7)
            yield Row(f"{what}, processors", 2 * one[1] / two[1], "times", floor=1.7)
        yield Row("two independent processes, clock", allowed, "times")
