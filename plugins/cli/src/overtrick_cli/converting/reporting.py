"""Telling the user, and `--report`, what came of conversions."""

from __future__ import annotations

import os
from collections.abc import Sequence

import click

from overtrick import LossKind, LossReport
from overtrick.plugin import file_of, json_text, place_of, printable, replace_file
from overtrick_cli.converting.conversion import Job, Outcome, sources_of
from overtrick_cli.failures import USAGE, Failure
from overtrick_cli.inputs import PIPE
from overtrick_cli.same_file import is_same_place
from overtrick_cli.targets import check_suffix, check_target
from overtrick_cli.terminal import plural, say, say_finding


def tell(outcome: Outcome, *, is_debugging: bool, is_quiet: bool = False) -> None:
    """Print the outcome of a conversion on stderr: findings, losses, and what was written."""
    for finding in outcome.findings:
        say_finding(finding, with_hint=finding.is_error)
    if not is_quiet or outcome.code:
        filled, lost = _apart(outcome.losses)
        for report, word, colour in ((lost, "loss", "yellow"), (filled, "note", "cyan")):
            for line in report.summary().splitlines():
                say(f"{click.style(word, fg=colour, bold=True)}: {printable(line)}")
    if is_debugging and outcome.trace is not None:
        say(outcome.trace)
    if outcome.message is not None:
        say(f"Error: {outcome.message}")
    elif outcome.written and outcome.job.target != PIPE and not is_quiet:
        say(
            f"{printable(outcome.job.target)}: {plural(outcome.boards, 'board')} "
            f"({outcome.source_format} to {outcome.target_format})"
        )


def _apart(losses: LossReport) -> tuple[LossReport, LossReport]:
    """Return what the target states and the source did not, and what is lost."""
    filled = tuple(loss for loss in losses if loss.kind is LossKind.DEFAULTED)
    return LossReport(filled), LossReport(tuple(loss for loss in losses if loss not in filled))


def check_report(path: str | None, jobs: Sequence[Job]) -> None:
    """Refuse, before anything is done, a report that would replace a file of boards.

    Raises:
        Failure: the report is a source, a target or another file of boards, or its folder is not
            there.
    """
    if path is None:
        return
    for job in jobs:
        named = [("source", name) for name in sources_of(job)]
        for role, name in (*named, ("target", job.target)):
            if name != PIPE and is_same_place(file_of(name), path):
                msg = f"--report {path} would replace the {role}: name another file"
                raise Failure(printable(msg), USAGE)
    folder = os.path.dirname(place_of(path).path)
    if not os.path.isdir(folder):
        msg = f"--report {path}: there is no folder {folder}"
        raise Failure(printable(msg), USAGE)
    # The report of an earlier run is replaced without --force.
    check_target(path, force=True, remedy="name another file for --report")
    check_suffix(path, (".json",), "JSON")


def write_report(path: str, outcomes: Sequence[Outcome], *, is_single: bool) -> None:
    """Write the losses of one conversion as a JSON object, of several as a list of them.

    Raises:
        OSError: the report cannot be written.
    """
    found = [outcome.to_dict() for outcome in outcomes]
    text = json_text(found[0] if is_single else found, indent=2)
    # A name may be of bytes that are no UTF-8: JSON has them as it has any lone surrogate.
    replace_file(path, f"{text}\n".encode(errors="backslashreplace"))
