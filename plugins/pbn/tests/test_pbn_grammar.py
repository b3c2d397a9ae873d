"""The grammars: the standard's alone, what is observed over it, and the patterns made of them."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest
from lark import Lark
from lark.exceptions import UnexpectedInput

import overtrick_pbn

PLUGIN = Path(__file__).parents[1]
PACKAGE = Path(overtrick_pbn.__file__).parent
SUITE = PLUGIN / "conformance"
ENTRIES = json.loads((SUITE / "index.json").read_text("utf-8"))["files"]


def text_of(entry):
    data = (SUITE / entry["file"]).read_bytes()
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("iso-8859-1")


@pytest.fixture(scope="module")
def alone():
    """Return the parser that a stranger gets of the one file."""
    path = str(PACKAGE / "pbn.lark")
    return Lark.open(path, parser="lalr", lexer="contextual", start=["pbn", "game"])


@pytest.mark.parametrize(
    "entry", [e for e in ENTRIES if e["file"].startswith("valid/")], ids=lambda e: e["file"]
)
def test_every_valid_case_is_a_file_by_the_grammar_alone(alone, entry):
    assert alone.parse(text_of(entry), start="pbn").data == "pbn"


def test_the_patterns_are_those_of_the_grammars():
    spec = importlib.util.spec_from_file_location("make_lexis", PLUGIN / "make_lexis.py")
    make_lexis = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(make_lexis)
    assert (PACKAGE / "text" / "lexis.py").read_text("utf-8") == make_lexis.module()


@pytest.mark.parametrize(
    "text",
    [
        '[Event "a\tb"]',
        '[Event "a]',
        '[event "a"]',
        '[Board "1"] 12',
        '[Auction "N"]\n1C! ?',
        '[Auction "N"]\n1C =1= =2=',
        '[Auction "N"]\n1C =33=',
        '[Auction "N"]\n1C $256',
        '[Auction "N"]\n1N',
        '[Auction "N"]\n1C - X',
        '[Auction "N"]\n* 1C',
        '[Auction "N"]\n^I Pass',
        '[Play "N"]\nS10',
        '[Play "N"]\n* SA',
        '[Play "N"]\n^R -',
        '[Play "N"]\n+ SA +',
        '[ScoreTable "A;B"]\n1 {x} 2',
        '[ScoreTable "A;B"]\n5%',
        "{open",
        "1C",
    ],
)
def test_what_the_standard_forbids_is_refused(alone, text):
    with pytest.raises(UnexpectedInput):
        alone.parse(text, start="game")
