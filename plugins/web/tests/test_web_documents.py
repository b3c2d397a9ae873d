"""The data folder: versions, conflicts, the bin, and what a stopped program leaves."""

from __future__ import annotations

import datetime
import json
import os
import subprocess
import sys
import threading

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick_web.errors import ConflictError, NotFoundError
from overtrick_web.work import documents as module
from overtrick_web.work.documents import Documents
from overtrick_web.work.folder import InUseError, WorkFolder
from overtrick_web.work.names import safe_name


@pytest.fixture
def documents(tmp_path):
    return Documents(tmp_path / "documents")


def again(documents):
    return Documents(documents._folder)


def test_what_was_dropped_is_there_after_a_restart(documents):
    kept = documents.add("Tuesday évening.pbn", b"one")
    documents.save(kept.id, b"two", based_on=1, what="fixed")
    [found] = again(documents).all()
    assert found == documents.get(kept.id)
    assert [version.read() for version in found.versions] == [b"one", b"two"]
    assert found.current.path.name == "Tuesday évening.pbn"
    assert found.current.size == 3


def test_a_file_is_taken_as_well_as_bytes(documents, tmp_path):
    (tmp_path / "large.dup").write_bytes(b"x" * 3_000_000)
    kept = documents.add("large.dup", tmp_path / "large.dup")
    assert kept.current.read() == b"x" * 3_000_000
    assert kept.current.digest == documents.add("a", b"x" * 3_000_000).current.digest


def test_who_saves_second_is_told(documents):
    kept = documents.add("a.pbn", b"one")
    documents.save(kept.id, b"two", based_on=1, what="fixed")
    with pytest.raises(ConflictError, match="changed meanwhile: fixed") as caught:
        documents.save(kept.id, b"three", based_on=1, what="turned")
    assert caught.value.newest == 2
    assert documents.get(kept.id).current.read() == b"two"


