"""A small file: opened, detected, read and closed in a warm process, beside endplay.

Processor time, the least of several rounds in which the two take turns.
"""

from __future__ import annotations

import importlib
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pbn_files

import overtrick
from bench.measuring import Given, Row, by_turns

# The formats besides PBN; what they do not carry is left out.
FORMATS = ("lin", "dlm", "dup", "bri", "dge", "hrf", "csv", "ber")


def make_files(folder: Path, count: int) -> dict[str, Path]:
    """Write the same boards in every format, in PBN their deals alone too."""
    noun = "a {}" if count == 1 else f"{count} {{}}s"
    deals, games = folder / f"deals{count}.pbn", folder / f"games{count}.pbn"
    pbn_files.write_file(count, "deal", deals)
    pbn_files.write_file(count, "plain", games)
    found = {f"PBN, {noun.format('deal')}": deals, f"PBN, {noun.format('game')}": games}
    boards = overtrick.read(games)
    suffixes = {spec.name: spec.suffixes[0] for spec in overtrick.formats()}
    for name in FORMATS:
        what = f"{name.upper()}, {noun.format('game' if name == 'lin' else 'deal')}"
        found[what] = folder / f"boards{count}{suffixes[name]}"
        overtrick.write(boards, found[what], format=name)
    return found


def peer_of(path: Path) -> Callable[[], object] | None:
    """Return endplay's way to read a file."""
    if path.suffix not in {".pbn", ".lin"}:
        return None
    parser = importlib.import_module(f"endplay.parsers.{path.suffix[1:]}")

    def load() -> object:
        with path.open() as file:
            return parser.load(file)

    return load


def rows(given: Given) -> Iterator[Row]:
    """Measure files of one board and of five."""
    times = 3 if given.is_quick else 20
    has_peer = given.has("endplay")
    for count in (1, 5):
        with tempfile.TemporaryDirectory() as folder:
            for what, path in make_files(Path(folder), count).items():
                ways = {"ours": lambda path=path: overtrick.read(path)}
                if has_peer and (peer := peer_of(path)) is not None:
                    ways["theirs"] = peer
                repeated = {
                    name: lambda way=way: [way() for _ in range(times)]
                    for name, way in ways.items()
                }
                found = by_turns(repeated, given.times(12))
                each = {name: seconds / times * 1e6 for name, seconds in found.items()}
                yield Row(what, each["ours"], "µs", each.get("theirs"))
