"""The command that makes links against the kit."""

from __future__ import annotations

from overtrick_testing import CommandSuite


class TestCommand(CommandSuite):
    command_lines = (("link", "{file}"),)
