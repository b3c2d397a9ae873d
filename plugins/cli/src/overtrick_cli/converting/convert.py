"""`overtrick convert`: one file, many files, or a pipe."""

from __future__ import annotations

import contextlib
import itertools
import os
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import click

from overtrick.plugin import (
    Seals,
    default_manager,
    file_of,
    find_files,
    printable,
    suffix_of,
    unpacked_name,
)
from overtrick_cli.converting.conversion import Job, Outcome, Step, perform
from overtrick_cli.converting.reporting import check_report, tell, write_report
from overtrick_cli.failures import PLUGIN, USAGE, Failure, named_format
from overtrick_cli.inputs import PIPE, is_read_too, nothing_found
from overtrick_cli.options import (
    FILE,
    FOLDER,
    Ranges,
    conversion_options,
    is_debugging,
    jobs_option,
)
from overtrick_cli.same_file import ignores_case, is_same_place
from overtrick_cli.targets import IS_READ, REMEDY
from overtrick_cli.terminal import Progress, plural, say

if TYPE_CHECKING:
    from overtrick import PluginManager
    from overtrick_cli.converting.batch import BatchTask

_OUT_DIR: Final = "give --out-dir FOLDER to convert several files"


@click.command()
@click.argument("paths", nargs=-1, required=True, type=FILE, metavar="SRC DST | SRC...")
@conversion_options
@click.option(
    "--out-dir", type=FOLDER, metavar="FOLDER", help="Write each converted file into this folder."
)
@jobs_option(", with --out-dir")
@click.option("--boards", type=Ranges(), help="Convert only these boards, such as 1-16,20.")
@click.option(
    "--renumber", type=click.IntRange(min=1), metavar="FROM", help="Number the boards from FROM."
)
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
      overtrick convert FOLDER --to FORMAT --out-dir FOLDER
      overtrick convert - --from FORMAT --to FORMAT -

    The format of the source is detected from its content first and its suffix second, that of the
    target from its suffix. The target is written atomically; an existing file is replaced only
    with --force. In a folder all files of known formats are converted, and subfolders are kept.
    Everything that the target's format cannot store is listed on standard error.
    """  # noqa: D301  # \b keeps click from joining lines
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
    many, refused = _many(job, paths, out_dir, is_quiet=quiet)
    check_report(report, many)
    outcomes = []
    with Progress("files", total=len(many)) as progress:
        for outcome in progress.watch(itertools.chain(_work(many).run(many, jobs), refused)):
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


def _work(jobs: list[Job]) -> BatchTask[Job, Outcome]:
    """Return the work of converting many files."""
    from overtrick_cli.converting.batch import BatchTask

    # A process may have written its file and died before it could report it. A retry of that job
    # must not fail because its own target exists.
    new = {job.target for job in jobs if not os.path.lexists(job.target)}
    return BatchTask(
        perform=perform,
        died=_died,
        again=lambda job: job._replace(force=True) if job.target in new else job,
    )


def _died(job: Job) -> Outcome:
    message = f"{job.source}: not converted, for its process ended unexpectedly"
    return Outcome(job=job, code=PLUGIN, message=message)


def _single(job: Job, paths: tuple[str, ...]) -> Job:
    """Return the job of `SRC DST`."""
    folder = next((path for path in paths[:-1] or paths if os.path.isdir(path)), None)
    if folder is not None:
        to = job.to_format or "FORMAT"
        msg = f"{folder} is a folder: give --to {to} and --out-dir FOLDER to convert what is in it"
        raise click.UsageError(printable(msg))
    if len(paths) != 2:
        many = "; to convert many files give --out-dir FOLDER and --to FORMAT"
        msg = f"give a source and a target{many if len(paths) > 2 else ''}"
        raise click.UsageError(msg)
    source, target = paths
    if source == target != PIPE and not job.force:
        msg = f"{source} {IS_READ}; give another target, or --force to replace it"
        raise click.UsageError(printable(msg))
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


def _many(
    job: Job, paths: tuple[str, ...], out_dir: str, *, is_quiet: bool
) -> tuple[list[Job], list[Outcome]]:
    """Return a job for each file, and what came of those that `--keep-going` leaves out.

    Raises:
        click.UsageError: there is no `--to`, or standard input is among the files.
        Failure: there is no file; or two of them would be written to one, without `--keep-going`.
    """
    if job.to_format is None:
        msg = "--out-dir needs --to FORMAT"
        raise click.UsageError(msg)
    if PIPE in paths:
        msg = "standard input cannot be one of many files"
        raise click.UsageError(msg)
    manager = default_manager()
    spec = named_format(manager, job.to_format, writes=True)
    job = job._replace(remedy="give another folder")
    is_one_case = ignores_case(out_dir)
    sources = list(_sources(paths, out_dir, manager))
    if not sources:
        raise Failure(nothing_found(paths, manager), USAGE)
    apart = kept_apart(sources, is_one_case=is_one_case)
    groups: dict[str, list[Job]] = {}
    for source in apart:
        target = os.path.join(out_dir, source.folder, source.stem + spec.suffix)
        group = groups.setdefault(source.key(is_one_case=is_one_case), [])
        group.append(job._replace(source=source.path, target=target, shows_progress=False))
    jobs = [group[0] for group in groups.values() if len(group) == 1]
    clashes = [_clash(group) for group in groups.values() if len(group) > 1]
    clashes += _links(jobs)
    refused = [
        Outcome(job=each, code=USAGE, message=printable(f"{each.source}: not converted: {what}"))
        for clashing, what, _ in clashes
        for each in clashing
    ]
    left_out = {outcome.job for outcome in refused}
    jobs = [each for each in jobs if each not in left_out]
    if clashes and not job.keep_going:
        raise Failure(_refusal(clashes, len(jobs)), USAGE)
    moved = [one for one, other in zip(apart, sources, strict=True) if one != other]
    if moved and not is_quiet:
        names = ", ".join(dict.fromkeys(printable(source.stem) for source in moved))
        say(f"note: several files are called {names}: their folders are kept below {out_dir}")
    for folder in dict.fromkeys(os.path.dirname(job.target) for job in jobs):
        os.makedirs(folder, exist_ok=True)
    return jobs, refused


class Clash(NamedTuple):
    """Files that cannot be converted together.

    Attributes:
        jobs: those that are not done.
        what: why not.
        remedy: what to do.
    """

    jobs: list[Job]
    what: str
    remedy: str


def _clash(jobs: list[Job]) -> Clash:
    """Return the clash of files that would be written to one target."""
    *others, last = [job.source for job in jobs]
    both = "both" if len(jobs) == 2 else "all"
    what = f"{', '.join(others)} and {last} would {both} be written to {jobs[0].target}"
    remedy = "rename all but one"
    suffixes = [suffix_of(job.source) for job in jobs]
    if len(set(suffixes)) == len(jobs):
        pattern = os.path.join(os.path.dirname(file_of(last)), f"*{suffixes[-1]}")
        remedy = f"convert files of one suffix at a time, as in {pattern}, or {remedy}"
    return Clash(jobs, what, remedy)


def _refusal(clashes: list[Clash], rest: int) -> str:
    """Return the message that names all clashes.

    Args:
        clashes: the clashes, at least one.
        rest: how many files could be converted.
    """
    remedy = clashes[0].remedy
    if rest:
        others = "other file" if rest == 1 else f"other {rest:,} files"
        remedy += f"; --keep-going converts the {others}"
    lines = [printable(clash.what) for clash in clashes]
    if len(lines) == 1:
        return f"{lines[0]}; {printable(remedy)}"
    listed = "".join(f"\n  {line}" for line in lines)
    return f"nothing was converted:{listed}\n{printable(remedy)}"


class Source(NamedTuple):
    """A file to convert.

    Attributes:
        path: its path; into the archive where it is in one.
        folder: the folder of its target, below that of all.
        stem: the target's name without a suffix.
        parent: the folder that it is in, or the archive with its folders there.
        is_member: whether it is in an archive.
    """

    path: str
    folder: str
    stem: str
    parent: str
    is_member: bool

    def key(self, *, is_one_case: bool) -> str:
        """Return a key that is equal for two files with the same target."""
        target = os.path.join(self.folder, self.stem)
        # Names in an archive may come from a machine where `a` and `A` are two files.
        return target.casefold() if is_one_case or self.is_member else target


def kept_apart(sources: Sequence[Source], *, is_one_case: bool) -> list[Source]:
    """Return the files with the folders of those kept that would be written to one file.

    Example:
        >>> tue, wed = (Source(f"{day}/a.pbn", "", "a", f"/{day}", False) for day in ("tue", "wed"))
        >>> [source.folder for source in kept_apart([tue, wed], is_one_case=False)]
        ['tue', 'wed']
    """
    groups: dict[str, list[Source]] = {}
    for source in sources:
        groups.setdefault(source.key(is_one_case=is_one_case), []).append(source)
    tops: dict[str, str] = {}
    for key, group in groups.items():
        if len(group) > 1:
            # On other drives there is none.
            with contextlib.suppress(ValueError):
                tops[key] = os.path.commonpath([source.parent for source in group])
    apart = []
    for source in sources:
        top = tops.get(source.key(is_one_case=is_one_case))
        if top is not None:
            below = os.path.relpath(source.parent, top)
            folder = "" if below == os.curdir else below
            apart.append(source._replace(folder=folder))
        else:
            apart.append(source)
    return apart


def _links(jobs: list[Job]) -> list[Clash]:
    """Return the clashes of targets that are links to each other or to another job's source."""
    sources = {_identity(file_of(job.source)): job.source for job in jobs}
    first: dict[object, Job] = {}
    clashes = []
    for job in jobs:
        identity = _identity(job.target)
        if identity is None:
            continue
        source = sources.get(identity)
        if source is not None and not is_same_place(file_of(job.source), job.target):
            what = f"{job.target} is {source}, which is to be converted"
            clashes.append(Clash([job], what, job.remedy))
        elif (other := first.setdefault(identity, job)) is not job:
            what = f"{other.target} and {job.target} are one file"
            clashes.append(Clash([other, job], what, job.remedy))
    return clashes


