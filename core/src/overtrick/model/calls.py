"""Calls and the auction.

A call is one of 38 interned objects. An auction is kept as the file has it, legal or not;
`overtrick.auction_problems` returns its violations of the laws of bridge.
"""

from __future__ import annotations

import enum
import functools
from typing import Final, Self

import attrs

from overtrick.findings.errors import CallError
from overtrick.model.cards import Interned, Strain
from overtrick.model.contract import PASSED_OUT, Contract, Doubling
from overtrick.model.notebook import html_of
from overtrick.model.table import Seat, Side


@functools.total_ordering
class Call(Interned):
    """One of the 38 calls: pass, double, redouble and the 35 bids.

    Attributes:
        index: 0 pass, 1 double, 2 redouble, 3 (1C) to 37 (7NT).
        symbol: `Pass`, `X`, `XX`, `1C` to `7NT`.
        level: 1 to 7, or 0 where the call is no bid.
        strain: the bid's strain, or `None` where the call is no bid.

    Bids are ordered; comparing anything else with `<` is a `TypeError`.

    Raises:
        CallError: `Call(index)` with an index outside 0 to 37.

    Example:
        >>> Call.parse("1NT"), Call.parse("1NT") < Call.parse("2C"), Call.parse("X") is DOUBLE
        (<Call 1NT>, True, True)
    """

    __slots__ = ("level", "strain")

    level: int
    strain: Strain | None

    def __new__(cls, index: int) -> Self:
        """Return the call of an index: always the same object."""
        if not 0 <= index <= 37:
            msg = f"not a call index: {index!r} (0 to 37)"
            raise CallError(msg)
        return CALLS[index]  # type: ignore[return-value]  # Call is final: Self is Call

    @classmethod
    def bid(cls, level: int, strain: Strain) -> Call:
        """Return the bid of a level (1 to 7) and strain.

        Raises:
            CallError: the level is outside 1 to 7.
        """
        if not 1 <= level <= 7:
            msg = f"not a level: {level!r} (1 to 7)"
            raise CallError(msg)
        return CALLS[3 + 5 * (level - 1) + strain]

    @classmethod
    def parse(cls, text: str) -> Call:
        """Read a call: `Pass`, `P`, `X`, `D`, `XX`, `R`, `1C` to `7NT`, `3N`, in either case.

        Raises:
            CallError: the text is not a call.
        """
        call = _BY_TEXT.get(text)
        if call is None and text.isascii():
            call = _BY_TEXT.get(text.upper())
        if call is None:
            msg = f"not a call: {text!r} (Pass, X, XX or 1C to 7NT)"
            raise CallError(msg)
        return call

    @property
    def is_bid(self) -> bool:
        """Whether the call names a level and strain."""
        return self.index > 2

    @classmethod
    def _of_all(cls, index: int) -> Call:
        if index < 3:
            return cls._made(index=index, symbol=("Pass", "X", "XX")[index], level=0, strain=None)
        level, strain = (index - 3) // 5 + 1, Strain((index - 3) % 5)
        return cls._made(index=index, symbol=f"{level}{strain.symbol}", level=level, strain=strain)

    def __lt__(self, other: Call) -> bool:
        if not isinstance(other, Call):
            return NotImplemented
        return self.index < other.index if self.level and other.level else NotImplemented


CALLS: Final[tuple[Call, ...]] = tuple(map(Call._of_all, range(38)))
"""All 38 calls by index."""

PASS: Final = CALLS[0]
DOUBLE: Final = CALLS[1]
REDOUBLE: Final = CALLS[2]

_BY_TEXT: Final = {call.symbol.upper(): call for call in CALLS} | {"Pass": PASS}
_BY_TEXT.update({f"{level}N": CALLS[2 + 5 * level] for level in range(1, 8)})
_BY_TEXT.update({"P": PASS, "D": DOUBLE, "DBL": DOUBLE, "R": REDOUBLE, "RDBL": REDOUBLE})


class Irregularity(enum.Enum):
    """An accepted irregularity at a call or card, by the standard's letter.

    Source: PBN 2.1 §3.9 (Irregularities).
    """

    INSUFFICIENT_BID = "I"
    SKIPPED = "S"
    REVOKE = "R"
    LEAD_OUT_OF_TURN = "L"


