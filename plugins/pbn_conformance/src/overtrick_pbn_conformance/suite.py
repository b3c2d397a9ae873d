"""The files of the suite and their expected results."""

from __future__ import annotations

import json
from typing import Any

from overtrick_pbn_conformance import SUITE

Json = dict[str, Any]

PARTS = {
    "valid": "files that the standard allows",
    "invalid": "files that break a rule",
    "practice": "habits of programs that the standard does not have",
    "embedding": "PBN inside other documents",
    "large": "long files, high numbers, long chains",
    "export": "files with the bytes of their export",
    "fix": "files with the bytes of their mended form",
}


def load_index() -> list[Json]:
    """Return the entries of the suite's files, in the standard's order.

    Example:
        >>> load_index()[0]["clause"]
        '2.1'
    """
    index = json.loads((SUITE / "index.json").read_text("utf-8"))
    entries: list[Json] = index["files"]
    return entries


def expected_boards(entry: Json) -> list[Json] | None:
    """Return the boards of a file, `None` if the suite leaves them open."""
    if "boards" not in entry:
        return None
    lines = (SUITE / entry["boards"]).read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


def expected_problems(entry: Json) -> list[Json]:
    """Return the faults of a file."""
    problems: list[Json] = entry.get("problems", [])
    return problems


def expected_notes(entry: Json) -> list[Json]:
    """Return the notes that a checker may report about a permitted file."""
    notes: list[Json] = entry.get("notes", [])
    return notes


def expected_bytes(entry: Json, key: str) -> list[bytes]:
    """Return the accepted outputs, one or more: `key` is `export` or `fix`."""
    return [(SUITE / name).read_bytes() for name in entry.get(key, ())]
