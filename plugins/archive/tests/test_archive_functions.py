"""Functions for bridge in SQL say what the code says that everybody else uses."""

from __future__ import annotations

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick import (
    Contract,
    Deal,
    Seat,
    Suit,
    Vulnerability,
    imps,
    par,
    score_contract,
    score_for_side,
)
from overtrick_archive.questions.functions import DEAL, FUNCTIONS, D, install
from overtrick_hands import EVALUATORS, NAMED_CLASSES, compile_condition
from overtrick_testing.strategies import deals, double_dummy_grids


@pytest.fixture(scope="module")
def connection():
    with duckdb.connect() as found:
        install(found)
        yield found


def ask(connection, expression, **values):
    return connection.execute(f"select {expression}", values).fetchall()[0][0]


@pytest.mark.parametrize("function", FUNCTIONS.values(), ids=list(FUNCTIONS))
def test_each_function_gives_what_its_example_says(connection, function):
    call, expected = function.example
    found = ask(connection, f"{call} from (select deal('{D}') as d)")
    assert found == pytest.approx(expected) if isinstance(expected, float) else found == expected


def test_no_function_hides_one_of_duckdb():
    with duckdb.connect() as found:
        known = found.execute("select distinct function_name from duckdb_functions()").fetchall()
    assert {name for (name,) in known}.isdisjoint(FUNCTIONS)


def test_every_count_of_hands_is_a_function_but_one_whose_name_duckdb_has():
    counts = {name for name, evaluator in EVALUATORS.items() if evaluator.for_hands}
    assert counts - FUNCTIONS.keys() == {"second"}
    assert NAMED_CLASSES.keys() <= FUNCTIONS.keys()


def struct(deal):
    """Return a deal as the view of boards has it."""
    seats = ("north", "east", "south", "west")
    parts = ", ".join(f"'{seat}': {mask}" for seat, mask in zip(seats, deal.masks, strict=True))
    return f"{{{parts}}}::{DEAL}"


@pytest.mark.slow
@given(st.lists(deals(), min_size=1, max_size=4))
def test_hands_are_judged_as_by_the_library(connection, some):
    rows = ", ".join(f"({place}, {struct(deal)})" for place, deal in enumerate(some))
    names = [name for name in (*EVALUATORS, *NAMED_CLASSES) if name in FUNCTIONS]
    for letter, seat in (("N", Seat.NORTH), ("w", Seat.WEST)):
        calls = [*(f"{name}(deal, '{letter}')" for name in names), f"shape(deal, '{letter}')"]
        calls += [f"hand(deal, '{letter}')", f"suit_length(deal, '{letter}', 'H')", "pbn(deal)"]
        found = connection.execute(
            f"select {', '.join(calls)} from (values {rows}) as t(place, deal) order by place"  # noqa: S608  # ours
        ).fetchall()
        for deal, row in zip(some, found, strict=True):
            hand = deal[seat]
            is_whole = len(hand) == 13
            judged = [
                (EVALUATORS[name](hand) if name in EVALUATORS else hand in NAMED_CLASSES[name][0])
                if is_whole
                else None
                for name in names
            ]
            length = hand.lengths[1] if is_whole else None
            expected = [*judged, hand.shape if is_whole else None, hand.text, length, str(deal)]
            assert list(row) == pytest.approx(expected)


@pytest.mark.slow
@given(deals())
def test_numbers_of_a_side_are_those_of_its_hands_together(connection, deal):
    whole = all(len(deal[seat]) == 13 for seat in (Seat.EAST, Seat.WEST))
    for name, evaluator in EVALUATORS.items():
        if name not in FUNCTIONS or not evaluator.adds_up:
            continue
        found = ask(connection, f"{name}({struct(deal)}, 'EW')")
        assert found == (
            pytest.approx(evaluator(deal[Seat.EAST]) + evaluator(deal[Seat.WEST]))
            if whole
            else None
        )


@given(deals(), st.sampled_from(["north.losers <= 7 and ns.fit >= 8", "balanced(west)", "1 < 2"]))
def test_a_condition_fits_a_deal_as_it_fits_a_board(connection, deal, text):
    condition = compile_condition(text)
    if all(len(deal[seat]) == 13 for seat in condition.seats):
        expected = bool(condition.on_masks(*([mask] for mask in deal.masks))[0])
    else:
        expected = None
    assert ask(connection, f"fits({struct(deal)}, $text)", text=text) == expected


CONTRACTS = [
    f"{level}{strain}{risk}"
    for level in range(1, 8)
    for strain in ("C", "D", "H", "S", "NT")
    for risk in ("", "X", "XX")
]


