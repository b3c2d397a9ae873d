"""Tells a PBN file from others by its beginning.

Source: PBN 2.1 §2.4 (`% PBN`), §3.3 (Tag pair), §3.4 (Mandatory Tag Set), §6.1, §6.2.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from overtrick.plugin import Confidence
from overtrick_pbn.standard import lexis
from overtrick_pbn.standard.tags import KNOWN

if TYPE_CHECKING:
    from overtrick.plugin import Probe

_KNOWN: Final = frozenset(name.encode("ascii") for name in KNOWN)
_VERSION: Final = re.compile(rb"\s*+%[ \t]*+PBN\b")
_TAG: Final = re.compile(
    lexis.TAG_LINE.replace(lexis.ANY_NAME, f"({lexis.PLAIN_NAME})").encode("ascii")
)
_INI_SECTION: Final = re.compile(rb"(?<![^\r\n])\[[^\"\]\r\n]*+\][ \t]*+[\r\n]")

# Chess has the form of PBN's tags from where PBN has it, and some of their names.
_CHESS: Final = re.compile(rb"^\[(?:White|Black) ", re.MULTILINE)

_BYTES_A_ZERO: Final = 32
"""How many bytes of text a run of zeros needs: text of two bytes a letter has one for each."""


def sniff(probe: Probe) -> Confidence:
    """Return how sure it is that a file is PBN.

    Certain: a `% PBN` line first, or several of the standard's tags. Likely: one of them.
    Maybe: nothing but the suffix, in a file that is text. Not: a game of chess. A file with zero
    bytes is PBN if it begins as PBN and the zeros are few; other files with zeros are not text.
    """
    head = probe.head.removeprefix(b"\xef\xbb\xbf")
    if b"\0" in head:
        head = _without_zeros(head)
        if not (_VERSION.match(head) or _TAG.match(head.lstrip())):
            return Confidence.NO
    if _VERSION.match(head):
        return Confidence.CERTAIN
    if _CHESS.search(head):
        return Confidence.NO
    known = b""
    for match in _TAG.finditer(head):
        name = match[1]
        if name != known and name in _KNOWN:
            if known:
                return Confidence.CERTAIN
            known = name
    if known:
        return Confidence.LIKELY
    if probe.suffix != ".pbn" or _INI_SECTION.match(head):
        return Confidence.NO
    return Confidence.MAYBE


def _without_zeros(head: bytes) -> bytes:
    """Return the beginning of a text without its zero bytes; nothing where they are not few."""
    pieces = [piece for piece in head.split(b"\0") if piece]
    text = b"".join(pieces)
    return text if len(pieces) <= 2 + len(text) // _BYTES_A_ZERO else b""
