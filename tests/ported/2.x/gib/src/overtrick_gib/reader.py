"""Reading the format `gib`.

A deal a line: the hands of West, North, East and South, then, after a colon, the tricks of
North-South as 20 hexadecimal digits: NT, S, H, D and C, each led by West, North, East and South.
A line may end with the hands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO, Final

from overtrick import (
    Board,
    Deal,
    DoubleDummyGrid,
    Location,
    ModelError,
    Seat,
    Side,
    Strain,
)
from overtrick.plugin import Confidence, Probe, ReadContext

from overtrick_gib.options import Options

STRAINS: Final = tuple(sorted(Strain, reverse=True))
LEADERS: Final = (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH)
_LINE: Final = re.compile(rb"[2-9TJQKA.]{16}( [2-9TJQKA.]{16}){3}(:[0-9A-D]{20})?\r?(\n|$)")


def sniff(probe: Probe) -> Confidence:
    """Tell how likely it is that a file is of this format, from its first line and suffix."""
    found = _LINE.match(probe.head)
    if found:
        return Confidence.CERTAIN if found[2] else Confidence.LIKELY
    return Confidence.MAYBE if probe.suffix == ".gib" else Confidence.NO


def parse_tricks(digits: str) -> DoubleDummyGrid:
    """Return the table of 20 digits, tricks of North-South by strain and leader."""
    rows = [[0] * 5 for _ in Seat]
    for place, digit in enumerate(digits):
        strain, declarer = STRAINS[place // 4], LEADERS[place % 4].previous
        tricks = int(digit, 16)
        is_ns = declarer.side is Side.NORTH_SOUTH
        rows[declarer][strain] = tricks if is_ns else 13 - tricks
    return DoubleDummyGrid(tuple(map(tuple, rows)))


def read(source: BinaryIO, ctx: ReadContext) -> Iterator[Board]:
    """Yield the boards of a file; a line with an error is reported and left out."""
    first = ctx.options(Options).first
    for line, text in enumerate(ctx.text(source), 1):
        if not text.strip():
            continue
        hands, colon, digits = text.strip().partition(":")
        try:
            deal = Deal.parse(f"{first}:{hands}")
        except ModelError as error:
            ctx.issue("GIB001", line=line, column=1, error=error)
            continue
        if not deal.is_complete:
            ctx.issue("GIB001", line=line, column=1, error=f"{len(deal.missing)} cards are missing")
            continue
        if colon and not re.fullmatch("[0-9A-Da-d]{20}", digits):
            ctx.issue("GIB002", line=line, column=len(hands) + 2, text=digits[:40])
            continue
        yield Board(
            deal=deal,
            grids=(parse_tricks(digits).to_grid(),) if colon else (),
            origin=Location(path=ctx.path, line=line, column=1),
        )
