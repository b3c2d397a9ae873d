"""Calls of the three levels: the table of rules, its sums, and the expert's comparison."""

from __future__ import annotations

import random
from collections import Counter

import attrs
import pytest

from overtrick import Seat, Suit
from overtrick_belote.errors import BeloteError
from overtrick_belote.explanations.sentences import tell
from overtrick_belote.players import call_rules
from overtrick_belote.players.advice import Level
from overtrick_belote.players.bidding import (
    DOUBLE_CAUTION,
    DOUBLE_SHARE,
    RULES,
    advise_call,
    caution,
    likely_calls,
)
from overtrick_belote.players.call_rules import advise_by_rules, choose, scene
from overtrick_belote.players.evaluation import (
    WEIGHTS,
    TrumpOwner,
    announces_items,
    announces_value,
    cards_items,
    cards_value,
    total,
)
from overtrick_belote.players.inference import weigher, weight
from overtrick_belote.rules.announces import best_announces
from overtrick_belote.rules.auction import (
    DOUBLE,
    PASS,
    Bid,
    add_call,
    is_legal_call,
    legal_calls,
    open_auction,
)
from overtrick_belote.rules.cards import Card, following, hand_of
from overtrick_belote.rules.dealing import numbered_hand
from overtrick_belote.rules.options import RuleOptions
from overtrick_belote.rules.state import HandState, Phase, apply, start, view
from overtrick_belote.rules.tutorial_hand import tutorial_hand

OPTIONS = RuleOptions()


def hand(text: str) -> int:
    return hand_of(map(Card.parse, text.split()))


def random_hand(rng: random.Random) -> int:
    return hand_of(Card(card) for card in rng.sample(range(32), 8))


def random_auction(rng: random.Random, options: RuleOptions = OPTIONS):
    """An auction that has not ended, of calls that people might make and some that none would."""
    at = open_auction(rng.choice(list(Seat)))
    for _ in range(rng.randrange(9)):
        seat = at.turn
        assert seat is not None
        calls = legal_calls(at, seat, options)
        bids = [call for call in calls if isinstance(call, Bid)][: rng.choice((4, 8, 16))]
        lot = rng.random()
        if lot < 0.5 or (not bids and lot < 0.8):
            call = PASS
        elif lot < 0.93 and bids:
            call = rng.choice(bids)
        else:
            call = calls[-1] if not isinstance(calls[-1], Bid) else PASS
        after = add_call(at, seat, call, options)
        if after.turn is None:
            break
        at = after
    return at


# The sums -------------------------------------------------------------------------------------


def second_count(mine: int, trump: Suit, whose: TrumpOwner, leads: bool) -> int:
    """The value of a hand by its cards' names, with nothing of the code that is tested."""
    weights = WEIGHTS[whose]
    suits = {suit: [c for c in map(Card, range(32)) if mine >> c & 1 and c.suit == suit]
             for suit in Suit}  # fmt: skip
    held = {str(card)[1] for card in suits[trump]}
    value = weights.base + weights.trump * len(suits[trump])
    value += 0 if suits[trump] else weights.no_trump
    for letter, worth in (("J", weights.jack), ("9", weights.nine), ("A", weights.ace),
                          ("T", weights.ten)):  # fmt: skip
        value += worth if letter in held else 0
    for suit in Suit:
        if suit != trump:
            ranks = {str(card)[1] for card in suits[suit]}
            value += weights.side_ace if "A" in ranks else 0
            value += weights.ace_ten if {"A", "T"} <= ranks else 0
            guarded = "T" in ranks and "A" not in ranks and len(ranks) > 1
            value += weights.guarded_ten if guarded else 0
            value += weights.void if not ranks and suits[trump] else 0
    return value + (weights.lead if leads else 0)


def test_sums_add_up_and_a_second_count_agrees() -> None:
    rng = random.Random(1)
    for _ in range(1500):
        mine, trump = random_hand(rng), rng.choice(list(Suit))
        whose, leads = rng.choice(list(TrumpOwner)), rng.random() < 0.5
        value = cards_value(mine, trump, whose, leads)
        assert value == second_count(mine, trump, whose, leads)
        assert value == total(cards_items(mine, trump, whose, leads))


