"""Whole vugraph matches: read, held against their results, through PBN and back."""

from __future__ import annotations

import io
from pathlib import Path

import attrs
import pytest

import overtrick
from overtrick import (
    Contract,
    Field,
    Result,
    Seat,
)

FILE = Path(__file__).parent / "corpus" / "valid" / "vugraph.lin"
RECORDS = ("vg", "rs", "pn")
MD = "3SJ973HJ98742D3CK4,SKQT2HATDJ6542C85,SH63DAKQ987CA9732,SA8654HKQ5DTCQJT6"


def read(data, **options):
    raw = data.encode() if isinstance(data, str) else data
    return overtrick.read(raw, format="lin", errors="collect", options=options)


def written(boards, **options):
    out = io.BytesIO()
    losses = overtrick.write(boards, out, format="lin", options=options)
    return out.getvalue(), losses


def through_pbn(data):
    pbn = io.BytesIO()
    to_pbn = overtrick.convert(data, pbn, from_format="lin", to_format="pbn", errors="collect")
    lin = io.BytesIO()
    to_lin = overtrick.convert(pbn.getvalue(), lin, from_format="pbn", to_format="lin",
                               errors="collect")  # fmt: skip
    return pbn.getvalue(), lin.getvalue(), [*to_pbn.losses, *to_lin.losses]


def records(data):
    """The records of each match, as they stand, blanks made one."""
    found = []
    boards = read(data)
    header = {name: boards.header.text(f"lin:{name}") for name in RECORDS}
    found.append(header)
    for board in boards:
        later = board.extras.get("lin:match")
        if later is not None:
            found.append({name: dict(later).get(name) for name in RECORDS})
    return found


def less_lesson(board):
    """A board without the pages of a lesson's author, which PBN has no place for."""
    return attrs.evolve(board, extras=board.extras.without("lin:other"))


# Reading ----------------------------------------------------------------------------------


def test_each_board_says_its_match_room_and_players():
    boards = read(FILE.read_bytes())
    assert boards.diagnostics == ()
    assert [(b.number, b.info.room) for b in boards] == [
        (17, "Closed"), (17, "Open"), (18, "Open"), (18, "Closed"),
    ]  # fmt: skip
    for board in boards:
        assert board.info.event == "Harbour Trophy"
        assert board.extras["pbn:Stage"] == "Segment 2 of 4"
        assert board.info.teams == ("Lighthouse", "Old Pier")
        assert board.scoring == "IMP"
    assert boards[0].info.players == ("Eve North", "Fay East", "Gus South", "Hal West")
    assert boards[1].info.players == ("Ada North", "Bea East", "Cor South", "Dan West")
    assert boards[1].result == Result(tricks=10)  # no claim and 7 cards: from the list


def test_what_the_list_says_of_boards_without_cards_is_kept_or_given_as_boards():
    data = FILE.read_bytes()
    assert len(read(data)) == 4
    assert read(data).header["lin:rs"].endswith(",PASS,1NW-1,,6DNx+1")
    boards = read(data, results="boards")
    assert [(b.number, b.info.room, str(b.contract)) for b in boards[4:]] == [
        (19, "Open", "Pass"),
        (19, "Closed", "1NT by W"),
        (20, "Closed", "6DX by N"),
    ]
    assert boards[5].result == Result(tricks=6)
    assert boards[6].result == Result(tricks=13)
    assert boards[5].info.players == ("Eve North", "Fay East", "Gus South", "Hal West")
    assert all(board.deal is None and board.extras["pbn:Stage"] for board in boards[4:])


def test_a_file_without_a_deal_keeps_what_it_says():
    data = "vg|Cup,1,I,1,2,A,0,B,0|rs|4SN=,,PASS,|pn|a,b,c,d,e,f,g,h|pg||"
    boards = read(data)
    assert len(boards) == 0
    assert boards.header["lin:rs"] == "4SN=,,PASS,"
    assert [b.number for b in read(data, results="boards")] == [1, 2]


