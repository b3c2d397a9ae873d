"""A plugin as somebody else would write it, fully typed, against public names only.

`mypy --strict` checks it; it never runs. Every public shape that a plugin or a program meets is
used here at least once: if a signature changes in a way that breaks others, this file shows it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import BinaryIO

import attrs
from hypothesis import given

import overtrick
from overtrick import (
    CARDS,
    EMPTY,
    PASS,
    UNKNOWN,
    Auction,
    Board,
    BoardReader,
    BoardSet,
    Call,
    Card,
    Contract,
    Deal,
    Detection,
    Diagnostic,
    Extras,
    ExtraValue,
    Field,
    FormatError,
    Grid,
    Hand,
    Limits,
    Location,
    LossKind,
    LossReport,
    Missing,
    Play,
    PluginManager,
    PluginRecord,
    Result,
    Score,
    Seat,
    Severity,
    Vulnerability,
)
from overtrick.plugin import (
    ALL_FIELDS,
    DEAL_FIELDS,
    ApiVersion,
    Catalogue,
    CommandSpec,
    Confidence,
    DealCounter,
    DealCounterSpec,
    DiagnosticCode,
    Diagnostics,
    FileCheck,
    FixerSpec,
    FormatSpec,
    Kind,
    LocatorSpec,
    LossCollector,
    OtherFileSpec,
    Probe,
    ReadContext,
    Reader,
    RuleContext,
    RuleSample,
    RuleSpec,
    SplitterSpec,
    ViewContext,
    ViewSpec,
    WriteContext,
    Writer,
    hookimpl,
    option,
)
from overtrick_testing import FormatSuite, example_boards, keep_fields, strategies

CODES = Catalogue(
    DiagnosticCode(
        code="CLUB001",
        severity=Severity.ERROR,
        template="not a board: {what}",
        kind="inconsistent",
        clause="Club rules §1",
        hint="ask the host",
        sample="x",
        fix="1",
    )
)


@attrs.frozen(kw_only=True)
class ReadOptions:
    """Options of reading."""

    encoding: str = option("utf-8", help="the text's encoding", choices=("utf-8", "cp1252"))
    first_board: int = option(1, help="the number of the first board")
    keep_notes: bool = option(True, help="whether notes are read")


@hookimpl
def overtrick_formats(api: ApiVersion) -> Iterable[FormatSpec]:
    """Declare a format with every part that a format can have."""
    if api.major == 1:
        yield FormatSpec(
            name="club",
            summary="The club's own format",
            suffixes=(".club", ".clb"),
            magic=(b"CLUB",),
            reader="club:read",
            writer="club:write",
            sniffer="club:sniff",
            carries=DEAL_FIELDS | {Field.EXTRAS},
            binary=False,
            streams=True,
            spec_url="https://club.example/format",
            read_options="club:ReadOptions",
            write_options="club:ReadOptions",
            diagnostics="club:CODES",
            capabilities=(
                FixerSpec("club:fix"),
                LocatorSpec("club:locate"),
                SplitterSpec("club:split"),
                DealCounterSpec("club:COUNTER"),
            ),
        )
        yield FormatSpec(name="words", summary="By words", carries={"number", "deal"})


@attrs.frozen(kw_only=True)
class LessonSpec:
    """A lesson, as the club's own kind of plugin has it."""

    name: str
    summary: str = ""
    text: str = ""


LESSONS = Kind(name="lessons", summary="Lessons in play", spec=LessonSpec)


@hookimpl
def overtrick_kinds() -> Iterable[Kind[LessonSpec]]:
    """Bring a kind."""
    yield LESSONS


@hookimpl
def overtrick_lessons(api: ApiVersion) -> Iterable[LessonSpec]:
    """Declare what is of it."""
    yield LessonSpec(name="squeeze", text=f"Count the losers, {api}.")


@hookimpl
def overtrick_commands() -> Iterable[CommandSpec]:
    """Declare a command."""
    yield CommandSpec(name="night", summary="A club night", command="club.command:night")


@hookimpl
def overtrick_rules() -> Iterable[RuleSpec]:
    """Declare a rule for a board, and one for a file."""
    yield RuleSpec(
        name="stock",
        summary="We own 36 boards",
        board="club:check_stock",
        diagnostics="club:CODES",
        samples="club:samples",
    )
    yield RuleSpec(
        name="order",
        summary="Boards are in order",
        file="club:Order",
        formats=("club",),
        diagnostics="club:CODES",
        fix="club:sort",
    )


