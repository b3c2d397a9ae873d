"""Calls of the three levels, and the expert's simulation of the auction.

All levels call by the table of rules (`call_rules`). The expert takes the calls that are likely,
deals the hidden cards many times so that they explain the auction, lets the rules call on at all
four hands, and compares what the hands would score.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from typing import Final

import attrs

from overtrick import Seat, Suit
from overtrick_belote.errors import BeloteError
from overtrick_belote.players import call_rules, evaluation
from overtrick_belote.players.advice import Advice, Candidate, Level, Reason
from overtrick_belote.players.call_rules import Scene, advise_by_rules, build_scene, choose, scene
from overtrick_belote.players.conventions import because
from overtrick_belote.players.evaluation import TrumpOwner
from overtrick_belote.players.inference import weigher
from overtrick_belote.players.search import equity
from overtrick_belote.players.sentences import Rule
from overtrick_belote.rules.announces import BELOT, best_announces, has_belot, winning_side
from overtrick_belote.rules.auction import (
    DOUBLE,
    PASS,
    Auction,
    Bid,
    Call,
    Contract,
    add_call,
)
from overtrick_belote.rules.cards import Side, following, side_of, turn_order
from overtrick_belote.rules.scoring import Earned, score_hand
from overtrick_belote.rules.state import Phase, View
from overtrick_belote.solving.knowledge import know
from overtrick_belote.solving.ranked import ranked_hand
from overtrick_belote.solving.rollout import play_out
from overtrick_belote.solving.worlds import FastRandom, Sampler, World, clumped, resampled

DRAWN: Final = 160
"""Deals that are drawn for one call."""
WORLDS: Final = 100
"""The number of compared deals, drawn in proportion to their agreement with the auction."""
CHANGES: Final = 24
"""The maximum number of card exchanges in each of them."""
SPREAD: Final = 30
"""The points by which the true result of a deal may differ from the expected one."""
NEAR_END: Final = 700
"""From this near to the end of a game its chance counts, and not the points alone."""
LIKELY: Final = 30
"""The points by which the sum of a compared call may miss the requirement of the rules."""
CAUTION: Final = 3
"""Points of the score that a bid must bring more than a pass for each ten from 80 on."""
DOUBLE_CAUTION: Final = 60
"""The same for a double."""
DOUBLE_SHARE: Final = 0.65
"""The fraction of deals in which their contract must be defeated, for a double."""
DOUBLE_ERRORS: Final = 2
"""The standard errors by which the gain of a double over a pass must also exceed 0."""
OPENING: Final = 25
"""The same, besides, for the first bid of an auction: self-play shows that few are better."""
LEAVING: Final = 100
"""The same, besides, for another suit over partner's bid, which he has the trumps for."""
KEPT: Final = 24
"""Points that another call must bring more than the one that the table of rules makes."""

APART: Final = 10
"""The minimum difference at which a contradiction between deals and hand values is shown."""

