"""Measure the bidding of 32-card bridge: its values, its reading of calls, its strength.

    python tests/sweeps/belote_bidding.py [--quick] [--deals N] [--seed N] [--expert]

- The fit: the values of `players/evaluation.py` beside those that least squares find on exact
  results of random deals (with `overtrick-belote[fast]`; without it far fewer deals), for hands
  that would be bid: the bidder's own, his partner's, and with half a quick play-out both hands
  of a side together.
- What is expected of the opponents beside what they have, tricks by exact play, belot and
  announces in, in auctions of advanced players: by their bid and by one's own trumps.
- The reading: how much better the true deal explains an auction than deals of chance do, as the
  mean logarithm of the ratio (above 0 is better), with the CPU time of a deal.
- The strength: whole auctions of one level against another, seats changed, scored by the exact
  results, so that only the calls differ; points of score a board with their 95 % interval.
  `--expert` plays the expert too, which takes a second a board.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
import time

import attrs

from overtrick import Seat, Suit
from overtrick_belote.players.advice import Level
from overtrick_belote.players.bidding import advise_call
from overtrick_belote.players.call_rules import choose, scene
from overtrick_belote.players.evaluation import WEIGHTS, TrumpOwner, cards_value
from overtrick_belote.players.inference import weigher
from overtrick_belote.rules.announces import BELOT, best_announces, has_belot, winning_side
from overtrick_belote.rules.auction import DOUBLE, PASS, add_call, open_auction
from overtrick_belote.rules.cards import CARDS, Side, following, hand_of, side_of, turn_order
from overtrick_belote.rules.dealing import deal_deck
from overtrick_belote.rules.options import DEFAULT_OPTIONS
from overtrick_belote.rules.scoring import Earned, score_hand
from overtrick_belote.rules.state import start, view
from overtrick_belote.solving.position import Position
from overtrick_belote.solving.ranked import ranked_hand
from overtrick_belote.solving.rollout import SLAM_FOR_THEM, SLAM_FOR_US, play_out

try:
    from overtrick_belote.solving.fast import fast_values as exact_values

    FAST = True
except ImportError:
    from overtrick_belote.players.search import exact_values

    FAST = False

NAMES = (
    "base", "trump", "jack", "nine", "ace", "ten",
    "side_ace", "ace_ten", "guarded_ten", "void", "lead",
)  # fmt: skip


def dealt(chance, number):
    """Return four hands by seat and the dealer."""
    deck = list(CARDS)
    chance.shuffle(deck)
    dealer = Seat(number % 4)
    return deal_deck(deck, dealer), dealer


def exact(hands, dealer):
    """Return the points of North-South with best play of all, by trump suit."""
    first = following(dealer)
    found = []
    for trump in Suit:
        turns = [ranked_hand(hands[seat], trump) for seat in turn_order(first)]
        position = Position(
            cards=turns[0], led=0, best=0, winner=0, played=0, table=0, points=0, tricks=0,
            done=0, ours=True, duty=False,
        )  # fmt: skip
        points = max(exact_values(position, turns))
        found.append(points if side_of(first) is Side.NORTH_SOUTH else 162 - points)
    return found


def features(hand, trump, leads):
    """Return how often each value of the table counts in a hand."""
    cards = hand >> (8 * trump) & 0xFF
    row = [1, cards.bit_count(), cards >> 4 & 1, cards >> 2 & 1, cards >> 7, cards >> 3 & 1]
    aces = both = tens = voids = 0
    for suit in range(4):
        if suit != trump:
            side = hand >> (8 * suit) & 0xFF
            ace, ten = side >> 7, side >> 3 & 1
            aces += ace
            both += ace & ten
            tens += ten and not ace and side.bit_count() > 1
            voids += not side and cards > 0
    return [*row, aces, both, tens, voids, leads]


def solved(rows, values):
    """Return the least squares solution and the spread of what it leaves."""
    size = len(rows[0])
    table = [[sum(r[i] * r[j] for r in rows) for j in range(size)] for i in range(size)]
    right = [sum(r[i] * v for r, v in zip(rows, values, strict=True)) for i in range(size)]
    for i in range(size):
        table[i][i] += 1e-6
    for i in range(size):
        for j in range(i + 1, size):
            share = table[j][i] / table[i][i]
            right[j] -= share * right[i]
            for k in range(i, size):
                table[j][k] -= share * table[i][k]
    found = [0.0] * size
    for i in reversed(range(size)):
        rest = sum(table[i][k] * found[k] for k in range(i + 1, size))
        found[i] = (right[i] - rest) / table[i][i]
    left = [
        v - sum(a * b for a, b in zip(r, found, strict=True))
        for r, v in zip(rows, values, strict=True)
    ]
    return found, statistics.pstdev(left)


def fit(deals):
    """Print the values of the package beside fitted ones."""
    rows = {whose: ([], []) for whose in TrumpOwner}
    for hands, dealer, points in deals:
        first = following(dealer)
        for seat in Seat:
            side, partner = side_of(seat), Seat((seat + 2) & 3)
            leads = side_of(first) == side
            worths = [(cards_value(hands[seat], t, TrumpOwner.MINE, False), t) for t in Suit]
            worth, trump = max(worths)
            if worth < 80:
                continue
            ours = points[trump] if side is Side.NORTH_SOUTH else 162 - points[trump]
            own = features(hands[seat], trump, leads)
            his = features(hands[partner], trump, leads)
            turns = [ranked_hand(hands[s], trump) for s in turn_order(first)]
            played = play_out(turns, 0, 0, 0, 0, 0, 0, 0, 0, 0, ours=leads, duty=False)
            played = played if leads else 162 - played
            both = [a + b for a, b in zip(own, his, strict=True)]
            for whose, row, value in (
                (TrumpOwner.MINE, own, ours),
                (TrumpOwner.PARTNERS, his, ours),
                (TrumpOwner.TOGETHER, both, ours - played / 2),
            ):
                rows[whose][0].append(row)
                rows[whose][1].append(value)
    for whose, (table, values) in rows.items():
        if len(table) < 30:
            continue
        found, left = solved(table, values)
        print(f"\n{whose.name.lower()}: {len(table)} hands, what the fit leaves has a spread of "
              f"{left:.1f} points of {statistics.pstdev(values):.1f}")  # fmt: skip
        print("  value        here   fitted")
        for name, value in zip(NAMES, found, strict=True):
            print(f"  {name:12} {getattr(WEIGHTS[whose], name):4}  {value:7.1f}")


def against(deals):
    """Print what players expect of the opponents' contracts beside what these bring."""
    found = {}
    for hands, dealer, points in deals:
        at = open_auction(dealer)
        while at.turn is not None:
            seen = scene(at, DEFAULT_OPTIONS, Level.ADVANCED)
            mine = hands[at.turn]
            if seen.may_double:
                bid, side = at.contract.bid, at.contract.side
                earned = earned_in(at, hands, points)
                theirs = earned.tricks[side] + earned.belot[side] + earned.announces[side]
                level = next(low for low in (150, 130, 110, 80) if bid.amount >= low)
                trumps = min(3, (mine >> (8 * bid.suit) & 0xFF).bit_count())
                made = theirs >= bid.amount
                row = (seen.their_worth(mine), min(theirs, 350), made)
                found.setdefault((level, trumps), []).append(row)
            call = choose(seen, mine)
            # A double would hide what the others have to say.
            at = add_call(at, at.turn, PASS if call == DOUBLE else call, DEFAULT_OPTIONS)
    print("\nexpected of the opponents, and what they have")
    print("  bid from  own trumps  positions  expected  true  made")
    for (level, trumps), rows in sorted(found.items()):
        expected, true, made = (statistics.mean(column) for column in zip(*rows, strict=True))
        print(f"  {level:8}  {trumps:10}  {len(rows):9}  {expected:8.0f}  {true:4.0f}  {made:4.0%}")


