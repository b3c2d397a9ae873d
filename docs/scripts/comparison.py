"""Write the README's table of programs; its figures come from the tables of other pages.

The benchmarks and the sweeps write those tables, so no figure is typed here. What a program offers
is from its own documentation: endplay 0.5.12, and the README of emkael/deal-convert.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import overtrick

ROOT: Final = Path(__file__).resolve().parents[2]
DOCS: Final = ROOT / "docs"
_BETWEEN: Final = re.compile(r"(?<=<!-- comparison -->\n).*?(?=<!-- end comparison -->)", re.DOTALL)


def readme() -> str:
    """Return the README with its table."""
    return _BETWEEN.sub(lambda _: _table(), (ROOT / "README.md").read_text("utf-8"))


def _table() -> str:
    _, real = _row("explanation/performance.md", r"PBN, \d+ files read alike, in sum")
    _, plain = _row("explanation/performance.md", "full import, plain")
    _, read_alike = _row("extending/pbn-peers.md", r"endplay [\d.]+")
    conforming, conformance = _row("extending/pbn-conformance.md", r"read, of \d+")
    reported, faults = _row("extending/pbn-conformance.md", r"faults reported, of \d+")
    formats = overtrick.formats()
    written = sum(spec.writer is not None for spec in formats)
    ours, theirs = plain[0].removesuffix(" boards/s"), plain[1]
    rows = (
        ("", "overtrick", "endplay", "deal-convert"),
        ("---", "---", "---", "---"),
        (
            "formats of files",
            f"{len(formats)} read, {written} written",
            "PBN, LIN, JSON",
            "11, deals alone",
        ),
        ("losses of a conversion", "reported", "not reported", "not reported"),
        (
            f"PBN conformance files {conforming.replace('read', 'read right')}",
            conformance[0],
            conformance[1],
            "not measured",
        ),
        (
            f"{reported.replace('reported', 'in PBN files reported')}",
            faults[0],
            faults[1],
            "not measured",
        ),
        (
            f"real PBN files read as they are, of {read_alike[0]}",
            read_alike[0],
            read_alike[1],
            "not measured",
        ),
        ("speed of real PBN files", real[0], "1", "not measured"),
        ("PBN games read in a second", ours, theirs, "not measured"),
        ("fixes in place, byte for byte elsewhere", "yes", "no", "no"),
        ("double dummy", "yes, by DDS", "yes, by DDS", "no"),
        ("hand records", "PDF, HTML", "no", "HTML, PDF of the deals"),
        ("deals by conditions", "without rejection, `dealer` scripts", "`dealer` scripts", "no"),
        ("dealing machines", "sessions, drivers as plugins", "no", "no"),
        ("licence", "MIT", "MIT", "BSD-2-Clause"),
    )
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _row(page: str, pattern: str) -> tuple[str, list[str]]:
    """Return the name and the other cells of the row of a page whose name a pattern matches."""
    text = (DOCS / page).read_text("utf-8")
    found = re.search(rf"^\| ({pattern}) \|(.*)\|$", text, re.MULTILINE)
    assert found is not None, f"{page} has no row {pattern!r}"
    return found[1], [cell.strip() for cell in found[2].split("|")]
