"""A board as a row and back: values without a column go into `rest`.

The columns are those of `overtrick.COLUMNS`. Where a format gives them at a glance, `rest` is the
board's own text as in the file, after the name of the format: `pbn:[Event ...`. For any other board
it holds the values without a column, as a JSON object with the keys of
`overtrick.tools.board_json`, each complete: `extras`, an `auction` with alerts, a `score` of which
a number would lose a digit. For a board with a number of more than 64 bits, or a text that UTF-8
cannot hold, it holds the complete board, under the key `whole`, and the columns that cannot hold
their values are empty. A board without other values has no rest. Row and rest together are the
board, equal in every field and in the bytes of its export.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, Final

import attrs

from overtrick import (
    CALLS,
    CARDS,
    COLUMNS,
    Auction,
    Board,
    BoardColumn,
    CallEntry,
    ColumnType,
    Contract,
    Deal,
    DoubleDummyGrid,
    Doubling,
    Ending,
    Field,
    Grid,
    Info,
    Play,
    Result,
    Score,
    Seat,
    Strain,
    Vulnerability,
    board_column,
    board_from_dict,
    board_to_dict,
    open_boards,
)
from overtrick.plugin import NO_CARD

_SEATS: Final = {seat.symbol: seat for seat in Seat}
_STRAINS: Final = {strain.symbol: strain for strain in Strain}
_VULNERABILITIES: Final = {Vulnerability(sides).label: Vulnerability(sides) for sides in range(4)}
_ENTRIES: Final = {call.symbol: CallEntry.plain(call) for call in CALLS}
_CARDS: Final = {card.symbol: card.index for card in CARDS} | {"-": NO_CARD}
_ENDINGS: Final = {"+": Ending.OPEN, "*": Ending.CLOSED}
_MARKED: Final = frozenset(_ENDINGS.values())
_SIDES: Final = (("declarer", "declarer"), ("NS", "ns"), ("EW", "ew"))
_SCORE_TABLE: Final = "ScoreTable"


def rest_of(board: Board) -> str | None:
    """Return the values of a board without a column, as a JSON object.

    Example:
        >>> rest_of(Board(number=7, dealer=Seat.SOUTH)) is None
        True
        >>> from overtrick import UNKNOWN
        >>> rest_of(Board(number=7, missing={"dealer": UNKNOWN}))
        '{"dealer":null}'
    """
    if not _is_held(board):
        return _JSON.encode({COMPLETE_BOARD: board_to_dict(board)})
    held: dict[str, Any] = {}
    missing = board.missing
    contract, result, auction, play = board.contract, board.result, board.auction, board.play
    if missing:
        held["missing"] = missing
    # A stated gap of a contract or its declarer is stored beside the other.
    if contract is not None and (missing or contract.swapped):
        held["contract"] = contract
    if result is not None and result.irregular:
        held["result"] = result
    if auction is not None and not _calls_suffice(auction):
        held["auction"] = auction
    if play is not None and not _cards_suffice(play):
        held["play"] = play
    if board.grids and not _is_double_dummy_alone(board):
        held["grids"] = board.grids
    if board.extras:
        held["extras"] = board.extras
    found = board_to_dict(Board(**held)) if held else {}
    if board.score is not None and not _numbers_suffice(board.score):
        # As texts: the file has 12.50, not 12.5.
        found["score"] = {
            key: str(points)
            for key, name in _SIDES
            if (points := getattr(board.score, name)) is not None
        }
    return _JSON.encode(found) if found else None


COMPLETE_BOARD: Final = "whole"
"""The key for the complete board, if a column cannot hold its value."""


def _is_held(board: Board) -> bool:
    """Return whether columns can hold a board's numbers and texts; few boards have others."""
    number, info = board.number, board.info
    if number is not None and number.bit_length() > _BITS:
        return False
    texts = (board.name, board.scoring, info.event, info.site, info.date, info.room)
    return all(
        text is None or text.isascii() or _is_text(text)
        for text in (*texts, *info.players, *info.teams)
    )


_BITS: Final = 63


