"""Writes the page of the words that conditions know, from the tables that read them."""

from __future__ import annotations

from overtrick_hands import (
    EVALUATORS,
    FIELDS,
    FUNCTIONS,
    HAND_ATTRIBUTES,
    NAMED_CLASSES,
    SIDE_ATTRIBUTES,
    STRAINS,
    SYNONYMS,
    Kind,
    words_behind,
)


def page() -> str:
    """Return the page."""
    parts = [
        "# The words of conditions\n",
        "What stands in a condition of [`overtrick select`](../reference/conditions.md), made "
        "from the tables that "
        "the language reads.\n",
        "## What a board says\n",
        _table(
            ("word", "it is", "meaning"),
            [(f"`{field.name}`", field.kind.value, field.summary) for field in FIELDS.values()],
        ),
        "Seats are `north`, `east`, `south`, `west`, and "
        + ", ".join(f"`{name}`" for name, field in FIELDS.items() if field.kind is Kind.SEAT)
        + "; sides are `ns` and `ew`; suits and the like are "
        + ", ".join(f"`{name}`" for name in reversed(STRAINS))
        + ".\n",
        "## Counts of hands\n",
        "Behind a seat (`north.hcp`), a side, which has both hands' together (`ns.hcp`), and a "
        "suit of either (`north.spades.hcp`, `ns.spades.top3`), as far as the columns say.\n",
        _table(
            ("word", "counts", "hand", "side", "suit", "source"),
            [
                (
                    f"`{name}`",
                    evaluator.summary,
                    *(
                        "yes" if name in words_behind(kind) else ""
                        for kind in (Kind.SEAT, Kind.SIDE, Kind.HOLDING)
                    ),
                    evaluator.source,
                )
                for name, evaluator in EVALUATORS.items()
            ],
        ),
        "## What else stands behind a seat or a side\n",
        _table(
            ("word", "meaning", "seat", "side"),
            [
                (
                    f"`{name}`",
                    meaning,
                    "yes" if name in words_behind(Kind.SEAT) else "",
                    "yes" if name in words_behind(Kind.SIDE) else "",
                )
                for name, meaning in {**HAND_ATTRIBUTES, **SIDE_ATTRIBUTES}.items()
            ],
        ),
        "## Classes of shapes\n",
        "As `balanced(north)`, `north.balanced` or `north is balanced`, and within `shape(...)`.\n",
        _table(
            ("word", "shapes", "of all hands"),
            [
                (f"`{name}`", meaning, f"{100 * shapes.probability:.4g} %")
                for name, (shapes, meaning) in NAMED_CLASSES.items()
            ],
        ),
        "## What has brackets\n",
        _table(
            ("example", "meaning"),
            [
                (f"`{text.partition(': ')[0]}`", text.partition(": ")[2])
                for name, text in FUNCTIONS.items()
                if name not in NAMED_CLASSES
            ],
        ),
        "## Other words for some\n",
        _table(("word", "the same as"), [(f"`{a}`", f"`{b}`") for a, b in SYNONYMS.items()]),
    ]
    return "\n".join(parts)


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    lines = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    lines += [f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |" for row in rows]
    return "\n".join(lines) + "\n"
