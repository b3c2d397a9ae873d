"""Start-up: whole processes beside `import attrs, pluggy`, medians by the clock.

The commands take turns, so that a busy machine slows all of them alike. Modules are compiled once,
into a folder of this run: where nothing compiled is kept, it would be the compiler that is
measured. Figures are multiples of the base, whose own is 1.
"""

from __future__ import annotations

import shutil
import statistics
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench.measuring import ROOT, Given, Row, overtrick_command, run

BASE = "import attrs, pluggy"
DEAL = "N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543"
BOARD = f"import overtrick as o; o.Board(number=1, deal=o.Deal.parse({DEAL!r}))"
# What each process runs, and how many times the base's time it may take.
COMMANDS: dict[str, tuple[list[str], float | None]] = {
    "import overtrick": ([sys.executable, "-c", "import overtrick"], 1.3),
    "a board and its deal": (
        [
            sys.executable,
            "-c",
            f"import overtrick as o; o.Board(number=1, deal=o.Deal.parse({DEAL!r}))",
        ],
        None,
    ),
    "overtrick --version": (overtrick_command("--version"), 2.2),
    "overtrick --help": (overtrick_command("--help"), None),
    "overtrick check small.dlm": (overtrick_command("check", "small.dlm"), None),
    "overtrick convert small.dlm x.pbn": (
        overtrick_command("convert", "small.dlm", "x.pbn", "--force"),
        4.0,
    ),
}


def rows(given: Given) -> Iterator[Row]:
    """Measure each command, and `import endplay` where it is installed."""
    commands = {BASE: [sys.executable, "-c", BASE]} | {
        name: words for name, (words, _) in COMMANDS.items()
    }
    if given.has("endplay"):
        commands["import endplay"] = [sys.executable, "-c", "import endplay"]
    taken: dict[str, list[float]] = {name: [] for name in commands}
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(ROOT / "examples" / "club-evening.dlm", Path(folder) / "small.dlm")
        for turn in range(given.times(15) + 1):
            for name, words in commands.items():
                compiled = str(Path(folder) / "compiled")
                done = run(words, folder, PYTHONPYCACHEPREFIX=compiled,
                           PYTHONDONTWRITEBYTECODE="")  # fmt: skip
                if turn:  # the first one compiles
                    taken[name].append(done.clock)
    base = statistics.median(taken[BASE])
    for name, times in taken.items():
        figure = statistics.median(times) / base
        yield Row(name, figure, "× base", floor=COMMANDS.get(name, (None, None))[1])
