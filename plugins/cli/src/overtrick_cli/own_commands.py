"""The commands that come with the command line; plugins bring the others."""

from __future__ import annotations

from typing import Final

from overtrick.plugin import CommandSpec

OWN_COMMANDS: Final = {
    name: CommandSpec(name=name, summary=summary, command=f"overtrick_cli.{command}")
    for name, summary, command in (
        (
            "check",
            "Check files against their format's standard and the laws of bridge",
            "linter.check:check",
        ),
        ("convert", "Convert files from one format to another", "converting.convert:convert"),
        ("detect", "Show which format a file is in, and why", "detect:detect"),
        ("edit", "Swap, move, rotate, drop, renumber and merge boards", "converting.edit:edit"),
        (
            "explain",
            "Explain a code of `check`, with a bad and a good sample",
            "linter.explain:explain",
        ),
        ("formats", "List the formats: what they read, write and carry", "formats:formats"),
        ("plugins", "List the plugins with their state", "plugin_list:plugins"),
        ("show", "Show boards: as hand diagrams, a page, a picture, or as JSON", "show:show"),
    )
}
"""By name. The core reserves the names, so that no plugin takes one."""
