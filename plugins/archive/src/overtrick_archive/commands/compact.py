"""`overtrick archive compact`: join small parts into full ones."""

from __future__ import annotations

import click

from overtrick_archive.compacting import compact as compact_archive
from overtrick_cli.commands import FOLDER, Progress, plural, quiet_option, say


@click.command()
@click.argument("archive", type=FOLDER)
@quiet_option
def compact(archive: str, *, quiet: bool) -> int:
    """Join small parts of ARCHIVE, so that queries take less time.

    Each `overtrick archive add` makes new parts. Joined rows keep their order, and the same rows
    always give the same bytes. The archive stays intact if the command is interrupted; run it
    again to continue. Programs that have the archive open may have to open it again.

    \b
      overtrick archive compact club.archive
    """  # noqa: D301  # click reads the mark that \b stands for
    progress: Progress | None = None
    shown = 0

    def watch(done: int, total: int) -> None:
        nonlocal progress, shown
        if progress is None:
            progress = Progress("rows", total=total, is_wanted=not quiet)
        progress.advance(done - shown)
        shown = done

    try:
        done = compact_archive(archive, watch=watch)
    finally:
        if progress is not None:
            progress.hide()
    if not quiet:
        say(
            f"{plural(done.before, 'part')} became {done.after:,}: "
            f"{done.bytes_before:,} bytes became {done.bytes_after:,}"
        )
    return 0
