"""The visible part of a table: hands in order, and the last call of each player."""

from __future__ import annotations

from typing import Final

from overtrick import Seat, Suit
from overtrick_belote.explanations.labels import label
from overtrick_belote.explanations.words import Words
from overtrick_belote.rules.announces import Kind
from overtrick_belote.rules.auction import DOUBLE, Call
from overtrick_belote.rules.cards import Card, ordered
from overtrick_belote.rules.play import Trick
from overtrick_belote.rules.state import BeloteAnnounced, Called, Declare, Declared, Phase, Play
from overtrick_belote.table.session import Step, Table

_FAN: Final = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)


def fanned(hand: int, trump: Suit | None) -> tuple[Card, ...]:
    """Return the cards of a hand in display order: black and red suits alternate."""
    return tuple(sorted(ordered(hand, trump), key=lambda card: _FAN.index(card.suit)))


def last_call(table: Table, seat: Seat) -> Step | None:
    """Return the last call or declaration of a player, for display beside his name."""
    state = table.state
    for step in reversed(table.steps):
        if step.seat == seat and any(isinstance(e, Called | Declared) for e in step.events):
            is_call = not isinstance(step.action, Declare)
            return step if is_call is (state.trick is None and not table.is_over) else None
    return None


def said_last(
    table: Table, seat: Seat, trick: Trick | None
) -> BeloteAnnounced | tuple[Kind, ...] | Call | None:
    """Return the text beside a player: his last call or declaration.

    Args:
        table: the table.
        seat: the player.
        trick: the trick that is seen.

    Returns:
        His call in the auction, the kinds that he announced in the first trick, or the belot that
        he declared with his card of the trick; `None` if he declared nothing that is still shown.
    """
    state = table.state
    if state.phase is Phase.AUCTION or not state.tricks:
        step = last_call(table, seat)
        if step is not None:
            if isinstance(step.action, Declare):
                return tuple(said.kind for who, said in state.declared if who == seat)
            if not isinstance(step.action, Play):
                return step.action
    for step in reversed(table.steps):
        if step.seat == seat and isinstance(step.action, Play):
            if trick is None or step.action.card not in trick.cards:
                return None
            return next(
                (event for event in step.events if isinstance(event, BeloteAnnounced)), None
            )
    return None


def place_of_card(table: Table, card: Card) -> int | None:
    """Return the index of a card among the actions of the hand."""
    for step in reversed(table.steps):
        if step.action == Play(card):
            return step.place
    return None


def early_doubler(table: Table) -> Seat | None:
    """Return the human player who may double before his turn, if the rules allow it."""
    return next((s for s in table.people if s != table.turn and DOUBLE in table.actions(s)), None)


def hand_title(table: Table, said: Words) -> str:
    """Return the title of the hand, for the top of the screen."""
    hand = table.setup.hand
    if hand is None:
        return label("hand-number", said.language, n=table.hand_number)
    if hand.number is None:
        return label("one-hand", said.language)
    return label("numbered", said.language, n=said.number(hand.number))
