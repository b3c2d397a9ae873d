"""Turns what was found at an index of a game's text into a diagnostic with its position."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from overtrick.findings.diagnostics import Severity
from overtrick_pbn.read.codes import READ_CODES
from overtrick_pbn.read.values import MAX_DIGITS

if TYPE_CHECKING:
    from overtrick.framework.contexts import ReadContext
    from overtrick_pbn.text.cut import Cut
    from overtrick_pbn.text.syntax import Game

SayAt = Callable[..., None]
"""Reports a finding at a place: `say_at(code, index, **values)`, the index in the game's text."""

_NOTES: Final = frozenset(entry.code for entry in READ_CODES if entry.severity is Severity.NOTE)

MAX_FINDINGS: Final = 100
"""How many findings of one code are reported for one game; no sound file comes near."""

# Allowed in import format, forbidden in a file that says it is in export format.
_STRICT: Final = frozenset({"PBN303", "PBN805", "PBN813"})


def issue_at(
    ctx: ReadContext,
    game: Game,
    index: int,
    code: str,
    *,
    board: int | None = None,
    part: str | None = None,
    severity: Severity | None = None,
    clause: str | None = None,
    **values: object,
) -> None:
    """Report a finding at an index of a game's text.

    Args:
        ctx: where to.
        game: the game.
        index: 0-based, in code points.
        code: a code of this plugin.
        board: the board's number, or its position where it has none.
        part: the part of the board, as `Diagnostic.part` has it.
        severity: in place of the catalogue's.
        clause: in place of the catalogue's.
        **values: what fills the message.

    Raises:
        FormatError: the finding is an error and the caller wants errors raised.
    """
    line, column, offset = game.place(index)
    ctx.issue(
        code,
        line=line,
        column=column,
        offset=offset,
        board=board,
        part=part,
        severity=severity,
        clause=clause,
        hint=None,
        **values,
    )


def board_number(cut: Cut, position: int) -> int:
    """Return what a diagnostic calls the board: its number, or its position in the file."""
    if cut.plan.number >= 0:
        value = cut.values[cut.names.index("Board")]
        if value.isascii() and value.isdecimal() and len(value) < MAX_DIGITS:
            return int(value)
    return position


class Findings:
    """Reports the findings of one game; notes only where the caller is checking.

    Attributes:
        ctx: where to.
        game: the game.
        cut: its tags.
        position: its 1-based position in the file.
        counts: how often each code was reported.
    """

    __slots__ = ("_board", "counts", "ctx", "cut", "game", "position")

    def __init__(self, ctx: ReadContext, game: Game, cut: Cut, position: int) -> None:
        self.ctx = ctx
        self.game = game
        self.cut = cut
        self.position = position
        self.counts: dict[str, int] = {}
        self._board: int | None = None

    def __call__(
        self,
        code: str,
        index: int,
        *,
        error: bool = False,
        part: str | None = None,
        clause: str | None = None,
        **values: object,
    ) -> None:
        """Report a code at an index of the game's text; `error` makes it one in any case."""
        if code in _NOTES and not self.ctx.checking:
            return
        count = self.counts.get(code, 0)
        if count == MAX_FINDINGS:
            return
        self.counts[code] = count + 1
        if self._board is None:
            self._board = board_number(self.cut, self.position)
        issue_at(
            self.ctx,
            self.game,
            index,
            code,
            board=self._board,
            part=part,
            clause=clause,
            severity=self._severity(code, error=error),
            **values,
        )

    def _severity(self, code: str, *, error: bool) -> Severity | None:
        """Return the severity in place of the catalogue's, if there is one."""
        if error:
            return Severity.ERROR
        if code in _STRICT and self.ctx.header.get("pbn:export") is True:
            return Severity.WARNING
        return None


def silent(code: str, index: int, **values: object) -> None:
    """Report nothing: for reading again what has been read before."""
