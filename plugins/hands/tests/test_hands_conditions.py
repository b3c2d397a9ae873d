"""What conditions say of boards: fields, unknown parts, solvers, and arrays against boards."""

from __future__ import annotations

import pickle

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import overtrick
from overtrick import (
    PASSED_OUT,
    Board,
    Contract,
    Deal,
    DoubleDummyGrid,
    Extras,
    Info,
    Result,
    Score,
    Seat,
    Strain,
    Vulnerability,
)
from overtrick_hands import (
    EVALUATORS,
    ConditionError,
    Evaluator,
    HandError,
    compile_condition,
    ew,
    north,
    ns,
    west,
)
from overtrick_hands.conditions.limits import verdict
from overtrick_hands.conditions.parsing import parse_value
from overtrick_hands.conditions.vectors import numbers_of
from overtrick_testing import strategies

DEAL = Deal.parse("N:AKQ2.AJ5.K62.985 543.QT.QJT.AKQJT JT98.K9876.A5.43 -").completed()
BOARD = Board(
    number=7,
    dealer=Seat.SOUTH,
    vulnerability=Vulnerability.BOTH,
    deal=DEAL,
    contract=Contract.parse("4SX", declarer=Seat.NORTH),
    result=Result(tricks=11),
    score=Score(ns=990),
    scoring="MP1",
    info=Info(
        event="Tuesday Pairs",
        date="2024.05.31",
        room="Open",
        players=("Smith", "Jones", "Müller", None),
        teams=("Rovers", "United"),
    ),
    grids=(DoubleDummyGrid(((6, 7, 8, 11, 9), (3,) * 5, (6, 7, 8, 10, 9), (None,) * 5)).to_grid(),),
    extras=Extras({"pbn:Generator": "Big Deal", "hrf:club": 12}),
)

TRUE = [
    "north.hcp == 17 and south.hcp == 8 and west.hcp == 0 and east.hcp == 15",
    "ns.hcp == 25 and ns.hcp + ew.hcp == 40",
    "north is balanced and south is not balanced and south is semibalanced",
    "north.spades == 4 and ns.spades == 8 and ns.fit == 8",
    "north.spades.hcp == 9 and ns.spades.hcp == 10 and north.spades.top3 == 3",
    "has(north, SA, SK) and not has(south, SA) and has(ns, SA, SJ)",
    'has(north.spades, "AKQ") and has(ns.spades, "AKQJT98")',
    "north.controls == 6 and north.losers == 7 and north.quick_tricks == 3.5",
    "points(north, 3, 2, 1) == 11 and points(ns.spades, 1, 1, 1, 1, 1) == 5",
    "east.clubs.quality == 5.5 and east.longest == 5 and east.second == 3 and east.doubletons == 1",
    "north.majors == 7 and north.minors == 6",
    "dealer is south and partner(dealer) is north and lho(dealer) is west and rho(dealer) is east",
    "dealer.hcp == south.hcp and dealer in ns and dealer in (east, south)",
    "vulnerability is both and ns is vulnerable and east is vulnerable and dealer.vulnerable",
    "board == 7 and board in 1..8 and board in (3, 5..7) and board % 4 == 3 and board not in ..6",
    "contract is 4SX and contract > 4S and contract in 3NT..4SXX and not contract is 4S",
    "level == 4 and strain is spades and strain >= hearts and strain in (spades, notrump)",
    "declarer is north and dummy is south and leader is east and declarer.side is ns",
    "declarer.opponents.hcp == 15 and declarer.trumps + dummy.trumps == 8",
    "doubled and not redoubled and not passed_out and made and overtricks == 1",
    "result == 11 and score == 990",
    "tricks(north, spades) == 11 and tricks(declarer, strain) == result",
    "event contains 'pairs' and event is 'tuesday pairs' and event > 'aaa'",
    "date >= '2024.01.01' and date < '2025' and room is 'open' and scoring is 'mp1'",
    "south.name is 'MÜLLER' and north.name contains 'mit' and declarer.name is 'smith'",
    "home_team is 'rovers' and visit_team is 'united'",
    "extra('pbn:Generator') is 'big deal' and extra('hrf:club') is '12'",
    "max(north.hcp, south.hcp) == 17 and min(north.hcp, south.hcp) == 8",
    "abs(south.hcp - north.hcp) == 9 and -south.hcp == 0 - 8 and ns.hcp / 2 == 12.5",
    "north.hcp / -2 == -8.5 and north.hcp % 5 == 2 and north.hcp * 1.5 == 25.5",
    "someone(hcp == 15 and clubs == 5) and everyone(hcp >= 0) and not someone(hcp >= 18)",
    "north(hcp == 17 and balanced and spades > hearts)",
    "12 < north.hcp < 18 and 12 <= ns.hcp",
]


