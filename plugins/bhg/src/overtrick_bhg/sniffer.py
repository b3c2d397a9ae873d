"""Detect BHG by its first deal: a line with each of the 52 letters once."""

from __future__ import annotations

from overtrick.plugin import Confidence, Probe
from overtrick_bhg.letters import LENGTH, LETTERS


def sniff(probe: Probe) -> Confidence:
    """Return the confidence that a file is BHG."""
    if not probe.head:
        return Confidence.MAYBE if probe.suffix == ".bhg" else Confidence.NO
    lines = [line.strip(b" \r\x1a") for line in probe.head.split(b"\n")]
    first = next((line for line in lines if line), b"")
    letters = len(first) - len(first.translate(None, LETTERS))
    if len(first) == LENGTH == letters and len(set(first)) == LENGTH:
        return Confidence.CERTAIN
    # A damaged line: about as long, and nearly every letter another one.
    close = abs(len(first) - LENGTH) <= 6 and letters >= 44 and len(set(first)) >= 44
    if close:
        return Confidence.LIKELY
    only_empty = not first and probe.suffix == ".bhg" and probe.is_whole
    return Confidence.MAYBE if only_empty else Confidence.NO
