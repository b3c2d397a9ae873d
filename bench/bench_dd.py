"""Measure double dummy: tables beside endplay's own batches, the cache, a solver that is killed.

    python bench/bench_dd.py [--quick] [--deals N]

- 200 random deals by `overtrick_dd.tables` and by endplay's `calc_all_tables`, 32 a call, part by
  part in turn, each in a process of its own: processor time of it and of what it starts, less that
  of the start itself for endplay (its import brings numpy and matplotlib) and with it for us.
- The same deals once more, from the cache.
- 100 boards while the solver is ended with SIGKILL ten times: all must be right.
- What a process needs that has loaded the library alone, and endplay as a whole.
- Large files whose tables are held against the cache: processor time and memory.

`--quick` takes 6 deals, for CI. Without endplay it says so and ends.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import overtrick
import overtrick_dd
from overtrick import Board, Deal, DoubleDummyGrid
from overtrick_dd import process, solving
from overtrick_dd.cache import FILE_NAME, Cache

OURS = """
import sys, overtrick_dd
from overtrick import Deal
print(*overtrick_dd.tables(map(Deal.parse, sys.stdin.read().splitlines())), sep="\\n")
"""

THEIRS = """
import resource, sys, time
from endplay.dds import calc_all_tables
from endplay.types import Deal, Denom, Player
deals = [Deal(line) for line in sys.stdin.read().splitlines()]
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

# What `resource` tells would be at the least what this process had when it started the other one.
CHECK = """
from pathlib import Path
from overtrick_cli.application import run
run(["dd", {!r}, "--check"])
status = Path("/proc/self/status")
lines = status.read_text().splitlines() if status.exists() else []
print(next((int(line.split()[1]) // 1024 for line in lines if line.startswith("VmHWM")), "?"))
"""

