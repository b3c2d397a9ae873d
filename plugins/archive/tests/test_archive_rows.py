"""A board goes into columns and comes out of them, whatever it says."""

from __future__ import annotations

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import overtrick_archive
from overtrick import (
    UNKNOWN,
    Auction,
    Batch,
    Board,
    Column,
    Contract,
    Deal,
    DoubleDummyGrid,
    Ending,
    Grid,
    Info,
    ModelError,
    Play,
    Result,
    Score,
    Seat,
    Trick,
    board_to_dict,
)
from overtrick_archive.rows import READ, REST, beside, board_of, rest_of, scores_of
from overtrick_archive.tables import (
    BOARDS,
    SCHEMAS,
    boards_of,
    divided,
    hash_of_masks,
    results_of,
    years_of,
)
from overtrick_testing.strategies import boards, extras

DEAL = Deal.parse("N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543")


def table_of(*some):
    columns = tuple([column.of(board) for board in some] for column in READ)
    return boards_of(Batch(READ, columns), "0" * 64, 0)


def through(board):
    """Return what comes of a board that goes through a table."""
    (row,) = table_of(board).to_pylist()
    return board_of(row)


def same(board, other):
    """Demand that two boards are one in all that any writer could write of them."""
    assert other == board
    assert list(other.extras.items()) == list(board.extras.items())
    assert dict(other.missing) == dict(board.missing)
    # Where two numbers are equal and not the same, as 12.5 and 12.50, a text tells them apart.
    assert str(other.score) == str(board.score)
    assert board_to_dict(other) == board_to_dict(board)


@pytest.mark.slow
@given(boards(nasty=True, extras=extras("pbn", "dlm", nasty=True)))
def test_a_board_of_any_parts_comes_out_as_it_went_in(board):
    same(board, through(board))


@pytest.mark.slow
@given(boards(consistent=True))
def test_a_board_that_fits_together_comes_out_as_it_went_in(board):
    same(board, through(board))


@pytest.mark.slow
@given(st.lists(boards(), max_size=4))
def test_many_boards_keep_their_order(some):
    assert [board_of(row) for row in table_of(*some).to_pylist()] == some


PLAIN = Board(
    number=7,
    dealer=Seat.SOUTH,
    deal=DEAL,
    contract=Contract.parse("4SX", declarer=Seat.EAST),
    result=Result(tricks=9),
    score=Score(ns="200"),
    auction=Auction.of(Seat.SOUTH, "1S X 4S X Pass Pass Pass"),
    play=Play.of(Seat.SOUTH, "H3 HK HA HQ", "CA C8 - -"),
    grids=(DoubleDummyGrid(((7, 6, 5, 4, 3),) * 4).to_grid(),),
    info=Info(event="Club", date="2024.05.03", players=("A", None, "", "D")),
)


def test_the_columns_tell_all_of_a_plain_board():
    assert rest_of(PLAIN) is None
    same(PLAIN, through(PLAIN))


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"score": Score(ns="12.50")}, "score"),
        ({"score": Score(ns="1e2")}, "score"),
        ({"result": Result(tricks=9, irregular=True)}, "result"),
        ({"auction": Auction.of(Seat.SOUTH, "1S", Ending.COMPLETE)}, "auction"),
        ({"play": Play(leader=Seat.WEST, tricks=(Trick((None,) * 4),))}, "play"),
        ({"contract": attrs.evolve(PLAIN.contract, swapped=True)}, "contract"),
        ({"grids": (Grid(name="Own", columns=(Column(name="A"),), rows=(("1",),)),)}, "grids"),
        ({"grids": PLAIN.grids * 2}, "grids"),
        ({"dealer": None, "missing": {"dealer": UNKNOWN}}, "dealer"),
    ],
)
def test_what_a_column_cannot_hold_stands_beside_it(change, key):
    board = attrs.evolve(PLAIN, **change)
    assert f'"{key}"' in (rest_of(board) or "")
    same(board, through(board))


def test_hands_are_judged_where_they_are_whole():
    (row,) = table_of(PLAIN).to_pylist()
    assert (row["north_hcp"], row["north_shape"]) == (15, "5-3-3-2")
    assert [row[f"east_{suit}"] for suit in ("spades", "hearts", "diamonds", "clubs")] == [
        *(4, 1, 4, 4),
    ]
    part = attrs.evolve(PLAIN, deal=Deal.parse("N:T53.AJ7.AT.AQ762 - - -"))
    (row,) = table_of(part).to_pylist()
    assert (row["north_hcp"], row["east_hcp"], row["west_shape"]) == (15, None, None)
    assert row["deal_hash"] is None


def test_the_hash_of_a_deal_is_the_one_that_is_documented():
    import hashlib

    (row,) = table_of(PLAIN).to_pylist()
    data = b"".join(mask.to_bytes(8, "little") for mask in DEAL.masks)
    assert row["deal_hash"] == int.from_bytes(hashlib.sha256(data).digest()[:8], "little")
    assert row["deal_hash"] == hash_of_masks(*DEAL.masks)


def test_a_score_table_becomes_rows():
    grid = Grid(
        name="ScoreTable",
        columns=tuple(Column(name=name) for name in ("Contract", "Result", "Score_NS", "Rank")),
        rows=(("3NT", "9", "400", "1"), ("-", "-", "-", "2=")),
    )
    board = attrs.evolve(PLAIN, grids=(grid,))
    assert scores_of(rest_of(PLAIN)) == []
    columns = tuple([column.of(one) for one in (PLAIN, board)] for column in READ)
    rows = results_of(Batch(READ, columns), "0" * 64, 5).to_pylist()
    told = [(row["place"], row["row"], row["contract"], row["result"]) for row in rows]
    assert told == [(6, 0, "3NT", 9), (6, 1, "-", None)]
    assert [row["score_ns"] for row in rows] == [400.0, None]
    assert dict(rows[1]["cells"])["Rank"] == "2="


