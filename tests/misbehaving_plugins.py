"""A plugin that has everything a plugin can have, and goes wrong wherever it is told to.

`FAULTS` maps a place of the code below to what is done there; `ENDLESS` names the places that give
things without end. The places have the names of the specifications' attributes, and of hooks.
"""

from __future__ import annotations

import itertools
import os

import attrs

from overtrick import Auction, Board, Extras, Field, Location, ModelError, Seat, Severity
from overtrick.plugin import (
    Catalogue,
    CommandSpec,
    Confidence,
    DealCounterSpec,
    DiagnosticCode,
    ExtrasSpec,
    FileCheck,
    FixerSpec,
    FormatSpec,
    Kind,
    LocatorSpec,
    OtherFileSpec,
    Part,
    RuleSpec,
    SplitterSpec,
    TablesSpec,
    ViewSpec,
    hookimpl,
    option,
)

FAULTS = {}
ENDLESS = set()
GIVEN = []
"""The files that were given to be written to."""


def act(place):
    """Go wrong, if it is to be here."""
    if place in FAULTS:
        FAULTS[place]()


def close_what_was_given():
    """Close the file that the plugin was given last."""
    GIVEN[-1].close()


def more(place, make=lambda number: number):
    """Return things without end, if it is to be here."""
    return map(make, itertools.count(1000)) if place in ENDLESS else ()


CODES = Catalogue(
    DiagnosticCode(
        code="CARE001",
        severity=Severity.NOTE,
        template="an odd number",
        sample="3",
        fix="2",
    ),
)


class Listed:
    """A catalogue that is none, and says its codes when it is asked."""

    def values(self):
        act("formats.diagnostics")
        return CODES.values()


LISTED = Listed()


class RuleCodes:
    def values(self):
        act("rules.diagnostics")
        return CODES.values()


RULE_CODES = RuleCodes()


class OtherCodes:
    def values(self):
        act("other_files.diagnostics")
        return CODES.values()


OTHER_CODES = OtherCodes()


@attrs.frozen(kw_only=True)
class ReadOptions:
    start: int = option(0, help="where to begin")

    def __attrs_post_init__(self):
        act("formats.read_options")


@attrs.frozen(kw_only=True)
class WriteOptions:
    title: str | None = option(None, help="the first line")

    def __attrs_post_init__(self):
        act("formats.write_options")


@attrs.frozen(kw_only=True)
class ViewOptions:
    title: str | None = option(None, help="the first line")

    def __attrs_post_init__(self):
        act("views.options")


def sniff(probe):
    act("formats.sniffer")
    return Confidence.CERTAIN if probe.head.startswith(b"careless") else Confidence.NO


def _board(number):
    # The second call is too low, which is a finding of bridge law with a part.
    return Board(
        number=number,
        auction=Auction.of(Seat.NORTH, "2C 1D Pass Pass Pass"),
        extras=Extras({"careless:seat": "N"}),
    )


def read(source, ctx):
    act("formats.reader")
    ctx.options(ReadOptions)
    try:
        for line, text in enumerate(ctx.text(source), 1):
            if text.isdigit():
                if int(text) % 2:
                    ctx.issue("CARE001", line=line)
                yield _board(int(text))
                act("formats.reader, after a board")
        board = _board(2)
        yield from more("formats.reader", lambda _: board)
        act("formats.reader, at the end")
    finally:
        act("formats.reader, closing")


def read_late(source, ctx):
    """Read as a function that is none of a generator."""
    return list(read(source, ctx))


def split(source, size):
    act("formats.splitter")
    yield Part(0, 2)
    act("formats.splitter, after a part")
    yield from more("formats.splitter", lambda number: Part(number - 998, number - 997))
    yield Part(2, None)


def write(boards, sink, ctx):
    GIVEN.append(sink)
    act("formats.writer")
    ctx.options(WriteOptions)
    sink.write(b"careless\n")
    for board in boards:
        sink.write(b"%d\n" % board.number)
        act("formats.writer, after a board")


def locate(board, part):
    act("formats.locator")
    return Location(line=1, column=1)


def fix(source, sink, ctx):
    act("formats.fixer")
    sink.write(source.read())
    yield ctx.issue("CARE001", line=1)
    GIVEN.append(sink)
    act("formats.fixer, after a finding")


def table():
    act("formats.tables")
    return "one\n"


def turn(value, turns):
    act("formats.rotated")
    return "E"


class Books:
    """Counts nothing."""

    def counters(self, data):
        act("formats.counter, counters")
        return {1: 0}

    def with_counters(self, data, counters):
        act("formats.counter, with_counters")
        return data


BOOKS = Books()


def judge(board, ctx):
    act("rules.board")


class Order(FileCheck):
    def __init__(self, ctx):
        act("rules.file")
        super().__init__(ctx)

    def see(self, board):
        act("rules.file, see")

    def end(self):
        act("rules.file, end")


def complain(board, ctx):
    ctx.issue("CARE001", board=board)


def samples():
    act("rules.samples")
    return ()