@pytest.mark.parametrize(
    "options",
    [
        OPTIONS,
        RuleOptions(announces=False),
        RuleOptions(belot_cards_in_announces=False),
        RuleOptions(eight_in_sequence_twice=False),
    ],
)
def test_announces_are_counted_as_they_are_taken_apart(options: RuleOptions) -> None:
    rng = random.Random(2)
    long_suit = [0xFF << (8 * suit) for suit in range(4)]
    hands = [random_hand(rng) for _ in range(120)] + long_suit
    hands += [hand("SJ HJ DJ CJ ST HT DT CT"), hand("SJ ST S9 S8 HJ DJ CJ C7")]
    for mine in hands:
        for trump in Suit:
            items = announces_items(mine, trump, options)
            assert announces_value(mine, trump, options) == total(items)
            assert len(items) >= len(best_announces(mine, trump, options))


def test_what_is_told_of_a_call_adds_up() -> None:
    rng = random.Random(3)
    counted = 0
    for _ in range(600):
        at, mine = random_auction(rng), random_hand(rng)
        advice = advise_by_rules(scene(at, OPTIONS, Level.ADVANCED), mine, Level.ADVANCED)
        first, *lines = advice.reasons
        told = sum(reason.facts["value"] for reason in lines if "value" in reason.facts)
        names = [name for name in ("worth", "their_worth", "sum") if name in first.facts]
        if not names or first.rule in {"double-four", "respond-nothing", "respond-too-low"}:
            continue
        name = "sum" if "sum" in names else "their_worth" if "their_worth" in names else "worth"
        assert first.facts[name] == told, advice
        counted += 1
    assert counted > 250


# The rules ------------------------------------------------------------------------------------


@pytest.mark.slow
def test_every_rule_is_reached_and_no_call_is_illegal() -> None:
    rng = random.Random(4)
    seen: Counter[str] = Counter()
    options = [OPTIONS, RuleOptions(announces=False), RuleOptions(extra_ten_on_nothing=True)]
    standings = [(0, 0), (2900, 1000), (1000, 2900), (2950, 2950)]
    # 20,000 positions: each auction is met with sixteen hands.
    for number in range(1250):
        rules = options[number % 3]
        at = random_auction(rng, rules)
        seat = at.turn
        assert seat is not None
        level = rng.choice(list(Level))
        around = scene(at, rules, level, rng.choice(standings))
        for place in range(16):
            mine = random_hand(rng)
            call = choose(around, mine)
            assert is_legal_call(at, seat, call, rules), (at, mine, call)
            if place == 0:
                advice = advise_by_rules(around, mine, level)
                assert advice.action == call
                seen.update(reason.rule for reason in (*advice.reasons, *advice.tried))
    # Nobody bids 820 by chance, and four of a rank are rare: both have a test of their own.
    names = {rule.id for rule in call_rules.RULES}
    assert names - set(seen) <= {"pass-high", "double-four"}


def test_no_trump_of_my_own_is_no_reason_to_expect_more_of_them() -> None:
    # What they lack my partner has: less is expected of them than against one small trump, and
    # no level doubles for the want of trumps alone.
    around = scene(theirs_at(130), OPTIONS, Level.ADVANCED)
    void, one = hand("SQ S8 S7 DA D7 CA CJ C9"), hand("SQ S8 H7 DA D7 CA CJ C9")
    assert around.their_worth(void) == around.their_worth(one) - 10
    assert around.their_worth(void) > 130
    assert choose(around, void) != DOUBLE
    lines = [item.reason.rule for item in around.their_items(void)]
    assert "value-no-trump" in lines
    assert "value-no-trump" not in [item.reason.rule for item in around.their_items(one)]
    # Trumps that stop theirs are one.
    stacked = hand("HJ H9 H8 H7 DA D7 CA SA")
    assert choose(around, stacked) == DOUBLE


def theirs_at(amount: int):
    """South opened with an amount in hearts, and East is to call."""
    return add_call(open_auction(Seat.WEST), Seat.SOUTH, Bid(amount, Suit.HEARTS), OPTIONS)


