"""What a conversion loses: the vocabulary of fields, single losses, and the report.

A field is the unit in which formats say what they carry (`FormatSpec.carries`), writers say what
they dropped (`WriteContext.lose`), and the conformance kit compares what came back.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, repeat
from typing import Final, Protocol, overload

import attrs


class Field(enum.StrEnum):
    """The parts of a board, and of a file, that a format may carry.

    `EXTRAS` and `HEADER` mean the format's own extras: nobody carries another format's.
    """

    NUMBER = "number"
    NAME = "name"
    DEALER = "dealer"
    VULNERABILITY = "vulnerability"
    DEAL = "deal"
    PARTIAL_DEAL = "deal.partial"
    SCORING = "scoring"
    CONTRACT = "contract"
    RESULT = "result"
    SCORE = "score"
    AUCTION_CALLS = "auction.calls"
    AUCTION_NOTES = "auction.notes"
    AUCTION_ALERTS = "auction.alerts"
    AUCTION_NAGS = "auction.nags"
    AUCTION_COMMENTS = "auction.comments"
    AUCTION_IRREGULARITIES = "auction.irregularities"
    PLAY_CARDS = "play.cards"
    PLAY_NOTES = "play.notes"
    PLAY_NAGS = "play.nags"
    PLAY_COMMENTS = "play.comments"
    PLAY_IRREGULARITIES = "play.irregularities"
    INFO_EVENT = "info.event"
    INFO_SITE = "info.site"
    INFO_DATE = "info.date"
    INFO_ROOM = "info.room"
    INFO_PLAYERS = "info.players"
    INFO_TEAMS = "info.teams"
    GRIDS = "grids"
    EXTRAS = "extras"
    HEADER = "header"


ALL_FIELDS: Final = frozenset(Field)
"""Every field."""

DEAL_FIELDS: Final = frozenset({Field.NUMBER, Field.DEALER, Field.VULNERABILITY, Field.DEAL})
"""What a dealing program needs: number, dealer, vulnerability and a complete deal."""


class LossKind(enum.StrEnum):
    """What became of a value.

    `DROPPED`: it is not in the target. `APPROXIMATED`: something near it is. `DEFAULTED`: the
    target demands a value that the source did not have.
    """

    DROPPED = "dropped"
    APPROXIMATED = "approximated"
    DEFAULTED = "defaulted"


class Labelled(Protocol):
    """A board, as far as a loss names it."""

    @property
    def number(self) -> int | None:
        """Its number."""

    @property
    def label(self) -> str:
        """What to call it in a message."""


class Labels(Sequence[str]):
    """The labels of boards in the order in which they came; a million numbers in a row cost two.

    Example:
        >>> Labels(["1", "2", "Last"])
        Labels('1', '2', 'Last')
        >>> Labels(["1", "2"]) == ("1", "2")
        True
    """

    __slots__ = ("_count", "_runs")

    def __init__(self, labels: Iterable[str] = ()) -> None:
        # A label that is no number; or the first of some numbers in a row, the one behind the last,
        # and how often each of them came.
        self._runs: list[str | list[int]] = []
        self._count = 0
        for label in labels:
            is_number = label.isdecimal() and len(label) < 10 and str(int(label)) == label
            self._add(int(label) if is_number else None, label)

    def add(self, board: Labelled) -> None:
        """Add a board."""
        number = board.number
        self._add(number, "" if number is not None else board.label)

    def _add(self, number: int | None, label: str) -> None:
        runs = self._runs
        self._count += 1
        if number is None:
            runs.append(label)
            return
        last = runs[-1] if runs else label
        if isinstance(last, list) and last[1] == number and last[2] == 1:
            last[1] += 1
        elif isinstance(last, list) and last[0] == number == last[1] - 1:
            last[2] += 1
        else:
            runs.append([number, number + 1, 1])

    def extend(self, others: Labels) -> None:
        """Add those of others behind these."""
        self._runs += ([*run] if isinstance(run, list) else run for run in others._runs)
        self._count += others._count

    def copy(self) -> Labels:
        """Return the same labels, to which none are added any more."""
        same = Labels()
        same.extend(self)
        return same

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[str]:
        for run in self._runs:
            if isinstance(run, str):
                yield run
            else:
                first, end, times = run
                for number in range(first, end):
                    yield from repeat(str(number), times)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[str, ...]: ...
    def __getitem__(self, index: int | slice) -> str | tuple[str, ...]:
        if isinstance(index, slice) and index.step is None and (index.stop or -1) >= 0:
            # Most want no more than the first.
            return tuple(islice(self, index.stop))[index.start :]
        return tuple(self)[index]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (Labels, tuple)):
            return NotImplemented
        return tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Labels({', '.join(map(repr, self))})"


@attrs.frozen(kw_only=True)
class Loss:
    """One kind of loss over a whole conversion.

    Attributes:
        field: what was lost.
        kind: how.
        reason: why, in a few words.
        count: on how many boards (0 for what belongs to the whole file).
        boards: the labels of all of them.
    """

    field: Field
    kind: LossKind
    reason: str
    count: int = 0
    boards: Sequence[str] = ()

    def to_dict(self) -> dict[str, str | int | list[str]]:
        """Return the loss as a JSON object."""
        return {
            "field": self.field.value,
            "kind": self.kind.value,
            "reason": self.reason,
            "count": self.count,
            "boards": list(self.boards),
        }


@attrs.frozen
class LossReport:
    """All losses of one conversion, in the order of the `Field` vocabulary.

    Example:
        >>> report = LossReport((Loss(field=Field.GRIDS, kind=LossKind.DROPPED,
        ...                           reason="DLM has no tables", count=2, boards=("1", "2")),))
        >>> print(report.summary())
        grids dropped on 2 boards (1, 2): DLM has no tables
    """

    losses: tuple[Loss, ...] = ()

    @property
    def is_lossless(self) -> bool:
        """Whether nothing that the source said is missing or changed in the target."""
        return all(loss.kind is LossKind.DEFAULTED for loss in self.losses)

    def by_field(self) -> dict[Field, tuple[Loss, ...]]:
        """Return the losses grouped by field."""
        groups: dict[Field, tuple[Loss, ...]] = {}
        for loss in self.losses:
            groups[loss.field] = (*groups.get(loss.field, ()), loss)
        return groups

    def summary(self) -> str:
        """Return a line for each loss; empty where there is none."""
        return "\n".join(_line(loss) for loss in self.losses)

    def to_dict(self) -> dict[str, bool | list[dict[str, str | int | list[str]]]]:
        """Return the report as a JSON object."""
        return {"lossless": self.is_lossless, "losses": [loss.to_dict() for loss in self.losses]}

    def __iter__(self) -> Iterator[Loss]:
        return iter(self.losses)

    def __len__(self) -> int:
        return len(self.losses)


_SHOWN: Final = 10  # so many boards a summary names


def _line(loss: Loss) -> str:
    where = ""
    if loss.count:
        shown = loss.boards[:_SHOWN]
        more = ", ..." if loss.count > len(shown) else ""
        noun = "board" if loss.count == 1 else "boards"
        where = f" on {loss.count} {noun} ({', '.join(shown)}{more})"
    return f"{loss.field.value} {loss.kind.value}{where}: {loss.reason}"


class LossCollector:
    """Collects losses; a loss of consecutive boards takes no more memory than one."""

    __slots__ = ("_found",)

    def __init__(self) -> None:
        self._found: dict[tuple[Field, LossKind, str], Labels] = {}

    def add(self, board: Labelled | None, field: Field, reason: str, kind: LossKind) -> None:
        """Count one loss; `board` is `None` for what belongs to the whole file."""
        key = (field, kind, reason)
        labels = self._found.get(key)
        if labels is None:
            labels = self._found[key] = Labels()
        if board is not None:
            labels.add(board)

    def report(self) -> LossReport:
        """Return what was gathered so far."""
        if not self._found:
            return LossReport(())
        order = list(Field)
        keys = sorted(self._found, key=lambda key: (order.index(key[0]), key[1], key[2]))
        return LossReport(
            tuple(
                Loss(
                    field=field,
                    kind=kind,
                    reason=reason,
                    count=len(self._found[field, kind, reason]),
                    boards=self._found[field, kind, reason].copy(),
                )
                for field, kind, reason in keys
            )
        )
