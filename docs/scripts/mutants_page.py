"""The page of the faults that the kit of formats catches, from the kit's own tests."""

from __future__ import annotations

import itertools
import runpy
from pathlib import Path

KIT = Path(__file__).resolve().parents[2] / "tests" / "kit"

HEAD = """
# What the kit of formats catches

Three correct formats, of text, of fixed-length records and of auctions (`demo_format.py`,
`tape_format.py` and `calls_format.py` in `tests/kit`), get one of {count} faults at a time. Each
fault must fail the one requirement that names it; all others pass, or skip with "fails because of
...; fix that first". Only an [oracle](../extending/conformance-kit.md#oracles) finds a fault that
reader and writer share.

`python tests/kit/table.py` tries every fault against every requirement; `--quick` tries each
against its own, and `--show` prints the failures.

"""


def page() -> str:
    """Return the page."""
    mutants = runpy.run_path(str(KIT / "mutants.py"))["MUTANTS"]
    lines = [
        HEAD.format(count=len(mutants)).removeprefix("\n"),
        "| fault | format | caught by |",
        "|---|---|---|",
    ]
    ordered = sorted(enumerate(mutants), key=lambda pair: _place(mutants, pair[1].requirement))
    for requirement, group in itertools.groupby(ordered, key=lambda pair: pair[1].requirement):
        for _, mutant in group:
            kind = {"demo_format": "text", "tape_format": "binary", "calls_format": "auctions"}[
                mutant.good
            ]
            lines.append(f"| {mutant.what} | {kind} | `{requirement}` |")
    return "\n".join(lines) + "\n"


def _place(mutants: list, requirement: str) -> int:
    """Return where a requirement stands first."""
    return next(at for at, mutant in enumerate(mutants) if mutant.requirement == requirement)