class Ending(enum.Enum):
    """How an auction or a play ends.

    `COMPLETE`: by the laws (passes, thirteen tricks). `OPEN`: more is to come (PBN `+`).
    `CLOSED`: it stops here for good (PBN `*`: a claim, an abandoned auction). `UNKNOWN`: the
    record just stops.

    Source: PBN 2.1 §3.5, §3.6.
    """

    COMPLETE = "complete"
    OPEN = "open"
    CLOSED = "closed"
    UNKNOWN = "unknown"


@attrs.frozen(kw_only=True, repr=False)
class CallEntry:
    """A call in an auction, with its annotations.

    `CallEntry.plain(call)` returns one shared object for each call without annotation.

    Attributes:
        call: the call; `None` for a player who was skipped (`Irregularity.SKIPPED`).
        note: the explanation of the call.
        nags: numeric annotation glyphs, 0 to 255, ascending.
        comment: commentary that follows the call.
        irregularity: an accepted irregularity.
        alert: whether the call was alerted.
    """

    call: Call | None
    note: str | None = None
    nags: tuple[int, ...] = ()
    comment: str | None = None
    irregularity: Irregularity | None = None
    alert: bool = False

    @staticmethod
    def plain(call: Call) -> CallEntry:
        """Return the shared entry of a call without annotation."""
        return PLAIN_CALLS[call.index]

    @property
    def is_plain(self) -> bool:
        """Whether the call has no annotation."""
        return self == PLAIN_CALLS[self.call.index] if self.call is not None else False

    def __str__(self) -> str:
        text = "-" if self.call is None else self.call.symbol
        return f"{text}!" if self.alert else text

    def __repr__(self) -> str:
        about = f" {self.note!r}" if self.note is not None else ""
        return f"<CallEntry {self}{about}>"


PLAIN_CALLS: Final[tuple[CallEntry, ...]] = tuple(CallEntry(call=call) for call in CALLS)
"""The shared entries of the 38 calls without annotation, by `Call.index`."""


@attrs.frozen(kw_only=True, repr=False)
class Auction:
    """The calls in order from the player who called first.

    Attributes:
        dealer: the seat of the first entry.
        entries: calls clockwise; a skipped player has an entry whose call is `None`.
        ending: how the auction ends.

    Example:
        >>> auction = Auction.of(Seat.NORTH, "1D 1S 3H 4S Pass Pass Pass")
        >>> auction.contract()
        <Contract 4S by E>
        >>> auction.seat_of(2)
        <Seat.SOUTH: 2>
    """

    dealer: Seat
    entries: tuple[CallEntry, ...] = ()
    ending: Ending = Ending.UNKNOWN

    @classmethod
    def of(cls, dealer: Seat, calls: str, ending: Ending | None = None) -> Auction:
        """Return the auction of calls divided by blanks; `AP` fills up with passes.

        The ending follows from the calls unless it is given.

        Raises:
            CallError: a word is not a call.
        """
        entries: list[CallEntry] = []
        for word in calls.split():
            if word.upper() == "AP":
                entries.extend([PLAIN_CALLS[0]] * passes_to_end(tuple(entries)))
            else:
                entries.append(PLAIN_CALLS[Call.parse(word).index])
        if ending is None:
            ending = Ending.UNKNOWN if passes_to_end(tuple(entries)) else Ending.COMPLETE
        return cls(dealer=dealer, entries=tuple(entries), ending=ending)

    @property
    def calls(self) -> tuple[Call, ...]:
        """The calls without annotation; skipped players are left out."""
        return tuple(entry.call for entry in self.entries if entry.call is not None)

    def seat_of(self, index: int) -> Seat:
        """Return the seat of the entry at a 0-based index."""
        return self.dealer.after(index)

    @property
    def is_complete(self) -> bool:
        """Whether the calls end in the passes that close an auction."""
        return passes_to_end(self.entries) == 0

    def contract(self) -> Contract | None:
        """Return the contract that the calls come to, or `None` where they do not end.

        A passed-out auction gives `PASSED_OUT`.
        """
        if passes_to_end(self.entries):
            return None
        return self.standing_contract() or PASSED_OUT

    def standing_contract(self) -> Contract | None:
        """Return the last bid with its doubling and declarer, or `None` before any bid.

        A double or redouble that the laws do not allow does not count.

        Source: Laws of Duplicate Bridge 2017, Laws 19, 36.
        """
        state = AuctionState(self.dealer)
        for entry in self.entries:
            state.add(entry.call)
        return state.contract()

    def __str__(self) -> str:
        return " ".join(str(entry) for entry in self.entries)

    def __repr__(self) -> str:
        return f"<Auction {self.dealer.symbol}: {self}{_ENDING_MARK[self.ending]}>"

    _repr_html_ = html_of


