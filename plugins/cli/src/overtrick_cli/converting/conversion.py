"""Convert one file or pipe into another, for `convert` and `edit`.

A `Job` is the task and an `Outcome` its result; both can be sent to another process.
"""

from __future__ import annotations

import contextlib
import itertools
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, BinaryIO, Final, NamedTuple

from overtrick import (
    Board,
    Conversion,
    Diagnostic,
    FormatError,
    LossError,
    LossReport,
    OptionError,
    OvertrickError,
    PluginManager,
    Severity,
    UnknownFormatError,
    WriteError,
)
from overtrick.plugin import (
    Diagnostics,
    Edit,
    FileState,
    LossCollector,
    ReadSettings,
    Seals,
    ViewSpec,
    WriteSettings,
    convert_boards,
    default_manager,
    format_for_target,
    in_order,
    option_names,
    suffix_of,
)
from overtrick_cli.advising import SHOW
from overtrick_cli.failures import INPUT, LOSS, USAGE, Failure, describe, exit_code, named_format
from overtrick_cli.inputs import PIPE, is_pipe, is_sealed_source, no_board, open_input
from overtrick_cli.targets import REMEDY, check_place, check_target
from overtrick_cli.terminal import Progress, plural

if TYPE_CHECKING:
    from overtrick.plugin import FormatSpec

NOTHING_READ: Final[Mapping[str, str | bytes]] = {}

Step = tuple[str, tuple[str | int, ...]]
"""One edit: the name of a function in `overtrick.tools.editing`, and its arguments."""


class Job(NamedTuple):
    """A conversion to do.

    Attributes:
        source: a path, or `-`.
        target: a path, or `-`.
        from_format: the source's format where the user names it.
        to_format: the target's format where the user names it.
        options: what was given with `-O`.
        steps: what to do to the boards, in order.
        keep_going: write what could be read.
        strict: warnings count as errors.
        force: an existing target may be replaced.
        fail_on_loss: write nothing if information would be lost.
        shows_progress: whether a bar may appear.
        others: more files whose boards `perform`'s `edit` brings in; where one of them is sealed,
            so is the target.
        sealed: what is done about sealed boards.
        remedy: what the user can do where the target is refused.
    """

    source: str
    target: str
    from_format: str | None = None
    to_format: str | None = None
    options: tuple[tuple[str, str], ...] = ()
    steps: tuple[Step, ...] = ()
    keep_going: bool = False
    strict: bool = False
    force: bool = False
    fail_on_loss: bool = False
    shows_progress: bool = True
    others: tuple[str, ...] = ()
    sealed: Seals = "keep"
    remedy: str = REMEDY


NO_LOSSES: Final = LossReport()


class _NoBoardsRead(Exception):  # noqa: N818  # a signal inside this module, not an error
    """The source has no board that could be read: leave the target alone."""


class Outcome(NamedTuple):
    """What came of a job.

    Attributes:
        job: the job.
        code: the exit code.
        written: whether the target was written.
        boards: the number of boards written.
        source_format: the format that was read, `None` where it could not be detected.
        target_format: the format that was written.
        losses: what the target does not have.
        findings: what was found in the source and on writing.
        message: why nothing was written, or another remark.
        trace: the traceback of the exception that ended the job.
    """

    job: Job
    code: int = 0
    written: bool = False
    boards: int = 0
    source_format: str | None = None
    target_format: str | None = None
    losses: LossReport = NO_LOSSES
    findings: tuple[Diagnostic, ...] = ()
    message: str | None = None
    trace: str | None = None

    def to_dict(self) -> dict[str, object]:
        """Return the outcome as a JSON object, for `--report`."""
        return {
            "source": self.job.source,
            "target": self.job.target,
            "source_format": self.source_format,
            "target_format": self.target_format,
            "written": self.written,
            "boards": self.boards,
            **self.losses.to_dict(),
        }


def split_options(
    options: Iterable[tuple[str, str]], source: FormatSpec, target: FormatSpec
) -> tuple[dict[str, str], dict[str, str]]:
    """Return the options for reading and those for writing; one of both names goes to both.

    Raises:
        OptionError: neither format has an option of that name.
    """
    names = (option_names(source.read_options), option_names(target.write_options))
    chosen: tuple[dict[str, str], dict[str, str]] = ({}, {})
    for key, value in options:
        name = key.replace("-", "_")
        for known, values in zip(names, chosen, strict=True):
            if name in known:
                values[key] = value
        if name not in names[0] | names[1]:
            reads = ", ".join(sorted(names[0])).replace("_", "-") or "none"
            writes = ", ".join(sorted(names[1])).replace("_", "-") or "none"
            msg = (
                f"no option {key!r}: reading {source.name} has {reads}; "
                f"writing {target.name} has {writes}"
            )
            raise OptionError(msg)
    return chosen


def sources_of(job: Job) -> tuple[str, ...]:
    """Return the names of all files that a job reads."""
    return (job.source, *job.others, *_merged_names(job))


