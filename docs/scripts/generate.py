"""Writes what comes from the code: diagnostic codes, format matrix, map of the rooms, pictures.

    python docs/scripts/generate.py

The Sphinx build calls it, and a test compares what it writes with what is committed.
"""

from __future__ import annotations

import os
from pathlib import Path

import archive_questions
import broken_files
import codes
import commands
import comparison
import conversions
import driver_reference
import hands_words
import in_text
import mutants_page
import pictures
import plugin_interface
import porting
import reference_pages
import rooms
import terminal

import overtrick
from overtrick import Field

_HEADING = "<!-- Written by docs/scripts/generate.py; do not edit. -->\n"


def matrix_page() -> str:
    """Return the table of what each format carries."""
    specs = overtrick.formats()
    head = " | ".join(spec.name for spec in specs)
    lines = [
        _HEADING,
        "# Fields of each format\n",
        "A field that a format carries is the same after writing and reading; the loss of others "
        "is reported. `overtrick formats --matrix` prints this table.\n",
        f"| field | {head} |",
        "|---|" + "---|" * len(specs),
    ]
    for field in Field:
        cells = " | ".join("yes" if field in spec.carries else "" for spec in specs)
        lines.append(f"| `{field.value}` | {cells} |")
    lines.append("")
    for spec in specs:
        can = [word for word, ref in (("reads", spec.reader), ("writes", spec.writer)) if ref]
        demands = f"; it requires {', '.join(spec.requires.words)}" if spec.requires else ""
        lines.append(f"- `{spec.name}`: {spec.summary} ({' and '.join(can)}{demands}).")
    return "\n".join(lines) + "\n"


def pages() -> dict[str, str]:
    """Return the generated pages by their path below `docs/`."""
    generated = {
        "generated/conversion-matrix.md": _HEADING + "\n" + conversions.page(),
        **{f"generated/{name}": _HEADING + "\n" + text for name, text in codes.pages()},
        "generated/commands.md": _HEADING + "\n" + commands.page(),
        "generated/matrix.md": matrix_page(),
        "generated/plugin-interface.md": _HEADING + "\n" + plugin_interface.page() + "\n",
        "generated/condition-words.md": _HEADING + hands_words.page(),
        "generated/driver-reference.md": _HEADING + driver_reference.page(),
        "generated/rooms.md": _HEADING + rooms.page(),
        "generated/what-the-kit-catches.md": _HEADING + mutants_page.page(),
        "extending/porting-to-2.md": porting.page(),
        "../README.md": comparison.readme(),
        "generated/rooms.svg": rooms.picture(),
        **{name: in_text.page(name) for name in in_text.PAGES},
        **{name: _HEADING + text for name, text in reference_pages.pages().items()},
        **pictures.pictures(),
        **archive_questions.pages(),
    }
    if os.name == "posix":
        # It shows what a terminal shows, for which a pseudo-terminal is needed.
        generated["generated/broken-files.md"] = _HEADING + broken_files.page()
        generated |= terminal.pictures({"club.pbn": broken_files.FILES["club.pbn"][2]})
    return generated


def write_pages(docs: Path) -> None:
    """Write the generated pages whose text has changed."""
    for name, text in pages().items():
        path = docs / name
        if not path.exists() or path.read_text("utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")


if __name__ == "__main__":
    write_pages(Path(__file__).resolve().parents[1])
