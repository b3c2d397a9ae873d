"""A made-up text format of auctions and plays; the mutation check spoils it.

A line for each board, its cells divided by tabs: number, dealer, calls divided by blanks, leader,
tricks divided by commas with their cards divided by blanks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import BinaryIO

import attrs

from overtrick import Auction, Board, Field, Location, Play, Seat, Severity
from overtrick.plugin import (
    Catalogue,
    DiagnosticCode,
    FormatSpec,
    ReadContext,
    WriteContext,
    hookimpl,
)

CODES = Catalogue(
    DiagnosticCode(
        code="CALLS001",
        severity=Severity.ERROR,
        template="not a board: {error}",
        sample="7\tQ\t\t\t",
        fix="7\tN\t\t\t",
    ),
    DiagnosticCode(
        code="CALLS002",
        severity=Severity.ERROR,
        kind="limit",
        template="{what} cannot be written",
        sample="an auction without a dealer",
        fix="an auction with one",
    ),
)


@hookimpl
def overtrick_formats() -> Iterable[FormatSpec]:
    yield FormatSpec(
        name="calls",
        summary="A made-up format of auctions",
        suffixes=(".calls",),
        reader="calls_format:read",
        writer="calls_format:write",
        carries={"number", "dealer", "auction.calls", "play.cards"},
        diagnostics="calls_format:CODES",
    )


def read(source: BinaryIO, ctx: ReadContext) -> Iterator[Board]:
    for line, text in ctx.lines(source):
        if text:
            try:
                board = make_board(text)
            except ValueError as error:
                ctx.issue("CALLS001", line=line, column=1, error=error)
            else:
                yield attrs.evolve(board, origin=Location(path=ctx.path, line=line, column=1))


def make_board(text: str) -> Board:
    number, dealer, calls, leader, cards = text.split("\t")
    rows = cards.split(",") if cards else []
    return Board(
        number=int(number) if number else None,
        dealer=Seat.parse(dealer) if dealer else None,
        auction=Auction.of(Seat.parse(dealer), calls) if calls else None,
        play=Play.of(Seat.parse(leader), *rows) if leader else None,
    )


def write(boards: Iterable[Board], sink: BinaryIO, ctx: WriteContext) -> None:
    for board in boards:
        number = "" if board.number is None else board.number
        dealer = "" if board.dealer is None else board.dealer.symbol
        cells = (number, dealer, calls_cell(board, ctx), *play_cells(board, ctx))
        sink.write("\t".join(map(str, cells)).encode() + b"\n")


def calls_cell(board: Board, ctx: WriteContext) -> str:
    if board.auction is None:
        return ""
    text = " ".join(str(call) for call in board.auction.calls)
    dealer = board.auction.dealer
    if not text or dealer != board.dealer or Auction.of(dealer, text) != board.auction:
        ctx.lose(board, Field.AUCTION_CALLS, "only plain calls from the dealer have room")
        return ""
    return text


def play_cells(board: Board, ctx: WriteContext) -> tuple[str, str]:
    play = board.play
    if play is None:
        return "", ""
    seats = [play.leader.after(step) for step in range(4)]
    rows = [" ".join(str(trick.card_of(seat) or "-") for seat in seats) for trick in play.tricks]
    if not rows or Play.of(play.leader, *rows) != play:
        ctx.lose(board, Field.PLAY_CARDS, "only plain cards have room")
        return "", ""
    return play.leader.symbol, ",".join(rows)
