"""Hints, analyses and reviews: what they say is what the players do."""

from __future__ import annotations

import functools

import attrs
import pytest

from overtrick import Seat, Suit
from overtrick_belote.errors import BeloteError
from overtrick_belote.explanations import review as reviewing
from overtrick_belote.explanations.hint import analysis, explain, hint, told
from overtrick_belote.explanations.moments import actions, moments
from overtrick_belote.explanations.review import (
    ERROR,
    Choice,
    Review,
    card_choice,
    choices_of,
    review,
)
from overtrick_belote.explanations.sentences import tell
from overtrick_belote.explanations.words import LANGUAGES
from overtrick_belote.players.advice import Advice, Level, Reason
from overtrick_belote.players.levels import advise
from overtrick_belote.players.search import Solving
from overtrick_belote.rules.announces import Announce, Kind
from overtrick_belote.rules.auction import DOUBLE, PASS, REDOUBLE, Bid
from overtrick_belote.rules.cards import Card, Rank
from overtrick_belote.rules.dealing import SeededRandom, numbered_hand
from overtrick_belote.rules.state import (
    Action,
    Declare,
    HandState,
    Play,
    View,
    apply,
    legal,
    start,
    view,
)

SEED = "a table"
QUICK = Solving.ROLLOUT
"""How the real cards are played out here; searching all eight tricks takes seconds."""


def played(number: int, level: Level, *, strays: int = 0) -> HandState:
    """A numbered hand to its end; one action in so many is of chance."""
    lots = SeededRandom(f"strays {number}")
    state = start(*numbered_hand(number))
    while state.turn is not None:
        action = advise(view(state, state.turn), level, SEED).action
        if strays and not lots.below(strays) and not isinstance(action, Bid):
            choices = [each for each in legal(state) if not isinstance(each, Bid)]
            action = choices[lots.below(len(choices))]
        state, _ = apply(state, action)
    return state


@functools.cache
def with_contract(level: Level, strays: int = 0) -> HandState:
    """The first numbered hand that ends in a contract."""
    for number in range(1, 50):
        state = played(number, level, strays=strays)
        if state.score is not None and state.declared:
            return state
    raise AssertionError


@pytest.mark.parametrize("level", [Level.NOVICE, Level.ADVANCED])
def test_the_analysis_is_what_was_thought_when_it_was_done(level: Level) -> None:
    state = with_contract(level)
    # Of an advanced player each third: he thinks longer.
    for moment in moments(state)[:: 1 if level is Level.NOVICE else 3]:
        explained = analysis(moment, level, SEED)
        assert explained.action == moment.action
        advice = advise(view(moment.before, moment.seat), level, SEED)
        assert explained.reasons == advice.reasons
        for language in LANGUAGES:
            said = told(explained, language)
            assert said.why
            assert all("{" not in line for line in (*said.lines, *said.tried))
            assert len(said.rows) == len(explained.candidates)
            assert all(len(row) == len(said.headings) for row in said.rows)


def test_an_analysis_by_another_is_refused() -> None:
    state = with_contract(Level.ADVANCED)
    moment = next(each for each in reversed(moments(state)) if len(legal(each.before)) > 1)
    wrong = next(each for each in legal(moment.before) if each != moment.action)
    stray = type(moment)(moment.seat, wrong, moment.before)
    with pytest.raises(BeloteError, match="chosen otherwise"):
        analysis(stray, Level.ADVANCED, SEED)


def test_the_hint_is_what_the_player_would_do() -> None:
    state = start(*numbered_hand(7))
    while state.turn is not None:
        seen = view(state, state.turn)
        given = hint(seen, Level.NOVICE, SEED)
        assert given.action == advise(seen, Level.NOVICE, SEED).action
        headline = told(given).headline
        if isinstance(given.action, Play):
            assert headline == f"I would play {tell_card(given.action.card)}."
        state, _ = apply(state, given.action)


def tell_card(card: Card) -> str:
    return card.suit.glyph + card.rank.symbol.replace("T", "10")


