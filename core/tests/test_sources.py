"""What a reader gets to read: a source that can seek stays one, and the caller's file stays his."""

from __future__ import annotations

import gzip
import io
import os
import sys
import types

import pytest

from overtrick import LimitError, Limits, PluginManager, detect, open_boards, read, write
from overtrick.disk.sources import HEAD_LENGTH, Meter, guard, open_source
from overtrick.plugin import Confidence, FormatSpec, hookimpl, source_lines

DATA = bytes(range(256)) * 40


class OneWay(io.RawIOBase):
    """A source that cannot seek."""

    def __init__(self, data):
        super().__init__()
        self._data = io.BytesIO(data)

    def readable(self):
        return True

    def readinto(self, buffer):
        return self._data.readinto(buffer)


class Liar(io.BytesIO):
    """It says that it can seek, and cannot."""

    def seek(self, offset, whence=0):
        raise io.UnsupportedOperation("underlying stream is not seekable")


class BareReader:
    """No more of a file than `read`."""

    def __init__(self, data):
        self._data = io.BytesIO(data)

    def read(self, size=-1):
        return self._data.read(size)


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "data.bin"
    path.write_bytes(DATA)
    return path


def test_a_source_that_can_seek_is_given_as_one(path):
    with path.open("rb") as file, path.open("rb", buffering=0) as raw:
        for source in (path, os.fspath(path), DATA, io.BytesIO(DATA), file, raw):
            with open_source(source) as opened:
                stream = opened.stream
                assert opened.head == DATA[:HEAD_LENGTH]
                assert opened.size == len(DATA)
                assert stream.seekable()
                assert stream.tell() == 0
                assert stream.seek(-4, os.SEEK_END) == len(DATA) - 4
                assert stream.read() == DATA[-4:]
                assert stream.seek(300) == 300
                assert stream.read(5) == DATA[300:305]
                assert stream.seek(5, os.SEEK_CUR) == 310
                assert stream.seek(0) == 0
                assert stream.read() == DATA


@pytest.mark.parametrize("make", [OneWay, Liar, BareReader])
def test_a_source_that_cannot_seek_stays_a_stream(make):
    with open_source(make(DATA)) as opened:
        assert not opened.stream.seekable()
        assert opened.size is None
        assert opened.head == DATA[:HEAD_LENGTH]
        assert opened.stream.read() == DATA
    with open_source(make(b"short")) as opened:
        assert opened.size == 5


def test_nothing_is_copied_on_the_way():
    class Large(io.RawIOBase):
        """A sparse file of a terabyte that counts what is read of it."""

        size = 1 << 40

        def __init__(self):
            super().__init__()
            self.place = self.given = 0

        def readable(self):
            return True

        def seekable(self):
            return True

        def tell(self):
            return self.place

        def seek(self, offset, whence=0):
            self.place = offset + (0, self.place, self.size)[whence]
            return self.place

        def readinto(self, buffer):
            count = min(len(buffer), self.size - self.place)
            buffer[:count] = bytes(count)
            self.place += count
            self.given += count
            return count

    large = Large()
    with open_source(large) as opened:
        assert opened.stream.seek(-1, os.SEEK_END) == Large.size - 1
        assert opened.stream.read() == b"\0"
    assert large.given < 100_000


def test_the_callers_file_is_read_from_where_it_stands_and_stays_open(manager, split_ten):
    line = f"1 {split_ten}\n".encode()
    for file in (io.BytesIO(b"preface\n" + line), io.BufferedReader(OneWay(b"preface\n" + line))):
        assert file.readline() == b"preface\n"
        with open_boards(file, manager=manager) as reader:
            assert len(list(reader)) == 1
        assert not file.closed
        assert file.read() == b""
        if file.seekable():
            assert file.seek(0) == 0
            assert file.read() == b"preface\n" + line


