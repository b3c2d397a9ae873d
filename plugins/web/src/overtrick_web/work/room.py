"""The size limit of the data folder, and the free disk space to leave."""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from overtrick_web.errors import WebError

_MEGABYTE: Final = 1 << 20


class NoRoomError(WebError):
    """There is not enough room for the data."""


class Room:
    """The room in a folder; thread-safe.

    What is in the folder is counted anew every few seconds, for other programs may take from it;
    what was let in since is added.

    Args:
        folder: the folder.
        most: how many bytes it may hold.
        spared: how many bytes of its disk stay free.
        keeps: for how many seconds a count is trusted.
        clock: the clock, in seconds.

    Example:
        >>> import tempfile
        >>> room = Room(Path(tempfile.mkdtemp()), most=10 << 20, spared=0)
        >>> room.check(1 << 20)
        >>> room.check(11 << 20)
        Traceback (most recent call last):
        overtrick_web.work.room.NoRoomError: there is no room for 11 MB more: ...
    """

    def __init__(
        self,
        folder: Path,
        most: int,
        spared: int,
        *,
        keeps: float = 5,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.folder = folder
        self.most = most
        self.spared = spared
        self._keeps = keeps
        self._clock = clock
        self._lock = threading.Lock()
        self._used = 0
        self._counted: float | None = None

    def used(self) -> int:
        """Return the number of bytes in the folder."""
        with self._lock:
            now = self._clock()
            if self._counted is None or now >= self._counted + self._keeps:
                self._used = _size(self.folder)
                self._counted = now
            return self._used

    def check(self, size: int) -> None:
        """Raise if there is not enough room.

        Args:
            size: the number of bytes to store.

        Raises:
            NoRoomError: the folder would become larger than it may, or the disk too full.
        """
        used = self.used()
        if used + size > self.most:
            msg = (
                f"there is no room for {_megabytes(size)} MB more: what was dropped may take "
                f"{_megabytes(self.most)} MB, and {_megabytes(used)} MB are taken; remove files "
                "that are no longer needed, and empty the bin"
            )
            raise NoRoomError(msg)
        if size > max(0, shutil.disk_usage(self.folder).free - self.spared):
            msg = (
                f"there is no room for {_megabytes(size)} MB more on the disk of {self.folder}, of "
                f"which {_megabytes(self.spared)} MB are left to other programs; remove what is no "
                "longer needed from the disk"
            )
            raise NoRoomError(msg)

    def take(self, size: int) -> None:
        """Count bytes that are being written, until the folder is measured again."""
        with self._lock:
            self._used += size


def _size(folder: Path) -> int:
    total = 0
    folders = [os.fspath(folder)]
    while folders:
        try:
            with os.scandir(folders.pop()) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        folders.append(entry.path)
                    else:
                        total += entry.stat(follow_symlinks=False).st_size
        except FileNotFoundError:
            continue  # it was removed meanwhile
    return total


def _megabytes(size: int) -> str:
    return f"{size / _MEGABYTE:,.0f}" if size >= 10 * _MEGABYTE else f"{size / _MEGABYTE:.1f}"
