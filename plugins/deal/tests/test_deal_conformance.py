"""The commands of `overtrick deal` against the kit."""

from __future__ import annotations

from overtrick_testing import CommandSuite


class TestCommand(CommandSuite):
    command_lines = (("deal", "number", "{file}"),)
