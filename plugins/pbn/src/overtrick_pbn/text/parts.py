"""Where a file may be cut into parts, and what is told of a part by what stands before it.

A part begins with a tag behind an empty line, where no comment is open and the game before has a
tag of its own: there the games before and behind are the same as in the whole file.

Source: PBN 2.1 §3 (Game layout), §3.8 (Commentary).
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO, Final

from overtrick.plugin import wide_encoding
from overtrick_pbn.standard import lexis
from overtrick_pbn.text.games import Splitter, line_ends
from overtrick_pbn.text.scanners import BLANK_LINES

if TYPE_CHECKING:
    from typing_extensions import Buffer

BLOCK: Final = 1 << 20

_TAG: Final = re.compile(rf"\[{lexis.PLAIN_NAME} {lexis.BARE_STRING}\]".encode())
_BRACE: Final = re.compile(rb"[{}]")
_FARTHEST: Final = 1 << 24  # so far behind a place a cut is looked for


def head_of(source: BinaryIO) -> Splitter | None:
    """Return what has read the head of a file, `None` for a file that cannot be cut.

    That is one in UTF-16 or UTF-32, one whose line ends are doubled, or a document that PBN text is
    embedded in.
    """
    source.seek(0)
    head = source.read(4)
    splitter = Splitter(stretch(source, 0, None))
    next(splitter.games(), None)
    if splitter.embedded or splitter.is_doubled or wide_encoding(head) is not None:
        return None
    return splitter


def cut_behind(source: BinaryIO, place: int) -> int | None:
    """Return the first place behind another where the file may be cut, if it is not far."""
    source.seek(place)
    text = b""
    while len(text) < _FARTHEST:
        more = source.read(BLOCK)
        text += more
        last: int | None = None
        for match in BLANK_LINES.finditer(text):
            begins = _TAG.match(text, match.end()) is not None
            end = match.end()
            if begins and last is not None and _is_outside(source, text, place, last, end):
                return place + end
            last = match.end() if begins else None
        if not more:
            break
    return None


def _is_outside(source: BinaryIO, text: bytes, place: int, begin: int, end: int) -> bool:
    """Return whether the game from `begin` to `end` is one, and no comment is open round it."""
    if _BRACE.search(text, begin, end):
        return False
    opened, closed = text.rfind(b"{", 0, begin), text.rfind(b"}", 0, begin)
    if opened != closed:
        return closed > opened
    # No brace between the place and here: what stands before it decides.
    there = source.tell()
    try:
        for block in _backwards(source, place):
            opened, closed = block.rfind(b"{"), block.rfind(b"}")
            if opened != closed:
                return closed > opened
    finally:
        source.seek(there)
    return True


def _backwards(source: BinaryIO, end: int) -> Iterator[bytes]:
    while end:
        start = max(end - BLOCK, 0)
        source.seek(start)
        yield source.read(end - start)
        end = start


class Stretch(io.RawIOBase):
    """A stretch of a file, as a file that is read once.

    Args:
        source: the file, which can seek; nobody else reads it meanwhile.
        start: where the stretch begins.
        end: where it ends, `None` for the end of the file.
    """

    def __init__(self, source: BinaryIO, start: int, end: int | None) -> None:
        super().__init__()
        source.seek(start)
        self._source = source
        self._left = None if end is None else end - start

    def readable(self) -> bool:
        """Return that it can be read."""
        return True

    def readinto(self, buffer: Buffer) -> int:
        """Fill a buffer with what comes next."""
        view = memoryview(buffer).cast("B")
        if self._left is not None:
            view = view[: self._left]
        data = self._source.read(len(view)) if len(view) else b""
        view[: len(data)] = data
        if self._left is not None:
            self._left -= len(data)
        return len(data)


def stretch(source: BinaryIO, start: int, end: int | None) -> BinaryIO:
    """Return a stretch of a file as a file that is read once."""
    return io.BufferedReader(Stretch(source, start, end), BLOCK)


def look_over(source: BinaryIO, start: int, end: int | None) -> tuple[int, bool]:
    """Return how many line ends a stretch has, and whether `#` begins a value there."""
    count, inherits = 0, False
    last = b""
    source.seek(start)
    left = None if end is None else end - start
    while block := source.read(BLOCK if left is None else min(left, BLOCK)):
        count += line_ends(block)
        if last == b"\r" and block[:1] == b"\n":
            count -= 1  # one line end in two blocks
        if not inherits and b"#" in block:  # one character is found sooner than two
            inherits = b'"#' in block or last + block[:1] == b'"#'
        last = block[-1:]
        if left is not None:
            left -= len(block)
    return count, inherits


__all__ = ["BLOCK", "Stretch", "cut_behind", "head_of", "look_over", "stretch"]
