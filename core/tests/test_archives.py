"""Tar files: what is in them is read by its name, whatever somebody put there."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import os
import tarfile
import tracemalloc
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick import LimitError, Limits, ParseError, detect, read
from overtrick.disk import archives
from overtrick.disk.compression import Compression, archive_for, is_tar
from overtrick.disk.sources import (
    file_of,
    keeping_archives,
    open_source,
)
from overtrick.disk.targets import replace_content
from overtrick.files.searching import files_in, find_files

PACKS = {
    ".tar": bytes,
    ".tgz": gzip.compress,
    ".tar.gz": gzip.compress,
    ".tar.bz2": bz2.compress,
    ".tar.xz": lzma.compress,
}


def names_in(path):
    return tuple(found.path for found in files_in(path))


def anything(place):
    """Check nothing: there is no limit."""


def tar_of(*files, **more):
    """Return a tar file of files (name, data) and of headers (`TarInfo`)."""
    sink = io.BytesIO()
    with tarfile.open(fileobj=sink, mode="w", **more) as made:
        for one in files:
            if isinstance(one, tarfile.TarInfo):
                made.addfile(one)
                continue
            info = tarfile.TarInfo(one[0])
            info.size = len(one[1])
            made.addfile(info, io.BytesIO(one[1]))
    return sink.getvalue()


def header(name, kind, **more):
    info = tarfile.TarInfo(name)
    info.type = kind
    for key, value in more.items():
        setattr(info, key, value)
    return info


@pytest.fixture
def one(split_ten):
    return f"1 {split_ten}\n".encode()


@pytest.fixture
def two(one):
    return one + one.replace(b"1 ", b"2 ", 1)


@pytest.mark.parametrize("suffix", PACKS)
def test_each_file_is_read_by_its_name(manager, one, two, tmp_path, suffix):
    path = tmp_path / f"night{suffix}"
    path.write_bytes(PACKS[suffix](tar_of(("a.line", one), ("in/b.line", two))))
    assert names_in(str(path)) == (f"{path}/a.line", f"{path}/in/b.line")
    assert len(read(f"{path}/a.line", manager=manager)) == 1
    assert read(f"{path}/in/b.line", manager=manager) == read(two, manager=manager)
    assert detect(f"{path}/in/b.line", manager=manager).format == "line"
    assert file_of(f"{path}/in/b.line") == str(path)
    with open_source(f"{path}/in/b.line") as opened:
        assert (opened.compression, opened.member) == (Compression.TAR, "in/b.line")
        assert (opened.size, opened.stream.read()) == (len(two), two)
        opened.stream.seek(3)
        assert opened.stream.read() == two[3:]
    with pytest.raises(FileNotFoundError, match="no such file in the archive"):
        read(f"{path}/c.line", manager=manager)
    with pytest.raises(ParseError, match=r"CORE042.*a\.line, in/b\.line"):
        read(path, manager=manager)


@pytest.mark.parametrize("suffix", PACKS)
def test_the_only_file_goes_by_the_name_of_the_archive(manager, two, tmp_path, suffix):
    data = PACKS[suffix](tar_of(("evening/b.line", two)))
    path = tmp_path / f"night{suffix}"
    path.write_bytes(data)
    expected = read(two, manager=manager)
    assert read(path, manager=manager) == expected
    assert read(data, manager=manager) == expected
    assert read(io.BytesIO(data), manager=manager) == expected
    assert names_in(str(path)) == (str(path),)
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as pipe:
        with os.fdopen(writing, "wb") as sink:
            sink.write(data)
        assert read(pipe, manager=manager) == expected


@pytest.mark.parametrize("form", [tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
def test_names_are_what_the_archive_says(manager, one, tmp_path, form):
    long = f"{'deep/' * 15}{'x' * 90}.line"
    names = [long, "./dot.line", "/etc/abs.line", "../up.line", "a/../b.line", "b.line"]
    if form != tarfile.USTAR_FORMAT:
        names.append("Zürich.line")
    path = tmp_path / "names.tar"
    path.write_bytes(tar_of(*((name, one) for name in names), format=form))
    (tmp_path / "up.line").write_bytes(b"not this one")
    expected = [f"{path}/{name.removeprefix('./')}" for name in names]
    assert list(names_in(str(path))) == expected
    found = [found.path for found in find_files([str(path), str(tmp_path / "up.line")], manager)]
    assert found == [*expected, str(tmp_path / "up.line")]
    for name in expected:
        assert len(read(name, manager=manager)) == 1


def test_an_old_tar_without_a_mark_is_one(manager, one):
    data = bytearray(tar_of(("a.line", one)))
    data[257:265] = bytes(8)
    data[148:156] = b"        "
    data[148:156] = b"%06o\0 " % sum(data[:512])
    assert is_tar(bytes(data), None)
    assert len(read(bytes(data), manager=manager)) == 1
    data[0] ^= 1
    assert not is_tar(bytes(data), None)


def test_what_is_no_plain_file_is_told_and_not_followed(manager, one, tmp_path):
    secret = tmp_path / "secret.line"
    secret.write_bytes(one)
    odd = [
        header("soft.line", tarfile.SYMTYPE, linkname=str(secret)),
        header("hard.line", tarfile.LNKTYPE, linkname="a.line"),
        header("tty.line", tarfile.CHRTYPE, devmajor=5),
        header("disk.line", tarfile.BLKTYPE, devmajor=8),
        header("pipe.line", tarfile.FIFOTYPE),
        header("folder", tarfile.DIRTYPE),
    ]
    path = tmp_path / "odd.tar"
    path.write_bytes(tar_of(("a.line", one), *odd, ("._a.line", b"fork"), ("__MACOSX/b", b"")))
    assert [name.rpartition("/")[2] for name in names_in(str(path))] == [
        "a.line", "soft.line", "hard.line", "tty.line", "disk.line", "pipe.line",
    ]  # fmt: skip
    for name, why in (
        ("soft", "is a link to"), ("hard", "is a link to a.line"), ("tty", "is not a regular file"),
        ("disk", "is not a regular file"), ("pipe", "is not a regular file"),
    ):  # fmt: skip
        with pytest.raises(ParseError, match=rf"CORE043.*{name}\.line {why}|{name}.*{why}"):
            read(f"{path}/{name}.line", manager=manager)


def test_of_two_files_of_one_name_the_later_one_counts(manager, one, two):
    data = tar_of(("a.line", one), ("b.line", one), ("a.line", two))
    path_names = [member.name for member in _listed(data)]
    assert path_names == ["b.line", "a.line"]


def _listed(data):
    archive = archives.TarArchive(io.BytesIO(data), None, anything)
    return archive.files


def test_every_truncation_keeps_what_is_whole_and_is_told(manager, one, two, tmp_path):
    data = tar_of(("a.line", one), ("b.line", two))
    end = data.rindex(two) + len(two)
    path = tmp_path / "cut.tar"
    for length in (*range(513, end, 97), end, -(-end // 512) * 512):
        path.write_bytes(data[:length])
        *whole, last = names_in(str(path))
        assert last == str(path), length
        with pytest.raises(ParseError, match="CORE041"):
            read(last, manager=manager)
        for name in whole:
            expected = {"a.line": one, "b.line": two}[name.rpartition("/")[2]]
            found = read(name, manager=manager, errors="collect")
            if list(found) != list(read(expected, manager=manager)):
                assert "CORE041" in {item.code for item in found.diagnostics}
    for length in (-(-end // 512) * 512 + 512, len(data)):
        path.write_bytes(data[:length])
        assert len(names_in(str(path))) == 2


@pytest.mark.slow
@pytest.mark.parametrize("suffix", [".tgz", ".tar.bz2", ".tar.xz"])
def test_damage_of_what_it_is_packed_in_keeps_what_came_before(
    manager, split_ten, tmp_path, suffix
):
    chance = os.urandom
    files = [
        (f"{n}.line", f"# {chance(40_000).hex()}\n1 {split_ten}\n".encode()) for n in range(20)
    ]
    data = tar_of(*files)
    packed = bytearray(bz2.compress(data, 1) if "bz2" in suffix else PACKS[suffix](data))
    packed[len(packed) // 2] ^= 0xFF
    path = tmp_path / f"bad{suffix}"
    for bad in (bytes(packed), bytes(packed[: len(packed) // 2])):
        path.write_bytes(bad)
        *whole, last = names_in(str(path))
        assert last == str(path)
        assert len(whole) >= (1 if suffix == ".tar.xz" else 5)
        assert len(read(whole[0], manager=manager)) == 1
        with pytest.raises(ParseError, match=r"CORE04[01].*(gzip|bzip2|xz) file"):
            read(last, manager=manager)


def test_a_wrong_sum_at_the_very_end_is_told(manager, one, two, tmp_path):
    packed = bytearray(gzip.compress(tar_of(("a.line", one), ("b.line", two))))
    packed[-6] ^= 1
    path = tmp_path / "sum.tgz"
    path.write_bytes(packed)
    assert names_in(str(path)) == (f"{path}/a.line", f"{path}/b.line", str(path))


@given(
    place=st.integers(min_value=0, max_value=4 * 512 + 200),
    value=st.integers(min_value=0, max_value=255),
)
def test_every_changed_byte_is_told_or_does_not_matter(place, value):
    one = b"1 N:- - - -\n"
    data = bytearray(tar_of(("a.line", one), ("in/b.line", one), format=tarfile.GNU_FORMAT))
    data[place] = value
    try:
        archive = archives.TarArchive(io.BytesIO(bytes(data)), None, anything)
        for member in archive.files:
            if not member.why:
                for _ in archive.content(member):
                    pass
    except archives.ContentError as error:
        assert error.code in {"CORE040", "CORE041"}


@given(st.binary(max_size=2048))
def test_whatever_stands_there_nothing_else_is_raised(data):
    mark = bytearray(data.ljust(512, b"\0"))
    mark[257:263] = b"ustar\0"
    archive = archives.TarArchive(io.BytesIO(bytes(mark)), None, anything)
    assert archive.files is not None
    assert archive.damage is None or archive.damage.offset is not None


@pytest.mark.parametrize("behind", [b" of a tar file", b"", b"  of"])
def test_a_text_with_the_word_of_tar_files_is_no_tar_file(behind):
    assert not is_tar(b"%".ljust(257, b" ") + b"ustar" + behind + b" " * 300, "club.pbn")


@pytest.mark.parametrize("behind", [b"\x0000", b"  \0"])
def test_the_mark_of_tar_files_ends_with_a_zero(behind):
    assert is_tar(b"a".ljust(257, b"\0") + b"ustar" + behind + bytes(300), "club")


def test_a_header_that_tells_of_a_huge_name_is_refused(one):
    """Else it would be held whole: a name of gigabytes takes a packed file of megabytes."""
    name = header("././@LongLink", tarfile.GNUTYPE_LONGNAME, size=1 << 33).tobuf()
    packed = gzip.compress(name + bytes(32 << 20))
    tracemalloc.start()
    try:
        with open_source(packed):
            pass
    except ParseError as error:
        assert error.diagnostic.code == "CORE040"  # memory is measured after it
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert peak < 12 << 20


@pytest.mark.parametrize("kind", [tarfile.GNUTYPE_LONGNAME, tarfile.XHDTYPE])
def test_a_chain_of_headers_without_end_is_damage(kind, one):
    link = header("x", kind, size=512).tobuf() + b"9 path=ab\n".ljust(512, b"\0")
    data = link * 20_000 + tar_of(("a.line", one))
    archive = archives.TarArchive(io.BytesIO(data), None, anything)
    assert archive.files == () or archive.damage is None


def test_a_size_below_zero_and_holes_are_told(one):
    bad = bytearray(header("a.line", tarfile.REGTYPE).tobuf(format=tarfile.GNU_FORMAT))
    bad[124:136] = b"\xff" * 12
    bad[148:156] = b"        "
    bad[148:156] = b"%06o\0 " % sum(bad[:512])
    archive = archives.TarArchive(io.BytesIO(bytes(bad) + bytes(1024)), None, anything)
    assert archive.files == ()
    assert archive.damage.code == "CORE040"
    sparse = header("a.line", tarfile.GNUTYPE_SPARSE, size=0).tobuf(format=tarfile.GNU_FORMAT)
    archive = archives.TarArchive(io.BytesIO(sparse + bytes(1024)), None, anything)
    assert [member.why for member in archive.files] == ["is stored with holes (sparse)"]


def test_too_many_files_are_told_and_the_first_are_kept(one, monkeypatch):
    monkeypatch.setattr(archives, "MAX_FILES", 3)
    data = tar_of(*((f"{number}.line", one) for number in range(5)))
    archive = archives.TarArchive(io.BytesIO(data), None, anything)
    assert [member.name for member in archive.files] == ["0.line", "1.line", "2.line"]
    assert archive.damage.code == "CORE043"


@pytest.mark.slow
def test_a_bomb_costs_no_more_than_the_limits(manager, one):
    info = header("zeros", tarfile.REGTYPE, size=1 << 28)
    sink = io.BytesIO()
    with gzip.GzipFile(fileobj=sink, mode="wb") as packed:
        packed.write(info.tobuf())
        for _ in range(1 << 8):
            packed.write(bytes(1 << 20))
        packed.write(tar_of(("a.line", one)))
    source = io.BytesIO(sink.getvalue())
    tracemalloc.start()
    with pytest.raises(LimitError, match="CORE010"):
        read(source, manager=manager, limits=Limits(max_bytes=1 << 20), format="line")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 8 << 20
    # What comes behind the limit is not even unpacked.
    assert source.tell() < len(sink.getvalue()) // 2


def test_a_folder_is_searched_with_its_archives_and_damage_is_not_passed_over(
    manager, one, two, tmp_path
):
    (tmp_path / "b.tar.xz").write_bytes(
        lzma.compress(tar_of(("a.line", one), ("readme.txt", b"-"), (".hidden/c.line", one)))
    )
    (tmp_path / "c.tgz").write_bytes(gzip.compress(tar_of(("only.line", one))))
    (tmp_path / "d.tar").write_bytes(tar_of(("a.line", one), ("b.line", two))[:2048])
    (tmp_path / "e.tar").write_bytes(b"no tar at all")
    (tmp_path / "f.tgz").write_bytes(b"\x1f\x8b\x08 nothing of gzip")
    (tmp_path / "g.zip").write_bytes(b"PK\x03\x04 cut")
    found = [
        (found.path.removeprefix(f"{tmp_path}{os.sep}"), found.size)
        for found in find_files([str(tmp_path)], manager)
    ]
    assert found == [
        ("b.tar.xz/a.line", len(one)),
        ("c.tgz", None),
        ("d.tar/a.line", len(one)),
        ("d.tar/b.line", len(two)),
        ("d.tar", None),
        ("f.tgz", None),
        ("g.zip", None),
    ]


def test_names_tell_the_kind_of_archive():
    assert archive_for("a.TGZ") is archive_for("b.tar.bz2") is Compression.TAR
    assert archive_for("a.zip") is Compression.ZIP
    assert archive_for("a.pbn.gz") is None


def test_an_archive_that_is_kept_is_gone_through_once(manager, two, tmp_path, monkeypatch):
    path = tmp_path / "many.tar.gz"
    path.write_bytes(gzip.compress(tar_of(*((f"{n:03}.line", two) for n in range(50)))))
    counts = []
    listed = archives._listed
    monkeypatch.setattr(archives, "_listed", lambda *given: counts.append(1) or listed(*given))
    with keeping_archives():
        names = names_in(str(path))
        for name in names:
            with open_source(name) as opened:
                assert opened.stream.read() == two
            assert len(read(name, manager=manager)) == 2
        # Two at a time, and one that was read already.
        with open_source(names[7]) as first, open_source(names[3]) as second:
            assert first.stream.read(5) == second.stream.read(5)
            assert first.stream.read() == second.stream.read() == two[5:]
    assert counts == [1]
    for kept in (True, False):
        with keeping_archives():
            assert len(read(names[0], manager=manager)) == 2
            if kept:
                path.write_bytes(gzip.compress(tar_of(("000.line", b""), ("z", b""))))
        assert (names[0] in names_in(str(path))) is True
        path.write_bytes(gzip.compress(tar_of(("000.line", two), ("z", b""))))


def test_an_archive_that_changes_is_read_anew(manager, one, two, tmp_path):
    path = tmp_path / "a.zip"
    with keeping_archives():
        for data in (one, two, one):
            with zipfile.ZipFile(tmp_path / "new.zip", "w") as made:
                made.writestr("a.line", data)
                made.writestr("b.line", data)
            (tmp_path / "new.zip").replace(path)
            assert len(read(f"{path}/b.line", manager=manager)) == data.count(b"\n")


def test_no_file_of_a_tar_is_replaced(one, two, tmp_path):
    path = tmp_path / "a.tar"
    for files in ((("a.line", one),), (("a.line", one), ("b.line", two))):
        data = tar_of(*files)
        path.write_bytes(data)
        with pytest.raises(ParseError, match=r"CORE043.*no file in it can be replaced"):
            replace_content(f"{path}/a.line", b"new")
        assert path.read_bytes() == data
    path.write_bytes(tar_of(("a.line", one)))
    with pytest.raises(ParseError, match="CORE043"):
        replace_content(path, b"new")


@pytest.mark.parametrize("name", ["night.tar", "night.tgz", "night.tar.bz2"])
def test_the_commands_take_all_files_of_a_tar(overtrick_command, one, two, tmp_path, name):
    pytest.importorskip("click")
    path = tmp_path / name
    suffix = name.removeprefix("night")
    path.write_bytes(PACKS[suffix](tar_of(("a.line", one), ("in/b.line", two))))
    run = overtrick_command
    assert f"{path}/in/b.line: line, 2 boards" in run("check", path).out
    assert run("detect", path).out == f"{path}/a.line: line\n{path}/in/b.line: line\n"
    out = tmp_path / "out"
    assert run("convert", path, "--to", "line", "--out-dir", out).code == 0
    assert {file.name: file.read_bytes() for file in out.iterdir()} == {
        "a.line": one,
        "b.line": two,
    }
    assert json.loads(run("show", "--json", f"{path}/a.line").out)["board"] == 1
    assert "CORE042" in run("show", path).err
    path.write_bytes(path.read_bytes()[:-9000] if suffix == ".tar" else path.read_bytes()[:-30])
    done = run("check", path)
    assert done.code == 1
    assert "truncated" in done.out
