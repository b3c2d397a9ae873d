"""The result cache: a file in the user's cache folder, shared by all processes.

SQLite keeps it consistent for many processes at once. A key is the kind of question, the deal
(ranks and suits as they are, two bits a card), and what else was asked; a value is a byte a number.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
import threading
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final, TypeVar

import attrs

from overtrick import Deal

FOLDER_VARIABLE: Final = "OVERTRICK_CACHE"
"""The environment variable that names the folder of the cache; empty for none."""

FILE_NAME: Final = "double-dummy.sqlite"

MAX_ENTRIES: Final = 500_000
"""The maximum number of results: about 35 MB. Beyond it the oldest are deleted."""

_SPARE: Final = 20
"""A batch of deletions is this fraction of the results: one part in 20."""

_BUSY: Final = 10_000
"""Milliseconds to wait for another process that writes."""

# SQLite binds at least 999 values.
_LUMP: Final = 500

_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS answers (
    place INTEGER PRIMARY KEY, question BLOB NOT NULL UNIQUE, answer BLOB NOT NULL
)
"""

ValueT = TypeVar("ValueT")


class CacheWarning(UserWarning):
    """The cache cannot be used; shown once, and solving continues without it."""


@attrs.frozen(kw_only=True)
class CacheState:
    """The content of a cache.

    Attributes:
        path: the file; `None` where the user wants no cache.
        entries: how many answers.
        size: bytes on disk.
        trouble: why it cannot be used, `None` where it can.
    """

    path: Path | None
    entries: int
    size: int
    trouble: str | None


def cache_path() -> Path | None:
    """Return the file of the cache, `None` if the user disabled it."""
    folder = os.environ.get(FOLDER_VARIABLE)
    if folder is not None:
        return Path(folder).expanduser() / FILE_NAME if folder else None
    import platformdirs

    return Path(platformdirs.user_cache_path("overtrick", appauthor=False)) / FILE_NAME


def deal_key(deal: Deal) -> bytes:
    """Return a complete deal in 13 bytes: the seat of each card, clubs first and low to high.

    Example:
        >>> deal_key(Deal.from_masks(8191, 8191 << 13, 8191 << 26, 8191 << 39)).hex()
        '000000545555a5aaaaeaffffff'
    """
    _, east, south, west = deal.masks
    number = 0
    # A seat is two bits: the low one for East and West, the high one for South and West.
    for odd, high in ((east | west, 0), (south | west, 1)):
        spread = odd
        for shift, mask in _SPREAD:
            spread = (spread | spread << shift) & mask
        number |= spread << high
    return number.to_bytes(13, "little")