RULES: Final = (
    *call_rules.RULES,
    Rule(
        "compared-calls",
        "In {worlds} deals that fit the auction, our score less theirs is {score:+} on average "
        "after {call} and {other_score:+} after {other}.",
        "Sur {worlds} donnes conformes aux enchères, notre marque moins la leur est de {score:+} "
        "en moyenne après {call} et de {other_score:+} après {other}.",
    ),
    Rule(
        "compared-chance",
        "After {call} the contract is made in {chance:%} of them, whoever plays it.",
        "Après {call}, le contrat est réussi dans {chance:%} d'entre elles, quel que soit le "
        "preneur.",
    ),
    Rule(
        "compared-game",
        "The game is near its end: {call} leaves {game:%} to win it, {other} {other_game:%}.",
        "La partie touche à sa fin : {call} laisse {game:%} de la gagner, {other} {other_game:%}.",
    ),
    Rule(
        "compared-kept",
        "Another call than {call} of my rules must bring {kept} more.",
        "Un autre choix que {call}, celui de mes règles, doit rapporter {kept} de plus.",
    ),
    Rule(
        "compared-caution",
        "As {call} dares more, it must bring {caution} more.",
        "Comme {call} est plus osé, il doit rapporter {caution} de plus.",
    ),
    Rule(
        "compared-double-share",
        "I double only what is clear: {contract} is defeated in {share:%} of them, and I want "
        "{limit:%}.",
        "Je ne contre que ce qui est clair : {contract} chute dans {share:%} d'entre elles, et il "
        "m'en faut {limit:%}.",
    ),
    Rule(
        "compared-double-gain",
        "I double only what is clear: it brings {gain:+} beside a pass, redoubles and further bids "
        "counted, and I want {limit:+}.",
        "Je ne contre que ce qui est clair : cela rapporte {gain:+} par rapport à passe, "
        "surcontres et autres enchères compris, et il me faut {limit:+}.",
    ),
    Rule(
        "compared-double-game",
        "I double only what is clear, and it is not clear that a double brings the game nearer.",
        "Je ne contre que ce qui est clair, et il n'est pas clair qu'un contre rapproche du gain "
        "de la partie.",
    ),
    Rule(
        "compared-estimate",
        "These {worth} points with {suit} as trumps are a first estimate, by the values in my "
        "hand: in {worlds} deals that agree with the calls our side has {found} on average.",
        "Ces {worth} points avec {suit} comme atout sont une première estimation, d'après les "
        "valeurs de ma main : dans {worlds} donnes conformes aux enchères, notre camp en a {found} "
        "en moyenne.",
    ),
    Rule(
        "compared-their-estimate",
        "These {their_worth} points in {contract} are a first estimate, by the values in my hand: "
        "in {worlds} deals that agree with the calls they have {found} on average.",
        "Ces {their_worth} points à {contract} sont une première estimation, d'après les valeurs "
        "de ma main : dans {worlds} donnes conformes aux enchères, ils en ont {found} en moyenne.",
    ),
    Rule(
        "overruled",
        "By the rules alone: {ruled}. The sampled deals say otherwise.",
        "Par les seules règles : {ruled}. Les donnes tirées disent autre chose.",
    ),
)
"""The sentences of the calls."""


def advise_call(view: View, level: Level, seed: str) -> Advice:
    """Return the call of a player, with its reasons.

    Args:
        view: what he may know, in the auction and at his turn.
        level: how well he plays.
        seed: what the draw of sampled deals starts from.

    Raises:
        BeloteError: it is not his turn in the auction.
    """
    if view.phase is not Phase.AUCTION or view.turn != view.seat:
        msg = f"{view.seat.symbol} is not to call"
        raise BeloteError(msg)
    at = scene(view.auction, view.options, level, view.standing)
    ruled = advise_by_rules(at, view.hand, level)
    if level is not Level.EXPERT:
        return ruled
    calls = likely_calls(at, view.hand, choose(at, view.hand))
    if len(calls) < 2:
        return ruled
    return _compared(view, at, ruled, calls, seed)


def likely_calls(at: Scene, hand: int, ruled: Call) -> tuple[Call, ...]:
    """Return the calls worth comparing, the one of the rules first; often it is the only one.

    A first response and what is forced are not compared: partner reads them. Nor is a double of
    what they make by the values in the hand: contrary sampled deals are too often wrong.

    Args:
        at: the scene of the auction.
        hand: the hand.
        ruled: what the rules call.
    """
    if at.answers(hand) or (at.least is None and not at.may_double):
        return (ruled,)
    calls: list[Call] = [ruled]
    if ruled != PASS:
        calls.append(PASS)
    if at.least is not None:
        worths = sorted(((at.worth(hand, suit), suit) for suit in Suit), reverse=True)
        limit = at.needed(at.least) - LIKELY
        least = max(limit, worths[0][0] - LIKELY)
        calls += [
            Bid(at.least, suit)
            for worth, suit in worths[:2]
            if worth >= least and not (at.ours and suit == at.bid.suit)
        ]
    if at.may_double and at.their_worth(hand) <= at.bid.amount:
        calls.append(DOUBLE)
    return tuple(dict.fromkeys(calls))


class _Node:
    """A node in the tree of auctions: each is built once, however many deals pass through it."""

    __slots__ = ("_after", "_view", "auction", "scene")

    def __init__(self, auction: Auction, view: View) -> None:
        self.auction = auction
        self._view = view
        self._after: dict[Call, _Node] = {}
        self.scene: Scene | None = None
        if auction.turn is not None:
            self.scene = build_scene(auction, view.options, Level.ADVANCED, view.standing)

    def after(self, call: Call) -> _Node:
        found = self._after.get(call)
        if found is None:
            turn = self.auction.turn
            if turn is None:
                msg = "the auction is over"
                raise BeloteError(msg)
            auction = add_call(self.auction, turn, call, self._view.options)
            found = self._after[call] = _Node(auction, self._view)
        return found


