"""The group `overtrick belote`; each command is imported when it is chosen."""

from __future__ import annotations

import importlib
from typing import Final

import click

_COMMANDS: Final[dict[str, tuple[str, str]]] = {}
"""Each command with its module and its summary."""


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

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, _COMMANDS[name][1]) for name in sorted(_COMMANDS)])


@click.command(cls=Group, context_settings={"help_option_names": ["-h", "--help"]})
def belote() -> None:
    """Play 32-card bridge, the French belote bridgée."""
