"""A lock that is released when its process ends."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import time
from pathlib import Path
from typing import IO, Final, Self

from overtrick.findings.errors import OvertrickError

_HELD: Final = frozenset({errno.EACCES, errno.EAGAIN, errno.EDEADLK})
_PAUSE: Final = 0.01


class LockedError(OvertrickError):
    """Another program holds the lock."""


class FileLock:
    """A lock of the operating system on a file of its own; it ends with its process.

    Example:
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = Path(folder, "evening.lock")
        ...     with FileLock.acquire(path):
        ...         FileLock.acquire(path)
        Traceback (most recent call last):
            ...
        overtrick.tools.locking.LockedError: another program is using evening
    """

    def __init__(self, file: IO[bytes], path: Path, *, is_passing: bool = False) -> None:
        self.file: Final = file
        """The lock's own file, open to read and to append, for messages between its holders."""
        self._path: Final = path
        self._is_passing = is_passing

    @classmethod
    def acquire(cls, path: Path, *, patience: float = 0.0, is_passing: bool = False) -> Self:
        """Take the lock.

        Args:
            path: the file that is the lock, `NAME.lock` for what is called NAME; made where it is
                not there.
            patience: seconds for which another program's lock is waited for.
            is_passing: whether release removes an empty file; all callers that take this lock must
                pass the same value.

        Raises:
            LockedError: another program has it.
            OSError: the folder or disk refuses; a file system without locks does so too.
        """
        end = time.monotonic() + patience
        while True:
            file = path.open("a+b")
            try:
                _lock(file)
            except OSError as error:
                file.close()
                if error.errno not in _HELD:
                    raise OSError(error.errno, error.strerror, str(path)) from None
                if time.monotonic() >= end:
                    msg = f"another program is using {path.name.removesuffix('.lock')}"
                    raise LockedError(msg) from None
                time.sleep(_PAUSE)
                continue
            if not is_passing or _is_still(file, path):
                return cls(file, path, is_passing=is_passing)
            # It was removed while it was opened: what is locked is no file that others find.
            file.close()

    def release(self) -> None:
        """Give the lock back."""
        if self._is_passing and not self.file.closed and not os.fstat(self.file.fileno()).st_size:
            if sys.platform == "win32":
                self.file.close()  # an open file cannot be removed, so no other holder's is
            with contextlib.suppress(OSError):
                self._path.unlink()
        self.file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.release()


def _is_still(file: IO[bytes], path: Path) -> bool:
    """Return whether an open file is the one that its path names."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[bytes]) -> None:
        os.lseek(file.fileno(), 0, os.SEEK_SET)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
