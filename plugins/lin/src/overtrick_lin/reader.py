"""Reads LIN, the files of Bridge Base Online: hand records, vugraph matches, lesson pages.

Pairs of command and value divided by bars. A deal (`md`) begins a board; what stands in front of
it since the last page (`qx`) belongs to it, and so does all that follows up to the next deal or
page. Known variants: hands of three or four seats from South, ranks in either order, voids with or
without their letter, several calls in one `mb`, cards of one trick in one `pc`, both rooms of a
match, pages without a deal (they give no board), CP1252 and UTF-8 text.

Source: observed in real files; no published specification.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from typing import BinaryIO, Final

import attrs

from overtrick import (
    NO_EXTRAS,
    NO_INFO,
    Auction,
    Board,
    CallEntry,
    CallError,
    Card,
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
from overtrick_lin.commands import Command, iter_commands
from overtrick_lin.values import (
    TITLE,
    make_auction,
    make_play,
    parse_calls,
    parse_cards,
    parse_hands,
    parse_match_result,
    parse_vulnerability,
)

# Page turns and screen layout: they carry nothing of the game.
_LAYOUT: Final = frozenset({"pg", "st", "rh", "mn"})

# What a match's file says of all its boards, kept in the header as it stands.
_MATCH: Final = frozenset({"vg", "rs", "pw", "mp", "bn"})

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
    cards: list[Card] = attrs.Factory(list)
    play_is_sound: bool = True
    play_line: int = 0
    claim: int | None = None
    other: list[tuple[str, str]] = attrs.Factory(list)


def read(source: BinaryIO, ctx: ReadContext) -> Iterator[Board]:
    """Yield a board for each deal, in the file's order."""
    assembly = _Assembly(ctx)
    for command in iter_commands(source, ctx):
        board = assembly.take(command)
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
        self._started = False
        self._wants_calls = ctx.wants_any(
            Field.AUCTION_CALLS, Field.AUCTION_NOTES, Field.AUCTION_ALERTS, Field.CONTRACT,
            Field.RESULT,
        ) or ctx.wants_any(Field.PLAY_CARDS)  # fmt: skip
        self._wants_play = ctx.wants_any(Field.PLAY_CARDS, Field.RESULT)

    def take(self, command: Command) -> Board | None:
        """Take in a command; return the board that it ends, if it does."""
        name, value, line = command
        draft = self._draft
        if draft is not None and name == "pc":
            self._cards(draft, value, line)
        elif draft is not None and name == "mb":
            self._calls(draft, value, line)
        elif name == "qx":
            board = self.finish()
            match = _PAGE.match(value)
            if match is not None:
                self._page = _Page(room=match[1].lower() or None, number=int(match[2]))
            return board
        elif name == "md":
            return self._deal(value, line)
        elif name == "pn":
            # The same players sit at many boards.
            self._names = tuple(sys.intern(part.strip()) for part in value.split(","))
            if draft is not None:
                draft.names = self._names
        elif name in {"ah", "sv"}:
            page = self._page if draft is None else draft.page
            if name == "ah":
                page.title = " ".join(value.split())
            else:
                page.vulnerability = value, line
        elif name in _MATCH:
            self._match[name] = " ".join(value.split())
        elif draft is not None:
            self._other(draft, name, value, line)
        return None

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

    def _other(self, draft: _Draft, name: str, value: str, line: int) -> None:
        """Take in a command that is not as frequent as calls and cards."""
        text = value.strip()
        if name == "an":
            self._explanation(draft, value, line)
        elif name == "mc":
            if text.isascii() and text.isdigit() and int(text) <= 13:
                draft.claim = int(text)
            elif text:
                self._issue("LIN042", draft, line, found=text[:20])
        elif name not in _LAYOUT and (text or name == "up"):
            draft.other.append((name, text))

    def _issue(self, code: str, draft: _Draft, line: int, **values: object) -> None:
        self._ctx.issue(code, line=line, board=draft.page.number, **values)  # type: ignore[arg-type]  # fields of the template, no keywords

    def _calls(self, draft: _Draft, value: str, line: int) -> None:
        if not self._wants_calls or not draft.auction_is_sound:
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

    def _explanation(self, draft: _Draft, value: str, line: int) -> None:
        text = " ".join(value.split())
        if not text or not draft.auction_is_sound or not self._wants_calls:
            return
        if not draft.entries:
            self._issue("LIN031", draft, line, found=text[:40])
            return
        draft.entries[-1] = attrs.evolve(draft.entries[-1], note=text)

    def _cards(self, draft: _Draft, value: str, line: int) -> None:
        if not self._wants_play or not draft.play_is_sound:
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
        play = self._play(draft, contract)
        if draft.claim is not None:
            result = Result(tricks=draft.claim)
        elif play is not None and play.ending is Ending.COMPLETE and contract is not None:
            result = _counted(play, contract) or result
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
        results = self._match.get("rs", "").split(",")
        fields = self._match.get("vg", "").split(",")
        if number is None or len(fields) < 5 or not fields[3].strip().isdigit():
            return None
        place = 2 * (number - int(fields[3])) + (draft.page.room == "c")
        if not 0 <= place < len(results):
            return None
        try:
            return parse_match_result(results[place])
        except CallError:
            self._issue("LIN050", draft, draft.line, found=results[place][:20])
            return None

    def _play(self, draft: _Draft, contract: Contract | None) -> Play | None:
        if not draft.cards or not draft.play_is_sound:
            return None
        try:
            return make_play(draft.cards, draft.deal, contract, claimed=draft.claim is not None)
        except CardError as error:
            self._issue("LIN041", draft, draft.play_line, error=error)
            return None

    def _info(self, draft: _Draft) -> Info:
        fields = [part.strip() for part in self._match.get("vg", "").split(",")]
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


def _counted(play: Play, contract: Contract) -> Result | None:
    """Return declarer's tricks of a play of 52 cards."""
    if contract.declarer is None or contract.strain is None:
        return None
    return Result(tricks=play.tricks_won(contract.declarer.side, contract.strain))


def _other(commands: list[tuple[str, str]]) -> Extras:
    if not commands:
        return NO_EXTRAS
    items: tuple[ExtraValue, ...] = tuple(commands)
    return Extras({"lin:other": items})
