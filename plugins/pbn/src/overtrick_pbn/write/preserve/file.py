"""Preserving style: what was not changed is written back byte for byte.

A board that says what the text it was read from says is written as that text. Where an edit has
changed something, only that is rewritten (`overtrick_pbn.write.preserve.changes`). Boards may be
dropped, moved or inserted: games stay divided by empty lines, and a `#` or `##` that would resolve
to another value in its new surroundings is replaced by its value.

Source: PBN 2.1 §2.1, §3 (semi-empty lines divide games), §4.8 (Tag value inheritance), §6.2.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import BinaryIO, Final

import attrs

from overtrick import Board, Extras, Field, Source
from overtrick_pbn.read.file import DOUBLED, UNCLOSED, reread
from overtrick_pbn.read.inheritance import Inheritance
from overtrick_pbn.standard.tags import NOT_INHERITED
from overtrick_pbn.text.cut import Cut, cut_game
from overtrick_pbn.text.encoding import UTF_8, decode
from overtrick_pbn.text.games import line_ends
from overtrick_pbn.text.syntax import CLOSE, OPEN, delimiters
from overtrick_pbn.write.export.board import export_game
from overtrick_pbn.write.export.lines import EOL
from overtrick_pbn.write.losses import KeptLosses, Losses
from overtrick_pbn.write.preserve.changes import edited, says_the_same
from overtrick_pbn.write.preserve.text import GameText

_GAP: Final = re.compile(r"(?>\r\n?|\n)[ \t]*+(?:\r\n?|\n)")
_ENDS_LINE: Final = re.compile(r"[\r\n][ \t]*\Z")
_BOM: Final = b"\xef\xbb\xbf"
_ROUNDS: Final = 2


def write_preserved(
    boards: Iterable[Board], sink: BinaryIO, header: Extras, losses: Losses
) -> None:
    """Write boards so that everything that was not changed stays as it was.

    Args:
        boards: the boards in order; consumed once.
        sink: the file.
        header: the header of what was read.
        losses: where they and warnings go.
    """
    writer = _Preserving(sink, header, losses)
    writer.begin()
    for board in boards:
        writer.write(board)
    writer.end()


@attrs.frozen
class _Written:
    """The game that was written last, as far as the next one must know.

    Attributes:
        board: the board.
        has_gap: whether an empty line ends it.
        ends_line: whether a line end ends it.
        lead: the number of bytes before its first tag.
        size: its number of bytes as it was read.
    """

    board: Board
    has_gap: bool
    ends_line: bool
    lead: int
    size: int


class _Doubled:
    """Writes lines that end with CR LF as those of a file whose line ends are doubled."""

    def __init__(self, sink: BinaryIO) -> None:
        self._sink = sink

    def write(self, data: bytes) -> int:
        """Write bytes in which no line end is cut in two."""
        return self._sink.write(data.replace(b"\r\n", b"\r\r\n"))


class _Preserving:
    """Writes one file."""

    def __init__(self, sink: BinaryIO, header: Extras, losses: Losses) -> None:
        self._sink: BinaryIO | _Doubled = _Doubled(sink) if DOUBLED in header else sink
        self._header = header
        self._losses = losses
        self._newline = header.text("pbn:newline") or EOL
        self._encoding = header.text("pbn:encoding") or UTF_8
        self._embedded = "pbn:embedded" in header
        self._inheritance = Inheritance()
        self._last: _Written | None = None
        self._tail: tuple[str, str] | None = None
        # Whether what was read of a document ended within its PBN text.
        self._is_unclosed = False
        # Whether a </PBN> before the first game would leave it out of the PBN text.
        self._is_closed = False

    def begin(self) -> None:
        """Write what stands before the first game."""
        if self._header.get("pbn:bom"):
            self._sink.write(_BOM)
        preamble = self._header.text("pbn:preamble")
        if preamble is None:
            # The boards need not be in export format, so only the version is claimed.
            preamble = f"% PBN 2.1{self._newline}{self._newline}"
        self._sink.write(preamble.encode(self._encoding))
        self._is_closed = self._embedded and preamble.rfind(CLOSE) > preamble.rfind(OPEN)

    def end(self) -> None:
        """Write what stands behind the last game in an embedding document."""
        if self._tail is not None:
            text, encoding = self._tail
            self._sink.write(text.encode(encoding))
        elif self._last is None and "pbn:boardless" in self._header:
            return
        elif self._embedded and not self._is_unclosed:
            if self._last is not None and self._last.board.source is not None:
                self._losses.begin(None)
                self._losses.dropped(Field.HEADER, "the end of the surrounding document")
            self._sink.write(f"{CLOSE}{self._newline}".encode("ascii"))

    def write(self, board: Board) -> None:
        """Write one board."""
        self._losses.begin(board)
        source = board.source
        if source is None or source.format != "pbn":
            self._write_new(board)
            return
        encoding = _encoding_of(source)
        self._is_unclosed |= any(name == UNCLOSED for name, _ in source.context)
        text = source.text
        cut = cut_game(text)
        lead = _size(cut.prefix, source)
        # What a reader made of its source and nobody has changed need not be read again.
        old = board if board.is_as_read else reread(source)
        if self._embedded and CLOSE in text:
            text = self._take_tail(text, encoding)
        context = {name: value for name, value in source.context if name[0] != "%"}
        if old != board:
            text, is_new = self._changed_text(text, source, old, board)
            if is_new:
                context = {}
            cut = cut_game(text)
        elif text is not source.text:
            cut = cut_game(text)
        text = self._inherit(text, cut, context)
        if text is source.text:
            data = text.encode(encoding)
        else:
            data = self._encoded(text, encoding, board)
        self._separate((board, lead))
        self._sink.write(data)
        behind = _behind(text)
        has_gap = behind == text or _GAP.search(behind) is not None
        self._last = _Written(
            board,
            has_gap=has_gap,
            ends_line=_ENDS_LINE.search(text) is not None,
            lead=lead,
            # Asked for only where no empty line follows.
            size=0 if has_gap else _size(source.text, source),
        )

    def _write_new(self, board: Board) -> None:
        """Write a board that was not read from PBN."""
        # Without the tags that the board does not state: the file need not be in export format.
        text = export_game(board, self._losses, complete=False).replace(EOL, self._newline)
        text = self._with_a_tag(text)
        text = self._inherit(text, cut_game(text), {})
        data = self._encoded(text, UTF_8, board)
        self._separate(None)
        self._sink.write(data)
        self._last = _Written(board, has_gap=True, ends_line=True, lead=0, size=0)

    def _separate(self, following: tuple[Board, int] | None) -> None:
        """Put an empty line behind the last game, unless the two stood like this before."""
        last = self._last
        if last is None and self._is_closed:
            self._sink.write(f"{OPEN}{self._newline}".encode("ascii"))
        if last is None or last.has_gap or _follows(last, following):
            return
        lines = 1 if last.ends_line else 2
        self._sink.write((self._newline * lines).encode("ascii"))

    def _take_tail(self, text: str, encoding: str) -> str:
        """Keep what stands behind `</PBN>` for the end of the file."""
        for start, end in delimiters(text):
            if end < 0:
                self._tail = text[start:], encoding
                return text[:start]
        return text

    def _changed_text(self, text: str, source: Source, old: Board, new: Board) -> tuple[str, bool]:
        """Return the text of a board that says something else than its source.

        Also whether it was written anew, with nothing of the old text in it.
        """
        changed, again, is_made = text, old, False
        for _ in range(_ROUNDS):
            # What one tag means may hang on another: a side's tricks on the declarer.
            changed = self._with_a_tag(edited(changed, again, new, self._newline))
            again = reread(attrs.evolve(source, text=changed))
            if again == new:
                return changed, False
            is_made = says_the_same(again, new)
            if is_made:
                break
        before, after = KeptLosses(), KeptLosses()
        if is_made:
            # What export would leave out is still in a text that was changed in place.
            export_game(old, before, complete=False)
        whole = export_game(new, after, complete=False)
        for loss in after.calls:
            if loss not in before.calls:
                self._losses.repeat(loss)
        if is_made:
            return changed, False
        self._losses.warn("PBN906")
        whole = self._with_a_tag(whole.replace(EOL, self._newline).rstrip())
        return whole + _behind(text), True

    def _with_a_tag(self, text: str) -> str:
        """Return the text of a game with a tag in it, for without one it is no game."""
        if cut_game(text).names:
            return text
        game = GameText(text, self._newline)
        game.set_tag("Board", "?")
        return game.changed()

    def _inherit(self, text: str, cut: Cut, context: dict[str, str]) -> str:
        """Return a game's text with the values written out that it would not inherit here."""
        state = self._inheritance
        fields = _fields(cut)
        if not state.standing and not context and '"#' not in text:
            state.last.update(fields)
            return text
        expected = _expected(fields, context)
        found = state.copy().resolve(fields).fields
        names = [name for name in {**expected, **found} if name not in NOT_INHERITED]
        wrong = [name for name in names if expected.get(name) != found.get(name)]
        if wrong:
            game = GameText(text, self._newline)
            for name in wrong:
                if name not in expected:
                    self._losses.changed(Field.EXTRAS, "an earlier ## would give it a value")
                game.set_tag(name, expected.get(name, ""))
            text = game.changed()
            fields = _fields(cut_game(text))
        state.resolve(fields)
        return text

    def _encoded(self, text: str, encoding: str, board: Board) -> bytes:
        """Return the bytes of a text that has changed, in the game's or the file's encoding."""
        if text.isascii():
            return text.encode("ascii")
        wanted = self._encoding if encoding == UTF_8 and _was_ascii(board) else encoding
        if wanted == UTF_8:
            return text.encode(UTF_8)
        try:
            data = text.encode(wanted)
        except UnicodeEncodeError as error:
            character = repr(text[error.start])
            self._losses.warn("PBN905", character=character, encoding=wanted)
            return text.encode(UTF_8)
        # Readers take what is valid UTF-8 for UTF-8.
        return data if decode(data, wanted)[0] == text else text.encode(UTF_8)


