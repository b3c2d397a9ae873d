"""A set of boards, with the header of their file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, overload

import attrs

from overtrick.findings.diagnostics import Diagnostic
from overtrick.model.board import NO_EXTRAS, Board, Extras
from overtrick.model.contract import Contract
from overtrick.model.notebook import html_of
from overtrick.model.table import Seat, Side

if TYPE_CHECKING:
    from decimal import Decimal

RecordValue = str | int | float | None
"""A cell of a record of `BoardSet.to_records`."""


@attrs.frozen(kw_only=True, repr=False)
class BoardSet:
    """The boards of a file, with its header.

    Attributes:
        boards: in the file's order.
        header: file-level data that only its format knows.
        format: the name of the format that was read, or `None`.
        is_sealed: whether the file marks its hands as hidden; not part of equality. A notebook
            then shows no hands, and a writer marks the hands as hidden where the format can.
        diagnostics: what the reader found; not part of equality.

    A set has a length, iterates, and takes an index. A slice of it is a set as well, of the same
    file: header, format and diagnostics stay.

    Example:
        >>> boards = BoardSet(boards=tuple(Board(number=number) for number in range(1, 25)))
        >>> boards[0].number, boards[-2:]
        (1, <BoardSet 2 boards: 23, 24>)
    """

    boards: tuple[Board, ...] = ()
    header: Extras = NO_EXTRAS
    format: str | None = attrs.field(default=None, eq=False)
    is_sealed: bool = attrs.field(default=False, eq=False)
    diagnostics: tuple[Diagnostic, ...] = attrs.field(default=(), eq=False)

    def __len__(self) -> int:
        return len(self.boards)

    def __iter__(self) -> Iterator[Board]:
        return iter(self.boards)

    @overload
    def __getitem__(self, index: int) -> Board: ...
    @overload
    def __getitem__(self, index: slice) -> BoardSet: ...
    def __getitem__(self, index: int | slice) -> Board | BoardSet:
        if isinstance(index, slice):
            return attrs.evolve(self, boards=self.boards[index])
        return self.boards[index]

    def to_records(self) -> list[dict[str, RecordValue]]:
        """Return a flat record of each board, from which a table is made in one call.

        `pandas.DataFrame(boards.to_records())`, `polars.DataFrame(boards.to_records())` and
        `pyarrow.Table.from_pylist(boards.to_records())` each give a row a board and a column a
        key. All records have the same keys in the same order; `None` where a board does not state
        the value, or states that it is unknown.

        - `board` (integer), `name`.
        - `dealer`: N, E, S or W. `vulnerability`: None, NS, EW or All, as text.
        - `north`, `east`, `south`, `west`: the hands, spades first, such as `KQT2.AT.J6542.85`.
        - `scoring`: as the file has it.
        - `auction`: the calls, divided by blanks. `lead`: the first card, such as `SK`.
        - `contract`: such as `4SX`; `Pass` for a passed-out board. `declarer`: N, E, S or W.
        - `result`: declarer's tricks, 0 to 13.
        - `score`: the points of North and South, an integer unless the file has a fraction.
        - `event`, `site`, `date`, `room`: as the file has them.
        - `player_north`, `player_east`, `player_south`, `player_west`, `team_home`, `team_away`.

        Example:
            >>> from overtrick import Result
            >>> board = Board(number=7, dealer=Seat.SOUTH, result=Result(tricks=9),
            ...               contract=Contract.parse("3NT", declarer=Seat.EAST))
            >>> [record] = BoardSet(boards=(board,)).to_records()
            >>> {key: value for key, value in record.items() if value is not None}
            {'board': 7, 'dealer': 'S', 'contract': '3NT', 'declarer': 'E', 'result': 9}
        """
        return [_record(board) for board in self.boards]

    def __repr__(self) -> str:
        labels = ", ".join(board.label for board in self.boards[:4])
        more = ", ..." if len(self.boards) > 4 else ""
        sealed = "sealed " if self.is_sealed else ""
        return f"<BoardSet {len(self.boards)} {sealed}boards: {labels}{more}>"

    def _repr_html_(self) -> str | None:
        """Return a table of the boards, which notebooks show; of sealed boards they show none."""
        return None if self.is_sealed else html_of(self)


def _record(board: Board) -> dict[str, RecordValue]:
    """Return a board as one row of a table."""
    info, contract, vulnerability = board.info, board.contract, board.vulnerability
    hands = (None,) * 4 if board.deal is None else board.deal.hands
    north, east, south, west = (hand.text if hand else None for hand in hands)
    declarer = None if contract is None else contract.declarer
    return {
        "board": board.number,
        "name": board.name,
        "dealer": None if board.dealer is None else board.dealer.symbol,
        "vulnerability": None if vulnerability is None else vulnerability.label,
        "north": north,
        "east": east,
        "south": south,
        "west": west,
        "scoring": board.scoring,
        "auction": _calls(board),
        "lead": _lead(board),
        "contract": None if contract is None else _bid(contract),
        "declarer": None if declarer is None else declarer.symbol,
        "result": _tricks(board, declarer),
        "score": _points(board, declarer),
        "event": info.event,
        "site": info.site,
        "date": info.date,
        "room": info.room,
        "player_north": info.players[Seat.NORTH],
        "player_east": info.players[Seat.EAST],
        "player_south": info.players[Seat.SOUTH],
        "player_west": info.players[Seat.WEST],
        "team_home": info.teams[0],
        "team_away": info.teams[1],
    }


def _bid(contract: Contract) -> str | None:
    """Return the contract; `None` where the file has only the declarer."""
    return None if contract.level is None and contract.strain is None else contract.text


def _calls(board: Board) -> str | None:
    auction = board.auction
    if auction is None:
        return None
    return " ".join(call.symbol for call in auction.calls)


def _lead(board: Board) -> str | None:
    play = board.play
    if play is None or not play.tricks:
        return None
    card = play.tricks[0].card_of(play.leader)
    return None if card is None else card.symbol


def _tricks(board: Board, declarer: Seat | None) -> int | None:
    result = board.result
    if result is None:
        return None
    return result.tricks if declarer is None else result.for_declarer(declarer)


def _points(board: Board, declarer: Seat | None) -> int | float | None:
    score = board.score
    if score is None:
        return None
    points: Decimal | None = score.for_side(Side.NORTH_SOUTH)
    if points is None and score.declarer is not None and declarer is not None:
        points = score.declarer if declarer.side is Side.NORTH_SOUTH else -score.declarer
    if points is None:
        return None
    return int(points) if points == points.to_integral_value() else float(points)
