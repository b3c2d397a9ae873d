"""The table: who may do what, what is taken back, what help there is."""

from __future__ import annotations

import pytest

from overtrick import Seat, Suit
from overtrick_belote.players.advice import Level
from overtrick_belote.rules.auction import DOUBLE, PASS, Bid
from overtrick_belote.rules.cards import Card
from overtrick_belote.rules.state import Declare, Phase, Play
from overtrick_belote.table.entries import (
    ActionTaken,
    action_text,
    entry_mapping,
    read_action,
    read_entry,
)
from overtrick_belote.table.refusals import RULES, RefusedError
from overtrick_belote.table.session import Command, Table
from overtrick_belote.table.setup import OneHand, Setup, read_options, read_players

NOVICES = (Level.NOVICE, Level.NOVICE, None, Level.NOVICE)


def sit(number=4711, players=NOVICES, **more):
    hand = OneHand.numbered(number)
    return Table(Setup(seed="a seed", players=players, adviser=Level.NOVICE, hand=hand, **more))


def play_out(table):
    """Let the computer play, and a person take the first thing that is allowed."""
    while not table.is_over:
        for _ in table.advance():
            pass
        if table.is_persons_turn:
            table.act(table.actions()[0])


def copied(table):
    other = Table(table.setup)
    for entry in table.entries:
        other.happen(read_entry(entry_mapping(entry)))
    return other


def reason_of(call):
    with pytest.raises(RefusedError) as caught:
        call()
    return caught.value.reason.rule


def test_the_computers_act_until_a_person_must():
    table = sit()
    steps = list(table.advance())
    assert all(step.by_computer and step.level is Level.NOVICE for step in steps)
    assert table.turn is Seat.SOUTH
    assert table.is_persons_turn
    assert table.step() is None


def test_what_happened_makes_the_same_table_again():
    table = sit()
    play_out(table)
    table.undo()
    play_out(table)
    again = copied(table)
    assert again.state == table.state
    assert again.steps == table.steps
    assert again.entries == table.entries
    assert again.was_helped


def test_a_person_acts_only_in_turn_and_never_for_the_computer():
    table = sit()
    first = table.turn
    if first is not Seat.SOUTH:
        assert reason_of(lambda: table.act(PASS)) == "turn-of-computer"
    assert reason_of(lambda: table.act(Bid(85, Suit.SPADES), Seat.NORTH)) == "turn-of-computer"
    list(table.advance())
    assert reason_of(lambda: table.act(Bid(85, Suit.SPADES))) == "bid-tens"
    assert reason_of(lambda: table.act(Play(Card.parse("SJ")))) == "call-needed"


def test_north_is_never_a_person():
    with pytest.raises(ValueError, match="North is always the computer"):
        Setup(seed="x", players=(None, Level.NOVICE, None, None))
    table = sit()
    with pytest.raises(ValueError, match="North"):
        table.seat_players((None, None, None, None))
    table.seat_players((Level.EXPERT, None, None, None))
    assert table.people == (Seat.EAST, Seat.SOUTH, Seat.WEST)


def test_undo_takes_back_to_the_persons_last_choice():
    table = sit()
    list(table.advance())
    before = table.state
    table.act(PASS)
    list(table.advance())
    table.undo()
    assert table.state == before
    assert table.is_persons_turn
    assert table.was_helped
    assert reason_of(table.undo) == "nothing-to-undo"


def test_bidding_and_cards_are_replayed_from_their_beginnings():
    table = sit()
    play_out(table)
    assert table.is_over
    assert table.is_finished
    table.replay_cards()
    assert table.state.phase is Phase.PLAY
    assert not table.state.tricks
    assert table.state.trick is not None
    assert not table.state.trick.cards
    assert not table.state.declared
    table.replay_bidding()
    assert table.steps == ()
    assert table.state.auction.calls == ()
    assert reason_of(table.replay_bidding) == "no-action-yet"
    assert reason_of(table.replay_cards) == "no-play-yet"


def test_the_computer_ends_bidding_and_cards_for_a_person():
    table = sit()
    steps = list(table.end_bidding())
    assert table.state.phase is Phase.PLAY
    assert all(step.by_computer for step in steps)
    assert reason_of(lambda: list(table.end_bidding())) == "auction-over"
    list(table.end_cards())
    assert table.is_over
    assert table.state.score is not None
    assert reason_of(lambda: list(table.end_cards())) == "hand-over"