@pytest.mark.parametrize("text", TRUE)
def test_what_is_true_of_a_board(text):
    condition = compile_condition(text)
    assert condition(BOARD) is True
    assert (~condition)(BOARD) is False


@pytest.mark.parametrize(
    "text",
    [
        "west.name is 'x'",
        "tricks(west, spades) > 3",
        "title is 'x'",
        "site is 'x'",
        "extra('pbn:Room') is 'x'",
        "north.hcp > 3 and site is 'x'",
        "north.hcp < 3 or site is 'x'",
        "not site is 'x'",
        "tricks(west, spades) + 1 > min(3, tricks(west, hearts))",
        "tricks(west, spades) in (3, 4..5)",
    ],
)
def test_what_a_board_does_not_tell_is_unknown(text):
    assert compile_condition(text)(BOARD) is None


def test_an_unknown_part_does_not_matter_where_the_rest_decides():
    assert compile_condition("north.hcp < 3 and site is 'x'")(BOARD) is False
    assert compile_condition("site is 'x' or north.hcp > 3")(BOARD) is True


@pytest.mark.parametrize("text", TRUE)
def test_nothing_is_known_of_an_empty_board(text):
    assert compile_condition(text)(Board()) is None


def test_hands_that_are_not_whole_are_unknown_and_a_fourth_follows():
    three = Board(deal=Deal((*DEAL.hands[:3], overtrick.Hand())))
    assert compile_condition("west.hcp == 0")(three) is True
    two = Board(deal=Deal((*DEAL.hands[:2], overtrick.Hand(), overtrick.Hand())))
    assert compile_condition("west.hcp == 0")(two) is None
    assert compile_condition("north.hcp == 17")(two) is True
    assert compile_condition("ns.hcp == 25")(two) is None
    ending = Board(deal=Deal.parse("N:AK... QJ... T9... 87..."))
    assert compile_condition("has(north, SA)")(ending) is None


def test_a_passed_out_board_has_no_declarer():
    board = Board(contract=PASSED_OUT)
    assert compile_condition("passed_out and level == 0 and not doubled")(board) is True
    assert compile_condition("contract >= 1C")(board) is False
    assert compile_condition("declarer is north")(board) is None
    assert compile_condition("made")(board) is None


def test_notrump_has_no_trumps():
    board = Board(deal=DEAL, contract=Contract.parse("3NT", declarer=Seat.NORTH))
    assert compile_condition("declarer.trumps > 0")(board) is None


@pytest.mark.parametrize(
    ("result", "score", "declarer", "tricks", "points"),
    [
        (Result(ns=9), Score(ns=100), Seat.SOUTH, 9, 100),
        (Result(ew=9), Score(ew=100), Seat.SOUTH, 4, -100),
        (Result(ew=9), Score(declarer=100), Seat.EAST, 9, -100),
        (Result(tricks=9), Score(declarer=100), Seat.NORTH, 9, 100),
    ],
)
def test_results_and_scores_by_whichever_relation(result, score, declarer, tricks, points):
    contract = Contract.parse("1NT", declarer=declarer)
    board = Board(contract=contract, result=result, score=score)
    assert compile_condition(f"result == {tricks} and score == {points}")(board) is True
    assert compile_condition("made")(board) is (tricks >= 7)


