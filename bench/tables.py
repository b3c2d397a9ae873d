"""Tables in Markdown, and the places in the documentation where they stand."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def markdown(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    lines = [columns, ["---"] * len(columns), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines).replace("  |", " |")


def aligned(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table for a terminal: the first column to the left, the others to the right."""
    lines = [list(columns), *map(list, rows)]
    widths = [max(len(line[at]) for line in lines) for at in range(len(columns))]
    return "".join(
        "  ".join(
            cell.rjust(width) if at else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        + "\n"
        for line in lines
    )


def write_into(page: Path, name: str, text: str) -> None:
    """Put a text between the marks `<!-- table NAME ... -->` and `<!-- end NAME -->` of a page."""
    before = page.read_text("utf-8")
    begin = before.find(f"<!-- table {name}")
    end = before.find(f"<!-- end {name} -->")
    if not 0 <= begin < end:
        sys.exit(f"{page.relative_to(ROOT)} has no place for the table {name!r}")
    head = before.index("-->", begin) + len("-->\n")
    page.write_text(f"{before[:head]}\n{text}\n{before[end:]}", "utf-8")
