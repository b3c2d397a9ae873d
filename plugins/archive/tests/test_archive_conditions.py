"""A condition asked in SQL is what it is on each board."""

from __future__ import annotations

import functools
import random

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import overtrick_archive
from overtrick import (
    Batch,
    Board,
    Contract,
    Deal,
    DoubleDummyGrid,
    Hand,
    Info,
    Result,
    Score,
    Seat,
    Strain,
    Vulnerability,
)
from overtrick_archive.archive import Archive
from overtrick_archive.rows import READ
from overtrick_archive.store import Store
from overtrick_archive.tables import BOARDS, boards_of
from overtrick_hands import Evaluator, compile_condition, ns
from overtrick_testing.strategies import boards, extras

LEAVES = (
    *("north.hcp >= 12", "south.hcp in 8..14", "east.hcp + west.hcp > ns.hcp", "ns.hcp != 20"),
    *("declarer.hcp >= 12", "partner(dealer).hcp < 9", "declarer.side.hcp >= 20"),
    *("declarer.opponents.hcp <= 15", "abs(ns.hcp - ew.hcp) <= 6", "dealer.spades >= 4"),
    *("max(north.hcp, south.hcp) > 14", "min(north.spades, west.hearts, 3) == 2"),
    *("north.hcp / 2 + south.spades > 6.5", "ns.hcp / 3 == 7", "north.hcp * south.hcp > 100"),
    *("(north.hcp - south.hcp) % 4 == 1", "-north.hcp < -10", "north.hcp == 10.5"),
    *("ns.spades >= 7.5",),
    *("north.spades >= 5", "ns.hearts >= 8", "south.majors >= 7", "declarer.side.minors in ..5"),
    *("balanced(north)", "shape(south, any 4441 + any 5440)", "shape(east, 5xxx - any 5332)"),
    *("not semibalanced(dealer)", "shape(declarer, (54)xx)", "shape(west, 5431)"),
    *("has(north, SA, SK)", "has(declarer, HQ)", "has(ns, DA)", 'has(west.hearts, "AQ")'),
    *("has(ew.clubs, \"K\")", "has(declarer.side, CA)"),
    *("north.losers <= 6", "south.cccc >= 12.05", "ns.losers < 14", "east.hearts.top3 == 2"),
    *("ns.fit >= 9", "points(west, 3, 2, 1) >= 5", "north.clubs.quality > 1.5"),
    *("west.longest == 6", "everyone(longest >= 5)"),
    *("someone(hcp >= 18)", "everyone(hcp >= 6 and spades >= 1)", "declarer.trumps >= 4"),
    *("declarer.trumps + dummy.trumps >= 8", "has(declarer.trumps, \"A\")"),
    *("leader is north", "leader.hcp >= 9", "rho(declarer) is south", "dummy.spades >= 4"),
    *("board in 2.5..7.5", "north.hcp in 9.5..11.5", "level in ..2.5", "score in 50.5.."),
    *("dealer is north", "north is dealer", "dealer is not east", "declarer in (south, west)"),
    *("declarer in ns", "dummy is north", "leader is declarer", "partner(dealer) is dummy"),
    *("lho(dealer) is declarer", "dealer is declarer", "declarer.side is ns"),
    *("vulnerability is both", "vulnerability is ns", "vulnerability is not none"),
    *("ns is vulnerable", "declarer.vulnerable", "dealer.opponents is vulnerable"),
    *("north is vulnerable", "declarer.side is vulnerable"),
    *("contract is 3NT", "contract in 2H..4SX", "contract >= 4C", "contract is not 1NT"),
    *("level >= 3", "level not in 1..3", "level / 2 >= 1.5", "strain is spades"),
    *("strain in (hearts, notrump)", "strain > hearts", "strain is not clubs"),
    *("doubled", "redoubled", "passed_out", "made", "overtricks >= 1", "overtricks in ..-1"),
    *("result == 9", "result > level + 5", "score < 0", "score >= 100.5", "score in -100..400"),
    *("score + 1 > 0", "board % 2 == 1", "board in (1..4, 13)", "board >= 2.5", "board - 1 > 3"),
    *("tricks(south, notrump) >= 7", "tricks(declarer, strain) > result"),
    *("tricks(dealer, spades) - tricks(partner(dealer), spades) >= 1",),
    *('event contains "a"', 'event is "A"', 'site < "m"', 'date >= "2000"', 'title is "x"'),
    *('north.name contains "a"', 'declarer.name is "b"', 'room is "open"', 'scoring contains "p"'),
    *('extra("pbn:Generator") contains "a"', 'extra("pbn:Round") is "1" or board > 2'),
    *('home_team is "a" and visit_team is "b"', "1 + 1 < 3"),
)  # fmt: skip


def _joined(name):
    return lambda parts: f" {name} ".join(f"({part})" for part in parts)


def _conditions():
    def larger(smaller):
        parts = st.lists(smaller, min_size=2, max_size=3)
        return (
            parts.map(_joined("and"))
            | parts.map(_joined("or"))
            | smaller.map(lambda part: f"not ({part})")
        )

    return st.recursive(st.sampled_from(LEAVES), larger, max_leaves=5)


