"""What a board says before and after writing and reading, field by field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from overtrick.findings.losses import Field, LossKind
from overtrick.model.board import NO_EXTRAS, Board, Extras
from overtrick.model.fields import field_value
from overtrick.testing.examples import content
from overtrick.testing.harness import Written

_DEALS: Final = frozenset({Field.DEAL, Field.PARTIAL_DEAL})
_NOTHING: Final = Board()


def changed_fields(before: Board, after: Board) -> frozenset[Field]:
    """Return the fields in which two boards differ.

    Extras that only the second has are not counted: they are the format's own bookkeeping.

    Example:
        >>> sorted(changed_fields(Board(number=1), Board(number=1, name="A")))
        [<Field.NAME: 'name'>]
    """
    found: set[Field] = {
        field
        for field in Field
        if field is not Field.EXTRAS and field_value(before, field) != field_value(after, field)
    }
    if not _is_kept(before.extras, after.extras):
        found.add(Field.EXTRAS)
    if len(found & _DEALS) == 2:
        # Whole on one side and partial on the other: what was there before is what is lost.
        found -= {field for field in _DEALS if field_value(before, field) is None}
    return frozenset(found)


def changes(
    before: Sequence[Board],
    after: Sequence[Board],
    header_before: Extras = NO_EXTRAS,
    header_after: Extras = NO_EXTRAS,
) -> Mapping[Field, str]:
    """Return the fields in which two files differ, each with one example.

    Where the second has another number of boards, the boards are compared in order and what
    is missing counts as lost.
    """
    found: dict[Field, str] = {}
    for index in range(max(len(before), len(after))):
        old = before[index] if index < len(before) else _NOTHING
        new = after[index] if index < len(after) else _NOTHING
        for field in sorted(changed_fields(old, new)):
            text = f"board {index + 1}: {_show(old, field)} came back as {_show(new, field)}"
            found.setdefault(field, text)
    if not _is_kept(header_before, header_after):
        found[Field.HEADER] = f"{content(header_before)!r} came back as {content(header_after)!r}"
    return found


def unreported(found: Mapping[Field, str], written: Written) -> dict[Field, str]:
    """Return the changes that the loss report does not name."""
    reported = written.fields()
    return {field: text for field, text in found.items() if field not in reported}


def imagined(found: Mapping[Field, str], written: Written) -> list[str]:
    """Return the losses that were reported although the field came back as it was."""
    return [
        f"{loss.field.value} {loss.kind.value} ({loss.reason})"
        for loss in written.report
        if loss.kind is not LossKind.DEFAULTED and loss.field not in found
    ]


def _is_kept(before: Extras, after: Extras) -> bool:
    there = content(after)
    return all(key in there and there[key] == value for key, value in content(before).items())


def _show(board: Board, field: Field) -> str:
    value = dict(board.extras) if field is Field.EXTRAS else field_value(board, field)
    return "nothing" if value is None else f"{value!r:.300}"
