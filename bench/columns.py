"""Columns: `overtrick.scan` of one file with more and more columns, beside the reader.

All rows take turns on one file of `tests/pbn_files.py plain`; processor time, the best of several.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pbn_files

import overtrick
from bench.measuring import Given, Row, by_turns

DEAL = ["number", "dealer", "vulnerability", "north_hand", "east_hand", "south_hand", "west_hand"]
OUTCOME = [*DEAL, "contract", "declarer", "result", "score"]
NAMES = [*OUTCOME, "event", "site", "date", "north", "east", "south", "west"]
PLAY = [*NAMES, "opener", "auction", "leader", "play"]
SCANS = {
    "number, dealer, vulnerability, hands": (DEAL, None),
    "the same, outcome and names": (NAMES, 100_000),
    "the same, auction and play": (PLAY, 60_000),
    "all columns": (None, None),
}


def scanned(path: Path, columns: list[str] | None) -> Callable[[], int]:
    """Return the work of a scan."""
    return lambda: sum(map(len, overtrick.scan(path, columns=columns, format="pbn")))


def streamed(path: Path) -> int:
    with overtrick.open_boards(path, format="pbn") as boards:
        return sum(1 for _ in boards)


def rows(given: Given) -> Iterator[Row]:
    """Measure the reader and each scan by turns."""
    count = given.size(10_000, 500)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "plain.pbn"
        pbn_files.write_file(count, "plain", path)
        works = {"the reader, boards dropped": lambda: streamed(path)}
        works |= {what: scanned(path, columns) for what, (columns, _) in SCANS.items()}
        for what, seconds in by_turns(works, given.times(12)).items():
            floor = SCANS.get(what, (None, None))[1]
            yield Row(what, count / seconds, "boards/s", floor=floor)
