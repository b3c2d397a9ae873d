"""How many boards a second come as columns, beside the reader and a compiled prototype.

    python bench/bench_columns.py [--boards 20000] [--quick] [--jobs FILE]

All rows take turns on one file of `pbn_files.py plain`; processor time, the best of several. With
`--jobs` one file is scanned by one process and by two, in turn, by the clock: it needs two free
cores. The prototype (`scanner_pbn.c`) is built with the C compiler at hand; where there is none,
the table says so.
"""

from __future__ import annotations

import argparse
import ctypes
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "tests"))

import pbn_files

import overtrick

HERE = Path(__file__).resolve().parent
HANDS = ["north_hand", "east_hand", "south_hand", "west_hand"]
DEAL = ["number", "dealer", "vulnerability", *HANDS]
OUTCOME = [*DEAL, "contract", "declarer", "result", "score"]
NAMES = [*OUTCOME, "event", "site", "date", "north", "east", "south", "west"]
SCANS = {
    "deal": DEAL,
    "deal, outcome and names": NAMES,
    "the same, auction and play": [*NAMES, "opener", "auction", "leader", "play"],
    "all that stands in columns": None,
}


class Board(ctypes.Structure):
    """What the prototype fills; the fields of `scanner_pbn.c`."""

    _fields_ = (
        ("hands", ctypes.c_uint64 * 4),
        ("auction", ctypes.c_int64),
        ("play", ctypes.c_int64),
        ("number", ctypes.c_int32),
        ("auction_length", ctypes.c_int32),
        ("play_length", ctypes.c_int32),
        ("calls", ctypes.c_int16),
        ("cards", ctypes.c_int16),
        *((name, ctypes.c_int8) for name in ("level", "strain", "risk", "declarer", "dealer")),
        ("result", ctypes.c_int8),
        ("sound", ctypes.c_int8),
    )


def built(folder: Path) -> ctypes.CDLL | None:
    """Return the prototype, `None` where there is no compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return None
    library = folder / "scanner.so"
    source = HERE / "scanner_pbn.c"
    command = [compiler, "-O2", "-shared", "-fPIC", "-o", str(library), str(source)]
    subprocess.run(command, check=True)
    found = ctypes.CDLL(str(library))
    found.scan.argtypes = [ctypes.c_char_p, ctypes.c_long, ctypes.POINTER(Board), ctypes.c_long]
    found.scan.restype = ctypes.c_long
    return found


def compiled(library: ctypes.CDLL, data: bytes, boards: int) -> Callable[[], int]:
    """Return a row of the table for the prototype, after a look at what it gives."""
    found = (Board * boards)()
    count = library.scan(data, len(data), found, boards)
    expected = overtrick.scan(data, columns=["number", *HANDS, "play"], format="pbn")
    rows = [row for batch in expected for row in batch.rows()]
    for board, (number, *hands, play) in zip(found, rows, strict=True):
        same = board.sound and board.number == number and list(board.hands) == hands
        if not same or board.cards != len(str(play).split()):
            msg = f"the prototype reads board {number} in another way"
            raise SystemExit(msg)
    assert count == boards
    return lambda: int(library.scan(data, len(data), found, boards))


def scanned(data: bytes, columns: list[str] | None) -> Callable[[], int]:
    """Return a row of the table for a scan."""
    return lambda: sum(map(len, overtrick.scan(data, columns=columns, format="pbn")))


def by_clock(path: str, rounds: int) -> None:
    """Print how much faster two processes are than one."""
    best = {1: float("inf"), 2: float("inf")}
    for _ in range(rounds):
        for jobs, least in best.items():
            started = time.perf_counter()
            with overtrick.scan(path, jobs=jobs) as scan:
                count = sum(map(len, scan))
            best[jobs] = min(least, time.perf_counter() - started)
    one, two = best[1], best[2]
    print(f"{count:,} boards: one process {one:.2f} s, two {two:.2f} s, ratio {one / two:.2f}")


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--quick", action="store_true", help="a tenth of the work")
    parser.add_argument(
        "--jobs", metavar="FILE", help="scan a file with one and with two processes"
    )
    given = parser.parse_args()
    if given.jobs is not None:
        by_clock(given.jobs, given.rounds)
        return 0
    boards = given.boards // 10 if given.quick else given.boards
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "plain.pbn"
        pbn_files.write_file(boards, "plain", str(path))
        data = path.read_bytes()
        rows: dict[str, Callable[[], int]] = {
            "the reader, boards dropped": lambda: sum(1 for _ in overtrick.open_boards(data)),
            **{what: scanned(data, columns) for what, columns in SCANS.items()},
        }
        library = built(Path(name))
        if library is None:
            print("(no C compiler: no figure for the compiled prototype)")
        else:
            rows["compiled prototype, in C"] = compiled(library, data, boards)
        best = dict.fromkeys(rows, float("inf"))
        for _ in range(2 if given.quick else given.rounds):
            for what, row in rows.items():
                started = time.process_time()
                count = row()
                best[what] = min(best[what], time.process_time() - started)
                assert count == boards, (what, count)
        print(f"{'best of several, processor time':<34} {'boards/s':>10} {'us a board':>11}")
        for what, seconds in best.items():
            print(f"{what:<34} {boards / seconds:>10,.0f} {1e6 * seconds / boards:>11.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
