"""The journal of a session: every step is synced to two files before the next begins.

An entry that `write` returned from survives a kill and a power cut, and whatever happens to one of
the files is noticed (see `chain` and `pair`). No card is written anywhere in it: deals are known by
a salted fingerprint only.
"""

from __future__ import annotations

import datetime
import hashlib
import hmac
import json
import os
import secrets
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, Self

import attrs

from overtrick import Deal
from overtrick.plugin import FileLock
from overtrick_duplimate_device.interface.driver import Mode
from overtrick_duplimate_device.journal.chain import MAGIC, Line
from overtrick_duplimate_device.journal.codes import (
    DamagedJournalError,
    JournalError,
    journal_finding,
)
from overtrick_duplimate_device.journal.ledger import Entry, EntryKind, Ledger, LedgerStatus
from overtrick_duplimate_device.journal.pair import Pair, read_pair, step_words
from overtrick_duplimate_device.journal.paths import (
    SUFFIX,
    lock,
    make_folder,
    narrow,
    second_path,
    write_private,
)
from overtrick_duplimate_device.journal.plan import Order, Plan
from overtrick_duplimate_device.journal.turns import highest_turn, next_turn

# Without the time of the last change, which is not needed; the size goes to the disk with it.
_flush: Final = getattr(os, "fdatasync", os.fsync)
_FINISHED: Final = b'"kind": "finished"}'
_APPENDING: Final = os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0)


@attrs.frozen(kw_only=True)
class Header:
    """The header of a journal; it never changes.

    Attributes:
        session: its name, also the file's.
        path: the file of deals, absolute.
        format: that file's format.
        device: the machine's URL.
        plan: the boards and copies to deal.
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
    """Return a keyed hash that identifies a deal without revealing it.

    It is a keyed hash of 96 random bits and more, so it cannot be searched for.
    """
    message = f"{board} {deal.to_text()}".encode("ascii")
    return hmac.new(bytes.fromhex(salt), message, hashlib.sha256).hexdigest()[:32]


def new_salt() -> str:
    """Return 32 random bytes as hexadecimal digits."""
    return secrets.token_hex(32)


def header_text(header: Header, turn: int) -> bytes:
    """Return the text of the header's line."""
    plan = header.plan
    return _text(
        {
            "turn": turn,
            "session": header.session,
            "path": header.path,
            "format": header.format,
            "device": header.device,
            "plan": {
                "boards": plan.boards,
                "copies": plan.copies,
                "order": plan.order,
                "auto_number": plan.is_auto_number,
                "mode": plan.mode,
                "stop_card": plan.stop_card,
            },
            "base": dict(header.base),
            "salt": header.salt,
            "fingerprints": dict(header.fingerprints),
        }
    )


def read_header(text: bytes) -> Header:
    """Parse the text of the header's line.

    Raises:
        ValueError, LookupError, TypeError, AttributeError: it was not written by this version.
    """
    values = json.loads(text)
    plan = values["plan"]
    return Header(
        session=values["session"],
        path=values["path"],
        format=values["format"],
        device=values["device"],
        plan=Plan(
            boards=tuple(plan["boards"]),
            copies=plan["copies"],
            order=Order(plan["order"]),
            is_auto_number=plan["auto_number"],
            mode=Mode(plan["mode"]),
            stop_card=plan["stop_card"],
        ),
        base={int(board): value for board, value in values["base"].items()},
        salt=values["salt"],
        fingerprints={int(board): value for board, value in values["fingerprints"].items()},
    )


def entry_text(entry: Entry, at: str, turn: int | None = None) -> bytes:
    """Return the text of an entry's line.

    Args:
        entry: the step.
        at: its time, UTC, ISO 8601.
        turn: in the first entry of a use, its number (see `turns`).
    """
    values = {
        "turn": turn,
        "at": at,
        "kind": entry.kind,
        "board": entry.board,
        "copy": entry.copy,
        "attempt": entry.attempt,
        "job": entry.job_id,
        "detail": dict(entry.detail) or None,
    }
    return _text({name: value for name, value in values.items() if value is not None})


