"""Measure double dummy: tables beside endplay's own batches, the cache, a solver that is killed.

    python bench/bench_dd.py [--quick] [--deals N]

- 200 random deals by `overtrick_dd.tables` and by endplay's `calc_all_tables`, 32 a call, each in a
  process of its own: processor time of it and of what it starts, less that of the start itself for
  endplay (its import brings numpy and matplotlib) and with it for us.
- The same deals once more, from the cache.
- 100 boards while the solver is ended with SIGKILL ten times: all must be right.
- What a process needs that has loaded the library alone, and endplay as a whole.

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

import overtrick_dd
from overtrick import Deal
from overtrick_dd import process, solving

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
    """Solve halves of the deals in turn: ours, theirs, theirs, ours."""
    half = (len(deals) + 1) // 2
    spent = {"ours": 0.0, "theirs": 0.0}
    for part, order in ((deals[:half], ("ours", "theirs")), (deals[half:], ("theirs", "ours"))):
        tables = {}
        for who in order:
            if who == "ours":
                tables[who], seconds = run(OURS, part, folder)
            else:
                *tables[who], own = run(THEIRS, part, folder)[0]
                seconds = float(own)
            spent[who] += seconds
        assert tables["ours"] == tables["theirs"], "the tables differ"
    for who, name in (("ours", "overtrick_dd, with its start"), ("theirs", "endplay, without")):
        print(f"{name:28}  {spent[who]:7.2f} s  {len(deals) / spent[who]:5.2f} tables/s")
    print(f"{len(deals)} equal tables, ratio of speeds {spent['theirs'] / spent['ours']:.3f}")
    os.environ["OVERTRICK_CACHE"] = folder
    overtrick_dd.tables(deals[:1])
    started = time.process_time()
    overtrick_dd.tables(deals)
    print(f"the same from the cache       {1000 * (time.process_time() - started):7.1f} ms")


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
    process._close_all(os.getpid())


if __name__ == "__main__":
    main()
