"""Journals for tests: one with a story, and what may befall its two files."""

from __future__ import annotations

import attrs

from overtrick_duplimate_device.journal.codes import DamagedJournalError
from overtrick_duplimate_device.journal.journal import Header, Journal
from overtrick_duplimate_device.journal.ledger import Entry, EntryKind
from overtrick_duplimate_device.journal.places import second_path
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
