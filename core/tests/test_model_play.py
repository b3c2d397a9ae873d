from __future__ import annotations

import pickle

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick import (
    Card,
    Ending,
    Irregularity,
    Play,
    PlayedCard,
    Seat,
    Side,
    Strain,
    Trick,
)
from overtrick.findings.errors import CardError
from overtrick.laws import play_problems
from overtrick.model.play import NO_CARD
from overtrick_testing.strategies import cards, deals, played_cards, plays, seats, strains


def lead_out_of_turn(trick, seat):
    """Return the trick with the seat's card marked as a lead out of turn."""
    slots = list(trick.cards)
    mark = Irregularity.LEAD_OUT_OF_TURN
    slots[seat] = PlayedCard(card=trick.card_of(seat), irregularity=mark)
    return Trick(tuple(slots))


@given(cards())
def test_a_card_without_annotation_is_one_shared_entry(card):
    assert PlayedCard.plain(card) is PlayedCard.plain(card)
    assert PlayedCard.plain(card).is_plain
    assert str(PlayedCard.plain(card)) == str(card)


@given(played_cards())
def test_a_played_card_is_plain_if_nothing_is_said(played):
    said = (played.note, played.comment, played.irregularity) != (None,) * 3
    assert played.is_plain == (not said and not played.nags)


def test_a_comment_may_stand_at_a_card_that_is_not_given():
    played = PlayedCard(card=None, comment="any club")
    assert not played.is_plain
    assert (str(played), repr(played)) == ("-", "<PlayedCard ->")
    assert repr(PlayedCard(card=Card(51), note="count")) == "<PlayedCard SA 'count'>"


@given(seats())
def test_a_trick_keeps_its_cards_by_seat(first):
    trick = Trick.of(first, "SK", "-", "S4")
    assert trick.card_of(first) is Card.parse("SK")
    assert trick[first.next] is None
    assert trick.card_of(first.partner) is Card.parse("S4")
    assert trick.card_of(first.previous) is None
    assert not trick.is_complete
    assert list(trick) == list(trick.cards)


def test_a_fifth_card_is_refused_rather_than_dropped():
    with pytest.raises(CardError, match="four cards, not 5"):
        Trick.of(Seat.NORTH, "SK", "S2", "S3", "S4", "S5")
    with pytest.raises(CardError, match="four cards, not 5"):
        Play.of(Seat.NORTH, "SK S2 S3 S4 S5")


@pytest.mark.parametrize(
    ("row", "strain", "winner"),
    [
        ("SK S3 S4 SA", "NT", "S"),
        ("SK S3 S4 HA", "NT", "W"),
        ("SK S3 S4 H2", "H", "S"),
        ("SK H3 S4 H2", "H", "N"),
        ("H2 H3 SA HK", "S", "E"),
        ("H2 H3 SA SK", "S", "E"),
        ("H2 S3 HA HK", "S", "N"),
        ("C2 D3 HA SK", "NT", "W"),
    ],
)
def test_the_highest_trump_wins_or_else_the_highest_of_the_suit_led(row, strain, winner):
    play = Play.of(Seat.WEST, row)
    assert play.winner_of(0, Strain.parse(strain)) is Seat.parse(winner)


@given(plays(complete=True), strains(), st.integers(0, 12))
def test_a_full_trick_is_won_by_a_card_that_no_other_beats(play, strain, index):
    leader = play.leader_of(index, strain)
    trick = play.tricks[index]
    winner = trick.winner(leader, strain)
    best, led = trick.card_of(winner), trick.card_of(leader)
    trumps = [seat for seat in Seat if trick.card_of(seat).suit == strain]
    contenders = trumps or [seat for seat in Seat if trick.card_of(seat).suit is led.suit]
    assert winner in contenders
    assert all(best.rank >= trick.card_of(seat).rank for seat in contenders)


@given(plays(complete=True), strains())
def test_thirteen_full_tricks_are_shared(play, strain):
    assert sum(play.tricks_won(side, strain) for side in Side) == 13
    assert all(trick.is_complete for trick in play.tricks)
    assert play.leaders(strain)[1:] == play.winners(strain)[:-1]
    assert play.leaders(strain)[0] is play.leader


@given(plays(), strains())
def test_a_trick_with_an_unknown_card_has_no_winner_nor_any_after_it(play, strain):
    for index, winner in enumerate(play.winners(strain)):
        if not all(trick.is_complete for trick in play.tricks[: index + 1]):
            assert winner is None
    assert len(play.winners(strain)) == len(play.leaders(strain)) == len(play.tricks)


