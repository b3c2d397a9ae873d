"""The tokens of PBN as regular expressions: one source for the splitter and all fast paths.

Every pattern is linear: repetitions are possessive, and a string or escape line that is not closed
ends with its line. The grammars beside it state the same tokens in the standard's words; a
property test holds both together.

Source: PBN 2.1 §2.4 (Escape mechanism), §3.2 (Tokens), §3.3 (Tag pair), §3.8 (Commentary), §6.2.
"""

from __future__ import annotations

import re
from typing import Final

STRING_BODY: Final = r'[^"\\\r\n]*+(?:\\[^\r\n][^"\\\r\n]*+)*+'
BRACE: Final = r"\{[^}]*+\}?+"
LINE_COMMENT: Final = r";[^\r\n]*+"
# What stands outside <PBN> ... </PBN> when PBN is embedded in another document.
FOREIGN: Final = r"</PBN>(?:[^<]++|<(?!PBN>))*+(?:<PBN>)?+"
# A percent sign at the beginning of a line; a body never begins at one.
ESCAPE_IN_BODY: Final = r"(?<=[\r\n])%[^\r\n]*+"
ESCAPE: Final = r"(?<![^\r\n])%[^\r\n]*+"
TAG: Final = rf'\[\s*+(?P<name>[A-Za-z0-9_]++)\s*+"(?P<value>{STRING_BODY})"\s*+\]'
# Brackets that open nothing are one item together, so that a million of them are no million items;
# with quotes in them only in a long run, since one of a few may show what was meant.
BROKEN: Final = r'(?:\[[^\[\]\r\n"]*+(?=\[))++|(?:\[[^\[\]\r\n]*+(?=\[)){8,}+|\[[^\[\]\r\n]*+\]?+'
DATA: Final = rf'(?:[^\[{{;"%<]++|"{STRING_BODY}"?+|(?<=[^\r\n])%|<(?!/PBN>))++'

ITEM: Final = re.compile(
    rf"(?P<TAG>{TAG})|(?P<COMMENT>{BRACE}|{LINE_COMMENT})|(?P<ESCAPE>{ESCAPE})"
    rf"|(?P<FOREIGN>{FOREIGN})|(?P<BROKEN>{BROKEN})|(?P<DATA>{DATA})"
)
"""One item of a game; matched one after another they cover any text."""

CANONICAL_TAG: Final = re.compile(
    r'\[([A-Z][A-Za-z0-9_]*+) "([^"\\\x00-\x1f]*+(?:\\[^"\\\x00-\x1f][^"\\\x00-\x1f]*+)*+)"\]'
)
"""A tag pair as export format writes it, without escapes: what the fast path cuts a game at."""

CLOSED_BODY: Final = re.compile(
    r'(?:[^\[{;"%<]++|\{[^}]*+\}|;[^\r\n]*+(?=[\r\n])|(?<=[\r\n])%[^\r\n]*+(?=[\r\n])'
    rf'|"{STRING_BODY}"|(?<=[^\r\n])%|<(?!/PBN>))*+'
)
"""What stands between two tags where no comment, string or escape line reaches over the next."""

IRREGULAR: Final = re.compile(r'[\[{;"%<]')
"""The characters that make a body more than white space and section elements."""

BLANK_LINES: Final = re.compile(rb"[\r\n](?:(?<=\r)\n)?+(?:[ \t]*+[\r\n](?:(?<=\r)\n)?+)++")
"""A line end with the semi-empty lines that follow it: the end of a game."""

BLANK_LF: Final = re.compile(rb"\n(?:[ \t]*+\n)++")
"""The same for text in which every line ends with LF."""

PREAMBLE: Final = re.compile(r"(?:[ \t]*+(?>\r\n?|\n)|%[^\r\n]*+(?:(?>\r\n?|\n)|\Z))*+")
"""The escape lines and empty lines before anything else in a file."""

WHITE_SPACE: Final = re.compile(r"\s*+")

LINE_END: Final = re.compile(r"\r\n?|\n")

VERSION: Final = re.compile(r"[ \t]*+PBN[ \t]++([0-9]++\.[0-9]++)[ \t]*+\Z")
"""What follows the percent sign in `% PBN 2.1`."""

EXPORT: Final = re.compile(r"[ \t]*+EXPORT[ \t]*+\Z")

CHARSET: Final = re.compile(r"Content-type:[^\r\n]*?charset=([A-Za-z0-9_.:-]++)", re.IGNORECASE)

ESCAPED: Final = re.compile(r'\\(["\\])')


def plain_lines(text: str) -> str:
    """Return a text with LF for each of its line ends."""
    return text if "\r" not in text else LINE_END.sub("\n", text)


def comment_text(raw: str) -> str:
    """Return a comment's text without its delimiters, lines divided by LF."""
    if raw[0] == ";":
        return raw[1:]
    return plain_lines(raw[1:-1] if raw.endswith("}") else raw[1:])


def unquote(text: str) -> str:
    r"""Return a string token's content; only `\"` and `\\` are escapes, `\S` stays as it is.

    Example:
        >>> unquote(r'3\S \"good\"')
        '3\\S "good"'

    Source: PBN 2.1 §3.2 (string token).
    """
    return ESCAPED.sub(r"\1", text) if "\\" in text else text


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
