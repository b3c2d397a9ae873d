"""Whole vugraph matches: read, held against their results, through PBN and back."""

from __future__ import annotations

import io
from pathlib import Path

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import overtrick
from overtrick import (
    Auction,
    Board,
    Contract,
    Deal,
    Field,
    Info,
    LossKind,
    Result,
    Seat,
    Vulnerability,
)
from overtrick.plugin import field_value
from overtrick_lin.match import Match, escape_lines, item_text, meaning, records_of_escapes

ANY_DEAL = Deal.parse("N:AKQJ.T987.654.32 T987.654.32.AKQJ 654.32.AKQJ.T987 32.AKQJ.T987.654")
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
    pytest.importorskip("overtrick_pbn")
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
            changed = {f for f in Field if field_value(one, f) != field_value(two, f)}
            assert changed <= {loss.field for loss in kept}, (path.name, one.number, one.info.room)
        count += 1
    assert count >= 11


# Matches that were never LIN ----------------------------------------------------------------

DEALS = [
    Deal.parse("N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543"),
    Deal.parse("N:.63.AKQ987.A9732 A8654.KQ5.T.QJT6 J973.J98742.3.K4 KQT2.AT.J6542.85"),
]
AUCTIONS = ["1C Pass 1H Pass 4H AP", "Pass Pass Pass Pass", "1NT X Pass Pass XX AP", "7NT AP"]


@st.composite
def matches(draw):
    """Boards of one segment, in both rooms or one, in any order of the rooms."""
    first = draw(st.integers(1, 40))
    count = draw(st.integers(1, 4))
    teams = draw(st.sampled_from([("Reds", "Blues"), ("Zoë's", "O'Neil"), (None, None)]))
    event = draw(st.sampled_from(["Cup", None]))
    stage = draw(st.sampled_from(["Segment 1", None]))
    scoring = draw(st.sampled_from(["IMP", "MP", "BAM", None]))
    fours = [("a", "b", "c", "d"), (None,) * 4, ("x", None, "y", None)]
    lineup = {room: draw(st.sampled_from(fours)) for room in ("Open", "Closed")}
    found = []
    for number in range(first, first + count):
        for room in draw(st.sampled_from([("Open", "Closed"), ("Closed", "Open"), ("Open",)])):
            dealer = Seat((number - 1) % 4)
            text = draw(st.sampled_from([*AUCTIONS, None]))
            auction = None if text is None else Auction.of(dealer, text)
            contract = None if auction is None else auction.contract()
            if auction is None and draw(st.booleans()):
                contract = Contract.parse("3NTX", declarer=Seat.WEST)
            result = None
            if contract is not None and not contract.is_passed_out:
                result = draw(st.none() | st.integers(0, 13).map(lambda n: Result(tricks=n)))
            extras = overtrick.Extras({"pbn:Stage": stage}) if stage else overtrick.NO_EXTRAS
            found.append(
                Board(
                    number=number,
                    dealer=dealer,
                    vulnerability=draw(st.sampled_from(Vulnerability)),
                    deal=draw(st.sampled_from(DEALS)),
                    scoring=scoring,
                    auction=auction,
                    contract=contract,
                    result=result,
                    info=Info(event=event, room=room, players=lineup[room], teams=teams),
                    extras=extras,
                )
            )
    return found


@settings(deadline=None)
@given(matches())
def test_a_match_that_was_never_lin_becomes_one_and_comes_back(boards):
    data, losses = written(boards)
    again = read(data)
    assert again.diagnostics == ()
    lost = {loss.field for loss in losses}
    assert lost <= {Field.CONTRACT}
    for before, after in zip(boards, again, strict=True):
        changed = {f for f in Field if field_value(before, f) != field_value(after, f)}
        assert changed <= lost
        # Without an auction a contract is known by the list of results alone, which has a result.
        assert not changed or before.result is None
    # Both ways through PBN it stays as it is, to the byte.
    pytest.importorskip("overtrick_pbn")
    _, lin, _ = through_pbn(data)
    assert lin == data
    text = data.decode()
    assert text.count("vg|") == text.count("pn|" + text.partition("pn|")[2].partition("|")[0]) == 1
    assert text.startswith("vg|")


@settings(deadline=None)
@given(matches())
def test_by_rooms_each_board_stands_in_the_open_room_first(boards):
    data, _ = written(boards, order="rooms")
    again = [(board.number, board.info.room) for board in read(data)]
    assert again == sorted(again, key=lambda pair: (pair[0], pair[1] == "Closed"))
    assert len(again) == len(boards)


def test_the_lines_of_a_match_are_those_of_a_vugraph_file():
    boards = [attrs.evolve(board, play=None) for board in read(FILE.read_bytes())]
    data, losses = written(boards, order="rooms")
    lines = data.decode().split("\r\n")
    assert lines[0] == "vg|Harbour Trophy,Segment 2 of 4,I,17,18,Lighthouse,,Old Pier,|"
    assert lines[1] == "rs|3NE+1,2CN=,4SE=,5HSx-2|"
    assert lines[2] == (
        "pn|Cor South,Dan West,Ada North,Bea East,Gus South,Hal West,Eve North,Fay East|pg||"
    )
    assert [line.partition("|st|")[0] for line in lines[3:7]] == [
        "qx|o17",
        "qx|c17",
        "qx|o18",
        "qx|c18",
    ]
    assert losses.is_lossless


