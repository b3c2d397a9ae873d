"""Numbers of deals, as their authors give them and back again."""

from __future__ import annotations

import lzma
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick import Deal
from overtrick_deal import DEALS, ORDERS, DealingError, deal_number, deal_of_number

DATA = Path(__file__).parent / "data"
SUITS = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
TURNED = "N:...AKQJT98765432 ..AKQJT98765432. .AKQJT98765432.. AKQJT98765432..."


def bigdeals_numbers():
    """The numbers in BigDeal's own `goedel` files, by session."""
    numbers: dict[str, list[int]] = {}
    for line in (DATA / "numbers.txt").read_text().splitlines()[1:]:
        if line[:1].isalpha():
            numbers[line] = session = []
        else:
            session.append(int(line.replace(",", "")))
    return numbers


def deals_as_played():
    text = lzma.decompress((DATA / "WBG2024-deals.txt.xz").read_bytes()).decode()
    return [Deal.parse(f"N:{line}") for line in text.splitlines()]


def test_there_are_as_many_deals_as_the_literature_says():
    assert DEALS == 53_644_737_765_488_792_839_237_440_000


def test_bigdeals_own_numbers_are_those_of_its_deals():
    deals = deals_as_played()
    numbers = bigdeals_numbers()
    # The list is in the order of the sessions' names.
    assert [deal_number(deal) for deal in deals[:16]] == numbers["FIN1"]
    place = 6 * 16 + 28 * 10
    assert [deal_number(deal) for deal in deals[place : place + 10]] == numbers["MXRR29"]
    assert [deal_of_number(number) for number in numbers["FIN1"]] == deals[:16]


@pytest.mark.parametrize("order", ORDERS)
def test_first_and_last_deal_of_each_order(order):
    first = 0 if order == "bigdeal" else 1
    begin, end = deal_of_number(first, order), deal_of_number(first + DEALS - 1, order)
    if order == "pavlicek-ranked":
        assert str(begin).startswith("N:AKQJ.AKQ.AKQ.AKQ T98.JT98.JT9.JT9 ")
    else:
        # Godel.tex; the specification of hand_record_utility for Pavlicek's and Andrews' orders.
        assert (str(begin), str(end)) == (SUITS, TURNED)
    for number in (first - 1, first + DEALS):
        with pytest.raises(DealingError, match="deals are numbered from"):
            deal_of_number(number, order)


def test_the_deals_with_all_spades_north_come_first_in_pavliceks_and_andrews_books():
    # The preface of the Impossible Bridge Book names the page of the last one.
    last = 84_478_098_072_866_400
    for order in ("pavlicek", "andrews"):
        assert deal_of_number(last, order).hands[0].text == "AKQJT98765432..."
        assert deal_of_number(last + 1, order).hands[0].text != "AKQJT98765432..."
    # ... and how many of them have all hearts East.
    assert deal_of_number(10_400_600, "andrews").hands[1].text == ".AKQJT98765432.."
    assert deal_of_number(10_400_601, "andrews").hands[1].text != ".AKQJT98765432.."


def test_the_example_of_andrews_order():
    # What hand_record_utility prints for a number of 29 digits (standalone_tests/andrews.rb).
    deal = deal_of_number(12345678901234567890123456789, "andrews")
    assert str(deal) == ("N:Q843.98654.32.A6 K9.AQ7.QJ98.Q542 AJ6.K2.AKT654.K7 T752.JT3.7.JT983")


def test_pavliceks_first_card_goes_by_quarters():
    # "The first value of K is D, and 13/52 is 1/4": the spade ace is North's, East's ...
    for quarter in range(4):
        for number in (quarter * DEALS // 4 + 1, (quarter + 1) * DEALS // 4):
            deal = deal_of_number(number, "pavlicek")
            assert deal.hands[quarter].text.startswith("A")


@given(st.integers(0, DEALS - 1), st.sampled_from(ORDERS))
def test_a_number_comes_back_from_its_deal(index, order):
    number = index + (order != "bigdeal")
    deal = deal_of_number(number, order)
    assert deal.is_complete
    assert deal_number(deal, order) == number


@given(st.permutations(range(52)), st.sampled_from(ORDERS))
def test_a_deal_comes_back_from_its_number(cards, order):
    masks = [sum(1 << card for card in cards[seat * 13 : seat * 13 + 13]) for seat in range(4)]
    deal = Deal.from_masks(*masks)
    assert deal_of_number(deal_number(deal, order), order) == deal


@given(st.integers(0, DEALS - 2))
def test_bigdeals_order_is_that_of_the_dictionary(number):
    def word(deal):
        return [[51 - card.index for card in hand] for hand in deal]

    assert word(deal_of_number(number)) < word(deal_of_number(number + 1))


def test_what_has_no_number():
    with pytest.raises(DealingError, match="26 are missing"):
        deal_number(Deal.parse("N:AKQJT98765432... .AKQJT98765432.. - -"))
    with pytest.raises(DealingError, match="no order 'bigdael'"):
        deal_of_number(1, "bigdael")
    with pytest.raises(DealingError, match="a number of 333 bits"):
        deal_of_number(10**100)
    # One hand that is left out is the rest of the pack.
    assert deal_number(Deal.parse(SUITS.rpartition(" ")[0] + " -"), "pavlicek") == 1
