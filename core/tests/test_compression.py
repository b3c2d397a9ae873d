"""Compressed files read as what is in them, are written whole, and say what is wrong with them."""

from __future__ import annotations

import bz2
import contextlib
import gzip
import io
import lzma
import os
import sys
import tarfile
import time
import tracemalloc
import warnings
import zipfile
import zlib

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick import (
    Board,
    BoardSet,
    Deal,
    Extras,
    FormatError,
    LimitError,
    Limits,
    LossError,
    ParseError,
    PluginManager,
    UnknownFormatError,
    WriteError,
    convert,
    detect,
    open_boards,
    read,
    write,
)
from overtrick.disk.compression import Compression, compressing
from overtrick.disk.sources import file_of, open_source
from overtrick.disk.targets import replace_content
from overtrick.files.searching import files_in
from overtrick_testing.strategies import deals

KINDS = tuple(kind for kind in Compression if kind is not Compression.TAR)
LINE_CODES = {"LINE001", "LINE002", "LINE003"}
LONG_LINE = b"# " + b"x" * 50_000 + b"\n"


def names_in(path):
    return tuple(found.path for found in files_in(path))


def pack(data, kind, member="night.line"):
    sink = io.BytesIO()
    with compressing(sink, kind, member) as packed:
        packed.write(data)
    return sink.getvalue()


def archive(*files, **more):
    sink = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(sink, "w", **more) as made:
        warnings.simplefilter("ignore", UserWarning)  # of names that stand there twice
        for name, data in files:
            made.writestr(name, data)
    return sink.getvalue()


def tar_of(*files, **more):
    sink = io.BytesIO()
    with tarfile.open(fileobj=sink, mode="w", **more) as made:
        for name, data in files:
            info = tarfile.TarInfo(name)
            info.size = len(data)
            made.addfile(info, io.BytesIO(data))
    return sink.getvalue()


@pytest.fixture
def night(split_ten):
    return "".join(["# Club\n", *(f"{n} {split_ten}\n" for n in range(1, 40))]).encode()


def codes_of(source, manager, path=None):
    """The codes of all that is wrong with a source, whether collected or raised."""
    try:
        found = read(source, path=path, manager=manager, errors="collect", format="line")
    except ParseError as error:
        return {error.diagnostic.code}
    return {item.code for item in found.diagnostics}


class Dribble(io.RawIOBase):
    """A pipe that gives a few bytes at a time."""

    def __init__(self, data, size):
        super().__init__()
        self._data = io.BytesIO(data)
        self._size = size

    def readable(self):
        return True

    def readinto(self, buffer):
        return self._data.readinto(memoryview(buffer)[: self._size])


@pytest.mark.parametrize("kind", KINDS)
def test_what_other_programs_made_is_read(manager, night, kind):
    made = {
        Compression.GZIP: gzip.compress(night),
        Compression.BZIP2: bz2.compress(night),
        Compression.XZ: lzma.compress(night),
        Compression.ZIP: archive(("evening/night.line", night), compression=zipfile.ZIP_DEFLATED),
    }[kind]
    expected = read(night, manager=manager)
    assert len(expected) == 39
    assert read(made, manager=manager) == expected
    assert read(made, format="line", manager=manager) == expected


@pytest.mark.parametrize("kind", KINDS)
def test_a_path_an_open_file_a_pipe_and_bytes_read_the_same(manager, night, kind, tmp_path):
    path = tmp_path / f"night.line{kind.suffix}"
    path.write_bytes(pack(night, kind))
    expected = read(night, manager=manager)
    assert read(path, manager=manager) == expected
    assert read(os.fspath(path), manager=manager) == expected
    with path.open("rb") as file:
        assert read(file, manager=manager) == expected
        assert not file.closed
    out, into = os.pipe()
    with os.fdopen(out, "rb") as pipe:
        with os.fdopen(into, "wb") as writer:
            writer.write(path.read_bytes())
        assert read(pipe, manager=manager) == expected


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", [1, 2, 7])
def test_short_reads_change_nothing(manager, night, kind, size):
    expected = read(night, manager=manager)
    assert read(Dribble(pack(night, kind), size), manager=manager) == expected


