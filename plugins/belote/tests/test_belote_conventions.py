"""The first response to partner's bid, given and read: rules 8, each number by its test."""

from __future__ import annotations

import random

import attrs
import pytest

from overtrick import Seat, Suit
from overtrick_belote.players.conventions import (
    base_for,
    holdings,
    parts,
    read_call,
    readings,
    response,
    response_sum,
)
from overtrick_belote.rules.announces import best_announces
from overtrick_belote.rules.auction import DOUBLE, PASS, Bid, Call, add_call, open_auction
from overtrick_belote.rules.cards import Card, hand_of
from overtrick_belote.rules.options import Base, RuleOptions

OPTIONS = RuleOptions()
SPADES = Suit.SPADES


def hand(text: str) -> int:
    return hand_of(map(Card.parse, text.split()))


def bid(text: str) -> Bid:
    return Bid(int(text[:-1]), next(suit for suit in Suit if suit.symbol == text[-1]))


def auction(dealer: Seat, *calls: str):
    at = open_auction(dealer)
    for text in calls:
        assert at.turn is not None
        call: Call = PASS if text == "P" else DOUBLE if text == "X" else bid(text)
        at = add_call(at, at.turn, call, OPTIONS)
    return at


def answer(cards: str, base: str = "80S", last: str | None = None, options=OPTIONS):
    return response(hand(cards), bid(base), bid(last or base), options)


NINE = "S9 S7 H8 H7 D8 D7 C8 C7"
BARE_NINE = "S9 HK H8 H7 D8 D7 C8 C7"
JACK = "SJ HK H8 H7 D8 D7 C8 C7"
TWO_ACES = "S7 HA H8 DA D8 D7 C8 C7"
NINE_TWO_ACES = "S9 S7 HA H8 DA D8 C8 C7"
NOTHING = "SA ST HA H8 DK D8 C8 C7"


@pytest.mark.parametrize(
    ("cards", "values"),
    [
        (NINE, [10]),
        (BARE_NINE, []),
        (JACK, [20]),
        ("SJ S7 HK H8 D8 D7 C8 C7", [20]),
        (TWO_ACES, [20]),
        ("S7 HA H8 DA D8 CA C8 C7", [30]),
        ("SA HA H8 DK D8 D7 C8 C7", []),
        ("HT HJ HQ HK HA D8 C8 C7", [70]),
        ("SQ HQ DQ CQ S8 H8 D8 C7", [70]),
        ("S9 H9 D9 C9 HA H8 D8 CK", [120]),
        ("H7 H8 H9 HT HJ HQ HK D8", [70]),
    ],
)
def test_rule_8_1_each_thing_adds_its_value(cards: str, values: list[int]) -> None:
    assert [part.value for part in parts(hand(cards), SPADES, OPTIONS)] == values


@pytest.mark.parametrize(
    ("cards", "total"),
    [
        ("SJ S9 HK H8 D8 D7 C8 C7", 30),
        (NINE_TWO_ACES, 30),
        ("SJ S9 HA H8 DA D8 CA C8", 60),
        ("SJ HA H8 DA D8 D7 C8 C7", 40),
    ],
)
def test_rule_8_2_values_add(cards: str, total: int) -> None:
    assert answer(cards).sum == total
    assert answer(cards).bid == Bid(80 + total, SPADES)


def test_rule_8_2_sums_by_a_second_count() -> None:
    rng = random.Random(82)
    deck = list(range(32))
    for _ in range(3000):
        cards = [Card(card) for card in rng.sample(deck, 8)]
        trump = rng.choice(list(Suit))
        mine = hand_of(cards)
        names = {str(card) for card in cards}
        nine, jack = f"{trump.symbol}9", f"{trump.symbol}J"
        total = 10 if nine in names and sum(n[0] == trump.symbol for n in names) > 1 else 0
        total += 20 if jack in names else 0
        aces = sum(name[1] == "A" and name[0] != trump.symbol for name in names)
        total += {2: 20, 3: 30}.get(aces, 0)
        worth = [announce.points for announce in best_announces(mine, trump, OPTIONS)]
        total += sum({100: 70, 150: 120, 200: 170}.get(points, 0) for points in worth)
        assert response_sum(mine, trump, OPTIONS) == total
        assert sum(part.value for part in parts(mine, trump, OPTIONS)) == total


