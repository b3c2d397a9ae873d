"""Measure double dummy for archives: deals a second, and whether the easy deals come first.

    python bench/bench_archive_dd.py [--quick] [--deals N] [--jobs 1,2]

Random deals are added to an archive and solved by `overtrick archive dd`, by each number of
processes; the archives must be the same to the byte. Then as many other deals are solved by one
process in the order in which `dd` would take them: the share of the time that the first half takes
says how well that order foretells it. `--quick` takes few deals.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

import overtrick
import overtrick_archive
from overtrick_archive.solving import expected_costs


def deals(count, seed):
    chance = random.Random(seed)
    cards = list(range(52))
    for _ in range(count):
        chance.shuffle(cards)
        masks = [sum(1 << card for card in cards[at : at + 13]) for at in range(0, 52, 13)]
        yield overtrick.Deal.from_masks(*masks)


def filled(folder, some):
    boards = tuple(overtrick.Board(number=at, deal=deal) for at, deal in enumerate(some, 1))
    file = folder.with_suffix(".pbn")
    overtrick.write(overtrick.BoardSet(boards=boards), file, overwrite=True)
    overtrick_archive.add(folder, [file])
    return folder


def tree(folder):
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted((folder / "solved").rglob("*.parquet"))
    }


def command(folder, jobs):
    words = ["archive", "dd", str(folder), "--jobs", str(jobs), "--quiet"]
    return [sys.executable, "-m", "overtrick.cli", *words]


def measure_order(count):
    from overtrick_dd import solve

    some = list(deals(count, 2))
    hands = np.array([deal.masks for deal in some], dtype="uint64")
    order = np.argsort(expected_costs(hands), kind="stable")
    list(solve(some[:1], use_cache=False))  # the solver is begun before the first is timed
    seconds = []
    for at in order:
        begun = time.perf_counter()
        list(solve([some[at]], use_cache=False))
        seconds.append(time.perf_counter() - begun)
    half = sum(seconds[: count // 2]) / (sum(seconds) or 1)
    print(f"the first half of {count} deals by themselves takes {half:.0%} of the time")


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--jobs", default="1,2")
    options = parser.parse_args()
    count = 8 if options.quick else options.deals
    some = list(deals(count, 1))
    whole = None
    with tempfile.TemporaryDirectory() as name:
        for jobs in map(int, options.jobs.split(",")):
            archive = filled(Path(name, f"by-{jobs}"), some)
            begun = time.perf_counter()
            subprocess.run(command(archive, jobs), check=True)
            seconds = time.perf_counter() - begun
            found = tree(archive)
            assert whole is None or found == whole, "other bytes"
            whole = found
            rate = count / seconds
            print(f"dd --jobs {jobs}: {count} deals in {seconds:.1f} s, {rate:.1f} a second")
    measure_order(count)


if __name__ == "__main__":
    main()
