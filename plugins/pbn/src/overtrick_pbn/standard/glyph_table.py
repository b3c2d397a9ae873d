"""The table of numeric annotation glyphs as the standard's file `pbn_eng.nag`."""

from __future__ import annotations

from overtrick_pbn.standard import glyphs as nags


def nag_table() -> bytes:
    r"""Return the content of `pbn_eng.nag`: a line `<value> <text>` a glyph, CRLF.

    Glyphs 15 to 255 are left out: the standard gives them no text of their own.

    Example:
        >>> nag_table().splitlines()[3]
        b'3 very good call'

    Source: PBN 2.1 §3.7 (Numeric Annotation Glyphs).
    """
    return nags.nag_table().encode("ascii")
