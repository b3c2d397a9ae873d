"""Parquet as a format: pipes, other people's tables, parts of archives, files that are bombs."""

from __future__ import annotations

import io
import subprocess
import sys

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import overtrick
import overtrick_archive
from overtrick import Board, BoardSet, Deal, Limits, Location
from overtrick.findings.errors import LimitError, ParseError
from overtrick_archive.parquet import reader, writer

HANDS = "N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543"


def boards(count):
    deal = Deal.parse(HANDS)
    return BoardSet(boards=tuple(Board(number=n, deal=deal) for n in range(1, count + 1)))


def data_of(boards):
    sink = io.BytesIO()
    overtrick.dump(boards, sink, format="parquet")
    return sink.getvalue()


def written(table, **how):
    sink = io.BytesIO()
    pq.write_table(table, sink, **how)
    return sink.getvalue()


class Pipe(io.RawIOBase):
    """Gives a few bytes at a time and cannot go back."""

    def __init__(self, data):
        super().__init__()
        self._rest = data

    def readable(self):
        return True

    def readinto(self, buffer):
        some, self._rest = self._rest[:1000], self._rest[1000:]
        buffer[: len(some)] = some
        return len(some)


def test_a_pipe_is_read_and_written(tmp_path, monkeypatch):
    data = data_of(boards(40))
    monkeypatch.setattr(reader, "_HELD", 2000)  # the rest of it stands on the disk
    assert overtrick.read(Pipe(data), format="parquet") == boards(40)
    assert overtrick.read(Pipe(data)) == boards(40)
    path = tmp_path / "forty.parquet"
    path.write_bytes(data)
    command = [sys.executable, "-m", "overtrick.cli", "convert", "-", "-", "--to"]
    lines = subprocess.run(
        [*command, "parquet"], input=data, capture_output=True, check=True
    ).stdout
    assert overtrick.read(lines) == boards(40)


def test_row_groups_are_full_and_the_same_however_boards_come(monkeypatch):
    monkeypatch.setattr(writer, "ROW_GROUP", 4)
    monkeypatch.setattr(writer, "_SOME", 2)
    data = data_of(boards(9))
    about = pq.ParquetFile(io.BytesIO(data)).metadata
    assert [about.row_group(at).num_rows for at in range(about.num_row_groups)] == [4, 4, 1]
    monkeypatch.setattr(writer, "_SOME", 4)
    assert data_of(boards(9)) == data
    assert overtrick.read(data) == boards(9)


def test_a_part_of_an_archive_is_such_a_file(tmp_path, evening):
    pytest.importorskip("overtrick_pbn", reason="the files of these tests are PBN: overtrick-pbn")
    evening(tmp_path / "files" / "a.pbn", 1, 40)
    overtrick_archive.add(tmp_path / "archive", [tmp_path / "files"])
    with overtrick_archive.open(tmp_path / "archive") as archive:
        parts = [tmp_path / "archive" / part.path for part in archive.manifest.tables["boards"]]
        found = sorted(
            (board for part in parts for board in overtrick.read(part)), key=lambda b: b.number
        )
        answer = tmp_path / "answer.parquet"
        pq.write_table(archive.sql("select * from boards order by number"), answer)
    whole = list(overtrick.read(tmp_path / "files" / "a.pbn"))
    assert found == whole
    # The columns of the view are more: the deal as a struct, the year.
    assert list(overtrick.read(answer)) == whole
    others = tmp_path / "archive" / "files"
    with pytest.raises(ParseError, match="PARQUET002"):
        overtrick.read(next(others.iterdir()))


def test_an_archive_takes_such_files_and_passes_over_archives(tmp_path):
    folder = tmp_path / "in"
    folder.mkdir()
    overtrick.write(boards(5), folder / "five.parquet")
    overtrick_archive.add(folder / "club.archive", [folder / "five.parquet"])
    # The folder of the archive stands in the folder that is added.
    added = overtrick_archive.add(folder / "club.archive", [folder])
    assert (added.files, added.same, added.errors) == (0, 1, [])
    added = overtrick_archive.add(tmp_path / "other.archive", [folder])
    assert (added.files, added.boards, added.errors) == (1, 5, [])
    with overtrick_archive.open(tmp_path / "other.archive") as archive:
        assert list(archive.boards()) == list(boards(5))


