"""The values of a board's fields, in a form that compares."""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable, Iterable, Mapping
from operator import attrgetter
from typing import Final

from overtrick.findings.losses import Field
from overtrick.model.board import NO_INFO, Board
from overtrick.model.calls import PLAIN_CALLS
from overtrick.model.missing import PLACES, PLAYER_PLACES, TEAM_PLACES
from overtrick.model.play import PlayedCard


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


def _at(path: str) -> Callable[[Board], Hashable | None]:
    """Return what looks at the attributes of a path."""
    get = attrgetter(path)
    return lambda board: _stated(get(board))


# The fields that are called as their attributes are.
_PATHS: Final = (
    *("number", "name", "dealer", "vulnerability", "scoring", "contract", "result", "score"),
    *("info.event", "info.site", "info.date", "info.room", "grids"),
)
_AT_CALLS: Final = {
    Field.AUCTION_NOTES: "note",
    Field.AUCTION_ALERTS: "alert",
    Field.AUCTION_NAGS: "nags",
    Field.AUCTION_COMMENTS: "comment",
    Field.AUCTION_IRREGULARITIES: "irregularity",
}
_AT_CARDS: Final = {
    Field.PLAY_NOTES: "note",
    Field.PLAY_NAGS: "nags",
    Field.PLAY_COMMENTS: "comment",
    Field.PLAY_IRREGULARITIES: "irregularity",
}

_VALUES: Final[Mapping[Field, Callable[[Board], Hashable | None]]] = {
    **{Field(path): _at(path) for path in _PATHS},
    **{field: functools.partial(_entries, attribute=name) for field, name in _AT_CALLS.items()},
    **{field: functools.partial(_played, attribute=name) for field, name in _AT_CARDS.items()},
    Field.DEAL: _complete_deal,
    Field.PARTIAL_DEAL: _partial_deal,
    Field.AUCTION_CALLS: _calls,
    Field.PLAY_CARDS: _cards,
    Field.INFO_PLAYERS: _players,
    Field.INFO_TEAMS: _teams,
    Field.EXTRAS: lambda board: board.extras or None,
    # The file's metadata belongs to no board.
    Field.HEADER: lambda board: None,
}


def field_value(board: Board, field: Field) -> Hashable | None:
    """Return a board's value of a field in a form that compares; `None` where it has none.

    Unknown and empty values count as nothing: to forget that something is unknown is no loss.

    Example:
        >>> field_value(Board(number=7), Field.NUMBER), field_value(Board(), Field.GRIDS)
        (7, None)
    """
    return _VALUES[field](board)


def field_of_place(place: str) -> Field:
    """Return the field that a place of a board belongs to (see `overtrick.PLACES`).

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


# The annotations of one call; an absent one is falsy.
_OF_A_CALL: Final = {field: attrgetter(name) for field, name in _AT_CALLS.items()}

# Groups of fields in which a board may state nothing.
_BARE_AUCTION, _NO_AUCTION, _BARE_PLAY, _NO_PLAY, _NO_INFO = 1, 2, 4, 8, 16
_SILENT: Final[Mapping[int, frozenset[Field]]] = {
    _BARE_AUCTION: frozenset(_AT_CALLS),
    _NO_AUCTION: frozenset({*_AT_CALLS, Field.AUCTION_CALLS}),
    _BARE_PLAY: frozenset(_AT_CARDS),
    _NO_PLAY: frozenset({*_AT_CARDS, Field.PLAY_CARDS}),
    _NO_INFO: frozenset(field for field in Field if field.value.startswith("info.")),
}

# What is plain is one shared object for each call or card.
_BARE_CALLS: Final = frozenset(map(id, PLAIN_CALLS))


class Stated:
    """The fields in which a board has a value.

    Example:
        >>> Stated([Field.GRIDS, Field.NUMBER]).of(Board(number=7)) == [Field.NUMBER]
        True
    """

    def __init__(self, fields: Iterable[Field]) -> None:
        self._fields = tuple(fields)
        # What is left to look at, by the groups of fields in which a board states nothing at all.
        self._left: dict[int, tuple[Field, ...]] = {}

    def of(self, board: Board) -> list[Field]:
        """Return those of the fields that a board states anything in, in the order given."""
        if not self._fields:
            return []
        auction, play = board.auction, board.play
        # Most calls and cards are bare; to see that once is far cheaper than to look for each
        # remark, and so it is with what a board has none of.
        silent = 0
        if auction is None:
            silent = _NO_AUCTION
        elif _BARE_CALLS.issuperset(map(id, auction.entries)):
            silent = _BARE_AUCTION
        if play is None:
            silent |= _NO_PLAY
        elif play.indexes is not None:
            silent |= _BARE_PLAY
        if board.info is NO_INFO:
            silent |= _NO_INFO
        left = self._left.get(silent)
        if left is None:
            known = {field for bit, group in _SILENT.items() if silent & bit for field in group}
            left = tuple(field for field in self._fields if field not in known)
            self._left[silent] = left
        return [field for field in left if _is_stated(board, field)]


def _is_stated(board: Board, field: Field) -> bool:
    # Calls and cards need not be put into a form that compares.
    if field is Field.AUCTION_CALLS:
        return board.auction is not None
    if field is Field.PLAY_CARDS:
        return board.play is not None
    annotation_of = _OF_A_CALL.get(field)
    if annotation_of is not None:
        return board.auction is not None and any(map(annotation_of, board.auction.entries))
    return field_value(board, field) is not None
