"""Detect Big Deal's CSV by its first line: eighteen cells, sixteen of ranks."""

from __future__ import annotations

from typing import Final

from overtrick.plugin import Confidence, Probe
from overtrick_csv.cells import COLUMNS, split_line

_RANKS: Final = frozenset("AKQJT98765432akqjt")


def sniff(probe: Probe) -> Confidence:
    """Return the confidence that a file is Big Deal's CSV."""
    if not probe.head:
        return Confidence.MAYBE if probe.suffix == ".csv" else Confidence.NO
    text = probe.head.removeprefix(b"\xef\xbb\xbf").decode("latin-1").lstrip("\r\n ")
    cells = split_line(text.partition("\n")[0].rstrip("\r\n\x1a ")) or []
    holdings = [cell for _, cell in cells[:16]]
    odd = sum(1 for cell in holdings if not _RANKS.issuperset(cell))
    if len(cells) == COLUMNS and odd == 0 and sum(map(len, holdings)) == 52:
        return Confidence.CERTAIN
    if 16 <= len(cells) <= 20 and odd <= 3 and 44 <= sum(map(len, holdings)) <= 60:
        return Confidence.LIKELY
    return Confidence.NO
