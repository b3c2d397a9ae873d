"""The law of the auction: LAW101 to LAW108."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from overtrick.findings.diagnostics import Diagnostic
from overtrick.laws.codes import problem
from overtrick.model.calls import (
    DOUBLE,
    PASS,
    REDOUBLE,
    Auction,
    AuctionState,
    CallEntry,
    Ending,
    Irregularity,
    passes_to_end,
)
from overtrick.model.contract import PASSED_OUT, Contract


def auction_problems(auction: Auction) -> tuple[Diagnostic, ...]:
    """Return the findings of the laws for an auction, in the order of its calls.

    A bid marked `INSUFFICIENT_BID` and a player marked `SKIPPED` are no problems. After the
    auction has ended only the first further call is reported.

    Example:
        >>> from overtrick import Auction, Seat
        >>> [str(p.part) + " " + p.code for p in auction_problems(
        ...     Auction.of(Seat.NORTH, "2S 2H Pass Pass Pass"))]
        ['auction.1 LAW101']

    Source: Laws of Duplicate Bridge 2017, Laws 17 to 22; PBN 2.1 §3.5, §3.9.
    """
    return follow_auction(auction).problems


class Calling(NamedTuple):
    """The result of checking an auction.

    Attributes:
        problems: the violations of the laws.
        contract: what its calls come to; `None` where they do not end, or one cannot have been
            made.
    """

    problems: tuple[Diagnostic, ...] = ()
    contract: Contract | None = None


def follow_auction(auction: Auction) -> Calling:
    """Check an auction, and return its contract as well."""
    found: list[Diagnostic] = []
    state = AuctionState(auction.dealer)
    for index, entry in enumerate(auction.entries):
        if state.has_ended:
            seat, word = state.seat.symbol, "nothing" if entry.call is None else entry.call
            found.append(problem("LAW104", f"auction.{index}", seat=seat, call=word))
            break
        # Most calls are sound passes and bids: no more is looked at for them.
        call, last = entry.call, state.last
        is_higher = call is not None and call.level and (last is None or last < call)
        if not (is_higher or call is PASS) or entry.irregularity is not None:
            found += _entry_problems(entry, f"auction.{index}", state)
        state.add(call)
    left = passes_to_end(auction.entries)
    if auction.ending is Ending.COMPLETE and left and not state.has_ended:
        found.append(problem("LAW105", "auction", count=left))
    if auction.ending is Ending.OPEN and not left:
        found.append(problem("LAW106", "auction"))
    is_certain = not left and not any(item.is_error for item in found)
    return Calling(tuple(found), (state.contract() or PASSED_OUT) if is_certain else None)


def _entry_problems(entry: CallEntry, part: str, state: AuctionState) -> Iterator[Diagnostic]:
    """Yield the violations of the laws by the next call, those of its mark first."""
    call, seat, mark = entry.call, state.seat, entry.irregularity
    if mark is not None and (unfounded := _unfounded_mark(entry, state)) is not None:
        letter, why = unfounded
        yield problem("LAW107", part, mark=letter, seat=seat.symbol, why=why)
    if call is None:
        if mark is not Irregularity.SKIPPED:
            yield problem("LAW108", part, seat=seat.symbol)
    elif call is DOUBLE:
        if (reason := state.no_double(seat)) is not None:
            yield problem("LAW102", part, seat=seat.symbol, why=reason)
    elif call is REDOUBLE:
        if (reason := state.no_redouble(seat)) is not None:
            yield problem("LAW103", part, seat=seat.symbol, why=reason)
    elif call is not PASS and state.last is not None and not state.last < call:
        is_accepted = mark is Irregularity.INSUFFICIENT_BID
        if not is_accepted:
            yield problem("LAW101", part, call=call, seat=seat.symbol, last=state.last)


def _unfounded_mark(entry: CallEntry, state: AuctionState) -> tuple[str, str] | None:
    """Return the letter of a mark that the call does not bear out, and why."""
    mark, call, last = entry.irregularity, entry.call, state.last
    if mark is None:
        return None
    letter = f"^{mark.value}"
    if mark is Irregularity.SKIPPED:
        return (letter, f"the player calls {call}") if call is not None else None
    if mark is not Irregularity.INSUFFICIENT_BID:
        return letter, "it belongs to a card, not to a call"
    if call is None or not call.is_bid:
        return letter, "there is no bid"
    if last is None or call > last:
        return letter, f"{call} is sufficient"
    return None
