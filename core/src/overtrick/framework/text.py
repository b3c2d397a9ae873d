"""Text in bytes: lines, line ends, and the encoding of a line or a file."""

from __future__ import annotations

import codecs
import re
from typing import Final

_FIRST_IS_DOUBLED: Final = re.compile(rb"[^\r\n]*+\r\r\n")
_LINE: Final = re.compile(rb"[^\r\n]*+(?:\r\r\n|\r\n?|\n)|[^\r\n]+")


def has_doubled_ends(data: bytes) -> bool:
    r"""Return whether the first line ends with CR CR LF, as two copies in text mode leave it.

    CR CR LF is one line end in such a file; in any other, there is an empty line between the CRs.

    Example:
        >>> has_doubled_ends(b"[Event]\r\r\n"), has_doubled_ends(b"[Event]\r\n\r\r\n")
        (True, False)
    """
    return _FIRST_IS_DOUBLED.match(data) is not None


def split_lines(data: bytes, *, is_doubled: bool | None = None) -> list[bytes]:
    r"""Return the lines of a text with their ends: LF, CRLF, CR, and CR CR LF where it is doubled.

    Args:
        data: the text, or complete lines of it.
        is_doubled: whether CR CR LF is one line end; `None` to detect it by the first line.

    Example:
        >>> split_lines(b"a\r\nb\r\n"), split_lines(b"a\r\r\nb\r\r\n")
        ([b'a\r\n', b'b\r\n'], [b'a\r\r\n', b'b\r\r\n'])
    """
    if is_doubled is None:
        is_doubled = has_doubled_ends(data)
    return _LINE.findall(data) if is_doubled else data.splitlines(keepends=True)


_WIDE_MARKS: Final = (
    (codecs.BOM_UTF32_LE, "UTF-32"),
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)
_MARKS: Final = tuple(mark for mark, _ in _WIDE_MARKS)


_LETTER_BYTES: Final = 4  # UTF-16 and UTF-32 text has a zero among the first four bytes
_SAMPLE_BYTES: Final = 512
_OF_TEXT: Final = bytes((9, 10, 13, *range(0x20, 0x7F), *range(0xA0, 0x100)))


def wide_encoding(head: bytes) -> str | None:
    r"""Return `UTF-16` or `UTF-32` for a file that begins as text in one of them, else `None`.

    It has the mark of one, or, without a mark, zeros where plain letters have their upper bytes.

    Example:
        >>> wide_encoding("[Event".encode("utf-16")), wide_encoding("[Event".encode("utf-32-be"))
        ('UTF-16', 'UTF-32')
        >>> wide_encoding(b"[Event"), wide_encoding(b"\x00\x01\x02\x03\x04\x05\x06\x07")
        (None, None)
    """
    if head.startswith(_MARKS):
        return next(name for mark, name in _WIDE_MARKS if head.startswith(mark))
    if b"\0" not in head[:_LETTER_BYTES]:
        return None
    for width, name in ((4, "UTF-32"), (2, "UTF-16")):
        text = head[: min(_SAMPLE_BYTES, len(head) // width * width)]
        for low in (0, width - 1):  # where the letters are: little-endian, big-endian
            letters = text[low::width]
            rest = b"".join(text[place::width] for place in range(width) if place != low)
            # All that is plain, with a letter of another script now and then.
            is_long = len(letters) > 1 or letters == b"\n"
            is_text = is_long and not letters[:2].translate(None, _OF_TEXT)
            if is_text and b"\0" not in letters and rest.count(0) >= len(rest) - len(letters) // 4:
                return name
    return None


def decoded_line(line: bytes) -> tuple[str, str]:
    """Return a line as text, and its encoding: UTF-8 if it can be, else CP1252, else Latin-1."""
    for candidate in ("utf-8", "cp1252"):
        try:
            return line.decode(candidate), candidate
        except UnicodeDecodeError:
            continue
    return line.decode("latin-1"), "latin-1"


def decode_line(line: bytes) -> str:
    """Return a line as text, decoded as UTF-8, else as CP1252, else as Latin-1."""
    return decoded_line(line)[0]
