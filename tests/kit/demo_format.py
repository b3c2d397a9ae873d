"""A made-up format that owes every requirement of the kit; the mutation check spoils it.

First a line `demo 1`, then a line for each board, its cells divided by tabs: number, dealer,
vulnerability, event, deal, contract, result and the double-dummy tricks of the four hands.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, BinaryIO

import attrs

from overtrick import (
    Board,
    Contract,
    Deal,
    Diagnostic,
    DoubleDummyGrid,
    Extras,
    Field,
    Grid,
    Info,
    Location,
    LossKind,
    Result,
    Seat,
    Severity,
    Vulnerability,
)
from overtrick.plugin import (
    Catalogue,
    Confidence,
    DiagnosticCode,
    FixerSpec,
    FormatSpec,
    LocatorSpec,
    Part,
    Probe,
    ReadContext,
    SealSpec,
    SplitterSpec,
    WriteContext,
    hookimpl,
    option,
)

if TYPE_CHECKING:
    pass

CODES = Catalogue(
    DiagnosticCode(
        code="DEMO001",
        severity=Severity.ERROR,
        template="a board has eight cells, not {count}",
        sample="7\tN",
        fix="7\tN\t\t\t\t\t\t",
    ),
    DiagnosticCode(
        code="DEMO002",
        severity=Severity.ERROR,
        kind="inconsistent",
        template="{error}",
        sample="7\tQ\t\t\t\t\t\t",
        fix="7\tN\t\t\t\t\t\t",
    ),
    DiagnosticCode(
        code="DEMO003",
        severity=Severity.WARNING,
        template="the first line is not 'demo 1'",
        sample="demo",
        fix="demo 1",
    ),
)


CARRIED = {
    "number", "dealer", "vulnerability", "info.event", "deal", "deal.partial", "contract", "result",
    "grids", "header",
}  # fmt: skip
RISKS = ("none", "ns", "ew", "both")
RESULT = re.compile(r"(?:([0-9]+) ?)?(?:NS ([0-9]+) ?)?(?:EW ([0-9]+))?")


@attrs.frozen(kw_only=True)
class ReadOptions:
    """How to read."""

    events: str = option("keep", help="what becomes of events", choices=("keep", "drop"))
    tables: bool = option(True, help="whether double-dummy tricks are read")


@attrs.frozen(kw_only=True)
class WriteOptions:
    """How to write."""

    ending: str = option("lf", help="the ends of lines", choices=("lf", "crlf"))
    first: str = option("N", help="whose hand is written first", choices=("N", "E", "S", "W"))
    title: str = option("", help="the title, where the source has none")


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
        carries=CARRIED,
        read_options="demo_format:ReadOptions",
        write_options="demo_format:WriteOptions",
        diagnostics="demo_format:CODES",
        capabilities=(
            FixerSpec("demo_format:fix"),
            LocatorSpec("demo_format:locate"),
            SplitterSpec("demo_format:split"),
            SealSpec(),
        ),
    )


def sniff(probe: Probe) -> Confidence:
    if probe.head.startswith(b"demo 1"):
        return Confidence.CERTAIN
    return Confidence.MAYBE if probe.suffix == ".demo" else Confidence.NO


def split(source: BinaryIO, size: int) -> Iterator[Part]:
    """Cut between two sound boards, of which nothing goes over to others."""
    data = source.read()
    start = line = 0
    state: tuple[tuple[str, str], ...] = ()
    is_sound = False
    for match in re.finditer(rb"[^\n]*\n", data):
        was_sound, is_sound = is_sound, is_board(match[0])
        if was_sound and is_sound and match.start() >= start + size:
            yield Part(start, match.start(), state)
            line += len(re.findall(rb"\r\n|\r|\n", data[start : match.start()]))
            start, state = match.start(), (("lines", str(line)),)
    yield Part(start, None, state)


def is_board(line: bytes) -> bool:
    if b"\r" in line:
        return False  # an end of lines of its own, perhaps
    try:
        make_board(line.decode().removesuffix("\n").split("\t"))
    except ValueError:
        return False
    return True


def read(source: BinaryIO, ctx: ReadContext) -> Iterator[Board]:
    part, before = ctx.part, 0
    if part is not None:
        if part.start:
            # What is wrong with the first line is said with the first part.
            silent = ReadContext(ctx.spec)
            for _ in read_lines(io.BytesIO(source.readline()), silent):
                pass
            ctx.header = silent.header
        before = int(dict(part.state).get("lines", 0))
        source.seek(part.start)
        source = io.BytesIO(source.read(-1 if part.end is None else part.end - part.start))
    yield from read_lines(source, ctx, before)


def read_lines(source: BinaryIO, ctx: ReadContext, before: int = 0) -> Iterator[Board]:
    for line, text in enumerate(ctx.text(source), before + 1):
        if line == 1:
            if text.startswith("demo 1"):
                title = text.removeprefix("demo 1").strip()
                ctx.header = Extras({"demo:title": title})
                ctx.is_sealed = title == "(sealed)"
            else:
                ctx.issue("DEMO003", line=line, column=1)
        elif text:
            board = parse(text, line, ctx)
            if board is not None:
                yield board


def parse(text: str, line: int, ctx: ReadContext) -> Board | None:
    cells = text.split("\t")
    if len(cells) != 8:
        ctx.issue("DEMO001", line=line, column=1, count=len(cells))
        return None
    options = ctx.options(ReadOptions)
    number, dealer, risk, event, deal, contract, result, tricks = cells
    event = event if options.events == "keep" else ""
    tricks = tricks if options.tables else ""
    try:
        board = make_board([number, dealer, risk, event, deal, contract, result, tricks])
    except ValueError as error:
        ctx.issue("DEMO002", line=line, column=len(text), error=error)
        return None
    return attrs.evolve(board, origin=Location(path=ctx.path, line=line, column=1))


def make_board(cells: Sequence[str]) -> Board:
    number, dealer, risk, event, deal, contract, result, tricks = cells
    return Board(
        number=parse_number(number) if number else None,
        dealer=Seat.parse(dealer) if dealer else None,
        vulnerability=Vulnerability(RISKS.index(risk)) if risk else None,
        info=Info(event=event or None),
        deal=Deal.parse(deal) if deal else None,
        contract=parse_contract(contract) if contract else None,
        result=parse_result(result) if result else None,
        grids=(parse_tricks(tricks),) if tricks else (),
    )


def parse_contract(text: str) -> Contract:
    text, _, declarer = text.partition(" ")
    return Contract.parse(text, Seat.parse(declarer) if declarer else None)


def parse_result(text: str) -> Result:
    match = RESULT.fullmatch(text)
    if match is None:
        msg = f"not a result: {text!r}"
        raise ValueError(msg)
    tricks, ns, ew = (int(count[:3]) if count else None for count in match.groups())
    return Result(tricks=tricks, ns=ns, ew=ew)


def parse_tricks(text: str) -> Grid:
    counts = [None if digit == "-" else int(digit, 16) for digit in text]
    rows = tuple(tuple(counts[start : start + 5]) for start in range(0, len(counts), 5))
    return DoubleDummyGrid(rows).to_grid()


def parse_number(text: str) -> int:
    if not re.fullmatch(r"[1-9][0-9]{0,3}", text):
        msg = f"not a board number: {text!r}"
        raise ValueError(msg)
    return int(text)


def write(boards: Iterable[Board], sink: BinaryIO, ctx: WriteContext) -> None:
    options = ctx.options(WriteOptions)
    ending = "\r\n" if options.ending == "crlf" else "\n"
    title = ctx.header.text("demo:title") or " ".join(options.title.split())
    if ctx.is_sealed:
        title = "(sealed)"
    sink.write(f"demo 1 {title}".strip().encode() + ending.encode())
    for board in boards:
        if isinstance(board.number, int) and not 1 <= board.number <= 9999:
            ctx.issue("DEMO004", "a board's number is 1 to 9999", severity=Severity.ERROR)
        event = " ".join(str(board.info.event or "").split())
        if event != (board.info.event or ""):
            ctx.lose(board, Field.INFO_EVENT, "blanks become single", LossKind.APPROXIMATED)
        number = board.number if isinstance(board.number, int) else ""
        dealer = board.dealer.symbol if isinstance(board.dealer, Seat) else ""
        risk = "" if board.vulnerability is None else RISKS[board.vulnerability.value]
        deal = "" if board.deal is None else board.deal.to_text(Seat.parse(options.first))
        contract, result = contract_cell(board, ctx), result_cell(board, ctx)
        tricks = tricks_cell(board, ctx)
        cells = f"{number}\t{dealer}\t{risk}\t{event}\t{deal}\t{contract}\t{result}\t{tricks}"
        sink.write(cells.encode() + ending.encode())


def contract_cell(board: Board, ctx: WriteContext) -> str:
    contract = board.contract
    if contract is None:
        return ""
    if contract.swapped or "?" in contract.text:
        ctx.lose(board, Field.CONTRACT, "only whole contracts have room")
        return ""
    declarer = f" {contract.declarer.symbol}" if contract.declarer is not None else ""
    return f"{contract.text}{declarer}"


def result_cell(board: Board, ctx: WriteContext) -> str:
    result = board.result
    if result is not None and result.irregular:
        ctx.lose(board, Field.RESULT, "only tricks have room")
        return ""
    return "" if result is None else str(result)


def tricks_cell(board: Board, ctx: WriteContext) -> str:
    if not board.grids:
        return ""
    try:
        (grid,) = board.grids
        tricks = DoubleDummyGrid.from_grid(grid)
        if tricks.to_grid() != grid:
            ctx.lose(board, Field.GRIDS, "only a table of 20 numbers has room")
            return ""
    except ValueError:
        ctx.lose(board, Field.GRIDS, "only a double-dummy table has room")
        return ""
    return "".join("-" if count is None else f"{count:x}" for row in tricks.tricks for count in row)


def locate(board: Board, part: str) -> Location | None:
    return board.origin


def fix(source: BinaryIO, sink: BinaryIO, ctx: ReadContext) -> Iterable[Diagnostic]:
    for text in ctx.text(source):
        sink.write(text.rstrip(" ").encode() + b"\n")
    return ()