def called(hands, dealer, callers):
    """Return the auction of four hands; `callers` calls by side."""
    state = start(hands, dealer)
    at = open_auction(dealer)
    while at.turn is not None:
        at = add_call(at, at.turn, callers[side_of(at.turn)](at, state), DEFAULT_OPTIONS)
    return at


def by_rules(level):
    """Call by the table of rules alone."""
    return lambda at, state: choose(scene(at, DEFAULT_OPTIONS, level), state.dealt[at.turn])


def by_advice(level):
    """Call as the level does."""

    def call(at, state):
        seen = view(attrs.evolve(state, auction=at, turn=at.turn), at.turn)
        return advise_call(seen, level, f"bench {len(at.calls)}").action

    return call


def earned_in(auction, hands, points):
    """Return what both sides earn in the contract, tricks as exact play has them."""
    trump = auction.contract.bid.suit
    ours = points[trump]
    slam = {SLAM_FOR_US: (252, 0), SLAM_FOR_THEM: (0, 252)}
    tricks = slam.get(ours, (ours, 162 - ours))
    said = [
        (seat, announce)
        for seat in turn_order(following(auction.dealer))
        for announce in best_announces(hands[seat], trump, DEFAULT_OPTIONS)
    ]
    declared, counted, belot = [0, 0], [0, 0], [0, 0]
    for seat, announce in said:
        declared[side_of(seat)] += announce.points
    best = winning_side(said, trump, DEFAULT_OPTIONS)
    if best is not None:
        counted[best] = declared[best]
    for seat in Seat:
        belot[side_of(seat)] += BELOT * has_belot(hands[seat], trump)
    won = (8, 0) if ours == SLAM_FOR_US else (0, 8) if ours == SLAM_FOR_THEM else (4, 4)
    return Earned(
        tricks=tricks, won=won, announces=tuple(counted), declared=tuple(declared),
        belot=tuple(belot),
    )  # fmt: skip


