from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick import Seat, Side, Vulnerability
from overtrick.findings.errors import ModelError
from overtrick_testing.strategies import seats, sides, vulnerabilities


@given(seats())
def test_a_seat_is_read_from_its_letter_in_either_case(seat):
    assert Seat.parse(seat.symbol) is Seat.parse(seat.symbol.lower()) is seat


@pytest.mark.parametrize("text", ["", "X", "NS", "North", "ſ"])
def test_other_text_is_no_seat(text):
    with pytest.raises(ModelError, match="not a seat"):
        Seat.parse(text)


@given(seats(), st.integers(-9, 9))
def test_seats_go_round_clockwise(seat, steps):
    assert seat.next.previous is seat
    assert seat.next.next is seat.partner
    assert seat.after(4 + steps) is seat.after(steps)
    assert seat.after(1) is seat.next
    assert seat.partner.side is seat.side
    assert seat.next.side is seat.side.other


@given(sides())
def test_a_side_has_another(side):
    assert side.other.other is side
    assert side.symbol == "".join(seat.symbol for seat in Seat if seat.side is side)


@given(vulnerabilities())
def test_a_vulnerability_is_read_from_its_word_in_either_case(vulnerability):
    assert Vulnerability.parse(vulnerability.label) is vulnerability
    assert Vulnerability.parse(vulnerability.label.upper()) is vulnerability


@pytest.mark.parametrize(
    ("text", "label"), [("Love", "None"), ("-", "None"), ("both", "All"), ("EW", "EW")]
)
def test_the_other_words_for_a_vulnerability_are_understood(text, label):
    assert Vulnerability.parse(text).label == label


def test_other_text_is_no_vulnerability():
    with pytest.raises(ModelError, match="not a vulnerability"):
        Vulnerability.parse("Some")


@given(vulnerabilities(), seats())
def test_a_seat_is_vulnerable_with_its_side(vulnerability, seat):
    flag = Vulnerability.NS if seat.side is Side.NORTH_SOUTH else Vulnerability.EW
    assert vulnerability.includes(seat) == vulnerability.includes(seat.side)
    assert vulnerability.includes(seat) == (flag in vulnerability)


def test_the_four_vulnerabilities_are_gone_through_joined_and_falsy_for_nobody():
    none, ns, ew, both = Vulnerability
    assert (none, both) == (Vulnerability.NONE, Vulnerability.BOTH)
    assert ns | ew is both
    assert none | ew is ew
    assert [bool(sides) for sides in Vulnerability] == [False, True, True, True]
    assert [ew in sides for sides in Vulnerability] == [False, False, True, True]


def test_dealer_and_vulnerability_of_the_sixteen_boards_are_those_of_law_2():
    dealers = "".join(Seat.dealer_of(number).symbol for number in range(1, 17))
    labels = [Vulnerability.of_board(number).label for number in range(1, 17)]
    assert dealers == "NESW" * 4
    assert labels == [
        *("None", "NS", "EW", "All"),
        *("NS", "EW", "All", "None"),
        *("EW", "All", "None", "NS"),
        *("All", "None", "NS", "EW"),
    ]


@given(st.integers(1, 10_000))
def test_board_numbers_repeat_after_sixteen(number):
    assert Seat.dealer_of(number) is Seat.dealer_of(number + 16)
    assert Vulnerability.of_board(number) is Vulnerability.of_board(number + 16)
