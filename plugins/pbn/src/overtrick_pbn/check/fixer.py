"""`overtrick check --fix`: rewrites what has one right answer, and says what it did.

Everything else is left byte for byte as it stands. No mend changes what a game says: each is made
only if the reader makes an equal board of the game before and after (the order of comments,
escape lines and tables apart, where export format prescribes another one).

Source: PBN 2.1; the clause of each mend stands in the catalogue.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, BinaryIO, Final

import attrs

from overtrick.framework.contexts import ReadContext
from overtrick.model import Board, ExtraValue, Source
from overtrick_pbn.check.edits import Edit, apply, places_of, without_overlaps
from overtrick_pbn.check.layout import Step, blank_lines, comment_places, line_ends, own_lines, tabs
from overtrick_pbn.check.sections import mend_sections
from overtrick_pbn.check.tags import mend_values, order
from overtrick_pbn.read.file import games_of, reread
from overtrick_pbn.text.encoding import WIDE_MARKS, decode
from overtrick_pbn.text.games import Splitter
from overtrick_pbn.text.scanners import EXPORT, LINE_END, PREAMBLE, VERSION_TRIED
from overtrick_pbn.text.syntax import Game

if TYPE_CHECKING:
    from overtrick.findings.diagnostics import Diagnostic

_VERSION_LINE: Final = "% PBN 2.1"
# One mend may make room for another; three rounds are more than any file was seen to need.
_ROUNDS: Final = 4
_STEPS: Final[tuple[Step, ...]] = (own_lines, comment_places, order, blank_lines, tabs)
"""The layout of export format, step by step; each works on what the one before made."""

# Export format prescribes the order of what these stand for.
_ORDERED: Final = ("pbn:comments", "pbn:escapes")


def fix(source: BinaryIO, sink: BinaryIO, ctx: ReadContext) -> Iterator[Diagnostic]:
    r"""Copy a file, mended, and yield what was done.

    Args:
        source: the file, opened in binary mode.
        sink: where the mended file goes.
        ctx: makes the diagnostics.

    Yields:
        One note of the codes PBN751 to PBN779 for each mend, at its place in `source`.

    Raises:
        TextEncodingError: the file is UTF-16 or UTF-32 (`PBN201`).

    Example:
        >>> import io
        >>> from overtrick.framework.spec import FormatSpec
        >>> spec = FormatSpec(name="pbn", summary="", diagnostics="overtrick_pbn.diagnostics:CODES")
        >>> mended = io.BytesIO()
        >>> source = io.BytesIO(b'% PBN 2.1\n[Contract "3N"]\n')
        >>> [found.code for found in fix(source, mended, ReadContext(spec))], mended.getvalue()
        (['PBN766'], b'% PBN 2.1\n[Contract "3NT"]\n')
    """
    splitter = Splitter(source)
    for mark, name in WIDE_MARKS:
        if splitter.head().startswith(mark):
            raise ctx.refuse("PBN201", offset=0, line=1, encoding=name)
    fixer: _Fixer | None = None
    position = 0
    scratch = ReadContext(ctx.spec, errors="collect")
    waiting: Game | None = None
    for whole in splitter.games():
        if fixer is None:
            fixer = _Fixer(splitter, ctx)
            yield from fixer.preamble(sink)
        for number, (game, _) in enumerate(games_of(whole, scratch, position)):
            position += 1
            if waiting is not None:
                yield from fixer.game(waiting, sink, is_divided=bool(number))
            waiting = game
    if fixer is None:
        fixer = _Fixer(splitter, ctx)
        yield from fixer.preamble(sink)
    if waiting is not None:
        yield from fixer.game(waiting, sink, is_last=True)


class _Fixer:
    """Mends one file, game by game."""

    def __init__(self, splitter: Splitter, ctx: ReadContext) -> None:
        self._ctx = ctx
        self._splitter = splitter
        self._preamble, self._encoding = decode(splitter.preamble, splitter.declared)
        lines = [line[1:] for line in LINE_END.split(self._preamble) if line[:1] == "%"]
        # In another document nothing but the games themselves is ours, nor is text without one.
        whole = PREAMBLE.match(self._preamble)
        self._is_ours = not splitter.embedded and bool(whole and whole.end() == len(self._preamble))
        self._is_export = self._is_ours and any(EXPORT.match(line) for line in lines)
        self._has_version = any(VERSION_TRIED.match(line) for line in lines)
        self._newline = "\r\n" if self._is_export else splitter.newline or "\n"
        self._ends_said = False
        self._pieces: int | None = None

    def preamble(self, sink: BinaryIO) -> Iterator[Diagnostic]:
        """Write what stands before the first game."""
        text = self._preamble
        place = {"line": 1, "column": 1, "offset": 0}
        if self._splitter.bom:
            yield self._say("PBN761", place)
        if not self._is_ours:
            sink.write(text.encode(self._encoding))
            return
        if not self._has_version and (text or self._splitter.head()):
            text = f"{_VERSION_LINE}{self._newline}{text}"
            yield self._say("PBN760", place)
        if self._is_export:
            yield from self._line_ends(self._preamble, place)
            text = line_ends(text)
        sink.write(text.encode(self._encoding))

    def game(
        self, game: Game, sink: BinaryIO, *, is_divided: bool = False, is_last: bool = False
    ) -> Iterator[Diagnostic]:
        """Write one game.

        Args:
            game: the game.
            sink: where to.
            is_divided: whether the next game begins without an empty line between.
            is_last: whether the file ends with it.
        """
        board = _board(game)
        self._pieces = None
        current = game
        is_cut = is_last and not game.text.endswith(("\r", "\n"))
        if self._is_export:
            text = line_ends(f"{game.text}\n" if is_cut else game.text)
            # Inside a comment that is never closed a line end more would be text; other kinds of
            # line ends read the same.
            if not is_cut or _same(board, _board_of(text, game)):
                current = Game(text, game.line, game.offset, game.encoding)
        for _ in range(_ROUNDS):
            before = current.text
            edits = [
                *mend_values(current, board, is_export=self._is_export),
                *mend_sections(current, is_export=self._is_export),
            ]
            kept = self._kept(current, board, edits)
            for edit, place in places_of(current, kept):
                # Other line ends have moved the bytes.
                offset = place.offset if before == game.text else None
                yield self._say_edit(edit, place.line, place.column, offset)
            current = _edited(current, kept)
            for step in _STEPS if self._is_export else ():
                made = self._kept(current, board, list(step(current, self._newline)))
                for edit in _first_of_each(made):
                    # The text has moved: the game's own place is what can be told.
                    yield self._say_edit(edit, game.line, 1, game.offset)
                current = _edited(current, made)
            if current.text == before:
                break
        text = current.text
        if is_divided:
            end = "" if text.endswith(("\r", "\n")) else self._newline
            text += end + self._newline
            place = game.position(len(game.text))
            yield self._say_edit(Edit(0, 0, "", "PBN765"), place.line, place.column, place.offset)
        if self._is_export:
            first = {"line": game.line, "column": 1, "offset": game.offset}
            yield from self._line_ends(game.text, first, is_cut=is_cut and text[-1:] == "\n")
            text = line_ends(text)
        sink.write(text.encode(game.encoding))

    def _kept(self, game: Game, board: Board, edits: list[Edit]) -> list[Edit]:
        """Return the edits that leave the board as it is, all of them or kind by kind."""
        if not edits:
            return []
        if self._pieces is None:
            # No edit that is kept changes it, so it holds for all rounds of a game.
            self._pieces = _pieces(game.text, game)
        pieces = self._pieces

        def is_harmless(tried: list[Edit]) -> bool:
            text = apply(game.text, tried)
            return _same(board, _board_of(text, game)) and _pieces(text, game) == pieces

        if is_harmless(edits):
            return without_overlaps(edits)
        kept: list[Edit] = []
        codes = dict.fromkeys(edit.code for edit in edits)
        for code in codes if len(codes) > 1 else ():
            tried = [*kept, *(edit for edit in edits if edit.code == code)]
            if is_harmless(tried):
                kept = tried
        return without_overlaps(kept)

    def _line_ends(
        self, text: str, place: dict[str, int], *, is_cut: bool = False
    ) -> Iterator[Diagnostic]:
        """Tell of line ends that are mended, once a file."""
        ends = text.count("\r\n")
        others = text.count("\n") + text.count("\r") - 2 * ends
        if (others or is_cut) and not self._ends_said:
            self._ends_said = True
            yield self._say("PBN767", place)

    def _say_edit(self, edit: Edit, line: int, column: int, offset: int | None) -> Diagnostic:
        return self._say(
            edit.code, {"line": line, "column": column, "offset": offset}, **edit.values
        )

    def _say(self, code: str, place: Mapping[str, int | None], **values: object) -> Diagnostic:
        return self._ctx.issue(
            code,
            line=place["line"],
            column=place["column"],
            offset=place["offset"],
            board=None,
            severity=None,
            clause=None,
            hint=None,
            part=None,
            **values,
        )


def _first_of_each(edits: Iterable[Edit]) -> list[Edit]:
    """Return the first edit of each code: one line tells of a kind of layout."""
    found: dict[str, Edit] = {}
    for edit in edits:
        found.setdefault(edit.code, edit)
    return list(found.values())


def _edited(game: Game, edits: list[Edit]) -> Game:
    """Return a game after some edits: the same one, with what is known of it, if there are none."""
    if not edits:
        return game
    return Game(apply(game.text, edits), game.line, game.offset, game.encoding)


def _board(game: Game) -> Board:
    return _board_of(game.text, game)


def _board_of(text: str, game: Game) -> Board:
    return reread(Source(format="pbn", text=text, context=(("%encoding", game.encoding),)))


def _pieces(text: str, game: Game) -> int:
    """Return into how many games a text falls: a comment that opens or closes would change it."""
    return sum(1 for _ in Splitter(io.BytesIO(text.encode(game.encoding))).games())


def _same(one: Board, other: Board) -> bool:
    return one == other or _in_any_order(one) == _in_any_order(other)


def _in_any_order(board: Board) -> Board:
    """Return a board with sorted comments, escape lines and tables, and one kind of line end."""
    changed: dict[str, ExtraValue] = {
        key: tuple(sorted(value, key=repr))
        for key in _ORDERED
        if isinstance(value := board.extras.get(key), tuple)
    }
    # What cannot be read is kept as raw text, line ends and all.
    for key, value in board.extras.items():
        is_raw = key == "pbn:stray" or key.endswith((".unread", ".rest"))
        if is_raw and isinstance(value, str):
            changed[key] = LINE_END.sub("\n", value)
        elif is_raw and isinstance(value, tuple):
            changed[key] = tuple(LINE_END.sub("\n", str(part)) for part in value)
    return attrs.evolve(
        board,
        extras=board.extras.with_items(changed),
        grids=tuple(sorted(board.grids, key=lambda grid: grid.name)),
    )
