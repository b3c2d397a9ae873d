"""`overtrick select`: the boards that fit a condition, by number or as a file."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence

import click

from overtrick.api import detect, open_boards
from overtrick.cli.conversion import Job, perform
from overtrick.cli.failures import INPUT, PLUGIN, Failure, exit_code, failing
from overtrick.cli.inputs import PIPE, no_board, standard_input
from overtrick.cli.options import FILE, conversion_options, is_debugging
from overtrick.cli.reporting import check_report, tell, write_report
from overtrick.cli.terminal import Progress, plural, print_json, say, say_finding
from overtrick.files.sources import files_in
from overtrick.findings.diagnostics import Diagnostic, Severity, in_order
from overtrick.findings.errors import OvertrickError
from overtrick.model.board import Board
from overtrick.model.grids import DoubleDummyGrid
from overtrick.model.hands import Deal
from overtrick.tools.printable import printable
from overtrick_hands.conditions.compiling import Solver
from overtrick_hands.conditions.condition import Condition, compile_condition
from overtrick_hands.conditions.limits import verdict
from overtrick_hands.selection import Found, explanation, numbers_text, search

_SHOWN = 10  # so many numbers of boards that do not tell are named


@click.command()
@click.argument("paths", nargs=-1, type=FILE, metavar="FILE...")
@click.option(
    "--where", "text", required=True, metavar="CONDITION", help="What the boards have to be like."
)
@click.option(
    "-o", "output", type=FILE, metavar="OUT", help="Write the boards to a file; - to a pipe."
)
@click.option("--count", is_flag=True, help="Print how many boards fit, not which.")
@click.option("--json", "as_json", is_flag=True, help="Print what was found as JSON.")
@click.option("--explain", is_flag=True, help="Show how the condition was understood.")
@click.option(
    "--solve", is_flag=True, help="Ask the solver for double-dummy tricks that boards lack."
)
@click.option("--show-cards", is_flag=True, help="Tell of hands that a file says are sealed, too.")
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
    show_cards: bool,
    from_format: str | None,
    to_format: str | None,
    options: tuple[tuple[str, str], ...],
    strict: bool,
    keep_going: bool,
    fail_on_loss: bool,
    report: str | None,
    force: bool,
    quiet: bool,
) -> int:
    """Pick the boards that fit a condition, from files of any format.

    Without -o their numbers are printed, as --boards of other commands takes them. What a board
    does not tell is unknown: it is not picked, and counted at the end.

    \b
    North opens a strong notrump:
      overtrick select evening.pbn --where "north.hcp in 15..17 and balanced(north)"
    A two-suiter; a strong hand with spades, whoever holds it:
      overtrick select evening.pbn --where "shape(south, any 55xx + any 64xx)"
      overtrick select evening.pbn --where "someone(hcp >= 20 and spades >= 5)"
    Honours, losers, what experts count, points of your own:
      overtrick select evening.pbn --where "has(west, SA, SK) or west.hearts.top3 == 3"
      overtrick select evening.pbn --where "south.losers <= 5 and south.cccc >= 15.5"
      overtrick select evening.pbn --where "points(east, 3, 2, 1) >= 8"
    Partnerships:
      overtrick select evening.pbn --where "ns.hcp >= 25 and ns.fit >= 8"
    The contract, and what came of it:
      overtrick select evening.pbn --where "level >= 6 and not made"
      overtrick select evening.pbn --where "contract in 3NT..4S and declarer in ew"
      overtrick select evening.pbn --where "declarer.trumps + dummy.trumps <= 7"
    Dealer, vulnerability, numbers, names, double-dummy tricks:
      overtrick select evening.pbn --where "dealer is north and ns is vulnerable"
      overtrick select evening.pbn --where "board in (1..4, 13) and board % 2 == 1"
      overtrick select evening.pbn --where "south.name contains 'smith'" --count
      overtrick select evening.pbn --where "tricks(south, notrump) >= 9"
    ... by the table in the file; --solve asks the solver of overtrick-dd where there is none.
    Into a file, byte for byte as they stood, or through a pipe:
      overtrick select evening.pbn --where "ns.hcp >= 33" -o slams.pbn
      overtrick select evening.pbn --where "ns.hcp >= 33" -o - | overtrick show -

    The whole language: docs/hands.md. --explain shows how a condition was understood.
    """  # noqa: D301  # click reads the mark that \b stands for
    condition = compile_condition(text, solver=_solver() if solve else None)
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
    if verdict(condition.tree) is False and not quiet:
        say("note: the condition can never be true")
    if output is None:
        extra = {"--to": to_format, "--report": report}
        for name, given in (*extra.items(), ("--fail-on-loss", fail_on_loss), ("--force", force)):
            if given:
                msg = f"{name} is for writing boards: give -o OUT"
                raise click.UsageError(msg)
        search_all = _Search(condition, from_format, options, show_cards=show_cards)
        return search_all.run(paths, count=count, as_json=as_json, strict=strict, quiet=quiet)
    if as_json or count:
        msg = "--json and --count print what was found: give no -o"
        raise click.UsageError(msg)
    job = Job(
        source=paths[0],
        target=output,
        from_format=from_format,
        to_format=to_format or _own_format(paths[0], output, from_format),
        options=options,
        keep_going=keep_going,
        strict=strict,
        force=force,
        fail_on_loss=fail_on_loss,
    )
    check_report(report, [job])
    found = Found()
    others = _Others(paths[1:], from_format, keep_going=keep_going)

    def keep(boards: Iterator[Board]) -> Iterable[Board]:
        return found.keep(others.after(boards), condition)

    outcome = perform(job, keep)
    tell(outcome, is_debugging=is_debugging(ctx), is_quiet=quiet)
    code = max(outcome.code, _tell(others.findings, strict=strict, quiet=quiet))
    if outcome.written and not quiet:
        _summarize(found, len(paths))
    if report is not None:
        write_report(report, [outcome], is_single=True)
    return code


def _solver() -> Solver:
    """Return the solver that overtrick-dd brings.

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

    # A condition may ask of one deal many times.
    @functools.lru_cache(maxsize=1)
    def table(deal: Deal) -> DoubleDummyGrid:
        return overtrick_dd.table(deal)

    return lambda deal, declarer, strain: table(deal).tricks_of(declarer, strain)


