"""`overtrick archive add`: add files to an archive."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from overtrick.plugin import Seals, default_manager
from overtrick_archive.adding import Added
from overtrick_archive.adding import add as add_files
from overtrick_archive.addresses import is_address
from overtrick_archive.commands.progress import ProgressDisplay, Stage
from overtrick_archive.commands.reports import check_report, write_report
from overtrick_cli.commands import (
    FILE,
    FOLDER,
    INPUT,
    PIPE,
    USAGE,
    Failure,
    from_option,
    jobs_option,
    named_format,
    plural,
    quiet_option,
    say,
    say_finding,
    show_cards_option,
)

_SHOWN: Final = 20
"""The maximum number of unreadable files named."""


@click.command()
@click.argument("archive", type=FOLDER)
@click.argument("sources", nargs=-1, required=True, type=FILE, metavar="SOURCE...")
@jobs_option("; a long file is divided among them")
@click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Read on a Dask cluster; ADDRESS is its scheduler, such as tcp://host:8786.",
)
@from_option("files whose format cannot be detected")
@click.option("--retry-failed", is_flag=True, help="Retry files that could not be read before.")
@click.option(
    "--check", is_flag=True, help="Check the files as `overtrick check` does; keep the findings."
)
@click.option("--report", type=FILE, metavar="FILE", help="Write a summary to FILE, as JSON.")
@show_cards_option("Add files with hidden hands, too.")
@quiet_option
def add(
    archive: str,
    sources: tuple[str, ...],
    *,
    jobs: int,
    scheduler: str | None,
    from_format: str | None,
    retry_failed: bool,
    check: bool,
    report: str | None,
    sealed: Seals,
    quiet: bool,
) -> int:
    """Add files to ARCHIVE, a folder; create it if it does not exist.

    SOURCE is a file, a folder, a zip or tar file, a pattern such as "results/**/*.pbn", or an
    address such as https://... or s3://... (install overtrick-archive[remote]). From a folder, all
    files of known formats are added. With - the names of files are read from standard input, one
    per line.

    Files that are in the archive and have not changed are skipped. A file that has changed
    replaces its old boards. If a file cannot be read, its error is stored in the table `files`, the
    other files are added, and the exit code is 1, as it is if a file has no board. The archive
    stays intact if the command is interrupted; run it again to continue.

    \b
      overtrick archive add club.archive results/ --jobs 2
      find /data -name "*.lin" | overtrick archive add vugraph.archive -
    """  # noqa: D301  # click reads the mark that \b stands for
    if jobs != 1 and scheduler is not None:
        msg = "--jobs is for this machine, --scheduler for a cluster: one of them"
        raise Failure(msg, USAGE)
    if from_format is not None:
        from_format = named_format(default_manager(), from_format, reads=True).name
    check_report(report, archive, sources)
    import pyarrow as pa

    # What is free again goes back to the system: a fifth less memory, in no more time.
    pa.set_memory_pool(pa.system_memory_pool())
    with ProgressDisplay("kB", is_wanted=not quiet) as display:
        added = add_files(
            archive,
            list(names_of(sources)),
            jobs=jobs,
            scheduler=scheduler,
            check=check,
            retry_failed=retry_failed,
            format=from_format,
            sealed=sealed,
            watch=lambda added: display.show(_stage(added)),
        )
    for error in added.errors[:_SHOWN]:
        say_finding(error, with_hint=True)
    if len(added.errors) > _SHOWN:
        more = plural(len(added.errors) - _SHOWN, "file")
        say(f"... and {more} more: see the column error of the table files")
    if not quiet:
        say(_summary(added))
    write_report(report, added.to_dict())
    return INPUT if added.errors or added.empty else 0


def names_of(sources: tuple[str, ...]) -> Iterator[str]:
    """Yield the file names of a command; `-` means the lines of standard input.

    Raises:
        Failure: there are two of these.
    """
    if sources.count(PIPE) > 1:
        msg = "standard input can be read once"
        raise Failure(msg, USAGE)
    for source in sources:
        if source != PIPE:
            yield source
            continue
        for line in sys.stdin:
            name = line.rstrip("\r\n")
            if name:
                # A name of a list is one: nothing in it is a pattern or a mark.
                yield name if is_address(name) else str(Path(name))


def _stage(added: Added) -> Stage:
    return Stage(
        done=added.bytes >> 10,
        total=added.total_bytes >> 10,
        seconds=added.seconds,
        boards=added.boards,
        files=added.files + added.same,
        errors=len(added.errors),
    )


def _summary(added: Added) -> str:
    words = [f"{plural(added.boards, 'board')} of {plural(added.files, 'file')} added"]
    if added.changed:
        words.append(f"{added.changed:,} of them changed")
    if added.same:
        words.append(f"{added.same:,} known already")
    if added.empty:
        have = "has" if added.empty == 1 else "have"
        words.append(f"{added.empty:,} {have} no board (CORE030 in the table findings)")
    if added.errors:
        words.append(f"{len(added.errors):,} could not be read whole")
    return f"{'; '.join(words)} ({added.seconds:,.1f} s, {_stage(added).rate:,.0f} boards/s)"
