"""Write the CSV deal files of Big Deal, every cell in quotes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, BinaryIO

from overtrick import Board, Field, LossKind, Seat, Vulnerability

if TYPE_CHECKING:
    from overtrick.plugin import WriteContext


def write(boards: Iterable[Board], sink: BinaryIO, ctx: WriteContext) -> None:
    """Write a line for each board; an unnumbered one gets the number after the last.

    A board without a dealer or vulnerability gets those of its number.
    """
    end = "\r\n" if ctx.header.text("csv:source") == "crlf" else "\n"
    last = 0
    for board in boards:
        number = last = board.number if board.number is not None else last + 1
        if board.number is None:
            ctx.check_number(board, number)
        deal = ctx.deal_of(board)
        dealer, vulnerability = _completed(board, number, ctx)
        word = "-" if vulnerability is Vulnerability.NONE else vulnerability.label
        hands = '","'.join([hand.text.replace(".", '","') for hand in deal.hands])
        sink.write(f'"{hands}","{number}","{dealer.symbol}/{word}"{end}'.encode())


def _completed(board: Board, number: int, ctx: WriteContext) -> tuple[Seat, Vulnerability]:
    """Return dealer and vulnerability, and report those missing from the board."""
    dealer, vulnerability = Seat.dealer_of(number), Vulnerability.of_board(number)
    if board.number is None:
        ctx.lose(board, Field.NUMBER, "CSV requires a board number", LossKind.DEFAULTED)
    if board.dealer is not None:
        dealer = board.dealer
    else:
        ctx.lose(board, Field.DEALER, "CSV requires a dealer", LossKind.DEFAULTED)
    if board.vulnerability is not None:
        vulnerability = board.vulnerability
    else:
        reason = "CSV requires a vulnerability"
        ctx.lose(board, Field.VULNERABILITY, reason, LossKind.DEFAULTED)
    return dealer, vulnerability
