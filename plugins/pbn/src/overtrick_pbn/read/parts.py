"""Cutting a file into parts, each with what it takes from the games before it.

Source: PBN 2.1 §3 (Game layout), §4.8 (Tag value inheritance).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import BinaryIO

from overtrick.plugin import Part
from overtrick_pbn.read.file import Before, hand_down, looks_back
from overtrick_pbn.read.inheritance import Inheritance
from overtrick_pbn.text.cut import cut_game
from overtrick_pbn.text.games import Splitter
from overtrick_pbn.text.parts import cut_behind, head_of, look_over, stretch

_LOOKED_AT = 20  # so many games tell whether those of the file look back


def split(source: BinaryIO, size: int) -> Iterator[Part]:
    """Yield the parts of a PBN file in order.

    Args:
        source: the file, which can seek.
        size: about how many bytes a part has.
    """
    head = head_of(source)
    if head is None:
        yield Part(0, None)
        return
    # What games hand down is followed from the first that may ask for it; to follow it from the
    # beginning saves a second look at the games before that one.
    known = Inheritance() if _look_back(source) else None
    start = lines = count = 0
    state: tuple[tuple[str, str], ...] = ()
    while True:
        end = cut_behind(source, start + size)
        yield Part(start, end, state)
        if end is None:
            return
        more, inherits = look_over(source, start, end)
        lines += more
        if known is None and inherits:
            known = Inheritance()
            count = hand_down(source, 0, end, known)
        elif known is not None:
            count += hand_down(source, start, end, known, head.declared)
        state = Before(lines, count, known).to_state()
        start = end


def _look_back(source: BinaryIO) -> bool:
    """Return whether games at the beginning look back at those before them."""
    games = Splitter(stretch(source, 0, None)).games()
    return any(looks_back(game, cut_game(game.text)) for game in islice(games, _LOOKED_AT))
