"""The page of rules of 32-card bridge: each rule is tested, each option told, each sum right."""

from __future__ import annotations

import enum
import re

import attrs
import pytest

from overtrick import Seat, Suit
from overtrick_belote import (
    Bid,
    Contract,
    Earned,
    RuleOptions,
    option_name,
    option_text,
    score_hand,
)

ADVICE = {"8.11", "8.13"}


@pytest.fixture(scope="module")
def page(repository):
    return (repository / "docs" / "belote" / "rules.md").read_text("utf-8")


def test_every_rule_of_the_page_has_a_test_that_names_it(page, repository):
    numbers = set(re.findall(r"^ *- \*\*(\d+(?:\.\d+)+)\*\*", page, re.M)) - ADVICE
    named = set()
    for path in (repository / "plugins" / "belote" / "tests").glob("test_belote_*.py"):
        found = re.findall(r"^def test_rule_(\d+(?:_\d+)+)_\D", path.read_text("utf-8"), re.M)
        named |= {name.replace("_", ".") for name in found}
    assert len(numbers) > 60
    assert numbers == named


def test_every_option_is_told_with_its_default_and_choices(page):
    for field in attrs.fields(RuleOptions):
        default = getattr(RuleOptions(), field.name)
        name, text = option_name(field.name), option_text(default)
        told = re.search(rf"`{name}: ([^`]*)`", page)
        assert told is not None, name
        choices = told[1].split(" | ")
        assert choices[0] == text, name
        if isinstance(default, bool):
            assert set(choices) == {"yes", "no"}, name
        elif isinstance(default, enum.Enum):
            assert set(choices) == {choice.value for choice in type(default)}, name
    told = set(re.findall(r"`([a-z-]+): [^`]*(?: \| |\d)[^`]*`", page))
    assert told == {option_name(field.name) for field in attrs.fields(RuleOptions)}


def pair(text):
    return tuple(map(int, text.split(", "))) if text else (0, 0)


def test_the_examples_of_the_page_score_what_it_says(page):
    rows = re.findall(r"^  \| (\d+) \|(.*)\|$", page, re.M)
    assert [int(number) for number, _ in rows] == list(range(1, 14))
    for _, row in rows:
        bid, tricks, counted, belot, times, made, score = map(str.strip, row.split("|"))
        won = (8, 0) if pair(tricks)[0] == 252 else (5, 3)
        earned = Earned(
            tricks=pair(tricks),
            won=won,
            announces=pair(counted),
            declared=pair(counted),
            belot=pair(belot),
        )
        contract = Contract(Bid(int(bid), Suit.CLUBS), Seat.NORTH, int(times))
        found = score_hand(contract, earned, RuleOptions())
        assert (found.made, found.score) == (made == "yes", pair(score)), row
