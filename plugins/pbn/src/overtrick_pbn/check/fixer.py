"""`overtrick check --fix`: rewrites what has one right answer, and says what it did.

Everything else is left byte for byte as it stands, and no fix changes what a game says (see
`fixing`).

Source: PBN 2.1; the clause of each fix stands in the catalogue.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO, Final

import attrs

from overtrick.plugin import ReadContext, wide_encoding
from overtrick_pbn.check.edits import Edit, places_of
from overtrick_pbn.check.export import cut_off
from overtrick_pbn.check.fixes import VERSION_LINE
from overtrick_pbn.check.fixing import (
    Fixer,
    edited,
    first_of_each,
    is_of_games_alone,
)
from overtrick_pbn.check.layout import line_ends
from overtrick_pbn.check.state import tag_text
from overtrick_pbn.read.board import Builder
from overtrick_pbn.read.file import games_of
from overtrick_pbn.standard.tags import MANDATORY, NOT_INHERITED
from overtrick_pbn.text.cut import Cut, cut_game
from overtrick_pbn.text.encoding import decode
from overtrick_pbn.text.games import Splitter
from overtrick_pbn.text.quoting import quote
from overtrick_pbn.text.scanners import EXPORT, LINE_END, VERSION_TRIED
from overtrick_pbn.text.spans import value_span
from overtrick_pbn.text.syntax import OPEN, Game, part_of

if TYPE_CHECKING:
    from overtrick import Diagnostic

Place = tuple[int, int, int | None]
"""Line and column, 1-based, and the offset in bytes where it is known."""

_INHERITED: Final = frozenset(MANDATORY) - NOT_INHERITED
"""The mandatory tags whose values go on to the games that follow."""

_MAX_ROUNDS: Final = 8
"""Rounds of fixes of one game; one fix may make room for another."""


def fix(source: BinaryIO, sink: BinaryIO, ctx: ReadContext) -> Iterator[Diagnostic]:
    r"""Copy a file, fixed, and yield what was done.

    Args:
        source: the file, opened in binary mode.
        sink: where the fixed file goes.
        ctx: makes the diagnostics.

    Yields:
        One note of the codes PBN751 to PBN799 for each fix, at its place in `source`.

    Raises:
        TextEncodingError: the file is UTF-16 or UTF-32 (`PBN201`).

    Example:
        >>> import io
        >>> from overtrick.plugin import FormatSpec
        >>> spec = FormatSpec(name="pbn", summary="", diagnostics="overtrick_pbn.diagnostics:CODES")
        >>> fixed = io.BytesIO()
        >>> source = io.BytesIO(b'% PBN 2.1\n[Contract "3N"]\n')
        >>> [found.code for found in fix(source, fixed, ReadContext(spec))], fixed.getvalue()
        (['PBN766'], b'% PBN 2.1\n[Contract "3NT"]\n')
    """
    splitter = Splitter(source)
    if (wide := wide_encoding(splitter.head())) is not None:
        raise ctx.refuse("PBN201", offset=0, line=1, encoding=wide)
    fixer: _Fixer | None = None
    waiting: Game | None = None
    for whole in splitter.games():
        if fixer is None:
            fixer = _Fixer(splitter, ctx)
            yield from fixer.preamble(sink)
        for number, (game, _) in enumerate(games_of(whole)):
            if waiting is not None:
                yield from fixer.game(waiting, sink, is_divided=bool(number), behind=game)
            waiting = game
    if fixer is None:
        fixer = _Fixer(splitter, ctx)
        yield from fixer.preamble(sink)
    if waiting is not None:
        yield from fixer.game(waiting, sink, is_last=True)


class _Fixer:
    """Fixes one file, game by game."""

    def __init__(self, splitter: Splitter, ctx: ReadContext) -> None:
        self._ctx = ctx
        self._splitter = splitter
        self._preamble, self._encoding = decode(splitter.preamble, splitter.declared)
        lines = [line[1:] for line in LINE_END.split(self._preamble) if line[:1] == "%"]
        self._is_ours = is_of_games_alone(self._preamble, is_embedded=splitter.embedded)
        is_embedded = splitter.embedded
        if is_embedded:
            part = self._preamble[self._preamble.index(OPEN) + len(OPEN) :]
            lines = [line[1:] for line in LINE_END.split(part) if line[:1] == "%"]
        is_export = any(EXPORT.match(line) for line in lines)
        self._is_export = is_export and (self._is_ours or is_embedded)
        self._has_version = any(VERSION_TRIED.match(line) for line in lines)
        self._newline = "\r\n" if self._is_export else splitter.newline or "\n"
        self._ends_said = False
        # The tags with a ## value so far; what # stood for before tags were added, and which were.
        self._stated: set[str] = set()
        self._cut_off: frozenset[str] = frozenset()
        self._handed_down: dict[str, str] = {}
        self._added: set[str] = set()
        self._builder = Builder()

    def preamble(self, sink: BinaryIO) -> Iterator[Diagnostic]:
        """Write what stands before the first game."""
        text = self._preamble
        place = 1, 1, 0
        if self._splitter.bom:
            yield self._say("PBN761", place)
        if self._splitter.is_doubled:
            yield self._say("PBN791", place)
        if self._splitter.embedded and self._is_export:
            # The document's own lines are left as they are.
            start, _ = part_of(Game(text[text.index(OPEN) + len(OPEN) :], column=2))
            start += text.index(OPEN) + len(OPEN)
            yield from self._line_ends(text[start:], place)
            text = text[:start] + line_ends(text[start:])
        if not self._is_ours:
            sink.write(text.encode(self._encoding))
            return
        if not self._has_version and (text or self._splitter.head()):
            text = f"{VERSION_LINE}{self._newline}{text}"
            yield self._say("PBN760", place)
        if self._is_export:
            yield from self._line_ends(self._preamble, place)
            text = line_ends(text)
        sink.write(text.encode(self._encoding))

    def game(
        self,
        game: Game,
        sink: BinaryIO,
        *,
        is_divided: bool = False,
        is_last: bool = False,
        behind: Game | None = None,
    ) -> Iterator[Diagnostic]:
        """Write one game.

        Args:
            game: the game.
            sink: where to.
            is_divided: whether the next game begins without an empty line between.
            is_last: whether the file ends with it.
            behind: the next game.
        """
        tail = ""
        if self._splitter.embedded:
            # What stands behind the part is the document's, and so is the line of <PBN>.
            start, stop = part_of(game)
            text, tail = game.text, game.text[stop:]
            sink.write(text[:start].encode(game.encoding))
            line, column, offset = game.place(start)
            game = Game(text[start:stop], line, offset, game.encoding, column, game.is_doubled)
        is_cut = is_last and not tail and not game.text.endswith(("\r", "\n"))
        # Of a game that an empty line has cut in two, the rest has these tags.
        self._cut_off = frozenset() if behind is None or not self._is_export else cut_off(behind)
        fixer = self._fixer(game)
        is_broken_off = is_last and fixer.is_broken_off
        # What is missing would be made up for a part of a game.
        settled, made = (game, []) if is_broken_off else self._settled(game, fixer, is_cut=is_cut)
        if self._is_export:
            settled, more = self._with_values(game, settled)
            made += [(edit, (game.line, game.column, game.offset)) for edit in more]
        for edit, place in made:
            yield from self._say_edit(edit, place)
        text = settled.text
        if is_divided:
            # The blanks before the next game's tag are no line of their own.
            text = text.rstrip(" \t")
            text += self._newline if text.endswith(("\r", "\n")) else 2 * self._newline
            end = game.position(len(game.text))
            divided = Edit(0, 0, "", "PBN765")
            yield from self._say_edit(divided, (end.line, end.column, end.offset))
        if self._is_export and not is_broken_off:
            first = game.line, 1, game.offset
            yield from self._line_ends(game.text, first, is_cut=is_cut and text[-1:] == "\n")
            text = line_ends(text)
        sink.write((text + tail).encode(game.encoding))

    def _settled(
        self, game: Game, fixer: Fixer, *, is_cut: bool
    ) -> tuple[Game, list[tuple[Edit, Place]]]:
        """Return a game after all its fixes, and each fix with its place in the file.

        A game that goes on changing after some rounds is returned as it was.
        """
        current = game
        if self._is_export:
            text = line_ends(f"{game.text}\n" if is_cut else game.text)
            # Inside a comment that is never closed a line end more would be text; other kinds of
            # line ends read the same.
            fixer.in_one_go = not is_cut or fixer.means_the_same(text)
            if fixer.in_one_go and text != game.text:
                current = attrs.evolve(game, text=text)
        made: list[tuple[Edit, Place]] = []
        of_game = game.line, game.column, game.offset
        for number in range(_MAX_ROUNDS):
            before = current
            kept = fixer.values(before)
            for edit, place in places_of(before, kept):
                # Other line ends have moved the bytes, fixes of an earlier round the lines too.
                here = place.line, place.column, place.offset if before is game else None
                made.append((edit, of_game if number else here))
            current, laid_out = fixer.laid_out(edited(before, kept))
            made += [(edit, of_game) for edit in first_of_each(laid_out)]
            if current.text == before.text:
                return current, made
            # What a fix writes is taken from the text as the fixes before it have left it.
            fixer = fixer.following(current)
        return game, []

    def _with_values(self, game: Game, settled: Game) -> tuple[Game, list[Edit]]:
        """Return a game with values in place of # where a tag that was added would be taken.

        Args:
            game: the game as it was.
            settled: the game after its fixes.
        """
        own, cut = cut_game(game.text).names, cut_game(settled.text)
        edits: list[Edit] = []
        seen: set[str] = set()
        replaced: dict[str, str] = {}
        for position, name in enumerate(cut.names):
            value = cut.values[position]
            if value == "#" and name in replaced:
                edits.append(_with_value(settled.text, cut, position, replaced[name]))
            if name not in _INHERITED or name in seen:
                continue
            seen.add(name)
            if name not in own:
                self._added.add(name)
                continue
            if value == "#" and name in self._added:
                value = self._handed_down.get(name, "")
                replaced[name] = value
                edits.append(_with_value(settled.text, cut, position, value))
            if value.startswith("##"):
                self._stated.add(name)
            if value != "#":
                self._handed_down[name] = value.removeprefix("##")
            self._added.discard(name)
        return edited(settled, edits), edits

    def _fixer(self, game: Game) -> Fixer:
        return Fixer(
            game,
            is_export=self._is_export,
            newline=self._newline,
            stated=self._cut_off.union(self._stated),
            builder=self._builder,
        )

    def _line_ends(self, text: str, place: Place, *, is_cut: bool = False) -> Iterator[Diagnostic]:
        """Report fixed line ends, once a file."""
        ends = text.count("\r\n")
        others = text.count("\n") + text.count("\r") - 2 * ends
        if (others or is_cut) and not self._ends_said:
            self._ends_said = True
            yield self._say("PBN767", place)

    def _say_edit(self, edit: Edit, place: Place) -> Iterator[Diagnostic]:
        for code in edit.codes:
            yield self._say(code, place, **edit.values)

    def _say(self, code: str, place: Place, **values: object) -> Diagnostic:
        line, column, offset = place
        return self._ctx.issue(
            code,
            line=line,
            column=column,
            offset=offset,
            board=None,
            severity=None,
            clause=None,
            hint=None,
            part=None,
            end_line=None,
            end_column=None,
            fix=None,
            **values,
        )


def _with_value(text: str, cut: Cut, position: int, value: str) -> Edit:
    """Return the edit that writes a value in the place of a tag's `#`."""
    start, end = (cut.start(position) + at for at in value_span(tag_text(text, cut, position)))
    values = {"name": cut.names[position], "new": quote(value)}
    return Edit(start, end, quote(value), "PBN789", values)
