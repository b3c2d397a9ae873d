"""The columns of boards: one plain value of each board, with its name and its type.

A table of boards (`overtrick.scan`) has one row for each board and the columns that the caller
names. A function of the board defines the value of each column; a format with a faster way gives
the same values.
"""

from __future__ import annotations

import enum
import json
from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from typing import Any, Final

import attrs

from overtrick.findings.errors import ModelError, OptionError
from overtrick.findings.losses import Field
from overtrick.model.board import Board
from overtrick.model.calls import Ending
from overtrick.model.cards import CARDS
from overtrick.model.hands import Deal
from overtrick.model.play import NO_CARD

Cell = int | float | str | tuple[int | None, ...] | None
"""The value of one cell; `None` for an empty one."""


class ColumnType(enum.Enum):
    """The type of a column's values, besides `None`.

    `INTEGER`: `int` of at most 64 bits. `MASK`: `int` of 52 bits, a set of cards (`Hand.mask`).
    `NUMBER`: `float`. `TEXT`: `str`. `TRICKS`: a tuple of twenty numbers of tricks, each 0 to 13 or
    `None`.
    """

    INTEGER = "integer"
    MASK = "mask"
    NUMBER = "number"
    TEXT = "text"
    TRICKS = "tricks"


@attrs.frozen(kw_only=True)
class BoardColumn:
    """One plain value of each board.

    Attributes:
        name: what the column is called.
        type: what its values are.
        of: the value of a board.
        fields: the fields of a board that `of` reads.
        summary: a one-line description.
        extra: the key of the extra that it shows, where it shows one.

    Example:
        >>> COLUMNS["dealer"].of(Board()) is None
        True
        >>> board_column("hcp", ColumnType.INTEGER, lambda board: 0, {Field.DEAL}).name
        'hcp'
    """

    name: str
    type: ColumnType
    of: Callable[[Board], Cell] = attrs.field(eq=False, repr=False)
    fields: frozenset[Field]
    summary: str = ""
    extra: str | None = None


def board_column(
    name: str,
    type: ColumnType,  # the word that users know
    of: Callable[[Board], Cell],
    fields: Iterable[Field],
    summary: str = "",
) -> BoardColumn:
    """Return a custom column for `overtrick.scan`; it is filled from boards.

    Args:
        name: what the column is called.
        type: what its values are.
        of: the value of a board.
        fields: the fields of a board that `of` reads; others need not be read from the file.
        summary: a one-line description.
    """
    return BoardColumn(name=name, type=type, of=of, fields=frozenset(fields), summary=summary)


def _at(path: str) -> Callable[[Board], Cell]:
    """Return what follows a path of attributes, to `None` where one on the way has no value."""
    if "." not in path:
        return attrgetter(path)
    names = path.split(".")

    def value(board: Board) -> Cell:
        found: Any = board
        for name in names:
            if found is None:
                return None
            found = getattr(found, name)
        cell: Cell = found
        return cell

    return value


def _deal(board: Board) -> Cell:
    return None if board.deal is None else board.deal.to_text()


def _hand(seat: int) -> Callable[[Board], Cell]:
    def mask(board: Board) -> Cell:
        deal: Deal | None = board.deal
        return None if deal is None else deal.hands[seat].mask

    return mask


def _contract(board: Board) -> Cell:
    contract = board.contract
    if contract is None or (contract.level is None and contract.strain is None):
        return None
    return contract.text


def _doubling(board: Board) -> Cell:
    contract = board.contract
    return None if contract is None or not contract.level else int(contract.doubling)


def _score(side: str) -> Callable[[Board], Cell]:
    def points(board: Board) -> Cell:
        found = None if board.score is None else getattr(board.score, side)
        return None if found is None else float(found)

    return points


_MARKS: Final = {Ending.OPEN: "+", Ending.CLOSED: "*"}


