"""The commands of 32-card bridge against the kit; they are told of no boards."""

from __future__ import annotations

from overtrick_testing import CommandSuite


class TestCommand(CommandSuite):
    command_name = "belote"