@pytest.mark.parametrize(
    ("calls", "action", "hinted", "done"),
    [
        ((), PASS, "I would pass.", "South (expert) passed:"),
        (
            (),
            Bid(110, Suit.DIAMONDS),
            "I would bid 110♦.",
            "South (expert) bid 110♦:",
        ),
        ((Bid(80, Suit.CLUBS),), DOUBLE, "I would double 80♣.", "East (expert) doubled 80♣:"),
        (
            (Bid(80, Suit.CLUBS), DOUBLE),
            REDOUBLE,
            "I would redouble 80♣ doubled.",
            "North (expert) redoubled 80♣ doubled:",
        ),
    ],
)
def test_headlines_of_calls(calls: tuple[Bid, ...], action: Bid, hinted: str, done: str) -> None:
    state = start(numbered_hand(1)[0], Seat.WEST)
    for call in calls:
        state, _ = apply(state, call)
    assert state.turn is not None
    seen = view(state, state.turn)
    advice = Advice(action=action, level=Level.EXPERT, reasons=())
    assert told(explain(seen, advice)).headline == hinted
    assert told(explain(seen, advice, past=True)).headline == done
    assert told(explain(seen, advice), "fr").headline != hinted


def test_moments_play_the_hand_again() -> None:
    for number in range(1, 6):
        state = played(number, Level.NOVICE)
        found = moments(state)
        assert [(each.seat, each.action) for each in found] == list(actions(state))
        last = found[-1]
        assert apply(last.before, last.action, last.seat)[0] == state
        if state.score is not None:
            assert [each.trick for each in found if isinstance(each.action, Play)] == sorted(
                list(range(1, 9)) * 4
            )


# Reviews.


def expert(seen: View) -> Advice:
    return advise(seen, Level.ADVANCED, "review")


def test_who_plays_as_the_expert_would_is_told_so() -> None:
    other = with_contract(Level.NOVICE)
    state = start(other.dealt, other.dealer)
    while state.turn is not None:
        seen = view(state, state.turn)
        quick = advise(seen, Level.NOVICE, SEED)
        state, _ = apply(state, (expert(seen) if state.turn == Seat.SOUTH else quick).action)
    found = review(state, Seat.SOUTH, expert, solving=QUICK)
    assert all(choice.known == 0.0 for choice in found.choices)
    assert not any(choice.is_error for choice in found.choices)
    assert found.summary[0].rule in {"review-sum-clean", "review-sum-nothing"}


def test_errors_come_first_and_cost_what_was_compared() -> None:
    state = with_contract(Level.ADVANCED, 3)
    errors = 0
    for seat in (Seat.SOUTH, Seat.EAST):
        found = review(state, seat, expert, solving=QUICK)
        check_review(found)
        errors += sum(choice.is_error for choice in found.choices)
        for choice in found.choices:
            check_choice(choice)
            something = any(reason.rule not in ORDINARY for reason in choice.sentences)
            assert (choice in found.notable) is something or not choice.trick
    assert errors


def check_review(found: Review) -> None:
    """The headline is the sum of what is listed, and the list is in the order that it says."""
    listed = [
        reason.facts["known"]
        for choice in found.choices
        for reason in choice.sentences
        if reason.rule == "review-known"
    ]
    told = [int(known + 0.5) for known in listed if isinstance(known, float)]
    facts = found.summary[0].facts
    assert told == sorted(told, reverse=True)
    assert (facts["errors"], facts["known"]) == (len(told), sum(told))
    assert facts["choices"] == len(found.choices)
    rest = found.choices[len(found.costly) :]
    assert not any(choice.is_error for choice in rest)
    assert [choice.trick for choice in rest] == sorted(choice.trick for choice in rest)


def made_up(known: float | None, trick: int, action: Action = PASS, actual: int = 0) -> Choice:
    better = Bid(80, Suit.CLUBS)
    facts = {"known": known or 0.0}
    sentences = (Reason("review-known", facts),) if known and known >= ERROR else ()
    return Choice(
        seat=Seat.SOUTH, trick=trick, place=0, action=action, better=better, known=known,
        actual=actual, sentences=sentences,
    )  # fmt: skip


