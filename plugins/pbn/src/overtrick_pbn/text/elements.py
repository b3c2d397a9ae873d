"""The one scanner of section elements: tables and other supplemental sections.

Source: PBN 2.1 §3.2 (section token), §5.1 (General description).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from overtrick_pbn.standard import lexis
from overtrick_pbn.text.annotations import Mark
from overtrick_pbn.text.scanners import COMMENT

if TYPE_CHECKING:
    from overtrick_pbn.text.syntax import Section

_BUT_STRING: Final = rf"{COMMENT}|{lexis.INNER_ESCAPE}|{lexis.FOREIGN}|{lexis.ANY_ELEMENT}|[^\s]"
_TOKEN: Final = re.compile(rf"\s*+({lexis.ANY_STRING}|{_BUT_STRING})")
_TOKEN_BUT_STRING: Final = re.compile(rf"\s*+({_BUT_STRING})")
_LINE_END: Final = re.compile(r"[\r\n]")
_SECTION_TOKEN: Final = re.compile(lexis.SECTION_TOKEN)
_NO_ELEMENT: Final = frozenset('[]{};"%')


def tokens(body: str, offset: int = 0) -> list[Mark]:
    """Return the tokens of a section's body: elements, strings, comments, escape lines.

    What is none of these comes out as a single character that `is_stray` tells.
    """
    # Without the white space at the end, which would be gone through again and again.
    text = body.rstrip()
    found = _with_escapes(text) if '\\"' in text else _TOKEN.finditer(text)
    return [Mark(match[1], offset + match.start(1)) for match in found]


def _with_escapes(text: str) -> Iterator[re.Match[str]]:
    """Yield the tokens of a text with escaped quotes, in a time that grows as its length.

    Behind a string that is not closed there are only escaped quotes on its line, so none of them
    begins a string that is closed. To try them all would take as long as the square of the line.
    """
    place = unclosed = 0
    while match := (_TOKEN if place >= unclosed else _TOKEN_BUT_STRING).match(text, place):
        start = match.start(1)
        if text[start] == '"' and place < unclosed <= start:
            unclosed = 0  # the token stands on a later line
            continue
        if match[1] == '"' and start >= unclosed:
            end = _LINE_END.search(text, start)
            unclosed = len(text) if end is None else end.start()
        yield match
        place = match.end()


def is_stray(token: Mark, body: str) -> bool:
    """Return whether a token of a body is none that a section can have."""
    text = token.text
    if len(text) > 1 or text not in _NO_ELEMENT:
        return False
    # A comment may be as short as its first character, and so may an escape line.
    before = body[token.start - 1 : token.start]
    return text in '[]}"' or (text == "%" and before not in {"\r", "\n"})


def elements_of(text: str, section: Section) -> list[Mark]:
    """Return the section elements of a section, counted in its game's text."""
    start = section.start if section.tag is None else section.tag.end
    found = tokens(text[start : section.end], start)
    return [token for token in found if is_element(token.text)]


def is_element(text: str) -> bool:
    """Return whether a token is a section element: a section token or a string."""
    return text[0] not in "{;%" and not text.startswith("</PBN>")


def is_allowed(element: str) -> bool:
    """Return whether a section element is a string or has the characters of a section token."""
    return element[0] == '"' or _SECTION_TOKEN.fullmatch(element) is not None
