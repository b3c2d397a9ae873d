"""Preserving style: untouched bytes stay, an edit changes its own bytes only."""

from __future__ import annotations

import io
from pathlib import Path

import attrs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import overtrick
from overtrick import Auction, Board, Column, Contract, Extras, Grid, Play, Result, Score, Seat
from overtrick_testing import changes, strategies

LAW = settings(deadline=None, suppress_health_check=list(HealthCheck))

FILE = """% PBN 2.1
% Creator: a program
%BCOptions Float Justify

{before the first tag}
[Event "##Cup"]
[Site "Paris"] ; by the Seine
[ Date "2020.01.01" ] [Board "1"]
[West "W"]
[North "N"]\t[East "E"]
[South "So"]
[Dealer "n"]
[Vulnerable "Both"]
[Deal "S:AKQ.JT9.876.5432 J.8765432.5432.A T98765432..AKQ.K .AKQ.JT9.QJT9876"]
[Scoring "IMP;Cross"]
[Declarer "S"]
[Contract "3N"]
[Result "NS 9"]
{two
lines}
[BidSystemNS "SAYC"]
% vendor line
[Auction "N"]
1D  1S {x} 3H =1= 4S!
AP
[Note "1: weak"]
[Play "W"]
SK H3 S4 S3
- - - H2
*
[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]
N NT 7
N  S 8
[Custom "value"]
a "b c" d


[Site "#"]
[Board "2"]
[Dealer "E"]
[Vulnerable "NS"]
[Deal "N:- - - -"]

[Site "Rome"]
[Board "3"]
[Note "stray"]

[Site "#"]
[Board "4"]
[Event "##League"]

[Board "5"]"""


def read(data, **options):
    return overtrick.read(data, format="pbn", errors="collect", **options)


def preserve(boards, header=None, file=None):
    sink = io.BytesIO()
    found = read(file if file is not None else FILE.encode())
    whole = overtrick.BoardSet(
        boards=tuple(boards), header=found.header if header is None else header, format="pbn"
    )
    report = overtrick.write(whole, sink, format="pbn")
    return sink.getvalue(), report


def edit(change, number=0, text=FILE):
    """Return the file with one board changed, and the loss report."""
    boards = list(read(text.encode()))
    boards[number] = change(boards[number])
    data, report = preserve(boards, file=text.encode())
    return data.decode(), report


VARIANTS = {
    "lf": FILE.encode(),
    "crlf": FILE.replace("\n", "\r\n").encode(),
    "cr": FILE.replace("\n", "\r").encode(),
    "mixed": FILE.replace("\n", "\r\n", 9).encode(),
    "bom": b"\xef\xbb\xbf" + FILE.encode(),
    "latin-1": FILE.replace("Paris", "Chorz\u00f3w").encode("latin-1"),
    "utf-8": FILE.replace("Paris", "\u2660 Chorz\u00f3w").encode(),
    "cp1252": FILE.replace("Paris", "K\u2019s \u2014").encode("cp1252"),
    "embedded": b"<html>\n<PBN>\n" + FILE.encode() + b"\n</PBN>\n</html>\n",
    "unreadable": FILE.replace("4S!", "4Z!").encode(),
    "no blank lines": FILE.replace("\n\n", "\n").encode(),
    "header only": b"% PBN 2.1\r\n% EXPORT\r\n",
    "statistics": FILE.encode() + b"\n\nGenerated 2922012 hands\nProduced 10 hands\n",
    "repeated tags": FILE.replace('[West "W"]', '[West "W"]\n[West "X"]').encode(),
    "missing quote": FILE.replace('[South "So"]', '[South "So]').encode(),
}


@pytest.mark.parametrize("name", VARIANTS)
def test_an_untouched_file_is_written_back_byte_for_byte(name):
    data = VARIANTS[name]
    boards = read(data)
    written, report = preserve(boards, boards.header, data)
    assert written == data
    assert len(report) == 0


def corpus():
    """The real files beside this checkout, and those of the tests."""
    for folder in Path(__file__).resolve().parents:
        shared = folder / "shared"
        if (shared / "corpus").is_dir():
            files = [*(shared / "corpus").rglob("*.pbn"), *(shared / "golden").glob("*.pbn")]
            return sorted(path for path in files if path.stat().st_size < 1_000_000)
    return []