def test_a_solver_is_asked_for_what_the_table_lacks_and_for_nothing_else():
    asked = []

    def solver(deal, declarer, strain):
        asked.append((deal, declarer, strain))
        return 4

    condition = compile_condition("tricks(north, spades) == 11", solver=solver)
    assert condition(BOARD) is True
    assert not asked
    condition = compile_condition("tricks(west, hearts) == 4", solver=solver)
    assert condition(BOARD) is True
    assert asked == [(DEAL, Seat.WEST, Strain.HEARTS)]
    assert (condition & (north.hcp > 3))(BOARD) is True
    assert condition(Board()) is None


def test_a_table_that_is_none_tells_nothing():
    grid = overtrick.Grid(name="OptimumResultTable", columns=(overtrick.Column(name="x"),), rows=())
    assert compile_condition("tricks(north, spades) > 3")(Board(grids=(grid,))) is None


def test_a_condition_is_a_value():
    one = compile_condition("north.hcp >= 12")
    assert pickle.loads(pickle.dumps(one)) == one
    assert one != compile_condition("north.hcp > 12")
    assert repr(one) == "<Condition north.hcp >= 12>"
    assert (one & (ns.hcp > 3)).parts == (one, ns.hcp > 3)
    assert one.seats == {Seat.NORTH}
    assert (ns.hcp > 3).seats == {Seat.NORTH, Seat.SOUTH}
    assert one.is_about_cards
    assert not compile_condition("made").is_about_cards
    assert one.columns == ("north_hand", "east_hand", "south_hand", "west_hand")


def test_counts_of_ones_own_are_used_as_the_others():
    sevens = Evaluator(
        name="sevens",
        summary="how many sevens",
        source="a test",
        scale=2,
        of_suit=lambda holding: 2 * (holding >> 5 & 1),
        of_shape=lambda shape: int(shape[0] == 2),
    )
    text = "west.sevens >= 2.5 and ew.sevens == 3.5 and west.spades.sevens == 1"
    condition = compile_condition(text, evaluators=[sevens])
    assert condition.text == text
    assert condition == (west.counted(sevens) >= 2.5) & (ew.counted(sevens) == 3.5) & (
        west.spades.counted(sevens) == 1
    )
    assert condition(BOARD) is True
    assert compile_condition("west(sevens >= 2.5)", evaluators=[sevens])(BOARD) is True
    assert verdict(compile_condition("west.sevens > 4.5", evaluators=[sevens]).tree) is False
    numpy = pytest.importorskip("numpy")
    hands = [numpy.array([mask]) for mask in DEAL.masks]
    assert condition.on_masks(*hands).tolist() == [True]
    with pytest.raises(ConditionError, match="a word that the language does not have"):
        compile_condition("made", evaluators=[EVALUATORS["hcp"]])
    only_suits = attrs.evolve(sevens, name="suits", for_hands=False)
    with pytest.raises(ConditionError, match="column 6: suits does not count a seat"):
        compile_condition("west.suits > 1", evaluators=[only_suits])


# --- boards and arrays ------------------------------------------------------------------------

CONDITIONS = [compile_condition(text) for text in TRUE]
ABOUT_CARDS = [text for text in TRUE if compile_condition(text).is_about_cards] + [
    "north.cccc >= 12.95 or south.cccc + east.cccc == 24.05",
    "ns.cccc - ew.cccc > 1.5 and ns.losers + 0.5 <= 14",
    "north.new_losers * 2 == south.losers + west.spades.quality",
    "west.rule_of_20 >= 20 or north.voids + north.singletons == 1",
    "shape(north, any 5xxx - any 55xx) and not shape(east, balanced + any 4441)",
    "points(ew, 4.5, 3, 1.5, 0.75, 0.25) >= 20.25",
]
CARDS_ALONE = [compile_condition(text) for text in ABOUT_CARDS]


@given(st.lists(strategies.deals(), min_size=1, max_size=6))
def test_arrays_of_hands_get_the_answers_of_boards(deals):
    numpy = pytest.importorskip("numpy")
    hands = [numpy.array([deal.masks[seat] for deal in deals]) for seat in Seat]
    for condition in CARDS_ALONE:
        found = condition.on_masks(*hands)
        assert found.dtype == "bool"
        assert found.tolist() == [condition(Board(deal=deal)) for deal in deals], condition


