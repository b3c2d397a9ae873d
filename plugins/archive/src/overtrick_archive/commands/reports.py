"""`--report` of the commands that change an archive: their result as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click

from overtrick.plugin import replace_file
from overtrick_cli.commands import PIPE, check_suffix, check_target


def check_report(report: str | None, archive: str, sources: Sequence[str] = ()) -> None:
    """Raise for a report path that is a file of boards or a part of the archive.

    Args:
        report: the file that it goes to.
        archive: the archive.
        sources: the files that are added to it.

    Raises:
        Failure: the file must not be written.
    """
    if report is None:
        return
    # The report of an earlier run is replaced without --force, in a folder that is added too.
    read = [archive, *(name for name in sources if not Path(name).is_dir())]
    check_target(report, force=True, sources=read, remedy="name another file for --report")
    check_suffix(report, (".json",), "JSON")


def write_report(report: str | None, facts: dict[str, object]) -> None:
    """Print a report, or write it to a file.

    Args:
        report: the file; `-` for standard output, `None` where none is wanted.
        facts: what it holds.

    Raises:
        OSError: the file cannot be written.
    """
    if report is None:
        return
    text = json.dumps(facts, indent=2)
    if report == PIPE:
        click.echo(text)
    else:
        replace_file(report, f"{text}\n".encode())
