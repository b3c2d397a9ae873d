"""The tutorial hand: observation, task and hint of each step.

The script is given by the place in the hand (a call, a trick); all that is named in it, players,
cards and points, is taken from the hand itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs

from overtrick import Seat, Suit
from overtrick_belote.explanations.hint import Explanation, explain, hint
from overtrick_belote.explanations.medal import medal
from overtrick_belote.explanations.moments import Moment, moments
from overtrick_belote.explanations.score_card import score_card
from overtrick_belote.players.advice import Fact, Level, Reason
from overtrick_belote.players.card_play import advise_card
from overtrick_belote.rules.auction import Bid
from overtrick_belote.rules.cards import POINTS, Card, Rank, cards_of, ordered, side_of
from overtrick_belote.rules.state import Action, Declare, HandState, Play, apply
from overtrick_belote.rules.state import view as view_of

PLAYER: Final = Seat.SOUTH
"""The seat of the pupil."""

LEVEL: Final = Level.EXPERT
SEED: Final = "the commented hand"
"""Of the hints."""


@attrs.frozen(kw_only=True)
class Step:
    """A step of the tutorial hand.

    Attributes:
        state: the present state of the hand.
        notes: what has happened and what is to be seen, in order.
        action: what the pupil does now; `None` at the end.
    """

    state: HandState
    notes: tuple[Reason, ...]
    action: Action | None

    def hint(self) -> Explanation | None:
        """Return the hint that is available here; `None` at the end.

        The extra `fast` is left alone, so that it is the same everywhere.
        """
        if self.action is None:
            return None
        seen = view_of(self.state, PLAYER)
        if isinstance(self.action, Play):
            return explain(seen, advise_card(seen, LEVEL, SEED, fast=False))
        return hint(seen, LEVEL, SEED)


def steps(played: HandState) -> tuple[Step, ...]:
    """Return the steps of the tutorial hand.

    Args:
        played: the hand, played to its end.
    """
    found: list[Step] = []
    notes: list[Reason] = [_note("tutorial-welcome", _facts(played)), *_dealt(played)]
    for number, moment in enumerate(moments(played)):
        notes += _before(moment)
        if moment.seat == PLAYER:
            notes += _todo(number, moment)
            found.append(Step(state=moment.before, notes=tuple(notes), action=moment.action))
            notes = []
        notes += _after(number, moment)
    card = score_card(played.score, played.options, played.standing)
    notes += [*card.reasons, _note("tutorial-end", _facts(played))]
    found.append(Step(state=played, notes=tuple(notes), action=None))
    return tuple(found)


def _note(rule: str, facts: Mapping[str, Fact]) -> Reason:
    return Reason(rule, facts)


def _dealt(state: HandState) -> tuple[Reason, ...]:
    hand = tuple(ordered(state.dealt[PLAYER]))
    return (Reason("tutorial-cards", {"cards": hand}), Reason("tutorial-ask", {}))


# By the number of the call, before the pupil speaks again.
_CALLS: Final = {
    2: "tutorial-partner-bids",
    5: "tutorial-opponents-bid",
    6: "tutorial-partner-goes-on",
    7: "tutorial-opponents-answer",
    10: "tutorial-partner-risks",
    13: "tutorial-contract",
}
# The call that the pupil is asked to make.
_SAY: Final = {
    0: "tutorial-pass-first",
    4: "tutorial-pass-nothing",
    8: "tutorial-pass-high",
    12: "tutorial-pass-last",
}
# By trick: before the pupil's card, and when the trick is complete.
_PLAY: Final = {
    1: "tutorial-lead-trump",
    2: "tutorial-throw-low",
    3: "tutorial-follow",
    4: "tutorial-feed",
    5: "tutorial-last-heart",
    6: "tutorial-play",
    7: "tutorial-see-medal",
    8: "tutorial-last-card",
}


def _before(moment: Moment) -> list[Reason]:
    """Return the sentences before a trick that is not the first."""
    trick = moment.before.trick
    if trick is None or trick.cards or moment.trick == 1:
        return []
    return [_note("tutorial-trick", _facts(moment.before))]


def _todo(number: int, moment: Moment) -> list[Reason]:
    """Return the task of the pupil."""
    facts = {**_facts(moment.before), **_done(moment)}
    if isinstance(moment.action, Declare):
        return [_note("tutorial-announce", facts)]
    if isinstance(moment.action, Play):
        facts["alike"] = _alike(moment.before, moment.action.card)
        return [_note(_PLAY[moment.trick], facts)]
    return [_note(_SAY.get(number, "tutorial-pass-last"), facts)]


def _alike(state: HandState, card: Card) -> tuple[Card, ...]:
    """Return the pupil's cards of equal value, this one first."""
    contract = state.contract
    if contract is None:
        return (card,)
    worth = POINTS[contract.bid.suit]
    others = [each for each in cards_of(state.hands[PLAYER]) if worth[each] == worth[card]]
    return (card, *(each for each in others if each != card))


