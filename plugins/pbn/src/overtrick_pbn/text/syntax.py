"""One game as a lossless sequence of items: what an editor, a linter or a careful writer needs.

A file is a preamble and games. A game is text in which every character belongs to exactly one
item: a tag pair, a comment, an escape line, section data, white space, or a broken tag.

Source: PBN 2.1 §2.4, §3.1 to §3.3, §3.8, §5.1.
"""

from __future__ import annotations

import bisect
import enum
import functools
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

import attrs

from overtrick_pbn.standard import lexis
from overtrick_pbn.text.quoting import comment_text, unquote
from overtrick_pbn.text.repair import repair_tag
from overtrick_pbn.text.scanners import ITEM, LINE_END


class ItemKind(enum.Enum):
    """What an item of a game is."""

    TAG = "tag"
    COMMENT = "comment"
    ESCAPE = "escape"
    DATA = "data"
    BLANK = "blank"
    BROKEN = "broken"


@attrs.frozen
class Position:
    """A place in the file: 1-based line and column (code points), 0-based byte offset."""

    line: int
    column: int
    offset: int


@attrs.frozen
class Item:
    r"""A piece of a game's text.

    Attributes:
        kind: what it is.
        start: its index in the game's text, in code points.
        text: the text itself; the texts of all items joined are the game's text.
        name: the name of a tag, as far as it can be told.
        value: a tag's value with `\"` and `\\` undone; a comment's text without its delimiters;
            an escape line's text behind the percent sign.
        fault: the code of what the standard has against a tag that could be read nevertheless.
    """

    kind: ItemKind
    start: int
    text: str
    name: str = ""
    value: str = ""
    fault: str | None = None

    @property
    def end(self) -> int:
        """The index behind the item."""
        return self.start + len(self.text)

    @property
    def is_foreign(self) -> bool:
        """Whether the item is text between two PBN parts of a document."""
        return self.kind is ItemKind.ESCAPE and self.text[0] == "<"


class _Lines:
    """Where the lines of a text begin, in code points and in bytes."""

    __slots__ = ("_encoding", "_offsets", "_starts", "_text")

    def __init__(self, text: str, encoding: str) -> None:
        self._text = text
        self._encoding = encoding
        self._starts = [0]
        self._starts += [match.end() for match in LINE_END.finditer(text)]
        self._offsets: list[int] | None = None
        if not text.isascii() and encoding == "utf-8":
            self._offsets = [0]
            for start, end in pairwise(self._starts):
                size = len(text[start:end].encode(encoding))
                self._offsets.append(self._offsets[-1] + size)

    def find(self, index: int) -> tuple[int, int, int]:
        """Return the 0-based line of an index, the line's start, and the index in bytes."""
        line = bisect.bisect_right(self._starts, index) - 1
        start = self._starts[line]
        if self._offsets is None:
            # One byte a character.
            return line, start, index
        return line, start, self._offsets[line] + len(self._text[start:index].encode("utf-8"))


_FEW: Final = 8
"""So many places are found each by what stands before it: 1 µs each, and 15 for all lines."""


