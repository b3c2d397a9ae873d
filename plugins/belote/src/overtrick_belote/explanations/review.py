"""Review of a finished hand: the cost of each choice of a player, and the part of luck.

A choice is measured twice: against the sampled deals that fitted what the player could know, with
all that an expert compares, and against the cards as they lay, searched to the end. What the
second alone shows was bad luck.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import attrs

from overtrick import Seat
from overtrick_belote.errors import BeloteError
from overtrick_belote.explanations.hint import named, spoken
from overtrick_belote.explanations.moments import Moment, moments
from overtrick_belote.players import card_play
from overtrick_belote.players.advice import Advice, Candidate, Fact, Level, Reason
from overtrick_belote.players.call_rules import choose, scene
from overtrick_belote.players.search import Solving, compare
from overtrick_belote.rules.auction import Contract
from overtrick_belote.rules.cards import side_of
from overtrick_belote.rules.state import Action, Declare, HandState, Phase, Play, View, apply, legal
from overtrick_belote.rules.state import view as view_of
from overtrick_belote.solving.worlds import World

Adviser = Callable[[View], Advice]
"""An expert's advice for the view of a player."""

_NEAR: Final = 0.5
"""Smaller differences of scores are ignored: they are shown in whole points."""

ERROR: Final = 5.0
"""A smaller average loss of points is no error: sampling is not more precise."""


@attrs.frozen(kw_only=True)
class Choice:
    """A choice of a player, with its measured cost.

    Attributes:
        seat: the player.
        trick: the number of the trick, 1 to 8; 0 in the auction.
        place: its place among the actions of the hand, from 0.
        action: what he chose.
        better: what the expert would have chosen.
        known: what the choice gave up in points of score on average, by what could be known, 0
            or more; `None` where the expert did not compare it.
        actual: what it gave up as the cards lay, both sides playing their best from there, 0 or
            more; of a call, the rest of the auction going by the rules; `None` for an announce.
        sentences: the sentences about it.
        reasons: by what rule the expert would have chosen otherwise; empty where he would not, or
            where only the figures say so.
    """

    seat: Seat
    trick: int
    place: int
    action: Action
    better: Action
    known: float | None
    actual: int | None
    sentences: tuple[Reason, ...]
    reasons: tuple[Reason, ...] = ()

    @property
    def is_error(self) -> bool:
        """Whether the choice was worse than the expert's by the player's own knowledge."""
        return self.known is not None and self.known >= ERROR

    @property
    def is_bad_luck(self) -> bool:
        """Whether the choice was right but turned out badly."""
        return self.known is not None and not self.is_error and bool(self.actual)


@attrs.frozen(kw_only=True)
class Review:
    """The review of a player's choices in a hand.

    Attributes:
        seat: the player.
        choices: where he had more than one: first what gave something up, the worst first by
            what could be known, then all others; in order, calls before cards, where they are
            alike.
        summary: the sentences about all together.
    """

    seat: Seat
    choices: tuple[Choice, ...]
    summary: tuple[Reason, ...]

    @property
    def notable(self) -> tuple[Choice, ...]:
        """The notable choices: errors, forgotten declarations, bad luck."""
        return tuple(
            choice
            for choice in self.choices
            if choice.is_error or choice.is_bad_luck or choice.known is None
        )

    @property
    def costly(self) -> tuple[Choice, ...]:
        """The choices with a cost, errors and forgotten declarations, the costliest first."""
        return tuple(choice for choice in self.choices if _given_up(choice))


def review(
    state: HandState, seat: Seat, adviser: Adviser, *, solving: Solving | None = None
) -> Review:
    """Review the choices of a player in a hand.

    Args:
        state: the hand, when it is over.
        seat: the player.
        adviser: who is asked what he would have done: an expert.
        solving: how the real cards are played to their end; without it they are searched
            exactly, by the extra `fast` where it is installed. Without the extra that takes some
            seconds a hand, most of them for the first tricks.

    Raises:
        BeloteError: the hand is not over.
    """
    if state.phase is not Phase.OVER:
        msg = "a hand is reviewed when it is over"
        raise BeloteError(msg)
    choices = list(choices_of(state, seat, adviser, solving=solving))
    order = sorted(choices, key=lambda choice: -_given_up(choice))
    return Review(seat=seat, choices=tuple(order), summary=_summary(seat, choices))


def _given_up(choice: Choice) -> int:
    """Return the cost of a choice by the player's knowledge; of an omitted declaration, its points.

    What is as good as the expert's choice gave nothing up.
    """
    if isinstance(choice.better, Declare):
        return choice.better.announce.points
    return int((choice.known or 0.0) + 0.5) if choice.is_error else 0


