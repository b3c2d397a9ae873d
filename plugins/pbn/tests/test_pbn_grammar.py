"""The grammars: the standard's alone, what is observed over it, and the patterns made of them."""

from __future__ import annotations

import importlib.util
import json
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from lark import Lark, Token
from lark.exceptions import UnexpectedInput

import overtrick_pbn
from overtrick import Seat
from overtrick_pbn.read.auction import read_auction
from overtrick_pbn.read.play import read_play
from overtrick_pbn.standard import lexis
from overtrick_pbn.standard.tags import KNOWN, SECTIONS, TABLES
from overtrick_pbn.standard.values import form
from overtrick_pbn.text.annotations import AUCTION, PLAY, Scan, SectionError, SectionRead
from overtrick_pbn.text.cut import cut_game
from overtrick_pbn.text.elements import elements_at
from overtrick_pbn.text.grammar import (
    OBSERVED_STARTS,
    OBSERVED_VALUES,
    STARTS,
    parser,
    value_parser,
)
from overtrick_pbn.text.quoting import unquote
from overtrick_pbn.text.values import tokens as value_tokens

PLUGIN = Path(__file__).parents[1]
PACKAGE = Path(overtrick_pbn.__file__).parent

try:
    from overtrick_pbn_conformance import SUITE
except ModuleNotFoundError:
    ENTRIES = []
else:
    ENTRIES = json.loads((SUITE / "index.json").read_bytes())["files"]
VALID = [e for e in ENTRIES if e["file"].startswith("valid/")]


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


@pytest.mark.skipif(not VALID, reason="no overtrick-pbn-conformance")
def test_every_valid_case_is_a_file_by_the_grammar_alone(alone):
    for entry in VALID:
        assert alone.parse(text_of(entry), start="pbn").data == "pbn", entry["file"]


@pytest.mark.slow
def test_the_patterns_are_those_of_the_grammars():
    spec = importlib.util.spec_from_file_location("make_lexis", PLUGIN / "make_lexis.py")
    make_lexis = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(make_lexis)
    make_lexis.PACKAGE = PACKAGE  # the package that is tested, installed or not
    assert (PACKAGE / "standard" / "lexis.py").read_text("utf-8") == make_lexis.module()


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


@pytest.mark.slow
@pytest.mark.parametrize("start", STARTS)
def test_every_start_symbol_parses(start):
    samples = {
        "pbn": '% PBN 2.1\n[Board "1"]\n\n[Board "2"]\n',
        "game": '[Board "1"]', "calls": "1C AP", "cards": "SA H2 *", "elements": '1 "a b"',
        "note_text": "1:weak", "columns": r"-Rank\3R;Names", "rubber_history": "NS 0 0/0 EW 0 0/40",
        "cell_call": "3NT", "cell_card": "SA", "cell_declarer": "^S", "cell_seat": "S",
        "cell_contract": "4SXX",
        "cell_denomination": "NT", "cell_result": "13", "cell_ranks": "AK2", "cell_time": "1:02:59",
        "cell_score": "-50", "cell_range": "*,-30", "cell_number": "62.5", "cell_count": "12",
    }  # fmt: skip
    assert overtrick_pbn.parse(samples.get(start, ""), start).data == start


REGULAR = (
    '[Dealer "N"]\n[Auction "N"]\n1N P 2C =1= Pass\n2S {four} AP\n[Note "1:asks"]\n'
    '[Play "W"]\nS4 SA S2 S3\nH2 H3 H4! H5\n[MyTable "A;B"]\n1 x\n2 y\n'
)
ODD = {
    "a skipped player": '[Auction "N"]\n1C ^S 1H AP\n',
    "a fault": '[Auction "N"]\n1C 8C\n',
    "a revoke": '[Play "W"]\nS4 SA ^R H2 S3\n',
    "a comment in a table": '[MyTable "A;B"]\n1 {x} 2\n',
}


