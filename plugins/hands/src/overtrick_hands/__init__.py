"""Hand evaluation: evaluators, shapes, and conditions that select boards from any file.

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
    from overtrick_hands.arrays import look_up, shape_indexes
    from overtrick_hands.conditions import building
    from overtrick_hands.conditions.building import joined, meant
    from overtrick_hands.conditions.compiling import Solver, needs_hands
    from overtrick_hands.conditions.condition import Condition, compile_condition
    from overtrick_hands.conditions.limits import evaluator_of, span, verdict
    from overtrick_hands.conditions.parsing import parse_shapes, parse_value
    from overtrick_hands.conditions.printing import to_text
    from overtrick_hands.conditions.tree import Bound, Call, Constant, Kind, Node, walk
    from overtrick_hands.conditions.vectors import evaluated, foreign, numbers_of, seats_of
    from overtrick_hands.conditions.words import (
        FIELDS,
        FUNCTIONS,
        HAND_ATTRIBUTES,
        HAND_COLUMNS,
        SEAT_FUNCTIONS,
        SIDE_ATTRIBUTES,
        STRAINS,
        SUITS,
        SYNONYMS,
        all_words,
        words_behind,
    )
    from overtrick_hands.errors import ConditionError, HandError, ShapeError, excerpt
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
        pattern_class,
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
    "FIELDS",
    "FUNCTIONS",
    "HAND_ATTRIBUTES",
    "HAND_COLUMNS",
    "NAMED_CLASSES",
    "SEAT_FUNCTIONS",
    "SHAPES",
    "SIDE_ATTRIBUTES",
    "STRAINS",
    "SUITS",
    "SYNONYMS",
    "Bound",
    "Call",
    "Condition",
    "ConditionError",
    "Constant",
    "Evaluator",
    "HandError",
    "Kind",
    "Node",
    "Shape",
    "ShapeClass",
    "ShapeError",
    "ShapeTable",
    "Solver",
    "aces",
    "all_words",
    "balanced",
    "building",
    "cccc",
    "compile_condition",
    "controls",
    "doubletons",
    "east",
    "evaluated",
    "evaluator_of",
    "everyone",
    "ew",
    "excerpt",
    "foreign",
    "greatest",
    "hcp",
    "jacks",
    "joined",
    "kings",
    "least",
    "length",
    "longest",
    "look_up",
    "losers",
    "meant",
    "needs_hands",
    "new_losers",
    "north",
    "ns",
    "numbers_of",
    "parse_shapes",
    "parse_value",
    "pattern_class",
    "points",
    "quality",
    "queens",
    "quick_tricks",
    "rule_of_20",
    "seats_of",
    "second",
    "semibalanced",
    "shape_index",
    "shape_indexes",
    "shortest",
    "singletons",
    "someone",
    "south",
    "span",
    "tens",
    "the",
    "to_text",
    "top2",
    "top3",
    "top4",
    "top5",
    "tricks",
    "verdict",
    "voids",
    "walk",
    "west",
    "words_behind",
]


# Every public name, by the module that it comes from.
__getattr__, __dir__ = lazy_names(
    globals(),
    {
        "arrays": "look_up shape_indexes",
        "conditions": "building",
        "conditions.building": "joined meant",
        "conditions.compiling": "Solver needs_hands",
        "conditions.condition": "Condition compile_condition",
        "conditions.limits": "evaluator_of span verdict",
        "conditions.parsing": "parse_shapes parse_value",
        "conditions.printing": "to_text",
        "conditions.tree": "Bound Call Constant Kind Node walk",
        "conditions.vectors": "evaluated foreign numbers_of seats_of",
        "conditions.words": """
            FIELDS FUNCTIONS HAND_ATTRIBUTES HAND_COLUMNS SEAT_FUNCTIONS SIDE_ATTRIBUTES STRAINS
            SUITS SYNONYMS all_words words_behind
        """,
        "errors": "ConditionError HandError ShapeError excerpt",
        "evaluators": """
            EVALUATORS Evaluator aces cccc controls doubletons hcp jacks kings length longest
            losers new_losers points quality queens quick_tricks rule_of_20 second shortest
            singletons tens top2 top3 top4 top5 voids
        """,
        "lengths": "SHAPES Shape shape_index",
        "shapes": "NAMED_CLASSES ShapeClass ShapeTable balanced pattern_class semibalanced",
        "terms": "east everyone ew greatest least north ns someone south the tricks west",
    },
)


@hookimpl
def overtrick_commands(api: ApiVersion) -> Iterator[CommandSpec]:
    """Declare the command `select`."""
    yield CommandSpec(
        name="select",
        summary="Select boards that satisfy a condition on hands, contract, names ...",
        command="overtrick_hands.command:select",
    )
