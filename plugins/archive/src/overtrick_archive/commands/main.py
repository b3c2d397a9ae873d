"""The command `overtrick archive`; its subcommands are imported when chosen."""

from __future__ import annotations

from typing import Final

import click

from overtrick_cli.commands import LazyGroup

_COMMANDS: Final = {
    name: (f"overtrick_archive.commands.{module}:{name}", summary)
    for name, module, summary in (
        ("add", "add", "Add files, folders, archives of files and addresses to an archive"),
        ("compact", "compact", "Join the small parts of an archive"),
        ("dd", "dd", "Solve the deals whose boards have no double-dummy table"),
        ("duplicates", "query", "List the deals that were played more than once"),
        ("find", "query", "Say where a deal was played"),
        (
            "remove",
            "remove",
            "Take files out of an archive: named ones, or those no longer on disk",
        ),
        ("sql", "query", "Ask in SQL, of the tables boards, results, files, findings and solved"),
        ("stats", "query", "Say what an archive holds"),
        ("verify", "query", "Read every byte, and say what is damaged"),
    )
}
"""Each command with its reference and its summary."""


@click.command(
    cls=LazyGroup,
    members=_COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"]},
)
def archive() -> None:
    """Keep millions of boards as tables, and ask about them.

    \b
      overtrick archive add club.archive results/
      overtrick archive sql club.archive "select count(*) from boards where level = 7"
      overtrick archive find club.archive "N:T53.AJ7.AT.AQ762 - - -"

    An archive is a folder of Parquet files; docs/archive.md tells what stands in them, for any
    program that reads Parquet.
    """  # noqa: D301  # click reads the mark that \b stands for
