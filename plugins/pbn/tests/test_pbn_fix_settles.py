"""`check --fix` twice is `check --fix` once."""

from __future__ import annotations

import random

import pytest

from overtrick import TextEncodingError
from overtrick_pbn.check.codes import HEADER, export_game

suite = pytest.importorskip(
    "overtrick_pbn_conformance", reason="no overtrick-pbn-conformance to take files from"
)
FILES = sorted(
    path for path in suite.SUITE.glob("*valid/*") if path.suffix in {".pbn", ".html", ".txt"}
)
PIECES = [b"[", b"]", b'"', b"{", b"}", b";", b"%", b"\n", b"\r\n", b"\n\n", b" ", b"\t", b"=1=",
          b"!", b"^", b"*", b"+", b"-", b'[Event ""]', b'[Deal "', b'[Board "1"]\n']  # fmt: skip


def assert_settles(pbn_games, data: bytes) -> None:
    try:
        once, _ = pbn_games.fixed(data)
    except TextEncodingError:
        return
    assert pbn_games.fixed(once) == (once, []), data


@pytest.mark.parametrize(
    "text",
    [
        # A misspelt name stays one where the tag is added
        export_game().replace('[Deal "', '[DeAl "'),
        export_game().replace('[Dealer "', '[dealer "'),
        # So does a line that is no tag
        export_game().replace('[Deal "', '[Deal: "'),
        export_game().replace('[Deal "', 'Deal "'),
        export_game().replace('[Contract "3NT"]', "[Contract 3NT"),
        # A game that an empty line has cut in two
        export_game().replace('[Result "', '\n[Result "'),
        export_game().replace('[Contract "', '\n[Contract "') + '\n[Event ""]\n[Board "2"]\n',
        # A tag that stands twice and inherits, behind a game that gets it; one that is inherited
        HEADER + '[Event "Cup"]\n[Board "1"]\n\n[Event "#"]\n[Site "#"]\n[Site "#"]\n[Board "2"]\n',
        HEADER + '[Event "x"]\n[Board "1"]\n\n[Event "#"]\n[Event "x"]\n[Board "2"]\n',
        # A section that stands twice, with LF
        export_game('[Auction "N"]\n1C\n- *\n[Auction "N"]\n1D\n- *'),
    ],
)
def test_a_fix_changes_what_it_names(pbn_games, text):
    assert pbn_games.unnamed_changes(text.encode()) == []


@pytest.mark.slow
@pytest.mark.parametrize("number", range(60))
def test_fixes_of_generated_files_settle_and_keep(pbn_games, number):
    assert pbn_games.unnamed_changes(pbn_games.random_file(random.Random(f"fix {number}"))) == []


def test_games_of_export_format_that_are_divided_are_mended_once(pbn_games):
    game = export_game().replace("\n", "\r\n")
    more = export_game(Board="2").removeprefix(HEADER).replace("\n", "\r\n")
    for between in ("", " ", "\t", "\r\n ", " \r\n \t"):
        assert_settles(pbn_games, f"{game.rstrip()}{between}{more}".encode())


def test_a_tag_that_is_added_makes_no_new_game_of_one_that_repeats(pbn_games):
    broken = export_game().replace('[Board "1"]', '[Board[Event ""] "1"]')
    assert_settles(pbn_games, broken.replace("\n", "\r\n").encode())


@pytest.mark.slow
@pytest.mark.skipif(not FILES, reason="no overtrick-pbn-conformance")
@pytest.mark.parametrize("first", range(20))
def test_a_file_and_its_mutants_are_mended_once(pbn_games, first):
    for path in FILES[first::20]:
        check_a_file_and_its_mutants_are_mended_once(pbn_games, path)


def check_a_file_and_its_mutants_are_mended_once(pbn_games, path):
    data = path.read_bytes()
    assert_settles(pbn_games, data)
    chance = random.Random(path.name)  # the same mutants every time
    for _ in range(3):
        mutant = bytearray(data)
        for _ in range(chance.randint(1, 3)):
            start = chance.randint(0, len(mutant))
            end = min(len(mutant), start + chance.choice([0, 0, 1, 3]))
            mutant[start:end] = chance.choice(PIECES)
        assert_settles(pbn_games, bytes(mutant))
