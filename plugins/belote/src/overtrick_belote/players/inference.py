"""Inference from calls: the agreement of sampled hands with the auction.

The auction is called again with the sampled hands by the same table of rules that makes our
calls. A hand that would have called otherwise is less likely, never impossible: people bid as
they like.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from math import exp, inf
from typing import Final

from overtrick import Seat
from overtrick_belote.players.advice import Level
from overtrick_belote.players.call_rules import Scene, choose, scene
from overtrick_belote.rules.auction import Auction, Bid, Call, Double, Pass, add_call, open_auction
from overtrick_belote.rules.options import RuleOptions
from overtrick_belote.rules.state import View

LEAST: Final = 0.05
"""The least likelihood of a call, beside 1 for the one that the rules make."""
SOFTNESS: Final = 15.0
"""The points by which a sum misses the rules' requirement when a call is e times less likely."""


@functools.lru_cache(maxsize=256)
def _spoken(
    auction: Auction, options: RuleOptions, standing: tuple[int, int]
) -> tuple[tuple[tuple[Scene, Call], ...], ...]:
    """Return the calls of each player with his knowledge at that time, by seat."""
    told: list[list[tuple[Scene, Call]]] = [[], [], [], []]
    at = open_auction(auction.dealer)
    for seat, call in auction.calls:
        if at.turn == seat:
            told[seat].append((scene(at, options, Level.ADVANCED, standing), call))
        at = add_call(at, seat, call, options)
    return tuple(tuple(calls) for calls in told)


def _explains(spoken: tuple[tuple[Scene, Call], ...], hand: int) -> float:
    weight = 1.0
    for at, call in spoken:
        chosen = choose(at, hand)
        if chosen != call:
            weight *= max(LEAST, exp(-_missed(at, hand, call, chosen) / SOFTNESS))
    return weight


def _missed(at: Scene, hand: int, call: Call, chosen: Call) -> float:
    """Return the points by which a hand misses a call that the rules do not make with it.

    A first response is exact, so another one is as far away as can be.
    """
    if at.answers(hand) or (isinstance(call, Bid) and at.base and at.base.suit == call.suit):
        return inf
    if isinstance(call, Bid):
        worth = at.worth(hand, call.suit)
        return max(at.needed(call.amount), at.best(hand)[0]) - worth
    if isinstance(call, Double):
        return at.their_worth(hand) - at.double_limit
    if isinstance(call, Pass) and isinstance(chosen, Bid):
        return at.worth(hand, chosen.suit) - at.needed(chosen.amount)
    if isinstance(call, Pass) and isinstance(chosen, Double):
        return at.double_limit - at.their_worth(hand)
    return inf


def weigher(view: View) -> Callable[[Sequence[int]], float]:
    """Return a function that rates the agreement of four complete hands with the auction.

    Args:
        view: what a player knows; his own calls are not weighed.

    Returns:
        A function of the four complete hands, by seat: 1 where the rules make every call that was
        made, less for each that they do not; never 0. A hand is looked at once for each seat.
    """
    spoken = _spoken(view.auction, view.options, view.standing)
    seats = [seat for seat in Seat if seat != view.seat and not _silent(spoken[seat])]
    known: dict[tuple[int, int], float] = {}

    def weigh(hands: Sequence[int]) -> float:
        weight = 1.0
        for seat in seats:
            key = (seat, hands[seat])
            found = known.get(key)
            if found is None:
                found = known[key] = _explains(spoken[seat], hands[seat])
            weight *= found
        return weight

    return weigh


def _silent(spoken: tuple[tuple[Scene, Call], ...]) -> bool:
    """Return whether the auction has only forced passes."""
    return all(
        isinstance(call, Pass) and at.least is None and not at.may_redouble for at, call in spoken
    )


def weight(view: View, hands: Sequence[int]) -> float:
    """Return the agreement of four complete hands with the auction (see `weigher`).

    Example:
        >>> from overtrick_belote.rules.dealing import numbered_hand
        >>> from overtrick_belote.rules.state import start, view
        >>> hands, dealer = numbered_hand(7)
        >>> weight(view(start(hands, dealer), Seat.SOUTH), hands)
        1.0
    """
    return weigher(view)(hands)