def read_entry(text: bytes) -> tuple[str, Entry]:
    """Parse the text of an entry's line: its time, and the step.

    Raises:
        ValueError, LookupError, TypeError: it was not written by this version.
    """
    values = json.loads(text)
    return values["at"], Entry(
        kind=EntryKind(values["kind"]),
        board=values.get("board"),
        copy=values.get("copy"),
        attempt=values.get("attempt"),
        job_id=values.get("job"),
        detail=values.get("detail", {}),
    )


def _text(values: Mapping[str, Any]) -> bytes:
    # ASCII: a name that is no text (a surrogate) is written too, and no line end is in it.
    return json.dumps(values).encode("ascii")


def now_text() -> str:
    """Return the current time: UTC, ISO 8601, with milliseconds."""
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="milliseconds")


class Journal:
    """An open journal. While it is open for writing, it is locked against other programs.

    Attributes:
        path: the journal's first file; the second is beside it.
        header: what the session is about.
        turn: the highest number of a use (see `turns`).
    """

    def __init__(self, path: Path, lines: tuple[Line, ...], writer: _Writer | None) -> None:
        self.path = path
        self.header = _understood_header(path, lines[0])
        self.turn = highest_turn(*(line.text for line in lines))
        self._lines = lines
        self._last = lines[-1]
        # Parsed on demand: a search for a session reads many journals.
        self._timed: list[tuple[str, Entry]] | None = None
        self._writer = writer
        self._is_used = False

    @classmethod
    def create(cls, folder: Path, header: Header) -> Self:
        """Create the journal of a new session, with the highest turn of its folder.

        Raises:
            JournalError: it cannot be made there.
            LockedError: another program is making one of the same name.
        """
        path = folder / (header.session + SUFFIX)
        try:
            make_folder(folder)
            taken = lock(path)
        except OSError as error:
            raise _unmade(path, error) from error
        second = second_path(path)
        is_begun = False
        try:
            for file in (path, second):
                if os.path.lexists(file):
                    msg = f"the session {header.session} exists already"
                    raise JournalError(msg)
            is_begun = True
            with next_turn(folder) as turn:
                line = Line.after(None, header_text(header, turn))
                # The second file first: the first one makes the session.
                write_private(second, MAGIC + line.data)
                write_private(path, MAGIC + line.data)
            journal = cls(path, (line,), _Writer(path, taken))
        except BaseException as error:
            if is_begun and not path.exists():
                # There is no session: what was to be its second file would only be in the way.
                second.unlink(missing_ok=True)
            taken.release()
            if isinstance(error, OSError):
                raise _unmade(path, error) from error
            raise
        journal._is_used = True
        return journal

    @classmethod
    def read(cls, path: Path) -> Self | None:
        """Read a session's journal; `None` if it was never started.

        Raises:
            DamagedJournalError: it is not as it was written, or is no journal of this version.
        """
        pair = read_pair(path)
        return None if pair is None else cls(path, pair.lines, None)

    @classmethod
    def open(cls, path: Path, *, write: bool = True) -> Self:
        """Open a session's journal.

        Args:
            path: the journal's first file.
            write: whether to write to it; another program may then not.

        Raises:
            DamagedJournalError: it is not as it was written, or is no journal of this version.
            JournalError: there is none, or it cannot be written.
            LockedError: another program is writing to it.
        """
        if not write:
            journal = cls.read(path)
            if journal is None:
                raise _missing(path)
            return journal
        if not path.parent.is_dir():
            raise _missing(path)
        try:
            taken = lock(path)
        except OSError as error:
            raise _unwritten(path, error) from error
        try:
            pair = read_pair(path)
            if pair is None:
                raise _missing(path)
            journal = cls(path, pair.lines, None)
            journal._understood()
            _complete(path, pair)
            journal._writer = _Writer(path, taken)
        except OSError as error:
            taken.release()
            raise _unwritten(path, error) from error
        except BaseException:
            taken.release()
            raise
        return journal

    def write(self, entry: Entry) -> None:
        """Write one entry; it is synced to both files when this returns.

        Raises:
            JournalError: it cannot be written; nothing more is then written.
        """
        try:
            if self._is_used:
                self._append(entry, None)
                return
            with next_turn(self.path.parent) as turn:
                self._append(entry, turn)
            self.turn, self._is_used = turn, True
        except OSError as error:
            raise _unwritten(self.path, error) from error

    def _append(self, entry: Entry, turn: int | None) -> None:
        if self._writer is None:
            msg = f"the journal {self.path} is open to be read only"
            raise JournalError(msg)
        at = now_text()
        line = Line.after(self._last, entry_text(entry, at, turn))
        self._writer.write(line.data)
        self._last = line
        self._understood().append((at, entry))

    def timed_entries(self) -> Iterator[tuple[str, Entry]]:
        """Yield every entry with its time (UTC, ISO 8601), in order.

        Raises:
            DamagedJournalError: one cannot be understood: another version wrote it.
        """
        yield from self._understood()

    def entries(self) -> Iterator[Entry]:
        """Yield every entry, in order.

        Raises:
            DamagedJournalError: one cannot be understood: another version wrote it.
        """
        for _, entry in self._understood():
            yield entry

    def _understood(self) -> list[tuple[str, Entry]]:
        if self._timed is None:
            self._timed = [_understood_entry(self.path, line) for line in self._lines[1:]]
            self._lines = ()
        return self._timed

    @property
    def standing(self) -> LedgerStatus:
        """The status of the session."""
        if self._last.number and self._last.text.endswith(_FINISHED):
            # As most do that are not the last: no need to add all up.
            return LedgerStatus.FINISHED
        return self.ledger().standing

    def ledger(self) -> Ledger:
        """Return the sum of the entries."""
        return Ledger.of(self.entries(), self.header.base)

    def close(self) -> None:
        """Close the journal and release its lock."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


class _Writer:
    """The two files of a journal, open for appending, and its lock."""

    def __init__(self, path: Path, taken: FileLock) -> None:
        self._lock = taken
        self._files: list[int] = []
        self._is_failed = False
        try:
            for file in (path, second_path(path)):
                narrow(file)
                self._files.append(os.open(file, _APPENDING))
        except OSError:
            self._close_files()
            raise

    def write(self, data: bytes) -> None:
        """Write a line: the first file is synced before the second is written."""
        if self._is_failed:
            # The content at the end of the files is unknown now.
            msg = "it could not be written before"
            raise OSError(msg)
        self._is_failed = True
        for file in self._files:
            append(file, data)
        self._is_failed = False

    def close(self) -> None:
        """Close the files and release the lock."""
        self._close_files()
        self._lock.release()

    def _close_files(self) -> None:
        while self._files:
            os.close(self._files.pop())


def append(file: int, data: bytes) -> None:
    """Append to a file; the data is synced when this returns.

    Raises:
        OSError: the disk is full or refuses; a part may have been written.
    """
    while data:
        data = data[os.write(file, data) :]
    _flush(file)


def _complete(path: Path, pair: Pair) -> None:
    """Make the two files equal after a crash."""
    for file, size, missing in (
        (path, pair.first_size, b""),
        (second_path(path), pair.second_size, pair.missing),
    ):
        if missing or file.stat().st_size != size:
            descriptor = os.open(file, _APPENDING)
            try:
                os.ftruncate(descriptor, size)
                append(descriptor, missing)
            finally:
                os.close(descriptor)


def _understood_header(path: Path, line: Line) -> Header:
    """Return the header, or raise if it cannot be parsed."""
    try:
        header = read_header(line.text)
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise _not_understood(path, line, error) from error
    if header.session != path.name.removesuffix(SUFFIX):
        finding = journal_finding("JRN108", path, 2, session=header.session)
        raise DamagedJournalError(path, (finding,), file=header.path, device=header.device)
    return header


def _understood_entry(path: Path, line: Line) -> tuple[str, Entry]:
    """Return an entry with its time, or raise if it cannot be parsed."""
    try:
        return read_entry(line.text)
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise _not_understood(path, line, error) from error


def _not_understood(path: Path, line: Line, error: Exception) -> DamagedJournalError:
    step = step_words(line.number)
    finding = journal_finding("JRN107", path, line.number + 2, step=step, why=error)
    return DamagedJournalError(path, (finding,))


def _missing(path: Path) -> JournalError:
    msg = f"there is no session {path.name.removesuffix(SUFFIX)!r} in {path.parent}"
    return JournalError(msg)


def _unmade(path: Path, error: OSError) -> JournalError:
    msg = f"the journal {path} cannot be made: {error.strerror or error}"
    return JournalError(msg)


def _unwritten(path: Path, error: OSError) -> JournalError:
    msg = f"the journal {path} cannot be written: {error.strerror or error}"
    return JournalError(msg)
