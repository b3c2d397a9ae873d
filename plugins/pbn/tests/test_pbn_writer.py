"""The writer: which style it takes, encodings, losses that PBN cannot help, flat memory."""

from __future__ import annotations

import io
import tracemalloc

import attrs
import pytest

import overtrick
from overtrick import (
    Auction,
    Board,
    CallEntry,
    Extras,
    Field,
    Grid,
    Info,
    LossKind,
    Result,
    Seat,
    WriteError,
)
from overtrick_pbn.options import WriteOptions


def write(boards, **options):
    sink = io.BytesIO()
    report = overtrick.write(boards, sink, format="pbn", options=options or None)
    return sink.getvalue(), report


def read(data):
    return overtrick.read(data, format="pbn")


def test_boards_of_another_format_are_exported_and_those_of_pbn_preserved():
    board = Board(number=1)
    assert b"% EXPORT" in write([board])[0]
    text = b'[Board "1"] ; no header\n'
    assert write(read(text))[0] == text
    assert b"% EXPORT" in write(read(text), style="export")[0]


def test_the_options_are_those_that_the_documentation_names():
    assert [field.name for field in attrs.fields(WriteOptions)] == [
        "style",
        "encoding",
        "creator",
        "long_values",
    ]


def named(event):
    return Board(number=1, info=Info(event=event))


def test_latin_1_is_the_encoding_as_long_as_it_will_do():
    data, report = write([named("plain"), named("Chorz\u00f3w")])
    assert "Chorz\u00f3w".encode("latin-1") in data
    assert b"Content-type" not in data
    assert len(report) == 0
    assert [board.info.event for board in read(data)] == ["plain", "Chorz\u00f3w"]


@pytest.mark.parametrize("position", [0, 1, 2])
def test_one_character_outside_latin_1_makes_the_whole_file_utf_8(position):
    names = ["Chorz\u00f3w", "plain", "B\u00f6rn"]
    names[position] = "Krak\u00f3w \u2660"
    data, _ = write([named(name) for name in names])
    assert data.split(b"\r\n")[2] == b"%Content-type: text/x-pbn; charset=UTF-8"
    assert [board.info.event for board in read(data)] == names
    data.decode("utf-8")


def test_latin_1_that_would_be_taken_for_utf_8_is_written_as_utf_8():
    data, _ = write([named("\u00c3\u00a9")])
    assert b"charset=UTF-8" in data
    assert read(data)[0].info.event == "\u00c3\u00a9"


@pytest.mark.slow
def test_a_file_too_long_for_memory_is_written_in_either_encoding():
    boards = [named("Chorz\u00f3w " + "x" * 200) for _ in range(8000)]
    data, _ = write(boards)
    assert data.count(b"Chorz\xf3w") == 8000
    data, _ = write([*boards, named("\u2660")])
    assert data.decode("utf-8").count("Chorz\u00f3w") == 8000


def test_latin_1_by_wish_refuses_what_it_lacks():
    with pytest.raises(WriteError) as caught:
        write([named("\u2660")], encoding="latin-1")
    assert caught.value.diagnostic.code == "PBN902"


def test_utf_8_by_wish_is_declared():
    data, _ = write([named("plain")], encoding="utf-8")
    assert data.startswith(b"% PBN 2.1\r\n% EXPORT\r\n%Content-type: text/x-pbn; charset=UTF-8\r\n")


def test_the_creator_is_named_by_wish():
    data, _ = write([named("plain")], creator="Club Manager 3")
    assert data.split(b"\r\n")[2] == b"%Creator: Club Manager 3"


def test_the_escape_lines_of_a_file_are_kept_in_an_export():
    text = b'% PBN 1.0\n%BCOptions Float\n%Content-type: text/x-pbn; charset=UTF-8\n[Board "1"]\n'
    data, _ = write(read(text), style="export")
    assert data.split(b"\r\n")[:4] == [b"% PBN 2.1", b"% EXPORT", b"%BCOptions Float", b""]


def diagnostics_of(boards, **options):
    from overtrick.plugin import default_manager, make_write_context, write_stream

    context = make_write_context(default_manager(), "pbn", options=options or None)
    sink = io.BytesIO()
    write_stream(boards, sink, context)
    return sink.getvalue(), context