def _boards():
    """Boards of any parts; and of many a hand that is not given, or not whole."""
    some = boards(extras=extras("pbn")) | boards(consistent=True)

    def lessened(pair):
        board, seats = pair
        deal = board.deal
        if deal is None or not seats:
            return board
        hands = [Hand() if seat in seats else hand for seat, hand in enumerate(deal.hands)]
        return attrs.evolve(board, deal=Deal(tuple(hands)), missing={})

    return st.tuples(some, st.sampled_from(((), (), (1,), (0, 2), (0, 1, 2, 3)))).map(lessened)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("conditions") / "some.archive"


def archive_of(folder, some, **options):
    """Return an archive of boards, made in a folder of which nothing else is held."""
    columns = tuple([column.of(board) for board in some] for column in READ)
    store = Store(folder)
    with store.held() as before:
        part = store.put(BOARDS, boards_of(Batch(READ, columns), "0" * 64, 0), "2024")
        empty = attrs.evolve(before, tables=dict.fromkeys(before.tables, ()))
        store.replace_manifest(empty.with_parts({BOARDS: [part]}))
    return Archive(folder, **options)


def answers(archive, condition):
    """Return the three-valued answers of SQL, board by board."""
    sql = archive.where(condition)
    found = archive.sql(f"select ({sql}) as answer from boards order by place")  # noqa: S608  # ours
    return found["answer"].to_pylist()


@pytest.mark.slow
@given(st.lists(_boards(), min_size=1, max_size=8), st.lists(_conditions(), min_size=1, max_size=9))
@settings(max_examples=30)
def test_sql_says_of_each_board_what_the_condition_says(folder, some, texts):
    with archive_of(folder, some) as archive:
        for text in texts:
            condition = compile_condition(text)
            assert answers(archive, condition) == [condition(board) for board in some], text


@functools.cache
def _dealt():
    return [board for seed in range(4) for board in _some_boards(seed)]


def _some_boards(seed):
    source = random.Random(seed)
    cards = list(range(52))
    for number in range(1, 26):
        source.shuffle(cards)
        masks = [sum(1 << card for card in cards[13 * seat : 13 * seat + 13]) for seat in range(4)]
        if number % 7 == 0:
            masks[source.randrange(4)] = 0  # follows from the others
        if number % 11 == 0:
            masks[0] &= masks[0] - 1
        contract = source.choice(["3NT", "4SX", "2H", "6C", "1DXX", "Pass"])
        grid = DoubleDummyGrid(
            tuple(tuple(source.choice([*range(14), None]) for _ in range(5)) for _ in range(4))
        )
        yield Board(
            number=number,
            dealer=source.choice([*Seat, None]),
            vulnerability=source.choice([*map(Vulnerability, range(4)), None]),
            deal=Deal.from_masks(*masks),
            contract=Contract.parse(contract, declarer=source.choice([*Seat])),
            result=source.choice([Result(tricks=9), Result(ns=7), Result(ew=4), None]),
            score=source.choice([Score(ns=-100), Score(ew="50.5"), Score(declarer=420), None]),
            grids=(grid.to_grid(),),
            info=Info(event=source.choice(["Bar", "A", None]), players=("Ab", None, "b", "")),
        )


@pytest.fixture(scope="module")
def dealt(tmp_path_factory):
    """An archive of a hundred boards, which all ask."""
    with archive_of(tmp_path_factory.mktemp("dealt") / "hundred.archive", _dealt()) as archive:
        yield archive


@pytest.mark.slow
@pytest.mark.parametrize("text", LEAVES)
def test_every_leaf_is_in_sql_what_it_is_on_a_hundred_boards(dealt, text):
    some = _dealt()
    condition = compile_condition(text)
    expected = [condition(board) for board in some]
    assert answers(dealt, condition) == expected
    picked = [board for board, answer in zip(some, expected, strict=True) if answer]
    assert sorted(dealt.boards(where=condition), key=repr) == sorted(picked, key=repr)


def test_whole_hands_are_compared_by_columns_alone(folder):
    some = [board for board in _dealt() if board.deal.is_complete]
    with archive_of(folder, some) as archive:
        sql = archive.where(compile_condition("north.hcp >= 15 and balanced(south) and made"))
        assert "_condition" not in sql
        assert "north_hcp >= 15" in sql


def test_a_count_and_a_solver_of_ones_own_are_asked(folder):
    sevens = Evaluator(
        name="sevens", summary="sevens", source="ours", scale=1, of_suit=lambda suit: suit >> 5 & 1
    )
    asked = []

    def solver(deal, declarer, strain):
        asked.append((declarer, strain))
        return 7

    some = _dealt()
    with archive_of(folder, some) as archive:
        lucky = ns.counted(sevens) >= 3
        assert answers(archive, lucky) == [lucky(board) for board in some]
        solved = compile_condition("tricks(south, spades) >= 7", solver=solver)
        expected = [solved(board) for board in some]
        asked.clear()
        assert answers(archive, solved) == expected
        assert set(asked) == {(Seat.SOUTH, Strain.SPADES)}


@pytest.mark.slow
def test_an_archive_of_nothing_has_no_boards_of_any_kind(tmp_path):
    overtrick_archive.add(tmp_path / "empty.archive", [])
    with overtrick_archive.open(tmp_path / "empty.archive") as archive:
        for text in LEAVES:
            assert list(archive.boards(where=compile_condition(text))) == [], text
