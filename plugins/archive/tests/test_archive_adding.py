"""Files into an archive: the same bytes whoever reads them, and whatever ends the work."""

from __future__ import annotations

import json
import os
import shutil
import sys
import zipfile
from pathlib import Path

import attrs
import pytest

import overtrick
import overtrick_archive
from overtrick import Board, BoardSet, Deal, Info, Seat
from overtrick.plugin import FileLock, LockedError
from overtrick_archive import adding, reading, store
from overtrick_cli.commands import run

pytest.importorskip("overtrick_pbn", reason="the files of these tests are PBN: overtrick-pbn")

HANDS = ("T53.AJ7.AT.AQ762", "AKJ9.Q.QJ65.KJT8", "872.T9543.K9732.", "Q64.K862.84.9543")


def evening(path, first, count, year=2024):
    """Write a file of boards, some of which say what no column holds."""
    deals = [Deal.parse(f"N:{' '.join(HANDS[n:] + HANDS[:n])}") for n in range(4)]
    boards = tuple(
        Board(
            number=number,
            dealer=Seat(number % 4),
            deal=deals[number % 4],
            info=Info(event="Club", date=f"{year + number % 3}.01.{1 + number % 28:02}"),
            extras=overtrick.Extras({"pbn:Table": str(number)} if number % 5 == 0 else {}),
        )
        for number in range(first, first + count)
    )
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(overtrick.dumps(BoardSet(boards=boards), format="pbn").encode())
    return path


@pytest.fixture
def files(tmp_path, monkeypatch):
    """Return a folder of files, with parts and groups so small that there are many."""
    # That the disk has it at once is not what they try, and takes them a minute.
    monkeypatch.setattr("os.fsync", lambda descriptor: None)
    monkeypatch.setattr(adding, "PART_ROWS", 16)
    monkeypatch.setattr(adding, "_MOST", 40)
    monkeypatch.setattr(adding, "GROUP_FILES", 3)
    monkeypatch.setattr(reading, "_SMALL", 2000)
    monkeypatch.setattr(reading, "_SMALL_PACKED", 500)
    monkeypatch.setattr(reading, "PART_BYTES", 1 << 12)
    folder = tmp_path / "files"
    evening(folder / "a.pbn", 1, 60)
    evening(folder / "b.pbn", 100, 5)
    evening(folder / "c.pbn", 200, 30, year=1999)
    (folder / "d.pbn").write_bytes(b'[Board "1"]\n[Deal "N:what"]\n')
    shutil.copy(folder / "b.pbn", folder / "e.pbn")
    with zipfile.ZipFile(folder / "f.zip", "w") as archive:
        archive.writestr("one.pbn", evening(tmp_path / "one.pbn", 300, 20).read_bytes())
        archive.writestr("two.pbn", evening(tmp_path / "two.pbn", 400, 3).read_bytes())
    return folder


