"""`overtrick select`: print the boards that match a condition, or write them to a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

import attrs
import click

from overtrick import (
    Board,
    Deal,
    Diagnostic,
    DoubleDummyGrid,
    SealedError,
    Severity,
    detect,
    open_boards,
)
from overtrick.plugin import (
    FoundFile,
    Seals,
    default_manager,
    files_in,
    find_files,
    in_order,
    printable,
)
from overtrick_cli.commands import (
    FILE,
    INPUT,
    PIPE,
    PLUGIN,
    USAGE,
    BatchTask,
    Failure,
    Job,
    Outcome,
    Progress,
    check_report,
    conversion_options,
    is_debugging,
    is_read_too,
    jobs_option,
    plural,
    print_json,
    say,
    say_finding,
    standard_input,
    tell,
    write_report,
)
from overtrick_cli.commands import perform as convert
from overtrick_hands.conditions.condition import Condition, compile_condition
from overtrick_hands.searching import Searched, SearchJob, died, perform
from overtrick_hands.selection import (
    Found,
    Row,
    Search,
    explanation,
    numbers_text,
    reveals_hands,
)
from overtrick_hands.tables import Tables, Tried, answered, tried

ItemT = TypeVar("ItemT")

_SHOWN = 10  # the maximum number of undecided boards named


@click.command()
@click.argument("paths", nargs=-1, type=FILE, metavar="FILE...")
@click.option(
    "--where",
    "text",
    required=True,
    metavar="CONDITION",
    help="Select boards that satisfy this condition.",
)
@click.option(
    "-o",
    "output",
    type=FILE,
    metavar="OUT",
    help="Write the boards to OUT (- for standard output) instead of printing their numbers.",
)
@click.option("--count", is_flag=True, help="Print only how many boards are selected.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@click.option("--explain", is_flag=True, help="Show how the condition is understood.")
@click.option(
    "--solve", is_flag=True, help="Solve boards that lack the double-dummy tricks of the condition."
)
@jobs_option("; with -o, one is used")
@conversion_options
@click.pass_context
def select(
    ctx: click.Context,
    *,
    paths: tuple[str, ...],
    text: str,
    output: str | None,
    count: bool,
    as_json: bool,
    explain: bool,
    solve: bool,
    jobs: int,
    from_format: str | None,
    to_format: str | None,
    options: tuple[tuple[str, str], ...],
    strict: bool,
    keep_going: bool,
    fail_on_loss: bool,
    report: str | None,
    force: bool,
    sealed: Seals,
    quiet: bool,
) -> int:
    """Select boards that satisfy a condition, from files of any format.

    Without -o the numbers of the boards are printed, in the form that --boards of other commands
    takes. A board that lacks a value which the condition needs is not selected; such boards are
    counted at the end. A folder is searched for files of known formats.

    \b
    North opens a strong notrump:
      overtrick select evening.pbn --where "north.hcp in 15..17 and balanced(north)"
    A two-suiter; a strong hand with spades in any seat:
      overtrick select evening.pbn --where "shape(south, any 55xx + any 64xx)"
      overtrick select evening.pbn --where "someone(hcp >= 20 and spades >= 5)"
    Honours, losers, Kaplan-Rubens points, a point count of your own:
      overtrick select evening.pbn --where "has(west, SA, SK) or west.hearts.top3 == 3"
      overtrick select evening.pbn --where "south.losers <= 5 and south.cccc >= 15.5"
      overtrick select evening.pbn --where "points(east, 3, 2, 1) >= 8"
    Partnerships:
      overtrick select evening.pbn --where "ns.hcp >= 25 and ns.fit >= 8"
    Contract and result:
      overtrick select evening.pbn --where "level >= 6 and not made"
      overtrick select evening.pbn --where "contract in 3NT..4S and declarer in ew"
      overtrick select evening.pbn --where "declarer.trumps + dummy.trumps <= 7"
    Dealer, vulnerability, numbers, names, double-dummy tricks:
      overtrick select evening.pbn --where "dealer is north and ns is vulnerable"
      overtrick select evening.pbn --where "board in (1..4, 13) and board % 2 == 1"
      overtrick select evening.pbn --where "south.name contains 'smith'" --count
      overtrick select evening.pbn --where "tricks(south, notrump) >= 9"
    (Tricks are those of the table in the file. For boards without a table, --solve computes them
    with overtrick-dd if the rest of the condition does not decide.)
    Write the boards to a file, each byte as it was, or to another command:
      overtrick select evening.pbn --where "ns.hcp >= 33" -o slams.pbn
      overtrick select evening.pbn --where "ns.hcp >= 33" -o - | overtrick show -

    docs/reference/conditions.md describes the language of conditions in full.
    """  # noqa: D301  # \b keeps click from joining lines
    tables = _tables() if solve else None
    condition = compile_condition(text, solver=tables)
    if explain:
        click.echo(explanation(condition), err=bool(paths))
    if not paths:
        if explain:
            return 0
        msg = "give a file, or - for standard input (--explain needs none)"
        raise click.UsageError(msg)
    if paths.count(PIPE) > 1:
        msg = "standard input can be read once"
        raise click.UsageError(msg)
    if not quiet:
        for note in condition.notes:
            say(f"note: {note}")
    solving = None if tables is None else _Solving(tables)
    files = _files(paths)
    if sealed == "keep" and reveals_hands(condition):
        # The matching boards reveal their hands, whatever becomes of the file.
        sealed = "refuse"
    if output is None:
        extra = {"--to": to_format, "--report": report}
        for name, given in (*extra.items(), ("--fail-on-loss", fail_on_loss), ("--force", force)):
            if given:
                msg = f"{name} is for writing boards: give -o OUT"
                raise click.UsageError(msg)
        searching = _Searching(
            Search(
                condition=condition,
                format=from_format,
                options=dict(options),
                sealed=sealed,
            ),
            solving,
            is_strict=strict,
            is_quiet=quiet,
        )
        processes = 1 if PIPE in paths else jobs
        return searching.run(files, processes, count=count, as_json=as_json)
    if as_json or count:
        msg = "--json and --count print what was found: give no -o"
        raise click.UsageError(msg)
    sources = list(map(_source, files))
    job = Job(
        source=sources[0],
        target=output,
        from_format=from_format,
        to_format=to_format or _own_format(sources[0], output, from_format),
        options=options,
        keep_going=keep_going,
        strict=strict,
        force=force,
        fail_on_loss=fail_on_loss,
        # The solver has a bar of its own.
        shows_progress=solving is None,
        others=tuple(path for path in sources[1:] if path != PIPE),
        sealed=sealed,
    )
    check_report(report, [job])
    writing = _Writing(
        condition, solving, _Others(sources, from_format, sealed, keep_going=keep_going)
    )
    outcome = convert(job, writing.keep)
    tell(outcome, is_debugging=is_debugging(ctx), is_quiet=quiet)
    code = writing.report(outcome, sources, strict=strict, quiet=quiet)
    if report is not None:
        write_report(report, [outcome], is_single=True)
    return code


def _tables() -> Tables:
    """Return the double-dummy tables of the overtrick-dd solver.

    Raises:
        Failure: it is not installed, or has nothing that solves here.
    """
    try:
        import overtrick_dd
    except ModuleNotFoundError as error:
        msg = "--solve needs a solver: python -m pip install overtrick-dd[dds]"
        raise Failure(msg, PLUGIN) from error
    why = overtrick_dd.unavailable()
    if why is not None:
        raise Failure(why, PLUGIN)
    return Tables()


@attrs.define
class _Solving:
    """The solver of the tables that a condition depends on."""

    tables: Tables
    failed: int = 0

    def answers(
        self,
        attempts: Iterable[Tried[ItemT]],
        test: Callable[[ItemT], bool | None],
        name: Callable[[ItemT], str],
        before: Callable[[], None] = lambda: None,
    ) -> Iterator[tuple[ItemT, bool | None]]:
        """Yield items with their answers, in order; a progress bar shows the solving.

        Args:
            attempts: what came of the items without tables.
            test: the condition.
            name: what the user knows an item by.
            before: called before something is solved.
        """
        from overtrick_dd import solve_telling

        def solve(deals: Mapping[Deal, ItemT]) -> Mapping[Deal, DoubleDummyGrid]:
            before()
            found, failed = solve_telling(
                {deal: deal for deal in deals}, lambda deal: name(deals[deal])
            )
            self.failed += len(failed)
            return found

        return answered(attempts, test, self.tables, solve)


class _Writing:
    """A filter of matching boards; it reports their number at the end."""

    def __init__(self, condition: Condition, solving: _Solving | None, others: _Others) -> None:
        self._condition = condition
        self._solving = solving
        self._others = others
        self._found = Found()

    def keep(self, boards: Iterator[Board]) -> Iterable[Board]:
        """Yield the matching boards of all files."""
        condition, solving = self._condition, self._solving
        given = self._others.after(boards)
        answers: Iterable[tuple[Board, bool | None]]
        if solving is None:
            answers = ((board, condition(board)) for board in given)
        else:
            attempts = tried(given, condition, solving.tables)
            answers = solving.answers(attempts, condition, lambda board: f"board {board.label}")
        for board, answer in answers:
            self._found.note(board.number, answer)
            if answer:
                yield board

    def report(self, outcome: Outcome, paths: Sequence[str], *, strict: bool, quiet: bool) -> int:
        """Report the written boards; return the exit code."""
        code = max(outcome.code, _print_findings(self._others.findings, strict=strict, quiet=quiet))
        if outcome.written and not quiet:
            _summarize(self._found, len(paths))
            output = outcome.job.target
            if len(self._found.picked) < self._found.boards and is_read_too(output, paths):
                say(
                    f"note: {printable(output)} was read, too: boards that do not fit are gone "
                    "from it"
                )
        return max(code, PLUGIN if self._solving is not None and self._solving.failed else 0)


def _files(paths: Sequence[str]) -> list[FoundFile]:
    """Return the named files, with those of folders and archives listed separately.

    Raises:
        Failure: in the folders there is none of a known format.
    """
    files: list[FoundFile] = []
    for path in paths:
        if Path(path).is_dir():
            files += find_files([path], default_manager())
        else:
            files += files_in(path)
    if not files:
        msg = f"no file of a known format was found in {', '.join(map(printable, paths))}"
        raise Failure(msg, USAGE)
    return files


def _source(file: FoundFile) -> str:
    """Return the path of a file.

    Raises:
        OSError: it is a folder that cannot be searched.
    """
    if file.error is not None:
        raise file.error
    return file.path


def _own_format(source: str, target: str, from_format: str | None) -> str | None:
    """Return the output format for a pipe: that of the source, if it can be detected."""
    if target != PIPE or source == PIPE:
        return from_format if target == PIPE else None
    return from_format or detect(source).format


class _Others:
    """The boards of further files, to be written after those of the first."""

    def __init__(
        self, paths: Sequence[str], format: str | None, sealed: Seals, *, keep_going: bool
    ) -> None:
        self._paths = paths[1:]
        self._format = format
        self._sealed = sealed
        self._keep_going = keep_going
        self.findings: list[Diagnostic] = []

    def after(self, boards: Iterable[Board]) -> Iterator[Board]:
        """Yield some boards, followed by those of the files."""
        yield from boards
        for path in self._paths:
            source = standard_input() if path == PIPE else path
            with open_boards(
                source,
                format=self._format,
                errors="collect" if self._keep_going else "raise",
                path=path,
                sealed=self._sealed,
            ) as reader:
                if path == PIPE and reader.is_sealed and self._sealed != "show":
                    # What is read first has been written as it was.
                    msg = "standard input is sealed: name it before the other files"
                    raise SealedError(msg)
                yield from reader
                self.findings.extend(in_order(reader.diagnostics))


class _Searching:
    """A search of files that prints the matching boards."""

    def __init__(
        self, search: Search, solving: _Solving | None, *, is_strict: bool, is_quiet: bool
    ) -> None:
        self._search = search
        self._solving = solving
        self._is_strict = is_strict
        self._is_quiet = is_quiet

    def run(self, files: Sequence[FoundFile], processes: int, *, count: bool, as_json: bool) -> int:
        """Search files; return the exit code."""
        is_one = len(files) == 1
        job = SearchJob(
            path="",
            search=self._search,
            tables=None if self._solving is None else self._solving.tables,
            shows_progress=is_one,
        )
        total = Found()
        code = 0
        records: list[dict[str, object]] = []
        with Progress("files", total=len(files), is_wanted=not is_one) as progress:
            work = BatchTask(perform=perform, died=died, writes=False)
            jobs = [attrs.evolve(job, path=file.path, error=file.error) for file in files]
            results = work.run(jobs, processes)
            watched = progress.watch(results)
            if self._solving is not None:
                watched = self._solved(self._solving, watched, progress, is_one=is_one)
            for searched in watched:
                progress.hide()
                worst = _print_findings(
                    searched.findings, strict=self._is_strict, quiet=self._is_quiet
                )
                code = max(code, searched.code, worst)
                found = searched.found
                total.add(found)
                records.append({"path": searched.path, **attrs.asdict(found)})
                if not as_json:
                    _print(searched.path, found, count=count, with_path=not is_one)
        if as_json:
            print_json({"where": self._search.condition.text, "files": records})
        if not self._is_quiet and (not is_one or total.boards):
            _summarize(total, len(files))
        failed = self._solving is not None and self._solving.failed
        return max(code, PLUGIN if failed else 0)

    def _solved(
        self, solving: _Solving, results: Iterable[Searched], progress: Progress, *, is_one: bool
    ) -> Iterator[Searched]:
        """Yield the results of files, once all tables that their boards depend on are solved."""
        of_row = self._search.condition.of_row
        ahead: list[Searched] = []
        done = 0

        def attempts() -> Iterator[Tried[tuple[int, int, Row]]]:
            for searched in results:
                ahead.append(searched)
                for one in searched.attempts:
                    item = (len(ahead) - 1, *one.item)
                    yield Tried(item=item, answer=one.answer, deal=one.deal)
                searched.attempts.clear()

        def name(item: tuple[int, int, Row]) -> str:
            place, number, _ = item
            return f"board {number}" if is_one else f"{ahead[place].path}: board {number}"

        for (place, number, _), answer in solving.answers(
            attempts(), lambda item: of_row(item[2]), name, progress.hide
        ):
            # Nothing comes any more of the files before.
            yield from ahead[done:place]
            done = max(done, place)
            if answer is not False:
                found = ahead[place].found
                (found.unknown if answer is None else found.picked).append(number)
        yield from ahead[done:]


def _print_findings(findings: Sequence[Diagnostic], *, strict: bool, quiet: bool) -> int:
    """Report the findings of a file; return the exit code.

    A search for boards reports unreadable places only, not the other findings of files:
    `overtrick check` does that.
    """
    code = 0
    warnings = 0
    for finding in findings:
        is_warning = finding.severity is Severity.WARNING
        if finding.is_error or (strict and is_warning):
            say_finding(finding, with_hint=finding.is_error)
            code = INPUT
        warnings += is_warning
    if warnings and not strict and not quiet:
        path = printable(str(findings[0].location.path))
        say(f"{path}: {plural(warnings, 'warning')}; `overtrick check` shows them")
    return code


def _print(path: str, found: Found, *, count: bool, with_path: bool) -> None:
    shown = f"{printable(path)}: " if with_path else ""
    if count:
        click.echo(f"{shown}{len(found.picked)}")
    elif found.picked:
        click.echo(f"{shown}{numbers_text(found.picked)}")


def _summarize(found: Found, files: int) -> None:
    """Report the numbers of matching and of undecided boards."""
    where = f" of {files:,} files" if files > 1 else ""
    words = [f"{len(found.picked):,} of {plural(found.boards, 'board')}{where}"]
    if found.unknown:
        which = ""
        if files == 1:
            numbers = sorted(set(found.unknown))
            which = f" ({numbers_text(numbers[:_SHOWN])}{', ...' * (len(numbers) > _SHOWN)})"
        verb = "lacks" if len(found.unknown) == 1 else "lack"
        words.append(f"{len(found.unknown):,} {verb} a value of the condition{which}")
    say("; ".join(words))
