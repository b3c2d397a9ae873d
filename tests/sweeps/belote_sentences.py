"""32-card bridge: every number in every sentence, counted again over many positions.

    python tests/sweeps/belote_sentences.py [--positions 10000] [--seed words] [--expert 200]

Numbered hands are called and played by players of all levels, now and then with a choice of
chance, so that odd positions come up too. At each of them a player gives his advice, and all that
it says is counted again from what he could see (`plugins/belote/tests/belote_truth.py`): numbers,
cards, claims, both languages. Prints one line, and each sentence that is not so; ends with 1 if
there is one.
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from overtrick_belote.players.advice import Advice, Level
from overtrick_belote.players.levels import advise
from overtrick_belote.rules.auction import Bid
from overtrick_belote.rules.dealing import NUMBERED_HANDS, SeededRandom, numbered_hand
from overtrick_belote.rules.options import RuleOptions
from overtrick_belote.rules.state import HandState, View, apply, legal, start, view

TESTS = Path(__file__).parents[2] / "plugins" / "belote" / "tests"


def module_of_tests(name: str) -> ModuleType:
    """Return a module beside the tests."""
    spec = importlib.util.spec_from_file_location(name, TESTS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def positions(seed: str, levels: tuple[Level, ...]) -> Iterator[tuple[View, Advice]]:
    """Yield positions with the advice of a player of one of some levels, for ever."""
    lots = SeededRandom(seed)
    while True:
        number = 1 + lots.below(NUMBERED_HANDS)
        standing = (lots.below(30) * 100, lots.below(30) * 100) if not lots.below(4) else (0, 0)
        options = RuleOptions(announces=bool(lots.below(8)), undertrump_duty=not lots.below(8))
        hands, dealer = numbered_hand(number)
        state: HandState = start(hands, dealer, options, standing=standing)
        while state.turn is not None:
            seen = view(state, state.turn)
            advice = advise(seen, levels[lots.below(len(levels))], seed)
            yield seen, advice
            action = advice.action
            if not lots.below(6):
                # A stray of chance, but no bid that ends all bidding.
                free = legal(state)
                action = free[lots.below(min(len(free), 13))]
                if isinstance(action, Bid) and action.amount > 150:
                    action = advice.action
            state, _ = apply(state, action)


def main() -> int:
    """Check as many positions as are asked for."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--positions", type=int, default=10_000)
    arguments.add_argument("--expert", type=int, default=200)
    arguments.add_argument("--seed", default="sentences")
    given = arguments.parse_args()
    truth = module_of_tests("belote_truth")
    began = time.process_time()
    used: Counter[str] = Counter()
    sentences = wrong = tables = 0
    runs = (
        (given.positions - given.expert, (Level.NOVICE, Level.ADVANCED)),
        (given.expert, (Level.EXPERT,)),
    )
    for count, levels in runs:
        seed = f"{given.seed} {levels[0].value}"
        source = positions(seed, levels)
        for _, (seen, advice) in zip(range(count), source, strict=False):
            used.update(reason.rule for reason in (*advice.reasons, *advice.tried))
            try:
                sentences += truth.check_advice(seen, advice)
                if advice.level is Level.ADVANCED and advice.candidates and not sentences % 10:
                    truth.rows_again(seen, advice, seed)
                    tables += 1
            except truth.UntruthError as error:
                wrong += 1
                if wrong <= 40:
                    print(f"{advice.level.value}: {error}")
    seconds = time.process_time() - began
    print(
        f"{given.positions} positions ({given.expert} of experts), {sentences} sentences of"
        f" {len(used)} rules, {tables} tables made again, {wrong} wrong; {seconds:.0f} s CPU"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