@attrs.define(eq=False, repr=False)
class Game:
    r"""The text of one game and where it stands in its file; nobody changes it.

    Attributes:
        text: the game's part of the file with its line ends and the empty lines behind it.
        line: the 1-based line of its first character.
        offset: the 0-based byte offset of its first character.
        encoding: the encoding of its bytes.
        column: the 1-based column of its first character.
        is_doubled: whether each line of the file ends with a CR more than in `text`.

    Example:
        >>> game = Game('[Event "a"] ; first\n[Board "1"]\n')
        >>> [item.kind.value for item in game.items]
        ['tag', 'blank', 'comment', 'blank', 'tag', 'blank']
        >>> game.position(19)
        Position(line=2, column=1, offset=20)
    """

    text: str
    line: int = 1
    offset: int = 0
    encoding: str = "utf-8"
    column: int = 1
    is_doubled: bool = False
    # Where the lines begin, and how many places were asked for without that.
    _lines: _Lines | None = attrs.field(default=None, init=False)
    _asked: int = attrs.field(default=0, init=False)

    @property
    def items(self) -> tuple[Item, ...]:
        """The items in order."""
        return _items_of(self.text)

    def items_in(self, start: int, end: int) -> Iterator[Item]:
        """Yield the items of a stretch of the text that begins and ends with one."""
        return _items(self.text, start, end)

    def position(self, index: int) -> Position:
        """Return the place of an index of the text; LF, CRLF and CR each end a line."""
        line, column, offset = self.place(index)
        return Position(line, column, offset)

    def place(self, index: int) -> tuple[int, int, int]:
        """Return line, column and offset of an index, as `position` has them."""
        line, column, offset = self._place_in_text(index)
        return line, column, offset + line - self.line if self.is_doubled else offset

    def _place_in_text(self, index: int) -> tuple[int, int, int]:
        if self._lines is None:
            self._asked += 1
            if self._asked <= _FEW:
                return self._place(index)
            self._lines = _Lines(self.text, self.encoding)
        line, start, offset = self._lines.find(index)
        column = index - start + (1 if line else self.column)
        return self.line + line, column, self.offset + offset

    def column_behind(self) -> int:
        """Return the column behind the last character of the text."""
        text = self.text
        start = max(text.rfind("\n"), text.rfind("\r")) + 1
        return len(text) - start + (1 if start else self.column)

    def _place(self, index: int) -> tuple[int, int, int]:
        """Return the place of an index by what stands before it."""
        before = self.text[:index]
        line = self.line + before.count("\n")
        start = before.rfind("\n") + 1
        if "\r" in before:
            if before[-1] == "\r" and self.text[index : index + 1] == "\n":
                # Between the two characters of one line end.
                before = before[:-1]
            line += before.count("\r") - before.count("\r\n")
            start = max(start, before.rfind("\r") + 1)
        if before.isascii() or self.encoding != "utf-8":
            size = index
        else:
            size = len(self.text[:index].encode("utf-8"))
        column = index - start + (1 if start else self.column)
        return line, column, self.offset + size

    def __repr__(self) -> str:
        return f"<Game at line {self.line}: {len(self.text)} characters>"


def _items(text: str, start: int, end: int) -> Iterator[Item]:
    """Yield the items of a stretch of a text that begins and ends with one."""
    for match in ITEM.finditer(text, start, end):
        kind, start, raw = match.lastgroup, match.start(), match.group()
        if kind == "TAG":
            yield Item(ItemKind.TAG, start, raw, match["name"], unquote(match["value"]))
        elif kind == "COMMENT":
            yield Item(ItemKind.COMMENT, start, raw, "", comment_text(raw))
        elif kind == "BROKEN":
            fixed = repair_tag(raw)
            if fixed is None:
                yield Item(ItemKind.BROKEN, start, raw)
            else:
                yield Item(ItemKind.TAG, start, raw, fixed.name, fixed.value, fixed.fault)
        elif kind in ("ESCAPE", "FOREIGN"):
            yield Item(ItemKind.ESCAPE, start, raw, "", raw[1:] if kind == "ESCAPE" else raw)
        else:
            yield Item(ItemKind.BLANK if raw.isspace() else ItemKind.DATA, start, raw)


# Whoever checks a game, fixes it or places a finding in it asks for its items anew.
@functools.lru_cache(maxsize=2)
def _items_of(text: str) -> tuple[Item, ...]:
    return tuple(_items(text, 0, len(text)))


OPEN: Final = "<PBN>"
CLOSE: Final = "</PBN>"
"""The delimiters of PBN text in another document. Source: PBN 2.1 §6.2."""


def delimiters(text: str) -> Iterator[tuple[int, int]]:
    """Yield where each `</PBN>` of a game stands, and where the next `<PBN>` ends its document.

    The second is -1 where there is none.

    Example:
        >>> list(delimiters('[Board "1"]</PBN> text <PBN>')), list(delimiters("{</PBN>}"))
        ([(11, 28)], [])
    """
    if CLOSE in text:
        for match in ITEM.finditer(text):
            if match.lastgroup == "FOREIGN":
                yield match.start(), match.end() if match.group().endswith(OPEN) else -1


def part_of(game: Game) -> tuple[int, int]:
    r"""Return where the PBN text with the tags of a game begins and ends in a document.

    What stands before it and behind it is the document's, the line end behind `<PBN>` included.

    Example:
        >>> text = '</PBN>\n<p>\n<PBN>\n[Board "1"]\n</PBN>\n'
        >>> start, end = part_of(Game(text))
        >>> text[start:end]
        '[Board "1"]\n'

    Source: PBN 2.1 §6.2 (File embedding).
    """
    text = game.text
    start, end = 0, len(text)
    for close, begin in delimiters(text):
        if begin < 0 or begin == len(text):
            # A game ends with what follows its part.
            end = close
            break
        start = begin
    match = _REST_OF_LINE.match(text, start) if start or game.column > 1 else None
    return (start if match is None else min(match.end(), end)), end


_REST_OF_LINE: Final = re.compile(rf"[ \t]*+(?>{lexis.LINE_END})")
