"""Write `overtrick/framework/known_distributions.py` from the plugins of this repository.

Run it when a distribution, a format's name or suffix, or a command is added, and commit the
difference:

    python tests/make_known_distributions.py
"""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

import overtrick
from overtrick.framework import records
from overtrick.plugin import OtherFileSpec, ViewSpec, catalogues, default_manager

WHAT = ("formats", "suffixes", "commands", "views", "magic", "codes")
TABLE = Path(records.__file__).with_name("known_distributions.py")
HEAD = '''"""The distributions of this project, for hints about one that is not installed.

Written by tests/make_known_distributions.py; do not edit. Nothing else in the core knows a format.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class KnownDistribution(NamedTuple):
    """The plugins that a distribution provides."""

    name: str
    formats: tuple[str, ...] = ()
    suffixes: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()
    views: tuple[str, ...] = ()
    """Their names, and the suffixes of what they make."""
    magic: tuple[str, ...] = ()
    """What its files begin with, quoted as in a URL."""
    codes: tuple[str, ...] = ()
    """The letters that its diagnostic codes begin with."""


_TABLE: Final = """
'''
TAIL = '''"""  # noqa: E501  # a line for each distribution

KNOWN_DISTRIBUTIONS: Final = tuple(
    KnownDistribution(name, **{what: tuple(names) for what, *names in map(str.split, parts)})
    for name, *parts in (line.split("; ") for line in _TABLE.strip().splitlines())
)
"""By name."""
'''


def table() -> str:
    """Return the text of the module."""
    manager = default_manager()
    letters: dict[str | None, set[str]] = {}
    for known in catalogues(manager):
        found = {code.rstrip("0123456789") for code in known.codes}
        letters.setdefault(known.distribution, set()).update(found)
    others = manager.specs(OtherFileSpec)
    views = manager.specs(ViewSpec)
    rows: dict[str, tuple[list[str], ...]] = {}
    for record in overtrick.plugins():
        if record.distribution is not None:
            row = rows.setdefault(record.distribution, ([], [], [], [], []))
            for name in record.formats:
                row[0].append(name)
                row[1].extend(manager.format(name).suffixes)
                row[4].extend(map(quote, manager.format(name).magic))
            for name in record.provides.get("other_files", ()):
                row[1].extend(others[name].suffixes)
                row[4].extend(map(quote, others[name].magic))
            row[2].extend(record.provides.get("commands", ()))
            for name in record.provides.get("views", ()):
                row[3].extend((name, *views[name].suffixes))
    lines = []
    for name, row in sorted(rows.items()):
        brought = zip(WHAT, (*row, letters.get(name, ())), strict=True)
        parts = [f"; {what} {' '.join(sorted(set(names)))}" for what, names in brought if names]
        lines.append(f"{name}{''.join(parts)}\n")
    return HEAD + "".join(lines) + TAIL


if __name__ == "__main__":
    TABLE.write_text(table(), encoding="utf-8")