@pytest.mark.parametrize("vulnerability", list(map(Vulnerability, range(4))))
def test_scores_are_those_of_the_one_table(connection, vulnerability):
    rows = connection.execute(
        "select contract, declarer, tricks, score(contract, declarer, tricks, $label), "
        "score(contract, tricks, $plain) "
        "from (select unnest($contracts) as contract), (select unnest(range(14)) as tricks), "
        "(select unnest(['N', 'E', 'S', 'W']) as declarer)",
        {
            "label": vulnerability.label,
            "plain": vulnerability == Vulnerability.BOTH,
            "contracts": CONTRACTS,
        },
    ).fetchall()
    assert len(rows) == len(CONTRACTS) * 14 * 4
    for text, declarer, tricks, score, own in rows:
        contract = Contract.parse(text, declarer=Seat.parse(declarer))
        assert score == score_for_side(contract, tricks, vulnerability)
        is_vulnerable = vulnerability == Vulnerability.BOTH
        assert own == score_contract(contract, tricks, vulnerable=is_vulnerable)


def test_what_is_passed_out_scores_nothing_and_what_is_not_known_is_null(connection):
    assert ask(connection, "[score('Pass', null, null, null), score('Pass', null, 'All')]") == [
        0,
        0,
    ]
    for call in (
        "score(null, 9, true)", "score('3NT', null, true)", "score('3NT', 9, null)",
        "score('3NT', 14, true)", "score('3NT', null, 9, 'All')", "score('3NT', 9, 'NS')",
        "par(null, 'N', 'All')", "par([7], 'N', 'All')", "imps(null)", "pbn(null)",
        "hcp(null, 'N')", "losers(null, 'NS')", "opening_lead([])", "opening_lead(['-', 'S2'])",
        "fits(null, 'north.hcp > 3')", "vulnerable(null, 'All')", "made('Pass', null)",
    ):  # fmt: skip
        assert ask(connection, call) is None, call


@given(double_dummy_grids(), st.sampled_from(list(Seat)), st.integers(0, 3))
def test_par_is_that_of_the_laws(connection, grid, dealer, sides):
    vulnerability = Vulnerability(sides)
    values = [count for row in grid.tricks for count in row]
    given = {"table": values, "dealer": dealer.symbol, "label": vulnerability.label}
    found = [
        ask(connection, f"{name}($table, $dealer, $label)", **given)
        for name in ("par", "par_contracts")
    ]
    if None in values:
        assert found == [None, None]
    else:
        expected = par(grid, dealer, vulnerability)
        assert found == [expected.score, ", ".join(map(str, expected.contracts)) or "Pass"]


@given(st.integers(-10_000, 10_000))
def test_imps_are_those_of_the_one_table(connection, difference):
    assert ask(connection, f"imps({difference})") == imps(difference)


@pytest.mark.parametrize(
    ("call", "why"),
    [
        ("hcp(deal('N:- - - -'), 'Q')", "a seat is N, E, S, W, NS or EW, not Q"),
        ("shape(deal('N:- - - -'), 'NS')", "a seat is N, E, S or W, not NS"),
        (f"suit_length(deal('{D}'), 'N', 'X')", "a suit is S, H, D or C, not X"),
        ("deal('nonsense')", "a deal begins with a seat"),
        ("fits(deal('N:- - - -'), 'north.hpc > 3')", "did you mean hcp"),
        ("score('8H', 9, true)", "not a contract: '8H'"),
        ("score('3H', 9, 'maybe')", "true, false, All or None, not maybe"),
        ("vulnerable('N', 'maybe')", "a vulnerability is None, NS, EW or All, not maybe"),
        ("has(deal('N:- - - -'), 'N', 'ZZ')", "not a suit: 'Z'"),
        ("tricks([1], 'N', 'X')", "a strain is C, D, H, S or NT, not X"),
    ],
)
def test_what_is_no_seat_suit_or_contract_is_said(connection, call, why):
    with pytest.raises(duckdb.Error, match=why.replace("(", r"\(")):
        ask(connection, call)


def test_holdings_and_cards_are_told_of_any_hand(connection):
    deal = Deal.parse("N:AKQ... - - -")
    assert ask(connection, f"holding({struct(deal)}, 'N', 'S')") == "AKQ"
    assert ask(connection, f"has({struct(deal)}, 'N', 'SA SK')") is True
    assert ask(connection, f"has({struct(deal)}, 'NS', 'SA HK')") is False
    assert deal[Seat.NORTH].suit_text(Suit.SPADES) == "AKQ"
