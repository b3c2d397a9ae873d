"""What holds in every position: two ways agree, nothing hidden is seen, events tell all."""

from __future__ import annotations

import hashlib
import importlib.util
import random
from pathlib import Path

import attrs
import pytest

from overtrick import Seat, Suit
from overtrick_belote import BeloteError, IllegalActionError
from overtrick_belote.rules.announces import Announce, best_announces
from overtrick_belote.rules.auction import DOUBLE, GREATEST_BID, PASS, REDOUBLE, Bid
from overtrick_belote.rules.cards import CARDS, FULL_DECK, Card, cards_of, hand_of, side_of
from overtrick_belote.rules.dealing import SeededRandom, complete, deal_deck, numbered_hand
from overtrick_belote.rules.game import finish, new_game, next_hand
from overtrick_belote.rules.options import RuleOptions
from overtrick_belote.rules.play import Trick, legal_cards
from overtrick_belote.rules.state import (
    AuctionEnded,
    BeloteAnnounced,
    Called,
    CardPlayed,
    DeclarationsCompared,
    Declare,
    Declared,
    HandEnded,
    Phase,
    Play,
    TrickWon,
    apply,
    choices,
    legal,
    playable,
    start,
    view,
)

PATH = Path(__file__).with_name("second_rules.py")
SPEC = importlib.util.spec_from_file_location("second_rules", PATH)
second = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(second)

DUTY = RuleOptions(undertrump_duty=True)


def names(hand):
    return {str(card) for card in cards_of(hand)}


def clumped(chance):
    """Hands with long suits and announces, as decks give that are not shuffled."""
    deck = list(CARDS)
    chance.shuffle(deck)
    deck.sort(key=lambda card: card + chance.random() * chance.choice((20, 40, 1000)))
    return deal_deck(deck, chance.choice(tuple(Seat)))


def states(chance, options=None):
    """The states of a hand of chance, with what led to each: events are `None` at the start."""
    state = start(clumped(chance), chance.choice(tuple(Seat)), options or RuleOptions())
    yield state, None
    while state.turn is not None:
        seat = state.turn
        actions = legal(state)
        if state.phase is Phase.AUCTION:
            doubles = [a for a in actions if a in (DOUBLE, REDOUBLE)]
            few = [PASS, PASS, *doubles, *actions[1:6]]
            others = [who for who in Seat if who != seat and legal(state, who)]
            if others and chance.random() < 0.2:
                seat, few = others[0], [DOUBLE]
            action = chance.choice(few)
        else:
            action = chance.choice(actions)
        state, events = apply(state, action, seat)
        yield state, events


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_the_second_implementation_agrees(seed):
    chance = random.Random(f"second {seed}")
    for _ in range(25):
        state = None
        for state, _ in states(chance):
            if state.phase is Phase.PLAY and state.turn is not None:
                trick = [str(card) for card in state.trick.cards]
                hand, suit = state.hands[state.turn], state.contract.bid.suit
                for options in (state.options, DUTY):
                    mine = names(legal_cards(hand, state.trick.cards, suit, options))
                    other = second.may_play(names(hand), trick, suit.symbol, options is DUTY)
                    assert mine == other
        if state.score is None:
            continue
        trump = state.contract.bid.suit.symbol
        for hand in state.dealt:
            ours = best_announces(hand, state.contract.bid.suit, state.options)
            total, heights = second.best_partition(frozenset(names(hand)), trump)
            assert sum(announce.points for announce in ours) == total
            assert [heights_of(announce, trump) for announce in ours] == heights
        assert_scored_alike(state, trump)


def in_words(announce):
    return announce.points, announce.kind + 1, frozenset(names(announce.mask))


def heights_of(announce, trump):
    return second.height(in_words(announce), trump)


