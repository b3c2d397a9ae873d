"""Placeholders: boards that a file of 99 must have and that were never given."""

from __future__ import annotations

import io
from pathlib import Path

import attrs
import pytest

import overtrick
from overtrick import Board, Deal, Field, Severity, WriteError
from overtrick_dlm.bookkeeping import BOOKKEEPER
from overtrick_dlm.letters import PLACEHOLDER, decode_letters
from overtrick_dlm.parsing import ignore, parse_document

DATA = Path(__file__).parent / "data"
BOARDS = {
    board.number: Board(number=board.number, deal=board.deal)
    for board in overtrick.read(DATA / "dupsoft-32-boards.dlm", options={"all_boards": True})
}
SUITS = Deal.from_masks(*decode_letters(PLACEHOLDER))


def chosen(*numbers):
    return [BOARDS[number] for number in numbers]


def written(boards, **options) -> bytes:
    out = io.BytesIO()
    overtrick.write(boards, out, format="dlm", options=options)
    return out.getvalue()


def numbers_of(data, **options):
    boards = overtrick.read(data, format="dlm", options=options)
    return [board.number for board in boards]


def codes_of(data, **options):
    return [item.code for item in overtrick.read(data, format="dlm", options=options).diagnostics]


GAP = written(chosen(1, 8))


def test_the_boards_that_were_given_are_those_that_are_read():
    boards = overtrick.read(GAP)
    assert [(b.number, b.deal) for b in boards] == [(b.number, b.deal) for b in chosen(1, 8)]
    [note] = boards.diagnostics
    assert (note.code, note.severity) == ("DLM040", Severity.NOTE)
    assert note.message.endswith("(a complete suit in each hand): 6, boards 2-7")
    assert note.location.line == parse_document(GAP, ignore).boards[2].line


def test_an_option_keeps_them():
    assert numbers_of(GAP, placeholders="keep") == list(range(1, 9))
    assert codes_of(GAP, placeholders="keep") == []
    assert len(numbers_of(GAP, all_boards=True)) == 2
    assert len(numbers_of(GAP, all_boards=True, placeholders="keep")) == 99


@pytest.mark.parametrize("form", ["csv", "json", "pbn", "dlm"])
def test_the_next_conversion_takes_none_along(form):
    pytest.importorskip(f"overtrick_{form}")
    out = io.BytesIO()
    overtrick.write(overtrick.read(GAP), out, format=form)
    assert [b.number for b in overtrick.read(out.getvalue(), format=form)] == [1, 8]
    back = written(overtrick.read(out.getvalue(), format=form))
    assert numbers_of(back) == [1, 8]


@pytest.mark.parametrize("options", [{}, {"placeholders": "keep"}, {"all_boards": True},
                                     {"all_boards": True, "placeholders": "keep"}])  # fmt: skip
@pytest.mark.parametrize("last", [b"8", b"12"])
def test_a_file_that_is_not_touched_keeps_its_bytes(options, last):
    data = GAP.replace(b"To board=8\r", b"To board=%s\r" % last)
    data = data.replace(b"\nChecksum=8\r", b"\nChecksum=%s\r" % last)
    out = io.BytesIO()
    losses = overtrick.write(overtrick.read(data, options=options), out, format="dlm")
    assert out.getvalue() == data
    assert len(losses) == 0


def test_an_edit_keeps_the_gaps_of_the_file_and_reports_new_ones():
    boards = overtrick.read(written(chosen(1, 2, 3, 8)))
    assert numbers_of(written(boards)) == [1, 2, 3, 8]
    out = io.BytesIO()
    kept = attrs.evolve(boards, boards=(boards[0], boards[2], boards[3]))
    overtrick.write(kept, out, format="dlm")
    assert numbers_of(out.getvalue()) == [1, 3, 8]
    assert parse_document(out.getvalue(), ignore).is_placeholder(2)


def test_a_board_put_where_a_placeholder_was_is_a_board():
    boards = overtrick.read(GAP)
    more = attrs.evolve(boards, boards=(boards[0], BOARDS[5], boards[1]))
    assert numbers_of(written(more)) == [1, 5, 8]
    beyond = attrs.evolve(boards, boards=(*boards, BOARDS[12]))
    assert numbers_of(written(beyond)) == [1, 8, 12]
    everything = overtrick.read(GAP, options={"all_boards": True})
    beyond = attrs.evolve(everything, boards=(*everything, BOARDS[12]))
    assert numbers_of(written(beyond)) == [1, 8, 12]


