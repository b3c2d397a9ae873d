"""Coordination of sessions that deal the same file: pending counter changes and their outcome.

The lock is beside the file, so that all who deal it meet, by whatever path and from whatever
computer, as long as the file system has locks. A session that is killed while it replaces the file
cannot report whether it succeeded. So it records the change beforehand, in the lock's own
file. The next holder of the lock determines the outcome from the deal file and records it. Without
pending outcomes the lock's file is empty and is removed.
"""

from __future__ import annotations

import errno
import hashlib
import os
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Final, Self

import attrs

from overtrick.plugin import FileLock, file_of

PATIENCE: Final = 30.0
"""Seconds for which another session's lock is waited for; it is held for some milliseconds."""

NO_LOCKS: Final = frozenset({errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.EINVAL})
"""The errors of a file system without locks."""

_LONGEST_NAME: Final = 200


def lock_path(path: Path) -> Path:
    """Return the path of a file's lock: hidden, beside it, or beside the archive that holds it.

    Example:
        >>> lock_path(Path("/club/evening.boards")).as_posix()
        '/club/.evening.boards.lock'
    """
    file = Path(file_of(path))
    name = file.name
    if len(os.fsencode(name)) > _LONGEST_NAME:
        name = hashlib.sha256(os.fsencode(name)).hexdigest()
    return file.with_name(f".{name}.lock")


def digest(data: bytes) -> str:
    """Return the digest of a file's content."""
    return hashlib.sha256(data).hexdigest()[:16]


@attrs.frozen
class Change:
    """A pending change of the counters.

    Attributes:
        token: its name; no other change has it.
        before: digest of the file without it.
        after: digest of the file with it.
        values: the counters that it sets, by board.
    """

    token: str
    before: str
    after: str
    values: Mapping[int, int]

    def is_in(self, data: bytes, found: Mapping[int, int]) -> bool:
        """Return whether a file contains the change.

        Where a program that does not take the lock changed the file in between, only its counters
        can decide.

        Args:
            data: the file.
            found: its counters by board.
        """
        mark = digest(data)
        if mark in {self.before, self.after}:
            return mark == self.after
        return all(found.get(board, 0) >= value for board, value in self.values.items())


@attrs.define
class CounterLog:
    """The content of a lock file: at most one pending change, and the outcome of others.

    Each line ends in a checksum; one that a power cut tore is as if it had never been written,
    and then the change that it announces was never made.

    Attributes:
        pending: the change without a recorded end, or `None`.
        settled: whether a change that a session was killed over was made, by its token.
    """

    _file: IO[bytes] | None = None
    pending: Change | None = None
    settled: dict[str, bool] = attrs.field(factory=dict)

    @classmethod
    def read(cls, lock: FileLock) -> Self:
        """Read the content of a held lock file."""
        lock.file.seek(0)
        text = lock.file.read()
        log = cls(lock.file)
        for line in text.split(b"\n"):
            log._take(line)
        if text and not text.endswith(b"\n"):
            lock.file.write(b"\n")
        return log

    def _take(self, line: bytes) -> None:
        body, _, mark = line.rpartition(b" ")
        if mark != b"%08x" % zlib.crc32(body):
            return
        word, token, *rest = body.decode("ascii").split()
        if word == "begin":
            before, after, *values = rest
            pairs = (value.split(":") for value in values)
            self.pending = Change(
                token, before, after, {int(board): int(value) for board, value in pairs}
            )
            return
        if self.pending is not None and self.pending.token == token:
            self.pending = None
        if word == "claim":
            self.settled.pop(token, None)
        else:
            self.settled[token] = word == "made"

    def _append(self, *words: str) -> None:
        if self._file is None:
            return
        body = " ".join(words).encode("ascii")
        self._file.write(b"%b %08x\n" % (body, zlib.crc32(body)))
        self._file.flush()
        os.fsync(self._file.fileno())

    def begin(self, change: Change) -> None:
        """Record a change before it is made; it is synced when this returns."""
        values = (f"{board}:{value}" for board, value in change.values.items())
        self._append("begin", change.token, change.before, change.after, *values)

    def settle(self, data: bytes, found: Mapping[int, int]) -> None:
        """Determine the outcome of a killed session's change, and record it.

        Args:
            data: the file.
            found: its counters by board.
        """
        change, self.pending = self.pending, None
        if change is not None:
            is_made = change.is_in(data, found)
            self._append("made" if is_made else "lost", change.token)
            self.settled[change.token] = is_made

    def claim(self, token: str) -> None:
        """Remove the outcome of a change: its session has read it."""
        self.pending = None
        self.settled.pop(token, None)
        if self._file is None:
            return
        if self.settled:
            self._append("claim", token)
        else:
            self._file.truncate(0)


@attrs.define
class SharedFile:
    """A file locked against changes by other sessions; a context manager.

    Attributes:
        path: the file.
        log: what is written in its lock; none is kept where there are no locks.
        is_locked: whether there are any.
    """

    path: Path
    log: CounterLog = attrs.field(factory=CounterLog, init=False)
    is_locked: bool = attrs.field(default=False, init=False)
    _lock: FileLock | None = attrs.field(default=None, init=False)

    def __enter__(self) -> Self:
        """Acquire the lock.

        Raises:
            LockedError: another program kept it for all of `PATIENCE`.
            OSError: the folder refuses.
        """
        path = lock_path(self.path)
        is_new = not path.exists()
        try:
            self._lock = FileLock.acquire(path, patience=PATIENCE, is_passing=True)
        except OSError as error:
            if error.errno not in NO_LOCKS:
                raise
            if is_new:
                path.unlink(missing_ok=True)
            return self
        self.is_locked = True
        self.log = CounterLog.read(self._lock)
        return self

    def __exit__(self, *exception: object) -> None:
        if self._lock is not None:
            self._lock.release()
