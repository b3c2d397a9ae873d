"""Detect BER by its first deal: 52 digits 1 to 4, thirteen of each."""

from __future__ import annotations

from overtrick.plugin import Confidence, Probe


def sniff(probe: Probe) -> Confidence:
    """Return the confidence that a file is BER."""
    if not probe.head:
        return Confidence.MAYBE if probe.suffix == ".ber" else Confidence.NO
    head = probe.head.translate(None, b" \t\r\n\x1a")
    first = head[:52]
    odd = len(head.translate(None, b"1234"))
    if odd == 0 and all(first.count(digit) == 13 for digit in (b"1", b"2", b"3", b"4")):
        return Confidence.CERTAIN
    # A damaged file: nothing but these digits, or nearly so, which few other files are.
    long_enough = len(head) >= 104 or (probe.suffix == ".ber" and len(head) >= 20)
    return Confidence.LIKELY if long_enough and odd * 20 <= len(head) else Confidence.NO
