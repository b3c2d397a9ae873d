"""The journal: what is written comes back, and whatever befalls its files is noticed."""

from __future__ import annotations

import contextlib
import errno
import itertools
import os
import random
import stat
import sys
from pathlib import Path

import pytest

from overtrick.plugin import LockedError
from overtrick_duplimate_device.journal.chain import MAGIC, Line
from overtrick_duplimate_device.journal.codes import DamagedJournalError, JournalError
from overtrick_duplimate_device.journal.journal import Journal
from overtrick_duplimate_device.journal.ledger import Entry, EntryKind, LedgerStatus
from overtrick_duplimate_device.journal.paths import open_to_others, second_path
from overtrick_duplimate_device.journal.plan import Order, Plan
from overtrick_duplimate_device.journal.store import (
    find_journal,
    journal_folder,
    refuse_damaged,
    survey,
    unfinished_on,
)

sys.path.insert(0, str(Path(__file__).parent))

from journals import NAME, Files, dealing, header, story, verdict, written  # beside

DONE = {1: 1, 2: 1}


def codes(path):
    with pytest.raises(DamagedJournalError) as caught:
        Journal.open(path)
    assert str(caught.value.findings[0]) in str(caught.value)
    return [finding.code for finding in caught.value.findings]


def test_a_journal_gives_back_what_was_written(tmp_path):
    given = header(plan=Plan(boards=(1, 2), copies=None, order=Order.SET), path="/\udcff\n\u2028")
    entries = [
        Entry(kind=EntryKind.INTEND, board=1, copy=1, attempt=1, job_id="j", detail={"w": None}),
        Entry(kind=EntryKind.FAULT, detail={"text": 'a\nline "turn": 99', "cards": 3}),
        Entry(kind=EntryKind.STOPPED),
    ]
    with Journal.create(tmp_path, given) as journal:
        for entry in entries:
            journal.write(entry)
        with pytest.raises(LockedError):
            Journal.open(journal.path)
        assert list(Journal.open(journal.path, write=False).entries()) == entries
    with Journal.open(journal.path) as journal:
        assert journal.header == given
        assert list(journal.entries()) == entries
        assert journal.ledger().standing is LedgerStatus.STOPPED
        journal.write(Entry(kind=EntryKind.RESUMED))
        assert journal.turn == 2
        entries.append(Entry(kind=EntryKind.RESUMED))
    assert list(Journal.open(journal.path, write=False).entries()) == entries
    with pytest.raises(JournalError, match="exists already"):
        Journal.create(tmp_path, given)
    with pytest.raises(JournalError, match="read only"):
        Journal.open(journal.path, write=False).write(entries[0])


# Damage.


def sampled(length, count, source):
    return sorted({0, 1, length - 1, *(source.randrange(length) for _ in range(count))})


def test_a_changed_byte_is_reported_or_harmless(tmp_path):
    """All bytes: tests/sweeps/journal.py."""
    path = written(tmp_path)
    whole, source = Files.of(path), random.Random(1)
    steps = len(story())
    for number, data in enumerate((whole.first, whole.second)):
        for at in sampled(len(data), 25, source):
            for value in {data[at] ^ 1, data[at] ^ 32, 10, 0} - {data[at]}:
                changed = data[:at] + bytes([value]) + data[at + 1 :]
                pair = (changed, whole.second) if number == 0 else (whole.first, changed)
                Files(*pair).put(path)
                assert verdict(path) in (None, (DONE, steps)), (number, at, value)


def test_a_cut_is_reported_or_harmless(tmp_path):
    path = written(tmp_path)
    whole, source = Files.of(path), random.Random(2)
    steps = len(story())
    for at in sampled(len(whole.first), 30, source):
        Files(whole.first[:at], whole.second).put(path)
        assert verdict(path) is None, at
        Files(whole.first, whole.second[:at]).put(path)
        assert verdict(path) in (None, (DONE, steps)), at
    for pair in ((None, whole.second), (whole.first, None), (b"", whole.second)):
        Files(*pair).put(path)
        assert verdict(path) is None