def choices_of(
    state: HandState, seat: Seat, adviser: Adviser, *, solving: Solving | None = None
) -> Iterator[Choice]:
    """Yield a player's choices in order, each as soon as it is measured; see `review`."""
    if solving is None:
        solving = Solving.FAST if card_play.has_fast() else Solving.EXACT
    laid = _Laid(state, solving)
    for moment in moments(state):
        if moment.seat != seat:
            continue
        if isinstance(moment.action, Play):
            if moment.trick == 1:
                yield from _forgotten(moment, adviser)
            card = card_choice(moment, adviser, solving)
            if card is not None:
                yield card
        elif not isinstance(moment.action, Declare) and len(legal(moment.before, seat)) > 1:
            yield _call_choice(moment, adviser, laid)


def _forgotten(moment: Moment, adviser: Adviser) -> Iterator[Choice]:
    """Return the declarations that the expert would have made before this card."""
    now = moment.before
    while True:
        advice = adviser(view_of(now, moment.seat))
        if not isinstance(advice.action, Declare):
            return
        announce = advice.action.announce
        facts: dict[str, Fact] = {
            "trick": moment.trick,
            "announce": announce,
            "points": announce.points,
        }
        yield Choice(
            seat=moment.seat,
            trick=moment.trick,
            place=moment.place,
            action=moment.action,
            better=advice.action,
            known=None,
            actual=None,
            sentences=(Reason("review-forgotten", facts),),
            reasons=_why(advice),
        )
        now = apply(now, advice.action, moment.seat)[0]


def card_choice(moment: Moment, adviser: Adviser, solving: Solving) -> Choice | None:
    """Return a card with its measured cost, or `None` if it was forced; see `review`."""
    cards = [action for action in legal(moment.before, moment.seat) if isinstance(action, Play)]
    if len(cards) < 2:
        return None
    view = view_of(moment.before, moment.seat)
    advice = adviser(view)
    if isinstance(advice.action, Declare):
        # He is asked about the card as if all had been declared.
        now = moment.before
        while isinstance(advice.action, Declare):
            now = apply(now, advice.action, moment.seat)[0]
            advice = adviser(view_of(now, moment.seat))
    real = World(moment.before.hands, moment.before.dealt)
    lay = {each.candidate.action: each.candidate for each in compare(view, [real], solving)}
    best = max(lay.values(), key=lambda each: each.score)
    did, better = lay[moment.action], lay[advice.action]
    actual = round(best.score - did.score)
    known = _known(moment.action, advice)
    facts: dict[str, Fact] = {
        "trick": moment.trick,
        "did": named(moment.action),
        "better": named(advice.action),
        "best": named(best.action),
        "known": known or 0.0,
        "actual": actual,
        "gain": round(did.score - better.score),
    }
    return Choice(
        seat=moment.seat,
        trick=moment.trick,
        place=moment.place,
        action=moment.action,
        better=advice.action,
        known=known,
        actual=actual,
        sentences=_of_a_card(moment, advice, known, facts),
        reasons=() if _same(moment.action, advice, known) else _why(advice),
    )


_FIGURES: Final = frozenset(rule.id for rule in card_play.RULES)


def _why(advice: Advice) -> tuple[Reason, ...]:
    """Return the expert's reason for another choice; the figures are in the cost."""
    return tuple(each for each in spoken(advice.reasons) if each.rule not in _FIGURES)[:1]


def _same(action: Action, advice: Advice, known: float | None) -> bool:
    return action == advice.action or (known is not None and known < ERROR)


def _of_a_card(
    moment: Moment, advice: Advice, known: float | None, facts: dict[str, Fact]
) -> tuple[Reason, ...]:
    actual, gain = facts["actual"], facts["gain"]
    found: list[Reason] = []
    if moment.action == advice.action:
        found.append(Reason("review-card-same", facts))
    elif known is None:
        cost = "review-cost" if actual else "review-no-cost"
        return (Reason("review-card-other", facts), Reason(cost, facts))
    elif known < ERROR:
        found.append(Reason("review-card-as-good", facts))
    else:
        found += [Reason("review-card", facts), Reason("review-known", facts)]
        if isinstance(gain, int) and gain > 0:
            found.append(Reason("review-lucky", facts))
        else:
            found.append(Reason("review-cost" if actual else "review-no-cost", facts))
        return tuple(found)
    if actual:
        found.append(Reason("review-unlucky", facts))
    return tuple(found)


