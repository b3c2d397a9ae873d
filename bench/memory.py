"""What a kept board costs in memory, made boards and those of real PBN files.

Each file is read with `overtrick.read` and kept; what tracemalloc counts then is divided by the
boards.
"""

from __future__ import annotations

import gc
import tempfile
import tracemalloc
from collections.abc import Iterator, Sequence
from pathlib import Path

import pbn_files

import overtrick
from bench.measuring import Given, Row


def memory_of(path: Path) -> tuple[int, int]:
    """Return how many boards a file has and how many bytes they take; none for an invalid file."""
    try:
        # What is made once a process is no cost of a board.
        overtrick.read(path, errors="collect")
    except overtrick.OvertrickError:
        return 0, 0
    gc.collect()
    tracemalloc.start()
    boards = overtrick.read(path, errors="collect")
    gc.collect()
    size = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return len(boards), size


def rows(given: Given) -> Iterator[Row]:
    """Measure made files, and real ones where folders are given."""
    with tempfile.TemporaryDirectory() as folder:
        groups: dict[str, Sequence[Path]] = {}
        for variant in ("deal", "plain", "rich"):
            path = Path(folder) / f"{variant}.pbn"
            pbn_files.write_file(given.size(2000, 50), variant, path)
            groups[f"a board, {variant}"] = [path]
        if real := given.files(".pbn"):
            groups["a board of real files"] = real
        for what, files in groups.items():
            measured = [memory_of(path) for path in files]
            boards, size = (sum(column) for column in zip(*measured, strict=True))
            yield Row(what, size / boards / 1000, "KB", floor=3.5)
