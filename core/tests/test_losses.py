"""The vocabulary of fields, what a board states in each, and the report."""

from __future__ import annotations

import pickle
import tracemalloc

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick import (
    EMPTY,
    PLACES,
    UNKNOWN,
    Auction,
    Board,
    Call,
    CallEntry,
    Card,
    Contract,
    Deal,
    Extras,
    Field,
    Grid,
    Info,
    Irregularity,
    Loss,
    LossKind,
    LossReport,
    Play,
    PlayedCard,
    Result,
    Score,
    Seat,
    Trick,
    Vulnerability,
)
from overtrick.findings.losses import Labels, LossCollector
from overtrick.plugin import ALL_FIELDS, DEAL_FIELDS, field_value

ENTRY = CallEntry(
    call=Call.parse("1C"), note="n", nags=(1,), comment="c",
    irregularity=Irregularity.INSUFFICIENT_BID, alert=True,
)  # fmt: skip
CARD = PlayedCard(
    card=Card.parse("SA"), note="n", nags=(1,), comment="c", irregularity=Irregularity.REVOKE
)
FULL = Board(
    number=1,
    name="one",
    dealer=Seat.NORTH,
    vulnerability=Vulnerability.NONE,
    deal=Deal.parse("N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543"),
    scoring="IMP",
    contract=Contract.parse("5HX"),
    result=Result(tricks=9),
    score=Score(ns=-300),
    auction=Auction(dealer=Seat.NORTH, entries=(ENTRY,)),
    play=Play(leader=Seat.WEST, tricks=(Trick((None, None, None, CARD)),)),
    info=Info(
        event="e", site="s", date="d", room="r", players=("n", None, None, None), teams=("h", "v")
    ),
    grids=(Grid(name="ScoreTable"),),
    extras=Extras({"pbn:x": 1}),
)  # fmt: skip

# A part of a board that belongs to no field would be lost without a word. To forget that something
# is unknown or empty is no loss.
NOT_FIELDS = {"origin", "source", "is_as_read", "missing"}


def test_every_field_but_two_is_stated_by_a_full_board():
    stated = {field for field in Field if field_value(FULL, field) is not None}
    assert stated == ALL_FIELDS - {Field.HEADER, Field.PARTIAL_DEAL}
    partial = Board(deal=Deal.parse("N:A... - - -"))
    assert [field for field in Field if field_value(partial, field)] == [Field.PARTIAL_DEAL]
    assert DEAL_FIELDS < ALL_FIELDS


def test_an_empty_board_states_nothing():
    assert not [field for field in Field if field_value(Board(), field) is not None]


@pytest.mark.parametrize("name", sorted({f.name for f in attrs.fields(Board)} - NOT_FIELDS))
def test_every_part_of_a_board_is_in_the_vocabulary(name):
    empty = getattr(Board(), name)
    less = attrs.evolve(FULL, **{name: empty})
    assert any(field_value(less, field) != field_value(FULL, field) for field in Field)


@pytest.mark.parametrize("name", sorted(f.name for f in attrs.fields(CallEntry)))
def test_every_part_of_a_call_is_in_the_vocabulary(name):
    default = CallEntry(call=Call.parse("X"))
    entry = attrs.evolve(ENTRY, **{name: getattr(default, name)})
    less = attrs.evolve(FULL, auction=Auction(dealer=Seat.NORTH, entries=(entry,)))
    changed = [field for field in Field if field_value(less, field) != field_value(FULL, field)]
    assert len(changed) == 1
    assert changed[0].startswith("auction.")


@pytest.mark.parametrize("name", sorted(f.name for f in attrs.fields(PlayedCard)))
def test_every_part_of_a_card_is_in_the_vocabulary(name):
    default = PlayedCard(card=Card.parse("C2"))
    card = attrs.evolve(CARD, **{name: getattr(default, name)})
    less = attrs.evolve(
        FULL, play=Play(leader=Seat.WEST, tricks=(Trick((None, None, None, card)),))
    )
    changed = [field for field in Field if field_value(less, field) != field_value(FULL, field)]
    assert len(changed) == 1
    assert changed[0].startswith("play.")