def test_a_window_on_the_callers_file_begins_where_it_stood():
    file = io.BytesIO(b"preface" + DATA)
    file.seek(7)
    with open_source(file) as opened:
        assert opened.size == len(DATA)
        assert opened.stream.seek(0, os.SEEK_END) == len(DATA)
        assert opened.stream.seek(10) == 10
        assert opened.stream.read(3) == DATA[10:13]
        with pytest.raises(OSError, match="Invalid"):
            opened.stream.seek(-1)
        with pytest.raises(OSError, match="Invalid"):
            opened.stream.seek(-len(DATA) - 1, os.SEEK_END)
        opened.stream.close()
    assert not file.closed


def test_a_look_at_a_file_leaves_it_where_it_stood(manager, split_ten):
    file = io.BytesIO(b"preface\n" + f"1 {split_ten}\n".encode())
    file.seek(8)
    assert detect(file, manager=manager).format == "line"
    assert file.tell() == 8
    assert len(read(file, manager=manager)) == 1


def test_a_file_that_the_caller_unpacks_is_not_unpacked_for_its_size(manager):
    bomb = gzip.compress(b"#" * 20_000_000)
    given = 0

    class Counting(gzip.GzipFile):
        def read(self, size=-1):
            nonlocal given
            data = super().read(size)
            given += len(data)
            return data

        read1 = read

    with (
        Counting(fileobj=io.BytesIO(bomb)) as file,
        pytest.raises(LimitError, match="CORE010"),
    ):
        read(file, manager=manager, format="line", limits=Limits(max_bytes=50_000))
    assert given < 1_000_000


def test_the_guard_keeps_seeking_and_counts_what_is_read(path):
    meter = Meter(Limits(max_bytes=10 + len(DATA)))
    with open_source(path) as opened:
        guarded = guard(opened.stream, meter)
        assert guarded.seekable()
        assert guarded.seek(-10, os.SEEK_END) == len(DATA) - 10
        assert guarded.tell() == len(DATA) - 10
        assert guarded.read() == DATA[-10:]
        guarded.seek(0)
        assert guarded.read() == DATA
        guarded.seek(-1, os.SEEK_END)
        with pytest.raises(LimitError, match="CORE010"):
            guarded.read()
    with open_source(OneWay(DATA)) as opened:
        assert not guard(opened.stream, meter).seekable()


def test_going_far_in_a_bomb_is_held_against_the_limit():
    with open_source(gzip.compress(bytes(50_000_000))) as opened:
        guarded = guard(opened.stream, Meter(Limits(max_bytes=1_000_000)))
        with pytest.raises(LimitError, match="CORE010"):
            guarded.seek(0, os.SEEK_END)


def test_a_reader_that_needs_seeking_can_be_written(monkeypatch, tmp_path):
    """A format whose table of contents is at the end, as that of Parquet."""

    def read_backwards(source, ctx):
        from overtrick import Board

        if not source.seekable():
            raise ctx.refuse("CORE030")
        source.seek(-1, os.SEEK_END)
        count = source.read(1)[0]
        source.seek(0)
        for number in source.read(count):
            yield Board(number=number)

    module = types.ModuleType("overtrick_backwards")
    module.read = read_backwards
    module.sniff = lambda probe: Confidence.LIKELY
    monkeypatch.setitem(sys.modules, "overtrick_backwards", module)
    spec = FormatSpec(
        name="backwards", summary="", reader="overtrick_backwards:read",
        sniffer="overtrick_backwards:sniff", binary=True, writer="overtrick_backwards:write",
    )  # fmt: skip
    manager = PluginManager(discover=False)
    manager.register(types.SimpleNamespace(overtrick_formats=hookimpl(lambda api: [spec])), "b")
    data = b"\x07\x08\x02"
    path = tmp_path / "x.gz"
    path.write_bytes(gzip.compress(data))
    for make in (lambda: data, lambda: io.BytesIO(data), lambda: path):
        for limits in (None, Limits(max_bytes=100)):
            found = read(make(), manager=manager, limits=limits)
            assert [board.number for board in found] == [7, 8]


