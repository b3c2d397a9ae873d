"""The linter's quick ways: what they spare is looked at, and nothing comes of it.

A game whose tags are written as export format has them is judged by the reader's cut. The same game
under a cut that was made item by item is judged the long way: both find the same.
"""

from __future__ import annotations

import random

import pytest

from overtrick import Source
from overtrick.plugin import FormatSpec, ReadContext
from overtrick_pbn.check import linter, tables
from overtrick_pbn.check.layout import check_text, longest_line
from overtrick_pbn.check.sections import fix_sections
from overtrick_pbn.check.state import Checker, CheckState
from overtrick_pbn.check.tags import fix_values
from overtrick_pbn.read.file import reread
from overtrick_pbn.read.findings import Findings
from overtrick_pbn.text.cut import cut_canonical, cut_items
from overtrick_pbn.text.syntax import Game

_PLAIN = """[Event "Cup"]
[Site "Home"]
[Date "2024.03.01"]
[Board "1"]
[West "Doe, Jo"]
[North "N"]
[East "E"]
[South "S"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543"]
[Scoring "IMP"]
[Declarer "N"]
[Contract "3NT"]
[Result "9"]
{said aloud}
[Auction "N"]
1C Pass 1H =1= Pass
1NT Pass 3NT AP
[Note "1:natural"]
[Play "E"]
DQ D2 D4 DA
[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]
N NT  9
N  S 10

"""
_CHANGES = (
    ("1C Pass", "1C  Pass"), ("Pass\n1NT", "\n1NT"), ("=1=", "$3 =1="), ("=1=", "$7"), ("=1=", "!"),
    ("AP", "Pass Pass Pass AP"), ("{said", " {said"), ("aloud}\n", "aloud} "), ("DQ", "dq"),
    ("DQ D2", "DQ {x} D2"), ("2024.03.01", "2024-03-01"), ("2024.03.01", "2024.02.30"),
    ("Doe, Jo", "Doe,Jo"), ('"IMP"', '"IMP;"'), ('"None"', '"Love"'), ('"None"', '"none"'),
    ("N:T53", "n:T53"), ("T53", "35T"), ("3NT\"]", '3N"]'), ('"9"', '"NS 9"'), ('"9"', '"09"'),
    (" 10\n", " 10 \n"), (" 10\n", " 14\n"), ("N  S 10", 'N "S" 10'), ("N  S 10", "N S 10"),
    ('[Dealer "N"]\n', ""), ('[Site "Home"]\n', ""), ("[Site", "[SiteNA"), ("[Site", "[Sites"),
    ('[Scoring "IMP"]\n', '[Scoring "IMP"] '), ("Home", "C:\\dir"), ("Home", "##Home"),
    ('"]\n1C', '"] 1C'), ("[Play", "% escaped\n[Play"), ("\n\n", "\n \n"), ("Home", "Ho\tme"),
    ('[Board "1"]\n', '[Board "1"]\n[Room "open"]\n[Time "9:30:00"]\n[Ability "N:1"]\n'),
    ("1:natural", "x" * 90), ("\n", "\r\n"), ("Home", "H\u00e4us"), ('[Result "9"]\n', ""),
    ("[Note", "[Room \"Open\"]\n[Note"), ('[Board "1"]', '[Board "1"]\n[Board "2"]'),
)  # fmt: skip


def _read(text):
    return reread(Source(format="pbn", text=text))


def _games(pbn_games):
    """Yield texts of games: a sound one with one or two changes, generated ones, mutants."""
    yield _PLAIN
    for place, change in enumerate(_CHANGES):
        yield _PLAIN.replace(*change)
        yield _PLAIN.replace(*change).replace(*_CHANGES[(7 * place + 3) % len(_CHANGES)])
    for seed in range(150):
        r = random.Random(seed)
        text = pbn_games.random_game(r, wild=seed % 3 == 2)
        yield text
        yield pbn_games.mutate(r, text)


