"""Measure what a kept board costs in memory.

    python bench/bench_memory.py [--boards N] [--lines] [FOLDER_OR_FILE...]

Each PBN file is read with `overtrick.read` and kept; what tracemalloc counts then is divided by the
boards. Without a file the variants of `pbn_files.py` are made. `--lines` tells the lines of source
that most of it comes from.
"""

from __future__ import annotations

import argparse
import gc
import sys
import tempfile
import tracemalloc
from collections import Counter
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "tests"))

import pbn_files

import overtrick
from overtrick.findings.errors import OvertrickError


def measure(path: Path, lines: Counter[str]) -> tuple[int, int]:
    """Return how many boards a file has and how many bytes they take; 0 for one that is none."""
    try:
        # What is made once a process is no cost of a board.
        overtrick.read(path, errors="collect")
    except OvertrickError:
        return 0, 0
    gc.collect()
    tracemalloc.start()
    boards = overtrick.read(path, errors="collect")
    gc.collect()
    size = tracemalloc.get_traced_memory()[0]
    for found in tracemalloc.take_snapshot().statistics("lineno"):
        lines[str(found.traceback[0])] += found.size
    tracemalloc.stop()
    return len(boards), size


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("paths", nargs="*", type=Path)
    parser.add_argument("--boards", type=int, default=2000, help="boards in each file that is made")
    parser.add_argument("--lines", action="store_true", help="tell where it comes from")
    parser.add_argument("--quick", action="store_true", help="a few boards, to see that it runs")
    asked = parser.parse_args()
    if asked.quick:
        asked.boards = 50
    with tempfile.TemporaryDirectory() as name:
        groups = {}
        if asked.paths:
            for path in asked.paths:
                files = sorted(path.rglob("*")) if path.is_dir() else [path]
                groups[str(path)] = [file for file in files if file.suffix.lower() == ".pbn"]
        else:
            for variant in ("deal", "plain", "rich"):
                groups[variant] = [Path(name) / f"{variant}.pbn"]
                pbn_files.write_file(asked.boards, variant, str(groups[variant][0]))
        for group, files in groups.items():
            lines: Counter[str] = Counter()
            measured = [measure(file, lines) for file in files]
            boards, size = (sum(column) for column in zip(*measured, strict=True))
            text = sum(file.stat().st_size for file in files)
            print(
                f"{group}: {boards:,} boards, {size / boards:,.0f} bytes a board"
                f" ({text / boards:,.0f} in the file)"
            )
            for line, count in lines.most_common(12) if asked.lines else ():
                print(f"  {count / boards:7.0f} {line}")


if __name__ == "__main__":
    main()
