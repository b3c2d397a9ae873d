"""The DUP writer: the trailer, options, and what it refuses or reports."""

from __future__ import annotations

import io
from pathlib import Path

import attrs
import pytest

import overtrick

DATA = Path(__file__).parent / "data"
BOARDS = overtrick.read(DATA / "full36.dup")


def written(boards, **options):
    sink = io.BytesIO()
    report = overtrick.write(boards, sink, format="dup", options=options)
    return sink.getvalue(), report


def told(report):
    """Return the losses, less the dealers and vulnerabilities that boards without them get."""
    given = {"dealer", "vulnerability"}
    return [
        loss for loss in report if loss.kind.value != "defaulted" or loss.field.value not in given
    ]


def numbered(*numbers):
    return [
        overtrick.Board(number=number, deal=BOARDS[index].deal)
        for index, number in enumerate(numbers)
    ]


def test_a_new_file_has_the_trailer_of_the_convert_page():
    data, report = written(numbered(*range(1, 33)))
    assert len(data) == 32 * 156
    assert {data[at + 146 : at + 156] for at in range(0, len(data), 156)} == {b"YN1  1 32 "}
    assert told(report) == []
    assert report.is_lossless


def test_a_selection_gets_its_own_lowest_and_highest_board():
    data, report = written(overtrick.BoardSet(boards=BOARDS.boards[4:20], header=BOARDS.header))
    assert data[146:156] == b"YN5  0 20 "
    assert len(report) == 0
    assert [board.number for board in overtrick.read(data, format="dup")] == list(range(5, 21))


def test_boards_that_do_not_follow_one_another_are_reported():
    data, report = written(numbered(3, 4, 7))
    assert data[146:156] == b"YN3  1 5  "
    assert [(loss.field.value, loss.boards) for loss in told(report)] == [("number", ("7",))]


def test_a_board_without_a_number_gets_one_and_that_is_said():
    data, report = written(numbered(None, 9))
    assert data[146:156] == b"YN8  1 9  "
    assert [(loss.field.value, loss.kind.value) for loss in told(report)] == [
        ("number", "defaulted")
    ]


def test_more_than_99_boards_are_refused(tmp_path):
    boards = [attrs.evolve(BOARDS[0], number=number) for number in range(1, 101)]
    with pytest.raises(overtrick.WriteError, match="DUP151"):
        overtrick.write(boards, tmp_path / "out.dup")
    assert list(tmp_path.iterdir()) == []
    assert len(written(boards[:99])[0]) == 99 * 156


def test_a_board_above_99_is_refused(tmp_path):
    with pytest.raises(overtrick.WriteError, match=r"DUP152: board numbers 98 to 100"):
        overtrick.write(numbered(98, 99, 100), tmp_path / "out.dup")
    assert list(tmp_path.iterdir()) == []


def test_options_fill_the_trailer_and_the_blind_records():
    data, _ = written(numbered(1, 2), copies="4", random="no", trailer="first", blind="first")
    assert data[146:156] == b"NN1  4 2  "
    assert data[302:312] == b"\0" * 10
    assert data[78:146] == b" " * 68
    assert data[234:302].strip() == data[234:302]
    both = written(numbered(1, 2), blind="all")[0]
    assert both[78:146] == both[234:302] == b" " * 68
    again = overtrick.read(data, format="dup")
    assert [board.deal for board in again] == [board.deal for board in BOARDS.boards[:2]]


@pytest.mark.parametrize(
    "options", [{"copies": 100}, {"copies": -1}, {"blind": "some"}, {"shape": "round"}]
)
def test_an_option_that_cannot_be_is_refused(options):
    with pytest.raises(overtrick.OptionError):
        written(numbered(1), **options)


def test_a_first_board_below_one_is_refused():
    with pytest.raises(overtrick.OptionError, match="first-board is 1 or more"):
        overtrick.read(DATA / "mid.dup", options={"first-board": 0})


def test_a_header_that_means_nothing_is_reported():
    header = overtrick.Extras(
        {"dup:random": "x", "dup:copies": 100, "dup:backwards": 1, "dup:colour": "red"}
    )
    data, report = written(overtrick.BoardSet(boards=BOARDS.boards[:1], header=header))
    assert data[146:156] == b"YN1  1 1  "
    lost = report.by_field()[overtrick.Field.HEADER]
    assert {loss.what for loss in lost} == {
        "whether the boards were made at random",
        "how many copies are dealt",
        "whether boards are dealt from the last one on",
        "DUP colour",
    }


def test_extras_of_the_format_that_it_does_not_know_are_reported():
    board = attrs.evolve(BOARDS[0], extras=overtrick.Extras({"dup:colour": "red"}))
    report = written([board])[1]
    assert report.by_field()[overtrick.Field.EXTRAS][0].what == "DUP colour"


def test_auctions_and_names_are_reported():
    board = overtrick.Board(
        number=1,
        deal=BOARDS[0].deal,
        auction=overtrick.Auction.of(overtrick.Seat.NORTH, "1C Pass Pass Pass"),
        info=overtrick.Info(event="Club night"),
    )
    report = written([board])[1]
    assert {loss.field.value for loss in told(report)} == {"auction.calls", "info.event"}


def test_lines_have_no_place_for_the_trailer():
    data = DATA.joinpath("full36.dup").read_bytes()[:146] + b"NN7  2 7  "
    boards = overtrick.read(data, format="dup")
    lines, report = written(boards, layout="lines")
    assert lines == data[:78] + b"\r\n"
    assert {loss.field.value for loss in report} == {"number", "dealer", "vulnerability", "header"}


def test_a_changed_deal_is_not_written_over_with_the_old_record():
    blind = overtrick.read(DATA / "blind.dup")
    turned = attrs.evolve(blind[0], deal=blind[0].deal.rotated(1))
    data = written([turned])[0]
    assert overtrick.read(data, format="dup")[0].deal == turned.deal
    assert data[78:146].strip() == data[78:146]


def test_a_record_of_a_first_only_file_gets_a_trailer_when_it_comes_first():
    data = DATA.joinpath("mid.dup").read_bytes()
    cut = data[:156] + b"".join(
        data[at : at + 146] + b"\0" * 10 for at in range(156, len(data), 156)
    )
    boards = overtrick.read(cut, format="dup")
    part = overtrick.BoardSet(boards=boards.boards[1:3], header=boards.header)
    result = written(part)[0]
    assert result[146:156] == b"YN2  0 3  "
    assert result[302:312] == b"\0" * 10