def assert_scored_alike(state, trump):
    declared = [(side_of(seat), in_words(announce)) for seat, announce in state.declared]
    counting = second.counting_side(declared, trump)
    earned, contract = state.score.earned, state.contract
    for side in (0, 1):
        points = sum(one[0] for owner, one in declared if owner == side == counting)
        assert earned.announces[side] == points
    sides = (contract.side, contract.side.other)
    pairs = (earned.tricks, earned.announces, earned.belot)
    told = second.score(
        contract.bid.amount,
        contract.multiplier,
        *(tuple(pair[side] for side in sides) for pair in pairs),
    )
    assert tuple(state.score.score[side] for side in sides) == told


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_what_holds_in_every_hand(seed):
    chance = random.Random(f"holds {seed}")
    for _ in range(6):
        options = RuleOptions(double_out_of_turn=chance.random() < 0.5)
        last = None
        for state, _ in states(chance, options):
            last = state
            if state.turn is None:
                assert legal(state) == ()
                continue
            actions = legal(state)
            assert actions
            assert len(set(actions)) == len(actions)
            assert actions == choices(view(state, state.turn))
            if state.phase is Phase.PLAY:
                rest = sum(hand.bit_count() for hand in state.hands)
                on_table = 4 * len(state.tricks) + len(state.trick.cards)
                assert rest + on_table == 32
            refuse_the_illegal(state, actions, chance)
        assert legal(last, Seat.NORTH) == ()
        if last.score is not None:
            tricks = last.score.earned.tricks
            assert sum(tricks) == (252 if 8 in last.score.earned.won else 162)
            assert last.trick_points() == tricks
            assert last.hands == (0, 0, 0, 0)


def refuse_the_illegal(state, actions, chance):
    """Actions that are not legal are refused, whatever they are."""
    every = [PASS, DOUBLE, REDOUBLE, Bid(80, Suit.SPADES), Bid(GREATEST_BID, Suit.CLUBS)]
    every += [Bid(85, Suit.HEARTS), Bid(70, Suit.HEARTS), Bid(GREATEST_BID + 10, Suit.HEARTS)]
    every += [Play(card) for card in chance.sample(CARDS, 6)]
    every += [Declare(announce) for announce in best_announces(state.dealt[0], Suit.CLUBS, DUTY)]
    for action in every:
        for seat in Seat:
            if action not in (actions if seat == state.turn else legal(state, seat)):
                with pytest.raises(IllegalActionError):
                    apply(state, action, seat)


@attrs.define
class Onlooker:
    """Knows what events told, and no more."""

    calls: list = attrs.field(factory=list)
    contract: object = None
    tricks: list = attrs.field(factory=list)
    table: list = attrs.field(factory=list)
    said: list = attrs.field(factory=list)
    shown: tuple = ()
    belot: object = None
    score: object = None
    over: bool = False

    def see(self, event):
        match event:
            case Called(seat, call):
                self.calls.append((seat, call))
            case AuctionEnded(contract):
                self.contract = contract
            case Declared(seat, kind):
                self.said.append((seat, kind))
            case BeloteAnnounced(seat, again):
                assert again == (self.belot is not None)
                self.belot = seat
            case CardPlayed(seat, card):
                self.table.append((seat, card))
            case DeclarationsCompared(_, shown, _):
                self.shown = shown
            case TrickWon(seat, trick, _):
                assert [card for _, card in self.table] == list(trick.cards)
                self.tricks.append((seat, trick))
                self.table = []
            case HandEnded(score):
                self.score, self.over = score, True


@pytest.mark.parametrize("seed", range(4))
def test_events_tell_all_that_changed(seed):
    chance = random.Random(f"events {seed}")
    for _ in range(15):
        looks_on = Onlooker()
        points = [0, 0]
        for state, events in states(chance, RuleOptions(show_all_announces=seed % 2 == 1)):
            for event in events or ():
                looks_on.see(event)
                if isinstance(event, TrickWon):
                    points[side_of(event.seat)] += event.points
            seen = view(state, Seat.NORTH)
            assert tuple(looks_on.calls) == seen.auction.calls
            if seen.auction.turn is None:
                assert looks_on.contract == seen.contract
            assert tuple(trick for _, trick in looks_on.tricks) == seen.tricks
            if seen.trick is not None:
                played = [card for _, card in looks_on.table]
                assert played == list(seen.trick.cards)
                who = [seen.trick.player(place) for place in range(len(played))]
                assert [seat for seat, _ in looks_on.table] == who
            assert tuple(looks_on.said) == seen.said
            assert looks_on.shown == seen.shown
            assert looks_on.belot == seen.belot
            assert looks_on.over == (seen.phase is Phase.OVER)
            assert looks_on.score == state.score
            assert state.score is None or tuple(points) == state.score.earned.tricks


