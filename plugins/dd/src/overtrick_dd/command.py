"""`overtrick dd`: print tables and par, write them into files, or check those of a file."""

from __future__ import annotations

import functools
import itertools
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import attrs
import click

from overtrick import Board, DoubleDummyGrid, EditError, Field, select
from overtrick.plugin import Seals, default_manager, json_text, printable
from overtrick_cli.commands import (
    FILE,
    INPUT,
    PLUGIN,
    USAGE,
    Failure,
    Job,
    Outcome,
    Ranges,
    check_report,
    conversion_options,
    is_debugging,
    is_read_too,
    one_of,
    open_readable,
    perform,
    plural,
    print_json,
    read_options,
    say,
    target_format,
    tell,
    write_report,
)
from overtrick_dd import boards as results
from overtrick_dd.cache import cache_path, shared_cache
from overtrick_dd.progress import solve_telling
from overtrick_dd.solving import TIMEOUT
from overtrick_dd.spec import SOLVERS

_LUMP: Final = 5_000
"""The number of boards in a batch."""

_LETTERS: Final = str.maketrans({"♠": "S", "♥": "H", "♦": "D", "♣": "C", "·": ","})


@attrs.define
class _Work:
    """The solving of a file's boards, with reports to the user."""

    solver: str | None
    timeout: float
    use_cache: bool
    is_quiet: bool = False
    failed: int = 0

    def tables(self, given: Sequence[Board]) -> dict[int, DoubleDummyGrid]:
        """Return the tables of boards by place; report the boards without one.

        Ctrl-C reports the kept results and is raised again.
        """
        deals = {place: results.complete_deal(board) for place, board in enumerate(given)}
        for place, deal in deals.items():
            if deal is None:
                self._print(
                    f"board {given[place].label}: skipped, for {results.why_not(given[place])}"
                )
        complete = {place: deal for place, deal in deals.items() if deal is not None}
        found, failed = solve_telling(
            complete,
            lambda place: f"board {given[place].label}",
            solver=self.solver,
            use_cache=self.use_cache,
            timeout=self.timeout,
        )
        self.failed += len(failed)
        return found

    def _print(self, text: str) -> None:
        if not self.is_quiet:
            say(printable(text))


