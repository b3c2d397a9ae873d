"""Measure the LIN plugin: reading and writing records of Bridge Base's shape.

    python bench/bench_lin.py [--quick] [--boards N] [FOLDER...]

The file is made from the boards of `pbn_files.py plain`: auctions with explanations, all 52 cards.
With folders, every `.lin` file in them that has five boards or more is read too. Times are
processor time, the best of several runs; `--quick` takes 300 boards and one run, for CI.
"""

from __future__ import annotations

import argparse
import io
import statistics
import tempfile
from pathlib import Path

from bench_pbn import best, make

import overtrick


def read_all(data: bytes) -> int:
    with overtrick.open_boards(io.BytesIO(data), format="lin", errors="collect") as boards:
        return sum(1 for _ in boards)


def write(boards: list[overtrick.Board]) -> bytes:
    sink = io.BytesIO()
    overtrick.write(boards, sink, format="lin")
    return sink.getvalue()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("folders", nargs="*", type=Path, help="folders of real files")
    parser.add_argument("--quick", action="store_true", help="300 boards, one run")
    parser.add_argument("--boards", type=int, default=3000)
    asked = parser.parse_args()
    count = 300 if asked.quick else asked.boards
    repeats = 1 if asked.quick else 5
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "plain.pbn"
        make(count, "plain", path)
        boards = list(overtrick.read(path))
    data = write(boards)
    print(f"lin read  {count / best(lambda: read_all(data), repeats):9,.0f} boards/s")
    print(f"lin write {count / best(lambda: write(boards), repeats):9,.0f} boards/s")
    rates, total, seconds = [], 0, 0.0
    for file in sorted(file for folder in asked.folders for file in folder.rglob("*.lin")):
        content = file.read_bytes()
        found = read_all(content)
        taken = best(lambda content=content: read_all(content), repeats)
        total, seconds = total + found, seconds + taken
        rates += [found / taken] if found >= 5 else []
    if rates:
        print(f"lin real files, in sum {total / seconds:9,.0f} boards/s")
        print(f"lin real files, median of {len(rates)}: {statistics.median(rates):9,.0f} boards/s")


if __name__ == "__main__":
    main()