def test_the_same_hand_played_by_the_computer_in_my_place():
    table = sit()
    play_out(table)
    other = table.compare()
    assert other.turn is None
    assert other.dealt == table.state.dealt
    alone = sit(players=(Level.NOVICE,) * 4)
    list(alone.advance())
    assert other == alone.state


@pytest.mark.parametrize(
    "command", [Command.HINT, Command.ANALYSIS, Command.PEEK, Command.UNDO, Command.REPLAY_BIDDING]
)
def test_play_without_help_forbids_help(command):
    table = sit(without_help=True)
    list(table.advance())
    table.act(PASS)
    list(table.advance())
    reason = table.refusal(command)
    assert reason is not None
    assert reason.rule == "without-help"


def test_a_hand_without_help_stays_so_and_is_explained_when_it_is_over():
    table = sit(without_help=True)
    list(table.advance())
    table.act(PASS)
    table.switch_help(without=False)
    assert table.is_without_help
    assert reason_of(table.hint) == "without-help"
    play_out(table)
    assert table.refusal(Command.ANALYSIS) is None
    assert table.refusal(Command.REVIEW) is None
    assert table.refusal(Command.COMPARE) is None
    assert not table.was_helped
    table.peek(Seat.EAST)
    # A replay is one with all cards known: it counts as help.
    table.replay_bidding()
    assert table.was_helped
    list(table.advance())
    assert reason_of(table.hint) == "without-help"


def test_help_that_is_allowed_again_when_a_hand_is_over_is_there_at_once():
    table = sit(without_help=True)
    play_out(table)
    assert table.refusal(Command.REVIEW) is None
    table.switch_help(without=False)
    assert not table.is_without_help
    table.replay_cards()
    assert copied(table).is_without_help == table.is_without_help
    assert table.refusal(Command.END_CARDS) is None


def test_nobody_bids_or_plays_for_a_person_who_plays_without_help():
    table = sit(without_help=True)
    list(table.advance())
    table.act(PASS)
    assert reason_of(table.end_bidding) == "without-help"
    assert reason_of(table.end_cards) == "without-help"
    novices = (Level.NOVICE,) * 4
    assert reason_of(lambda: table.seat_players(novices)) == "without-help"
    assert not table.was_helped
    # Where only computers sit nobody is helped.
    alone = sit(players=novices, without_help=True)
    list(alone.end_cards())
    assert alone.is_over
    assert not alone.was_helped


@pytest.mark.parametrize("way", ["end_bidding", "end_cards", "seat_players"])
def test_the_computer_in_a_persons_place_counts_as_help(way):
    table = sit()
    list(table.advance())
    table.act(PASS)
    assert not table.was_helped
    if way == "seat_players":
        table.seat_players((Level.NOVICE,) * 4)
    else:
        list(getattr(table, way)())
    assert table.was_helped
    assert copied(table).was_helped


def test_help_is_switched_off_only_where_none_was_used():
    table = sit()
    list(table.advance())
    table.switch_help(without=True)
    assert table.is_without_help
    other = sit()
    list(other.advance())
    other.hint()
    other.switch_help(without=True)
    assert not other.is_without_help
    assert other.without_help


def test_a_hint_is_what_the_adviser_would_do_and_can_be_done():
    table = sit()
    while not table.is_over:
        list(table.advance())
        if table.is_persons_turn:
            advice = table.hint()
            assert advice.action in table.actions()
            table.act(advice.action)
    assert table.was_helped


def test_every_action_of_a_hand_is_analysed():
    table = sit()
    play_out(table)
    for step in table.steps:
        analysis = table.analysis(step.place)
        assert analysis.step is step
        if step.by_computer:
            assert analysis.agrees
            assert analysis.explanation.level is step.level


def test_one_peeks_at_hands_and_at_the_last_trick():
    table = sit()
    list(table.advance())
    assert table.peek(Seat.SOUTH) == table.state.hands[Seat.SOUTH]
    assert not table.was_helped
    assert table.peek(Seat.NORTH) == table.state.hands[Seat.NORTH]
    assert table.was_helped
    assert reason_of(table.last_trick) == "no-trick-yet"
    play_out(table)
    assert table.last_trick() == table.state.tricks[-1]