def _contract_after(node: _Node, hands: Sequence[int]) -> Contract | None:
    """Return the contract that the rules reach with four hands."""
    while node.scene is not None:
        node = node.after(choose(node.scene, hands[node.scene.seat]))
    return node.auction.contract


@attrs.frozen
class _Outcome:
    score: int
    worth: float
    made: float
    points: float


class _Deals:
    """The scores of contracts in sampled deals, for the side of one player."""

    def __init__(self, view: View, worlds: Sequence[World]) -> None:
        self._view = view
        self._side = side_of(view.seat)
        self._first = following(view.dealer)
        self.worlds = worlds
        self._points: dict[tuple[int, Suit, Side], int] = {}
        self._stakes: dict[tuple[int, Suit], Earned] = {}
        self._outcomes: dict[tuple[int, Contract | None], _Outcome] = {}
        self.near = max(view.standing) >= view.options.game_points - NEAR_END

    def outcome(self, place: int, contract: Contract | None) -> _Outcome:
        """Return the score of a contract in one of the deals; `None` is a hand passed out."""
        key = (place, contract)
        found = self._outcomes.get(key)
        if found is None:
            found = self._outcomes[key] = self._score(place, contract)
        return found

    def _expected(self, place: int, trump: Suit, side: Side) -> int:
        """Return the declaring side's trick points: half by a quick play-out, half by its cards."""
        key = (place, trump, side)
        found = self._points.get(key)
        if found is not None:
            return found
        hands = self.worlds[place].dealt
        order = turn_order(self._first)
        leads = side_of(self._first) == side
        played = play_out(
            [ranked_hand(hands[seat], trump) for seat in order],
            0, 0, 0, 0, 0, 0, 0, 0, 0,
            ours=leads,
            duty=self._view.options.undertrump_duty,
        )  # fmt: skip
        if not leads:
            played = 162 - played
        value = played // 2
        for seat in side.seats:
            value += evaluation.cards_value(hands[seat], trump, TrumpOwner.TOGETHER, leads)
        self._points[key] = value
        return value

    def _held(self, place: int, trump: Suit) -> Earned:
        """Return the declarations and belote of a deal; all are declared."""
        key = (place, trump)
        found = self._stakes.get(key)
        if found is not None:
            return found
        hands, options = self.worlds[place].dealt, self._view.options
        said = [
            (seat, announce)
            for seat in turn_order(self._first)
            if evaluation.may_announce(hands[seat])
            for announce in best_announces(hands[seat], trump, options)
        ]
        declared, announces, belot = [0, 0], [0, 0], [0, 0]
        for seat, announce in said:
            declared[side_of(seat)] += announce.points
        counted = winning_side(said, trump, options)
        if counted is not None:
            announces[counted] = declared[counted]
        for seat in Seat:
            if has_belot(hands[seat], trump):
                belot[side_of(seat)] = BELOT
        found = self._stakes[key] = Earned(
            tricks=(0, 0),
            won=(4, 4),
            announces=(announces[0], announces[1]),
            declared=(declared[0], declared[1]),
            belot=(belot[0], belot[1]),
        )
        return found

    def total(self, place: int, trump: Suit, side: Side) -> int:
        """Return the total of a side with a trump suit in one deal, with all declarations."""
        held = self._held(place, trump)
        tricks = min(162, max(0, self._expected(place, trump, side)))
        return tricks + held.announces[side] + held.belot[side]

    def _score(self, place: int, contract: Contract | None) -> _Outcome:
        if contract is None:
            return _Outcome(0, self._worth(0, 0), 0.0, 0.0)
        side = contract.side
        expected = self._expected(place, contract.bid.suit, side)
        held = self._held(place, contract.bid.suit)
        score, worth, made, points = 0, 0.0, 0, 0
        for spread in (-SPREAD, 0, SPREAD):
            tricks = min(162, max(0, expected + spread))
            pair = (tricks, 162 - tricks) if side is Side.NORTH_SOUTH else (162 - tricks, tricks)
            result = score_hand(contract, attrs.evolve(held, tricks=pair), self._view.options)
            ours, theirs = result.score[self._side], result.score[self._side.other]
            score += ours - theirs
            worth += self._worth(ours, theirs)
            made += result.made
            points += pair[self._side]
        return _Outcome(score // 3, worth / 3, made / 3, points / 3)

    def _worth(self, ours: int, theirs: int) -> float:
        if not self.near:
            return float(ours - theirs)
        standing, goal = self._view.standing, self._view.options.game_points
        total = standing[self._side] + ours, standing[self._side.other] + theirs
        return 1000 * equity(*total, goal)


def _drawn(view: View, seed: str) -> list[World]:
    """Return deals of the hidden cards, weighted by their agreement with the auction.

    Deals are drawn, some are taken by their weight, and in these cards change hands two by two
    where that explains the auction as well or, by lot, nearly as well (Metropolis).
    """
    sampler = Sampler(know(view), seed, unshuffled=view.unshuffled)
    weigh = weigher(view)
    drawn = [
        attrs.evolve(world, weight=world.weight * weigh(world.dealt))
        for world in sampler.draw(DRAWN)
    ]
    dice = FastRandom(f"{seed} taken")
    hidden = [seat for seat in Seat if seat != view.seat]
    taken: list[World] = []
    for world in resampled(drawn, WORLDS, dice):
        for _ in range(int(world.weight)):
            hands = list(world.dealt)
            fits = weigh(hands) * (clumped(world.dealt, view.seat) if view.unshuffled else 1.0)
            for _ in range(CHANGES):
                first = hidden[dice.below(3)]
                second = hidden[dice.below(3)]
                if first == second:
                    continue
                one = _nth_card(hands[first], dice.below(8))
                other = _nth_card(hands[second], dice.below(8))
                hands[first] ^= one | other
                hands[second] ^= one | other
                now = weigh(hands)
                if view.unshuffled:
                    now *= clumped((hands[0], hands[1], hands[2], hands[3]), view.seat)
                if now >= fits or dice.fraction() * fits < now:
                    fits = now
                else:
                    hands[first] ^= one | other
                    hands[second] ^= one | other
            dealt = (hands[0], hands[1], hands[2], hands[3])
            taken.append(World(dealt, dealt))
    return taken


def _nth_card(hand: int, place: int) -> int:
    for _ in range(place):
        hand &= hand - 1
    return hand & -hand


def _compared(view: View, at: Scene, ruled: Advice, calls: Sequence[Call], seed: str) -> Advice:
    """Return the call with the best score in sampled deals, the auction continued by the rules."""
    worlds = _drawn(view, seed)
    deals = _Deals(view, worlds)
    root = _Node(view.auction, view)
    count = sum(world.weight for world in worlds)
    rows = [
        [
            deals.outcome(place, _contract_after(root.after(call), world.dealt))
            for place, world in enumerate(worlds)
        ]
        for call in calls
    ]
    best = [max(row[place].worth for row in rows) for place in range(len(worlds))]

    def mean(values: Sequence[float]) -> float:
        pairs = zip(values, worlds, strict=True)
        return sum(value * world.weight for value, world in pairs) / count

    ranked: list[_Ranked] = []
    for call, row in zip(calls, rows, strict=True):
        candidate = Candidate(
            action=call,
            score=mean([found.score for found in row]),
            chance=mean([found.made for found in row]),
            points=mean([found.points for found in row]),
            best=mean([float(f.worth >= top) for f, top in zip(row, best, strict=True)]),
            least=min(found.score for found in row),
            most=max(found.score for found in row),
        )
        worth = mean([found.worth for found in row])
        kept = KEPT if call == calls[0] else 0
        doubt = None
        if call == DOUBLE:
            passed = rows[calls.index(PASS)]
            stands = [deals.outcome(place, at.contract).made for place in range(len(worlds))]
            more = [one.worth - other.worth for one, other in zip(row, passed, strict=True)]
            doubt = _doubt(at, 1 - mean(stands), more, mean(more), near=deals.near)
        place = worth - caution(at, call) + kept
        ranked.append(_Ranked(call, candidate, worth, place, doubt))
    # Among equals what the rules call, which comes first, and then the others in their order.
    ranked.sort(key=lambda entry: (entry.doubt is not None, -entry.place))

    def estimate(reason: Reason) -> tuple[Reason, ...]:
        return _estimate(at, reason, deals, mean, worlds=int(count))

    return _explained(at, ruled, ranked, estimate, worlds=int(count), near=deals.near)


def _doubt(
    at: Scene, share: float, more: Sequence[float], gain: float, *, near: bool
) -> Reason | None:
    """Return the reason a double is not clear enough; `None` if it is.

    Args:
        at: the scene of the auction.
        share: in what share of the deals the contract is defeated.
        more: what a double brings more than a pass, by deal.
        gain: its mean.
        near: whether that is the chance of the game, in thousandths.
    """
    if share < DOUBLE_SHARE:
        return because("compared-double-share", contract=at.bid, share=share, limit=DOUBLE_SHARE)
    error = statistics.stdev(more) / len(more) ** 0.5 if len(more) > 1 else 0.0
    limit = DOUBLE_CAUTION + DOUBLE_ERRORS * error
    if gain >= limit:
        return None
    if near:
        return because("compared-double-game")
    return because("compared-double-gain", gain=gain, limit=limit)


def _estimate(
    at: Scene,
    reason: Reason,
    deals: _Deals,
    mean: Callable[[Sequence[float]], float],
    *,
    worlds: int,
) -> tuple[Reason, ...]:
    """Return the average points in the sampled deals, if they differ from a rule's estimate."""
    side, places = side_of(at.seat), range(len(deals.worlds))
    facts = reason.facts
    worth, suit = facts.get("worth"), facts.get("suit")
    theirs, contract = facts.get("their_worth"), facts.get("contract")
    if isinstance(worth, int) and isinstance(suit, Suit):
        found = round(mean([deals.total(place, suit, side) for place in places]))
        if abs(found - worth) >= APART:
            told = because("compared-estimate", worth=worth, suit=suit, worlds=worlds, found=found)
            return (told,)
    elif isinstance(theirs, int) and isinstance(contract, Bid):
        trump = contract.suit
        found = round(mean([deals.total(place, trump, side.other) for place in places]))
        if abs(found - theirs) >= APART:
            told = because(
                "compared-their-estimate",
                their_worth=theirs,
                contract=contract,
                worlds=worlds,
                found=found,
            )
            return (told,)
    return ()


@attrs.frozen
class _Ranked:
    """A call with its score, its cautious score, and the reason for doubt."""

    call: Call
    candidate: Candidate
    worth: float
    place: float
    doubt: Reason | None


def caution(at: Scene, call: Call) -> int:
    """Return the margin by which a call must beat a pass: high bids and doubles are overrated."""
    if isinstance(call, Bid):
        more = OPENING if at.opening else LEAVING if at.ours else 0
        return CAUTION * (call.amount - 70) // 10 + more
    return DOUBLE_CAUTION if call == DOUBLE else 0


def _explained(
    at: Scene,
    ruled: Advice,
    ranked: Sequence[_Ranked],
    estimate: Callable[[Reason], tuple[Reason, ...]],
    *,
    worlds: int,
    near: bool,
) -> Advice:
    chosen, other = ranked[0], ranked[1]
    call = chosen.call
    reasons = [
        because(
            "compared-calls",
            worlds=worlds,
            call=call,
            score=chosen.candidate.score,
            other=other.call,
            other_score=other.candidate.score,
        ),
        because("compared-chance", call=call, chance=chosen.candidate.chance),
    ]
    if near:
        game, other_game = chosen.worth / 1000, other.worth / 1000
        reasons.append(
            because("compared-game", call=call, game=game, other=other.call, other_game=other_game)
        )
    more = caution(at, call) - caution(at, other.call)
    doubted = [entry for entry in ranked[1:] if entry.doubt is not None]
    reasons += [
        entry.doubt
        for entry in doubted
        if entry.doubt is not None and (entry == other or entry.place > chosen.place)
    ]
    if more and other.doubt is None:
        dared = call if more > 0 else other.call
        reasons.append(because("compared-caution", call=dared, caution=abs(more)))
    if call == ruled.action and other.doubt is None and chosen.worth - more < other.worth:
        reasons.append(because("compared-kept", call=call, kept=KEPT))
    tried = [each for before in ruled.tried for each in (before, *estimate(before))]
    if call == ruled.action:
        # The rules agree, and have the reason.
        first, *lines = ruled.reasons
        told = (first, *estimate(first), *reasons, *lines)
    else:
        told = tuple(reasons)
        overruled = because("overruled", ruled=ruled.reasons[0])
        tried = [*tried, overruled, *estimate(ruled.reasons[0])]
    return attrs.evolve(
        ruled,
        action=call,
        reasons=told,
        tried=tuple(tried),
        candidates=tuple(entry.candidate for entry in ranked),
        worlds=worlds,
    )