def _found(game, board, cut, *, is_export):
    """Return what the rules find in a game, with what the file remembers of it."""
    known = CheckState(is_export=is_export)
    spec = FormatSpec(name="pbn", summary="", diagnostics="overtrick_pbn.diagnostics:CODES")
    findings = Findings(ReadContext(spec, checking=True), game, cut, 1, waits=True)
    checker = Checker(game, board, known, cut, findings)
    check_text(checker, longest_line(game.text))
    for rule in linter._RULES:
        rule(checker)
    return findings.waiting, known.said, known.for_all, known.blank_line


@pytest.mark.parametrize("is_export", [False, True])
def test_the_rules_find_the_same_by_either_cut(pbn_games, is_export):
    quick = clean = 0
    for text in _games(pbn_games):
        cut = cut_canonical(text)
        if cut is None:
            continue
        game = Game(text)
        board = _read(text)
        found = _found(game, board, cut, is_export=is_export)
        assert found == _found(game, board, cut_items(text), is_export=is_export), text
        quick += 1
        clean += {item.code for item in found[0]} <= {"PBN650"}
    assert quick > 80
    assert clean > 2


@pytest.mark.parametrize("is_export", [False, True])
def test_the_same_is_fixed_by_either_cut(pbn_games, is_export):
    fixed = 0
    for text in _games(pbn_games):
        cut = cut_canonical(text)
        if cut is None:
            continue
        game, board = Game(text), _read(text)
        quick, slow = (
            [
                *fix_values(game.text, cut, board, is_export=is_export),
                *fix_sections(game.text, cut, board, is_export=is_export, newline="\n"),
            ]
            for cut in (cut, cut_items(text))
        )
        assert quick == slow, text
        fixed += bool(quick)
    assert fixed > 20


_CELLS = ("N", "NT", "S", "9", "10", "13", "14", "-", "?", "^3", "3NT", "-140", "1.50", "x", "a\\b")
_HEADERS = (
    ("OptimumResultTable", ("Declarer", "Denomination", "Result")),
    ("ScoreTable", ("Rank", "Contract", "Declarer", "Result", "Score_NS", "MP_NS")),
    ("FreeTable", ("One", "Two")),
)


def _table(r):
    """Return a table whose rows are laid out by the widths of its columns, or nearly so."""
    name, headings = r.choice(_HEADERS)
    headings = headings[: r.randint(1, len(headings))]
    sizes = [r.choice(["", "", "\\2R", "\\1R", "\\5L", "\\3"]) for _ in headings]
    rows = []
    for _ in range(r.randint(1, 4)):
        cells = [r.choice(_CELLS[: r.choice([4, 9, len(_CELLS)])]) for _ in headings]
        rows.append(" ".join(
            cell.rjust(int(size[1])) if size[-1:] == "R" else cell.ljust(int(size[1:2] or 0))
            for cell, size in zip(cells, sizes, strict=True)
        ))  # fmt: skip
    text = "\n" + "\n".join(rows) + "\n"
    if r.random() < 0.4:
        place = r.randrange(len(text))
        text = (
            text[:place] + r.choice(["", " ", "\n", "  ", '"']) + text[place + r.choice([0, 1]) :]
        )
    header = ";".join(map("".join, zip(headings, sizes, strict=True)))
    return f'[{name} "{header}"]{text}'


def test_rows_of_sound_form_have_no_finding(monkeypatch):
    quick = slow = 0
    for seed in range(200):
        text = f'[Event "Cup"]\n{_table(random.Random(seed))}\n'
        game, cut, board = Game(text), cut_canonical(text), _read(text)
        if cut is None:
            continue
        found = _found(game, board, cut, is_export=True)
        for grid in board.grids:
            rows = tables._sound_rows(grid.name, cut.values[-1], grid)
            is_quick = rows is not None and rows.fullmatch(cut.bodies[-1]) is not None
            quick, slow = quick + is_quick, slow + (not is_quick)
        with monkeypatch.context() as patched:
            patched.setattr(tables, "_sound_rows", lambda *_: None)
            assert found == _found(game, board, cut, is_export=True), text
    assert quick > 30
    assert slow > 30
