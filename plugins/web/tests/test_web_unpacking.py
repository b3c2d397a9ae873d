"""What is dropped, taken apart: archives, folders, bombs, names; a line for each refusal."""

from __future__ import annotations

import gzip
import io
import lzma
import struct
import tarfile
import tracemalloc
import zipfile

import pytest

from overtrick import Limits
from overtrick.plugin import default_manager
from overtrick_web.boards.unpacking import (
    AcceptedFile,
    DropBounds,
    Dropped,
    Reason,
    RejectedFile,
    take_apart,
)

PBN = b'% PBN 2.1\n[Event "Club"]\n[Board "1"]\n[Dealer "N"]\n'


def drop(*files, bounds=None, **more):
    dropped = [Dropped(name, io.BytesIO(data)) for name, data in files]
    return list(take_apart(dropped, default_manager(), bounds, **more))


def zipped(*files, method=zipfile.ZIP_DEFLATED):
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w", method) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return sink.getvalue()


def told(found):
    return [one.reason if isinstance(one, RejectedFile) else one.name for one in found]


def test_a_folder_is_taken_file_by_file():
    found = drop(("club/tuesday/evening.pbn", PBN), ("club/wednesday/evening.pbn", PBN))
    assert told(found) == ["evening.pbn", "wednesday evening.pbn"]
    assert all(one.data == PBN for one in found)


def test_files_are_read_when_they_come_as_long_as_their_boards_are_kept():
    files = [(f"{n}.pbn", PBN) for n in range(4)]
    read = [one.reading for one in drop(*files)]
    assert [len(reading.boards) for reading in read] == [1, 1, 1, 1]
    assert [reading.name for reading in read] == ["0.pbn", "1.pbn", "2.pbn", "3.pbn"]
    few = drop(*files, most=read[0].weight + 1)
    assert [one.reading is not None for one in few] == [True, True, False, False]
    assert told(drop(("a.pbn", PBN), ("b.txt", b"a letter"), most=1)) == ["a.pbn", Reason.UNKNOWN]


def test_names_never_meet():
    names = told(drop(*[(f"{letter}/x.pbn", PBN) for letter in "aAbBaa"]))
    assert len({name.casefold() for name in names}) == 6


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress])
def test_a_packed_file_is_unpacked(pack):
    assert drop(("club.pbn.gz", pack(PBN)))[0].data == PBN


def test_the_files_of_an_archive_are_taken_and_the_others_told_of():
    archive = zipped(
        ("tuesday.pbn", PBN), ("empty.pbn", b""), ("inner.zip", zipped(("x.pbn", PBN))),
        ("packed.gz", gzip.compress(PBN)), ("picture.jpg", b"\xff\xd8\xff\xe0" + b"x" * 99),
        (".DS_Store", b"x"), ("wednesday.pbn", PBN),
    )  # fmt: skip
    found = drop(("club.zip", archive))
    assert told(found) == [
        "tuesday.pbn", Reason.EMPTY, Reason.NESTED, Reason.NESTED, Reason.UNKNOWN, Reason.HIDDEN,
        "wednesday.pbn",
    ]  # fmt: skip
    assert found[2].name == "club.zip/inner.zip"
    assert found[4].detail


HOSTILE = [
    "../../../etc/passwd", "/etc/passwd", "C:\\Windows\\evil.pbn", "..\\..\\evil.pbn",
    "a/../../b.pbn",
    "nul", "CON.pbn", "com1.pbn", "a\x00b.pbn", "a\nb.pbn", "a\u202egnp.pbn", "x" * 500 + ".pbn",
    "....", "<script>alert(1)</script>.pbn", "\"'><img src=x>.pbn",
    "ｅｖｉｌ.pbn", " .pbn ", "a:b.pbn",
]  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("is_packed", [False, True])
def test_no_name_leads_anywhere(name, is_packed):
    files = ("club.zip", zipped((name, PBN))) if is_packed else (name, PBN)
    for one in drop(files):
        assert one.name.isprintable()
        if isinstance(one, AcceptedFile):
            assert not set('/\\:<>"|?*\0') & set(one.name)
            assert one.name.strip(". ")
            assert len(one.name.encode()) <= 130
            assert one.name.partition(".")[0].lower() not in {"nul", "con", "com1"}


