"""Run every benchmark of this checkout and of another one by turns, and print the ratios.

    python bench/against.py OTHER [--rounds 5] [--only pbn,dlm] [--quick]

OTHER is a checkout of an older version. Both are run with the interpreter and the libraries that
run this script, each from its own sources; round by round, so that a slow moment of the machine
hits both. A row's figure is the median of its rounds. A ratio over 1 means that this checkout is
the faster one, whether the row counts boards a second or milliseconds.
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]
BENCHMARKS = {
    "pbn": ["--boards", "1500"],
    "dlm": [],
    "dup": [],
    "lin": [],
    "startup": ["--runs", "10"],
    "session": [],
}
# A figure with its unit; in the PBN rows the unit stands behind the last one only.
FIGURE = re.compile(r"([\d,]*\d(?:\.\d+)?)\s*(boards/s|ms\b|(?=deals))")
# The table of start-up times: what, milliseconds, ratio.
START = re.compile(r"(?P<what>[a-z].*?)\s{2,}(?P<ms>\d+\.\d)\s+\d+\.\d\d\b")


def rows_of(text: str) -> dict[str, tuple[float, bool]]:
    """Return the figures of a benchmark's output by what they measure, and if more is better."""
    rows: dict[str, tuple[float, bool]] = {}
    for line in text.splitlines():
        if found := START.match(line):
            rows[found["what"]] = (float(found["ms"]), False)
            continue
        # A budget is no figure, and a plain loop is a yardstick, not ours.
        if line.startswith(("budget", "a plain loop")):
            continue
        last = 0
        for figure in FIGURE.finditer(line):
            what = " ".join(re.sub(r"[\d,.:%]+", "", line[last : figure.start()]).split())
            name = what if not last else f"{line.split(maxsplit=1)[0]} {what}"
            last = figure.end()
            is_rate = figure[2] != "ms"
            rows[f"{name} {figure[2]}".strip()] = (float(figure[1].replace(",", "")), is_rate)
    return rows


def run(checkout: Path, name: str, arguments: list[str]) -> dict[str, tuple[float, bool]]:
    sources = [checkout / "core" / "src", *sorted(checkout.glob("plugins/*/src"))]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, sources))}
    command = [sys.executable, str(checkout / "bench" / f"bench_{name}.py"), *arguments]
    done = subprocess.run(
        command, cwd=checkout, env=environment, capture_output=True, text=True, check=False
    )
    rows = rows_of(done.stdout)
    if not rows:
        sys.exit(f"no figure from {' '.join(command)}:\n{done.stdout}{done.stderr}")
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("other", type=Path, help="a checkout of the version to compare with")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", default=",".join(BENCHMARKS), help="such as pbn,dlm")
    parser.add_argument("--quick", action="store_true", help="each benchmark in its quick mode")
    asked = parser.parse_args()
    print(f"{'medians of ' + str(asked.rounds):62}{'before':>12}{'now':>12}{'ratio':>8}")
    for name in asked.only.split(","):
        if not (asked.other / "bench" / f"bench_{name}.py").exists():
            print(f"{name}: not in {asked.other}")
            continue
        arguments = ["--quick"] if asked.quick else BENCHMARKS[name]
        found: dict[str, tuple[list[float], list[float], bool]] = {}
        for _ in range(asked.rounds):
            for side, checkout in enumerate((asked.other.resolve(), HERE)):
                for what, (figure, is_rate) in run(checkout, name, arguments).items():
                    found.setdefault(what, ([], [], is_rate))[side].append(figure)
        for what, (before, now, is_rate) in found.items():
            if not before or not now:
                print(f"{name}: {what:56} only in one of the two")
                continue
            old, new = statistics.median(before), statistics.median(now)
            ratio = new / old if is_rate else old / new
            print(f"{name + ': ' + what:62}{old:12,.1f}{new:12,.1f}{ratio:8.2f}", flush=True)


if __name__ == "__main__":
    main()
