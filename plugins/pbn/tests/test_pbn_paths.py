"""All paths of the reader agree, on generated, mutated and real games; nothing escapes them."""

from __future__ import annotations

import random
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lark import Token

import overtrick_pbn
from overtrick import Seat
from overtrick.plugin import ReadContext
from overtrick_pbn.read.auction import PLAIN, quick_auction, read_auction
from overtrick_pbn.read.findings import silent
from overtrick_pbn.read.inheritance import Inheritance
from overtrick_pbn.read.remarks import Remarks
from overtrick_pbn.text.annotations import SectionRead
from overtrick_pbn.text.cut import cut_game
from overtrick_pbn.text.quoting import comment_text, is_open
from overtrick_pbn.text.scanners import ITEM
from overtrick_pbn.text.syntax import Game

SIGNS = [
    *(
        "1C",
        "Pass",
        "P",
        "X",
        "AP",
        "all",
        "AC",
        "8C",
        "-",
        "SA",
        "s2",
        "S10",
        "+",
        "*",
        "___",
        "?",
    ),
    *("^I", "^S", "^R", "^", "=1=", "=", "!", "$1", "$", "{x}", "{", "}", ";y\n", "\n%e\n", "%"),
    *("</PBN>a<PBN>", "</PBN>", "[", "]", '"', '"a"', '\\"', "\u00e9", "<", " ", " ", "\n", "\x00"),
]


@pytest.mark.parametrize("wild", [False, True])
def test_generated_games_read_the_same_by_every_path(pbn_games, wild):
    for seed in range(150):
        pbn_games.check_paths(pbn_games.random_game(random.Random(seed), wild=wild))


def test_mutated_games_read_the_same_by_every_path(pbn_games):
    for seed in range(250):
        r = random.Random(seed)
        pbn_games.check_paths(pbn_games.mutate(r, pbn_games.random_game(r)))


def test_values_are_taken_from_the_games_before_as_they_are_resolved():
    taken = given_up = 0
    for seed in range(300):
        r = random.Random(seed)
        quick, slow = Inheritance(), Inheritance()
        for _ in range(r.randrange(2, 9)):
            names = tuple(r.sample(["Event", "Site", "Board", "Dealer", "Room"], r.randrange(1, 6)))
            values = [r.choice(["a", "b", "#", "#", "#23", ""]) for _ in names]
            found = quick.take(names, values)
            resolved = slow.resolve(dict(zip(names, values, strict=True)))
            if found is None:
                # There is something to say of it.
                assert resolved.forbidden or resolved.orphans
                quick.resolve(dict(zip(names, values, strict=True)))
                given_up += 1
                continue
            assert dict(zip(names, found[0], strict=True)) == resolved.fields
            assert list(found[1]) == resolved.context
            quick.keep(names, found[0])
            taken += bool(found[1])
        assert quick.last == slow.last
    assert taken > 100
    assert given_up > 100


ODD_CALLS = [
    *(
        "P",
        "p",
        "pass",
        "PASS",
        "pAss",
        "x",
        "Xx",
        "xx",
        "D",
        "dbl",
        "DBL",
        "R",
        "Rdbl",
        "1N",
        "7n",
    ),
    *("1c", "2d", "3h", "4s", "5nt", "6nT", "7Nt"),
]


def test_odd_calls_are_read_in_one_go_as_by_the_grammar():
    read = reported = 0
    for seed in range(600):
        r = random.Random(seed)
        words = r.choices([*PLAIN], k=r.randrange(8))
        words += r.choices([*ODD_CALLS, "Pass", "=1=", "=2="], k=r.randrange(4))
        words += [
            word + r.choice("**!")
            for word in r.choices([*PLAIN, *ODD_CALLS], k=r.choice([0, 0, 2]))
        ]
        r.shuffle(words)
        words += r.choice([[], ["Pass"] * 3, ["p", "Pass", "pass"], ["AP"], ["*"], ["+"], ["!"]])
        body = "".join(word + r.choice([" ", "\n"]) for word in words)
        for notes in ({}, {"=1=": "x"}, {"=1=": "x", "=2=": "y"}):
            odd, told = [], []

            def say(code, index, found=odd, **values):
                if code not in {known for known, _ in found}:
                    found.append((code, index))

            auction = quick_auction(Seat.NORTH, body, notes, SectionRead(), say)
            if auction is None:
                continue
            say = partial(say, found=told)
            assert auction == read_auction(Seat.NORTH, body, notes, SectionRead(), say), body
            assert odd == told, body
            read += 1
            reported += bool(told)
    assert read > 100
    assert reported > 30


def test_the_fast_paths_are_taken(pbn_games):
    # Otherwise the tests above would compare nothing.
    canonical = fast = regular = 0
    for seed in range(100):
        text = pbn_games.random_game(random.Random(seed), wild=False)
        canonical += pbn_games.cut_canonical(text) is not None
        body = pbn_games.auction(random.Random(seed), wild=False)
        notes = {"=1=": "x", "=2=": "y", "=33=": "z"}
        fast += pbn_games.check_auction(body, notes)
        regular += pbn_games.check_places(body, pbn_games.AUCTION)
        body = pbn_games.play(random.Random(seed), wild=False)
        regular += pbn_games.check_places(body, pbn_games.PLAY)
    assert canonical >= 5
    assert 40 <= regular <= 180
    assert fast >= 5


@given(st.integers(0, 2**32))
@settings(deadline=None)
def test_mutated_files_end_in_boards_or_typed_errors(pbn_games, seed):
    r = random.Random(seed)
    text = "\n\n".join(pbn_games.random_game(r) for _ in range(r.choice([1, 2, 3])))
    pbn_games.check_reader(pbn_games.mutate(r, text).encode("utf-8", "replace"))


