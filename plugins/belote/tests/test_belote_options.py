"""Every option of the rules, in each of its choices, makes a difference."""

from __future__ import annotations

import enum

import attrs
import pytest

from overtrick import Seat, Suit
from overtrick_belote.players.conventions import base_for, response
from overtrick_belote.rules.announces import Announce, Kind, best_announces, winning_side
from overtrick_belote.rules.auction import DOUBLE, PASS, REDOUBLE, Bid, Contract
from overtrick_belote.rules.cards import CARDS, Card, Rank, Side, hand_of
from overtrick_belote.rules.dealing import SeededRandom, complete, cut, numbered_hand, restack
from overtrick_belote.rules.game import finish, new_game, next_hand
from overtrick_belote.rules.game import winning_side as winner_of_game
from overtrick_belote.rules.options import RuleOptions
from overtrick_belote.rules.play import legal_cards
from overtrick_belote.rules.reading import read, read_hand
from overtrick_belote.rules.scoring import Earned, score_hand
from overtrick_belote.rules.state import Declare, apply, legal, start, view
from overtrick_belote.rules.text import GameRecord, HandRecord, write

SPADES, HEARTS, CLUBS = Suit.SPADES, Suit.HEARTS, Suit.CLUBS
NORTH, EAST, SOUTH = Seat.NORTH, Seat.EAST, Seat.SOUTH


def held(text):
    return hand_of(map(Card.parse, text.split()))


def after(options, *actions, south="", show=legal):
    """What may be done after some actions; West deals."""
    hands, _ = complete([0, 0, held(south), 0], Seat.WEST, "options")
    state = start(hands, Seat.WEST, options)
    for action in actions:
        state, _ = apply(state, action)
    return show(state)


def to_the_end(state):
    while state.turn is not None:
        state, _ = apply(state, legal(state)[0])
    return state


def score(options, bid=90, times=1, **earned):
    return score_hand(Contract(Bid(bid, HEARTS), NORTH, times), Earned(**earned), options)


def shuffled(options):
    """After how many hands the cards are shuffled: two void ones, one played, two void ones."""
    game, found = new_game("options", options), []
    for calls in ((PASS,) * 4, (PASS,) * 4, (Bid(80, CLUBS), *(PASS,) * 3), *[(PASS,) * 4] * 4):
        state = next_hand(game)
        found.append(state.unshuffled)
        for call in calls:
            state, _ = apply(state, call)
        game = finish(game, to_the_end(state))
    return tuple(found)


def cut_sizes(options):
    lots = SeededRandom("options")
    return frozenset(32 - cut(CARDS, lots, options).index(CARDS[0]) for _ in range(300))


def stack(options):
    played = (Bid(80, CLUBS), PASS, PASS, PASS)
    return after(options, *played, show=lambda state: restack(to_the_end(state)))


def shown(options):
    third = Declare(Announce(Kind.THIRD, Rank.QUEEN, SPADES))
    hands = tuple(map(held, (
        "S7 H7 HT HQ D8 DT CA C9", "SA HA HK D7 D9 DJ C7 CT",
        "SQ SJ ST H8 H9 DQ C8 CJ", "S8 S9 SK HJ DK DA CQ CK",
    )))  # fmt: skip
    state = start(hands, Seat.WEST, options)
    for action in (Bid(80, CLUBS), PASS, PASS, PASS, third):
        state, _ = apply(state, action)
    while not state.compared:
        plays = [action for action in legal(state) if not isinstance(action, Declare)]
        state, _ = apply(state, plays[0])
    low = (Seat.EAST, Announce(Kind.THIRD, Rank.NINE, HEARTS))
    both = attrs.evolve(state, declared=(*state.declared, low))
    return view(both, NORTH).shown


THIRDS = [
    (NORTH, Announce(Kind.THIRD, Rank.KING, SPADES)),
    (EAST, Announce(Kind.THIRD, Rank.KING, HEARTS)),
]
DEFEATED = {"tricks": (62, 100), "won": (4, 4), "belot": (20, 0)}
FOUR_ACES = held("HA SA DA CA H7 H8 S7 D7")
EIGHT = held("SA SK SQ SJ ST S9 S8 S7")

