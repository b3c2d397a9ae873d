"""Write the help of every command as a page of the reference."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import click

from overtrick_cli.commands import application

_WIDTH: Final = 88
_GROUPS: Final = {
    "Files": ("convert", "edit", "check", "explain", "detect", "formats"),
    "Boards": ("show", "records", "link", "select", "dd"),
    "New boards": ("deal",),
    "Archives": ("archive",),
    "Dealing machines": ("duplimate",),
    "The club page": ("serve",),
    "32-card bridge": ("belote",),
    "Plugins": ("plugins", "new-plugin", "testing"),
}
"""The commands of each part of the page."""


def page() -> str:
    """Return the page: each command in its group, with the text that `--help` prints."""
    settings = application.context_settings | {
        "info_name": "overtrick", "terminal_width": _WIDTH, "max_content_width": _WIDTH
    }  # fmt: skip
    root = click.Context(application, **settings)
    grouped = [name for names in _GROUPS.values() for name in names]
    assert sorted(grouped) == sorted(application.list_commands(root)), "a command has no group"
    lines = [
        "# All commands",
        "",
        "The help of every command, as `overtrick COMMAND --help` prints it.",
        "",
    ]
    for title, names in _GROUPS.items():
        lines += [f"## {title}", ""]
        for name in names:
            for path, text in _helps(name, root):
                lines += [f"### {path}", "", "```text", text, "```", ""]
    return "\n".join(lines).rstrip() + "\n"


def _helps(name: str, parent: click.Context) -> Iterator[tuple[str, str]]:
    """Yield a command and those of its group, each with its help, as on a terminal of one width."""
    group = parent.command
    assert isinstance(group, click.Group)
    command = group.get_command(parent, name)
    assert command is not None, name
    context = click.Context(command, info_name=name, parent=parent, **command.context_settings)
    with context.scope(cleanup=False):
        help_text = click.unstyle(command.get_help(context))
    yield context.command_path, "\n".join(line.rstrip() for line in help_text.rstrip().split("\n"))
    if isinstance(command, click.Group):
        for member in command.list_commands(context):
            yield from _helps(member, context)