@hookimpl
def overtrick_views(api: ApiVersion) -> Iterable[ViewSpec]:
    """Declare a view."""
    yield ViewSpec(
        name="names",
        summary="A line a board",
        view="club:show",
        suffixes=(".txt",),
        media_type="text/plain",
        options="club:ReadOptions",
    )


@hookimpl
def overtrick_other_files(api: ApiVersion) -> Iterable[OtherFileSpec]:
    """Declare files that hold no boards."""
    yield OtherFileSpec(
        name="lesson",
        summary="Lessons in play",
        holds="a lesson, which has no boards",
        use="overtrick lesson {file} opens it",
        suffixes=(".lesson",),
        magic=(b"LESSON",),
        diagnostics="club:CODES",
    )


def sniff(probe: Probe) -> Confidence:
    """Tell by the first word."""
    if probe.is_whole and not probe.head:
        return Confidence.NO
    return Confidence.CERTAIN if probe.head.startswith(b"CLUB") else Confidence.MAYBE


def read(source: BinaryIO, ctx: ReadContext) -> Iterator[Board]:
    """Read a board a line."""
    options = ctx.options(ReadOptions)
    ctx.header = Extras({"club:encoding": options.encoding})
    for line, text in enumerate(ctx.text(source, encoding=options.encoding), 1):
        if not ctx.wants_any(Field.DEAL, Field.PARTIAL_DEAL):
            continue
        try:
            deal = Deal.parse(text)
        except overtrick.DealError as error:
            found = ctx.issue("CLUB001", line=line, column=1, what=error, part="deal")
            assert found.is_error
        else:
            yield Board(number=options.first_board + line - 1, deal=deal)


def write(boards: Iterable[Board], sink: BinaryIO, ctx: WriteContext) -> None:
    """Write a board a line."""
    for board in boards:
        if board.deal is None:
            ctx.lose(board, Field.DEAL, "there is none", LossKind.DEFAULTED)
            ctx.issue("CLUB003", "a board without a deal is left out", board=board)
        else:
            sink.write(f"{board.deal.to_text(Seat.NORTH)}\n".encode())


def locate(board: Board, part: str) -> Location | None:
    """Every part is where the board is."""
    return board.origin if part else None


def fix(source: BinaryIO, sink: BinaryIO, ctx: ReadContext) -> Iterable[Diagnostic]:
    """Fix nothing."""
    sink.write(source.read())
    return tuple(ctx.diagnostics)


class ClubDealCounter:
    """Counts nothing yet."""

    def counters(self, data: bytes) -> dict[int, int]:
        """Return a count of 0 for the one board."""
        return {1: 0}

    def with_counters(self, data: bytes, counters: Mapping[int, int]) -> bytes:
        """Return the file as it is."""
        return data


def check_stock(board: Board, ctx: RuleContext) -> None:
    """Say that the club owns 36 boards."""
    if board.number is not None and board.number > 36:
        ctx.issue("CLUB002", "we own 36 boards", board=board, severity=Severity.NOTE, part="number")


class Order(FileCheck):
    """See whether each board follows the one before."""

    last = 0

    def see(self, board: Board) -> None:
        """Compare with the board before."""
        if board.number is not None:
            if board.number < self.last:
                self.ctx.issue("CLUB001", board=board, what=self.ctx.header.get("club:name"))
            self.last = board.number

    def end(self) -> None:
        """Say how many there were."""
        self.ctx.issue("CLUB003", f"{self.last} in {self.ctx.path}, {self.ctx.format}")


def sort(boards: Iterable[Board], ctx: RuleContext) -> Iterable[Board]:
    """Put them in order."""
    ctx.issue("CLUB001", what="order")
    return sorted(boards, key=lambda board: board.label)


def samples() -> Iterable[RuleSample]:
    """Give a bad board and a good one."""
    yield RuleSample(code="CLUB002", bad=Board(number=37), good=[Board(number=36)])


def show(boards: Iterable[Board], sink: BinaryIO, ctx: ViewContext) -> None:
    """Show the boards' names."""
    end = "\n" if ctx.is_terminal and not ctx.has_colour else "\r\n"
    for board in boards:
        sink.write(f"{board.label}{end}".encode(ctx.options(ReadOptions).encoding))


