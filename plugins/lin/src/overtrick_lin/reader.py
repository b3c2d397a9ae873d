"""Read LIN, the files of Bridge Base Online: hand records, vugraph matches, lesson pages.

Pairs of command and value divided by bars. A deal (`md`) begins a board; the text in front of
it since the last page (`qx`) belongs to it, and so does all that follows up to the next deal or
page. Known variants: hands of three or four seats from South, ranks in either order, voids with or
without their letter, several calls in one `mb`, cards of one trick in one `pc`, both rooms of a
match, pages without a deal (they give no board), CP1252 and UTF-8 text.

Source: observed in real files; no published specification.
"""

from __future__ import annotations

import functools
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO, Final

import attrs

from overtrick import (
    NO_INFO,
    Auction,
    Board,
    CallEntry,
    CallError,
    CardError,
    Contract,
    Deal,
    DealError,
    Ending,
    Extras,
    ExtraValue,
    Field,
    Info,
    Location,
    Play,
    Result,
    Seat,
    Vulnerability,
)
from overtrick.plugin import ReadContext
from overtrick_lin.commands import Command, iter_commands
from overtrick_lin.match import (
    CLOSED,
    ESCAPES,
    LISTED,
    LISTED_COMMAND,
    NO_MATCH,
    OPEN,
    Match,
    meaning,
    names_in,
)
from overtrick_lin.options import ReadOptions
from overtrick_lin.values import (
    LAYOUT,
    MATCH,
    TITLE,
    make_auction,
    make_play,
    parse_calls,
    parse_cards,
    parse_dealer,
    parse_hands,
    parse_vulnerability,
)

_PAGE: Final = re.compile(r"\s*([oc]?)\s*(\d{1,4})\b", re.IGNORECASE)


@attrs.define
class _Page:
    """The data of a board before its deal: its page, its title, its vulnerability."""

    room: str | None = None
    number: int | None = None
    title: str | None = None
    vulnerability: tuple[str, int] = ("", 0)  # unchanged, and its line


@attrs.define(kw_only=True)
class _Draft:
    """A board under construction."""

    page: _Page
    line: int
    dealer: Seat | None
    deal: Deal | None
    names: tuple[str, ...]
    entries: list[CallEntry] = attrs.Factory(list)
    auction_is_sound: bool = True
    cards: bytearray = attrs.Factory(bytearray)  # `Card.index` of each
    play_is_sound: bool = True
    play_line: int = 0
    claim: int | None = None
    other: list[tuple[str, str]] = attrs.Factory(list)


def read(source: BinaryIO, ctx: ReadContext) -> Iterator[Board]:
    """Yield a board for each deal, in the file's order.

    With the option `results="boards"`, one for each result of a match without cards follows.
    """
    yield from boards_of(iter_commands(source, ctx), ctx, ctx.options(ReadOptions))


def boards_of(
    commands: Iterable[Command], ctx: ReadContext, options: ReadOptions, *, has_header: bool = True
) -> Iterator[Board]:
    """Yield the boards built from commands.

    Args:
        commands: the commands of a file, or of a link.
        ctx: what is read.
        options: how it is read.
        has_header: whether the first match is the file's, and its records the header's.
    """
    assembly = _Assembly(ctx, options, has_header=has_header)
    takers = assembly.takers()
    for name, value, line in commands:
        taker = takers.get(name)
        if taker is None:
            assembly.other(name, value)
            continue
        board = taker(value, line)
        if board is not None:
            if isinstance(board, Board):
                yield board
            else:
                yield from board
    yield from assembly.end()


