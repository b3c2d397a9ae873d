"""How many boards a second `overtrick check` holds, and what several processes save on many files.

    python bench/bench_check.py [FOLDER] [--jobs 2] [--runs 3] [--quick]

The boards a second are of processor time, without what is imported: of games that are made as
export format has them (`pbn_files.py`: deals alone, with auction and play, with everything) and,
where a FOLDER is given, of its PBN files in sum. Each file is checked a few times; the quickest
counts.

The processes are run on FOLDER; without one, 60 files of 24 games each are made. The two ways take
turns; of each the quickest run counts. Processor time shows what the processes themselves cost; on
a machine that does nothing else the time by the clock is what it divides by. Where others use the
processors too, the quotient of the processor times is the surer figure: `jobs` over it is what can
be saved at most.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "tests"))

import pbn_files

import overtrick

GAME = """[Event "Club"]
[Site "Home"]
[Date "2024.03.0{day}"]
[Board "{number}"]
[West "W"]
[North "N"]
[East "E"]
[South "S"]
[Dealer "{dealer}"]
[Vulnerable "{vulnerable}"]
[Deal "N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543"]
[Scoring "IMP"]
[Declarer "S"]
[Contract "3N"]
[Result "9"]
[Auction "{dealer}"]
Pass 1C Pass 3N
AP

"""
SIDES = ("None", "NS", "EW", "All", "NS", "EW", "All", "None", "EW", "All", "None", "NS",
         "All", "None", "NS", "EW")  # fmt: skip


def make(folder: Path, files: int) -> None:
    """Write files that have something to be told."""
    for file in range(files):
        games = (
            GAME.format(
                day=file % 9 + 1,
                number=number,
                dealer="NESW"[(number - 1) % 4],
                vulnerable=SIDES[(number - 1) % 16],
            )
            for number in range(1, 25)
        )
        (folder / f"evening{file:03}.pbn").write_text("% PBN 2.1\n" + "".join(games))


def run(folder: str, jobs: int) -> tuple[float, float]:
    """Return how long a check takes by the clock, and how much processor time."""
    before, started = os.times(), time.perf_counter()
    command = [sys.executable, "-m", "overtrick.cli", "check", folder, "--statistics", "-q"]
    done = subprocess.run(
        [*command, "--jobs", str(jobs)], capture_output=True, text=True, check=False
    )
    assert done.returncode in {0, 1}, done.stderr
    assert done.stdout
    clock, after = time.perf_counter() - started, os.times()
    used = after.children_user + after.children_system
    return clock, used - before.children_user - before.children_system


def speed(files: list[Path], runs: int) -> tuple[int, float]:
    """Return the boards of some files, and the seconds of processor time that checking takes."""
    boards, seconds = 0, 0.0
    for file in files:
        best = float("inf")
        for _ in range(runs):
            begun = time.process_time()
            with overtrick.open_boards(file, check=True, errors="collect") as reader:
                count = sum(1 for _ in reader)
            best = min(best, time.process_time() - begun)
        boards += count
        seconds += best
    return boards, seconds


def print_speed(folder: str | None, games: int, runs: int) -> None:
    """Print the boards a second of games that are made, and of a folder's files."""
    with tempfile.TemporaryDirectory() as made:
        kinds = ("deal", "plain", "rich")
        for kind in kinds:
            pbn_files.write_file(games, kind, f"{made}/{kind}.pbn")
        # What is imported with the first file is not the games' doing.
        speed([Path(made, "deal.pbn")], 1)
        for kind in kinds:
            boards, seconds = speed([Path(made, f"{kind}.pbn")], runs)
            print(f"{kind:5}: {boards / seconds:6.0f} boards/s")
    if folder is not None:
        files = sorted(Path(folder).rglob("*.pbn"))
        boards, seconds = speed(files, runs)
        print(f"{len(files)} files, {boards} boards in sum: {boards / seconds:6.0f} boards/s")


def main() -> None:
    """Run both ways in turns and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--quick", action="store_true", help="a small folder, once")
    given = parser.parse_args()
    print_speed(given.folder, 100 if given.quick else 1000, 1 if given.quick else given.runs)
    with tempfile.TemporaryDirectory() as made:
        folder = given.folder
        if folder is None:
            folder = made
            make(Path(made), 4 if given.quick else 60)
        best: dict[int, list[float]] = {}
        for _ in range(1 if given.quick else given.runs):
            for jobs in (1, given.jobs):
                clock, used = run(folder, jobs)
                seen = best.setdefault(jobs, [clock, used])
                best[jobs] = [min(seen[0], clock), min(seen[1], used)]
    for jobs, (clock, used) in best.items():
        print(f"--jobs {jobs}: {clock:6.2f} s by the clock, {used:6.2f} s of processors")
    one, many = best[1], best[given.jobs]
    print(f"by the clock {one[0] / many[0]:.2f} times as quick")
    busier = many[1] / one[1]
    print(
        f"processors {busier:.2f} times as busy: at most {given.jobs / busier:.2f} times as quick"
    )


if __name__ == "__main__":
    main()
