"""The made-up format `line`: number, event and deal of a board, divided by tabs."""

from collections.abc import Iterable, Iterator
from typing import BinaryIO

import overtrick
import overtrick.plugin
from overtrick import Board, Deal, Field, Info, LossKind


@overtrick.plugin.hookimpl
def overtrick_formats() -> Iterable[overtrick.plugin.FormatSpec]:
    """Declare the format: data only, the reader and the writer by reference."""
    yield overtrick.plugin.FormatSpec(
        name="line", summary="One board a line", suffixes=(".deal",),
        carries={"number", "info.event", "deal", "deal.partial"},
        reader="overtrick_line:read", writer="overtrick_line:write")  # fmt: skip


def read(source: BinaryIO, ctx: overtrick.plugin.ReadContext) -> Iterator[Board]:
    """Yield the board of each line; a line that is none is reported and left out."""
    return ctx.boards(ctx.lines(source), parse)


def parse(text: str) -> Board:
    """Return the board of a line; an empty cell is no value."""
    number, event, deal = text.split("\t")
    return Board(number=int(number) if number else None, info=Info(event=event or None),
                 deal=Deal.parse(deal) if deal else None)  # fmt: skip


def write(boards: Iterable[Board], sink: BinaryIO, ctx: overtrick.plugin.WriteContext) -> None:
    """Write a line for each board, and report what cannot be kept as it was."""
    for board in boards:
        event = " ".join((board.info.event or "").split())
        if event != (board.info.event or ""):
            ctx.lose(board, Field.INFO_EVENT, "blanks become single", LossKind.APPROXIMATED)
        number = "" if board.number is None else board.number
        sink.write(f"{number}\t{event}\t{board.deal or ''}\n".encode())
