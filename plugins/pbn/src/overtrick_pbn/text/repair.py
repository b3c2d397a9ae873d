"""Tags that the standard forbids but whose line shows what was meant.

Source: PBN 2.1 §3.2 and §3.3 for the right form; observed: Table Manager writes values without
quotes, hand-made files forget quotes and brackets.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from overtrick_pbn.standard import lexis
from overtrick_pbn.text.quoting import unquote


class FixedTag(NamedTuple):
    """A tag that could be read, and the code of what is wrong with it."""

    name: str
    value: str
    fault: str


_BEGIN: Final = lexis.TAG_BEGIN.replace(lexis.ANY_NAME, f"({lexis.ANY_NAME})")
_PARTS: Final = re.compile(rf"{_BEGIN}[ \t]*+([^\]]*+)(\]?+)\Z")


def repair_tag(text: str) -> FixedTag | None:
    """Return what a broken tag means, or `None` where nothing plain can be made of it.

    Example:
        >>> repair_tag("[Event No quotes]")
        FixedTag(name='Event', value='No quotes', fault='PBN308')
        >>> repair_tag("[]") is None
        True
    """
    match = _PARTS.match(text)
    if match is None:
        return None
    name, rest, bracket = match.groups()
    rest = rest.rstrip(" \t")
    if not rest:
        # A name alone, without a bracket, is too little to be taken for a tag.
        return FixedTag(name, "", "PBN311") if bracket else None
    if rest[0] != '"':
        if not bracket or rest.endswith('"'):
            return None
        return FixedTag(name, rest, "PBN308")
    inner = rest[1:]
    if inner.endswith('"'):
        inner = inner[:-1]
        if not bracket and '"' not in inner:
            return FixedTag(name, unquote(inner), "PBN310")
        return FixedTag(name, unquote(inner), "PBN314")
    if '"' in inner or not bracket:
        return None
    return FixedTag(name, unquote(inner), "PBN309")