@click.command()
@click.argument("file", type=FILE, required=False)
@click.option(
    "-o", "output", type=FILE, metavar="OUT", help="Write the boards with tables and par to OUT."
)
@click.option(
    "--check", "is_check", is_flag=True, help="Compare the tables in the file with the solver's."
)
@click.option("--replace", is_flag=True, help="With -o: replace existing tables and par.")
@click.option("--boards", type=Ranges(), help="Use only these boards, such as 3 or 1-16,20.")
@click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object per board, one per line."
)
@click.option(
    "--solver",
    metavar="NAME",
    shell_complete=one_of(lambda: sorted(default_manager().specs(SOLVERS))),
    help="Use this solver; `overtrick plugins` lists them.",
)
@click.option(
    "--timeout",
    type=click.FloatRange(min=1),
    default=TIMEOUT,
    show_default=True,
    metavar="SECONDS",
    help="Restart the solver if it does not answer within this time.",
)
@click.option("--no-cache", is_flag=True, help="Neither use nor update the result cache.")
@click.option(
    "--cache",
    "cache",
    type=click.Choice(["show", "clear"], case_sensitive=False),
    help="Show or clear the result cache.",
)
@conversion_options
@click.pass_context
def dd(
    ctx: click.Context,
    *,
    file: str | None,
    output: str | None,
    is_check: bool,
    replace: bool,
    boards: str | None,
    as_json: bool,
    solver: str | None,
    timeout: float,
    no_cache: bool,
    cache: str | None,
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
    """Print, write or check double-dummy tables and par.

    \b
      overtrick dd evening.pbn                 print tables and par
      overtrick dd evening.pbn -o with.pbn     write the boards with tables and par
      overtrick dd evening.pbn --check         check the tables in the file
      overtrick dd --cache show                show the result cache

    A double-dummy table states how many tricks each player can take as declarer if all four hands
    are open. Results are cached for later runs, also after Ctrl-C. Boards with missing cards are
    reported and skipped. With -o, existing tables are kept unless --replace is given.

    Exit codes: 0 done; 1 a table differs (--check), or the file has errors; 2 wrong usage; 3 loss
    (--fail-on-loss); 4 no solver, or it failed.
    """  # noqa: D301  # \b keeps click from joining lines
    if cache is not None:
        if file is not None:
            msg = "--cache takes no file"
            raise click.UsageError(msg)
        return _cache(cache, as_json=as_json)
    if file is None:
        msg = "name a file, or - for standard input"
        raise click.UsageError(msg)
    if output is None and (to_format or replace or keep_going or fail_on_loss or report):
        msg = "--to, --replace, --keep-going, --fail-on-loss and --report are for -o OUT"
        raise click.UsageError(msg)
    if output is not None and (is_check or as_json):
        msg = "-o writes the boards: give neither --check nor --json with it"
        raise click.UsageError(msg)
    shown: Seals = "show" if sealed == "show" else "refuse"
    work = _Work(solver, timeout, not no_cache, quiet)
    if output is not None:
        job = Job(
            source=file,
            target=output,
            from_format=from_format,
            to_format=to_format,
            options=options,
            steps=() if boards is None else (("select", (boards,)),),
            keep_going=keep_going,
            strict=strict,
            force=force,
            fail_on_loss=fail_on_loss,
            # The solver has a bar of its own.
            shows_progress=False,
            # Makeable contracts reveal the hands, whatever becomes of the file.
            sealed=shown,
        )
        check_report(report, [job])
        outcome = _write(job, work, is_replacing=replace, is_debugging=is_debugging(ctx))
        if report is not None:
            write_report(report, [outcome], is_single=True)
        return max(outcome.code, PLUGIN if work.failed else 0)
    reading = open_readable(
        file, from_format, functools.partial(read_options, options), sealed=shown
    )
    with reading as readable:
        lumps = _lumps(readable if boards is None else select(readable, boards))
        try:
            code = _check(lumps, work, as_json=as_json) if is_check else _show(lumps, work, as_json)
        except EditError:
            readable.tell()  # a finding may be the reason why a board is missing
            raise
        return max(code, readable.tell(strict=strict))


def _lumps(boards: Iterable[Board]) -> Iterator[list[Board]]:
    """Yield boards in batches, to bound memory for large files."""
    waiting = iter(boards)
    while lump := list(itertools.islice(waiting, _LUMP)):
        yield lump


def _show(lumps: Iterable[Sequence[Board]], work: _Work, as_json: bool) -> int:
    """Print makeable contracts and par."""
    first = True
    for given in lumps:
        found = work.tables(given)
        for place, board in enumerate(given):
            if place not in found:
                continue
            if as_json:
                click.echo(json_text(results.board_dict(board, found[place])))
            else:
                _echo(("" if first else "\n") + results.board_text(board, found[place]))
            first = False
    return PLUGIN if work.failed else 0


def _write(job: Job, work: _Work, *, is_replacing: bool, is_debugging: bool) -> Outcome:
    """Write the boards with their tables; an untouched board is kept byte for byte."""
    target = target_format(job, default_manager())
    if Field.GRIDS not in target.carries:
        able = [
            spec.name
            for spec in default_manager().formats().values()
            if spec.writer is not None and Field.GRIDS in spec.carries
        ]
        msg = f"{target.name} has no place for tables (these have: {', '.join(able) or 'none'})"
        raise Failure(msg, USAGE)
    counts = {"new": 0, "old": 0}

    def edit(boards: Iterator[Board]) -> Iterable[Board]:
        for given in _lumps(boards):
            tables: dict[int, DoubleDummyGrid] = {}
            for place, board in enumerate(given):
                stated = None if is_replacing else results.stated_table(board)
                if stated is not None and results.is_whole(stated):
                    tables[place] = stated
            counts["old"] += len(tables)
            wanted = [place for place in range(len(given)) if place not in tables]
            solved = work.tables([given[place] for place in wanted])
            counts["new"] += len(solved)
            tables.update((wanted[place], grid) for place, grid in solved.items())
            for place, board in enumerate(given):
                grid = tables.get(place)
                yield (
                    board
                    if grid is None
                    else results.with_results(
                        board, grid, target=target.name, is_replacing=is_replacing
                    )
                )

    outcome = perform(job, edit)
    tell(outcome, is_debugging=is_debugging, is_quiet=work.is_quiet)
    if outcome.written and not work.is_quiet:
        if job.steps and is_read_too(job.target, [job.source]):
            say(f"note: {printable(job.target)} was read, too: the other boards are gone from it")
        kept = f", {counts['old']:,} were there (--replace solves them again)"
        say(f"{plural(counts['new'], 'table')} solved{kept if counts['old'] else ''}")
    return outcome


@attrs.define
class _Compared:
    """The comparison of a file's tables with the solver's."""

    as_json: bool
    tables: int = 0
    wrong_tables: int = 0
    scores: int = 0
    wrong_scores: int = 0

    def compare(self, board: Board, stated: DoubleDummyGrid, true: DoubleDummyGrid) -> None:
        """Compare a board's table and its optimum score, and print the differences."""
        wrong = list(results.differences(stated, true))
        self.tables += 1
        self.wrong_tables += bool(wrong)
        score = results.stated_score(board)
        # Par is only worked out where a score is stated.
        pars: set[int] = set()
        if score is not None:
            pars = {par.score for par in results.board_pars(board, true)}
            self.scores += 1
            self.wrong_scores += score not in pars
        if self.as_json:
            line: dict[str, object] = {
                "board": board.label if board.number is None else board.number,
                "differs": [
                    {
                        "declarer": seat.symbol,
                        "denomination": strain.symbol,
                        "file": stated.tricks_of(seat, strain),
                        "solver": true.tricks_of(seat, strain),
                    }
                    for seat, strain in wrong
                ],
            }
            if score is not None:
                line["optimum_score"] = {"file": score, "solver": sorted(pars)}
            click.echo(json_text(line))
            return
        if wrong:
            words = ", ".join(
                f"{seat.symbol} {strain.glyph} {stated.tricks_of(seat, strain)} and not "
                f"{true.tricks_of(seat, strain)}"
                for seat, strain in wrong
            )
            _echo(f"Board {printable(board.label)}: {words}")
        if score is not None and score not in pars:
            by = " or ".join(map(str, sorted(pars)))
            _echo(f"Board {printable(board.label)}: OptimumScore NS {score} and not NS {by}")

    def sum_up(self) -> None:
        """Print the number of comparisons."""
        for count, noun, wrong in (
            (self.scores, "optimum score", self.wrong_scores),
            (self.tables, "table", self.wrong_tables),
        ):
            if count or noun == "table":
                verb = "differs" if wrong == 1 else "differ"
                click.echo(f"{plural(count, noun)} compared, {wrong:,} {verb}")


def _check(lumps: Iterable[Sequence[Board]], work: _Work, *, as_json: bool) -> int:
    """Compare the tables that boards have with the solver's, and optimum scores with par."""
    compared = _Compared(as_json)
    for given in lumps:
        stated = [
            (board, table)
            for board in given
            if (table := results.stated_table(board)) is not None and results.is_known(table)
        ]
        found = work.tables([board for board, _ in stated])
        for place, (board, table) in enumerate(stated):
            if place in found:
                compared.compare(board, table, found[place])
    if not as_json:
        compared.sum_up()
    if compared.wrong_tables or compared.wrong_scores:
        return INPUT
    return PLUGIN if work.failed else 0


def _cache(action: str, *, as_json: bool) -> int:
    path = cache_path()
    cache = shared_cache()
    if path is None:
        click.echo("there is no cache: OVERTRICK_CACHE is empty")
        return 0
    if action == "clear":
        removed = cache.clear()
        cache.close()
        click.echo(f"{printable(str(path))}: {plural(removed, 'result')} removed")
        return 0
    state = cache.state()
    if as_json:
        print_json({"path": str(path), "results": state.entries, "bytes": state.size})
    else:
        size = f"{state.size / 1e6:.1f} MB"
        click.echo(f"{printable(str(path))}: {plural(state.entries, 'result')}, {size}")
    cache.close()
    return 0 if state.trouble is None else INPUT


def _echo(text: str) -> None:
    """Print text with suit symbols, or with letters if the encoding has no symbols."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        text = text.translate(_LETTERS)
    click.echo(text)
