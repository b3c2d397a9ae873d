"""Duplicate matches: the same deals played twice with the sides changed, to cancel luck."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from typing import Protocol

import attrs

from overtrick import Seat
from overtrick_belote.errors import BeloteError, expect
from overtrick_belote.players.advice import Level
from overtrick_belote.players.levels import advise
from overtrick_belote.rules.cards import CARDS, Side, side_of
from overtrick_belote.rules.dealing import SeededRandom, deal_deck
from overtrick_belote.rules.options import DEFAULT_OPTIONS, RuleOptions
from overtrick_belote.rules.state import (
    Action,
    HandState,
    Phase,
    apply,
    legal,
    start,
    view,
)
from overtrick_belote.solving.worlds import FastRandom

BOOTSTRAPS = 2000
"""The number of bootstrap samples of the boards."""


class Player(Protocol):
    """The player of both hands of a side in a match."""

    @property
    def name(self) -> str:
        """The name in a table of results."""

    def begin(self, state: HandState) -> None:
        """Begin a hand; the state may be after the auction."""

    def decide(self, state: HandState, seed: str) -> Action:
        """Return the action of the player at turn. A fair player looks at no more than his view."""


@attrs.frozen
class LevelPlayer:
    """A player of one of the built-in levels.

    Attributes:
        level: the level.
    """

    level: Level

    @property
    def name(self) -> str:
        """The level's name."""
        return self.level.value

    def begin(self, state: HandState) -> None:
        """Do nothing: no state is kept between decisions."""

    def decide(self, state: HandState, seed: str) -> Action:
        """Return the action of the level, from the view of the player at turn."""
        if state.turn is None:
            msg = "the hand is over"
            raise BeloteError(msg)
        return advise(view(state, state.turn), self.level, seed).action


@attrs.frozen(kw_only=True)
class BoardResult:
    """A deal played twice; each figure is ours less theirs over both, halved.

    Attributes:
        score: points of the game.
        trick_points: points of tricks.
        decisions: how many choices ours and theirs had, those with one way alone left out.
        cpu: the processor time of them, in seconds.
    """

    score: float
    trick_points: float
    decisions: tuple[int, int]
    cpu: tuple[float, float]


@attrs.frozen(kw_only=True)
class MatchResult:
    """The result of a match, ours against theirs.

    Attributes:
        ours: who played for us.
        theirs: who played against us.
        boards: how many deals were played, each twice.
        score_per_board: the mean difference of scores, our way.
        interval: its 95 % interval by the normal distribution.
        bootstrap: its 95 % interval by drawing the boards again.
        trick_points_per_board: the mean difference of points of tricks.
        trick_points_interval: its 95 % interval by the normal distribution.
        trick_points_bootstrap: its 95 % interval by drawing the boards again.
        won: boards with a better score, with the same, and with a worse.
        cpu_ms_per_decision: processor time of a choice, ours and theirs, in milliseconds.
    """

    ours: str
    theirs: str
    boards: int
    score_per_board: float
    interval: tuple[float, float]
    bootstrap: tuple[float, float]
    trick_points_per_board: float
    trick_points_interval: tuple[float, float]
    trick_points_bootstrap: tuple[float, float]
    won: tuple[int, int, int]
    cpu_ms_per_decision: tuple[float, float]


def random_deal(seed: str, number: int, options: RuleOptions = DEFAULT_OPTIONS) -> HandState:
    """Return a shuffled deal of a match; the dealer rotates."""
    dealer = Seat(number & 3)
    deck = SeededRandom(f"match {seed} board {number}").shuffled(CARDS)
    return start(deal_deck(deck, dealer), dealer, options)


def play_hand(
    state: HandState,
    players: tuple[Player, Player],
    seed: str,
    clock: tuple[list[float], list[float]] | None = None,
) -> HandState:
    """Play a hand to its end.

    Args:
        state: where it begins: before the auction or after it.
        players: who plays for North-South and for East-West.
        seed: a text.
        clock: where the seconds of each choice are put, by side.
    """
    for player in players:
        player.begin(state)
    while state.turn is not None:
        side = side_of(state.turn)
        started = time.process_time()
        action = players[side].decide(state, seed)
        if clock is not None and (state.phase is Phase.AUCTION or len(legal(state)) > 1):
            clock[side].append(time.process_time() - started)
        state, _ = apply(state, action)
    return state