def test_of_many_who_save_at_once_one_does(documents):
    kept = documents.add("a.pbn", b"0")
    saved, refused = [], []

    def save(number):
        try:
            documents.save(kept.id, b"%d" % number, based_on=1, what=str(number))
            saved.append(number)
        except ConflictError:
            refused.append(number)

    threads = [threading.Thread(target=save, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(saved) == 1
    assert len(refused) == 7
    assert documents.get(kept.id).current.what == str(saved[0])


def test_every_change_can_be_taken_back(documents):
    kept = documents.add("a.pbn", b"one")
    documents.save(kept.id, b"two", based_on=1, what="converted", name="a.dlm")
    back = documents.go_back(kept.id, 1, based_on=2)
    assert [(v.number, v.name, v.read()) for v in back.versions] == [
        (1, "a.pbn", b"one"), (2, "a.dlm", b"two"), (3, "a.pbn", b"one"),
    ]  # fmt: skip
    with pytest.raises(NotFoundError, match="no version 9"):
        documents.go_back(kept.id, 9, based_on=3)


def test_the_bin_keeps_for_thirty_days(documents, monkeypatch):
    kept = documents.add("a.pbn", b"one")
    documents.remove(kept.id)
    assert documents.all() == ()
    assert documents.restore(kept.id).removed is None
    documents.remove(kept.id)
    now = datetime.datetime.now(datetime.UTC)
    monkeypatch.setattr(module, "_now", lambda: now + datetime.timedelta(days=29))
    assert len(again(documents).binned()) == 1
    monkeypatch.setattr(module, "_now", lambda: now + datetime.timedelta(days=31))
    assert again(documents).binned() == ()
    assert list(documents._folder.iterdir()) == []


def test_the_bin_is_emptied_on_request(documents):
    kept, other = documents.add("a.pbn", b"one"), documents.add("b.pbn", b"two")
    documents.remove(kept.id)
    assert documents.size() == 6
    assert documents.empty_bin() == 1
    assert documents.size() == 3
    assert again(documents).all() == (other,)


def test_what_a_stopped_program_left_is_cleared(documents):
    kept = documents.add("a.pbn", b"one")
    (documents._folder / "0123456789ab" / "1").mkdir(parents=True)
    (documents._folder / kept.id / "2").mkdir()
    (documents._folder / kept.id / "2" / ".half.tmp").write_bytes(b"x")
    found = again(documents)
    assert not (documents._folder / "0123456789ab").exists()
    assert found.save(kept.id, b"two", based_on=1, what="fixed").current.read() == b"two"
    assert [path.name for path in (documents._folder / kept.id / "2").iterdir()] == ["a.pbn"]


NO_VERSION = b'{"layout": 1, "added": "2026-11-22T00:00:00+00:00", "removed": null, "versions": []}'


@pytest.mark.parametrize(
    "record", [b"", b"{", b"[]", b'{"layout": 1}', b'{"layout": 9}', b"\xff", NO_VERSION]
)
def test_a_damaged_document_is_told_and_its_neighbours_are_there(documents, record):
    kept, other = documents.add("a.pbn", b"one"), documents.add("b.pbn", b"two")
    path = documents._folder / kept.id / "document.json"
    path.write_bytes(record)
    found = again(documents)
    assert found.all() == (other,)
    [told] = found.damaged
    assert kept.id in told
    assert path.read_bytes() == record


def test_a_name_in_a_damaged_record_leads_nowhere_else(documents, tmp_path):
    kept = documents.add("a.pbn", b"one")
    path = documents._folder / kept.id / "document.json"
    record = json.loads(path.read_text("utf-8"))
    record["versions"][0]["name"] = "../../../secret"
    path.write_text(json.dumps(record), encoding="utf-8")
    (tmp_path / "secret").write_bytes(b"not to be shown")
    with pytest.raises(NotFoundError):
        again(documents).get(kept.id).current.read()


def test_a_full_disk_changes_nothing(documents, monkeypatch):
    kept = documents.add("a.pbn", b"one")

    def full(*args, **kwargs):
        raise OSError(28, "No space left on device")

    before = sorted(path for path in documents._folder.rglob("*"))
    with monkeypatch.context() as patched:
        patched.setattr(module, "atomic_output", full)
        with pytest.raises(OSError, match="No space"):
            documents.save(kept.id, b"two", based_on=1, what="fixed")
        with pytest.raises(OSError, match="No space"):
            documents.add("b.pbn", b"two")
    assert sorted(path for path in documents._folder.rglob("*")) == before
    assert documents.all() == again(documents).all() == (kept,)


def test_folders_of_others_are_no_versions(documents):
    kept = documents.add("a.pbn", b"one")
    (documents.folder(kept.id, "dealing") / "x").write_bytes(b"1")
    assert again(documents).get(kept.id) == kept
    with pytest.raises(ValueError, match="letters"):
        documents.folder(kept.id, "2")


KILLED = """
import os, sys
from pathlib import Path
from overtrick_web.work.documents import Documents
documents = Documents(Path(sys.argv[1]))
kept = documents.add("a.pbn", b"1" * 1000)
print(flush=True)
for number in range(2, 100000):
    documents.save(kept.id, b"%d" % number * 1000, based_on=number - 1, what=str(number))
"""


@pytest.mark.slow
def test_a_kill_leaves_whole_versions(tmp_path):
    for wait in (0.03, 0.11, 0.2):
        with subprocess.Popen(
            [sys.executable, "-c", KILLED, str(tmp_path / "work")], stdout=subprocess.PIPE
        ) as running:
            running.stdout.readline()
            threading.Event().wait(wait)
            running.kill()
        for document in Documents(tmp_path / "work").all():
            for version in document.versions:
                data = version.read()
                assert data == b"%d" % version.number * 1000
                assert len(data) == version.size


def test_one_program_works_in_a_folder_at_a_time(tmp_path):
    with WorkFolder.open(tmp_path / "work") as work:
        work.announce("http://127.0.0.1:1/", ["director"])
        with pytest.raises(InUseError) as caught:
            WorkFolder.open(tmp_path / "work")
        assert caught.value.running.address == "http://127.0.0.1:1/"
        assert caught.value.running.process == os.getpid()
    with WorkFolder.open(tmp_path / "work") as work:
        with pytest.raises(InUseError) as caught:
            WorkFolder.open(tmp_path / "work")
        assert caught.value.running is None
        assert attrs.asdict(work.documents.add("a", b"").current)["size"] == 0


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_what_was_dropped_is_for_its_owner_alone(tmp_path):
    with WorkFolder.open(tmp_path / "work") as work:
        version = work.documents.add("a.pbn", b"").current
        work.announce("http://127.0.0.1:1/", ["director"])
        for path in (
            tmp_path / "work",
            version.path,
            version.path.parent,
            work.path / "running.json",
        ):
            assert path.stat().st_mode & 0o077 == 0, path


NAMES = {
    "a.pbn": "a.pbn",
    "": "boards",
    ".": "boards",
    "..": "boards",
    "/": "boards",
    "a/b/c.dlm": "c.dlm",
    "a\\b.dlm": "b.dlm",
    "club\x00.pbn": "club.pbn",
    "a\u202efdp.pbn": "afdp.pbn",
    "con.pbn": "_con.pbn",
    "LPT1": "_LPT1",
    "console.pbn": "console.pbn",
    'a<b>:"|?*.pbn': "a_b_.pbn",
    "trailing. ": "trailing",
    ".hidden": "hidden",
    "  two   words.pbn ": "two words.pbn",
}


@pytest.mark.parametrize("name", NAMES)
def test_names_are_made_harmless(name):
    assert safe_name(name) == NAMES[name]


@given(st.text(max_size=300))
def test_every_name_can_be_a_file(name):
    safe = safe_name(name)
    assert 1 <= len(safe.encode()) <= 125
    assert not set(safe) & set('/\\<>:"|?*\0')
    assert safe == safe.strip(" ")
    assert not safe.startswith(".")
    assert not safe.endswith(".")
    assert safe.isprintable() or "\u3000" in safe
    assert safe_name(safe) == safe


def test_a_long_name_keeps_its_suffix():
    assert safe_name("é" * 200 + ".pbn").endswith("é.pbn")
