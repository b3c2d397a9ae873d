"""HRF: the Convert page's two boards in every layout, what is written, and every kind of damage."""

from __future__ import annotations

import io
import random

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import overtrick
import overtrick.plugin
from overtrick_hrf.diagnostics import CODES
from overtrick_hrf.hands import format_hands, parse_hands
from overtrick_hrf.sniffer import sniff

# Exactly as the page prints them, line break included.
PAGE = (
    b"1SJ987HJT7643DA4CQSHKQ2DQT9CAK98543SA\nQ42HA8DKJ762CJ2SKT653H95D853CT76\n"
    b"2SAQ93HT32DKQ7CT53S85HA96DAT84CA942SK\nTHKQ754DJ32CJ86SJ7642HJ8D965CKQ7\n"
)
BOTH = PAGE.replace(b"\n", b"")
ONE, TWO = BOTH[:69], BOTH[69:]
DEALS = [
    "N:J987.JT7643.A4.Q .KQ2.QT9.AK98543 AQ42.A8.KJ762.J2 KT653.95.853.T76",
    "N:AQ93.T32.KQ7.T53 85.A96.AT84.A942 KT.KQ754.J32.J86 J7642.J8.965.KQ7",
]
RECORDS = ONE.ljust(128) + TWO.ljust(128)

LAYOUTS = {
    "the page": PAGE,
    "joined": BOTH,
    "lines crlf": ONE + b"\r\n" + TWO + b"\r\n",
    "lines lf": ONE + b"\n" + TWO + b"\n",
    "blanks": RECORDS,
    "nuls": ONE.ljust(128, b"\0") + TWO.ljust(128, b"\0"),
    "blanks, then nuls": ONE.ljust(100) + bytes(28) + TWO.ljust(100) + bytes(28),
    "padded number": b"  1" + ONE[1:].ljust(125) + b"  2" + TWO[1:].ljust(125),
    "blank after the number": b"1 " + ONE[1:].ljust(126) + b"2 " + TWO[1:].ljust(126),
    "padded lines": ONE.ljust(128) + b"\r\n" + TWO.ljust(128) + b"\r\n",
    "small letters": RECORDS.lower(),
}


def collect(data):
    return overtrick.read(data, format="hrf", errors="collect")


def found(boards):
    return [(item.code, item.location.offset) for item in boards.diagnostics]


def written(boards, **options):
    sink = io.BytesIO()
    report = overtrick.write(boards, sink, format="hrf", options=options)
    return sink.getvalue(), report


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_two_boards_of_the_page_are_read_and_written_back(layout):
    data = LAYOUTS[layout]
    assert overtrick.detect(data).format == "hrf"
    boards = overtrick.read(data)
    assert boards.diagnostics == ()
    assert [str(board.deal) for board in boards] == DEALS
    assert [board.number for board in boards] == [1, 2]
    assert [board.dealer for board in boards] == [overtrick.Seat.NORTH, overtrick.Seat.EAST]
    assert written(boards) == (data, overtrick.LossReport())


def test_a_new_file_has_records_of_128_bytes():
    boards = [attrs.evolve(board, source=None) for board in overtrick.read(PAGE)]
    assert written(boards)[0] == RECORDS
    assert written(boards, filler="nuls")[0] == LAYOUTS["nuls"]
    assert written(overtrick.read(LAYOUTS["nuls"]), filler="blanks")[0] == RECORDS


def test_a_club_suit_before_a_board_number_is_told_from_it():
    # West's clubs end in digits and the number that follows is digits too.
    data = ONE + b"27" + TWO[1:] + b"300" + ONE[1:]
    boards = overtrick.read(data)
    assert [board.number for board in boards] == [1, 27, 300]
    assert [str(board.deal) for board in boards] == [DEALS[0], DEALS[1], DEALS[0]]


def test_a_changed_board_is_written_anew():
    boards = overtrick.read(LAYOUTS["lines crlf"])
    turned = attrs.evolve(boards[0], deal=boards[1].deal, number=7)
    changed = overtrick.BoardSet(boards=(turned, boards[1]), header=boards.header)
    assert written(changed)[0] == b"7" + TWO[1:] + b"\r\n" + TWO + b"\r\n"