def test_a_lead_out_of_turn_that_was_accepted_is_the_lead():
    # PBN 2.1 §3.9 (D): West is to lead, East leads.
    play = Play.of(Seat.WEST, "CA C2 C3 C4", "D2 D3 H4 D5")
    first = lead_out_of_turn(play.tricks[0], Seat.EAST)
    second = lead_out_of_turn(play.tricks[1], Seat.EAST)
    marked = Play(leader=Seat.WEST, tricks=(first, second))
    assert marked.leaders(Strain.NOTRUMP) == (Seat.EAST, Seat.EAST)
    assert marked.winners(Strain.NOTRUMP) == (Seat.WEST, Seat.EAST)


def test_a_lead_out_of_turn_tells_who_leads_after_a_trick_that_does_not():
    play = Play.of(Seat.WEST, "CA - - C4", "D2 D3 H4 D5", "S2 S3 S4 S5")
    assert play.leaders(Strain.NOTRUMP) == (Seat.WEST, None, None)
    second = lead_out_of_turn(play.tricks[1], Seat.NORTH)
    marked = Play(leader=Seat.WEST, tricks=(play.tricks[0], second, play.tricks[2]))
    assert marked.leaders(Strain.NOTRUMP) == (Seat.WEST, Seat.NORTH, Seat.SOUTH)


def test_a_trick_that_is_not_there_has_no_winner():
    with pytest.raises(IndexError):
        Play.of(Seat.WEST, "CA C2 C3 C4").winner_of(1, Strain.NOTRUMP)
    with pytest.raises(IndexError):
        Play(leader=Seat.WEST).leader_of(0, Strain.NOTRUMP)


def test_the_ending_follows_from_the_rows():
    rows = [f"{suit}{rank} - - -" for suit in "S" for rank in "AKQJT98765432"]
    assert Play.of(Seat.WEST, *rows).ending is Ending.UNKNOWN
    full = [f"S{rank} H{rank} D{rank} C{rank}" for rank in "AKQJT98765432"]
    assert Play.of(Seat.WEST, *full).ending is Ending.COMPLETE
    assert Play.of(Seat.WEST, *full, ending=Ending.CLOSED).ending is Ending.CLOSED


def test_a_play_knows_its_problems():
    play = Play.of(Seat.WEST, "SK S2 S3 SK")
    assert [problem.code for problem in play_problems(play)] == ["LAW202"]


@given(deals(), st.integers(0, 3))
def test_plays_and_tricks_read_from_the_leader(deal, number):
    leader = Seat(number)
    row = " ".join(str(deal[leader.after(step)].cards[0]) for step in range(4))
    play = Play.of(leader, row)
    assert repr(play) == f"<Play {leader.symbol}: {row}>"
    in_seat_order = " ".join(str(card) for card in play.tricks[0])
    assert repr(play.tricks[0]) == f"<Trick N E S W: {in_seat_order}>"


@given(plays())
def test_a_play_of_indexes_is_the_play_of_its_tricks(play):
    compact = Play.of_indexes(play.leader, play.indexes, play.ending)
    assert compact == play == compact
    assert compact.indexes == play.indexes
    assert compact == Play.of_indexes(play.leader, play.indexes, play.ending)
    assert hash(compact) == hash(play)
    assert compact.tricks == play.tricks
    assert compact.tricks is compact.tricks
    again = pickle.loads(pickle.dumps(compact))
    assert (again, repr(again)) == (play, repr(play))
    assert attrs.evolve(compact, ending=Ending.CLOSED).tricks == play.tricks


@given(plays(), plays())
def test_plays_of_indexes_differ_as_their_tricks_do(one, other):
    compact = [Play.of_indexes(play.leader, play.indexes, play.ending) for play in (one, other)]
    assert (compact[0] == compact[1]) == (one == other) == (compact[0] == other)


@given(plays(annotated=True))
def test_a_play_has_indexes_if_nothing_is_said_of_a_card(play):
    played = [played for trick in play.tricks for played in trick if played is not None]
    assert (play.indexes is None) == any(not card.is_plain for card in played)


def test_indexes_are_those_of_cards_and_of_cards_not_given():
    play = Play.of_indexes(Seat.SOUTH, bytes([0, 51, NO_CARD, 12, 13]))
    assert repr(play) == "<Play S: C2 SA - CA / D2 - - ->"
    equal = PlayedCard(card=Card(51), nags=())
    assert Play(leader=Seat.NORTH, tricks=(Trick((equal, None, None, None)),)).indexes == bytes(
        [51, NO_CARD, NO_CARD, NO_CARD]
    )
    with pytest.raises(CardError):
        Play.of_indexes(Seat.SOUTH, bytes([52]))
    with pytest.raises(AttributeError, match="no attribute 'trick'"):
        _ = play.trick
    assert play != "play"
