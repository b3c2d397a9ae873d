"""Narration of a table: events turned into sentences as they happen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from overtrick import Seat
from overtrick_belote.players.advice import Reason
from overtrick_belote.rules.cards import Side
from overtrick_belote.rules.play import Trick
from overtrick_belote.rules.state import (
    AuctionEnded,
    BeloteAnnounced,
    Called,
    CardPlayed,
    DeclarationsCompared,
    Declared,
    Event,
    HandState,
    TrickWon,
)


def trick_begins(before: HandState) -> Reason | None:
    """Return the sentence before the lead to a trick, or `None` if no trick begins.

    Args:
        before: the hand before what is done.
    """
    if before.trick is None or before.trick.cards or before.turn is None:
        return None
    return Reason("trick-begins", {"number": len(before.tricks) + 1, "seat": before.turn})


def narrated(
    events: Iterable[Event], after: HandState, *, medal: bool = True, forced: bool = False
) -> tuple[Reason, ...]:
    """Return the sentences that describe an action.

    Args:
        events: what the table saw of it.
        after: the hand after it.
        medal: whether the winner of a trick is named with the points that he has taken.
        forced: whether the card was the only one that could be played.

    Example:
        >>> from overtrick_belote.rules.auction import PASS
        >>> from overtrick_belote.rules.dealing import numbered_hand
        >>> from overtrick_belote.rules.state import apply, start
        >>> from overtrick_belote.explanations.sentences import tell
        >>> after, events = apply(start(*numbered_hand(1)), PASS)
        >>> [tell(reason) for reason in narrated(events, after)]
        ['North: pass']
    """
    return tuple(_sentences(events, after, medal=medal, forced=forced))


def _sentences(
    events: Iterable[Event], after: HandState, *, medal: bool, forced: bool
) -> Iterator[Reason]:
    for event in events:
        match event:
            case Called(seat, call):
                yield Reason("called", {"seat": seat, "call": call})
            case AuctionEnded(None):
                yield Reason("no-bids")
            case AuctionEnded(contract) if contract is not None:
                yield Reason("contract-is", {"contract": contract, "seat": contract.declarer})
            case Declared(seat, kind):
                yield Reason("declared", {"seat": seat, "kind": kind})
            case BeloteAnnounced(seat, again):
                yield Reason("rebelot" if again else "belot", {"seat": seat})
            case CardPlayed(seat, card):
                yield Reason("played-forced" if forced else "played", {"seat": seat, "card": card})
            case DeclarationsCompared():
                yield _announces(event)
            case TrickWon(seat, trick, points):
                yield _won(seat, trick, points, after, medal=medal)


def _announces(event: DeclarationsCompared) -> Reason:
    if event.side is None:
        return Reason("announces-none")
    shown = tuple(
        Reason("announce-of", {"seat": seat, "announce": announce})
        for seat, announce in event.shown
    )
    return Reason(
        "announces-count", {"side": event.side, "points": event.points, "announces": shown}
    )


def _won(seat: Seat, trick: Trick, points: int, after: HandState, *, medal: bool) -> Reason:
    contract = after.contract
    if contract is None or not medal:
        return Reason("trick-won-plain", {"seat": seat})
    taken = after.trick_points()
    return Reason(
        "trick-won",
        {
            "seat": seat,
            "card": trick.cards[trick.winning_place(contract.bid.suit)],
            "points": points,
            "north_south": taken[Side.NORTH_SOUTH],
            "east_west": taken[Side.EAST_WEST],
        },
    )