def fix_boards(boards, ctx):
    act("rules.fix")
    yield from boards
    act("rules.fix, at the end")
    yield from more("rules.fix", _board)


def show(boards, sink, ctx):
    GIVEN.append(sink)
    act("views.view")
    ctx.options(ViewOptions)
    for board in boards:
        sink.write(b"%d\n" % board.number)
        act("views.view, after a board")


def solve():
    act("solvers.solver")
    return Solver()


class Solver:
    def tables(self, deals):
        act("solvers.solver, tables")
        return []


def absence():
    act("solvers.absence")


def routes(site):
    act("pages.routes")
    return []


def open_driver(url, *, timeout):
    act("drivers.driver")
    raise ModelError("there is no such machine")


HERE = "overtrick_careless"

FORMAT = FormatSpec(
    name="careless",
    summary="Numbers of boards",
    suffixes=(".care",),
    reader=f"{HERE}:read",
    writer=f"{HERE}:write",
    sniffer=f"{HERE}:sniff",
    carries={Field.NUMBER},
    read_options=f"{HERE}:ReadOptions",
    write_options=f"{HERE}:WriteOptions",
    diagnostics=f"{HERE}:LISTED",
    capabilities=(
        ExtrasSpec(rotated={"seat": f"{HERE}:turn"}),
        FixerSpec(f"{HERE}:fix"),
        LocatorSpec(f"{HERE}:locate"),
        SplitterSpec(f"{HERE}:split"),
        DealCounterSpec(f"{HERE}:BOOKS"),
        TablesSpec({"one": f"{HERE}:table"}),
    ),
)


@attrs.frozen(kw_only=True)
class TrickSpec:
    name: str
    summary: str


TRICKS = Kind(name="tricks", summary="Tricks with cards", spec=TrickSpec)


@hookimpl
def overtrick_kinds(api):
    act("overtrick_kinds")
    yield TRICKS


@hookimpl
def overtrick_tricks(api):
    act("overtrick_tricks")
    yield TrickSpec(name="pass", summary="A card is gone")


@hookimpl
def overtrick_formats(api):
    act("overtrick_formats")
    yield FORMAT


@hookimpl
def overtrick_commands(api):
    act("overtrick_commands")
    spec = CommandSpec(name="careless", summary="Does little", command=f"{HERE}_command:command")
    yield spec


@hookimpl
def overtrick_rules(api):
    act("overtrick_rules")
    spec = RuleSpec(
        name="careless",
        summary="Says nothing",
        board=f"{HERE}:judge",
        diagnostics=f"{HERE}:RULE_CODES",
        samples=f"{HERE}:samples",
        formats=("careless",),
        fix=f"{HERE}:fix_boards",
    )
    yield spec
    yield RuleSpec(
        name="order",
        summary="Says nothing of a file",
        file=f"{HERE}:Order",
        formats=("careless",),
        diagnostics=f"{HERE}:RULE_CODES",
    )
    # By its name it comes last: the neighbour of the others.
    yield RuleSpec(
        name="plain",
        summary="Says something of every board",
        board=f"{HERE}:complain",
        formats=("careless",),
        diagnostics=f"{HERE}:RULE_CODES",
    )


@hookimpl
def overtrick_views(api):
    act("overtrick_views")
    spec = ViewSpec(
        name="careless",
        summary="Numbers",
        view=f"{HERE}:show",
        suffixes=(".care",),
        options=f"{HERE}:ViewOptions",
    )
    yield spec


@hookimpl
def overtrick_other_files(api):
    act("overtrick_other_files")
    spec = OtherFileSpec(
        name="carefree",
        summary="Holds nothing",
        holds="nothing at all",
        use="nothing takes {file}",
        suffixes=(".free",),
        diagnostics=f"{HERE}:OTHER_CODES",
    )
    yield spec


@hookimpl(optionalhook=True)
def overtrick_solvers(api):
    act("overtrick_solvers")
    # Imported here: only where the hook is called is that plugin installed.
    from overtrick_dd import SolverSpec

    spec = SolverSpec(
        name="careless",
        summary="Solves nothing",
        solver=f"{HERE}:solve",
        absence=f"{HERE}:absence",
    )
    yield spec


@hookimpl(optionalhook=True)
def overtrick_drivers(api):
    act("overtrick_drivers")
    from overtrick_duplimate_device import DriverSpec

    spec = DriverSpec(
        name="careless",
        summary="Opens nothing",
        driver=f"{HERE}:open_driver",
        schemes=("careless",),
    )
    yield spec


@hookimpl(optionalhook=True)
def overtrick_pages(api):
    act("overtrick_pages")
    from overtrick_web import PageSpec

    spec = PageSpec(
        name="careless", title="Careless", summary="Shows nothing", routes=f"{HERE}:routes"
    )
    yield spec


if "OVERTRICK_CARELESS" in os.environ:
    # In a process of its own: a place, a colon, and what is done there.
    place, _, what = os.environ["OVERTRICK_CARELESS"].partition(":")
    FAULTS[place] = lambda: exec(what)  # noqa: S102  # the test says what
    act("import")
