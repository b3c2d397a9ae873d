"""Tag values as tokens: by a pattern of the standard's rule, and by the grammar where that says no.

Source: PBN 2.1 §3.4, §4, §5.2.
"""

from __future__ import annotations

import functools
from typing import Final

from overtrick_pbn.standard.values import form

Tokens = tuple[tuple[str, str], ...]
"""The terminals of a value, each with its text, in the order of the text."""

MAX_KEPT: Final = 1 << 12
"""How many values are kept with their tokens: most values of a file stand in many of its games."""


def tokens(start: str, value: str, *, by_grammar: bool = False) -> Tokens | None:
    """Return the tokens of a tag value, `None` where it is none; an empty value has none.

    Args:
        start: the rule of the grammars, such as `contract`.
        value: the value, without the blanks at its ends.
        by_grammar: whether the grammar reads what the pattern takes as well.

    Example:
        >>> tokens("result", "EW 4"), tokens("contract", "3n"), tokens("contract", "8C")
        ((('EAST_WEST', 'EW'), ('TRICKS', '4')), (('SHORT_CONTRACT', '3n'),), None)
    """
    return _parsed(start, value) if by_grammar else _read(start, value)


@functools.lru_cache(maxsize=MAX_KEPT)
def _read(start: str, value: str) -> Tokens | None:
    match = form(start).fullmatch(value)
    if match is None:
        return _parsed(start, value)
    found = [(match.start(name), name, text) for name, text in match.groupdict().items() if text]
    # Of a terminal that stands in a rule more than once the groups are numbered.
    return tuple((name.rstrip("_23456789"), text) for _, name, text in sorted(found))


@functools.lru_cache(maxsize=MAX_KEPT)
def _parsed(start: str, value: str) -> Tokens | None:
    # Lark is imported only for a value that the standard does not have.
    from overtrick_pbn.text.grammar import value as parsed

    found = parsed(value, start)
    if found is None:
        return None
    return tuple((token.type, token.value) for token in found)
