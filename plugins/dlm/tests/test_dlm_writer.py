"""Writing DLM files: what the dealing program accepts, and refusals that write nothing."""

from __future__ import annotations

import io
from pathlib import Path

import attrs
import pytest

import overtrick
from overtrick import (
    UNKNOWN,
    Board,
    BoardSet,
    Deal,
    Field,
    LossKind,
    Seat,
    Severity,
    Vulnerability,
    WriteError,
)
from overtrick.plugin import default_manager, make_write_context, write_stream
from overtrick_dlm.bookkeeping import BOOKKEEPER
from overtrick_dlm.letters import PLACEHOLDER
from overtrick_dlm.parsing import TEMPLATE, ignore, parse_document

DATA = Path(__file__).parent / "data"
DUPSOFT = (DATA / "dupsoft-32-boards.dlm").read_bytes()


def written(boards, **options) -> bytes:
    out = io.BytesIO()
    overtrick.write(boards, out, format="dlm", options=options)
    return out.getvalue()


def clean(data: bytes) -> BoardSet:
    """Read a file that must have nothing wrong with it."""
    boards = overtrick.read(data, format="dlm", sealed="show")
    assert boards.diagnostics == ()
    return boards


def bare(boards) -> list[Board]:
    """Return boards as another format would give them."""
    return [Board(number=b.number, dealer=b.dealer, vulnerability=b.vulnerability, deal=b.deal)
            for b in boards]  # fmt: skip


def test_a_new_file_has_99_boards_placeholders_and_crlf():
    data = written(bare(overtrick.read(DUPSOFT)))
    boards = clean(data)
    assert [board.number for board in boards] == list(range(1, 33))
    assert data.count(b"\r\n") == data.count(b"\n") == 10 + 2 * 99
    assert data.count(PLACEHOLDER) == 99 - 32
    assert data.startswith(b"[Document]\r\nHeadline=\r\nStatus=Show\r\nDuplicates=0\r\n")


def test_a_new_file_has_the_same_letters_as_the_dealing_program_s():
    new = parse_document(written(bare(overtrick.read(DUPSOFT))), ignore)
    old = parse_document(DUPSOFT, ignore)
    for number in range(1, 33):
        assert new.letters_of(number) == old.letters_of(number)


def test_options_set_headline_status_duplicates_and_startup():
    data = written(
        bare(overtrick.read(DUPSOFT)),
        headline="Tuesday",
        status="sealed",
        duplicates="2",
        startup="SuppressDeals=Yes;Makeable=1",
    )
    boards = clean(data)
    assert boards.header["dlm:headline"] == "Tuesday"
    assert boards.header["dlm:status"] == "Sealed"
    assert boards.header["dlm:duplicates"] == 2
    assert data.endswith(b"[STARTUP]\r\nSuppressDeals=Yes\r\nMakeable=1\r\n")
    assert not written(boards, startup="none").count(b"[STARTUP]")


def test_status_is_one_of_three():
    with pytest.raises(overtrick.OptionError, match="Show, Edit, Sealed"):
        written(bare(overtrick.read(DUPSOFT)), status="Hidden")


def test_an_edit_changes_the_lines_it_must_and_no_other():
    boards = overtrick.read(DUPSOFT)
    third, seventh = boards[2], boards[6]
    changed = list(boards)
    changed[2] = attrs.evolve(third, deal=seventh.deal)
    data = written(attrs.evolve(boards, boards=tuple(changed)))
    before, after = DUPSOFT.splitlines(), data.splitlines()
    assert [i for i, (a, b) in enumerate(zip(before, after, strict=True)) if a != b] == [19]
    assert clean(data)[2].deal == seventh.deal


def test_dropped_boards_do_not_stay_behind():
    boards = overtrick.read(DUPSOFT)
    data = written(attrs.evolve(boards, boards=boards.boards[:16]))
    assert [board.number for board in clean(data)] == list(range(1, 17))
    document = parse_document(data, ignore)
    assert all(document.letters_of(number) == PLACEHOLDER for number in range(17, 33))
    assert document.letters_of(33) == parse_document(DUPSOFT, ignore).letters_of(33)


