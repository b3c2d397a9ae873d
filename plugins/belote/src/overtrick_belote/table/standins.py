"""Bids until those of `players/bidding.py` are there."""

from __future__ import annotations

from overtrick_belote.players import levels
from overtrick_belote.players.advice import Advice, Level, Reason
from overtrick_belote.rules.auction import Bid
from overtrick_belote.rules.state import Phase, View, choices


def advise(view: View, level: Level, seed: str) -> Advice:
    """The first to speak bids 80, all others pass."""
    if view.phase is not Phase.AUCTION:
        return levels.advise(view, level, seed)
    actions = choices(view)
    bids = [action for action in actions if isinstance(action, Bid)]
    if view.contract is None and bids:
        return Advice(
            action=bids[int.bit_count(view.hand & 0xFFFF) % 4],
            level=level,
            reasons=(Reason("only-pass", {}),),
        )
    return Advice(action=actions[0], level=level, reasons=(Reason("only-pass", {}),))