def test_a_kill_at_any_byte_leaves_a_session_that_can_be_gone_on_with(tmp_path):
    path = written(tmp_path, [*story()[:-1]])
    before = Files.of(path)
    with Journal.open(path, write=False) as journal:
        last = journal._last
    line = Line.after(last, b'{"at": "x", "kind": "dealt"}').data
    entries = len(story()) - 1
    states = [(line[:n], b"") for n in range(len(line) + 1)]
    states += [(line, line[:n]) for n in range(1, len(line) + 1)]
    states += [(b"\0" * 40, b""), (line, b"\0" * 40)]  # a power cut on some file systems
    for number, (first, second) in enumerate(states):
        Files(before.first + first, before.second + second).put(path)
        is_there = first == line
        assert verdict(path) == (DONE if not is_there else DONE | {3: 1}, entries + is_there)
        if number % 40 and number < len(states) - 2:
            continue
        with Journal.open(path) as journal:
            journal.write(Entry(kind=EntryKind.STOPPED))
        files = Files.of(path)
        assert files.first == files.second
        assert verdict(path)[1] == entries + is_there + 1


def test_a_kill_while_a_journal_is_made_leaves_no_session(tmp_path):
    path = written(tmp_path, [])
    second_path(path).with_name("other.session-2").write_bytes(path.read_bytes())
    path.unlink()
    found = survey(tmp_path)
    assert (found.sound, found.damaged) == ((), ())
    with pytest.raises(JournalError, match="no sessions"):
        find_journal(tmp_path)


def test_each_kind_of_damage_has_its_code(tmp_path):
    path = written(tmp_path)
    whole = Files.of(path)
    lines = whole.first.splitlines(keepends=True)
    without = b"".join(lines[:4] + lines[5:])
    swapped = b"".join([*lines[:4], lines[5], lines[4], *lines[6:]])
    doubled = b"".join(lines[:5] + lines[4:])
    other = [Line.after(None, lines[1].split(b" ", 2)[2].strip())]
    for text in lines[2:]:
        words = text.split(b" ", 2)[2].strip().replace(b'"dealt"', b'"failed"')
        other.append(Line.after(other[-1], words))
    unlike = MAGIC + b"".join(line.data for line in other)
    later = b"overtrick-session 3\n" + whole.first[len(MAGIC) :]
    cases = [
        (whole.first, None, ["JRN103"]),
        (None, whole.second, ["JRN103"]),
        (b"".join(lines[:-1]), whole.second, ["JRN101"]),
        (b"", whole.second, ["JRN101"]),
        (whole.first, b"".join(lines[:-2]), ["JRN101"]),
        (whole.first[:-1], whole.second, ["JRN102"]),
        (whole.first, whole.second + b"x", ["JRN102"]),
        (without, whole.second, ["JRN102"]),
        (swapped, whole.second, ["JRN102"]),
        (doubled, whole.second, ["JRN102"]),
        (without, without, ["JRN102", "JRN102"]),
        (unlike, whole.second, ["JRN104"]),
        (later, whole.second, ["JRN105"]),
        (later, None, ["JRN105"]),
        (b"no journal", None, ["JRN105"]),
        (b"SQLite format 3\0" + b"\xff" * 200, None, ["JRN105"]),
    ]
    for first, second, wanted in cases:
        Files(first, second).put(path)
        assert codes(path) == wanted, (first, second)
    Files(None, None).put(path)
    path.mkdir()
    assert codes(path) == ["JRN106"]


def test_what_cannot_be_understood_is_told(tmp_path):
    path = written(tmp_path, [])
    head = path.read_bytes()
    line = Line.after(Journal.read(path)._last, b'{"at": "x", "kind": "shuffled"}').data
    Files(head + line, head + line).put(path)
    assert codes(path) == ["JRN107"]
    with pytest.raises(DamagedJournalError, match=r"\.session:3: error JRN107: invalid step 1: "):
        list(Journal.read(path).entries())
    bad = MAGIC + Line.after(None, b'{"session": "evening"}').data
    Files(bad, bad).put(path)
    assert codes(path) == ["JRN107"]
    Files(None, None).put(path)
    copy = tmp_path / "copy.session"
    Files(head, head).put(copy)
    assert codes(copy) == ["JRN108"]


