"""`overtrick archive dd`: double-dummy tables for boards whose files have none."""

from __future__ import annotations

import time
from typing import Final

import click

from overtrick.plugin import default_manager, printable
from overtrick_archive.archive import Archive
from overtrick_archive.commands.answers import answer_options, form_of, give
from overtrick_archive.commands.reports import check_report, write_report
from overtrick_archive.questions.limits import NO_LIMITS
from overtrick_archive.solving import SolvingReport, solve
from overtrick_cli.commands import (
    FILE,
    FOLDER,
    INPUT,
    PLUGIN,
    USAGE,
    Failure,
    Progress,
    one_of,
    plural,
    quiet_option,
    say,
)
from overtrick_hands import compile_condition

_SHOWN: Final = 20
"""The maximum number of failed deals named."""


def _solvers() -> list[str]:
    """Return the names of the installed solvers."""
    from overtrick_dd import SOLVERS

    return sorted(default_manager().specs(SOLVERS))


@click.command()
@click.argument("archive", type=FOLDER)
@click.option(
    "--where",
    "text",
    metavar="CONDITION",
    help="Solve only boards that satisfy a condition, as in `overtrick select --where`.",
)
@click.option(
    "--solver",
    metavar="NAME",
    shell_complete=one_of(_solvers),
    help="Use this solver; `overtrick plugins` lists them.",
)
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    show_default="one per core",
    help="Use N processes.",
)
@click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Solve on a Dask cluster; ADDRESS is its scheduler, such as tcp://host:8786.",
)
@click.option(
    "--check",
    is_flag=True,
    help="Solve deals that have tables in files, too, and list the files whose tables differ.",
)
@click.option("--retry-failed", is_flag=True, help="Retry deals that the solver failed on before.")
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    metavar="N",
    show_default="all",
    help="Solve at most N deals.",
)
@click.option(
    "--max-minutes",
    type=click.FloatRange(min=0, min_open=True),
    metavar="MINUTES",
    show_default="no limit",
    help="Start no more deals after this time.",
)
@click.option(
    "--timeout",
    type=click.FloatRange(min=1),
    default=120.0,
    show_default=True,
    metavar="SECONDS",
    help="Restart the solver if it does not answer within this time.",
)
@click.option("--report", type=FILE, metavar="FILE", help="Write a summary to FILE, as JSON.")
@quiet_option
@answer_options
def dd(
    archive: str,
    *,
    text: str | None,
    solver: str | None,
    jobs: int | None,
    scheduler: str | None,
    check: bool,
    retry_failed: bool,
    limit: int | None,
    max_minutes: float | None,
    timeout: float,
    report: str | None,
    quiet: bool,
    form: str | None,
    output: str | None,
    force: bool,
) -> int:
    """Solve the deals in ARCHIVE that have no double-dummy table, or an incomplete one.

    Each deal is solved once, even if it was played several times; easy deals come first. Tables
    that files contain are not changed: the solver's tables go to the table `solved`, and the column
    `double_dummy` of `boards` shows them where the file has none. The column `double_dummy_from`
    states the origin of each. The archive stays intact if the command is interrupted; run it again
    to continue.

    \b
      overtrick archive dd club.archive
      overtrick archive dd club.archive --where "level >= 6" --max-minutes 30
      overtrick archive dd club.archive --check     list files with wrong tables

    Exit codes: 0 done; 1 a table differs (--check); 2 wrong usage; 4 no solver, or it failed.
    """  # noqa: D301  # click reads the mark that \b stands for
    if jobs is not None and scheduler is not None:
        msg = "--jobs is for this machine, --scheduler for a cluster: one of them"
        raise Failure(msg, USAGE)
    if not check and (form is not None or output is not None or force):
        msg = "--format, -o and --force are for the list of --check"
        raise Failure(msg, USAGE)
    chosen = form_of(form, output, archive, force=force)
    check_report(report, archive)
    condition = None if text is None else compile_condition(text)
    if condition is not None and not quiet:
        for note in condition.notes:
            say(f"note: {note}")
    with _SolvingProgress(limit, is_wanted=not quiet) as display:
        found = solve(
            archive,
            where=condition,
            solver=solver,
            jobs=jobs,
            scheduler=scheduler,
            check=check,
            retry_failed=retry_failed,
            limit=limit,
            max_minutes=max_minutes,
            timeout=timeout,
            watch=display.show,
        )
    _report(found, report, quiet=quiet)
    code = PLUGIN if found.failed else 0
    if check:
        with Archive(archive, limits=NO_LIMITS) as opened:
            wrong = opened.sql(_WRONG)
            (counts,) = opened.sql(_COMPARED).to_pylist()
        if wrong.num_rows or form is not None or output is not None:
            give(wrong, chosen, output, force=force)
        if not quiet:
            differ = "differs" if counts["wrong"] == 1 else "differ"
            say(f"{plural(counts['tables'], 'table')} compared, {counts['wrong']:,} {differ}")
        code = INPUT if wrong.num_rows else code
    return code


