"""Check: boards a second of made games and of real PBN files, by one process.

Processor time without imports, the best of several rounds. Made games have deals alone, auction
and play, or everything (`tests/pbn_files.py`).
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pbn_files

import overtrick
from bench.measuring import Given, Row, best

KINDS = {
    "deal": "made, deals alone",
    "plain": "made, with auction and play",
    "rich": "made, with everything",
}


def checked(path: Path) -> int:
    with overtrick.open_boards(path, check=True, errors="collect") as reader:
        return sum(1 for _ in reader)


def rows(given: Given) -> Iterator[Row]:
    """Measure made games, then the files of the folders in sum."""
    count, rounds = given.size(1000, 50), given.times(3)
    with tempfile.TemporaryDirectory() as folder:
        for number, (kind, what) in enumerate(KINDS.items()):
            path = Path(folder) / f"{kind}.pbn"
            pbn_files.write_file(count, kind, path)
            if not number:
                checked(path)  # what is imported is not the games' doing
            rate = count / best(lambda path=path: checked(path), rounds)
            yield Row(what, rate, "boards/s", floor=5_000)
    boards, seconds = 0, 0.0
    files = given.files(".pbn")
    for path in files:
        boards += checked(path)
        seconds += best(lambda path=path: checked(path), rounds)
    if files:
        yield Row(f"{len(files)} real PBN files", boards / seconds, "boards/s", floor=2_500)
