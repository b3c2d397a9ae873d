"""Archives of files (zip, tar, packed or not) as sources: the rows of the files in them."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile
from pathlib import Path

import pytest

import overtrick
import overtrick_archive
from overtrick_archive import adding, reading

pytest.importorskip("overtrick_pbn", reason="the files of these tests are PBN: overtrick-pbn")

PACKS = {".tar": bytes, ".tgz": gzip.compress, ".tar.bz2": bz2.compress, ".tar.xz": lzma.compress}


@pytest.fixture(autouse=True)
def small(monkeypatch):
    monkeypatch.setattr("os.fsync", lambda descriptor: None)
    monkeypatch.setattr(adding, "GROUP_FILES", 3)
    monkeypatch.setattr(reading, "_SMALL", 4000)


@pytest.fixture
def files(tmp_path, evening):
    """Return files by their names, some larger than what travels by itself."""
    made = {}
    for number, name in enumerate(["a.pbn", "in/b.pbn", "in/deep/c.pbn", "d.pbn"]):
        path = evening(tmp_path / "made" / "one.pbn", 100 * number, 10 + 20 * number)
        made[name] = path.read_bytes()
    made["odd.pbn"] = b"\x00\x01 no format has this"
    made["copy.pbn"] = made["a.pbn"]
    return made


def tar_of(files):
    sink = io.BytesIO()
    with tarfile.open(fileobj=sink, mode="w") as made:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            made.addfile(info, io.BytesIO(data))
    return sink.getvalue()


def zip_of(files):
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in files.items():
            made.writestr(name, data)
    return sink.getvalue()


def rows(folder, of):
    """Return the rows of an archive, the paths of its files as they stand in their own archive."""
    with overtrick_archive.open(folder) as archive:
        found = {name: archive.table(name).to_pylist() for name in ("files", "boards", "findings")}
    for row in found["files"]:
        row["path"] = row["path"].removeprefix(f"{of}/")
        row["error"] = (row["error"] or "").replace(f"{of}/", "")
    return found


@pytest.mark.slow
def test_the_same_files_give_the_same_rows_however_they_are_packed(files, tmp_path):
    sources = {
        "plain": None,
        "night.zip": zip_of(files),
        **{f"night{suffix}": pack(tar_of(files)) for suffix, pack in PACKS.items()},
    }
    found = {}
    for name, data in sources.items():
        place = tmp_path / name
        if data is None:
            for path, content in files.items():
                (place / path).parent.mkdir(parents=True, exist_ok=True)
                (place / path).write_bytes(content)
            given = [place / path for path in files]
        else:
            place.write_bytes(data)
            given = [place]
        added = overtrick_archive.add(tmp_path / "archives" / name, given)
        assert (added.files, len(added.errors)) == (6, 1)
        assert added.total_bytes == added.bytes == sum(map(len, files.values()))
        found[name] = rows(tmp_path / "archives" / name, place)
    assert all(one == found["plain"] for one in found.values())


@pytest.mark.slow
@pytest.mark.parametrize("name", ["night.zip", "night.tgz"])
def test_processes_make_the_bytes_that_one_makes_and_a_second_time_nothing(
    files, tmp_path, tree, name, monkeypatch
):
    path = tmp_path / name
    path.write_bytes(zip_of(files) if name.endswith("zip") else gzip.compress(tar_of(files)))
    overtrick_archive.add(tmp_path / "one", [path])
    overtrick_archive.add(tmp_path / "two", [path], jobs=2)
    before = tree(tmp_path / "one")
    assert tree(tmp_path / "two") == before
    counts = []

    class Counted(tarfile.TarFile):
        def __init__(self, *given, **named):
            counts.append(1)
            super().__init__(*given, **named)

    monkeypatch.setattr(tarfile, "TarFile", Counted)
    added = overtrick_archive.add(tmp_path / "one", [path])
    assert (added.same, added.files, tree(tmp_path / "one")) == (6, 0, before)
    # Once to find the files, once to read them: not once for each.
    assert len(counts) == (0 if name.endswith("zip") else 2)
    with overtrick_archive.open(tmp_path / "one") as archive:
        for member in ("a.pbn", "in/deep/c.pbn"):
            assert archive.board_set(f"{path}/{member}") == overtrick.read(files[member])


def test_damage_is_a_row_and_what_is_whole_is_kept(files, tmp_path, tree):
    path = tmp_path / "night.tar"
    data = tar_of(files)
    cut = data.index(files["d.pbn"]) + 700
    path.write_bytes(data[:cut])
    folder = tmp_path / "archive"
    added = overtrick_archive.add(folder, [path])
    found = {row["path"]: row for row in rows(folder, path)["files"]}
    assert {name: row["boards"] for name, row in found.items()} == {
        "a.pbn": 10, "in/b.pbn": 30, "in/deep/c.pbn": 50,
        "d.pbn": found["d.pbn"]["boards"], str(path): 0,
    }  # fmt: skip
    assert 0 < found["d.pbn"]["boards"] < 70
    assert found[str(path)]["code"] == "CORE041"
    with overtrick_archive.open(folder) as archive:
        told = archive.sql("select file, code from findings where severity = 'error'").to_pylist()
    assert {"file": found["d.pbn"]["sha256"], "code": "CORE041"} in told
    assert [error.code for error in added.errors] == ["CORE041", "CORE041"]
    before = tree(folder)
    assert overtrick_archive.add(folder, [path]).same == 5
    assert tree(folder) == before
    # The whole file takes the place of what came of the damaged one, and the damage is gone.
    path.write_bytes(data)
    added = overtrick_archive.add(folder, [path])
    assert (added.same, added.changed) == (3, 1)
    assert str(path) not in {row["path"] for row in rows(folder, path)["files"]}


def test_names_lead_nowhere_and_links_are_rows_with_errors(tmp_path, evening, tree):
    outside = evening(tmp_path / "outside.pbn", 1, 3)
    inner = evening(tmp_path / "made" / "one.pbn", 10, 4).read_bytes()
    path = tmp_path / "in" / "odd.tar"
    path.parent.mkdir()
    link = tarfile.TarInfo("link.pbn")
    link.type, link.linkname = tarfile.SYMTYPE, str(outside)
    sink = io.BytesIO()
    names = ["../../outside.pbn", str(outside), "a/../b.pbn", "b.pbn"]
    with tarfile.open(fileobj=sink, mode="w") as made:
        for number, name in enumerate(names):
            info = tarfile.TarInfo(name)
            data = inner + b"%% %d\n" % number
            info.size = len(data)
            made.addfile(info, io.BytesIO(data))
        made.addfile(link)
    path.write_bytes(sink.getvalue())
    folder = tmp_path / "archive"
    added = overtrick_archive.add(folder, [path, outside])
    found = {row["path"]: row for row in rows(folder, tmp_path)["files"]}
    assert {name.removeprefix("in/odd.tar/"): row["boards"] for name, row in found.items()} == {
        **dict.fromkeys(names, 4), "link.pbn": 0, "outside.pbn": 3,
    }  # fmt: skip
    assert found["in/odd.tar/link.pbn"]["code"] == "CORE043"
    assert len(added.errors) == 1
    before = tree(folder)
    again = overtrick_archive.add(folder, [path, outside])
    assert (again.same, again.files, tree(folder)) == (6, 0, before)
    # A file that becomes a link lets go of its boards.
    sink = io.BytesIO()
    link.name = "b.pbn"
    with tarfile.open(fileobj=sink, mode="w") as made:
        made.addfile(link)
        made.addfile(tarfile.TarInfo("c.pbn"))
    path.write_bytes(sink.getvalue())
    overtrick_archive.add(folder, [path])
    with overtrick_archive.open(folder) as archive:
        assert archive.dataset().count_rows() == 3 * 4 + 3


def test_a_file_of_a_zip_that_cannot_be_unpacked_is_a_row(files, tmp_path):
    data = bytearray(zip_of({"a.pbn": files["a.pbn"], "b.pbn": files["d.pbn"]}))
    place = data.rindex(b"PK\x01\x02")
    data[place + 8] |= 1  # a password
    path = tmp_path / "night.zip"
    path.write_bytes(data)
    added = overtrick_archive.add(tmp_path / "archive", [path])
    assert (added.files, added.boards) == (2, 10)
    found = {row["path"]: row["error"] for row in rows(tmp_path / "archive", path)["files"]}
    assert "needs a password" in found["b.pbn"]


def test_an_archive_that_held_one_file_and_holds_two_is_not_kept_twice(files, tmp_path):
    path = tmp_path / "night.zip"
    folder = tmp_path / "archive"
    path.write_bytes(zip_of({"a.pbn": files["a.pbn"]}))
    overtrick_archive.add(folder, [path])
    path.write_bytes(zip_of({name: files[name] for name in ("a.pbn", "d.pbn")}))
    overtrick_archive.add(folder, [path])
    assert {row["path"] for row in rows(folder, path)["files"]} == {"a.pbn", "d.pbn"}
    with overtrick_archive.open(folder) as archive:
        assert archive.dataset().count_rows() == 10 + 70
        assert not archive.verify()


def test_a_packed_file_that_is_damaged_has_its_error(tmp_path, evening):
    folder = tmp_path / "files"
    folder.mkdir()
    data = evening(tmp_path / "made" / "one.pbn", 1, 200).read_bytes()
    few = evening(tmp_path / "made" / "two.pbn", 1000, 4).read_bytes()
    packed = gzip.compress(data)
    (folder / "a.pbn.gz").write_bytes(packed[: len(packed) // 2])
    (folder / "b.pbn.xz").write_bytes(lzma.compress(data)[:-30])
    with zipfile.ZipFile(folder / "c.zip", "w", zipfile.ZIP_STORED) as file:
        file.writestr("x.pbn", data)
        file.writestr("y.pbn", few)
    whole = bytearray((folder / "c.zip").read_bytes())
    whole[whole.index(b"[Board ") + 9] ^= 1
    (folder / "c.zip").write_bytes(whole)
    (folder / "d.pbn").write_bytes(b"")
    added = overtrick_archive.add(tmp_path / "archive", [folder])
    assert len(added.errors) == 4
    with overtrick_archive.open(tmp_path / "archive") as archive:
        rows = archive.sql("select path, sha256, boards, code, error from files order by path")
        found = {Path(row["path"]).name: row for row in rows.to_pylist()}
        assert {name: row["code"] for name, row in found.items()} == {
            "a.pbn.gz": "CORE041",
            "b.pbn.xz": "CORE041",
            "x.pbn": "CORE040",
            "y.pbn": None,
            "d.pbn": "CORE045",
        }
        assert all(row["error"] for row in found.values() if row["code"])
        assert 0 < found["a.pbn.gz"]["boards"] < 200
        # What comes before the damage is not what a file of these bytes is.
        assert found["x.pbn"]["sha256"] != found["d.pbn"]["sha256"]
    again = overtrick_archive.add(tmp_path / "archive", [folder])
    assert (again.files, again.same) == (0, 5)


def test_two_members_that_are_damaged_alike_are_two(tmp_path, evening):
    path = tmp_path / "two.zip"
    texts = [evening(tmp_path / "made" / "x.pbn", 50 * n, 9).read_bytes() for n in (1, 2)]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, text in zip(("a.pbn", "b.pbn"), texts, strict=True):
            file.writestr(name, text)
        places = [info.header_offset + 30 + len(info.filename) for info in file.infolist()]
    data = bytearray(path.read_bytes())
    for place in places:
        data[place] = 0xFF
    path.write_bytes(data)
    added = overtrick_archive.add(tmp_path / "archive", [path])
    assert len(added.errors) == 2
    found = rows(tmp_path / "archive", path)["files"]
    assert len({row["sha256"] for row in found}) == 2
    assert overtrick_archive.add(tmp_path / "archive", [path]).same == 2
