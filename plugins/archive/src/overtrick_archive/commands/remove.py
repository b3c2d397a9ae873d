"""`overtrick archive remove`: remove files from an archive."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Final

import click

from overtrick.plugin import printable
from overtrick_archive.addresses import is_address
from overtrick_archive.commands.add import names_of
from overtrick_archive.removing import Removed
from overtrick_archive.removing import remove as remove_files
from overtrick_cli.commands import (
    FILE,
    FOLDER,
    INPUT,
    PIPE,
    USAGE,
    Failure,
    plural,
    quiet_option,
    say,
)

_SHOWN: Final = 20
"""The maximum number of files named."""


@click.command()
@click.argument("archive", type=FOLDER)
@click.argument("names", nargs=-1, type=FILE, metavar="[NAME]...")
@click.option(
    "--missing",
    is_flag=True,
    help="Remove files that no longer exist on disk; with NAME, only those among NAME.",
)
@click.option(
    "--dry-run",
    is_flag=True,
    help="Print the files that would be removed, one per line, and change nothing.",
)
@click.option("--yes", is_flag=True, help="Remove without asking.")
@quiet_option
def remove(
    archive: str, names: tuple[str, ...], *, missing: bool, dry_run: bool, yes: bool, quiet: bool
) -> int:
    """Remove files and their boards from ARCHIVE; the files on disk are not touched.

    NAME is a file, a folder, a zip or tar file, an address, or a pattern such as "2019/**/*.pbn".
    It must be in the archive, but need not exist on disk. With - the names are read from standard
    input, one per line. Files that no longer exist on disk cannot be added again, so the command
    asks before it removes them.

    \b
      overtrick archive remove club.archive results/2019-04-02.pbn
      overtrick archive remove club.archive --missing --dry-run

    Exit codes: 0 done; 1 a NAME is not in the archive, or you answered no; 2 wrong usage.
    """  # noqa: D301  # click reads the mark that \b stands for
    if not names and not missing:
        msg = "give a NAME, or --missing for all files that are no longer on the disk"
        raise Failure(msg, USAGE)
    wanted = list(names_of(names))
    if not wanted and not missing:
        say("note: no name came from standard input")
        return 0
    meant = remove_files(archive, wanted, missing=missing, dry_run=True)
    # Where missing ones are meant, what cannot be looked for stays; otherwise it goes, if at all.
    going, staying = ((), meant.unknown) if missing else (meant.unknown, ())
    if dry_run:
        for name in meant.files:
            click.echo(printable(name))
        if not quiet:
            _print_removed(meant, "would be removed", staying)
        return 0
    if not yes:
        _ask(meant, going, is_piped=PIPE in names)
    # Once more, of what the archive holds now that it is held.
    removed = remove_files(archive, meant.files) if meant.files else meant
    if not quiet:
        _print_removed(removed, "removed", staying)
    return 0


def _ask(meant: Removed, unknown: Sequence[str], *, is_piped: bool) -> None:
    """Continue only with the user's consent, if missing files could not be added again.

    Raises:
        Failure: there is no user to ask, or the user refuses.
    """
    unseen = [name for name in unknown if not is_address(name)]
    if not meant.gone and not unseen:
        return
    doubtful = [*meant.gone, *unseen]
    for name in doubtful[:_SHOWN]:
        say(printable(name))
    if len(doubtful) > _SHOWN:
        say(f"... and {len(doubtful) - _SHOWN:,} more: --dry-run prints all")
    if meant.gone:
        are = "is" if len(meant.gone) == 1 else "are"
        count = f"{plural(len(meant.gone), 'file')} of {len(meant.files):,}"
        say(f"{count} {are} no longer on the disk: what the archive has of them is all there is.")
    if unseen:
        say(f"{plural(len(unseen), 'file')} could not be looked for: may you read the folder?")
    # Where names came through a pipe, standard input has no answer.
    is_asked = not is_piped and all(
        stream is not None and stream.isatty() for stream in (sys.stdin, sys.stderr)
    )
    question = f"{plural(len(meant.files), 'file')} with {plural(meant.boards, 'board')}"
    if is_asked and click.confirm(f"Remove {question}?", default=False, err=True):
        return
    msg = "nothing is removed; where this was meant, say so with --yes"
    raise Failure(msg, INPUT)


def _print_removed(removed: Removed, what: str, staying: Sequence[str]) -> None:
    say(f"{plural(len(removed.files), 'file')} with {plural(removed.boards, 'board')} {what}")
    if staying:
        say(f"{plural(len(staying), 'file')} could not be looked for, and stay")
