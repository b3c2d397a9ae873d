"""Hidden cards: what is known is never wrong, worlds agree with it, searches agree."""

import importlib.util

import attrs
import pytest

from overtrick import Seat, Suit
from overtrick_belote.rules.announces import Kind, best_announces, possible
from overtrick_belote.rules.auction import PASS, Bid
from overtrick_belote.rules.cards import CARDS, POINTS, Card, cards_of
from overtrick_belote.rules.dealing import numbered_hand
from overtrick_belote.rules.options import RuleOptions
from overtrick_belote.rules.play import legal_cards
from overtrick_belote.rules.state import Declare, Phase, Play, apply, legal, start, view
from overtrick_belote.solving.exact import brute
from overtrick_belote.solving.knowledge import know
from overtrick_belote.solving.position import (
    Position,
    exact_values,
    position_of,
    rollout_values,
)
from overtrick_belote.solving.ranked import (
    NATURAL,
    RANKED,
    RANKED_POINTS,
    ranked_hand,
    ranked_legal,
    turn_of,
)
from overtrick_belote.solving.rollout import SLAM_FOR_THEM, SLAM_FOR_US, choose, play_out
from overtrick_belote.solving.worlds import FastRandom, Sampler, clumped, resampled


def played(number, dice, options=None, stop=32):
    """Yield the states of a hand played at random; announces are said half of the time."""
    hands, dealer = numbered_hand(number)
    state = start(hands, dealer, options or RuleOptions())
    for call in (Bid(80, Suit(dice.below(4))), PASS, PASS, PASS):
        state, _ = apply(state, call)
    cards = 0
    while state.phase is Phase.PLAY:
        yield state
        actions = legal(state)
        best = best_announces(state.dealt[state.turn], state.contract.bid.suit, state.options)
        said = [a for a in actions if isinstance(a, Declare) and a.announce in best]
        if said and dice.below(2):
            state, _ = apply(state, said[0])
            continue
        choices = [action for action in actions if isinstance(action, Play)]
        cards += 1
        if cards > stop:
            return
        state, _ = apply(state, choices[dice.below(len(choices))])


@pytest.mark.slow
@pytest.mark.parametrize("duty", [False, True])
@pytest.mark.parametrize("shown", [False, True])
def test_what_is_known_is_never_wrong(duty, shown):
    dice = FastRandom(f"known {duty} {shown}")
    options = RuleOptions(undertrump_duty=duty, show_all_announces=shown)
    voids = certain = 0
    for number in range(1, 14):
        for state in played(number, dice, options):
            for seat in Seat:
                known = know(view(state, seat))
                assert known.allows(state.hands)
                assert known.possible[seat] == state.hands[seat]
                for other in Seat:
                    kinds = {a.kind for who, a in state.declared if who == other}
                    assert set(known.kinds[other]) <= kinds
                    if other != seat:
                        voids += sum(known.void(other, suit) for suit in Suit)
                        certain += known.certain[other].bit_count()
    # It would be easy to be right with nothing to say.
    assert voids > 1000
    assert certain > 300


def ruled_out(state, seat, card):
    return not know(view(state, Seat((seat + 1) & 3))).possible[seat] >> card & 1


def test_a_ceiling_is_known_from_a_lower_trump():
    # South leads the king of trumps, East cannot beat it: he has neither ace nor ten, nine, jack.
    hands = [0, 0, 0, 0]
    for seat, names in zip(
        (Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST),
        ("SA ST", "S7 S8 SQ", "SK", "SJ S9"),
        strict=True,
    ):
        for name in names.split():
            hands[seat] |= Card.parse(name).mask
    rest = [c for c in CARDS if c.suit != Suit.SPADES]
    for seat in Seat:
        while hands[seat].bit_count() < 8:
            hands[seat] |= 1 << rest.pop()
    state = start(hands, Seat.WEST)
    for call in (Bid(80, Suit.SPADES), PASS, PASS, PASS):
        state, _ = apply(state, call)
    for name in ("SK", "S7"):
        state, _ = apply(state, Play(Card.parse(name)))
    for name in ("SJ", "S9", "SA", "ST"):
        assert ruled_out(state, Seat.EAST, Card.parse(name))
    for name in ("SQ", "S8"):
        assert not ruled_out(state, Seat.EAST, Card.parse(name))