@pytest.mark.parametrize("kind", KINDS)
@given(boards=st.lists(deals(), max_size=6))
def test_any_boards_come_back_through_any_compression(line_format, kind, boards, tmp_path_factory):
    manager = PluginManager(discover=False)
    manager.register(line_format, "line")
    folder = tmp_path_factory.getbasetemp()
    plain, packed = folder / "any.line", folder / f"any.line{kind.suffix}"
    given_boards = BoardSet(
        boards=tuple(Board(number=n, deal=deal) for n, deal in enumerate(boards, 1)),
        header=Extras({"line:title": "Any"}),
    )
    for path in (plain, packed):
        write(given_boards, path, manager=manager, overwrite=True)
    assert packed.read_bytes()[:2] in {b"\x1f\x8b", b"BZ", b"\xfd7", b"PK"}
    assert read(packed, manager=manager) == read(plain, manager=manager)
    with open_source(packed) as opened:
        assert opened.stream.read() == plain.read_bytes()


@pytest.mark.parametrize(
    ("name", "member"),
    [("a.LINE.GZ", None), ("a.line.xz", None), ("a.b.line.zip", "a.b.line"), ("c.zip", "c.line")],
)
def test_the_bytes_are_the_same_whenever_and_wherever_they_are_written(
    manager, night, tmp_path, name, member
):
    boards = read(night, manager=manager)
    first, second = tmp_path / name, tmp_path / "later" / name
    second.parent.mkdir()
    write(boards, first, format="line", manager=manager)
    later = time.time() + 400_000_000
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(time, "time", lambda: later)
        write(boards, second, format="line", manager=manager)
    assert first.read_bytes() == second.read_bytes()
    assert read(first, manager=manager) == boards
    if member is not None:
        with zipfile.ZipFile(first) as made:
            assert made.namelist() == [member]


def test_other_programs_read_what_is_written(manager, night, tmp_path):
    write(read(night, manager=manager), tmp_path / "a.line.gz", manager=manager)
    write(read(night, manager=manager), tmp_path / "a.line.xz", manager=manager)
    write(read(night, manager=manager), tmp_path / "a.line.zip", manager=manager)
    assert gzip.decompress((tmp_path / "a.line.gz").read_bytes()) == night
    assert lzma.decompress((tmp_path / "a.line.xz").read_bytes()) == night
    with zipfile.ZipFile(tmp_path / "a.line.zip") as made:
        assert made.testzip() is None
        assert made.read("a.line") == night


@pytest.mark.parametrize("kind", KINDS)
def test_a_target_is_replaced_whole_or_not_at_all(manager, tmp_path, kind):
    target = tmp_path / f"out.line{kind.suffix}"
    good = Board(number=1, deal=Deal.parse("N:A... - - -"))
    for boards, error, how in (
        ([good, Board(number=2)], WriteError, "report"),
        ([attrs.evolve(good, scoring="IMP")], LossError, "raise"),
    ):
        target.write_bytes(b"old")
        with pytest.raises(error):
            write(boards, target, manager=manager, overwrite=True, on_loss=how)
        assert target.read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == [target.name]
    with pytest.raises(FileExistsError):
        write([good], target, manager=manager)


def test_an_open_file_is_written_as_it_is(manager, night, tmp_path):
    with (tmp_path / "x.line.gz").open("wb") as file:
        write(read(night, manager=manager), file, format="line", manager=manager)
    assert (tmp_path / "x.line.gz").read_bytes() == night


def test_content_comes_before_the_suffix(manager, night, tmp_path):
    unpacked = tmp_path / "night.line.gz"
    unpacked.write_bytes(night)
    hidden = tmp_path / "night.line"
    hidden.write_bytes(gzip.compress(night))
    other = tmp_path / "night.line.zip"
    other.write_bytes(lzma.compress(night))
    expected = read(night, manager=manager)
    for path in (unpacked, hidden, other):
        assert read(path, manager=manager) == expected
        assert detect(path, manager=manager).format == "line"


def test_the_suffix_below_tells_the_format_where_the_content_does_not(manager, tmp_path):
    data = b"# a title and nothing else\n"
    for name in ("x.line.gz", "X.LINE.GZ"):
        path = tmp_path / name
        path.write_bytes(gzip.compress(data))
        assert detect(path, manager=manager).format == "line"
    for name, member in (("x.zip", "in/x.line"), ("x.line", "y.line")):
        path = tmp_path / name
        path.write_bytes(archive((member, data)))
        assert detect(path, manager=manager).format == "line"
    path.write_bytes(archive(("x.txt", data)))
    with pytest.raises(UnknownFormatError):
        detect(path, manager=manager)
    assert detect(gzip.compress(data), path="upload.line.gz", manager=manager).format == "line"