def _was_ascii(board: Board) -> bool:
    return board.source is None or board.source.text.isascii()


def _encoding_of(source: Source) -> str:
    return dict(source.context).get("%encoding", UTF_8)


def _fields(cut: Cut) -> dict[str, str]:
    """Return the value of each tag; of a tag that repeats, the first one."""
    fields = dict(zip(cut.names, cut.values, strict=True))
    if len(fields) != len(cut.names):
        fields = dict(zip(reversed(cut.names), reversed(cut.values), strict=True))
        fields.pop("", None)
    return fields


def _expected(fields: dict[str, str], context: dict[str, str]) -> dict[str, str]:
    """Return the values that a game's tags are to have."""
    expected = {name: value for name, value in context.items() if name not in fields}
    for name, value in fields.items():
        if value == "#":
            expected[name] = context.get(name, "")
        else:
            expected[name] = value[2:] if value.startswith("##") else value
    return expected


def _size(text: str, source: Source) -> int:
    """Return how many bytes a text of a source has in its file."""
    data = text.encode(_encoding_of(source))
    return len(data) + (line_ends(data) if "%doubled" in dict(source.context) else 0)


def _follows(last: _Written, following: tuple[Board, int] | None) -> bool:
    """Return whether a game stood directly behind the last one in the file they came from."""
    if following is None:
        return False
    board, lead = following
    before, behind = last.board.origin, board.origin
    if before is None or behind is None or before.path != behind.path:
        return False
    if before.offset is None or behind.offset is None:
        return False
    return before.offset - last.lead + last.size == behind.offset - lead


__all__ = ["write_preserved"]


def _behind(text: str) -> str:
    """Return the blanks and line ends at the end of a text."""
    return text[len(text.rstrip()) :]