def test_numbers_are_carried_and_missing_ones_filled_in():
    deal = overtrick.Deal.parse(DEALS[0])
    boards = [overtrick.Board(number=number, deal=deal) for number in (17, None, 3)]
    data, report = written(boards)
    assert [board.number for board in overtrick.read(data)] == [17, 18, 3]
    assert {(loss.field.value, loss.kind.value) for loss in report} == {
        ("number", "defaulted"), ("dealer", "defaulted"), ("vulnerability", "defaulted"),
    }  # fmt: skip
    assert report.by_field()[overtrick.Field.NUMBER][0].count == 1


def test_a_dealer_that_does_not_follow_from_the_number_is_reported():
    deal = overtrick.Deal.parse(DEALS[0])
    seat, vulnerability = overtrick.Seat.SOUTH, overtrick.Vulnerability.BOTH
    board = overtrick.Board(number=1, deal=deal, dealer=seat, vulnerability=vulnerability)
    assert {loss.field.value for loss in written([board])[1]} == {"dealer", "vulnerability"}


@pytest.mark.parametrize("number", [0, 1000])
def test_a_number_of_more_than_three_digits_is_refused(number, tmp_path):
    board = overtrick.Board(number=number, deal=overtrick.Deal.parse(DEALS[0]))
    with pytest.raises(overtrick.WriteError, match="CORE071"):
        overtrick.write([board], tmp_path / "out.hrf")
    assert list(tmp_path.iterdir()) == []


def test_a_deal_that_is_not_complete_is_refused(tmp_path):
    for deal in (None, overtrick.Deal.parse("N:AKQJT98765432... - - -")):
        with pytest.raises(overtrick.WriteError, match="CORE070"):
            overtrick.write([overtrick.Board(number=1, deal=deal)], tmp_path / "out.hrf")
    assert list(tmp_path.iterdir()) == []


MOVED = ONE.replace(b"CQSHKQ2", b"CQ3SHKQ2").replace(b"AK98543", b"AK9854")

READ = {
    "HRF010": (128, ONE.ljust(128) + b"the end of the file"),
    "HRF011": (128, ONE.ljust(128) + TWO[:40]),
    "HRF012": (128, ONE.ljust(128) + TWO[1:].ljust(128)),
    "HRF013": (0, ONE.replace(b"J", b"X", 1) + TWO),
    "HRF014": (72, ONE.ljust(72) + b"Tuesday".ljust(56)),
    "HRF015": (197, ONE.ljust(128) + TWO.ljust(80)),
    "HRF021": (41, ONE[:41] + b"\n" + TWO + b"\n"),
    "HRF022": (5, ONE.replace(b"J987", b"J98*").ljust(128)),
    "HRF023": (6, ONE.replace(b"HJT7643D", b"DJT7643H").ljust(128)),
    "HRF024": (1, MOVED.ljust(128)),
    "HRF025": (8, ONE.replace(b"HJT", b"HJJ").ljust(128)),
    "HRF026": (128, ONE.ljust(128) + b"0" + TWO[1:].ljust(127)),
}


@pytest.mark.parametrize("code", READ)
def test_damage_has_its_code_and_its_place(code):
    offset, data = READ[code]
    boards = collect(data)
    places = dict(reversed(found(boards)))
    assert places.get(code) == offset, found(boards)
    if CODES[code].severity is overtrick.Severity.ERROR:
        with pytest.raises(overtrick.FormatError, match="HRF0"):
            overtrick.read(data, format="hrf")


def test_no_code_is_without_its_test():
    assert set(CODES) == set(READ)


def test_fourteen_cards_are_named_with_their_hand():
    boards = collect(MOVED.ljust(128))
    assert "North has 14 cards" in boards.diagnostics[0].message
    assert "East has 12 cards" in boards.diagnostics[1].message


