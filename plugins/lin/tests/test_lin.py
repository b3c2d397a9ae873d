"""Reading and writing LIN files."""

from __future__ import annotations

import contextlib
import io
import re
from decimal import Decimal

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import overtrick
from overtrick import (
    Auction,
    Board,
    CallEntry,
    Contract,
    Deal,
    Ending,
    Field,
    FormatError,
    Info,
    LossKind,
    Play,
    Result,
    Score,
    Seat,
    Trick,
    Vulnerability,
)
from overtrick_lin.diagnostics import CODES
from overtrick_testing.strategies import boards

DEAL = "N:.63.AKQ987.A9732 A8654.KQ5.T.QJT6 J973.J98742.3.K4 KQT2.AT.J6542.85"
MD = "3SJ973HJ98742D3CK4,SKQT2HATDJ6542C85,SH63DAKQ987CA9732,SA8654HKQ5DTCQJT6"

PLAYED = frozenset({Field.DEAL, Field.PARTIAL_DEAL, Field.CONTRACT, Field.PLAY_CARDS, Field.RESULT,
                    Field.AUCTION_CALLS, Field.DEALER})  # fmt: skip

RECORD = (
    f"qx|o1|pn|Sue,Will,Nan,Ed|st||md|{MD}|rh||ah|Board 1|sv|o|"
    "mb|1D|mb|1S|mb|3H!|an|non-forcing|mb|4S|mb|4N|an|two suits|mb|d|mb|p|mb|p|mb|5C|mb|d|mb|5H|"
    "mb|d|mb|p|mb|p|mb|p|pc|SK|pc|H3|pc|S4|pc|S3|pc|C2|pc|C6|pc|CK|pc|C5|mc|9|pg||\r\n"
).encode()

MATCH = (
    f"vg|Final,Segment 2,I,5,6,Reds,12,Blues,3|\nrs|5HSx-2,4SE=,PASS,3NN+1|\n"
    f"pn|So,Wo,No,Eo,Sc,Wc,Nc,Ec|pg||\n"
    f"qx|o5|md|{MD}|sv|n|mb|1d1s3h4s|pg||\nqx|c5|md|{MD}|sv|n|mb|p|mb|p|mb|p|mb|p|pg||\n"
).encode()


def collect(data: bytes | str) -> overtrick.BoardSet:
    raw = data.encode() if isinstance(data, str) else data
    return overtrick.read(raw, format="lin", errors="collect")


def one(data: bytes | str) -> Board:
    (board,) = collect(data)
    return board


def codes(data: bytes | str, name: str = "lin") -> list[str]:
    raw = data.encode() if isinstance(data, str) else data
    return [item.code for item in overtrick.read(raw, format=name, errors="collect").diagnostics]


def back(board: Board, **options: str) -> tuple[Board, overtrick.LossReport]:
    out = io.BytesIO()
    report = overtrick.write([board], out, format="lin", options=options)
    return one(out.getvalue()), report


def test_a_hand_record_gives_everything_that_stands_in_it():
    board = one(RECORD)
    assert collect(RECORD).diagnostics == ()
    assert board.number == 1
    assert board.dealer is Seat.NORTH
    assert board.vulnerability is Vulnerability.NONE
    assert board.deal == Deal.parse(DEAL)
    assert board.info.players == ("Nan", "Ed", "Sue", "Will")
    assert board.info.room is None
    assert str(board.auction) == "1D 1S 3H! 4S 4NT X Pass Pass 5C X 5H X Pass Pass Pass"
    assert board.auction.entries[2].note == "non-forcing"
    assert board.auction.entries[4].note == "two suits"
    assert board.auction.ending is Ending.COMPLETE
    assert board.contract == Contract.parse("5HX", declarer=Seat.SOUTH)
    rows = ("SK H3 S4 S3", "C5 C2 C6 CK")
    assert board.play == Play.of(Seat.WEST, *rows, ending=Ending.CLOSED)
    assert board.result == Result(tricks=9)


def test_the_record_comes_back_as_it_was():
    board = one(RECORD)
    again, report = back(board)
    assert again == board
    assert report.is_lossless


def test_three_hands_are_completed_and_a_void_needs_no_letter():
    three = MD.rpartition(",")[0]
    for text in (f"md|{three}|", f"md|{three},|", f"md|{three.replace('SH63', 'H63')}|"):
        assert one(text).deal == Deal.parse(DEAL)


@pytest.mark.parametrize(
    "hands",
    [
        MD.lower(),
        MD.replace("SKQT2", "S K Q 10 2 "),
        MD.replace("SH63", "S-H63"),
        MD.replace("HJ98742", "").replace("CK4", "CK4HJ98742"),
    ],
)
def test_hands_in_other_spellings_are_the_same_deal(hands):
    assert one(f"md|{hands}|").deal == Deal.parse(DEAL)