def _is_text(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def held_text(text: str) -> str:
    r"""Return a text in valid UTF-8; invalid bytes of a file's name become escapes.

    Example:
        >>> held_text("Müller"), held_text("M\udcfcller")
        ('Müller', 'M\\udcfcller')
    """
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode()


_JSON: Final = json.JSONEncoder(separators=(",", ":"))  # `json.dumps` makes one each time


def _calls_suffice(auction: Auction) -> bool:
    for entry in auction.entries:
        if entry.call is None or not (entry is CallEntry.plain(entry.call) or entry.is_plain):
            return False
    ending = auction.ending
    return ending in _MARKED or (ending is Ending.COMPLETE) == auction.is_complete


def _cards_suffice(play: Play) -> bool:
    indexes = play.indexes
    if indexes is None or indexes.endswith(_ROW_OF_NONE):
        return False
    ending = play.ending
    return ending in _MARKED or (ending is Ending.COMPLETE) == play.is_whole()


_ROW_OF_NONE: Final = bytes([NO_CARD]) * 4


def _is_double_dummy_alone(board: Board) -> bool:
    """Return whether the only grid equals the one made from its twenty numbers, row by row."""
    grid = board.grids[0]
    if len(board.grids) > 1 or grid.name != _TABLE.name or grid.columns != _TABLE.columns:
        return False
    ranks = [_RANKS.get(row, -1) for row in grid.rows]
    return ranks == _ALL_RANKS or (-1 not in ranks and ranks == sorted({*ranks}))


_TABLES: Final = [DoubleDummyGrid(((count,) * 5,) * 4).to_grid() for count in range(14)]
_TABLE: Final = _TABLES[0]
# The place of each row among those of a table; rows of which nothing is known are left out.
_RANKS: Final = {row: rank for table in _TABLES for rank, row in enumerate(table.rows)}
_ALL_RANKS: Final = list(range(20))


def _numbers_suffice(score: Score) -> bool:
    return all(
        points is None or str(_points(float(points))) == str(points)
        for points in (score.declarer, score.ns, score.ew)
    )


def _points(number: float) -> Decimal:
    return Decimal(int(number)) if number.is_integer() else Decimal(repr(number))


def scores_of(rest: str | None) -> list[dict[str, str]]:
    """Return a board's score table: the cells of each row by column name.

    Args:
        rest: the values of a board without a column.

    Source: PBN 2.1 §5.9 (ScoreTable).

    Example:
        >>> scores_of(None)
        []
    """
    if rest is None or _SCORE_TABLE not in rest:
        return []
    grid = beside(rest).grid(_SCORE_TABLE)
    if grid is None:
        return []
    names = [column.name for column in grid.columns]
    return [dict(zip(names, row, strict=True)) for row in grid.rows]


REST: Final = "rest"

STORED: Final[tuple[BoardColumn, ...]] = tuple(
    column
    for name, column in COLUMNS.items()
    if name != "deal"  # the four hands determine it
)
"""The columns of `overtrick.COLUMNS` that an archive holds."""

READ: Final[tuple[BoardColumn, ...]] = (
    *STORED,
    board_column(REST, ColumnType.TEXT, rest_of, Field),
)
"""The columns read for each board: `STORED`, and its rest."""


def beside(rest: str) -> Board:
    """Return the board of a `rest` value: complete, or only the values without a column.

    Raises:
        ModelError, ValueError, FormatError, UnknownFormatError: it is no board.
    """
    if rest.startswith("{"):
        kept = json.loads(rest)
        return board_from_dict(kept.get(COMPLETE_BOARD, kept))
    name, _, text = rest.partition(":")
    (board,) = _read(name, [text])
    return board


def _read(name: str, texts: Sequence[str]) -> list[Board]:
    """Return the boards of several texts that are read in one pass."""
    data = "".join(texts).encode()
    with open_boards(data, format=name, errors="collect", sealed="show") as reader:
        found = [attrs.evolve(board, origin=None) for board in reader]
    if len(found) != len(texts):
        msg = f"{len(texts):,} texts hold {len(found):,} boards"
        raise ValueError(msg)
    return found


def boards_of_rows(columns: Mapping[str, Sequence[Any]]) -> list[Board]:
    """Return the boards of some rows, in order.

    Args:
        columns: the values of each column, by its name, as `board_of` takes them of one row.

    Raises:
        ModelError, ValueError, LookupError: the values are those of no board.
        FormatError, UnknownFormatError: a board's text is none, or its format is not installed.
    """
    rests: Sequence[str | None] = columns[REST]
    texts: dict[str, dict[int, str]] = {}
    for place, rest in enumerate(rests):
        if rest is not None and not rest.startswith("{"):
            name, _, text = rest.partition(":")
            texts.setdefault(name, {})[place] = text
    boards: dict[int, Board] = {}
    for name, some in texts.items():
        boards.update(zip(some, _read(name, list(some.values())), strict=True))
    names = tuple(columns)
    for place, values in enumerate(zip(*columns.values(), strict=True)):
        if place not in boards:
            boards[place] = board_of(dict(zip(names, values, strict=True)))
    return [boards[place] for place in range(len(rests))]


def board_of(row: Mapping[str, Any]) -> Board:
    """Return the board of a row of the table `boards`.

    Args:
        row: the values by the names of the columns; `auction` and `play` are sequences of words.

    Raises:
        ModelError, ValueError, LookupError: the values are those of no board.
        FormatError, UnknownFormatError: its text is none, or its format is not installed.

    Example:
        >>> row = dict.fromkeys((column.name for column in READ), None)
        >>> board_of(row | {"number": 3, "dealer": "W", "level": 1, "strain": "NT"})
        <Board 3 W 1NT>
    """
    text = row[REST]
    if text and not text.startswith("{"):
        return beside(text)
    kept: dict[str, Any] = json.loads(text) if text else {}
    if COMPLETE_BOARD in kept:
        return board_from_dict(kept[COMPLETE_BOARD])
    rest = board_from_dict(kept) if kept else _NOTHING
    dealer, vulnerability = row["dealer"], row["vulnerability"]
    is_contract_kept = "contract" in kept or "declarer" in kept
    return Board(
        number=row["number"],
        name=row["name"],
        dealer=None if dealer is None else _SEATS[dealer],
        vulnerability=None if vulnerability is None else _VULNERABILITIES[vulnerability],
        deal=_deal(row),
        scoring=row["scoring"],
        contract=rest.contract if is_contract_kept else _contract(row),
        result=rest.result if "result" in kept else _result(row),
        score=rest.score if "score" in kept else _score(row),
        auction=rest.auction if "auction" in kept else _auction(row),
        play=rest.play if "play" in kept else _play(row),
        info=Info(
            event=row["event"],
            site=row["site"],
            date=row["date"],
            room=row["room"],
            players=(row["north"], row["east"], row["south"], row["west"]),
            teams=(row["home_team"], row["visit_team"]),
        ),
        grids=rest.grids if "grids" in kept else _grids(row),
        extras=rest.extras,
        missing=rest.missing,
    )


_NOTHING: Final = Board()


def _deal(row: Mapping[str, Any]) -> Deal | None:
    masks = [row[f"{seat}_hand"] for seat in ("north", "east", "south", "west")]
    if masks[0] is None:
        return None
    return Deal.from_masks(*masks)


def _contract(row: Mapping[str, Any]) -> Contract | None:
    level, strain, declarer = row["level"], row["strain"], row["declarer"]
    if level is None and strain is None and declarer is None:
        return None
    return Contract(
        level=level,
        strain=None if strain is None else _STRAINS[strain],
        doubling=Doubling(row["doubling"] or 0),
        declarer=None if declarer is None else _SEATS[declarer],
    )


def _result(row: Mapping[str, Any]) -> Result | None:
    tricks, ns, ew = row["result"], row["result_ns"], row["result_ew"]
    if tricks is None and ns is None and ew is None:
        return None
    return Result(tricks=tricks, ns=ns, ew=ew)


def _score(row: Mapping[str, Any]) -> Score | None:
    numbers = (row["score"], row["score_ns"], row["score_ew"])
    if numbers == (None, None, None):
        return None
    declarer, ns, ew = (None if number is None else _points(number) for number in numbers)
    return Score(declarer=declarer, ns=ns, ew=ew)


def _divided(words: Sequence[str]) -> tuple[Sequence[str], Ending | None]:
    """Return the words of an auction or a play without its end mark, and the ending."""
    ending = _ENDINGS.get(words[-1]) if words else None
    return (words, None) if ending is None else (words[:-1], ending)


def _auction(row: Mapping[str, Any]) -> Auction | None:
    if row["opener"] is None:
        return None
    words, ending = _divided(row["auction"])
    made = Auction(dealer=_SEATS[row["opener"]], entries=tuple([_ENTRIES[word] for word in words]))
    if ending is None:
        ending = Ending.COMPLETE if made.is_complete else Ending.UNKNOWN
    return Auction(dealer=made.dealer, entries=made.entries, ending=ending)


def _play(row: Mapping[str, Any]) -> Play | None:
    if row["leader"] is None:
        return None
    words, ending = _divided(row["play"])
    leader, indexes = _SEATS[row["leader"]], bytes([_CARDS[word] for word in words])
    if ending is None:
        is_complete = len(indexes) == 52 and NO_CARD not in indexes
        ending = Ending.COMPLETE if is_complete else Ending.UNKNOWN
    return Play.of_indexes(leader, indexes, ending)


def _grids(row: Mapping[str, Any]) -> tuple[Grid, ...]:
    counts = row["double_dummy"]
    if counts is None:
        return ()
    rows = tuple(tuple(counts[start : start + 5]) for start in (0, 5, 10, 15))
    return (DoubleDummyGrid(rows).to_grid(),)