@pytest.mark.slow
def test_a_journal_is_read_while_it_is_written(tmp_path):
    """The second file is read first, so a writer that is faster than the reader does no harm."""
    import threading

    with Journal.create(tmp_path, header()) as journal:

        def write():
            for attempt in range(1, 40):
                for entry in dealing(1, attempt):
                    journal.write(entry)

        thread = threading.Thread(target=write)
        thread.start()
        looks = 0
        while thread.is_alive():
            assert verdict(journal.path) is not None
            looks += 1
        thread.join()
    assert looks
    assert verdict(journal.path) == ({1: 39}, 39 * 5)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize("which", [0, 1])
def test_a_full_disk_is_said_and_the_session_can_be_gone_on_with(tmp_path, which):
    path = written(tmp_path)
    with Journal.open(path) as journal:
        journal.write(Entry(kind=EntryKind.RESUMED))
        file = journal._writer._files[which]
        full = os.open("/dev/full", os.O_WRONLY)
        os.dup2(full, file)
        os.close(full)
        for _ in range(2):
            with pytest.raises(JournalError, match="cannot be written"):
                journal.write(Entry(kind=EntryKind.STOPPED))
    with Journal.open(path) as journal:
        journal.write(Entry(kind=EntryKind.RESUMED))
    # A step that is in the first file was written, even if the second has no room for it.
    assert verdict(path) == (DONE, len(story()) + 2 + which)


# Which one is meant.


def test_sessions_are_found_by_name_or_by_being_unfinished(tmp_path, monkeypatch):
    with Journal.create(tmp_path, header(session="2026-a")) as first:
        first.write(Entry(kind=EntryKind.STOPPED))
    with Journal.create(tmp_path, header(session="2026-b")) as second:
        second.write(Entry(kind=EntryKind.FINISHED))
    assert find_journal(tmp_path) == second.path
    assert find_journal(tmp_path, unfinished=True) == first.path
    assert find_journal(tmp_path, "2026-a") == first.path
    assert unfinished_on(tmp_path, Path("/club/evening.dlm")).path == first.path
    assert unfinished_on(tmp_path, Path("/club/other.dlm")) is None
    for name in ("2026", "1999"):
        with pytest.raises(JournalError):
            find_journal(tmp_path, name)
    monkeypatch.setenv("OVERTRICK_SESSIONS", str(tmp_path))
    assert journal_folder() == tmp_path
    monkeypatch.delenv("OVERTRICK_SESSIONS")
    assert journal_folder().name == "sessions"
    assert survey(tmp_path / "nowhere").sound == ()


def test_used_last_is_no_matter_of_clocks(tmp_path):
    """Files of tomorrow and of 1990: what counts is who was begun or gone on with last."""
    for name in ("c", "a", "b"):
        written(tmp_path, session=name)
    with Journal.open(tmp_path / "c.session") as journal:
        journal.write(Entry(kind=EntryKind.RESUMED))
        journal.write(Entry(kind=EntryKind.STOPPED))
    for number, path in enumerate(sorted(tmp_path.iterdir())):
        os.utime(path, (number * 10**8, (90 - number) * 10**8))
    assert [journal.header.session for journal in survey(tmp_path).sound] == ["c", "b", "a"]
    assert [journal.turn for journal in survey(tmp_path).sound] == [4, 3, 2]
    assert find_journal(tmp_path).name == "c.session"


def test_a_damaged_journal_is_in_the_way_of_its_file_and_machine_only(tmp_path):
    sound = written(tmp_path, session="a", path="/club/a.dlm")
    path = written(tmp_path, session="b", path="/club/b.dlm", device="simulator:?speed=1")
    whole = Files.of(path)
    Files(whole.first[:-200], whole.second).put(path)
    with pytest.raises(DamagedJournalError, match=r"JRN102.*\n.*repair"):
        find_journal(tmp_path)
    assert find_journal(tmp_path, despite_damage=True) == sound
    assert find_journal(tmp_path, "a") == sound
    refuse_damaged(tmp_path, Path("/club/a.dlm"), "socket://machine:4711")
    for file, device in (
        ("/club/b.dlm", "socket://machine:4711"),
        ("/club/a.dlm", "simulator:?speed=0"),
    ):
        with pytest.raises(DamagedJournalError):
            refuse_damaged(tmp_path, Path(file), device)
    # Older than the sound one: it is not the one used last, but still in the way of its machine.
    with Journal.open(sound) as journal:
        journal.write(Entry(kind=EntryKind.RESUMED))
    assert find_journal(tmp_path, unfinished=True) == sound
    # Nobody knows what it was about.
    Files(b"x" + whole.first, b"x" + whole.second).put(path)
    with pytest.raises(DamagedJournalError):
        refuse_damaged(tmp_path, Path("/club/a.dlm"), "socket://machine:4711")


