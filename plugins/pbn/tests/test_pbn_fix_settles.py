"""`check --fix` twice is `check --fix` once."""

from __future__ import annotations

import io
import random

import pytest

from overtrick import TextEncodingError
from overtrick.plugin import FormatSpec, ReadContext
from overtrick_pbn.check.codes import HEADER, export_game
from overtrick_pbn.check.fixer import fix

suite = pytest.importorskip(
    "overtrick_pbn_conformance", reason="no overtrick-pbn-conformance to take files from"
)
FILES = sorted(
    path for path in suite.SUITE.glob("*valid/*") if path.suffix in {".pbn", ".html", ".txt"}
)
SPEC = FormatSpec(name="pbn", summary="", diagnostics="overtrick_pbn.diagnostics:CODES")
PIECES = [b"[", b"]", b'"', b"{", b"}", b";", b"%", b"\n", b"\r\n", b"\n\n", b" ", b"\t", b"=1=",
          b"!", b"^", b"*", b"+", b"-", b'[Event ""]', b'[Deal "', b'[Board "1"]\n']  # fmt: skip


def mended(data: bytes) -> bytes:
    sink = io.BytesIO()
    list(fix(io.BytesIO(data), sink, ReadContext(SPEC, errors="collect")))
    return sink.getvalue()


def assert_settles(data: bytes) -> None:
    try:
        once = mended(data)
    except TextEncodingError:
        return
    assert mended(once) == once, data


def test_a_brace_in_a_broken_tag_opens_no_comment():
    assert_settles(
        b'[Event ""]\n[Deal "N:AT42.73.AQT62.QT ... ... ..."]\n[Sco{ring ""]\n[Event "b"]\nx\n}\n'
    )


def test_games_of_export_format_that_are_divided_are_mended_once():
    game = export_game().replace("\n", "\r\n")
    more = export_game(Board="2").removeprefix(HEADER).replace("\n", "\r\n")
    for between in ("", " ", "\t", "\r\n ", " \r\n \t"):
        assert_settles(f"{game.rstrip()}{between}{more}".encode())


def test_a_tag_that_is_added_makes_no_new_game_of_one_that_repeats():
    broken = export_game().replace('[Board "1"]', '[Board[Event ""] "1"]')
    assert_settles(broken.replace("\n", "\r\n").encode())


@pytest.mark.skipif(not FILES, reason="no overtrick-pbn-conformance")
@pytest.mark.parametrize("first", range(20))
def test_a_file_and_its_mutants_are_mended_once(first):
    for path in FILES[first::20]:
        check_a_file_and_its_mutants_are_mended_once(path)


def check_a_file_and_its_mutants_are_mended_once(path):
    data = path.read_bytes()
    assert_settles(data)
    chance = random.Random(path.name)  # the same mutants every time
    for _ in range(3):
        mutant = bytearray(data)
        for _ in range(chance.randint(1, 3)):
            start = chance.randint(0, len(mutant))
            end = min(len(mutant), start + chance.choice([0, 0, 1, 3]))
            mutant[start:end] = chance.choice(PIECES)
        assert_settles(bytes(mutant))