@pytest.mark.parametrize("name", ["level", "number", "score", "auction", "double_dummy", "north"])
def test_columns_may_have_other_types_of_their_kind(name):
    others = {
        "level": pa.array([3, 4], pa.int64()),
        "number": pa.array([1, 2], pa.uint16()),
        "score": pa.array([400, -50], pa.int32()),
        "auction": pa.array([["1S", "Pass"], []], pa.large_list(pa.large_string())),
        "double_dummy": pa.array([[7] * 20, None], pa.list_(pa.int64())),
        "north": pa.array(["Ann", "Bob"]).dictionary_encode(),
    }
    columns = {"deal": [HANDS, HANDS], name: others[name]}
    if name == "level":
        columns["strain"] = ["S", "NT"]
    if name == "auction":
        columns["opener"] = ["N", "N"]
    found = overtrick.read(written(pa.table(columns)))
    assert len(found.boards) == 2
    values = [overtrick.COLUMNS[name].of(board) for board in found]
    expected = others[name].to_pylist()
    if name == "auction":
        expected = [" ".join(words) for words in expected]
    assert [list(v) if isinstance(v, tuple | list) else v for v in values] == expected


def test_a_row_that_is_none_leaves_its_neighbours():
    table = pa.table(
        {
            "number": list(range(1, 7)),
            "deal": [HANDS, "N:nonsense", HANDS, HANDS, HANDS, None],
            "level": [1, 1, 9, 3, None, None],
            "strain": ["C", "C", "S", "X", None, None],
            "double_dummy": [None, None, None, None, [99] * 20, None],
        }
    )
    found = overtrick.read(written(table), errors="collect")
    assert [board.number for board in found] == [1, 6]
    assert [(item.code, item.location.board) for item in found.diagnostics] == [
        ("PARQUET010", number) for number in (2, 3, 4, 5)
    ]
    assert all("row " in item.message for item in found.diagnostics)


def test_text_that_is_not_utf8_is_told_of_its_row():
    texts = pa.array(["Ann", "Bob", "Eve"]).cast(pa.binary()).to_pylist()
    odd = pa.array([texts[0], b"B\xffb", texts[2]], pa.binary())
    names = pa.Array.from_buffers(pa.string(), 3, odd.buffers())
    table = pa.table({"deal": [HANDS] * 3, "number": [1, 2, 3], "north": names})
    found = overtrick.read(written(table), errors="collect")
    assert [board.number for board in found] == [1, 3]
    assert [item.code for item in found.diagnostics] == ["PARQUET010"]


def test_a_changed_column_is_not_passed_over():
    data = data_of(boards(2))
    table = pq.read_table(io.BytesIO(data))
    rest = pa.array(['{"dealer":null}', None])
    table = table.set_column(table.schema.get_field_index("rest"), "rest", rest)
    assert len(overtrick.read(written(table)).boards) == 2
    contract = pa.array([None, "3NT"], pa.string())
    table = table.set_column(table.schema.get_field_index("contract"), "contract", contract)
    found = overtrick.read(written(table), errors="collect")
    assert [board.number for board in found] == [1]
    assert [item.code for item in found.diagnostics] == ["PARQUET011"]


def test_a_row_that_is_nested_deeply_or_is_of_its_own_format_is_told():
    deep = '{"extras":' + "[" * 100_000
    own = "parquet:PAR1"
    table = pa.table({"deal": [HANDS] * 3, "rest": [deep, own, "nonsense:x"]})
    found = overtrick.read(written(table), errors="collect")
    assert not found.boards
    assert [item.code for item in found.diagnostics] == ["PARQUET010"] * 3


def test_the_limits_of_a_caller_hold():
    data = data_of(boards(40))
    with pytest.raises(LimitError, match="CORE011"):
        overtrick.read(data, limits=Limits(max_boards=39))
    with pytest.raises(LimitError, match="CORE010"):
        overtrick.read(data, limits=Limits(max_bytes=1000))
    with pytest.raises(LimitError, match="CORE012"):
        overtrick.read(data, limits=Limits(max_seconds=0))


def test_a_column_that_unpacks_to_gigabytes_is_refused(monkeypatch):
    long = pa.array(["x" * (1 << 20)] * 16)
    data = written(pa.table({"deal": [HANDS] * 16, "north": long}), use_dictionary=False)
    assert len(data) < 1 << 20
    monkeypatch.setattr(reader, "_MOST", 1 << 22)
    with pytest.raises(LimitError, match=r"PARQUET004.*north"):
        overtrick.read(data)


def test_many_boards_of_few_bytes_are_read():
    rows = 50_000
    table = pa.table({"deal": [HANDS] * rows, "number": np.arange(rows, dtype="int32")})
    data = written(table)
    with overtrick.open_boards(data) as found:
        assert sum(1 for _ in found) == rows


def test_a_board_says_where_its_row_group_begins():
    (board,) = overtrick.read(data_of(boards(1)))
    assert board.origin == Location(offset=4, board=1)
