"""Write BER: the holder of each card, 52 digits a deal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, BinaryIO

from overtrick import Board

if TYPE_CHECKING:
    from overtrick.plugin import WriteContext


def write(boards: Iterable[Board], sink: BinaryIO, ctx: WriteContext) -> None:
    """Write 52 digits for each board."""
    for _, deal in ctx.deals(boards, start=1):
        # The hands as binary numbers, read as decimal ones, never carry: each card has one holder.
        columns = sum(holder * int(f"{hand.mask:b}") for holder, hand in enumerate(deal.hands, 1))
        sink.write(f"{columns:052}".encode())
