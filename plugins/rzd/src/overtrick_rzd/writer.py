"""Writes RZD: the number of deals, then 13 bytes for each.

The number stands before the deals, so their records (13 bytes each) are gathered first.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, BinaryIO

import attrs

from overtrick.model.board import Board
from overtrick_rzd.records import FILLING, MOST_BOARDS, RECORD_LENGTH, encode_record

if TYPE_CHECKING:
    from overtrick.framework.contexts import WriteContext


def write(boards: Iterable[Board], sink: BinaryIO, ctx: WriteContext) -> None:
    """Write a record for each board, at most 65,535 of them."""
    records = bytearray()
    for number, board in ctx.numbered(boards, start=1):
        if number > MOST_BOARDS:
            ctx.issue("RZD151")
        deal = board.deal
        if deal is None or not deal.is_complete:
            ctx.issue("RZD150", board=attrs.evolve(board, number=number), label=board.label)
            raise AssertionError  # an error ends the writing
        north, east, south, west = deal.hands
        records += encode_record((north.mask, east.mask, south.mask, west.mask))
    count = len(records) // RECORD_LENGTH
    sink.write(count.to_bytes(2, "little") + FILLING + bytes(records))