def test_rule_8_3_ten_more_over_the_opponents() -> None:
    given = answer(NINE_TWO_ACES, "80S", "110H")
    assert (given.sum, given.extra, given.bid) == (30, 10, bid("120S"))
    assert given.reason.rule == "respond-extra"
    assert given.reason.facts["sum"] == 30
    # The nine of diamonds over 100 clubs: West of the tutorial.
    given = answer("D9 D7 HK H8 S8 S7 C8 CK", "90D", "100C")
    assert (given.sum, given.extra, given.bid) == (10, 10, bid("110D"))


def test_rule_8_3_not_more_than_ten() -> None:
    given = answer(NINE, "80S", "100H")
    assert (given.bid, given.extra, given.reason.rule) == (None, 0, "respond-too-low")
    assert answer(NINE, "80S", "90H").bid == bid("100S")
    assert answer(JACK, "80S", "90H").bid == bid("100S")
    assert answer(JACK, "80S", "90H").extra == 0


def test_rule_8_4_nothing_is_no_response() -> None:
    given = answer(NOTHING)
    assert (given.sum, given.bid, given.reason.rule) == (0, None, "respond-nothing")
    daring = attrs.evolve(OPTIONS, extra_ten_on_nothing=True)
    assert answer(NOTHING, options=daring).bid == bid("90S")
    assert answer(NOTHING, "80S", "90H", options=daring).bid is None


def test_rule_8_5_only_the_first_response() -> None:
    # Dealer West: South, East, North, West.
    calls = auction(Seat.WEST, "80S", "P", "100S", "P").calls
    assert base_for(calls, Seat.NORTH, OPTIONS) is None
    assert base_for(calls, Seat.SOUTH, OPTIONS) is None
    # West passed over 80, and may answer 90 later (tutorial).
    calls = auction(Seat.WEST, "P", "P", "80C", "P", "P", "90D", "100C").calls
    assert base_for(calls, Seat.WEST, OPTIONS) == bid("90D")


def test_rule_8_6_base_after_two_bids() -> None:
    calls = auction(Seat.WEST, "80S", "90H", "P", "P", "100S", "P").calls
    assert base_for(calls, Seat.NORTH, OPTIONS) == bid("100S")
    first = attrs.evolve(OPTIONS, response_base=Base.FIRST_BID)
    assert base_for(calls, Seat.NORTH, first) == bid("80S")


def test_rule_8_7_fours_add_their_cards() -> None:
    aces, jacks = "SA HA DA CA S7 H7 D7 C7", "SJ HJ DJ CJ S7 H7 D7 C7"
    assert answer(aces).sum == 100
    assert answer(jacks).sum == 190
    literal = attrs.evolve(OPTIONS, fours_add_their_cards=False)
    assert answer(aces, options=literal).sum == 70
    assert answer(jacks, options=literal).sum == 170
    assert answer("SQ HQ DQ CQ SK HK DK CK").sum == 140
    assert answer("SQ HQ DQ CQ SK HK DK CK", options=RuleOptions(announces=False)).sum == 0


def test_rule_8_8_one_ace_is_an_option() -> None:
    one = "S7 HA H8 DK D8 D7 C8 C7"
    assert answer(one).sum == 0
    told = attrs.evolve(OPTIONS, one_ace=10)
    assert answer(one, options=told).sum == 10
    assert [(h.nine, h.jack, h.aces, h.fewer) for h in holdings(10, told)] == [
        (True, False, 1, True),
        (False, False, 1, False),
    ]