def test_hands_without_a_digit_have_no_dealer_and_no_auction():
    board = one(f"md|{MD[1:]}|mb|1C|")
    assert board.dealer is None
    assert board.auction is None


@pytest.mark.parametrize(("letter", "expected"), [("o", 0), ("0", 0), ("n", 1), ("E", 2), ("b", 3)])
def test_vulnerability_letters(letter, expected):
    assert one(f"md|{MD}|sv|{letter}|").vulnerability is Vulnerability(expected)


def test_a_title_or_page_gives_the_number_and_another_title_the_name():
    assert one(f"md|{MD}|ah|Board 12|").number == 12
    assert one(f"qx|c7|ah|Board 7|md|{MD}|").number == 7
    assert one(f"md|{MD}|ah|Problem 5.1|").name == "Problem 5.1"
    assert codes(f"qx|o1|md|{MD}|ah|Board 2|") == ["LIN021"]


def test_both_rooms_of_a_match():
    opened, closed = collect(MATCH)
    assert (opened.info.room, closed.info.room) == ("Open", "Closed")
    assert opened.info.players == ("No", "Eo", "So", "Wo")
    assert closed.info.players == ("Nc", "Ec", "Sc", "Wc")
    assert opened.info.teams == closed.info.teams == ("Reds", "Blues")
    assert (opened.info.event, opened.extras["pbn:Stage"]) == ("Final", "Segment 2")
    assert opened.scoring == closed.scoring == "IMP"
    assert opened.contract == Contract.parse("5HX", declarer=Seat.SOUTH)
    assert opened.result == Result(tricks=9)
    assert closed.contract.is_passed_out
    out = io.BytesIO()
    overtrick.write(collect(MATCH), out, format="lin")
    assert collect(out.getvalue()) == collect(MATCH)


def test_without_a_claim_only_a_whole_play_gives_the_result():
    assert one(RECORD.replace(b"mc|9|", b"")).result is None
    # South has all spades and is declarer in 7S: West leads, South ruffs, and leads to the end.
    hands = "SAKQJT98765432,CAKQJT98765432,DAKQJT98765432,HAKQJT98765432"
    tricks = [[f"{suit}{rank}" for suit in "SCDH"] for rank in "AKQJT98765432"]
    cards = [*tricks[0][1:], tricks[0][0], *(card for trick in tricks[1:] for card in trick)]
    board = one(f"md|1{hands}|mb|7Sppp|pc|{''.join(cards)}|")
    assert board.play.ending is Ending.COMPLETE
    assert board.result == Result(tricks=13)
    again, report = back(attrs.evolve(board, result=None))
    assert again == board
    assert report.is_lossless


def test_several_calls_and_cards_in_one_value():
    board = one(f"md|{MD}|mb|1dp1hppp|pc|skh3s4s3|")
    assert str(board.auction) == "1D Pass 1H Pass Pass Pass"
    assert board.play == Play.of(Seat.WEST, "SK H3 S4 S3")


def test_cp1252_and_a_byte_order_mark_are_read():
    names = "Bj\xf6rn,W,N,E"
    for data in (names.encode("cp1252"), names.encode("utf-8")):
        board = one(b"\xef\xbb\xbfpn|" + data + f"|md|{MD}|".encode())
        assert board.info.player(Seat.SOUTH) == "Björn"


def test_lesson_text_stays_with_its_board():
    board = one(f"%% a comment\nnt|page one|\nmd|{MD}|\nnt|think!|lb|what now?|pg||")
    assert board.extras["lin:other"] == (("nt", "think!"), ("lb", "what now?"))
    assert back(board)[0] == board


def test_a_page_without_a_deal_is_no_error():
    pages = collect("nt|Welcome|pg||at|^b1|pg||")
    assert len(pages) == 0
    assert pages.diagnostics == ()


@pytest.mark.parametrize("code", [c for c in CODES if c not in {"LIN003", "LIN004", "LIN101"}])
def test_every_sample_is_reported_and_its_fix_is_clean(code):
    name = "link_list" if code.startswith("LIN1") else "lin"
    assert code in codes(CODES[code].sample, name)
    assert codes(CODES[code].fix, name) == []


def test_utf_16_and_endless_values_are_refused():
    with pytest.raises(FormatError, match="LIN003"):
        collect("md|".encode("utf-16"))
    with pytest.raises(FormatError, match="LIN004"):
        collect("md|" + "x" * (2 << 20))


def test_a_bad_section_is_left_out_and_its_neighbours_stay():
    boards = collect(f"qx|o1|md|{MD}|mb|1C|mb|8H|mb|p|pg||qx|o2|md|{MD}|mb|1D|")
    assert boards[0].auction is None
    assert boards[0].deal == boards[1].deal
    assert str(boards[1].auction) == "1D"


