"""Exactness: counts against independent counting, and sampled deals against tested ones."""

from __future__ import annotations

import collections
import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

from overtrick import Deal
from overtrick.plugin import ALL_CARDS_MASK
from overtrick_deal import DealingError, Predeal, Sampler, Seed, probability, sample
from overtrick_deal.randomness.draws import Draws
from overtrick_deal.randomness.words import Words
from overtrick_deal.sampling import planning
from overtrick_deal.sampling import sampler as sampler_module
from overtrick_deal.sampling.counting import FactoredDealer
from overtrick_hands import Condition, compile_condition, evaluated

ALL_DEALS = 53_644_737_765_488_792_839_237_440_000

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


@pytest.mark.slow
def test_the_39_patterns_have_their_exact_probabilities() -> None:
    found = patterns()
    assert len(found) == 39
    for pattern in found:
        text = "-".join(map(str, pattern))
        found_share = probability(f"shape(west, any {text})")
        assert found_share == Fraction(hands_of(pattern), math.comb(52, 13)), text


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


@pytest.mark.slow
def test_high_cards_of_one_hand_are_counted_exactly() -> None:
    expected = hands_by_points()
    assert sum(expected) == math.comb(52, 13)
    assert expected[0] == math.comb(36, 13)
    for points, hands in enumerate(expected):
        found = probability(f"east.hcp == {points}")
        assert found == Fraction(hands, math.comb(52, 13)), points
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


@pytest.mark.slow
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


# --- a seed's deals ---------------------------------------------------------------------------