def test_worlds_agree_with_what_is_known():
    dice = FastRandom("worlds")
    for number in range(50, 56):
        for state in played(number, dice):
            seat = Seat(dice.below(4))
            known = know(view(state, seat))
            for world in Sampler(known, "seed").draw(3):
                assert known.allows(world.hands)
                assert world.weight > 0
                for other in Seat:
                    assert world.dealt[other] == world.hands[other] | known.played[other]
                    held = [a.kind for a in _all_announces(world.dealt[other])]
                    assert all(kind in held for kind in known.kinds[other])


def _all_announces(hand):
    return list(possible(hand))


def test_worlds_are_drawn_as_often_as_they_should():
    dice = FastRandom("uniform")
    for number in range(1, 60):
        for state in played(number, dice):
            known = know(view(state, state.turn))
            hidden = [s for s in Seat if s != state.turn]
            if sum(known.counts[s] for s in hidden) == 6 and not any(known.kinds):
                every = _every_deal(known, hidden)
                if len(every) > 3:
                    break
        else:
            continue
        break
    draws = 200 * len(every)
    counts = dict.fromkeys(every, 0)
    for world in Sampler(known, "seed").draw(draws):
        counts[tuple(world.hands[s] for s in hidden)] += 1
    chi = sum((count - 200) ** 2 / 200 for count in counts.values())
    assert chi < 2 * len(every) + 20


def _every_deal(known, hidden):
    cards = [c for c in CARDS if any(known.possible[s] >> c & 1 for s in hidden)]
    found = []

    def walk(place, hands):
        if place == len(cards):
            if known.allows(tuple(hands.get(s, known.certain[known.seat]) for s in Seat)):
                found.append(tuple(hands[s] for s in hidden))
            return
        for seat in hidden:
            if known.possible[seat] >> cards[place] & 1:
                walk(place + 1, {**hands, seat: hands[seat] | 1 << cards[place]})

    walk(0, dict.fromkeys(hidden, 0))
    return found


def test_deals_with_a_told_announce_have_the_weight_of_all_that_fit():
    # South hears that West has a third: the mean of anything over weighted worlds is that over
    # deals drawn without the knowledge, of which those without a third are thrown away.
    for number in range(1, 200):
        hands, dealer = numbered_hand(number)
        best = best_announces(hands[Seat.WEST], Suit.SPADES, RuleOptions())
        if dealer == Seat.NORTH and [announce.kind for announce in best] == [Kind.THIRD]:
            break
    state = start(hands, dealer)
    for call in (Bid(80, Suit.SPADES), PASS, PASS, PASS):
        state, _ = apply(state, call)
    (announce,) = best
    before = know(view(state, Seat.SOUTH))
    state, _ = apply(state, Declare(announce))
    after = know(view(state, Seat.SOUTH))
    assert after.kinds[Seat.WEST] == (Kind.THIRD,)

    def mean(worlds):
        total = sum(w.weight for w in worlds)
        return sum(w.weight * (w.dealt[Seat.WEST] & 0xFF).bit_count() for w in worlds) / total

    told = Sampler(after, "told").draw(2000)
    plain = [
        w
        for w in Sampler(before, "plain").draw(5000)
        if any(a.kind == Kind.THIRD for a in _all_announces(w.dealt[Seat.WEST]))
    ]
    assert len(plain) > 600
    assert mean(told) == pytest.approx(mean(plain), abs=0.15)


def test_dice_are_frozen():
    dice = FastRandom("overtrick")
    assert [dice.below(1000) for _ in range(6)] == FROZEN_NUMBERS
    items = list(range(10))
    dice.shuffle(items)
    assert items == FROZEN_ORDER
    assert round(dice.fraction(), 9) == FROZEN_FRACTION