def test_a_useless_four_doubles() -> None:
    at = open_auction(Seat.WEST)
    at = add_call(at, Seat.SOUTH, Bid(80, Suit.HEARTS), OPTIONS)
    mine = hand("SQ HQ DQ CQ S7 S8 D7 C7")
    for level in Level:
        advice = advise_by_rules(scene(at, OPTIONS, level), mine, level)
        assert (advice.action, advice.reasons[0].rule) == (DOUBLE, "double-four")
        assert advice.reasons[0].facts["worth"] == 100
    without = advise_by_rules(
        scene(at, RuleOptions(announces=False), Level.NOVICE), mine, Level.NOVICE
    )
    assert without.action == PASS


def test_nothing_beats_the_greatest_bid() -> None:
    at = add_call(open_auction(Seat.WEST), Seat.SOUTH, Bid(820, Suit.HEARTS), OPTIONS)
    mine = hand("SQ HK DQ CQ S7 S8 D7 C7")
    advice = advise_by_rules(scene(at, OPTIONS, Level.NOVICE), mine, Level.NOVICE)
    assert (advice.action, advice.reasons[0].rule) == (PASS, "pass-high")


def test_the_score_of_the_game_matters_a_little() -> None:
    at = open_auction(Seat.WEST)
    plain = scene(at, OPTIONS, Level.ADVANCED)
    behind = scene(at, OPTIONS, Level.ADVANCED, (1000, 2900))
    ahead = scene(at, OPTIONS, Level.ADVANCED, (2900, 1000))
    level = scene(at, OPTIONS, Level.ADVANCED, (2900, 2900))
    assert behind.needed(80) == ahead.needed(80) == plain.needed(80) - 10
    assert level.needed(80) == plain.needed(80)
    assert behind.standing[0].reason.facts["their_need"] == 100


def test_levels_differ() -> None:
    at = add_call(open_auction(Seat.WEST), Seat.SOUTH, Bid(80, Suit.HEARTS), OPTIONS)
    novice, advanced = (scene(at, OPTIONS, level) for level in (Level.NOVICE, Level.ADVANCED))
    # A novice competes later, does not double by sums and does not hear what others call.
    assert novice.needed(90) > advanced.needed(90)
    strong = hand("HJ H9 HA HT HK DA CA SA")
    assert choose(novice, strong) != DOUBLE
    assert choose(advanced, strong) == DOUBLE
    assert not any(suit.told for suit in novice.suits)
    assert any(suit.told for suit in advanced.suits)


def test_who_is_not_to_call_gets_no_advice() -> None:
    hands, dealer = numbered_hand(1)
    state = start(hands, dealer)
    other = next(seat for seat in Seat if seat != state.turn)
    with pytest.raises(BeloteError, match="is not to call"):
        advise_call(view(state, other), Level.NOVICE, "s")


# The expert -----------------------------------------------------------------------------------


def called(number: int, level: Level = Level.ADVANCED) -> HandState:
    hands, dealer = numbered_hand(number)
    state = start(hands, dealer)
    while state.phase is Phase.AUCTION and state.turn is not None:
        seen = view(state, state.turn)
        state, _ = apply(state, advise_call(seen, level, "s").action)
    return state


@pytest.mark.slow
def test_the_expert_calls_as_the_tutorial_tells() -> None:
    hand_told = tutorial_hand()
    state = hand_told.begin()
    reasons: dict[str, str] = {}
    for _, action in hand_told.actions():
        if state.phase is not Phase.AUCTION or state.turn is None:
            break
        advice = advise_call(view(state, state.turn), Level.EXPERT, "tutorial")
        assert advice.action == action, (state.turn, action, advice)
        reasons[f"{state.turn.symbol} {len(state.auction.calls)}"] = advice.reasons[0].rule
        state, _ = apply(state, action)
    # West answers 90 of diamonds over 100 of clubs with the nine, and ten more.
    assert reasons["W 7"] == "respond-extra"
    # South has nothing to respond.
    assert reasons["S 12"] == "respond-nothing"


