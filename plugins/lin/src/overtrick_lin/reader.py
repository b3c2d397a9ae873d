"""Reads LIN, the files of Bridge Base Online: hand records, vugraph matches, lesson pages.

Pairs of command and value divided by bars. A deal (`md`) begins a board; what stands in front of
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
from collections.abc import Callable, Iterator
from typing import BinaryIO, Final

import attrs

from overtrick import (
    NO_EXTRAS,
    NO_INFO,
    Auction,
    Board,
    CallEntry,
    CallError,
    Contract,
    Deal,
    DealError,
    Ending,
    Extras,
    Field,
    Info,
    Location,
    Play,
    Result,
    Seat,
    Vulnerability,
)
from overtrick.findings.errors import CardError
from overtrick.framework.contexts import ReadContext
from overtrick.model import ExtraValue
from overtrick.model.board import made_extras
from overtrick_lin.commands import iter_commands
from overtrick_lin.values import (
    LAYOUT,
    MATCH,
    TITLE,
    make_auction,
    make_play,
    parse_calls,
    parse_cards,
    parse_hands,
    parse_match_result,
    parse_vulnerability,
)

_PAGE: Final = re.compile(r"\s*([oc]?)\s*(\d{1,4})\b", re.IGNORECASE)


@attrs.define
class _Page:
    """What is known of a board before its deal: its page, its title, its vulnerability."""

    room: str | None = None
    number: int | None = None
    title: str | None = None
    vulnerability: tuple[str, int] = ("", 0)  # as it stands, and on which line


@attrs.define(kw_only=True)
class _Draft:
    """A board while its commands come in."""

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
    """Yield a board for each deal, in the file's order."""
    assembly = _Assembly(ctx)
    takers = assembly.takers()
    for name, value, line in iter_commands(source, ctx):
        taker = takers.get(name)
        if taker is None:
            assembly.other(name, value)
            continue
        board = taker(value, line)
        if board is not None:
            yield board
    board = assembly.finish()
    if board is not None:
        yield board


