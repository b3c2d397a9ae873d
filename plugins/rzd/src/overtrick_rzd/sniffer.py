"""Detect RZD by its header, its length and its first deal."""

from __future__ import annotations

from overtrick.plugin import Confidence, Probe
from overtrick_rzd.records import FILLING, HEADER_LENGTH, RECORD_LENGTH, decode_record


def sniff(probe: Probe) -> Confidence:
    """Return the confidence that a file is RZD."""
    head = probe.head
    if not head:
        return Confidence.MAYBE if probe.suffix == ".rzd" else Confidence.NO
    if head[2:HEADER_LENGTH] != FILLING:
        return Confidence.NO
    count = int.from_bytes(head[:2], "little")
    first = head[HEADER_LENGTH : HEADER_LENGTH + RECORD_LENGTH]
    whole = probe.size is None or probe.size == HEADER_LENGTH + count * RECORD_LENGTH
    if len(first) == RECORD_LENGTH:
        sound = all(mask.bit_count() == 13 for mask in decode_record(first))
        if sound:
            return Confidence.CERTAIN if whole else Confidence.LIKELY
    # Blanks may begin a text as well: without a sound deal only the length or the name speaks.
    if whole and probe.size is not None:
        return Confidence.LIKELY
    return Confidence.MAYBE if probe.suffix == ".rzd" else Confidence.NO
