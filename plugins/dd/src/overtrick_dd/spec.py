"""Solvers as a kind of plugin: their declaration.

Loaded with every command of overtrick, so it imports nothing that solves.
"""

from __future__ import annotations

from typing import Final

import attrs

from overtrick import PluginLoadError
from overtrick.plugin import Kind, check_reference


@attrs.frozen(kw_only=True)
class SolverSpec:
    """A double-dummy solver, declared as data.

    Attributes:
        name: the solver's name, `[a-z][a-z0-9_]*`.
        summary: one line for a person.
        solver: reference to an `OpenSolver`, a callable that loads the solver. It is called in
            a process of its own, in which nothing else happens.
        absence: reference to a callable that says in one sentence why the solver cannot be
            used here and what to install, or `None` where it can; it must be quick. Without it
            the solver is always taken to be there.
        largest: how many deals one call of `Solver.tables` takes at the most.

    Raises:
        PluginLoadError: a reference that is not of the form described, or a call that
            takes no deal.
    """

    name: str
    summary: str
    solver: str = attrs.field(validator=check_reference)
    absence: str | None = attrs.field(default=None, validator=check_reference)
    largest: int = attrs.field(default=32)

    @largest.validator
    def _check_largest(self, attribute: object, value: int) -> None:
        if value < 1:
            msg = f"a solver takes at least one deal a call, not {value}"
            raise PluginLoadError(msg)


SOLVERS: Final = Kind(
    name="solvers",
    summary="Double-dummy solvers",
    spec=SolverSpec,
    suite="overtrick_dd.testing:SolverSuite",
)
"""The kind of plugin that this plugin brings; its hook is `overtrick_solvers`."""
