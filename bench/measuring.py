"""Rows of a benchmark's table, and ways to measure them."""

from __future__ import annotations

import importlib
import importlib.util
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import entry_points
from pathlib import Path

import attrs

ROOT = Path(__file__).resolve().parents[1]

# Units of which more is better; of all others less is.
RATES = ("/s", "times")


@attrs.frozen
class Row:
    """One figure of a benchmark.

    Attributes:
        what: what was measured.
        figure: ours.
        unit: of both figures, such as `boards/s`, `ms` or `MB`.
        peer: the figure of a peer in the same run.
        floor: what is required of the ratio to the peer, or of the figure where there is no peer.
    """

    what: str
    figure: float
    unit: str
    peer: float | None = None
    floor: float | None = None

    @property
    def is_rate(self) -> bool:
        """Whether more is better."""
        return self.unit.endswith(RATES)

    @property
    def ratio(self) -> float | None:
        """How many times better ours is than the peer's."""
        if self.peer is None:
            return None
        return self.figure / self.peer if self.is_rate else self.peer / self.figure

    @property
    def is_met(self) -> bool:
        """Whether what is required is met."""
        if self.floor is None:
            return True
        if self.ratio is not None:
            return self.ratio >= self.floor
        return self.figure >= self.floor if self.is_rate else self.figure <= self.floor

    def cells(self) -> list[str]:
        """Return the row of the table: what, ours, the peer's, the ratio, what is required."""
        ratio = "" if self.ratio is None else f"{self.ratio:.2f}"
        peer = "" if self.peer is None else number(self.peer)
        return [self.what, f"{number(self.figure)} {self.unit}", peer, ratio, self._required()]

    def _required(self) -> str:
        if self.floor is None:
            return ""
        if self.ratio is not None:
            return f"at least {self.floor:g}"
        return f"at {'least' if self.is_rate else 'most'} {number(self.floor)}"


COLUMNS = ("what", "overtrick", "peer", "ratio", "required")


def number(figure: float) -> str:
    """Return a figure with three digits that count, or all before the point."""
    return f"{figure:,.0f}" if abs(figure) >= 100 else f"{figure:.3g}"


@attrs.define
class Given:
    """What was asked of a benchmark, and what it could not do.

    Attributes:
        is_quick: it is to show that it runs, with little work and one round.
        boards: how many boards files are made with, where that was said.
        rounds: how often each thing is measured, where that was said.
        folders: folders with real files.
        notes: what was left out and why.
        lacks_files: whether real files were asked for, and no folder was given.
    """

    is_quick: bool = False
    boards: int | None = None
    rounds: int | None = None
    folders: Sequence[Path] = ()
    notes: list[str] = attrs.field(factory=list)
    lacks_files: bool = False

    def size(self, usual: int, quick: int) -> int:
        """Return how many boards a file is made with."""
        return quick if self.is_quick else self.boards or usual

    def times(self, usual: int) -> int:
        """Return how often each thing is measured."""
        return 1 if self.is_quick else self.rounds or usual

    def has(self, package: str, name: str = "") -> bool:
        """Return whether a peer is installed; note it where it is not."""
        found = importlib.util.find_spec(package) is not None
        if not found:
            self.note(f"{name or package} is not installed")
        return found

    def note(self, text: str) -> None:
        """Note what is left out, once."""
        if text not in self.notes:
            self.notes.append(text)

    def files(self, suffix: str) -> list[Path]:
        """Return the real files of a suffix."""
        self.lacks_files |= not self.folders
        return sorted(
            path
            for folder in self.folders
            for path in folder.rglob("*")
            if path.suffix.lower() == suffix and path.is_file()
        )


def best(work: Callable[[], object], rounds: int) -> float:
    """Return the least processor time of some work, in seconds."""
    return min(by_turns({"": work}, rounds).values())


def by_turns(works: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """Return the least processor time of each work, in seconds; they take turns."""
    least = dict.fromkeys(works, float("inf"))
    for _ in range(rounds):
        for name, work in works.items():
            begun = time.process_time()
            work()
            least[name] = min(least[name], time.process_time() - begun)
    return least


@attrs.frozen
class Process:
    """A process that ended: its output, and its seconds of the processor and by the clock."""

    output: str
    processor: float
    clock: float


def run(
    command: Sequence[str | Path], folder: Path | str | None = None, **environment: str
) -> Process:
    """Run a program in a folder."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(
        command,
        cwd=folder,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    clock, after = time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        sys.exit(f"{command} ended with {done.returncode}: {done.stdout[-500:]}{done.stderr}")
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Process(done.stdout, spent, clock)


def command_module() -> str:
    """Return the module of the command `overtrick`, which versions have in different places."""
    (entry, *_) = entry_points(group="console_scripts", name="overtrick")
    return entry.module


def overtrick_command(*words: str) -> list[str]:
    """Return what runs the command of the version that is measured in a process of its own."""
    return [sys.executable, "-c", f"from {command_module()} import main; main()", *words]


def command_line() -> Callable[[list[str]], int]:
    """Return the function that runs the command of the version that is measured in this process."""
    run_command: Callable[[list[str]], int] = importlib.import_module(
        f"{command_module()}.application"
    ).run
    return run_command


# Unlike ru_maxrss this does not begin with the memory of the process that started us.
PEAK = """
with open("/proc/self/status") as status:
    print(next(line for line in status if line.startswith("VmHWM")).split()[1])
"""


def peak_megabytes(code: str, *arguments: str | Path) -> float | None:
    """Return the most memory that a process of some Python code holds; `None` without /proc."""
    if not Path("/proc/self/status").exists():
        return None
    done = run([sys.executable, "-c", code + PEAK, *arguments])
    return int(done.output.split()[-1]) / 1024
