"""Write the README's table of programs; its figures come from the tables of other pages.

The benchmarks and the sweeps write those tables, so no figure is typed here. What a program offers
is from its own documentation: endplay 0.5.12, and the README of emkael/deal-convert.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import overtrick

ROOT: Final = Path(__file__).resolve().parents[1]
DOCS: Final = ROOT / "docs"
_BETWEEN: Final = re.compile(r"(?<=<!-- comparison -->\n).*?(?=<!-- end comparison -->)", re.DOTALL)


def readme() -> str:
    """Return the README with its table."""
    return _BETWEEN.sub(lambda _: _table(), (ROOT / "README.md").read_text("utf-8"))


def _table() -> str:
    real = _row("performance.md", "PBN, 102 files read alike, in sum")
    plain = _row("performance.md", "full import, plain")
    read_alike = _row("pbn-peers.md", "endplay 0.5.12")
    _, of = re.split(", of ", _row_name("pbn-conformance.md", "read, of"))
    conformance = _row("pbn-conformance.md", f"read, of {of}")
    faults_name = _row_name("pbn-conformance.md", "faults reported, of")
    faults = _row("pbn-conformance.md", faults_name)
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
            f"PBN conformance files read right, of {of}",
            conformance[0],
            conformance[1],
            "not measured",
        ),
        (
            f"faults in PBN files reported, {faults_name.partition(', ')[2]}",
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


def _row(page: str, name: str) -> list[str]:
    """Return the cells behind a name in a table of a page."""
    text = (DOCS / page).read_text("utf-8")
    found = re.search(rf"^\| {re.escape(name)} \|(.*)\|$", text, re.MULTILINE)
    assert found is not None, f"{page} has no row {name!r}"
    return [cell.strip() for cell in found[1].split("|")]


def _row_name(page: str, beginning: str) -> str:
    """Return the name of the row that begins so."""
    text = (DOCS / page).read_text("utf-8")
    found = re.search(rf"^\| ({re.escape(beginning)}[^|]*) \|", text, re.MULTILINE)
    assert found is not None, f"{page} has no row that begins with {beginning!r}"
    return found[1]
