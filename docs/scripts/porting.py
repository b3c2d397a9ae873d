"""Puts into the page on porting what follows from the surfaces of releases and the ported plugins.

<!-- moved names -->  ...  <!-- end -->        the names of 1.x that are imported from elsewhere,
<!-- diff of NAME -->  ...  <!-- end -->       what porting changes in a plugin of `tests/ported`.
"""

from __future__ import annotations

import difflib
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PORTED = ROOT / "tests" / "ported"
SURFACES = ROOT / "tests" / "surfaces"
# The first release, and what was there before work on 2.0 began.
BEFORE = ("1.0.0.txt", "1.1-not-released.txt")

_MARKED = re.compile(
    r"^(?P<mark><!-- (?:moved names|diff of (?P<plugin>\w+)) -->\n).*?^<!-- end -->$",
    re.MULTILINE | re.DOTALL,
)


def homes(text: str) -> dict[str, str]:
    """Return the module of each public name of a surface; members and parameters are left out."""
    found, module = {}, ""
    for line in text.splitlines():
        if line.startswith("# "):
            module = line[2:]
        elif name := re.match(r"(?:class |def )?(\w+)", line):
            found[name[1]] = module
    return found


# What has a name of 1.x and is something else.
_OTHERS = {"KINDS"}


def moves() -> set[tuple[str, str, str]]:
    """Return the names of 1.x that have another module now, each with both modules."""
    now = homes((ROOT / "tests" / "public_surface.txt").read_text("utf-8"))
    return {
        (name, module, now[name])
        for file in BEFORE
        for name, module in homes((SURFACES / file).read_text("utf-8")).items()
        if now.get(name, module) != module and not name.startswith("overtrick_")
        if name not in _OTHERS
    }


def moved_names() -> str:
    """Return the table of names that moved, a row for each name."""
    lines = ["| name | was in | is in |", "|---|---|---|"]
    for name, was, now in sorted(moves(), key=lambda row: (row[0].lower(), row)):
        lines.append(f"| `{name}` | `{was}` | `{now}` |")
    return "\n".join(lines)


def diff_of(plugin: str) -> str:
    """Return what was changed in a plugin to port it, new files of its tests left out."""

    def lines() -> Iterator[str]:
        for old in sorted((PORTED / "1.x" / plugin).rglob("*.*")):
            name = old.relative_to(PORTED / "1.x" / plugin)
            texts = [
                (PORTED / version / plugin / name).read_text("utf-8").splitlines()
                for version in ("1.x", "2.x")
            ]
            yield from difflib.unified_diff(*texts, f"1.x/{name}", f"2.x/{name}", lineterm="", n=1)

    return "```diff\n" + "\n".join(line.rstrip() for line in lines()) + "\n```"


def page() -> str:
    """Return the page with its generated parts."""

    def part(match: re.Match[str]) -> str:
        text = moved_names() if match["plugin"] is None else diff_of(match["plugin"])
        return f"{match['mark']}\n{text}\n\n<!-- end -->"

    return _MARKED.sub(part, (ROOT / "docs" / "extending" / "porting-to-2.md").read_text("utf-8"))


if __name__ == "__main__":
    sys.stdout.write(page())
