"""Writes the page of the conversion matrix: what converting files of every format loses."""

from __future__ import annotations

import io
from collections.abc import Iterable
from pathlib import Path

import overtrick
from overtrick_testing import example_boards, rare_boards

ROOT = Path(__file__).resolve().parents[2]

# Files that programs have written, and our own where none may be copied: a file a row.
FILES = (
    ("examples/club-evening.dlm", "a club's evening, written by the dealing program"),
    ("plugins/dlm/tests/data/dupsoft-32-boards.pbn", "32 deals, written by DupSoft"),
    ("plugins/dup/tests/corpus/dup/valid/mid.dup", "boards 5 to 20, written by Big Deal"),
    ("plugins/dup/tests/corpus/bri/valid/mid.bri", "the same deals"),
    ("plugins/dup/tests/corpus/dge/valid/mid.dge", "the same deals"),
    ("plugins/csv/tests/corpus/valid/mid.csv", "the same boards"),
    ("plugins/ber/tests/corpus/valid/mid.ber", "the same deals"),
    ("plugins/bhg/tests/corpus/valid/mid.bhg", "the same deals"),
    ("plugins/rzd/tests/corpus/valid/mid.rzd", "the same deals"),
    ("plugins/hrf/tests/corpus/valid/lines.hrf", "two boards, by hand"),
    ("plugins/lin/tests/corpus_links/valid/evening.links", "a page with two links, by hand"),
    ("examples/magazine.rbn", "a game with its auction and play, by hand"),
)


def _written(boards: Iterable[overtrick.Board], name: str) -> bytes:
    sink = io.BytesIO()
    overtrick.write(boards, sink, format=name)
    return sink.getvalue()


def _rows() -> list[tuple[str, bytes, str]]:
    """Return each row's name, its file, and what is in it."""
    rows = [(path, (ROOT / path).read_bytes(), what) for path, what in FILES]
    for name in ("pbn", "lin", "json", "parquet"):
        match = _written(example_boards(), name)
        rows.append((f"match.{name}", match, "a board played, one passed out, one only dealt"))
        lesson = _written(rare_boards(), name)
        rows.append((f"lesson.{name}", lesson, "annotated, irregular and unfinished boards"))
    return rows


def _converted(data: bytes, target: str) -> tuple[str, str]:
    """Return the cell and the report of a conversion."""
    try:
        losses = overtrick.convert(data, io.BytesIO(), to_format=target).losses
    except overtrick.WriteError as error:
        found = error.diagnostic
        return found.code, f"error {found.code}: {found.message}"
    return str(len({loss.field for loss in losses})), losses.summary()


def page() -> str:
    """Return the page."""
    titles = {spec.name: spec.title for spec in overtrick.formats()}
    targets = [spec.name for spec in overtrick.formats() if spec.writer]
    words = [
        "# Conversion matrix\n",
        "Files of each format, converted to each format that can be written. A cell is the number "
        "of fields with a loss; a code is an error, and nothing is written. The reports below "
        "are those of `overtrick convert`. [](matrix.md) lists the fields of each format.\n",
        "| file | " + " | ".join(targets) + " |",
        "|---" * (len(targets) + 1) + "|",
    ]
    reports: dict[str, list[tuple[str, str]]] = {}
    rows = _rows()
    for name, data, _ in rows:
        file = name.rpartition("/")[2]
        cells = []
        for target in targets:
            cell, said = _converted(data, target)
            cells.append(cell)
            if said:
                # Reports that differ only in the format's name are printed once.
                said = said.replace(titles[target], "TARGET")
                reports.setdefault(said, []).append((file, target))
        words.append(f"| `{file}` | " + " | ".join(cells) + " |")
    words.append("\nThe files:\n")
    words += [f"- `{name}`: {what}." for name, _, what in rows]
    words.append("\n## Reports\n")
    for said, pairs in reports.items():
        targets_of: dict[str, list[str]] = {}
        for file, target in pairs:
            targets_of.setdefault(file, []).append(target)
        conversions = "; ".join(f"`{file}` to {', '.join(to)}" for file, to in targets_of.items())
        words.append(
            f"{conversions}:\n\n```text\n{said.replace('TARGET', titles[pairs[0][1]])}\n```\n"
        )
    return "\n".join(words).rstrip() + "\n"
