"""Hold sampled deals against counts and against deals that were dealt plainly and tested.

    python tests/sweeps/deal_proof.py [--quick] [--deals N] [--jobs N]

First a million plain deals: how many satisfy each of some conditions, against the exact count, in
standard errors. Then ten conditions of one and two hands: deals sampled without rejection against
as many dealt plainly and tested, by chi-square of what they do not speak of as well: points,
lengths and single cards of all four hands. It fails where a count is four standard errors off, or
a chi-square has a probability below one in a million.
"""

from __future__ import annotations

import argparse
import math
import sys

import numpy

from overtrick_deal import Sampler, Seed, probability
from overtrick_hands import compile_condition, controls, hcp, losers

COUNTED = (
    "north.hcp in 15..17 and balanced(north)",
    "north.hcp in 15..17 and balanced(north) and south.spades >= 4 and south.hcp >= 8",
    "shape(west, any 4432)",
    "ns.hcp >= 26",
    "ns.fit >= 9",
    "north.losers <= 4",
    "has(east, SA, HK) and east.controls >= 5",
    "north.spades > south.spades",
    "north.rule_of_20 >= 20",
    "west.cccc >= 15",
)
SAMPLED = (
    "north.hcp in 15..17 and balanced(north)",
    "north.hcp in 15..17 and balanced(north) and south.spades >= 4 and south.hcp >= 8",
    "east.hcp in 20..21 and balanced(east)",
    "south.losers <= 5 and shape(south, any 5xxx)",
    "north.spades >= 5 and west.hcp >= 12 and west.hearts >= 4",
    "ns.hcp >= 26 and ns.spades >= 8",
    "shape(north, any 4441 + any 5440) and north.hcp >= 11",
    "has(north, SA, SK) and east.spades.top5 >= 2",
    "ew.fit >= 10 and east.hcp > west.hcp",
    "(north.hcp in 12..14 and balanced(north) or north.hcp >= 20) and south.controls <= 2",
)


def features(hands):
    """Yield what deals are compared by: a name, and a small number for each deal."""
    for name, masks in zip("NESW", hands, strict=True):
        for evaluator in (hcp, controls, losers):
            yield f"{evaluator.name} {name}", evaluator.numbers_on(masks)
        for suit, shift in (("spades", 39), ("clubs", 0)):
            lengths = numpy.bitwise_count(masks >> shift & 8191)
            yield f"{suit} {name}", lengths.astype(numpy.int64)
    for card, shift in (("SA", 51), ("H9", 33), ("C2", 0)):
        yield (
            f"who has {card}",
            sum(place * (masks >> shift & 1) for place, masks in enumerate(hands)),
        )


def chi_square(one, two):
    """Return the probability that two samples of one distribution differ by as much."""
    size = int(max(one.max(), two.max())) + 1
    counts = numpy.stack([numpy.bincount(one, minlength=size), numpy.bincount(two, minlength=size)])
    # What is rare is counted together.
    order = numpy.argsort(counts.sum(axis=0), kind="stable")
    counts = counts[:, order]
    rare = numpy.cumsum(counts.sum(axis=0)) < 40
    cells = numpy.concatenate((counts[:, rare].sum(axis=1, keepdims=True), counts[:, ~rare]), 1)
    cells = cells[:, cells.sum(axis=0) > 0]
    free = cells.shape[1] - 1
    if free < 1:
        return 1.0
    total = cells.sum(axis=0)
    expected = cells.sum(axis=1, keepdims=True) * total / total.sum()
    chi = float(((cells - expected) ** 2 / expected).sum())
    # Wilson and Hilferty: the cube root is nearly normal.
    normal = ((chi / free) ** (1 / 3) - 1 + 2 / (9 * free)) / math.sqrt(2 / (9 * free))
    return 0.5 * math.erfc(normal / math.sqrt(2))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--deals", type=int, default=1_000_000)
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args()
    number = 50_000 if args.quick else args.deals
    is_bad = False
    print(f"{number:,} plain deals against the counts")
    hands = Sampler(seed=Seed.of("proof"), jobs=args.jobs).take(number)
    for text in COUNTED:
        share = float(probability(text))
        seen = int(compile_condition(text).on_masks(*hands).sum())
        off = (seen - number * share) / math.sqrt(number * share * (1 - share))
        is_bad |= abs(off) >= 4
        print(f"  {off:+6.2f} standard errors  {seen / number:.6f} {share:.6f}  {text}")
    number = 2_000 if args.quick else args.deals // 10
    print(f"{number:,} deals sampled against as many tested, by chi-square")
    for text in SAMPLED:
        condition = compile_condition(text)
        sampled = Sampler(condition, seed=Seed.of("sampled"), jobs=args.jobs)
        tested = Sampler(condition, seed=Seed.of("tested", "philox"), jobs=args.jobs, memory=0)
        if sampled.plan.way != "sampled" or tested.plan.way != "tested":
            print(f"  not compared ({sampled.plan.why})  {text}")
            is_bad = True
            continue
        one, two = sampled.take(number), tested.take(number)
        found = [
            (chi_square(mine, theirs), name)
            for (name, mine), (_, theirs) in zip(features(one), features(two), strict=True)
        ]
        least, name = min(found)
        is_bad |= least < 1e-6
        print(f"  least of {len(found)}: {least:.4f} ({name:12}) {float(sampled.probability):.5f}"
              f"  {text}")  # fmt: skip
    sys.exit(1 if is_bad else 0)


if __name__ == "__main__":
    main()
