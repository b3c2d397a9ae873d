"""Write `standard/lexis.py`: the tokens of `pbn.lark` and `observed.lark` as patterns for `re`.

    python make_lexis.py [--check]

The grammars are the only place where a token of PBN is spelled. This takes each terminal as lark
compiles it, so that what the scanners look for is what the grammars say, and starting needs no
lark. Terminals that no module looks for are left out. `--check` writes nothing and fails where the
module is not what the grammars give.

The rules of tag values and of cells repeat nothing that nests, so each is written as one pattern
too, with a group for each of its terminals: `VALUES`, by start symbol.
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


_RULE = re.compile(r"^(_?[a-z][a-z_]*):(.*(?:\n +\|.*)*)", re.MULTILINE)
_PART = re.compile(r'"([^"]+)"|(_?[A-Z][A-Z0-9_]*)|(_?[a-z][a-z_]*)|([|()?*])|\s+')
_BLANKS = r"[\ \t]*+"
# Blanks belong to the name of a column; a cell that has some is a string.
_IS_TIGHT = re.compile("column|cell_")


def rules(grammar: str) -> dict[str, str]:
    """Return the rules of a grammar as they are written, comments apart."""
    text = (PACKAGE / f"{grammar}.lark").read_text("utf-8")
    return dict(_RULE.findall(re.sub(r"(?<![\\/\"])//.*", "", text)))


def values() -> dict[str, str]:
    """Return the pattern of each tag value and cell of the standard, by its start symbol."""
    written = rules("pbn")
    written = dict([*written.items()][[*written].index("seat") :])
    names = dict.fromkeys(part[1] for part in _PART.findall("".join(written.values())) if part[1])
    text = f"%import pbn ({', '.join(names)})\nstart: {' | '.join(names)}\n"
    parser = Lark(text, parser="lalr", lexer="basic", import_paths=[str(PACKAGE)])
    known = {terminal.name: terminal.pattern.to_regexp() for terminal in parser.terminals}
    return {
        start: _Pattern(written, known, "" if _IS_TIGHT.match(start) else _BLANKS).of(rule)
        for start, rule in written.items()
        if start[0] != "_" and start != "columns"
    }


class _Pattern:
    """Writes a rule as one pattern: a group for each terminal, and the blanks between them.

    Of a terminal that stands in it more than once the groups are numbered.

    Args:
        written: the rules.
        known: the patterns of the terminals.
        blanks: the pattern of what the grammar ignores between two of them.
    """

    def __init__(self, written: dict[str, str], known: dict[str, str], blanks: str) -> None:
        self.written = written
        self.known = known
        self.blanks = blanks
        self.counts: dict[str, int] = {}
        # Whether blanks may stand before the next token: behind another one that is no blank.
        self.is_behind = False

    def of(self, rule: str) -> str:
        """Return the pattern of a rule."""
        pieces: list[str] = []
        begins = [self.is_behind]
        for text, terminal, name, sign in _PART.findall(rule):
            if name:
                pieces.append(f"(?:{self.of(self.written[name])})")
            elif terminal == "_BLANK":
                pieces.append(self.known[terminal])
                self.is_behind = False
            elif text or terminal:
                piece = re.escape(text) if text else self._group(terminal)
                pieces.append(self.blanks + piece if self.is_behind else piece)
                self.is_behind = True
            elif sign == "(":
                pieces.append("(?:")
                begins.append(self.is_behind)
            elif sign:
                pieces.append(sign)
                if sign == "|":
                    self.is_behind = begins[-1]
                elif sign == ")":
                    begins.pop()
        return "".join(pieces)

    def _group(self, terminal: str) -> str:
        count = self.counts[terminal] = self.counts.get(terminal, 0) + 1
        group = terminal if count == 1 else f"{terminal}_{count}"
        return f"(?P<{group}>{self.known[terminal]})"


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
    lines.append("VALUES: Final = {")
    for start, pattern in values().items():
        mark = "'" if '"' in pattern else '"'
        lines.append(f'    "{start}": r{mark}{_CONTROL.sub(_escaped, pattern)}{mark},')
    lines += [
        "}",
        '"""Tag values and cells of tables by start symbol, a group for each terminal."""',
        "",
    ]
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
