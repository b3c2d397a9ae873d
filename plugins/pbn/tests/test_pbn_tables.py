"""Tables and other sections."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick import Align, Order
from overtrick_pbn.read import tables
from overtrick_pbn.read.tables import MAX_LINES, MAX_SHARED, fast_table, parse_columns


def test_columns_have_orders_widths_and_alignments():
    rank, names, score, plain = parse_columns("-Rank\\3R;Names\\19;+Score_NS\\4L;Plain")
    assert (rank.name, rank.order, rank.width, rank.align) == (
        "Rank",
        Order.ASCENDING,
        3,
        Align.RIGHT,
    )
    assert (names.width, names.align) == (19, Align.NONE)
    assert (score.order, score.align) == (Order.DESCENDING, Align.LEFT)
    assert (plain.order, plain.width) == (Order.NONE, None)


@pytest.mark.parametrize(
    "value",
    ["-Rank\\3R;Names", "A;", ";A", "A\\R", "A\\03R", "A B;C", "+", "A\\99999R", "a\\2\\3R"],
)
def test_a_header_of_any_form_comes_back(value):
    assert ";".join(str(column) for column in parse_columns(value)) == value


def test_rows_are_cut_by_the_number_of_columns(one):
    board = one('[ScoreTable "Rank;Names;Score_NS"]\n1 "A B;C" ^40\n 2\n? -\n')
    assert board.grids[0].rows == (("1", "A B;C", "^40"), ("2", "?", "-"))


def test_a_table_of_the_user_is_a_table_too(one):
    board = one('[MyTable "X;Y"]\n1 2\n[Other "A;B"]\n3 4\n[LessonTable "One"]\na b\n')
    assert [grid.name for grid in board.grids] == ["MyTable", "Other", "LessonTable"]
    assert board.grids[2].rows == (("a",), ("b",))
    assert not board.extras


def test_a_section_that_is_no_table_keeps_its_lines_and_value(one):
    board = one('[Lesson "finesse"]\nlead low\n"to the queen" \\S!\n')
    assert board.grids[0].columns == ()
    assert board.grids[0].rows == (("lead", "low"), ("to the queen", "\\S!"))
    assert board.extras["pbn:Lesson"] == "finesse"


def test_quoted_cells_are_decoded(one):
    board = one('[ScoreTable "Names"]\n"a \\"b\\" \\\\ ; { } [ ] %"\n')
    assert board.grids[0].rows == (('a "b" \\ ; { } [ ] %',),)


def test_a_table_tag_alone_is_a_table_without_rows_or_a_plain_tag(one):
    board = one('[ActionTable "Rank;Call"]\n[ScoreTable ""]\n')
    assert [(grid.name, grid.rows) for grid in board.grids] == [("ActionTable", ())]
    assert board.extras["pbn:ScoreTable"] == ""


def test_the_double_dummy_table_has_its_view(one):
    rows = "".join(f"{s} {d:>2} {n:>2}\n" for n, s in enumerate("NESW") for d in ("NT", "S"))
    board = one(f'[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]\n{rows}')
    assert board.double_dummy.tricks[1][4] == 1


def test_comments_stand_behind_the_tag(collect):
    boards, codes, _ = collect('[ActionTable "Rank"] {fine}\n1\n2 {not fine}\n')
    assert codes == ["PBN504"]
    assert boards[0].grids[0].rows == (("1",), ("2",))
    assert boards[0].extras["pbn:comments"] == (
        ("ActionTable", "fine"),
        ("ActionTable.end", "not fine"),
    )


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('[ActionTable "Rank;Call"]\n1 1C 2', "PBN501"),
        ('[ScoreTable ";"]\n1', "PBN502"),
        ('[ActionTable "Rank"]\n1 ]', "PBN505"),
        ('[ActionTable "Rank"]\n1 {', "PBN302"),
    ],
)
def test_a_table_that_cannot_be_read_is_left_out_and_kept_raw(collect, text, code):
    boards, codes, _ = collect(text + "\n")
    assert code in codes
    assert boards[0].grids == ()
    assert any(key.endswith(".unread") for key in boards[0].extras)


def test_a_header_without_semicolons_and_odd_characters_are_warnings(collect):
    boards, codes, _ = collect('[OptimumResultTable "Declarer Suit Tricks"]\nN NT 6\n')
    assert codes == ["PBN503"]
    assert [column.name for column in boards[0].grids[0].columns] == ["Declarer", "Suit", "Tricks"]
    assert collect('[ScoreTable "Percentage_NS"]\n56%\n')[1] == ["PBN506"]


CELLS = st.sampled_from(["N", "NT", "9", "10", "-", "x;"])
LINES = st.lists(CELLS, max_size=4).map(" ".join)


@given(st.lists(LINES, max_size=6), st.sampled_from(["A", "A;B", "A;B\\2R;C", ";", "A B"]))
def test_lines_that_were_read_before_give_the_same_rows(lines, header):
    body = "\n" + "\n".join(lines) + "\n"
    first, again = (fast_table("ScoreTable", header, body) for _ in range(2))
    assert first == again
    cells = body.split()
    columns = header.count(";") + 1
    if ";" in cells or header in {";", "A B"} or "x;" in cells or len(cells) % columns:
        assert first is None
    else:
        assert [cell for row in first.rows for cell in row] == cells
        shared = zip(first.rows, again.rows, strict=True)
        if all(len(line.split()) == columns for line in lines):
            assert all(one is other for one, other in shared)


def test_the_memory_of_lines_is_bounded():
    for number in range(3 * MAX_LINES):
        assert fast_table("ScoreTable", "A;B;C;D", f"{number} x y z\n").rows
    assert len(tables._ROWS[4]) <= MAX_LINES + MAX_SHARED
