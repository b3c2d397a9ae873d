"""Hold the rules of 32-card bridge against a second implementation, and against colver.

    python tests/sweeps/belote_rules.py [--quick] [--positions N] [--colver N] [--seed N]

- Legal cards, winner and points of tricks, announces, whose announces count, and the score by
  `plugins/belote/tests/second_rules.py`, in hands of chance played to their end; N counts
  positions, 1,000,000 of them by default.
- Legal cards by colver (PyPI) in 100,000 positions; without it the command says so.
"""

from __future__ import annotations

import argparse
import importlib.util
import random
import sys
import time
from pathlib import Path

from overtrick import Seat, Suit
from overtrick_belote.rules.announces import best_announces
from overtrick_belote.rules.auction import Bid
from overtrick_belote.rules.cards import CARDS, cards_of, following, side_of
from overtrick_belote.rules.dealing import deal_deck
from overtrick_belote.rules.options import RuleOptions
from overtrick_belote.rules.play import legal_cards
from overtrick_belote.rules.state import Declare, Play, apply, legal, playable, start

TESTS = Path(__file__).resolve().parents[2] / "plugins" / "belote" / "tests"
SPEC = importlib.util.spec_from_file_location("second_rules", TESTS / "second_rules.py")
second = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(second)

DUTY = RuleOptions(undertrump_duty=True)


def names(hand):
    """The cards of a hand as the second implementation has them."""
    return {str(card) for card in cards_of(hand)}


def kinds(announce, trump):
    """An announce as the second implementation compares it."""
    cards = frozenset(names(announce.mask))
    return second.height((announce.points, announce.kind + 1, cards), trump)


def dealt(chance):
    """Return a hand with its auction over."""
    deck = list(CARDS)
    chance.shuffle(deck)
    if chance.random() < 0.5:
        # Hands with more announces and longer suits.
        deck.sort(key=lambda card: card + chance.random() * 40)
    state = start(deal_deck(deck, Seat(0)), chance.choice(tuple(Seat)))
    bid = Bid(chance.randrange(80, 180, 10), chance.choice(tuple(Suit)))
    for _ in range(chance.randrange(4)):
        state, _ = apply(state, legal(state)[0])
    state, _ = apply(state, bid)
    doubles = chance.randrange(3)
    while state.trick is None:
        more = [call for call in legal(state) if str(call) in ("double", "redouble")]
        if more and doubles:
            doubles -= 1
            state, _ = apply(state, more[0])
        else:
            state, _ = apply(state, legal(state)[0])
    return state


def compare_announces(state, trump):
    """Compare what each hand has to announce."""
    for hand in state.dealt:
        ours = best_announces(hand, state.contract.bid.suit, state.options)
        total, heights = second.best_partition(frozenset(names(hand)), trump)
        assert sum(announce.points for announce in ours) == total, names(hand)
        assert [kinds(announce, trump) for announce in ours] == heights, names(hand)


def compare_play(state, chance):
    """Play a hand; return how many positions were compared."""
    suit = state.contract.bid.suit
    trump = suit.symbol
    compare_announces(state, trump)
    positions = 0
    while state.turn is not None:
        said = [action for action in legal(state) if isinstance(action, Declare)]
        if said and chance.random() < 0.8:
            state, _ = apply(state, chance.choice(said))
            continue
        hand, trick = state.hands[state.turn], [str(card) for card in state.trick.cards]
        for options in (state.options, DUTY):
            mine = names(legal_cards(hand, state.trick.cards, suit, options))
            other = second.may_play(names(hand), trick, trump, options is DUTY)
            assert mine == other, (names(hand), trick, trump, mine, other)
        positions += 1
        state, _ = apply(state, Play(chance.choice(list(cards_of(playable(state))))))
    compare_result(state, trump)
    return positions


