"""Journals for tests: one with a story, and what may befall its two files."""

from __future__ import annotations

import collections

import attrs

from overtrick_duplimate_device.journal.chain import MAGIC, Line
from overtrick_duplimate_device.journal.codes import DamagedJournalError
from overtrick_duplimate_device.journal.journal import Header, Journal, entry_text, header_text
from overtrick_duplimate_device.journal.ledger import Entry, EntryKind, Ledger
from overtrick_duplimate_device.journal.paths import second_path
from overtrick_duplimate_device.journal.plan import Plan

NAME = "evening"


def header(path="/club/evening.dlm", **changes):
    """Return the header of a session of four boards."""
    base = {
        "session": NAME, "path": path, "format": "dlm", "device": "socket://machine:4711",
        "plan": Plan(boards=(1, 2, 3, 4)), "base": {1: 3, 2: 0, 3: 0, 4: 0}, "salt": "5a" * 32,
        "fingerprints": {1: "ab" * 16, 2: "cd" * 16, 3: "ef" * 16, 4: "01" * 16},
    }  # fmt: skip
    return Header(**base | changes)


def dealing(board, attempt, *, until=EntryKind.DEALT, copy=1):
    """Yield the steps of one board, up to one of them."""
    for kind in (
        EntryKind.INTEND, EntryKind.STARTING, EntryKind.STARTED, EntryKind.FINISHING,
        EntryKind.DEALT,
    ):  # fmt: skip
        detail = {"boot": "b", "window": 4, "extra": 0} if kind is EntryKind.INTEND else {}
        yield Entry(
            kind=kind, board=board, copy=copy, attempt=attempt, job_id=f"job{attempt}",
            detail=detail,
        )  # fmt: skip
        if kind is until:
            return


def story():
    """Return what happened: boards 1 and 2 are dealt, 3 was begun, with a fault in between."""
    return [
        Entry(kind=EntryKind.CONNECTED, detail={"boot": "b", "model": "m"}),
        *dealing(1, 1),
        Entry(kind=EntryKind.FAULT, detail={"code": "jam", "cards": 20}),
        *dealing(2, 2),
        *dealing(3, 3, until=EntryKind.FINISHING),
    ]


def written(folder, entries=None, **changes):
    """Write a journal and return its first file."""
    with Journal.create(folder, header(**changes)) as journal:
        for entry in story() if entries is None else entries:
            journal.write(entry)
    return journal.path


@attrs.frozen
class Files:
    """What stands in the two files of a journal; `None` for one that is not there."""

    first: bytes | None
    second: bytes | None

    @classmethod
    def of(cls, path):
        """Read them."""
        return cls(path.read_bytes(), second_path(path).read_bytes())

    def put(self, path):
        """Write them."""
        for file, data in ((path, self.first), (second_path(path), self.second)):
            file.unlink(missing_ok=True)
            if data is not None:
                file.write_bytes(data)


def verdict(path):
    """Return what a journal says: `None` where it is reported, else its done boards and steps."""
    try:
        journal = Journal.read(path)
    except DamagedJournalError:
        return None
    if journal is None:
        return {}, 0
    return dict(journal.ledger().done), len(list(journal.entries()))


def random_story(source, plan):
    """Yield what a session writes that deals by a plan, with boards that fail and copies more."""
    ledger = Ledger()
    attempt = 0

    def say(kind, **fields):
        entry = Entry(kind=kind, **fields)
        ledger.apply(entry)
        return entry

    yield say(EntryKind.CONNECTED, detail={"boot": "b"})
    while attempt < 40:
        if source.random() < 0.1:
            yield say(EntryKind.AGAIN, board=source.choice(plan.boards))
        task = plan.next_task(ledger.done, ledger.extras)
        if task is not None and plan.is_auto_number:
            wanted = [b for b in plan.boards if plan.is_wanted(b, ledger.done)]
            task = plan.next_task(
                ledger.done, ledger.extras, source.choice([*ledger.extras, *wanted])
            )
        if task is None:
            yield say(EntryKind.FINISHED)
            return
        attempt += 1
        fields = {
            "board": task.board, "copy": task.copy, "attempt": attempt, "job_id": f"j{attempt}",
        }  # fmt: skip
        detail = {"boot": "b", "window": 4, "extra": int(task.is_extra)}
        yield say(EntryKind.INTEND, **fields, detail=detail)
        for kind in (EntryKind.STARTING, EntryKind.STARTED, EntryKind.FINISHING):
            if source.random() < 0.1:
                yield say(EntryKind.FAILED, **fields)
                break
            yield say(kind, **fields)
        else:
            yield say(EntryKind.DEALT, **fields)
            yield say(EntryKind.COUNTED, board=task.board, detail={"value": 1})


def bytes_of(head, entries):
    """Return what a file of a journal says, and the lines."""
    lines = [Line.after(None, header_text(head, 1))]
    for entry in entries:
        lines.append(Line.after(lines[-1], entry_text(entry, "2026-11-20T19:00:00")))
    return MAGIC + b"".join(line.data for line in lines)


def hurt(data, source):
    """Return a file with a few bytes changed, or steps taken out, or its end cut off."""
    what = source.randrange(4)
    if what == 0:
        return data[: source.randrange(len(data))]
    if what == 1:
        begin = source.randrange(len(data))
        return data[:begin] + data[begin + source.randrange(2000) :]
    if what == 2:
        begin = source.randrange(len(data))
        size = source.choice([16, 512, 4096])
        return data[:begin] + bytes(len(data[begin : begin + size])) + data[begin + size :]
    changed = bytearray(data)
    for _ in range(source.choice([1, 1, 3, 10])):
        changed[source.randrange(len(data))] = source.randrange(256)
    return bytes(changed)


def is_true(known, truth, entries):
    """Whether what is said of a damaged journal is so.

    What is surely dealt was dealt, and what was dealt is surely dealt, in doubt, or in hand. Who
    asked for a board once more, in a step that is lost, knows it; the journal does not.
    """
    if not known.sound.count_lost:
        return known.ledger == truth
    possible = collections.Counter(doubt.board for doubt in known.doubts)
    if known.ledger.attempt is not None:
        possible[known.ledger.attempt.board] += 1
    lost = {n for first, last in known.sound.lost for n in range(first, last + 1)}
    possible.update(
        entry.board
        for n, entry in enumerate(entries, 1)
        if n in lost and entry.kind is EntryKind.AGAIN
    )
    ledger = known.ledger
    return all(
        ledger.copies(board) <= truth.copies(board) <= ledger.copies(board) + possible[board]
        for board in known.header.plan.boards
    )
