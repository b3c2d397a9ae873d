"""The journal of a session: one SQLite file, every step on the disk before the next begins.

WAL mode with `synchronous=FULL`: an entry that `write` returned from survives a kill and a
power cut. No card is written anywhere in it: deals are known by a salted fingerprint only.
"""

from __future__ import annotations

import datetime
import hashlib
import hmac
import json
import secrets
import sqlite3
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, Self

import attrs

from overtrick.disk.atomic import sync_folder
from overtrick.findings.errors import OvertrickError
from overtrick.model import Deal
from overtrick.tools.locking import FileLock
from overtrick_duplimate_device.interface.driver import Mode
from overtrick_duplimate_device.journal.ledger import Entry, EntryKind, Ledger
from overtrick_duplimate_device.journal.plan import Order, Plan

SUFFIX: Final = ".session"
_SCHEMA_VERSION: Final = 1
_SCHEMA: Final = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE entries (
    id INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    kind TEXT NOT NULL,
    board INTEGER,
    copy INTEGER,
    attempt INTEGER,
    job TEXT,
    detail TEXT NOT NULL
);
"""


class JournalError(OvertrickError):
    """A journal that cannot be made, read or written, or that another program is using."""


@attrs.frozen(kw_only=True)
class Header:
    """What a session is about; it never changes.

    Attributes:
        session: its name, also the file's.
        path: the file of deals, absolute.
        format: that file's format.
        device: the machine's URL.
        plan: what is to be dealt.
        base: the file's counters when the session was made; empty for a format without.
        salt: makes the fingerprints this session's own.
        fingerprints: of each deal, by board.
    """

    session: str
    path: str
    format: str
    device: str
    plan: Plan
    base: Mapping[int, int]
    salt: str
    fingerprints: Mapping[int, str]


def fingerprint(salt: str, board: int, deal: Deal) -> str:
    """Return what tells one deal from another without telling the deal.

    It is a keyed hash of 96 random bits and more, so it cannot be searched for.
    """
    message = f"{board} {deal.to_text()}".encode("ascii")
    return hmac.new(bytes.fromhex(salt), message, hashlib.sha256).hexdigest()[:32]


def new_salt() -> str:
    """Return 32 random bytes as hexadecimal digits."""
    return secrets.token_hex(32)


def _to_meta(header: Header) -> dict[str, str]:
    plan = header.plan
    return {
        "schema": str(_SCHEMA_VERSION),
        "session": header.session,
        "path": header.path,
        "format": header.format,
        "device": header.device,
        "plan": json.dumps(
            {
                "boards": plan.boards,
                "copies": plan.copies,
                "order": plan.order,
                "auto_number": plan.is_auto_number,
                "mode": plan.mode,
                "stop_card": plan.stop_card,
            }
        ),
        "base": json.dumps(dict(header.base)),
        "salt": header.salt,
        "fingerprints": json.dumps(dict(header.fingerprints)),
    }


def _of_meta(meta: Mapping[str, str]) -> Header:
    plan = json.loads(meta["plan"])
    return Header(
        session=meta["session"],
        path=meta["path"],
        format=meta["format"],
        device=meta["device"],
        plan=Plan(
            boards=tuple(plan["boards"]),
            copies=plan["copies"],
            order=Order(plan["order"]),
            is_auto_number=plan["auto_number"],
            mode=Mode(plan["mode"]),
            stop_card=plan["stop_card"],
        ),
        base={int(board): value for board, value in json.loads(meta["base"]).items()},
        salt=meta["salt"],
        fingerprints={
            int(board): value for board, value in json.loads(meta["fingerprints"]).items()
        },
    )


class Journal:
    """An open journal. While it is open for writing, no other program can write to it.

    Attributes:
        path: the journal's own file.
        header: what the session is about.
    """

    def __init__(
        self, path: Path, connection: sqlite3.Connection, header: Header, lock: FileLock | None
    ) -> None:
        self.path = path
        self.header = header
        self._connection = connection
        self._lock = lock

    @classmethod
    def create(cls, folder: Path, header: Header) -> Self:
        """Make the journal of a new session.

        Raises:
            JournalError: it cannot be made there.
        """
        path = folder / (header.session + SUFFIX)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            lock = FileLock.acquire(_lock_path(path))
        except OSError as error:
            msg = f"the journal {path} cannot be made: {error}"
            raise JournalError(msg) from error
        try:
            if path.exists():
                msg = f"the session {header.session} exists already"
                raise JournalError(msg)
            _make_database(path, header)
            connection = _connect(path)
        except (OSError, sqlite3.Error, JournalError) as error:
            lock.release()
            msg = f"the journal {path} cannot be made: {error}"
            raise JournalError(msg) from error
        return cls(path, connection, header, lock)

    @classmethod
    def open(cls, path: Path, *, write: bool = True) -> Self:
        """Open a session's journal.

        Args:
            path: the journal's file.
            write: whether to write to it; another program may then not.

        Raises:
            JournalError: it is in use, is no journal, or is damaged.
        """
        lock = FileLock.acquire(_lock_path(path)) if write else None
        connection = None
        try:
            connection = _connect(path, must_exist=True)
            meta = dict(connection.execute("SELECT name, value FROM meta"))
            if meta["schema"] != str(_SCHEMA_VERSION):
                msg = f"{path} was written by another version (schema {meta['schema']})"
                raise JournalError(msg)
            header = _of_meta(meta)
        except (OSError, sqlite3.Error, KeyError, ValueError, JournalError) as error:
            if connection is not None:
                connection.close()
            if lock is not None:
                lock.release()
            msg = f"{path} cannot be read as a session's journal: {error}"
            raise JournalError(msg) from error
        return cls(path, connection, header, lock)

    def write(self, entry: Entry) -> None:
        """Write one entry; it is on the disk when this returns.

        Raises:
            JournalError: it cannot be written.
        """
        now = datetime.datetime.now(datetime.UTC).isoformat(timespec="milliseconds")
        row = (
            now,
            entry.kind.value,
            entry.board,
            entry.copy,
            entry.attempt,
            entry.job_id,
            json.dumps(dict(entry.detail)),
        )
        try:
            self._connection.execute(
                "INSERT INTO entries (at, kind, board, copy, attempt, job, detail)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                row,
            )
        except sqlite3.Error as error:
            msg = f"the journal {self.path} cannot be written: {error}"
            raise JournalError(msg) from error

    def timed_entries(self) -> Iterator[tuple[str, Entry]]:
        """Yield every entry with its time (UTC, ISO 8601), in order.

        Raises:
            JournalError: the journal is damaged.
        """
        query = "SELECT at, kind, board, copy, attempt, job, detail FROM entries ORDER BY id"
        try:
            for at, kind, board, copy, attempt, job, detail in self._connection.execute(query):
                yield (
                    at,
                    Entry(
                        kind=EntryKind(kind),
                        board=board,
                        copy=copy,
                        attempt=attempt,
                        job_id=job,
                        detail=json.loads(detail),
                    ),
                )
        except (sqlite3.Error, ValueError) as error:
            msg = f"the journal {self.path} is damaged: {error}"
            raise JournalError(msg) from error

    def entries(self) -> Iterator[Entry]:
        """Yield every entry, in order."""
        for _, entry in self.timed_entries():
            yield entry

    def ledger(self) -> Ledger:
        """Return what the entries add up to."""
        return Ledger.of(self.entries(), self.header.base)

    def close(self) -> None:
        """Close the journal and let others write to it."""
        self._connection.close()
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def _lock_path(path: Path) -> Path:
    return path.with_name(path.name + ".lock")


def _make_database(path: Path, header: Header) -> None:
    """Make a complete database under another name, then give it its own: all or nothing."""
    draft = path.with_name(path.name + ".new")
    connection = sqlite3.connect(draft, isolation_level=None)
    try:
        connection.execute("BEGIN IMMEDIATE")
        for statement in _SCHEMA.split(";"):
            connection.execute(statement)
        connection.executemany("INSERT INTO meta VALUES (?, ?)", _to_meta(header).items())
        connection.execute("COMMIT")
    finally:
        connection.close()
    draft.replace(path)
    sync_folder(path.parent)


def _connect(path: Path, *, must_exist: bool = False) -> sqlite3.Connection:
    if must_exist and not path.is_file():
        msg = f"no such session: {path}"
        raise JournalError(msg)
    # Autocommit: each statement is its own transaction, on the disk when it returns.
    connection = sqlite3.connect(path, isolation_level=None, timeout=5.0)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    return connection
