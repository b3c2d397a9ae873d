"""What stands between quotes, braces and lines: the text of a token, and the token of a text.

Source: PBN 2.1 §3.2 (string token), §3.8 (Commentary).
"""

from __future__ import annotations

import re
from typing import Final

from overtrick_pbn.standard import lexis

LONE_BACKSLASH: Final = re.compile(r"(?:[^\\]++|\\[\\\"])*+\\")
"""A string's inside up to a backslash that stands before neither a quote nor another (§3.2)."""

_ESCAPED: Final = re.compile(lexis.ESCAPED)
_LINE_END: Final = re.compile(lexis.LINE_END)


_BACKSLASH: Final = re.compile(r"\\([\\\"]?)")


def doubled(token: str) -> str:
    r"""Return a string token with each backslash that escapes nothing written as two.

    Example:
        >>> print(doubled(r'"C:\dir \"x\""'))
        "C:\\dir \"x\""
    """
    return _BACKSLASH.sub(lambda match: match[0] if match[1] else r"\\", token)


def plain_lines(text: str) -> str:
    """Return a text with LF for each of its line ends."""
    return text if "\r" not in text else _LINE_END.sub("\n", text)


def comment_text(raw: str) -> str:
    """Return a comment's text without its delimiters, lines divided by LF."""
    if raw[0] == ";":
        return raw[1:]
    return plain_lines(raw[1:-1] if raw.endswith("}") else raw[1:])


def is_open(raw: str) -> bool:
    """Return whether a comment token is a brace comment that is never closed."""
    return raw[0] == "{" and (len(raw) == 1 or raw[-1] != "}")


class StringToken(str):
    """A section element that is a string token: equal to its text, and written in quotes again.

    Example:
        >>> StringToken("-") == "-", StringToken("?")
        (True, '?')

    Source: PBN 2.1 §5.1 (a section element is a string token or a section token).
    """

    __slots__ = ()


def unquote(text: str) -> str:
    r"""Return a string token's content; only `\"` and `\\` are escapes, `\S` stays as it is.

    Example:
        >>> unquote(r'3\S \"good\"')
        '3\\S "good"'

    Source: PBN 2.1 §3.2 (string token).
    """
    return _ESCAPED.sub(r"\1", text) if "\\" in text else text


def quote(value: str) -> str:
    r"""Return a value as a string token, with its quotes.

    Example:
        >>> print(quote('a "b" c'))
        "a \"b\" c"

    Source: PBN 2.1 §3.2 (string token).
    """
    if "\\" in value or '"' in value:
        value = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{value}"'