def compare_result(state, trump):
    """Compare who won the tricks, the points, whose announces count and the score."""
    tricks = [0, 0]
    leader = following(state.dealer)
    won = [0, 0]
    for trick in state.tricks:
        assert trick.leader is leader
        cards = [str(card) for card in trick.cards]
        for _ in range(second.winner(cards, trump)):
            leader = following(leader)
        side = side_of(leader)
        won[side] += 1
        tricks[side] += sum(second.worth(card, trump) for card in cards)
    tricks[side_of(leader)] += 100 if 8 in won else 10
    earned = state.score.earned
    assert (earned.tricks, earned.won) == (tuple(tricks), tuple(won))
    assert sum(tricks) == (252 if 8 in won else 162)
    declared = [
        (side_of(seat), (a.points, a.kind + 1, frozenset(names(a.mask))))
        for seat, a in state.declared
    ]
    counting = second.counting_side(declared, trump)
    counted = [0, 0]
    for side, (points, _, _) in declared:
        counted[side] += points if side == counting else 0
    belot = [0, 0]
    for seat in Seat:
        if {trump + "K", trump + "Q"} <= names(state.dealt[seat]):
            belot[side_of(seat)] = 20
    assert earned.announces == tuple(counted)
    assert earned.belot == tuple(belot)
    contract = state.contract
    sides = (contract.side, contract.side.other)
    by_side = [tuple(values[side] for side in sides) for values in (tricks, counted, belot)]
    told = second.score(contract.bid.amount, contract.multiplier, *by_side)
    assert tuple(state.score.score[side] for side in sides) == told, (by_side, contract)


def colver_card(card):
    """The number of a card there: spades first, 7 8 9 J Q K T A."""
    return 8 * (3 - (card >> 3)) + "789JQKTA".index(str(card)[1])


def compare_colver(count, chance):
    """Compare legal cards with colver's; return how many positions."""
    from colver import Env

    assert [Env.card_name(number) for number in (0, 6, 31)] == ["7♠", "10♠", "A♣"]
    numbers = [colver_card(card) for card in CARDS]
    positions = 0
    while positions < count:
        deck = list(CARDS)
        chance.shuffle(deck)
        state = start(deal_deck(deck, Seat(0)), chance.choice(tuple(Seat)))
        # The seats run the other way round there: north, west, south, east.
        hands = [[numbers[card] for card in cards_of(state.dealt[-seat % 4])] for seat in range(4)]
        env = Env.deal_with_hands(-state.dealer % 4, hands)
        bid = Bid(80, chance.choice(tuple(Suit)))
        declarer = state.turn
        for call in (bid, *[legal(state)[0]] * 3):
            state, _ = apply(state, call)
        env.set_contract(trump=3 - bid.suit, value=80, team=-declarer % 2, coinche=0)
        env.set_phase_playing()
        while state.turn is not None:
            assert env.current_player() == -state.turn % 4
            mine = sorted(numbers[card] for card in cards_of(playable(state)))
            assert mine == sorted(env.legal_actions()), (mine, env.legal_actions())
            positions += 1
            card = chance.choice(list(cards_of(playable(state))))
            state, _ = apply(state, Play(card))
            env.step(numbers[card])
        points = env.get_points()
        assert tuple(points) == state.score.earned.tricks, (points, state.score.earned)
    return positions


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--positions", type=int, default=1_000_000)
    parser.add_argument("--colver", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    count, others = (5_000, 2_000) if args.quick else (args.positions, args.colver)
    chance = random.Random(args.seed)
    started = time.process_time()
    done = hands = 0
    while done < count:
        done += compare_play(dealt(chance), chance)
        hands += 1
        if hands % 5_000 == 0:
            print(f"{done:,} positions", file=sys.stderr)
    print(
        f"second implementation: {done:,} positions under both rules, {hands:,} hands with "
        f"announces and scores agree ({time.process_time() - started:.0f} s of processor time)"
    )
    if importlib.util.find_spec("colver") is None:
        print("colver is not installed: python -m pip install colver")
        return
    done = compare_colver(others, chance)
    print(f"colver: {done:,} positions agree")


if __name__ == "__main__":
    main()
