"""The decisions of a player at each level: calls, declarations and cards."""

from __future__ import annotations

from typing import Final

from overtrick_belote.errors import BeloteError, expect
from overtrick_belote.players.advice import Advice, Level, Reason
from overtrick_belote.players.card_play import advise_card
from overtrick_belote.players.sentences import Rule
from overtrick_belote.rules.announces import (
    announceable,
    best_announces,
    may_stand_together,
)
from overtrick_belote.rules.state import Declare, Phase, View
from overtrick_belote.solving.knowledge import contract_suit

RULES: Final = (
    Rule(
        "declare-announce",
        "I have {announce:a}: {points} points if no opponent has a higher announce.",
        "J'ai {announce:a} : {points} points si aucun adversaire n'a mieux.",
    ),
)


def advise(view: View, level: Level, seed: str) -> Advice:
    """Return the action of a player at turn: a call, a declaration or a card.

    Args:
        view: what the player knows.
        level: how well he plays.
        seed: a text; the same view and seed give the same choice, on every machine.

    Raises:
        BeloteError: it is not this player's turn.
    """
    expect(view, View, "view", "a View")
    expect(level, Level, "level", "a Level")
    expect(seed, str, "seed", "a text")
    if view.turn != view.seat:
        msg = f"it is not {view.seat.symbol}'s turn"
        raise BeloteError(msg)
    if view.phase is Phase.AUCTION:
        from overtrick_belote.players.bidding import advise_call

        return advise_call(view, level, seed)
    declared = announce(view, level)
    return declared if declared is not None else advise_card(view, level, seed)


def announce(view: View, level: Level) -> Advice | None:
    """Return the next declaration to make before the first card; `None` if none is left.

    A computer declares all that its hand is best taken apart into, the highest first.
    """
    if view.tricks or view.hand != view.dealt or not view.options.announces:
        return None
    trump = contract_suit(view)
    cards = announceable(view.dealt, trump, view.options)
    for found in best_announces(view.dealt, trump, view.options):
        if found not in view.own and may_stand_together([*view.own, found], cards, view.options):
            reason = Reason("declare-announce", {"announce": found, "points": found.points})
            return Advice(action=Declare(found), level=level, reasons=(reason,))
    return None
