"""Losses of a conversion: the vocabulary of fields, single losses, and the report.

Formats declare the fields that they carry (`FormatSpec.carries`), writers report losses by field
(`WriteContext.lose`), and the conformance kit compares boards field by field.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, repeat
from typing import Final, Protocol, overload

import attrs


class Field(enum.StrEnum):
    """The parts of a board, and of a file, that a format may carry.

    `EXTRAS` and `HEADER` mean the format's own extras: no format carries those of another.
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

    @property
    def label(self) -> str:
        """What people call it.

        Example:
            >>> Field.AUCTION_CALLS.label
            'the auction'
        """
        return _LABELS[self]


_LABELS: Final = {
    Field.NUMBER: "the board's number",
    Field.NAME: "the board's name",
    Field.DEALER: "the dealer",
    Field.VULNERABILITY: "the vulnerability",
    Field.DEAL: "the hands",
    Field.PARTIAL_DEAL: "incomplete hands",
    Field.SCORING: "the scoring",
    Field.CONTRACT: "the contract",
    Field.RESULT: "the result",
    Field.SCORE: "the score",
    Field.AUCTION_CALLS: "the auction",
    Field.AUCTION_NOTES: "notes on the auction",
    Field.AUCTION_ALERTS: "alerts",
    Field.AUCTION_NAGS: "ratings of calls",
    Field.AUCTION_COMMENTS: "comments on the auction",
    Field.AUCTION_IRREGULARITIES: "irregularities in the auction",
    Field.PLAY_CARDS: "the play",
    Field.PLAY_NOTES: "notes on the play",
    Field.PLAY_NAGS: "ratings of cards",
    Field.PLAY_COMMENTS: "comments on the play",
    Field.PLAY_IRREGULARITIES: "irregularities in the play",
    Field.INFO_EVENT: "the event",
    Field.INFO_SITE: "the site",
    Field.INFO_DATE: "the date",
    Field.INFO_ROOM: "the room",
    Field.INFO_PLAYERS: "the players' names",
    Field.INFO_TEAMS: "the teams",
    Field.GRIDS: "tables of results",
    Field.EXTRAS: "data that only the source format has",
    Field.HEADER: "data about the complete file",
}

ALL_FIELDS: Final = frozenset(Field)
"""Every field."""

DEAL_FIELDS: Final = frozenset({Field.NUMBER, Field.DEALER, Field.VULNERABILITY, Field.DEAL})
"""What a dealing program needs: number, dealer, vulnerability and a complete deal."""


class LossKind(enum.StrEnum):
    """The kind of a loss.

    `DROPPED`: it is not in the target. `APPROXIMATED`: something near it is. `DEFAULTED`: the
    target demands a value that the source did not have.
    """

    DROPPED = "dropped"
    APPROXIMATED = "approximated"
    DEFAULTED = "defaulted"


_BECAME: Final = {
    LossKind.DROPPED: "left out",
    LossKind.APPROXIMATED: "changed",
    LossKind.DEFAULTED: "filled in",
}


class Labelled(Protocol):
    """The label of a board in a loss."""

    @property
    def number(self) -> int | None:
        """Its number."""

    @property
    def label(self) -> str:
        """What to call it in a message."""


