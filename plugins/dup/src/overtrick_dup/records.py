"""Cutting a file into records or lines, one at a time, and what may stand after the last."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO, Final

from overtrick_dup.faults import shown

if TYPE_CHECKING:
    from overtrick.framework.contexts import ReadContext

_END_OF_FILE: Final = b"\x1a"
"""DOS programs end a text file with this byte (Ctrl-Z)."""

_FILLING: Final = b" \0\r\n" + _END_OF_FILE

LONGEST_LINE: Final = 4096

# A CR that is the last byte read may be half of a CRLF.
_LINE_END: Final = re.compile(rb"\n|\r\n|\r(?=.)", re.DOTALL)


class Records:
    """A file from which bytes are taken in pieces, with a look ahead.

    Attributes:
        offset: how many bytes have been taken.
    """

    def __init__(self, source: BinaryIO) -> None:
        self._source = source
        self._ahead = b""
        self.offset = 0

    def peek(self, count: int) -> bytes:
        """Return the next bytes without taking them; fewer at the end of the file."""
        while len(self._ahead) < count:
            piece = self._source.read(count - len(self._ahead))
            if not piece:
                break
            self._ahead += piece
        return self._ahead[:count]

    def take(self, count: int) -> bytes:
        """Take the next bytes; fewer at the end of the file."""
        if self._ahead:
            piece = self.peek(count)
            self._ahead = self._ahead[len(piece) :]
        else:
            piece = self._source.read(count)
            # A pipe may give less than was asked for before its end.
            while piece and len(piece) < count:
                more = self._source.read(count - len(piece))
                if not more:
                    break
                piece += more
        self.offset += len(piece)
        return piece

    def line(self) -> bytes:
        """Take the next line with its end (LF, CRLF, CR); nothing at the end of the file.

        A line that does not end within `LONGEST_LINE` bytes is cut there.
        """
        length = 160
        while True:
            ahead = self.peek(length)
            found = _LINE_END.search(ahead)
            if found is not None:
                return self.take(found.end())
            if len(ahead) < length or length >= LONGEST_LINE:
                return self.take(len(ahead))
            length = LONGEST_LINE


def line_layout(head: bytes, length: int, alphabet: bytes) -> str | None:
    """Return how the lines of a file end, `lines crlf` or `lines lf`; `None` where it has none.

    A first line that is a few bytes too short or too long is still a line.

    Args:
        head: the first bytes of the file, twice the length or so.
        length: the bytes of a line.
        alphabet: the bytes that a line is made of.
    """
    end = head.find(b"\n", max(length - 4, 0), length + 8)
    if end < 0:
        return None
    after = head[end + 1 : end + 9].strip(b"\r\n")
    if len(head[:end].translate(None, alphabet)) > 4 or after.strip(alphabet):
        return None
    return "lines crlf" if head[end - 1 : end] == b"\r" else "lines lf"


def rest_is_filling(rest: bytes) -> bool:
    """Return whether what follows the last record is only blanks, NULs, line ends or Ctrl-Z."""
    return not rest.strip(_FILLING)


def report_rest(
    ctx: ReadContext, rest: bytes, *, offset: int, record: int, length: int, begins_well: bool
) -> None:
    """Report the bytes at the end of a file that are less than a record.

    Args:
        ctx: where it is reported.
        rest: the bytes.
        offset: their place in the file.
        record: the 1-based number that the record would have.
        length: the length of a whole record.
        begins_well: whether they look like the beginning of a record.
    """
    if rest_is_filling(rest):
        ctx.issue("DUP013", offset=offset, count=len(rest))
    elif begins_well:
        ctx.issue(
            "DUP011", offset=offset, board=record, record=record, have=len(rest), length=length
        )
    else:
        found = shown(rest[:12])
        ctx.issue(
            "DUP010",
            offset=offset,
            board=record,
            record=record - 1,
            length=length,
            have=len(rest),
            found=found,
        )


def lines(records: Records, length: int, ctx: ReadContext) -> Iterator[tuple[int, int, int, bytes]]:
    """Yield the place, line number, record number (both 1-based) and content of each line.

    Blanks and the line end are taken off; a line of another length is reported (`DUP012`) and
    comes out empty. Empty lines are passed over.
    """
    number = line_number = 0
    while line := records.line():
        offset = records.offset - len(line)
        line_number += 1
        content = line.rstrip(_FILLING)
        if not content:
            continue
        number += 1
        if len(content) == length:
            yield offset, line_number, number, content
            continue
        have = len(content)
        ctx.issue(
            "DUP012", line=line_number, offset=offset, record=number, have=have, length=length
        )
        yield offset, line_number, number, b""
