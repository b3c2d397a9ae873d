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
        ("deal", "deal", "Deal the boards of a file"),
        ("devices", "inspect", "List the installed drivers and the serial ports"),
        ("identify", "inspect", "Show which machine is at an address"),
        ("log", "inspect", "Show what a session did, step by step"),
        ("record", "verify", "Record boards that were dealt by hand"),
        ("redeal", "deal", "Deal a board once more"),
        ("repair", "repair", "Repair a session whose journal is damaged"),
        ("resume", "deal", "Continue a session that was stopped or lost its machine"),
        ("simulate", "simulate", "Run a simulated dealing machine"),
        ("status", "inspect", "Show the progress of a session"),
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
    """Deal boards on a dealing machine, without showing the cards.

    `overtrick duplimate devices` lists the machines that can be used. The Duplimate itself is not
    one of them, because its vendor does not publish how to control it.
    """
