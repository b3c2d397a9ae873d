from __future__ import annotations

import random

import attrs
import pytest
from hypothesis import given, settings

from overtrick import (
    CARDS,
    Deal,
    Ending,
    Hand,
    Irregularity,
    Play,
    PlayedCard,
    Seat,
    Strain,
    Trick,
)
from overtrick.laws import play_problems
from overtrick.laws.play import follow_play
from overtrick.model.play import NO_CARD, winning_step
from overtrick_testing.strategies import deals, plays, seats, strains

# The first board of PBN's example file: North has AQ762 of clubs, South none.
DEAL = Deal.parse("N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543")

RANKS = "AKQJT98765432"
SUITS_APART = Deal.parse(f"N:{RANKS}... .{RANKS}.. ..{RANKS}. ...{RANKS}")


def marked(play, number, seat, mark):
    """Return the play with a mark at one card."""
    tricks = list(play.tricks)
    slots = list(tricks[number].cards)
    played = slots[seat] if slots[seat] is not None else PlayedCard(card=None)
    slots[seat] = attrs.evolve(played, irregularity=mark)
    tricks[number] = Trick(tuple(slots))
    return attrs.evolve(play, tricks=tuple(tricks))


def found_in(play, deal=DEAL, strain=Strain.NOTRUMP):
    return [f"{problem.code} {problem.part}" for problem in play_problems(play, deal, strain)]


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        (["S4 S3 S9 S2"], []),
        (["S4 S3 S9 SA"], ["LAW201 play.0.S"]),
        (["S4 S3 S9 S4"], ["LAW202 play.0.S"]),
        (["S4 S3 SK S2", "S4 S5 SA S7"], ["LAW202 play.1.W"]),
        (["S4 H7 S9 S2"], ["LAW203 play.0.N"]),
        # West leads, South has no clubs and may throw anything.
        (["C3 C2 C8 H3"], []),
        # East won the first trick, so it is East's lead: nobody revokes.
        (["S4 S3 SK S2", "S6 ST SA S7"], []),
        (["S4 - - -"], []),
        (["- - - -"], []),
    ],
)
def test_what_the_laws_say_against_a_play(rows, found):
    assert found_in(Play.of(Seat.WEST, *rows)) == found


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (["S4 S3 S9 SA"], "S plays SA, which is in the hand of E"),
        (
            ["S4 S3 SK S2", "S4 S5 SA S7"],
            "W plays S4, which W already played to trick 1",
        ),
        (["S4 H7 S9 S2"], "N revokes: H7 on the lead of S4 while holding ST S5 S3"),
    ],
)
def test_the_message_says_who_and_why(rows, message):
    assert play_problems(Play.of(Seat.WEST, *rows), DEAL, Strain.NOTRUMP)[0].message == message


def test_a_revoke_that_is_marked_is_no_problem():
    play = Play.of(Seat.WEST, "S4 H7 S9 S2")
    assert found_in(marked(play, 0, Seat.NORTH, Irregularity.REVOKE)) == []


def test_a_card_that_is_gone_is_no_revoke():
    # East has one heart: on the second round he may discard.
    play = Play.of(Seat.WEST, "H2 HA HQ H3", "H6 HJ S9 H4")
    assert found_in(play) == []
    assert found_in(Play.of(Seat.WEST, "H2 HJ S9 H3")) == ["LAW203 play.0.E"]


def test_a_lead_out_of_turn_is_told_from_revokes():
    # It is South's lead. He has no club, and the others all play one: one of them led it.
    play = Play.of(Seat.SOUTH, "D2 C3 C2 C8", "H3 H2 HJ HQ")
    assert found_in(play) == ["LAW204 play.0.S"]
    # East won with the eight and leads to the next.
    assert found_in(Play.of(Seat.SOUTH, "D2 C3 C2 C8", "H3 S4 S3 SA")) == [
        "LAW204 play.0.S",
        "LAW203 play.1.S",
    ]


