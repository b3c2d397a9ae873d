"""Writes LIN as Bridge Base's own hand records have it: one board a line.

Source: observed; the order of the commands is that of hand records and of Big Deal 2.0.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable
from typing import BinaryIO, Final

import attrs

from overtrick import (
    CARDS,
    Auction,
    Board,
    Contract,
    Ending,
    Field,
    LossKind,
    Play,
    Result,
    Strain,
    Vulnerability,
    field_value,
)
from overtrick.framework.contexts import WriteContext
from overtrick.model.board import ExtraValue
from overtrick.model.play import NO_CARD, winning_step
from overtrick_lin.options import WriteOptions
from overtrick_lin.values import (
    HAND_ORDER,
    LAYOUT,
    MATCH,
    MOST_NUMBER,
    OF_BOARD,
    TITLE,
    call_text,
    hands_text,
    holder_of,
    make_auction,
)

_VULNERABILITY: Final = {
    Vulnerability.NONE: "o",
    Vulnerability.NS: "n",
    Vulnerability.EW: "e",
    Vulnerability.BOTH: "b",
}

_SYMBOLS: Final = tuple(card.symbol for card in CARDS)

_OTHER: Final = re.compile(r"[a-z0-9][a-z0-9#^]")
_KNOWN: Final = LAYOUT | MATCH | OF_BOARD
_BREAKING: Final = frozenset("|\r")

_BAR: Final = frozenset("|")
_BAR_AND_COMMA: Final = frozenset("|,")


def write(boards: Iterable[Board], sink: BinaryIO, ctx: WriteContext) -> None:
    """Write each board on a line; event, teams and results of a match stand in front."""
    output = Output(sink, ctx)
    for board in boards:
        output.board(board)


class Output:
    """A LIN file, or a part of one, while it is written.

    Attributes:
        match: event, home team and visitors, where a line in front of the boards says them.
    """

    def __init__(self, sink: BinaryIO, ctx: WriteContext) -> None:
        self._sink = sink
        self._ctx = ctx
        self._encoding = ctx.options(WriteOptions).encoding
        self.match: tuple[str, str, str] | None = None
        self._is_first = True
        part = ctx.part
        if part is not None and not part.is_first:
            self._is_first = False
            told = dict(part.told)
            self.match = (told["event"], told["home"], told["visit"]) if told else None

    def board(self, board: Board) -> None:
        """Write one board."""
        number = board.number
        if number is not None and not 0 <= number <= MOST_NUMBER:
            self._ctx.lose(board, Field.NUMBER, f"lin numbers boards up to {MOST_NUMBER}")
            board = attrs.evolve(board, number=None)
        if self._is_first:
            self._is_first = False
            self.begin(board)
        self._report_match(board)
        self._line([*self._page(board), *self.commands(board), ("pg", "")])

    def commands(self, board: Board) -> list[tuple[str, str]]:
        """Return what is said of one board, less the number of its page and the page's end."""
        auction, contract = self._auction(board)
        return [
            ("pn", self._names(board)),
            ("st", ""),
            ("md", self._deal(board)),
            ("rh", ""),
            ("ah", self._title(board)),
            ("sv", self._vulnerability(board)),
            *auction,
            *self._play(board, contract),
            *self._other(board),
        ]

    def _line(self, commands: Iterable[tuple[str, str]]) -> None:
        self._sink.write(line_of(commands).encode(self._encoding, "replace") + b"\r\n")

    def _clean(self, text: str, board: Board, field: Field, *, comma: bool = True) -> str:
        """Return text that can stand in a value; what cannot becomes a blank, and is said."""
        barred = _BAR if comma else _BAR_AND_COMMA
        # Most texts are names, and need no change.
        is_plain = text.isascii() and text.isprintable() and barred.isdisjoint(text)
        if is_plain and " ".join(text.split()) == text:
            return text
        kept = "".join(c if c.isprintable() and c not in barred else " " for c in text)
        allowed = " ".join(kept.split())
        try:
            allowed.encode(self._encoding)
        except UnicodeEncodeError:
            allowed = allowed.encode(self._encoding, "replace").decode(self._encoding)
        if allowed != text:
            reason = "lin has no bars, line breaks or double blanks in a text, nor commas in a name"
            self._ctx.lose(board, field, reason, LossKind.APPROXIMATED)
        return allowed

    # The match --------------------------------------------------------------------------

    @staticmethod
    def _match_of(board: Board) -> tuple[str, str, str]:
        info = board.info
        event, home, visit = (value or "" for value in (info.event, *info.teams))
        return event, home, visit

    def begin(self, board: Board) -> None:
        """Write what stands in front of the boards, as the first one has it."""
        self.match = self._match_of(board)
        header = self._ctx.header
        kept = header.text("lin:vg")
        event, home, visit = (
            self._clean(text, board, field, comma=False)
            for text, field in zip(
                self.match, (Field.INFO_EVENT, Field.INFO_TEAMS, Field.INFO_TEAMS), strict=True
            )
        )
        commands = [(name, value) for name in ("rs", "pw", "mp", "bn")
                    if (value := header.text(f"lin:{name}")) is not None]  # fmt: skip
        if kept is not None or event or home or visit or board.info.room:
            self._line([("vg", kept or f"{event},,,,,{home},,{visit},"), *commands])
        else:
            self.match = None
            if commands:
                self._line(commands)

    def _report_match(self, board: Board) -> None:
        found = self._match_of(board)
        known = self.match or ("", "", "")
        reason = "lin says it once for the whole file, as the first board has it"
        if found[0] != known[0]:
            self._ctx.lose(board, Field.INFO_EVENT, reason)
        if found[1:] != known[1:]:
            self._ctx.lose(board, Field.INFO_TEAMS, reason)
        room = board.info.room
        unknown_page = room not in {"Open", "Closed"} or board.number is None
        if room and (self.match is None or unknown_page):
            self._ctx.lose(board, Field.INFO_ROOM, "lin knows Open and Closed, of a numbered board")
        elif self.match is not None and not room and board.number is not None:
            reason = "a board of a match is the open room's unless it says so"
            self._ctx.lose(board, Field.INFO_ROOM, reason, LossKind.DEFAULTED)

    # The board --------------------------------------------------------------------------

    @staticmethod
    def _page(board: Board) -> list[tuple[str, str]]:
        if board.number is None:
            return [("qx", "")]
        return [("qx", f"{'c' if _is_closed_room(board) else 'o'}{board.number}")]

    def _names(self, board: Board) -> str:
        names = []
        for seat in HAND_ORDER:
            name = board.info.player(seat) or ""
            names.append(self._clean(name, board, Field.INFO_PLAYERS, comma=False))
        if _is_closed_room(board):
            # A closed room's players are the second four of a match's eight.
            return ",".join(["", "", "", "", *names])
        return ",".join(names)

    def _deal(self, board: Board) -> str:
        deal = board.deal
        digit = ""
        if board.dealer is not None:
            digit = str(HAND_ORDER.index(board.dealer) + 1)
        if deal is not None and not deal.is_complete and deal.completed() != deal:
            reason = "lin fills in the one hand that is missing"
            self._ctx.lose(board, Field.PARTIAL_DEAL, reason, LossKind.APPROXIMATED)
            self._ctx.lose(board, Field.DEAL, reason, LossKind.DEFAULTED)
        if deal is None and not digit:
            return ",,,"
        return digit + hands_text(deal)

    def _title(self, board: Board) -> str:
        if board.name:
            name = self._clean(board.name, board, Field.NAME)
            if not TITLE.fullmatch(name):
                return name
            self._ctx.lose(board, Field.NAME, "lin takes a title 'Board n' for a number")
        return f"Board {board.number}" if board.number is not None else ""

    @staticmethod
    def _vulnerability(board: Board) -> str:
        known = board.vulnerability is not None
        return _VULNERABILITY[board.vulnerability] if known else ""  # type: ignore[index]  # known

    # Auction and play -------------------------------------------------------------------

    def _auction(self, board: Board) -> tuple[list[tuple[str, str]], Contract | None]:
        """Return the calls, and the contract that a reader will find in them."""
        auction = board.auction
        back = None
        commands: list[tuple[str, str]] = []
        if auction is not None and self._holds(board, auction):
            for entry in auction.entries:
                commands.append(("mb", call_text(entry)))
                if entry.note is not None:
                    note = self._clean(entry.note, board, Field.AUCTION_NOTES)
                    commands += [("an", note)] if note else []
            read_back = make_auction(auction.dealer, list(auction.entries))
            if read_back.ending is not auction.ending:
                reason = "lin does not say how an auction ends that is not complete"
                self._ctx.lose(board, Field.AUCTION_CALLS, reason, LossKind.APPROXIMATED)
            back = read_back.contract()
        self._lose_contract(board, back)
        return commands, back

    def _holds(self, board: Board, auction: Auction) -> bool:
        """Return whether LIN can hold an auction; report it as lost where not."""
        if not auction.entries:
            self._ctx.lose(board, Field.AUCTION_CALLS, "lin has no auction without a call")
            return False
        if auction.dealer is board.dealer and all(e.call is not None for e in auction.entries):
            return True
        reason = "lin's auctions begin with the dealer and skip nobody"
        for field in (Field.AUCTION_CALLS, Field.AUCTION_NOTES, Field.AUCTION_ALERTS):
            if field_value(board, field) is not None:
                self._ctx.lose(board, field, reason)
        return False

    def _lose_contract(self, board: Board, back: Contract | None) -> None:
        """Report a contract that does not come back from the auction."""
        if board.contract is not None:
            if board.contract != back:
                reason = "lin has no contract but the one that the auction comes to"
                kind = LossKind.DROPPED if back is None else LossKind.APPROXIMATED
                self._ctx.lose(board, Field.CONTRACT, reason, kind)
        elif back is not None:
            reason = "it follows from the auction"
            self._ctx.lose(board, Field.CONTRACT, reason, LossKind.DEFAULTED)

    def _play(self, board: Board, contract: Contract | None) -> list[tuple[str, str]]:
        play = board.play
        commands: list[tuple[str, str]] = []
        is_whole = False
        if play is not None:
            cards = _cards_in_order(play, contract, board)
            if cards is None:
                reason = "lin needs every card up to the last, each once, and who played it"
                self._ctx.lose(board, Field.PLAY_CARDS, reason)
            else:
                # Each card in a command of its own.
                commands = [("pc", "|pc|".join(map(_SYMBOLS.__getitem__, cards)))]
                is_whole = len(cards) == 52
                self._lose_play_ending(board, play, is_whole=is_whole)
        counted = is_whole and contract is not None and contract.declarer is not None
        return [*commands, *self._claim(board, is_counted=counted)]

    def _lose_play_ending(self, board: Board, play: Play, *, is_whole: bool) -> None:
        claimed = self._tricks(board) is not None
        back = Ending.COMPLETE if is_whole else Ending.CLOSED if claimed else Ending.UNKNOWN
        if back is not play.ending:
            reason = "in lin a play is complete, claimed, or just ends"
            self._ctx.lose(board, Field.PLAY_CARDS, reason, LossKind.APPROXIMATED)

    @staticmethod
    def _tricks(board: Board) -> int | None:
        return board.result.tricks if board.result is not None else None

    def _claim(self, board: Board, *, is_counted: bool) -> list[tuple[str, str]]:
        if board.result is None:
            if is_counted:
                reason = "it follows from the play"
                self._ctx.lose(board, Field.RESULT, reason, LossKind.DEFAULTED)
            return []
        tricks = self._tricks(board)
        if tricks is None or board.result != Result(tricks=tricks):
            reason = "lin has declarer's tricks only"
            self._ctx.lose(board, Field.RESULT, reason, LossKind.APPROXIMATED)
        return [] if tricks is None else [("mc", str(tricks))]

    def _other(self, board: Board) -> list[tuple[str, str]]:
        kept = board.extras.get("lin:other")
        if kept is None:
            return []
        items = kept if isinstance(kept, tuple) else ()
        commands = [command for item in items if (command := self._command(item)) is not None]
        if not commands or len(commands) != len(items):
            reason = "not a command of lin and its value, or one that the board itself says"
            self._ctx.lose(board, Field.EXTRAS, reason)
        return commands

    def _command(self, item: ExtraValue) -> tuple[str, str] | None:
        """Return an item of `lin:other` as a reader would keep it there, else `None`."""
        match item:
            case (str(name), str(value)):
                is_other = _OTHER.fullmatch(name) is not None and name not in _KNOWN
                if is_other and _BREAKING.isdisjoint(value) and self._has_place(value):
                    return name, value
        return None

    def _has_place(self, value: str) -> bool:
        try:
            return value.encode(self._encoding).decode(self._encoding) == value
        except UnicodeError:
            return False


