"""Plain PBN: export format with no more in it than readers that know little can read.

A board is made plain first, each thing that is left out told; then it is exported as any other.

Source: PBN 2.1 §3.4 to §3.6; what programs stop at was found by trial
(docs/extending/pbn-peers.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import BinaryIO, Final

import attrs

from overtrick import (
    EMPTY,
    NO_EXTRAS,
    UNKNOWN,
    Auction,
    Board,
    CallEntry,
    Contract,
    Ending,
    Extras,
    Field,
    Grid,
    Info,
    Missing,
    Play,
    PlayedCard,
    Seat,
    Trick,
    Vulnerability,
)
from overtrick.plugin import OPTIMUM_RESULT_TABLE, field_value
from overtrick_pbn.options import WriteOptions
from overtrick_pbn.write.export.file import write_export
from overtrick_pbn.write.export.play import led_by
from overtrick_pbn.write.export.values import NUMBERS_END, result_value
from overtrick_pbn.write.losses import SILENT, Losses
from overtrick_pbn.write.strings import element

_NOT_AT_CALLS: Final = "plain PBN has calls without annotations"
_NOT_AT_CARDS: Final = "plain PBN has cards without annotations"

_ANNOTATIONS: Final = (
    (Field.AUCTION_NOTES, _NOT_AT_CALLS),
    (Field.AUCTION_ALERTS, _NOT_AT_CALLS),
    (Field.AUCTION_NAGS, _NOT_AT_CALLS),
    (Field.AUCTION_COMMENTS, _NOT_AT_CALLS),
    (Field.AUCTION_IRREGULARITIES, _NOT_AT_CALLS),
    (Field.PLAY_NOTES, _NOT_AT_CARDS),
    (Field.PLAY_NAGS, _NOT_AT_CARDS),
    (Field.PLAY_COMMENTS, _NOT_AT_CARDS),
    (Field.PLAY_IRREGULARITIES, _NOT_AT_CARDS),
)

_REMARKS: Final = {
    "pbn:comments": "comments",
    "pbn:escapes": "escape lines",
    "pbn:notes": "notes",
    "pbn:repeated": "tags that stand twice",
}


def write_plain(
    boards: Iterable[Board],
    sink: BinaryIO,
    header: Extras,
    options: WriteOptions,
    losses: Losses,
) -> None:
    """Write boards as plain PBN, one at a time.

    Args:
        boards: the boards in order; consumed once.
        sink: the file.
        header: the header of what was read, of which nothing is written.
        options: the encoding and the creator to name.
        losses: where they and warnings go.

    Raises:
        WriteError: Latin-1 was asked for and lacks a character (`PBN902`).
    """
    if "pbn:escapes" in header or "pbn:embedded" in header:
        losses.dropped(Field.HEADER, "plain PBN has no escape lines at the top")
    # An empty line behind the first lines would be a game of no tags to some.
    write_export(_plain_boards(boards, losses), sink, NO_EXTRAS, options, losses, gap=False)


def _plain_boards(boards: Iterable[Board], losses: Losses) -> Iterator[Board]:
    number = 0
    for board in boards:
        losses.begin(board)
        plain = plain_board(board, number, losses)
        number = plain.number or number
        yield plain


def plain_board(board: Board, before: int, losses: Losses) -> Board:
    """Return a board with nothing in it but what plain PBN has.

    Args:
        board: the board.
        before: the number of the board before it, 0 for the first.
        losses: where what is left out goes.

    Example:
        >>> from overtrick import PASS
        >>> from overtrick_pbn.write.losses import SILENT
        >>> noted = Auction(dealer=Seat.NORTH, entries=(CallEntry(call=PASS, note="weak"),))
        >>> board = plain_board(Board(name="Final", auction=noted, extras=Extras({"pbn:X": "1"})),
        ...                     0, SILENT)
        >>> board.number, board.name, board.extras
        (1, None, <Extras none>)
    """
    for field, reason in _ANNOTATIONS:
        if field_value(board, field) is not None:
            losses.dropped(field, reason)
    contract = _contract(board, losses)
    plain = attrs.evolve(
        board,
        number=_number(board, before, losses),
        name=None,
        contract=contract,
        auction=_auction(board.auction, losses),
        play=_play(board.play, contract, losses),
        scoring=_text(board.scoring, Field.SCORING, losses),
        info=_info(board.info, losses),
        grids=tuple(grid for grid in board.grids if _is_kept(grid, losses)),
        extras=_extras(board.extras, losses),
        missing=_missing(board, contract),
        source=None,
    )
    return _with_result(plain, losses)


def _has_number(board: Board) -> bool:
    """Return whether a board has a number that it keeps."""
    return board.number is not None and 0 < board.number < NUMBERS_END


def _number(board: Board, before: int, losses: Losses) -> int:
    """Return the board's number, or the next one that has its dealer and vulnerability.

    Some readers conclude the dealer and the vulnerability from the number.
    """
    if board.name is not None:
        losses.dropped(Field.NAME, "plain PBN requires a board number")
    number = board.number
    if number is not None:
        if _has_number(board):
            return number
        losses.dropped(Field.NUMBER, "a board number is a positive whole number")
    losses.filled(Field.NUMBER, "plain PBN requires a board number")
    for following in range(before + 1, before + 17):
        if board.dealer in (None, Seat.dealer_of(following)) and board.vulnerability in (
            None,
            Vulnerability.of_board(following),
        ):
            return following
    return before + 1


def _contract(board: Board, losses: Losses) -> Contract | None:
    contract = board.contract
    if contract is None:
        return None
    if contract.level is None:
        losses.dropped(Field.CONTRACT, "plain PBN has complete contracts only")
        return None
    if contract.swapped:
        losses.changed(
            Field.CONTRACT, "plain PBN does not record an exchange of declarer and dummy"
        )
        return attrs.evolve(contract, swapped=False)
    return contract


def _with_result(board: Board, losses: Losses) -> Board:
    """Return the board with its result as a number or as unknown."""
    result = board.result
    if result is None:
        return board
    if not result_value(board, "?", SILENT).lstrip("^").isdigit():
        losses.dropped(Field.RESULT, "plain PBN stores declarer's tricks only")
        return attrs.evolve(board, result=None, missing={**board.missing, "result": UNKNOWN})
    if result.irregular:
        losses.changed(Field.RESULT, "plain PBN does not record that a wrong result was agreed")
        return attrs.evolve(board, result=attrs.evolve(result, irregular=False))
    return board


def _auction(auction: Auction | None, losses: Losses) -> Auction | None:
    if auction is None:
        return None
    calls = [entry.call for entry in auction.entries]
    ending = auction.ending
    if None in calls:
        losses.changed(Field.AUCTION_CALLS, "a plain auction ends before the first unknown call")
        del calls[calls.index(None) :]
        ending = Ending.CLOSED
    entries = tuple(CallEntry.plain(call) for call in calls if call is not None)
    return attrs.evolve(auction, entries=entries, ending=ending)


def _play(play: Play | None, contract: Contract | None, losses: Losses) -> Play | None:
    if play is None:
        return None
    if contract is None or not contract.level or contract.declarer is None:
        losses.dropped(Field.PLAY_CARDS, "plain PBN has no play without contract and declarer")
        return None
    leader = contract.declarer.next
    if play.leader is not leader:
        losses.changed(Field.PLAY_CARDS, f"the Play tag names the opening leader, {leader.symbol}")
        play = led_by(play, leader, SILENT)
    ending = play.ending
    if ending is Ending.OPEN:
        losses.changed(Field.PLAY_CARDS, "plain PBN does not record whose card is next")
        ending = Ending.CLOSED
    tricks = tuple(map(_trick, play.tricks))
    return attrs.evolve(play, tricks=tricks, ending=ending)


def _trick(trick: Trick) -> Trick:
    north, east, south, west = map(_card, trick.cards)
    return Trick((north, east, south, west))


def _card(played: PlayedCard | None) -> PlayedCard | None:
    return None if played is None or played.card is None else PlayedCard.plain(played.card)


def _text(text: str | None, field: Field, losses: Losses) -> str | None:
    r"""Return a text without what must be escaped; `\S` for a suit symbol becomes `S`."""
    if text is None or ('"' not in text and "\\" not in text):
        return text
    losses.changed(field, "plain PBN allows no quotes or backslashes in a value")
    return text.replace('"', "'").replace("\\", "")


def _info(info: Info, losses: Losses) -> Info:
    north, east, south, west = (_text(n, Field.INFO_PLAYERS, losses) for n in info.players)
    home, visit = (_text(name, Field.INFO_TEAMS, losses) for name in info.teams)
    return Info(
        event=_text(info.event, Field.INFO_EVENT, losses),
        site=_text(info.site, Field.INFO_SITE, losses),
        date=_text(info.date, Field.INFO_DATE, losses),
        room=_text(info.room, Field.INFO_ROOM, losses),
        players=(north, east, south, west),
        teams=(home, visit),
    )


def _is_kept(grid: Grid, losses: Losses) -> bool:
    """Return whether plain PBN has a table: the double-dummy one, of words without quotes."""
    if grid.name != OPTIMUM_RESULT_TABLE:
        losses.dropped(Field.GRIDS, f"plain PBN has no {grid.name}")
        return False
    if not grid.columns or any(element(cell) != cell for row in grid.rows for cell in row):
        losses.dropped(Field.GRIDS, f"plain PBN stores {grid.name} as rows of single words")
        return False
    return True


def _extras(extras: Extras, losses: Losses) -> Extras:
    keys = [key for key in extras if key.startswith("pbn:")]
    for key in keys:
        name = _REMARKS.get(key) or f"{key[4:]}"
        losses.dropped(Field.EXTRAS, f"plain PBN has no {name}")
    return extras.without(*keys) if keys else extras


def _missing(board: Board, contract: Contract | None) -> dict[str, Missing]:
    """Return what stands where the board has no value, by what readers stop at.

    They stop at an unknown dealer, vulnerability or deal, and take an empty contract for a board
    that was passed out.
    """
    kept = {place: said for place, said in board.missing.items() if place not in _SECTIONS}
    nothing = {"dealer": EMPTY, "vulnerability": EMPTY, "deal": EMPTY}
    played = {"contract": UNKNOWN, "declarer": UNKNOWN, "result": UNKNOWN}
    if contract is not None and contract.is_passed_out:
        played = {"declarer": EMPTY, "result": EMPTY}
    return {**kept, **nothing, **played}


_SECTIONS: Final = frozenset({"auction", "play", "number"})
