"""Write RZD: the number of deals, then 13 bytes for each.

The number stands before the deals, so their records (13 bytes each) are gathered first.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, BinaryIO

from overtrick import Board
from overtrick_rzd.records import FILLING, RECORD_LENGTH, encode_record

if TYPE_CHECKING:
    from overtrick.plugin import WriteContext


def write(boards: Iterable[Board], sink: BinaryIO, ctx: WriteContext) -> None:
    """Write a record for each board."""
    records = bytearray()
    for _, deal in ctx.deals(boards, start=1):
        records += encode_record(deal.masks)
    count = len(records) // RECORD_LENGTH
    sink.write(count.to_bytes(2, "little") + FILLING + bytes(records))
