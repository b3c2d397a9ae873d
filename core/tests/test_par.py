from __future__ import annotations

import functools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick import (
    CALLS,
    Contract,
    DoubleDummyGrid,
    Doubling,
    Seat,
    Side,
    Strain,
    Vulnerability,
    score_contract,
)
from overtrick.findings.errors import ModelError
from overtrick.laws.par import Par, ParContract, par, pars
from overtrick_testing.strategies import double_dummy_grids, seats, vulnerabilities


def grid_of(ns, ew):
    """Return a grid of both sides' tricks in clubs, diamonds, hearts, spades, notrump."""
    return DoubleDummyGrid((ns, ew, ns, ew))


def text_of(grid, vulnerability="None", dealer="N"):
    return str(par(grid, Seat.parse(dealer), Vulnerability.parse(vulnerability)))


# The example of PBN 2.1 §4.2.7: 3NT with an overtrick, 5D just made, 5CX two down for 500.
STANDARD = grid_of((4, 11, 6, 6, 10), (9, 2, 7, 7, 3))


def test_the_example_of_the_standard():
    # East and West save in clubs over 3NT, but over 5D that costs more.
    assert text_of(STANDARD, "All") == "NS 600: 5D by N=, 5D by S="


@pytest.mark.parametrize(
    ("ns", "ew", "vulnerability", "text"),
    [
        # Nobody can make anything.
        ((6, 6, 6, 6, 6), (6, 6, 6, 6, 6), "None", "NS 0: Pass"),
        # One side has it all.
        ((13, 13, 13, 13, 13), (0, 0, 0, 0, 0), "None", "NS 1520: 7NT by N=, 7NT by S="),
        ((0, 0, 0, 0, 0), (13, 13, 13, 13, 13), "All", "NS -2220: 7NT by E=, 7NT by W="),
        # Game, and no save.
        ((7, 7, 7, 10, 9), (5, 5, 5, 3, 3), "None", "NS 420: 4S by N=, 4S by S="),
        # A save that pays at favourable vulnerability only.
        ((5, 5, 5, 10, 8), (8, 8, 9, 3, 5), "NS", "NS 300: 5HX by E-2, 5HX by W-2"),
        ((5, 5, 5, 10, 8), (8, 8, 9, 3, 5), "All", "NS 500: 5HX by E-2, 5HX by W-2"),
        ((5, 5, 5, 10, 8), (8, 8, 9, 3, 5), "EW", "NS 420: 4S by N=, 4S by S="),
        # A part-score battle: 3S is needed over 3H, and 4H would cost more.
        ((5, 5, 5, 9, 6), (5, 5, 8, 4, 6), "None", "NS 140: 3S by N=, 3S by S="),
        # Vulnerable, 3H costs too much already.
        ((5, 5, 5, 9, 6), (5, 5, 8, 4, 6), "All", "NS 140: 2S by N+1, 2S by S+1"),
    ],
)
def test_known_pars(ns, ew, vulnerability, text):
    assert text_of(grid_of(ns, ew), vulnerability) == text


def test_both_sides_make_one_notrump_and_the_dealer_has_it():
    hot = grid_of((6, 6, 6, 6, 7), (6, 6, 6, 6, 7))
    assert text_of(hot, dealer="N") == text_of(hot, dealer="S") == "NS 90: 1NT by N=, 1NT by S="
    assert text_of(hot, dealer="E") == text_of(hot, dealer="W") == "NS -90: 1NT by E=, 1NT by W="


def test_the_better_declarer_plays():
    grid = DoubleDummyGrid(((5, 5, 5, 10, 8), (5, 5, 5, 3, 3), (5, 5, 5, 9, 8), (5, 5, 5, 3, 3)))
    found = par(grid, Seat.EAST, Vulnerability.NONE)
    assert str(found) == "NS 420: 4S by N="
    assert found.for_side(Side.NORTH_SOUTH) == 420
    assert found.for_side(Side.EAST_WEST) == -420


def test_several_contracts_may_reach_par():
    found = par(grid_of((5, 5, 10, 10, 8), (4, 4, 3, 3, 3)), Seat.NORTH, Vulnerability.NONE)
    assert [str(c) for c in found.contracts] == [
        *("4H by N=", "4H by S="),
        *("4S by N=", "4S by S="),
    ]


def test_an_overtrick_shows():
    contract = Contract.parse("3NT", declarer=Seat.NORTH)
    assert str(ParContract(contract=contract, tricks=11)) == "3NT by N+2"
    assert str(Par(score=0)) == "NS 0: Pass"


