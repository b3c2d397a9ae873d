"""Detect LIN files and lists of links by content."""

from __future__ import annotations

import codecs
import re
from typing import Final

from overtrick.plugin import Confidence, Probe

_DEAL: Final = re.compile(rb"(?:^|[|\s])md\|\s*[0-4]?\s*(?:[SHDCshdc,]|\|)")
_OTHER: Final = re.compile(rb"(?:^|[|\s])(?:vg|rs|pn|qx|sv|mb|pc|pg|nt|at|rh|ah|st|bt|cp)\|")


_BEGINNING: Final = re.compile(rb"(?:\xef\xbb\xbf)?\s*[a-z]{2}\|")

MARK: Final = re.compile(
    rb"handviewer\.html?\?|ddummy\.html?\?|//(?:www\.)?tinyurl\.com/", re.IGNORECASE
)
"""What an address of a viewer has before its parameters; or a short one, that has none."""

_BOARD: Final = re.compile(
    rb"(?:handviewer|ddummy)\.html?\?[^\s<>\"]*?(?:lin|[nsew])=", re.IGNORECASE
)
_OF_LINKS: Final = (b"http://", b"https://", b"<")


def sniff_link_list(probe: Probe) -> Confidence:
    """Return the confidence that a file contains links with boards.

    `CERTAIN`: it begins with an address or as HTML, and there is such a link. `LIKELY`: there is
    one anywhere.
    """
    if _BOARD.search(probe.head) is None:
        return Confidence.NO
    begins = probe.head.removeprefix(codecs.BOM_UTF8).lstrip()[:8].lower().startswith(_OF_LINKS)
    return Confidence.CERTAIN if begins else Confidence.LIKELY


def sniff(probe: Probe) -> Confidence:
    """Return the confidence that a file is LIN.

    `CERTAIN`: it begins with a command, and there are a deal and another command. `LIKELY`: a
    deal anywhere, or several commands in a file named `.lin` (lesson pages have no deal).
    """
    deal = _DEAL.search(probe.head)
    others = len(_OTHER.findall(probe.head))
    named = probe.suffix == ".lin"
    link = _BOARD.search(probe.head)
    if link is not None and deal is not None and link.start() < deal.start() and not named:
        return Confidence.MAYBE  # the board stands in an address
    if deal and others and _BEGINNING.match(probe.head):
        return Confidence.CERTAIN
    if deal or (named and others >= 2):
        return Confidence.LIKELY
    return Confidence.MAYBE if named else Confidence.NO