def test_worlds_are_frozen():
    hands, dealer = numbered_hand(7)
    known = know(view(start(hands, dealer), Seat.SOUTH))
    (world,) = Sampler(known, "frozen").draw(1)
    assert world.hands == FROZEN_WORLD


FROZEN_NUMBERS = [578, 3, 672, 583, 692, 134]
FROZEN_ORDER = [7, 2, 4, 8, 5, 3, 6, 9, 1, 0]
FROZEN_FRACTION = 0.180159227
FROZEN_WORLD = (0xD1160010, 0x280A8E, 0x281F001, 0x2C400560)


def test_resampling_keeps_proportions():
    hands, dealer = numbered_hand(7)
    known = know(view(start(hands, dealer), Seat.SOUTH))
    worlds = [
        attrs.evolve(world, weight=float(place % 4))
        for place, world in enumerate(Sampler(known, "seed").draw(40))
    ]
    chosen = list(resampled(worlds, 60, FastRandom("resample")))
    assert sum(world.weight for world in chosen) == 60
    weights = {world.dealt: world.weight for world in worlds}
    assert all(abs(world.weight - weights[world.dealt]) <= 1 for world in chosen)


def test_cut_decks_make_uneven_hands_likelier():
    even = (0x03030303, 0x0C0C0C0C, 0x30303030, 0xC0C0C0C0)
    uneven = (0xFF, 0xFF00, 0xFF0000, 0xFF000000)
    assert clumped(uneven, Seat.NORTH) > 3 * clumped(even, Seat.NORTH)


@pytest.mark.parametrize("trump", list(Suit))
def test_ranked_cards_keep_strength_points_and_laws(trump):
    dice = FastRandom(f"ranked {trump}")
    for card in CARDS:
        ranked = RANKED[trump][card]
        assert NATURAL[trump][ranked] == card
        assert RANKED_POINTS[ranked] == POINTS[trump][card]
        assert ranked_hand(1 << card, trump) == 1 << ranked
    for duty in (False, True):
        options = RuleOptions(undertrump_duty=duty)
        for _ in range(300):
            deck = list(CARDS)
            dice.shuffle(deck)
            table = deck[: 1 + dice.below(3)]
            hand = sum(1 << card for card in deck[4 : 5 + dice.below(8)])
            ranked = [RANKED[trump][card] for card in table]
            best = place = 0
            for at, card in enumerate(ranked):
                if at == 0 or (card > best and (card >= 24 or card >> 3 == ranked[0] >> 3)):
                    best, place = card, at
            partner = len(table) > 1 and place == len(table) - 2
            expected = ranked_hand(legal_cards(hand, table, trump, options), trump)
            given = ranked_legal(ranked_hand(hand, trump), ranked[0] >> 3, best, partner, duty)
            assert given == expected


def an_end(dice, cards):
    """A position with so many cards in each hand, the looker to lead."""
    deck = list(range(32))
    dice.shuffle(deck)
    hands = [sum(1 << card for card in deck[k * cards : (k + 1) * cards]) for k in range(4)]
    done = 8 - cards
    tricks = (0, done, min(1, done))[dice.below(3)]
    gone = sum(RANKED_POINTS[card] for card in deck[4 * cards :])
    points = 0 if not tricks else gone if tricks == done else dice.below(gone + 1)
    position = Position(
        cards=hands[0],
        led=0,
        best=0,
        winner=0,
        played=0,
        table=0,
        points=points,
        tricks=tricks,
        done=done,
        ours=bool(dice.below(2)),
        duty=bool(dice.below(2)),
    )
    return position, hands


@pytest.mark.parametrize(("cards", "times"), [(1, 40), (2, 60), (3, 25)])
def test_exact_search_equals_trying_everything(cards, times):
    dice = FastRandom(f"ends {cards}")
    for _ in range(times):
        position, hands = an_end(dice, cards)
        found = exact_values(position, hands)
        for card, value in zip(_down(position.cards), found, strict=True):
            left = [hands[0] ^ (1 << card), *hands[1:]]
            led, best, winner, played, table = position.after(card)
            assert value == brute(
                left,
                1,
                led,
                best,
                winner,
                played,
                table,
                position.points,
                position.tricks,
                position.done,
                duty=position.duty,
            )


