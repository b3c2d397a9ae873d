"""The group `overtrick duplimate`; each command is imported when it is chosen."""

from __future__ import annotations

import importlib
from typing import Final

import click

from overtrick.cli.failures import Failure, exit_code
from overtrick.findings.errors import OvertrickError
from overtrick_duplimate_device.session.blind import redact

_COMMANDS: Final = {
    "again": ("dealing", "Deal a board once more"),
    "deal": ("dealing", "Deal the boards of a file"),
    "devices": ("looking", "List the drivers and the ports of this computer"),
    "identify": ("looking", "Say which machine is at an address"),
    "log": ("looking", "Show what a session did, step by step"),
    "record": ("reading", "Record boards as they were dealt by hand, into a file"),
    "repair": ("repairing", "Say what is known of a damaged session, and make it whole"),
    "resume": ("dealing", "Go on with a session that was stopped or cut off"),
    "simulate": ("simulating", "Run a simulated machine that speaks the line protocol"),
    "status": ("looking", "Say how a session stands"),
    "verify": ("reading", "Check that a deck has 52 different cards"),
}


class Group(click.Group):
    """Knows its commands by name and imports the chosen one."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands' names, sorted."""
        return sorted(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command."""
        if cmd_name not in _COMMANDS:
            return None
        package = __name__.rpartition(".")[0]
        module = importlib.import_module(f"{package}.{_COMMANDS[cmd_name][0]}")
        command = getattr(module, cmd_name)
        return command if isinstance(command, click.Command) else None

    def invoke(self, ctx: click.Context) -> object:
        """Run the chosen command; an error that names cards is told without them."""
        try:
            return super().invoke(ctx)
        except OvertrickError as error:
            text = redact(str(error))
            if text == str(error):
                raise
            raise Failure(text, exit_code(error)) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, _COMMANDS[name][1]) for name in sorted(_COMMANDS)])


@click.command(cls=Group, context_settings={"help_option_names": ["-h", "--help"]})
def duplimate() -> None:
    """Deal boards on a dealing machine, blind, and never lose count.

    No vendor publishes how its machine is spoken to, so there is no driver for the Duplimate;
    see the documentation for the machines that can be driven.
    """
