"""The play of the levels: what is chosen, why, and that nobody looks at hidden cards."""

import attrs
import pytest

from overtrick import Seat, Suit
from overtrick_belote.errors import BeloteError
from overtrick_belote.players.advice import Level
from overtrick_belote.players.card_play import (
    ADVANCED,
    EXPERT,
    advise_card,
    advise_with,
    effort_of,
    sample,
)
from overtrick_belote.players.heuristics import agreeing
from overtrick_belote.players.levels import advise
from overtrick_belote.players.matches import (
    LevelPlayer,
    play_board,
    play_match,
    random_deal,
    summed_up,
)
from overtrick_belote.players.search import (
    Scorer,
    Solving,
    Stakes,
    compare,
    equity,
    stakes_of,
)
from overtrick_belote.rules.announces import best_announces
from overtrick_belote.rules.auction import DOUBLE, PASS, Bid
from overtrick_belote.rules.cards import cards_of, side_of
from overtrick_belote.rules.dealing import numbered_hand
from overtrick_belote.rules.options import RuleOptions
from overtrick_belote.rules.state import Declare, Phase, Play, apply, legal, playable, start, view
from overtrick_belote.solving.knowledge import know
from overtrick_belote.solving.position import position_of, rollout_values
from overtrick_belote.solving.ranked import ranked_hand, turn_of
from overtrick_belote.solving.worlds import FastRandom, Sampler

LEVELS = list(Level)


def at_play(number, options=None, **given):
    """A numbered hand at its first card, spades trump at 80."""
    state = start(*numbered_hand(number), options or RuleOptions(), **given)
    for call in (Bid(80, Suit.SPADES), PASS, PASS, PASS):
        state, _ = apply(state, call)
    return state


def positions(numbers, options=None, steps=24):
    """States of hands played at random, announces told as a computer does."""
    dice = FastRandom("positions")
    for number in numbers:
        state = at_play(number, options)
        for _ in range(steps):
            best = best_announces(state.dealt[state.turn], Suit.SPADES, state.options)
            actions = legal(state)
            told = [a for a in actions if isinstance(a, Declare) and a.announce in best]
            if told:
                state, _ = apply(state, told[0])
                continue
            yield state
            cards = [action for action in actions if isinstance(action, Play)]
            state, _ = apply(state, cards[dice.below(len(cards))])


def replayed(state, dealt):
    """The same calls, announces and cards with other hands."""
    again = start(dealt, state.dealer, state.options)
    for seat, call in state.auction.calls:
        again, _ = apply(again, call, seat)
    for trick in [*state.tricks, *([state.trick] if state.trick else [])]:
        for card in trick.cards:
            again, _ = apply(again, Play(card))
    return again


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_a_choice_does_not_change_when_hidden_cards_are_swapped(level):
    seen = 0
    # The expert's searches are the same as the advanced player's, only longer.
    hands = range(60, 61 if level is Level.EXPERT else 63)
    for state in positions(hands, RuleOptions(announces=False)):
        seat = state.turn
        looking = view(state, seat)
        if level is not Level.NOVICE and looking.hand.bit_count() not in {3, 4, 6}:
            continue
        belot = 0x60 << (8 * Suit.SPADES)
        said = advise(looking, level, "swap")
        for world in Sampler(know(looking), "others").draw(1 + (level is Level.NOVICE)):
            if any(hand & belot == belot for hand in (*world.dealt, *state.dealt)):
                # Who holds belot says so: the hands would not play as they did.
                continue
            other = replayed(state, world.dealt)
            assert other.hands[seat] == state.hands[seat]
            assert view(other, seat) == looking
            assert advise(view(other, seat), level, "swap") == said
            seen += other.dealt != state.dealt
    assert seen > len(hands)


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_choices_are_legal_and_the_same_again(level):
    for state in positions([70], steps=32):
        if level is not Level.NOVICE and state.hands[state.turn].bit_count() not in {2, 4, 7}:
            continue
        looking = view(state, state.turn)
        advice = advise_card(looking, level, "seed", fast=False)
        assert advice == advise_card(looking, level, "seed", fast=False)
        assert advice.level is level
        assert advice.action in legal(state)
        assert advice.reasons


