"""Parts joined: the same rows give the same bytes, and whoever is killed loses nothing."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

import overtrick
import overtrick_archive
from overtrick.plugin import FileLock, LockedError
from overtrick_archive import ArchiveError, compacting, store
from overtrick_archive.tables import SCHEMAS
from overtrick_cli.commands import run

pytest.importorskip("overtrick_pbn", reason="the files of these tests are PBN: overtrick-pbn")


class Killed(BaseException):
    """Ends the work as a signal would, wherever it strikes."""


def numbers(folder):
    with overtrick_archive.open(folder) as archive:
        return sorted(board.number for board in archive.boards())


@pytest.fixture
def files(tmp_path, monkeypatch, evening):
    """Return files of boards of several years; full parts have 16 rows."""
    monkeypatch.setattr("os.fsync", lambda descriptor: None)
    monkeypatch.setattr(compacting, "PART_ROWS", 16)
    made = [
        evening(tmp_path / "files" / f"{number}.pbn", 100 * number, count, year=1990 + number % 2)
        for number, count in enumerate((40, 1, 7, 16, 33, 2), 1)
    ]
    odd = tmp_path / "files" / "odd.pbn"
    odd.write_bytes(b'[Board "1"]\n[Deal "N:what"]\n')
    return [*made, odd]


def add_singly(folder, files):
    for file in files:
        overtrick_archive.add(folder, [file])


@pytest.mark.slow
def test_the_same_rows_are_the_same_bytes_however_they_came(files, tmp_path, tree):
    add_singly(tmp_path / "singly", files)
    overtrick_archive.add(tmp_path / "pairs", files[:3])
    overtrick_archive.add(tmp_path / "pairs", files[3:])
    overtrick_archive.add(tmp_path / "at-once", files)
    before = numbers(tmp_path / "singly")
    trees = []
    for name in ("singly", "pairs", "at-once"):
        done = overtrick_archive.compact(tmp_path / name)
        assert done.after == len(tree(tmp_path / name)) - 2  # the manifest and the lock
        trees.append(tree(tmp_path / name))
    assert trees[0] == trees[1] == trees[2]
    assert numbers(tmp_path / "singly") == before
    with overtrick_archive.open(tmp_path / "singly") as archive:
        assert not archive.verify()
        sizes: dict[str, list[int]] = {}
        for part in archive.manifest.tables["boards"]:
            sizes.setdefault(part.path.split("/")[1], []).append(part.rows)
        assert any(len(rows) > 1 for rows in sizes.values())
        assert all(rows[:-1] == [16] * (len(rows) - 1) for rows in sizes.values())
        for file in files:
            assert archive.board_set(file) == overtrick.read(file, errors="collect")


@pytest.mark.slow
def test_boards_of_a_year_stand_by_their_dates(files, tmp_path, tree):
    add_singly(tmp_path / "archive", files)
    with overtrick_archive.open(tmp_path / "archive") as archive:
        # A part by itself is in order already.
        for part in archive.manifest.tables["boards"]:
            dates = pq.read_table(tmp_path / "archive" / part.path)["date"].to_pylist()
            assert dates == sorted(dates)
    overtrick_archive.compact(tmp_path / "archive")
    with overtrick_archive.open(tmp_path / "archive") as archive:
        years: dict[str, list[tuple[str, str, int]]] = {}
        order = {file["sha256"]: at for at, file in enumerate(archive.table("files").to_pylist())}
        for part in archive.manifest.tables["boards"]:
            rows = pq.read_table(tmp_path / "archive" / part.path).to_pylist()
            years.setdefault(part.path.split("/")[1], []).extend(
                (row["date"], order[row["file"]], row["place"]) for row in rows
            )
        assert len(years) > 3
        # Those of one date stand as they were added.
        assert all(rows == sorted(rows) for rows in years.values())


@given(
    counts=st.lists(st.integers(0, 9), min_size=1, max_size=6),
    seed=st.randoms(use_true_random=False),
)
def test_rows_of_several_parts_come_in_any_order(counts, seed):
    parts = [store.StoredPart(path=str(at), rows=count, bytes=0) for at, count in enumerate(counts)]
    ends = np.cumsum(counts)
    total = int(ends[-1])
    schema = SCHEMAS["files"]

    class Held(store.Store):
        def read_sound(self, part):
            last = int(ends[int(part.path)])
            rows = [{"bytes": number} for number in range(last - part.rows, last)]
            return pa.Table.from_pylist(rows, schema=schema)

    rows = compacting._Rows(Held(Path()), "files", parts, ends)
    places = list(range(total))
    seed.shuffle(places)
    for some in (places, sorted(places), places[: total // 2]):
        found = rows.at(np.array(some, dtype="int64"))
        assert found.schema == schema
        assert found["bytes"].to_pylist() == some


@pytest.mark.slow
def test_a_second_time_nothing_is_done(files, tmp_path, tree):
    add_singly(tmp_path / "archive", files)
    overtrick_archive.compact(tmp_path / "archive")
    before = tree(tmp_path / "archive")
    inodes = {path: path.stat().st_ino for path in (tmp_path / "archive").rglob("*.parquet")}
    done = overtrick_archive.compact(tmp_path / "archive")
    assert (done.before, done.bytes_before) == (done.after, done.bytes_after)
    assert tree(tmp_path / "archive") == before
    assert all(path.stat().st_ino == inode for path, inode in inodes.items())


@pytest.mark.slow
def test_wherever_it_is_killed_nothing_is_lost_or_doubled(files, tmp_path, monkeypatch, tree):
    add_singly(tmp_path / "small", files)
    shutil.copytree(tmp_path / "small", tmp_path / "whole")
    boards = numbers(tmp_path / "whole")
    overtrick_archive.compact(tmp_path / "whole")
    whole = tree(tmp_path / "whole")
    left = -1

    def struck(function, *, is_after):
        def inner(self, *arguments):
            nonlocal left
            left -= 1
            if left == 0 and not is_after:
                raise Killed
            found = function(self, *arguments)
            if left == 0:
                raise Killed
            return found

        return inner

    for is_after in (False, True):
        with monkeypatch.context() as patch:
            for name in ("put", "replace_manifest", "remove"):
                patch.setattr(
                    store.Store, name, struck(getattr(store.Store, name), is_after=is_after)
                )
            for strike in range(1, 60, 3):
                folder = tmp_path / f"{is_after}-{strike}"
                shutil.copytree(tmp_path / "small", folder)
                left = strike
                try:
                    overtrick_archive.compact(folder)
                except Killed:
                    pass
                else:
                    break
                left = -1
                with overtrick_archive.open(folder) as archive:
                    assert not archive.verify()
                assert numbers(folder) == boards
                overtrick_archive.compact(folder)
                assert tree(folder) == whole
            assert strike > 10


@pytest.mark.slow
@pytest.mark.parametrize("place", ["everywhere", "footer"])
def test_no_damage_is_passed_on_under_the_name_of_sound_bytes(files, tmp_path, tree, place):
    add_singly(tmp_path / "small", files)
    source = random.Random(place)
    with overtrick_archive.open(tmp_path / "small") as archive:
        parts = [part.path for part in archive.manifest.tables["boards"]]
    for number in range(15):
        folder = tmp_path / f"{number}"
        shutil.copytree(tmp_path / "small", folder)
        path = folder / source.choice(parts)
        data = bytearray(path.read_bytes())
        first = 4 if place == "everywhere" else len(data) - 4000
        data[source.randrange(max(first, 4), len(data))] ^= 1 << source.randrange(8)
        path.write_bytes(data)
        for change in (
            overtrick_archive.compact,
            lambda folder: overtrick_archive.remove(folder, files[:2]),
        ):
            try:
                change(folder)
            except ArchiveError as error:
                assert path.name in str(error)
            else:
                assert path.read_bytes() == data
        left = overtrick_archive.open(folder).verify()
        assert [Path(name).name for name in left] == [path.name]


def test_rows_that_damage_hides_are_not_lost(files, tmp_path, monkeypatch):
    add_singly(tmp_path / "small", files)
    path = (
        tmp_path
        / "small"
        / overtrick_archive.open(tmp_path / "small").manifest.tables["boards"][0].path
    )
    pq.write_table(pq.ParquetFile(path).read().slice(0, 1), path)
    # As where a bit of the file's end is another one: its length is what it was.
    monkeypatch.setattr(store.Store, "shortened", lambda self, parts: None)
    with pytest.raises(ArchiveError, match="it has 1 rows, not"):
        overtrick_archive.compact(tmp_path / "small")
    assert path.exists()


@pytest.mark.parametrize("table", ["boards", "files", "findings"])
@pytest.mark.parametrize("is_gone", [False, True])
def test_nothing_is_done_beside_a_part_that_is_gone_or_cut(files, tmp_path, tree, table, is_gone):
    folder = tmp_path / "small"
    odd = tmp_path / "odd.pbn"
    odd.write_bytes(b'[Board "1"]\n[Deal "N:what"]\n')
    overtrick_archive.add(folder, [*files, odd])
    path = folder / overtrick_archive.open(folder).manifest.tables[table][0].path
    if is_gone:
        path.unlink()
    else:
        path.write_bytes(path.read_bytes()[:300])
    before = tree(folder)
    new = tmp_path / "new.pbn"
    shutil.copy(odd, new)
    for change in (
        overtrick_archive.compact,
        lambda folder: overtrick_archive.add(folder, [new]),
        lambda folder: overtrick_archive.remove(folder, [odd]),
    ):
        with pytest.raises(ArchiveError, match="is damaged or gone") as caught:
            change(folder)
        assert path.name in str(caught.value)
    assert tree(folder) == before


def test_what_is_no_archive_is_not_made_one(tmp_path):
    with pytest.raises(FileNotFoundError):
        overtrick_archive.compact(tmp_path / "none")
    assert not (tmp_path / "none").exists()
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(overtrick_archive.ArchiveError, match="no archive"):
        overtrick_archive.compact(tmp_path)


def test_nobody_joins_while_another_adds(files, tmp_path):
    overtrick_archive.add(tmp_path / "archive", files)
    with (
        FileLock.acquire(tmp_path / "archive" / ".archive.lock"),
        pytest.raises(LockedError),
    ):
        overtrick_archive.compact(tmp_path / "archive")


@pytest.mark.slow
def test_the_command_says_what_it_did(files, tmp_path, capsys):
    folder = tmp_path / "archive"
    add_singly(folder, files)
    parts = len(list(folder.rglob("*.parquet")))
    assert run(["archive", "compact", str(folder)]) == 0
    after = len(list(folder.rglob("*.parquet")))
    assert f"{parts} parts became {after}:" in capsys.readouterr().err
    assert after < parts
    assert run(["archive", "compact", "--quiet", str(folder)]) == 0
    assert capsys.readouterr().err == ""
    listed = json.loads((folder / "manifest.json").read_bytes())["tables"]["files"]
    assert [part["rows"] for part in listed] == [len(files)]
