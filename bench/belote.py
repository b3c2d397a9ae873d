"""32-card bridge: states, worlds, searches, and a decision of each level.

Processor time, the least of several rounds for what is short. A decision is one with a choice, in
hands that the advanced level calls and plays to their end. The compiled search needs numba
(`overtrick-belote[fast]`).
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from bench.measuring import Given, Row, best
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


def ranked_hands(state):
    """Return the hands of a state as searches have them, by turn."""
    ranked = [0, 0, 0, 0]
    for seat in Seat:
        ranked[turn_of(seat, state.turn)] = ranked_hand(state.hands[seat], state.contract.bid.suit)
    return ranked


def state_rows(hands, rounds):
    states = [state for hand in hands for state in hand]
    playing = [state for state in states if state.phase is Phase.PLAY]

    def ask():
        for state in states:
            legal(state)

    def go_on():
        for state in states:
            apply(state, legal(state)[0])

    yield Row("legal actions", len(states) / best(ask, rounds), "states/s")
    yield Row("legal actions, one applied", len(states) / best(go_on, rounds), "states/s")

    def look():
        for state in playing:
            know(view(state, state.turn))

    yield Row("view and knowledge of a seat", 1000 * best(look, rounds) / len(playing), "ms")


def world_rows(hands, rounds, most):
    for cards in (8, 6, 4):
        some = [
            state
            for hand in hands
            for state in hand
            if state.phase is Phase.PLAY and state.hands[state.turn].bit_count() == cards
        ][:most]
        known = [know(view(state, state.turn)) for state in some]

        def draw(known=known):
            for each in known:
                Sampler(each, "bench").draw(100)

        spent = best(draw, rounds)
        yield Row(f"a world, {cards} cards in hand", 1000 * spent / (100 * len(some)), "ms")


def search_rows(given, hands, most):
    ways = [("quick policy", rollout_values, 8), ("exact, pure Python", exact_values, 5)]
    if has_fast():
        from overtrick_belote.solving.fast import fast_values

        ways.append(("exact, compiled", fast_values, 6 if given.is_quick else 8))
    else:
        given.note("numba is not installed: no compiled search")
    for name, values, longest in ways:
        for cards in range(longest, 2, -1):
            some = [
                state
                for hand in hands
                for state in hand
                if state.phase is Phase.PLAY
                and state.hands[state.turn].bit_count() == cards
                and playable(state).bit_count() > 1
            ][:most]
            if not some:
                continue
            looked = []
            for state in some:
                looked.append((position_of(view(state, state.turn)), ranked_hands(state)))

            def value(looked=looked, values=values):
                for position, ranked in looked:
                    values(position, ranked)

            value()
            yield Row(f"{name}, {cards} cards", 1000 * best(value, 2) / len(some), "ms")


def decision_rows(hands):
    efforts = [("advanced", effort_of(Level.ADVANCED))]
    efforts.append(("expert without the extra", effort_of(Level.EXPERT, fast=False)))
    if has_fast():
        efforts.append(("expert with the extra", effort_of(Level.EXPERT, fast=True)))
    efforts.insert(0, ("novice", None))
    for name, effort in efforts:
        times = []
        for hand in hands:
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
        yield Row(f"{name}: mean of {len(times)}", sum(times) / len(times), "ms")
        yield Row(f"{name}: longest", max(times), "ms")


def rows(given: Given) -> Iterator[Row]:
    """Measure what a player does, from the smallest to a decision."""
    hands = hands_of(2 if given.is_quick else 30)
    if has_fast():
        # The first use compiles, or reads what was compiled.
        from overtrick_belote.solving.fast import fast_values

        state = next(s for s in hands[0] if s.phase is Phase.PLAY and len(s.tricks) == 5)
        fast_values(position_of(view(state, state.turn)), ranked_hands(state))
    yield from state_rows(hands, given.times(5))
    yield from world_rows(hands, given.times(5), 3 if given.is_quick else 40)
    yield from search_rows(given, hands, 2 if given.is_quick else 30)
    yield from decision_rows(hands[: 1 if given.is_quick else 20])