@pytest.mark.slow
def test_the_best_of_the_candidates_is_chosen_and_told():
    forced = told = silent = close = 0
    for state in positions(range(80, 82), steps=32):
        looking = view(state, state.turn)
        advice = advise_card(looking, Level.ADVANCED, "told")
        names = [reason.rule for reason in advice.reasons]
        if playable(state).bit_count() == 1:
            assert names == ["forced"]
            assert advice.candidates == ()
            assert advice.worlds == 0
            forced += 1
            continue
        best = advice.candidates[0]
        cards = {candidate.action.card for candidate in advice.candidates}
        assert cards == set(cards_of(playable(state)))
        chosen = next(c for c in advice.candidates if c.action == advice.action)
        agreed = agreeing(looking, advice.action.card)
        assert advice.reasons[: len(agreed)] == agreed
        assert ("no-rule-of-thumb" in names) == (not agreed)
        told += bool(agreed)
        silent += not agreed
        figures = next(r for r in advice.reasons if r.rule.startswith("compared"))
        assert figures.facts["card"] == advice.action.card
        assert figures.facts["score"] == round(chosen.score, 1)
        assert figures.facts["worlds"] == advice.worlds == ADVANCED.worlds(looking.hand.bit_count())
        if figures.rule == "compared-cards":
            other = next(c for c in advice.candidates if c.action.card == figures.facts["other"])
            assert figures.facts["ahead"] == round(
                figures.facts["score"] - round(other.score, 1), 1
            )
            assert figures.facts["best"] == round(chosen.best, 2)
        if figures.rule == "compared-close":
            close += 1
            assert agreed
            assert best.score > chosen.score
        else:
            assert round(chosen.score, 1) >= round(best.score, 1)
        chance = next(r for r in advice.reasons if r.rule == "contract-chance")
        assert chance.facts["chance"] == round(chosen.chance, 2)
    assert forced > 2
    assert told > 10
    assert silent > 2
    assert (close > 0) == (ADVANCED.doubt > 0)


def test_candidates_count_up_what_the_worlds_hold():
    state = next(s for s in positions([90]) if len(s.tricks) == 3)
    looking = view(state, state.turn)
    worlds = sample(looking, ADVANCED, "seed")
    for one in compare(looking, worlds, Solving.ROLLOUT):
        candidate = one.candidate
        assert candidate.least <= candidate.score <= candidate.most
        assert 0 <= candidate.chance <= 1
        assert 0 <= candidate.best <= 1
    # By hand for one world: the score of its points, with what was announced.
    world = worlds[0]
    hands = [0, 0, 0, 0]
    for seat in Seat:
        hands[turn_of(seat, looking.seat)] = ranked_hand(world.hands[seat], Suit.SPADES)
    values = rollout_values(position_of(looking), hands)
    scorer, stakes = Scorer(looking), stakes_of(looking, world)
    by_hand = sorted(scorer.outcome(stakes, value)[0] for value in values)
    alone = compare(looking, [world], Solving.ROLLOUT)
    assert sorted(one.candidate.least for one in alone) == by_hand


def test_what_a_world_has_besides_tricks():
    for number in range(1, 60):
        state = at_play(number)
        truth = (state.dealt, Sampler(know(view(state, state.turn)), "x").draw(1)[0])
        world = attrs.evolve(truth[1], hands=state.hands, dealt=state.dealt)
        expected = stakes_of(view(state, state.turn), world)
        looker = state.turn
        while state.phase is Phase.PLAY:
            action = legal(state)[0]
            best = best_announces(state.dealt[state.turn], Suit.SPADES, state.options)
            told = [Declare(a) for a in best if Declare(a) in legal(state)]
            action = told[0] if told else next(a for a in legal(state) if isinstance(a, Play))
            state, _ = apply(state, action)
            if state.phase is Phase.PLAY and state.turn == looker:
                world = attrs.evolve(world, hands=state.hands)
                assert stakes_of(view(state, looker), world) == expected
        earned = state.score.earned
        assert expected == Stakes(earned.announces, earned.declared, earned.belot)


def test_scores_of_outcomes_are_those_of_the_scorer():
    state = at_play(5)
    scorer = Scorer(view(state, state.turn))
    nothing = Stakes((0, 0), (0, 0), (0, 0))
    ours = side_of(state.turn) == state.contract.side
    made = {82: 160 - 80, 81: -240, 162: 240, 252: 330, -90: -240, 0: -240}
    for points, difference in made.items():
        if ours:
            assert scorer.outcome(nothing, points)[0] == difference
        else:
            theirs = {252: -90, -90: 252}.get(points, 162 - points)
            assert scorer.outcome(nothing, theirs)[0] == -difference


