"""Exactness: counts against independent counting, and sampled deals against tested ones."""

from __future__ import annotations

import collections
import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

from overtrick.model.hands import ALL_CARDS_MASK
from overtrick_deal import DealingError, Predeal, Sampler, Seed
from overtrick_deal.sampling import planning
from overtrick_hands import Condition, compile_condition
from overtrick_hands.conditions.vectors import evaluated

ALL_DEALS = 53_644_737_765_488_792_839_237_440_000
OTHER_DEALS = ALL_DEALS // math.comb(52, 13)

REFERENCE = "north.hcp in 15..17 and balanced(north) and south.spades >= 4 and south.hcp >= 8"


def where(text: str) -> Condition:
    return compile_condition(text)


def assert_deals(hands: np.ndarray) -> None:
    """Every column is four hands of thirteen cards that are the pack."""
    assert (np.bitwise_or.reduce(hands) == ALL_CARDS_MASK).all()
    for masks in hands.T.tolist():
        assert [mask.bit_count() for mask in masks] == [13] * 4


def test_all_deals_are_counted() -> None:
    sampler = Sampler(seed=Seed.of(1))
    assert sampler.count == ALL_DEALS == math.factorial(52) // math.factorial(13) ** 4
    assert sampler.probability == 1
    assert_deals(sampler.take(500))


def patterns() -> list[tuple[int, ...]]:
    found = {
        tuple(sorted(lengths, reverse=True))
        for lengths in itertools.product(range(14), repeat=4)
        if sum(lengths) == 13
    }
    return sorted(found)


def hands_of(pattern: tuple[int, ...]) -> int:
    """Return how many hands have a pattern, by the textbook."""
    ways = len(set(itertools.permutations(pattern)))
    return ways * math.prod(math.comb(13, length) for length in pattern)


def test_the_39_patterns_have_their_exact_probabilities() -> None:
    found = patterns()
    assert len(found) == 39
    for pattern in found:
        text = "-".join(map(str, pattern))
        sampler = Sampler(where(f"shape(west, any {text})"), seed=Seed.of(1))
        assert sampler.count == hands_of(pattern) * OTHER_DEALS, text


def hands_by_points() -> list[int]:
    """Return how many hands have 0 to 37 points: products over the honours of four suits."""
    # The coefficient of x^points y^cards, the 36 spots left to the end.
    ways = {(0, 0): 1}
    for value in (1, 2, 3, 4) * 4:
        more = dict(ways)
        for (points, cards), count in ways.items():
            key = points + value, cards + 1
            more[key] = more.get(key, 0) + count
        ways = more
    found = [0] * 38
    for (points, cards), count in ways.items():
        if cards <= 13:
            found[points] += count * math.comb(36, 13 - cards)
    return found


def test_high_cards_of_one_hand_are_counted_exactly() -> None:
    expected = hands_by_points()
    assert sum(expected) == math.comb(52, 13)
    # Goren's table: a hand without a point is one of 274 (1,828 yarboroughs less the tens).
    assert expected[0] == math.comb(36, 13)
    for points, hands in enumerate(expected):
        sampler = Sampler(where(f"east.hcp == {points}"), seed=Seed.of(1))
        assert sampler.count == hands * OTHER_DEALS, points
    with pytest.raises(DealingError, match="no deal can satisfy it"):
        Sampler(where("east.hcp == 38"))


def test_the_reference_condition_is_counted_exactly() -> None:
    """As the prototype, and an independent counter, have it."""
    assert Sampler(where(REFERENCE)).count == 592_658_733_178_025_878_443_408_000