# The functions are of the shapes that the protocols ask for.
reader: Reader = read
writer: Writer = write
COUNTER: DealCounter = ClubDealCounter()


def use_of_the_library(path: Path) -> dict[str, ExtraValue]:
    """Use what a program uses; the annotations say what each part gives."""
    manager = PluginManager(discover=False)
    record: PluginRecord = manager.register(overtrick, name="none")
    lessons: dict[str, LessonSpec] = manager.specs(LESSONS)
    rules: dict[str, RuleSpec] = manager.specs(RuleSpec)
    commands: dict[str, CommandSpec] = manager.specs(CommandSpec)
    assert not lessons.keys() & rules.keys() & commands.keys()
    boards: BoardSet = overtrick.read(path, errors="collect", wants={Field.DEAL}, manager=manager)
    with overtrick.open_boards(path, limits=Limits(max_bytes=10, max_seconds=0.5)) as opened:
        stream: BoardReader = opened
        first: Board | None = next(stream, None)
        findings: Diagnostics = stream.diagnostics
    detection: Detection = overtrick.detect(path)
    report: LossReport = overtrick.write(boards, path, format="club", on_loss="raise")
    losses = LossCollector()
    text: str = overtrick.dumps(boards, format="club", losses=losses)
    again: BoardSet = overtrick.loads(text, format="club", limits=Limits(max_boards=9))
    with path.open("r+b") as file:
        again = overtrick.load(file, errors="collect", wants=[Field.DEAL], manager=manager)
        report = overtrick.dump(again, file, options={"title": "x"})
    for loss in report:
        field: Field = loss.field
        assert field in ALL_FIELDS
    try:
        done = overtrick.convert(path, "copy.pbn", write_options={"status": "Sealed"})
        written: bool = done.written
    except FormatError as error:
        place: Location = error.diagnostic.location
        line: int | None = place.line
        return {"club:line": line}
    return {
        "club:name": record.name,
        "club:first": None if first is None else first.label,
        "club:found": len(findings),
        "club:format": detection.format,
        "club:written": written,
    }


def use_of_the_model(board: Board) -> tuple[str | None, ...]:
    """Ask a board for all that it may know: each field is its value or `None`."""
    auction: Auction | None = board.auction
    calls: tuple[Call, ...] = (PASS,) if auction is None else auction.calls
    hand: Hand | None = None if board.deal is None else board.deal[Seat.WEST]
    cards: tuple[Card, ...] = CARDS if hand is None else hand.cards
    contract: Contract | None = board.contract
    declarer: Seat | None = None if contract is None else contract.declarer
    result: Result | None = board.result
    tricks = None if result is None or declarer is None else result.for_declarer(declarer)
    tables: tuple[Grid, ...] = board.grids
    vulnerability: Vulnerability | None = board.vulnerability
    is_vulnerable = vulnerability is not None and vulnerability.includes(Seat.EAST)
    play: Play | None = board.play
    leader: Seat | None = None if play is None else play.leader
    score: Score | None = board.score
    points = None if score is None else score.ns
    west: str | None = board.info.player(Seat.WEST)
    said: Missing | None = board.said("info.players.west")
    unknown = Board(missing={"dealer": UNKNOWN, "result": EMPTY})
    return (
        str(calls[0]),
        cards[0].symbol,
        None if contract is None else contract.text,
        str(tricks),
        str(len(tables)),
        str(is_vulnerable),
        None if leader is None else leader.symbol,
        str(points),
        "?" if said is UNKNOWN else west,
        str(unknown.missing.get("dealer")),
    )


class TestClub(FormatSuite):
    """The kit, with all that a plugin may set."""

    format_name = "club"
    corpus = "tests/corpus"
    plugin = "club"
    level = 1
    read_ahead = 1 << 18
    max_examples = 10

    @classmethod
    def make_examples(cls, carries: frozenset[Field]) -> tuple[Board, ...]:
        """Give boards that the format can hold."""
        return tuple(keep_fields(board, carries) for board in example_boards())

    def test_no_silent_loss(self) -> None:
        """A requirement may be overridden by name."""
        super().test_no_silent_loss()


@given(strategies.boards(carries=DEAL_FIELDS, consistent=True))
def test_generated_boards_are_boards(board: Board) -> None:
    """Strategies are typed."""
    assert board.label
