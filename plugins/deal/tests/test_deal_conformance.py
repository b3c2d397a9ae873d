"""The command that deals against the kit."""

from __future__ import annotations

from overtrick_testing import CommandSuite


class TestCommand(CommandSuite):
    command_lines = (("deal", "--number-of", "{file}"),)
