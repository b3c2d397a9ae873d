"""Tells DUP, BRI and DGE from one another and from everything else, by content.

The first record decides: a whole deal in the right places is as good as certain. A record in which
most bytes are of the right kind is a damaged file of that format, which its reader can then name.
"""

from __future__ import annotations

from typing import Final

from overtrick.spec import Confidence, Probe
from overtrick_dup.cards import BRI_LENGTH, DGE_LENGTH, decode_bri, decode_dge
from overtrick_dup.trailer import is_blank, parse_trailer

_DIGITS: Final = b"0123456789"
_DGE_BYTES: Final = b"\x06\x03\x04\x0523456789TJQKA"
_LINE_ENDS: Final = (b"\r", b"\n")


def _share(data: bytes, alphabet: bytes) -> float:
    """Return how many of the bytes are in the alphabet, 0 to 1."""
    return (len(data) - len(data.translate(None, alphabet))) / len(data) if data else 0.0


def _has_suit_bytes(data: bytes) -> bool:
    return len(data) - len(data.translate(None, b"\x03\x04\x05\x06")) >= 8


def _looks_dge(data: bytes) -> bool:
    return len(data) >= 34 and _share(data, _DGE_BYTES) >= 0.9 and _has_suit_bytes(data)


def _by_suffix(probe: Probe, suffix: str) -> Confidence:
    """Return what an empty file's name is worth."""
    return Confidence.MAYBE if probe.suffix == suffix and not probe.head else Confidence.NO


def sniff_dup(probe: Probe) -> Confidence:
    """Tell whether a file is DUP: digits, sorted hands or blanks, then the five fields."""
    head = probe.head
    part, dge, trailer = head[:BRI_LENGTH], head[78:146], head[146:156]
    if _share(part, _DIGITS) < 0.9:
        return _by_suffix(probe, ".dup")
    if probe.suffix == ".dup" and decode_bri(part) and (not dge or dge[:1] in _LINE_ENDS):
        # Bare lines of digits are BRI; the name says that they are meant as DUP.
        return Confidence.CERTAIN
    if _looks_dge(dge):
        sound = decode_bri(part) is not None and decode_dge(dge) is not None
        whole = probe.size is None or probe.size % 156 == 0
        return Confidence.CERTAIN if sound and whole else Confidence.LIKELY
    if len(trailer) == 10 and is_blank(dge) and parse_trailer(trailer)[0] is not None:
        return Confidence.CERTAIN if decode_bri(part) is not None else Confidence.LIKELY
    return Confidence.NO


def sniff_bri(probe: Probe) -> Confidence:
    """Tell whether a file is BRI: 78 digits, then filling, a line end or the next 78 digits."""
    head = probe.head
    part, after = head[:BRI_LENGTH], head[78:128]
    if _share(part, _DIGITS) < 0.9:
        return _by_suffix(probe, ".bri")
    if after[:1] not in _LINE_ENDS and not is_blank(after) and _share(after, _DIGITS) < 0.9:
        return Confidence.NO
    sound = decode_bri(part) is not None
    if after[:1] in _LINE_ENDS or len(part) < BRI_LENGTH:
        # Text of digits alone is likely only if it is a deal.
        if not sound:
            return Confidence.MAYBE if probe.suffix == ".bri" else Confidence.NO
        return Confidence.LIKELY if probe.suffix == ".dup" else Confidence.CERTAIN
    if is_blank(after) and is_blank(head[78:146]) and parse_trailer(head[146:156])[0]:
        return Confidence.NO  # a DUP file whose sorted hands are blank
    if sound:
        return Confidence.LIKELY if probe.suffix == ".dup" and not after else Confidence.CERTAIN
    # Digits that are no deal may be another program's: only the filling or the name speaks for BRI.
    spoken_for = probe.suffix == ".bri" or (len(after) == 50 and is_blank(after))
    return Confidence.LIKELY if spoken_for and part[:1] != b"" else Confidence.NO


def sniff_dge(probe: Probe) -> Confidence:
    """Tell whether a file is DGE: it begins with the spade byte and four sorted hands."""
    head = probe.head
    part, after = head[:DGE_LENGTH], head[DGE_LENGTH:128]
    if not _looks_dge(part):
        return _by_suffix(probe, ".dge")
    if after[:1] not in _LINE_ENDS and not is_blank(after) and not _looks_dge(after):
        return Confidence.LIKELY if decode_dge(part) is not None else Confidence.NO
    return Confidence.CERTAIN if decode_dge(part) is not None else Confidence.LIKELY