def test_where_several_suits_may_have_been_led_the_next_leader_is_not_known():
    # South is to lead. Any of the others may have led, since none can follow to another.
    deal = Deal.parse("N:K...AKQJT9876543 Q.AKQJT9876543.. AJT98765432... ..AKQJT98765432.")
    play = Play.of(Seat.SOUTH, "SA DA CA HA", "SJ D2 C3 H3")
    assert found_in(play, deal) == ["LAW204 play.0.S"]


def test_a_lead_out_of_turn_that_is_marked_is_no_problem():
    play = Play.of(Seat.WEST, "S4 S3 S9 S2")
    for seat in (Seat.NORTH, Seat.EAST, Seat.SOUTH):
        assert found_in(marked(play, 0, seat, Irregularity.LEAD_OUT_OF_TURN)) == []


def test_a_mark_without_ground_is_found():
    play = Play.of(Seat.WEST, "S4 S3 S9 S2")
    lead = marked(play, 0, Seat.WEST, Irregularity.LEAD_OUT_OF_TURN)
    assert found_in(lead) == ["LAW208 play.0.W"]
    call = marked(play, 0, Seat.EAST, Irregularity.INSUFFICIENT_BID)
    assert found_in(call) == ["LAW208 play.0.E"]
    twice = marked(
        marked(play, 0, Seat.EAST, Irregularity.LEAD_OUT_OF_TURN),
        0,
        Seat.SOUTH,
        Irregularity.LEAD_OUT_OF_TURN,
    )
    assert found_in(twice) == ["LAW208 play.0.E", "LAW208 play.0.S"]


def test_without_the_deal_only_repeated_cards_are_found():
    play = Play.of(Seat.WEST, "S4 H7 S9 SA", "S4 S3 S2 S2")
    assert found_in(play, deal=None) == ["LAW202 play.1.W", "LAW202 play.1.S"]


def test_without_the_strain_only_the_first_lead_is_known():
    play = Play.of(Seat.WEST, "S4 H7 SK S2", "S6 H7 SA S7")
    assert found_in(play, strain=None) == ["LAW203 play.0.N", "LAW202 play.1.N"]
    late = Play.of(Seat.WEST, "S4 S3 SK S2", "S6 HJ SA S7")
    assert found_in(late, strain=None) == []
    assert found_in(late) == ["LAW203 play.1.N"]


def test_after_a_trick_with_an_unknown_card_no_revoke_is_looked_for():
    play = Play.of(Seat.WEST, "S4 - SK S2", "S6 HJ SA S7")
    assert found_in(play) == []


def test_a_hand_that_is_not_given_in_full_shows_no_card_to_be_missing():
    hidden = Deal.parse("N:T53.AJ7.AT.AQ762 - 872.T9543.K9732. -")
    assert found_in(Play.of(Seat.WEST, "S4 S3 S9 S2"), hidden) == []
    # The card is in another hand, or the hand that is given shows that it could follow.
    assert found_in(Play.of(Seat.WEST, "S4 S3 S8 S2"), hidden) == ["LAW201 play.0.E"]
    assert found_in(Play.of(Seat.WEST, "S4 HJ S9 S2"), hidden) == ["LAW203 play.0.N"]
    # North has thirteen cards, and the queen is not one of them.
    assert found_in(Play.of(Seat.WEST, "S4 SQ S9 S2"), hidden) == ["LAW201 play.0.N"]
    part = Deal.parse("N:T53... AKJ... 872... Q6...")
    assert found_in(Play.of(Seat.WEST, "S4 S3 S9 S2", "D2 D3 D4 D5"), part)[:1] == []


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("N:- - - -", 13),
        ("N:AK... QJ... T9... 87...", 2),
        ("N:AK... QJ... T9... -", 2),
        ("N:AK... QJ... T9... 8...", 13),
        ("N:AK... - - -", 13),
        (DEAL.to_text(), 13),
    ],
)
def test_how_many_tricks_there_are(text, limit):
    play = Play.of(Seat.WEST, "")
    assert follow_play(play, Deal.parse(text), None).limit == limit
    assert follow_play(play, None, None).limit == 13