@pytest.mark.slow
@pytest.mark.parametrize("odd", ["", *ODD])
def test_lark_is_imported_when_a_file_needs_it(odd):
    code = (
        "import io, sys, overtrick\n"
        f"data = io.BytesIO({(REGULAR + ODD.get(odd, '')).encode()!r})\n"
        "overtrick.read(data, format='pbn', errors='collect')\n"
        f"assert ('lark' in sys.modules) == {bool(odd)}"
    )
    if odd:
        code = code.replace(repr(REGULAR.encode())[2:-1], "")
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.slow
def test_every_terminal_is_used():
    used = set()
    for observed, starts in ((False, STARTS), (True, OBSERVED_STARTS)):
        for start in starts:
            used |= {str(t.name) for t in parser(start, observed=observed).terminals}
        used |= {str(t.name) for t in value_parser(observed=observed).terminals}
    for path in PACKAGE.rglob("*.py"):
        used |= set(re.findall(r"\blexis\.([A-Z][A-Z_]*)\b", path.read_text("utf-8")))
    text = "\n".join(path.read_text("utf-8") for path in sorted(PACKAGE.glob("*.lark")))
    text = re.sub(r"//.*|^%import.*", "", text, flags=re.MULTILINE)
    head = re.compile(
        r"^(?:%override |%extend )?([A-Z_][A-Z0-9_]*)(?:\.-?[0-9]+)?:(.*)", re.MULTILINE
    )
    terminals = {name for name, _ in head.findall(text)}
    # Some are parts of others.
    while True:
        parts = {name for whole, right in head.findall(text) if whole in used
                 for name in terminals if re.search(rf"\b{name}\b", right)}  # fmt: skip
        if parts <= used:
            break
        used |= parts
    assert len(terminals) > 80
    assert terminals - used == set()


def test_every_pattern_is_looked_for():
    named = {name for name in vars(lexis) if name.isupper()}
    text = "".join(path.read_text("utf-8") for path in PACKAGE.rglob("*.py"))
    assert {name for name in named if f"lexis.{name}" not in text} == set()


def test_a_start_symbol_that_is_none_is_named_with_those_that_are():
    with pytest.raises(ValueError, match="no start symbol 'gmae': pbn, game"):
        overtrick_pbn.parse("", "gmae")
    with pytest.raises(ValueError, match="no start symbol 'deal'"):
        overtrick_pbn.parse("", "deal", observed=True)


def test_the_tag_names_are_those_of_the_standard():
    patterns = {t.name: re.compile(t.pattern.to_regexp()) for t in parser("game").terminals}
    others = {*SECTIONS, *TABLES, "Note"}
    assert {name for name in KNOWN if patterns["TAG_NAME"].fullmatch(name)} == KNOWN - others
    assert all(patterns["NAME"].fullmatch(name) for name in TABLES)


# Each token is spelled once

SPELLED = {
    "string token": r'[^"\\',
    "space in a tag pair": r"\s*+(?:(?<=",
    "note token": "=[0-9]",
    "NAG": r"\$[0-9]",
    "suffix": "[!?]",
    "irregularity": "[ISRL]",
    "brace comment": "[^}]*+",
    "rest-of-line comment": r";[^\r\n]",
    "escape line": r"%[^\r\n]",
    "call or card token": "[A-Za-z0-9-]",
    "name token": "[A-Za-z0-9_]",
    "bid": "[1-7]",
    "suit": "[SHDC]",
    "rank": "[AKQJT2-9]",
    "section token": "[!#$&-",
    "date": "[0-9?]",
}


