"""LIN: made records of 52 cards read and written, and real files read.

Processor time, the best of several rounds. The median is of the real files with five boards or
more.
"""

from __future__ import annotations

import io
import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pbn_files

import overtrick
from bench.measuring import Given, Row, best, by_turns


def stream(data: bytes) -> int:
    with overtrick.open_boards(io.BytesIO(data), format="lin", errors="collect") as boards:
        return sum(1 for _ in boards)


def written(boards: overtrick.BoardSet) -> bytes:
    sink = io.BytesIO()
    overtrick.write(boards, sink, format="lin")
    return sink.getvalue()


def rows(given: Given) -> Iterator[Row]:
    """Measure made boards, then the files of the folders."""
    count, rounds = given.size(3000, 100), given.times(5)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "plain.pbn"
        pbn_files.write_file(count, "plain", path)
        boards = overtrick.read(path)
    data = written(boards)
    found = by_turns({"read": lambda: stream(data), "write": lambda: written(boards)}, rounds)
    yield Row("made records, read", count / found["read"], "boards/s")
    yield Row("made boards, written", count / found["write"], "boards/s", floor=12_500)
    rates, total, seconds = [], 0, 0.0
    for file in given.files(".lin"):
        content = file.read_bytes()
        number = stream(content)
        taken = best(lambda content=content: stream(content), rounds)
        total, seconds = total + number, seconds + taken
        rates += [number / taken] if number >= 5 else []
    if rates:
        yield Row("real files, in sum", total / seconds, "boards/s", floor=8_000)
        yield Row(f"real files, median of {len(rates)}", statistics.median(rates), "boards/s")
