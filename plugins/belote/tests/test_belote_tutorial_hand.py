"""The hand of the tutorial: everything that the help file says of it is true."""

from __future__ import annotations

from overtrick import Seat, Suit
from overtrick_belote.rules.announces import Announce, Kind, best_announces
from overtrick_belote.rules.cards import Card, Rank, Side, cards_of
from overtrick_belote.rules.state import Called, Declare, Phase, apply
from overtrick_belote.rules.text import write
from overtrick_belote.rules.tutorial_hand import TEXT, tutorial_hand

CLUBS = Suit.CLUBS
TRICKS = tutorial_hand().replay().tricks


def names(hand):
    return [str(card) for card in cards_of(hand)]


def points_after(count):
    """The points of both sides after so many tricks."""
    return tutorial_hand().replay(cards=4 * count).trick_points()


def played(trick, seat):
    """What a player played to a trick, counted from 1."""
    at = TRICKS[trick - 1]
    return str(next(card for place, card in enumerate(at.cards) if at.player(place) is seat))


def test_south_holds_what_is_told_and_west_deals():
    record = tutorial_hand()
    assert record.dealer is Seat.WEST
    south = names(record.hands[Seat.SOUTH])
    assert [card for card in south if card[0] != "H"] == ["SQ", "SJ", "ST", "DK", "DQ", "D8", "C7"]
    assert sum(card[0] == "H" for card in south) == 1


def test_the_auction_is_the_one_told():
    calls = [f"{seat.symbol} {call}" for seat, call in tutorial_hand().calls]
    assert calls == [
        "S pass", "E pass", "N 80C", "W pass",
        "S pass", "E 90D", "N 100C", "W 110D",
        "S pass", "E pass", "N 120C", "W pass",
        "S pass", "E pass",
    ]  # fmt: skip
    contract = tutorial_hand().replay().contract
    assert str(contract) == "120C by N"


def test_west_has_what_his_bid_tells_and_north_lacks_four_trumps():
    hands = tutorial_hand().hands
    west = names(hands[Seat.WEST])
    # The guarded nine of diamonds, no jack, no two aces elsewhere: ten, and ten more over 100.
    assert "D9" in west
    assert "DJ" not in west
    assert sum(card[0] == "D" for card in west) >= 2
    assert sum(card[1] == "A" and card[0] != "D" for card in west) < 2
    assert sum(card[0] == "C" for card in names(hands[Seat.NORTH])) == 4


def test_the_third_is_announced_and_nobody_has_more():
    record = tutorial_hand()
    third = Announce(Kind.THIRD, Rank.QUEEN, Suit.SPADES)
    assert record.declared == ((Seat.SOUTH, third),)
    options = record.options
    found = [best_announces(hand, CLUBS, options) for hand in record.hands]
    assert found == [(), (), (third,), ()]


def test_trick_1_norths_jack_takes_33_points():
    trick = TRICKS[0]
    assert str(trick.cards[0]) == "C7"
    assert trick.winner(CLUBS) is Seat.NORTH
    assert played(1, Seat.NORTH) == "CJ"
    worth = {"CJ": 20, "CT": 10, "CQ": 3, "C7": 0}
    assert sorted(map(str, trick.cards)) == sorted(worth)
    assert points_after(1) == (33, 0)


def test_trick_2_is_wests_and_east_calls_for_spades():
    trick = TRICKS[1]
    assert trick.leader is Seat.NORTH
    assert trick.cards[0].suit is CLUBS
    assert played(2, Seat.SOUTH) == "D8"
    assert played(2, Seat.EAST) == "S7"
    assert trick.winner(CLUBS) is Seat.WEST
    # East discards on a trick that his partner is winning, and keeps the ace of what he calls.
    assert trick.player(3) is Seat.EAST
    assert Card.parse("SA") in cards_of(tutorial_hand().replay(cards=8).hands[Seat.EAST])


def test_trick_3_is_easts_and_the_score_is_33_to_31():
    trick = TRICKS[2]
    assert trick.leader is Seat.WEST
    assert trick.cards[0].suit is Suit.SPADES
    assert played(3, Seat.SOUTH) == "SJ"
    assert trick.winner(CLUBS) is Seat.EAST
    assert points_after(3) == (33, 31)


def test_trick_4_north_ruffs_a_diamond_and_south_throws_the_king():
    trick = TRICKS[3]
    assert trick.leader is Seat.EAST
    assert trick.cards[0].suit is Suit.DIAMONDS
    assert not any(card[0] == "D" for card in names(tutorial_hand().hands[Seat.NORTH]))
    assert played(4, Seat.NORTH)[0] == "C"
    assert played(4, Seat.SOUTH) == "DK"
    assert trick.winner(CLUBS) is Seat.NORTH


def test_tricks_5_to_8():
    trick = TRICKS[4]
    assert trick.cards[0].suit is Suit.HEARTS
    heart = played(5, Seat.SOUTH)
    assert heart[0] == "H"
    before = names(tutorial_hand().replay(cards=16).hands[Seat.SOUTH])
    assert [card for card in before if card[0] == "H"] == [heart]
    assert played(6, Seat.SOUTH) == "SQ"
    assert played(7, Seat.SOUTH) == "DQ"
    assert played(7, Seat.NORTH) == "H9"
    assert TRICKS[6].winner(CLUBS) is Seat.NORTH
    assert all(trick.winner(CLUBS) in Side.NORTH_SOUTH.seats for trick in TRICKS[3:])


def test_the_score_is_the_one_told():
    state = tutorial_hand().replay()
    assert state.phase is Phase.OVER
    score = state.score
    assert score.earned.tricks == (131, 31)
    assert score.earned.announces == (20, 0)
    assert score.totals == (151, 31)
    assert (score.needed, score.made) == (122, True)
    assert [(line.item.value, line.total) for line in score.lines[Side.NORTH_SOUTH]] == [
        ("tricks", 130), ("announces", 20), ("bid", 120),
    ]  # fmt: skip
    assert score.score == (270, 30)


def test_every_action_is_legal_and_the_text_is_canonical():
    record = tutorial_hand()
    state = record.begin()
    kinds = []
    for seat, action in record.actions():
        state, events = apply(state, action, seat)
        kinds.append(type(events[0]))
    assert kinds.count(Called) == 14
    assert [a for _, a in record.actions() if isinstance(a, Declare)]
    assert write(record) == TEXT
