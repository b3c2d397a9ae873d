"""The view, by its name and by the suffix of what it makes."""

from __future__ import annotations

import io

import overtrick as ot

BOARD = ot.Board(
    number=7,
    contract=ot.Contract.parse("4SX", declarer=ot.Seat.EAST),
    result=ot.Result(tricks=9),
    info=ot.Info(players=("A|B", "C\nD", None, "")),
)


def test_each_board_is_a_row() -> None:
    sink = io.BytesIO()
    ot.show([BOARD, ot.Board()], sink, view="markdown")
    assert sink.getvalue().decode().splitlines() == [
        "| board | contract | declarer | result | score |",
        "|---|---|---|---|---|",
        "| 7 | 4SX | E | 9 |  |",
        "|  |  |  |  |  |",
    ]


def test_players_cannot_break_the_table(tmp_path) -> None:
    ot.show(BOARD, tmp_path / "a.md", options={"players": True})
    row = (tmp_path / "a.md").read_text(encoding="utf-8").splitlines()[2]
    assert row == "| 7 | 4SX | E | 9 |  | A&#124;B | C D |  |  |"
