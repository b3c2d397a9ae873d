"""Evaluators: published examples, values of other programs, hands against arrays."""

from __future__ import annotations

import collections
import functools

import pytest
from hypothesis import given
from hypothesis import strategies as st

import overtrick_hands
from overtrick import Hand, OptionError, Suit
from overtrick.plugin import parse_holding
from overtrick_hands import (
    EVALUATORS,
    HandError,
    cccc,
    controls,
    hcp,
    losers,
    new_losers,
    points,
    quality,
    quick_tricks,
)
from overtrick_hands.conditions.limits import _of_hand
from overtrick_testing import strategies

WHOLE = strategies.hands(min_size=13)
OF_HANDS = [evaluator for evaluator in EVALUATORS.values() if evaluator.for_hands]


# --- published examples -----------------------------------------------------------------------


def test_the_example_of_kaplan_and_rubens():
    """Their article counts AJTxxx KT9x xx x as "just under 13"."""
    assert cccc(Hand.parse("AJT654.KT93.42.2")) == 12.95


def test_the_suit_that_holmquist_quotes_from_two_programs():
    """AQTxxx is worth 8.45 (S. Holmquist, A Modified Long Suit Evaluator, bridgeworld.com)."""
    assert cccc.of_holding(parse_holding("AQT432")) == 8.45


@pytest.mark.parametrize(
    ("holding", "points_of_it"),
    [
        # `dealer` 20211121 (Debian), quality() / 100, of North's suits with seeds 1 to 5; suits in
        # which it and the article agree (no ten in seven cards, no nine below three honours).
        ("2", 0), ("T98", 0.3), ("K752", 1.2), ("KJT84", 2.5), ("JT", 0.4), ("A9875", 2.25),
        ("T9763", 0.5), ("T", 0.05), ("653", 0), ("A94", 1.2), ("T8", 0.1), ("AKJ74", 4),
        ("KQ7", 1.5), ("AJT4", 2.4), ("Q87", 0.6), ("J86", 0.3), ("T952", 0.4),
    ],
)  # fmt: skip
def test_the_quality_of_suits_as_dealer_counts_it(holding, points_of_it):
    assert quality.of_holding(parse_holding(holding)) == points_of_it


@pytest.mark.parametrize(
    ("text", "count"),
    [
        # Losing-Trick Count (Wikipedia, Basic counting method).
        ("J432.J32.J32.J32", 12),
        ("65432..5432.5432", 9),
        ("AK432.A432.Q2.32", 7),
        # Deal 3.1.9, manual, holding procedures: AKxx Axx KQJxxx x.
        ("AK32.A32.KQJ432.", 4),
    ],
)
def test_losers_as_they_are_published(text, count):
    assert losers(Hand.parse(text)) == count


def test_the_losers_of_deals_own_example_suit_by_suit():
    found = [losers.of_holding(parse_holding(suit)) for suit in ("AK32", "A32", "KQJ432", "2")]
    assert found == [1, 2, 1, 1]


@pytest.mark.parametrize(
    ("holding", "count"),
    [
        # Of each suit: a missing ace counts 1.5, a missing king 1, a missing queen 0.5; all
        # singletons but the ace 1.5, doubletons without ace and king 2.5.
        ("", 0), ("A", 0), ("K", 1.5), ("2", 1.5), ("AK", 0), ("A2", 1), ("K2", 1.5), ("Q2", 2.5),
        ("AKQ", 0), ("AK2", 0.5), ("AQ2", 1), ("KQ2", 1.5), ("A32", 1.5), ("K32", 2), ("Q32", 2.5),
        ("J432", 3),
    ],
)  # fmt: skip
def test_new_losers_as_they_are_published(holding, count):
    assert new_losers.of_holding(parse_holding(holding)) == count


@pytest.mark.parametrize(
    ("holding", "tricks"),
    [
        ("AK", 2),
        ("AKQ2", 2),
        ("AQ2", 1.5),
        ("A32", 1),
        ("KQ2", 1),
        ("K2", 0.5),
        ("K", 0),
        ("QJ", 0),
    ],
)
def test_quick_tricks_as_they_are_published(holding, tricks):
    assert quick_tricks.of_holding(parse_holding(holding)) == tricks


@pytest.mark.parametrize(
    ("text", "values"),
    [
        # What `dealer` 20211121 (Debian) counts of North's hand with the seed named: losers,
        # controls, top3, top5, hcp, tens, cccc * 100. Where that differs (239 of 1,500 hands) it
        # gives a doubleton queen 0.25 more, no ten in seven cards, no nine below three honours
        # (`tests/sweeps/hands_peers.py`).
        ("2.T98.K752.KJT84", (8, 2, 2, 5, 7, 2, 950)),  # 1
        ("JT.A9875.T9763.T", (8, 2, 1, 5, 5, 3, 820)),  # 2
        ("653.A94.T8.AKJ74", (8, 5, 3, 5, 12, 1, 1380)),  # 3
        ("KQ7.AJT4.752.Q87", (8, 3, 4, 6, 12, 1, 1125)),  # 4
        ("J86.543.T952.Q87", (11, 0, 1, 3, 3, 1, 155)),  # 5
        ("QJ3.Q53.8643.952", (10, 0, 2, 3, 5, 0, 275)),  # 6
        ("7542.Q954.T6.K64", (9, 1, 2, 3, 5, 1, 455)),  # 8
        ("AJ985.2.A9852.64", (7, 4, 2, 3, 9, 0, 1325)),  # 9
        ("K85.JT98.42.AQ95", (8, 3, 3, 5, 10, 1, 1075)),  # 10
        ("T8542.Q52.J432.8", (9, 0, 1, 3, 3, 1, 300)),  # 11
        ("83.AQT2.K72.AQ62", (6, 5, 5, 6, 15, 1, 1635)),  # 12
        ("J7.86.AJ854.8643", (9, 2, 1, 3, 6, 0, 695)),  # 13
    ],
)
def test_whole_hands_as_dealer_counts_them(text, values):
    hand = Hand.parse(text)
    names = ("losers", "controls", "top3", "top5", "hcp", "tens")
    assert tuple(EVALUATORS[name](hand) for name in names) == values[:6]
    assert round(100 * cccc(hand)) == values[6]