def tree(folder):
    """Return the files of an archive with their bytes."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def numbers(folder):
    with overtrick_archive.open(folder) as archive:
        return sorted(board.number for board in archive.boards())


@pytest.mark.slow
def test_two_processes_make_the_bytes_that_one_makes(files, tmp_path):
    one = overtrick_archive.add(tmp_path / "one", [files])
    two = overtrick_archive.add(tmp_path / "two", [files], jobs=2)
    assert tree(tmp_path / "one") == tree(tmp_path / "two")
    assert len(tree(tmp_path / "one")) > 12
    assert attrs.evolve(one, seconds=0) == attrs.evolve(two, seconds=0)
    assert one.boards == 60 + 5 + 30 + 1 + 20 + 3
    assert one.bytes == one.total_bytes


@pytest.mark.slow
def test_every_file_comes_out_as_it_was_read(files, tmp_path):
    overtrick_archive.add(tmp_path / "archive", [files])
    with overtrick_archive.open(tmp_path / "archive") as archive:
        for path in (files / "a.pbn", files / "c.pbn", files / "e.pbn", files / "f.zip/one.pbn"):
            read = overtrick.read(path)
            found = archive.board_set(path)
            assert found == read
            assert found.format == "pbn"
            assert overtrick.dumps(found) == overtrick.dumps(
                attrs.evolve(read, boards=[attrs.evolve(b, source=None) for b in read])
            )
        with pytest.raises(overtrick_archive.ArchiveError, match="does not know"):
            archive.board_set(files / "none.pbn")


def test_what_is_known_is_passed_over(files, tmp_path):
    overtrick_archive.add(tmp_path / "archive", [files])
    before = tree(tmp_path / "archive")
    again = overtrick_archive.add(tmp_path / "archive", [files, f"{files}/*.pbn"])
    assert (again.files, again.same, again.boards) == (0, 7, 0)
    assert tree(tmp_path / "archive") == before


@pytest.mark.slow
def test_what_changed_takes_the_place_of_what_was_there(files, tmp_path):
    folder = tmp_path / "archive"
    overtrick_archive.add(folder, [files])
    evening(files / "c.pbn", 900, 2)
    added = overtrick_archive.add(folder, [files])
    assert (added.files, added.changed, added.boards) == (1, 1, 2)
    assert {900, 901} < set(numbers(folder))
    assert not {200, 229} & set(numbers(folder))
    # Another path holds what this one held.
    evening(files / "b.pbn", 910, 1)
    overtrick_archive.add(folder, [files])
    assert {104, 910} < set(numbers(folder))
    evening(files / "e.pbn", 920, 1)
    overtrick_archive.add(folder, [files])
    assert 104 not in numbers(folder)
    assert {910, 920} < set(numbers(folder))
    with overtrick_archive.open(folder) as archive:
        assert len(archive.sql("select path from files")) == 7
        assert not archive.verify()


def test_a_file_that_cannot_be_read_is_a_row_and_stops_nothing(files, tmp_path, monkeypatch):
    folder = tmp_path / "archive"
    (files / "0.pbn").write_bytes(b"\x00\x01 no format has this")
    added = overtrick_archive.add(folder, [files, files / "absent.pbn"])
    told = {Path(str(error.location.path)).name: error.code for error in added.errors}
    assert told == {"0.pbn": "CORE051", "absent.pbn": "CORE050"}
    with overtrick_archive.open(folder) as archive:
        rows = archive.sql("select path, code, boards from files where error is not null")
        assert rows.to_pylist() == [
            {"path": str(files / "0.pbn"), "code": "CORE051", "boards": 0},
        ]
        rows = archive.table("findings").to_pylist()
        findings = [row for row in rows if row["file"] == reading.hash_of(str(files / "d.pbn"))]
        assert "error" in {row["severity"] for row in findings}
    monkeypatch.setattr(reading, "failing", None)  # not called: it is not tried again
    assert overtrick_archive.add(folder, [files]).errors == []


def test_a_file_that_could_not_be_read_is_tried_again_where_that_is_asked_for(tmp_path):
    folder, path = tmp_path / "archive", tmp_path / "odd.pbn"
    path.write_bytes(b"\x00\x01 no format has this")
    assert overtrick_archive.add(folder, [path]).files == 1
    assert overtrick_archive.add(folder, [path]).files == 0
    assert overtrick_archive.add(folder, [path], retry_failed=True).files == 1
    with overtrick_archive.open(folder) as archive:
        assert len(archive.table("files")) == 1


def test_one_that_fails_as_before_has_not_changed(tmp_path, tree, capsys):
    folder, path = tmp_path / "archive", tmp_path / "odd.pbn"
    path.write_bytes(b"\x00\x01 no format has this")
    overtrick_archive.add(folder, [path])
    before = tree(folder)
    added = overtrick_archive.add(folder, [path], retry_failed=True)
    assert (added.files, added.changed, len(added.errors)) == (1, 0, 1)
    assert tree(folder) == before
    path.write_bytes(b"\x00\x02 another one")
    assert overtrick_archive.add(folder, [path], retry_failed=True).changed == 1


@pytest.mark.slow
@pytest.mark.parametrize("lines", [4_000, 400_000])
def test_a_format_is_named_for_files_that_do_not_tell_it(tmp_path, capsys, lines):
    folder = tmp_path / "archive"
    evening(tmp_path / "files" / "evening.pbn", 1, 3)
    odd = tmp_path / "files" / "odd.dat"
    games = evening(tmp_path / "odd.pbn", 11, 3).read_bytes()
    # So much stands before the first game that no format knows it.
    odd.write_bytes(b"; notes\n" * lines + games)
    words = ["archive", "add", str(folder), str(tmp_path / "files"), str(odd)]
    assert run(words) == 1
    assert "--from" in capsys.readouterr().err
    assert numbers(folder) == [1, 2, 3]
    assert run([*words, "--from", "pbn"]) == 0
    assert "1 of them changed; 1 known already" in capsys.readouterr().err
    assert numbers(folder) == [1, 2, 3, 11, 12, 13]
    assert run([*words, "--from", "pbn"]) == 0
    assert "2 known already" in capsys.readouterr().err
    # What a file tells itself is its own.
    for jobs in (1, 2):
        new = tmp_path / f"by-{jobs}"
        overtrick_archive.add(new, [tmp_path / "files", odd], format="dlm", jobs=jobs)
        assert numbers(new) == [1, 2, 3]
    assert run([*words, "--from", "pbm"]) == 2
    assert "pbn" in capsys.readouterr().err
    with pytest.raises(overtrick.UnknownFormatError):
        overtrick_archive.add(folder, [odd], format="pbm")


@pytest.mark.parametrize("check", [False, True])
def test_a_file_without_boards_is_told_once(tmp_path, capsys, check):
    folder = tmp_path / "archive"
    for name, text in (("a.pbn", "% n\n"), ("b.pbn", "% n\n"), ("c.pbn", "% nothing\n")):
        (tmp_path / name).write_text(text)
    evening(tmp_path / "d.pbn", 1, 2)
    words = ["archive", "add", str(folder), *(str(tmp_path / f"{one}.pbn") for one in "abcd")]
    assert run([*words, "--check"] if check else words) == 1
    assert "2 have no board (CORE030 in the table findings)" in capsys.readouterr().err
    with overtrick_archive.open(folder) as archive:
        found = archive.sql(
            "select files.path from files join findings on files.sha256 = findings.file "
            "where findings.code = 'CORE030' order by path"
        ).to_pylist()
    assert [Path(row["path"]).name for row in found] == ["a.pbn", "b.pbn", "c.pbn"]


def test_a_file_in_the_place_of_an_archive_is_said_to_be_one(tmp_path, capsys):
    path = evening(tmp_path / "a.pbn", 1, 2)
    before = path.read_bytes()
    assert run(["archive", "add", str(path), str(path)]) == 1
    assert "is a file: an archive is a folder, and is named first" in capsys.readouterr().err
    assert path.read_bytes() == before


def test_a_file_that_changes_while_it_is_read_is_read_again_next_time(files, tmp_path, monkeypatch):
    folder = tmp_path / "archive"
    read = adding.portions_of

    def changing(piece):
        yield from read(piece)
        if piece.path.endswith("c.pbn"):
            evening(files / "c.pbn", 500, 4)

    monkeypatch.setattr(adding, "portions_of", changing)
    (error,) = overtrick_archive.add(folder, [files]).errors
    assert "changed while being read" in error.message
    assert not {200, 500} & set(numbers(folder))
    monkeypatch.undo()
    overtrick_archive.add(folder, [files])
    assert 500 in numbers(folder)
    with overtrick_archive.open(folder) as archive:
        assert len(archive.table("files")) == 7


class Killed(BaseException):
    """Ends the work as a signal would, wherever it strikes."""


@pytest.mark.slow
def test_wherever_it_is_killed_the_archive_is_whole_and_goes_on(files, tmp_path, monkeypatch):
    overtrick_archive.add(tmp_path / "whole", [files])
    whole = tree(tmp_path / "whole")
    writes = 0
    put, replace = store.Store.put, store.Store.replace_manifest
    strikes: list[int] = []

    def struck(function):
        def inner(self, *arguments):
            nonlocal writes
            writes += 1
            if writes in strikes:
                raise Killed
            return function(self, *arguments)

        return inner

    monkeypatch.setattr(store.Store, "put", struck(put))
    monkeypatch.setattr(store.Store, "replace_manifest", struck(replace))
    seen = set()
    # `tests/sweeps/archive_kills.py` strikes anywhere.
    for strike in (1, 2, 4, 9, 15, 20):
        folder = tmp_path / f"killed-{strike}"
        writes, strikes[:] = 0, [strike]
        with pytest.raises(Killed):
            overtrick_archive.add(folder, [files])
        strikes.clear()
        if (folder / store.MANIFEST).exists():
            archive = overtrick_archive.open(folder)
            assert not archive.verify()
            told = {row["sha256"]: row["boards"] for row in archive.table("files").to_pylist()}
            assert sum(told.values()) == archive.dataset().count_rows()
            seen.add(archive.dataset().count_rows())
        overtrick_archive.add(folder, [files])
        assert tree(folder) == whole
    assert len(seen) > 2


def test_one_program_adds_at_a_time(files, tmp_path):
    folder = tmp_path / "archive"
    overtrick_archive.add(folder, [files / "b.pbn"])
    with FileLock.acquire(folder / ".archive.lock"), pytest.raises(LockedError):
        overtrick_archive.add(folder, [files])
    assert numbers(folder) == [100, 101, 102, 103, 104]


def test_a_folder_of_something_else_is_left_alone(tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(overtrick_archive.ArchiveError, match="something else"):
        overtrick_archive.add(tmp_path, [])
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
    with pytest.raises(overtrick_archive.ArchiveError, match="no archive"):
        overtrick_archive.open(tmp_path)
    with pytest.raises(FileNotFoundError, match="No such file"):
        overtrick_archive.open(tmp_path / "none")


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"[]",
        b'{"format": "other", "version": 1}',
        b'{"format": "overtrick-archive", "version": 2, "tables": {}}',
        b'{"format": "overtrick-archive", "version": 1, "tables": {"boards": [{"path": "/etc/x", '
        b'"rows": 1, "bytes": 1}], "results": [], "files": [], "findings": []}}',
    ],
)
def test_a_manifest_that_is_none_is_told(text, tmp_path):
    (tmp_path / "manifest.json").write_bytes(text)
    with pytest.raises(overtrick_archive.ArchiveError, match=r"manifest\.json"):
        overtrick_archive.open(tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("damage", ["cut", "changed", "gone"])
def test_a_damaged_part_is_told(damage, files, tmp_path):
    folder = tmp_path / "archive"
    overtrick_archive.add(folder, [files])
    with overtrick_archive.open(folder) as archive:
        part = archive.manifest.tables["boards"][1]
        path = folder / part.path
        data = path.read_bytes()
        if damage == "gone":
            path.unlink()
        elif damage == "cut":
            path.write_bytes(data[:-100])
        else:
            path.write_bytes(data[:2000] + bytes(100) + data[2100:])
        assert list(archive.verify()) == [part.path]
        with pytest.raises(overtrick_archive.ArchiveError, match=part.sha256):
            list(archive.boards())
        if damage != "changed":
            # DuckDB alone does not look at the sums of pages.
            with pytest.raises(overtrick_archive.ArchiveError):
                archive.sql("select sum(north_hand) from boards")
    assert run(["archive", "verify", str(folder)]) == 1


def test_a_reader_of_parquet_needs_nothing_of_ours(files, tmp_path):
    import pyarrow.parquet as pq

    folder = tmp_path / "archive"
    overtrick_archive.add(folder, [files])
    listed = json.loads((folder / "manifest.json").read_bytes())["tables"]["boards"]
    tables = [pq.ParquetFile(folder / part["path"]).read() for part in listed]
    rows = [row for table in tables for row in table.to_pylist()]
    assert sorted(row["number"] for row in rows) == numbers(folder)
    assert {part["path"].split("/")[1] for part in listed} >= {"year=1999", "year=2024"}
    with overtrick_archive.open(folder) as archive:
        assert archive.dataset().count_rows() == len(rows)
        years = archive.dataset().to_table(columns=["year"]).column(0).to_pylist()
        assert years.count(1999) == 10


def out(capsys):
    captured = capsys.readouterr()
    return captured.out, captured.err


@pytest.mark.slow
def test_the_commands_answer(files, tmp_path, capsys, monkeypatch):
    folder = str(tmp_path / "archive")
    report = tmp_path / "report.json"
    assert run(["archive", "add", folder, str(files), "--report", str(report)]) == 0
    assert "119 boards of 7 files added" in out(capsys)[1]
    assert json.loads(report.read_text())["boards"] == 119
    monkeypatch.setattr("sys.stdin", iter([f"{files / 'a.pbn'}\n", "\n"]))
    assert run(["archive", "add", folder, "-"]) == 0
    assert "1 known already" in out(capsys)[1]

    query = "select number, date, auction from boards where number in (5, 6) order by number"
    assert run(["archive", "sql", folder, query, "--format", "csv"]) == 0
    assert out(capsys)[0] == "number,date,auction\n5,2026.01.06,\n6,2024.01.07,\n"
    assert run(["archive", "sql", folder, query, "--format", "json"]) == 0
    assert json.loads(out(capsys)[0])[0] == {"number": 5, "date": "2026.01.06", "auction": None}
    assert run(["archive", "sql", folder, query, "-o", str(tmp_path / "a.parquet")]) == 0
    assert run(["archive", "sql", folder, query, "-o", str(tmp_path / "a.parquet")]) == 2
    assert run(["archive", "sql", folder, query, "--format", "parquet"]) == 2
    assert run(["archive", "sql", folder, "select"]) == 1
    out(capsys)

    assert run(["archive", "stats", folder, "--format", "json"]) == 0
    (row,) = json.loads(out(capsys)[0])
    assert (row["files"], row["boards"], row["first_year"]) == (7, 119, 1999)
    assert run(["archive", "duplicates", folder, "--limit", "2", "--format", "csv"]) == 0
    assert len(out(capsys)[0].splitlines()) == 3
    assert run(["archive", "find", folder, "N:T53.AJ7.AT.AQ762 - - -", "--format", "csv"]) == 0
    assert len(out(capsys)[0].splitlines()) > 20
    assert run(["archive", "find", folder, "N:AKQJT98765432... - - -"]) == 1
    assert run(["archive", "find", folder, "N:- - - -"]) == 2
    assert run(["archive", "verify", folder]) == 0
    assert "all as they were written" in out(capsys)[1]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="names of other systems are text")
def test_names_that_are_not_utf8_are_kept_and_told_apart(tmp_path, evening, tree, capsys):
    folder = tmp_path / "files"
    data = [evening(tmp_path / "one" / "x.pbn", 10 * n, 3).read_bytes() for n in range(5)]
    names = (
        "latin\udce9.pbn", "latin\udce8.pbn", "d\udcff/in.pbn", "plain.pbn", r"latin\udce9.pbn",
    )  # fmt: skip
    paths = [folder / name for name in names]
    paths[2].parent.mkdir(parents=True)
    for path, content in zip(paths, data, strict=True):
        path.write_bytes(content)
    report = tmp_path / "report.json"
    archive = str(tmp_path / "archive")
    assert run(["archive", "add", archive, str(folder), "--report", str(report)]) == 0
    assert json.loads(report.read_text("utf-8"))["files"] == 5
    before = tree(tmp_path / "archive")
    assert overtrick_archive.add(archive, paths).same == 5
    assert tree(tmp_path / "archive") == before
    with overtrick_archive.open(archive) as opened:
        told = opened.sql("select path from files")["path"].to_pylist()
        assert sorted(os.path.relpath(name, folder) for name in told) == [
            "d\\udcff/in.pbn", "latin\\\\udce9.pbn", "latin\\udce8.pbn", "latin\\udce9.pbn",
            "plain.pbn",
        ]  # fmt: skip
        for path, content in zip(paths, data, strict=True):
            assert opened.board_set(path) == overtrick.read(content)
    paths[1].write_bytes(b"no boards are in it")
    assert overtrick_archive.add(archive, [paths[1]]).changed == 1
    assert run(["archive", "stats", archive]) == 0
    capsys.readouterr()


def test_parts_whose_manifest_is_lost_are_not_thrown_away(tmp_path, evening, tree):
    archive = tmp_path / "archive"
    overtrick_archive.add(archive, [evening(tmp_path / "files" / "a.pbn", 1, 5)])
    kept = (archive / "manifest.json").read_bytes()
    (archive / "manifest.json").unlink()
    before = tree(archive)
    for ends in (
        lambda: overtrick_archive.add(archive, [tmp_path / "files"]),
        lambda: overtrick_archive.compact(archive),
    ):
        with pytest.raises(overtrick_archive.ArchiveError, match=r"no manifest\.json"):
            ends()
        assert tree(archive) == before
    (archive / "manifest.json").write_bytes(kept)
    assert overtrick_archive.add(archive, [tmp_path / "files"]).same == 1


def test_an_archive_that_was_only_begun_goes_on(tmp_path, evening):
    archive = tmp_path / "archive"
    archive.mkdir()
    (archive / ".archive.lock").touch()
    assert overtrick_archive.add(archive, [evening(tmp_path / "f" / "a.pbn", 1, 5)]).boards == 5