@pytest.mark.slow
@pytest.mark.skipif(not corpus(), reason="the corpus of real files is not beside this checkout")
def test_every_real_file_is_written_back_byte_for_byte():
    assert len(corpus()) > 100
    different = []
    for path in corpus():
        sink = io.BytesIO()
        report = overtrick.write(read(path), sink, format="pbn")
        if sink.getvalue() != path.read_bytes() or len(report):
            different.append(path.name)
    assert different == []


@pytest.mark.slow
@pytest.mark.skipif(not corpus(), reason="the corpus of real files is not beside this checkout")
def test_real_files_come_back_from_export_but_for_what_is_reported():
    different = []
    for path in corpus()[::6]:
        boards = read(path)
        sink = io.BytesIO()
        report = overtrick.write(boards, sink, format="pbn", options={"style": "export"})
        again = read(sink.getvalue())
        if changes(boards, again).keys() - report.by_field().keys():
            different.append(path.name)
    assert different == []


def export(board):
    sink = io.BytesIO()
    overtrick.write([board], sink, format="pbn", options={"style": "export"})
    return sink.getvalue()


def event(text):
    return lambda board: attrs.evolve(board, info=attrs.evolve(board.info, event=text))


TAG_EDITS = {
    "site": (
        lambda b: attrs.evolve(b, info=attrs.evolve(b.info, site='a "b" \\ c')),
        '"Paris"',
        '"a \\"b\\" \\\\ c"',
    ),
    "date": (
        lambda b: attrs.evolve(b, info=attrs.evolve(b.info, date="2021.02.03")),
        '"2020.01.01"',
        '"2021.02.03"',
    ),
    "number": (lambda b: attrs.evolve(b, number=17), '"1"', '"17"'),
    "name": (lambda b: attrs.evolve(b, number=None, name="A1"), '"1"', '"A1"'),
    "player": (
        lambda b: attrs.evolve(b, info=attrs.evolve(b.info, players=("N", "Eve", "So", "W"))),
        '"E"',
        '"Eve"',
    ),
    "dealer": (lambda b: attrs.evolve(b, dealer=Seat.SOUTH), '[Dealer "n"', '[Dealer "S"'),
    "vulnerability": (
        lambda b: attrs.evolve(b, vulnerability=overtrick.Vulnerability.NS),
        '"Both"',
        '"NS"',
    ),
    "deal": (
        lambda b: attrs.evolve(b, deal=overtrick.Deal.parse("N:A... - - -")),
        '"S:AKQ.JT9.876.5432 J.8765432.5432.A T98765432..AKQ.K .AKQ.JT9.QJT9876"',
        '"S:- - A... -"',
    ),
    "scoring": (lambda b: attrs.evolve(b, scoring="MP"), '"IMP;Cross"', '"MP"'),
    "contract": (
        lambda b: attrs.evolve(b, contract=Contract.parse("4SX", declarer=Seat.SOUTH)),
        '"3N"',
        '"4SX"',
    ),
    "declarer": (
        lambda b: attrs.evolve(b, contract=Contract.parse("3NT", declarer=Seat.NORTH)),
        '[Declarer "S"',
        '[Declarer "N"',
    ),
    "result": (lambda b: attrs.evolve(b, result=Result(tricks=7)), '"NS 9"', '"7"'),
    "extra": (
        lambda b: attrs.evolve(b, extras=b.extras.with_items({"pbn:BidSystemNS": "Acol"})),
        '"SAYC"',
        '"Acol"',
    ),
    "section value": (
        lambda b: attrs.evolve(b, extras=b.extras.with_items({"pbn:Custom": "other"})),
        '"value"',
        '"other"',
    ),
    "tag dropped": (
        lambda b: attrs.evolve(b, scoring=None),
        '[Scoring "IMP;Cross"]\n',
        "",
    ),
    "tag inserted": (
        lambda b: attrs.evolve(b, info=attrs.evolve(b.info, room="Open")),
        '[BidSystemNS "SAYC"]\n% vendor line',
        '[BidSystemNS "SAYC"]\n% vendor line\n[Room "Open"]',
    ),
    "score inserted": (
        lambda b: attrs.evolve(b, score=Score(ns=420)),
        "% vendor line",
        '% vendor line\n[Score "NS 420"]',
    ),
    "comment": (
        lambda b: attrs.evolve(
            b,
            extras=b.extras.with_items(
                {
                    "pbn:comments": tuple(
                        (place, "new" if place == "Result" else text)
                        for place, text in b.extras["pbn:comments"]
                    )
                }
            ),
        ),
        "{two\nlines}",
        "{new}",
    ),
    "table": (
        lambda b: attrs.evolve(b, grids=tuple(attrs.evolve(g, rows=g.rows[:1]) for g in b.grids)),
        "N NT 7\nN  S 8",
        "N NT  7",
    ),
    "section dropped": (
        lambda b: attrs.evolve(b, grids=b.grids[:1], extras=b.extras.without("pbn:Custom")),
        '[Custom "value"]\na "b c" d\n',
        "",
    ),
    "play dropped": (
        lambda b: attrs.evolve(b, play=None),
        '[Play "W"]\nSK H3 S4 S3\n- - - H2\n*\n',
        "",
    ),
    "auction": (
        lambda b: attrs.evolve(b, auction=Auction.of(Seat.NORTH, "1C Pass Pass Pass")),
        '1D  1S {x} 3H =1= 4S!\nAP\n[Note "1: weak"]\n',
        "1C Pass Pass Pass\n",
    ),
    "play": (
        lambda b: attrs.evolve(b, play=Play.of(Seat.WEST, "SK H3 S4 S3", "C2 C3 C4 C5")),
        "- - - H2\n*",
        "C2 C3 C4 C5",
    ),
    "table inserted": (
        lambda b: attrs.evolve(
            b,
            grids=(*b.grids, Grid(name="NewTable", columns=(Column(name="A"),), rows=(("1",),))),
        ),
        '"b c" d',
        '"b c" d\n[NewTable "A"]\n1',
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"], ids=["lf", "crlf", "cr"])
@pytest.mark.parametrize("name", TAG_EDITS)
def test_an_edit_changes_its_own_bytes_only(name, newline):
    change, before, after = TAG_EDITS[name]
    text = FILE.replace("\n", newline)
    before, after = before.replace("\n", newline), after.replace("\n", newline)
    assert before in text
    written, report = edit(change, text=text)
    expected = text.replace(before, after, 1)
    if name == "site":
        # The next game inherits the site that was.
        expected = expected.replace('"#"', '"Paris"', 1)
    assert written == expected
    assert len(report) == 0, report.summary()
    assert read(written.encode())[0] == change(read(text.encode())[0])


def test_a_tag_that_inherits_is_replaced_where_its_value_changes():
    written, report = edit(
        lambda b: attrs.evolve(b, info=attrs.evolve(b.info, site="Oslo")), number=1
    )
    # The last game inherits its site, too: from Rome, which has not changed.
    assert written == FILE.replace('[Site "#"]', '[Site "Oslo"]', 1)
    assert len(report) == 0


def test_a_value_that_others_inherit_is_written_out_where_they_stand():
    boards = list(read(FILE.encode()))
    boards[0] = attrs.evolve(boards[0], info=attrs.evolve(boards[0].info, site="Oslo"))
    written, _ = preserve(boards)
    assert [board.info.site for board in read(written)] == ["Oslo", "Paris", "Rome", "Rome", None]
    assert written.decode() == FILE.replace('"Paris"', '"Oslo"').replace('"#"', '"Paris"', 1)


def test_what_stood_behind_a_dropped_board_still_has_its_inherited_values():
    boards = list(read(FILE.encode()))
    written, report = preserve(boards[1:])
    again = read(written)
    assert list(again) == boards[1:]
    assert again[0].info.event == "Cup"
    assert again[0].info.site == "Paris"
    assert len(report) == 0


@LAW
@given(st.permutations(range(5)), st.integers(0, 5))
def test_boards_in_any_order_and_number_say_what_they_said(order, count):
    boards = list(read(FILE.encode()))
    chosen = [boards[index] for index in order[:count]]
    written, _ = preserve(chosen)
    again = read(written)
    assert len(again) == count
    for board, found in zip(chosen, again, strict=True):
        # A value that a ## before the game would give it is stated as empty.
        blank = attrs.evolve(found.info, event=found.info.event or board.info.event)
        assert attrs.evolve(found, info=blank) == board


def test_a_board_of_another_format_is_written_with_what_it_states():
    boards = list(read(FILE.encode()))
    new = Board(number=9, dealer=Seat.NORTH, info=overtrick.Info(event="Cup"))
    written, _ = preserve([boards[0], new, *boards[1:]])
    again = read(written)
    assert again[1] == new
    assert again[0] == boards[0]
    assert list(again)[2:] == boards[1:]
    assert b'[Event "Cup"]\n[Board "9"]\n[Dealer "N"]\n\n' in written


def test_the_last_board_without_a_line_end_can_be_moved_to_the_front():
    boards = list(read(b'[Board "1"]\n[Site "a"]\n\n[Board "2"]'))
    written, _ = preserve([boards[1], boards[0]], file=b"% PBN 2.1\n")
    assert written == b'% PBN 2.1\n[Board "2"]\n\n[Board "1"]\n[Site "a"]\n\n'


def test_an_embedding_document_ends_behind_the_last_board_that_is_written():
    data = VARIANTS["embedded"]
    found = read(data)
    written, report = preserve([found[4], found[0]], found.header, data)
    assert written.startswith(b"<html>\n<PBN>\n")
    assert written.endswith(b"</PBN>\n</html>\n")
    assert written.count(b"</PBN>") == 1
    assert [board.number for board in read(written)] == [5, 1]
    assert len(report) == 0


def test_without_the_board_before_it_the_end_of_a_document_is_reported():
    data = VARIANTS["embedded"]
    found = read(data)
    written, report = preserve(list(found)[:4], found.header, data)
    assert written.endswith(b"</PBN>\n")
    assert [loss.field for loss in report] == [overtrick.Field.HEADER]


def test_a_change_that_latin_1_lacks_makes_that_game_utf_8_with_a_warning():
    data = VARIANTS["latin-1"]
    found = list(read(data))
    found[0] = event("Krak\u00f3w \u2660")(found[0])
    sink = io.BytesIO()
    target = overtrick.BoardSet(boards=tuple(found), header=read(data).header, format="pbn")
    overtrick.write(target, sink, format="pbn")
    again = read(sink.getvalue())
    assert again[0].info.event == "Krak\u00f3w \u2660"
    assert again[0].info.site == "Chorz\u00f3w"


def test_a_change_within_latin_1_stays_latin_1():
    data = VARIANTS["latin-1"]
    found = list(read(data))
    found[0] = attrs.evolve(found[0], scoring="B\u00f6rn")
    written, _ = preserve(found, file=data)
    assert written == data.replace(b'"IMP;Cross"', '"B\u00f6rn"'.encode("latin-1"))


def test_a_header_value_that_changes_is_written_out_where_it_was_inherited():
    written, _ = edit(event("League"))
    games = written.split("\n\n")
    assert '[Event "League"]' in games[1]
    assert [board.info.event for board in read(written.encode())][:3] == ["League", "Cup", "Cup"]


def test_a_declarer_of_the_other_side_takes_the_result_along():
    new = Contract.parse("3NT", declarer=Seat.WEST)
    written, report = edit(lambda b: attrs.evolve(b, contract=new))
    expected = FILE.replace('[Declarer "S"', '[Declarer "W"').replace('"NS 9"', '"9"')
    assert written == expected
    assert len(report) == 0


def test_an_unreadable_auction_stays_when_something_else_changes():
    text = FILE.replace("4S!", "4Z!")
    written, report = edit(lambda b: attrs.evolve(b, scoring="MP"), text=text)
    assert written == text.replace('"IMP;Cross"', '"MP"')
    assert len(report) == 0


def test_an_unreadable_auction_is_replaced_by_a_new_one():
    text = FILE.replace("4S!", "4Z!")
    new = Auction.of(Seat.NORTH, "1C Pass Pass Pass")
    written, _ = edit(lambda b: attrs.evolve(b, auction=new), text=text)
    assert "4Z" not in written
    assert read(written.encode())[0].auction == new


QUIZ = '[Board "1"]\n[Scoring "IMP"]\n[Auction "N"]\n1NT Pass ___ $2\n2C =1=\n[Note "1:asks"]\n'


def test_what_is_not_told_of_an_auction_stays_when_something_else_changes():
    written, report = edit(lambda b: attrs.evolve(b, scoring="MP"), text=QUIZ)
    assert written == QUIZ.replace('"IMP"', '"MP"')
    assert len(report) == 0


def test_an_auction_that_is_not_told_to_its_end_is_replaced_by_a_new_one():
    new = Auction.of(Seat.NORTH, "1C Pass Pass Pass")
    written, _ = edit(lambda b: attrs.evolve(b, auction=new), text=QUIZ)
    assert "2C" not in written
    assert read(written.encode())[0].auction == new


def test_only_what_an_edit_cannot_say_is_reported():
    text = FILE.replace("4S!", "4Z!")
    written, report = edit(lambda b: attrs.evolve(b, scoring="M\tP"), text=text)
    assert written == text.replace('"IMP;Cross"', '"M P"')
    assert [loss.field for loss in report] == [overtrick.Field.SCORING]


def test_a_file_without_a_header_says_its_version_only():
    sink = io.BytesIO()
    overtrick.write([Board(number=1)], sink, format="pbn", options={"style": "preserve"})
    assert sink.getvalue() == b'% PBN 2.1\r\n\r\n[Board "1"]\r\n\r\n'


def strings():
    return st.text(
        st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=20
    ).filter(lambda text: text != "?" and not text.startswith("#"))


@LAW
@given(
    st.sampled_from(["event", "site", "date", "room"]),
    strings(),
    st.integers(0, 4),
)
def test_any_text_in_any_game_changes_nothing_but_its_tag(field, text, number):
    boards = list(read(FILE.encode()))
    info = attrs.evolve(boards[number].info, **{field: text})
    boards[number] = attrs.evolve(boards[number], info=info)
    written, report = preserve(boards)
    assert list(read(written)) == boards
    assert len(report) == 0
    before, after = FILE.splitlines(), written.decode().splitlines()
    # At most the tag itself and one that inherited its value have changed.
    assert len([line for line in after if line not in before]) <= 3


def test_extras_of_other_formats_are_reported_by_the_core_alone():
    foreign = Extras({"dlm:duplicates": 1})
    written, report = edit(lambda b: attrs.evolve(b, extras=b.extras.with_items(dict(foreign))))
    assert written == FILE
    assert [loss.field for loss in report] == [overtrick.Field.EXTRAS]


FIELDS = (
    "number",
    "dealer",
    "vulnerability",
    "deal",
    "scoring",
    "contract",
    "result",
    "score",
    "auction",
    "play",
    "info",
    "grids",
)


@LAW
@given(
    strategies.boards(nasty=True) | strategies.boards(consistent=True),
    st.sets(st.sampled_from(FIELDS), min_size=1, max_size=4),
    st.integers(0, 4),
)
def test_any_edit_is_said_or_reported_and_leaves_the_others_alone(source, names, number):
    boards = list(read(FILE.encode()))
    boards[number] = attrs.evolve(boards[number], **{name: getattr(source, name) for name in names})
    written, report = preserve(boards)
    again = list(read(written))
    assert len(again) == len(boards)
    for index, (found, board) in enumerate(zip(again, boards, strict=True)):
        if index != number:
            assert found == board
        elif len(report) == 0:
            assert export(found) == export(board)


def test_two_tags_dropped_from_one_line_leave_no_empty_line_behind():
    def change(board):
        info = attrs.evolve(board.info, date=None)
        return attrs.evolve(board, number=None, info=info)

    written, _ = edit(change)
    assert written == FILE.replace('[ Date "2020.01.01" ] [Board "1"]\n', "")
    assert len(read(written.encode())) == 5


def test_what_nobody_changed_is_not_read_again(monkeypatch):
    read_again = []
    monkeypatch.setattr("overtrick_pbn.write.preserve.file.reread", read_again.append)
    boards = read(FILE.encode())
    written, _ = preserve(boards)
    assert written == FILE.encode()
    assert read_again == []


def test_a_board_that_was_made_anew_is_compared_with_its_source():
    boards = [attrs.evolve(board) for board in read(FILE.encode())]
    assert not any(board.is_as_read for board in boards)
    assert preserve(boards)[0] == FILE.encode()


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("gap", ["", "{nl}", "{nl} {nl}"])
def test_an_empty_line_stands_before_a_board_that_is_added(newline, gap):
    text = f'% PBN 2.1{newline}[Board "1"]{newline}{gap.format(nl=newline)}'
    boards = overtrick.read(text.encode(), format="pbn")
    sink = io.BytesIO()
    more = overtrick.BoardSet(boards=(*boards, Board(number=2)), header=boards.header)
    overtrick.write(more, sink, format="pbn", options={"style": "preserve"})
    assert sink.getvalue().decode().startswith(text)
    again = overtrick.read(sink.getvalue(), format="pbn", errors="collect")
    assert [board.number for board in again] == [1, 2]
    assert "PBN301" not in {found.code for found in again.diagnostics}
