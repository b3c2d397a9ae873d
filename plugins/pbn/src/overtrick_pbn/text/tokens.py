"""The fine tokens of a section with their positions, for editors, linters and locators.

Source: PBN 2.1 §3.2 (Tokens).
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterator
from typing import Final

import attrs

from overtrick_pbn.text.syntax import Item, ItemKind, Section


class TokenKind(enum.Enum):
    """What a token of a section is; a card is lexically a call."""

    CALL = "call"
    SUFFIX = "suffix"
    NOTE = "note"
    NAG = "nag"
    ASTERISK = "asterisk"
    PLUS = "plus"
    IRREGULARITY = "irregularity"
    ELEMENT = "element"
    STRING = "string"
    COMMENT = "comment"
    ESCAPE = "escape"
    OTHER = "other"


@attrs.frozen
class Token:
    """A token: what it is, where in the game's text it begins (0-based), and its text."""

    kind: TokenKind
    start: int
    text: str

    @property
    def end(self) -> int:
        """The index behind the token."""
        return self.start + len(self.text)


_GAME_TOKEN: Final = re.compile(
    r"(?P<CALL>[A-Za-z0-9-]++)|(?P<NOTE>=[0-9]++=)|(?P<NAG>\$[0-9]++)|(?P<SUFFIX>[!?]{1,2}+)"
    r"|(?P<IRREGULARITY>\^[ISRL])|(?P<ASTERISK>\*)|(?P<PLUS>\+)|(?P<OTHER>[^\s])"
)
_ELEMENT_TOKEN: Final = re.compile(
    r'(?P<STRING>"[^"\\\r\n]*+(?:\\[^\r\n][^"\\\r\n]*+)*+"?+)|(?P<ELEMENT>[^\s"]++)'
)


def tokens(section: Section) -> tuple[Token, ...]:
    r"""Return the tokens of a section in order: of an auction or play, else section elements.

    Example:
        >>> from overtrick_pbn.text.syntax import parse_game
        >>> section = parse_game('[Auction "N"]\n1C! =1= {a} AP').sections[1]
        >>> [(token.kind.value, token.text) for token in tokens(section)]
        [('call', '1C'), ('suffix', '!'), ('note', '=1='), ('comment', '{a}'), ('call', 'AP')]
    """
    pattern = _GAME_TOKEN if section.name in {"Auction", "Play"} else _ELEMENT_TOKEN
    return tuple(token for item in section.items for token in _of_item(item, pattern))


def _of_item(item: Item, pattern: re.Pattern[str]) -> Iterator[Token]:
    if item.kind is ItemKind.COMMENT:
        yield Token(TokenKind.COMMENT, item.start, item.text)
    elif item.kind is ItemKind.ESCAPE:
        yield Token(TokenKind.ESCAPE, item.start, item.text)
    elif item.kind is ItemKind.DATA:
        for match in pattern.finditer(item.text):
            kind = TokenKind[match.lastgroup or "OTHER"]
            yield Token(kind, item.start + match.start(), match.group())
