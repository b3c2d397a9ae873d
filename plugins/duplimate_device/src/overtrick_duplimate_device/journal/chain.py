"""The text of a journal: append-only lines, each in a hash chain with those before it.

The first line identifies the format. Line 0 after it is the header, line n is step n of the
session:

    overtrick-session 2
    0 6f1c...e2 {"session": ..., "plan": {...}, ...}
    1 9b07...41 {"at": "2026-11-20T19:30:00.000+00:00", "kind": "connected", ...}

The mark in the middle is a hash of the mark before, the number and the text. So no byte can change,
and no line can go, come or change its place, without the lines behind it being wrong; only at the
end can something be missing, and that is detected by the second file (see `pair`). A line without
its line end does not count: its writer was killed before the write was complete.
"""

from __future__ import annotations

import hashlib
import re
from typing import Final

import attrs

MAGIC: Final = b"overtrick-session 2\n"
MAGIC_OF_ANY: Final = b"overtrick-session "
_LINE: Final = re.compile(rb"(0|[1-9][0-9]{0,8}) ([0-9a-f]{32}) (\{.*\})")


@attrs.frozen
class Line:
    """A line of the file.

    Attributes:
        number: 0 for the header, otherwise the step.
        mark: the chained hash, 32 hexadecimal digits.
        text: a JSON object.
    """

    number: int
    mark: bytes
    text: bytes

    @classmethod
    def after(cls, previous: Line | None, text: bytes) -> Line:
        """Return the line with some content after another line, `None` for the header."""
        number = 0 if previous is None else previous.number + 1
        return cls(number, chained(None if previous is None else previous.mark, number, text), text)

    @property
    def data(self) -> bytes:
        """The line as bytes, with its line end."""
        return b"%d %b %b\n" % (self.number, self.mark, self.text)


def chained(previous: bytes | None, number: int, text: bytes) -> bytes:
    """Return the chained digest of a line.

    Args:
        previous: the mark of the line before, `None` for the header.
        number: the line's.
        text: its content.

    Example:
        >>> chained(None, 0, b"{}") == chained(None, 0, b"{} "), len(chained(None, 0, b"{}"))
        (False, 32)
    """
    begin = MAGIC if previous is None else previous
    message = b"%b %d %b" % (begin, number, text)
    return hashlib.blake2b(message, digest_size=16).hexdigest().encode("ascii")


def read_line(data: bytes) -> Line | None:
    """Return a parsed line without its end, its digest unchecked; `None` if it is malformed."""
    match = _LINE.fullmatch(data)
    return None if match is None else Line(int(match[1]), match[2], match[3])


@attrs.frozen
class Content:
    """The content of one file of a journal.

    Attributes:
        lines: the sound lines from the first on.
        size: the bytes that they take.
        rest: the bytes after them.
        is_broken: whether `rest` is anything but a line that was never finished.
    """

    lines: tuple[Line, ...]
    size: int
    rest: bytes
    is_broken: bool

    @property
    def last(self) -> int:
        """The number of the last sound line, -1 if there is none."""
        return len(self.lines) - 1


def read_content(data: bytes) -> Content:
    """Read the sound part of a file.

    Example:
        >>> header = Line.after(None, b"{}")
        >>> first = Line.after(header, b'{"kind": "connected"}')
        >>> data = MAGIC + header.data + first.data
        >>> read_content(data).last, read_content(data[:-5]).last
        (1, 0)
        >>> read_content(data.replace(b"connected", b"connexted")).is_broken
        True
    """
    if not data.startswith(MAGIC):
        return Content((), 0, data, is_broken=not MAGIC.startswith(data))
    lines: list[Line] = []
    previous: Line | None = None
    at = len(MAGIC)
    while (end := data.find(b"\n", at)) >= 0:
        line = read_line(data[at:end])
        if line is None or line != Line.after(previous, line.text):
            return Content(tuple(lines), at, data[at:], is_broken=True)
        lines.append(line)
        previous, at = line, end + 1
    return Content(tuple(lines), at, data[at:], is_broken=False)
