"""Boards of an archive, written to a file of any format, as `convert` does."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO

import click

from overtrick import Board, LossError, OptionError
from overtrick.plugin import (
    Gathered,
    LossCollector,
    WriteSettings,
    default_manager,
    option_names,
    write_boards,
)
from overtrick_cli.commands import (
    LOSS,
    PIPE,
    Job,
    Outcome,
    Progress,
    check_report,
    is_debugging,
    target_format,
    tell,
    write_report,
)


def write(boards: Iterable[Board], total: int, job: Job, report: str | None) -> int:
    """Write boards to the target, and report the result; return the exit code.

    Args:
        boards: the boards, in order.
        total: how many they are.
        job: the conversion job; its source is the archive.
        report: the file that takes what was lost, as JSON.

    Raises:
        Failure: there is no such format, or there can be no such file.
        The errors of `overtrick.write`.
    """
    manager = default_manager()
    spec = target_format(job, manager)
    known = option_names(spec.write_options)
    for key, _ in job.options:
        if key.replace("-", "_") not in known:
            writes = ", ".join(sorted(known)).replace("_", "-") or "none"
            msg = f"no option {key!r}: writing {spec.name} has {writes}"
            raise OptionError(msg)
    check_report(report, [job])
    settings = WriteSettings(
        format=spec.name,
        on_loss="raise" if job.fail_on_loss else "report",
        options=dict(job.options),
        overwrite=job.force,
    )
    losses = LossCollector()
    outcome = Outcome(job=job, boards=total, source_format="archive", target_format=spec.name)
    try:
        with (
            _target(job.target) as (target, deliver),
            Progress("boards", total=total, is_wanted=job.shows_progress) as progress,
        ):
            found = write_boards(progress.watch(boards), target, manager, settings, losses)
            deliver()
        outcome = outcome._replace(written=True, losses=found)
    except LossError as error:
        message = "nothing was written: information would be lost"
        outcome = outcome._replace(code=LOSS, boards=0, losses=error.report, message=message)
    ctx = click.get_current_context()
    tell(outcome, is_debugging=is_debugging(ctx), is_quiet=not job.shows_progress)
    if report is not None:
        write_report(report, [outcome], is_single=True)
    return outcome.code


@contextlib.contextmanager
def _target(name: str) -> Iterator[tuple[str | BinaryIO, Callable[[], None]]]:
    """Yield the target, and the function to call after success: a pipe gets all or nothing."""
    if name != PIPE:
        yield name, lambda: None
        return
    with Gathered() as spool:
        yield spool.file, lambda: spool.deliver(sys.stdout.buffer)
