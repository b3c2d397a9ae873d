"""BHG: Big Deal's files byte for byte, the dealer's hand first, damage, what is written."""

from __future__ import annotations

import io
from pathlib import Path

import attrs
import pytest

import overtrick

DATA = Path(__file__).parent / "data"
FULL = (DATA / "full36.bhg").read_bytes()


def real_files(kind):
    """Return the real files of a kind, which stand in a folder beside the repository."""
    for folder in Path(__file__).parents:
        found = folder / "shared" / "corpus" / "wild" / kind
        if found.is_dir():
            return sorted(found.iterdir())
    pytest.skip("the corpus of real files is not here")


def collect(data):
    return overtrick.read(data, format="bhg", errors="collect")


def found(boards):
    return [(item.code, item.location.line, item.location.column) for item in boards.diagnostics]


def written(boards):
    sink = io.BytesIO()
    report = overtrick.write(boards, sink, format="bhg")
    return sink.getvalue(), report


@pytest.mark.parametrize("name", ["full36.bhg", "mid.bhg"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_a_file_of_big_deal_is_the_same_bytes_after_read_and_write(name, end):
    data = (DATA / name).read_bytes().replace(b"\n", end)
    boards = overtrick.read(data)
    assert boards.format == "bhg"
    assert boards.diagnostics == ()
    assert written(boards) == (data, overtrick.LossReport())


def test_a_file_of_deal_convert_is_the_same_bytes_after_read_and_write():
    for path in real_files("bhg"):
        assert written(overtrick.read(path))[0] == path.read_bytes()


def test_the_hand_of_the_dealer_comes_first():
    boards = overtrick.read(FULL)
    assert str(boards[0].deal) == (
        "N:Q975.J7652.AT.QJ AJ43.A9.QJ73.AT8 T62.T43.95.K9732 K8.KQ8.K8642.654"
    )
    # Board 2 as Big Deal's other files of the same run have it.
    assert str(boards[1].deal) == (
        "N:J62.K864.QJ4.AQ8 KT5.A.AKT853.765 AQ83.QT732.72.42 974.J95.96.KJT93"
    )
    given = overtrick.read(FULL, options={"first-board": 2})
    assert given[0].deal == boards[0].deal.rotated(1)
    assert given[0].dealer is overtrick.Seat.EAST


def test_damage_has_its_code_and_place():
    lines = FULL.split(b"\n")
    assert found(collect(b"\n" + lines[1][:-1] + b"\n" + lines[2] + b"\n")) == [("BHG010", 2, None)]
    assert found(collect(b"\n" + lines[1] + b"\n" + b"1" + lines[2][1:])) == [("BHG011", 3, 1)]
    twice = lines[1][:20] + lines[1][:1] + lines[1][21:]
    assert found(collect(b"\n" + twice + b"\n")) == [("BHG012", 2, 21)]
    first = collect(lines[1] + b"\n" + lines[2] + b"\n")
    assert found(first) == [("BHG013", 1, None)]
    assert len(first) == 2
    boards = collect(b"\n" + lines[1] + b"\n" + twice + b"\n" + lines[3] + b"\n")
    assert [board.deal is None for board in boards] == [False, True, False]
    with pytest.raises(overtrick.FormatError, match="BHG012"):
        overtrick.read(b"\n" + twice + b"\n", format="bhg")


def test_what_the_format_cannot_hold_is_reported_or_refused(tmp_path):
    board = overtrick.read(FULL)[0]
    odd = attrs.evolve(board, number=6, dealer=overtrick.Seat.WEST)
    data, report = written([odd])
    assert {loss.field.value for loss in report} == {"number", "dealer"}
    assert overtrick.read(data)[0].deal == board.deal
    with pytest.raises(overtrick.WriteError, match="CORE070"):
        overtrick.write([attrs.evolve(board, deal=None)], tmp_path / "out.bhg")
    assert list(tmp_path.iterdir()) == []


def test_a_first_board_below_one_is_refused():
    with pytest.raises(overtrick.OptionError, match="first-board is 1 or more"):
        overtrick.read(FULL, format="bhg", options={"first_board": 0})


@pytest.mark.parametrize(
    "data", [b"\nThe quick brown fox jumps over the lazy dog today OK\n", b"A" * 52]
)
def test_other_text_is_not_taken(data):
    with pytest.raises(overtrick.UnknownFormatError):
        overtrick.detect(data, path="other.txt")
