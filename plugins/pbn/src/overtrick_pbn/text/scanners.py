"""The compiled patterns that several modules look for, made of the tokens in `standard.lexis`.

Every pattern is linear: repetitions are possessive, and a string or escape line that is not closed
ends with its line. No token is spelled here; a property test holds these and the grammars together.

Source: PBN 2.1 §2.4 (Escape mechanism), §3.2 (Tokens), §3.3 (Tag pair), §3.8 (Commentary), §6.2.
"""

from __future__ import annotations

import re
from typing import Final

from overtrick_pbn.standard import lexis

LINE_END: Final = re.compile(lexis.LINE_END)

COMMENT: Final = rf"{lexis.OPEN_COMMENT}|{lexis.ANY_LINE_COMMENT}"
"""A comment of either kind, closed or not."""

# The characters that make what stands between two tags more than white space and plain words.
_BUT_SPECIAL: Final = r'[^\[{;"%<]++'
IRREGULAR: Final = re.compile(r'[\[{;"%<]')

# A percent sign that begins no escape line; a body never begins at the beginning of a line.
_PERCENT: Final = r"(?<=[^\r\n])%"
_LESS: Final = r"<(?!/PBN>)"


def inside(string: str) -> str:
    """Return a string token's pattern without its quotes."""
    return string.removeprefix('"').removesuffix('"')


def _with_groups(tag: str, name: str, named: str, string: str, value: str) -> str:
    """Return a tag pair's pattern with a group in the place of its name and of its value."""
    return tag.replace(name, named, 1).replace(string, f'"{value}"', 1)


def plain_tag(name: str, string: str) -> str:
    """Return the pattern of a tag pair as export format writes it, with groups for both parts."""
    return _with_groups(
        lexis.PLAIN_TAG, lexis.PLAIN_NAME, f"({name})", lexis.PLAIN_STRING, f"({inside(string)})"
    )


TAG: Final = _with_groups(
    lexis.ANY_TAG,
    lexis.ANY_NAME,
    f"(?P<name>{lexis.ANY_NAME})",
    lexis.ANY_STRING,
    f"(?P<value>{inside(lexis.ANY_STRING)})",
)
"""A tag pair with the groups `name` and `value`."""

ONE_TAG: Final = re.compile(TAG)

ITEM: Final = re.compile(
    rf"(?P<TAG>{TAG})|(?P<COMMENT>{COMMENT})|(?P<ESCAPE>{lexis.ESCAPE})"
    rf"|(?P<FOREIGN>{lexis.FOREIGN})|(?P<BROKEN>{lexis.BROKEN_TAG})"
    rf"|(?P<DATA>(?:{_BUT_SPECIAL}|{lexis.OPEN_STRING}|{_PERCENT}|{_LESS})++)"
)
"""One item of a game; matched one after another they cover any text."""

PLAIN_TAG: Final = re.compile(plain_tag(lexis.PLAIN_NAME, lexis.PLAIN_STRING))
"""A tag pair as export format writes it, without escapes: what the fast path cuts a game at."""


CLOSED_BODY: Final = re.compile(
    rf"(?:{_BUT_SPECIAL}|{lexis.COMMENT_BEGIN}\}}|{lexis.ANY_LINE_COMMENT}(?=[\r\n])"
    rf"|{lexis.INNER_ESCAPE}(?=[\r\n])|{lexis.ANY_STRING}|{_PERCENT}|{_LESS})*+"
)
"""What stands between two tags where no comment, string or escape line reaches over the next."""

BRACES: Final = re.compile(rf"(?:\s*+{lexis.COMMENT_BEGIN}\}})++\s*+")
"""A body with brace comments and nothing else."""

MARK: Final = re.compile(
    rf"\s*+({lexis.WORD}|{lexis.NOTE_TOKEN}|{lexis.NAG_TOKEN}|{lexis.SUFFIX}|{lexis.IRREGULARITY}"
    rf"|{COMMENT}|{lexis.INNER_ESCAPE}|{lexis.UNDERLINE}|{lexis.FOREIGN}|[^\s])"
)
"""A token of an auction or play, with the white space before it.

Anything else comes out as a single character. To be looked for in a text without white space at
its end, which it would go through again and again.
"""

VERSION: Final = re.compile(lexis.VERSION_LINE)
"""What follows the percent sign in `% PBN 2.1`."""

VERSION_TRIED: Final = re.compile(r"[ \t]*+PBN(?:[ \t]*+v?[0-9]|[ \t]*+[\r\n]*+\Z)", re.IGNORECASE)
"""What follows the percent sign where a version is meant; other words behind PBN are a remark."""

EXPORT: Final = re.compile(lexis.EXPORT_LINE)

# In bytes, before a file is decoded

_LINE: Final = rf"[ \t]*+(?>{lexis.LINE_END})"

BLANK_LINES: Final = re.compile(rb"[\r\n](?:(?<=\r)\n)?+(?:[ \t]*+[\r\n](?:(?<=\r)\n)?+)++")
"""A line end with the semi-empty lines that follow it: the end of a game."""

SEMI_EMPTY: Final = re.compile(rf"((?>{lexis.LINE_END}))[ \t]*+(?>{lexis.LINE_END})")
"""A line end, as a group, with a semi-empty line."""

BLANK_LF: Final = re.compile(rb"\n(?:[ \t]*+\n)++")
"""The same for text in which every line ends with LF."""

PREAMBLE: Final = re.compile(rf"(?:{_LINE}|{lexis.ESCAPE}(?:(?>{lexis.LINE_END})|\Z))*+")
"""The escape lines and empty lines before anything else in a file."""

PREAMBLE_BYTES: Final = re.compile(PREAMBLE.pattern.encode())

NEWLINE: Final = re.compile(lexis.LINE_END.encode())

_ANY_BEGIN: Final = rf"(?:{lexis.TAG_BEGIN}|{lexis.SPREAD_TAG})"

TAG_BEGIN: Final = re.compile(rf"(?:{lexis.ANY_SPACE})?+{_ANY_BEGIN}".encode())

TAG_LINE: Final = re.compile(lexis.TAG_LINE.encode())

STATE: Final = re.compile(
    rf"{lexis.COMMENT_BEGIN}(\}}?+)|{lexis.ANY_LINE_COMMENT}|{lexis.ESCAPE}"
    rf"|{lexis.OPEN_STRING}|({lexis.ANY_TAG}|(?={lexis.TAG_BEGIN})(?:{lexis.BROKEN_TAG}))|{lexis.FOREIGN}"
    rf"|{lexis.BROKEN_TAG}".encode()
)
"""What can hold a brace that opens no comment, or a tag that is none; cut as by `ITEM`."""

CHARSET: Final = re.compile(r"Content-type:[^\r\n]*?charset=([A-Za-z0-9_.:-]++)", re.IGNORECASE)