@pytest.mark.parametrize(
    "board",
    [
        Board(missing=dict.fromkeys(PLACES, UNKNOWN)),
        Board(missing=dict.fromkeys(("dealer", "deal", "contract", "declarer", "play"), EMPTY)),
        Board(name="", scoring="", info=Info(event="", players=("",) * 4, teams=(None, ""))),
    ],
)
def test_all_kinds_of_nothing_count_as_nothing(board):
    assert not [field for field in Field if field_value(board, field) is not None]


def test_values_can_be_compared_and_hashed():
    for field in Field:
        hash(field_value(FULL, field))


def collected(count, labels=None):
    collector = LossCollector()
    for number in range(1, count + 1):
        collector.add(Board(number=number), Field.GRIDS, "no tables", LossKind.DROPPED)
    return collector


def test_losses_are_counted_by_field_kind_and_reason():
    collector = collected(2)
    collector.add(Board(number=9), Field.NUMBER, "none given", LossKind.DEFAULTED)
    collector.add(None, Field.HEADER, "no place", LossKind.DROPPED)
    collector.add(Board(name="x"), Field.GRIDS, "too wide", LossKind.APPROXIMATED)
    report = collector.report()
    assert [loss.field for loss in report] == [Field.NUMBER, Field.GRIDS, Field.GRIDS, Field.HEADER]
    assert report.summary().splitlines() == [
        "the board's number (1 board: 9) filled in: none given",
        "tables of results (1 board: x) changed: too wide",
        "tables of results (2 boards: 1-2) left out: no tables",
        "data about the complete file left out: no place",
    ]
    assert list(report.by_field()) == [Field.NUMBER, Field.GRIDS, Field.HEADER]
    assert len(report.by_field()[Field.GRIDS]) == 2
    assert not report.is_lossless


def test_a_default_is_no_loss():
    loss = Loss(field=Field.NUMBER, kind=LossKind.DEFAULTED, reason="", count=1)
    assert LossReport((loss,)).is_lossless
    assert LossReport().is_lossless
    assert LossReport().summary() == ""


def test_a_report_is_json_and_can_be_pickled():
    report = collected(1).report()
    assert report.to_dict() == {
        "lossless": False,
        "losses": [
            {
                "field": "grids",
                "kind": "dropped",
                "what": "tables of results",
                "reason": "no tables",
                "count": 1,
                "boards": ["1"],
            }
        ],
    }
    assert pickle.loads(pickle.dumps(report)) == report


def test_memory_does_not_grow_with_the_number_of_boards():
    collector = collected(1000)
    board = Board(number=1)
    others = [Board(number=number) for number in range(1, 10_001)]
    tracemalloc.start()
    for other in others:
        collector.add(other, Field.GRIDS, "no tables", LossKind.DROPPED)
        collector.add(board, Field.PLAY_CARDS, "no play", LossKind.DROPPED)
    grown, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert grown < 10_000


@given(st.lists(st.one_of(st.integers(0, 12).map(str), st.sampled_from(["Last", "?", "01", ""]))))
def test_labels_are_a_sequence_like_any_other(given_labels):
    labels = Labels(given_labels)
    assert list(labels) == given_labels
    assert len(labels) == len(given_labels)
    assert labels == tuple(given_labels)
    assert labels[:3] == tuple(given_labels[:3])
    assert hash(labels) == hash(tuple(given_labels))
    assert pickle.loads(pickle.dumps(labels)) == labels


def test_a_report_names_all_boards_and_a_summary_the_first():
    losses = LossCollector()
    for number in range(1, 14):
        losses.add(Board(number=number), Field.GRIDS, "no place", LossKind.DROPPED)
    before = losses.report()
    losses.add(Board(name="Last"), Field.GRIDS, "no place", LossKind.DROPPED)
    report = losses.report()
    [loss] = report
    assert loss.boards == (*map(str, range(1, 14)), "Last")
    assert loss.count == 14
    assert report.to_dict()["losses"][0]["boards"] == [*map(str, range(1, 14)), "Last"]
    assert "(14 boards: 1-13, Last) left out: no place" in report.summary()
    for number in range(20, 40, 2):
        losses.add(Board(number=number), Field.GRIDS, "no place", LossKind.DROPPED)
    assert "(24 boards: 1-13, Last, 20, 22, 24, 26, 28, 30, 32, 34, ...)" in (
        losses.report().summary()
    )
    assert before.losses[0].count == len(before.losses[0].boards) == 13
