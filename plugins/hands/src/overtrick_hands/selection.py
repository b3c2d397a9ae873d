"""Evaluate a condition on the boards of files, and explain its interpretation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import attrs

from overtrick import Cell, Diagnostic, NumberRanges, Scan
from overtrick.plugin import ReadSettings, ReadSource, Seals, columns_of, default_manager
from overtrick_hands.conditions.condition import Condition
from overtrick_hands.conditions.limits import evaluator_of, verdict
from overtrick_hands.conditions.printing import to_text
from overtrick_hands.conditions.tree import Call, Constant, Kind, Node, walk
from overtrick_hands.conditions.words import FIELDS, FUNCTIONS, HAND_ATTRIBUTES, SIDE_ATTRIBUTES
from overtrick_hands.evaluators import EVALUATORS
from overtrick_hands.shapes import NAMED_CLASSES, ShapeClass, name_of

Row = tuple[Cell, ...]


@attrs.define(kw_only=True)
class Found:
    """The counts of a condition's answers.

    Attributes:
        boards: how many boards were tried.
        picked: the numbers of those of which it is true, in their order; a board without a number
            goes by its 1-based position.
        unknown: the numbers of the undecided ones.
    """

    boards: int = 0
    picked: list[int] = attrs.field(factory=list)
    unknown: list[int] = attrs.field(factory=list)

    def note(self, number: int | None, answer: bool | None) -> None:  # of three
        """Count the answer for the next board."""
        self.boards += 1
        if answer is not False:
            place = self.boards if number is None else number
            (self.unknown if answer is None else self.picked).append(place)

    def add(self, other: Found) -> None:
        """Add the counts of another file."""
        self.boards += other.boards
        self.picked += other.picked
        self.unknown += other.unknown


@attrs.frozen(kw_only=True)
class Search:
    """A condition to evaluate on the boards of a file; it can be pickled.

    Attributes:
        condition: what the boards have to be like.
        format: the format's name; detected from the content if not given.
        options: options for reading.
        sealed: what is done about a file whose hands are not to be shown.
    """

    condition: Condition
    format: str | None = None
    options: Mapping[str, str] = attrs.field(factory=dict)
    sealed: Seals = "refuse"

    def rows(
        self,
        source: ReadSource,
        path: str | None = None,
        diagnostics: list[Diagnostic] | None = None,
    ) -> Iterator[tuple[int | None, Row]]:
        """Yield the numbers of a file's boards with the columns of the condition, and no others.

        Args:
            source: as `overtrick.scan` takes it.
            path: a name for messages.
            diagnostics: takes what is found wrong in the file.

        Raises:
            SealedError: the file is sealed, and `sealed` is `refuse`.
            The errors of `overtrick.scan`.
        """
        names = self.condition.columns
        columns = columns_of(["number", *(name for name in names if name != "number")])
        settings = ReadSettings(
            format=self.format,
            errors="collect",
            options=self.options,
            path=path,
            sealed=self.sealed,
        )
        places = {column.name: place for place, column in enumerate(columns)}
        order = [places[name] for name in names]
        with Scan(source, default_manager(), settings, columns=columns) as batches:
            for batch in batches:
                values = [batch.values[place] for place in order]
                rows: Iterable[Row] = zip(*values, strict=True) if order else [()] * len(batch)
                for number, row in zip(batch.values[0], rows, strict=True):
                    yield (number if isinstance(number, int) else None), row
            if diagnostics is not None:
                diagnostics.extend(batches.diagnostics)


# The columns that are independent of the cards.
_BLIND: Final = frozenset({
    "number", "name", "dealer", "vulnerability", "scoring", "event", "site", "date", "room",
    "north", "east", "south", "west", "home_team", "visit_team", "line", "offset",
})  # fmt: skip


def reveals_hands(condition: Condition) -> bool:
    """Return whether the matching boards reveal anything about the hands."""
    return not _BLIND.issuperset(condition.columns)


def numbers_text(numbers: Iterable[int]) -> str:
    """Return board numbers in the form of `--boards`: `3,7-9`."""
    return str(NumberRanges.from_numbers(numbers))


def explanation(condition: Condition) -> str:
    """Return the interpretation of a condition, in lines."""
    tree = condition.tree
    lines = [to_text(tree), "", *_outline(tree, "")]
    words = dict(_words(tree))
    if words:
        width = max(map(len, words))
        lines += ["", *(f"{name:{width}}  {what}" for name, what in words.items())]
    lines += ["", _looks_at(condition)]
    known = verdict(tree)
    if known is not None:
        lines.append(f"It is {'always' if known else 'never'} true.")
    else:
        for part in condition.parts:
            if verdict(part.tree):
                lines.append(f"Its part {part.text} is always true.")
    return "\n".join(lines)


def _outline(node: Node, indent: str) -> Iterator[str]:
    if isinstance(node, Call) and node.name in {"and", "or"}:
        yield f"{indent}{'all of these:' if node.name == 'and' else 'one of these:'}"
        for part in node.arguments:
            yield from _outline(part, f"{indent}  ")
    elif isinstance(node, Call) and node.name == "not":
        yield f"{indent}not:"
        yield from _outline(node.arguments[0], f"{indent}  ")
    else:
        yield f"{indent}{to_text(node)}"


def _words(tree: Node) -> Iterator[tuple[str, str]]:
    """Yield the words of a condition with their meanings."""
    for node in walk(tree):
        if isinstance(node, Constant):
            if node.kind is Kind.SHAPES and isinstance(node.value, ShapeClass):
                share = f"{100 * node.value.probability:.4g} % of all hands"
                name = name_of(node.value)
                what = NAMED_CLASSES[name][1] if name else f"{len(node.value)} of 560 shapes"
                yield name or "shape", f"{what}; {share}"
        elif node.name == "counted" or (node.name in EVALUATORS and node.name != "length"):
            evaluator = evaluator_of(node)
            yield evaluator.name, f"{evaluator.summary} ({evaluator.source})"
        elif node.name in FIELDS:
            yield node.name, FIELDS[node.name].summary
        elif node.name in SIDE_ATTRIBUTES or node.name in HAND_ATTRIBUTES:
            yield node.name, {**HAND_ATTRIBUTES, **SIDE_ATTRIBUTES}[node.name]
        elif node.name in FUNCTIONS and node.name != "shape":
            yield node.name, FUNCTIONS[node.name].partition(": ")[2]


def _looks_at(condition: Condition) -> str:
    names = [name for name in condition.columns if not name.endswith("_hand")]
    if len(names) < len(condition.columns):
        names.insert(0, "the hands")
    if not names:
        return "It needs no value of a board."
    listed = ", ".join(names)
    return f"It needs {listed}; a board without these values is not selected."
