"""Detect Parquet files by their magic bytes; the schema is at their end."""

from __future__ import annotations

from typing import Final

from overtrick.plugin import Confidence, Probe

MARK: Final = b"PAR1"

_LEAST: Final = 12  # both marks, and the length of the table of contents


def sniff_parquet(probe: Probe) -> Confidence:
    """Return the confidence that a file is Parquet, of boards or of other data."""
    head = probe.head
    is_named = probe.suffix == ".parquet"
    if not head:
        return Confidence.MAYBE if is_named else Confidence.NO
    if not head.startswith(MARK):
        return Confidence.NO
    if probe.is_whole and (len(head) < _LEAST or not head.endswith(MARK)):
        # Cut off, which is said when it is read.
        return Confidence.MAYBE
    return Confidence.LIKELY
