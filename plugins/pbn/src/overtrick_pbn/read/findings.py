"""Turns what was found at an index of a game's text into a diagnostic with its place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from overtrick import Severity
from overtrick_pbn.read.codes import READ_CODES
from overtrick_pbn.read.deal import (
    blanks_in_deal,
    dots_in_deal,
    fault_in_deal,
    letters_in_deal,
    ten_in_deal,
)
from overtrick_pbn.read.values import MAX_DIGITS
from overtrick_pbn.text.spans import (
    At,
    Inside,
    Span,
    blanks_at_ends,
    comma_without_blank,
    control_character,
    span_of,
)

if TYPE_CHECKING:
    from overtrick import Fix
    from overtrick.plugin import ReadContext
    from overtrick_pbn.text.cut import Cut
    from overtrick_pbn.text.syntax import Game

SayAt = Callable[..., None]
"""Reports a finding at a place: `say_at(code, index, **values)`, the index in the game's text."""

NOTES: Final = frozenset(entry.code for entry in READ_CODES if entry.severity is Severity.NOTE)
"""The codes that nobody hears but those who check."""

Place = tuple[int, int, int, int, int]
"""Line, column and byte offset where something begins, line and column behind it."""

_BREAKING: Final = frozenset({"PBN302", "PBN315"})
_AT_END: Final = {
    entry.code: entry.hint
    for entry in READ_CODES
    if entry.code in {"PBN361", "PBN381", "PBN501", "PBN505"}
}
"""The hints of what may be the beginning of something else where the text ends."""

MAX_FINDINGS: Final = 100
"""How many findings of one code are reported for one game; no sound file comes near."""

# Allowed in import format, forbidden in a file that says it is in export format.
_STRICT: Final = frozenset({"PBN303", "PBN805", "PBN813"})

PLACES: Final[dict[str, At]] = {
    **dict.fromkeys(("PBN203", "PBN204", "PBN205", "PBN214"), At.CHARACTER),
    **dict.fromkeys(("PBN206", "PBN306"), At.LINE),
    # Quotes and brackets are those of the whole tag.
    **dict.fromkeys(
        (
            "PBN301",
            "PBN303",
            "PBN304",
            "PBN305",
            "PBN307",
            "PBN308",
            "PBN309",
            "PBN310",
            "PBN311",
            "PBN314",
            "PBN315",
        ),
        At.TAG,
    ),
    **dict.fromkeys(("PBN208", "PBN398"), At.TAG),
    "PBN312": At.NAME,
    **dict.fromkeys(
        (
            *("PBN313", "PBN331", "PBN332", "PBN333", "PBN334", "PBN335", "PBN336", "PBN337"),
            *("PBN338", "PBN339", "PBN340", "PBN341", "PBN342", "PBN343", "PBN344", "PBN360"),
            *("PBN368", "PBN369", "PBN380", "PBN399", "PBN401", "PBN402", "PBN403", "PBN404"),
            *("PBN405", "PBN406", "PBN407", "PBN502", "PBN503", "PBN807", "PBN808", "PBN809"),
            *("PBN810", "PBN811", "PBN812", "PBN813", "PBN816", "PBN817"),
        ),
        At.VALUE,
    ),
    **dict.fromkeys(("PBN501", "PBN505", "PBN506"), At.ELEMENT),
    # The linter's
    **dict.fromkeys(("PBN212", "PBN317"), At.CHARACTER),
    **dict.fromkeys(
        ("PBN213", "PBN223", "PBN650", "PBN663", "PBN668", "PBN727", "PBN741"), At.LINE
    ),
    **dict.fromkeys(("PBN222", "PBN654"), At.NOTHING),
    **dict.fromkeys(
        ("PBN320", "PBN321", "PBN322", "PBN512", "PBN513", "PBN653", "PBN655", "PBN656", "PBN742"),
        At.TAG,
    ),
    "PBN318": At.NAME,
    **dict.fromkeys(
        (
            *("PBN350", "PBN351", "PBN352", "PBN353", "PBN354", "PBN411", "PBN514", "PBN515"),
            *("PBN658", "PBN659", "PBN660", "PBN661", "PBN662", "PBN667", "PBN701", "PBN702"),
            *("PBN721", "PBN722", "PBN723", "PBN724", "PBN725", "PBN726", "PBN731", "PBN732"),
            *("PBN733", "PBN734"),
        ),
        At.VALUE,
    ),
    **dict.fromkeys(
        ("PBN510", "PBN511", "PBN671", "PBN672", "PBN703", "PBN704", "PBN815"), At.ELEMENT
    ),
}
"""What each code's finding speaks of; a token where nothing is said."""

_TOKEN: Final = At.TOKEN

INSIDE: Final[dict[str, Inside]] = {
    "PBN313": control_character,
    "PBN335": fault_in_deal,
    "PBN336": fault_in_deal,
    "PBN342": blanks_in_deal,
    "PBN351": comma_without_blank,
    "PBN807": ten_in_deal,
    "PBN808": dots_in_deal,
    "PBN809": letters_in_deal,
    "PBN810": blanks_at_ends,
}
"""What of a value is meant, where it is not the whole."""