@given(st.binary(max_size=300))
@settings(deadline=None)
def test_any_bytes_end_in_boards_or_typed_errors(pbn_games, data):
    if data[:2] not in (b"\xff\xfe", b"\xfe\xff"):
        pbn_games.check_reader(data)


@given(st.text('[]{};%"\\#$=!?^*+- \n\rABCDN12SX:.', max_size=200))
@settings(deadline=None)
def test_any_text_reads_the_same_by_every_path(pbn_games, text):
    pbn_games.check_paths(text)
    pbn_games.check_paths('[Auction "N"]' + text)
    pbn_games.check_paths('[Play "N"]' + text)
    pbn_games.check_paths('[ScoreTable "A;B"]' + text)


def test_real_games_read_the_same_by_every_path(pbn_games, pbn_shared):
    r = random.Random(0)
    for path in sorted((pbn_shared / "corpus" / "wild" / "pbn").iterdir()):
        texts = pbn_games.split_texts(path.read_bytes())
        for text in r.sample(texts, min(3, len(texts))):
            pbn_games.check_paths(text)


# The grammar alone, and the quick way with the grammar behind it


@pytest.mark.slow
@pytest.mark.parametrize("checking", [False, True])
def test_generated_and_mutated_files_are_the_same_by_the_grammar_alone(pbn_games, checking):
    for seed in range(2 * settings().max_examples):
        r = random.Random(seed)
        text = "\n\n".join(pbn_games.random_game(r, wild=seed % 3 > 0) for _ in range(3))
        if seed % 2:
            text = pbn_games.mutate(r, text)
        head = r.choice(["", "% PBN 2.1\n", "% PBN 2.1\n% EXPORT\n"])
        pbn_games.check_ways((head + text).encode("utf-8", "replace"), checking=checking)


@pytest.mark.slow
def test_the_suite_is_the_same_by_the_grammar_alone(pbn_games):
    suite = pytest.importorskip("overtrick_pbn_conformance")
    files = sorted(suite.SUITE.rglob("*.pbn"))
    assert len(files) > 700
    for path in files:
        pbn_games.check_ways(path.read_bytes())


@pytest.mark.slow
def test_real_files_are_the_same_by_the_grammar_alone(pbn_games, pbn_shared):
    for path in sorted((pbn_shared / "corpus" / "wild" / "pbn").iterdir()):
        pbn_games.check_ways(path.read_bytes()[:40_000])


@pytest.mark.slow
@given(st.lists(st.sampled_from(SIGNS), max_size=12))
@settings(deadline=None)
def test_the_grammar_takes_any_section(words):
    body = "".join(words)
    for start in ("calls", "cards", "elements"):
        leaves = overtrick_pbn.parse(body, start, observed=True).scan_values(
            lambda leaf: isinstance(leaf, Token)
        )
        assert "".join("".join(leaves).split()) == "".join(body.split())


DEEP = {
    "braces": "{",
    "brackets": "[",
    "quotes": '"',
    "backslashes": "\\",
    "escaped quotes": '\\"',
    "open strings": '[a "',
    "percent lines": "\n%",
    "tags": '[A "b"]',
    "foreign": "</PBN><",
    "equals signs": "=",
    "words that run to the end": "AC ",
}


@pytest.mark.parametrize("name", DEEP)
@pytest.mark.parametrize("start", ["", '[Auction "N"]\n1C ', '[Play "N"]\n', '[T "A;B"]\n'])
def test_deeply_repeated_characters_are_read(pbn_games, name, start):
    # The time that a megabyte of these takes is measured by tests/fuzzing/run.py --growth.
    text = start + DEEP[name] * (4_000 // len(DEEP[name]))
    pbn_games.check_reader(text.encode())


def test_reading_is_silent_about_the_same_thing(pbn_games):
    ctx = ReadContext(pbn_games.SPEC, errors="collect")
    data = ('[Auction "N"]\n' + "P " * 50 + "\n").encode()
    list(pbn_games.read(pbn_games.io.BytesIO(data), ctx))
    assert len(ctx.diagnostics) == 1


def test_remarks_are_taken_as_the_scanner_has_them():
    # Comments and escape lines, and what looks like them, in any order and with any line end.
    pieces = ["{a}", "{}", "{b\r\nc}", "{", "}", ";d", ";", "%e", "%", "%PBN 2.1", "% EXPORT", "f"]
    taken = 0
    for seed in range(3000):
        r = random.Random(seed)
        newline = r.choice(["\n", "\n", "\r\n", "\r"])
        some = [*pieces[: r.choice([3, 12])], newline, newline, " ", "\t"]
        body = "".join(r.choices(some, k=r.randrange(7)))
        position = r.choice([-1, 4, 4])
        remarks = Remarks(Game(body), cut_game(body), silent)
        items = [(match.lastgroup, match.group(), match.start()) for match in ITEM.finditer(body)]
        expected = all(
            (kind == "COMMENT" and not is_open(raw))
            or (kind == "ESCAPE" and (start or position < 0))
            or (kind == "DATA" and raw.isspace())
            for kind, raw, start in items
        )
        assert remarks.take(position, "Event", body) == expected, body
        if not expected:
            assert (remarks.comments, remarks.escapes) == ([], []), body
            continue
        taken += bool(remarks.comments) + bool(remarks.escapes)
        comments = [comment_text(raw) for kind, raw, _ in items if kind == "COMMENT"]
        escapes = [raw[1:] for kind, raw, _ in items if kind == "ESCAPE"]
        assert remarks.comments == [(position, "Event", text) for text in comments], body
        said = [text for text in escapes if text.strip() not in {"PBN 2.1", "EXPORT"}]
        assert remarks.escapes == [(position, "Event", text) for text in said], body
    assert taken > 500
