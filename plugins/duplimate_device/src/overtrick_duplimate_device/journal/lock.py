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
    """An operating system's lock on a file of its own, let go by `kill -9` too."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file: Final = file

    @classmethod
    def acquire(cls, path: Path) -> Self:
        """Take the lock.

        Raises:
            LockedError: another program has it.
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


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[bytes]) -> None:
        os.lseek(file.fileno(), 0, os.SEEK_SET)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
