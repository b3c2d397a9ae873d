"""Find and hide cards in text.

A session's own words name no card. Text of a driver, an operating system or another plugin
passes through `redact` before it is shown, because it is not trusted.
"""

from __future__ import annotations

import re
from typing import Final

_RANKS: Final = "AKQJT98765432"
_CARD: Final = re.compile(
    rf"""
    (?<![A-Za-z0-9_]) (?: [SHDC](?:10|[{_RANKS}]) | (?:10|[{_RANKS}])[SHDC] ) (?![A-Za-z0-9_])
    | [♠♥♦♣♤♡♢♧] \ ? (?:10|[{_RANKS}])? | (?:10|[{_RANKS}]) [♠♥♦♣♤♡♢♧]
    | (?<![A-Za-z0-9.]) (?: [{_RANKS}]{{0,13}} \. ){{3}} [{_RANKS}]{{0,13}} (?![A-Za-z0-9.])
    | (?<![a-z]) [a-p]{{26}} (?![a-z])
    | (?<![A-Z-]) [NESW-]{{52}} (?![A-Z-])
    """,
    re.VERBOSE,
)

HIDDEN: Final = "(hidden)"


def find_cards(text: str) -> list[str]:
    """Return the parts of a text that name cards: single cards, hands, or deals in file notation.

    Example:
        >>> find_cards("board 3: card SA, hand T53.AJ7.AT.AQ762, pocket N")
        ['SA', 'T53.AJ7.AT.AQ762']
        >>> find_cards("board 12 (copy 2) is dealt; 3 of 16")
        []
    """
    return [match[0] for match in _CARD.finditer(text) if match[0] != "..."]


def redact(text: str) -> str:
    """Return a text with every card hidden.

    Example:
        >>> redact("the machine says: cannot read ♠A")
        'the machine says: cannot read (hidden)'
    """
    return _CARD.sub(lambda match: match[0] if match[0] == "..." else HIDDEN, text)