def _down(cards):
    return [int(card) for card in cards_of(cards)]


def test_exact_search_in_the_middle_of_tricks():
    dice = FastRandom("middle")
    seen = 0
    for number in range(200, 215):
        for state in played(number, dice):
            if state.hands[state.turn].bit_count() != 3 or not state.trick.cards:
                continue
            seen += 1
            looking = view(state, state.turn)
            position = position_of(looking)
            trump = state.contract.bid.suit
            hands = [0, 0, 0, 0]
            for seat in Seat:
                hands[turn_of(seat, state.turn)] = ranked_hand(state.hands[seat], trump)
            values = exact_values(position, hands)
            for card, value in zip(_down(position.cards), values, strict=True):
                left = [hands[0] ^ (1 << card), *hands[1:]]
                led, best, winner, played_, table = position.after(card)
                assert value == brute(
                    left,
                    1,
                    led,
                    best,
                    winner,
                    played_,
                    table,
                    position.points,
                    position.tricks,
                    position.done,
                    duty=position.duty,
                )
    assert seen > 40


def test_rollouts_and_searches_agree_on_the_last_card():
    dice = FastRandom("both")
    for _ in range(100):
        position, hands = an_end(dice, 1)
        assert rollout_values(position, hands) == exact_values(position, hands)


def test_rollouts_keep_the_rules_and_count_right():
    dice = FastRandom("rollouts")
    for _ in range(200):
        position, hands = an_end(dice, 1 + dice.below(8))
        for value in rollout_values(position, hands):
            assert SLAM_FOR_THEM <= value <= SLAM_FOR_US
            assert not 162 < value < SLAM_FOR_US
            assert not SLAM_FOR_THEM < value < 0


def test_the_quick_policy_plays_legal_cards():
    dice = FastRandom("policy")
    for number in range(300, 330):
        for state in played(number, dice):
            position = position_of(view(state, state.turn))
            trump = state.contract.bid.suit
            hands = [0, 0, 0, 0]
            for seat in Seat:
                hands[turn_of(seat, state.turn)] = ranked_hand(state.hands[seat], trump)
            card = choose(
                hands,
                0,
                position.played,
                position.led,
                position.best,
                position.winner,
                ours=position.ours,
                duty=position.duty,
            )
            assert position.cards >> card & 1


def test_all_points_are_dealt_out():
    # Whoever leads a hand of the eight highest trumps takes a slam.
    hands = [0xFF000000, 0xFF, 0xFF00, 0xFF0000]
    assert play_out(hands, 0, 0, 0, 0, 0, 0, 0, 0, 0, ours=True, duty=False) == SLAM_FOR_US
    hands = [0xFF, 0xFF000000, 0xFF00, 0xFF0000]
    assert play_out(hands, 1, 0, 0, 0, 0, 0, 0, 0, 0, ours=True, duty=False) == SLAM_FOR_THEM


@pytest.mark.slow
@pytest.mark.skipif(
    importlib.util.find_spec("numba") is None, reason="the extra `fast` (numba) is not installed"
)
def test_the_compiled_search_equals_the_plain_one():
    from overtrick_belote.solving.fast import fast_values

    dice = FastRandom("fast")
    for cards, times in ((1, 60), (2, 60), (3, 60), (4, 30), (5, 10)):
        for _ in range(times):
            position, hands = an_end(dice, cards)
            assert fast_values(position, hands) == exact_values(position, hands)
    for number in range(400, 410):
        for state in played(number, dice):
            if state.hands[state.turn].bit_count() > 4:
                continue
            position = position_of(view(state, state.turn))
            hands = [0, 0, 0, 0]
            for seat in Seat:
                hands[turn_of(seat, state.turn)] = ranked_hand(
                    state.hands[seat], state.contract.bid.suit
                )
            assert fast_values(position, hands) == exact_values(position, hands)