def _call_choice(moment: Moment, adviser: Adviser, laid: _Laid) -> Choice:
    advice = adviser(view_of(moment.before, moment.seat))
    known = _known(moment.action, advice)
    facts: dict[str, Fact] = {
        "did": named(moment.action),
        "better": named(advice.action),
        "known": known or 0.0,
    }
    actual = 0
    if moment.action == advice.action:
        found = [Reason("review-call-same", facts)]
    else:
        if known is None:
            found = [Reason("review-call-other", facts)]
        elif known < ERROR:
            found = [Reason("review-call-as-good", facts)]
        else:
            found = [Reason("review-call-better", facts), Reason("review-known", facts)]
        own, other = laid.as_called(moment.seat), laid.otherwise(moment, advice.action)
        actual = max(0, other.score - own.score)
        facts |= {"own": own.told, "other": other.told}
        found.append(Reason("review-call-lay", facts))
    return Choice(
        seat=moment.seat,
        trick=0,
        place=moment.place,
        action=moment.action,
        better=advice.action,
        known=known,
        actual=actual,
        sentences=tuple(found),
        reasons=() if _same(moment.action, advice, known) else _why(advice),
    )


@attrs.frozen
class _Outcome:
    """The contract that an auction leads to, and its score for one side less that of the other."""

    contract: Contract | None
    score: int

    @property
    def told(self) -> Reason:
        if self.contract is None:
            return Reason("part-nobody")
        facts: dict[str, Fact] = {
            "contract": self.contract,
            "declarer": self.contract.declarer,
            "score": self.score,
        }
        return Reason("part-contract", facts)


class _Laid:
    """The scores of contracts on the actual cards, with best play by all."""

    def __init__(self, played: HandState, solving: Solving) -> None:
        self._solving = solving
        self._called = moments(played)[0].before
        for _, call in played.auction.calls:
            self._called, _ = apply(self._called, call)
        self._scores: dict[Contract, int] = {}

    def as_called(self, seat: Seat) -> _Outcome:
        """Return the outcome of the auction as it went."""
        return self._outcome(self._called, seat)

    def otherwise(self, moment: Moment, action: Action) -> _Outcome:
        """Return the outcome of the auction after another call, continued by the call rules."""
        state, _ = apply(moment.before, action, moment.seat)
        while state.phase is Phase.AUCTION:
            at = scene(state.auction, state.options, Level.ADVANCED, state.standing)
            state, _ = apply(state, choose(at, state.hands[at.seat]))
        return self._outcome(state, moment.seat)

    def _outcome(self, state: HandState, seat: Seat) -> _Outcome:
        contract, leader = state.contract, state.turn
        if contract is None or leader is None:
            return _Outcome(None, 0)
        if contract not in self._scores:
            world = World(state.hands, state.dealt)
            cards = compare(view_of(state, leader), [world], self._solving)
            best = round(max(each.candidate.score for each in cards))
            # By North and South's side.
            self._scores[contract] = -best if side_of(leader) else best
        score = self._scores[contract]
        return _Outcome(contract, -score if side_of(seat) else score)


def _known(action: Action, advice: Advice) -> float | None:
    """Return the average cost of an action against the expert's; `None` if not compared."""
    if action == advice.action:
        return 0.0
    compared = {each.action: each for each in advice.candidates}
    did: Candidate | None = compared.get(action)
    better = compared.get(advice.action)
    if did is None or better is None:
        return None
    lost = better.score - did.score
    return lost if lost >= _NEAR else 0.0


def _summary(seat: Seat, choices: list[Choice]) -> tuple[Reason, ...]:
    errors = [choice for choice in choices if choice.is_error]
    unlucky = sum(choice.is_bad_luck for choice in choices)
    facts: dict[str, Fact] = {
        "player": seat,
        "choices": len(choices),
        "errors": len(errors),
        # The sum of what is listed, and not what more exact numbers come to.
        "known": sum(_given_up(choice) for choice in errors),
        "unlucky": unlucky,
    }
    if not choices:
        return (Reason("review-sum-nothing", facts),)
    weighed = sum(choice.known is not None for choice in choices)
    if errors:
        rule = "review-sum"
    else:
        rule = "review-sum-clean" if weighed == len(choices) else "review-sum-weighed"
    found = [Reason(rule, {**facts, "weighed": weighed})]
    kept = [choice for choice in choices if isinstance(choice.better, Declare)]
    if kept:
        points = sum(_given_up(choice) for choice in kept)
        found.append(Reason("review-sum-forgotten", {"kept": len(kept), "points": points}))
    unweighed = len(choices) - weighed - len(kept)
    if unweighed:
        found.append(Reason("review-sum-unweighed", {"unweighed": unweighed}))
    if unlucky:
        found.append(Reason("review-sum-unlucky", facts))
    if len(errors) + len(kept) > 1:
        found.append(Reason("review-order"))
    return tuple(found)
