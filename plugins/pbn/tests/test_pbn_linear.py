"""No input is slow: what each construct costs grows with its length and no faster.

The cost is counted in lines of Python that are run and calls of built-in functions, not in time, so
the test says the same on every machine. What a single call costs in C (a regular expression that
backtracks, a text that is copied) does not show in it: `tests/fuzzing/run.py --growth` measures the
time of the same constructs.
"""

from __future__ import annotations

import functools
import io
import runpy
from pathlib import Path

import pytest
from hypothesis import settings

from overtrick import read
from overtrick.plugin import FormatSpec, ReadContext
from overtrick_pbn.check.fixer import fix
from overtrick_pbn.check.fixing import Fixer
from overtrick_pbn.check.hints import near_tag
from overtrick_pbn.text.grammar import OBSERVED_VALUES, events, value
from overtrick_testing import count_steps

_HOSTILE = runpy.run_path(str(Path(__file__).with_name("pbn_hostile.py")))
CONSTRUCTS, text_of = _HOSTILE["CONSTRUCTS"], _HOSTILE["text_of"]
SPEC = FormatSpec(name="pbn", summary="", diagnostics="overtrick_pbn.diagnostics:CODES")
IMPORT, EXPORT = "% PBN 2.1\n", "% PBN 2.1\n% EXPORT\n"
# From so many pieces on, four times of them may cost so many times as much. What grows as the
# square is seen the sooner the more pieces there are: twice as many in the tests of the package
# alone, which run with hypothesis's profile `ci`.
SMALL, GROWTH = 20 if settings().max_examples >= 100 else 10, 4.6


def _steps(work, data: bytes) -> int:
    # Names that a shorter file had would cost nothing in the longer one.
    near_tag.cache_clear()
    return count_steps(lambda: work(data))


def _read(data: bytes) -> None:
    read(io.BytesIO(data), format="pbn", errors="collect")


def _check(data: bytes) -> None:
    read(io.BytesIO(data), format="pbn", errors="collect", check=True)


def _fix(data: bytes) -> None:
    list(fix(io.BytesIO(data), io.BytesIO(), ReadContext(SPEC, errors="collect")))


@functools.cache
def _warm(work) -> None:
    """Import and keep what is imported and kept on first use."""
    for top in (IMPORT, EXPORT):
        work(f'{top}[Auction "N"]\n1C =1= $1 {{a}}\n[Note "1:x"]\n[Play "W"]\nSA\n'.encode())


# What checks the strictest and what fixes the most reads and checks as well; the others are slow.
WORKS = [
    pytest.param(_read, IMPORT, id="read", marks=pytest.mark.slow),
    pytest.param(_check, IMPORT, id="check", marks=pytest.mark.slow),
    pytest.param(_check, EXPORT, id="check export"),
    pytest.param(_fix, IMPORT, id="fix", marks=pytest.mark.slow),
    pytest.param(_fix, EXPORT, id="fix export", marks=pytest.mark.slow),
]


@pytest.mark.slow
@pytest.mark.parametrize(("work", "top"), WORKS)
@pytest.mark.parametrize("name", CONSTRUCTS)
def test_the_cost_grows_with_the_length_and_no_faster(name, work, top):
    _warm(work)
    # A finding is told a hundred times a game and not before it is one; so where the beginning
    # is not linear, what comes behind it must be.
    assert any(_growth(name, work, top, times) < GROWTH for times in (SMALL, 4 * SMALL))


def _growth(name: str, work, top: str, times: int) -> float:
    small, large = (text_of(name, count, top).encode() for count in (times, 4 * times))
    # Twice, since what is kept of values costs something the first time.
    work(large)
    return _steps(work, large) / _steps(work, small)


# Constructs that cost the most for their length: whole games of a dozen bytes, and texts of which
# each fix is tried and refused.
DEAR = [
    *("boards", "games of a line", "games of blanks", "games that inherit", "games that pass on"),
    *("games that pass on the deal", "games with an identity", "unclosed tags"),
    *("empty comments", "comments at a call", "alerts", "stars", "tags without values"),
]


@pytest.mark.slow
@pytest.mark.parametrize("name", DEAR)
def test_no_byte_is_dear_to_fix(name):
    _warm(_fix)
    data = text_of(name, 40, EXPORT).encode()
    _fix(data)
    # A megabyte of them takes some seconds.
    assert _steps(_fix, data) < 400 * len(data)


@pytest.mark.parametrize("name", ["boards", "games of a line", "games of blanks"])
def test_a_game_is_read_as_it_stands_and_as_it_is_laid_out(name, monkeypatch):
    read_texts = []
    reading = Fixer._reading_of

    def counted(fixer, text):
        read_texts.append(text)
        return reading(fixer, text)

    monkeypatch.setattr(Fixer, "_reading_of", counted)
    _fix(text_of(name, 40, EXPORT).encode())
    # Not once for each step of the layout; a game more may stand in front, and the last one is read
    # for the end of the file as well.
    assert 40 < len(read_texts) <= 2 * 41 + 1


@pytest.mark.slow
@pytest.mark.parametrize("name", ["tags", "comments on a line", "calls", "cards", "rows", "games"])
def test_it_goes_on_like_this(name):
    steps = [_steps(_check, text_of(name, 20 * times, IMPORT).encode()) for times in (4, 16, 64)]
    assert steps[2] < GROWTH * steps[1]
    assert steps[1] < GROWTH * steps[0]


def test_a_cost_that_grows_faster_is_found():
    def square(data: bytes) -> None:
        for start in range(len(data)):
            sum(1 for _ in data[start:])

    assert _steps(square, b"x" * 80) > GROWTH * _steps(square, b"x" * 20)


# The grammar's way

JUNK = {
    "equals signs": "=",
    "carets": "^",
    "dollars": "$",
    "quotes": '"',
    "escaped quotes": '\\"',
    "open strings": '"a ',
    "brackets": "[ ",
    "backslashes": "\\",
    "open braces": "{",
    "closed braces": "} ",
    "less": "<",
    "delimiters": "</PBN>",
    "percent signs": "% ",
    "escape lines": "\n%x",
    "comments": "{x}",
    "words": "zz ",
    "words that run to the end": "AC ",
    "questions": "? ",
    "underlines": "_ ",
    "insufficient bids": "^I ",
    "revokes": "^R ",
    "late calls": "AP 1C ",
    "asterisks": "* ",
    "plus signs": "+ ",
    "accents": "\u00e9",
    "mixed": '=^$"[\\}<% zz ',
}
STARTS = {"calls": "1C ", "calls behind the end": "1C AP * ", "cards": "SA ", "elements": "1 "}


@pytest.mark.slow
@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("name", JUNK)
def test_the_grammar_reads_junk_in_a_time_that_grows_as_its_length(name, start):
    def parse(data: bytes) -> None:
        events(data.decode().rstrip(), start.partition(" ")[0])

    small, large = ((STARTS[start] + JUNK[name] * times).encode() for times in (100, 400))
    parse(large)
    assert _steps(parse, large) < GROWTH * _steps(parse, small)


@pytest.mark.parametrize(
    "piece", ["^", "N:", "A2.K3..J5 ", "- ", "9", "NS ", "+", "\\3", "...", "10"]
)
def test_the_grammar_reads_values_in_a_time_that_grows_as_their_length(piece):
    def parse(data: bytes) -> None:
        for start in OBSERVED_VALUES:
            value(data.decode(), start)

    small, large = ((piece * times).encode() for times in (50, 200))
    parse(large)
    assert _steps(parse, large) < GROWTH * _steps(parse, small)