# --- tables -----------------------------------------------------------------------------------


@given(WHOLE)
def test_high_cards_are_the_models(hand):
    assert hcp(hand) == hand.hcp == points(4, 3, 2, 1)(hand)


@given(WHOLE)
def test_additive_counts_are_the_sums_of_their_suits(hand):
    for evaluator in OF_HANDS:
        by_suit = sum(evaluator.suit_values[hand.holding(suit)] for suit in Suit)
        if evaluator.is_additive:
            assert evaluator(hand) == evaluator.points(by_suit)


@given(WHOLE)
def test_no_count_leaves_its_bounds(hand):
    for evaluator in OF_HANDS:
        least, most = _of_hand(evaluator)
        assert least <= evaluator.of_mask(hand.mask) <= most


def test_the_bounds_are_reached():
    assert _of_hand(hcp) == (0, 37)
    assert _of_hand(controls) == (0, 12)
    assert _of_hand(losers) == (0, 12)
    assert _of_hand(EVALUATORS["longest"]) == (4, 13)


@given(st.lists(WHOLE, min_size=1, max_size=20))
def test_hands_and_arrays_give_the_same(hands):
    numpy = pytest.importorskip("numpy")
    masks = numpy.array([hand.mask for hand in hands], dtype="int64")
    for evaluator in [*OF_HANDS, points(4.5, 3, 1.5, 0.75, 0.25)]:
        assert evaluator.on_masks(masks).tolist() == [evaluator(hand) for hand in hands]


def test_arrays_keep_their_form_and_unsigned_masks_are_taken():
    numpy = pytest.importorskip("numpy")
    mask = Hand.parse("AKQJT98765432...").mask
    masks = numpy.full((2, 3), mask, dtype="uint64")
    assert hcp.on_masks(masks).tolist() == [[10] * 3] * 2
    assert cccc.on_masks(masks).dtype == "float64"


@given(st.lists(st.integers(-400, 400).map(lambda n: n / 20), min_size=1, max_size=13), WHOLE)
def test_points_of_ones_own(values, hand):
    ranks = "AKQJT98765432"
    exact = [round(20 * value) for value in values]
    expected = sum(exact[ranks.index(card.rank.symbol)] for card in hand
                   if ranks.index(card.rank.symbol) < len(exact))  # fmt: skip
    assert points(*values)(hand) == expected / 20


@pytest.mark.parametrize("values", [(), (1,) * 14, (float("nan"),), (0.00001,), (True,), (10**9,)])
def test_points_that_are_none_are_refused(values):
    with pytest.raises(OptionError):
        points(*values)


def test_hands_that_are_not_whole_are_refused():
    with pytest.raises(HandError, match="not one of 3"):
        hcp(Hand.parse("AKQ..."))
    with pytest.raises(HandError, match="of a suit"):
        quality(Hand.parse("AKQJT98765432..."))
    with pytest.raises(HandError):
        quality.of_holding(8192)


def test_every_evaluator_says_what_it_is_and_where_it_is_published():
    for name, evaluator in EVALUATORS.items():
        assert evaluator.name == name
        assert getattr(overtrick_hands, name) is evaluator
        assert evaluator.summary
        assert evaluator.source


def test_the_tables_count_all_hands_by_high_cards_exactly():
    """How many of all hands have 0 to 10 points, and 37: as the tables of probabilities have it."""
    ways = {(0, 0): 1}
    for _ in Suit:
        more = {}
        for (cards, total), count in ways.items():
            for (own_cards, own_total), own in _of_a_suit().items():
                if cards + own_cards <= 13:
                    place = (cards + own_cards, total + own_total)
                    more[place] = more.get(place, 0) + count * own
        ways = more
    found = [ways[13, total] for total in (*range(11), 37)]
    assert found == [
        2_310_789_600, 5_006_710_800, 8_611_542_576, 15_636_342_960, 24_419_055_136,
        32_933_031_040, 41_619_399_184, 50_979_441_968, 56_466_608_128, 59_413_313_872,
        59_723_754_816, 4,
    ]  # fmt: skip
    assert sum(count for (cards, _), count in ways.items() if cards == 13) == 635_013_559_600


@functools.cache
def _of_a_suit():
    found = collections.Counter()
    for holding, total in enumerate(hcp.suit_values):
        found[holding.bit_count(), total] += 1
    return found
