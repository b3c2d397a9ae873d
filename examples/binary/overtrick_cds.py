"""CDS: 14 bytes a board, its number and a byte for each rank with its four holders."""

import itertools
from collections.abc import Iterable, Iterator
from typing import BinaryIO

import attrs

import overtrick.plugin as op
from overtrick import Board, Deal, Seat

SIZE = 14
HOLDERS = (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH)  # the meaning of two bits


@op.hookimpl
def overtrick_formats() -> Iterable[op.FormatSpec]:
    """Declare the format: data only, the functions by reference."""
    yield op.FormatSpec(
        name="cds", summary="14 bytes a board", suffixes=(".cds",), binary=True,
        carries={"number", "dealer", "vulnerability", "deal"},
        implied=("dealer", "vulnerability"),  # they follow from the number
        requires=op.Requires(deals="complete", numbers=(0, 255)),
        reader="overtrick_cds:read", writer="overtrick_cds:write", sniffer="overtrick_cds:sniff",
        read_options="overtrick_cds:ReadOptions")  # fmt: skip


@attrs.frozen(kw_only=True)
class ReadOptions:
    """What can be chosen when a file is read: `-O numbers=order`."""

    numbers: str = op.option(
        "file", help="the numbers of the file, or in order from 1", choices=("file", "order")
    )


def read(source: BinaryIO, ctx: op.ReadContext) -> Iterator[Board]:
    """Yield the board of each record."""
    order = itertools.count(1) if ctx.options(ReadOptions).numbers == "order" else None
    records = ctx.records(source, SIZE)
    return ctx.boards(records, lambda record: parse(record, next(order) if order else record[0]))


def parse(record: bytes, number: int) -> Board:
    """Return the board of a record: aces first, two bits a suit, spades in the highest."""
    masks = [0, 0, 0, 0]
    for place, holders in enumerate(record[1:]):
        for suit in range(4):
            masks[HOLDERS[holders >> 2 * suit & 3]] |= 1 << 13 * suit + 12 - place
    return Board(number=number, deal=Deal.from_masks(*masks))


def write(boards: Iterable[Board], sink: BinaryIO, ctx: op.WriteContext) -> None:
    """Write a record for each board."""
    for number, deal in ctx.deals(boards):
        record = bytearray([number, *bytes(13)])
        for code, seat in enumerate(HOLDERS):
            for card in deal[seat]:
                record[13 - card.index % 13] |= code << card.index // 13 * 2
        sink.write(record)


def sniff(probe: op.Probe) -> op.Confidence:
    """Detect a file by its length and its first deal."""
    if len(probe.head) < SIZE or (probe.size or 0) % SIZE:
        return op.Confidence.NO
    try:
        parse(probe.head[:SIZE], 1)
    except ValueError:
        return op.Confidence.NO
    return op.Confidence.LIKELY
