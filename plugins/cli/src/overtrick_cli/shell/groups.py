"""Groups of commands: each known by name and summary, and imported when it is chosen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import click

from overtrick import PluginError

Members = Mapping[str, tuple[str, str]]
"""Commands by name: each a reference `module:attribute`, and a line for `--help`."""


class LazyGroup(click.Group):
    """Knows its commands by name and imports the chosen one; a misspelt one is guessed at.

        @click.command(cls=LazyGroup, members={"deal": ("club.dealing:deal", "Deal boards")})
        def club() -> None: ...

    Args:
        members: its commands.
    """

    def __init__(
        self,
        *args: Any,  # noqa: ANN401  # those of a group
        members: Members | None = None,
        **attributes: Any,  # noqa: ANN401  # as above
    ) -> None:
        super().__init__(*args, **attributes)
        self._members: Members = {} if members is None else members

    def members(self) -> Members:
        """Return its commands; a group that learns of them later overrides this."""
        return self._members

    def reference(self, name: str) -> str | None:
        """Return where a command is, `None` where there is none of that name."""
        found = self.members().get(name)
        return None if found is None else found[0]

    def hint(self, word: str) -> str:
        """Return a suggestion for an unknown command, worded to follow the error message."""
        from overtrick.plugin import did_you_mean

        return did_you_mean(word, self.members())

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, sorted."""
        return sorted(self.members())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command, or `None` where there is none of that name."""
        reference = self.reference(cmd_name)
        return None if reference is None else command_at(reference)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; the error for an unknown one suggests a known one."""
        word = str(args[0])
        command = self.get_command(ctx, word)
        # click itself reports unknown options.
        if command is None and not ctx.resilient_parsing and not word.startswith("-"):
            msg = f"No such command {word!r}{self.hint(word)}"
            raise click.UsageError(msg, ctx=ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing them."""
        members = self.members()
        if members:
            with formatter.section("Commands"):
                formatter.write_dl([(name, members[name][1]) for name in sorted(members)])

    def shell_complete(
        self, ctx: click.Context, incomplete: str
    ) -> list[click.shell_completion.CompletionItem]:
        """Return the commands whose names begin as typed, without importing them."""
        from click.shell_completion import CompletionItem

        found = [
            CompletionItem(name, help=summary)
            for name, (_, summary) in sorted(self.members().items())
            if name.startswith(incomplete)
        ]
        # Options too, and what is typed last of arguments.
        return found + click.Command.shell_complete(self, ctx, incomplete)


def command_at(reference: str) -> click.Command:
    """Import a command.

    Raises:
        PluginError: there is something else.
    """
    # Imported here, because `overtrick --version` needs none of it; `from` would ask the module for
    # its `__path__` at every call, which is looked for among the names that it imports.
    import overtrick.plugin

    command = overtrick.plugin.resolve(reference)
    if not isinstance(command, click.Command):
        msg = f"{reference} is not a click command"
        raise PluginError(msg)
    return command


def walk(
    command: click.Command, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Yield every command that does something, with the words that choose it, in order.

    A group is one of them where it does something without a command.
    """
    if not isinstance(command, click.Group):
        yield path, command
        return
    ctx = click.Context(command)
    if path and command.invoke_without_command:
        yield path, command
    for name in command.list_commands(ctx):
        member = command.get_command(ctx, name)
        if member is not None:
            yield from walk(member, (*path, name))
