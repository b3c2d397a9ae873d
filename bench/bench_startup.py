"""How long the process takes to start, as ratios to `import attrs, pluggy` of the same run.

    python bench/bench_startup.py [--runs 40] [--quick]

Every command is a whole process. The commands take turns, so that a busy machine slows all of
them alike, and the ratios are of medians. Modules are compiled once, into a folder of this run.
The budgets are those of the design: `import overtrick` at most 1.3 times, `overtrick --version` at
most 2.2, a check of a small file 2.3 and its conversion 2.5 times `import attrs, pluggy`.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

BASE = "import attrs, pluggy"

EXAMPLE = Path(__file__).resolve().parents[1] / "examples" / "club-evening.dlm"

DEAL = "N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543"

# Name: the command, and the most it may take where there is a budget.
COMMANDS: dict[str, tuple[list[str], float | None]] = {
    "a bare interpreter": (["-c", "pass"], None),
    BASE: (["-c", BASE], None),
    "import overtrick": (["-c", "import overtrick"], 1.3),
    "a board and its deal": (
        ["-c", f"import overtrick as o; o.Board(number=1, deal=o.Deal.parse({DEAL!r}))"],
        None,
    ),
    "the list of formats": (["-c", "import overtrick; overtrick.formats()"], None),
    "overtrick --version": (["-m", "overtrick_cli", "--version"], 2.2),
    "overtrick --help": (["-m", "overtrick_cli", "--help"], None),
    "overtrick formats": (["-m", "overtrick_cli", "formats"], None),
    "overtrick check small.dlm": (["-m", "overtrick_cli", "check", "small.dlm"], 2.3),
    "overtrick convert small.dlm x.pbn": (
        ["-m", "overtrick_cli", "convert", "small.dlm", "x.pbn", "--force"],
        2.5,
    ),
}

PEERS = {
    "endplay": {
        "endplay: import endplay": "import endplay",
        "endplay: a deal": f"from endplay.types import Deal; Deal({DEAL!r})",
        "endplay: its PBN reader": "import endplay.parsers.pbn",
    }
}


def seconds(arguments: list[str], folder: str) -> float:
    """Return how long a whole process takes."""
    # Where nothing compiled is kept, it would be the compiler that is measured.
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(Path(folder) / "compiled")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    started = time.perf_counter()
    subprocess.run(
        [sys.executable, *arguments],
        check=True,
        cwd=folder,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    return time.perf_counter() - started


def main() -> int:
    """Print the table; the exit code is 1 where a budget is passed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=40)
    parser.add_argument("--quick", action="store_true", help="few runs, and no budget is held")
    arguments = parser.parse_args()
    quick = arguments.quick
    runs = 5 if quick else arguments.runs
    commands = dict(COMMANDS)
    for package, entries in PEERS.items():
        if importlib.util.find_spec(package) is None:
            print(f"({package} is not installed: no figure for it)")
            continue
        commands |= {name: (["-c", code], None) for name, code in entries.items()}
    taken: dict[str, list[float]] = {name: [] for name in commands}
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(EXAMPLE, Path(folder) / "small.dlm")
        for arguments, _ in commands.values():
            seconds(arguments, folder)  # compiles what is not compiled yet
        for _ in range(runs):
            for name, (arguments, _) in commands.items():
                taken[name].append(seconds(arguments, folder))
    base = statistics.median(taken[BASE])
    failed = False
    print(f"{'median of ' + str(runs) + ' processes':<34} {'ms':>8} {'ratio':>7}  budget")
    for name, (_, budget) in commands.items():
        middle = statistics.median(taken[name])
        ratio = middle / base
        verdict = "" if budget is None else f"{budget} {'ok' if ratio <= budget else 'PASSED'}"
        failed = failed or (budget is not None and ratio > budget)
        print(f"{name:<34} {middle * 1000:>8.1f} {ratio:>7.2f}  {verdict}".rstrip())
    return 1 if failed and not quick else 0


if __name__ == "__main__":
    sys.exit(main())
