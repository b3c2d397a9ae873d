"""Detect DUP, BRI and DGE by content.

The first record decides: a whole deal in the right places is as good as certain. A record in which
most bytes are of the right kind is a damaged file of that format, which its reader can then name.
"""

from __future__ import annotations

from typing import Final

from overtrick.plugin import Confidence, Probe
from overtrick_dup.cards import BRI_LENGTH, DGE_LENGTH, decode_bri, decode_dge
from overtrick_dup.records import line_layout
from overtrick_dup.trailer import is_blank, parse_trailer

_DIGITS: Final = b"0123456789"
_SUIT_BYTES: Final = b"\x06\x03\x04\x05"
_DGE_BYTES: Final = _SUIT_BYTES + b"23456789TJQKA"


def _share(data: bytes, alphabet: bytes) -> float:
    """Return the fraction of bytes in the alphabet, 0 to 1."""
    return (len(data) - len(data.translate(None, alphabet))) / len(data) if data else 0.0


def _looks_dge(data: bytes) -> bool:
    """Return whether bytes are ranks with suit bytes between: about 16 in 68."""
    suits = _share(data, _SUIT_BYTES)
    return len(data) >= 8 and _share(data, _DGE_BYTES) >= 0.9 and 0.1 <= suits <= 0.5


def _mostly_blank(data: bytes) -> bool:
    return not data or _share(data, b" \0") >= 0.9


def _by_suffix(probe: Probe, suffix: str) -> Confidence:
    """Return the confidence from an empty file's suffix."""
    return Confidence.MAYBE if probe.suffix == suffix and not probe.head else Confidence.NO


def sniff(probe: Probe) -> Confidence:
    """Return the confidence that a file is DUP: digits, sorted hands or blanks, five fields."""
    head = probe.head
    part, dge, trailer = head[:BRI_LENGTH], head[78:146], head[146:156]
    if _share(part, _DIGITS) < 0.9:
        return _by_suffix(probe, ".dup")
    if probe.suffix == ".dup" and _is_bri_text(head):
        # Bare lines of digits are BRI; the name says that they are meant as DUP.
        return Confidence.CERTAIN
    if _looks_dge(dge):
        sound = decode_bri(part) is not None and decode_dge(dge) is not None
        whole = probe.size is None or probe.size % 156 == 0
        return Confidence.CERTAIN if sound and whole else Confidence.LIKELY
    if len(trailer) == 10 and is_blank(dge) and parse_trailer(trailer)[0] is not None:
        return Confidence.CERTAIN if decode_bri(part) is not None else Confidence.LIKELY
    return Confidence.NO


def _is_bri_text(head: bytes) -> bool:
    """Return whether a file is lines of 78 digits, with a deal in one of the first two."""
    lines = head[:240].split(b"\n")
    if len(lines) == 1 and len(head) != BRI_LENGTH:
        return False
    return any(decode_bri(line.rstrip(b"\r")) is not None for line in lines[:2])


def sniff_bri(probe: Probe) -> Confidence:
    """Return the confidence that a file is BRI: 78 digits, then filling, line end or digits."""
    head = probe.head
    part, after = head[:BRI_LENGTH], head[78:128]
    if _share(part, _DIGITS) < 0.9:
        return _by_suffix(probe, ".bri")
    if line_layout(head, BRI_LENGTH, _DIGITS) or len(head) <= BRI_LENGTH:
        # Text of digits alone is BRI only if it is a deal.
        if not _is_bri_text(head):
            return Confidence.MAYBE if probe.suffix == ".bri" else Confidence.NO
        return Confidence.LIKELY if probe.suffix == ".dup" else Confidence.CERTAIN
    if not _mostly_blank(after) and _share(after, _DIGITS) < 0.9:
        return Confidence.NO
    if is_blank(after) and is_blank(head[78:146]) and parse_trailer(head[146:156])[0]:
        return Confidence.NO  # a DUP file whose sorted hands are blank
    if decode_bri(part) is not None:
        return Confidence.CERTAIN
    # Digits that are no deal may be another program's: only the filling or the name speaks for BRI.
    spoken_for = probe.suffix == ".bri" or (len(after) == 50 and _mostly_blank(after))
    return Confidence.LIKELY if spoken_for else Confidence.NO


def sniff_dge(probe: Probe) -> Confidence:
    """Return the confidence that a file is DGE: the spade byte and four sorted hands."""
    head = probe.head
    part, after = head[:DGE_LENGTH], head[DGE_LENGTH:128]
    if not _looks_dge(part):
        return _by_suffix(probe, ".dge")
    in_lines = line_layout(head, DGE_LENGTH, _DGE_BYTES) is not None
    if not in_lines and not _mostly_blank(after) and not _looks_dge(after):
        return Confidence.LIKELY if decode_dge(part) is not None else Confidence.NO
    return Confidence.CERTAIN if decode_dge(part) is not None else Confidence.LIKELY