def test_mistakes_are_told_with_the_remedy(manager, tmp_path, split_ten, monkeypatch):
    for wrong in (None, 42, ["a.pbn"], object()):
        with pytest.raises(TypeError, match=r"give a path, a file opened in binary mode \('rb'\)"):
            read(wrong, manager=manager)
        with pytest.raises(TypeError, match=r"give a path, or a file opened in binary mode"):
            write([], wrong, format="line", manager=manager)
    with (tmp_path / "x.line").open("w+") as file, pytest.raises(TypeError, match="binary mode"):
        read(file, manager=manager)
    for file in (io.StringIO("x"), types.SimpleNamespace(read=lambda size: "text")):
        with pytest.raises(TypeError, match=r"'rb'.*overtrick\.loads"):
            read(file, manager=manager)
    with pytest.raises(IsADirectoryError, match="a folder, not a file: name a file in it"):
        read(tmp_path, manager=manager)
    texts = ['[Event "x"]', "% PBN 2.1", f"1 {split_ten}\n", f"1 {split_ten}\r\n" * 900, "\n\0"]
    for text in texts:
        with pytest.raises(FileNotFoundError, match=r"overtrick\.loads takes"):
            read(text, manager=manager)
    with pytest.raises(FileNotFoundError) as caught:
        read("no such file.pbn", manager=manager)
    assert caught.value.strerror == os.strerror(2)
    odd = tmp_path / "[odd] name"
    odd.write_text(f"1 {split_ten}\n")
    monkeypatch.chdir(tmp_path)
    assert len(read("[odd] name", manager=manager)) == 1


@pytest.mark.parametrize(
    "text", ["pn|a,b,c,d|st||md|3SAK|", "[x", "% PBN", "a\nb", "x" * 5000, "a\0b"]
)
def test_a_text_that_is_given_as_a_path_names_loads(text):
    with pytest.raises(FileNotFoundError, match=r"overtrick\.loads"):
        read(text)


def test_an_empty_path_is_no_folder():
    with pytest.raises(FileNotFoundError, match="the path is empty"):
        read("")


@pytest.mark.parametrize("length", [0, 52, HEAD_LENGTH, 1 << 15, (1 << 15) + 1, 1 << 17])
def test_a_file_gives_its_bytes_whether_it_is_read_at_once_or_not(tmp_path, length):
    content = bytes(number % 251 for number in range(length))
    path = tmp_path / "a.bin"
    path.write_bytes(content)
    with open_source(path) as opened:
        assert opened.size == length
        assert opened.head == content[:HEAD_LENGTH]
        assert opened.stream.read() == content
        opened.stream.seek(0)
        assert opened.stream.read(7) == content[:7]
        assert isinstance(opened.stream, io.BytesIO) == (length <= 1 << 15)


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_lines_of_a_source_are_had_after_its_boards_without_opening_it_again(line_format, pack):
    text = b"\xef\xbb\xbf1 N:- - - -\r\nhello\n2 N:- - - -\nJ\xfcrgen\n"
    manager = PluginManager(discover=False)
    manager.register(line_format, "line")
    with open_source(pack(text), path="club.line") as opened:
        with open_boards(opened, format="line", errors="collect", manager=manager) as boards:
            assert len(list(boards)) == 2
        assert source_lines(opened, [4, 1, 2, 2, 9, 0]) == {
            1: "1 N:- - - -",
            2: "hello",
            4: "J\xfcrgen",
        }
        assert source_lines(opened, [4], max_bytes=20) == {}
        assert source_lines(opened, []) == {}


def test_lines_are_counted_as_readers_count_them():
    for end in (b"\n", b"\r\n", b"\r", b"\r\r\n"):
        with open_source(end.join([b"one", b"two", b"", b"four", b""])) as opened:
            assert source_lines(opened, [1, 2, 3, 4, 5]) == {1: "one", 2: "two", 3: "", 4: "four"}


def test_a_source_that_cannot_seek_has_no_lines():
    with open_source(OneWay(b"1\n2\n")) as opened, pytest.raises(OSError, match="seek"):
        source_lines(opened, [1])
