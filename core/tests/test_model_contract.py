from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given

from overtrick import (
    PASSED_OUT,
    Contract,
    Doubling,
    Result,
    Score,
    Seat,
    Side,
    Strain,
)
from overtrick.findings.errors import CallError
from overtrick_testing.strategies import contracts, results, scores, seats, strains


@given(contracts())
def test_a_contract_is_read_from_its_text(contract):
    assert Contract.parse(contract.text, declarer=contract.declarer) == contract
    assert Contract.parse(contract.text.lower(), declarer=contract.declarer) == contract


@given(seats())
def test_every_seat_can_declare(seat):
    assert Contract.parse("3NT", declarer=seat).declarer is seat
    assert Contract.parse("Pass", declarer=seat).declarer is seat


@given(strains(), seats())
def test_an_end_position_has_a_strain_alone(strain, seat):
    contract = Contract.parse(strain.symbol, declarer=seat)
    assert contract == Contract(strain=strain, declarer=seat)
    assert contract.text == strain.symbol
    assert contract.tricks_needed is None


def test_notrump_may_be_written_with_one_letter():
    assert Contract.parse("3n") == Contract.parse("3NT")
    assert Contract.parse("N") == Contract.parse("NT")


@pytest.mark.parametrize("text", ["", "8C", "0C", "3", "3SXXX", "HX", "Passed", "3ſ", "ſ", "?"])
def test_other_text_is_no_contract(text):
    with pytest.raises(CallError, match="not a contract"):
        Contract.parse(text)


def test_a_passed_out_board_has_no_declarer():
    assert Contract.parse("Pass") is PASSED_OUT
    assert Contract.parse("pass") is PASSED_OUT
    assert PASSED_OUT.is_passed_out
    assert PASSED_OUT.text == "Pass"


def test_a_contract_may_be_without_a_declarer():
    contract = Contract.parse("3NT")
    assert contract.declarer is None
    assert contract != Contract.parse("3NT", declarer=Seat.NORTH)
    assert str(contract) == "3NT"


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"level": 8, "strain": Strain.CLUBS}, "not a level"),
        ({"level": -1, "strain": Strain.CLUBS}, "not a level"),
        ({"level": 3}, "has a strain"),
        ({"level": 0, "strain": Strain.CLUBS}, "passed-out board has none"),
        ({}, "at least a declarer"),
        ({"level": 0, "doubling": Doubling.DOUBLED}, "can be doubled"),
        ({"strain": Strain.CLUBS, "doubling": Doubling.DOUBLED}, "can be doubled"),
        ({"strain": Strain.CLUBS, "swapped": True}, "changed places"),
    ],
)
def test_an_impossible_contract_is_refused(fields, why):
    with pytest.raises(CallError, match=why):
        Contract(**fields)


def test_a_declarer_alone_is_a_contract_of_which_the_rest_is_not_known():
    contract = Contract(declarer=Seat.NORTH)
    assert (contract.text, contract.declarer, contract.is_passed_out) == ("?", Seat.NORTH, False)


def test_contracts_and_results_read_as_a_player_writes_them():
    assert repr(Contract.parse("5HXX", declarer=Seat.SOUTH)) == "<Contract 5HXX by S>"
    assert repr(PASSED_OUT) == "<Contract Pass>"
    assert repr(Result(tricks=9)) == "<Result 9>"
    assert repr(Result(ns=9, ew=4, irregular=True)) == "<Result ^NS 9 EW 4>"
    assert repr(Score(ns=-300)) == "<Score NS -300>"
    assert repr(Score(declarer=50, ew=50)) == "<Score 50 EW 50>"


def test_a_contract_needs_six_tricks_and_its_level():
    assert Contract.parse("3NT").tricks_needed == 9
    assert PASSED_OUT.tricks_needed is None


@given(results(by_side=True), seats())
def test_the_sides_share_thirteen_tricks(result, seat):
    own = result.for_side(seat.side)
    theirs = result.for_side(seat.side.other)
    if own is None:
        assert theirs is None
        assert result.for_declarer(seat) == result.tricks
    else:
        assert own + theirs == 13
        assert result.for_declarer(seat) == own


@pytest.mark.parametrize("fields", [{}, {"tricks": 14}, {"ns": -1}, {"tricks": 3, "ew": 14}])
def test_an_impossible_result_is_refused(fields):
    with pytest.raises(CallError, match="not a number of tricks"):
        Result(**fields)


@given(scores(decimals=True))
def test_what_one_side_wins_the_other_loses(score):
    own = score.for_side(Side.NORTH_SOUTH)
    if score.ns is not None:
        assert own == score.ns
    elif score.ew is not None:
        assert own == -score.ew
    else:
        assert own is score.for_side(Side.EAST_WEST) is None


def test_points_are_exact_decimals():
    assert Score(ns="12.50") == Score(ns=Decimal("12.5"))
    assert hash(Score(ns="12.50")) == hash(Score(ns=Decimal("12.5")))
    assert Score(ns=420).ns == 420


@pytest.mark.parametrize("points", ["", "abc", "NaN", "Infinity", "1/2", b"5"])
def test_what_is_no_number_of_points_is_refused(points):
    with pytest.raises(CallError, match="not a number of points"):
        Score(ns=points)


def test_a_score_has_a_number():
    with pytest.raises(CallError, match="at least one number"):
        Score()


def test_doublings_have_symbols():
    assert [doubling.symbol for doubling in Doubling] == ["", "X", "XX"]


@pytest.mark.parametrize("points", ["1E+999999999", "1E-999999999", "1" + "0" * 20, "0E+99"])
def test_points_have_some_digits_at_the_most(points):
    with pytest.raises(CallError, match="points"):
        Score(ns=points)
