"""The numeric annotation glyphs and the file that explains them.

Source: PBN 2.1 §3.7 (Numeric Annotation Glyphs), §3.5.3 and §3.6.3 (suffixes).
"""

from __future__ import annotations

from typing import Final

NAGS: Final[dict[int, str]] = {
    0: "no annotation",
    1: "good call",
    2: "poor call",
    3: "very good call",
    4: "very poor call",
    5: "speculative call",
    6: "questionable call",
    7: "good card",
    8: "poor card",
    9: "very good card",
    10: "very poor card",
    11: "speculative card",
    12: "questionable card",
    13: "call has been corrected manually",
    14: "card has been corrected manually",
}
"""What the standard says of each glyph; 15 to 255 have no meaning of their own yet."""

SUFFIXES: Final = ("!", "?", "!!", "??", "!?", "?!")
"""The suffixes in the order of their glyphs: 1 to 6 at calls, 7 to 12 at cards."""

CALL_SUFFIXES: Final = {suffix: number for number, suffix in enumerate(SUFFIXES, 1)}
CARD_SUFFIXES: Final = {suffix: number for number, suffix in enumerate(SUFFIXES, 7)}

CALL_ONLY: Final = frozenset({1, 2, 3, 4, 5, 6, 13})
"""The glyphs that may only stand at calls."""

CARD_ONLY: Final = frozenset({7, 8, 9, 10, 11, 12, 14})
"""The glyphs that may only stand at cards."""


def nag_table() -> bytes:
    r"""Return the content of the file `pbn_eng.nag`: a line `<value> <text>` a glyph, CRLF.

    Glyphs 15 to 255 are left out: the standard gives them no text of their own.

    Example:
        >>> nag_table().splitlines()[3]
        b'3 very good call'

    Source: PBN 2.1 §3.7 (Numeric Annotation Glyphs).
    """
    return "".join(f"{number} {text}\r\n" for number, text in NAGS.items()).encode("ascii")
