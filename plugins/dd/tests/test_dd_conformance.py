"""The obligations of a solver, for the one that ships with the plugin."""

from __future__ import annotations

from overtrick_dd.testing import SolverSuite


class TestDds(SolverSuite):
    solver_name = "dds"
