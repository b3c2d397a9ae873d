"""Read BRI and DGE, the two parts of a DUP record as separate files.

BRI: 78 digits a board, DGE: 68 bytes of sorted hands. As files both have records of 128 bytes, BRI
with 32 blanks and 18 NULs behind the digits, DGE with 60 NULs; records without filling, and lines,
are read as well. Neither tells a board number: the first is 1 unless the option says otherwise.

Source: Convert page for the parts; the filling to 128 bytes is as
observed in files of Big Deal, `dealer` and deal-convert; no published specification.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO, Final

import attrs

from overtrick import Board, Extras, Source
from overtrick_dup.cards import BRI_LENGTH, DGE_LENGTH, decode_bri, decode_dge
from overtrick_dup.faults import Place, shown
from overtrick_dup.options import ReadOptions
from overtrick_dup.reader import examine_dge, numbered_board, read_lines, report_bri
from overtrick_dup.records import line_layout, lines, report_rest, rest_is_filling
from overtrick_dup.trailer import is_blank

if TYPE_CHECKING:
    from overtrick.plugin import ReadContext

PADDED_LENGTH: Final = 128


@attrs.frozen(kw_only=True)
class Kind:
    """The properties of a kind of file.

    Attributes:
        name: `bri` or `dge`.
        length: the bytes of a board without filling.
        filling: the bytes behind it in a padded record.
        alphabet: all bytes that a board can have.
    """

    name: str
    length: int
    filling: bytes
    alphabet: bytes


BRI: Final = Kind(
    name="bri", length=BRI_LENGTH, filling=b" " * 32 + b"\0" * 18, alphabet=b"0123456789"
)
DGE: Final = Kind(
    name="dge", length=DGE_LENGTH, filling=b"\0" * 60, alphabet=b"\x06\x03\x04\x0523456789TJQKA"
)


def layout_of(kind: Kind, head: bytes) -> str:
    """Return the layout of a file's boards: `padded`, `bare`, `lines crlf` or `lines lf`.

    Args:
        kind: the kind of file.
        head: its first bytes, 128 if it has as many.
    """
    layout = line_layout(head, kind.length, kind.alphabet)
    if layout is not None:
        return layout
    if not head[kind.length : kind.length + 1].strip(kind.alphabet):
        # Another board follows at once, or the file ends here.
        return "bare"
    return "padded"


def read_bri(source: BinaryIO, ctx: ReadContext) -> Iterator[Board]:
    """Return the boards of a BRI file; a damaged one, in `collect` mode, without its deal."""
    return _read(source, ctx, BRI)


def read_dge(source: BinaryIO, ctx: ReadContext) -> Iterator[Board]:
    """Return the boards of a DGE file; a damaged one, in `collect` mode, without its deal."""
    return _read(source, ctx, DGE)


def _read(source: BinaryIO, ctx: ReadContext, kind: Kind) -> Iterator[Board]:
    head = ctx.take(source, PADDED_LENGTH)
    first = ctx.options(ReadOptions).first_board or 1
    layout = layout_of(kind, head)
    if layout != "padded":
        ctx.header = Extras({f"{kind.name}:source": layout})
    if layout in {"padded", "bare"}:
        stride = PADDED_LENGTH if layout == "padded" else kind.length
        records = ctx.records(source, stride, head=head, short=None)
        yield from _read_records(records, ctx, kind, first, stride)
    elif kind is BRI:
        yield from read_lines(source, head, ctx, first)
    else:
        for offset, line, record, content in lines(source, head, DGE_LENGTH, ctx):
            number = first + record - 1
            place = Place(ctx=ctx, offset=offset, record=record, number=number, line=line)
            yield _board(content, b"", place, kind) if content else numbered_board(place, None)


def _read_records(
    records: Iterator[tuple[int, bytes]], ctx: ReadContext, kind: Kind, first: int, stride: int
) -> Iterator[Board]:
    length = kind.length
    filling = kind.filling if stride > length else b""
    for record, (offset, data) in enumerate(records, 1):
        place = Place(ctx=ctx, offset=offset, record=record, number=first + record - 1)
        if len(data) == stride:
            yield _board(data, filling, place, kind)
            continue
        part, rest = data[:length], data[length:]
        sound = not part.strip(kind.alphabet)
        if len(data) >= length and rest_is_filling(rest) and sound:
            ctx.issue("DUP014", offset=offset, record=record)
            yield _board(part, b"", place, kind)
            return
        well = sound and is_blank(rest)
        report_rest(ctx, data, offset=offset, record=record, length=stride, begins_well=well)


def _board(data: bytes, filling: bytes, place: Place, kind: Kind) -> Board:
    part, rest = data[: kind.length], data[kind.length :]
    masks = decode_bri(part) if kind is BRI else decode_dge(part)
    source = None
    if masks is None or rest != filling:
        source = Source(format=kind.name, text=data.decode("latin-1"))
    if masks is None:
        if kind is DGE:
            masks = examine_dge(part, place)
        else:
            report_bri(part, place)
    if rest != filling and not is_blank(rest):
        place.issue("DUP015", kind.length, found=repr(shown(rest[:16])))
    return numbered_board(place, masks, part if kind is BRI else b"", source)
