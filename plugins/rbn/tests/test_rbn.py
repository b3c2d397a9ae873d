"""Reading RBN files."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import overtrick
from overtrick import Contract, Deal, FormatError, Result, Seat, Vulnerability
from overtrick_rbn.diagnostics import CODES

HANDS = "H W:A8765.QT.K9.AT87:J42.AJ7632.J.632:QT3.85.Q86.KQJ54:"
RECORD = f"""D 19930512
T The Play of the Hand:An Author
L A Town:A Club
E A Fund Game
F M
N Nan+Sue:Will+Ed
{{two
lines}}
B 8
{HANDS}
A WZ:1S2H2S4D:4SPP5H:XA
C 5HX:N
P CK972:CQ!H483:DA9J6:D2KH28:SJ?QKA:CA
R 9-300:0

B 9
C 3N:S
"""


def collect(text: str) -> overtrick.BoardSet:
    return overtrick.read(text.encode(), format="rbn", errors="collect")


def test_a_record_gives_everything_that_stands_in_it():
    board = collect(RECORD)[0]
    assert collect(RECORD).diagnostics == ()
    assert (board.number, board.dealer, board.vulnerability) == (8, Seat.WEST, Vulnerability.NONE)
    assert (
        board.deal
        == Deal.parse("W:A8765.QT.K9.AT87 J42.AJ7632.J.632 QT3.85.Q86.KQJ54 -").completed()
    )
    assert str(board.auction) == "1S 2H 2S 4D 4S Pass Pass 5H X Pass Pass Pass"
    assert board.contract == Contract.parse("5HX", declarer=Seat.NORTH)
    assert board.result == Result(tricks=9)
    assert board.scoring == "MP"
    assert board.info.date == "1993.05.12"
    assert board.info.players == ("Nan", "Ed", "Sue", "Will")
    assert board.extras["rbn:comments"] == ("two\nlines",)
    assert board.extras["rbn:result"] == "9-300:0"


def test_the_play_names_the_suit_led_only():
    play = collect(RECORD)[0].play
    assert play.leader is Seat.EAST
    texts = [[str(trick[play.leader_of(i, overtrick.Strain.HEARTS).after(step)])
              for step in range(4) if trick[play.leader_of(i, overtrick.Strain.HEARTS).after(step)]]
             for i, trick in enumerate(play.tricks)]  # fmt: skip
    assert texts[:2] == [["CK", "C9", "C7", "C2"], ["CQ", "H4", "C8", "C3"]]
    assert play.tricks[1][Seat.EAST].nags == (7,)


def test_the_first_ten_labels_repeat_and_the_last_six_do_not():
    first, second = collect(RECORD)
    assert second.number == 9
    assert second.deal == first.deal
    assert second.info == first.info
    assert second.auction is None
    assert second.contract == Contract.parse("3NT", declarer=Seat.SOUTH)


def test_crlf_is_read_the_same():
    assert collect(RECORD.replace("\n", "\r\n")) == collect(RECORD)


@pytest.mark.parametrize("code", list(CODES))
def test_every_sample_is_reported_and_its_fix_is_clean(code):
    found = [item.code for item in collect(CODES[code].sample).diagnostics]
    assert found == [code]
    assert collect(CODES[code].fix).diagnostics == ()


def test_a_bad_record_leaves_its_neighbours():
    boards = collect(f"{HANDS}\nA WZ:1S9S\n\n{HANDS}\nA WZ:1SA\n")
    assert boards[0].auction is None
    assert str(boards[1].auction) == "1S Pass Pass Pass"


def test_it_can_be_read_but_not_written(tmp_path):
    with pytest.raises(overtrick.UnknownFormatError):
        overtrick.write(collect(RECORD), tmp_path / "out.rbn")


@settings(deadline=None)
@given(st.binary(max_size=60), st.integers(0, len(RECORD)), st.integers(0, 30))
def test_whatever_stands_in_the_file_only_typed_errors_come_out(noise, place, length):
    data = RECORD.encode()
    data = data[:place] + noise + data[place + length :]
    for mode in ("collect", "raise"):
        with contextlib.suppress(FormatError):
            overtrick.read(data, format="rbn", errors=mode)


def test_the_real_file_is_read(shared_corpus):
    for path in (shared_corpus / "wild" / "rbn").iterdir():
        boards = overtrick.read(path)
        assert boards.format == "rbn"
        assert boards.diagnostics == ()
        assert boards[0].play is not None