def swapped(state, seat, chance):
    """The same hand for one player: the cards that he cannot see lie otherwise.

    Cards of announces that are shown stay where they are; announces that were only said become
    others of their kind.
    """
    shown = hand_of(card for _, announce in state.shown for card in cards_of(announce.mask))
    others = [who for who in Seat if who != seat]
    hidden = [card for who in others for card in cards_of(state.hands[who] & ~shown)]
    chance.shuffle(hidden)
    hands, dealt = list(state.hands), list(state.dealt)
    for who in others:
        count = (state.hands[who] & ~shown).bit_count()
        now = hand_of(hidden[:count]) | (state.hands[who] & shown)
        del hidden[:count]
        dealt[who] = dealt[who] & ~state.hands[who] | now
        hands[who] = now
    declared = tuple(
        (who, announce if who == seat or (who, announce) in state.shown else other(announce))
        for who, announce in state.declared
    )
    if state.compared:
        declared = state.declared
    return attrs.evolve(state, hands=tuple(hands), dealt=tuple(dealt), declared=declared)


def other(announce):
    """An announce of the same kind, of another height or suit."""
    if announce.suit is None:
        return announce
    return Announce(announce.kind, announce.top, Suit((announce.suit + 1) % 4))


@pytest.mark.parametrize("seed", range(4))
def test_a_view_gives_nothing_hidden(seed):
    chance = random.Random(f"views {seed}")
    for _ in range(8):
        for state, _ in states(chance):
            for seat in Seat:
                seen = view(state, seat)
                hidden = swapped(state, seat, chance)
                assert view(hidden, seat) == seen
                assert choices(view(hidden, seat)) == legal(state, seat)
                # No attribute but his own cards tells of a card that nobody has seen.
                assert seen.dealt == state.dealt[seat]
                assert seen.hand == state.hands[seat]


def test_states_and_views_cannot_be_changed():
    state = start(*numbered_hand(1))
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        state.dealer = Seat.EAST
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        view(state, Seat.EAST).hand = 0
    hash(state)
    before = state
    apply(state, PASS)
    assert state == before


# where hands come from


VECTORS = [
    "1 E 00209471 62184880 19072100 84c0020e",
    "2 E 84223101 0850444c 720080a2 018d0a10",
    "3 E 50862500 0c280039 21019806 825042c0",
    "4711 W 21c02604 500a4019 80141162 0e218880",
    "902379 E 824048d0 24a60202 18089128 41112405",
    "1000000 W 68112810 812a4404 004482a3 16801148",
]
DIGEST = "cbaad0b030b6e205c696210f8fa3701a2f34ebc47e3e48cf4c4068e0db14c034"
DRAWS = [3, 6, 1, 0, 2, 1, 4, 4, 9, 7, 4, 6]


def test_numbered_hands_are_frozen():
    told = []
    for number in (1, 2, 3, 4711, 902_379, 1_000_000):
        hands, dealer = numbered_hand(number)
        told.append(f"{number} {dealer.symbol} " + " ".join(f"{hand:08x}" for hand in hands))
    assert told == VECTORS


def test_a_thousand_numbered_hands_are_as_they_were():
    digest = hashlib.sha256()
    for number in range(1, 1_000_001, 1000):
        hands, dealer = numbered_hand(number)
        assert hands[0] | hands[1] | hands[2] | hands[3] == FULL_DECK
        digest.update(repr((hands, int(dealer))).encode())
    assert digest.hexdigest() == DIGEST


def test_there_are_a_million_numbered_hands_all_different():
    for number in (0, -1, 1_000_001):
        with pytest.raises(BeloteError, match="numbered 1 to 1,000,000"):
            numbered_hand(number)
    assert len({numbered_hand(number) for number in range(1, 2001)}) == 2000


