"""Write BRI and DGE files; an unchanged record is written as it was read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, BinaryIO, Final

from overtrick import Board
from overtrick_dup.cards import Masks, encode_dge
from overtrick_dup.faults import split_dge
from overtrick_dup.options import BriWriteOptions, DgeWriteOptions
from overtrick_dup.parts_reader import BRI, DGE, PADDED_LENGTH, Kind
from overtrick_dup.writer import bri_part, complete_masks

if TYPE_CHECKING:
    from overtrick.plugin import WriteContext


_LAYOUTS: Final = ("padded", "bare", "lines crlf", "lines lf")


def write_bri(boards: Iterable[Board], sink: BinaryIO, ctx: WriteContext) -> None:
    """Write the card numbers of North, East and South, a record or line for each board."""
    _write(boards, sink, ctx, BRI, ctx.options(BriWriteOptions).layout)


def write_dge(boards: Iterable[Board], sink: BinaryIO, ctx: WriteContext) -> None:
    """Write the sorted hands, a record or line for each board."""
    _write(boards, sink, ctx, DGE, ctx.options(DgeWriteOptions).layout)


def _write(
    boards: Iterable[Board], sink: BinaryIO, ctx: WriteContext, kind: Kind, layout: str
) -> None:
    if layout == "kept":
        kept = ctx.header.text(f"{kind.name}:source")
        layout = kept if kept in _LAYOUTS else "padded"
    if layout == "padded":
        end, length = kind.filling, PADDED_LENGTH
    elif layout == "bare":
        end, length = b"", kind.length
    else:
        end, length = (b"\n" if layout == "lines lf" else b"\r\n"), kind.length
    in_lines = layout.startswith("lines")
    for _, board in ctx.numbered(boards, start=1):
        masks = complete_masks(board, ctx)
        part = bri_part(board, masks, ctx) if kind is BRI else encode_dge(masks)
        record = _own_record(board, kind, part, masks, length)
        sink.write(part + end if record is None else record + end * in_lines)


def _own_record(board: Board, kind: Kind, part: bytes, masks: Masks, length: int) -> bytes | None:
    """Return the source record of a board, if it fits here and is still correct."""
    source = board.source
    if source is None or source.format != kind.name or len(source.text) != length:
        return None
    record = source.text.encode("latin-1", "replace")
    own = record[: kind.length]
    if own == part or (kind is DGE and split_dge(own)[0] == masks):
        return record
    return None
