"""The characters and lines of a game against the standard's character set.

Source: PBN 2.1 §2.2 (Character set), §2.3 (Line specification).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from overtrick_pbn.read.findings import Reporter
    from overtrick_pbn.text.syntax import Game

_CONTROL: Final = re.compile(r"[\x00-\x08\x0c\x0e-\x1f\x7f]")
# A line with its end: the length counts both (§2.3).
_LONG: Final = re.compile(r"[^\r\n]{254,}+(?:\r\n?|\n)?+")
_MAX_LINE: Final = 255


def check_characters(game: Game, report: Reporter, declared: str | None) -> None:
    """Report control characters, long lines, and text that is not ISO 8859-1."""
    text = game.text
    match = _CONTROL.search(text)
    if match:
        report("PBN204", match.start(), character=f"0x{ord(match[0]):02X}")
    for long in _LONG.finditer(text):
        if len(long[0]) > _MAX_LINE:
            report("PBN206", long.start(), length=len(long[0]))
    if text.isascii():
        return
    index = next(i for i, character in enumerate(text) if character > "\x7f")
    if game.encoding != "iso-8859-1":
        report("PBN203", index, encoding=game.encoding.upper())
    if declared is not None and declared != game.encoding:
        report("PBN205", index, encoding=declared.upper(), used=game.encoding.upper())
