"""Detect HRF by its first record: a number and four hands of suit letters and ranks."""

from __future__ import annotations

import re
from typing import Final

from overtrick.plugin import Confidence, Probe
from overtrick_hrf.hands import HANDS_LENGTH, NUMBER, parse_hands

_LETTERS: Final = b"SHDCAKQJT98765432shdcakqjt"
_FIRST_HAND: Final = re.compile(
    rb"S[AKQJT2-9]{0,13}H[AKQJT2-9]{0,13}D[AKQJT2-9]{0,13}C[AKQJT2-9]{0,13}S"
)


def sniff(probe: Probe) -> Confidence:
    """Return the confidence that a file is HRF."""
    head = probe.head.lstrip(b" \0\r\n")
    if not head:
        empty = probe.suffix == ".hrf" and not probe.head
        return Confidence.MAYBE if empty else Confidence.NO
    match = NUMBER.match(head)
    if match is None:
        return Confidence.NO
    hands = head[match.end() :].translate(None, b"\r\n")[:HANDS_LENGTH]
    deal, _, _ = parse_hands(hands.upper().decode("latin-1"))
    if deal is not None:
        return Confidence.CERTAIN
    # A damaged record: its first hand is whole, or nearly all its bytes are suits and ranks.
    odd = len(hands.translate(None, _LETTERS))
    if odd <= 4 and len(hands) >= 20 and hands[:1] in b"Ss":
        return Confidence.LIKELY
    return Confidence.LIKELY if _FIRST_HAND.match(hands) else Confidence.NO
