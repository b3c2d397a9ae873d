"""Boards of one file that share a number: the same deal twice is usual, another deal is not."""

from __future__ import annotations

import pytest

from overtrick import Board, Deal, Info, Location
from overtrick.laws import numbering
from overtrick.laws.numbering import NumberedDeals

SUITS = "AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"


def board(number=1, dealer="N", line=1, **info):
    deal = Deal.parse(f"{dealer}:{SUITS}")
    return Board(number=number, deal=deal, info=Info(**info), origin=Location(line=line))


def places(*boards):
    deals = NumberedDeals()
    found = [deals.problem_of(each) for each in boards]
    return [item.location.line for item in found if item is not None]


def test_another_deal_under_a_known_number_is_found_where_it_is():
    assert places(board(), board(dealer="S", line=2), board(number=2, line=3)) == [2]


@pytest.mark.parametrize(
    "others",
    [
        pytest.param([board(line=2)], id="the same deal, played at another table"),
        pytest.param([board(number=None, dealer="S")], id="no number"),
        pytest.param([board(dealer="S", room="Closed")], id="another room"),
        pytest.param([board(dealer="S", event="Teams")], id="another event"),
        pytest.param([board(dealer="S", date="2026.11.28")], id="another day"),
        pytest.param([Board(number=1)], id="no deal"),
    ],
)
def test_what_may_share_a_number(others):
    assert places(board(), *others) == []


def test_an_incomplete_deal_is_no_other_deal():
    partial = Board(number=1, deal=Deal.parse("N:AKQ... - - -"))
    assert places(board(), partial, board(line=3)) == []


def test_memory_has_a_bound(monkeypatch):
    monkeypatch.setattr(numbering, "_MAX_NUMBERS", 10)
    deals = NumberedDeals()
    for number in range(1, 20):
        assert deals.problem_of(board(number=number)) is None
    assert deals.problem_of(board(number=5, dealer="S")) is not None
    assert deals.problem_of(board(number=19, dealer="S")) is None