class Labels(Sequence[str]):
    """The labels of boards in order; a run of consecutive numbers is stored as two.

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

    def in_words(self) -> str:
        """Return them in few words: numbers in a row as one range, and no more than some.

        Example:
            >>> Labels(["1", "2", "3", "5", "Last"]).in_words()
            '1-3, 5, Last'
        """
        words = [
            run if isinstance(run, str) else _range(run[0], run[1] - 1)
            for run in islice(self._runs, _MAX_SHOWN)
        ]
        return ", ".join([*words, "..."] if len(self._runs) > _MAX_SHOWN else words)

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


def _range(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}-{last}"


@attrs.frozen(kw_only=True)
class Loss:
    """One kind of loss in a conversion, with the boards that it affects.

    Attributes:
        field: what was lost.
        kind: how.
        reason: why, in a few words.
        count: the number of boards (0 for a loss of the file's metadata).
        boards: the labels of all of them.
        what: what was lost, in words; empty where the field's label is enough.
    """

    field: Field
    kind: LossKind
    reason: str
    count: int = 0
    boards: Sequence[str] = ()
    what: str = ""

    def to_dict(self) -> dict[str, str | int | list[str]]:
        """Return the loss as a JSON object."""
        return {
            "field": self.field.value,
            "kind": self.kind.value,
            "what": self.what or self.field.label,
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
        tables of results (2 boards: 1-2) left out: DLM has no tables
    """

    losses: tuple[Loss, ...] = ()

    @property
    def is_lossless(self) -> bool:
        """Whether the target contains all data of the source unchanged."""
        return all(loss.kind is LossKind.DEFAULTED for loss in self.losses)

    def by_field(self) -> dict[Field, tuple[Loss, ...]]:
        """Return the losses grouped by field."""
        groups: dict[Field, tuple[Loss, ...]] = {}
        for loss in self.losses:
            groups[loss.field] = (*groups.get(loss.field, ()), loss)
        return groups

    def summary(self) -> str:
        """Return the losses in words, those of the same boards and reason in one line.

        Empty where there is none.
        """
        return "\n".join(_line(group) for group in _groups(self.losses))

    def to_dict(self) -> dict[str, bool | list[dict[str, str | int | list[str]]]]:
        """Return the report as a JSON object."""
        return {"lossless": self.is_lossless, "losses": [loss.to_dict() for loss in self.losses]}

    def __iter__(self) -> Iterator[Loss]:
        return iter(self.losses)

    def __len__(self) -> int:
        return len(self.losses)


_MAX_SHOWN: Final = 10
"""The maximum number of boards, or ranges of boards, that a summary names."""


def _groups(losses: Iterable[Loss]) -> Iterable[list[Loss]]:
    """Return losses together that differ in nothing but in what was lost."""
    groups: dict[tuple[LossKind, str, int, str], list[Loss]] = {}
    for loss in losses:
        key = (loss.kind, loss.reason, loss.count, _places(loss))
        groups.setdefault(key, []).append(loss)
    return groups.values()


def _places(loss: Loss) -> str:
    labels = loss.boards if isinstance(loss.boards, Labels) else Labels(loss.boards)
    return labels.in_words()


def _line(group: Sequence[Loss]) -> str:
    first = group[0]
    what = ", ".join(dict.fromkeys(loss.what or loss.field.label for loss in group))
    where = ""
    if first.count:
        noun = "board" if first.count == 1 else "boards"
        where = f" ({first.count:,} {noun}: {_places(first)})"
    return f"{what}{where} {_BECAME[first.kind]}: {first.reason}"


class LossCollector:
    """Collects losses; a loss of consecutive boards takes no more memory than one."""

    __slots__ = ("_found",)

    def __init__(self) -> None:
        self._found: dict[tuple[Field, LossKind, str, str], Labels] = {}

    def add(
        self,
        board: Labelled | None,
        field: Field,
        reason: str,
        kind: LossKind,
        what: str = "",
    ) -> None:
        """Count one loss.

        Args:
            board: the board; `None` for the file's metadata.
            field: what was lost.
            reason: why, in a few words.
            kind: how.
            what: what was lost, in words; empty where the field's label is enough.
        """
        key = (field, kind, reason, what)
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
        keys = sorted(self._found, key=lambda key: (order.index(key[0]), *key[1:]))
        return LossReport(
            tuple(
                Loss(
                    field=field,
                    kind=kind,
                    reason=reason,
                    count=len(self._found[field, kind, reason, what]),
                    boards=self._found[field, kind, reason, what].copy(),
                    what=what,
                )
                for field, kind, reason, what in keys
            )
        )