def test_lots_are_fair_and_frozen():
    lots = SeededRandom("fair")
    assert [lots.below(10) for _ in range(12)] == DRAWS
    counts = [0] * 6
    for _ in range(6000):
        counts[lots.below(6)] += 1
    assert all(850 < count < 1150 for count in counts)
    for limit in (0, -1, (1 << 32) + 1):
        with pytest.raises(BeloteError):
            lots.below(limit)
    # Any text is a seed.
    assert SeededRandom("\ud800").below(2) in (0, 1)


def test_edited_hands_are_completed_by_their_seed():
    given = [hand_of(map(Card.parse, ("SJ", "HJ", "DJ", "CJ"))), 0, 0x0F, 0]
    hands, dealer = complete(given, None, "a seed")
    assert complete(given, None, "a seed") == (hands, dealer)
    assert all(hand.bit_count() == 8 for hand in hands)
    for whole, part in zip(hands, given, strict=True):
        assert whole & part == part
    # The same cards whether the dealer is given or not.
    assert complete(given, Seat.SOUTH, "a seed") == (hands, Seat.SOUTH)
    others = {complete(given, None, str(seed)) for seed in range(40)}
    assert len(others) == 40
    assert {dealer for _, dealer in others} == set(Seat)


@pytest.mark.parametrize(
    ("hands", "said"),
    [
        ((0x1FF, 0, 0, 0), "N is given 9 cards"),
        ((1, 1, 0, 0), "C7 is given to N and E"),
        ((1 << 32, 0, 0, 0), "none of the 32"),
        ((-1, 0, 0, 0), "none of the 32"),
        ((0, 0, 0), "four players, not 3"),
    ],
)
def test_edited_hands_that_cannot_be(hands, said):
    with pytest.raises(BeloteError, match=said):
        complete(hands, None, "")


def test_a_hand_needs_all_cards_once():
    with pytest.raises(BeloteError, match="N has 7 cards"):
        start((0x7F, 0xFF00, 0xFF0000, 0xFF000000), Seat.NORTH)
    with pytest.raises(BeloteError, match="two hands"):
        start((0xFF, 0xFF, 0xFF0000, 0xFF000000), Seat.NORTH)
    with pytest.raises(BeloteError, match="each of the 32 cards once"):
        deal_deck(CARDS[:31], Seat.NORTH)


def played(game, chance):
    """The next hand of a game, played by chance."""
    state = next_hand(game)
    while state.turn is not None:
        actions = legal(state)
        if state.phase is Phase.AUCTION:
            actions = (*[PASS] * 4, *actions[:8])
        state, _ = apply(state, chance.choice(actions))
    return state


def test_a_game_is_told_by_its_seed_and_its_hands():
    chance = random.Random("a game")
    game = new_game("spring", RuleOptions(game_points=1500))
    while game.winner is None:
        game = finish(game, played(game, chance))
    assert game.totals[game.winner] >= 1500
    assert game.totals == tuple(map(sum, zip(*game.scores, strict=True)))
    again = new_game("spring", RuleOptions(game_points=1500))
    standing = (0, 0)
    for state in game.hands:
        assert state.standing == standing
        dealt = next_hand(again, shuffle=not state.unshuffled)
        assert (dealt.dealt, dealt.dealer) == (state.dealt, state.dealer)
        again = finish(again, state)
        standing = again.totals
    assert again == game
    with pytest.raises(BeloteError, match="the game is over"):
        next_hand(game)
    with pytest.raises(BeloteError, match="not over"):
        finish(new_game("spring"), next_hand(new_game("spring")))
    with pytest.raises(BeloteError, match="not hand 1 of the game"):
        finish(new_game("autumn"), attrs.evolve(game.hands[0], options=RuleOptions()))


def test_a_trick_counts_its_points():
    trick = Trick(Seat.SOUTH, tuple(map(Card.parse, ("C7", "CT", "CJ", "CQ"))))
    assert (trick.points(Suit.CLUBS), trick.winner(Suit.CLUBS)) == (33, Seat.NORTH)
    assert playable(start(*numbered_hand(1))) == 0
