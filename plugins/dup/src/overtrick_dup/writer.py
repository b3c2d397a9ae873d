"""Write DUP files: records of 156 bytes, or on request lines of 78 digits.

The trailer has the lowest and the highest board of the complete set, so all boards (99 at most)
are taken before the first is written.

Source: Convert page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, BinaryIO, Final

from overtrick import Board, Field
from overtrick.plugin import fill
from overtrick_dup.cards import Masks, decode_bri, decode_dge, encode_bri, encode_dge
from overtrick_dup.options import WriteOptions
from overtrick_dup.trailer import TRAILER_LENGTH, Trailer, is_blank, parse_trailer

if TYPE_CHECKING:
    from overtrick.plugin import WriteContext

LAST_BOARD: Final = 99

_HEADER_KEYS: Final = frozenset({"dup:random", "dup:backwards", "dup:copies", "dup:source"})
_BLIND: Final = b" " * 68


def write(boards: Iterable[Board], sink: BinaryIO, ctx: WriteContext) -> None:
    """Write the boards, numbered upwards from the first one's number."""
    options = ctx.options(WriteOptions)
    layout = options.layout
    kept = ctx.header.text("dup:source") or ""
    if layout == "lines" or (layout == "kept" and kept.startswith("lines")):
        _lose_trailer(ctx)
        end = b"\n" if kept == "lines lf" else b"\r\n"
        for _, board in ctx.numbered(boards, start=1):
            sink.write(bri_part(board, complete_masks(board, ctx), ctx) + end)
        return
    whole = list(_at_most_99(boards, ctx))
    if not whole:
        return
    first = _first_number(whole)
    last = first + len(whole) - 1
    if last > LAST_BOARD:
        ctx.issue("DUP152", lowest=first, highest=last)
    trailer = _trailer(ctx, options, first, last)
    usual = _usual_bytes(trailer, kept, whole)
    for number, board in ctx.numbered(whole, start=first):
        index = number - first
        masks = complete_masks(board, ctx)
        record = bri_part(board, masks, ctx)
        blank = options.blind == "all" or (options.blind == "first" and index == 0)
        record += _BLIND if blank else _dge_part(board, masks)
        sink.write(record + _trailer_bytes(board, index, trailer, usual, options))


def complete_masks(board: Board, ctx: WriteContext) -> Masks:
    """Return the hands of a board.

    Raises:
        WriteError: the deal is not complete (`CORE070`).
    """
    return ctx.deal_of(board).masks


def bri_part(board: Board, masks: Masks, ctx: WriteContext) -> bytes:
    """Return the 78 digits, with the cards in the source's order if it fits.

    Reports the extras of this format that cannot be written.
    """
    name = ctx.spec.name
    digits = None
    for key, value in board.extras.items():
        if key in ("dup:order", "bri:order"):
            order = value.encode("latin-1", "replace") if isinstance(value, str) else b""
            if decode_bri(order) == masks and digits is None:
                digits = order
            else:
                ctx.lose(board, Field.EXTRAS, "its cards differ from the deal", extra=key)
        elif key.startswith(f"{name}:"):
            ctx.lose(
                board,
                Field.EXTRAS,
                fill("not stored in {format}", format=ctx.spec.title),
                extra=key,
            )
    return encode_bri(masks) if digits is None else digits


def _at_most_99(boards: Iterable[Board], ctx: WriteContext) -> Iterator[Board]:
    for count, board in enumerate(boards, 1):
        if count > LAST_BOARD:
            ctx.issue("DUP151")
        yield board


def _first_number(boards: list[Board]) -> int:
    """Return the first board's number, inferred from the others' if necessary."""
    for index, board in enumerate(boards):
        if board.number is not None and board.number > index:
            return board.number - index
    return 1


def _trailer(ctx: WriteContext, options: WriteOptions, first: int, last: int) -> Trailer:
    """Return the trailer of the boards, and report header values that it cannot hold."""
    header = ctx.header
    random, copies = header.get("dup:random", True), header.get("dup:copies", 1)
    if not isinstance(random, bool):
        _lose_key(ctx, "dup:random")
        random = True
    backwards = header.get("dup:backwards", False)
    if not isinstance(backwards, bool):
        _lose_key(ctx, "dup:backwards")
        backwards = False
    if isinstance(copies, bool) or not isinstance(copies, int) or not 0 <= copies <= 99:
        _lose_key(ctx, "dup:copies")
        copies = 1
    kept = parse_trailer((header.text("dup:source") or "").encode("latin-1", "replace"))[0]
    if "dup:copies" not in header and kept is not None and kept.copies == 0:
        copies = 0
    for key in header:
        if key.startswith("dup:") and key not in _HEADER_KEYS:
            _lose_key(ctx, key)
    return Trailer(
        random=random if options.random is None else options.random,
        backwards=backwards,
        lowest=first,
        copies=copies if options.copies is None else options.copies,
        highest=last,
    )


def _lose_key(ctx: WriteContext, key: str) -> None:
    ctx.lose(None, Field.HEADER, "not stored in DUP in this form", extra=key)


def _lose_trailer(ctx: WriteContext) -> None:
    for key in ctx.header:
        if key.startswith("dup:") and key != "dup:source":
            ctx.lose(None, Field.HEADER, "not stored in lines of digits", extra=key)


def _same(raw: bytes, trailer: Trailer) -> bool:
    """Return whether ten bytes equal a trailer."""
    return len(raw) == TRAILER_LENGTH and parse_trailer(raw)[0] == trailer


def _usual_bytes(trailer: Trailer, kept: str, boards: list[Board]) -> bytes | None:
    """Return the trailer's bytes, or `None` for a file that had none and needs none."""
    raw = kept.encode("latin-1", "replace")
    if _same(raw, trailer):
        return raw
    source = _own_record(boards[0])
    untold = not kept and source is not None and is_blank(source[146:])
    return None if untold and trailer.lowest == 1 else trailer.to_bytes()


def _own_record(board: Board) -> bytes | None:
    """Return the source record of a board, if the reader kept it."""
    source = board.source
    if source is None or source.format != "dup" or len(source.text) != 156:
        return None
    return source.text.encode("latin-1", "replace")


def _dge_part(board: Board, masks: Masks) -> bytes:
    """Return the sorted hands: blank or unsorted as in the source, if they are unchanged."""
    record = _own_record(board)
    if record is not None:
        part = record[78:146]
        same_deal = decode_bri(record[:78]) == masks
        if same_deal and (is_blank(part) or _has_same_cards(part, masks)):
            return part
    return encode_dge(masks)


def _has_same_cards(part: bytes, masks: Masks) -> bool:
    if part == encode_dge(masks) or decode_dge(part) == masks:
        return True
    from overtrick_dup.faults import split_dge  # only for files whose ranks are out of order

    return split_dge(part)[0] == masks


def _trailer_bytes(
    board: Board, index: int, trailer: Trailer, usual: bytes | None, options: WriteOptions
) -> bytes:
    record = _own_record(board)
    raw = b"" if record is None else record[146:]
    blank = bool(raw) and is_blank(raw)
    if blank and (index > 0 or usual is None):
        return raw
    if raw and not blank and _same(raw, trailer):
        return raw
    if index > 0 and options.trailer == "first":
        return b"\0" * TRAILER_LENGTH
    return trailer.to_bytes() if usual is None else usual