MEMORY = """
import resource, sys
{}
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def random_deals(count: int) -> list[Deal]:
    chosen, deals = random.Random(12), []
    for _ in range(count):
        cards = list(range(52))
        chosen.shuffle(cards)
        hands = (cards[place : place + 13] for place in (0, 13, 26, 39))
        deals.append(Deal.from_masks(*(sum(1 << card for card in hand) for hand in hands)))
    return deals


def run(code: str, deals: list[Deal], folder: str) -> tuple[list[str], float]:
    """Return the lines that some code prints, and the processor time of it and its children."""
    before = os.times()
    done = subprocess.run(
        [sys.executable, "-c", code],
        input="\n".join(map(str, deals)),
        env=os.environ | {"OVERTRICK_CACHE": folder},
        capture_output=True,
        text=True,
        check=True,
    )
    after = os.times()
    spent = after.children_user + after.children_system
    return done.stdout.splitlines(), spent - before.children_user - before.children_system


def speed(deals: list[Deal], folder: str) -> None:
    """Solve parts of the deals in turn: ours, theirs, theirs, ours, so that both see the same."""
    size = -(-len(deals) // PARTS)
    parts = [deals[start : start + size] for start in range(0, len(deals), size)]
    # Each part starts our processes anew, and a run over all deals does it once.
    started = min(run(START, [], folder)[1] for _ in range(3))
    ours, theirs = [], []
    for number, part in enumerate(parts):
        for who in (OURS, THEIRS) if number % 2 else (THEIRS, OURS):
            if who is OURS:
                tables, seconds = run(OURS, part, folder)
                ours.append(seconds - started)
            else:
                *others, own = run(THEIRS, part, folder)[0]
                theirs.append(float(own))
        assert tables == others, "the tables differ"
    spent = {"ours": sum(ours) + started, "theirs": sum(theirs)}
    for who, name in (("ours", "overtrick_dd, with its start"), ("theirs", "endplay, without")):
        print(f"{name:28}  {spent[who]:7.2f} s  {len(deals) / spent[who]:5.2f} tables/s")
    each = ", ".join(f"{b / a:.3f}" for a, b in zip(ours, theirs, strict=True))
    print(f"{len(deals)} equal tables, ratio of speeds {spent['theirs'] / spent['ours']:.3f}")
    print(f"its parts without the start: {each}; the start is {started:.2f} s")
    os.environ["OVERTRICK_CACHE"] = folder
    overtrick_dd.tables(deals[:1])
    started = time.process_time()
    overtrick_dd.tables(deals)
    print(f"the same from the cache       {1000 * (time.process_time() - started):7.1f} ms")


def check(count: int, folder: str) -> None:
    """Hold the tables of large files against the cache, which is given them: they are made up."""
    spec = solving.chosen_solver()
    for boards in (count // 4, count):
        path = Path(folder) / f"{boards}.pbn"
        rows, given = [], []
        for number, deal in enumerate(random_deals(boards), 1):
            chosen = random.Random(number)
            numbers = [chosen.randrange(14) for _ in range(20)]
            rows.append((solving._question(spec, b"T", deal), bytes(numbers)))
            grid = DoubleDummyGrid(tuple(tuple(numbers[at : at + 5]) for at in (0, 5, 10, 15)))
            given.append(Board(number=number, deal=deal, grids=(grid.to_grid(),)))
        overtrick.write(given, path)
        cache = Cache(Path(folder) / FILE_NAME)
        cache.put(rows)
        cache.close()
        found, seconds = run(CHECK.format(str(path)), [], folder)
        print(f"--check of {boards:,} known boards: {found[-2]}; {seconds:.2f} s, {found[-1]} MB")


def killed(deals: list[Deal], folder: str, times: int) -> None:
    """Solve while the solver is killed, and hold the tables against those of the cache."""
    os.environ["OVERTRICK_CACHE"] = folder
    right = overtrick_dd.tables(deals)
    kept = process.kept_process(solving.chosen_solver())
    is_over, killed, lost, found = threading.Event(), [], [], []

    def kill() -> None:
        done = -1
        while len(killed) < times and not is_over.wait(0.9):
            # Not before the next one has found something: who kills faster than that has his way.
            if kept.pid is not None and len(found) > done:
                done = len(found)
                os.kill(kept.pid, signal.SIGKILL)
                killed.append(kept.pid)

    killer = threading.Thread(target=kill)
    killer.start()
    solving_all = overtrick_dd.solve(
        deals, use_cache=False, restarted=lambda places, why: lost.append((places, why))
    )
    for one in solving_all:
        found.append(one)
    is_over.set()
    killer.join()
    assert sorted(one.place for one in found) == list(range(len(deals)))
    wrong = sum(one.grid != right[one.place] for one in found)
    print(
        f"killed {len(killed)} times in {len(deals)} boards: {len(lost)} calls lost, {wrong} wrong"
    )
    assert not wrong


def memory() -> None:
    library = "import ctypes; from overtrick_dd.dds import find_dds; ctypes.CDLL(find_dds())"
    for name, code in (
        ("the library alone", library),
        ("endplay as a whole", "import endplay.dds"),
    ):
        done = subprocess.run(
            [sys.executable, "-c", MEMORY.format(code)], capture_output=True, text=True, check=True
        )
        print(f"{name:28}  {int(done.stdout) / 1024:7.0f} MB before anything is solved")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--quick", action="store_true", help="6 deals, killed once")
    parser.add_argument("--deals", type=int, default=200)
    asked = parser.parse_args()
    if importlib.util.find_spec("endplay") is None:
        print("endplay is not installed: nothing to compare with")
        return
    deals = random_deals(6 if asked.quick else asked.deals)
    with tempfile.TemporaryDirectory() as folder:
        speed(deals, folder)
        if hasattr(signal, "SIGKILL"):
            killed(deals[:100], folder, 1 if asked.quick else 10)
        memory()
    with tempfile.TemporaryDirectory() as folder:  # of its own: what is put there is made up
        check(200 if asked.quick else 20_000, folder)
    process._close_all(os.getpid())


if __name__ == "__main__":
    main()
