"""Writing the format `cds`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import BinaryIO

from overtrick import Board, Deal, Field
from overtrick.plugin import WriteContext

from overtrick_cds.reader import shift_of


def write(boards: Iterable[Board], sink: BinaryIO, ctx: WriteContext) -> None:
    """Write boards, one at a time; number 0 is a board without a number."""
    for board in boards:
        number = board.number if isinstance(board.number, int) else 0
        if not 0 <= number <= 255:
            ctx.lose(board, Field.NUMBER, "a number is 1 to 255")
            number = 0
        if not isinstance(board.deal, Deal) or not board.deal.is_complete:
            ctx.issue("CDS003", board=board)
            continue
        bits = 0
        for seat, hand in enumerate(board.deal.hands):  # North is 1, East 2, South 3, West 0
            for card in hand:
                bits |= (seat + 1) % 4 << shift_of(card)
        sink.write(bytes([number]) + bits.to_bytes(13, "big"))
