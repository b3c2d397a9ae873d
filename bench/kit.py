"""The conformance kit of each of our formats, as a plugin's author runs it.

With as many examples a property as hypothesis makes by itself (100), in two processes
(`pytest -n 2`). On a busy machine half the processors' seconds say better than the clock what two
free cores take. A quick run tries two small formats with ten examples in one process.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench.measuring import ROOT, Given, Process, Row, run

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


def suites() -> dict[str, tuple[Path, str]]:
    """Return the test module and class of each of our formats, by name."""
    found = {}
    for path in sorted(ROOT.glob("plugins/*/tests/test_*.py")):
        for match in SUITE.finditer(path.read_text(encoding="utf-8")):
            found[match[2]] = (path, match[1])
    return found


def tried(path: Path, suite: str, examples: int, processes: int) -> Process:
    """Run the kit of a format; a failure ends the benchmark."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "kit_profile.py").write_text(PROFILE, encoding="utf-8")
        paths = os.pathsep.join(filter(None, [folder, os.environ.get("PYTHONPATH", "")]))
        words = ["-q", "-p", "kit_profile", "-p", "no:cacheprovider", f"{path}::{suite}", "-W",
                 "ignore", *(("-n", str(processes)) if processes > 1 else ())]  # fmt: skip
        command = [sys.executable, "-m", "pytest", *words]
        return run(command, ROOT, PYTHONPATH=paths, KIT_EXAMPLES=str(examples))


def rows(given: Given) -> Iterator[Row]:
    """Measure each format's kit, the formats in alphabetical order."""
    examples, processes = (10, 1) if given.is_quick else (100, 2)
    known = suites()
    for name in ("ber", "rzd") if given.is_quick else sorted(known):
        done = tried(*known[name], examples, processes)
        yield Row(f"{name}, clock", done.clock, "s")
        yield Row(f"{name}, processors", done.processor, "s", floor=60.0 * processes)
