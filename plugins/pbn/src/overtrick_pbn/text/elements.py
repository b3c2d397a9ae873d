"""The elements of tables and other supplemental sections, as the grammar finds them.

Source: PBN 2.1 §3.2 (section token), §5.1 (General description).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, cast

from overtrick_pbn.standard import lexis
from overtrick_pbn.text.annotations import Mark

if TYPE_CHECKING:
    from lark import Token

    from overtrick_pbn.text.cut import Cut

_SECTION_TOKEN: Final = re.compile(lexis.SECTION_TOKEN)
_PLAIN: Final = re.compile(r"\S++")
# Without these and other characters than ASCII all that stands between blanks is an element.
_SPECIAL: Final = re.compile(r'[\[\]{};"%<\x80-\U0010ffff]')
_ELEMENTS: Final = frozenset({"SECTION_TOKEN", "STRING"})


def elements_at(cut: Cut, position: int) -> list[Mark]:
    """Return the section elements behind a tag, counted in its game's text."""
    start, body = cut.body_start(position), cut.bodies[position].rstrip()
    if _SPECIAL.search(body) is None:
        return [Mark(match[0], start + match.start()) for match in _PLAIN.finditer(body)]
    # Only who meets more than plain elements imports lark.
    from overtrick_pbn.text.grammar import events

    found = cast("list[Token]", events(body, "elements"))
    return [
        Mark(token.value, start + cast("int", token.start_pos))
        for token in found
        if token.type in _ELEMENTS
    ]


def is_allowed(element: str) -> bool:
    """Return whether a section element is a string or has the characters of a section token."""
    return element[0] == '"' or _SECTION_TOKEN.fullmatch(element) is not None
