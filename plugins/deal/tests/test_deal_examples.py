"""Fifty conditions of the manuals' kind: scripts and conditions mean the same, and what dealer
counted of them is what they come to."""

from __future__ import annotations

import functools
import importlib.util
import json
import math
from pathlib import Path

import pytest

from overtrick_deal.randomness.seed import Seed
from overtrick_deal.sampling.sampler import Sampler
from overtrick_deal.scripts.compiling import split
from overtrick_deal.scripts.evaluating import Arrays
from overtrick_deal.scripts.parsing import parse_script
from overtrick_hands import compile_condition

HERE = Path(__file__)


def examples():
    """Return the table of examples, which stands beside the tests."""
    spec = importlib.util.spec_from_file_location(
        "deal_examples", HERE.with_name("deal_examples.py")
    )
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.EXAMPLES


EXAMPLES = examples()
RECORDED = json.loads(
    (HERE.with_name("data") / "dealer-frequencies.json").read_text(encoding="utf-8")
)["generated and produced"]

# The sums of truths and divisions of scripts have no tree; these are tried on deals.
WITHOUT_TREE = {"average of two hands", "at least two of four"}

# Counting these takes seconds; deals tell of them here.
DEAR = {"few controls in two hands", "precision club", "all four hands even", "two to one"}

by_name = pytest.mark.parametrize(
    ("name", "script", "where"),
    [(name, script, where) for name, _, script, where in EXAMPLES],
    ids=[example[0] for example in EXAMPLES],
)


@functools.cache
def plain(count):
    return Sampler(seed=Seed.of("fifty")).take(count)


@functools.cache
def sampler(where):
    return Sampler(where, seed=Seed.of("fifty"))


def test_there_are_fifty_of_four_manuals():
    assert len({name for name, *_ in EXAMPLES}) == 50
    assert {manual for _, manual, *_ in EXAMPLES} == {"dealer", "Deal", "redeal", "endplay"}


@by_name
def test_a_script_is_true_of_the_deals_of_which_the_condition_is(name, script, where):
    hands = plain(20_000)
    expected = compile_condition(where).on_masks(*hands)
    assert (Arrays(hands).truth(parse_script(script).condition) == expected).all()


@by_name
def test_a_script_is_counted_like_the_condition(name, script, where):
    found = split(parse_script(script).condition)
    condition = compile_condition(where)
    if name in WITHOUT_TREE:
        assert found.residue
        return
    assert not found.residue
    if found.where != condition and name not in DEAR:
        assert sampler(found.where).count == sampler(condition).count


@pytest.mark.slow
@by_name
def test_dealer_found_as_many_as_there_are(name, script, where):
    """Within four standard errors, of what is exact where it is counted."""
    generated, produced = RECORDED[name]
    rate = produced / generated
    chance = None if name in DEAR else sampler(compile_condition(where)).probability
    if chance is not None:
        likely = float(chance)
        error = math.sqrt(likely * (1 - likely) / generated)
    else:
        hands = plain(200_000)
        likely = float(compile_condition(where).on_masks(*hands).mean())
        error = math.sqrt(rate * (1 - rate) * (1 / generated + 1 / hands.shape[1]))
    assert abs(rate - likely) < 4 * error
