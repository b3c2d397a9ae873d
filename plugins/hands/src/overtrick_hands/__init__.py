"""Judging hands: evaluators, shapes, and conditions that pick boards from any file.

    >>> from overtrick import Hand
    >>> from overtrick_hands import balanced, cccc, compile_condition, hcp, north
    >>> hand = Hand.parse("KQT2.AT.J6542.85")
    >>> hcp(hand), cccc(hand), hand in balanced
    (10, 11.05, False)
    >>> compile_condition("north.hcp in 15..17") == north.hcp.between(15, 17)
    True

This module declares the command `select`; every other name of it is imported when it is first
used, so that the declaration costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from overtrick.plugin import ApiVersion, CommandSpec, hookimpl, lazy_names

if TYPE_CHECKING:
    from overtrick_hands.conditions.compiling import Solver
    from overtrick_hands.conditions.condition import Condition, compile_condition
    from overtrick_hands.conditions.parsing import parse_shapes
    from overtrick_hands.errors import ConditionError, HandError, ShapeError
    from overtrick_hands.evaluators import (
        EVALUATORS,
        Evaluator,
        aces,
        cccc,
        controls,
        doubletons,
        hcp,
        jacks,
        kings,
        length,
        longest,
        losers,
        new_losers,
        points,
        quality,
        queens,
        quick_tricks,
        rule_of_20,
        second,
        shortest,
        singletons,
        tens,
        top2,
        top3,
        top4,
        top5,
        voids,
    )
    from overtrick_hands.lengths import SHAPES, Shape, shape_index
    from overtrick_hands.shapes import (
        NAMED_CLASSES,
        ShapeClass,
        ShapeTable,
        balanced,
        semibalanced,
    )
    from overtrick_hands.terms import (
        east,
        everyone,
        ew,
        greatest,
        least,
        north,
        ns,
        someone,
        south,
        the,
        tricks,
        west,
    )


__all__ = [
    "EVALUATORS",
    "NAMED_CLASSES",
    "SHAPES",
    "Condition",
    "ConditionError",
    "Evaluator",
    "HandError",
    "Shape",
    "ShapeClass",
    "ShapeError",
    "ShapeTable",
    "Solver",
    "aces",
    "balanced",
    "cccc",
    "compile_condition",
    "controls",
    "doubletons",
    "east",
    "everyone",
    "ew",
    "greatest",
    "hcp",
    "jacks",
    "kings",
    "least",
    "length",
    "longest",
    "losers",
    "new_losers",
    "north",
    "ns",
    "parse_shapes",
    "points",
    "quality",
    "queens",
    "quick_tricks",
    "rule_of_20",
    "second",
    "semibalanced",
    "shape_index",
    "shortest",
    "singletons",
    "someone",
    "south",
    "tens",
    "the",
    "top2",
    "top3",
    "top4",
    "top5",
    "tricks",
    "voids",
    "west",
]


# Every public name, by the module that it comes from.
__getattr__, __dir__ = lazy_names(
    globals(),
    {
        "conditions.compiling": "Solver",
        "conditions.condition": "Condition compile_condition",
        "errors": "ConditionError HandError ShapeError",
        "evaluators": """
            EVALUATORS Evaluator aces cccc controls doubletons hcp jacks kings length longest losers
            new_losers points quality queens quick_tricks rule_of_20 second shortest singletons tens
            top2 top3 top4 top5 voids
        """,
        "conditions.parsing": "parse_shapes",
        "lengths": "SHAPES Shape shape_index",
        "shapes": "NAMED_CLASSES ShapeClass ShapeTable balanced semibalanced",
        "terms": "east everyone ew greatest least north ns someone south the tricks west",
    },
)


@hookimpl
def overtrick_commands(api: ApiVersion) -> Iterator[CommandSpec]:
    """Declare the command `select`."""
    yield CommandSpec(
        name="select",
        summary="Pick the boards that fit a condition on hands, contract, names ...",
        command="overtrick_hands.command:select",
    )
