"""The command that selects against the kit."""

from __future__ import annotations

from overtrick_testing import CommandSuite


class TestCommand(CommandSuite):
    command_lines = (("select", "{file}", "--where", "north.hcp > 3"),)
    keeping = (("select", "{file}", "--where", "board == 1", "-o", "{out}.kitseal"),)
