"""Telling a LIN file by its content."""

from __future__ import annotations

import re
from typing import Final

from overtrick.framework.spec import Confidence, Probe

_DEAL: Final = re.compile(rb"(?:^|[|\s])md\|\s*[0-4]?\s*(?:[SHDCshdc,]|\|)")
_OTHER: Final = re.compile(rb"(?:^|[|\s])(?:vg|rs|pn|qx|sv|mb|pc|pg|nt|at|rh|ah|st|bt|cp)\|")


def sniff(probe: Probe) -> Confidence:
    """Return how sure it is that a file is LIN.

    `CERTAIN`: a deal and another command. `LIKELY`: a deal, or several commands in a file
    named `.lin` (lesson pages have no deal).
    """
    deal = _DEAL.search(probe.head) is not None
    others = len(_OTHER.findall(probe.head))
    if deal and others:
        return Confidence.CERTAIN
    named = probe.suffix == ".lin"
    if deal or (named and others >= 2):
        return Confidence.LIKELY
    return Confidence.MAYBE if named else Confidence.NO