def _own_format(source: str, target: str, from_format: str | None) -> str | None:
    """Return the format to write into a pipe: that of the source, where it can be told."""
    if target != PIPE or source == PIPE:
        return from_format if target == PIPE else None
    return from_format or detect(source).format


class _Others:
    """The boards of more files, to be written behind those of the first."""

    def __init__(self, paths: Sequence[str], format: str | None, *, keep_going: bool) -> None:
        self._paths = paths
        self._format = format
        self._keep_going = keep_going
        self.findings: list[Diagnostic] = []

    def after(self, boards: Iterable[Board]) -> Iterator[Board]:
        """Yield some boards, and then those of the files."""
        yield from boards
        for given in self._paths:
            for path in files_in(given):
                source = standard_input() if path == PIPE else path
                with open_boards(
                    source,
                    format=self._format,
                    errors="collect" if self._keep_going else "raise",
                    path=path,
                ) as reader:
                    yield from reader
                    self.findings.extend(in_order(reader.diagnostics))


class _Search:
    """Tries a condition on files and prints which boards fit."""

    def __init__(
        self,
        condition: Condition,
        format: str | None,
        options: tuple[tuple[str, str], ...],
        *,
        show_cards: bool,
    ) -> None:
        self._condition = condition
        self._format = format
        self._options = dict(options)
        self._show_cards = show_cards

    def run(
        self, given: Sequence[str], *, count: bool, as_json: bool, strict: bool, quiet: bool
    ) -> int:
        """Search files; return the exit code."""
        paths = [path for one in given for path in files_in(one)]
        total = Found()
        code = 0
        records: list[dict[str, object]] = []
        with Progress("boards") as progress:
            for path in paths:
                found, findings, failed = self._search(path, progress)
                progress.hide()
                code = max(code, failed)
                code = max(code, _tell(findings, strict=strict, quiet=quiet))
                _add(total, found)
                records.append(
                    {
                        "path": path,
                        "boards": found.boards,
                        "picked": found.picked,
                        "unknown": found.unknown,
                    }
                )
                if not as_json:
                    _print(path, found, count=count, with_path=len(paths) > 1)
        if as_json:
            print_json({"where": self._condition.text, "files": records})
        if not quiet and (len(paths) > 1 or total.boards):
            _summarize(total, len(paths))
        return code

    def _search(self, path: str, progress: Progress) -> tuple[Found, Sequence[Diagnostic], int]:
        """Search a file; whatever is wrong with it is a finding."""
        try:
            found, findings = search(
                standard_input() if path == PIPE else path,
                self._condition,
                format=self._format,
                options=self._options,
                path=path,
                show_cards=self._show_cards,
                watch=progress.watch,
            )
        except (OvertrickError, OSError) as error:
            if isinstance(error, BrokenPipeError):
                raise
            return Found(), (failing(error, path),), exit_code(error)
        except Failure as error:
            return Found(), (failing(error, path),), error.exit_code
        if not found.boards and not any(item.is_error for item in findings):
            return found, (*in_order(findings), no_board(path)), 0
        return found, in_order(findings), 0


def _tell(findings: Sequence[Diagnostic], *, strict: bool, quiet: bool) -> int:
    """Say what is wrong in a file; return the exit code.

    Who looks for boards wants to know what could not be read, not what else may be said of files:
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


def _add(total: Found, found: Found) -> None:
    total.boards += found.boards
    total.picked += found.picked
    total.unknown += found.unknown


def _print(path: str, found: Found, *, count: bool, with_path: bool) -> None:
    shown = f"{printable(path)}: " if with_path else ""
    if count:
        click.echo(f"{shown}{len(found.picked)}")
    elif found.picked:
        click.echo(f"{shown}{numbers_text(found.picked)}")


def _summarize(found: Found, files: int) -> None:
    """Say how many boards fit, and how many do not tell."""
    where = f" of {files:,} files" if files > 1 else ""
    words = [f"{len(found.picked):,} of {plural(found.boards, 'board')}{where}"]
    if found.unknown:
        which = ""
        if files == 1:
            numbers = sorted(set(found.unknown))
            which = f" ({numbers_text(numbers[:_SHOWN])}{', ...' * (len(numbers) > _SHOWN)})"
        verb = "does" if len(found.unknown) == 1 else "do"
        words.append(f"{len(found.unknown):,} {verb} not tell{which}")
    say("; ".join(words))
