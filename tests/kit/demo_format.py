"""A made-up format that owes every obligation of the kit; the mutation check spoils it.

First a line `demo 1`, then a line for each board: number, dealer, event and deal, divided by tabs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import BinaryIO

import attrs

from overtrick import (
    Board,
    BoardColumn,
    Catalogue,
    Confidence,
    Deal,
    Diagnostic,
    DiagnosticCode,
    Extras,
    Field,
    FormatSpec,
    Info,
    Location,
    LossKind,
    Probe,
    ReadContext,
    Seat,
    Severity,
    WriteContext,
    hookimpl,
    option,
)
from overtrick.framework.protocols import Rows

CODES = Catalogue(
    DiagnosticCode(
        code="DEMO001",
        severity=Severity.ERROR,
        template="a board has four cells, not {count}",
        sample="7\tN",
        mend="7\tN\t\t",
    ),
    DiagnosticCode(
        code="DEMO002",
        severity=Severity.ERROR,
        kind="inconsistent",
        template="{error}",
        sample="7\tQ\t\t",
        mend="7\tN\t\t",
    ),
    DiagnosticCode(
        code="DEMO003",
        severity=Severity.WARNING,
        template="the first line is not 'demo 1'",
        sample="demo",
        mend="demo 1",
    ),
)


@attrs.frozen(kw_only=True)
class WriteOptions:
    """How to write."""

    ending: str = option("lf", help="the ends of lines", choices=("lf", "crlf"))


@hookimpl
def overtrick_formats() -> Iterable[FormatSpec]:
    yield FormatSpec(
        name="demo",
        summary="A made-up format",
        suffixes=(".demo",),
        magic=(b"demo 1",),
        reader="demo_format:read",
        writer="demo_format:write",
        sniffer="demo_format:sniff",
        carries={"number", "dealer", "info.event", "deal", "deal.partial", "header"},
        write_options="demo_format:WriteOptions",
        diagnostics="demo_format:CODES",
        locator="demo_format:locate",
        fixer="demo_format:fix",
        scanner="demo_format:scan",
    )


def scan(
    source: BinaryIO, ctx: ReadContext, columns: Sequence[BoardColumn]
) -> Iterator[Board | Rows]:
    for board in read(source, ctx):
        yield Rows(tuple([column.of(board)] for column in columns)) if board.dealer else board


def sniff(probe: Probe) -> Confidence:
    if probe.head.startswith(b"demo 1"):
        return Confidence.CERTAIN
    return Confidence.MAYBE if probe.suffix == ".demo" else Confidence.NO


def read(source: BinaryIO, ctx: ReadContext) -> Iterator[Board]:
    for line, text in enumerate(ctx.text(source), 1):
        if line == 1:
            if text.startswith("demo 1"):
                ctx.header = Extras({"demo:title": text.removeprefix("demo 1").strip()})
            else:
                ctx.issue("DEMO003", line=line, column=1)
        elif text:
            board = parse(text, line, ctx)
            if board is not None:
                yield board


def parse(text: str, line: int, ctx: ReadContext) -> Board | None:
    cells = text.split("\t")
    if len(cells) != 4:
        ctx.issue("DEMO001", line=line, column=1, count=len(cells))
        return None
    number, dealer, event, deal = cells
    try:
        return Board(
            number=parse_number(number) if number else None,
            dealer=Seat.parse(dealer) if dealer else None,
            info=Info(event=event or None),
            deal=Deal.parse(deal) if deal else None,
            origin=Location(path=ctx.path, line=line, column=1),
        )
    except ValueError as error:
        ctx.issue("DEMO002", line=line, column=len(text), error=error)
        return None


def parse_number(text: str) -> int:
    if not re.fullmatch(r"[1-9][0-9]{0,3}", text):
        msg = f"not a board number: {text!r}"
        raise ValueError(msg)
    return int(text)


def write(boards: Iterable[Board], sink: BinaryIO, ctx: WriteContext) -> None:
    ending = "\r\n" if ctx.options(WriteOptions).ending == "crlf" else "\n"
    title = ctx.header.text("demo:title") or ""
    sink.write(f"demo 1 {title}".strip().encode() + ending.encode())
    for board in boards:
        if isinstance(board.number, int) and not 1 <= board.number <= 9999:
            ctx.issue("DEMO004", "a board's number is 1 to 9999", severity=Severity.ERROR)
        event = " ".join(str(board.info.event or "").split())
        if event != (board.info.event or ""):
            ctx.lose(board, Field.INFO_EVENT, "blanks become single", LossKind.APPROXIMATED)
        number = board.number if isinstance(board.number, int) else ""
        dealer = board.dealer.symbol if isinstance(board.dealer, Seat) else ""
        cells = f"{number}\t{dealer}\t{event}\t{board.deal or ''}"
        sink.write(cells.encode() + ending.encode())


def locate(board: Board, part: str) -> Location | None:
    return board.origin


def fix(source: BinaryIO, sink: BinaryIO, ctx: ReadContext) -> Iterable[Diagnostic]:
    for text in ctx.text(source):
        sink.write(text.rstrip(" ").encode() + b"\n")
    return ()
