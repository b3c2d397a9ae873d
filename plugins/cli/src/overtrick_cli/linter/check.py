"""`overtrick check`: everything that is wrong in files, and fixing what has one right answer."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Final, Protocol

import click

from overtrick import Limits, Severity
from overtrick.plugin import (
    FoundFile,
    Seals,
    default_manager,
    file_of,
    find_files,
)
from overtrick_cli.converting.batch import BatchTask
from overtrick_cli.failures import INPUT, named_format
from overtrick_cli.inputs import PIPE, nothing_found
from overtrick_cli.linter.codes import Codes
from overtrick_cli.linter.job import Action, Checked, Job, died, perform
from overtrick_cli.linter.selection import Selection
from overtrick_cli.linter.text import (
    NONE_SELECTED,
    NOTHING_WRONG,
    DiffReport,
    JsonReport,
    StatisticsReport,
    TextReport,
    Totals,
)
from overtrick_cli.options import (
    FILE,
    KeyValue,
    from_option,
    is_debugging,
    jobs_option,
    quiet_option,
    show_cards_option,
)
from overtrick_cli.terminal import Progress, is_terminal, say

MAX_PER_CODE_ON_TERMINAL: Final = 20
"""The default for the number of findings of one code that a terminal shows of a file."""


class Report(Protocol):
    """A report of checked files, in one of the output formats."""

    def add(self, checked: Checked) -> None:
        """Print the result of a file, or keep it for the end."""

    def end(self, totals: Totals) -> None:
        """Print the end of the report."""


@click.command()
@click.argument("paths", nargs=-1, required=True, type=FILE, metavar="PATH...")
@from_option("files")
@click.option(
    "-O",
    "options",
    type=KeyValue(),
    multiple=True,
    help="Set an option for reading; see `overtrick formats FORMAT`.",
)
@click.option(
    "--select",
    type=Codes(),
    multiple=True,
    metavar="CODE,...",
    help="Report only these codes; PBN3 selects all that begin with it.",
)
@click.option(
    "--ignore",
    type=Codes(),
    multiple=True,
    metavar="CODE,...",
    help="Report all codes except these.",
)
@click.option("--strict", is_flag=True, help="Count warnings as errors.")
@click.option("--fix", is_flag=True, help="Fix the findings that have one right answer, in place.")
@click.option("--diff", is_flag=True, help="Show the changes that --fix would make; write nothing.")
@click.option("--statistics", is_flag=True, help="Print only the number of findings for each code.")
@click.option(
    "--format",
    "output",
    type=click.Choice(["text", "json", "sarif", "github"], case_sensitive=False),
    help="Set the output format.  [default: text]",
)
@click.option("--json", "as_json", is_flag=True, help="Same as --format json.")
@click.option(
    "--max-per-code",
    type=click.IntRange(min=0),
    metavar="N",
    help="Show at most N findings per code and file, 0 for all.  [default: 20 on a terminal, else "
    "all; json and sarif always have all]",
)
@click.option(
    "--max-size",
    type=click.IntRange(min=1),
    metavar="MEGABYTES",
    help="Refuse larger files.  [default: 256 for packed files, else no limit]",
)
@click.option(
    "--max-seconds",
    type=click.FloatRange(min=0, min_open=True),
    metavar="SECONDS",
    help="Stop reading a file after this time.",
)
@jobs_option()
@show_cards_option("Report findings in hidden hands, too.", otherwise="keep")
@quiet_option
@click.pass_context
def check(
    ctx: click.Context,
    *,
    paths: tuple[str, ...],
    from_format: str | None,
    options: tuple[tuple[str, str], ...],
    select: tuple[tuple[str, ...], ...],
    ignore: tuple[tuple[str, ...], ...],
    strict: bool,
    fix: bool,
    diff: bool,
    statistics: bool,
    output: str | None,
    as_json: bool,
    max_per_code: int | None,
    max_size: int | None,
    max_seconds: float | None,
    jobs: int,
    sealed: Seals,
    quiet: bool,
) -> int:
    """Check files against their format's standard and the laws of bridge.

    \b
      overtrick check evening.pbn
      overtrick check archive --jobs 4 --statistics
      overtrick check evening.pbn --select PBN3,LAW --diff

    Each file is checked strictly against the standard of its format, and each board against the
    laws of bridge: contract and declarer against the auction, play against the deal, result
    against the play, score against all of them. A folder is searched for files of known formats.
    Findings are printed on standard output.

    `overtrick explain CODE` explains a finding. The exit code is 1 if there are errors, or with
    --diff if there are changes.
    """  # noqa: D301  # \b keeps click from joining lines
    manager = default_manager()
    output = _output(output, as_json=as_json, statistics=statistics, diff=diff)
    if from_format is not None:
        named_format(manager, from_format, reads=True)
    action = Action.DIFF if diff else Action.FIX if fix else Action.CHECK
    shows_lines = output == "text" and is_terminal(err=False) and not statistics and not diff
    files = list(find_files(paths, manager))
    is_only = len(files) == 1 and files[0].is_named
    job = Job(
        files=(),
        action=action,
        from_format=from_format,
        options=options,
        selection=Selection(itertools.chain(*select), itertools.chain(*ignore)),
        most=0 if statistics else _most(max_per_code, output),
        shows_lines=shows_lines,
        shows_progress=is_only,
        sealed=sealed,
        limits=Limits(
            max_bytes=None if max_size is None else max_size << 20, max_seconds=max_seconds
        ),
    )
    nothing = NOTHING_WRONG if job.selection.is_everything else NONE_SELECTED
    report: Report
    if diff:
        report = DiffReport(is_quiet=quiet)
    elif statistics:
        report = StatisticsReport(as_json=output == "json", is_quiet=quiet)
    elif output == "json":
        report = JsonReport()
    elif output == "sarif":
        from overtrick_cli.linter.sarif import SarifReport

        report = SarifReport(manager)
    elif output == "github":
        from overtrick_cli.linter.github import GithubReport

        report = GithubReport()
    else:
        report = TextReport(
            shows_lines=shows_lines,
            is_quiet=quiet,
            is_only=is_only,
            is_fixing=fix,
            nothing=nothing,
        )
    threshold = Severity.WARNING if strict else Severity.ERROR
    totals = Totals(nothing)
    code = 0
    for checked in _run(job, files, jobs):
        if is_debugging(ctx) and checked.trace is not None:
            say(checked.trace)
        totals.add(checked)
        report.add(checked._replace(done=()) if quiet else checked)
        code = max(code, _code(checked, threshold, action))
    if not totals.files:
        say(nothing_found(paths, manager))
    report.end(totals)
    return code


def _most(given: int | None, output: str) -> int | None:
    """Return how many findings of one code to show of a file, `None` for all."""
    if output in {"json", "sarif"}:
        return None
    if given is None:
        return MAX_PER_CODE_ON_TERMINAL if output == "text" and is_terminal(err=False) else None
    return given or None


def _code(checked: Checked, threshold: Severity, action: Action) -> int:
    """Return the exit code that a file calls for."""
    is_bad = any(item.severity >= threshold for item in checked.counts)
    if action is Action.DIFF and checked.is_changed:
        is_bad = True
    return max(checked.code, INPUT if is_bad else 0)


def _output(output: str | None, *, as_json: bool, statistics: bool, diff: bool) -> str:
    """Return the format of the output."""
    if as_json and output not in {None, "json"}:
        msg = f"--json and --format {output} are two formats: give one"
        raise click.UsageError(msg)
    chosen = "json" if as_json else output or "text"
    if diff and (chosen != "text" or statistics):
        msg = "--diff shows a diff and nothing else"
        raise click.UsageError(msg)
    if statistics and chosen not in {"text", "json"}:
        msg = f"--statistics can be text or json, not {chosen}"
        raise click.UsageError(msg)
    return chosen


def _run(job: Job, files: list[FoundFile], processes: int) -> Iterator[Checked]:
    """Do a job on files and yield what came of each, in order; the bar is gone when one comes."""
    groups: dict[str, list[FoundFile]] = {}
    for file in files:
        # Two processes must not replace one archive.
        key = file_of(file.path) if job.action is Action.FIX else file.path
        groups.setdefault(key, []).append(file)
    if PIPE in groups:
        processes = 1  # standard input is this process's own
    work = BatchTask(perform=perform, died=died, writes=job.action is Action.FIX)
    jobs = [job._replace(files=tuple(group)) for group in groups.values()]
    with Progress("files", total=len(jobs), is_wanted=len(jobs) > 1) as progress:
        for done in progress.watch(work.run(jobs, processes)):
            for checked in done:
                if checked.counts or checked.is_changed or checked.file.is_named:
                    progress.hide()
                yield checked
