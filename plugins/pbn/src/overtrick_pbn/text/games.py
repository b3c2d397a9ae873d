"""Cuts a stream of bytes into games, one at a time, without reading ahead more than one.

A game ends at a semi-empty line, unless that line is inside a brace comment, and never before
a tag was seen: comments and escape lines that stand by themselves belong to the game that follows,
at the end of the file to the game before. The text of the preamble and of all games joined is
the whole file.

Source: PBN 2.1 §3 (Game layout), §3.8 (Commentary), §6.2 (File embedding).
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from typing import BinaryIO, Final, NamedTuple

import attrs

from overtrick_pbn.standard import lexis
from overtrick_pbn.text.encoding import declared_encoding, decode
from overtrick_pbn.text.scanners import (
    BLANK_LF,
    BLANK_LINES,
    CHARSET,
    NEWLINE,
    PREAMBLE_BYTES,
    STATE,
    TAG_BEGIN,
    TAG_LINE,
)
from overtrick_pbn.text.syntax import Game

BLOCK: Final = 1 << 18
"""How many bytes are read at a time."""

MAX_GAME: Final = 1 << 21
"""The longest game in bytes; a longer one is cut, so that memory stays bounded."""

_BEGIN: Final = re.compile(rb"(?<=<PBN>)(?!\Z)")
_NOTHING_ELSE: Final = re.compile(rb"[ \t]*+\Z")
_TAG: Final = re.compile(lexis.TAG_BEGIN.encode())


class Resumed(NamedTuple):
    """What a part of a file takes from what stands before it.

    Attributes:
        line: the 1-based line of its first character.
        offset: the 0-based byte offset.
        declared: the encoding that the file names.
    """

    line: int
    offset: int
    declared: str | None


class Splitter:
    """The games of one file.

    Attributes:
        preamble: the bytes before the first game, without a byte order mark; known after the
            first step of `games`.
        declared: the encoding that the file names, `None` if it does not.
        bom: whether a UTF-8 byte order mark stands first.
        embedded: whether the text stands between `<PBN>` and `</PBN>` in another document.
        newline: the first line end; empty for a file of one line.
        is_doubled: whether all lines end with CR CR LF, as two transfers in text mode make of LF;
            they are read as CR LF.
        first_line: the first line of such a file.
        cuts: the byte offsets at which a game was cut for its length.
        is_last: whether the game that was given out is the file's last one.

    Args:
        source: the file; for a part of it, what is read of it from the part's beginning on.
        resumed: for a part of a file that begins with a game, what is known of the rest.
    """

    def __init__(self, source: BinaryIO, resumed: Resumed | None = None) -> None:
        self._source = source
        self._resumed = resumed
        # Whether a tag is known to begin behind the piece in question.
        self._is_followed = False
        self._buffer = b""
        self._at_end = False
        self._blank = BLANK_LF
        # What stands before PBN text in a document that embeds it.
        self._lead = b""
        # Where the preamble ends, once somebody has looked.
        self._preamble_end = -1
        # No closing brace stands in the buffer between the point in question and here.
        self._no_brace_until = 0
        self.preamble = b""
        self.declared: str | None = None
        self.bom = False
        self.embedded = False
        self.newline = ""
        self.is_doubled = False
        self.first_line = b""
        # CRs at the end of a block of such a file, which the next one may go on with.
        self._held = b""
        self.cuts: list[int] = []
        self.is_last = False

    def head(self) -> bytes:
        """Return the first block of the file without consuming it."""
        if not self._buffer and not self._at_end:
            self._more()
        return self._buffer

    def games(self) -> Iterator[Game]:  # noqa: PLR0912  # each way to go on
        """Yield the games; the last one has all that follows it."""
        pending: list[bytes] = []
        waiting: Game | None = None
        line, offset, column = 1, 0, 1
        has_begun = self._resumed is not None
        # Whether a tag is known to begin the chunk.
        begins = False
        if self._resumed is not None:
            line, offset = self._resumed.line, self._resumed.offset
        for chunk in self._chunks():
            if not begins:
                # Behind the escape lines with which most files begin, the tag stands at once.
                is_first = not has_begun and not pending and 0 < self._preamble_end < len(chunk)
                start = self._preamble_end if is_first else 0
                if not TAG_BEGIN.match(chunk, start) and not has_tag(chunk):
                    pending.append(chunk)
                    continue
            begins = self._is_followed
            data = chunk
            if pending:
                data = b"".join([*pending, chunk])
                pending.clear()
            if waiting is not None:
                yield waiting
            if not has_begun:
                has_begun = True
                data, line, offset = self._take_preamble(data)
                if self.embedded:
                    # PBN text may begin in the middle of a line.
                    column = Game(decode(self.preamble, self.declared)[0]).column_behind()
            text, encoding = decode(data, self.declared)
            waiting = Game(text, line, offset, encoding, column, self.is_doubled)
            if self.embedded:
                column = waiting.column_behind()
            ends = line_ends(data)
            line += ends
            offset += len(data) + ends * self.is_doubled
            if self._is_followed:
                # Nothing can come that belongs to it, so that its form is known for the next one.
                yield waiting
                waiting = None
        self.is_last = True
        if waiting is None:
            self._take_preamble(b"".join(pending))
        elif pending:
            data = waiting.text.encode(waiting.encoding) + b"".join(pending)
            text, encoding = decode(data, self.declared)
            yield attrs.evolve(waiting, text=text, encoding=encoding)
        else:
            yield waiting

    def _take_preamble(self, data: bytes) -> tuple[bytes, int, int]:
        """Set the preamble; return the rest of the data with its line and offset."""
        end = self._preamble_end
        if not 0 <= end < len(data):
            end = _preamble_end(data)
        if not TAG_BEGIN.match(data, end) and not has_tag(data):
            end = len(data)
        self.preamble = self._lead + data[:end]
        return data[end:], *self._behind_preamble()

    def _behind_preamble(self) -> tuple[int, int]:
        """Return line and offset of what follows the preamble."""
        ends = line_ends(self.preamble)
        return 1 + ends, 3 * self.bom + len(self.preamble) + ends * self.is_doubled

    def _more(self) -> bool:
        """Read one more block; return whether there was one."""
        block = b"" if self._at_end else self._source.read(BLOCK)
        self._at_end = not block
        self._buffer += self._once(block) if self.is_doubled else block
        if b"\r" in block:
            self._blank = BLANK_LINES
        return bool(block)

    def _once(self, block: bytes) -> bytes:
        """Return a block with CR LF for CR CR LF."""
        block = self._held + block
        end = len(block) if self._at_end else len(block.rstrip(b"\r"))
        self._held = block[end:]
        return block[:end].replace(_DOUBLED, b"\r\n")

    def _open(self) -> None:
        """Look at the beginning of the file."""
        if self._resumed is not None:
            self.declared = self._resumed.declared
            return
        buffer = self._buffer or self.head()
        if buffer.startswith(codecs.BOM_UTF8):
            self.bom = True
            self._buffer = buffer = buffer[3:]
        newline = NEWLINE.search(buffer)
        self.is_doubled = _is_doubled(buffer)
        if self.is_doubled:
            self._buffer = buffer = self._once(buffer)
            newline = NEWLINE.search(buffer)
            self.first_line = buffer[: newline.start()] if newline else b""
        self.newline = newline.group().decode("ascii") if newline else ""
        start = buffer.find(b"<PBN>")
        if start >= 0:
            # Behind tags it counts where it begins a line, for somebody may write of it.
            tag = TAG_LINE.search(buffer)
            self.embedded = tag is None or tag.start() > start or _is_delimiter(buffer, start)
        if self.embedded:
            self._lead, self._buffer = buffer[: start + 5], buffer[start + 5 :]
        said = buffer[:BLOCK].lower().find(b"content-type:")
        if said >= 0:
            match = CHARSET.search(buffer[said:BLOCK].decode("latin-1"))
            self.declared = declared_encoding(match[1]) if match else None

    def _chunks(self) -> Iterator[bytes]:  # noqa: PLR0912, PLR0915  # each way to go on
        """Yield the file in pieces that end at a semi-empty line outside of comments."""
        self._open()
        begin = known = search = 0
        base = 0 if self._resumed is None else self._resumed.offset
        buffer, solid, brace = b"", 0, 0
        if self._resumed is None:
            end = _preamble_end(self._buffer)
            # Where a tag follows, the block's end does not cut the escape lines short.
            if end and self._buffer[end : end + 1] == b"[":
                # No comment begins in complete escape lines.
                self._preamble_end = known = end
        while True:
            match = self._blank.search(self._buffer, search)
            end = match.end() if match else len(self._buffer)
            if buffer is not self._buffer:
                buffer = self._buffer
                solid = 0 if self.embedded else len(buffer.rstrip(b" \t"))
                brace = buffer.find(b"{", known)
            elif 0 <= brace < known:
                brace = buffer.find(b"{", known)
            if match is not None and end < solid and (brace < 0 or end <= brace):
                # With more behind it, and without a comment, it is a piece whatever it holds.
                self._is_followed = _TAG.match(buffer, end) is not None
                yield buffer[begin:end]
                self._is_followed = False
                begin = known = search = end
                continue
            if _NOTHING_ELSE.match(self._buffer, end) and not self._at_end:
                # The empty lines may go on in the next block; the last line begins here.
                last = max(self._buffer.rfind(b"\n", begin), self._buffer.rfind(b"\r", begin))
                # What was found so far counts: a block may end with the empty line itself.
                search = match.start() if match else max(search, begin, last)
                if end - begin > MAX_GAME:
                    end = last + 1 if last > begin else end
                    self.cuts.append(base + end)
                else:
                    base += begin
                    self._drop(begin)
                    known, search, begin = known - begin, search - begin, 0
                    self._more()
                    continue
            elif match is not None:
                closed = self._closed_from(known, end)
                if closed is None and not self._at_end and len(self._buffer) - begin <= MAX_GAME:
                    base += begin
                    self._drop(begin)
                    known, search, begin = known - begin, match.start() - begin, 0
                    self._more()
                    continue
                if closed is not None and closed > end:
                    known = search = closed
                    continue
            if end > begin:
                chunk = self._buffer[begin:end]
                if self.embedded:
                    # Each <PBN> begins PBN text anew.
                    yield from _BEGIN.split(chunk)
                else:
                    self._is_followed = _TAG.match(self._buffer, end) is not None
                    yield chunk
                    self._is_followed = False
            if self._at_end and end == len(self._buffer):
                return
            begin = known = search = end

    def _drop(self, count: int) -> None:
        self._buffer = self._buffer[count:]
        self._no_brace_until -= count

    def _closed_from(self, known: int, end: int) -> int | None:
        """Return where the text is outside of any comment again, at `end` or behind it.

        `known` is a point outside of any comment. `None`: not in what has been read so far.
        """
        buffer = self._buffer
        opened = buffer.rfind(b"{", known, end)
        if opened >= 0 and buffer.rfind(b"}", opened, end) < 0:
            is_open = False
            for match in STATE.finditer(buffer, known, end):
                is_open = match[1] == b""
            if is_open:
                start = max(end, self._no_brace_until)
                close = buffer.find(b"}", start)
                if close < 0:
                    self._no_brace_until = len(buffer)
                    return None
                return close + 1
        if self.embedded and buffer.rfind(b"</PBN>", known, end) > buffer.rfind(
            b"<PBN>", known, end
        ):
            start = buffer.find(b"<PBN>", end)
            if start < 0:
                return len(buffer) if self._at_end else None
            return start + 5
        return end


_DOUBLED: Final = b"\r\r\n"


def _is_doubled(data: bytes) -> bool:
    """Return whether the beginning of a file has CR CR LF for each line end and no other."""
    rest = data.replace(_DOUBLED, b"") if _DOUBLED in data else data
    return len(rest) < len(data) and b"\n" not in rest and b"\r" not in rest.rstrip(b"\r")


def _is_delimiter(data: bytes, start: int) -> bool:
    """Return whether `<PBN>` begins a line outside of comments."""
    line = max(data.rfind(b"\n", 0, start), data.rfind(b"\r", 0, start)) + 1
    if data[line:start].strip(b" \t"):
        return False
    return all(match[1] != b"" for match in STATE.finditer(data, 0, start))


def _preamble_end(data: bytes) -> int:
    """Return where comments, escape lines and white space end that stand before anything else."""
    match = PREAMBLE_BYTES.match(data)
    return match.end() if match else 0


def has_tag(data: bytes) -> bool:
    """Return whether something that looks like a tag stands outside of comments."""
    if b"[" not in data:
        return False
    # Most files begin with some escape lines, which are passed over in one go.
    start = _preamble_end(data)
    if TAG_BEGIN.match(data, start):
        return True
    return any(match[2] for match in STATE.finditer(data, start))


def line_ends(data: bytes) -> int:
    """Return the number of line ends; CRLF is one."""
    count = data.count(b"\n")
    if b"\r" in data:
        count += data.count(b"\r") - data.count(b"\r\n")
    return count
