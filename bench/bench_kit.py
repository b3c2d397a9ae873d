"""How long the conformance kit takes for each of our formats.

    python bench/bench_kit.py [FORMAT ...] [--examples N] [--quick]

The kit as a plugin's author runs it: with as many examples a property as hypothesis makes by
itself (100), in two processes (`pytest -n 2`). For each format it prints the seconds by the clock,
those of the processors, how many obligations were met and how many do not apply, and the slowest of
them. It is to be under 60 seconds on two cores; on a busy machine half the processors' seconds tell
that better.

`--quick` tries two small formats with ten examples in one process.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
LIMIT = 60.0

# Loaded last, so that no folder's own settings count.
PROFILE = """
import os
import pytest
from hypothesis import settings

settings.register_profile("bench", max_examples=int(os.environ["KIT_EXAMPLES"]), deadline=None)


@pytest.hookimpl(trylast=True)
def pytest_collection_finish(session):
    settings.load_profile("bench")
"""
SUITE = re.compile(
    r"^class (\w+)\(FormatSuite\):\n(?:    .*\n|\n)*?    format_name = \"(\w+)\"", re.M
)


class Took(NamedTuple):
    """What came of the kit of one format."""

    seconds: float
    processors: float
    said: str
    slowest: str
    is_good: bool


def suites() -> dict[str, tuple[Path, str]]:
    """Return the test module and class of each of our formats, by name."""
    found = {}
    for path in sorted(ROOT.glob("plugins/*/tests/test_*.py")):
        for match in SUITE.finditer(path.read_text(encoding="utf-8")):
            found[match[2]] = (path, match[1])
    return found


def run(path: Path, suite: str, examples: int, processes: int) -> Took:
    """Run the kit of a format."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "kit_profile.py").write_text(PROFILE, encoding="utf-8")
        paths = os.pathsep.join(filter(None, [folder, os.environ.get("PYTHONPATH", "")]))
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        start = time.perf_counter()
        done = subprocess.run(
            [
                *(
                    sys.executable,
                    "-m",
                    "pytest",
                    "-q",
                    "-p",
                    "kit_profile",
                    "-p",
                    "no:cacheprovider",
                ),
                *(f"{path}::{suite}", "--durations=1", "--durations-min=0.01", "-W", "ignore"),
                *(("-n", str(processes)) if processes > 1 else ()),
            ],
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": paths, "KIT_EXAMPLES": str(examples)},
            capture_output=True,
            text=True,
            check=False,
        )
        seconds = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    slow = re.search(r"^\s*([\d.]+)s \w+\s+.*::(\w+)$", done.stdout, re.M)
    last = done.stdout.strip().splitlines()[-1:] or [done.stderr.strip()[-100:]]
    return Took(
        seconds,
        spent,
        re.sub(r" in [\d.]+s.*| warnings?,?", "", last[0]),
        f"{slow[2]} {slow[1]} s" if slow else "",
        done.returncode == 0,
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    known = suites()
    parser.add_argument("formats", nargs="*", metavar="FORMAT", choices=[[], *known])
    parser.add_argument("--examples", type=int, default=100, help="examples a property; 100")
    parser.add_argument("--quick", action="store_true", help="two formats, ten examples")
    asked = parser.parse_args()
    names = asked.formats or (["ber", "rzd"] if asked.quick else list(known))
    examples, processes = (10, 1) if asked.quick else (asked.examples, 2)
    print(f"{examples} examples a property, {processes} processes")
    print(f"{'format':8}{'clock s':>9}{'cpu s':>9}  under {LIMIT:.0f} s  obligations; the slowest")
    is_good = True
    for name in names:
        took = run(*known[name], examples, processes)
        is_good &= took.is_good
        # Half the processors' time is what two cores take that have nothing else to do.
        under = "yes" if min(took.seconds, took.processors / processes) < LIMIT else "NO"
        print(
            f"{name:8}{took.seconds:9.1f}{took.processors:9.1f}  {under:>10}  {took.said}; "
            f"{took.slowest}",
            flush=True,
        )
    return 0 if is_good else 1


if __name__ == "__main__":
    raise SystemExit(main())
