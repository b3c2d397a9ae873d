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
        "# Words of conditions\n",
        "All words of the [language of conditions](../reference/conditions.md).\n",
        "## Values of a board\n",
        _table(
            ("word", "type", "meaning"),
            [(f"`{field.name}`", field.kind.value, field.summary) for field in FIELDS.values()],
        ),
        "Seats are `north`, `east`, `south`, `west`, and "
        + ", ".join(f"`{name}`" for name, field in FIELDS.items() if field.kind is Kind.SEAT)
        + ". Sides are `ns` and `ew`. Strains are "
        + ", ".join(f"`{name}`" for name in reversed(STRAINS))
        + ".\n",
        "## Counts of hands\n",
        "They follow a seat (`north.hcp`), a side, for both hands together (`ns.hcp`), or a suit "
        "of either (`north.spades.hcp`, `ns.spades.top3`), as the columns show.\n",
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
        "## Other attributes of a seat or a side\n",
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
        "Write `balanced(north)`, `north.balanced` or `north is balanced`, or use the word in "
        "`shape(...)`.\n",
        _table(
            ("word", "shapes", "of all hands"),
            [
                (f"`{name}`", meaning, f"{100 * shapes.probability:.4g} %")
                for name, (shapes, meaning) in NAMED_CLASSES.items()
            ],
        ),
        "## Functions\n",
        _table(
            ("example", "meaning"),
            [
                (f"`{text.partition(': ')[0]}`", text.partition(": ")[2])
                for name, text in FUNCTIONS.items()
                if name not in NAMED_CLASSES
            ],
        ),
        "## Synonyms\n",
        _table(("word", "the same as"), [(f"`{a}`", f"`{b}`") for a, b in SYNONYMS.items()]),
    ]
    return "\n".join(parts)


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    lines = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    lines += [f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |" for row in rows]
    return "\n".join(lines) + "\n"
