"""What holds for every type of the model: immutable, hashable, copied and pickled as itself."""

from __future__ import annotations

import base64
import copy
import enum
import pickle
import subprocess
import sys

import attrs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import overtrick
from overtrick import (
    NO_EXTRAS,
    Board,
    BoardSet,
    Ending,
    Info,
    Irregularity,
    Missing,
    Source,
)
from overtrick.findings.diagnostics import Diagnostic, Location, Severity
from overtrick.model.contract import Doubling
from overtrick_testing import strategies as ours

# What is public of the values of a board; columns are made of them.
NAMES = [
    name
    for module, names in overtrick._PUBLIC.items()
    if module.startswith("model.") and module != "model.columns"
    for name in names.split()
]

TEXT = st.text("abc", max_size=3)

STRATEGIES = {
    "Align": st.sampled_from(overtrick.Align),
    "Auction": ours.auctions(annotated=True),
    "Board": ours.boards(extras=ours.extras("demo")),
    "BoardSet": ours.board_sets(max_size=2),
    "Call": ours.calls(),
    "CallEntry": ours.call_entries(),
    "Card": ours.cards(),
    "Column": ours.columns(),
    "Contract": ours.contracts(),
    "Deal": ours.deals(partial=None),
    "DoubleDummyGrid": ours.double_dummy_grids(complete=False),
    "Doubling": st.sampled_from(Doubling),
    "Ending": st.sampled_from(Ending),
    "Extras": ours.extras("demo"),
    "Grid": ours.grids(),
    "Hand": ours.hands(),
    "Info": ours.infos(),
    "Irregularity": st.sampled_from(Irregularity),
    "Missing": st.sampled_from(Missing),
    "Order": st.sampled_from(overtrick.Order),
    "Play": ours.plays(annotated=True),
    "PlayedCard": ours.played_cards(),
    "Rank": ours.ranks(),
    "Result": ours.results(by_side=True),
    "Score": ours.scores(decimals=True),
    "Seat": ours.seats(),
    "Side": ours.sides(),
    "Source": st.builds(Source, format=TEXT, text=TEXT),
    "Strain": ours.strains(),
    "Suit": ours.suits(),
    "Trick": ours.plays(complete=True).map(lambda play: play.tricks[0]),
    "Vulnerability": ours.vulnerabilities(),
    "Location": st.builds(Location, path=TEXT, line=st.integers(1, 9)),
    "Diagnostic": st.builds(
        Diagnostic, code=TEXT, severity=st.sampled_from(Severity), message=TEXT
    ),
}

# There is one object of each of these, whatever happens to it.
INTERNED = {"Card", "Call", "Missing", "Seat", "Side", "Suit", "Strain", "Rank", "Ending"}

EACH_TYPE = pytest.mark.parametrize("name", sorted(STRATEGIES))

FEW = settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def test_every_type_of_the_model_is_tested_here():
    types = {name for name in NAMES if isinstance(getattr(overtrick, name), type)}
    assert types <= STRATEGIES.keys()


@pytest.mark.slow
@EACH_TYPE
@FEW
@given(data=st.data())
def test_copies_and_pickles_are_equal(name, data):
    value = data.draw(STRATEGIES[name])
    copies = [copy.copy(value), copy.deepcopy(value)]
    copies += [pickle.loads(pickle.dumps(value, protocol)) for protocol in (2, 5)]
    for other in copies:
        assert other == value
        assert hash(other) == hash(value)
        assert repr(other) == repr(value)
        assert type(other) is type(value)
        assert name not in INTERNED or other is value


@pytest.mark.slow
@EACH_TYPE
@FEW
@given(data=st.data())
def test_values_cannot_be_changed(name, data):
    value = data.draw(STRATEGIES[name])
    attributes = ["anything"]
    if isinstance(value, enum.Enum):
        attributes = ["name", "value"]
    elif attrs.has(type(value)):
        attributes = [field.name for field in attrs.fields(type(value))]
    for attribute in attributes:
        with pytest.raises((AttributeError, TypeError)):
            setattr(value, attribute, None)


@EACH_TYPE
@FEW
@given(data=st.data())
def test_equal_values_hash_equal_and_different_ones_differ(name, data):
    one, other = data.draw(STRATEGIES[name]), data.draw(STRATEGIES[name])
    assert (one == other) is not (one != other)
    if one == other:
        assert hash(one) == hash(other)
    assert one != object()


@pytest.mark.slow
@EACH_TYPE
@FEW
@given(data=st.data())
def test_reprs_hold_no_address(name, data):
    text = repr(data.draw(STRATEGIES[name]))
    assert " object at 0x" not in text
    assert "\n" not in text or name in {"Info", "Source", "Location", "Diagnostic"}


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [name for name in sorted(STRATEGIES) if attrs.has(getattr(overtrick, name, int))]
)
@FEW
@given(data=st.data())
def test_values_have_no_dictionary_of_their_own(name, data):
    assert not hasattr(data.draw(STRATEGIES[name]), "__dict__")


def test_values_from_another_process_are_the_same():
    """A worker in a fresh interpreter sends back what it was sent, and tells its reprs."""
    sent: list[object] = []
    for name in sorted(STRATEGIES):

        @settings(max_examples=3, deadline=None, database=None, derandomize=True)
        @given(value=STRATEGIES[name])
        def collect(value):
            sent.append(value)

        collect()
    script = (
        "import base64, pickle, sys\n"
        "values = pickle.loads(base64.b64decode(sys.stdin.read()))\n"
        "answer = (values, [repr(value) for value in values])\n"
        "print(base64.b64encode(pickle.dumps(answer)).decode())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        input=base64.b64encode(pickle.dumps(sent)).decode(),
        capture_output=True,
        text=True,
        check=True,
    )
    back, reprs = pickle.loads(base64.b64decode(done.stdout))
    assert back == sent
    assert reprs == [repr(value) for value in sent]


def test_there_are_few_attrs_classes_to_import():
    count = sum(
        attrs.has(value) for name in NAMES if isinstance(value := getattr(overtrick, name), type)
    )
    assert count <= 25


def test_the_shared_empties_are_the_defaults():
    board = Board()
    assert board.extras is NO_EXTRAS
    assert board.info == Info()
    assert BoardSet().header is NO_EXTRAS


@given(ours.deals(partial=None))
def test_a_deal_of_masks_is_that_of_its_hands(deal):
    masks = [hand.mask for hand in deal.hands]
    plain = overtrick.Deal(tuple(overtrick.Hand(mask) for mask in masks))
    quick = overtrick.Deal.from_masks(*masks)
    assert (quick, hash(quick), repr(quick)) == (plain, hash(plain), repr(plain))
    assert pickle.loads(pickle.dumps(quick)) == plain
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        quick.hands = plain.hands