@pytest.mark.parametrize("layout", ["blanks", "nuls", "lines crlf", "lines lf"])
def test_a_bad_record_leaves_its_neighbours_alone(layout):
    good = LAYOUTS[layout]
    middle = good.replace(b"2SAQ93", b"2SAX93")[len(good) // 2 :]
    boards = collect(good[: len(good) // 2] + middle + good[: len(good) // 2])
    assert [board.deal is None for board in boards] == [False, True, False]
    assert [board.number for board in boards] == [1, 2, 1]
    assert {item.location.board for item in boards.diagnostics} == {2}


def test_text_after_a_record_is_kept():
    _, data = READ["HRF014"]
    assert written(overtrick.read(data, format="hrf"))[0] == data
    line = ONE + b" Tuesday\r\n" + TWO + b"\r\n"
    boards = overtrick.read(line, format="hrf")
    assert found(boards) == [("HRF014", 70)]
    assert written(boards)[0] == line


def test_a_damaged_file_is_still_told_and_text_is_not():
    def told(data):
        return sniff(overtrick.plugin.Probe(head=data[:4096], size=len(data)))

    for _, data in READ.values():
        assert told(data) >= overtrick.plugin.Confidence.LIKELY
    for data in (
        b"", b"12 Spades", b"1S", b"100SHEDS", b"1SHORT LINE OF TEXT\r\n", b"% PBN 2.1\n",
        bytes(200), b" " * 200, b"[Document]\r\n", b"0102030405" * 20, b"\x06AKQ\x03\x04\x05" * 9,
    ):  # fmt: skip
        assert told(data) is overtrick.plugin.Confidence.NO
    empty = overtrick.plugin.Probe(head=b"", suffix=".hrf", size=0)
    assert sniff(empty) is overtrick.plugin.Confidence.MAYBE


@given(st.permutations(range(52)), st.integers(1, 999))
def test_any_deal_and_number_come_back(pack, number):
    deal = overtrick.Deal.from_masks(
        *(sum(1 << card for card in pack[at : at + 13]) for at in (0, 13, 26, 39))
    )
    assert parse_hands(format_hands(deal)) == (deal, 68, [])
    for follower in ("", "1SA", "9", "  "):
        assert parse_hands(format_hands(deal) + follower)[:2] == (deal, 68)
    data = written([overtrick.Board(number=number, deal=deal)])[0]
    again = overtrick.read(data, format="hrf")
    assert (again[0].number, again[0].deal) == (number, deal)


@pytest.mark.slow
@pytest.mark.parametrize("layout", LAYOUTS)
def test_mutated_files_give_boards_or_typed_errors(layout):
    source = random.Random(layout)
    for _ in range(150):
        data = bytearray(LAYOUTS[layout] * 2)
        for _ in range(source.randrange(1, 5)):
            at = source.randrange(len(data) or 1)
            match source.randrange(4):
                case 0:
                    data[at : at + 1] = bytes((source.randrange(256),))
                case 1:
                    del data[at : at + source.randrange(1, 20)]
                case 2:
                    data[at:at] = source.choice([b"S", b"\n", b"\r\n", b"A", b"12", b" " * 60])
                case _:
                    del data[at + 1 :]
        broken = bytes(data)
        boards = collect(broken)
        for item in boards.diagnostics:
            assert 0 <= item.location.offset <= len(broken)
        for board in boards:
            assert board.deal is None or board.deal.is_complete
        has_errors = any(item.is_error for item in boards.diagnostics)
        try:
            strict = overtrick.read(broken, format="hrf")
        except overtrick.FormatError:
            assert has_errors
        else:
            assert not has_errors
            assert strict.boards == boards.boards


@pytest.mark.parametrize("change", ["", "lower", "twice", "short", "swapped", "long"])
def test_hands_are_the_same_read_in_one_go_or_letter_by_letter(monkeypatch, change):
    pack = list("SAKQJT98765432HDCSHAKQJT98765432DCSHDAKQJT98765432CSHDCAKQJT98765432")
    text = "".join(pack) + "2S"
    match change:
        case "lower":
            text = text.lower().upper()
        case "twice":
            text = text.replace("SAK", "SAA", 1)
        case "short":
            text = text[:60]
        case "swapped":
            text = text.replace("SAKQ", "SQKA", 1)
        case "long":
            text = text.replace("HDC", "2HDC", 1)
    found = parse_hands(text)
    monkeypatch.setattr("overtrick_hrf.hands._plain_deal", lambda text: None)
    assert parse_hands(text) == found
    assert (found[0] is None) == (change in {"twice", "short", "long"})
