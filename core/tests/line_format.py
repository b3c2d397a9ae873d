"""A small plugin for the tests of the framework: the format `line`, one deal a line.

`7 N:...` is board 7; a line without a number is a warning, a line that begins with `#` is the
header, and a line `!bug` makes the reader fail as a careless plugin would.
"""

from __future__ import annotations

import re

import attrs

from overtrick import (
    Board,
    Deal,
    Field,
    Fix,
    Location,
    ModelError,
    Seat,
    Severity,
    TextEdit,
    Vulnerability,
)
from overtrick.plugin import (
    Catalogue,
    Confidence,
    DiagnosticCode,
    FixerSpec,
    FormatSpec,
    LocatorSpec,
    TablesSpec,
    hookimpl,
    option,
)

CODES = Catalogue(
    DiagnosticCode(
        code="LINE001",
        severity=Severity.ERROR,
        kind="parse",
        template="not a line: {text!r}",
        clause="Line format §1",
        hint="write a number and a deal",
        sample="hello",
        fix="1 N:- - - -",
    ),
    DiagnosticCode(
        code="LINE002",
        severity=Severity.ERROR,
        kind="inconsistent",
        template="bad deal: {why}",
        clause="Line format §2",
        sample="1 N:A... A... - -",
        fix="1 N:A... - - -",
    ),
    DiagnosticCode(
        code="LINE003",
        severity=Severity.WARNING,
        template="no board number",
        clause="Line format §3",
        sample="N:- - - -",
        fix="1 N:- - - -",
    ),
    DiagnosticCode(
        code="LINE010",
        severity=Severity.ERROR,
        kind="write",
        template="no deal to write",
        clause="Line format §4",
        sample="a board without a deal",
        fix="give it a deal",
    ),
    DiagnosticCode(
        code="LINE020",
        severity=Severity.ERROR,
        kind="limit",
        template="the file is hopeless",
        clause="Line format §5",
        sample="!stop",
        fix="1 N:- - - -",
    ),
)


@attrs.frozen(kw_only=True)
class ReadOptions:
    numbered: bool = option(True, help="number lines that have no number")


@attrs.frozen(kw_only=True)
class WriteOptions:
    title: str | None = option(None, help="the header line")
    first: str = option("north", help="whose hand comes first", choices=("north", "dealer"))
    copies: int = option(1, help="how often to write each line")


def read(source, ctx):
    chosen = ctx.options(ReadOptions)
    for number, text in enumerate(ctx.text(source), 1):
        if text.startswith("#"):
            ctx.header = ctx.header.with_items({"line:title": text[1:].strip()})
            ctx.is_sealed = text[1:].strip() == "sealed"
            continue
        if text == "!bug":
            {}["careless"]
        if text == "!model":
            Deal.parse("rubbish")
        if text == "!garbage":
            yield "not a board"
        if text == "!stop":
            raise ctx.refuse("LINE020", line=number)
        if text == "!header":
            ctx.header = ctx.header.with_items({"line:late": True})
        head, _, rest = text.partition(" ")
        if not head.isdigit():
            if ":" not in text:
                ctx.issue("LINE001", line=number, column=1, text=text)
                continue
            edit = TextEdit(line=number, column=1, end_line=number, end_column=1, text=f"{number} ")
            fix = Fix(summary=f"number it {number}", edits=(edit,))
            end = text.index(":") + 2
            ctx.issue("LINE003", line=number, column=1, end_line=number, end_column=end, fix=fix)
            head, rest = (str(number), text) if chosen.numbered else ("", text)
        try:
            deal = Deal.parse(rest)
        except ModelError as error:
            ctx.issue("LINE002", line=number, column=len(head) + 2, why=error, part="deal")
            deal = None
        board = int(head) if head else None
        yield Board(
            number=board,
            deal=deal,
            dealer=None if board is None else Seat.dealer_of(board),
            vulnerability=None if board is None else Vulnerability.of_board(board),
            origin=Location(path=ctx.path, line=number, board=board),
        )


def write(boards, sink, ctx):
    chosen = ctx.options(WriteOptions)
    title = chosen.title or ctx.header.text("line:title")
    if title:
        sink.write(f"# {title}\n".encode())
    for board in boards:
        if not isinstance(board.deal, Deal):
            ctx.issue("LINE010", board=board)
            continue
        first = (
            board.dealer if chosen.first == "dealer" and board.dealer is not None else Seat.NORTH
        )
        line = f"{board.number or ''} {board.deal.to_text(first)}\n".lstrip().encode()
        for _ in range(chosen.copies):
            sink.write(line)


def broken_write(boards, sink, ctx):
    for _ in boards:
        raise KeyError("careless")


def sniff(probe):
    if re.search(rb"^(\d+ )?[NESW]:", probe.head, re.MULTILINE):
        return Confidence.LIKELY
    if b"\0" in probe.head:
        return Confidence.NO
    return Confidence.MAYBE if probe.suffix == ".line" else Confidence.NO


def locate(board, part):
    return Location(path="located", line=99, column=3) if part == "dealer" else None


def fix(source, sink, ctx):
    for number, text in enumerate(ctx.text(source), 1):
        fixed = text.upper()
        sink.write(fixed.encode() + b"\n")
        if fixed != text:
            yield ctx.issue("LINE001", "upper case", line=number, severity=Severity.NOTE)


def table():
    return "1 ♠\n"


CARRIES = {
    Field.NUMBER,
    Field.DEALER,
    Field.VULNERABILITY,
    Field.DEAL,
    Field.PARTIAL_DEAL,
    Field.HEADER,
}

SPEC = FormatSpec(
    name="line",
    summary="One deal a line",
    suffixes=(".line", ".deal"),
    reader="overtrick_line_format:read",
    writer="overtrick_line_format:write",
    sniffer="overtrick_line_format:sniff",
    carries=CARRIES,
    read_options="overtrick_line_format:ReadOptions",
    write_options="overtrick_line_format:WriteOptions",
    diagnostics="overtrick_line_format:CODES",
    capabilities=(
        FixerSpec("overtrick_line_format:fix"),
        LocatorSpec("overtrick_line_format:locate"),
        TablesSpec({"suits": "overtrick_line_format:table"}),
    ),
)


@hookimpl
def overtrick_formats(api):
    yield SPEC
