"""Detect JSON lines by the keys of the first object."""

from __future__ import annotations

import re
from typing import Final

from overtrick.plugin import Confidence, Probe

# What the first line of such a file has and few other objects have; a header stands alone.
_BOARD: Final = re.compile(rb'"(deal|dealer|auction|contract|vulnerable)"\s*:')
_HEADER: Final = re.compile(rb'\{\s*"header"\s*:\s*\{')
_NUMBER: Final = re.compile(rb'\{\s*"board"\s*:\s*\d')


def sniff(probe: Probe) -> Confidence:
    """Return the confidence that a file is JSON lines of boards."""
    head = probe.head.removeprefix(b"\xef\xbb\xbf").lstrip()
    is_named = probe.suffix in {".json", ".jsonl"}
    if not head:
        return Confidence.MAYBE if is_named else Confidence.NO
    if not head.startswith(b"{"):
        return Confidence.NO
    first = head.partition(b"\n")[0]
    is_board = _NUMBER.match(first) is not None
    if is_board and _BOARD.search(first) is not None:
        return Confidence.CERTAIN
    if is_board or _HEADER.match(first) is not None or _BOARD.search(first) is not None:
        return Confidence.LIKELY
    # Written over several lines, which is said when it is read.
    return Confidence.MAYBE if is_named and _BOARD.search(head) is not None else Confidence.NO
