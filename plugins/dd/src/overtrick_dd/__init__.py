"""Double dummy: tables, opening leads, the cost of each card, and par.

    import overtrick, overtrick_dd
    boards = overtrick.read("evening.pbn")
    for grid in overtrick_dd.tables(board.deal for board in boards if board.deal is not None):
        print(grid)

The module declares the kind of plugin that a solver is, DDS as one of them, and the command; what
solves is imported when it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from overtrick.plugin import ApiVersion, CommandSpec, Kind, hookimpl, lazy_names
from overtrick_dd.spec import SOLVERS, SolverSpec

if TYPE_CHECKING:
    from overtrick_dd.boards import (
        board_pars,
        complete_deal,
        differences,
        is_known,
        is_whole,
        makeable,
        par_text,
        stated_score,
        stated_table,
        why_not,
        with_results,
    )
    from overtrick_dd.cache import CacheWarning
    from overtrick_dd.process import SolverProcess, kept_process
    from overtrick_dd.progress import solve_telling
    from overtrick_dd.solver import OpenSolver, Solver, SolverError
    from overtrick_dd.solving import (
        CardCost,
        SolvedDeal,
        chosen_solver,
        leads,
        plays,
        solve,
        table,
        tables,
        unavailable,
    )
    from overtrick_dd.spec import SOLVERS, SolverSpec


__all__ = [
    "SOLVERS",
    "CacheWarning",
    "CardCost",
    "OpenSolver",
    "SolvedDeal",
    "Solver",
    "SolverError",
    "SolverProcess",
    "SolverSpec",
    "board_pars",
    "chosen_solver",
    "complete_deal",
    "differences",
    "is_known",
    "is_whole",
    "kept_process",
    "leads",
    "makeable",
    "par_text",
    "plays",
    "solve",
    "solve_telling",
    "stated_score",
    "stated_table",
    "table",
    "tables",
    "unavailable",
    "why_not",
    "with_results",
]


__getattr__, __dir__ = lazy_names(
    globals(),
    {
        "boards": """
            board_pars complete_deal differences is_known is_whole makeable par_text stated_score
            stated_table why_not with_results
        """,
        "cache": "CacheWarning",
        "process": "SolverProcess kept_process",
        "solver": "OpenSolver Solver SolverError",
        "solving": "CardCost SolvedDeal chosen_solver leads plays solve table tables unavailable",
        "spec": "SOLVERS SolverSpec",
        "progress": "solve_telling",
    },
)


@hookimpl
def overtrick_kinds(api: ApiVersion) -> Iterator[Kind[SolverSpec]]:
    """Declare the plugin kind `solver`."""
    yield SOLVERS


@hookimpl
def overtrick_solvers(api: ApiVersion) -> Iterator[SolverSpec]:
    """Declare the solvers of the plugin."""
    yield SolverSpec(
        name="dds",
        summary="Bo Haglund's and Soren Hein's DDS, from the package endplay or the system",
        solver="overtrick_dd.dds:open_dds",
        absence="overtrick_dd.dds:absence",
    )


@hookimpl
def overtrick_commands(api: ApiVersion) -> Iterator[CommandSpec]:
    """Declare the `dd` command."""
    yield CommandSpec(
        name="dd",
        summary="Print, write or check double-dummy tables and par",
        command="overtrick_dd.command:dd",
    )