def test_boards_are_parted_by_the_year_that_a_date_begins_with():
    dates = ["2024.05.03", None, "1999", "????.??.??", "20240503", "2024-01-01 12:00"]
    some = [attrs.evolve(PLAIN, number=n, info=Info(date=d)) for n, d in enumerate(dates)]
    found = {year: rows["number"].to_pylist() for year, rows in years_of(table_of(*some))}
    assert found == {"1999": [2], "2024": [0, 5], "__HIVE_DEFAULT_PARTITION__": [1, 3, 4]}


def test_boards_of_a_year_keep_their_order_and_are_whole():
    some = [attrs.evolve(PLAIN, number=n, info=Info(date=str(2000 + n % 7))) for n in range(50)]
    table = table_of(*some)
    for year, rows in years_of(table):
        assert rows.to_pylist() == [
            row for row in table.to_pylist() if str(row["date"]).startswith(year)
        ]
    assert sum(rows.num_rows for _, rows in years_of(table)) == 50


@given(st.lists(st.none() | st.lists(st.sampled_from(["1NT", "Pass", "X", "*", "-"]))))
def test_texts_of_words_are_cut_into_their_words(lists):
    texts = [None if words is None else " ".join(words) for words in lists]
    assert divided(texts).to_pylist() == lists


CELLS = st.tuples(
    st.sampled_from("NESWnZ"),
    st.sampled_from(["NT", "S", "H", "D", "C", "N"]),
    st.sampled_from(["0", "7", "13", "07", "?", "14", ""]),
)


@given(
    tricks=st.lists(st.none() | st.integers(0, 13), min_size=20, max_size=20),
    swap=st.tuples(st.integers(0, 19), st.integers(0, 19)),
    others=st.lists(st.tuples(st.integers(0, 19), CELLS), max_size=2),
    drop=st.integers(0, 3),
)
def test_a_table_is_told_by_twenty_numbers_where_they_become_it_again(tricks, swap, others, drop):
    whole = DoubleDummyGrid(tuple(tuple(tricks[at : at + 5]) for at in (0, 5, 10, 15))).to_grid()
    rows = list(whole.rows)
    if max(swap) < len(rows):
        rows[swap[0]], rows[swap[1]] = rows[swap[1]], rows[swap[0]]
    for place, cells in others:
        rows.insert(place, cells)
    grid = attrs.evolve(whole, rows=tuple(rows[drop:]))
    try:
        is_told = DoubleDummyGrid.from_grid(grid).to_grid() == grid
    except ModelError:
        is_told = False
    board = Board(grids=(grid,))
    assert (rest_of(board) is None) == is_told
    same(board, through(board))


def test_a_sealed_file_comes_into_an_archive_where_that_is_asked_for_alone(tmp_path):
    from overtrick_testing import sealed_files

    with sealed_files(tmp_path) as files:
        told = files.run(["archive", "add", "{out}", "{file}", "{other}"])
        assert (told.code, told.out) == (1, b"")
        assert "--show-cards" in told.err
        assert "1 board of 1 file added" in told.err
        out = str(tmp_path / "archive")
        assert files.run(["archive", "add", out, "{file}"]).code == 1
        assert files.run(["archive", "add", out, "{file}", "--show-cards"]).code == 0
        assert overtrick_archive.open(out).dataset().count_rows() > 1


def test_every_column_of_the_core_is_there_but_the_deal_which_the_hands_tell():
    from overtrick import COLUMNS

    assert set(COLUMNS) - set(SCHEMAS[BOARDS].names) == {"deal"}
    assert REST in SCHEMAS[BOARDS].names


@pytest.mark.parametrize(
    ("change", "column"),
    [
        ({"number": 1 << 70}, "number"),
        ({"number": 1 << 63}, "number"),
        ({"name": "a\ud800"}, "name"),
        ({"scoring": "\udfff"}, "scoring"),
        ({"info": Info(event="\ud800", players=("Ann", "Bob", "Cas", "Dan"))}, "event"),
        ({"info": Info(players=("Ann", "\ud800", None, None))}, "east"),
        ({"info": Info(teams=("\ud800", "B"))}, "home_team"),
    ],
)
def test_what_no_column_can_hold_is_kept_whole_and_its_neighbours_have_theirs(change, column):
    odd = attrs.evolve(PLAIN, **change)
    first, row, last = table_of(PLAIN, odd, PLAIN).to_pylist()
    assert row[column] is None
    assert row["north_hand"] == first["north_hand"]
    same(odd, board_of(row))
    assert first | {"place": 0} == last | {"place": 0}
    assert board_of(last) == PLAIN
    same(odd, beside(row[REST]))


def test_a_score_table_of_odd_texts_becomes_rows():
    grid = Grid(
        name="ScoreTable",
        columns=(Column(name="PairId_NS"), Column(name="Names_NS")),
        rows=(("1", "A\ud800"),),
    )
    odd = attrs.evolve(PLAIN, grids=(grid,))
    columns = tuple([column.of(odd)] for column in READ)
    (row,) = results_of(Batch(READ, columns), "0" * 64, 0).to_pylist()
    assert row["names_ns"] == "A\\ud800"
    same(odd, through(odd))