def line_of(commands: Iterable[tuple[str, str]]) -> str:
    """Return commands as one line, each and its value closed by a bar."""
    return "|".join(itertools.chain.from_iterable(commands)) + "|"


def _is_closed_room(board: Board) -> bool:
    """Return whether the board's page says closed room, which only a number can."""
    return board.info.room == "Closed" and board.number is not None


def _cards_in_order(play: Play, contract: Contract | None, board: Board) -> bytes | None:
    """Return the cards in the order in which they were played, or `None` if that is not told.

    They are told by `Card.index` of each.
    """
    strain = None if contract is None else contract.strain
    if strain is None and play.length > 1:
        return None
    trumps = Strain.NOTRUMP if strain is None else strain
    indexes = play.indexes
    cards = _of_tricks(play, trumps) if indexes is None else _of_columns(indexes, trumps)
    played = cards.rstrip(_NO_CARD)
    if not played or NO_CARD in played or (len(played) + 3) // 4 != play.length:
        return None
    if len(set(played)) < len(played):
        return None  # a card that is played twice ends the play for a reader
    return played if _same_leader(play, played[0], contract, board) else None


_NO_CARD: Final = bytes([NO_CARD])


def _of_columns(indexes: bytes, trumps: Strain) -> bytes:
    """Return cards in the order of columns (see `Play.indexes`) as they were played."""
    cards = bytearray()
    leader = 0
    for start in range(0, len(indexes), 4):
        row = indexes[start : start + 4]
        row = row[leader:] + row[:leader]
        cards += row
        leader = (leader + winning_step(row, trumps)) & 3
    return bytes(cards)


def _of_tricks(play: Play, trumps: Strain) -> bytes:
    """Return the cards of a play of which more is said, as they were played."""
    cards = bytearray()
    for trick, leader in zip(play.tricks, play.leaders(trumps), strict=True):
        if leader is None:
            # Nobody knows who played next.
            return b""
        for played in trick.cards[leader:] + trick.cards[:leader]:
            card = None if played is None else played.card
            cards.append(NO_CARD if card is None else card.index)
    return bytes(cards)


def _same_leader(play: Play, first: int, contract: Contract | None, board: Board) -> bool:
    """Return whether a reader would find the same leader: the first card's holder, or by law."""
    holder = holder_of(first, board.deal)
    if holder is not None:
        return holder is play.leader
    declarer = None if contract is None else contract.declarer
    return declarer is not None and declarer.next is play.leader
