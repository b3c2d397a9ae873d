"""Canonical PBN: read, kept, its deals alone, exported and preserved, beside endplay.

Files are made by `tests/pbn_files.py`; boards that are streamed are dropped. endplay cannot read
`rich` files. The peak memory is of a preserving round trip in a process of its own.
"""

from __future__ import annotations

import importlib
import io
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pbn_files

import overtrick
from bench.measuring import Given, Row, by_turns, peak_megabytes
from overtrick import Field

DEAL_FIELDS = {Field.NUMBER, Field.DEALER, Field.VULNERABILITY, Field.DEAL}
ROUND_TRIP = """
import sys, overtrick
overtrick.convert(sys.argv[1], sys.argv[2], write_options={"style": "preserve"}, overwrite=True)
"""
VARIANTS = {"deal": "file of deals", "plain": "plain", "rich": "rich"}
FLOORS = {
    "full import, plain": 6.5,
    "full import, file of deals": 4,
    "kept, plain": 5,
    "kept, file of deals": 4,
    "deals only, plain": 8,
    "deals only, file of deals": 5,
    "export, plain": 8,
}


def stream(path: Path, wants: set[Field] | None = None) -> int:
    with overtrick.open_boards(path, format="pbn", wants=wants) as boards:
        return sum(1 for _ in boards)


def write(boards: overtrick.BoardSet, style: str) -> None:
    overtrick.write(boards, io.BytesIO(), format="pbn", options={"style": style})


def rows(given: Given) -> Iterator[Row]:
    """Measure all of it by turns; memory last."""
    count, rounds = given.size(10_000, 100), given.times(5)
    works = {}
    with tempfile.TemporaryDirectory() as folder:
        for variant, name in VARIANTS.items():
            path = Path(folder) / f"{variant}.pbn"
            pbn_files.write_file(count, variant, path)
            boards = overtrick.read(path)
            works[f"full import, {name}"] = lambda path=path: stream(path)
            works[f"kept, {name}"] = lambda path=path: overtrick.read(path, format="pbn")
            works[f"deals only, {name}"] = lambda path=path: stream(path, DEAL_FIELDS)
            works[f"preserve, {name}"] = lambda boards=boards: write(boards, "preserve")
            if variant == "plain":
                works["export, plain"] = lambda boards=boards: write(boards, "export")
        if given.has("endplay"):
            endplay = importlib.import_module("endplay.parsers.pbn")
            for variant in ("deal", "plain"):
                text = (Path(folder) / f"{variant}.pbn").read_text("latin-1")
                works[f"endplay, {VARIANTS[variant]}"] = lambda text=text: endplay.loads(text)
            loaded = endplay.loads(text)
            works["endplay, export"] = lambda: endplay.dumps(loaded)
        rates = {what: count / seconds for what, seconds in by_turns(works, rounds).items()}
        for what in works:
            if not what.startswith("endplay"):
                source = what.partition(", ")[2]
                peers = {"export": "endplay, export", "preserve": ""}
                peer = rates.get(peers.get(what.partition(",")[0], f"endplay, {source}"))
                yield Row(what, rates[what], "boards/s", peer, FLOORS.get(what))
        ratio = rates["full import, rich"] / rates["full import, plain"]
        yield Row("rich against plain", ratio, "times", floor=0.65)
        for size in (100,) if given.is_quick else (10_000, 100_000):
            source, target = Path(folder) / "long.pbn", Path(folder) / "out.pbn"
            pbn_files.write_file(size, "plain", source)
            peak = peak_megabytes(ROUND_TRIP, source, target)
            if source.read_bytes() != target.read_bytes():
                raise SystemExit("a preserving round trip changed bytes")
            if peak is not None:
                yield Row(f"memory of a round trip, {size:,} boards", peak, "MB", floor=60)
