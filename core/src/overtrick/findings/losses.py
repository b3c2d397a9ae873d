"""What a conversion loses: the vocabulary of fields, single losses, and the report.

A field is the unit in which formats say what they carry (`FormatSpec.carries`), writers say what
they dropped (`WriteContext.lose`), and the conformance kit compares what came back.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator
from typing import Final, Protocol

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


@attrs.frozen(kw_only=True)
class Loss:
    """One kind of loss over a whole conversion.

    Attributes:
        field: what was lost.
        kind: how.
        reason: why, in a few words.
        count: on how many boards (0 for what belongs to the whole file).
        boards: the labels of the first ten of them.
    """

    field: Field
    kind: LossKind
    reason: str
    count: int = 0
    boards: tuple[str, ...] = ()

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


def _line(loss: Loss) -> str:
    where = ""
    if loss.count:
        more = ", ..." if loss.count > len(loss.boards) else ""
        noun = "board" if loss.count == 1 else "boards"
        where = f" on {loss.count} {noun} ({', '.join(loss.boards)}{more})"
    return f"{loss.field.value} {loss.kind.value}{where}: {loss.reason}"


class Labelled(Protocol):
    """A board, as far as a loss names it."""

    @property
    def label(self) -> str:
        """What to call it in a message."""


class _Count:
    """On how many boards something is lost, and what the first ten are called."""

    __slots__ = ("boards", "labels")

    def __init__(self) -> None:
        self.boards = 0
        self.labels: list[str] = []


class LossCollector:
    """Gathers losses in memory that does not grow with the number of boards."""

    __slots__ = ("_found",)

    def __init__(self) -> None:
        self._found: dict[tuple[Field, LossKind, str], _Count] = {}

    def add(self, board: Labelled | None, field: Field, reason: str, kind: LossKind) -> None:
        """Count one loss; `board` is `None` for what belongs to the whole file."""
        key = (field, kind, reason)
        count = self._found.get(key)
        if count is None:
            count = self._found[key] = _Count()
        if board is not None:
            count.boards += 1
            if len(count.labels) < 10:
                count.labels.append(board.label)

    def merge(self, other: LossCollector) -> None:
        """Take up what another one gathered of the boards that follow."""
        for key, found in other._found.items():
            count = self._found.setdefault(key, _Count())
            count.boards += found.boards
            count.labels += found.labels[: 10 - len(count.labels)]

    def report(self) -> LossReport:
        """Return what was gathered so far."""
        order = list(Field)
        keys = sorted(self._found, key=lambda key: (order.index(key[0]), key[1], key[2]))
        return LossReport(
            tuple(
                Loss(
                    field=field,
                    kind=kind,
                    reason=reason,
                    count=self._found[field, kind, reason].boards,
                    boards=tuple(self._found[field, kind, reason].labels),
                )
                for field, kind, reason in keys
            )
        )