class _Assembly:
    """A builder of boards from commands."""

    def __init__(self, ctx: ReadContext, options: ReadOptions, *, has_header: bool) -> None:
        self._ctx = ctx
        self._all_results = options.results == "boards"
        self._page = _Page()
        self._draft: _Draft | None = None
        self._names: tuple[str, ...] = ()
        # The match's records until its first board, the match from there on.
        self._records: dict[str, str] = {}
        self._match = NO_MATCH
        self._match_line = 1
        self._is_open = True  # whether no page and no deal of the match has come yet
        self._is_match_parsed = True
        self._played: set[tuple[int | None, str | None]] = set()
        self._needs_header = has_header
        # The part kept of the list of results depends on the board's own result.
        self._wants_play = ctx.wants_any(Field.PLAY_CARDS, Field.RESULT, Field.EXTRAS)
        self._wants_calls = self._wants_play or ctx.wants_any(
            Field.AUCTION_CALLS, Field.AUCTION_NOTES, Field.AUCTION_ALERTS, Field.CONTRACT
        )

    def takers(self) -> dict[str, Callable[[str, int], Board | Iterator[Board] | None]]:
        """Return the handlers of the commands, each with the value and the line as arguments.

        Each returns the board that the command ends, if it does; or several.
        """
        return {
            "vg": self.begin_match,
            "pc": self._cards,
            "mb": self._calls,
            "an": self._explanation,
            "mc": self._claim,
            "qx": self._turn,
            "md": self._deal,
            "pn": self._players,
            "ah": self._title,
            "sv": self._vulnerable,
            **{name: functools.partial(self._of_match, name) for name in MATCH if name != "vg"},
        }

    def _turn(self, value: str, _: int) -> Board | None:
        board = self.finish()
        self._is_open = False
        match = _PAGE.match(value)
        if match is not None:
            self._page = _Page(room=match[1].lower() or None, number=int(match[2]))
        return board

    def _players(self, value: str, _: int) -> None:
        # The same players sit at many boards.
        self._names = tuple(sys.intern(part.strip()) for part in value.split(","))
        if self._draft is not None:
            self._draft.names = self._names
        elif self._is_open and self._records and len(self._names) >= 8:
            self._records["pn"] = " ".join(value.split())

    def _title(self, value: str, _: int) -> None:
        page = self._page if self._draft is None else self._draft.page
        page.title = " ".join(value.split())

    def _vulnerable(self, value: str, line: int) -> None:
        page = self._page if self._draft is None else self._draft.page
        page.vulnerability = value, line

    def begin_match(self, value: str, line: int) -> Iterator[Board]:
        """Begin a match; yield the boards that end before it."""
        board = self.finish()
        if board is not None:
            yield board
        yield from self._without_cards()
        if self._records and not self._is_match_parsed:
            # Unplayed boards belong to the file all the same.
            self._parse_match()
        self._records = {"vg": " ".join(value.split())}
        self._match_line = line
        if not self._is_open:
            self._names = ()  # those of another match
        self._is_open = True
        self._is_match_parsed = False
        self._played.clear()

    def _of_match(self, name: str, value: str, line: int) -> None:
        if not self._records:
            self._match_line = line
        self._records[name] = " ".join(value.split())
        if not self._is_open and self._is_match_parsed:
            # It follows the first board; later boards are compared with it.
            self._match = Match(self._records)
        else:
            self._is_match_parsed = False

    def _parse_match(self) -> dict[str, ExtraValue]:
        """Parse the records of a match, report their faults, and keep them.

        Returns:
            The records in the match's first board, for a match that is not the file's first.
        """
        self._is_match_parsed = True
        self._match = match = Match(self._records)
        line = self._match_line
        if not match.has_all_fields:
            self._ctx.issue("LIN053", line=line, found=match.fields)
        if match.unknown_scoring:
            self._ctx.issue("LIN054", line=line, found=match.unknown_scoring[:20])
        if beyond := match.beyond():
            self._ctx.issue("LIN055", line=line, found=beyond)
        if self._needs_header:
            self._needs_header = False
            self._ctx.header = match.extras()
            return {}
        return match.extras_of_first() if self._records else {}

    def _without_cards(self) -> Iterator[Board]:
        """Yield the boards that have only a listed result, if requested."""
        if not self._all_results:
            return
        if not self._is_match_parsed:
            self._parse_match()
        match = self._match
        for number, is_closed, item in match.listed():
            room = CLOSED if is_closed else OPEN
            if (number, room) in self._played or not match.is_match:
                continue
            found = meaning(item)
            if found is None:
                self._ctx.issue("LIN050", line=self._match_line, board=number, found=item[:20])
                continue
            yield Board(
                number=number,
                contract=found[0],
                result=found[1],
                scoring=match.scoring,
                info=self._info(tuple(match.names()), room, is_closed=is_closed),
                extras=match.shared,
                origin=Location(path=self._ctx.path, line=self._match_line, board=number),
            )

    def end(self) -> Iterator[Board]:
        """Yield the boards that end with the file."""
        board = self.finish()
        if board is not None:
            yield board
        yield from self._without_cards()
        if self._needs_header and self._records:
            # No board is played yet: the records are the complete content.
            self._parse_match()

    def _deal(self, value: str, line: int) -> Board | None:
        if not value.strip():
            return None
        board = self.finish()
        self._is_open = False
        dealer, deal = None, None
        try:
            dealer, deal, hands = parse_hands(value)
        except (CardError, DealError) as error:
            self._ctx.issue("LIN010", line=line, board=self._page.number, error=error)
            dealer = parse_dealer(value)  # it is valid whatever follows it
        else:
            if hands not in {3, 4}:
                self._ctx.issue("LIN011", line=line, board=self._page.number, found=hands)
        self._draft = _Draft(
            page=self._page, line=line, dealer=dealer, deal=deal, names=self._names
        )
        self._page = _Page()
        return board

    def other(self, name: str, value: str) -> None:
        """Keep another command unchanged, unless it is layout."""
        draft = self._draft
        if draft is not None and name not in LAYOUT:
            text = value.strip()
            if text or name == "up":
                draft.other.append((name, text))

    def _claim(self, value: str, line: int) -> None:
        draft, text = self._draft, value.strip()
        if draft is None or not text:
            return
        if text.isascii() and text.isdigit() and int(text) <= 13:
            draft.claim = int(text)
        else:
            self._issue("LIN042", draft, line, found=text[:20])

    def _issue(self, code: str, draft: _Draft, line: int, **values: object) -> None:
        self._ctx.issue(code, line=line, board=draft.page.number, **values)  # type: ignore[arg-type]  # fields of the template, no keywords

    def _calls(self, value: str, line: int) -> None:
        draft = self._draft
        if draft is None or not self._wants_calls or not draft.auction_is_sound:
            return
        try:
            calls = parse_calls(value)
        except CallError as error:
            draft.auction_is_sound = False
            self._issue("LIN030", draft, line, found=str(error))
            return
        for entry, mark in calls:
            if entry is not None:
                draft.entries.append(entry)
            if mark:
                self._issue("LIN032", draft, line, found=mark)

    def _explanation(self, value: str, line: int) -> None:
        draft, text = self._draft, " ".join(value.split())
        if draft is None or not text or not draft.auction_is_sound or not self._wants_calls:
            return
        if not draft.entries:
            self._issue("LIN031", draft, line, found=text[:40])
            return
        entry = draft.entries[-1]
        draft.entries[-1] = CallEntry(call=entry.call, alert=entry.alert, note=text)

    def _cards(self, value: str, line: int) -> None:
        draft = self._draft
        if draft is None or not self._wants_play or not draft.play_is_sound:
            return
        try:
            cards = parse_cards(value)
        except CardError as error:
            draft.play_is_sound = False
            self._issue("LIN040", draft, line, found=str(error))
        else:
            draft.cards += cards
        if not draft.play_line and value.strip():
            draft.play_line = line

    def finish(self) -> Board | None:
        """Return the completed board, if there is one."""
        draft, self._draft = self._draft, None
        if draft is None:
            return None
        extras: dict[str, ExtraValue] = {} if self._is_match_parsed else self._parse_match()
        self._needs_header = False  # a match behind the first board is not the file's
        number, name = self._number(draft)
        auction = self._auction(draft)
        match = self._match
        room = None
        if match.is_match:
            room = _ROOMS.get(draft.page.room or "")
            self._played.add((number, room))
        item = match.item(number, closed=room == CLOSED)
        listed = None
        if item and (listed := meaning(item)) is None:
            self._issue("LIN050", draft, draft.line, found=item[:20])
            extras = _with_listed(extras, item)
        contract = None if auction is None else auction.contract()
        if contract is None and listed is not None:
            contract = listed[0]
        play, won = self._play(draft, contract)
        result = None
        if draft.claim is not None:
            result = Result(tricks=draft.claim)
        elif play is not None and play.ending is Ending.COMPLETE and contract is not None:
            result = _counted(play, won, contract)
        if listed is not None:
            if self._differs(draft, room, contract, result, listed):
                extras = _with_listed(extras, item)
            result = result or listed[1]
        return Board(
            number=number,
            name=name,
            dealer=draft.dealer,
            vulnerability=self._vulnerability(draft),
            deal=draft.deal,
            scoring=match.scoring,
            contract=contract,
            result=result,
            auction=auction,
            play=play,
            info=self._info(draft.names, room, is_closed=draft.page.room == "c"),
            extras=self._extras(draft.other, extras),
            origin=Location(path=self._ctx.path, line=draft.line, board=number),
        )

    def _differs(
        self,
        draft: _Draft,
        room: str | None,
        contract: Contract | None,
        result: Result | None,
        listed: tuple[Contract, Result | None],
    ) -> bool:
        """Return whether the board contradicts the list of results; report it."""
        values = {"room": f" in the {room} room" if room else ""}
        if contract != listed[0]:
            self._issue("LIN051", draft, draft.line, found=contract, listed=listed[0], **values)
            return True
        if result is not None and listed[1] is not None and result != listed[1]:
            tricks, other = result.tricks, listed[1].tricks
            self._issue("LIN052", draft, draft.line, found=tricks, listed=other, **values)
            return True
        return False

    def _extras(self, commands: list[tuple[str, str]], own: dict[str, ExtraValue]) -> Extras:
        """Return the extras of a board, usually those that its match shares."""
        shared = self._match.shared
        if not commands and not own:
            return shared
        items = dict(shared) | own
        if commands:
            items["lin:other"] = tuple(commands)
        return Extras.unchecked(items)

    def _number(self, draft: _Draft) -> tuple[int | None, str | None]:
        number, title = draft.page.number, draft.page.title
        if not title:
            return number, None
        match = TITLE.fullmatch(title)
        if match is None:
            return number, title
        titled = int(match[1])
        if number is not None and titled != number:
            self._issue("LIN021", draft, draft.line, first=number, second=titled)
        return (titled if number is None else number), None

    def _vulnerability(self, draft: _Draft) -> Vulnerability | None:
        text, line = draft.page.vulnerability
        if not text.strip():
            return None
        vulnerability = parse_vulnerability(text)
        if vulnerability is None:
            self._issue("LIN020", draft, line, found=text.strip()[:20])
        return vulnerability

    def _auction(self, draft: _Draft) -> Auction | None:
        if not draft.entries or not draft.auction_is_sound:
            return None
        if draft.dealer is None:
            self._issue("LIN033", draft, draft.line)
            return None
        return make_auction(draft.dealer, draft.entries)

    def _play(self, draft: _Draft, contract: Contract | None) -> tuple[Play | None, int]:
        """Return the play, and the tricks of its leader's side."""
        if not draft.cards or not draft.play_is_sound:
            return None, 0
        try:
            return make_play(
                bytes(draft.cards), draft.deal, contract, claimed=draft.claim is not None
            )
        except CardError as error:
            self._issue("LIN041", draft, draft.play_line, error=error)
            return None, 0

    def _info(self, names: tuple[str, ...], room: str | None, *, is_closed: bool) -> Info:
        match = self._match
        event, teams = match.event, match.teams
        if not (event or room or any(teams) or any(names)):
            return NO_INFO
        south, west, north, east = names_in(names, closed=is_closed)
        return Info(event=event, room=room, players=(north, east, south, west), teams=teams)


_ROOMS: Final = {"o": OPEN, "c": CLOSED}


def _with_listed(extras: dict[str, ExtraValue], item: str) -> dict[str, ExtraValue]:
    """Return the extras of a board with its listed item, which its commands do not contain."""
    # After a tag: text before the first one of a file is the file's.
    line = ("Result", f"lin {LISTED_COMMAND}|{item}|")
    before = extras.get(ESCAPES, ())
    return extras | {LISTED: item, ESCAPES: (*(before if isinstance(before, tuple) else ()), line)}


def _counted(play: Play, won: int, contract: Contract) -> Result | None:
    """Return declarer's tricks from a play of 52 cards and the tricks of the leader's side."""
    declarer = contract.declarer
    if declarer is None or contract.strain is None:
        return None
    return Result(tricks=won if declarer.side is play.leader.side else 13 - won)