def test_members_and_streams_that_follow_one_another_are_one_file(manager, night):
    half = night.index(b"\n", len(night) // 2) + 1
    expected = read(night, manager=manager)
    for one in (gzip.compress, lzma.compress):
        parts = one(night[:half]) + one(b"") + one(night[half:])
        assert read(parts, manager=manager) == expected
        assert read(parts + bytes(512), manager=manager) == expected
        apart = one(night[:half]) + bytes(8) + one(night[half:])
        assert read(Dribble(apart, 1), manager=manager) == expected


@pytest.mark.parametrize("pack_one", [gzip.compress, lzma.compress])
@pytest.mark.parametrize("garbage", [b"garbage", b"\0\0rubbish", b"\x1f\x8bnothing", b"\xfd7zXY"])
def test_what_follows_the_end_and_does_not_belong_there_is_told(manager, night, pack_one, garbage):
    whole = pack_one(night)
    with pytest.raises(ParseError, match=r"CORE04[01]") as caught:
        read(whole + garbage, manager=manager)
    assert caught.value.diagnostic.location.offset >= len(whole)
    found = read(whole + garbage, manager=manager, errors="collect")
    assert len(found) == 39
    assert [item.code[:6] for item in found.diagnostics] == ["CORE04"]


@pytest.mark.parametrize("kind", KINDS)
def test_every_truncation_is_reported(manager, split_ten, kind, tmp_path):
    whole = pack(f"1 {split_ten}\n".encode(), kind)
    path = tmp_path / f"night.line{kind.suffix}"
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        with pytest.raises(ParseError) as caught:
            read(path, manager=manager)
        assert caught.value.diagnostic.code == "CORE041", length
        assert caught.value.diagnostic.location.path == os.fspath(path)
        assert caught.value.diagnostic.location.offset == length
        for source in (path, Dribble(whole[:length], 7)):
            assert "CORE041" in codes_of(source, manager, os.fspath(path))
    path.write_bytes(whole)
    assert len(read(path, manager=manager)) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_every_changed_byte_is_told_or_does_not_matter(manager, split_ten, kind):
    data = f"1 {split_ten}\n".encode()
    whole = pack(data, kind)
    expected = read(data, manager=manager)
    told = 0
    for place in range(len(whole)):
        for flip in (0x01, 0x80, 0xFF):
            bad = bytearray(whole)
            bad[place] ^= flip
            codes = codes_of(bytes(bad), manager)
            told += bool(codes)
            assert codes <= {"CORE040", "CORE041", "CORE042", "CORE043"} | LINE_CODES
            if not codes:
                assert read(bytes(bad), format="line", manager=manager) == expected
    assert told > len(whole)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_what_stands_before_the_damage_is_collected(manager, split_ten, kind, tmp_path):
    # Random hands, so that the compressed file is long enough to be cut in the middle.
    import random

    chance = random.Random(7)
    lines = []
    for number in range(1, 2001):
        cards = chance.sample(range(52), 52)
        hands = [sorted(cards[seat * 13 : seat * 13 + 13], reverse=True) for seat in range(4)]
        text = " ".join(
            ".".join(
                "".join("23456789TJQKA"[card % 13] for card in hand if card // 13 == suit)
                for suit in range(4)
            )
            for hand in hands
        )
        lines.append(f"{number} N:{text}\n")
    data = "".join(lines).encode()
    # bzip2 unpacks blocks: of the one that is damaged nothing comes, all of those before it.
    whole = bz2.compress(data, 1) if kind is Compression.BZIP2 else pack(data, kind)
    bad = bytearray(whole)
    place = len(bad) * 3 // 4 if kind is Compression.BZIP2 else len(bad) // 2
    bad[place : place + 40] = bytes(40)
    path = tmp_path / f"night.line{kind.suffix}"
    path.write_bytes(bad)
    found = read(path, manager=manager, errors="collect")
    assert [item.code for item in found.diagnostics if item.code.startswith("CORE")] == ["CORE040"]
    expected = read(data, manager=manager)
    # How deflate packs cards, a few wrong ones can come out before the fault shows.
    assert len(found) > 700
    assert found.boards[:600] == expected.boards[:600]
    with (
        pytest.raises(FormatError, match=r"CORE040|LINE00"),
        open_boards(path, manager=manager) as reader,
    ):
        for _ in reader:
            pass
    target = tmp_path / "out.line"
    # The last board before the damage may be cut, and the format holds no such board.
    with contextlib.suppress(WriteError):
        assert not convert(path, target, manager=manager, errors="collect").written
    assert not target.exists()


@pytest.mark.parametrize("kind", KINDS)
def test_a_bomb_costs_no_more_than_the_limits(manager, kind):
    bomb = pack(LONG_LINE * 400, kind)
    assert len(bomb) < 100_000
    tracemalloc.start()
    try:
        for source in (bomb, Dribble(bomb, 1 << 16)):
            with pytest.raises(LimitError, match="CORE010"):
                read(source, manager=manager, format="line", limits=Limits(max_bytes=1_000_000))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 12_000_000  # of 20; xz keeps 8 by itself


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_without_limits_nothing_is_held_whole(manager, kind, tmp_path):
    path = tmp_path / f"large.line{kind.suffix}"
    path.write_bytes(pack(LONG_LINE * 400, kind))
    tracemalloc.start()
    try:
        assert len(read(path, manager=manager)) == 0
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 12_000_000  # of 20; xz keeps 8 by itself


@pytest.mark.parametrize("kind", KINDS)
def test_limits_count_what_comes_out(manager, night, kind):
    packed = pack(night, kind)
    assert len(packed) < len(night)
    exact = Limits(max_bytes=len(night), max_boards=39, max_seconds=60)
    expected = read(night, manager=manager)
    for source in (packed, Dribble(packed, 7)):
        assert read(source, manager=manager, limits=exact) == expected
    for source in (packed, Dribble(packed, 7)):
        with pytest.raises(LimitError, match="CORE010"):
            read(source, manager=manager, limits=Limits(max_bytes=len(night) - 1))


def test_an_endless_zip_from_a_pipe_is_stopped(manager):
    class Endless(io.RawIOBase):
        is_begun = False

        def readable(self):
            return True

        def readinto(self, buffer):
            buffer[:] = bytes(len(buffer))
            if not self.is_begun:
                buffer[:4], self.is_begun = b"PK\x03\x04", True
            return len(buffer)

    for limits, code in (
        (Limits(max_bytes=10_000), "CORE010"),
        (Limits(max_seconds=0.05), "CORE012"),
    ):
        with pytest.raises(LimitError, match=code):
            read(Endless(), manager=manager, limits=limits)


def test_members_without_content_do_not_outlast_the_time(manager):
    class Empty(io.RawIOBase):
        member = gzip.compress(b"") * 100

        def readable(self):
            return True

        def readinto(self, buffer):
            count = min(len(buffer) // 20 * 20, len(self.member))
            buffer[:count] = self.member[:count]
            return count

    with pytest.raises(LimitError, match="CORE012"):
        read(io.BufferedReader(Empty(), 2000), manager=manager, limits=Limits(max_seconds=0.1))


def test_an_xz_file_that_asks_for_too_much_memory_is_refused(manager, night):
    # A stream whose header claims a dictionary of 1 GiB: the byte after the filter's size.
    whole = bytearray(lzma.compress(night, filters=[{"id": lzma.FILTER_LZMA2, "preset": 0}]))
    place = whole.index(b"\x21\x01", 12) + 2
    whole[place] = 36  # 1 GiB
    header = 12
    size = (whole[header] + 1) * 4
    body = bytes(whole[header : header + size - 4])
    whole[header + size - 4 : header + size] = zlib.crc32(body).to_bytes(4, "little")
    with pytest.raises(ParseError, match=r"CORE040.*[Mm]emory"):
        read(bytes(whole), format="line", manager=manager)


def test_an_archive_of_several_files_is_refused_with_the_way_out(manager, night, tmp_path):
    path = tmp_path / "evening.zip"
    path.write_bytes(archive(*((f"{n}.line", night) for n in range(12))))
    for errors in ("raise", "collect"):
        with pytest.raises(ParseError) as caught:
            read(path, manager=manager, errors=errors)
    found = caught.value.diagnostic
    assert found.code == "CORE042"
    assert found.location.path == os.fspath(path)
    assert found.message == (
        "the archive contains 12 files; specify one: 0.line, 1.line, 2.line, 3.line, 4.line, "
        "5.line, 6.line, 7.line, 8.line, 9.line and 2 more"
    )
    assert "ARCHIVE/NAME" in found.hint
    assert "--out-dir" in found.hint


def test_a_path_can_go_into_an_archive(manager, night, split_ten, tmp_path):
    one = f"1 {split_ten}\n".encode()
    path = tmp_path / "evening.zip"
    names = ["a.line", "dir/b.line", "/etc/passwd", "../../up.line", "odd//name.line", "zwölf.line"]
    path.write_bytes(archive(("dir/", b""), *((name, one) for name in names)))
    inside = names_in(os.fspath(path))
    assert inside == tuple(f"{path}/{name}" for name in names)
    (tmp_path.parent / "up.line").write_bytes(night)
    for name in inside:
        assert len(read(name, manager=manager)) == 1
        assert file_of(name) == os.fspath(path)
    path.write_bytes(archive(("bad.line", b"rubbish\n" + one), ("a.line", one)))
    with pytest.raises(ParseError, match=r"evening\.zip/bad\.line:1:1: error LINE001"):
        read(f"{path}/bad.line", manager=manager)
    with pytest.raises(FileNotFoundError, match="no such file in the archive"):
        read(f"{path}/none.line", manager=manager)


def test_a_path_through_what_is_no_archive_is_not_there(manager, night, tmp_path):
    path = tmp_path / "night.line"
    path.write_bytes(night)
    for name in (f"{path}/x.line", tmp_path / "none" / "x.line"):
        with pytest.raises(OSError, match=r"Not a directory|No such file") as caught:
            read(name, manager=manager)
        assert caught.value.filename == os.fspath(name)
    assert names_in(os.fspath(path)) == (os.fspath(path),)
    assert names_in("no such file") == ("no such file",)
    assert file_of(tmp_path / "none" / "x") == os.fspath(tmp_path / "none" / "x")


def test_what_macos_adds_is_passed_over(manager, night, tmp_path):
    path = tmp_path / "night.zip"
    path.write_bytes(
        archive(("Night/", b""), ("Night/a.line", night), ("__MACOSX/Night/._a.line", b"fork"))
    )
    assert len(read(path, manager=manager)) == 39
    assert names_in(os.fspath(path)) == (os.fspath(path),)


def test_archives_that_cannot_be_unpacked_say_why(manager, night):
    locked = bytearray(archive(("a.line", night)))
    locked[6] |= 1
    locked[locked.rindex(b"PK\x01\x02") + 8] |= 1
    cases = {
        "a.line needs a password": bytes(locked),
        "packed by the method bzip2": archive(("a.line", night), compression=zipfile.ZIP_BZIP2),
        "packed by the method lzma": archive(("a.line", night), compression=zipfile.ZIP_LZMA),
        "there is no file in it": archive(("dir/", b"")),
        "there is no file in it ": archive(),
    }
    for why, data in cases.items():
        for source in (data, Dribble(data, 7)):
            with pytest.raises(ParseError, match=f"CORE043.*{why.strip()}") as caught:
                read(source, manager=manager)
            assert caught.value.diagnostic.hint
    with pytest.raises(ParseError, match=r"CORE040.*two files in it have the name a\.line"):
        read(archive(("a.line", night), ("a.line", b"1 N:- - - -\n")), manager=manager)


def test_what_is_packed_twice_is_refused(manager, night):
    cases = {
        "once more, by zip": gzip.compress(archive(("a.line", night))),
        "once more, by gzip": archive(("a.line.gz", gzip.compress(night))),
        "once more, by xz": lzma.compress(lzma.compress(night)),
        r"\(tar\)": archive(("a.tar", tar_of(("a.line", night)))),
        "once more, by bzip2": tar_of(("a.line.bz2", bz2.compress(night))),
        "tar file.*once more, by gzip": tar_of(("a.line", gzip.compress(gzip.compress(night)))),
    }
    for why, data in cases.items():
        with pytest.raises(ParseError, match=f"CORE043.*{why}"):
            read(data, manager=manager)


def test_a_missing_library_is_told(manager, night, monkeypatch):
    packed = lzma.compress(night)
    monkeypatch.setitem(sys.modules, "lzma", None)
    with pytest.raises(ParseError, match=r"CORE043.*this Python was built without it"):
        read(packed, manager=manager)


def test_a_fault_of_the_disk_is_no_damage(manager, night):
    class Broken(io.RawIOBase):
        def __init__(self, data):
            super().__init__()
            self._data = io.BytesIO(data)

        def readable(self):
            return True

        def readinto(self, buffer):
            got = self._data.readinto(memoryview(buffer)[:50])
            if not got:
                raise OSError(5, "Input/output error")
            return got

    for kind in KINDS:
        with pytest.raises(OSError, match="Input/output error"):
            read(Broken(pack(night, kind)[:-30]), manager=manager)


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_unpacked_can_seek_where_the_file_can(night, kind, tmp_path):
    path = tmp_path / f"night.line{kind.suffix}"
    path.write_bytes(pack(night, kind))
    with open_source(path) as opened:
        stream = opened.stream
        assert stream.seekable()
        assert stream.tell() == 0
        assert stream.seek(-10, os.SEEK_END) == len(night) - 10
        assert stream.read() == night[-10:]
        assert stream.seek(100) == 100
        assert stream.read(50) == night[100:150]
        assert stream.seek(10, os.SEEK_CUR) == 160
        assert stream.read() == night[160:]
        assert stream.seek(1 << 30) == len(night)
        with pytest.raises(OSError, match="Invalid"):
            stream.seek(-1)
    with open_source(Dribble(path.read_bytes(), 7)) as opened:
        assert opened.stream.seekable() is (kind is Compression.ZIP)


@pytest.mark.parametrize("kind", KINDS)
def test_content_is_replaced_in_the_same_compression(night, kind, tmp_path):
    path = tmp_path / f"night.line{kind.suffix}"
    path.write_bytes(pack(night, kind, "other.line"))
    path.chmod(0o640)
    replace_content(path, b"new")
    assert path.read_bytes() == pack(b"new", kind, "other.line")
    assert path.stat().st_mode & 0o777 == 0o640
    plain = tmp_path / "plain"
    plain.write_bytes(b"old")
    replace_content(plain, b"new")
    assert plain.read_bytes() == b"new"


def test_one_file_of_an_archive_is_replaced_and_the_others_stay(night, tmp_path):
    path = tmp_path / "evening.zip"
    made = archive(
        ("dir/", b""), ("dir/a.line", b"a"), ("b.line", night), ("__MACOSX/._b", b"fork"),
        compression=zipfile.ZIP_DEFLATED,
    )  # fmt: skip
    path.write_bytes(made)
    replace_content(f"{path}/dir/a.line", b"new")
    with zipfile.ZipFile(path) as now, zipfile.ZipFile(io.BytesIO(made)) as before:
        assert now.namelist() == before.namelist()
        assert now.read("dir/a.line") == b"new"
        assert now.read("b.line") == night
        assert now.read("__MACOSX/._b") == b"fork"
        assert now.getinfo("b.line").date_time == before.getinfo("b.line").date_time
    locked = bytearray(archive(("a.line", b"a"), ("b.line", night)))
    place = locked.rindex(b"PK\x01\x02")
    locked[place + 8] |= 1
    path.write_bytes(locked)
    with pytest.raises(ParseError, match=r"CORE043.*b\.line needs a password"):
        replace_content(f"{path}/a.line", b"new")
    assert path.read_bytes() == bytes(locked)


def test_a_file_can_be_converted_onto_itself(manager, night, tmp_path):
    for kind in KINDS:
        path = tmp_path / f"night.line{kind.suffix}"
        path.write_bytes(pack(night, kind))
        done = convert(path, path, manager=manager, overwrite=True, write_options={"title": "New"})
        assert done.written
        with open_source(path) as opened:
            assert opened.compression is kind
            assert opened.stream.read() == night.replace(b"# Club", b"# New")


def test_what_comes_before_a_wrong_checksum_is_read(line_format):
    # The fault is found in the last bytes, together with all the boards of a small file.
    boards = b"1 N:- - - -\n2 N:- - - -\n3 N:- - - -\n"
    packed = bytearray(gzip.compress(boards))
    packed[-6] ^= 1
    manager = PluginManager(discover=False)
    manager.register(line_format, "line")
    found = read(bytes(packed), format="line", errors="collect", manager=manager)
    assert [board.number for board in found] == [1, 2, 3]
    assert [item.code for item in found.diagnostics if item.is_error] == ["CORE040"]
