"""Players until those of `players/levels.py` are there."""

from __future__ import annotations

from overtrick_belote.players.advice import Advice, Level, Reason
from overtrick_belote.rules.auction import PASS, Bid
from overtrick_belote.rules.state import Declare, View, choices


def advise(view: View, level: Level, seed: str) -> Advice:
    """The first to speak bids 80, all others pass; announces are said; the first legal card."""
    actions = choices(view)
    chosen = actions[0]
    if chosen == PASS:
        bids = [action for action in actions if isinstance(action, Bid)]
        if view.contract is None and bids and view.hand.bit_count() + len(seed) > 0:
            chosen = bids[int.bit_count(view.hand & 0xFFFF) % 4]
    elif isinstance(chosen, Declare):
        chosen = actions[0]
    return Advice(action=chosen, level=level, reasons=(Reason("stand-in", {}),))
