"""Reading the files that people have, beside endplay, boards kept on both sides.

Every PBN and LIN file of the folders is read by overtrick (`overtrick.read` of the path, findings
collected) and by endplay (its parser, from an open file), by turns, each in a process of its own
as in a user's program: in one process each would begin with what the other left in the caches of
the processor, which costs the shorter reading more. Times are processor time, the best of the
rounds. A file's ratio is endplay's time over ours. Files that both cannot read alike (another
number of boards, or one of them fails) are noted and count in no ratio. Without a folder, files in
the styles of real programs are made (`tests/pbn_styles.py`).

PBN files are read by the grammar alone as well (`parser=grammar`), in a third process.

In a pass of its own it is counted how many games, auctions, plays and tables go which way through
our PBN reader. The functions that are counted are in `WAYS`.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import io
import multiprocessing
import statistics
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

import attrs
import pbn_styles

import overtrick
from bench.measuring import Given, Row

# What is counted: of what, which way, and the function that goes it. A function that returns None
# has given up, and another one follows.
WAYS = [
    ("games", "quick", "overtrick_pbn.text.cut:cut_canonical"),
    ("games", "items", "overtrick_pbn.text.cut:cut_items"),
    ("auctions", "look-up", "overtrick_pbn.read.auction:quick_auction"),
    ("auctions", "grammar", "overtrick_pbn.read.auction:read_auction"),
    ("plays", "look-up", "overtrick_pbn.read.play:quick_play"),
    ("plays", "grammar", "overtrick_pbn.read.play:read_play"),
    ("tables", "look-up", "overtrick_pbn.read.tables:fast_table"),
    ("tables", "grammar", "overtrick_pbn.read.tables:read_section"),
]

Ways = Counter[tuple[str, str]]


@dataclass
class File:
    """What was measured of one file."""

    path: Path
    boards: int
    ours: float
    theirs: float | None
    by_grammar: float | None = None
    unlike: str = ""

    @property
    def ratio(self) -> float:
        return (self.theirs or 0.0) / self.ours

    @property
    def grammar_ratio(self) -> float:
        return (self.theirs or 0.0) / (self.by_grammar or float("inf"))


def read_ours(path: Path) -> overtrick.BoardSet:
    return overtrick.read(path, errors="collect")


def read_by_grammar(path: Path) -> overtrick.BoardSet:
    return overtrick.read(path, errors="collect", options={"parser": "grammar"})


def read_theirs(path: Path) -> list[object]:
    """Let endplay read a file; it is imported in its own process alone."""
    name = "lin" if path.suffix.lower() == ".lin" else "pbn"
    parser = importlib.import_module(f"endplay.parsers.{name}")
    with path.open(encoding=encoding_of(path)) as file:
        return parser.load(file)


@functools.cache
def encoding_of(path: Path) -> str:
    try:
        path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        return "latin-1"
    return "utf-8-sig"


@dataclass
class Reading:
    """What came of reading a file once: boards and findings, or why there is nothing."""

    seconds: float = 0.0
    boards: int = 0
    failed: str = ""


READERS: dict[str, Callable[[Path], object]] = {
    "us": read_ours,
    "grammar": read_by_grammar,
    "them": read_theirs,
}


def read_once(path: Path, who: str) -> Reading:
    read, by_us = READERS[who], who != "them"
    encoding_of(path)
    begun = time.process_time()
    try:
        boards = read(path)
    except Exception as error:  # whatever endplay stumbles over is its own affair
        if by_us and not isinstance(error, overtrick.OvertrickError):
            raise
        return Reading(failed=f"{type(error).__name__}: {error}"[:100])
    seconds = time.process_time() - begun
    if isinstance(boards, overtrick.BoardSet):
        return Reading(seconds, len(boards))
    return Reading(seconds, len(boards) if isinstance(boards, list) else 0)


def serve(connection: Connection, who: str) -> None:  # of a process
    """Read the files whose names come, until none comes."""
    warnings.simplefilter("ignore")  # endplay's deprecations
    with contextlib.redirect_stdout(io.StringIO()):  # endplay prints what it passes over
        while (path := connection.recv()) is not None:
            connection.send(read_once(path, who))


class Reader:
    """A process that reads files in one of the ways."""

    def __init__(self, who: str) -> None:
        context = multiprocessing.get_context("spawn")
        self._connection, other = context.Pipe()
        self._process = context.Process(target=serve, args=(other, who), daemon=True)
        self._process.start()
        other.close()

    def read(self, path: Path) -> Reading:
        self._connection.send(path)
        found = self._connection.recv()
        assert isinstance(found, Reading)
        return found

    def close(self) -> None:
        self._connection.send(None)
        self._process.join()


def measure(
    path: Path, rounds: int, us: Reader, them: Reader | None, grammar: Reader
) -> File | None:
    """Return the row of a file; `None` where there is no board in it."""
    first = us.read(path)
    if first.failed:
        return File(path, 0, 0.0, None, unlike=f"overtrick: {first.failed}")
    if not first.boards:
        return None
    row = File(path, first.boards, 0.0, None)
    if them is not None:
        other = them.read(path)
        if other.failed:
            row.unlike = f"endplay: {other.failed}"
        elif other.boards != row.boards:
            row.unlike = f"endplay has {other.boards} boards, we {row.boards}"
    ours, theirs, by_grammar = [], [], []
    for _ in range(rounds):
        if path.suffix.lower() == ".pbn":
            by_grammar.append(grammar.read(path).seconds)
        ours.append(us.read(path).seconds)
        if them is not None and not row.unlike:
            theirs.append(them.read(path).seconds)
    row.ours, row.theirs = min(ours), min(theirs, default=None)
    row.by_grammar = min(by_grammar, default=None)
    return row


@contextlib.contextmanager
def counting(ways: Ways) -> Iterator[list[str]]:
    """Count the ways of the PBN reader; yields the functions that are not there."""
    missing: list[str] = []
    changed: list[tuple[object, str, object]] = []
    for kind, way, reference in WAYS:
        module_name, _, name = reference.partition(":")
        owner_name, _, method = name.rpartition(".")
        try:
            owner = importlib.import_module(module_name)
            owner = getattr(owner, owner_name) if owner_name else owner
            function = getattr(owner, method)
        except (ImportError, AttributeError):
            missing.append(f"{kind} by {way} ({reference})")
            continue
        counted = counted_function(function, ways, (kind, way))
        if owner_name:
            changed.append((owner, method, function))
            setattr(owner, method, counted)
            continue
        # A function is looked up in the module that uses it, which may have its own name for it.
        for module in [m for n, m in sys.modules.items() if n.startswith("overtrick_pbn")]:
            for used_as, value in list(vars(module).items()):
                if value is function:
                    changed.append((module, used_as, function))
                    setattr(module, used_as, counted)
    try:
        yield missing
    finally:
        for module, used_as, function in changed:
            setattr(module, used_as, function)


def counted_function(
    function: Callable[..., object], ways: Ways, key: tuple[str, str]
) -> Callable[..., object]:
    @functools.wraps(function)
    def counted(*arguments: object, **keywords: object) -> object:
        result = function(*arguments, **keywords)
        if result is not None:
            ways[key] += 1
        return result

    return counted


def way_rows(files: list[File], given: Given) -> Iterator[Row]:
    """Yield which share of the parts of games goes which way through the PBN reader."""
    ways: Ways = Counter()
    with counting(ways) as missing:
        for file in files:
            read_ours(file.path)
    for text in missing:
        given.note(f"not counted, the function is gone: {text}")
    for kind, way, _ in WAYS:
        total = sum(count for (one, _), count in ways.items() if one == kind)
        if ways[kind, way]:
            yield Row(f"PBN, {kind} by {way}", 100 * ways[kind, way] / total, "%")


def rows(given: Given) -> Iterator[Row]:
    """Read every file by turns."""
    us, grammar = Reader("us"), Reader("grammar")
    them = Reader("them") if given.has("endplay") else None
    with tempfile.TemporaryDirectory() as name:
        if not (given.files(".pbn") or given.files(".lin")):
            pbn_styles.make_all(Path(name), given.size(100, 10))
            given = attrs.evolve(given, folders=[Path(name)])
        for what in ("PBN", "LIN"):
            measured = [
                file
                for path in given.files(f".{what.lower()}")
                if (file := measure(path, given.times(3), us, them, grammar)) is not None
            ]
            given.notes.extend(
                f"{file.path.name}: {file.unlike}" for file in measured if file.unlike
            )
            readable = [file for file in measured if file.ours]
            yield from sums(what, readable)
            if what == "PBN":
                yield from way_rows(readable, given)
    for reader in (us, them, grammar):
        if reader is not None:
            reader.close()


def sums(what: str, files: list[File]) -> Iterator[Row]:
    """Yield what the files of a format come to together."""
    if not files:
        return
    rate = sum(file.boards for file in files) / sum(file.ours for file in files)
    yield Row(f"{what}, {len(files)} files, boards", rate, "boards/s")
    alike = [file for file in files if file.theirs is not None]
    if not alike:
        return
    whole = sum(file.theirs or 0.0 for file in alike) / sum(file.ours for file in alike)
    yield Row(f"{what}, {len(alike)} files read alike, in sum", whole, "times", floor=3)
    slower = 100 * sum(file.ratio < 1 for file in alike) / len(alike)
    yield Row(f"{what}, slower than endplay", slower, "%")
    yield Row(f"{what}, the slowest", min(file.ratio for file in alike), "times", floor=0.6)
    if not (many := [file for file in alike if file.boards >= 5]):
        return
    name = f"{what}, median of {len(many)} files of 5 boards or more"
    yield Row(name, statistics.median(file.ratio for file in many), "times", floor=2.5)
    yield Row(f"{what}, the slowest of them", min(file.ratio for file in many), "times", floor=0.8)
    if what == "PBN":
        whole = sum(file.theirs or 0.0 for file in alike) / sum(
            file.by_grammar or 0.0 for file in alike
        )
        yield Row("PBN by the grammar alone, in sum", whole, "times", floor=1)
        ratio = statistics.median(file.grammar_ratio for file in many)
        yield Row("PBN by the grammar alone, median of them", ratio, "times", floor=1)