def test_the_document_s_example_of_a_response() -> None:
    at = open_auction(Seat.WEST)
    for seat, call in (
        (Seat.SOUTH, Bid(80, Suit.SPADES)),
        (Seat.EAST, Bid(110, Suit.HEARTS)),
    ):
        at = add_call(at, seat, call, OPTIONS)
    mine = hand("S9 S7 HK DA D8 CA C8 C7")
    for level in Level:
        advice = advise_by_rules(scene(at, OPTIONS, level), mine, level)
        assert advice.action == Bid(120, Suit.SPADES)
        assert advice.reasons[0].facts["sum"] == 30
        assert [reason.facts["value"] for reason in advice.reasons[1:]] == [10, 20]


@pytest.mark.slow
def test_the_same_seed_gives_the_same_call_and_hidden_cards_change_nothing() -> None:
    rng = random.Random(5)
    compared = 0
    for number in range(1, 60):
        hands, dealer = numbered_hand(number)
        state = start(hands, dealer)
        mine = following(dealer)
        advice = advise_call(view(state, mine), Level.EXPERT, "s")
        if not advice.candidates:
            continue
        hidden = [Card(c) for c in range(32) if not hands[mine] >> c & 1]
        rng.shuffle(hidden)
        others = iter((hidden[:8], hidden[8:16], hidden[16:]))
        swapped = [hands[seat] if seat == mine else hand_of(next(others)) for seat in Seat]
        again = advise_call(view(start(swapped, dealer), mine), Level.EXPERT, "s")
        assert again == advice
        assert advice.worlds > 0
        assert {c.action for c in advice.candidates} >= {advice.action}
        assert advice.candidates[0].action == advice.action
        around = scene(state.auction, state.options, Level.EXPERT)
        best = max(c.score - caution(around, c.action) for c in advice.candidates)
        mine_worth = advice.candidates[0].score - caution(around, advice.action)
        assert best - mine_worth <= 24 + 1e-9
        compared += 1
        if compared == 2:
            break
    assert compared == 2


def test_first_responses_are_never_left_to_comparison() -> None:
    rng = random.Random(6)
    met = 0
    for _ in range(800):
        at, mine = random_auction(rng), random_hand(rng)
        around = scene(at, OPTIONS, Level.EXPERT)
        if around.answers(mine):
            met += 1
            call = choose(around, mine)
            assert likely_calls(around, mine, call) == (call,)
    assert met > 40


def auctioned(number: int, *calls: str) -> HandState:
    """A numbered hand after some calls."""
    hands, dealer = numbered_hand(number)
    state = start(hands, dealer)
    for text in calls:
        suit = next((suit for suit in Suit if suit.symbol == text[-1]), None)
        state, _ = apply(state, PASS if suit is None else Bid(int(text[:-1]), suit))
    return state


HIGH = ("80H", "90C", "-", "-", "100H", "110C", "-", "-", "120H", "-", "130H", "140D", "150H")


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["1", "2", "4", "9"])
def test_the_expert_does_not_double_what_his_values_say_is_made(seed: str) -> None:
    # West has no trump and two aces against North, who went up to 150 in hearts; likewise at 130.
    for length in (11, 13):
        seen = view(auctioned(209, *HIGH[:length]), Seat.EAST if length == 11 else Seat.WEST)
        advice = advise_call(seen, Level.EXPERT, seed)
        assert advice.action != DOUBLE
    assert DOUBLE not in {each.action for each in advice.candidates}
    # What the hand expects of its own side is told as a first estimate beside what the deals say.
    estimate = next(each for each in advice.reasons if each.rule == "compared-estimate")
    worth, found = estimate.facts["worth"], estimate.facts["found"]
    assert estimate.facts["suit"] == Suit.DIAMONDS
    assert worth == advice.reasons[0].facts["worth"]
    assert worth - found >= 10
    for language in ("en", "fr"):
        assert {str(worth), str(found)} <= set(tell(estimate, language).split())


