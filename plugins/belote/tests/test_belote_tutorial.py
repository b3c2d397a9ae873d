"""The commented hand: its steps, what they say, and the hints beside them."""

from __future__ import annotations

import pytest

from overtrick_belote.explanations.hint import told
from overtrick_belote.explanations.sentences import tell
from overtrick_belote.explanations.tutorial import PLAYER, Step, steps
from overtrick_belote.explanations.words import LANGUAGES
from overtrick_belote.rules.auction import PASS
from overtrick_belote.rules.cards import Card
from overtrick_belote.rules.state import Declare, Play, apply
from overtrick_belote.rules.tutorial_hand import tutorial_hand

PLAYED = tutorial_hand().replay()
STEPS = steps(PLAYED)


def said(step: Step, language: str = "en") -> str:
    return " ".join(tell(note, language) for note in step.notes)


def at_trick(number: int) -> Step:
    """The step of the pupil's card in a trick."""
    for step in STEPS:
        if isinstance(step.action, Play) and len(step.state.tricks) == number - 1:
            return step
    raise AssertionError


def test_the_steps_are_all_that_south_does() -> None:
    actions = [step.action for step in STEPS]
    assert actions[:4] == [PASS] * 4
    assert isinstance(actions[4], Declare)
    cards = [str(action.card) for action in actions if isinstance(action, Play)]
    assert cards[:4] == ["C7", "D8", "SJ", "DK"]
    assert cards[5:] == ["SQ", "DQ", "ST"]
    assert actions[-1] is None
    for step in STEPS[:-1]:
        assert step.state.turn == PLAYER
        assert step.action is not None
        apply(step.state, step.action)


def test_what_is_told_is_what_happens() -> None:
    """The numbers and names of the document, step by step."""
    first, second, third, fourth, announce, *_, last = STEPS
    assert "West has dealt" in said(first)
    assert "North bids 80♣" in said(second)
    assert "♦9 with another diamond adds ten, and that does not beat 100♣" in said(third)
    assert "ten more are allowed: 110♦" in said(third)
    assert "North takes a risk with 120♣" in said(fourth)
    assert "the contract is 120♣" in said(announce)
    assert "122 points" in said(announce)
    assert "third ♠Q-J-10" in said(announce)
    assert "20 points" in said(announce)
    # The first trick is told before the card of the second.
    assert "North takes the trick with ♣J" in said(at_trick(2))
    assert "= 33." in said(at_trick(2))
    assert "third ♠Q-J-10 of South" in said(at_trick(2))
    assert "West takes the trick" in said(at_trick(3))
    assert "Did you see ♠7 of East?" in said(at_trick(3))
    assert "33 to 31 in tricks, and 20 for your announce" in said(at_trick(4))
    assert "Your partner has trumped" in said(at_trick(4))
    assert "your only card of the suit led" in said(at_trick(5))
    assert "North takes the trick with ♥9" in said(at_trick(8))
    assert "151 to 31, yes" in said(last)
    assert "= 270." in said(last)


def test_both_languages_tell_every_step() -> None:
    for step in STEPS:
        english, french = (said(step, language) for language in LANGUAGES)
        assert english != french
        for text in (english, french):
            assert "{" not in text
            assert "  " not in text


@pytest.mark.slow
def test_the_hint_gives_what_the_document_advises() -> None:
    """Call by call and card by card; of the queens of the sixth trick one is as good."""
    queens = STEPS.index(at_trick(6))
    for place, step in enumerate(STEPS[:-1]):
        hint = step.hint()
        assert hint is not None
        assert all(told(hint, language).why for language in LANGUAGES)
        if place != queens:
            assert hint.action == step.action, place
            continue
        scores = {each.action: each.score for each in hint.candidates}
        assert step.action is not None
        assert scores[step.action] == pytest.approx(scores[hint.action])
        assert hint.action in {Play(Card.parse("SQ")), Play(Card.parse("DQ"))}
        assert "♠Q or ♦Q comes to the same; play ♠Q" in said(step)
    assert STEPS[-1].hint() is None
    assert PLAYED.score is not None
    assert PLAYED.score.score == (270, 30)
