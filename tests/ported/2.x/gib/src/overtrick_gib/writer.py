"""Writing the format `gib`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import BinaryIO

from overtrick import (
    Board,
    Deal,
    DoubleDummyGrid,
    Field,
    LossKind,
    ModelError,
    Seat,
    Side,
)
from overtrick.plugin import WriteContext

from overtrick_gib.options import Options
from overtrick_gib.reader import LEADERS, STRAINS


def _digits(table: DoubleDummyGrid) -> str | None:
    digits = ""
    for strain in STRAINS:
        for leader in LEADERS:
            declarer = leader.previous
            tricks = table.tricks_of(declarer, strain)
            if tricks is None:
                return None
            digits += f"{tricks if declarer.side is Side.NORTH_SOUTH else 13 - tricks:X}"
    return digits


def _table(board: Board, ctx: WriteContext) -> str | None:
    try:
        table = board.double_dummy
    except ModelError:
        table = None
    digits = _digits(table) if table else None
    if board.grids:
        if digits is None:
            ctx.lose(board, Field.GRIDS, "the only table is a complete OptimumResultTable")
        elif board.grids != (table.to_grid(),):
            ctx.lose(board, Field.GRIDS, "only the tricks are kept", LossKind.APPROXIMATED)
    return digits


def write(boards: Iterable[Board], sink: BinaryIO, ctx: WriteContext) -> None:
    """Write a line for each board."""
    first = Seat.parse(ctx.options(Options).first)
    for board in boards:
        if not isinstance(board.deal, Deal) or not board.deal.is_complete:
            ctx.issue("GIB003", board=board)
            continue
        hands = board.deal.to_text(first).partition(":")[2]
        digits = _table(board, ctx)
        sink.write(f"{hands}:{digits}\n".encode() if digits else f"{hands}\n".encode())