def test_a_game_goes_from_hand_to_hand_to_its_points():
    options = read_options({"game_points": 400})
    table = Table(Setup(seed="g", players=NOVICES, adviser=Level.NOVICE, options=options))
    assert reason_of(table.next_hand) == "hand-not-over"
    hands = 0
    while True:
        play_out(table)
        hands += 1
        assert table.hand_number == hands
        assert table.outcome.totals == table.totals
        if table.is_finished:
            break
        dealer = table.state.dealer
        table.next_hand(shuffle=hands == 2)
        assert table.state.dealer == (dealer + 3) % 4
        assert table.state.unshuffled is (hands != 2)
    assert max(table.totals) >= 400
    assert table.outcome.winner is not None
    assert reason_of(table.next_hand) == "game-over"
    assert copied(table).totals == table.totals


def test_announces_that_a_person_should_say_are_told():
    # South has all hearts, and speaks first.
    hand = OneHand(hands=(0xFF, 0xFF00, 0xFF0000, 0xFF000000), dealer=Seat.WEST)
    table = Table(Setup(seed="x", players=(Level.NOVICE, None, None, None), hand=hand))
    assert table.announces() == ()
    table.act(Bid(250, Suit.HEARTS))
    while table.state.phase is Phase.AUCTION:
        if table.is_persons_turn:
            table.act(PASS)
        else:
            table.happen(ActionTaken(Seat.NORTH, PASS, by_computer=True))
    assert table.turn is Seat.SOUTH
    announces = table.announces()
    assert [announce.points for announce in announces] == [100, 20]
    table.act(Declare(announces[0]))
    assert table.announces() == announces[1:]
    table.act(Play(Card.parse("H7")))
    assert table.act(table.actions()[-1]).seat is Seat.EAST


@pytest.mark.parametrize(
    "text", ["P", "X", "XX", "80S", "820C", "SJ", "HT", "third SQ", "fifth DA", "four J", "four T"]
)
def test_actions_are_read_as_they_are_written(text):
    assert action_text(read_action(text)) == text


@pytest.mark.parametrize(
    "text", ["", "p", "8S", "S", "third S7", "four 7", "four", "fifth SJ ", "²0S", "SJ SJ", "sj!"]
)
def test_what_is_no_action_is_refused(text):
    if text == "8S":
        # A bid of eight is read, and refused by the rules.
        assert read_action(text) == Bid(8, Suit.SPADES)
        return
    with pytest.raises(ValueError, match="not a"):
        read_action(text)


@pytest.mark.parametrize(
    "written",
    [
        {},
        {"did": "80S"},
        {"did": 80, "seat": "S", "by": "person"},
        {"did": "80S", "seat": "Z", "by": "person"},
        {"back": "2"},
        {"next": "maybe"},
        {"players": {"S": "god"}},
        {"help": 1},
    ],
)
def test_what_is_no_entry_is_refused(written):
    with pytest.raises(ValueError, match="not a"):
        read_entry(written)


def test_seats_and_options_are_read_by_name():
    assert read_players({"E": "human"})[Seat.EAST] is None
    assert read_options({"game-points": "2000"}).game_points == 2000
    for wrong in ({"nothing": 1}, {"rounding": "up"}, {"game_points": 0}, {"least_cut": "many"}):
        with pytest.raises(ValueError, match=r"no rule|not a value"):
            read_options(wrong)


def test_a_double_out_of_turn_is_allowed_where_the_table_has_it():
    hand = OneHand(hands=(0xFF, 0xFF00, 0xFF0000, 0xFF000000), dealer=Seat.WEST)
    players = (Level.NOVICE, None, None, None)
    for options, refused in (({}, True), ({"double_out_of_turn": "yes"}, False)):
        rules = read_options(options)
        table = Table(Setup(seed="x", players=players, hand=hand, options=rules))
        table.act(Bid(80, Suit.HEARTS))
        assert table.turn is Seat.EAST
        if refused:
            assert reason_of(lambda table=table: table.act(DOUBLE, Seat.WEST)) == "not-your-turn"
        else:
            table.act(DOUBLE, Seat.WEST)
            assert table.state.contract.multiplier == 2


def test_every_refusal_has_its_sentence():
    names = [rule.id for rule in RULES]
    assert len(names) == len(set(names))
    assert isinstance(ActionTaken(Seat.SOUTH, PASS, by_computer=False), ActionTaken)
