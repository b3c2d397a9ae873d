"""The command `overtrick archive`; its subcommands are imported on demand."""

from __future__ import annotations

from typing import Final

import click

from overtrick_cli.commands import LazyGroup

_COMMANDS: Final = {
    name: (f"overtrick_archive.commands.{module}:{name}", summary)
    for name, module, summary in (
        ("add", "add", "Add files, folders, zip and tar files, and web addresses"),
        ("compact", "compact", "Join small parts of an archive"),
        ("dd", "dd", "Solve the deals that have no double-dummy table"),
        ("duplicates", "query", "List deals that were played more than once"),
        ("find", "query", "Find where a deal was played"),
        ("remove", "remove", "Remove files from an archive"),
        ("sql", "query", "Query an archive with SQL or with a condition"),
        ("stats", "query", "Count the files and boards of an archive"),
        ("verify", "query", "Check an archive for damage"),
    )
}
"""Each command with its reference and its summary."""


@click.command(
    cls=LazyGroup,
    members=_COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"]},
)
def archive() -> None:
    """Store millions of boards in an archive and search them.

    \b
      overtrick archive add club.archive results/
      overtrick archive sql club.archive "select count(*) from boards where level = 7"
      overtrick archive find club.archive "N:T53.AJ7.AT.AQ762 - - -"

    An archive is a folder of Parquet files, which many other programs can read, too;
    docs/reference/archive.md describes its tables.
    """  # noqa: D301  # click reads the mark that \b stands for
