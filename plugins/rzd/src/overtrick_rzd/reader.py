"""Read RZD, the files of the Polish program Kops: 13 bytes a deal after a header of 13.

The header is the number of deals, two bytes with the lower first, and eleven blanks. There are no
board numbers: the first is 1 unless the option says otherwise. Known variants: none.

Source: observed in files of Big Deal 2.0; no published specification.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO

from overtrick import Board, Deal, Location, Seat
from overtrick_rzd.options import ReadOptions
from overtrick_rzd.records import FILLING, HEADER_LENGTH, RECORD_LENGTH, decode_record

if TYPE_CHECKING:
    from overtrick.plugin import ReadContext


def read(source: BinaryIO, ctx: ReadContext) -> Iterator[Board]:
    """Yield the boards in order; a damaged one, in `collect` mode, without its deal."""
    header = ctx.take(source, HEADER_LENGTH)
    if not header:
        return
    if len(header) < HEADER_LENGTH:
        ctx.issue("RZD010", offset=0, have=len(header))
        return
    if header[2:] != FILLING:
        ctx.issue("RZD011", offset=2)
    count = int.from_bytes(header[:2], "little")
    number = first = ctx.options(ReadOptions).first_board
    for offset, record in ctx.records(source, RECORD_LENGTH, start=HEADER_LENGTH, short=None):
        have = len(record)
        if have < RECORD_LENGTH:
            ctx.issue("RZD012", offset=offset, have=have, board=number)
            return
        yield Board(
            number=number,
            **ctx.implied(number),
            deal=_deal(record, offset, number, ctx),
            origin=Location(path=ctx.path, offset=offset, board=number),
        )
        number += 1
    if number - first != count:
        ctx.issue("RZD013", offset=0, count=count, have=number - first)


def _deal(record: bytes, offset: int, number: int, ctx: ReadContext) -> Deal | None:
    north, east, south, west = decode_record(record)
    counts = [mask.bit_count() for mask in (north, east, south, west)]
    if counts == [13, 13, 13, 13]:
        return Deal.from_masks(north, east, south, west)
    text = ", ".join(
        f"{seat.name.title()} {count}" for seat, count in zip(Seat, counts, strict=True)
    )
    ctx.issue("RZD014", offset=offset, board=number, counts=text)
    return None
