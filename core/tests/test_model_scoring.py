from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick import (
    PASSED_OUT,
    Contract,
    Seat,
    Side,
    Strain,
    Vulnerability,
    imps,
    matchpoints,
    score_contract,
    score_for_side,
)
from overtrick.findings.errors import CallError
from overtrick_testing.strategies import contracts, seats, vulnerabilities

# Contract, tricks, score not vulnerable, score vulnerable: the duplicate score card by Law 77.
MADE = [
    ("1C", 7, 70, 70),
    ("1D", 8, 90, 90),
    ("1H", 7, 80, 80),
    ("1S", 9, 140, 140),
    ("1NT", 7, 90, 90),
    ("1NT", 8, 120, 120),
    ("1NT", 13, 270, 270),
    ("2C", 8, 90, 90),
    ("2H", 8, 110, 110),
    ("2S", 10, 170, 170),
    ("2NT", 8, 120, 120),
    ("3C", 9, 110, 110),
    ("3D", 10, 130, 130),
    ("3S", 9, 140, 140),
    ("3NT", 9, 400, 600),
    ("3NT", 10, 430, 630),
    ("3NT", 12, 490, 690),
    ("4C", 10, 130, 130),
    ("4H", 10, 420, 620),
    ("4S", 11, 450, 650),
    ("4NT", 10, 430, 630),
    ("5C", 11, 400, 600),
    ("5D", 12, 420, 620),
    ("5H", 11, 450, 650),
    ("6C", 12, 920, 1370),
    ("6D", 13, 940, 1390),
    ("6S", 12, 980, 1430),
    ("6NT", 12, 990, 1440),
    ("6NT", 13, 1020, 1470),
    ("7C", 13, 1440, 2140),
    ("7H", 13, 1510, 2210),
    ("7NT", 13, 1520, 2220),
    # doubled: part-score stays, two of a major becomes game
    ("1CX", 7, 140, 140),
    ("1NTX", 7, 180, 180),
    ("1NTX", 8, 280, 380),
    ("2CX", 8, 180, 180),
    ("2DX", 9, 280, 380),
    ("2HX", 8, 470, 670),
    ("2SX", 9, 570, 870),
    ("2NTX", 8, 490, 690),
    ("3CX", 9, 470, 670),
    ("3NTX", 9, 550, 750),
    ("3NTX", 10, 650, 950),
    ("4SX", 10, 590, 790),
    ("4SX", 12, 790, 1190),
    ("5DX", 11, 550, 750),
    ("6CX", 12, 1090, 1540),
    ("7NTX", 13, 1790, 2490),
    # redoubled
    ("1CXX", 7, 230, 230),
    ("1HXX", 7, 520, 720),
    ("1NTXX", 7, 560, 760),
    ("1NTXX", 8, 760, 1160),
    ("2CXX", 8, 560, 760),
    ("4HXX", 11, 1080, 1480),
    ("7CXX", 13, 1960, 2660),
    ("7NTXX", 13, 2280, 2980),
]

# Undertricks, then undoubled, doubled and redoubled, not vulnerable and vulnerable.
DOWN = [
    (1, 50, 100, 200, 100, 200, 400),
    (2, 100, 300, 600, 200, 500, 1000),
    (3, 150, 500, 1000, 300, 800, 1600),
    (4, 200, 800, 1600, 400, 1100, 2200),
    (5, 250, 1100, 2200, 500, 1400, 2800),
    (6, 300, 1400, 2800, 600, 1700, 3400),
    (7, 350, 1700, 3400, 700, 2000, 4000),
    (13, 650, 3500, 7000, 1300, 3800, 7600),
]

# The IMP scale of Law 78 B: the lowest and the highest difference of each number of IMPs.
SCALE = [
    (0, 10, 0), (20, 40, 1), (50, 80, 2), (90, 120, 3), (130, 160, 4), (170, 210, 5),
    (220, 260, 6), (270, 310, 7), (320, 360, 8), (370, 420, 9), (430, 490, 10), (500, 590, 11),
    (600, 740, 12), (750, 890, 13), (900, 1090, 14), (1100, 1290, 15), (1300, 1490, 16),
    (1500, 1740, 17), (1750, 1990, 18), (2000, 2240, 19), (2250, 2490, 20), (2500, 2990, 21),
    (3000, 3490, 22), (3500, 3990, 23), (4000, 15200, 24),
]  # fmt: skip


@pytest.mark.parametrize(("text", "tricks", "love", "vulnerable"), MADE)
def test_a_made_contract_scores_as_on_the_card(text, tricks, love, vulnerable):
    contract = Contract.parse(text)
    assert score_contract(contract, tricks, vulnerable=False) == love
    assert score_contract(contract, tricks, vulnerable=True) == vulnerable


