"""Telling a DLM file by its content."""

from __future__ import annotations

import re
from typing import Final

from overtrick.plugin import Confidence, Probe

_KEYWORD: Final = re.compile(rb"^(?:From board|To board|Next board to duplimate|Board \d\d)=", re.M)


def sniff(probe: Probe) -> Confidence:
    """Return how sure it is that a file is DLM.

    `CERTAIN`: the first line and a keyword that only this format has. `LIKELY`: one of the two.
    """
    first = probe.head.startswith((b"[DOCUMENT]", b"[Document]"))
    keyword = _KEYWORD.search(probe.head) is not None
    if first and keyword:
        return Confidence.CERTAIN
    if first or (keyword and probe.suffix == ".dlm"):
        return Confidence.LIKELY
    return Confidence.MAYBE if probe.suffix == ".dlm" else Confidence.NO
