"""`overtrick deal describe` and `commit`: the commitment of an organiser."""

from __future__ import annotations

from pathlib import Path

import click

from overtrick.plugin import atomic_output, printable, replace_file
from overtrick_cli.commands import USAGE, Failure, plural, print_json, quiet_option
from overtrick_deal.commands.events import (
    description_argument,
    facts,
    keys_option,
    keys_path,
    reported_errors,
)
from overtrick_deal.commands.options import SectionedCommand, json_option
from overtrick_deal.errors import DealingError
from overtrick_deal.verifiable.description import Description, Phase
from overtrick_deal.verifiable.promise import commit


@click.command(cls=SectionedCommand)
@description_argument
@click.option("--event", required=True, metavar="NAME", help="Set the name of the event.")
@click.option(
    "--delayed-information",
    required=True,
    metavar="TEXT",
    help="Describe a value that is not known yet, and that anyone can look up later.",
)
@click.option(
    "--phase",
    "phases",
    required=True,
    multiple=True,
    metavar="PHASE",
    help="Add SESSIONS:BOARDS:FILE:DESCRIPTION, such as '3:1-16,17-32:QF#:Quarter final #/3'; may "
    "be repeated.",
)
@json_option
@quiet_option
def describe(
    *,
    description_path: str,
    event: str,
    delayed_information: str,
    phases: tuple[str, ...],
    as_json: bool,
    quiet: bool,
) -> int:
    """Describe an event whose boards can be verified, in a new file.

    The file may be edited until `overtrick deal commit` makes the keys.

    \b
      overtrick deal describe cup.sqd --event "Club cup" \\
        --delayed-information "DAX close on 4 May 2027" --phase "2:2x16:FIN#:Final #/2"
    """  # noqa: D301  # click reads the mark that \b stands for
    path = description_path
    with reported_errors():
        description = Description(
            name=event.strip(),
            delayed_information=delayed_information.strip(),
            phases=tuple(map(Phase.parse, phases)),
        )
    try:
        with atomic_output(path) as file:
            file.write(description.to_bytes())
    except FileExistsError:
        msg = f"{printable(path)} is there already; until it is committed it can be edited by hand"
        raise Failure(msg, USAGE) from None
    if as_json:
        print_json({"description": path, **facts(description)})
    elif not quiet:
        click.echo(f"{printable(path)}: {_size(description)}")
        click.echo(f"Check it; then make the keys: overtrick deal commit {printable(path)}")
    return 0


@click.command(cls=SectionedCommand)
@description_argument
@keys_option
@json_option
@quiet_option
def commit_event(*, description_path: str, keys: str | None, as_json: bool, quiet: bool) -> int:
    """Make the secret keys of an event, and put their hash into its description.

    Publish the description and the fingerprint that is printed; keep the keys secret.
    """
    path = description_path
    path_of_keys = keys_path(path, keys)
    with reported_errors():
        description, made = commit(Description.read(path))
        try:
            made.write(path_of_keys)
        except DealingError as error:
            msg = (
                f"{printable(str(error))}; if they were never published, move that file away or "
                "name another one with --keys"
            )
            raise Failure(msg, USAGE) from error
    try:
        replace_file(path, description.to_bytes())
    except BaseException:
        # Keys whose hash is in no description are worth nothing.
        Path(path_of_keys).unlink()
        raise
    if as_json:
        print_json({"description": path, "keys": path_of_keys, **facts(description)})
    elif not quiet:
        click.echo(f"{printable(path)}: {_size(description)}")
        click.echo(f"delayed information: {printable(description.delayed_information)}")
        click.echo(f"hash of the keys:    {description.key_hash}")
        click.echo(f"fingerprint:         {description.fingerprint}")
        click.echo(f"Publish {printable(path)} and the fingerprint now.")
        click.echo(
            f"Keep {printable(path_of_keys)} secret until the event is over, and do not lose it."
        )
    return 0


def _size(description: Description) -> str:
    """Return the size of a description, in words."""
    sessions = list(description.sessions())
    words = [plural(len(sessions), "session")]
    if all(session.boards for session in sessions):
        total = sum(len(session.boards) for session in sessions if session.boards)
        words.append(plural(total, "board"))
    if any(phase.sessions == 0 for phase in description.phases):
        words.append("and phases whose sessions are not counted yet")
    return f"{printable(description.name)}: {', '.join(words)}"