def score(auction, hands, points):
    """Return the score of North-South less the others', tricks as exact play has them."""
    if auction.contract is None:
        return 0
    earned = earned_in(auction, hands, points)
    first, second = score_hand(auction.contract, earned, DEFAULT_OPTIONS).score
    return first - second


def match(deals, ours, theirs):
    """Return the mean score a board of one caller against another, and half its interval."""
    boards, made, doubled, contracts = [], 0, 0, 0
    for hands, dealer, points in deals:
        both = 0
        for callers, sign in (((ours, theirs), 1), ((theirs, ours), -1)):
            auction = called(hands, dealer, callers)
            result = score(auction, hands, points)
            both += sign * result
            if auction.contract is not None:
                contracts += 1
                doubled += auction.contract.multiplier > 1
                made += (result > 0) == (auction.contract.side is Side.NORTH_SOUTH)
        boards.append(both / 2)
    spread = statistics.stdev(boards) if len(boards) > 1 else 0.0
    half = 1.96 * spread / math.sqrt(len(boards))
    print(f"  {statistics.mean(boards):+.1f} ± {half:.1f} a board, {len(boards)} boards; "
          f"{contracts} contracts, {made / max(1, contracts):.0%} won by who bid them, "
          f"{doubled / max(1, contracts):.0%} doubled")  # fmt: skip


def reading(deals, level, chance):
    """Print how much better the true deal explains an auction than deals of chance."""
    ratios, spent, looked = [], 0.0, 0
    for hands, dealer, _ in deals:
        auction = called(hands, dealer, (by_rules(level), by_rules(level)))
        if auction.contract is None:
            continue
        seat = following(dealer)
        state = start(hands, dealer)

        weigh = weigher(view(attrs.evolve(state, auction=auction, turn=None), seat))
        hidden = [card for card in CARDS if not hands[seat] >> card & 1]
        found = []
        began = time.process_time()
        for _ in range(100):
            chance.shuffle(hidden)
            deal = list(hands)
            others = [other for other in Seat if other != seat]
            for place, other in enumerate(others):
                deal[other] = hand_of(hidden[8 * place : 8 * place + 8])
            found.append(weigh(deal))
        spent += time.process_time() - began
        looked += len(found)
        ratios.append(math.log(weigh(hands) / statistics.mean(found)))
    half = 1.96 * statistics.stdev(ratios) / math.sqrt(len(ratios))
    better = sum(ratio > 0 for ratio in ratios) / len(ratios)
    print(f"  auctions of {level.value}: {statistics.mean(ratios):+.2f} ± {half:.2f}, the true "
          f"deal better in {better:.0%}; {1000 * spent / looked:.3f} ms a deal")  # fmt: skip


def main():
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="few deals, for a first look")
    parser.add_argument("--deals", type=int, default=400 if FAST else 20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--expert", action="store_true", help="the expert against advanced too")
    given = parser.parse_args()
    count = (40 if FAST else 3) if given.quick else given.deals
    chance = random.Random(given.seed)
    began = time.process_time()
    deals = []
    for number in range(count):
        hands, dealer = dealt(chance, number)
        deals.append((hands, dealer, exact(hands, dealer)))
    how = "compiled" if FAST else "pure Python"
    print(f"{count} deals solved for four trump suits, {how}, "
          f"{time.process_time() - began:.1f} s of CPU")  # fmt: skip
    fit(deals)
    against(deals)
    print("\nreading of calls, mean log ratio of the true deal against chance")
    for level in (Level.ADVANCED, Level.NOVICE):
        reading(deals[:100], level, chance)
    print("\nadvanced against novice, calls only")
    match(deals, by_rules(Level.ADVANCED), by_rules(Level.NOVICE))
    if given.expert:
        print("\nexpert against advanced, calls only")
        match(deals, by_advice(Level.EXPERT), by_rules(Level.ADVANCED))


if __name__ == "__main__":
    main()
