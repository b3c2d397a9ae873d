"""No call, card, suit, seat, vulnerability or denomination is spelled outside the grammars.

Tokens come from `standard/lexis.py`, which the grammars give, and what they mean from the model.
"""

from __future__ import annotations

import ast
import itertools
import re
from pathlib import Path

import pytest

import overtrick_pbn

PACKAGE = Path(overtrick_pbn.__file__).parent

# What is generated from the grammars, and the catalogues, whose samples are texts for people.
NOT_LOOKED_AT = {"standard/lexis.py", "read/codes.py", "check/codes.py", "write/codes.py"}

ALLOWED = {
    # The names of columns and tags, which the standard writes out.
    "standard/tables.py": {"S", "H", "D", "C"},
    # The plural of a tag's name.
    "check/hints.py": {"s"},
    # Messages for people.
    "check/programs.py": {" for NS"},
    "programs/par.py": {" is no side with a contract and its result, such as NS 4S="},
    # The names of values that a part of a file takes from those before it.
    "read/file.py": {"all "},
}
"""What may be spelled, by module; each with its reason."""

_ORDERS = [
    "".join(order) for letters in ("NESW", "SHDC") for order in itertools.permutations(letters)
]
SPELLED = re.compile(
    "|".join([*_ORDERS, "AKQ", "QKA", "23456789T", r"\[1-7\]", r"(?<![\w/])(?:NS|EW)(?![\w/])"]),
    re.IGNORECASE,
)
"""An alphabet, or a side by itself."""

WORDS = {
    *("pass", "p", "ap", "x", "xx", "d", "dbl", "r", "rdbl", "all", "both", "none", "love"),
    *("n", "e", "s", "w", "h", "c", "nt", "ns", "ew", "n-s", "e-w", "ac", "10", "t"),
    *(f"{level}{strain}" for level in range(1, 8) for strain in ("c", "d", "h", "s", "nt", "n")),
    *(f"{suit}{rank}" for suit in "shdc" for rank in ("a", "k", "q", "j", "t", "10", *"23456789")),
    *("^i", "^s", "^r", "^l"),
}
"""Words that are tokens of an auction, a play or a value."""


TERMINALS = {
    name
    for grammar in PACKAGE.glob("*.lark")
    for name in re.findall(r"^([A-Z_]+)(?:\.-?[0-9]+)?:", grammar.read_text("utf-8"), re.MULTILINE)
}
"""The names by which code tells tokens apart."""


def spelled_in(path):
    """Return what a module spells: the line and the text of each."""
    tree = ast.parse(path.read_text("utf-8"))
    samples = {
        id(part)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", "") in {"_code", "DiagnosticCode"}
        for part in ast.walk(node)
    }
    docs = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
            continue
        if id(node) in samples or id(node) in docs:
            continue
        text = node.value
        if text in TERMINALS:
            continue
        if SPELLED.search(text) or text.strip().lower() in WORDS:
            yield node.lineno, text


@pytest.mark.parametrize(
    "module", sorted(path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py"))
)
def test_no_token_is_spelled_outside_the_grammars(module):
    if module in NOT_LOOKED_AT:
        return
    found = [
        (line, text)
        for line, text in spelled_in(PACKAGE / module)
        if text not in ALLOWED.get(module, ())
    ]
    assert found == []


def test_what_is_allowed_is_there():
    for module, texts in ALLOWED.items():
        assert {text for _, text in spelled_in(PACKAGE / module)} >= texts