def test_a_headline_sums_up_what_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    third = Declare(Announce(Kind.THIRD, Rank.NINE, Suit.CLUBS))
    made = [
        made_up(None, 0, actual=20),
        made_up(3.9, 0, actual=30),
        made_up(5.6, 1),
        attrs.evolve(made_up(None, 1), better=third),
        made_up(105.6, 2),
        made_up(0.0, 3, actual=90),
        made_up(5.6, 4),
    ]
    monkeypatch.setattr(reviewing, "choices_of", lambda *_, **__: iter(made))
    found = review(with_contract(Level.NOVICE), Seat.SOUTH, expert)
    check_review(found)
    assert found.choices == tuple(made[place] for place in (4, 3, 2, 6, 0, 1, 5))
    assert found.costly == found.choices[:4]
    english = [tell(reason) for reason in found.summary]
    assert english == [
        "South: 7 choices, 3 of them gave up 118 points of score on average by what could be"
        " known.",
        "1 announce was not said: 20 points.",
        "1 choice I would have made otherwise without working out the cost.",
        "2 good choices turned out badly as the cards lay: bad luck.",
        "What gave up most comes first.",
    ]
    french = [tell(reason, "fr") for reason in found.summary]
    assert "118" in french[0]
    assert french[-1] == "Le plus coûteux vient en premier."


def test_what_was_not_worked_out_is_said_for_players() -> None:
    reason = Reason("review-call-other", {"did": PASS, "better": Bid(80, Suit.CLUBS)})
    assert "peser" not in tell(reason, "fr")
    assert "Je n'ai pas calculé ce que passe rapporte" in tell(reason, "fr").replace("’", "'")
    assert "I cannot say what it cost" in tell(reason)


def test_a_card_that_was_not_compared_is_not_called_as_good() -> None:
    def novice(seen: View) -> Advice:
        return advise(seen, Level.NOVICE, SEED)

    state = with_contract(Level.ADVANCED, 3)
    found = [c for seat in Seat for c in choices_of(state, seat, novice, solving=QUICK)]
    others = [c for c in found if c.trick and c.known is None and isinstance(c.better, Play)]
    assert others
    for choice in others:
        assert choice.sentences[0].rule == "review-card-other"
        check_choice(choice)


ORDINARY = {f"review-{what}-{how}" for what in ("card", "call") for how in ("same", "as-good")}


def best_score(state: HandState, seat: Seat) -> int:
    """What a player's side scores less the others with best play by all: the rules tried out."""
    if state.turn is None:
        assert state.score is not None
        ours = state.score.score[seat % 2]
        return ours - state.score.score[1 - seat % 2]
    values = [best_score(apply(state, each)[0], seat) for each in legal(state)]
    return max(values) if (state.turn - seat) % 2 == 0 else min(values)


def test_the_cost_as_the_cards_lay_is_that_of_trying_everything() -> None:
    counted = 0
    for moment in moments(with_contract(Level.ADVANCED, 3)):
        if moment.trick < 6:
            continue
        choice = card_choice(moment, expert, Solving.EXACT)
        if choice is not None:
            best = best_score(moment.before, moment.seat)
            did = best_score(apply(moment.before, moment.action)[0], moment.seat)
            assert choice.actual == best - did
            counted += 1
    assert counted >= 4


def check_choice(choice: Choice) -> None:
    for language in LANGUAGES:
        text = " ".join(tell(reason, language) for reason in choice.sentences)
        assert "{" not in text
    rules = [reason.rule for reason in choice.sentences]
    if choice.is_error:
        assert rules[0] in {"review-card", "review-call-better"}
        assert choice.known is not None
        assert choice.known >= ERROR
    if choice.action == choice.better:
        assert choice.known == 0.0
        assert not choice.reasons
    if choice.trick:
        assert ("review-unlucky" in rules) is choice.is_bad_luck
    else:
        assert ("review-call-lay" in rules) is (choice.action != choice.better)


def test_only_a_hand_that_is_over_is_reviewed() -> None:
    with pytest.raises(BeloteError, match="when it is over"):
        review(start(*numbered_hand(1)), Seat.SOUTH, expert)


def test_an_announce_that_was_kept_is_told() -> None:
    state = with_contract(Level.ADVANCED)
    seat, announce = state.declared[0]
    silent = start(state.dealt, state.dealer)
    for who, action in actions(state):
        if not isinstance(action, Declare):
            silent, _ = apply(silent, action, who)
    found = list(choices_of(silent, seat, expert, solving=QUICK))
    kept = [choice for choice in found if choice.sentences[0].rule == "review-forgotten"]
    assert [choice.better for choice in kept][:1] == [Declare(announce)]