RICH = attrs.evolve(
    one(RECORD),
    scoring="IMP",
    score=Score(ns=Decimal(-300)),
    info=Info(event="Cup", site="Here", players=("A, B", "C|D", "E", None), teams=("X", "Y")),
)


def test_what_lin_cannot_hold_is_reported():
    again, report = back(RICH)
    kinds = {loss.field: loss.kind for loss in report}
    assert kinds == {
        Field.SCORE: LossKind.DROPPED,
        Field.INFO_SITE: LossKind.DROPPED,
        Field.INFO_PLAYERS: LossKind.APPROXIMATED,
        Field.INFO_ROOM: LossKind.DEFAULTED,
    }
    assert again.info.event == "Cup"
    assert again.info.players == ("A B", "C D", "E", None)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"contract": Contract.parse("3NT", declarer=Seat.WEST)}, Field.CONTRACT),
        ({"auction": Auction.of(Seat.EAST, "1D Pass Pass Pass")}, Field.AUCTION_CALLS),
        ({"auction": Auction.of(Seat.NORTH, "1D", Ending.OPEN)}, Field.AUCTION_CALLS),
        (
            {"auction": Auction(dealer=Seat.NORTH, entries=(CallEntry(call=None),))},
            Field.AUCTION_CALLS,
        ),
        ({"play": Play.of(Seat.WEST, "SK - S4 S3")}, Field.PLAY_CARDS),
        ({"play": Play.of(Seat.EAST, "SK H3 S4 S3")}, Field.PLAY_CARDS),
        ({"result": Result(ns=9, ew=4)}, Field.RESULT),
        ({"name": "Board 3"}, Field.NAME),
        ({"info": Info(room="Green")}, Field.INFO_ROOM),
    ],
)
def test_what_would_come_back_different_is_reported(change, field):
    board = attrs.evolve(one(RECORD), **change)
    again, report = back(board)
    assert again != board
    assert field in report.by_field()


def test_text_outside_the_encoding_is_said():
    board = attrs.evolve(one(RECORD), info=Info(players=("Łukasz", None, None, None)))
    assert back(board)[0].info.players[0] == "Łukasz"
    again, report = back(board, encoding="CP1252")
    assert again.info.players[0] == "?ukasz"
    assert Field.INFO_PLAYERS in report.by_field()


@settings(deadline=None)
@given(boards(carries=PLAYED) | boards(carries=PLAYED, consistent=True))
def test_cards_are_written_in_the_same_order_whatever_is_said_of_them(board):
    play = board.play
    if play is None or play.indexes is None or not any(map(any, play.tricks)):
        return
    first = next(card for trick in play.tricks for card in trick.cards if card is not None)
    said = attrs.evolve(first, comment="!")
    tricks = tuple(Trick(tuple(said if card is first else card for card in trick.cards))
                   for trick in play.tricks)  # fmt: skip
    told = attrs.evolve(board, play=attrs.evolve(play, tricks=tricks))
    assert told.play.indexes is None
    assert overtrick.dumps([told], format="lin") == overtrick.dumps([board], format="lin")


@settings(deadline=None)
@given(st.binary(max_size=60), st.integers(0, len(MATCH)), st.integers(0, 30))
def test_whatever_stands_in_the_file_only_typed_errors_come_out(noise, place, length):
    data = MATCH[:place] + noise + MATCH[place + length :]
    for mode in ("collect", "raise"):
        with contextlib.suppress(FormatError):
            overtrick.read(data, format="lin", errors=mode)


@pytest.mark.slow
def test_real_files_give_every_deal_that_they_hold(shared_corpus):
    count = 0
    for path in sorted((shared_corpus / "wild" / "lin").iterdir()):
        data = path.read_bytes()
        deals = len(re.findall(rb"(?i)(?:^|[|\s])md\|(?!\s*\|)", data))
        boards = overtrick.read(path, format="lin", errors="collect")
        assert len(boards) == deals, path.name
        assert overtrick.detect(path).format == "lin", path.name
        out = io.BytesIO()
        overtrick.write(boards, out, format="lin")
        if deals:
            assert collect(out.getvalue()).boards == boards.boards, path.name
        else:
            assert out.getvalue() == b"", path.name
        count += 1
    assert count >= 58


def test_results_without_a_match_come_back():
    boards = overtrick.read(b"rs|p|mb||md|1,,,|\n", format="lin")
    # As an escape line it comes through PBN as well.
    header = {"lin:rs": "p", "pbn:escapes": ("lin rs|p|",)}
    assert dict(boards.header) == header
    sink = io.BytesIO()
    assert overtrick.write(boards, sink, format="lin").is_lossless
    assert dict(overtrick.read(sink.getvalue(), format="lin").header) == header