def test_a_machine_that_was_changed_on_the_way_is_known(tmp_path):
    resumed = Entry(kind=EntryKind.RESUMED, detail={"device": "socket://other:1"})
    path = written(tmp_path, [*story(), resumed])
    Files(path.read_bytes()[:-3], path.read_bytes()).put(path)
    with pytest.raises(DamagedJournalError):
        refuse_damaged(tmp_path, Path("/club/a.dlm"), "socket://other:1")
    refuse_damaged(tmp_path, Path("/club/a.dlm"), "socket://machine:4711")


# Who may read them.

posix = pytest.mark.skipif(os.name != "posix", reason="no modes here")


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


@posix
@pytest.mark.parametrize("mask", [0o000, 0o022, 0o077, 0o777])
def test_journals_are_their_owners_under_any_umask(tmp_path, mask):
    folder = tmp_path / "state" / "sessions"
    folder.parent.mkdir()
    before = os.umask(mask)
    try:
        path = written(folder)
        with Journal.open(path) as journal:
            journal.write(Entry(kind=EntryKind.RESUMED))
    finally:
        os.umask(before)
    assert mode(folder) == 0o700
    found = {file.name: mode(file) for file in folder.iterdir()}
    assert found == dict.fromkeys(
        [f"{NAME}.session", f"{NAME}.session-2", f"{NAME}.session.lock", "turns.lock"], 0o600
    )


@posix
def test_wide_files_and_folders_are_narrowed(tmp_path):
    folder = tmp_path / "sessions"
    folder.mkdir(mode=0o755)
    path = written(folder)
    assert mode(folder) == 0o700
    assert open_to_others(folder) is None
    path.chmod(0o644)
    second_path(path).chmod(0o666)
    Journal.open(path).close()
    assert (mode(path), mode(second_path(path))) == (0o600, 0o600)


@posix
def test_a_folder_that_holds_other_things_is_left_and_named(tmp_path):
    tmp_path.chmod(0o755)
    (tmp_path / "letter.txt").touch()
    written(tmp_path)
    assert mode(tmp_path) == 0o755
    finding = open_to_others(tmp_path)
    assert finding.code == "JRN201"
    assert "0755" in finding.message


@posix
@pytest.mark.skipif(getattr(os, "geteuid", lambda: 0)() == 0, reason="root may read everything")
def test_what_may_not_be_read_is_named(tmp_path):
    path = written(tmp_path)
    path.chmod(0)
    with pytest.raises(DamagedJournalError, match=r"JRN106.*Permission denied"):
        find_journal(tmp_path)
    tmp_path.chmod(0o300)
    try:
        with pytest.raises(JournalError, match="cannot be read"):
            survey(tmp_path)
    finally:
        tmp_path.chmod(0o700)


def test_a_fifo_or_a_loop_of_links_is_named_and_waited_for_by_nobody(tmp_path):
    if sys.platform == "win32":
        pytest.skip("no FIFOs here")
    path = tmp_path / "x.session"
    os.mkfifo(path)
    assert codes(path) == ["JRN106"]
    path.unlink()
    path.symlink_to(path)
    assert codes(path) == ["JRN106"]


@pytest.mark.parametrize("nth", range(1, 5))
def test_a_session_that_cannot_be_begun_leaves_nothing(tmp_path, monkeypatch, nth):
    """The disk fills up at the n-th flush; the next session finds an empty folder."""
    flushes = itertools.count(1)

    def full(descriptor, flush=os.fsync):
        if next(flushes) == nth:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        flush(descriptor)

    folder = tmp_path / "sessions"
    monkeypatch.setattr(os, "fsync", full)
    with contextlib.suppress(JournalError):
        Journal.create(folder, header()).close()
    left = {path.name for path in folder.iterdir()} - {"turns.lock"}
    assert not any(name.endswith(".new") for name in left)
    files = {name for name in left if not name.endswith(".lock")}
    assert len(files) in {0, 2}