def _joined(words: list[str], ending: Ending) -> str:
    """Join words with blanks; add PBN's mark where the auction or play states how it ends."""
    mark = _MARKS.get(ending)
    return " ".join(words if mark is None else [*words, mark])


def _auction(board: Board) -> Cell:
    auction = board.auction
    if auction is None:
        return None
    words = ["-" if entry.call is None else entry.call.symbol for entry in auction.entries]
    return _joined(words, auction.ending)


_NO_CARD: Final = bytes([NO_CARD])
_SYMBOLS: Final = {**{card.index: card.symbol for card in CARDS}, NO_CARD: "-"}


def _play(board: Board) -> Cell:
    play = board.play
    if play is None:
        return None
    indexes = play.indexes
    if indexes is not None:
        # A play without annotations needs no `Trick` objects.
        return _joined([_SYMBOLS[index] for index in indexes.rstrip(_NO_CARD)], play.ending)
    words = []
    seats = [play.leader.after(step) for step in range(4)]
    for trick in play.tricks:
        for seat in seats:
            card = trick.card_of(seat)
            words.append("-" if card is None else card.symbol)
    while words and words[-1] == "-":
        words.pop()
    return _joined(words, play.ending)


def _double_dummy(board: Board) -> Cell:
    try:
        table = board.double_dummy
    except ModelError:
        # A table of that name which is none has no numbers.
        return None
    return None if table is None else tuple(count for row in table.tricks for count in row)


def _player(seat: int) -> Callable[[Board], Cell]:
    def name(board: Board) -> Cell:
        return board.info.players[seat]

    return name


def _team(place: int) -> Callable[[Board], Cell]:
    def name(board: Board) -> Cell:
        return board.info.teams[place]

    return name


def _table() -> dict[str, BoardColumn]:
    integer, mask, number, text = (
        ColumnType.INTEGER,
        ColumnType.MASK,
        ColumnType.NUMBER,
        ColumnType.TEXT,
    )
    deal = (Field.DEAL, Field.PARTIAL_DEAL)
    contract = (Field.CONTRACT,)
    seats = ("north", "east", "south", "west")
    calls, cards = (Field.AUCTION_CALLS,), (Field.PLAY_CARDS,)
    rows: list[tuple[str, ColumnType, str | Callable[[Board], Cell], tuple[Field, ...], str]] = [
        ("number", integer, "number", (Field.NUMBER,), "the board's number"),
        ("name", text, "name", (Field.NAME,), "its name where it has no number"),
        ("dealer", text, "dealer.symbol", (Field.DEALER,), "N, E, S or W"),
        ("vulnerability", text, "vulnerability.label", (Field.VULNERABILITY,), "None, NS, EW, All"),
        ("deal", text, _deal, deal, "the four hands as PBN writes them, North first"),
        *(
            (f"{seat}_hand", mask, _hand(place), deal, f"{seat.capitalize()}'s cards, bit 0 the C2")
            for place, seat in enumerate(seats)
        ),
        ("scoring", text, "scoring", (Field.SCORING,), "in the file's words"),
        ("contract", text, _contract, contract, "4SX, 3NT, Pass, or a bare strain"),
        ("level", integer, "contract.level", contract, "1 to 7, 0 for a passed-out board"),
        ("strain", text, "contract.strain.symbol", contract, "C, D, H, S or NT"),
        ("doubling", integer, _doubling, contract, "0, 1 doubled, 2 redoubled"),
        ("declarer", text, "contract.declarer.symbol", contract, "N, E, S or W"),
        ("result", integer, "result.tricks", (Field.RESULT,), "declarer's tricks"),
        ("result_ns", integer, "result.ns", (Field.RESULT,), "tricks told for North-South"),
        ("result_ew", integer, "result.ew", (Field.RESULT,), "tricks told for East-West"),
        ("score", number, _score("declarer"), (Field.SCORE,), "declarer's points"),
        ("score_ns", number, _score("ns"), (Field.SCORE,), "points told for North-South"),
        ("score_ew", number, _score("ew"), (Field.SCORE,), "points told for East-West"),
        ("event", text, "info.event", (Field.INFO_EVENT,), "the tournament"),
        ("site", text, "info.site", (Field.INFO_SITE,), "the place"),
        ("date", text, "info.date", (Field.INFO_DATE,), "as the file has it"),
        ("room", text, "info.room", (Field.INFO_ROOM,), "Open or Closed"),
        *(
            (seat, text, _player(place), (Field.INFO_PLAYERS,), f"the name of {seat.capitalize()}")
            for place, seat in enumerate(seats)
        ),
        ("home_team", text, _team(0), (Field.INFO_TEAMS,), "the home team"),
        ("visit_team", text, _team(1), (Field.INFO_TEAMS,), "the visiting team"),
        ("opener", text, "auction.dealer.symbol", calls, "who called first: N, E, S or W"),
        ("auction", text, _auction, calls, "the calls, divided by blanks"),
        ("leader", text, "play.leader.symbol", cards, "the seat of the play's first column"),
        ("play", text, _play, cards, "the cards by columns, `-` where none is given"),
        (
            "double_dummy",
            ColumnType.TRICKS,
            _double_dummy,
            (Field.GRIDS,),
            "tricks by declarer N, E, S, W and strain C, D, H, S, NT",
        ),
        ("line", integer, "origin.line", (), "the line of its first tag, 1-based"),
        ("offset", integer, "origin.offset", (), "the byte of its first tag, 0-based"),
    ]
    return {
        name: board_column(name, kind, _at(of) if isinstance(of, str) else of, fields, summary)
        for name, kind, of, fields, summary in rows
    }


