"""The command of double-dummy tables against the kit."""

from __future__ import annotations

import pytest

from overtrick_dd.dds import absence
from overtrick_testing import CommandSuite


class TestCommand(CommandSuite):
    command_lines = (("dd", "{file}"),)

    @pytest.fixture(autouse=True)
    def _solver(self):
        if absence() is not None:
            pytest.skip(absence())
