"""The command and the solver of double-dummy tables against their kits."""

from __future__ import annotations

import pytest

from overtrick_dd.dds import absence
from overtrick_dd.testing import SolverSuite
from overtrick_testing import CommandSuite


class TestCommand(CommandSuite):
    command_lines = (("dd", "{file}"),)

    @pytest.fixture(autouse=True)
    def _solver(self):
        if absence() is not None:
            pytest.skip(absence())


class TestDds(SolverSuite):
    solver_name = "dds"