def test_a_hole_is_filled_with_a_placeholder_and_said():
    boards = bare(overtrick.read(DUPSOFT))[:4]
    del boards[2]
    out = io.BytesIO()
    context = make_write_context(default_manager(), "dlm")
    write_stream(boards, out, context)
    found = [(item.code, item.severity) for item in context.diagnostics]
    assert found == [("DLM053", Severity.WARNING)]
    assert overtrick.read(out.getvalue(), errors="collect").diagnostics[0].code == "DLM040"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"number": 100}, "CORE071"),
        ({"number": 0}, "CORE071"),
        ({"number": None}, "DLM050"),
        ({"number": None, "missing": {"number": UNKNOWN}}, "DLM050"),
        ({"deal": None}, "CORE070"),
        ({"deal": None, "missing": {"deal": UNKNOWN}}, "CORE070"),
        ({"deal": Deal.parse("N:AK.QJ.T9.87 - - -")}, "CORE070"),
        ({"number": 2}, "DLM054"),
    ],
)
def test_what_cannot_be_written_is_an_error_and_nothing_is_written(tmp_path, change, code):
    boards = bare(overtrick.read(DUPSOFT))[:2]
    boards[0] = attrs.evolve(boards[0], **change)
    target = tmp_path / "out.dlm"
    with pytest.raises(WriteError, match=code):
        overtrick.write(boards, target)
    assert list(tmp_path.iterdir()) == []


def test_no_board_is_an_error():
    with pytest.raises(WriteError, match="DLM055"):
        written([])


@pytest.mark.parametrize(
    "options",
    [{"headline": "two\nlines"}, {"headline": "♠"}, {"startup": "nonsense"}, {"duplicates": 100}],
)
def test_options_that_cannot_stand_in_the_file_are_refused(options):
    with pytest.raises(WriteError, match="DLM052"):
        written(bare(overtrick.read(DUPSOFT)), **options)


def test_dealer_and_vulnerability_that_do_not_follow_from_the_number_are_reported():
    board = bare(overtrick.read(DUPSOFT))[0]
    odd = attrs.evolve(board, dealer=Seat.WEST, vulnerability=Vulnerability.BOTH)
    report = overtrick.write([odd], io.BytesIO(), format="dlm")
    assert {loss.field for loss in report} == {Field.DEALER, Field.VULNERABILITY}
    blank = attrs.evolve(board, dealer=None, vulnerability=None, missing={"vulnerability": UNKNOWN})
    report = overtrick.write([blank], io.BytesIO(), format="dlm")
    assert {loss.kind for loss in report} == {LossKind.DEFAULTED}
    assert report.is_lossless


def test_a_file_with_wrong_checksums_is_written_with_right_ones():
    wrong = DUPSOFT.replace(b"napm018", b"napm019").replace(b"\nChecksum=32", b"\nChecksum=99")
    boards = overtrick.read(wrong, errors="collect")
    assert written(boards) == DUPSOFT


def test_a_damaged_source_is_laid_out_anew():
    cut = overtrick.read(DUPSOFT[:3000], errors="collect")
    boards = clean(written(cut))
    assert len(boards) == len(cut) == 32 - sum(b.number > len(cut) for b in overtrick.read(DUPSOFT))


def test_copies_dealt_move_the_checksum_and_nothing_else():
    data = BOOKKEEPER.with_counters(DUPSOFT, {1: 3, 2: 3})
    before, after = DUPSOFT.splitlines(), data.splitlines()
    assert [i for i, (a, b) in enumerate(zip(before, after, strict=True)) if a != b] == [
        11, 13, 14, 16,
    ]  # fmt: skip
    assert clean(data)[0].extras["dlm:duplicates"] == 3
    assert BOOKKEEPER.counters(data)[2] == 3
    assert BOOKKEEPER.with_counters(data, {1: 1, 2: 1}) == DUPSOFT


def next_board(data):
    return overtrick.read(data).header.get("dlm:next_board", 0)


def test_the_next_board_moves_only_where_the_sets_are_limited():
    boards = bare(overtrick.read(DUPSOFT))[:4]
    limited = written(boards, duplicates=1)
    assert next_board(BOOKKEEPER.with_counters(limited, {1: 1})) == 2
    assert next_board(BOOKKEEPER.with_counters(limited, {1: 1, 3: 1})) == 2
    assert next_board(BOOKKEEPER.with_counters(limited, {1: 1, 2: 1})) == 3
    assert next_board(BOOKKEEPER.with_counters(limited, dict.fromkeys(range(1, 5), 1))) == 0
    clean(BOOKKEEPER.with_counters(limited, {1: 1, 2: 1}))
    assert next_board(BOOKKEEPER.with_counters(written(boards), {1: 1})) == 0


def test_bookkeeping_refuses_what_cannot_be():
    with pytest.raises(ValueError, match="boards are 1 to 99"):
        BOOKKEEPER.with_counters(TEMPLATE, {100: 1})
    with pytest.raises(overtrick.ParseError):
        BOOKKEEPER.with_counters(DUPSOFT[:500], {1: 1})
