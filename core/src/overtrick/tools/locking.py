"""A lock that ends with its process, however that ends."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import IO, Final, Self

from overtrick.findings.errors import OvertrickError


class LockedError(OvertrickError):
    """Another program holds the lock."""


class FileLock:
    """An operating system's lock on a file of its own, let go by `kill -9` too.

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

    def __init__(self, file: IO[bytes]) -> None:
        self._file: Final = file

    @classmethod
    def acquire(cls, path: Path) -> Self:
        """Take the lock.

        Args:
            path: the file that is the lock, `NAME.lock` for what is called NAME; made where it is
                not there.

        Raises:
            LockedError: another program has it.
            OSError: the folder or disk refuses.
        """
        file = path.open("ab")
        try:
            _lock(file)
        except OSError:
            file.close()
            msg = f"another program is using {path.name.removesuffix('.lock')}"
            raise LockedError(msg) from None
        return cls(file)

    def release(self) -> None:
        """Give the lock back."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.release()


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[bytes]) -> None:
        os.lseek(file.fileno(), 0, os.SEEK_SET)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
