"""The search of card play: each legal card played out in sampled worlds, and its mean score.

What is compared is the score, not the points of tricks: below what the contract needs a point is
worth nothing, at it many times the bid. Near the end of a game it is the chance to win it.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from math import erf, sqrt

import attrs

from overtrick import Seat
from overtrick_belote.players.advice import Candidate
from overtrick_belote.rules.announces import (
    BELOT,
    Announce,
    announceable,
    best_announces,
    has_belot,
    may_stand_together,
    possible,
    winning_side,
)
from overtrick_belote.rules.cards import Card, Side, cards_of, side_of
from overtrick_belote.rules.scoring import Earned, score_hand
from overtrick_belote.rules.state import Play, View
from overtrick_belote.solving.knowledge import contract_suit, players_in_turn
from overtrick_belote.solving.position import Position, exact_values, position_of, rollout_values
from overtrick_belote.solving.ranked import (
    RANKED,
    natural_card,
    ranked_hand,
)
from overtrick_belote.solving.rollout import SLAM_FOR_THEM, SLAM_FOR_US
from overtrick_belote.solving.worlds import World

_HAND_SPREAD = 260.0
"""Standard deviation of the difference of the two scores of a hand, about (measured, 113 to 138
a side of a duplicate board, more in a hand by itself)."""
_HAND_GAIN = 170.0
"""The approximate points that the better side of a hand scores, to estimate the hands left."""
_NEAR = 700
"""The points to the end of a game below which the chance to win it decides, not the score."""


class Solving(enum.Enum):
    """The way a world is played to its end."""

    ROLLOUT = "rollout"
    EXACT = "exact"
    FAST = "fast"


Values = Callable[[Position, Sequence[int]], list[int]]


def values_by(solving: Solving) -> Values:
    """Return the function that evaluates the cards of a world.

    Raises:
        ImportError: it is `FAST` and the extra is not installed.
    """
    if solving is Solving.FAST:
        from overtrick_belote.solving.fast import fast_values

        return fast_values
    return exact_values if solving is Solving.EXACT else rollout_values


@attrs.frozen
class Stakes:
    """The points of a world besides tricks, by side: valid and made declarations, belote."""

    announces: tuple[int, int]
    declared: tuple[int, int]
    belot: tuple[int, int]


def stakes_of(view: View, world: World) -> Stakes:
    """Return the declarations and belote of a world, past and expected.

    Who has not yet played a card is taken to declare the best that he has.
    """
    trump = contract_suit(view)
    belot = [0, 0]
    for seat in Seat:
        if has_belot(world.dealt[seat], trump):
            belot[side_of(seat)] = BELOT
    declared = [0, 0]
    compared = len(view.tricks) > 1 or (
        len(view.tricks) == 1 and view.trick is not None and bool(view.trick.cards)
    )
    if compared:
        for seat, kind in view.said:
            declared[side_of(seat)] += kind.points
        side = winning_side(view.shown, trump, view.options)
    else:
        said = _expected(view, world)
        for seat, announce in said:
            declared[side_of(seat)] += announce.points
        side = winning_side(said, trump, view.options)
    announces = [0, 0]
    if side is not None:
        announces[side] = declared[side]
    return Stakes((announces[0], announces[1]), (declared[0], declared[1]), (belot[0], belot[1]))


def _expected(view: View, world: World) -> list[tuple[Seat, Announce]]:
    """Return the declarations of the first trick: those made, then those still expected."""
    trump = contract_suit(view)
    found: list[tuple[Seat, Announce]] = []
    for seat in dict.fromkeys(seat for seat, _ in view.said):
        if seat == view.seat:
            found += [(seat, announce) for announce in view.own]
            continue
        taken = 0
        for kind in (kind for who, kind in view.said if who == seat):
            for announce in possible(world.dealt[seat]):
                if announce.kind == kind and not announce.mask & taken:
                    taken |= announce.mask
                    found.append((seat, announce))
                    break
    spoken = {seat for seat, _ in view.said}
    for seat in players_in_turn(view.seat):
        whole = world.dealt[seat]
        if seat == view.seat and seat in spoken and world.hands[seat] == whole:
            cards = announceable(whole, trump, view.options)
            for more in best_announces(whole, trump, view.options):
                told = [*view.own, more]
                if more not in view.own and may_stand_together(told, cards, view.options):
                    found.append((seat, more))
        if seat not in spoken and world.hands[seat] == whole and has_announce(whole):
            found += [(seat, said) for said in best_announces(whole, trump, view.options)]
    return found


def has_announce(hand: int) -> bool:
    """Return quickly whether a hand has a declaration: a sequence, or four above the eights."""
    return bool(
        hand & hand >> 1 & hand >> 2 & 0x3F3F3F3F
        or hand & hand >> 8 & hand >> 16 & hand >> 24 & 0xFC
    )


def equity(ours: int, theirs: int, goal: int) -> float:
    """Return the chance to win a game from two totals, 0 to 1, for sides of equal strength.

    Example:
        >>> equity(3010, 2900, 3000), equity(1000, 1000, 3000)
        (1.0, 0.5)
    """
    if max(ours, theirs) >= goal:
        return 1.0 if ours > theirs else 0.0 if theirs > ours else 0.5
    hands = max(1.0, (goal - max(ours, theirs)) / _HAND_GAIN)
    return 0.5 + 0.5 * erf((ours - theirs) / (_HAND_SPREAD * sqrt(2 * hands)))


def near_end(view: View) -> bool:
    """Return whether a game is so near its end that the chance to win it decides."""
    return max(view.standing) >= view.options.game_points - _NEAR


class Scorer:
    """A scorer of the outcomes of one hand for one side; it scores each kind of outcome once."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._mine = side_of(view.seat)
        self._found: dict[tuple[Stakes, int], tuple[int, bool, float]] = {}
        self._near_end = near_end(view)

    def outcome(self, stakes: Stakes, points: int) -> tuple[int, bool, float]:
        """Return our score less theirs, the success of the contract, and the deciding value.

        Args:
            stakes: what the world has besides tricks.
            points: our points of tricks as returned by `play_out`.
        """
        key = (stakes, points)
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = self._score(stakes, points)
        return found

    def _score(self, stakes: Stakes, points: int) -> tuple[int, bool, float]:
        view, mine = self._view, self._mine
        contract = view.contract
        if contract is None:
            return 0, False, 0.0
        ours, theirs, won = points, 162 - points, (4, 4)
        if points == SLAM_FOR_US:
            theirs, won = 0, (8, 0)
        elif points == SLAM_FOR_THEM:
            ours, won = 0, (0, 8)
        if mine is Side.EAST_WEST:
            won = (won[1], won[0])
        result = score_hand(
            contract,
            Earned(
                tricks=(ours, theirs) if mine is Side.NORTH_SOUTH else (theirs, ours),
                won=won,
                announces=stakes.announces,
                declared=stakes.declared,
                belot=stakes.belot,
            ),
            view.options,
        )
        score = result.score[mine], result.score[mine.other]
        worth = float(score[0] - score[1])
        if self._near_end:
            standing = view.standing[mine], view.standing[mine.other]
            goal = view.options.game_points
            worth = 1000 * equity(standing[0] + score[0], standing[1] + score[1], goal)
        return score[0] - score[1], result.made, worth


