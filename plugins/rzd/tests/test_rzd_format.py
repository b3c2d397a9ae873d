"""RZD: Big Deal's files byte for byte, damage, and what is written."""

from __future__ import annotations

import io
from pathlib import Path

import attrs
import pytest

import overtrick

DATA = Path(__file__).parent / "corpus" / "valid"
FULL = (DATA / "full36.rzd").read_bytes()


def collect(data):
    return overtrick.read(data, format="rzd", errors="collect")


def found(boards):
    return [(item.code, item.location.offset) for item in boards.diagnostics]


def written(boards):
    sink = io.BytesIO()
    report = overtrick.write(boards, sink, format="rzd")
    return sink.getvalue(), report


@pytest.mark.parametrize("name", ["full36.rzd", "mid.rzd"])
def test_a_file_of_big_deal_is_the_same_bytes_after_read_and_write(name):
    data = (DATA / name).read_bytes()
    boards = overtrick.read(data)
    assert boards.format == "rzd"
    assert boards.diagnostics == ()
    assert written(boards) == (data, overtrick.LossReport())


def test_the_bits_are_the_holders_of_the_cards():
    boards = overtrick.read(FULL)
    # The same run of Big Deal in its other formats.
    assert str(boards[0].deal) == (
        "N:Q975.J7652.AT.QJ AJ43.A9.QJ73.AT8 T62.T43.95.K9732 K8.KQ8.K8642.654"
    )
    given = overtrick.read(FULL, options={"first-board": "5"})
    assert [board.number for board in given][:3] == [5, 6, 7]


def test_damage_has_its_code_and_place():
    assert found(collect(FULL[:10])) == [("RZD010", 0)]
    assert found(collect(FULL[:2] + bytes(11) + FULL[13:])) == [("RZD011", 2)]
    assert found(collect(FULL[:30])) == [("RZD012", 26)]
    assert found(collect(FULL[:26])) == [("RZD013", 0)]
    broken = FULL[:26] + b"\xff" + FULL[27:]
    boards = collect(broken)
    assert found(boards) == [("RZD014", 26)]
    assert [board.deal is None for board in boards[:3]] == [False, True, False]
    with pytest.raises(overtrick.InconsistentDataError, match="RZD014"):
        overtrick.read(broken, format="rzd")


@pytest.mark.slow
def test_what_the_format_cannot_hold_is_reported_or_refused(tmp_path):
    board = overtrick.read(FULL)[0]
    odd = attrs.evolve(board, number=6, dealer=overtrick.Seat.WEST)
    assert {loss.field.value for loss in written([odd])[1]} == {"number", "dealer"}
    with pytest.raises(overtrick.WriteError, match="CORE070"):
        overtrick.write([attrs.evolve(board, deal=None)], tmp_path / "out.rzd")
    with pytest.raises(overtrick.WriteError, match="CORE072"):
        overtrick.write((board for _ in range(65_536)), tmp_path / "out.rzd")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("data", [b"To" + b" " * 40, b"\x24\0" + b" " * 60, bytes(200)])
def test_other_blanks_are_not_taken(data):
    with pytest.raises(overtrick.UnknownFormatError):
        overtrick.detect(data, path="other.txt")