def test_more_than_a_few_are_refused_unless_asked_for():
    assert numbers_of(written(chosen(1, 10))) == [1, 10]
    with pytest.raises(WriteError, match=r"DLM056: 9 board numbers .* at most 8") as caught:
        written(chosen(1, 11))
    assert "--renumber" in caught.value.diagnostic.hint
    assert "-O max-placeholders=97" in caught.value.diagnostic.hint
    assert numbers_of(written(chosen(1, 99), max_placeholders=97)) == [1, 99]
    with pytest.raises(WriteError, match="DLM056"):
        written(chosen(1, 3), max_placeholders=0)
    assert numbers_of(written(chosen(1, 2), max_placeholders=0)) == [1, 2]


def test_gaps_that_a_file_has_are_not_refused():
    boards = overtrick.read(written(chosen(1, 40), max_placeholders=97))
    assert numbers_of(written(boards)) == [1, 40]
    assert numbers_of(written(attrs.evolve(boards, boards=(*boards, BOARDS[41])))) == [1, 40, 41]


def test_only_the_letters_that_programs_write_are_a_placeholder():
    turned = [Board(number=number, deal=SUITS.rotated(number)) for number in (1, 2, 3)]
    data = written([*turned, BOARDS[4]])
    assert numbers_of(data) == [1, 2, 3, 4]
    assert codes_of(data) == []


def test_a_board_that_was_given_with_a_whole_suit_in_each_hand_is_a_loss():
    out = io.BytesIO()
    losses = overtrick.write([BOARDS[1], Board(number=2, deal=SUITS), BOARDS[3]], out, format="dlm")
    dropped = {loss.field for loss in losses if loss.kind == "dropped"}
    assert dropped == {Field.NUMBER, Field.DEAL}
    assert numbers_of(out.getvalue()) == [1, 3]
    assert numbers_of(out.getvalue(), placeholders="keep") == [1, 2, 3]


def test_a_board_that_was_dealt_is_a_board_whatever_its_letters():
    suits = Board(number=2, deal=SUITS, extras=overtrick.Extras({"dlm:duplicates": 1}))
    out = io.BytesIO()
    losses = overtrick.write([BOARDS[1], suits, BOARDS[3]], out, format="dlm")
    assert not [loss for loss in losses if loss.field is Field.DEAL]
    assert numbers_of(out.getvalue()) == [1, 2, 3]
    assert BOOKKEEPER.counters(out.getvalue())[2] == 1


def test_placeholders_have_no_counter_and_are_never_the_next_board():
    limited = written(chosen(1, 8), duplicates=1)
    assert BOOKKEEPER.counters(limited) == {1: 0, 8: 0}
    counted = BOOKKEEPER.with_counters(limited, {1: 1})
    assert parse_document(counted, ignore).number("Next board to duplimate", 0) == 8
    counted = BOOKKEEPER.with_counters(counted, {8: 1})
    assert parse_document(counted, ignore).number("Next board to duplimate", 9) == 0
    with pytest.raises(ValueError, match="board 2 is a placeholder"):
        BOOKKEEPER.with_counters(limited, {2: 1})


def test_a_file_of_placeholders_has_no_boards():
    data = written(chosen(1, 3)).replace(b"To board=3\r", b"To board=2\r")
    data = data.replace(b"From board=1\r", b"From board=2\r")
    data = data.replace(b"\nChecksum=3\r", b"\nChecksum=1\r")
    assert numbers_of(data) == []
    assert codes_of(data) == ["DLM030", "DLM040"]


@pytest.mark.parametrize(
    ("old", "new"),
    [(b"Status=Show", b"Status=show"), (b"\nChecksum=8\r", b"\nChecksum=9\r"),
     (b"To board=8\r\n", b""), (b"Duplicates 03=0\r\n", b"")],
)  # fmt: skip
def test_the_fixer_keeps_them_in_place(tmp_path, old, new):
    pytest.importorskip("click")
    from overtrick_cli.commands import run

    assert GAP.count(old) == 1
    file = tmp_path / "gap.dlm"
    file.write_bytes(GAP.replace(old, new))
    assert run(["check", "--fix", str(file)]) == 0
    assert file.read_bytes() == GAP
    assert numbers_of(file.read_bytes()) == [1, 8]