def test_rule_8_9_no_response_in_a_new_suit_or_over_a_double() -> None:
    at = auction(Seat.WEST, "80S", "P", "100H")
    assert readings(at, OPTIONS) == ()
    at = auction(Seat.WEST, "80S", "X", "P")
    assert readings(at, OPTIONS) == ()


# 8.10 as it stands in the document's table: (nine, jack, aces), fewer than two as 0.
TABLE = {
    10: {(1, 0, 0)},
    20: {(0, 1, 0), (0, 0, 2)},
    30: {(1, 1, 0), (0, 0, 3), (1, 0, 2)},
    40: {(0, 1, 2), (1, 0, 3)},
    50: {(1, 1, 2), (0, 1, 3)},
    60: {(1, 1, 3)},
}


@pytest.mark.parametrize("total", sorted(TABLE))
def test_rule_8_10_what_a_response_says(total: int) -> None:
    plain = RuleOptions(announces=False)
    read = read_call(((Seat.SOUTH, bid("80S")), (Seat.EAST, PASS)), bid("80S"), Seat.NORTH,
                     Bid(80 + total, SPADES), OPTIONS)  # fmt: skip
    assert read is not None
    assert read.sums == (total,)
    found = {(h.nine, h.jack, 0 if h.fewer else h.aces) for h in holdings(total, plain)}
    assert found == TABLE[total]
    assert {h.sum for h in read.holdings} == {total}
    assert [reason.rule for reason in read.reasons][:2] == ["reads-response", "reads-holding"]


@pytest.mark.parametrize(("total", "worth"), [(70, 70), (120, 120), (170, 170), (130, 120)])
def test_rule_8_10_announces_of_a_hundred(total: int, worth: int) -> None:
    assert any(held.worth == worth for held in holdings(total, OPTIONS))


def test_rule_8_10_both_readings_over_the_opponents() -> None:
    # 80S - 110H - 120S: a sum of 40, or 30 and ten more.
    at = auction(Seat.WEST, "80S", "110H", "120S")
    (read,) = readings(at, OPTIONS)
    assert (read.player, read.sums) == (Seat.NORTH, (40, 30))
    assert read.fits(hand(NINE_TWO_ACES))
    assert not read.fits(hand(NINE))
    # Twenty would have beaten 90: ten more was not needed, and is not read.
    (read,) = readings(auction(Seat.WEST, "80S", "90H", "110S"), OPTIONS)
    assert read.sums == (30,)
    (read,) = readings(auction(Seat.WEST, "80S", "90H", "100S"), OPTIONS)
    assert read.sums == (20, 10)


def test_rule_8_10_a_pass_says_what_is_not_there() -> None:
    (read,) = readings(auction(Seat.WEST, "80S", "P", "P"), OPTIONS)
    assert read.sums == (0,)
    assert read.fits(hand(NOTHING))
    assert not read.fits(hand(NINE))
    (read,) = readings(auction(Seat.WEST, "80S", "110H", "P"), OPTIONS)
    assert read.sums == (0, 10, 20)
    assert [reason.rule for reason in read.reasons] == ["reads-silence"]


def test_rule_8_10_what_is_given_is_read() -> None:
    rng = random.Random(810)
    for _ in range(3000):
        mine = hand_of(Card(card) for card in rng.sample(range(32), 8))
        base = Bid(80 + 10 * rng.randrange(3), rng.choice(list(Suit)))
        last = base
        calls: list[tuple[Seat, Call]] = [(Seat.SOUTH, base), (Seat.EAST, PASS)]
        if rng.random() < 0.6:
            last = Bid(base.amount + 10 * rng.randrange(1, 5), rng.choice(list(Suit)))
            calls[1] = (Seat.EAST, last)
        given = response(mine, base, last, OPTIONS)
        said = given.bid or PASS
        read = read_call(tuple(calls), last, Seat.NORTH, said, OPTIONS)
        assert read is not None
        assert read.fits(mine)
        if given.bid is not None:
            assert any(held.sum == given.sum for held in read.holdings)
