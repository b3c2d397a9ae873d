"""Text as PBN can hold it: strings, comments, and what must be changed in them.

Source: PBN 2.1 §2.2 (Character set), §2.3 (Line specification), §3.2 (Tokens), §3.8 (Commentary).
"""

from __future__ import annotations

import re
from typing import Final

from overtrick_pbn.standard import lexis
from overtrick_pbn.text.quoting import StringToken, quote

WIDTH: Final = 253
"""The most characters of a line without its end: 255 with CR and LF."""

# Control characters (the standard uses neither 0-31, 127 nor 128-159) and lone surrogates, none of
# which Python calls printable. The patterns are compiled for the first text that has any.
_CONTROL: Final = "[\x00-\x1f\x7f-\x9f\ud800-\udfff]"
_SPACING: Final = "\r\n|[\t\n\v\f\r\x85]"
_COMMENT_CONTROL: Final = "[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff]"

# The width of a column in a string (§3.2): its backslash is no character of the name.
_WIDTH: Final = re.compile(r"\\(\\[0-9])")

_NO_NAME: Final = frozenset({"?", "-"})

# A section element that needs no quotes: ASCII 33 to 126 less seven characters.
# The delimiters of an embedding document (§6.2) are quoted, so that they delimit nothing.
_BARE: Final = re.compile(f"(?!.*<PBN>){lexis.SECTION_TOKEN}")


def clean(text: str) -> str:
    r"""Return a text as a string token can hold it: line ends and tabs are blanks.

    Example:
        >>> clean("two\nlines\0")
        'two lines'

    Source: PBN 2.1 §3.2 (string token).
    """
    if text.isprintable():
        return text
    return re.sub(_CONTROL, _visible, re.sub(_SPACING, " ", text))


def _visible(match: re.Match[str]) -> str:
    # A lone surrogate stands for a character that was lost before; other controls show nothing.
    return "\N{REPLACEMENT CHARACTER}" if match.group() >= "\ud800" else ""


def quoted_columns(text: str) -> str:
    r"""Return the clean header of a table as a string token with its quotes.

    A backslash before a digit stays single, as it begins the width of a column; otherwise this is
    `quote`.

    Example:
        >>> print(quoted_columns(r'Rank\3R;"or";C:\temp'))
        "Rank\3R;\"or\";C:\\temp"

    Source: PBN 2.1 §3.2 (string token, column name token).
    """
    return _WIDTH.sub(r"\1", quote(text)) if "\\" in text else quote(text)


def element(text: str) -> str:
    """Return a clean text as a section element: bare where it may be, else quoted.

    A `StringToken` keeps its quotes.

    Example:
        >>> element("3NT"), element("two words"), element(""), element(StringToken("3NT"))
        ('3NT', '"two words"', '""', '"3NT"')

    Source: PBN 2.1 §3.2 (section token), §5.1.
    """
    if type(text) is StringToken:
        return quote(text)
    if text.isalnum() and text.isascii():  # as nearly all are, which is quicker seen
        return text
    return text if _BARE.fullmatch(text) else quote(text)


def name_element(text: str) -> str:
    """Return a clean text as a cell of names: in quotes unless it is unknown or irrelevant.

    Example:
        >>> name_element("Smith"), name_element("-"), name_element(StringToken("-"))
        ('"Smith"', '-', '"-"')

    Source: PBN 2.1 §5.2 (`?` and `-`), §5.9, §5.10 (names are string tokens).
    """
    return element(text) if text in _NO_NAME else quote(text)


def clean_comment(text: str) -> str:
    r"""Return a comment with LF between its lines and blanks for tabs.

    Example:
        >>> clean_comment("a\tb\r\nc")
        'a       b\nc'
    """
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if text.isprintable() or re.search(_COMMENT_CONTROL, text) is None:
        return text
    return re.sub(_COMMENT_CONTROL, _visible, text.replace("\v", "\n").expandtabs(8))


def wrapped(line: str, width: int) -> list[str]:
    """Return a line in pieces of at most `width` characters, divided at blanks where it can be.

    The blank at which it is divided is left out, as the line end takes its place.

    Example:
        >>> wrapped("one two three", 7)
        ['one two', 'three']
    """
    pieces = []
    while len(line) > width:
        cut = line.rfind(" ", 1, width + 1)
        if cut > 0:
            pieces.append(line[:cut])
            line = line[cut + 1 :]
        else:
            pieces.append(line[:width])
            line = line[width:]
    pieces.append(line)
    return pieces


def comment_lines(text: str) -> list[str]:
    r"""Return a clean comment as lines of at most 253 characters, its delimiters included.

    A comment with a closing brace in it is written as `;` comments, one a line; the last line
    of the result tells by its first character whether the line must end behind it.

    Example:
        >>> comment_lines("two\nlines"), comment_lines("a } b")
        (['{two', 'lines}'], [';a } b'])

    Source: PBN 2.1 §3.8 (Commentary).
    """
    lines = text.split("\n")
    if "}" in text:
        return [f";{piece}" for line in lines for piece in wrapped(line, WIDTH - 1)]
    last = len(lines) - 1
    pieces: list[str] = []
    for number, line in enumerate(lines):
        room = WIDTH - (number == 0) - (number == last)
        pieces += [line] if len(line) <= room else wrapped(line, WIDTH - 2)
    pieces[0] = "{" + pieces[0]
    pieces[-1] += "}"
    return pieces


def written_comment(text: str) -> str:
    r"""Return a comment as it comes back after `comment_lines`, as one text.

    Example:
        >>> written_comment("short\ttext")
        'short   text'
    """
    lines = comment_lines(clean_comment(text))
    if lines[0][0] == ";":
        return "\n".join(line[1:] for line in lines)
    return "\n".join(lines)[1:-1]