def test_higher_levels_that_are_worth_as_much_stand_apart():
    found = par(grid_of((5, 5, 5, 9, 6), (5, 5, 8, 4, 6)), Seat.NORTH, Vulnerability.BOTH)
    assert [str(c) for c in found.contracts] == ["2S by N+1", "2S by S+1"]
    assert [str(c) for c in found.higher] == ["3S by N=", "3S by S="]
    game = par(grid_of((5, 5, 5, 11, 6), (5, 5, 5, 2, 6)), Seat.NORTH, Vulnerability.NONE)
    assert [str(c) for c in game.contracts] == ["4S by N+1", "4S by S+1"]
    assert [str(c) for c in game.higher] == ["5S by N=", "5S by S="]


@settings(deadline=None)
@given(double_dummy_grids(), seats(), vulnerabilities())
def test_all_contracts_of_par_are_worth_the_same(grid, dealer, vulnerability):
    found = par(grid, dealer, vulnerability)
    lowest = {}
    for item in found.contracts:
        lowest[item.contract.declarer, item.contract.strain] = item.contract.level
    for item in found.higher:
        seat = item.contract.declarer
        assert item.contract.level > lowest[seat, item.contract.strain]
        vulnerable = vulnerability.includes(seat)
        score = score_contract(item.contract, item.tricks, vulnerable=vulnerable)
        assert found.for_side(seat.side) == score


@settings(deadline=None, max_examples=20)
@given(double_dummy_grids())
def test_pars_has_every_dealer_and_vulnerability(grid):
    found = pars(grid)
    assert len(found) == 16
    for (dealer, vulnerability), one in found.items():
        assert one == par(grid, dealer, vulnerability)


def test_par_needs_every_number():
    grid = DoubleDummyGrid(((7, 7, 7, 10, None),) * 4)
    with pytest.raises(ModelError, match="N in NT"):
        par(grid, Seat.NORTH, Vulnerability.NONE)


def minimax(grid, dealer, vulnerability):
    """Return par by playing out every auction: slow, and nothing like the code under test."""
    tricks = [
        [max(grid.tricks_of(seat, t), grid.tricks_of(seat.partner, t)) for t in Strain]
        for seat in (Seat.NORTH, Seat.EAST)
    ]

    def result(bid, side, doubling):
        level, strain = CALLS[bid].level, CALLS[bid].strain
        contract = Contract(level=level, strain=strain, doubling=doubling)
        score = score_contract(
            contract, tricks[side][strain], vulnerable=vulnerability.includes(side)
        )
        return score if side is Side.NORTH_SOUTH else -score

    @functools.cache
    def value(bid, side, doubled, to_act, passes):
        """Return the score of North and South with `to_act` to call over the last bid."""
        if bid and passes == 3:
            return result(bid, side, Doubling.DOUBLED if doubled else Doubling.UNDOUBLED)
        if not bid and passes == 4:
            return 0
        options = [value(bid, side, doubled, to_act.other, passes + 1)]
        if bid and side is not to_act and not doubled:
            options.append(value(bid, side, True, to_act.other, 0))
        start = max(bid, 2) + 1
        options += [value(b, to_act, False, to_act.other, 0) for b in range(start, 38)]
        return max(options) if to_act is Side.NORTH_SOUTH else min(options)

    return value(0, None, False, dealer.side, 0)


@pytest.mark.slow
@settings(deadline=None, max_examples=25)
@given(double_dummy_grids(), seats(), vulnerabilities())
def test_par_is_what_the_best_auction_comes_to(grid, dealer, vulnerability):
    assert par(grid, dealer, vulnerability).score == minimax(grid, dealer, vulnerability)


@settings(deadline=None)
@given(double_dummy_grids(), seats(), vulnerabilities())
def test_every_par_contract_scores_par(grid, dealer, vulnerability):
    found = par(grid, dealer, vulnerability)
    assert bool(found.contracts) == (found.score != 0)
    for item in found.contracts:
        seat = item.contract.declarer
        assert grid.tricks_of(seat, item.contract.strain) == item.tricks
        assert bool(item.contract.doubling) == (item.tricks < item.contract.tricks_needed)
        vulnerable = vulnerability.includes(seat)
        score = score_contract(item.contract, item.tricks, vulnerable=vulnerable)
        assert found.for_side(seat.side) == score


@settings(deadline=None)
@given(double_dummy_grids(), seats(), vulnerabilities(), st.integers(1, 3))
def test_turning_the_table_turns_par(grid, dealer, vulnerability, turns):
    turned = DoubleDummyGrid(tuple(grid.tricks[(seat - turns) % 4] for seat in Seat))
    swapped = Vulnerability(vulnerability.value >> 1 | (vulnerability.value & 1) << 1)
    other = par(turned, dealer.after(turns), swapped if turns % 2 else vulnerability)
    score = par(grid, dealer, vulnerability).score
    assert other.score == (-score if turns % 2 else score)