@pytest.mark.slow
def test_readers_that_know_no_match_read_it_with_the_players_at_each_board():
    lin = pytest.importorskip("endplay.parsers.lin")
    # It stops at a trick of fewer than four cards without a claim.
    boards = [attrs.evolve(board, play=None) for board in read(FILE.read_bytes())]
    data, _ = written(boards, order="rooms", names="board")
    text = data.decode()
    found = lin.loads(text.replace("\r\n", ""))
    assert [board.board_num for board in found] == [17, 17, 18, 18]
    assert [board.info["South"] for board in found] == ["Cor South", "Gus South"] * 2
    for one, two in zip(found, read(data), strict=True):
        assert one.deal.to_pbn() == str(two.deal)
        contract = one.contract
        assert contract.level == two.contract.level
        assert 6 + contract.level + contract.result == two.result.tricks
    assert sorted(board.info.players for board in read(data)) == sorted(
        board.info.players for board in boards
    )


@settings(deadline=None)
@given(
    st.lists(st.sampled_from(["4SN=", "PASS", "", "1NTExx-3", "?", "7CW+1"]), max_size=12),
    st.integers(1, 30),
    st.booleans(),
)
def test_whatever_the_list_says_it_comes_back_from_pbn(items, first, has_cards):
    pytest.importorskip("overtrick_pbn")
    page = f"qx|o{first}|md|{MD}|sv|n|pg||" if has_cards else ""
    page = page or f"qx|o{first + 5}|md|{MD}|sv|n|pg||"
    data = f"vg|Cup,1,I,{first},{first + 5},A,1,B,2|rs|{','.join(items)}|pn|a,b,c,d,e,f,g,h|{page}"
    _, lin, _ = through_pbn(data.encode())
    assert records(lin) == records(data)
    assert read(lin).boards == read(data).boards
    assert read(lin, results="boards").boards == read(data, results="boards").boards


def test_a_changed_board_changes_its_place_in_the_list():
    pytest.importorskip("overtrick_pbn")
    boards = read(FILE.read_bytes())
    changed = [attrs.evolve(boards[0], result=Result(tricks=7)), *boards[1:]]
    out = io.BytesIO()
    source = boards.replace(changed) if hasattr(boards, "replace") else changed
    overtrick.write(source, out, format="lin")
    assert "rs|3NE+1,2CN-1,4SE=,5HSx-2" in out.getvalue().decode()


def test_boards_of_no_room_do_not_become_those_of_the_match():
    other = Board(number=17, dealer=Seat.NORTH, deal=DEALS[0])
    data, losses = written([*read(FILE.read_bytes()), other])
    last = read(data)[-1]
    assert last.contract is None
    assert last.info.event is None
    assert {loss.kind for loss in losses if loss.field is Field.INFO_ROOM} == {LossKind.DEFAULTED}


def test_a_long_match_is_held_in_parts():
    board = Board(dealer=Seat.NORTH, deal=DEALS[0], info=Info(event="Cup", room="Open"))
    boards = [attrs.evolve(board, number=number) for number in range(1, 2501)]
    data, _ = written(boards)
    assert data.count(b"vg|") == 3
    assert [b.number for b in read(data)] == list(range(1, 2501))


# The records themselves -----------------------------------------------------------------------


@given(
    st.integers(1, 7),
    st.sampled_from(["C", "D", "H", "S", "NT"]),
    st.sampled_from(["", "X", "XX"]),
    st.sampled_from(list(Seat)),
    st.integers(0, 13),
)
def test_an_item_says_contract_and_result(level, strain, risk, seat, tricks):
    contract = Contract.parse(f"{level}{strain}{risk}", declarer=seat)
    result = Result(tricks=tricks)
    assert meaning(item_text(contract, result)) == (contract, result)


@given(st.dictionaries(st.sampled_from(["vg", "rs", "pn"]), st.text("ab,= ", max_size=900)))
def test_records_come_back_from_escape_lines(told):
    told = {name: told[name] for name in ("vg", "rs", "pn") if name in told}
    lines = escape_lines(told)
    assert all(len(line) < 255 for line in lines)
    assert records_of_escapes(lines) == told


@given(st.dictionaries(st.sampled_from(["vg", "rs", "pn", "bn"]), st.text("0159,²- ", max_size=40)))
def test_whatever_the_records_say_they_can_be_asked(told):
    match = Match(told)
    match.listed()
    match.beyond()
    match.numbers  # noqa: B018  # that it can be asked is what is tried
    assert all(isinstance(match.item(n, closed=c), str) for n in range(12) for c in (False, True))


@pytest.mark.parametrize("room", [None, "Open"])
def test_each_board_of_a_match_reports_what_the_match_loses(room):
    info = Info(event="Cup, 2026", teams=("A|B", "C"), room=room)
    boards = [Board(number=number, info=info, deal=ANY_DEAL) for number in (1, 2)]
    _, losses = written(boards)
    named = {loss.field: tuple(loss.boards) for loss in losses if "no bars" in loss.reason}
    assert named == {Field.INFO_EVENT: ("1", "2"), Field.INFO_TEAMS: ("1", "2")}


def test_what_nothing_is_left_of_is_dropped_and_not_changed():
    board = Board(number=1, deal=ANY_DEAL, info=Info(event="|"), result=Result(ns=9))
    _, losses = written([board])
    kinds = {loss.field: loss.kind for loss in losses}
    assert kinds[Field.INFO_EVENT] is LossKind.DROPPED
    assert kinds[Field.RESULT] is LossKind.DROPPED
