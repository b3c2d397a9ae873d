"""Real files: the same deals in all three formats, and the same bytes after read and write."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

import overtrick

DATA = Path(__file__).parent / "data"
OWN = sorted(path for path in DATA.iterdir() if path.suffix in {".dup", ".bri", ".dge"})


def real_files(kind):
    """Return the real files of a kind, which stand in a folder beside the repository."""
    for folder in Path(__file__).parents:
        found = folder / "shared" / "corpus" / "wild" / kind
        if found.is_dir():
            return sorted(found.iterdir())
    pytest.skip("the corpus of real files is not here")


def round_trip(path):
    boards = overtrick.read(path)
    sink = io.BytesIO()
    report = overtrick.write(boards, sink, format=boards.format)
    return boards, sink.getvalue(), report


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.name)
def test_a_file_of_big_deal_is_the_same_bytes_after_read_and_write(path):
    boards, written, report = round_trip(path)
    assert boards.format == path.suffix[1:]
    assert boards.diagnostics == ()
    assert report.is_lossless
    assert len(report) == 0
    assert written == path.read_bytes()


@pytest.mark.parametrize("kind", ["dup", "bri", "dge"])
def test_a_file_of_deal_convert_is_the_same_bytes_after_read_and_write(kind):
    paths = real_files(kind)
    assert paths
    for path in paths:
        boards, written, report = round_trip(path)
        assert boards.format == kind
        assert boards.diagnostics == ()
        assert len(report) == 0
        assert written == path.read_bytes()


@pytest.mark.parametrize("name", ["full36", "mid"])
def test_the_three_formats_hold_the_same_deals(name):
    dup, bri, dge = (overtrick.read(DATA / f"{name}.{kind}") for kind in ("dup", "bri", "dge"))
    deals = [[board.deal for board in boards] for boards in (dup, bri, dge)]
    assert deals[0] == deals[1] == deals[2]
    assert [board.number for board in dup] == list(range(1, len(dup) + 1))


def test_a_blind_record_has_its_deal_from_the_card_numbers():
    boards = overtrick.read(DATA / "blind.dup", check=True)
    assert boards[0].deal.is_complete
    assert [finding.code for finding in boards.diagnostics] == ["DUP029"]
    assert boards.diagnostics[0].location.offset == 78


def test_the_first_deal_of_full36_is_the_one_that_big_deal_printed():
    board = overtrick.read(DATA / "full36.dup")[0]
    deal = "N:Q975.J7652.AT.QJ AJ43.A9.QJ73.AT8 T62.T43.95.K9732 K8.KQ8.K8642.654"
    assert str(board.deal) == deal
    assert (board.number, board.dealer, board.vulnerability) == (
        1, overtrick.Seat.NORTH, overtrick.Vulnerability.NONE,
    )  # fmt: skip


@pytest.mark.parametrize("kind", ["dup", "bri", "dge"])
def test_the_first_board_can_be_given(kind):
    boards = overtrick.read(DATA / f"mid.{kind}", options={"first-board": "5"})
    assert [board.number for board in boards] == list(range(5, 21))
    assert boards[0].dealer is overtrick.Seat.NORTH
    assert boards[0].vulnerability is overtrick.Vulnerability.NS


def test_a_first_board_that_was_given_is_written_into_the_trailer():
    boards = overtrick.read(DATA / "mid.dup", options={"first-board": 5})
    sink = io.BytesIO()
    assert len(overtrick.write(boards, sink, format="dup")) == 0
    again = overtrick.read(sink.getvalue(), format="dup")
    assert again.boards == boards.boards
    assert sink.getvalue()[146:156] == b"YN5  0 20 "
    assert again.diagnostics == ()
