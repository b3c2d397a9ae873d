"""BER: Big Deal's files byte for byte, damage, and what is written."""

from __future__ import annotations

import io
from pathlib import Path

import attrs
import pytest

import overtrick

DATA = Path(__file__).parent / "data"
FULL = (DATA / "full36.ber").read_bytes()


def real_files(kind):
    """Return the real files of a kind, which stand in a folder beside the repository."""
    for folder in Path(__file__).parents:
        found = folder / "shared" / "corpus" / "wild" / kind
        if found.is_dir():
            return sorted(found.iterdir())
    pytest.skip("the corpus of real files is not here")


def collect(data, **more):
    return overtrick.read(data, format="ber", errors="collect", **more)


def found(boards):
    return [(item.code, item.location.offset, item.location.board) for item in boards.diagnostics]


def written(boards):
    sink = io.BytesIO()
    report = overtrick.write(boards, sink, format="ber")
    return sink.getvalue(), report


@pytest.mark.parametrize("name", ["full36.ber", "mid.ber"])
def test_a_file_of_big_deal_is_the_same_bytes_after_read_and_write(name):
    data = (DATA / name).read_bytes()
    boards = overtrick.read(data)
    assert boards.format == "ber"
    assert boards.diagnostics == ()
    assert written(boards) == (data, overtrick.LossReport())


def test_a_file_of_deal_convert_is_the_same_bytes_after_read_and_write():
    for path in real_files("ber"):
        assert written(overtrick.read(path))[0] == path.read_bytes()


def test_the_digits_are_the_holders_of_the_cards():
    boards = overtrick.read(FULL)
    assert str(boards[0].deal) == (
        "N:Q975.J7652.AT.QJ AJ43.A9.QJ73.AT8 T62.T43.95.K9732 K8.KQ8.K8642.654"
    )
    given = overtrick.read(DATA / "mid.ber", options={"first-board": "5"})
    assert [board.number for board in given] == list(range(5, 21))
    assert given[3].vulnerability is overtrick.Vulnerability.of_board(8)


def test_line_ends_are_passed_over():
    lines = b"".join(FULL[at : at + 52] + b"\r\n" for at in range(0, len(FULL), 52)) + b"\x1a"
    assert overtrick.detect(lines).format == "ber"
    boards = overtrick.read(lines)
    assert boards.diagnostics == ()
    assert boards.boards == overtrick.read(FULL).boards
    assert boards[1].origin.offset == 54


def test_damage_has_its_code_and_place():
    assert found(collect(FULL[:60] + b"5" + FULL[61:])) == [("BER010", 60, 2)]
    assert found(collect(FULL[:130])) == [("BER011", 104, 3)]
    other = b"1" if FULL[53:54] != b"1" else b"2"
    assert found(collect(FULL[:53] + other + FULL[54:])) == [("BER012", 52, 2)]
    boards = collect(FULL[:60] + b"5" + FULL[61:])
    assert [board.deal is None for board in boards[:3]] == [False, True, False]
    for data, code in ((b"5" + FULL[1:], "BER010"), (FULL[:60], "BER011")):
        with pytest.raises(overtrick.FormatError, match=code):
            overtrick.read(data, format="ber")


def test_what_the_format_cannot_hold_is_reported_or_refused(tmp_path):
    board = overtrick.read(FULL)[0]
    odd = attrs.evolve(board, number=7, dealer=overtrick.Seat.WEST)
    assert {loss.field.value for loss in written([odd])[1]} == {"number", "dealer"}
    with pytest.raises(overtrick.WriteError, match="CORE070"):
        overtrick.write([attrs.evolve(board, deal=None)], tmp_path / "out.ber")
    assert list(tmp_path.iterdir()) == []


def test_a_first_board_below_one_is_refused():
    with pytest.raises(overtrick.OptionError, match="first-board is 1 or more"):
        overtrick.read(FULL, format="ber", options={"first_board": 0})


@pytest.mark.parametrize(
    "data", [b"1234", b"1" * 52, b"0102030405" * 16, b"12 o'clock, 34 boards", b"3.14159" * 30]
)
def test_other_digits_are_not_taken(data):
    with pytest.raises(overtrick.UnknownFormatError):
        overtrick.detect(data, path="other.txt")
