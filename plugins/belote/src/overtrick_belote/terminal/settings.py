"""`overtrick belote settings`: the rules and the display of all games."""

from __future__ import annotations

import click

from overtrick.plugin import printable
from overtrick_belote.errors import BeloteError
from overtrick_belote.players.advice import Level
from overtrick_belote.rules.options import OPTIONS, choices_text, option_name, option_text
from overtrick_belote.table.settings import (
    DEFAULT_SETTINGS,
    Settings,
    change_settings,
    keep_aside,
    plain_settings,
    settings_path,
    write_settings,
)
from overtrick_belote.table.setup import (
    HUMAN,
    players_mapping,
)
from overtrick_belote.terminal.options import Pair, as_usage, kept_settings, speaker_of
from overtrick_cli.commands import print_json, print_table

_LEVELS = " or ".join(level.value for level in Level)


@click.command()
@click.argument("changes", nargs=-1, type=Pair(), metavar="[NAME=VALUE]...")
@click.option(
    "--reset", is_flag=True, help="Reset all settings to their defaults before any changes."
)
@click.option("--json", "as_json", is_flag=True, help="Print the settings as JSON.")
def settings(*, changes: tuple[tuple[str, str], ...], reset: bool, as_json: bool) -> None:
    """Show the settings and their possible values, or change some.

    \b
      overtrick belote settings
      overtrick belote settings players.E=novice rules.game-points=2000 language=fr
      overtrick belote settings --reset

    `overtrick belote rules options` explains the rules.
    """  # noqa: D301  # click reads the mark that \b stands for
    found = DEFAULT_SETTINGS if reset else kept_settings()
    if changes or reset:
        try:
            found = change_settings(found, dict(changes))
        except BeloteError as error:
            raise as_usage(error, speaker_of(found)) from error
        if (aside := keep_aside()) is not None:
            click.echo(f"the file with what is wrong is kept as {printable(str(aside))}", err=True)
        path = write_settings(found)
        click.echo(f"kept in {printable(str(path))}", err=True)
        if not as_json:
            return
    rows = list(_rows(found))
    if as_json:
        print_json({name: value for name, value, _ in rows})
        return
    click.echo(f"{printable(str(settings_path()))}:")
    print_table(["setting", "is", "may be"], rows)


def _rows(found: Settings) -> list[tuple[str, str, str]]:
    rows = [
        (f"players.{seat}", who, _LEVELS if seat == "N" else f"{HUMAN} or {_LEVELS}")
        for seat, who in players_mapping(found.players).items()
    ]
    rows += [
        (option_name(name), option_text(value) or "(the system's)", allowed)
        for name, value, allowed in plain_settings(found)
    ]
    rows += [
        (
            f"rules.{option_name(name)}",
            option_text(getattr(found.options, name)),
            choices_text(choices),
        )
        for name, choices in OPTIONS.items()
    ]
    return rows
