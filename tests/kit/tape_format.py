"""A made-up binary format of fixed-length records; the mutation check spoils it.

First six bytes: `TAPE`, the byte order (0 big, 1 little) and the version. Then a record of 39 bytes
for each board: number, dealer and vulnerability, deal, contract, risk, tricks, double dummy, event.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from typing import BinaryIO

import attrs

from overtrick import (
    Board,
    Contract,
    Deal,
    DoubleDummyGrid,
    Doubling,
    Field,
    Grid,
    Info,
    Location,
    LossKind,
    Result,
    Seat,
    Severity,
    Strain,
    Vulnerability,
)
from overtrick.plugin import (
    Catalogue,
    Confidence,
    DiagnosticCode,
    FormatSpec,
    Probe,
    ReadContext,
    WriteContext,
    hookimpl,
    option,
)

CODES = Catalogue(
    DiagnosticCode(
        code="TAPE001",
        severity=Severity.ERROR,
        template="the file does not begin with TAPE, a byte order and version 1",
        sample="TAPS",
        fix="TAPE",
    ),
    DiagnosticCode(
        code="TAPE002",
        severity=Severity.ERROR,
        template="the last record has {have} bytes, not 39",
        sample="a file cut short",
        fix="the file whole",
    ),
    DiagnosticCode(
        code="TAPE003",
        severity=Severity.ERROR,
        kind="inconsistent",
        template="{error}",
        sample="a hand of 14 cards",
        fix="hands of 13 cards",
    ),
    DiagnosticCode(
        code="TAPE004",
        severity=Severity.ERROR,
        kind="limit",
        template="a record has room for {what}",
        sample="board 65536",
        fix="board 65535",
    ),
)

MAGIC = b"TAPE"
ABSENT = 0xFF
SIZE = 39
SEATS = "NESW"
EVENT = 10


@attrs.frozen(kw_only=True)
class ReadOptions:
    """How to read."""

    events: bool = option(True, help="whether events are read")


@attrs.frozen(kw_only=True)
class WriteOptions:
    """How to write."""

    order: str = option("big", help="the order of a number's bytes", choices=("big", "little"))
    long: str = option(
        "cut", help="events that are too long", choices=("cut", "start", "refuse", "drop")
    )


@hookimpl
def overtrick_formats() -> Iterable[FormatSpec]:
    yield FormatSpec(
        name="tape",
        summary="A made-up tape of records",
        suffixes=(".tape",),
        magic=(b"TAPE",),
        binary=True,
        reader="tape_format:read",
        writer="tape_format:write",
        sniffer="tape_format:sniff",
        carries={
            "number", "dealer", "vulnerability", "deal", "contract", "result", "grids",
            "info.event",
        },
        read_options="tape_format:ReadOptions",
        write_options="tape_format:WriteOptions",
        diagnostics="tape_format:CODES",
    )  # fmt: skip


def sniff(probe: Probe) -> Confidence:
    return Confidence.CERTAIN if probe.head.startswith(MAGIC) else Confidence.NO


def take(source: BinaryIO, count: int) -> bytes:
    """Return so many bytes, fewer at the end alone: a pipe gives what it has."""
    taken = source.read(count)
    while taken and len(taken) < count and (more := source.read(count - len(taken))):
        taken += more
    return taken


# Reading ---------------------------------------------------------------------------------


def read(source: BinaryIO, ctx: ReadContext) -> Iterator[Board]:
    head = take(source, 6)
    if not head:
        return
    if head[:4] != MAGIC or head[5:] != b"\x01" or head[4] > 1:
        ctx.issue("TAPE001", offset=0)
        return
    form = "<H" if head[4] else ">H"
    offset = len(head)
    while record := take(source, SIZE):
        if len(record) < SIZE:
            ctx.issue("TAPE002", offset=offset, have=len(record))
            return
        try:
            board = make_board(record, form, ctx.options(ReadOptions))
        except ValueError as error:
            ctx.issue("TAPE003", offset=offset, error=error)
        else:
            yield attrs.evolve(board, origin=Location(path=ctx.path, offset=offset))
        offset += SIZE


def make_board(record: bytes, form: str, options: ReadOptions) -> Board:
    (number,) = struct.unpack(form, record[:2])
    seat, risk = record[2] & 15, record[2] >> 4
    name = record[29:39].rstrip(b"\0").decode("latin-1")
    return Board(
        number=number or None,
        dealer=None if seat == 15 else Seat(seat),
        vulnerability=None if risk == 15 else Vulnerability(risk),
        deal=deal_of(record[3:16]),
        contract=contract_of(record[16], record[17]),
        result=None if record[18] == ABSENT else Result(tricks=record[18]),
        grids=grids_of(record[19:29]),
        info=Info(event=(name or None) if options.events else None),
    )


def deal_of(data: bytes) -> Deal:
    masks = [0, 0, 0, 0]
    for place in range(52):
        masks[data[place // 4] >> 2 * (place % 4) & 3] |= 1 << place
    if any(mask.bit_count() != 13 for mask in masks):
        msg = "a hand has 13 cards"
        raise ValueError(msg)
    return Deal.from_masks(*masks)


def contract_of(bid: int, risk: int) -> Contract | None:
    if bid == ABSENT:
        return None
    declarer = None if risk & 15 == 15 else Seat(risk & 15)
    if bid == 0:
        return Contract(level=0, declarer=declarer)
    strain = Strain((bid - 1) % 5)
    doubling = Doubling(risk >> 4)
    return Contract(level=(bid + 4) // 5, strain=strain, doubling=doubling, declarer=declarer)


def grids_of(data: bytes) -> tuple[Grid, ...]:
    counts = [count for byte in data for count in (byte >> 4, byte & 15)]
    if all(count == 15 for count in counts):
        return ()
    known = [None if count == 15 else count for count in counts]
    rows = [known[start : start + 5] for start in (0, 5, 10, 15)]
    return (DoubleDummyGrid(tuple(map(tuple, rows))).to_grid(),)


# Writing ---------------------------------------------------------------------------------


def write(boards: Iterable[Board], sink: BinaryIO, ctx: WriteContext) -> None:
    options = ctx.options(WriteOptions)
    form = "<H" if options.order == "little" else ">H"
    sink.write(MAGIC + (b"\x01" if options.order == "little" else b"\0") + b"\x01")
    for board in boards:
        sink.write(record_of(board, form, options, ctx))


def record_of(board: Board, form: str, options: WriteOptions, ctx: WriteContext) -> bytes:
    number = board.number or 0
    if board.number is not None and not 1 <= number <= 65535:
        ctx.issue("TAPE004", what="numbers 1 to 65535")
    if board.deal is None or not board.deal.is_complete:
        ctx.issue("TAPE004", what="complete deals only")
    seat = 15 if board.dealer is None else int(board.dealer)
    risk = 15 if board.vulnerability is None else board.vulnerability.value
    return b"".join(
        (
            struct.pack(form, number),
            bytes([seat | risk << 4]),
            deal_bytes(board.deal),
            contract_bytes(board, ctx),
            bytes([result_byte(board, ctx)]),
            grid_bytes(board, ctx),
            event_bytes(board, options, ctx),
        )
    )


def deal_bytes(deal: Deal) -> bytes:
    data = bytearray(13)
    for owner, mask in enumerate(deal.masks):
        for place in range(52):
            if mask >> place & 1:
                data[place // 4] |= owner << 2 * (place % 4)
    return bytes(data)


def contract_bytes(board: Board, ctx: WriteContext) -> bytes:
    contract = board.contract
    if contract is None:
        return bytes([ABSENT, 0])
    if contract.level is None or contract.swapped:
        ctx.lose(board, Field.CONTRACT, "only whole contracts have room")
        return bytes([ABSENT, 0])
    bid = 0 if contract.strain is None else 5 * contract.level - 4 + int(contract.strain)
    seat = 15 if contract.declarer is None else int(contract.declarer)
    return bytes([bid, int(contract.doubling) << 4 | seat])


def result_byte(board: Board, ctx: WriteContext) -> int:
    result = board.result
    if result is None:
        return ABSENT
    if result.tricks is None or result != Result(tricks=result.tricks):
        ctx.lose(board, Field.RESULT, "only declarer's tricks have room")
        return ABSENT
    return result.tricks


def grid_bytes(board: Board, ctx: WriteContext) -> bytes:
    counts: list[int | None] = [None] * 20
    if board.grids:
        try:
            (grid,) = board.grids
            tricks = DoubleDummyGrid.from_grid(grid)
        except ValueError:
            ctx.lose(board, Field.GRIDS, "only a double-dummy table has room")
        else:
            counts = [count for row in tricks.tricks for count in row]
            if tricks.to_grid() != grid or set(counts) == {None}:
                ctx.lose(board, Field.GRIDS, "only a table of 20 numbers has room")
                counts = [None] * 20
    known = [15 if count is None else count for count in counts]
    return bytes(high << 4 | low for high, low in zip(known[::2], known[1::2], strict=True))


def event_bytes(board: Board, options: WriteOptions, ctx: WriteContext) -> bytes:
    event = board.info.event or ""
    data = event.encode("latin-1", "replace")
    if len(data) > EVENT and options.long == "refuse":
        ctx.issue("TAPE004", what=f"an event of {EVENT} letters")
    if options.long == "drop":
        data = b""
    data = data[-EVENT:] if options.long == "start" else data[:EVENT]
    data = data.rstrip(b"\0")
    if data.decode("latin-1") != event:
        ctx.lose(board, Field.INFO_EVENT, "ten letters have room", LossKind.APPROXIMATED)
    return data.ljust(EVENT, b"\0")
