"""From bytes to text: which encoding a piece of a PBN file is in.

The standard knows ISO 8859-1 only. Real files are mostly UTF-8, some are CP1252, and a few say one
thing and are another, so each game is looked at by itself: UTF-8 if its bytes are valid UTF-8,
else what the file declares, else CP1252 where bytes 0x80 to 0x9F stand, else ISO 8859-1. Every byte
comes back from every text.

Source: PBN 2.1 §2.2 (Character set); `%Content-type` observed in files of BridgeComposer.
"""

from __future__ import annotations

import codecs
import re
from typing import Final

LATIN_1: Final = "iso-8859-1"
CP1252: Final = "cp1252"
UTF_8: Final = "utf-8"

# What Windows-1252 puts in the place of control characters, and the five bytes it has none for.
_C1: Final = re.compile(rb"[\x80-\x9f]")
_UNDEFINED: Final = re.compile(rb"[\x81\x8d\x8f\x90\x9d]")

_KNOWN: Final = {
    "utf-8": UTF_8,
    "utf8": UTF_8,
    "iso-8859-1": LATIN_1,
    "iso8859-1": LATIN_1,
    "latin-1": LATIN_1,
    "latin1": LATIN_1,
    "us-ascii": LATIN_1,
    "windows-1252": CP1252,
    "cp1252": CP1252,
}


def declared_encoding(name: str | None) -> str | None:
    """Return the encoding of a declared charset that keeps every byte, or `None`.

    Example:
        >>> declared_encoding("UTF-8"), declared_encoding("windows-1250"), declared_encoding("x")
        ('utf-8', 'cp1250', None)
    """
    if name is None:
        return None
    known = _KNOWN.get(name.lower())
    if known is not None:
        return known
    try:
        codec = codecs.lookup(name)
    except LookupError:
        return None
    # Only what has ASCII in its place can be split into games before it is decoded.
    ascii_text = bytes(range(32, 127))
    try:
        plain = codec.decode(ascii_text)[0] == ascii_text.decode("ascii")
    except (UnicodeError, TypeError, ValueError):
        return None
    if not plain or not codec.name.startswith(("cp", "iso8859", "koi8")):
        return None
    # Every other byte must be one character, so that bytes can be counted in characters.
    single = len(codec.decode(bytes(range(128, 256)), "replace")[0]) == 128
    return codec.name if single else None


def decode(data: bytes, declared: str | None = None) -> tuple[str, str]:
    r"""Return the text of some bytes and the encoding that they are in.

    Args:
        data: the bytes of one game.
        declared: the encoding that the file names, if any.

    Returns:
        The text, and the encoding that turns it back into the same bytes; `utf-8` for plain
        ASCII.

    Example:
        >>> decode(b"Chorz\xc3\xb3w"), decode(b"Chorz\xf3w")[1], decode(b"K\x92s")[1]
        (('Chorzów', 'utf-8'), 'iso-8859-1', 'cp1252')
    """
    try:
        return data.decode(UTF_8), UTF_8
    except UnicodeDecodeError:
        pass
    if declared is not None and declared != UTF_8:
        try:
            text = data.decode(declared)
        except UnicodeDecodeError:
            pass
        else:
            if text.encode(declared) == data:
                return text, declared
    if _C1.search(data) and not _UNDEFINED.search(data):
        return data.decode(CP1252), CP1252
    return data.decode(LATIN_1), LATIN_1
