"""Write HRF files: number, four hands and filling to 128 bytes, or in the source's form.

Source: Convert page; the filling is an assumption, see `hands`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, BinaryIO

from overtrick import Board, Deal
from overtrick_hrf.hands import LAYOUTS, NUMBER, format_record, parse_hands
from overtrick_hrf.options import WriteOptions

if TYPE_CHECKING:
    from overtrick.plugin import WriteContext


def write(boards: Iterable[Board], sink: BinaryIO, ctx: WriteContext) -> None:
    """Write a record for each board; an unnumbered board gets the number after the last."""
    layout = ctx.options(WriteOptions).filler
    kept = ctx.header.text("hrf:source")
    if layout is None:
        layout = kept if kept in LAYOUTS else "blanks"
    for number, board in ctx.numbered(boards):
        deal = ctx.deal_of(board)
        own = _own_record(board, number, deal) if layout == (kept or "blanks") else None
        sink.write(format_record(number, deal, layout) if own is None else own)


def _own_record(board: Board, number: int, deal: Deal) -> bytes | None:
    """Return the source record of a board, if it is still correct."""
    source = board.source
    if source is None or source.format != "hrf":
        return None
    raw = source.text.encode("latin-1", "replace")
    match = NUMBER.match(raw)
    if match is None or int(match[1]) != number:
        return None
    letters = raw[match.end() :].translate(None, b"\r\n").upper().decode("latin-1")
    return raw if parse_hands(letters)[0] == deal else None