def play_board(state: HandState, ours: Player, theirs: Player, seed: str) -> BoardResult:
    """Play a deal twice, once from each side."""
    score = points = 0
    clock_ours: list[float] = []
    clock_theirs: list[float] = []
    for side in Side:
        if side is Side.NORTH_SOUTH:
            over = play_hand(state, (ours, theirs), seed, (clock_ours, clock_theirs))
        else:
            over = play_hand(state, (theirs, ours), seed, (clock_theirs, clock_ours))
        if over.score is not None:
            score += over.score.score[side] - over.score.score[side.other]
            taken = over.trick_points()
            points += taken[side] - taken[side.other]
    return BoardResult(
        score=score / 2,
        trick_points=points / 2,
        decisions=(len(clock_ours), len(clock_theirs)),
        cpu=(sum(clock_ours), sum(clock_theirs)),
    )


def summed_up(ours: str, theirs: str, boards: Sequence[BoardResult], seed: str = "") -> MatchResult:
    """Return the result of the boards of a match.

    Raises:
        BeloteError: there are fewer than two boards.
    """
    if len(boards) < 2:
        msg = "a match has two boards at least"
        raise BeloteError(msg)
    scores = [board.score for board in boards]
    points = [board.trick_points for board in boards]
    better, worse = sum(score > 0 for score in scores), sum(score < 0 for score in scores)
    cpu = [
        1000
        * sum(board.cpu[who] for board in boards)
        / max(1, sum(board.decisions[who] for board in boards))
        for who in (0, 1)
    ]
    return MatchResult(
        ours=ours,
        theirs=theirs,
        boards=len(boards),
        score_per_board=_mean(scores),
        interval=_normal(scores),
        bootstrap=_bootstrap(scores, seed),
        trick_points_per_board=_mean(points),
        trick_points_interval=_normal(points),
        trick_points_bootstrap=_bootstrap(points, seed),
        won=(better, len(boards) - better - worse, worse),
        cpu_ms_per_decision=(cpu[0], cpu[1]),
    )


def play_match(
    ours: Level,
    theirs: Level,
    boards: int,
    seed: str,
    *,
    auction: Level | None = None,
    options: RuleOptions = DEFAULT_OPTIONS,
    after: Callable[[int], None] | None = None,
) -> MatchResult:
    """Play a match between two levels.

    Args:
        ours: the level from whose view the result is given.
        theirs: the other.
        boards: how many deals, at least 2; each is played twice.
        seed: a text; the same match comes from the same, times apart.
        auction: the level that calls for all four, so that only the play differs; without one
            each side calls for itself.
        options: the rules.
        after: called after each board with how many are done.

    Example:
        >>> result = play_match(Level.ADVANCED, Level.NOVICE, 2, "seed", auction=Level.NOVICE)
        >>> result.boards, sum(result.won)
        (2, 2)
    """
    expect(ours, Level, "ours", "a Level")
    expect(theirs, Level, "theirs", "a Level")
    expect(boards, int, "boards", "a whole number")
    expect(seed, str, "seed", "a text")
    expect(auction, (Level, type(None)), "auction", "a Level or None")
    expect(options, RuleOptions, "options", "RuleOptions")
    first, second = LevelPlayer(ours), LevelPlayer(theirs)
    results: list[BoardResult] = []
    for number, state in enumerate(dealt_boards(boards, seed, auction=auction, options=options), 1):
        results.append(play_board(state, first, second, f"{seed} {number}"))
        if after is not None:
            after(number)
    return summed_up(first.name, second.name, results, seed)


def dealt_boards(
    boards: int,
    seed: str,
    *,
    auction: Level | None = None,
    options: RuleOptions = DEFAULT_OPTIONS,
) -> Iterator[HandState]:
    """Yield the deals of a match; with an auction, those with a contract, at their first card."""
    number = found = 0
    caller = LevelPlayer(auction) if auction is not None else None
    while found < boards:
        number += 1
        state = random_deal(seed, number, options)
        if caller is not None:
            while state.phase is Phase.AUCTION:
                state, _ = apply(state, caller.decide(state, f"{seed} auction {number}"))
            if state.turn is None:
                continue
        found += 1
        yield state


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _normal(values: Sequence[float]) -> tuple[float, float]:
    mean = _mean(values)
    spread = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    reach = 1.96 * sqrt(spread / len(values))
    return mean - reach, mean + reach


def _bootstrap(values: Sequence[float], seed: str) -> tuple[float, float]:
    dice = FastRandom(f"{seed} bootstrap")
    size = len(values)
    means = sorted(
        sum(values[dice.below(size)] for _ in range(size)) / size for _ in range(BOOTSTRAPS)
    )
    return means[BOOTSTRAPS // 40], means[BOOTSTRAPS - 1 - BOOTSTRAPS // 40]