@pytest.mark.parametrize("token", SPELLED)
def test_a_token_is_spelled_in_the_grammars_and_nowhere_else(token):
    fragment = SPELLED[token]
    files = [*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.lark")]
    found = {path.name for path in files if fragment in path.read_text("utf-8")}
    assert found - {"pbn.lark", "observed.lark"} == {"lexis.py"}
    assert found & {"pbn.lark", "observed.lark"}


# The two grammars say the same


def accepts(text, start, *, observed):
    """Return the tree of a text, `None` where the grammar refuses it."""
    try:
        return overtrick_pbn.parse(text, start, observed=observed)
    except UnexpectedInput:
        return None


def words_of(tree):
    """Return the places of a parsed section: each word with what stands at it, comments apart."""
    places = []
    for node in tree.children:
        if isinstance(node, Token) or node.data in {"comment", "calls_closed", "cards_closed"}:
            continue
        places.append([str(leaf) for leaf in node.children if isinstance(leaf, Token)])
    return places


def scanned_words(scan):
    places = []
    for place in scan.places:
        first = [] if place.irregular in {None, place.word} else [str(place.irregular)]
        marks = [str(mark) for mark in place.marks if mark[0] not in "{;"]
        places.append([*first, str(place.word), *marks])
    return places


def read_of(start, body):
    """Return what the reader makes of a body and its findings, `None` where it refuses it."""
    found = []
    read = read_auction if start == "calls" else read_play

    def say(code, index, **values):
        found.append(code)

    notes = {f"={number}=": "x" for number in range(33)}
    try:
        value = read(Seat.NORTH, body, notes, SectionRead(), say)
    except SectionError:
        return None
    return None if value is None else (value, found)


FAULTS = {"unknown_call", "unknown_card", "stray_hyphen", "dangling", "late"}


def has_fault(tree):
    """Return whether a tree has a token or a rule of what is wrong."""
    types = {leaf.type for leaf in tree.scan_values(lambda leaf: isinstance(leaf, Token))}
    return bool(types & {"JUNK", "IRREGULARITY", "UNCLOSED"}) or any(
        node.data in FAULTS and str(node.children[0]).upper() != "PASS"
        for node in tree.iter_subtrees()
    )


def check_section(start, body):
    """Assert that the observed grammar takes any body, and the reader what the standard's takes."""
    tree = overtrick_pbn.parse(body, start, observed=True)
    leaves = list(tree.scan_values(lambda leaf: isinstance(leaf, Token)))
    covered = "".join(body[leaf.start_pos : leaf.start_pos + len(leaf)] for leaf in leaves)
    assert covered == "".join(leaves)
    assert "".join(covered.split()) == "".join(body.split()), body
    told = read_of(start, body)
    assert not (has_fault(tree) and told is not None), body
    strict = accepts(body, start, observed=False)
    if strict is None:
        return
    assert not has_fault(tree)
    scan = Scan(body, AUCTION if start == "calls" else PLAY)
    if start == "cards" and len(scan.places) > 52:
        # A grammar does not count.
        assert told is None
        return
    assert words_of(strict) == scanned_words(scan), body
    # A grammar does not count hyphens before the first call either.
    assert set(told[1]) <= {"PBN805", "PBN367", "PBN373"}, body


def check_elements(body):
    tree = overtrick_pbn.parse(body, "elements", observed=True)
    types = {leaf.type for leaf in tree.children}
    cut = cut_game(f'[Lesson ""]{body}')
    if cut.bodies == [body]:
        found = elements_at(cut, 0)
        leaves = [str(leaf) for leaf in tree.children if leaf.type in {"SECTION_TOKEN", "STRING"}]
        assert leaves == [element.text for element in found]
    strict = accepts(body, "elements", observed=False)
    if strict is not None:
        assert not types & {"JUNK", "UNCLOSED"}


def check_game(text):
    """Assert that grammars and reader agree on a game and on the sections in it."""
    cut = cut_game(text)
    for observed in (False, True):
        tree = accepts(text, "game", observed=observed)
        if tree is None:
            continue
        strings = list(tree.scan_values(lambda leaf: leaf.type == "STRING"))
        values = [unquote(leaf[1:-1]) for leaf in strings]
        assert [value for value in cut.values if value in values] == cut.values
        names = tree.scan_values(lambda leaf: leaf.type in {"TAG_NAME", "NAME"})
        assert [str(leaf) for leaf in names] == [n for n in cut.names if n not in SECTION_TAGS]
        assert not cut.faults
    for name, body in zip(cut.names, cut.bodies, strict=True):
        # What begins a text begins a line, but a body does not.
        if name in {"Auction", "Play"}:
            check_section("calls" if name == "Auction" else "cards", f" {body}")
        elif name.endswith("Table"):
            check_elements(f" {body}")


SECTION_TAGS = {"Auction", "Play", "Note"}


@pytest.mark.slow
@pytest.mark.parametrize("wild", [False, True])
def test_generated_games_are_the_same_to_grammars_and_scanners(pbn_games, wild):
    for seed in range(2 * settings().max_examples):
        check_game(pbn_games.random_game(random.Random(seed), wild=wild))


@pytest.mark.slow
@given(st.integers(0, 2**32))
@settings(deadline=None)
def test_mutated_games_are_the_same_to_grammars_and_scanners(pbn_games, seed):
    r = random.Random(seed)
    check_game(pbn_games.mutate(r, pbn_games.random_game(r)))


WORDS = [
    *("Pass", "pass", "P", "PASS", "AP", "ap", "all", "All", "1C", "1n", "3NT", "3nT", "X", "xx"),
    *("Dbl", "R", "D", "AC", "8C", "-", "--", "+", "*", "___", "_", "^I", "^S", "^R", "^L", "^"),
    *("?", "??", "???", "ac", "etc."),
    *("SA", "s2", "S10", "h10", "S1", "KT", "=1=", "=0=", "=33=", "=99999=", "==", "=", "!", "?!"),
    *("$1", "$256", "$007", "$", "{x}", "{\n}", "{", ";y\n", ";", "\n%esc\n", "%", "</PBN>a<PBN>"),
    *("[", '"', "\u00e9", "<", "1C*", "*1C"),
]


@pytest.mark.slow
@given(
    st.sampled_from(["calls", "cards"]),
    st.lists(st.tuples(st.sampled_from(WORDS), st.sampled_from(["", " ", "\n"])), max_size=8),
)
@example("calls", [("_=33=\n{\n}\n=1=", "")])
@example("calls", [("All", " "), (";y\n", "\n"), ("Pass", "")])
@settings(deadline=None)
def test_any_words_are_the_same_to_grammar_and_scanner(start, words):
    check_section(start, " " + "".join(word + gap for word, gap in words))


@pytest.mark.slow
@given(st.text('[]{};"%\\<>/PBN \n\rab12', max_size=30))
@settings(deadline=None)
def test_any_elements_are_the_same_to_grammar_and_scanner(body):
    check_elements(f" {body}")


PIECES = [
    *("N", "e", "West", "^", "^S", "^?", ":", " ", " ", "  ", "\t", "-", "...", "AK2", "t98", "10"),
    *("A2.K3..J5", "N:", "SA.HK.DQ.CJ", "Love", "none", "N-S", "NS", "ew", "EW", "9", "13", "14"),
    *("05", "3NT", "3n", "4Sx", "7HXX", "nT", "Pass", "p", "+50", "-1.5", "100", "1/2", "0 0/40"),
    *(
        "2020.01.??",
        "12:00:59",
        "A.b",
        "Open",
        "Yes",
        "WE",
        "\\3R",
        "\\12",
        "+",
        "*",
        ",",
        ";",
        "AP",
    ),
    *("1:", "text", "\u0663", "%x", "\r\n"),
]


@pytest.mark.slow
@given(st.sampled_from(sorted(lexis.VALUES)), st.lists(st.sampled_from(PIECES), max_size=6))
@example("deal", ["N:", "...", " ", "A2.K3..J5", " ", "-", " ", "-"])
@example("rubber_history", ["NS", " ", "0 0/40", " ", "EW", " ", "0 0/40"])
@settings(max_examples=2000, deadline=None)
def test_a_value_has_the_same_tokens_by_pattern_and_by_grammar(start, pieces):
    value = "".join(pieces).strip()
    parsed = value_tokens(start, value, by_grammar=True)
    if form(start).fullmatch(value) is not None:
        found = value_tokens(start, value)
        # The observed grammar has other names for some, since it takes more.
        assert [text for _, text in found] == [text for _, text in parsed], value
    assert value_tokens(start, value) is not None or parsed is None


@pytest.mark.slow
def test_what_the_grammar_takes_of_a_value_is_a_value_by_the_pattern():
    taken = 0
    for start in lexis.VALUES:
        if start in OBSERVED_VALUES:
            continue
        for seed in range(400):
            r = random.Random(f"{start}{seed}")
            value = "".join(r.choices(PIECES, k=r.randrange(1, 5))).strip()
            if value_tokens(start, value, by_grammar=True) is not None:
                taken += 1
                assert form(start).fullmatch(value) is not None, (start, value)
    assert taken > 100


@pytest.mark.slow
def test_real_games_are_the_same_to_grammars_and_scanners(pbn_games, pbn_shared):
    r = random.Random(0)
    for path in sorted((pbn_shared / "corpus" / "wild" / "pbn").iterdir()):
        texts = pbn_games.split_texts(path.read_bytes())
        for text in r.sample(texts, min(2, len(texts))):
            check_game(text)