def test_arrays_refuse_what_they_cannot_tell():
    numpy = pytest.importorskip("numpy")
    masks = numpy.array([DEAL.masks[0]])
    with pytest.raises(ConditionError, match="do not determine dealer"):
        compile_condition("dealer is north").on_masks(masks)
    with pytest.raises(HandError, match="south's hand"):
        compile_condition("ns.hcp > 3").on_masks(masks)
    with pytest.raises(HandError, match="all of one shape"):
        compile_condition("ns.hcp > 3").on_masks(masks, south=numpy.array([1, 2]))
    with pytest.raises(HandError, match="at least one"):
        compile_condition("1 > 0").on_masks()
    assert compile_condition("1 > 0").on_masks(masks).tolist() == [True]
    assert compile_condition("north.hcp == 17").on_masks(masks).tolist() == [True]


@pytest.mark.slow
@given(strategies.boards())
def test_any_board_gets_an_answer_and_a_row_of_it_the_same(board):
    for condition in CONDITIONS:
        answer = condition(board)
        assert answer in (True, False, None)
        row = [
            overtrick.COLUMNS[name].of(board) if ":" not in name else
            (None if board.extras.get(name) is None else str(board.extras[name]))
            for name in condition.columns
        ]  # fmt: skip
        assert condition.of_row(row) is answer


# --- what is always or never true -------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("north.hcp > 37", False),
        ("north.hcp >= 0", True),
        ("north.hcp in 38..40", False),
        ("north.hcp in (0..20, 10..)", None),
        ("north.hcp in 0..37", True),
        ("north.spades + north.hearts <= 26", True),
        ("north.hcp == 12", None),
        ("north.hcp != 12.5", None),
        ("north.hcp < 0 or north.hcp > 37", False),
        ("north.hcp < 0 or made", None),
        ("north.hcp < 0 and made", False),
        ("not north.hcp > 37", True),
        ("shape(north, xxxx - xxxx)", False),
        ("shape(north, xxxx)", True),
        ("1 > 2", False),
        ("2 == 2", True),
        ("abs(north.hcp - 20) > 20", False),
        ("min(north.hcp, 3) > 3", False),
        ("-north.hcp > 0", False),
        ("board % 4 > 3", False),
        ("ns.fit < 7", False),
        ("event is 'x'", None),
    ],
)
def test_what_follows_from_the_bounds_alone(text, known):
    assert verdict(compile_condition(text).tree) is known


@given(strategies.deals(), st.sampled_from(ABOUT_CARDS))
def test_what_is_never_true_is_not(deal, text):
    condition = compile_condition(text)
    known = verdict(condition.tree)
    assert known is None or condition(Board(deal=deal)) is known


def test_numbers_of_many_hands_are_those_of_each():
    numpy = pytest.importorskip("numpy")
    hands = [Deal.parse(text).completed().masks for text in (
        "N:AKQ2.AJ5.K62.985 543.QT2.QJT.AKQJ JT98.K98.A54.T43 -",
        "N:76.7643.9873.762 543.QT2.QJT.AKQJ JT98.K98.A54.T43 -",
    )]  # fmt: skip
    rows = dict(enumerate(numpy.array(hands).T))
    for text, expected, scale in [
        ("north.hcp + south.spades", [17 + 4, 0 + 4], 1),
        ("north.new_losers * 2", [13, 23], 2),
        ("north.spades", [4, 2], 1),
        ("north.hcp >= 10", [1, 0], 1),
    ]:
        numbers, by = numbers_of(parse_value(text), rows)
        assert [number / by for number in numbers.tolist()] == expected
        assert by == scale
    with pytest.raises(ConditionError, match="do not determine declarer"):
        numbers_of(parse_value("declarer.hcp"), rows)
    with pytest.raises(ConditionError, match="column 1: a number was expected"):
        parse_value("north")