def _report(found: SolvingReport, report: str | None, *, quiet: bool) -> None:
    """Report the result, and write the report file if requested."""
    for one in found.failed[:_SHOWN]:
        say(f"{one.deal.to_text()}: {printable(one.error)}")
    if len(found.failed) > _SHOWN:
        more = plural(len(found.failed) - _SHOWN, "deal")
        say(f"... and {more} more: see the column error of the table solved")
    if not quiet:
        say(_summary(found))
    write_report(report, found.to_dict())


# The files' values for a solved deal. If a file has a part, the rest is the solver's.
_PAIRS = """
    boards join solved on solved.error is null and solved.file is null
        and boards.deal_hash = solved.deal_hash
        and boards.north_hand = solved.north_hand and boards.east_hand = solved.east_hand
        and boards.south_hand = solved.south_hand
    where double_dummy_from like 'file%'
"""
_WRONG = f"""
with pairs as (
    select boards.file, boards.double_dummy as stated, solved.double_dummy as found from {_PAIRS}
), paths as (select sha256 as file, min(path) as path from files group by sha256)
select path, count(*) as tables, count(*) filter (stated <> found) as differing,
    sum(list_count(list_filter(range(1, 21), lambda n: stated[n] <> found[n])))::bigint as numbers
from pairs join paths using (file) group by path having count(*) filter (stated <> found) > 0
order by differing desc, path
"""  # noqa: S608  # words of ours
_COMPARED = f"""
select count(*) as tables, count(*) filter (boards.double_dummy <> solved.double_dummy) as wrong
from {_PAIRS}
"""  # noqa: S608  # as above


def _summary(found: SolvingReport) -> str:
    words = [f"{plural(found.solved, 'deal')} solved"]
    if found.from_files:
        words.append(f"{found.from_files:,} taken from another file")
    if found.failed:
        words.append(f"{len(found.failed):,} that the solver failed with")
    if found.left:
        words.append(f"{found.left:,} left: the same command goes on")
    if found.incomplete:
        words.append(f"{plural(found.incomplete, 'board')} without four whole hands")
    rate = found.solved / found.seconds if found.seconds else 0
    return f"{'; '.join(words)} ({found.seconds:,.1f} s, {rate:,.1f} deals/s)"


class _SolvingProgress:
    """A progress display: a bar on a terminal, occasional lines elsewhere; and its end."""

    _EVERY: Final = 30.0

    def __init__(self, limit: int | None, *, is_wanted: bool) -> None:
        self._limit = limit
        self._is_wanted = is_wanted
        self._progress: Progress | None = None
        self._found: SolvingReport | None = None
        self._done = 0
        self._last_line = time.monotonic()

    def show(self, found: SolvingReport) -> None:
        """Show the progress."""
        self._found = found
        done = found.solved + len(found.failed)
        if self._progress is None:
            total = min(done + found.left, self._limit or done + found.left)
            self._progress = Progress("deals", total=total, is_wanted=self._is_wanted)
        self._progress.advance(done - self._done)
        self._done = done
        now = time.monotonic()
        if self._is_wanted and now - self._last_line >= self._EVERY:
            self._last_line = now
            self._progress.hide()
            say(_state(found))

    def __enter__(self) -> _SolvingProgress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: object
    ) -> None:
        if self._progress is not None:
            self._progress.hide()
        if isinstance(error, KeyboardInterrupt):
            solved = 0 if self._found is None else self._found.solved
            say(f"stopped: {plural(solved, 'deal')} solved and kept; the same command goes on")


def _state(found: SolvingReport) -> str:
    rate = found.solved / max(found.seconds, 0.001)
    left = found.seconds * (1 - found.share) / max(found.share, 1e-6)
    return (
        f"{plural(found.solved, 'deal')} solved, {found.left:,} left, {rate:,.1f} deals/s, "
        f"about {_time(left)} left, {plural(len(found.failed), 'error')}"
    )


def _time(seconds: float) -> str:
    minutes = round(seconds / 60)
    return f"{seconds:.0f} s" if minutes < 2 else f"{minutes // 60}:{minutes % 60:02} h"