def _spreading() -> tuple[tuple[int, int], ...]:
    """Return the steps that spread 64 bits: bit i moves to bit 2 i."""
    steps = []
    for width in (32, 16, 8, 4, 2, 1):
        group = (1 << width) - 1
        mask = sum(group << 2 * width * place for place in range(64 // width))
        steps.append((width, mask))
    return tuple(steps)


_SPREAD: Final = _spreading()


class Cache:
    """A file of solved results; safe for threads and processes.

    If it cannot be used, it warns once (`CacheWarning`), and is empty.

    Args:
        path: the file; `None` for no cache.
        most: how many answers it holds.
    """

    def __init__(self, path: Path | None, *, most: int = MAX_ENTRIES) -> None:
        self._path = path
        self._most = most
        self._lock = threading.Lock()
        self._connection: sqlite3.Connection | None = None
        self._file: tuple[int, int] | None = None
        self._owner = os.getpid()
        self.trouble: str | None = None

    def get(self, questions: Sequence[bytes]) -> Mapping[bytes, bytes]:
        """Return the cached results."""

        def look(connection: sqlite3.Connection) -> dict[bytes, bytes]:
            found: dict[bytes, bytes] = {}
            for start in range(0, len(questions), _LUMP):
                lump = questions[start : start + _LUMP]
                marks = ",".join("?" * len(lump))
                found.update(
                    connection.execute(
                        f"SELECT question, answer FROM answers WHERE question IN ({marks})",  # noqa: S608  # only marks
                        lump,
                    )
                )
            return found

        return self._with(look, {})

    def put(self, answers: Iterable[tuple[bytes, bytes]]) -> None:
        """Store results, and remove the oldest ones for lack of room."""
        rows = list(answers)

        def store(connection: sqlite3.Connection) -> None:
            with connection:
                connection.execute("BEGIN IMMEDIATE")
                connection.executemany(
                    "INSERT OR IGNORE INTO answers (question, answer) VALUES (?, ?)", rows
                )
                first, last = connection.execute(
                    "SELECT min(place), max(place) FROM answers"
                ).fetchone()
                if last is not None and last - first >= self._most:
                    oldest = last - self._most + self._most // _SPARE
                    connection.execute("DELETE FROM answers WHERE place <= ?", (oldest,))

        self._with(store, None)

    def state(self) -> CacheState:
        """Return the state of the cache; a missing file is not created."""
        if self._path is None or not self._path.exists():
            return CacheState(path=self._path, entries=0, size=0, trouble=None)
        count = self._with(
            lambda connection: int(
                connection.execute("SELECT count(*) FROM answers").fetchone()[0]
            ),
            0,
        )
        size = sum(path.stat().st_size for path in _files(self._path) if path.exists())
        return CacheState(path=self._path, entries=count, size=size, trouble=self.trouble)

    def clear(self) -> int:
        """Delete all results; other users of the file continue with it.

        A file that is damaged is taken away, and the next one who needs it makes another.

        Returns:
            How many answers were thrown away; those of a damaged file are not counted.

        Raises:
            OSError: it cannot be emptied, nor removed.
        """
        if self._path is None or not self._path.exists():
            return 0
        removed = 0
        try:
            with self._lock:
                connection = self._open(self._path)
                # Counted by what throws them away: others may add some at any moment before.
                removed = connection.execute("DELETE FROM answers").rowcount
                # Gives the room back, as far as no other process is reading.
                with contextlib.suppress(sqlite3.OperationalError):
                    connection.execute("VACUUM")
                    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except sqlite3.OperationalError as error:
            raise OSError(errno.EIO, str(error), str(self._path)) from error
        except sqlite3.DatabaseError:
            self.close()
            for path in _files(self._path):
                path.unlink(missing_ok=True)
        self.trouble = None
        return removed

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            connection, self._connection = self._connection, None
            if connection is not None:
                connection.close()

    def _with(self, work: Callable[[sqlite3.Connection], ValueT], otherwise: ValueT) -> ValueT:
        """Run an operation on the file; report a failure once."""
        if self._path is None or self.trouble is not None:
            return otherwise
        with self._lock:
            try:
                return work(self._open(self._path))
            except (sqlite3.Error, OSError) as error:
                self.trouble = _reason(error)
        # Beside the lock: whoever shows the warning may ask for something.
        warnings.warn(
            f"the cache of double-dummy results cannot be used, and nothing is kept: {self._path}: "
            f"{self.trouble}",
            CacheWarning,
            stacklevel=2,
        )
        return otherwise

    def _open(self, path: Path) -> sqlite3.Connection:
        if self._owner != os.getpid():
            # Forked: a connection of the other process must not be used, nor closed.
            _others.append(self._connection)
            self._connection, self._owner = None, os.getpid()
        if self._connection is not None and self._file != _identity(path):
            # The file was deleted: new results in it would be lost.
            self._connection.close()
            self._connection = None
        if self._connection is None:
            path.parent.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(
                path, timeout=_BUSY / 1000, isolation_level=None, check_same_thread=False
            )
            try:
                # Readers and a writer do not wait for each other, and what is lost by a power cut
                # can be solved again.
                connection.execute("PRAGMA journal_mode = WAL")
                connection.execute("PRAGMA synchronous = NORMAL")
                connection.execute(_SCHEMA)
            except BaseException:
                connection.close()
                raise
            self._connection, self._file = connection, _identity(path)
        return self._connection


def _identity(path: Path) -> tuple[int, int] | None:
    """Return the identity of the file at a path; `None` if there is none."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def _reason(error: sqlite3.Error | OSError) -> str:
    if isinstance(error, OSError):
        return error.strerror or str(error)
    # What is operational goes by: a full disk, a file locked by others, a folder without rights.
    is_damaged = not isinstance(error, sqlite3.OperationalError)
    return f"{error} (overtrick dd --cache clear makes a new one)" if is_damaged else str(error)


_others: Final[list[sqlite3.Connection | None]] = []


def _files(path: Path) -> tuple[Path, ...]:
    """Return the cache file and SQLite's files beside it."""
    return (path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm"))


_shared: dict[Path | None, Cache] = {}
_shared_lock = threading.Lock()


def shared_cache() -> Cache:
    """Return the cache of this process, by the present environment."""
    path = cache_path()
    with _shared_lock:
        if path not in _shared:
            _shared[path] = Cache(path)
        return _shared[path]
