"""The losses of a conversion for a page: by field and boards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

from overtrick import Field, LossKind, LossReport, NumberRanges
from overtrick.plugin import FilledText, printable

_NAMED = 12


@attrs.frozen(kw_only=True)
class LossSentence:
    """A loss of a conversion, as one sentence.

    Attributes:
        field: what was lost.
        kind: how.
        count: the number of boards; 0 for a loss of the complete file.
        boards: which, such as `1-16, 20`; empty for the complete file.
        what: what was lost, in words; empty where the field states it.
        reason: why, in a few words of English.
    """

    field: Field
    kind: LossKind
    count: int
    boards: str
    what: str
    reason: str


def lost(report: LossReport) -> tuple[LossSentence, ...]:
    """Return the losses of a conversion, the most serious first: dropped, approximated, filled in.

    Example:
        >>> from overtrick import Loss
        >>> [one] = lost(LossReport((Loss(field=Field.GRIDS, kind=LossKind.DROPPED, count=3,
        ...                               reason="no place", boards=("1", "2", "4")),)))
        >>> one.boards
        '1-2, 4'
    """
    order = list(LossKind)
    found = [
        LossSentence(
            field=loss.field,
            kind=loss.kind,
            count=loss.count,
            boards=_named(loss.boards),
            what=printable(loss.what),
            reason=_printable(loss.reason),
        )
        for loss in report
    ]
    return tuple(sorted(found, key=lambda one: order.index(one.kind)))


def _printable(text: str) -> str:
    # A `FilledText` stays one, so that the page can translate it.
    return text.printable() if isinstance(text, FilledText) else printable(text)


def _named(labels: Iterable[str]) -> str:
    """Return board labels in short form: the numbers as ranges, then some of the others."""
    numbers: list[int] = []
    others: list[str] = []
    for label in labels:
        is_number = label.isascii() and label.isdecimal() and 0 < len(label) < 10
        if is_number and int(label):
            numbers.append(int(label))
        else:
            others.append(printable(label))
    words = list(_ranges(numbers)) + others
    more = ["…"] if len(words) > _NAMED else []
    return ", ".join([*words[:_NAMED], *more])


def _ranges(numbers: Iterable[int]) -> Iterator[str]:
    for part in NumberRanges.from_numbers(numbers).parts:
        yield str(part)
