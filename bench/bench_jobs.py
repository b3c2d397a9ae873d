"""How much faster many files are converted by two processes than by one.

    python bench/bench_jobs.py [--quick]

Both sides run in turn, three times each; the ratio is of the best times. It needs two free cores.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import overtrick

EXAMPLE = Path(__file__).resolve().parents[1] / "examples" / "club-evening.dlm"


def make_files(folder: Path, files: int, boards: int) -> list[Path]:
    deals = overtrick.read(EXAMPLE, options={"all_boards": True}).boards
    paths = []
    for number in range(files):
        path = folder / f"{number:02}.pbn"
        many = (deals[place % len(deals)] for place in range(boards))
        overtrick.write(many, path, format="pbn")
        paths.append(path)
    return paths


def seconds(paths: list[Path], jobs: int, out: Path) -> float:
    shutil.rmtree(out, ignore_errors=True)
    command = [sys.executable, "-m", "overtrick.cli", "convert", "-q", *map(str, paths)]
    command += ["--to", "lin", "--out-dir", str(out), "--jobs", str(jobs)]
    started = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - started


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the work")
    quick = parser.parse_args().quick
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        paths = make_files(folder, 8, 500 if quick else 20_000)
        times = {1: [], 2: []}
        for _ in range(3):
            for jobs, found in times.items():
                found.append(seconds(paths, jobs, folder / "out"))
        one, two = min(times[1]), min(times[2])
        print(f"8 files: --jobs 1 {one:.2f} s, --jobs 2 {two:.2f} s, ratio {one / two:.2f}")


if __name__ == "__main__":
    main()
