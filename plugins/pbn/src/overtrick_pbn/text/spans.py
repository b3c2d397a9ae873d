"""Where a finding begins and ends in a game's text: the token, the value, the card it speaks of.

Who reports a finding gives an index: that of the tag whose value is wrong, or of the token itself.
From there the code's `At` tells what of the text is meant, so that a reader need not know where
each of its values stands before something is wrong with it.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Callable
from typing import Final

from overtrick_pbn.standard import lexis
from overtrick_pbn.text.scanners import ITEM, ONE_TAG, PLAIN_TAG

Span = tuple[int, int]
"""Where something begins, and the index behind it."""

Inside = Callable[[str], Span | None]
"""Finds in a value, without its quotes, what alone is meant; `None` for the whole value."""


class At(enum.Enum):
    """What a finding speaks of, at the index or behind it.

    `TOKEN`: a call, card, annotation, comment, or whatever stands there up to the next blank; at a
    tag, its value.
    `ELEMENT`: an element of a table, a string with its quotes. `VALUE`: the value of a tag with its
    quotes. `NAME`: the name of a tag. `TAG`: a tag from bracket to bracket. `LINE`: what is left of
    a line, less the blanks at its end. `CHARACTER`: one character. `NOTHING`: the place itself,
    where something is missing.
    """

    TOKEN = "token"  # noqa: S105  # no password
    ELEMENT = "element"
    VALUE = "value"
    NAME = "name"
    TAG = "tag"
    LINE = "line"
    CHARACTER = "character"
    NOTHING = "nothing"


_TOKEN: Final = re.compile(
    rf"{lexis.WORD}|{lexis.NOTE_TOKEN}|{lexis.NAG_TOKEN}|{lexis.SUFFIX}|{lexis.IRREGULARITY}"
    rf"|{lexis.UNDERLINE}|[*+](?=[\s\w])|[ \t\v]++|\{{[^}}\r\n]*+\}}?+|{lexis.ANY_LINE_COMMENT}"
    rf"|<[^\s<>]*+>|[^\s]++"
)
_ELEMENT: Final = re.compile(rf"{lexis.OPEN_STRING}|{lexis.ANY_ELEMENT}|[^\s]")
_LINE: Final = re.compile(r"[^\r\n]*+")
_NAME: Final = re.compile(rf"\[\s*+({lexis.ANY_NAME})")
_STRING: Final = re.compile(lexis.OPEN_STRING)


def span_of(text: str, index: int, at: At, inside: Inside | None = None) -> Span:
    r"""Return where what a finding speaks of begins and ends.

    Args:
        text: the game's text.
        index: where the finding was made.
        at: what of the text is meant.
        inside: finds, in a value without its quotes, what alone is meant; it may give up.

    Example:
        >>> span_of('[Contract "6N"]', 0, At.VALUE), span_of("1C P", 3, At.TOKEN)
        ((10, 14), (3, 4))
    """
    if index >= len(text):
        return index, index
    if at is _TOKENS and text[index] != "[":
        return index, _end(_TOKEN, text, index)
    if at is _VALUES or at is _TOKENS or at is At.NAME or at is At.TAG:
        return _in_tag(text, index, at, inside)
    if at is At.NOTHING:
        return index, index
    if at is At.CHARACTER:
        return index, index + 1
    if at is At.LINE:
        return index, index + len(text[index : _end(_LINE, text, index)].rstrip())
    return index, _end(_ELEMENT, text, index)


# To take a member of an enum from its class is slow.
_TOKENS: Final = At.TOKEN
_VALUES: Final = At.VALUE


def _end(pattern: re.Pattern[str], text: str, index: int) -> int:
    """Return where what begins at an index ends: a character on, where it is none of its kind."""
    match = pattern.match(text, index)
    return index + 1 if match is None else match.end()


def _in_tag(text: str, index: int, at: At, inside: Inside | None) -> Span:
    if text[index] == '"':
        start, end = index, _end(_STRING, text, index)
    else:
        plain = PLAIN_TAG.match(text, index)
        if plain is not None and at is _VALUES and inside is None:
            # As almost all are: 1 µs in place of 5.
            start, end = plain.span(2)
            return start - 1, end + 1
        tag = ITEM.match(text, index)
        if tag is None or text[index] != "[" or at is At.TAG:
            return index, _end(ITEM, text, index)
        name = _NAME.match(text, index)
        if at is At.NAME and name is not None:
            return name.span(1)
        start, end = (index + place for place in value_span(tag[0]))
    found = None if inside is None else inside(text[start + 1 : max(end - 1, start + 1)])
    return (start, end) if found is None else (start + 1 + found[0], start + 1 + found[1])


def value_span(tag: str) -> Span:
    """Return where in a tag its value begins and ends, with its quotes as far as it has any.

    Example:
        >>> value_span('[Event "Cup"]'), value_span("[Event No quotes]")
        ((7, 12), (7, 16))
    """
    match = ONE_TAG.fullmatch(tag)
    if match is not None:
        start, end = match.span("value")
        return start - 1, end + 1
    start = tag.find('"')
    if start >= 0:
        return start, max(tag.rfind('"') + 1, start)
    name = _NAME.match(tag)
    start = 1 if name is None else name.end()
    end = len(tag.rstrip().removesuffix("]").rstrip())
    while start < end and tag[start] in " \t":
        start += 1
    return start, max(start, end)


_COMMA: Final = re.compile(r",(?! )")


def comma_without_blank(value: str) -> Span | None:
    """Return where in a value the first comma stands that no blank follows."""
    match = _COMMA.search(value)
    return None if match is None else match.span()


_CONTROL: Final = re.compile(r"[\x00-\x1f]")


def control_character(value: str) -> Span | None:
    """Return where in a value the first tab or control character stands."""
    match = _CONTROL.search(value)
    return None if match is None else match.span()


def blanks_at_ends(value: str) -> Span | None:
    """Return where the blanks are with which a value begins, or else ends.

    Example:
        >>> blanks_at_ends("None ")
        (4, 5)
    """
    begin, end = len(value) - len(value.lstrip()), len(value.rstrip())
    return (0, begin) if begin else (end, len(value)) if end < len(value) else None
