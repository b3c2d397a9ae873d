"""The linter of `overtrick check`: what the standard forbids although the reader understood it.

The reader calls `check_header` once and `check_game` for every game, with the game's syntax and
the board it made of it. The rules are in the modules `check_text` (characters, lines, comments),
`check_tags` (identification section), `check_sections` (auction, play, notes) and `check_tables`.
Bridge law is not here: `overtrick.laws` knows it for all formats.

Source: PBN 2.1; the clause of each rule stands in the catalogue.
"""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, Final

from overtrick_pbn.check.layout import check_line_ends, check_text
from overtrick_pbn.check.sections import (
    check_auction,
    check_first_lines,
    check_notes,
    check_play,
)
from overtrick_pbn.check.state import Checker, CheckState
from overtrick_pbn.check.tables import check_tables
from overtrick_pbn.check.tags import check_tags
from overtrick_pbn.text.syntax import parse_game

if TYPE_CHECKING:
    from overtrick.framework.contexts import ReadContext
    from overtrick.model import Board
    from overtrick.model.board import Extras
    from overtrick_pbn.text.syntax import Game

__all__ = ["CheckState", "check_game", "check_header"]

VERSIONS: Final = frozenset({"1.0", "2.0", "2.1"})


def check_header(header: Extras, state: CheckState, ctx: ReadContext) -> None:
    """Report what is wrong with a file before its first game; call it once.

    Args:
        header: the file-level data that the reader found.
        state: what the linter remembers of the file; filled here.
        ctx: where findings go.

    Source: PBN 2.1 §2.3, §2.4, §6.1.
    """
    state.is_export = header.get("pbn:export") is True
    preamble = header.text("pbn:preamble", "") or ""
    checker = Checker(parse_game(preamble), None, state, ctx)
    if "pbn:embedded" in header:
        return
    name = None if ctx.path in (None, "-") else PurePath(str(ctx.path)).name
    if name is not None and not name.lower().endswith(".pbn"):
        ctx.issue("PBN610", line=1)
    _check_version(header, preamble, checker)
    check_line_ends(checker)


def _check_version(header: Extras, preamble: str, checker: Checker) -> None:
    version = header.text("pbn:version")
    if version in VERSIONS:
        return
    index = 0
    for line in preamble.splitlines(keepends=True):
        words = line[1:].split() if line.startswith("%") else []
        if words[:1] == ["PBN"] or words[:1] == ["pbn"]:
            checker.say("PBN223", index, text=line.strip()[:60])
            return
        index += len(line)
    checker.say("PBN222", 0)


def check_game(game: Game, board: Board, state: CheckState, ctx: ReadContext) -> None:
    """Report what is wrong with one game beside what its reader reported.

    Args:
        game: the game's syntax.
        board: what the reader made of it.
        state: what the linter remembers of the file.
        ctx: where findings go.

    Raises:
        FormatError: never for the rules of this linter, which are warnings and notes.
    """
    checker = Checker(game, board, state, ctx)
    check_text(checker)
    check_tags(checker)
    check_auction(checker)
    check_play(checker)
    check_notes(checker)
    check_first_lines(checker)
    check_tables(checker)