# What shows the difference, and the values of options that are numbers.
SHOWS = {
    "game_points": lambda o: winner_of_game((1000, 0), None, o),
    "announces": lambda o: after(o, Bid(80, CLUBS), PASS, PASS, PASS, south="SQ SJ ST"),
    "void_hands": shuffled,
    "void_hands_in_a_row": shuffled,
    "restacking": stack,
    "least_cut": cut_sizes,
    "double_finish": lambda o: winner_of_game(
        (3000, 3010), score(o, tricks=(120, 42), won=(5, 3)), o
    ),
    "belot_wins_when_defeated": lambda o: winner_of_game((3000, 0), score(o, **DEFEATED), o),
    "redoubler": lambda o: after(o, Bid(80, CLUBS), DOUBLE),
    "double_out_of_turn": lambda o: after(
        o, Bid(80, CLUBS), show=lambda state: legal(state, Seat.WEST)
    ),
    "redouble_ends": lambda o: after(
        o, Bid(80, CLUBS), DOUBLE, REDOUBLE, show=lambda state: state.phase
    ),
    "belot_for_contract": lambda o: score(o, tricks=(80, 82), won=(4, 4), belot=(20, 0)).made,
    "outranked_for_contract": lambda o: score(
        o, tricks=(90, 72), won=(4, 4), declared=(20, 0)
    ).made,
    "undertrump_duty": lambda o: legal_cards(
        held("S8 DA"), tuple(map(Card.parse, ("HA", "S9"))), SPADES, o
    ),
    "eight_in_sequence_twice": lambda o: best_announces(EIGHT, CLUBS, o),
    "show_all_announces": shown,
    "announce_tie": lambda o: winning_side(THIRDS, CLUBS, o),
    "belot_cards_in_announces": lambda o: best_announces(held("SA SK SQ H7"), SPADES, o),
    "slam_takes_announces": lambda o: score(
        o, tricks=(252, 0), won=(8, 0), announces=(0, 50), declared=(0, 50)
    ).score,
    "defeat_by_slam": lambda o: score(o, tricks=(0, 252), won=(0, 8)).score,
    "rounding": lambda o: score(o, tricks=(95, 67), won=(5, 3)).score,
    "doubling_base": lambda o: score(o, times=2, tricks=(100, 62), won=(5, 3)).score,
    "doubled_belot": lambda o: score(o, times=2, **DEFEATED).score,
    "extra_ten_on_nothing": lambda o: response(
        held("S7 S8 H7 H8 D7 D8 C7 C8"), Bid(80, SPADES), Bid(80, HEARTS), o
    ).bid,
    "response_base": lambda o: base_for(
        ((SOUTH, Bid(80, CLUBS)), (EAST, Bid(90, HEARTS)), (NORTH, PASS), (Seat.WEST, PASS),
         (SOUTH, Bid(100, CLUBS)), (EAST, PASS)), NORTH, o,
    ),
    "fours_add_their_cards": lambda o: response(
        FOUR_ACES, Bid(80, HEARTS), Bid(80, HEARTS), o
    ).sum,
    "one_ace": lambda o: response(
        held("SA S7 S8 H7 H8 D7 D8 C7"), Bid(80, HEARTS), Bid(80, HEARTS), o
    ).sum,
}  # fmt: skip
NUMBERS = {
    "game_points": (3000, 1000),
    "void_hands": (4, 2),
    "least_cut": (3, 16),
    "defeat_by_slam": (160, 250),
    "one_ace": (0, 10),
}
FIELDS = {field.name: field for field in attrs.fields(RuleOptions)}


def values_of(name):
    default = getattr(RuleOptions(), name)
    if isinstance(default, bool):
        return (False, True)
    return tuple(type(default)) if isinstance(default, enum.Enum) else NUMBERS[name]


def test_every_option_is_shown():
    assert set(SHOWS) == set(FIELDS)


@pytest.mark.parametrize("name", FIELDS)
def test_every_choice_of_an_option_makes_a_difference(name):
    values = values_of(name)
    assert getattr(RuleOptions(), name) in values
    found = [SHOWS[name](RuleOptions(**{name: value})) for value in values]
    for place, one in enumerate(found):
        assert one not in found[:place], (name, values[place])


@pytest.mark.parametrize("name", FIELDS)
def test_every_choice_is_written_and_read(name):
    hands, dealer = numbered_hand(1)
    for value in values_of(name):
        options = RuleOptions(**{name: value})
        record = HandRecord(hands=hands, dealer=dealer, options=options)
        text = write(record)
        assert read_hand(text) == record
        assert ("option " in text) == (options != RuleOptions())
        game = GameRecord(seed="x", options=options)
        assert read(write(game)) == game


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("game_points", 0), ("void_hands", 0), ("least_cut", 0), ("least_cut", 17),
        ("defeat_by_slam", 200), ("one_ace", 20),
    ],
)  # fmt: skip
def test_values_out_of_range_are_refused(name, value):
    with pytest.raises(ValueError, match=name):
        RuleOptions(**{name: value})


def test_the_defaults_are_those_of_the_page():
    options = RuleOptions()
    assert options.game_points == 3000
    assert options.announces
    assert not options.undertrump_duty
    assert Side.NORTH_SOUTH.other is Side.EAST_WEST