class _Assembly:
    """Puts commands together to boards."""

    def __init__(self, ctx: ReadContext) -> None:
        self._ctx = ctx
        self._page = _Page()
        self._draft: _Draft | None = None
        self._names: tuple[str, ...] = ()
        self._match: dict[str, str] = {}
        self._items: dict[str, list[str]] = {}
        self._started = False
        self._wants_calls = ctx.wants_any(
            Field.AUCTION_CALLS, Field.AUCTION_NOTES, Field.AUCTION_ALERTS, Field.CONTRACT,
            Field.RESULT,
        ) or ctx.wants_any(Field.PLAY_CARDS)  # fmt: skip
        self._wants_play = ctx.wants_any(Field.PLAY_CARDS, Field.RESULT)

    def takers(self) -> dict[str, Callable[[str, int], Board | None]]:
        """Return what takes in the value of each command that is no other one, with its line.

        Each returns the board that the command ends, if it does.
        """
        return {
            "pc": self._cards,
            "mb": self._calls,
            "an": self._explanation,
            "mc": self._claim,
            "qx": self._turn,
            "md": self._deal,
            "pn": self._players,
            "ah": self._title,
            "sv": self._vulnerable,
            **{name: functools.partial(self._of_match, name) for name in MATCH},
        }

    def _turn(self, value: str, _: int) -> Board | None:
        board = self.finish()
        match = _PAGE.match(value)
        if match is not None:
            self._page = _Page(room=match[1].lower() or None, number=int(match[2]))
        return board

    def _players(self, value: str, _: int) -> None:
        # The same players sit at many boards.
        self._names = tuple(sys.intern(part.strip()) for part in value.split(","))
        if self._draft is not None:
            self._draft.names = self._names

    def _title(self, value: str, _: int) -> None:
        page = self._page if self._draft is None else self._draft.page
        page.title = " ".join(value.split())

    def _vulnerable(self, value: str, line: int) -> None:
        page = self._page if self._draft is None else self._draft.page
        page.vulnerability = value, line

    def _of_match(self, name: str, value: str, _: int) -> None:
        self._match[name] = text = " ".join(value.split())
        self._items[name] = [item.strip() for item in text.split(",")]

    def _deal(self, value: str, line: int) -> Board | None:
        if not value.strip():
            return None
        board = self.finish()
        dealer, deal = None, None
        try:
            dealer, deal, hands = parse_hands(value)
        except (CardError, DealError) as error:
            self._ctx.issue("LIN010", line=line, board=self._page.number, error=error)
        else:
            if hands not in {3, 4}:
                self._ctx.issue("LIN011", line=line, board=self._page.number, found=hands)
        self._draft = _Draft(
            page=self._page, line=line, dealer=dealer, deal=deal, names=self._names
        )
        self._page = _Page()
        return board

    def other(self, name: str, value: str) -> None:
        """Take in a command that is kept as it stands, unless it is layout."""
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
        """Return the board that is complete now, if there is one."""
        draft, self._draft = self._draft, None
        if draft is None:
            return None
        if not self._started:
            self._started = True
            self._ctx.header = Extras(
                {f"lin:{name}": value for name, value in self._match.items() if value.strip(", ")}
            )
        number, name = self._number(draft)
        auction = self._auction(draft)
        contract, result = self._contract(draft, auction, number)
        play, won = self._play(draft, contract)
        if draft.claim is not None:
            result = Result(tricks=draft.claim)
        elif play is not None and play.ending is Ending.COMPLETE and contract is not None:
            result = _counted(play, won, contract) or result
        return Board(
            number=number,
            name=name,
            dealer=draft.dealer,
            vulnerability=self._vulnerability(draft),
            deal=draft.deal,
            contract=contract,
            result=result,
            auction=auction,
            play=play,
            info=self._info(draft),
            extras=_other(draft.other),
            origin=Location(path=self._ctx.path, line=draft.line, board=number),
        )

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
        if not draft.entries or not draft.auction_is_sound or draft.dealer is None:
            return None
        return make_auction(draft.dealer, draft.entries)

    def _contract(
        self, draft: _Draft, auction: Auction | None, number: int | None
    ) -> tuple[Contract | None, Result | None]:
        """Return what the auction comes to, else what the match's list of results says."""
        contract = None if auction is None else auction.contract()
        listed = self._listed(draft, number)
        if listed is None:
            return contract, None
        return (contract or listed[0]), listed[1]

    def _listed(self, draft: _Draft, number: int | None) -> tuple[Contract, Result | None] | None:
        """Return the board's item of `rs`: two for each board of the match, open room first."""
        results = self._items.get("rs", [])
        fields = self._items.get("vg", [])
        first = fields[3] if len(fields) >= 5 else ""
        if number is None or not (first.isascii() and first.isdigit()):
            return None
        place = 2 * (number - int(first)) + (draft.page.room == "c")
        if not 0 <= place < len(results):
            return None
        try:
            return parse_match_result(results[place])
        except CallError:
            self._issue("LIN050", draft, draft.line, found=results[place][:20])
            return None

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

    def _info(self, draft: _Draft) -> Info:
        fields = self._items.get("vg", [])
        is_match = "vg" in self._match
        event = " ".join(filter(None, fields[:2])) if is_match else ""
        teams = (fields[5], fields[7]) if len(fields) > 7 else ("", "")
        room = {"o": "Open", "c": "Closed"}.get(draft.page.room or "") if is_match else None
        # The second four names of a match are those of the closed room.
        offset = 4 if draft.page.room == "c" and len(draft.names) >= 8 else 0
        names = draft.names[offset : offset + 4]
        if not (event or any(teams) or room or any(names)):
            return NO_INFO
        south, west, north, east = (*(name or None for name in names), None, None, None, None)[:4]
        return Info(
            event=event or None,
            room=room,
            players=(north, east, south, west),
            teams=(teams[0] or None, teams[1] or None),
        )


def _counted(play: Play, won: int, contract: Contract) -> Result | None:
    """Return declarer's tricks of a play of 52 cards, of which the leader's side won some."""
    declarer = contract.declarer
    if declarer is None or contract.strain is None:
        return None
    return Result(tricks=won if declarer.side is play.leader.side else 13 - won)


def _other(commands: list[tuple[str, str]]) -> Extras:
    if not commands:
        return NO_EXTRAS
    items: tuple[ExtraValue, ...] = tuple(commands)
    return made_extras({"lin:other": items})
