"""Every number in every sentence is counted again (more: `tests/sweeps/belote_sentences.py`)."""

from __future__ import annotations

import attrs
import pytest

from overtrick_belote.players.advice import Advice, Level, Reason
from overtrick_belote.players.levels import advise
from overtrick_belote.rules.dealing import SeededRandom, numbered_hand
from overtrick_belote.rules.state import Play, View, apply, legal, start, view


def positions(seed: str, level: Level, count: int) -> list[tuple[View, Advice]]:
    lots = SeededRandom(seed)
    found: list[tuple[View, Advice]] = []
    while len(found) < count:
        state = start(*numbered_hand(1 + lots.below(1_000_000)))
        while state.turn is not None and len(found) < count:
            seen = view(state, state.turn)
            if not lots.below(4 if level is Level.EXPERT else 2):
                found.append((seen, advise(seen, level, seed)))
            # The hand goes on by a quick player, and now and then by chance.
            action = advise(seen, Level.NOVICE, seed).action
            if not lots.below(6) and isinstance(action, Play):
                plays = [each for each in legal(state) if isinstance(each, Play)]
                action = plays[lots.below(len(plays))]
            state, _ = apply(state, action)
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("level", "count"), [(Level.NOVICE, 200), (Level.ADVANCED, 60), (Level.EXPERT, 2)]
)
def test_every_number_in_every_sentence(belote_truth, level: Level, count: int) -> None:
    told = sum(
        belote_truth.check_advice(seen, advice)
        for seen, advice in positions(f"truth {level.value}", level, count)
    )
    assert told >= count


@pytest.mark.slow
def test_the_tables_of_cards_are_the_means_of_their_deals(belote_truth) -> None:
    again = 0
    for seen, advice in positions("rows", Level.ADVANCED, 20):
        if advice.candidates and isinstance(advice.action, Play):
            belote_truth.rows_again(seen, advice, "rows")
            again += 1
    assert again > 5


def test_untruths_are_found(belote_truth) -> None:
    """Each number that a sentence tells, made one more, is found out."""
    found = 0
    for seen, advice in positions("untruths", Level.ADVANCED, 24):
        for place, reason in enumerate(advice.reasons):
            told = belote_truth.facts_of(belote_truth.RULES[reason.rule].english)
            for name, fact in reason.facts.items():
                if name not in told or type(fact) not in {int, float}:
                    continue
                wrong = Reason(reason.rule, {**reason.facts, name: fact + 1})
                reasons = (*advice.reasons[:place], wrong, *advice.reasons[place + 1 :])
                with pytest.raises(belote_truth.UntruthError):
                    belote_truth.check_advice(seen, attrs.evolve(advice, reasons=reasons))
                found += 1
    assert found > 30


def test_a_reason_for_another_card_is_found(belote_truth) -> None:
    tried = 0
    for seen, advice in positions("contradictions", Level.NOVICE, 60):
        other = next((each for each in belote_truth.choices(seen) if each != advice.action), None)
        if other is None or not isinstance(advice.action, Play) or not isinstance(other, Play):
            continue
        with pytest.raises(belote_truth.UntruthError):
            belote_truth.check_advice(seen, attrs.evolve(advice, action=other))
        tried += 1
    assert tried > 20
