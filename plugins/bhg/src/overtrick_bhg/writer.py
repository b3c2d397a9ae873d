"""Write BHG (Borel): an empty line, then 52 letters a line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, BinaryIO

from overtrick import Board, Seat
from overtrick_bhg.letters import format_letters

if TYPE_CHECKING:
    from overtrick.plugin import WriteContext


def write(boards: Iterable[Board], sink: BinaryIO, ctx: WriteContext) -> None:
    """Write a line for each board, the dealer's hand first; the dealer follows from the place."""
    end = b"\r\n" if ctx.header.text("bhg:source") == "crlf" else b"\n"
    sink.write(end)
    for number, deal in ctx.deals(boards, start=1):
        dealer = Seat.dealer_of(number)
        letters = b"".join(format_letters(deal[dealer.after(turn)]) for turn in range(4))
        sink.write(letters + end)
