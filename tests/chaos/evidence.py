"""What is left of a run: journals, read from a copy, and what the simulator saw."""

from __future__ import annotations

import re
import shutil
import tempfile
from pathlib import Path

import attrs

import overtrick
from overtrick import Deal
from overtrick_duplimate_device.journal.journal import Header, Journal, JournalError
from overtrick_duplimate_device.journal.ledger import (
    Attempt,
    Entry,
    EntryKind,
    Ledger,
    LedgerStatus,
)

_JOURNAL = re.compile(r"(.*)\.session(?:-2)?")
Hands = tuple[frozenset[int], ...]


@attrs.frozen
class Record:
    """One session's journal.

    Attributes:
        name: the session's.
        error: why it cannot be read, or nothing.
        header: what the session is about, if it can be read.
        entries: its steps.
        ledger: what they add up to.
    """

    name: str
    error: str = ""
    header: Header | None = None
    entries: tuple[Entry, ...] = ()
    ledger: Ledger = attrs.field(factory=Ledger)

    @property
    def is_finished(self) -> bool:
        """Whether all was dealt."""
        return self.ledger.standing is LedgerStatus.FINISHED

    @property
    def attempt(self) -> Attempt | None:
        """The board in hand."""
        return self.ledger.attempt

    def dealt(self) -> list[tuple[str, int, str]]:
        """Return job, board and by whom it is known, of each board dealt."""
        return [
            (entry.job_id or "", entry.board or 0, str(entry.detail.get("by")))
            for entry in self.entries
            if entry.kind is EntryKind.DEALT
        ]

    def failed(self) -> dict[str, str]:
        """Return the reason for which each job was given up."""
        return {
            entry.job_id or "": str(entry.detail.get("reason"))
            for entry in self.entries
            if entry.kind is EntryKind.FAILED
        }


def session_names(folder: Path) -> list[str]:
    """Return the names of the sessions in a folder of journals, damaged ones too."""
    found = (_JOURNAL.fullmatch(path.name) for path in folder.glob("*"))
    return sorted(name for name in {match[1] for match in found if match} if _is_one(folder, name))


def _is_one(folder: Path, name: str) -> bool:
    """Whether a session was begun: whoever is killed as he makes its files has begun none."""
    try:
        return Journal.read(folder / f"{name}.session") is not None
    except JournalError:
        return True


def read_records(folder: Path) -> dict[str, Record]:
    """Read the journals of a folder from a copy, so that no log is folded in by the reading."""
    if not folder.is_dir():
        return {}
    with tempfile.TemporaryDirectory(prefix="chaos-copy-") as name:
        copy = Path(name) / "sessions"
        shutil.copytree(folder, copy)
        return {session: _read(copy, session) for session in session_names(copy)}


def _read(folder: Path, name: str) -> Record:
    try:
        with Journal.open(folder / f"{name}.session", write=False) as journal:
            entries = tuple(journal.entries())
            return Record(name, "", journal.header, entries, journal.ledger())
    except JournalError as error:
        return Record(name, str(error))


@attrs.define
class Seen:
    """What really fell into the boards.

    Attributes:
        pockets: the cards of each job by seat, North first.
        finished: the jobs that the machine called done.
        doubled: jobs into whose board one card fell twice.
    """

    pockets: dict[str, Hands] = attrs.field(factory=dict)
    finished: set[str] = attrs.field(factory=set)
    doubled: list[str] = attrs.field(factory=list)


def read_witness(paths: list[Path]) -> Seen:
    """Read what simulators wrote down."""
    seen, cards = Seen(), {}
    for path in paths:
        for line in path.read_text("ascii").splitlines():
            word, job, *rest = line.split()
            if word == "drop":
                board = cards.setdefault(job, {seat: [] for seat in "NESW"})
                board[rest[0]].append(int(rest[1]))
            elif word == "done":
                seen.finished.add(job)
    for job, board in cards.items():
        if any(len(found) != len(set(found)) for found in board.values()):
            seen.doubled.append(job)
        seen.pockets[job] = tuple(frozenset(board[seat]) for seat in "NESW")
    return seen


def hands_of(deal: Deal) -> Hands:
    """Return a deal's cards by seat, North first."""
    return tuple(frozenset(card.index for card in hand) for hand in deal)


def deals_of(path: Path) -> dict[int, Deal]:
    """Return the deals of a file by board."""
    return {board.number: board.deal for board in overtrick.read(path, sealed="keep")}


def counters_of(path: Path) -> dict[int, int]:
    """Return the counters of a DLM file by board."""
    return {
        board.number: int(board.extras["dlm:duplicates"])
        for board in overtrick.read(path, sealed="keep")
    }
