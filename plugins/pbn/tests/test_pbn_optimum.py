"""The optimum score that a board states, against its own table of double-dummy results."""

from __future__ import annotations

import pytest

from overtrick import Board, DoubleDummyGrid, Extras, Vulnerability, lint
from overtrick_testing import RuleSuite

GRID = DoubleDummyGrid(((7, 7, 7, 10, 9), (5, 5, 5, 3, 3)) * 2)


class TestOptimumScore(RuleSuite):
    rule_name = "optimum_score"

    @pytest.mark.xfail(strict=True, reason="the code is older than the rule and keeps its name")
    def test_catalogue_is_complete(self):
        super().test_catalogue_is_complete()


def found_in(**fields):
    return [f"{problem.code} {problem.part}" for problem in lint(Board(**fields))]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("NS 420", []),
        ("NS +420", []),
        ("EW -420", []),
        ("ns 420", []),
        ("EW -420 NS 420", []),
        ("NS 140", ["LAW309 extras.pbn:OptimumScore"]),
        ("EW 420", ["LAW309 extras.pbn:OptimumScore"]),
        # What cannot be understood is the format's business.
        ("", []),
        ("420", []),
        ("NS 420 EW 420", []),
    ],
)
def test_the_optimum_score_against_the_table(text, found):
    fields = {
        "grids": (GRID.to_grid(),),
        "extras": Extras({"pbn:OptimumScore": text}),
    }
    assert found_in(vulnerability=Vulnerability.NONE, **fields) == found
    assert found_in(vulnerability=None, **fields) == []


def test_the_optimum_score_may_be_that_of_any_dealer():
    # Both sides make 1NT, so the first to bid has it.
    hot = DoubleDummyGrid(((6, 6, 6, 6, 7),) * 4)
    for text, found in (("NS 90", []), ("EW 90", []), ("NS 0", ["LAW309"])):
        board = Board(
            vulnerability=Vulnerability.NONE,
            grids=(hot.to_grid(),),
            extras=Extras({"pbn:OptimumScore": text}),
        )
        assert [problem.code for problem in lint(board)] == found


def test_a_table_that_cannot_be_read_is_told_by_the_law_alone():
    grid = GRID.to_grid()
    rows = (("N", "NT", "many"), *grid.rows[1:])
    board = Board(
        vulnerability=Vulnerability.NONE,
        grids=(type(grid)(name=grid.name, columns=grid.columns, rows=rows),),
        extras=Extras({"pbn:OptimumScore": "NS 140"}),
    )
    assert [problem.code for problem in lint(board)] == ["LAW313"]
