"""The command `overtrick belote`: it plays at once; subcommands are imported on demand."""

from __future__ import annotations

from typing import Any, Final

import click

from overtrick_belote.terminal.options import chosen, table_options, tui_option
from overtrick_cli.commands import LazyGroup

_COMMANDS: Final = {
    name: (f"overtrick_belote.terminal.{module}:{name}", summary)
    for name, module, summary in (
        ("check", "check", "Check saved games and hands"),
        ("edit", "hand", "Make a hand of your own and play it"),
        ("hand", "hand", "Play a numbered hand, or watch the computer play it"),
        ("history", "past", "List finished games"),
        ("play", "hand", "Continue a saved game or hand"),
        ("match", "duplicate", "Compare two levels of the computer in a duplicate match"),
        ("rules", "pages", "Show the rules and tips"),
        ("settings", "settings", "Show or change the settings"),
        ("statistics", "past", "Show totals and percentages of finished games"),
        ("tutorial", "lesson", "Learn the game: play a hand with comments"),
    )
}
"""Each command with its reference and its summary."""


@click.command(
    cls=LazyGroup,
    members=_COMMANDS,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option("--new", "is_new", is_flag=True, help="Start a new game without asking.")
@click.option("--resume", "is_resumed", is_flag=True, help="Continue the last game without asking.")
@tui_option
@table_options
@click.pass_context
def belote(
    ctx: click.Context,
    /,
    *,
    is_new: bool,
    is_resumed: bool,
    has_tui: bool,
    **arguments: Any,  # noqa: ANN401  # the options of a table
) -> None:
    """Play 32-card bridge (belote bridgée), a French card game.

    \b
      overtrick belote                     play; type ? at the table for help
      overtrick belote --tui               play at a drawn table
      overtrick belote hand 4711           play one of a million numbered hands
      overtrick belote tutorial            learn the game

    You sit South. The computer plays the other three hands, and explains its calls and cards if
    you ask. The game is saved after every action; an interrupted game is offered again.
    """  # noqa: D301  # click reads the mark that \b stands for
    if ctx.invoked_subcommand is not None:
        return
    from overtrick_belote.terminal.playing import play_game

    if is_new and is_resumed:
        msg = "--new and --resume are opposites"
        raise click.UsageError(msg)
    play_game(chosen(**arguments), is_new=is_new, is_resumed=is_resumed, has_tui=has_tui)