@pytest.mark.parametrize(
    ("rs", "code", "listed"),
    [
        ("3SN=", "LIN051", "3SN="),
        ("1SS+3", "LIN052", "1SS+3"),
        ("1SS", "LIN050", "1SS"),
        ("1SS+1", None, None),
        ("", None, None),
    ],
)
def test_where_board_and_list_disagree_the_board_counts_and_both_are_kept(rs, code, listed):
    data = f"vg|Cup,1,I,1,1,A,0,B,0|\nrs|{rs},|\nqx|o1|md|1SA,HA,DA,CA|mb|1Sppp|mc|8|"
    boards = read(data)
    assert [item.code for item in boards.diagnostics] == ([code] if code else [])
    (board,) = boards
    assert board.contract == Contract.parse("1S", declarer=Seat.SOUTH)
    assert board.result == Result(tricks=8)
    assert board.extras.text("lin:listed") == listed
    for found in boards.diagnostics:
        assert (found.location.line, found.location.board) == (3, 1)
    again, _ = written(boards)
    assert read(again).header["lin:rs"] == boards.header["lin:rs"] if rs else True
    _, lin, _ = through_pbn(data.encode())
    assert read(lin).boards == boards.boards


def test_results_are_found_by_the_numbers_that_the_file_lists():
    data = f"vg|,,P,1,9,A,0,B,0|rs|1DN=,,2DN=,,3DN=,|bn|1,5,9|qx|o5|md|{MD}|"
    (board,) = read(data)
    assert str(board.contract) == "2D by N"
    assert board.scoring == "MP"


def test_several_matches_in_a_file_are_told_apart():
    first = FILE.read_bytes().replace(b"mb|d!|", b"mb|d|")
    second = (
        f"vg|Harbour Trophy,Segment 3 of 4,I,21,21,Lighthouse,40,Old Pier,31|\r\nrs|4SE=,PASS|\r\n"
        f"pn|s,w,n,e,S,W,N,E|pg||\r\nqx|o21|md|{MD}|sv|n|pg||\r\nqx|c21|md|{MD}|sv|n|pg||\r\n"
    ).encode()
    boards = read(first + second)
    assert boards.diagnostics == ()
    assert [b.extras["pbn:Stage"] for b in boards] == ["Segment 2 of 4"] * 4 + [
        "Segment 3 of 4"
    ] * 2
    assert boards[4].info.players == ("n", "e", "s", "w")
    assert [str(b.contract) for b in boards[4:]] == ["4S by E", "Pass"]
    again, losses = written(boards)
    assert losses.is_lossless
    assert read(again) == boards
    pbn, lin, _ = through_pbn(first + second)
    assert records(lin) == records(first + second)
    assert len(records(lin)) == 2
    assert read(lin).boards == boards.boards
    assert pbn.count(b"%lin vg|") == 2


# PBN and back -----------------------------------------------------------------------------


def test_a_match_comes_back_from_pbn_with_its_records():
    data = FILE.read_bytes()
    pbn, lin, losses = through_pbn(data)
    assert b'[Stage "Segment 2 of 4"]' in pbn
    assert b'[Room "Closed"]' in pbn
    assert b'[HomeTeam "Lighthouse"]' in pbn
    assert [loss.reason for loss in losses] == ["in PBN the note itself is the alert"]
    assert records(lin) == records(data)
    before, after = read(data), read(lin)
    assert before.header == after.header
    assert before.boards[2:] == after.boards[2:]
    assert attrs.evolve(before[1], auction=None) == attrs.evolve(after[1], auction=None)


def test_every_match_of_the_corpus_comes_back_from_pbn(shared_corpus):
    count = 0
    for path in sorted((shared_corpus / "wild" / "lin").iterdir()):
        data = path.read_bytes()
        if b"vg|" not in data:
            continue
        _, lin, losses = through_pbn(data)
        kept = [loss for loss in losses if "lin:other" not in loss.reason]
        assert records(lin) == records(data), path.name
        before = [less_lesson(board) for board in read(data)]
        after = [less_lesson(board) for board in read(lin)]
        for one, two in zip(before, after, strict=True):
            changed = {
                f for f in Field if overtrick.field_value(one, f) != overtrick.field_value(two, f)
            }
            assert changed <= {loss.field for loss in kept}, (path.name, one.number, one.info.room)
        count += 1
    assert count >= 11