def test_a_value_too_long_for_a_line_is_kept_with_a_warning():
    data, context = diagnostics_of([named("x" * 300)])
    assert b"x" * 300 in data
    assert [item.code for item in context.diagnostics] == ["PBN901"]
    assert context.diagnostics[0].location.board == 1
    assert len(context.losses.report()) == 0


def test_a_value_too_long_for_a_line_is_cut_by_wish():
    data, context = diagnostics_of([named('"' * 300)], long_values="cut")
    assert 252 <= max(map(len, data.split(b"\r\n"))) <= 253
    (loss,) = context.losses.report()
    assert (loss.field, loss.kind) == (Field.INFO_EVENT, LossKind.DROPPED)


def test_a_row_too_long_for_a_line_is_divided_and_comes_back():
    grid = Grid(
        name="ScoreTable",
        columns=(overtrick.Column(name="Names_NS"), overtrick.Column(name="Names_EW")),
        rows=(("a b" * 60, "c d" * 60),),
    )
    data, context = diagnostics_of([Board(grids=(grid,))])
    assert max(map(len, data.split(b"\r\n"))) <= 253
    assert [item.code for item in context.diagnostics] == ["PBN903"]
    assert read(data)[0].grids == (grid,)


def test_an_auction_that_another_than_the_dealer_begins_is_written_with_a_warning():
    board = Board(number=1, dealer=Seat.NORTH, auction=Auction.of(Seat.WEST, "1C"))
    data, context = diagnostics_of([board])
    assert b'[Auction "W"]' in data
    assert [item.code for item in context.diagnostics] == ["PBN904"]


def losses(board):
    _, report = write([board])
    return {(loss.field, loss.kind) for loss in report}


def test_what_pbn_cannot_carry_is_reported_once_for_each_board():
    entries = tuple(CallEntry(call=overtrick.PASS, note=f"n{number}") for number in range(40))
    _, report = write([Board(auction=Auction(dealer=Seat.NORTH, entries=entries))] * 2)
    counts = {(loss.field, loss.kind): loss.count for loss in report}
    assert counts[Field.AUCTION_NOTES, LossKind.APPROXIMATED] == 2
    assert counts[Field.AUCTION_COMMENTS, LossKind.APPROXIMATED] == 2


@pytest.mark.parametrize(
    ("board", "field", "kind"),
    [
        (named("two\nlines"), Field.INFO_EVENT, LossKind.APPROXIMATED),
        (named("#"), Field.INFO_EVENT, LossKind.APPROXIMATED),
        (named("?"), Field.INFO_EVENT, LossKind.APPROXIMATED),
        (Board(number=1, name="A"), Field.NAME, LossKind.DROPPED),
        (Board(result=Result(tricks=9, ns=9)), Field.RESULT, LossKind.APPROXIMATED),
        (Board(extras=Extras({"pbn:stray": ("x",)})), Field.EXTRAS, LossKind.DROPPED),
        (Board(extras=Extras({"pbn:Deal": "x"})), Field.EXTRAS, LossKind.DROPPED),
        (Board(extras=Extras({"pbn:play.notes": ("x",)})), Field.EXTRAS, LossKind.DROPPED),
        (Board(grids=(Grid(name="Bare"),)), Field.GRIDS, LossKind.DROPPED),
        (
            Board(auction=Auction.of(Seat.EAST, "1C")),
            Field.DEALER,
            LossKind.DEFAULTED,
        ),
    ],
)
def test_each_loss_has_its_field_and_kind(board, field, kind):
    assert (field, kind) in losses(board)


def test_a_board_that_pbn_carries_whole_has_no_loss():
    board = Board(number=1, dealer=Seat.NORTH, info=Info(event='a "b" \\S {c} ; [d]'))
    assert losses(board) == set()


@pytest.mark.slow
def test_the_boards_are_consumed_one_by_one_in_flat_memory():
    def peak(count, **options):
        board = read(b'[Event "##Cup"]\n[Site "#"]\n[Board "1"]\n{comment}\n\n' * 2)[1]
        tracemalloc.start()
        overtrick.write((board for _ in range(count)), _Nowhere(), format="pbn", options=options)
        _, high = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return high

    for options in ({"style": "export", "encoding": "latin-1"}, {"style": "preserve"}):
        peak(300, **options)
        # A board that is kept would cost more than a thousand bytes.
        assert peak(2000, **options) < peak(200, **options) + 500_000


class _Nowhere(io.RawIOBase):
    def writable(self):
        return True

    def write(self, data):
        return len(data)
