"""Describe a file of unknown format by its signature or the beginning of its text.

Nothing is concluded that the bytes do not show: a signature names a kind of file, and of a text its
beginning is quoted.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from overtrick.findings.printable import printable


class Appearance(NamedTuple):
    """The likely kind of a file of unknown format.

    Attributes:
        what: a noun with its article, such as `a PDF document`.
        remedy: what to do; empty where there is no remedy.
    """

    what: str
    remedy: str = ""


_EXPORT: Final = (
    "export the boards from the program that made it: as PBN, which nearly all programs write"
)
_UNPACK: Final = "unpack it first"
_NAME_IT: Final = f"name the format with --from if you know it; else {_EXPORT}"
_DOCUMENT: Final = f"a document holds the look of boards, not the boards; {_EXPORT}"
_PICTURE: Final = f"a picture holds no boards that can be read; {_EXPORT}"

_SIGNATURES: Final = (
    (b"%PDF-", Appearance("a PDF document", _DOCUMENT)),
    (b"{\\rtf", Appearance("an RTF document", _DOCUMENT)),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", Appearance(
        "a document of Microsoft Office before 2007 (.doc, .xls or .ppt)", _DOCUMENT)),
    (b"\x00\x01\x00\x00Standard Jet DB", Appearance(
        "an Access database, which scoring programs use (.bws, .mdb)", _EXPORT)),
    (b"\x00\x01\x00\x00Standard ACE DB", Appearance("an Access database (.accdb)", _EXPORT)),
    (b"SQLite format 3\x00", Appearance("an SQLite database", _EXPORT)),
    (b"\x89PNG\r\n\x1a\n", Appearance("a PNG picture", _PICTURE)),
    (b"\xff\xd8\xff", Appearance("a JPEG picture", _PICTURE)),
    (b"GIF87a", Appearance("a GIF picture", _PICTURE)),
    (b"GIF89a", Appearance("a GIF picture", _PICTURE)),
    (b"II*\x00", Appearance("a TIFF picture", _PICTURE)),
    (b"MM\x00*", Appearance("a TIFF picture", _PICTURE)),
    (b"7z\xbc\xaf\x27\x1c", Appearance("a 7z archive", _UNPACK)),
    (b"Rar!\x1a\x07", Appearance("a RAR archive", _UNPACK)),
    (b"\x28\xb5\x2f\xfd", Appearance("a file packed by zstd", _UNPACK)),
    (b"MZ", Appearance("a program for Windows")),
    (b"\x7fELF", Appearance("a program for Linux")),
    (b"GIB version ", Appearance("the output of GIB", _EXPORT)),
)  # fmt: skip

_HTML: Final = re.compile(rb"<!doctype\s+html\b|<html\b", re.I)
_ROOT: Final = re.compile(rb"<(?![?!])([A-Za-z_][\w.:-]{0,40})")
_XML_HEAD: Final = re.compile(rb"<\?xml\b|<[A-Za-z_][\w.:-]*[\s>/]")
_PGN: Final = re.compile(rb'^\[(?:White|Black|WhiteElo|ECO) "', re.M)
_JSON: Final = re.compile(rb'[{\[]\s*(?:["{\[\]}]|-?\d|true\b|false\b|null\b)')
_DEALER: Final = re.compile(rb"^\s*(?:(?:produce|generate)\s+\d+\s*$|condition\b)", re.M)
_DEALS: Final = re.compile(rb"^(?:[NESW]:)?(?:[AKQJTX2-9]*\.){3}[AKQJTX2-9]*(?: |$)", re.M | re.I)
_CONTROL: Final = re.compile(r"[\x00-\x08\x0e-\x19\x1b-\x1f\x7f]")
_QUOTED: Final = 40


def appearance(head: bytes) -> Appearance:
    r"""Return the likely kind of a file that no format accepts.

    Args:
        head: the beginning of its content, one byte at least.

    Example:
        >>> appearance(b"%PDF-1.7").what
        'a PDF document'
        >>> appearance(b"Dear all,\nhere is").what
        'text that begins with "Dear all,"'
    """
    for signature, found in _SIGNATURES:
        if head.startswith(signature):
            return found
    if head.startswith(b"RIFF") and head[8:12] == b"WEBP":
        return Appearance("a WebP picture", _PICTURE)
    text = _text_of(head)
    if text is None:
        first = " ".join(f"{byte:02X}" for byte in head[:8])
        return Appearance(f"binary data that begins with the bytes {first}", _NAME_IT)
    return _text_appearance(head.removeprefix(b"\xef\xbb\xbf").lstrip(), text)


def _text_appearance(head: bytes, text: str) -> Appearance:
    if _HTML.search(head[:1000]) and head.startswith(b"<"):
        remedy = "a page in a browser is not the file that it links to; download the file itself"
        return Appearance("an HTML page", remedy)
    if _XML_HEAD.match(head):
        root = _ROOT.search(head)
        name = root[1].decode("latin-1") if root else ""
        if name.lower() == "usebio":
            return Appearance("USEBIO, results of an event in XML", _EXPORT)
        return Appearance(f"XML with the element <{name}>" if name else "XML", _EXPORT)
    if _PGN.search(head):
        return Appearance("PGN, games of chess")
    if _DEALER.search(head):
        remedy = "`overtrick deal script` runs such a script"
        return Appearance("a script of the program dealer", remedy)
    if _JSON.match(head):
        return Appearance("JSON, but not that of overtrick", _EXPORT)
    if _DEALS.search(head):
        remedy = 'write each as a tag [Deal "N:..."] of PBN, with a number [Board "1"]'
        return Appearance("text with deals as PBN writes them, without tags", remedy)
    line = next((line.strip() for line in text.splitlines() if line.strip()), "")
    if not line:
        return Appearance("text of blanks and empty lines alone")
    more = "..." if len(line) > _QUOTED else ""
    return Appearance(f'text that begins with "{printable(line[:_QUOTED])}{more}"', _NAME_IT)


def _text_of(head: bytes) -> str | None:
    """Return the beginning of a text, `None` for what is no text."""
    try:
        text = head.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # The last character may be cut.
        is_cut = error.start >= len(head) - 3 and error.start > 0
        text = head[: error.start].decode("utf-8-sig") if is_cut else head.decode("latin-1")
    return None if _CONTROL.search(text) else text
