"""Measure reading beside endplay on the files that people have, boards kept on both sides.

    python bench/bench_real.py [--quick] [--all] [--rounds N] [FOLDER...]

Every PBN and LIN file of the folders is read by overtrick (`overtrick.read` of the path, findings
collected) and by endplay (its parser, from an open file), by turns, each in a process of its own
as in a user's program: in one process each would begin with what the other left in the caches of
the processor, which costs the shorter reading more. Times are processor time, the best of the
rounds. A file's ratio is endplay's time over ours: over 1, we are the faster one.
Files that both cannot read alike (another number of boards, or one of them fails) are told apart
and count in no ratio. Without a folder, files in the styles of real programs are made
(`pbn_styles.py`). endplay is optional: without it there are our own figures only.

In a pass of its own it is counted how many games, auctions, plays and tables went which way
through our PBN reader. The functions that are counted stand in `WAYS`; one that is no longer
there is named in the output.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import importlib
import importlib.util
import io
import multiprocessing
import statistics
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "tests"))

import pbn_styles

import overtrick
from overtrick.findings.errors import OvertrickError

HAS_ENDPLAY = importlib.util.find_spec("endplay") is not None

# What is counted: of what, which way, and the function that goes it. A function that returns None
# has given up, and another one follows.
WAYS = [
    ("games", "quick", "overtrick_pbn.text.cut:cut_canonical"),
    ("games", "items", "overtrick_pbn.text.cut:cut_items"),
    ("auctions", "plain", "overtrick_pbn.read.auction:plain_auction"),
    ("auctions", "look-up", "overtrick_pbn.read.auction:annotated_auction"),
    ("auctions", "scanner", "overtrick_pbn.read.auction:read_auction"),
    ("plays", "plain", "overtrick_pbn.read.play:plain_play"),
    ("plays", "look-up", "overtrick_pbn.read.play:fast_play"),
    ("plays", "scanner", "overtrick_pbn.read.play:read_play"),
    ("tables", "look-up", "overtrick_pbn.read.tables:fast_table"),
    ("tables", "scanner", "overtrick_pbn.read.tables:read_section"),
]
SLOW = {"items", "scanner"}

Ways = Counter[tuple[str, str]]


@dataclass
class Row:
    """What was measured of one file."""

    path: Path
    boards: int
    ours: float
    theirs: float | None
    findings: int
    unlike: str = ""
    ways: Ways = field(default_factory=Counter)

    @property
    def ratio(self) -> float:
        return (self.theirs or 0.0) / self.ours


def read_ours(path: Path) -> overtrick.BoardSet:
    return overtrick.read(path, errors="collect")


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
    findings: int = 0
    failed: str = ""


def read_once(path: Path, *, by_us: bool) -> Reading:
    read: Callable[[Path], object] = read_ours if by_us else read_theirs
    encoding_of(path)
    begun = time.process_time()
    try:
        boards = read(path)
    except Exception as error:  # whatever endplay stumbles over is its own affair
        if by_us and not isinstance(error, OvertrickError):
            raise
        return Reading(failed=f"{type(error).__name__}: {error}"[:100])
    seconds = time.process_time() - begun
    if isinstance(boards, overtrick.BoardSet):
        return Reading(seconds, len(boards), len(boards.diagnostics))
    return Reading(seconds, len(boards) if isinstance(boards, list) else 0)


def serve(connection: Connection, by_us: bool) -> None:  # of a process
    """Read the files whose names come, until none comes."""
    warnings.simplefilter("ignore")  # endplay's deprecations
    with contextlib.redirect_stdout(io.StringIO()):  # endplay prints what it passes over
        while (path := connection.recv()) is not None:
            connection.send(read_once(path, by_us=by_us))


class Reader:
    """A process that reads files by one of the two."""

    def __init__(self, *, by_us: bool) -> None:
        context = multiprocessing.get_context("spawn")
        self._connection, other = context.Pipe()
        self._process = context.Process(target=serve, args=(other, by_us), daemon=True)
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


def measure(path: Path, rounds: int, us: Reader, them: Reader | None) -> Row | None:
    """Return the row of a file; `None` where there is no board in it."""
    first = us.read(path)
    if first.failed:
        return Row(path, 0, 0.0, None, 0, unlike=f"overtrick: {first.failed}")
    if not first.boards:
        return None
    row = Row(path, first.boards, 0.0, None, first.findings)
    if them is not None:
        other = them.read(path)
        if other.failed:
            row.unlike = f"endplay: {other.failed}"
        elif other.boards != row.boards:
            row.unlike = f"endplay has {other.boards} boards, we {row.boards}"
    ours, theirs = [], []
    for _ in range(rounds):
        ours.append(us.read(path).seconds)
        if them is not None and not row.unlike:
            theirs.append(them.read(path).seconds)
    row.ours, row.theirs = min(ours), min(theirs, default=None)
    return row


@contextlib.contextmanager
def counting(ways: Ways) -> Iterator[list[str]]:
    """Count the ways of the PBN reader; yields the functions that could not be found."""
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


def shares(ways: Ways) -> str:
    """Return the ways as text, such as `auctions: look-up 97 %, scanner 3 %`."""
    kinds = dict.fromkeys(kind for kind, _, _ in WAYS)
    texts = []
    for kind in kinds:
        counts = {way: ways[kind, way] for k, way, _ in WAYS if k == kind and ways[kind, way]}
        total = sum(counts.values())
        if total:
            told = ", ".join(f"{way} {100 * count / total:.0f} %" for way, count in counts.items())
            texts.append(f"{kind}: {told}")
    return "; ".join(texts)


def reason(row: Row) -> str:
    """Say what makes a file slow, as far as the counts tell."""
    texts = []
    for kind in dict.fromkeys(kind for kind, _, _ in WAYS):
        total = sum(count for (k, _), count in row.ways.items() if k == kind)
        slow = sum(count for (k, way), count in row.ways.items() if k == kind and way in SLOW)
        if slow:
            texts.append(f"{100 * slow / total:.0f} % of the {kind} not by look-up")
    if row.findings:
        texts.append(f"{row.findings / row.boards:.1f} findings a board")
    if row.boards < 5:
        texts.append(f"{row.boards} boards: what a file costs in itself")
    return ", ".join(texts) or f"{row.ours / row.boards * 1e6:.0f} us a board, all on the fast way"


def print_rows(rows: list[Row], *, everything: bool) -> None:
    widest = max(len(row.path.name) for row in rows)
    width = min(widest, 60)
    print(f"{'file':{width}} {'boards':>7} {'us a board':>11} {'endplay':>9} {'ratio':>6}")
    for row in rows:
        name = row.path.name if len(row.path.name) <= width else row.path.name[: width - 1] + "~"
        text = f"{name:{width}} {row.boards:7}"
        if row.ours:
            text += f" {row.ours / row.boards * 1e6:11.0f}"
        if row.theirs is not None:
            text += f" {row.theirs / row.boards * 1e6:9.0f} {row.ratio:6.2f}"
        if row.unlike:
            text += f"  not alike: {row.unlike}"
        if everything and row.ways:
            text += f"  {shares(row.ways)}"
        print(text)


def print_sums(what: str, rows: list[Row]) -> None:
    measured = [row for row in rows if row.ours]
    if not measured:
        return
    boards, ours = sum(row.boards for row in measured), sum(row.ours for row in measured)
    print(f"\n{what}: {len(measured)} files, {boards:,} boards, {boards / ours:,.0f} boards/s")
    alike = [row for row in measured if row.theirs is not None]
    if alike:
        ratio = sum(row.theirs or 0.0 for row in alike) / sum(row.ours for row in alike)
        slower = [row for row in alike if row.ratio < 1]
        print(f"  {len(alike)} files read alike, in sum {ratio:.2f} times endplay")
        print(f"  slower than endplay: {len(slower)} ({100 * len(slower) / len(alike):.0f} %)")
        many = [row.ratio for row in alike if row.boards >= 5]
        if many:
            median = statistics.median(many)
            print(f"  {len(many)} files of 5 boards or more, median {median:.2f} times endplay")
    ways: Ways = Counter()
    for row in measured:
        ways.update(row.ways)
    for text in filter(None, shares(ways).split("; ")):
        print(f"  {text}")
    worst = sorted(alike, key=lambda row: row.ratio)[:10] if alike else []
    for row in worst:
        print(f"  {row.ratio:5.2f} {row.path.name[:60]}: {reason(row)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--quick", action="store_true", help="30 boards a made file, one round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--boards", type=int, default=100, help="boards in each file that is made")
    parser.add_argument("--all", action="store_true", help="tell the ways of every file")
    asked = parser.parse_args()
    rounds = 1 if asked.quick else asked.rounds
    if not HAS_ENDPLAY:
        print("endplay is not installed: only our own figures (pip install 'endplay>=0.5.12')")
    us, them = Reader(by_us=True), Reader(by_us=False) if HAS_ENDPLAY else None
    with tempfile.TemporaryDirectory() as name:
        folders = asked.folders
        if not folders:
            pbn_styles.make_all(Path(name), 30 if asked.quick else asked.boards)
            folders = [Path(name)]
        paths = sorted(
            path
            for folder in folders
            for path in folder.rglob("*")
            if path.suffix.lower() in {".pbn", ".lin"} and path.is_file()
        )
        rows = []
        for path in paths:
            row = measure(path, rounds, us, them)
            if row is not None:
                rows.append(row)
        for reader in (us, them):
            if reader is not None:
                reader.close()
        missing: list[str] = []
        for row in rows:
            if row.ours:
                with counting(row.ways) as missing:
                    read_ours(row.path)
    if not rows:
        sys.exit("no PBN or LIN file with a board in it")
    print_rows(rows, everything=asked.all)
    for what, suffix in (("PBN", ".pbn"), ("LIN", ".lin")):
        print_sums(what, [row for row in rows if row.path.suffix.lower() == suffix])
    for text in missing:
        print(f"not counted, the function is gone: {text}")


if __name__ == "__main__":
    main()
