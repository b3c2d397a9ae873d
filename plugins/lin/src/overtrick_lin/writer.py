"""Write LIN in the form of Bridge Base's own hand records: one board a line.

Boards of a match, which state their room, are held until the match ends: its records, its
results and its players precede them, as in vugraph files.

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
    Extras,
    ExtraValue,
    Field,
    LossKind,
    Play,
    Result,
    Strain,
    Vulnerability,
)
from overtrick.plugin import NO_CARD, WriteContext, field_value, winning_step
from overtrick_lin.match import (
    CLOSED,
    ESCAPES,
    LISTED,
    NO_MATCH,
    RECORDS,
    ROOMS,
    SCORING,
    STAGE,
    Key,
    Match,
    are_of_match,
    item_text,
    kept_records,
    later_records,
    listed_in_escapes,
    meaning,
    names_in,
    names_of,
    scoring_letter,
)
from overtrick_lin.options import WriteOptions
from overtrick_lin.values import (
    HAND_ORDER,
    LAYOUT,
    MATCH,
    MAX_BOARD_NUMBER,
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
_NOT_STORED: Final = "not stored in LIN"
_BREAKING: Final = frozenset("|\r")

_BAR: Final = frozenset("|")
_BAR_AND_COMMA: Final = frozenset("|,")


_MAX_HELD_BOARDS: Final = 1000
"""The maximum number of held boards of a match; a longer match is written as several."""

_MAX_LISTED_BOARDS: Final = 200
"""The maximum range of board numbers listed consecutively; else they are listed by number."""

_NO_KEY: Final = Key()


def write(boards: Iterable[Board], sink: BinaryIO, ctx: WriteContext) -> None:
    """Write each board on a line; a match's records and results precede its boards."""
    output = Output(sink, ctx)
    for board in boards:
        output.board(board)
    output.end()


