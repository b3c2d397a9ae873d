"""Write `standard/lexis.py`: the tokens of `pbn.lark` and `observed.lark` as patterns for `re`.

    python make_lexis.py [--check]

The grammars are the only place where a token of PBN is spelled. This takes each terminal as lark
compiles it, so that what the scanners look for is what the grammars say, and starting needs no
lark. Terminals that no module looks for are left out. `--check` writes nothing and fails where the
module is not what the grammars give.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from lark import Lark

PACKAGE = Path(__file__).parent / "src" / "overtrick_pbn"
TARGET = PACKAGE / "standard" / "lexis.py"
HEAD = '''"""The tokens of PBN as patterns for `re`: generated from the grammars, do not edit.

`python plugins/pbn/make_lexis.py` writes this from the terminals of `pbn.lark` (the standard) and
`observed.lark` (what real programs write beyond it).
"""
# ruff: noqa: E501, S105  # patterns are as long as they are, and tokens no passwords
# fmt: off

from __future__ import annotations

from typing import Final
'''
# Lark undoes the escapes of these.
_ESCAPES = {"\t": r"\t", "\r": r"\r", "\n": r"\n"}
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_USE = re.compile(r"\blexis\.([A-Z][A-Z_]*)\b")
_TERMINAL = re.compile(r"^([A-Z][A-Z0-9_]*)(?:\.-?[0-9]+)?:", re.MULTILINE)


def terminals(grammar: str) -> dict[str, str]:
    """Return the terminals of a grammar in its order: names without `_`, with their patterns."""
    names = _TERMINAL.findall((PACKAGE / f"{grammar}.lark").read_text("utf-8"))
    # A rule that uses them all: lark keeps no terminal that no rule uses.
    text = f"%import {grammar} ({', '.join(names)})\nstart: {' | '.join(names)}\n"
    parser = Lark(text, parser="lalr", lexer="basic", import_paths=[str(PACKAGE)])
    found = {terminal.name: terminal.pattern.to_regexp() for terminal in parser.terminals}
    return {name: _CONTROL.sub(_escaped, found[name]) for name in names}


def used() -> frozenset[str]:
    """Return the terminals that some module looks for."""
    texts = (path.read_text("utf-8") for path in PACKAGE.rglob("*.py"))
    return frozenset(name for text in texts for name in _USE.findall(text))


def _escaped(match: re.Match[str]) -> str:
    character = match.group()
    return _ESCAPES.get(character, f"\\x{ord(character):02x}")


def module() -> str:
    """Return the text of `standard/lexis.py`."""
    lines, wanted = [HEAD], used()
    for grammar in ("pbn", "observed"):
        lines.append(f"# {grammar}.lark")
        for name, pattern in terminals(grammar).items():
            if name not in wanted:
                continue
            mark = "'" if '"' in pattern else '"'
            if mark in pattern:
                raise ValueError(name)
            lines.append(f"{name}: Final = r{mark}{pattern}{mark}")
        lines.append("")
    return "\n".join(lines)


def main(arguments: list[str]) -> int:
    """Write the module, or compare it with what the grammars give."""
    text = module()
    if arguments == ["--check"]:
        return int(TARGET.read_text("utf-8") != text)
    TARGET.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