def breaks_off(code: str, index: int, text: str) -> bool:
    """Return whether a finding shows that a game's text breaks off in a tag, comment or section.

    Args:
        code: its code.
        index: where it was made.
        text: the game's text.
    """
    if code not in _AT_END:
        return code in _BREAKING
    return _span(code, index, text)[1] >= len(text.rstrip(" \t"))


def hint_at_end(code: str, index: int, text: str) -> str | None:
    """Return the hint for a finding at the end of a text that breaks off, `None` elsewhere."""
    if code not in _AT_END or not breaks_off(code, index, text):
        return None
    return f"{_AT_END[code]}; or the file is cut off here: get it again"


def _span(code: str, index: int, text: str) -> Span:
    """Return what of a game's text a finding speaks of that was made at an index."""
    return span_of(text, index, PLACES.get(code, _TOKEN), INSIDE.get(code))


class Found(NamedTuple):
    """One finding in a game, before it is told.

    Attributes:
        code: its code.
        span: what of the game's text it speaks of.
        values: what fills the message.
        board: the board's number, or its position where it has none.
        part: the part of the board, as `Diagnostic.part` has it.
        clause: in place of the catalogue's.
        severity: in place of the catalogue's.
    """

    code: str
    span: Span
    values: Mapping[str, object]
    board: int | None = None
    part: str | None = None
    clause: str | None = None
    severity: Severity | None = None

    def tell(
        self, ctx: ReadContext, game: Game, *, fix: Fix | None = None, hint: str | None = None
    ) -> None:
        """Make a diagnostic of it.

        Raises:
            FormatError: the finding is an error and the caller wants errors raised.
        """
        line, column, offset, end_line, end_column = place_of(game, self.span)
        ctx.issue(
            self.code,
            line=line,
            column=column,
            offset=offset,
            board=self.board,
            part=self.part,
            severity=self.severity,
            clause=self.clause,
            hint=hint,
            end_line=end_line,
            end_column=end_column,
            fix=fix,
            **self.values,
        )


def place_of(game: Game, span: Span) -> Place:
    """Return line, column and offset where a span begins, line and column where it ends."""
    start, stop = span
    line, column, offset = game.place(start)
    text = game.text[start:stop]
    if "\n" in text or "\r" in text:
        end_line, end_column, _ = game.place(stop)
        return line, column, offset, end_line, end_column
    return line, column, offset, line, column + stop - start


def board_number(cut: Cut, position: int) -> int:
    """Return what a diagnostic calls the board: its number, or its position in the file."""
    plan = cut.plan
    if plan.number < 0:
        return position
    return number_in(
        cut.values[plan.number if plan.is_unique else cut.names.index("Board")], position
    )


def number_in(value: str, position: int) -> int:
    """Return the number that the value of a Board tag is, else the board's position."""
    is_number = value.isascii() and value.isdecimal() and len(value) < MAX_DIGITS
    return int(value) if is_number else position


def severity_of(code: str, ctx: ReadContext) -> Severity | None:
    """Return the severity in place of the catalogue's, if there is one."""
    is_strict = code in _STRICT and ctx.header.get("pbn:export") is True
    return Severity.WARNING if is_strict else None


class Findings:
    """Reports the findings of one game; notes only where the caller is checking.

    Attributes:
        ctx: where to.
        game: the game.
        cut: its tags.
        position: its 1-based position in the file; `None` for the text before the first game.
        counts: how often each code was reported.
        waits: whether the linter reports the findings, with their fixes; otherwise each is
            reported at once.
        waiting: the findings that the linter has to tell.
    """

    __slots__ = ("_board", "counts", "ctx", "cut", "game", "position", "waiting", "waits")

    def __init__(
        self, ctx: ReadContext, game: Game, cut: Cut, position: int | None, *, waits: bool = False
    ) -> None:
        self.ctx = ctx
        self.game = game
        self.cut = cut
        self.position = position
        self.counts: dict[str, int] = {}
        self._board: int | None = None
        self.waits = waits
        self.waiting: list[Found] = []

    def __call__(
        self,
        code: str,
        index: int,
        *,
        end: int | None = None,
        error: bool = False,
        part: str | None = None,
        clause: str | None = None,
        severity: Severity | None = None,
        **values: object,
    ) -> None:
        """Report a code.

        Args:
            code: the code.
            index: of the game's text: where it stands, or the tag whose value it is.
            end: the index behind it, where `PLACES` does not say what is meant.
            error: whether it is an error whatever the catalogue says.
            part: the part of the board.
            clause: in place of the catalogue's.
            severity: in place of the catalogue's.
            **values: what fills the message.
        """
        ctx, game = self.ctx, self.game
        if code in NOTES and not ctx.checking:
            return
        count = self.counts.get(code, 0)
        if count == MAX_FINDINGS:
            return
        self.counts[code] = count + 1
        if self._board is None and self.position is not None:
            self._board = board_number(self.cut, self.position)
        span = _span(code, index, game.text) if end is None else (index, end)
        if severity is None:
            severity = Severity.ERROR if error else severity_of(code, ctx)
        found = Found(code, span, values, self._board, part, clause, severity)
        if self.waits:
            self.waiting.append(found)
        else:
            found.tell(ctx, game, hint=hint_at_end(code, span[0], game.text))


def silent(code: str, index: int, **values: object) -> None:
    """Report nothing: for reading again what has been read before."""