WAYS = {
    "plain": None,
    "tested": "north.hcp >= 12",
    "sampled": "north.hcp in 15..17 and balanced(north)",
    "sampled and tested": "north.hcp >= 20 and someone(spades >= 6)",
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("way", "generator"), [*((way, "shake128") for way in WAYS), ("plain", "philox")]
)
def test_a_seeds_deals_depend_on_nothing_else(
    way: str, generator: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither on how many are asked for, nor on blocks, nor on processes."""
    text = WAYS[way]
    condition = None if text is None else where(text)
    seed = Seed.of("the same", generator)
    every = Sampler(condition, seed=seed).take(1500)
    assert Sampler(condition, seed=seed).plan.way == way
    assert_deals(every[:, :300])
    for count in (1, 24, 63, 64, 65, 1000):
        assert (Sampler(condition, seed=seed).take(count) == every[:, :count]).all()
    monkeypatch.setattr(sampler_module, "_FIRST_BLOCK", 7)
    monkeypatch.setattr(sampler_module, "_LARGEST_BLOCK", 501)
    assert (Sampler(condition, seed=seed).take(1500) == every).all()
    monkeypatch.setattr(sampler_module, "_SHARED_BLOCK", 800)
    assert (Sampler(condition, seed=seed, jobs=2).take(1500) == every).all()


def test_these_deals_have_been_given_for_a_seed() -> None:
    """So that a file of today can be dealt again tomorrow: what a seed gives stays."""
    plain = Sampler(seed=Seed.of(1)).take(1)[:, 0].tolist()
    lesson = Sampler(where(WAYS["sampled"] or ""), seed=Seed.of(1)).take(1)[:, 0].tolist()
    assert [str(Deal.from_masks(*masks)) for masks in (plain, lesson)] == [
        "N:Q754.5.AQ2.KT732 A92.KQ8.JT8.QJ94 KJ86.AJT.K9643.6 T3.976432.75.A85",
        "N:KT7.Q64.KQ4.AQ85 J9.AT872.65.T742 A8.95.AJT872.J93 Q65432.KJ3.93.K6",
    ]


def test_seeds_of_the_system_differ_and_can_be_given_again() -> None:
    one, two = Sampler(), Sampler()
    assert one.seed != two.seed
    assert (one.take(3) != two.take(3)).any()
    assert (Sampler(seed=Seed.of(one.seed.text)).take(3) == one.take(3)).all()


# --- exact choices ----------------------------------------------------------------------------


def test_a_choice_on_the_edge_is_told_by_further_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    """With 9 bits instead of 62 hardly a rectangle is told by the first bits alone."""
    known, every = small_predeal()
    text = "north.hcp + 2 * south.controls in 12..17"
    wanted = every[:, evaluated(where(text).tree, dict(enumerate(every)))]
    monkeypatch.setattr(planning, "RARE", 2)
    monkeypatch.setattr(planning, "_ways", collections.OrderedDict())
    way = planning.way_of(where(text).tree, known)
    assert isinstance(way.dealer, FactoredDealer)
    blunt = FactoredDealer(way.dealer.tables, bits=9)
    hands = blunt.deal(Draws(Words(Seed.of(5)), 0, 20_000))
    kinds, seen = np.unique(numbers_of(hands), return_counts=True)
    assert len(kinds) == wanted.shape[1]
    expected = 20_000 / len(kinds)
    chi = float(((seen - expected) ** 2 / expected).sum())
    assert abs(chi - len(kinds)) < 5 * math.sqrt(2 * len(kinds))


def test_bounded_draws_are_exact_at_their_edges() -> None:
    """A word in the last, incomplete run is drawn again, whatever the bound."""

    class Edge(Words):
        def column(self, column: int, start: int, count: int) -> np.ndarray:
            return np.array([0, 2**64 - 1, 2**64 - 6, 2**64 - 7, 13], np.uint64)

        def again(self, column: int, index: int, attempt: int) -> int:
            return 2**64 - 1 if attempt < 3 else 100 + index

    draws = Draws(Edge(Seed.of(1)), 0, 5)
    bound = 10  # 2**64 is 6 beyond a multiple of ten
    assert draws.below(0, bound).tolist() == [0, 101 % 10, 102 % 10, 9, 3]
    each = np.full(5, bound, np.uint64)
    assert draws.below(0, each).tolist() == draws.below(0, bound).tolist()
    assert draws.below(0, 2**63).tolist()[:2] == [0, 2**63 - 1]


# --- what cannot be ---------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "north.hcp >= 38",
        "north.spades >= 7 and south.spades >= 7",
        "north.hcp >= 25 and south.hcp >= 16",
        "shape(north, 4333) and shape(north, 3433)",
        "has(north, SA) and has(south, SA)",
        "north.aces >= 3 and south.aces >= 2",
        "north.losers == 0 and north.hcp <= 9",
    ],
)
def test_what_no_deal_can_satisfy_is_said_at_once(text: str) -> None:
    with pytest.raises(DealingError, match="no deal can satisfy it"):
        Sampler(where(text))
    assert probability(text) == 0


def until_it_gives_up(sampler: Sampler) -> tuple[int, str]:
    """Return how many deals are found before too many are tried in vain."""
    found = 0
    try:
        for block in sampler.blocks():
            found += len(block)
    except DealingError as error:
        return found, str(error)
    return found, ""


def test_a_run_ends_when_too_many_were_tried_in_vain() -> None:
    sampler = Sampler(where("someone(spades >= 13)"), seed=Seed.of(1), max_tries=12_345)
    with pytest.raises(DealingError, match=r"^12,345 deals in a row were tried in vain: "):
        sampler.take(1)
    # Wherever blocks end.
    rare = where("someone(spades >= 10)")
    some = Sampler(rare, seed=Seed.of(1), max_tries=400)
    again = Sampler(rare, seed=Seed.of(1), max_tries=400, jobs=2)
    found, message = until_it_gives_up(some)
    assert message.startswith("400 deals in a row were tried in vain")
    assert (found, message) == until_it_gives_up(again)


def test_memory_is_bounded_and_the_rest_tested() -> None:
    condition = where(REFERENCE)
    small = Sampler(condition, seed=Seed.of(1), memory=1_000_000)
    assert small.plan.way == "tested"
    assert "memory" in small.plan.why
    assert small.count == Sampler(condition).count
    assert condition.on_masks(*small.take(50)).all()


def test_what_cards_do_not_tell_is_refused() -> None:
    with pytest.raises(DealingError, match="do not determine dealer"):
        Sampler(where("dealer is north and north.hcp >= 12"))
    with pytest.raises(DealingError, match=r"tested, not counted: .*someone|north\.spades"):
        probability("someone(spades >= 9)")


@pytest.mark.slow
def test_probabilities_are_exact() -> None:
    assert probability("north.hcp in 15..17 and balanced(north)") == Fraction(
        2610137721058114653884217600, ALL_DEALS
    )
    assert probability("has(north, SA)") == Fraction(1, 4)
    assert probability("north.hcp > south.hcp") == probability("south.hcp > north.hcp")
    equal = probability("north.hcp == south.hcp")
    assert 2 * probability("north.hcp > south.hcp") + equal == 1
    assert probability("ns.hcp in 20..") == probability("ew.hcp in 20..")
    # A given card changes what is likely.
    given = probability("north.spades == 1", predeal="N:A...")
    assert given == Fraction(math.comb(39, 12), math.comb(51, 12))


def test_a_length_and_small_cards_may_be_dealt_before() -> None:
    given = Predeal.parse("N:AKxx.-.Q.", "south.clubs=5")
    assert Predeal.parse(*str(given).split()) == given
    hands = Sampler(predeal=given, seed=Seed.of(3)).take(200)
    clubs = hands[2] & 8191
    assert {int(mask).bit_count() for mask in clubs} == {5}
    north = hands[0]
    assert {int(mask >> 26 & 8191) for mask in north} == {0}
    assert all(int(mask) >> 50 == 3 and (int(mask) >> 39 & 255).bit_count() >= 2 for mask in north)
    # As likely as it is among all deals: counted for North, South beside it.
    both = Sampler(where("north.spades >= 5"), given, seed=Seed.of(3))
    assert both.plan.way == "sampled"
    assert both.count is not None


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (["N:AKx"], "no predeal"),
        (["N:AA..."], "duplicate rank"),
        (["N:A...", "S:A..."], "two hands"),
        (["N:-.-.-.-"], "thirteen cards"),
        (["north.spades=3", "north.spades=4"], "cannot hold"),
        (["N:AKQ...", "north.spades=2"], "cannot hold"),
        (["north.spades=14"], "cannot hold"),
        (["N:xxxxxxxxxxx.xxx.."], "thirteen cards"),
    ],
)
def test_a_wrong_predeal_says_what_is_wrong(texts: list[str], message: str) -> None:
    with pytest.raises(DealingError, match=message):
        Predeal.parse(*texts)


# --- a million deals --------------------------------------------------------------------------


@pytest.mark.parametrize("text", [WAYS["sampled"], REFERENCE])
def test_plain_deals_agree_with_the_counts(text: str) -> None:
    """200,000 plain deals here; a million in tests/sweeps/deal_proof.py."""
    number = 200_000
    share = probability(text)
    hands = sample(number, seed=Seed.of("agree", "philox"))
    seen = int(where(text).on_masks(*hands).sum())
    error = math.sqrt(number * share * (1 - share))
    assert abs(seen - number * share) < 4 * error
