"""A rule across formats: the tag OptimumScore against the par of the double-dummy results.

Bridge law knows no such tag, so the rule is the plugin's; its code is of the family of bridge law.

Source: PBN 2.1 §4.2.7 (OptimumScore), §5.7 (OptimumResultTable).
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from overtrick import Board, DoubleDummyGrid, Extras, ModelError, Severity, Side, Vulnerability
from overtrick.plugin import Catalogue, DiagnosticCode

if TYPE_CHECKING:
    from overtrick.plugin import RuleContext, RuleSample

CODES: Final = Catalogue(
    DiagnosticCode(
        code="LAW309",
        severity=Severity.WARNING,
        kind="inconsistent",
        template="the optimum score is {stated}, but the table of results gives {found}",
        clause="PBN 2.1 §4.2.7",
        hint="recompute the optimum score from the table",
        sample='a table by which par is 4S by North-South, and [OptimumScore "NS 140"]',
        fix='the same with [OptimumScore "NS 420"]',
    ),
)

_SCORE: Final = "pbn:OptimumScore"


def optimum_score(board: Board, ctx: RuleContext) -> None:
    """Report an optimum score that the board's own table of double-dummy results denies."""
    if _SCORE not in board.extras:
        return
    # Boards of most formats have no such tag, and then what reads it is not needed.
    from overtrick_pbn.programs.par import optimum_score as stated_score

    try:
        stated = stated_score(board)
    except ModelError:
        return  # PBN401 and PBN702 tell what is wrong with the score
    if stated is None or board.vulnerability is None:
        return
    try:
        grid = board.double_dummy
    except ModelError:
        return  # LAW313 tells what is wrong with the table
    scores = () if grid is None else pars(grid, board.vulnerability)
    if scores and stated not in scores:
        found = " or ".join(_of_north_south(score) for score in scores)
        part = f"extras.{_SCORE}"
        ctx.issue("LAW309", board=board, part=part, stated=_of_north_south(stated), found=found)


def _of_north_south(score: int) -> str:
    return f"{Side.NORTH_SOUTH.symbol} {score}"


@functools.lru_cache(maxsize=64)
def pars(grid: DoubleDummyGrid, vulnerability: Vulnerability) -> tuple[int, ...]:
    """Return the par scores of North and South by whoever deals, ascending; none if not known.

    The standard does not say that it matters who deals.
    """
    if any(count is None for row in grid.tricks for count in row):
        return ()
    from overtrick.plugin import par_scores

    return par_scores(grid, vulnerability)


def samples() -> Iterator[RuleSample]:
    """Yield boards by which the kit tests the rule: North and South make ten tricks in spades."""
    from overtrick.plugin import RuleSample

    grid = DoubleDummyGrid(((6, 6, 6, 10, 6), (6, 6, 6, 3, 6)) * 2).to_grid()
    right, wrong = (
        Board(
            number=1,
            vulnerability=Vulnerability.NONE,
            grids=(grid,),
            extras=Extras({_SCORE: score}),
        )
        for score in map(_of_north_south, (420, 140))
    )
    yield RuleSample(code="LAW309", bad=wrong, good=right)