def test_an_end_position_has_few_tricks():
    deal = Deal.parse("N:AK... QJ... T9... 87...")
    rows = "S7 SA SJ ST", "S8 SK SQ S9"
    assert found_in(Play.of(Seat.WEST, *rows, ending=Ending.COMPLETE), deal) == []
    assert found_in(Play.of(Seat.WEST, *rows, ending=Ending.OPEN), deal) == ["LAW207 play"]
    assert found_in(Play.of(Seat.WEST, rows[0], ending=Ending.COMPLETE), deal) == ["LAW206 play"]
    more = Play.of(Seat.WEST, *rows, "- - - -")
    assert found_in(more, deal) == ["LAW205 play.2"]


def test_thirteen_tricks_are_all():
    rows = [f"C{rank} S{rank} H{rank} D{rank}" for rank in RANKS]
    play = Play.of(Seat.WEST, *rows)
    assert found_in(play, SUITS_APART) == []
    assert found_in(attrs.evolve(play, ending=Ending.OPEN), SUITS_APART) == ["LAW207 play"]
    assert found_in(attrs.evolve(play, ending=Ending.CLOSED), SUITS_APART) == []
    more = attrs.evolve(play, tricks=(*play.tricks, Trick((None,) * 4)))
    assert found_in(more, SUITS_APART) == ["LAW205 play.13"]
    fewer = attrs.evolve(play, tricks=play.tricks[:12])
    assert found_in(fewer, SUITS_APART) == ["LAW206 play"]
    gap = attrs.evolve(play, tricks=(*play.tricks[:12], Trick((None,) * 4)), ending=Ending.OPEN)
    assert found_in(gap, SUITS_APART) == []


@settings(deadline=None)
@given(deals(), strains(), seats(), plays())
def test_a_play_of_another_deal_never_raises(deal, strain, seat, play):
    for problem in play_problems(attrs.evolve(play, leader=seat), deal, strain):
        assert problem.part.split(".")[0] == "play"


@settings(deadline=None)
@given(plays(legal=False, annotated=True), deals(partial=None), strains())
def test_any_cards_at_any_place_never_raise(play, deal, strain):
    for problem in play_problems(play, deal, strain):
        assert problem.clause is not None
    play_problems(play, None, None)
    play_problems(play, Deal((Hand(),) * 4), strain)


def _played(r, deal, strain):
    """Return the cards of a play from North on, now and then against the laws."""
    hands = [[card.index for card in deal[seat]] for seat in Seat]
    cards, leader = bytearray(), 0
    follows = r.choice([1.0, 1.0, 0.98, 0.9])
    for _ in range(r.randint(0, 13)):
        row = {}
        for column in ((leader + step) % 4 for step in range(4)):
            suit = row[leader] // 13 if row else None
            of_suit = [card for card in hands[column] if card // 13 == suit]
            row[column] = r.choice(of_suit if of_suit and r.random() < follows else hands[column])
            hands[column].remove(row[column])
        cards += bytes(row[column] for column in range(4))
        leader = (leader + winning_step([row[(leader + s) % 4] for s in range(4)], strain)) % 4
    if cards and r.random() < 0.3:
        cards[r.randrange(len(cards))] = r.choice([*range(52), NO_CARD])
    return bytes(cards)


def test_a_play_that_looks_sound_is_judged_as_any_other(monkeypatch):
    sound = 0
    for seed in range(120):
        r = random.Random(seed)
        indexes = r.sample(range(52), 52)
        hands = [[CARDS[index] for index in sorted(indexes[seat::4])] for seat in range(4)]
        deal, strain = Deal(tuple(map(Hand.of, hands))), r.choice(list(Strain))
        play = Play.of_indexes(Seat.NORTH, _played(r, deal, strain), r.choice(list(Ending)))
        course = follow_play(play, deal, strain)
        with monkeypatch.context() as patched:
            patched.setattr("overtrick.laws.play._sound_winners", lambda *_: None)
            assert course == follow_play(play, deal, strain), play
        sound += not course.problems
    assert 20 < sound < 100
