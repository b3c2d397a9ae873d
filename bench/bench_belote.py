"""Measure 32-card bridge: states, worlds, rollouts, searches and the decisions of each level.

    python bench/bench_belote.py [--quick]

Times are processor time, the least of several runs for what is short. A decision is one with a
choice, in hands that the advanced level calls and plays to their end; `--quick` takes little of
everything, for CI. What needs the extra `fast` is left out, and said, where numba is absent.
"""

from __future__ import annotations

import argparse
import time

from overtrick import Seat
from overtrick_belote.players.advice import Level
from overtrick_belote.players.card_play import advise_with, effort_of, has_fast
from overtrick_belote.players.levels import advise
from overtrick_belote.rules.dealing import numbered_hand
from overtrick_belote.rules.state import Phase, Play, apply, legal, playable, start, view
from overtrick_belote.solving.knowledge import know
from overtrick_belote.solving.position import exact_values, position_of, rollout_values
from overtrick_belote.solving.ranked import ranked_hand, turn_of
from overtrick_belote.solving.worlds import Sampler


def best(work, repeats):
    """Return the least processor time of several runs, in seconds."""
    times = []
    for _ in range(repeats):
        begun = time.process_time()
        work()
        times.append(time.process_time() - begun)
    return min(times)


def row(what, figure, unit):
    print(f"{what:66} {figure:12,.3f} {unit}")


def hands_of(count, first=1):
    """Return the states of hands called and played by the advanced level, one list a hand."""
    found, number = [], first
    while len(found) < count:
        state = start(*numbered_hand(number))
        states = []
        while state.turn is not None:
            states.append(state)
            state, _ = apply(state, advise(view(state, state.turn), Level.ADVANCED, "bench").action)
        number += 1
        if state.contract is not None:
            found.append(states)
    return found


def pure(args, hands):
    print("States")
    states = [state for hand in hands for state in hand]
    playing = [state for state in states if state.phase is Phase.PLAY]

    def ask():
        for state in states:
            legal(state)

    def go_on():
        for state in states:
            apply(state, legal(state)[0])

    row("legal", len(states) / best(ask, args.repeats), "a second")
    row("legal and apply", len(states) / best(go_on, args.repeats), "a second")

    def look():
        for state in playing:
            know(view(state, state.turn))

    row("view and what is known", 1000 * best(look, args.repeats) / len(playing), "ms")


def worlds(args, hands):
    print("\nWorlds")
    for cards in (8, 6, 4):
        some = [
            state
            for hand in hands
            for state in hand
            if state.phase is Phase.PLAY and state.hands[state.turn].bit_count() == cards
        ][: 10 if args.quick else 40]
        known = [know(view(state, state.turn)) for state in some]

        def draw(known=known):
            for each in known:
                Sampler(each, "bench").draw(100)

        spent = best(draw, args.repeats)
        row(f"a world, {cards} cards in hand", 1000 * spent / (100 * len(some)), "ms")


def searches(args, hands):
    print("\nAll legal cards valued in one world")
    ways = [("quick policy", rollout_values, 8), ("exact, pure Python", exact_values, 5)]
    if has_fast():
        from overtrick_belote.solving.fast import fast_values

        ways.append(("exact, compiled", fast_values, 6 if args.quick else 8))
    else:
        print("(the compiled search is left out: numba is not installed)")
    for name, values, most in ways:
        for cards in range(most, 2, -1):
            some = [
                state
                for hand in hands
                for state in hand
                if state.phase is Phase.PLAY
                and state.hands[state.turn].bit_count() == cards
                and playable(state).bit_count() > 1
            ][: 5 if args.quick else 30]
            if not some:
                continue
            looked = []
            for state in some:
                ranked = [0, 0, 0, 0]
                for seat in Seat:
                    ranked[turn_of(seat, state.turn)] = ranked_hand(
                        state.hands[seat], state.contract.bid.suit
                    )
                looked.append((position_of(view(state, state.turn)), ranked))

            def value(looked=looked, values=values):
                for position, ranked in looked:
                    values(position, ranked)

            value()
            row(f"{name}, {cards} cards", 1000 * best(value, 2) / len(some), "ms")


def decisions(args, hands):
    print("\nA decision in the play (with a choice), announces apart")
    efforts = [("advanced", effort_of(Level.ADVANCED))]
    efforts.append(("expert without the extra", effort_of(Level.EXPERT, fast=False)))
    if has_fast():
        efforts.append(("expert with the extra", effort_of(Level.EXPERT, fast=True)))
    efforts.insert(0, ("novice", None))
    some = hands[: 2 if args.quick else 20]
    for name, effort in efforts:
        times, by_cards = [], {}
        for hand in some:
            for state in hand:
                if state.phase is not Phase.PLAY or playable(state).bit_count() == 1:
                    continue
                if not any(isinstance(action, Play) for action in legal(state)[:1]):
                    continue
                looking = view(state, state.turn)
                begun = time.process_time()
                if effort is None:
                    advise(looking, Level.NOVICE, "bench")
                else:
                    advise_with(looking, Level.EXPERT, "bench", effort)
                spent = 1000 * (time.process_time() - begun)
                times.append(spent)
                by_cards.setdefault(looking.hand.bit_count(), []).append(spent)
        row(f"{name}: mean of {len(times)}", sum(times) / len(times), "ms")
        row(f"{name}: longest", max(times), "ms")
        parts = ", ".join(
            f"{cards}: {sum(spent) / len(spent):.1f}"
            for cards, spent in sorted(by_cards.items(), reverse=True)
        )
        print(f"    by cards in hand, ms: {parts}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true")
    args = parser.parse_args()
    args.repeats = 1 if args.quick else 5
    hands = hands_of(3 if args.quick else 30)
    if has_fast():
        # The first use compiles, or reads what was compiled.
        from overtrick_belote.solving.fast import fast_values

        state = next(s for s in hands[0] if s.phase is Phase.PLAY and len(s.tricks) == 5)
        ranked = [0, 0, 0, 0]
        for seat in Seat:
            ranked[turn_of(seat, state.turn)] = ranked_hand(
                state.hands[seat], state.contract.bid.suit
            )
        fast_values(position_of(view(state, state.turn)), ranked)
    pure(args, hands)
    worlds(args, hands)
    searches(args, hands)
    decisions(args, hands)


if __name__ == "__main__":
    main()