def target_format(job: Job, manager: PluginManager) -> FormatSpec:
    """Return the format to write, once the target may be written.

    Raises:
        Failure: cannot detect the format, or it is not to be had; or the target is refused.
        FileExistsError: the target is there, and is not to be replaced.
    """
    if job.target != PIPE:
        check_place(job.target)  # such a name has no format either
    spec = _target_format(job, manager)
    check_target(
        job.target,
        force=job.force,
        sources=sources_of(job),
        writes=spec,
        from_format=job.from_format,
        remedy=job.remedy,
    )
    return spec


def _target_format(job: Job, manager: PluginManager) -> FormatSpec:
    if job.to_format is not None:
        return named_format(manager, job.to_format, writes=True)
    if job.target == PIPE:
        msg = "name the format to write to standard output: --to FORMAT"
        raise Failure(msg, USAGE)
    try:
        return manager.format(format_for_target(job.target, manager))
    except UnknownFormatError as error:
        msg = str(error)
        suffix, views = suffix_of(job.target), manager.specs(ViewSpec).values()
        # What is done to the boards besides would not be shown.
        if not job.steps and any(suffix in view.suffixes for view in views):
            msg += f"\nto show the boards there, run `{SHOW(job.source, '-o', job.target)}`"
        raise Failure(msg, USAGE) from error


def perform(job: Job, edit: Edit | None = None) -> Outcome:
    """Do a job; whatever goes wrong is in the outcome.

    Args:
        job: what to do.
        edit: what else to do to the boards, after the job's own steps; for commands of plugins.
    """
    losses = LossCollector()
    found = Diagnostics()
    outcome = Outcome(job=job)
    try:
        return _perform(job, losses, found, edit)
    except LossError as error:
        message = "nothing was written: information would be lost"
        return outcome._replace(
            code=LOSS,
            losses=error.report,
            findings=tuple(in_order(found)),
            message=message,
        )
    except FormatError as error:
        message = "nothing was written"
        others = any(item.is_error and item is not error.diagnostic for item in found)
        if isinstance(error, WriteError) and others:
            message += f": {job.source} has errors, and {job.target} cannot hold what was read"
        if error.diagnostic not in found:
            found.append(error.diagnostic)
        return _failed(outcome, error, message, INPUT, found=found)
    except _NoBoardsRead:
        if not any(item.is_error for item in found):
            found.append(no_board(job.source))
        message = f"nothing was written: no board could be read from {job.source}"
        return outcome._replace(code=INPUT, findings=tuple(in_order(found)), message=message)
    except Failure as error:
        return _failed(outcome, error, error.message, error.exit_code, found=found)
    except (OvertrickError, OSError) as error:
        if isinstance(error, BrokenPipeError) and job.target == PIPE:
            raise  # whoever reads the output has gone: no error, and a code of its own
        return _failed(outcome, error, describe(error), exit_code(error), found=found)


def _failed(
    outcome: Outcome, error: Exception, message: str, code: int, *, found: Diagnostics
) -> Outcome:
    import traceback

    return outcome._replace(
        code=code,
        findings=tuple(in_order(found)),
        message=message,
        trace="".join(traceback.format_exception(error)),
    )


def _state_of(target: str) -> FileState | None:
    try:
        return FileState.of(target)
    except (OSError, ValueError):
        return None  # why it cannot be reached is reported as it is opened


def _perform(job: Job, losses: LossCollector, found: Diagnostics, further: Edit | None) -> Outcome:
    manager = default_manager()
    target_spec = target_format(job, manager)
    # The target may be the source: what another program does to it from here on is seen.
    since = None if job.target == PIPE else _state_of(job.target)
    with (
        open_input(job.source, job.from_format, manager) as (opened, spec),
        _open_output(job.target) as (target, deliver),
        Progress(f"{job.source} to {target_spec.name}") as progress,
    ):
        read_options, write_options = split_options(job.options, spec, target_spec)
        sealed = job.sealed
        merged = {path: _again(path) for path in _merged_names(job)}
        others = (*job.others, *merged.values())
        if any(is_pipe(path) for path in job.others):
            msg = "of several files only the first can be a pipe"
            raise Failure(msg, USAGE)

        def edit(boards: Iterator[Board]) -> Iterable[Board]:
            first = next(boards, None)
            if first is None:
                raise _NoBoardsRead
            known = itertools.chain((first,), boards)
            shown = progress.watch(known) if job.shows_progress else known
            edited = apply_steps(job.steps, shown, losses, manager, sealed=sealed, read=merged)
            return edited if further is None else further(iter(edited))

        reading = ReadSettings(
            format=spec.name,
            errors="collect",
            options=read_options,
            path=job.source,
            sealed=sealed,
        )
        writing = WriteSettings(
            format=target_spec.name,
            on_loss="raise" if job.fail_on_loss else "report",
            options=write_options,
            overwrite=job.force,
            sealed=sealed,
        )
        conversion = convert_boards(
            opened,
            target,
            manager,
            reading,
            writing,
            keep_going=job.keep_going,
            strict=job.strict,
            edit=edit,
            losses=losses,
            diagnostics=found,
            others_sealed=any(is_sealed_source(other, manager) for other in others),
            since=since,
        )
        if conversion.written:
            deliver()
    return _outcome(job, conversion, tuple(in_order(found)))