# To take a member of an enum from its class is slow, and this runs for each bid.
_UNDOUBLED: Final = Doubling.UNDOUBLED


class AuctionState:
    """The state of an auction: its last bid, its doubling, and the passes since.

    Args:
        dealer: who calls first.

    Attributes:
        seat: who calls next.
        last: the last bid, `None` before any.
        side: the side that made it.
        doubling: whether it is doubled or redoubled.
        passes: the consecutive passes since the last other call.
    """

    def __init__(self, dealer: Seat) -> None:
        self.seat = dealer
        self.last: Call | None = None
        self.side: Side | None = None
        self.doubling = _UNDOUBLED
        self.passes = 0
        # Declarer is whoever of the side was the first to name the strain.
        self._first: dict[tuple[Side, Strain | None], Seat] = {}

    @property
    def has_ended(self) -> bool:
        """Whether the passes that close an auction have been made."""
        return self.passes == _CLOSING_PASSES[self.last is not None]

    def add(self, call: Call | None) -> None:
        """Take note of the next call, `None` for a player who was skipped.

        An inadmissible double leaves the contract as it is (Law 36). Behind a player without a call
        the passes before no longer count.
        """
        seat, self.seat = self.seat, _SEATS[(self.seat + 1) & 3]
        if call is PASS:
            self.passes += 1
            return
        self.passes = 0
        if call is DOUBLE:
            if self.no_double(seat) is None:
                self.doubling = Doubling.DOUBLED
        elif call is REDOUBLE:
            if self.no_redouble(seat) is None:
                self.doubling = Doubling.REDOUBLED
        elif call is not None:
            self.last, self.side, self.doubling = call, seat.side, _UNDOUBLED
            self._first.setdefault((self.side, call.strain), seat)

    def contract(self) -> Contract | None:
        """Return the last bid with its doubling and declarer, or `None` before any bid."""
        last, side = self.last, self.side
        if last is None or side is None:
            return None
        return Contract(
            level=last.level,
            strain=last.strain,
            doubling=self.doubling,
            declarer=self._first[side, last.strain],
        )

    def no_double(self, seat: Seat) -> str | None:
        """Return why a seat may not double, `None` where it may."""
        if self.last is None:
            return "there is no bid yet"
        if self.side is seat.side:
            return f"{self.last} was bid by the player's own side"
        if self.doubling:
            return f"{self.last} is already {self.doubling.name.lower()}"
        return None

    def no_redouble(self, seat: Seat) -> str | None:
        """Return why a seat may not redouble, `None` where it may."""
        if self.last is None:
            return "there is no bid yet"
        if self.doubling is not Doubling.DOUBLED:
            word = "already redoubled" if self.doubling else "not doubled"
            return f"{self.last} is {word}"
        if self.side is not seat.side:
            return f"{self.last} was doubled by the player's own side"
        return None


_SEATS: Final = tuple(Seat)
_ENDING_MARK: Final = {
    Ending.COMPLETE: "",
    Ending.OPEN: " +",
    Ending.CLOSED: " *",
    Ending.UNKNOWN: " ...",
}


def passes_to_end(entries: tuple[CallEntry, ...]) -> int:
    """Return how many more passes end the auction: 0 (it has ended) to 4 (no call yet).

    Passes beyond the last that counts give 0 too.
    """
    trailing = 0
    for entry in reversed(entries):
        if entry.call is not PASS:
            break
        trailing += 1
    has_bid = any(entry.call is not None and entry.call.is_bid for entry in entries)
    return max(0, _CLOSING_PASSES[has_bid] - trailing)


_CLOSING_PASSES: Final = {False: 4, True: 3}
"""How many passes in a row end an auction, by whether there is a bid.

Source: Laws of Duplicate Bridge 2017, Law 22.
"""
