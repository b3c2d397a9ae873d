"""The group `overtrick duplimate`; each command is imported on demand."""

from __future__ import annotations

from typing import Final

import click

from overtrick import OvertrickError
from overtrick_cli.commands import Failure, LazyGroup, exit_code
from overtrick_duplimate_device.interface.blind import redact

_COMMANDS: Final = {
    name: (f"overtrick_duplimate_device.commands.{module}:{name}", summary)
    for name, module, summary in (
        ("again", "deal", "Deal a board once more"),
        ("deal", "deal", "Deal the boards of a file"),
        ("devices", "inspect", "List the drivers and the ports of this computer"),
        ("identify", "inspect", "Say which machine is at an address"),
        ("log", "inspect", "Show what a session did, step by step"),
        ("record", "verify", "Record boards as they were dealt by hand, into a file"),
        ("repair", "repair", "Say what is known of a damaged session, and make it whole"),
        ("resume", "deal", "Go on with a session that was stopped or cut off"),
        ("simulate", "simulate", "Run a simulated machine that speaks the line protocol"),
        ("status", "inspect", "Say how a session stands"),
        ("verify", "verify", "Check that a deck has 52 different cards"),
    )
}


class Blind(LazyGroup):
    """A group whose error messages never name a card."""

    def invoke(self, ctx: click.Context) -> object:
        """Run the chosen command; redact the cards in its errors."""
        try:
            return super().invoke(ctx)
        except OvertrickError as error:
            text = redact(str(error))
            if text == str(error):
                raise
            raise Failure(text, exit_code(error)) from None


@click.command(
    cls=Blind, members=_COMMANDS, context_settings={"help_option_names": ["-h", "--help"]}
)
def duplimate() -> None:
    """Deal boards on a dealing machine, blind, and never lose count.

    No vendor publishes how its machine is spoken to, so there is no driver for the Duplimate;
    see the documentation for the machines that can be driven.
    """
