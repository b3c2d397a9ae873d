"""`overtrick convert`: one file, many files, or a pipe."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import click

from overtrick.plugin import (
    Seals,
    default_manager,
    file_of,
    files_in,
    printable,
    suffix_of,
    unpacked_name,
)
from overtrick_cli.converting.conversion import Job, Outcome, Step, perform
from overtrick_cli.converting.reporting import check_report, tell, write_report
from overtrick_cli.failures import PLUGIN, named_format
from overtrick_cli.inputs import PIPE, is_read_too
from overtrick_cli.options import (
    FILE,
    FOLDER,
    Ranges,
    conversion_options,
    is_debugging,
    jobs_option,
)
from overtrick_cli.same_file import ignores_case, is_same_place
from overtrick_cli.targets import REMEDY
from overtrick_cli.terminal import Progress, plural, say

if TYPE_CHECKING:
    from overtrick_cli.converting.batch import Work

_OUT_DIR: Final = "give --out-dir FOLDER to convert several files"


@click.command()
@click.argument("paths", nargs=-1, required=True, type=FILE, metavar="SRC DST | SRC...")
@conversion_options
@click.option(
    "--out-dir", type=FOLDER, metavar="FOLDER", help="Convert every SRC into this folder."
)
@jobs_option(", with --out-dir")
@click.option("--boards", type=Ranges(), help="Only these boards, such as 1-16,20.")
@click.option("--renumber", type=click.IntRange(min=1), metavar="FROM", help="Number the boards.")
@click.pass_context
def convert(
    ctx: click.Context,
    *,
    paths: tuple[str, ...],
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
    out_dir: str | None,
    jobs: int,
    boards: str | None,
    renumber: int | None,
) -> int:
    """Convert files of boards from one format to another.

    \b
      overtrick convert SRC DST
      overtrick convert SRC... --to FORMAT --out-dir FOLDER [--jobs N]
      overtrick convert - --from FORMAT --to FORMAT -

    The source's format is told from its content first and its suffix second, the target's from
    its suffix. The target is written whole or not at all; one that exists is replaced only with
    --force. What the target's format has no place for is listed on standard error.
    """  # noqa: D301  # click reads the mark that \b stands for
    steps: list[Step] = []
    if boards is not None:
        steps.append(("select", (boards,)))
    if renumber is not None:
        steps.append(("renumber", (renumber,)))
    job = Job(
        source=PIPE,
        target=PIPE,
        from_format=from_format,
        to_format=to_format,
        options=options,
        steps=tuple(steps),
        keep_going=keep_going,
        strict=strict,
        force=force,
        fail_on_loss=fail_on_loss,
        sealed=sealed,
    )
    debugging = is_debugging(ctx)
    if out_dir is None:
        single = _single(job, paths)
        check_report(report, [single])
        outcome = perform(single)
        tell(outcome, is_debugging=debugging, is_quiet=quiet)
        if report is not None:
            write_report(report, [outcome], is_single=True)
        return outcome.code
    many = _many(job, paths, out_dir)
    check_report(report, many)
    outcomes = []
    with Progress("files", total=len(many)) as progress:
        for outcome in progress.watch(_work(many).run(many, jobs)):
            tell(outcome, is_debugging=debugging, is_quiet=quiet)
            outcomes.append(outcome)
    if report is not None:
        write_report(report, outcomes, is_single=False)
    written = sum(1 for outcome in outcomes if outcome.written)
    failed = len(outcomes) - written
    rest = f", {failed} not" if failed else ""
    if failed or not quiet:
        say(f"{written} of {plural(len(outcomes), 'file')} converted{rest}")
    return max(outcome.code for outcome in outcomes)


def _work(jobs: list[Job]) -> Work[Job, Outcome]:
    """Return the work of converting many files."""
    from overtrick_cli.converting.batch import Work

    # A process may have written its file and died, or been ended, before it could say so. Doing
    # such a job again must not stumble over its own target.
    new = {job.target for job in jobs if not os.path.lexists(job.target)}
    return Work(
        perform=perform,
        died=_died,
        again=lambda job: job._replace(force=True) if job.target in new else job,
    )


def _died(job: Job) -> Outcome:
    message = f"{job.source}: not converted, for its process ended unexpectedly"
    return Outcome(job=job, code=PLUGIN, message=message)


def _single(job: Job, paths: tuple[str, ...]) -> Job:
    """Return the job of `SRC DST`."""
    if len(paths) != 2:
        many = "; to convert many files give --out-dir FOLDER and --to FORMAT"
        msg = f"give a source and a target{many if len(paths) > 2 else ''}"
        raise click.UsageError(msg)
    source, target = paths
    if target != PIPE and os.path.isdir(target):
        msg = f"{target} is a folder: give a file, or --out-dir {target} and --to FORMAT"
        raise click.UsageError(msg)
    _check_not_two_sources(job, source, target)
    return job._replace(source=source, target=target, remedy=f"{REMEDY}, or {_OUT_DIR}")


def _check_not_two_sources(job: Job, source: str, target: str) -> None:
    """Refuse two files that may both be sources, as a pattern such as `*.dlm` leaves them.

    Raises:
        click.UsageError: both are there and end alike, and `--to` is given, which a target with a
            suffix of its own format does not need.
    """
    if job.to_format is None or PIPE in {source, target} or is_read_too(target, [source]):
        return
    is_alike = suffix_of(source) == suffix_of(target)
    if is_alike and os.path.isfile(file_of(source)) and os.path.isfile(target):
        msg = f"{source} and {target} may both be sources; {_OUT_DIR}"
        if suffix_of(target) in named_format(default_manager(), job.to_format).suffixes:
            msg += f", or leave out --to where {target} is the target"
        raise click.UsageError(printable(msg))


def _many(job: Job, paths: tuple[str, ...], out_dir: str) -> list[Job]:
    """Return a job for each source; two that would be written to one file are refused."""
    if job.to_format is None:
        msg = "--out-dir needs --to FORMAT"
        raise click.UsageError(msg)
    if PIPE in paths:
        msg = "standard input cannot be one of many files"
        raise click.UsageError(msg)
    spec = named_format(default_manager(), job.to_format, writes=True)
    suffix = spec.suffix
    job = job._replace(remedy="give another folder")
    targets: dict[str, str] = {}
    jobs = []
    is_one_case = ignores_case(out_dir)
    for path, name in _names(paths):
        target = os.path.join(out_dir, name + suffix)
        # Names in an archive were given on another machine, which may tell `a` from `A`.
        key = target.casefold() if is_one_case or path not in paths else target
        if key in targets:
            msg = f"{targets[key]} and {path} would both be written to {target}"
            raise click.UsageError(printable(msg))
        targets[key] = path
        jobs.append(job._replace(source=path, target=target, shows_progress=False))
    _check_apart(jobs)
    os.makedirs(out_dir, exist_ok=True)
    return jobs


def _check_apart(jobs: list[Job]) -> None:
    """Refuse targets that are links to each other or to the source of another job.

    Raises:
        click.UsageError: what one job writes, another one reads or writes.
    """
    sources = {_identity(file_of(job.source)): job.source for job in jobs}
    targets: dict[object, str] = {}
    for job in jobs:
        identity = _identity(job.target)
        if identity is None:
            continue
        source = sources.get(identity)
        if source is not None and not is_same_place(file_of(job.source), job.target):
            msg = f"{job.target} is {source}, which is to be converted; give another folder"
        elif identity in targets:
            msg = f"{targets[identity]} and {job.target} are one file; give another folder"
        else:
            targets[identity] = job.target
            continue
        raise click.UsageError(printable(msg))


def _identity(path: str) -> tuple[int, int] | None:
    """Return what is the same for all names of a file; `None` where there is no file."""
    try:
        about = os.stat(path)
    except OSError:
        return None
    return about.st_dev, about.st_ino


def _names(paths: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yield each file to convert, those in an archive one by one, with the name of its target."""
    for given in paths:
        for path in (found.path for found in files_in(given)):
            if path == given:
                yield path, os.path.splitext(os.path.basename(unpacked_name(path)))[0]
            else:
                # Of a name in an archive only the last part counts, whichever system made it, and
                # nothing in it that a system takes for more than a letter.
                base = re.split(r"[/\\]", unpacked_name(path))[-1]
                yield path, re.sub(r"[\x00-\x1f\x7f:]", "_", os.path.splitext(base)[0])