def _after(number: int, moment: Moment) -> list[Reason]:
    """Return the sentences after an action."""
    state, _ = apply(moment.before, moment.action, moment.seat)
    facts = {**_facts(state), **_done(moment)}
    if not isinstance(moment.action, Play):
        found = [_note(_CALLS[number], facts)] if number in _CALLS else []
        if number == 7 and isinstance(moment.action, Bid):
            return [_note(_CALLS[7], {**facts, **_answer(moment, moment.action.suit)})]
        return found
    found = []
    if moment.trick == 2 and not moment.before.compared and state.shown:
        found.append(_note("tutorial-shown", {**facts, **_shown(state)}))
    if len(state.tricks) == len(moment.before.tricks):
        return found
    return found + _trick_over(state, facts)


def _trick_over(state: HandState, facts: dict[str, Fact]) -> list[Reason]:
    contract = state.contract
    if contract is None:
        return []
    trump = contract.bid.suit
    trick, number = state.tricks[-1], len(state.tricks)
    why = medal(trick, trump, state.tricks[:-1])
    facts = {**facts, "winner": why.seat, "card": why.card}
    found = [_note("tutorial-takes", facts), *why.reasons]
    for place, card in enumerate(trick.cards):
        seat = trick.player(place)
        thrown = card.suit not in (trick.cards[0].suit, trump)
        partners = thrown and place > 1 and why.seat == trick.player(place - 2)
        if number == 2 and seat != PLAYER and partners:
            found.append(_note("tutorial-call", {**facts, "player": seat, "card": card}))
    if number == 3:
        found.append(_note("tutorial-score", facts))
    return found


def _shown(state: HandState) -> dict[str, Fact]:
    seat, announce = state.shown[0]
    return {"player": seat, "announce": announce, "announce_points": announce.points}


def _answer(moment: Moment, suit: Suit) -> dict[str, Fact]:
    """Return partner's bid, the bid that beat it, and the nine."""
    bids = [(who, call) for who, call in moment.before.auction.calls if isinstance(call, Bid)]
    mate = [
        call for who, call in bids if who != moment.seat and side_of(who) == side_of(moment.seat)
    ]
    return {"base": mate[-1], "last": bids[-1][1], "nine": Card.of(suit, Rank.NINE)}


def _done(moment: Moment) -> dict[str, Fact]:
    action = moment.action
    facts: dict[str, Fact] = {"player": moment.seat}
    if isinstance(action, Play):
        facts |= {"card": action.card, "suit": action.card.suit}
    elif isinstance(action, Declare):
        facts |= {"announce": action.announce, "announce_points": action.announce.points}
    elif isinstance(action, Bid):
        facts |= {"call": action, "amount": action.amount, "suit": action.suit}
    return facts


def _facts(state: HandState) -> dict[str, Fact]:
    """Return the facts of a hand that sentences may use."""
    mine = side_of(PLAYER)
    points = state.trick_points()
    facts: dict[str, Fact] = {
        "pupil": PLAYER,
        "partner": Seat((PLAYER + 2) % 4),
        "dealer": state.dealer,
        "trick": len(state.tricks) + 1,
        "ours": points[mine],
        "theirs": points[mine.other],
        "left": state.hands[PLAYER].bit_count(),
    }
    contract = state.contract
    if contract is not None:
        facts |= {
            "contract": contract,
            "declarer": contract.declarer,
            "needed": contract.bid.amount + 2,
            "trump": contract.bid.suit,
        }
    if state.trick is not None:
        facts["leader"] = state.trick.leader
        if state.trick.cards:
            led = state.trick.cards[0]
            facts |= {"led": led.suit, "led_card": led}
            held = state.hands[PLAYER] >> (8 * led.suit) & 0xFF
            facts["of_suit"] = held.bit_count()
    if state.declared:
        mine_said = [said for who, said in state.declared if who == PLAYER]
        facts["said_points"] = sum(said.points for said in mine_said)
    return facts
