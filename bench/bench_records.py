"""How long a hand record takes: whole processes, less the time of importing what PDF needs.

    python bench/bench_records.py [--runs 5] [--quick]

Boards have their tables of tricks. Budgets: 36 boards to PDF in 1 s and 1,000 in 10 s of CPU time,
each less that of `python -c "import typst, overtrick"` in the same run. The least of several runs
counts.
"""

from __future__ import annotations

import argparse
import random
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import overtrick
from overtrick.model import Board, BoardSet, Deal, DoubleDummyGrid, Seat, Vulnerability

BASE = ["-c", "import typst, overtrick"]
BUDGETS = {36: 1.0, 1000: 10.0}


def boards(count: int) -> BoardSet:
    """Return random boards, each with a table of tricks, whether or not it is the right one."""
    rng = random.Random(36)
    made = []
    for number in range(1, count + 1):
        cards = rng.sample(range(52), 52)
        masks = [sum(1 << card for card in cards[at : at + 13]) for at in (0, 13, 26, 39)]
        rows = [tuple(rng.randint(0, 13) for _ in range(5)) for _ in range(2)]
        grid = DoubleDummyGrid((rows[0], tuple(13 - n for n in rows[0]), rows[1], rows[1]))
        made.append(
            Board(
                number=number,
                dealer=Seat.dealer_of(number),
                vulnerability=Vulnerability.of_board(number),
                deal=Deal.from_masks(*masks),
                grids=(grid.to_grid(),),
            )
        )
    return BoardSet(boards=tuple(made))


def seconds(arguments: list[str], folder: str) -> float:
    """Return the CPU time of a whole process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], cwd=folder, check=True, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--quick", action="store_true", help="two runs of 36 boards alone")
    chosen = parser.parse_args()
    runs = 2 if chosen.quick else chosen.runs
    slow = []
    with tempfile.TemporaryDirectory() as folder:
        base = min(seconds(BASE, folder) for _ in range(runs))
        sys.stdout.write(f"import typst, overtrick: {base:.2f} s\n")
        for count, budget in BUDGETS.items():
            if chosen.quick and count > 100:
                continue
            overtrick.write(boards(count), Path(folder) / "boards.pbn", overwrite=True)
            for suffix in ("pdf", "html"):
                command = ["-m", "overtrick_cli", "records", "boards.pbn", "-o", f"x.{suffix}"]
                took = min(seconds([*command, "--force"], folder) for _ in range(runs)) - base
                sys.stdout.write(
                    f"{count:5,} boards to {suffix}: {took:.2f} s (at most {budget})\n"
                )
                if took > budget:
                    slow.append(f"{count} boards to {suffix}")
    if slow:
        sys.stdout.write(f"too slow: {', '.join(slow)}\n")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
