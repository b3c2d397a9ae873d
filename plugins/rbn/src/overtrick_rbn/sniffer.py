"""Detect RBN by content."""

from __future__ import annotations

import re
from typing import Final

from overtrick.plugin import Confidence, Probe

_HANDS: Final = re.compile(rb"^H [NESW]:[AKQJT2-9.\-]*:", re.MULTILINE)
_LABEL: Final = re.compile(rb"^[TDLESFKNBACPRIM] \S", re.MULTILINE)


def sniff(probe: Probe) -> Confidence:
    """Return the confidence that a file is RBN: certain with hands and another label."""
    hands = _HANDS.search(probe.head) is not None
    labels = len(_LABEL.findall(probe.head))
    if hands and labels:
        return Confidence.CERTAIN
    named = probe.suffix == ".rbn"
    if hands or (named and labels >= 2):
        return Confidence.LIKELY
    return Confidence.MAYBE if named else Confidence.NO