@pytest.mark.parametrize("row", DOWN)
def test_undertricks_cost_as_on_the_card(row):
    down, *costs = row
    contracts_down = [Contract.parse(f"7C{risk}") for risk in ("", "X", "XX")]
    found = [
        -score_contract(contract, 13 - down, vulnerable=vulnerable)
        for vulnerable in (False, True)
        for contract in contracts_down
    ]
    assert found == costs


@given(contracts(passed_out=False), st.integers(0, 13), st.booleans())
def test_the_level_and_strain_do_not_matter_to_undertricks(contract, tricks, vulnerable):
    down = contract.tricks_needed - tricks
    score = score_contract(contract, tricks, vulnerable=vulnerable)
    assert (score < 0) == (down > 0)
    if down > 0:
        other = Contract(level=7, strain=Strain.NOTRUMP, doubling=contract.doubling)
        assert score == score_contract(other, 13 - down, vulnerable=vulnerable)


@given(contracts(passed_out=False), st.integers(0, 12), st.booleans())
def test_another_trick_is_never_worse(contract, tricks, vulnerable):
    fewer = score_contract(contract, tricks, vulnerable=vulnerable)
    assert fewer < score_contract(contract, tricks + 1, vulnerable=vulnerable)


@given(contracts(), st.integers(0, 13), vulnerabilities())
def test_what_one_side_scores_the_other_loses(contract, tricks, vulnerability):
    ns = score_for_side(contract, tricks, vulnerability)
    assert ns == -score_for_side(contract, tricks, vulnerability, Side.EAST_WEST)


@given(contracts(passed_out=False), st.integers(0, 13), vulnerabilities())
def test_only_declarers_vulnerability_matters(contract, tricks, vulnerability):
    own = score_for_side(contract, tricks, vulnerability, contract.declarer.side)
    is_vulnerable = vulnerability.includes(contract.declarer)
    assert own == score_contract(contract, tricks, vulnerable=is_vulnerable)


@given(st.integers(0, 13), seats())
def test_a_passed_out_board_scores_nothing(tricks, seat):
    assert score_contract(PASSED_OUT, tricks, vulnerable=True) == 0
    assert score_for_side(PASSED_OUT, tricks, Vulnerability.BOTH, seat.side) == 0


@pytest.mark.parametrize("tricks", [-1, 14])
def test_tricks_outside_the_range_are_refused(tricks):
    with pytest.raises(CallError, match="0 to 13"):
        score_contract(Contract.parse("3NT"), tricks, vulnerable=False)


@pytest.mark.parametrize("contract", [Contract.parse("H"), Contract(declarer=Seat.NORTH)])
def test_what_has_no_level_has_no_score(contract):
    with pytest.raises(CallError, match="without a level"):
        score_contract(contract, 9, vulnerable=False)


def test_a_side_scores_only_with_a_declarer():
    with pytest.raises(CallError, match="without a declarer"):
        score_for_side(Contract.parse("3NT"), 9, Vulnerability.NONE)


@pytest.mark.parametrize(("least", "most", "points"), SCALE)
def test_the_imp_scale_is_that_of_law_78(least, most, points):
    assert imps(least) == imps(most) == points
    assert imps(-least) == imps(-most) == -points
    assert least == 0 or imps(least - 10) == points - 1


@given(st.integers(-20_000, 20_000))
def test_imps_are_symmetric_and_bounded(difference):
    assert imps(difference) == -imps(-difference)
    assert -24 <= imps(difference) <= 24
    assert imps(difference) <= imps(difference + 10)


def test_matchpoints_of_a_column():
    assert matchpoints([420, 450, 420, None, -50]) == (3, 6, 3, None, 0)
    assert matchpoints([]) == ()
    assert matchpoints([None]) == (None,)
    assert matchpoints([100]) == (0,)
    assert matchpoints([50, 50, 50]) == (2, 2, 2)


@given(st.lists(st.none() | st.integers(-50, 50), max_size=12))
def test_matchpoints_are_two_for_each_beaten_and_one_for_each_equal(column):
    found = matchpoints(column)
    for index, score in enumerate(column):
        others = [o for i, o in enumerate(column) if i != index and o is not None]
        if score is None:
            assert found[index] is None
        else:
            points = sum(2 if score > other else score == other for other in others)
            assert found[index] == points
    played = sum(score is not None for score in column)
    assert sum(points for points in found if points is not None) == played * (played - 1)
