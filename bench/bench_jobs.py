"""How much faster two processes are than one: on several files, and on one that is scanned.

    python bench/bench_jobs.py [--boards 60000] [--rounds 3] [--quick]

One file of `pbn_files.py plain` is scanned (all columns, and those of the deal, the outcome and the
names). Eight files are checked, and converted to LIN. One process and two take turns; of each the
best time counts.

Two figures for each:

- `clock`: one process's time by the clock over that of two. It needs two free cores.
- `processor`: twice one process's processor time over that of both: what two free cores would give
  at the most, whoever else uses them now. Parts are small, so that both end nearly together.

The last line says what the machine allows: how much more two independent processes do together than
one alone, in the same turns. Where others use the cores too, it is less than 2.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import multiprocessing
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "tests"))

import pbn_files

import overtrick
from overtrick.cli.application import run

EXAMPLE = Path(__file__).resolve().parents[1] / "examples" / "club-evening.dlm"
NAMES = ["number", "dealer", "vulnerability", "north_hand", "east_hand", "south_hand", "west_hand",
         "contract", "declarer", "result", "score", "event", "site", "date", "north", "east",
         "south", "west"]  # fmt: skip

Work = Callable[[int], None]
"""Some work, done by a number of processes."""


def make_files(folder: Path, files: int, boards: int) -> list[str]:
    """Write some files of the same boards."""
    deals = overtrick.read(EXAMPLE, options={"all_boards": True}).boards
    paths = []
    for number in range(files):
        path = folder / f"{number:02}.pbn"
        overtrick.write((deals[place % len(deals)] for place in range(boards)), path, format="pbn")
        paths.append(str(path))
    return paths


def command(*words: str) -> Work:
    """Return the work of a command, which is run in this process."""

    def work(jobs: int) -> None:
        with contextlib.redirect_stderr(io.StringIO()), contextlib.redirect_stdout(io.StringIO()):
            code = run([*words, "--jobs", str(jobs)])
        assert code in {0, 1}, (words, code)

    return work


def scan(path: str, columns: list[str] | None) -> Work:
    """Return the work of a scan."""

    def work(jobs: int) -> None:
        with overtrick.scan(path, columns=columns, jobs=jobs) as batches:
            assert sum(map(len, batches))

    return work


def busy() -> None:
    """Do what keeps a processor busy, always the same."""
    numbers: dict[int, int] = {}
    for number in range(3_000_000):
        numbers[number & 0xFFFF] = number ^ len(numbers)


def timed(work: Callable[[], object]) -> tuple[float, float]:
    """Return how long work takes by the clock, and the processor time of all its processes."""
    begun, before = time.perf_counter(), os.times()
    work()
    after = os.times()
    used = sum(after[:4]) - sum(before[:4])
    return time.perf_counter() - begun, used


def possible() -> float:
    """Return how much more two independent processes do together than one alone."""
    times = []
    for count in (1, 2):
        processes = [
            multiprocessing.get_context("spawn").Process(target=busy) for _ in range(count)
        ]
        begun = time.perf_counter()
        for process in processes:
            process.start()
        for process in processes:
            process.join()
        times.append(time.perf_counter() - begun)
    return 2 * times[0] / times[1]


def rows_of(folder: Path, boards: int, times: int) -> dict[str, Work]:
    """Return what is timed, after making its files.

    Args:
        folder: where the files go.
        boards: how many boards the eight files have together.
        times: how many times as many the file has that is scanned, which is so much faster.
    """
    folder.mkdir()
    long = str(folder / "long.pbn")
    pbn_files.write_file(boards, "plain", long)
    Path(long).write_bytes(Path(long).read_bytes() * times)
    many = make_files(folder, 8, boards // 8)
    out = str(folder / "out")
    return {
        "scan, all columns": scan(long, None),
        "scan, deal, outcome and names": scan(long, NAMES),
        "check 8 files": command("check", *many, "--statistics", "-q"),
        "convert 8 files to LIN": command(
            "convert", *many, "--to", "lin", "--out-dir", out, "--force", "-q"
        ),
    }


def main() -> None:
    """Let one process and two take turns, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--boards", type=int, default=60_000, help="of the files that are checked")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--quick", action="store_true", help="a small part of the work, once")
    given = parser.parse_args()
    boards, rounds = (1300, 1) if given.quick else (given.boards, given.rounds)
    with tempfile.TemporaryDirectory() as name:
        for work in rows_of(Path(name, "small"), 16, 1).values():
            work(1)  # what is imported is nobody's doing
        rows = rows_of(Path(name, "large"), boards, 4)
        best: dict[tuple[str, int], tuple[float, float]] = {}
        allowed = 0.0
        for _ in range(rounds):
            for what, work in rows.items():
                for jobs in (1, 2):
                    clock, used = timed(lambda jobs=jobs, work=work: work(jobs))
                    known = best.get((what, jobs), (clock, used))
                    best[what, jobs] = min(known[0], clock), min(known[1], used)
            allowed = max(allowed, possible())
        print(
            f"{'best of ' + str(rounds):<30} {'one':>7} {'two':>7} {'clock':>6} {'processor':>10}"
        )
        for what in rows:
            one, two = best[what, 1], best[what, 2]
            print(f"{what:<30} {one[0]:>6.2f}s {two[0]:>6.2f}s {one[0] / two[0]:>6.2f} "
                  f"{2 * one[1] / two[1]:>10.2f}")  # fmt: skip
        print(f"possible on this machine at this time, by the clock: {allowed:.2f}")


if __name__ == "__main__":
    main()