COLUMNS: Final[Mapping[str, BoardColumn]] = _table()
"""The columns that every board has, by name."""

DEFAULT_COLUMNS: Final = tuple(
    name
    for name in COLUMNS
    if name not in {"deal", "level", "strain", "doubling", "line", "offset"}
)
"""The default columns of a scan; no two of them hold the same value."""


def extra_column(key: str) -> BoardColumn:
    """Return the column of an extra (`pbn:Generator`), as text.

    A number or a truth becomes its Python text, a tuple JSON.
    """

    def value(board: Board) -> Cell:
        found = board.extras.get(key)
        if found is None or isinstance(found, str):
            return found
        return json.dumps(found, ensure_ascii=False) if isinstance(found, tuple) else str(found)

    return BoardColumn(
        name=key,
        type=ColumnType.TEXT,
        of=value,
        fields=frozenset({Field.EXTRAS}),
        summary=f"the extra {key}",
        extra=key,
    )


def columns_of(names: Iterable[str | BoardColumn] | None) -> tuple[BoardColumn, ...]:
    """Return the columns of some names, in their order; the default columns for `None`.

    Args:
        names: names of `COLUMNS`, keys of extras (`pbn:Generator`), or columns of one's own.

    Raises:
        OptionError: there is no such column, two have one name, or there is none at all.

    Example:
        >>> [column.type.value for column in columns_of(["number", "pbn:Round", "deal"])]
        ['integer', 'text', 'text']
    """
    if isinstance(names, str):
        msg = f"several columns are wanted, such as [{names!r}], not the text {names!r} alone"
        raise OptionError(msg)
    found = tuple(_column(name) for name in (DEFAULT_COLUMNS if names is None else names))
    if not found:
        msg = "a scan has one column at least"
        raise OptionError(msg)
    known = [column.name for column in found]
    for name in known:
        if known.count(name) > 1:
            msg = f"two columns are called {name!r}"
            raise OptionError(msg)
    return found


def _column(name: str | BoardColumn) -> BoardColumn:
    if isinstance(name, BoardColumn):
        return name
    column = COLUMNS.get(name)
    if column is not None:
        return column
    if ":" in name:
        return extra_column(name)
    msg = f"there is no column {name!r} (there are: {', '.join(COLUMNS)}; an extra has a colon)"
    raise OptionError(msg)
