"""Writes BHG (Borel): an empty line, then 52 letters a line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, BinaryIO

import attrs

from overtrick.model.board import Board
from overtrick.model.table import Seat
from overtrick_bhg.letters import format_letters

if TYPE_CHECKING:
    from overtrick.framework.contexts import WriteContext


def write(boards: Iterable[Board], sink: BinaryIO, ctx: WriteContext) -> None:
    """Write a line for each board, the hand of the dealer that follows from its place first."""
    end = b"\r\n" if ctx.header.text("bhg:source") == "crlf" else b"\n"
    sink.write(end)
    for number, board in ctx.numbered(boards, start=1):
        deal = board.deal
        if deal is None or not deal.is_complete:
            ctx.issue("BHG150", board=attrs.evolve(board, number=number), label=board.label)
            raise AssertionError  # an error ends the writing
        dealer = Seat.dealer_of(number)
        letters = b"".join(format_letters(deal[dealer.after(turn)]) for turn in range(4))
        sink.write(letters + end)
