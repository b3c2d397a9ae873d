"""What it costs to open one small file: opened, told apart, read and closed, in a warm process.

    python bench/bench_open.py [--quick] [--rounds N]

Files of one board, and of a few, in each of the formats that people exchange are read from their
paths with `overtrick.read`, by turns with endplay's reader of the format from an open file, where
endplay is installed. Times are processor time a file, the least of the rounds. Behind them stands
what the same reading takes without opening and telling apart (`format` given, from bytes).
"""

from __future__ import annotations

import argparse
import importlib
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "tests"))

import pbn_files

import overtrick

try:
    import endplay.parsers.lin
    import endplay.parsers.pbn
except ImportError:
    endplay = None

FORMATS = ("lin", "dlm", "dup", "bri", "dge", "hrf", "csv", "ber")
"""The formats besides PBN; what they do not carry is left out."""


def make_files(folder: Path, count: int) -> list[Path]:
    """Write the same boards in every format, in PBN also their deals alone."""
    deals, source = folder / f"deals{count}.pbn", folder / f"games{count}.pbn"
    pbn_files.write_file(count, "deal", str(deals))
    pbn_files.write_file(count, "plain", str(source))
    boards = overtrick.read(source)
    found = [deals, source]
    for name in FORMATS:
        spec = next(spec for spec in overtrick.formats() if spec.name == name)
        found.append(folder / f"boards{count}{spec.suffixes[0]}")
        overtrick.write(boards, found[-1], format=name)
    return found


def parser_of(path: Path) -> Callable[[Path], object] | None:
    """Return endplay's way to read a file."""
    if endplay is None or path.suffix not in {".pbn", ".lin"}:
        return None
    parser = importlib.import_module(f"endplay.parsers.{path.suffix[1:]}")

    def load(path: Path) -> object:
        with path.open() as file:
            return parser.load(file)

    return load


def microseconds(function: Callable[[], object], times: int) -> float:
    """Return the processor time of one call, of many calls in a row."""
    begun = time.process_time()
    for _ in range(times):
        function()
    return (time.process_time() - begun) / times * 1e6


def main() -> None:
    """Print a line for each file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--quick", action="store_true", help="few rounds")
    arguments = parser.parse_args()
    rounds, times = (3, 3) if arguments.quick else (arguments.rounds, 20)
    if endplay is None:
        print("(endplay is not installed: no figure for it)")
    print(f"{'µs a file':<16}{'overtrick':>11}{'endplay':>10}{'ratio':>8}{'read alone':>12}")
    with tempfile.TemporaryDirectory() as name:
        for count in (1, 5):
            for path in make_files(Path(name), count):
                line(path, rounds, times)


def line(path: Path, rounds: int, times: int) -> None:
    """Measure a file by turns and print what came of it."""
    spec = overtrick.detect(path).format
    data = path.read_bytes()
    theirs = parser_of(path)
    ways: list[Callable[[], object]] = [
        lambda: overtrick.read(path),
        lambda: overtrick.loads(data, format=spec),
    ]
    if theirs is not None:
        ways.append(lambda: theirs(path))
    taken = [[microseconds(way, times) for way in ways] for _ in range(rounds)]
    best = [min(column) for column in zip(*taken, strict=True)]
    other = f"{best[2]:>10.0f}{best[2] / best[0]:>8.2f}" if theirs is not None else " " * 18
    print(f"{path.name:<16}{best[0]:>11.0f}{other}{best[1]:>12.0f}")


if __name__ == "__main__":
    main()
