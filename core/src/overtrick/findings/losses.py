"""What a conversion loses: the vocabulary of fields, single losses, and the report.

A field is the unit in which formats say what they carry (`FormatSpec.carries`), writers say what
they dropped (`WriteContext.lose`), and the conformance kit compares what came back.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Final

import attrs

from overtrick.model.board import Board
from overtrick.model.missing import PLACES, PLAYER_PLACES, TEAM_PLACES
from overtrick.model.play import PlayedCard


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


def _stated(value: object) -> Hashable | None:
    """Turn what states nothing (an empty text or tuple) into `None`."""
    return None if value is None or value in ("", ()) else value


def _entries(board: Board, attribute: str) -> Hashable | None:
    auction = board.auction
    if auction is None:
        return None
    pairs = tuple(
        (index, value)
        for index, entry in enumerate(auction.entries)
        if _stated(value := getattr(entry, attribute)) is not None and value is not False
    )
    return pairs or None


def _played(board: Board, attribute: str) -> Hashable | None:
    play = board.play
    if play is None:
        return None
    pairs = tuple(
        (number, seat, value)
        for number, trick in enumerate(play.tricks)
        for seat, played in enumerate(trick.cards)
        if played is not None and _stated(value := getattr(played, attribute)) is not None
    )
    return pairs or None


def _calls(board: Board) -> Hashable | None:
    auction = board.auction
    if auction is None:
        return None
    return (auction.dealer, tuple(entry.call for entry in auction.entries), auction.ending)


def _card(played: PlayedCard | None) -> Hashable | None:
    return None if played is None else played.card


def _cards(board: Board) -> Hashable | None:
    play = board.play
    if play is None:
        return None
    tricks = tuple(tuple(_card(played) for played in trick.cards) for trick in play.tricks)
    return (play.leader, tricks, play.ending)


def _partial_deal(board: Board) -> Hashable | None:
    return board.deal if board.deal is not None and not board.deal.is_complete else None


def _complete_deal(board: Board) -> Hashable | None:
    return board.deal if board.deal is not None and board.deal.is_complete else None


def _players(board: Board) -> Hashable | None:
    players = tuple(_stated(name) for name in board.info.players)
    return players if any(players) else None


def _teams(board: Board) -> Hashable | None:
    teams = tuple(_stated(name) for name in board.info.teams)
    return teams if any(teams) else None


_VALUES: Final[Mapping[Field, Callable[[Board], Hashable | None]]] = {
    Field.NUMBER: lambda board: _stated(board.number),
    Field.NAME: lambda board: _stated(board.name),
    Field.DEALER: lambda board: _stated(board.dealer),
    Field.VULNERABILITY: lambda board: _stated(board.vulnerability),
    Field.DEAL: _complete_deal,
    Field.PARTIAL_DEAL: _partial_deal,
    Field.SCORING: lambda board: _stated(board.scoring),
    Field.CONTRACT: lambda board: _stated(board.contract),
    Field.RESULT: lambda board: _stated(board.result),
    Field.SCORE: lambda board: _stated(board.score),
    Field.AUCTION_CALLS: _calls,
    Field.AUCTION_NOTES: lambda board: _entries(board, "note"),
    Field.AUCTION_ALERTS: lambda board: _entries(board, "alert"),
    Field.AUCTION_NAGS: lambda board: _entries(board, "nags"),
    Field.AUCTION_COMMENTS: lambda board: _entries(board, "comment"),
    Field.AUCTION_IRREGULARITIES: lambda board: _entries(board, "irregularity"),
    Field.PLAY_CARDS: _cards,
    Field.PLAY_NOTES: lambda board: _played(board, "note"),
    Field.PLAY_NAGS: lambda board: _played(board, "nags"),
    Field.PLAY_COMMENTS: lambda board: _played(board, "comment"),
    Field.PLAY_IRREGULARITIES: lambda board: _played(board, "irregularity"),
    Field.INFO_EVENT: lambda board: _stated(board.info.event),
    Field.INFO_SITE: lambda board: _stated(board.info.site),
    Field.INFO_DATE: lambda board: _stated(board.info.date),
    Field.INFO_ROOM: lambda board: _stated(board.info.room),
    Field.INFO_PLAYERS: _players,
    Field.INFO_TEAMS: _teams,
    Field.GRIDS: lambda board: _stated(board.grids),
    Field.EXTRAS: lambda board: board.extras or None,
    # What belongs to the whole file is no board's.
    Field.HEADER: lambda board: None,  # same shape as its neighbours
}


def field_value(board: Board, field: Field) -> Hashable | None:
    """Return what a board states in a field, in a form that compares; `None` for nothing.

    Unknown and empty values count as nothing: to forget that something is unknown is no loss.

    Example:
        >>> field_value(Board(number=7), Field.NUMBER), field_value(Board(), Field.GRIDS)
        (7, None)
    """
    return _VALUES[field](board)


def field_of_place(place: str) -> Field:
    """Return the field that a place of a board belongs to (see `overtrick.model.PLACES`).

    Example:
        >>> field_of_place("info.players.west"), field_of_place("declarer")
        (<Field.INFO_PLAYERS: 'info.players'>, <Field.CONTRACT: 'contract'>)
    """
    return _FIELD_OF_PLACE[place]


_WIDER: Final = {
    "declarer": Field.CONTRACT,
    "auction": Field.AUCTION_CALLS,
    "play": Field.PLAY_CARDS,
    **dict.fromkeys(PLAYER_PLACES, Field.INFO_PLAYERS),
    **dict.fromkeys(TEAM_PLACES, Field.INFO_TEAMS),
}
_FIELD_OF_PLACE: Final = {place: _WIDER.get(place) or Field(place) for place in PLACES}


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


class LossCollector:
    """Gathers losses in memory that does not grow with the number of boards."""

    __slots__ = ("_boards", "_counts")

    def __init__(self) -> None:
        self._counts: dict[tuple[Field, LossKind, str], int] = {}
        self._boards: dict[tuple[Field, LossKind, str], list[str]] = {}

    def add(self, board: Board | None, field: Field, reason: str, kind: LossKind) -> None:
        """Count one loss; `board` is `None` for what belongs to the whole file."""
        key = (field, kind, reason)
        labels = self._boards.setdefault(key, [])
        self._counts[key] = self._counts.get(key, 0) + (board is not None)
        if board is not None and len(labels) < 10:
            labels.append(board.label)

    def report(self) -> LossReport:
        """Return what was gathered so far."""
        order = list(Field)
        keys = sorted(self._counts, key=lambda key: (order.index(key[0]), key[1], key[2]))
        return LossReport(
            tuple(
                Loss(
                    field=field,
                    kind=kind,
                    reason=reason,
                    count=self._counts[field, kind, reason],
                    boards=tuple(self._boards[field, kind, reason]),
                )
                for field, kind, reason in keys
            )
        )
