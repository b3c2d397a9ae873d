"""Run benchmarks and print their tables.

    python -m bench [NAME...] [--quick] [--folder FOLDER...] [--write]
    python -m bench [NAME...] --against REFERENCE_OR_CHECKOUT [--turns 3]

A benchmark is a module of this folder with a function `rows`, which yields figures one by one. Each
row states ours, that of a peer in the same run, how many times better ours is, and what is
required. The exit code is 1 where a requirement is missed. `--quick` does little work once and
requires nothing: it shows that the benchmarks run.

`--against` runs this checkout's benchmarks on its own sources and on those of another version by
turns, each time in a process of its own with the same interpreter and libraries; each figure is
the median of its turns. `--write` puts the tables into the documentation, between the marks that
name the benchmark; a table with rows of real files only where `--folder` gives some.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import statistics
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import attrs

from bench.checkouts import ROOT, checkout, environment_of
from bench.measuring import COLUMNS, Given, Row, number
from bench.tables import aligned, markdown, write_into

# Each benchmark, and the page of the documentation that has its table.
PAGES = {
    "real_files": "explanation/performance.md",
    "startup": "explanation/performance.md",
    "small_files": "explanation/performance.md",
    "pbn": "explanation/performance.md",
    "columns": "explanation/performance.md",
    "archive": "explanation/performance.md",
    "archive_dd": "explanation/performance.md",
    "cluster": "explanation/performance.md",
    "memory": "explanation/performance.md",
    "page": "explanation/performance.md",
    "lin": "explanation/performance.md",
    "hands": "explanation/performance.md",
    "deal": "explanation/performance.md",
    "formats": "explanation/performance.md",
    "check": "explanation/performance.md",
    "jobs": "explanation/performance.md",
    "session": "explanation/performance.md",
    "double_dummy": "reference/double-dummy.md",
    "kit": "extending/conformance-kit.md",
    "belote": "belote/players.md",
}


def measure(name: str, given: Given) -> list[Row]:
    """Run a benchmark and print its table."""
    module = importlib.import_module(f"bench.{name}")
    print(f"\n{name}: {module.__doc__.partition(chr(10))[0]}", flush=True)
    given.notes.clear()
    given.lacks_files = False
    rows = list(module.rows(given))
    print(aligned(COLUMNS, [row.cells() for row in rows]), end="")
    for note in given.notes:
        print(f"({note})")
    sys.stdout.flush()
    return rows


def measured_apart(name: str, words: list[str], environment: dict[str, str]) -> list[Row]:
    """Run a benchmark in a process with an environment of its own."""
    command = [sys.executable, "-m", "bench", name, *words, "--json"]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=False
    )
    if done.returncode:
        return []
    return [Row(**row) for row in json.loads(done.stdout.splitlines()[-1])]


def compare(names: Iterable[str], other: str, turns: int, words: list[str]) -> None:
    """Print each figure of another version and of this one, and how many times better it is now."""
    columns = ("what", "before", "now", "ratio")
    with (
        checkout(other) as folder,
        environment_of(folder) as before,
        environment_of(ROOT) as now,
    ):
        for name in names:
            figures: dict[str, tuple[list[Row], list[Row]]] = {}
            for _ in range(turns):
                for side, environment in enumerate((before, now)):
                    for row in measured_apart(name, words, environment):
                        figures.setdefault(row.what, ([], []))[side].append(row)
            lines = []
            for what, (old, new) in figures.items():
                if not old or not new:
                    lines.append([what, *("yes" if side else "" for side in (old, new)), ""])
                    continue
                first, last = (statistics.median(row.figure for row in side) for side in (old, new))
                figure = f"{number(last)} {new[0].unit}"
                better, worse = (last, first) if new[0].is_rate else (first, last)
                # A share of 0 % is a figure, and nothing is so many times better than it.
                change = f"{better / worse:.2f}" if worse else ""
                lines.append([what, number(first), figure, change])
            print(f"\n{name}, medians of {turns}")
            print(aligned(columns, lines) if lines else "no figure: it does not run there", end="")


def arguments() -> argparse.Namespace:
    """Return the command line."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(PAGES)}; or all")
    parser.add_argument("--quick", action="store_true", help="show that they run")
    parser.add_argument("--folder", type=Path, action="append", default=[], help="of real files")
    parser.add_argument("--boards", type=int, help="how many boards files are made with")
    parser.add_argument("--rounds", type=int, help="how often each thing is measured")
    parser.add_argument("--against", metavar="VERSION", help="a git reference or a checkout")
    parser.add_argument("--turns", type=int, default=3, help="of each version; 3")
    parser.add_argument("--write", action="store_true", help="write tables into the documentation")
    parser.add_argument("--json", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if unknown := set(given.names) - set(PAGES):
        parser.error(f"unknown benchmark {', '.join(sorted(unknown))}")
    if given.quick and given.write:
        parser.error("--write needs a complete run, not --quick")
    return given


def main() -> int:
    """Run what was asked for and return the exit code."""
    asked = arguments()
    names = asked.names or list(PAGES)
    if asked.against:
        words = ["--quick"] if asked.quick else []
        words += [f"--boards={asked.boards}"] if asked.boards else []
        words += [f"--rounds={asked.rounds}"] if asked.rounds else []
        words += [f"--folder={folder.resolve()}" for folder in asked.folder]
        compare(names, asked.against, asked.turns, words)
        return 0
    # What a shell sets of these would change what is measured.
    os.environ["LANGUAGE"] = "en"
    given = Given(
        is_quick=asked.quick,
        boards=asked.boards,
        rounds=asked.rounds,
        folders=[folder.resolve() for folder in asked.folder],
    )
    missed = []
    for name in names:
        rows = measure(name, given)
        missed += [f"{name}: {row.what}" for row in rows if not row.is_met]
        if asked.json:
            print(json.dumps([attrs.asdict(row) for row in rows]))
        if asked.write and given.lacks_files:
            print("(not written: the table has rows of real files; give --folder)")
        elif asked.write:
            table = markdown(COLUMNS, [row.cells() for row in rows])
            write_into(ROOT / "docs" / PAGES[name], name, table)
    if missed and not asked.quick and not asked.json:
        print("\nbelow what is required:", *missed, sep="\n  ")
        return 1
    return 0
