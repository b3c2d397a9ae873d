"""The commands of dealing machines against the kit; what they deal shows nothing."""

from __future__ import annotations

from overtrick_testing import CommandSuite


class TestCommand(CommandSuite):
    command_name = "duplimate"
