"""The DUP reader: trailers, blind records, the order of cards, and every kind of damage."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

import overtrick
from overtrick_dup.diagnostics import CODES

DATA = Path(__file__).parent / "data"
FILE = (DATA / "full36.dup").read_bytes()
ONE = FILE[:146] + b"YN1  1 1  "
TWO = FILE[:146] + b"YN1  1 2  " + FILE[156:302] + b"YN1  1 2  "


def collect(data, format="dup", **more):
    return overtrick.read(data, format=format, errors="collect", **more)


def found(boards):
    return [(item.code, item.location.offset) for item in boards.diagnostics]


def patched(data, at, new):
    return data[:at] + new + data[at + len(new) :]


def swapped(data, start, end, middle):
    """Change two neighbouring runs of bytes over."""
    return data[:start] + data[middle:end] + data[start:middle] + data[end:]


def rewritten(boards, **options):
    sink = io.BytesIO()
    report = overtrick.write(boards, sink, format="dup", options=options)
    return sink.getvalue(), report


# trailers


@pytest.mark.parametrize("filler", [b"\0" * 10, b" " * 10])
def test_a_trailer_in_the_first_record_only_is_read_and_written_back(filler):
    data = TWO[:302] + filler
    boards = overtrick.read(data, format="dup")
    assert [board.number for board in boards] == [1, 2]
    assert boards.diagnostics == ()
    assert rewritten(boards)[0] == data


def test_boards_are_numbered_from_the_lowest_board():
    data = TWO.replace(b"YN1  1 2  ", b"YN17 1 18 ")
    boards = overtrick.read(data, format="dup")
    assert [board.number for board in boards] == [17, 18]
    assert boards[1].vulnerability is overtrick.Vulnerability.of_board(18)
    assert rewritten(boards)[0] == data


def test_a_blank_trailer_is_a_warning_and_is_written_back_blank():
    data = TWO.replace(b"YN1  1 2  ", b" " * 10)
    boards = overtrick.read(data, format="dup")
    assert found(boards) == [("DUP035", 146)]
    assert [board.number for board in boards] == [1, 2]
    assert rewritten(boards)[0] == data
    given = overtrick.read(data, format="dup", options={"first_board": 7})
    assert given.diagnostics == ()
    assert rewritten(given)[0][146:156] == b"YN7  1 8  "


def test_backwards_counting_is_a_warning_and_the_flag_is_kept():
    data = TWO.replace(b"YN1  1 2  ", b"YY1  1 2  ")
    boards = overtrick.read(data, format="dup")
    assert found(boards) == [("DUP031", 147)]
    assert [board.number for board in boards] == [1, 2]
    assert boards.header["dup:backwards"] is True
    assert rewritten(boards)[0] == data


def test_the_fields_of_the_trailer_that_say_something_are_in_the_header():
    data = TWO.replace(b"YN1  1 2  ", b"NN1  3 2  ")
    boards = overtrick.read(data, format="dup")
    assert boards.header.of_format("dup") == {
        "random": False, "copies": 3, "source": "NN1  3 2  ",
    }  # fmt: skip
    assert rewritten(boards)[0] == data


@pytest.mark.parametrize(
    ("raw", "field"),
    [
        (b"XN1  1 2  ", "random hands"),
        (b"YX1  1 2  ", "backwards counting"),
        (b"YN0  1 2  ", "lowest board"),
        (b"YN   1 2  ", "lowest board"),
        (b"YN1  x 2  ", "copies"),
        (b"YN1  1 x  ", "highest board"),
        (b"YN5  1 2  ", "highest board"),
    ],
)
def test_a_trailer_that_cannot_be_read_leaves_the_boards_without_a_number(raw, field):
    data = TWO.replace(b"YN1  1 2  ", raw)
    boards = collect(data)
    assert found(boards) == [("DUP030", 146)]
    assert repr(field) in boards.diagnostics[0].message
    assert [(board.number, board.dealer) for board in boards] == [(None, None)] * 2
    assert boards[1].deal.is_complete
    numbered = collect(data, options={"first-board": 3})
    assert [board.number for board in numbered] == [3, 4]
    with pytest.raises(overtrick.ParseError, match="DUP030"):
        overtrick.read(data, format="dup")


def test_a_trailer_in_another_style_is_a_warning_and_is_written_back():
    data = TWO.replace(b"YN1  1 2  ", b"yn  1 1  2")
    boards = overtrick.read(data, format="dup")
    assert found(boards) == [("DUP034", 146)]
    assert rewritten(boards)[0] == data


def test_a_later_trailer_that_differs_is_a_warning():
    data = TWO[:302] + b"YN1  1 9  "
    boards = overtrick.read(data, format="dup")
    assert found(boards) == [("DUP032", 302)]
    assert boards.diagnostics[0].location.board == 2


def test_a_count_that_differs_from_the_trailer_is_a_warning():
    boards = overtrick.read(TWO[:156], format="dup")
    assert found(boards) == [("DUP033", 146)]
    assert "boards 1 to 2, but the file has 1" in boards.diagnostics[0].message


def test_boards_above_99_are_one_warning():
    data = b"".join([ONE[:146] + b"YN99 1 101"] * 3)
    boards = overtrick.read(data, format="dup")
    assert found(boards) == [("DUP036", 156)]
    assert [board.number for board in boards] == [99, 100, 101]


# the order of the cards


def test_the_order_of_the_cards_in_a_hand_is_kept():
    data = swapped(ONE, 26, 30, 28)
    boards = overtrick.read(data, format="dup")
    assert boards.diagnostics == ()
    assert boards[0].deal == overtrick.read(ONE, format="dup")[0].deal
    assert boards[0].extras["dup:order"] == data[:78].decode()
    assert boards[0].source is None
    written, report = rewritten(boards)
    assert written == data
    assert len(report) == 0


def test_the_order_is_left_out_where_the_caller_does_not_want_it():
    data = swapped(ONE, 26, 30, 28)
    boards = overtrick.read(data, format="dup", wants={overtrick.Field.DEAL})
    assert "dup:order" not in boards[0].extras


def test_the_sample_of_the_convert_page_is_read():
    # The page prints East's and South's runs in the wrong order; see the note on the format.
    north, south, east = (
        b"18043727240822422106250717",
        b"43351128302039140152133403",
        b"51503215164929412640314645",
    )
    # The first 78 digits with the order as the page prints it are no valid DUP beside its hands.
    dge = (
        b"\x06J987\x03JT7643\x04A4\x05Q\x06\x03KQ2\x04QT9\x05AK98543"
        b"\x06AQ42\x03A8\x04KJ762\x05J2\x06KT653\x0395\x04853\x05T76"
    )
    trailer = b"YN1  1 1  "
    boards = overtrick.read(north + east + south + dge + trailer, format="dup")
    assert str(boards[0].deal) == (
        "N:J987.JT7643.A4.Q .KQ2.QT9.AK98543 AQ42.A8.KJ762.J2 KT653.95.853.T76"
    )
    assert rewritten(boards)[0] == north + east + south + dge + trailer
    wrong = collect(north + south + east + dge + trailer)
    assert found(wrong) == [("DUP027", 0)]
    assert wrong[0].deal is None
    assert "BRI gives East" in wrong.diagnostics[0].message


# damage


def damage():
    """One file for each code of the DUP reader: code, offset, options, data."""
    spade = ONE.index(b"\x06", 78)
    heart = ONE.index(b"\x03", 78)
    yield "DUP010", 312, TWO + b"end of file"
    yield "DUP011", 156, TWO[:300]
    yield "DUP011", 0, TWO[:100]
    yield "DUP013", 312, TWO + b"\x1a"
    yield "DUP020", 1, patched(ONE, 0, b"0A")
    yield "DUP020", 10, patched(ONE, 10, b"x1")
    yield "DUP021", 4, patched(ONE, 4, b"53")
    yield "DUP021", 4, patched(ONE, 4, b"00")
    yield "DUP022", 26, patched(ONE, 26, ONE[0:2])
    yield "DUP023", spade + 1, patched(ONE, spade + 1, b"X")
    yield "DUP024", heart, patched(ONE, heart, b"\x04")
    yield "DUP024", spade, patched(ONE, spade, b"A")
    yield "DUP026", heart + 2, patched(ONE, heart + 1, b"JJ")
    yield "DUP028", spade + 2, swapped(ONE, spade + 1, spade + 3, spade + 2)
    yield "DUP037", 0, ONE[:78] + b"\r\n"


@pytest.mark.parametrize(("code", "offset", "data"), list(damage()))
def test_damage_has_its_code_and_its_place(code, offset, data):
    boards = collect(data)
    places = [item.location.offset for item in boards.diagnostics if item.code == code]
    assert places[:1] == [offset], found(boards)
    severity = CODES[code].severity
    if severity is overtrick.Severity.ERROR:
        with pytest.raises(overtrick.FormatError, match="DUP0"):
            overtrick.read(data, format="dup")


def test_fourteen_cards_in_a_sorted_hand_are_named():
    # East's last club moved to North's clubs: 14 cards and 12.
    dge = ONE[78:146].replace(b"\x05QJ\x06", b"\x05QJ8\x06").replace(b"\x05AT8\x06", b"\x05AT\x06")
    boards = collect(ONE[:78] + dge + ONE[146:])
    assert found(boards) == [("DUP025", 78), ("DUP025", 95)]
    assert "North has 14 cards" in boards.diagnostics[0].message
    assert "East has 12 cards" in boards.diagnostics[1].message
    assert boards[0].deal is None


def test_a_bad_record_leaves_its_neighbours_alone():
    data = patched(FILE, 156 * 5 + 7, b"?")
    boards = collect(data)
    good = overtrick.read(FILE, format="dup")
    assert boards[5].deal is None
    assert boards[5].number == 6
    assert boards.boards[:5] == good.boards[:5]
    assert boards.boards[6:] == good.boards[6:]
    assert {item.location.board for item in boards.diagnostics} == {6}
    assert found(boards)[0] == ("DUP020", 156 * 5 + 7)


def test_a_shifted_file_does_not_drown_the_caller_in_findings():
    boards = collect(FILE[:3] + b"7" + FILE[3:])
    assert all(board.deal is None for board in boards)
    assert len(boards.diagnostics) <= 9 * len(boards)


def test_what_makes_sorted_hands_unreadable_comes_before_what_is_only_unsorted():
    dge = ONE[78:146].replace(b"Q975", b"579Q").replace(b"J7652", b"2567J").replace(b"654", b"6x4")
    boards = collect(ONE[:78] + dge + ONE[146:])
    assert boards.diagnostics[0].code == "DUP023"
    assert boards[0].deal is None
    with pytest.raises(overtrick.ParseError, match="DUP023"):
        overtrick.read(ONE[:78] + dge + ONE[146:], format="dup")


def test_both_parts_disagreeing_names_the_cards():
    other = FILE[156:234]
    boards = collect(other + ONE[78:])
    assert found(boards) == [("DUP027", 0)]
    assert boards[0].deal is None
    assert "BRI gives North" in boards.diagnostics[0].message


def test_an_unsorted_holding_is_a_warning_and_is_written_back():
    spade = ONE.index(b"\x06", 78)
    data = swapped(ONE, spade + 1, spade + 3, spade + 2)
    boards = overtrick.read(data, format="dup")
    assert [item.code for item in boards.diagnostics] == ["DUP028"]
    assert rewritten(boards)[0] == data


# lines


@pytest.mark.parametrize("end", [b"\r\n", b"\n"])
def test_lines_of_digits_are_read_and_written_back_as_lines(end):
    data = b"".join(FILE[at : at + 78] + end for at in range(0, len(FILE), 156))
    boards = overtrick.read(data, path="club.dup")
    assert boards.format == "dup"
    assert found(boards) == [("DUP037", 0)]
    assert [board.deal for board in boards] == [
        board.deal for board in overtrick.read(FILE, format="dup")
    ]
    assert boards[3].origin.line == 4
    assert rewritten(boards)[0] == data
    records, _ = rewritten(boards, layout="records")
    assert records[:146] == FILE[:146]


def test_a_line_of_another_length_has_its_line_number():
    data = FILE[:78] + b"\r\n\r\n" + FILE[156:233] + b"\r\n" + FILE[312:390] + b"\r\n"
    boards = collect(data)
    assert [(item.code, item.location.line) for item in boards.diagnostics] == [
        ("DUP037", None), ("DUP012", 3),
    ]  # fmt: skip
    assert [board.deal is None for board in boards] == [False, True, False]
    assert [board.number for board in boards] == [1, 2, 3]


def test_a_bad_digit_in_a_line_has_line_and_column():
    boards = collect(FILE[:78] + b"\r\n" + patched(FILE[156:234], 4, b"99") + b"\r\n")
    bad = boards.diagnostics[-1]
    assert (bad.code, bad.location.line, bad.location.column) == ("DUP021", 2, 5)
    assert bad.location.offset == 84


def test_an_empty_file_is_an_error():
    with pytest.raises(overtrick.ParseError, match="CORE045"):
        overtrick.read(b"", format="dup")


class Slow(io.RawIOBase):
    """Gives one byte at a time, as a pipe may."""

    def __init__(self, data):
        super().__init__()
        self.data = io.BytesIO(data)

    def readable(self):
        return True

    def readinto(self, buffer):
        return self.data.readinto(memoryview(buffer)[:1])


@pytest.mark.parametrize("name", ["full36.dup", "full36.bri", "full36.dge"])
def test_a_pipe_that_gives_a_byte_at_a_time_is_read(name):
    data = (DATA / name).read_bytes()
    assert overtrick.read(Slow(data), format=name[-3:]).boards == overtrick.read(data).boards