def _identity(path: str) -> tuple[int, int] | None:
    """Return what is the same for all names of a file; `None` where there is no file."""
    try:
        about = os.stat(path)
    except OSError:
        return None
    return about.st_dev, about.st_ino


def _sources(paths: tuple[str, ...], out_dir: str, manager: PluginManager) -> Iterator[Source]:
    """Yield each file to convert once, those of folders and archives one by one."""
    written = os.path.abspath(out_dir)
    seen: set[str] = set()
    for given in paths:
        is_folder = os.path.isdir(given)
        for found in find_files([given], manager):
            file = found.archive or found.path
            parent = os.path.dirname(os.path.abspath(file))
            if is_folder and _is_below(parent, written):
                continue  # what an earlier run has made
            key = os.path.realpath(file) + found.path[len(file) :]
            if key in seen:
                continue  # given twice, or in a folder that is given too
            seen.add(key)
            folder = os.path.relpath(parent, os.path.abspath(given)) if is_folder else ""
            folder = "" if folder == os.curdir else folder
            if found.archive is None:
                stem = os.path.splitext(os.path.basename(unpacked_name(file)))[0]
                yield Source(found.path, folder, stem, parent, is_member=False)
                continue
            inner = found.path[len(file) + 1 :]
            *folders, base = _plain_parts(unpacked_name(inner))
            stem = os.path.splitext(base)[0]
            parent = os.path.join(os.path.abspath(file), *folders)
            yield Source(found.path, folder, stem, parent, is_member=True)


def _plain_parts(name: str) -> list[str]:
    """Return the parts of a name in an archive, whichever system made it.

    Nothing in them is more than a letter for a system, and none leads out of its folder.
    """
    parts = [re.sub(r"[\x00-\x1f\x7f:]", "_", part) for part in re.split(r"[/\\]", name)]
    return [part for part in parts if part not in {"", os.curdir, os.pardir}] or ["_"]


def _is_below(path: str, folder: str) -> bool:
    try:
        return os.path.commonpath((path, folder)) == folder
    except ValueError:  # on another drive
        return False
