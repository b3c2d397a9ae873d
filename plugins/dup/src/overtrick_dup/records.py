"""Files with one board a line, and the bytes allowed after the last record."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING, BinaryIO, Final

from overtrick.plugin import split_lines
from overtrick_dup.faults import shown

if TYPE_CHECKING:
    from overtrick.plugin import ReadContext

_END_OF_FILE: Final = b"\x1a"
"""DOS programs end a text file with this byte (Ctrl-Z)."""

_FILLING: Final = b" \0\r\n" + _END_OF_FILE


def line_layout(head: bytes, length: int, alphabet: bytes) -> str | None:
    """Return the line ends of a file, `lines crlf` or `lines lf`; `None` if it has none.

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
    """Return whether only blanks, NULs, line ends or Ctrl-Z follow the last record."""
    return not rest.strip(_FILLING)


def report_rest(
    ctx: ReadContext, rest: bytes, *, offset: int, record: int, length: int, begins_well: bool
) -> None:
    """Report the bytes at the end of a file that are shorter than a record.

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


def lines(
    source: BinaryIO, head: bytes, length: int, ctx: ReadContext
) -> Iterator[tuple[int, int, int, bytes]]:
    """Yield the place, line number, record number (both 1-based) and content of each line.

    Blanks and the line end are taken off; a line of another length is reported (`DUP012`) and
    comes out empty. Empty lines are passed over.

    Args:
        source: the file, behind its first bytes.
        head: its first bytes.
        length: the bytes of a line.
        ctx: where is reported what is wrong.
    """
    begun = split_lines(head + source.readline())
    record = end = 0
    for line, raw in enumerate(ctx.raw_lines(chain(begun, source)), 1):
        offset, end = end, end + len(raw)
        content = raw.rstrip(_FILLING)
        if not content:
            continue
        record += 1
        have = len(content)
        if have != length:
            ctx.issue("DUP012", line=line, offset=offset, record=record, have=have, length=length)
            content = b""
        yield offset, line, record, content
