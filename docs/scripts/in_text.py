"""Puts the code of files into hand-written pages, so that they can be read on a code host.

A comment in the page names the file, and the block of code below it is written here:

    <!-- from examples/rule/overtrick_order.py -->      the file,
    <!-- from FILE, only read -->                       the function or class of that name,
    <!-- from FILE, up to def read -->                  or the file up to the line that begins so.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = (
    "extending/writing-a-plugin.md",
    "extending/writing-a-page.md",
    "extending/conformance-kit.md",
)

_CODE = re.compile(
    r"^(?P<mark><!-- from (?P<file>\S+?)(?:, (?P<part>only|up to) (?P<what>[^\n]+?))? -->\n)"
    r"```(?P<language>\w+)\n.*?^```$",
    re.MULTILINE | re.DOTALL,
)


def page(name: str) -> str:
    """Return a page with the code of files in it."""
    return _CODE.sub(_code, (ROOT / "docs" / name).read_text("utf-8"))


def _code(match: re.Match[str]) -> str:
    code = _part(match["file"], match["part"], match["what"])
    return f"{match['mark']}```{match['language']}\n{code.strip()}\n```"


def _part(file: str, part: str | None, what: str) -> str:
    text = (ROOT / file).read_text("utf-8")
    lines = text.splitlines()
    if part == "up to":
        (end,) = (number for number, line in enumerate(lines) if line.startswith(what))
        return "\n".join(lines[:end])
    if part == "only":
        (node,) = (node for node in ast.parse(text).body if getattr(node, "name", None) == what)
        return "\n".join(lines[node.lineno - 1 : node.end_lineno])
    return text
