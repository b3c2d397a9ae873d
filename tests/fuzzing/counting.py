"""Random conditions on deals of which eight cards are not known: counts and draws must agree."""

from __future__ import annotations

import functools
import itertools
import random

import numpy

from overtrick_deal import ImpossibleError, Predeal, Sampler, Seed
from overtrick_deal.sampling import planning
from overtrick_hands import compile_condition, evaluated

SEATS = ("north", "east", "south", "west")
SUITS = ("spades", "hearts", "diamonds", "clubs")
COUNTS = (
    "hcp", "controls", "losers", "new_losers", "quick_tricks", "cccc", "rule_of_20", "aces",
    "kings", "top3", "top5", "longest", "second", "shortest", "voids", "singletons", "majors",
)  # fmt: skip


@functools.lru_cache(maxsize=4)
def table_of(number):
    """Deal all cards but eight; return what is dealt, and all deals that are left."""
    chance = random.Random(number)
    pack = [1 << card for card in range(52)]
    chance.shuffle(pack)
    sizes = chance.choice([(11, 11, 11, 11), (10, 12, 11, 11), (9, 12, 12, 11), (13, 11, 10, 10)])
    known, free = [], pack
    for size in sizes:
        known.append(sum(free[:size]))
        free = free[size:]
    needs = [13 - size for size in sizes]
    found = []
    for first in itertools.combinations(free, needs[0]):
        left = [card for card in free if card not in first]
        for second in itertools.combinations(left, needs[1]):
            rest = [card for card in left if card not in second]
            for third in itertools.combinations(rest, needs[2]):
                fourth = [card for card in rest if card not in third]
                parts = (first, second, third, fourth)
                found.append([mask | sum(part) for mask, part in zip(known, parts, strict=True)])
    return Predeal(cards=tuple(known)), numpy.asarray(found, numpy.int64).T


def number(chance, seats):
    """Return a number that a condition may compare."""
    seat = chance.choice(seats)
    kind = chance.randrange(7)
    if kind < 3:
        return f"{seat}.{chance.choice(COUNTS)}"
    if kind == 3:
        return f"{seat}.{chance.choice(SUITS)}"
    if kind == 4:
        return (
            f"{seat}.{chance.choice(SUITS)}.{chance.choice(('hcp', 'top5', 'quality', 'losers'))}"
        )
    if kind == 5:
        return f"points({seat}, {chance.randrange(6)}, 3, {chance.choice(('1.5', '2', '-1'))}, 1)"
    sign = chance.choice(("+", "-"))
    return f"{number(chance, seats)} {sign} {number(chance, seats)}"


def question(chance, seats, typical):
    """Return a condition without `and` and `or`."""
    seat = chance.choice(seats)
    kind = chance.randrange(8)
    if kind == 0:
        pattern = chance.choice(("any 4432 + any 4333", "5xxx", "any 5xxx - any 0xxx", "(54)xx"))
        return f"shape({seat}, {pattern})"
    if kind == 1:
        return f"has({seat}, {chance.choice('SHDC')}{chance.choice('AKQ92')})"
    if kind == 2:
        one, two = number(chance, seats), number(chance, seats)
        return f"{chance.choice(('min', 'max'))}({one}, {two}) >= {chance.randrange(12)}"
    if kind == 3:
        return f"abs({number(chance, seats)} - {chance.randrange(9)}) <= {chance.randrange(5)}"
    what = number(chance, seats)
    value = typical(what)
    if kind == 4:
        return f"{what} in {value - chance.randrange(3)}..{value + chance.randrange(3)}"
    if kind == 5:
        return f"{what} {chance.choice(('==', '!=', '<', '<=', '>', '>='))} {number(chance, seats)}"
    return f"{what} {chance.choice(('<', '<=', '>', '>=', '=='))} {value}"


def condition(chance, seats, typical, depth=0):
    """Return a condition."""
    if depth > 2 or chance.random() < 0.35:
        return question(chance, seats, typical)
    parts = [condition(chance, seats, typical, depth + 1) for _ in range(chance.randint(2, 3))]
    found = f" {chance.choice(('and', 'and', 'or'))} ".join(f"({part})" for part in parts)
    return f"not ({found})" if chance.random() < 0.2 else found


def counted(text):
    """Try the condition of a number; return how it was counted."""
    planning.RARE = 2  # all that can be is sampled
    chance = random.Random(f"condition {text}")
    predeal, every = table_of(len(text) * 16 + chance.randrange(16))

    def typical(what):
        # A value that some of the deals have, roughly.
        for value in (chance.randrange(8), 3, 1):
            tree = compile_condition(f"{what} >= {value}").tree
            if evaluated(tree, dict(enumerate(every))).any():
                return value
        return 0

    seats = chance.sample(SEATS, chance.choice((1, 2, 2, 2, 3)))
    text = condition(chance, seats, typical)
    where = compile_condition(text)
    wanted = int(evaluated(where.tree, dict(enumerate(every))).sum())
    try:
        sampler = Sampler(where, predeal, seed=Seed.of(chance.randrange(999)), max_tries=200_000)
    except ImpossibleError:
        assert not wanted, text
        return "impossible"
    if sampler.count is not None:
        assert sampler.count == wanted, (sampler.count, wanted, text)
    if wanted:
        hands = sampler.take(50)
        assert where.on_masks(*hands).all(), text
        assert (numpy.bitwise_or.reduce(hands) == (1 << 52) - 1).all(), text
        for given, masks in zip(predeal.cards, hands, strict=True):
            assert (masks & given == given).all(), text
    if sampler.count is not None:
        return "counted"
    return "partly" if sampler.plan.sampled else "tested"