class Output:
    """A LIN file being written.

    Attributes:
        key: the match of the last `vg`, in the values of its boards; `None` where there is none
            yet.
    """

    def __init__(self, sink: BinaryIO, ctx: WriteContext) -> None:
        self._sink = sink
        self._ctx = ctx
        options = ctx.options(WriteOptions)
        self._encoding = options.encoding
        self._by_rooms = options.order == "rooms"
        self._names_in_front = options.names == "match"
        self.key: Key | None = None
        # The records of the source file belong to its first match.
        self._kept = kept_records(ctx.header)
        self._is_first = True
        self._held: list[Board] = []
        self._held_key = _NO_KEY
        self._held_items: dict[tuple[int | None, str | None], str] = {}
        self._needs_list = False  # whether a held board has less than the list of results
        # Eight names, while the boards of a match are written; the listed item of each.
        self._seated: list[str | None] = []
        self._has_moved = False  # whether a player sits elsewhere
        self._item = ""
        self._is_in_match = False  # whether a list of results was written last
        self._report_escapes(None, ctx.header, Field.HEADER)

    def board(self, board: Board) -> None:
        """Write one board, or hold it until its match ends."""
        number = board.number
        if number is not None and not 0 <= number <= MAX_BOARD_NUMBER:
            self._ctx.lose(board, Field.NUMBER, f"LIN board numbers end at {MAX_BOARD_NUMBER}")
            board = attrs.evolve(board, number=None)
        room = board.info.room
        if room is not None and room in ROOMS and board.number is not None:
            self._hold(board)
            return
        if self._held:
            self._release()
        later = later_records(board.extras) if board.extras else {}
        key = self._key_of(board)
        if self._is_first:
            self._is_first = False
            self.begin(board)
        elif self._is_in_match or later or key != (self.key or _NO_KEY):
            self._turn_to(board, key, later)
        self._report_room(board)
        self._report_match(board)
        if board.extras and (LISTED in board.extras or self._listed_item(board) is not None):
            self._ctx.lose(board, Field.EXTRAS, "only a match has a list of results")
        self._line([*self._page(board), *self.commands(board), ("pg", "")])

    def end(self) -> None:
        """Write the held boards, and the records of a file without boards."""
        if self._held:
            self._release()
        elif self._is_first and self._kept:
            self._line([(name, self._record(text)) for name, text in self._in_order(self._kept)])

    def commands(self, board: Board) -> list[tuple[str, str]]:
        """Return the commands of one board, without its page's number and end."""
        auction, contract = self._auction(board)
        return [
            *self._names(board),
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

    def _clean(self, text: str, board: Board | None, field: Field, *, comma: bool = True) -> str:
        """Return text fit for a value; forbidden characters become blanks, and are reported."""
        allowed = self._fit(text, comma=comma)
        if allowed != text:
            reason = "LIN texts have no bars, line breaks or double blanks, and names no commas"
            kind = LossKind.APPROXIMATED if allowed else LossKind.DROPPED
            self._ctx.lose(board, field, reason, kind)
        return allowed

    def _fit(self, text: str, *, comma: bool = True) -> str:
        """Return text fit for a value; forbidden characters become blanks."""
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
        return allowed

    # The match --------------------------------------------------------------------------

    @staticmethod
    def _key_of(board: Board) -> Key:
        """Return the match identity of a board in the form of `vg`."""
        info, extras = board.info, board.extras
        stage = extras.text(STAGE, "") if extras else ""
        is_of_room = info.room is not None and info.room in ROOMS and board.number is not None
        if not (info.event or stage or info.teams != (None, None) or is_of_room):
            return _NO_KEY
        home, visit = info.teams
        letter = scoring_letter(board.scoring) or ""
        return Key(info.event or "", stage or "", letter, home or "", visit or "")

    def begin(self, board: Board) -> None:
        """Write the records before boards outside a match, from the first of them."""
        self._front(board, self._key_of(board), self._kept)

    def _front(self, board: Board, key: Key, records: dict[str, str]) -> None:
        others = [(n, self._record(text)) for n, text in self._in_order(records) if n != "vg"]
        if key != _NO_KEY or "vg" in records or self.key is not None:
            self.key = key
            self._line([("vg", self._vg(key, Match(records), ())), *others])
        elif others:
            self._line(others)

    def _turn_to(self, board: Board, key: Key, records: dict[str, str]) -> None:
        """Write that the next boards belong to another match, or to none."""
        self.key = self.key or _NO_KEY
        self._is_in_match = False
        self._front(board, key, records)

    def _vg(self, key: Key, kept: Match, numbers: tuple[int, ...]) -> str:
        """Return a `vg` value: the source's, if it is still correct; else a new one."""
        if kept.is_match and kept.key == key and (not numbers or kept.has(numbers)):
            return self._record(kept.records["vg"])
        # What of them is lost, each board reports: `_report_match`.
        event, stage, home, visit = (
            self._fit(text, comma=False) for text in (key.event, key.stage, key.home, key.visit)
        )
        carried = ("", "")
        if kept.is_match and kept.is_of_teams(key) and kept.has(numbers):
            carried = kept.carried
            numbers = kept.numbers
        elif kept.is_match:
            reason = "the boards differ from those of the match that was read"
            self._ctx.lose(None, Field.HEADER, reason)
        first, last = (str(min(numbers)), str(max(numbers))) if numbers else ("", "")
        return ",".join(
            (event, stage, key.scoring, first, last, home, carried[0], visit, carried[1])
        )

    def _record(self, text: str) -> str:
        """Return a source record in a form fit for a value."""
        return self._clean(text, None, Field.HEADER)

    @staticmethod
    def _in_order(records: dict[str, str]) -> list[tuple[str, str]]:
        return [(name, records[name]) for name in RECORDS if name in records]

    def _report_room(self, board: Board) -> None:
        if board.info.room:
            self._ctx.lose(
                board,
                Field.INFO_ROOM,
                "LIN has only the rooms Open and Closed, and only for numbered boards",
            )
        elif self.key is not None and board.number is not None:
            reason = "LIN assigns a match's boards to the open room by default"
            self._ctx.lose(board, Field.INFO_ROOM, reason, LossKind.DEFAULTED)

    def _report_match(self, board: Board) -> None:
        """Report the match values of a board that cannot be read back."""
        key = self._key_of(board)
        self._clean(key.event, board, Field.INFO_EVENT, comma=False)
        self._clean(key.stage, board, Field.EXTRAS, comma=False)
        for team in (key.home, key.visit):
            self._clean(team, board, Field.INFO_TEAMS, comma=False)
        if board.extras:
            stage = board.extras.get(STAGE)
            if stage is not None and (not isinstance(stage, str) or not stage.strip()):
                self._ctx.lose(board, Field.EXTRAS, _NOT_STORED, extra=STAGE)
            self._report_escapes(board, board.extras, Field.EXTRAS)
        letter = scoring_letter(board.scoring)
        of_match = None if self.key is None else SCORING.get(self.key.scoring)
        if board.scoring and of_match != board.scoring:
            if letter is None or self.key is None:
                reason = "LIN has a scoring for a match only: IMP, MP or BAM"
                self._ctx.lose(board, Field.SCORING, reason)
            else:
                reason = "LIN does not distinguish MP and MatchPoints"
                self._ctx.lose(board, Field.SCORING, reason, LossKind.APPROXIMATED)

    def _report_escapes(self, board: Board | None, extras: Extras, field: Field) -> None:
        """Report escape lines of PBN that do not belong to a match."""
        lines = extras.get(ESCAPES)
        if lines is not None and not are_of_match(lines):
            self._ctx.lose(board, field, _NOT_STORED, extra=ESCAPES)

    def _hold(self, board: Board) -> None:
        """Hold a board of a match; write the held ones before it if they are of another match."""
        key = self._key_of(board)
        place = board.number, board.info.room
        item, needs_list = self._item_of(board)
        if self._held and (
            key != self._held_key
            or len(self._held) >= _MAX_HELD_BOARDS
            or self._held_items.get(place, item) != item
            or (board.extras and later_records(board.extras))
        ):
            self._release()
        self._held_key = key
        self._held_items[place] = item
        self._held.append(board)
        self._needs_list = self._needs_list or needs_list

    @staticmethod
    def _listed_item(board: Board) -> str | None:
        """Return the listed item that a board keeps, in writable form."""
        extras = board.extras
        listed = extras.text(LISTED) or listed_in_escapes(extras.get(ESCAPES))
        return listed if listed and _BAR_AND_COMMA.isdisjoint(listed) else None

    def _item_of(self, board: Board) -> tuple[str, bool]:
        """Return the list item of a board, and whether only the list has its result."""
        auction = board.auction
        known = None
        if auction is not None and auction.dealer is board.dealer:
            known = auction.contract()
        listed = self._listed_item(board) if board.extras else None
        if listed is not None:
            item = listed
        elif known is not None and known != board.contract:
            item = ""
        else:
            item = item_text(board.contract, board.result)
        return item, known is None and bool(item)

    def _release(self) -> None:
        """Write the held boards of a match, after its records."""
        held, items, key = self._held, self._held_items, self._held_key
        needs_list = self._needs_list
        self._held, self._held_items, self._needs_list = [], {}, False
        later = later_records(held[0].extras)
        kept = Match(later or (self._kept if self._is_first else {}))
        self._is_first = False
        self._is_in_match = True
        self.key = key
        if self._by_rooms:
            held.sort(key=lambda board: (board.number or 0, board.info.room == CLOSED))
        numbers = tuple(dict.fromkeys(board.number or 0 for board in held))
        vg = self._vg(key, kept, numbers)
        records = {"vg": vg, **self._results(kept, vg, numbers, items)}
        if kept.is_match and not kept.results and not needs_list:
            records.pop("rs", None)  # there was no list, and each board has its result
        for name in ("pw", "mp"):
            if name in kept.records:
                records[name] = self._record(kept.records[name])
        # A file that was read without them has the players at each board.
        if self._names_in_front and ("pn" in kept.records or not kept.is_match):
            records["pn"] = self._in_front(kept, held)
            self._seated = [*names_of(records["pn"])]
            self._has_moved = False
        if kept.records and kept.records != records:
            reason = "the match's list of results is rewritten from the boards"
            if later:
                self._ctx.lose(held[0], Field.EXTRAS, reason, LossKind.APPROXIMATED)
            else:
                self._ctx.lose(None, Field.HEADER, reason, LossKind.APPROXIMATED)
        for name, text in self._in_order(records):
            self._line([(name, text), *([("pg", "")] if name == "pn" else [])])
        match = Match(records)
        for board in held:
            closed = board.info.room == CLOSED
            self._item = match.item(board.number or 0, closed=closed)
            self._report_match(board)
            self._line([*self._page(board), *self.commands(board), ("pg", "")])
        self._item, self._seated = "", []

    def _results(
        self,
        kept: Match,
        vg: str,
        numbers: tuple[int, ...],
        items: dict[tuple[int | None, str | None], str],
    ) -> dict[str, str]:
        """Return the list of a match's results, and of its boards if there are gaps."""
        if not (kept.is_match and kept.is_of_teams(self._held_key) and kept.has(numbers)):
            kept = NO_MATCH
        records = {"vg": vg, **{n: kept.records[n] for n in ("bn",) if n in kept.records}}
        new: dict[str, str] = {}
        listing = Match(records)
        spread = max(numbers) - min(numbers) >= _MAX_LISTED_BOARDS and "bn" not in records
        if spread or any(listing.place(number, closed=False) is None for number in numbers):
            new["bn"] = records["bn"] = ",".join(map(str, sorted(numbers)))
            listing = Match(records)
        elif "bn" in records:
            new["bn"] = self._record(records["bn"])
        places = {
            place: item
            for (number, room), item in items.items()
            if (place := listing.place(number or 0, closed=room == CLOSED)) is not None
        }
        last = max((*places, 2 * len(listing.numbers) - 1))
        results = [*kept.results] or [""] * (last + 1)
        for place, item in places.items():
            if place >= len(results):
                if not item:
                    continue
                results += [""] * (place + 1 - len(results))
            # The source's text is kept if its meaning is the same.
            if results[place] != item and (not item or meaning(results[place]) != meaning(item)):
                results[place] = item
        if kept.results == results:
            return {"rs": self._record(kept.records["rs"]), **new}
        return {"rs": self._record(",".join(results)), **new}

    def _in_front(self, kept: Match, held: list[Board]) -> str:
        """Return the eight names of a match: the source's, if they agree with its boards."""
        first: dict[bool, Board] = {}
        for board in held:
            first.setdefault(board.info.room == CLOSED, board)
        names = kept.names() if "pn" in kept.records else []
        if len(names) >= 8 and all(
            names_in(names, closed=closed) == tuple(map(board.info.player, HAND_ORDER))
            for closed, board in first.items()
        ):
            return self._record(kept.records["pn"])
        eight = [*names[:8], *[""] * (8 - len(names[:8]))]
        for closed, board in first.items():
            eight[4 * closed : 4 * closed + 4] = self._four(board)
        return ",".join(self._clean(n, None, Field.HEADER, comma=False) for n in eight)

    def _four(self, board: Board) -> list[str]:
        """Return the names at a table in the order of hands, in writable form."""
        return [
            self._clean(board.info.player(seat) or "", board, Field.INFO_PLAYERS, comma=False)
            for seat in HAND_ORDER
        ]

    # The board --------------------------------------------------------------------------

    @staticmethod
    def _page(board: Board) -> list[tuple[str, str]]:
        if board.number is None:
            return [("qx", "")]
        return [("qx", f"{'c' if _is_closed_room(board) else 'o'}{board.number}")]

    def _names(self, board: Board) -> list[tuple[str, str]]:
        """Return the players, unless the match already seats them so."""
        names = self._four(board)
        seated = self._seated
        if not seated:
            return [("pn", ",".join(names))]
        at = 4 if _is_closed_room(board) else 0
        if seated[at : at + 4] == names and not self._has_moved:
            return []
        # From there on each board states it, so that none depends on another.
        self._has_moved = True
        seated[at : at + 4] = names
        return [("pn", ",".join(name or "" for name in seated[:8]))]

    def _deal(self, board: Board) -> str:
        deal = board.deal
        digit = ""
        if board.dealer is not None:
            digit = str(HAND_ORDER.index(board.dealer) + 1)
        if deal is not None and not deal.is_complete and deal.completed() != deal:
            reason = "LIN fills in the missing hand"
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
            self._ctx.lose(board, Field.NAME, "LIN reads a title 'Board n' as the board number")
        return f"Board {board.number}" if board.number is not None else ""

    @staticmethod
    def _vulnerability(board: Board) -> str:
        known = board.vulnerability is not None
        return _VULNERABILITY[board.vulnerability] if known else ""  # type: ignore[index]  # known

    # Auction and play -------------------------------------------------------------------

    def _auction(self, board: Board) -> tuple[list[tuple[str, str]], Contract | None]:
        """Return the calls, and the contract that a reader derives from them."""
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
                reason = "LIN does not store how an incomplete auction ends"
                self._ctx.lose(board, Field.AUCTION_CALLS, reason, LossKind.APPROXIMATED)
            back = read_back.contract()
        if back is None and self._item:
            found = meaning(self._item)
            back = None if found is None else found[0]
        self._lose_contract(board, back)
        return commands, back

    def _holds(self, board: Board, auction: Auction) -> bool:
        """Return whether LIN can hold an auction; report the loss if not."""
        if not auction.entries:
            self._ctx.lose(board, Field.AUCTION_CALLS, "LIN cannot store an auction without calls")
            return False
        if auction.dealer is board.dealer and all(e.call is not None for e in auction.entries):
            return True
        reason = "a LIN auction begins with the dealer and has no skipped calls"
        for field in (Field.AUCTION_CALLS, Field.AUCTION_NOTES, Field.AUCTION_ALERTS):
            if field_value(board, field) is not None:
                self._ctx.lose(board, field, reason)
        return False

    def _lose_contract(self, board: Board, back: Contract | None) -> None:
        """Report a contract that cannot be derived from the auction."""
        if board.contract is not None:
            if board.contract != back:
                reason = "LIN derives the contract from the auction"
                kind = LossKind.DROPPED if back is None else LossKind.APPROXIMATED
                self._ctx.lose(board, Field.CONTRACT, reason, kind)
        elif back is not None:
            reason = "it is derived from the auction"
            self._ctx.lose(board, Field.CONTRACT, reason, LossKind.DEFAULTED)

    def _play(self, board: Board, contract: Contract | None) -> list[tuple[str, str]]:
        play = board.play
        commands: list[tuple[str, str]] = []
        is_complete = False
        if play is not None:
            cards = _cards_in_order(play, contract, board)
            if cards is None:
                reason = "LIN requires every card up to the last, each once, with its player"
                self._ctx.lose(board, Field.PLAY_CARDS, reason)
            else:
                # Each card in a command of its own.
                commands = [("pc", "|pc|".join(map(_SYMBOLS.__getitem__, cards)))]
                is_complete = len(cards) == 52
                self._lose_play_ending(board, play, is_complete=is_complete)
        counted = is_complete and contract is not None and contract.declarer is not None
        if self._is_listed_only(board):
            return commands
        return [*commands, *self._claim(board, is_counted=counted)]

    def _is_listed_only(self, board: Board) -> bool:
        """Return whether a play has no stated ending, and the list of results has its result."""
        play = board.play
        return (
            play is not None
            and play.ending is Ending.UNKNOWN
            and board.result is not None
            and meaning(self._item) == (board.contract, board.result)
        )

    def _lose_play_ending(self, board: Board, play: Play, *, is_complete: bool) -> None:
        claimed = self._tricks(board) is not None and not self._is_listed_only(board)
        back = Ending.COMPLETE if is_complete else Ending.CLOSED if claimed else Ending.UNKNOWN
        if back is not play.ending:
            reason = "LIN does not store how an unfinished play ends"
            self._ctx.lose(board, Field.PLAY_CARDS, reason, LossKind.APPROXIMATED)

    @staticmethod
    def _tricks(board: Board) -> int | None:
        return board.result.tricks if board.result is not None else None

    def _claim(self, board: Board, *, is_counted: bool) -> list[tuple[str, str]]:
        if board.result is None:
            found = meaning(self._item) if self._item else None
            if is_counted or (found is not None and found[1] is not None):
                reason = "it is derived from the play or the match's list"
                self._ctx.lose(board, Field.RESULT, reason, LossKind.DEFAULTED)
            return []
        tricks = self._tricks(board)
        if tricks is None or board.result != Result(tricks=tricks):
            reason = "LIN stores declarer's tricks only"
            kind = LossKind.DROPPED if tricks is None else LossKind.APPROXIMATED
            self._ctx.lose(board, Field.RESULT, reason, kind)
        return [] if tricks is None else [("mc", str(tricks))]

    def _other(self, board: Board) -> list[tuple[str, str]]:
        kept = board.extras.get("lin:other")
        if kept is None:
            return []
        items = kept if isinstance(kept, tuple) else ()
        commands = [command for item in items if (command := self._command(item)) is not None]
        if not commands or len(commands) != len(items):
            reason = "not a LIN command with its value, or already stored in the board"
            self._ctx.lose(board, Field.EXTRAS, reason)
        return commands

    def _command(self, item: ExtraValue) -> tuple[str, str] | None:
        """Return an item of `lin:other` in the form that a reader would keep, else `None`."""
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
    """Return commands as one line, each name and value closed by a bar."""
    return "|".join(itertools.chain.from_iterable(commands)) + "|"


def _is_closed_room(board: Board) -> bool:
    """Return whether the board's page names the closed room, which requires a number."""
    return board.info.room == "Closed" and board.number is not None


def _cards_in_order(play: Play, contract: Contract | None, board: Board) -> bytes | None:
    """Return the cards in the order of play, or `None` if that is unknown.

    They are given by `Card.index` of each.
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
    """Return cards in column order (see `Play.indexes`), rearranged in the order of play."""
    cards = bytearray()
    leader = 0
    for start in range(0, len(indexes), 4):
        row = indexes[start : start + 4]
        row = row[leader:] + row[:leader]
        cards += row
        leader = (leader + winning_step(row, trumps)) & 3
    return bytes(cards)


def _of_tricks(play: Play, trumps: Strain) -> bytes:
    """Return the cards of an annotated play in the order of play."""
    cards = bytearray()
    for trick, leader in zip(play.tricks, play.leaders(trumps), strict=True):
        if leader is None:
            # The next player is unknown.
            return b""
        for played in trick.cards[leader:] + trick.cards[:leader]:
            card = None if played is None else played.card
            cards.append(NO_CARD if card is None else card.index)
    return bytes(cards)


def _same_leader(play: Play, first: int, contract: Contract | None, board: Board) -> bool:
    """Return whether a reader derives the same leader: the first card's holder, or by law."""
    holder = holder_of(first, board.deal)
    if holder is not None:
        return holder is play.leader
    declarer = None if contract is None else contract.declarer
    return declarer is not None and declarer.next is play.leader