@attrs.frozen
class Compared:
    """A card with its mean score, and the figure that decides the choice.

    Attributes:
        candidate: what it brings.
        worth: what the choice is made by: the score, or near the end of a game its chance.
        behind: how much less it is worth than the best.
        error: the standard error of that difference over the sampled worlds.
    """

    candidate: Candidate
    worth: float
    behind: float = 0.0
    error: float = 0.0

    @property
    def card(self) -> Card:
        """The card."""
        action = self.candidate.action
        return action.card if isinstance(action, Play) else Card(0)


def compare(view: View, worlds: Sequence[World], solving: Solving) -> list[Compared]:
    """Play every legal card in every world; return them, the best first.

    Args:
        view: what the player knows; it is his turn to play a card.
        worlds: the worlds, with their weights.
        solving: how a world is played to its end.

    Returns:
        The legal cards; alike in worth, the cheapest first.
    """
    trump = contract_suit(view)
    position = position_of(view)
    solve = values_by(solving)
    scorer = Scorer(view)
    order = players_in_turn(view.seat)
    cards = [natural_card(card, trump) for card in _down(position.cards)]
    size = len(cards)
    total = 0.0
    worth, score, chance, points, best = ([0.0] * size for _ in range(5))
    least, most = [10_000] * size, [-10_000] * size
    every: list[tuple[float, list[float]]] = []
    for world in worlds:
        weight = world.weight
        total += weight
        values = solve(position, [ranked_hand(world.hands[seat], trump) for seat in order])
        stakes = stakes_of(view, world)
        outcomes = [scorer.outcome(stakes, value) for value in values]
        top = max(outcome[2] for outcome in outcomes)
        every.append((weight, [outcome[2] for outcome in outcomes]))
        for at, (difference, made, value) in enumerate(outcomes):
            worth[at] += weight * value
            score[at] += weight * difference
            points[at] += weight * max(0, values[at])
            if made:
                chance[at] += weight
            if value == top:
                best[at] += weight
            least[at] = min(least[at], difference)
            most[at] = max(most[at], difference)
    leader = max(range(size), key=lambda at: (round(worth[at], 6), points[at]))
    found = [
        Compared(
            Candidate(
                action=Play(card),
                score=score[at] / total,
                chance=chance[at] / total,
                points=points[at] / total,
                best=best[at] / total,
                least=least[at],
                most=most[at],
            ),
            worth[at] / total,
            *_behind(every, leader, at),
        )
        for at, card in enumerate(cards)
    ]
    row = RANKED[trump]
    found.sort(key=lambda one: (-round(one.worth, 6), -one.candidate.points, row[one.card] & 7))
    return found


def _behind(
    every: Sequence[tuple[float, Sequence[float]]], leader: int, at: int
) -> tuple[float, float]:
    """Return the difference of a card from the best, and its standard error."""
    total = sum(weight for weight, _ in every)
    mean = sum(weight * (row[leader] - row[at]) for weight, row in every) / total
    spread = sum((weight * (row[leader] - row[at] - mean)) ** 2 for weight, row in every)
    return mean, sqrt(spread) / total


def _down(cards: int) -> list[int]:
    return [int(card) for card in cards_of(cards)]