@pytest.mark.slow
def test_the_expert_doubles_what_is_clear_and_tells_what_is_not() -> None:
    # Trumps and aces behind a bid far too high.
    told: set[str] = set()
    for number, amount in ((9, 140), (69, 140), (73, 110), (31, 140), (35, 140)):
        hands, dealer = numbered_hand(number)
        first = following(dealer)
        longest = max(Suit, key=lambda suit: (hands[first] >> (8 * suit) & 0xFF).bit_count())
        state = auctioned(number, f"{amount}{longest.symbol}")
        seen = view(state, state.turn)
        for seed in ("1", "2"):
            advice = advise_call(seen, Level.EXPERT, seed)
            rows = {each.action: each for each in advice.candidates}
            if number in {9, 69}:
                assert advice.action == DOUBLE
            if advice.action == DOUBLE:
                assert rows[DOUBLE].score - rows[PASS].score >= DOUBLE_CAUTION
            for reason in advice.reasons:
                if reason.rule == "compared-double-share":
                    assert reason.facts["share"] < reason.facts["limit"] == DOUBLE_SHARE
                if reason.rule == "compared-double-gain":
                    gain, limit = reason.facts["gain"], reason.facts["limit"]
                    assert abs(gain - rows[DOUBLE].score + rows[PASS].score) < 1
                    assert limit > max(gain, DOUBLE_CAUTION)
                if reason.rule.startswith("compared-double"):
                    assert advice.action != DOUBLE
                    assert tell(reason) != tell(reason, "fr")
                    told.add(reason.rule)
    assert told == {"compared-double-share", "compared-double-gain"}


# Inference ------------------------------------------------------------------------------------


def test_the_true_deal_explains_the_auction_of_our_players() -> None:
    for number in range(1, 15):
        state = called(number)
        if state.phase is Phase.PLAY:
            assert weight(view(state, Seat.SOUTH), state.dealt) == 1.0


def test_other_deals_explain_less_and_are_never_impossible() -> None:
    rng = random.Random(7)
    better, states = 0, 0
    for number in range(1, 31):
        state = called(number)
        if state.phase is not Phase.PLAY:
            continue
        states += 1
        weigh = weigher(view(state, Seat.SOUTH))
        hidden = [Card(c) for c in range(32) if not state.dealt[Seat.SOUTH] >> c & 1]
        found = []
        for _ in range(15):
            rng.shuffle(hidden)
            deal = [0, 0, 0, 0]
            deal[Seat.SOUTH] = state.dealt[Seat.SOUTH]
            for place, seat in enumerate((Seat.NORTH, Seat.EAST, Seat.WEST)):
                deal[seat] = hand_of(hidden[8 * place : 8 * place + 8])
            found.append(weigh(deal))
        assert min(found) > 0
        better += sum(found) / len(found) < 0.5
    assert better > 0.9 * states


def test_sentences_of_calls_can_be_told() -> None:
    rng = random.Random(8)
    for _ in range(400):
        at, mine = random_auction(rng), random_hand(rng)
        level = rng.choice(list(Level))
        advice = advise_by_rules(scene(at, OPTIONS, level), mine, level)
        for reason in (*advice.reasons, *advice.tried):
            assert tell(reason)
            assert tell(reason, "fr")
    assert len({rule.id for rule in RULES}) == len(RULES)


def test_a_doubled_contract_leaves_pass_or_redouble() -> None:
    at = open_auction(Seat.WEST)
    at = add_call(at, Seat.SOUTH, Bid(80, Suit.SPADES), OPTIONS)
    at = add_call(at, Seat.EAST, DOUBLE, OPTIONS)
    strong = hand("SJ S9 SA ST SK SQ HA DA")
    weak = hand("S7 H8 H7 D8 D7 C8 C7 CQ")
    around = scene(at, OPTIONS, Level.ADVANCED)
    assert advise_by_rules(around, weak, Level.ADVANCED).reasons[0].rule == "pass-doubled"
    assert advise_by_rules(around, strong, Level.ADVANCED).reasons[0].rule == "redouble"
    timid = advise_by_rules(scene(at, OPTIONS, Level.NOVICE), strong, Level.NOVICE)
    assert timid.reasons[0].rule == "pass-never-redouble"
    at = add_call(at, Seat.NORTH, PASS, OPTIONS)
    forced = advise_by_rules(scene(at, OPTIONS, Level.NOVICE), strong, Level.NOVICE)
    assert forced.reasons[0].rule == "pass-forced"
    assert attrs.evolve(forced, action=PASS) == forced