def test_a_link_in_an_archive_is_no_more_than_its_text():
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w") as archive:
        info = zipfile.ZipInfo("link.pbn")
        info.external_attr = 0o120777 << 16
        archive.writestr(info, "/etc/passwd")
    found = drop(("club.zip", sink.getvalue()))
    assert all(b"root" not in one.data for one in found if isinstance(one, AcceptedFile))


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("club.7z", b"7z\xbc\xaf\x27\x1c" + b"x" * 99),
        ("club.rar", b"Rar!\x1a\x07\x00" + b"x" * 99),
        ("club.zst", b"\x28\xb5\x2f\xfd" + b"x" * 99),
    ],
)
def test_other_archives_are_told_of(name, data):
    assert told(drop((name, data), ("club.pbn", PBN))) == [Reason.ARCHIVE, "club.pbn"]


def test_tar_is_told_of():
    sink = io.BytesIO()
    with tarfile.open(fileobj=sink, mode="w") as archive:
        info = tarfile.TarInfo("../evil.pbn")
        info.size = len(PBN)
        archive.addfile(info, io.BytesIO(PBN))
    assert told(drop(("club.tar", sink.getvalue()))) == [Reason.ARCHIVE]
    assert told(drop(("club.tar.gz", gzip.compress(sink.getvalue())))) == [Reason.NESTED]


@pytest.mark.slow
@pytest.mark.parametrize(
    "pack", [gzip.compress, lzma.compress, lambda data: zipped(("x.pbn", data))]
)
def test_a_bomb_ends_early(pack):
    bomb = pack(bytes(30 << 20))
    tracemalloc.start()
    try:
        found = drop(("bomb.zip", bomb), ("club.pbn", PBN))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert told(found) == [Reason.SWELLING, "club.pbn"]
    assert peak < 45 << 20


@pytest.mark.slow
def test_a_bomb_of_many_files_ends_early():
    piece = PBN * 1000
    bounds = DropBounds(total=Limits(max_bytes=3 * len(piece)))
    found = drop(("bomb.zip", zipped(*[(f"{n}.pbn", piece) for n in range(9)])), bounds=bounds)
    assert told(found)[-1] == Reason.MANY
    assert sum(len(one.data) for one in found if isinstance(one, AcceptedFile)) <= 3 * len(piece)
    few = DropBounds(files=3)
    assert told(drop(*[(f"{n}.pbn", PBN) for n in range(5)], bounds=few)) == [
        "0.pbn", "1.pbn", "2.pbn", Reason.MANY, Reason.MANY,
    ]  # fmt: skip


def test_a_table_of_contents_that_is_a_bomb_is_not_read():
    name = b"x" * 30_000
    entry = struct.pack(
        "<4s6H3L5H2L", b"PK\x01\x02", 20, 20, 0, 0, 0, 0, 0, 0, 0, len(name), 0, 0, 0, 0, 0, 0
    )
    table = (entry + name) * 100
    end = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 100, 100, len(table), 4, 0)
    bomb = b"PK\x03\x04" + table + end
    assert told(drop(("bomb.zip", bomb))) == [Reason.MANY]


@pytest.mark.parametrize("place", range(0, 200, 13))
def test_a_damaged_archive_is_told_of_and_its_neighbours_come_through(place):
    data = bytearray(zipped(("a.pbn", PBN), ("b.pbn", PBN * 9)))
    data[place % len(data)] ^= 0xFF
    found = drop(("club.zip", bytes(data)), ("club.pbn", PBN))
    assert told(found)[-1] == "club.pbn"
    assert told(drop(("cut.zip", bytes(data[:place])), ("club.pbn", PBN)))[-1] == "club.pbn"


def test_a_locked_file_is_told_of():
    data = bytearray(zipped(("a.pbn", PBN), ("b.pbn", PBN)))
    first = data.index(b"PK\x01\x02")
    data[first + 8] |= 1
    found = drop(("club.zip", bytes(data)))
    assert told(found) == [Reason.DAMAGED, "b.pbn"]
    assert "password" in found[0].detail


def test_large_files_and_slow_ones_are_told_of():
    small = DropBounds(each=Limits(max_bytes=100))
    assert told(drop(("a.pbn", PBN * 9), ("b.pbn", PBN), bounds=small)) == [Reason.LARGE, "b.pbn"]
    now = iter(range(0, 10_000, 40))
    found = drop(("a.pbn", PBN), ("b.pbn", PBN), ("c.pbn", PBN), clock=lambda: next(now))
    assert Reason.LATE in told(found)