def test_near_the_end_of_a_game_its_chance_decides():
    assert equity(3000, 0, 3000) == 1
    assert equity(2990, 3000, 3000) == 0
    assert equity(3000, 3000, 3000) == 0.5
    assert equity(2500, 2000, 3000) > equity(500, 0, 3000) > 0.5
    state = at_play(6, standing=(2900, 2900))
    advice = advise_card(view(state, state.turn), Level.ADVANCED, "end")
    assert "game-near-end" in [reason.rule for reason in advice.reasons]
    state = at_play(6)
    advice = advise_card(view(state, state.turn), Level.ADVANCED, "end")
    assert "game-near-end" not in [reason.rule for reason in advice.reasons]


def test_without_the_extra_the_expert_says_so():
    state = at_play(6)
    looking = view(state, state.turn)
    advice = advise_card(looking, Level.EXPERT, "seed", fast=False)
    (said,) = [reason for reason in advice.reasons if reason.rule == "without-fast"]
    assert said.facts == {"worlds": EXPERT.early, "cards": EXPERT.exact}
    assert effort_of(Level.EXPERT, fast=True) != EXPERT
    quick = attrs.evolve(EXPERT, early=5, fast=3)
    names = [reason.rule for reason in advise_with(looking, Level.EXPERT, "seed", quick).reasons]
    assert "without-fast" not in names


def test_a_computer_declares_all_it_has_before_its_first_card():
    seen = 0
    for number in range(1, 80):
        state = at_play(number)
        while state.phase is Phase.PLAY and len(state.tricks) < 2:
            advice = advise(view(state, state.turn), Level.NOVICE, "seed")
            if isinstance(advice.action, Declare):
                seen += 1
                (reason,) = advice.reasons
                assert reason.rule == "declare-announce"
                assert reason.facts["points"] == advice.action.announce.points
            state, _ = apply(state, advice.action)
        for seat in Seat:
            told = {announce for who, announce in state.declared if who == seat}
            assert told == set(best_announces(state.dealt[seat], Suit.SPADES, state.options))
    assert seen > 30


def test_advice_is_for_who_is_at_turn():
    state = at_play(6)
    with pytest.raises(BeloteError, match="turn"):
        advise(view(state, Seat((state.turn + 1) & 3)), Level.NOVICE, "seed")


def test_levels_call_and_play_whole_hands():
    state = start(*numbered_hand(11))
    while state.turn is not None:
        state, _ = apply(state, advise(view(state, state.turn), Level.NOVICE, "seed").action)
    assert state.phase is Phase.OVER


def test_a_level_against_itself_wins_nothing():
    state = at_play(12)
    player = LevelPlayer(Level.NOVICE)
    board = play_board(state, player, player, "seed")
    assert (board.score, board.trick_points) == (0, 0)
    assert board.decisions[0] == board.decisions[1] > 8


@pytest.mark.slow
def test_matches_are_repeatable_and_counted_once():
    ticks = []
    first = play_match(
        Level.ADVANCED, Level.NOVICE, 2, "seed", auction=Level.NOVICE, after=ticks.append
    )
    again = play_match(Level.ADVANCED, Level.NOVICE, 2, "seed", auction=Level.NOVICE)
    assert ticks == [1, 2]
    strip = {"cpu_ms_per_decision": (0.0, 0.0)}
    assert attrs.evolve(first, **strip) == attrs.evolve(again, **strip)
    assert first.interval[0] <= first.score_per_board <= first.interval[1]
    assert first.bootstrap[0] <= first.score_per_board <= first.bootstrap[1]
    back = play_match(Level.NOVICE, Level.ADVANCED, 2, "seed", auction=Level.NOVICE)
    assert back.score_per_board == -first.score_per_board
    with pytest.raises(BeloteError, match="two boards"):
        summed_up("a", "b", [])


def test_deals_of_a_match_are_frozen():
    state = random_deal("seed", 1)
    assert (state.dealer, state.dealt) == FROZEN_DEAL


FROZEN_DEAL = (Seat.EAST, (0x88408434, 0x18048C9, 0x24262202, 0x52191100))


def test_doubled_contracts_count_twice_in_the_figures():
    state = start(*numbered_hand(6))
    for call in (Bid(80, Suit.SPADES), DOUBLE, PASS, PASS, PASS):
        state, _ = apply(state, call)
    scorer = Scorer(view(state, state.turn))
    nothing = Stakes((0, 0), (0, 0), (0, 0))
    plain = Scorer(view(at_play(6), state.turn))
    assert scorer.outcome(nothing, 100)[0] == 2 * plain.outcome(nothing, 100)[0]
