"""Big Deal's CSV: its files byte for byte, every cell that can be wrong, what is written."""

from __future__ import annotations

import io
from pathlib import Path

import attrs
import pytest

import overtrick
from overtrick_csv.cells import split_line

DATA = Path(__file__).parent / "data"
FULL = (DATA / "full36.csv").read_bytes()


def real_files(kind):
    """Return the real files of a kind, which stand in a folder beside the repository."""
    for folder in Path(__file__).parents:
        found = folder / "shared" / "corpus" / "wild" / kind
        if found.is_dir():
            return sorted(found.iterdir())
    pytest.skip("the corpus of real files is not here")


LINE = FULL.split(b"\n")[0]


def collect(data):
    return overtrick.read(data, format="csv", errors="collect")


def written(boards):
    sink = io.BytesIO()
    report = overtrick.write(boards, sink, format="csv")
    return sink.getvalue(), report


@pytest.mark.parametrize("name", ["full36.csv", "mid.csv"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_a_file_of_big_deal_is_the_same_bytes_after_read_and_write(name, end):
    data = (DATA / name).read_bytes().replace(b"\n", end)
    boards = overtrick.read(data)
    assert boards.format == "csv"
    assert boards.diagnostics == ()
    assert written(boards) == (data, overtrick.LossReport())


def test_the_cells_are_read():
    boards = overtrick.read(DATA / "mid.csv")
    assert [board.number for board in boards] == list(range(5, 21))
    first = overtrick.read(FULL)[0]
    assert str(first.deal) == (
        "N:Q975.J7652.AT.QJ AJ43.A9.QJ73.AT8 T62.T43.95.K9732 K8.KQ8.K8642.654"
    )
    assert first.dealer is overtrick.Seat.NORTH
    assert first.vulnerability is overtrick.Vulnerability.NONE
    assert boards[0].origin.line == 1


def test_a_file_of_deal_convert_is_read_and_another_csv_is_not_taken():
    for path in real_files("csv"):
        if path.name.startswith("emkael"):
            boards = overtrick.read(path)
            assert len(boards) == 16
            assert written(boards)[0] == path.read_bytes()
        else:
            with pytest.raises(overtrick.UnknownFormatError):
                overtrick.detect(path)


@pytest.mark.parametrize(
    ("data", "code", "column"),
    [
        (LINE.replace(b',"N/-"', b""), "CSV010", 1),
        (LINE + b',"x"', "CSV010", 1),
        (LINE.replace(b'"Q975"', b'"Q975'), "CSV011", 1),
        (LINE.replace(b'"J7652"', b'"J76x2"'), "CSV020", 8),
        (LINE.replace(b'"J7652"', b'"J765"'), "CSV021", 1),
        (LINE.replace(b'"A9"', b'"AJ"'), "CSV022", 33),
        (LINE.replace(b'"1"', b'"0"'), "CSV030", 101),
        (LINE.replace(b'"1"', b'"one"'), "CSV030", 101),
        (LINE.replace(b'"N/-"', b'"N/?"'), "CSV031", 105),
    ],
)
def test_a_bad_cell_has_its_code_and_column(data, code, column):
    boards = collect(FULL.split(b"\n")[1] + b"\n" + data + b"\n" + FULL.split(b"\n")[2] + b"\n")
    first = boards.diagnostics[0]
    assert (first.code, first.location.line, first.location.column) == (code, 2, column)
    assert [board.number for board in boards if board.number != 1] in ([2, 3], [2, None, 3])
    assert boards[0].deal.is_complete
    assert boards[len(boards) - 1].deal.is_complete
    with pytest.raises(overtrick.FormatError, match=code):
        overtrick.read(data, format="csv")


@pytest.mark.parametrize(
    ("line", "cells"),
    [
        ("", [""]),
        (",", ["", ""]),
        ('a, b ,"c" , "d,e","f""g"', ["a", "b", "c", "d,e", 'f"g']),
        ('""', [""]),
        ('"""', None),
        ('a"b', None),
        ('"a"b', None),
        (" " * 4000 + '"', None),
        ('""' * 2000, ['"' * 1999]),
    ],
)
def test_a_line_is_cut_into_cells(line, cells):
    found = split_line(line)
    assert (None if found is None else [text for _, text in found]) == cells


def test_only_the_bad_cell_is_left_out():
    board = collect(LINE.replace(b'"N/-"', b'"N/?"'))[0]
    assert board.deal.is_complete
    assert (board.dealer, board.vulnerability, board.number) == (None, None, 1)
    board = collect(LINE.replace(b'"J7652"', b'"J76x2"'))[0]
    assert board.deal is None
    assert board.dealer is overtrick.Seat.NORTH


def test_missing_numbers_dealers_and_vulnerabilities_are_filled_in_and_said():
    deal = overtrick.read(FULL)[0].deal
    data, report = written([overtrick.Board(number=6, deal=deal), overtrick.Board(deal=deal)])
    assert data.endswith(b'"7","S/All"\n')
    assert {(loss.field.value, loss.kind.value, loss.count) for loss in report} == {
        ("number", "defaulted", 1), ("dealer", "defaulted", 2), ("vulnerability", "defaulted", 2),
    }  # fmt: skip


def test_a_dealer_that_does_not_follow_from_the_number_is_carried():
    board = overtrick.read(FULL)[0]
    odd = attrs.evolve(
        board, dealer=overtrick.Seat.WEST, vulnerability=overtrick.Vulnerability.BOTH
    )
    data, report = written([odd])
    assert len(report) == 0
    assert overtrick.read(data)[0] == odd


def test_what_cannot_be_written_is_refused(tmp_path):
    board = overtrick.read(FULL)[0]
    for bad, code in (
        (attrs.evolve(board, deal=None), "CORE070"),
        (attrs.evolve(board, deal=overtrick.Deal.parse("N:AK... - - -")), "CORE070"),
        (attrs.evolve(board, number=0), "CORE071"),
    ):
        with pytest.raises(overtrick.WriteError, match=code):
            overtrick.write([bad], tmp_path / "out.csv")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "data",
    [
        b"Board,Deal\n1,x\n", b'"a","b"\n' * 9, b",,,,,,,,,,,,,,,,,\n", b"1,2,3", b"\x00" * 50,
        b"Subfolder,Deal,NorthHand,EastHand\n2Club,1,S:Q65 H:864 D:KQ86 C:T87\n",
    ],
)  # fmt: skip
def test_other_csv_files_are_not_taken(data):
    with pytest.raises(overtrick.UnknownFormatError):
        overtrick.detect(data, path="other.csv")


@pytest.mark.parametrize(
    ("old", "new"), [("", ""), ("A", "a"), ("K", "A"), ('"', ""), ('","', '", "'), ("N/", "?/")]
)
def test_a_line_is_the_same_read_in_one_go_or_cell_by_cell(monkeypatch, old, new):
    deal = overtrick.Deal.parse(
        "N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543"
    )
    board = overtrick.Board(number=1, deal=deal, dealer=overtrick.Seat.NORTH)
    text = overtrick.dumps([board], format="csv").replace(old, new, 1 if old else 0)
    found = overtrick.loads(text, format="csv", errors="collect")
    monkeypatch.setattr("overtrick_csv.reader._plain_board", lambda *_: None)
    slowly = overtrick.loads(text, format="csv", errors="collect")
    assert slowly == found
    assert slowly.diagnostics == found.diagnostics
    assert bool(found.diagnostics) == (old in {"K", '"', "N/"})