def _outcome(job: Job, conversion: Conversion, found: tuple[Diagnostic, ...]) -> Outcome:
    errors = sum(1 for item in found if item.is_error)
    warnings = sum(1 for item in found if item.severity is Severity.WARNING)
    message = None
    if not conversion.written and errors:
        message = (
            f"nothing was written: {plural(errors, 'error')} in {job.source} "
            "(--keep-going writes what could be read)"
        )
    elif not conversion.written:
        message = (
            f"nothing was written: {plural(warnings, 'warning')} in {job.source}, "
            "which --strict counts as errors"
        )
    is_bad = errors or (job.strict and warnings)
    return Outcome(
        job=job,
        code=INPUT if is_bad else 0,
        written=conversion.written,
        boards=conversion.boards,
        source_format=conversion.source_format,
        target_format=conversion.target_format,
        losses=conversion.losses,
        findings=found,
        message=message,
    )


@contextlib.contextmanager
def _open_output(name: str) -> Iterator[tuple[str | BinaryIO, Callable[[], None]]]:
    """Yield the object to write to, and a function to call once the conversion has succeeded.

    Standard output gets its bytes only then: a pipe gets a complete file or nothing.
    """
    if name != PIPE:
        yield name, lambda: None
        return
    # Most targets are files.
    from overtrick.plugin import Gathered

    with Gathered() as spool:
        yield spool.file, lambda: spool.deliver(sys.stdout.buffer)


def apply_steps(
    steps: Iterable[Step],
    boards: Iterable[Board],
    losses: LossCollector,
    manager: PluginManager,
    *,
    sealed: Seals = "keep",
    read: Mapping[str, str | bytes] = NOTHING_READ,
) -> Iterable[Board]:
    """Do edits to boards one after the other.

    Args:
        steps: the edits.
        boards: the boards.
        losses: where losses are gathered.
        manager: the installed plugins.
        sealed: what is done about sealed boards that an edit brings in.
        read: what to read in place of files that cannot be read twice.

    Raises:
        EditError: the boards do not allow one of them.
    """
    steps = tuple(steps)
    for at, (name, arguments) in enumerate(steps):
        if name == "merge":
            path = str(arguments[0])
            following = next((name for name, _ in steps[at + 1 :] if name != "merge"), "")
            boards = _merged(
                boards,
                read.get(path, path),
                path,
                manager,
                sealed,
                renumbered=following == "renumber",
            )
        else:
            boards = _step(name, arguments, boards, losses, manager)
    return boards


def _merged_names(job: Job) -> Iterator[str]:
    """Yield the names of the files that are merged into another."""
    for name, given in job.steps:
        if name == "merge":
            yield str(given[0])


def _again(path: str) -> str | bytes:
    """Return what can be read more than once: a path, or all that comes through a pipe."""
    if path == PIPE or not is_pipe(path):
        return path
    with open(path, "rb") as pipe:
        return pipe.read()


def _merged(
    boards: Iterable[Board],
    source: str | bytes,
    path: str,
    manager: PluginManager,
    sealed: Seals,
    *,
    renumbered: bool,
) -> Iterable[Board]:
    from overtrick import EditError, merge, open_boards

    with open_boards(source, path=path, manager=manager, sealed=sealed) as others:
        try:
            return merge(boards, others, renumbered=renumbered)
        except EditError as error:
            # One command does both.
            msg = f"{error}, or all with --renumber 1 behind --merge"
            raise EditError(msg) from None


def _step(
    name: str,
    given: tuple[str | int, ...],
    boards: Iterable[Board],
    losses: LossCollector,
    manager: PluginManager,
) -> Iterable[Board]:
    """Do one edit to boards."""
    # Most conversions change nothing on the way.
    from overtrick import drop, move, renumber, rotate, select, swap

    lose = losses.add
    match name, given:
        case "select", (numbers,):
            return select(boards, str(numbers))
        case "drop", (numbers,):
            return drop(boards, str(numbers))
        case "renumber", (first,):
            return renumber(boards, int(first), lose, manager=manager)
        case "rotate", (turns,):
            return rotate(boards, int(turns), lose, manager=manager)
        case "swap", (one, other):
            return swap(boards, int(one), int(other), lose, manager=manager)
        case "move", (number, place):
            return move(boards, int(number), int(place), lose, manager=manager)
    msg = f"no edit {name!r} of {len(given)} arguments"
    raise ValueError(msg)
