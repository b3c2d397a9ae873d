"""Double dummy: tables beside endplay's own batches, the cache, and memory.

Random deals are solved by `overtrick_dd.tables` and by endplay's `calc_all_tables`, 32 a call, part
by part in turn, each in a process of its own: processor time of it and of what it starts, with the
start for us and without it for endplay, whose import brings numpy and matplotlib. Checked files
have tables that are made up and are in the cache.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import overtrick
import overtrick_dd
from bench.measuring import PEAK, ROOT, Given, Row, best, peak_megabytes, run
from overtrick import Board, Deal, DoubleDummyGrid
from overtrick_dd import process, solving
from overtrick_dd.cache import FILE_NAME, Cache

OURS = """
import sys, overtrick_dd
from overtrick import Deal
print(*overtrick_dd.tables(map(Deal.parse, open(sys.argv[1]).read().splitlines())), sep="\\n")
"""

THEIRS = """
import sys, time
from endplay.dds import calc_all_tables
from endplay.types import Deal, Denom, Player
deals = [Deal(line) for line in open(sys.argv[1]).read().splitlines()]
started = time.process_time()
found = [t for n in range(0, len(deals), 32) for t in calc_all_tables(deals[n : n + 32])]
spent = time.process_time() - started
order = (Denom.clubs, Denom.diamonds, Denom.hearts, Denom.spades, Denom.nt)
players = (Player.north, Player.east, Player.south, Player.west)
for table in found:
    rows = (p.abbr + ":" + ",".join(str(table[d, p]) for d in order) for p in players)
    print("<DoubleDummyGrid C,D,H,S,NT", *rows, end=">\\n")
print(spent)
"""

# Both processes, with all that is loaded before the first table.
START = """
import contextlib
from overtrick_dd import SolverError, process, solving
kept = process.kept_process(solving.chosen_solver())
with contextlib.suppress(SolverError):  # no deals are an error of theirs, which is an answer
    kept.ask({"do": "tables", "deals": []}, 60)
kept.close()
"""

PARTS = 5

CHECK = (
    """
import sys
from bench.measuring import command_line
command_line()(["dd", sys.argv[1], "--check"])
"""
    + PEAK
)
LIBRARY = "import ctypes; from overtrick_dd.dds import find_dds; ctypes.CDLL(find_dds())"


def random_deals(count: int) -> list[Deal]:
    chosen, deals = random.Random(12), []
    for _ in range(count):
        cards = list(range(52))
        chosen.shuffle(cards)
        hands = (cards[place : place + 13] for place in (0, 13, 26, 39))
        deals.append(Deal.from_masks(*(sum(1 << card for card in hand) for hand in hands)))
    return deals


def solved(code: str, deals: list[Deal], folder: str) -> tuple[list[str], float]:
    """Return the lines that some code prints, and the processor time of it and its children."""
    path = Path(folder) / "deals.txt"
    path.write_text("\n".join(map(str, deals)))
    done = run([sys.executable, "-c", code, str(path)], OVERTRICK_CACHE=folder)
    return done.output.splitlines(), done.processor


def table_rows(deals: list[Deal], folder: str) -> Iterator[Row]:
    """Solve parts of the deals by turns."""
    size = -(-len(deals) // PARTS)
    parts = [deals[start : start + size] for start in range(0, len(deals), size)]
    # Each part starts our processes anew, and a run over all deals does it once.
    started = min(solved(START, [], folder)[1] for _ in range(3))
    ours, theirs = [], []
    for number, part in enumerate(parts):
        for who in (OURS, THEIRS) if number % 2 else (THEIRS, OURS):
            if who is OURS:
                tables, seconds = solved(OURS, part, folder)
                ours.append(seconds - started)
            else:
                *others, own = solved(THEIRS, part, folder)[0]
                theirs.append(float(own))
        if tables != others:
            raise SystemExit("the tables differ")
    rate = len(deals) / (sum(ours) + started)
    yield Row(f"tables of {len(deals)} deals", rate, "tables/s", len(deals) / sum(theirs))
    os.environ["OVERTRICK_CACHE"] = folder
    overtrick_dd.tables(deals[:1])
    seconds = best(lambda: overtrick_dd.tables(deals), 3)
    yield Row("the same from the cache", seconds / len(deals) * 1e6, "µs a deal")


def check_rows(count: int, folder: str) -> Iterator[Row]:
    """Check the tables of large files against a cache that holds them."""
    spec = solving.chosen_solver()
    for boards in (count // 4, count):
        path = Path(folder) / f"{boards}.pbn"
        known, given = [], []
        for number, deal in enumerate(random_deals(boards), 1):
            chosen = random.Random(number)
            numbers = [chosen.randrange(14) for _ in range(20)]
            known.append((solving._question(spec, b"T", deal), bytes(numbers)))
            grid = DoubleDummyGrid(tuple(tuple(numbers[at : at + 5]) for at in (0, 5, 10, 15)))
            given.append(Board(number=number, deal=deal, grids=(grid.to_grid(),)))
        overtrick.write(given, path)
        cache = Cache(Path(folder) / FILE_NAME)
        cache.put(known)
        cache.close()
        done = run([sys.executable, "-c", CHECK, str(path)], ROOT, OVERTRICK_CACHE=folder)
        yield Row(f"`dd --check` of {boards:,} known boards", done.processor, "s")
        yield Row(f"its memory, {boards:,}", int(done.output.split()[-1]) / 1024, "MB")


def rows(given: Given) -> Iterator[Row]:
    """Measure tables, the cache, memory and checks; nothing without endplay."""
    if not given.has("endplay"):
        return
    with tempfile.TemporaryDirectory() as folder:
        yield from table_rows(random_deals(given.size(200, 3)), folder)
        theirs = peak_megabytes("import endplay.dds")
        if (ours := peak_megabytes(LIBRARY)) is not None:
            yield Row("memory before anything is solved", ours, "MB", theirs)
    with tempfile.TemporaryDirectory() as folder:  # of its own: what is put there is made up
        yield from check_rows(40 if given.is_quick else 20_000, folder)
    process._close_all(os.getpid())
