"""The command `overtrick belote`: playing at once; its subcommands are imported when chosen."""

from __future__ import annotations

from typing import Any, Final

import click

from overtrick_belote.terminal.options import chosen, table_options
from overtrick_cli.commands import LazyGroup

_COMMANDS: Final = {
    name: (f"overtrick_belote.terminal.{module}:{name}", summary)
    for name, module, summary in (
        ("check", "check", "Say what is wrong with saved games and hands"),
        ("edit", "hand", "Make a hand: give some cards, the rest is dealt at random"),
        ("hand", "hand", "Play a numbered hand, or watch the computer play it"),
        ("history", "past", "List the games that were played to their end"),
        ("play", "hand", "Go on with a game or hand that was saved"),
        ("match", "duplicate", "Let two levels play the same hands against each other"),
        ("rules", "pages", "Read the rules and tips"),
        ("settings", "settings", "Show or change what is played, and how"),
        ("statistics", "past", "Add up the games that were played to their end"),
        ("tutorial", "lesson", "Play a hand with comments, to learn the game"),
    )
}
"""Each command with its reference and its summary."""


@click.command(
    cls=LazyGroup,
    members=_COMMANDS,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option("--new", "is_new", is_flag=True, help="Begin a new game without asking.")
@click.option("--resume", "is_resumed", is_flag=True, help="Go on without asking.")
@click.option("--tui", "has_tui", is_flag=True, help="Draw the table (Textual).")
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
    """Play 32-card bridge, the French belote bridgée.

    \b
      overtrick belote                     play; type ? at the table for help
      overtrick belote --tui               play at a table that is drawn
      overtrick belote hand 4711           one of a million numbered hands
      overtrick belote tutorial            a hand with comments, to learn the game

    You sit South; the computer plays the others, and tells why it bids and plays as it does. A
    game is kept after every action: if it was interrupted, it is offered again.
    """  # noqa: D301  # click reads the mark that \b stands for
    if ctx.invoked_subcommand is not None:
        return
    from overtrick_belote.terminal.playing import play_game

    if is_new and is_resumed:
        msg = "--new and --resume are opposites"
        raise click.UsageError(msg)
    play_game(chosen(**arguments), is_new=is_new, is_resumed=is_resumed, has_tui=has_tui)