# Few cards are free: what can be dealt is enumerated.
SMALL_CONDITIONS = [
    "north.hcp >= 6",
    "north.hcp > south.hcp",
    "ns.spades >= 4 or has(east, SA)",
    "north.spades > south.spades and west.hcp >= 2",
    "not (north.losers <= 9 and south.controls >= 1)",
    "min(north.hearts, south.hearts) >= 2",
    "abs(ns.hcp - 20) <= 3",
    "north.rule_of_20 >= 20 or north.cccc < 10",
    "ns.fit in 8..9 and not has(north, HK)",
    "points(north, 3, 2, 1) + 2 * south.aces >= 5",
    "north.hcp % 2 == 1",
    "north.hcp in (5, 7..9, 12) and shape(south, xxxx - any 4xxx)",
    "someone(spades >= 4)",
    "east.spades + west.hearts >= 5 and north.hcp >= 4",
    "max(north.spades, north.hearts) >= 4 and south.quick_tricks >= 1.5",
    "north.spades.hcp >= south.hearts.hcp",
]


def small_predeal() -> tuple[Predeal, np.ndarray]:
    """Return a predeal that leaves eight cards, and all deals that it leaves."""
    known = Predeal.parse(
        "N:A5432.K5.T432.", "E:9876.3.Q9876.A", "S:J.Q986.K.76543", "W:Q.JT2.J5.KQJ98"
    )
    given = 0
    for mask in known.cards:
        given |= mask
    free = [1 << card for card in range(52) if not given >> card & 1]
    needs = [13 - mask.bit_count() for mask in known.cards]
    assert sum(needs) == len(free)
    found: list[list[int]] = []
    for first in itertools.combinations(free, needs[0]):
        left = [card for card in free if card not in first]
        for second in itertools.combinations(left, needs[1]):
            rest = [card for card in left if card not in second]
            for third in itertools.combinations(rest, needs[2]):
                fourth = [card for card in rest if card not in third]
                dealt = map(sum, (first, second, third, fourth))
                found.append([a | b for a, b in zip(known.cards, dealt, strict=True)])
    return known, np.asarray(found, np.int64).T


def numbers_of(hands: np.ndarray) -> np.ndarray:
    """Return a number for each deal, different for all deals that eight cards leave."""
    # A product of odd numbers, one for each seat, tells the sets of few cards apart.
    found = np.zeros(hands.shape[1], np.uint64)
    for place, masks in enumerate(hands):
        found += masks.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15 * (2 * place + 1) % 2**64)
    return found


@pytest.mark.parametrize("rare", [0, 2], ids=["tested", "sampled"])
@pytest.mark.parametrize("text", SMALL_CONDITIONS)
def test_every_way_gives_each_deal_as_often(
    text: str, rare: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All deals that eight cards leave are enumerated: the count agrees, and draws are even."""
    monkeypatch.setattr(planning, "RARE", rare)
    monkeypatch.setattr(planning, "_ways", collections.OrderedDict())
    known, every = small_predeal()
    assert len(np.unique(numbers_of(every))) == every.shape[1] == 2520
    condition = where(text)
    wanted = every[:, evaluated(condition.tree, dict(enumerate(every)))]
    if not wanted.shape[1]:
        with pytest.raises(DealingError, match="no deal can satisfy it"):
            Sampler(condition, known)
        return
    sampler = Sampler(condition, known, seed=Seed.of(text))
    is_counted = not any(word in text for word in ("someone", "%", "west", "east"))
    assert (sampler.count is not None) == is_counted
    assert bool(sampler.plan.sampled) or rare == 0 or not is_counted
    if sampler.count is not None:
        assert sampler.count == wanted.shape[1]
        assert sampler.probability == Fraction(wanted.shape[1], every.shape[1])
    number = max(2000, 12 * wanted.shape[1])
    hands = sampler.take(number)
    # The deals as one number each: which hands the eight cards went to.
    kinds, seen = np.unique(numbers_of(hands), return_counts=True)
    names = np.sort(numbers_of(wanted))
    assert np.isin(kinds, names).all()
    expected = number / len(names)
    chi = float(((seen - expected) ** 2 / expected).sum()) + expected * (len(names) - len(kinds))
    free = len(names) - 1
    assert abs(chi - free) < 5 * math.sqrt(2 * free) + 5
