"""The data folder: its location, and its lock for one program at a time."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final, Self

import attrs

from overtrick.plugin import FileLock, LockedError, atomic_output
from overtrick_web.work.documents import Documents

FOLDER_VARIABLE: Final = "OVERTRICK_WORK"
"""The environment variable that names the data folder."""

_RUNNING: Final = "running.json"


def work_folder(chosen: str | None = None) -> Path:
    """Return the data folder.

    Args:
        chosen: the user's choice; otherwise the environment's, otherwise the platform's folder
            for what programs keep for their user.
    """
    folder = chosen or os.environ.get(FOLDER_VARIABLE)
    if folder:
        return Path(folder).expanduser().absolute()
    import platformdirs

    return Path(platformdirs.user_data_path("overtrick", appauthor=False)) / "page"


@attrs.frozen
class Running:
    """The program that serves a data folder.

    Attributes:
        address: where its page opens.
        roles: for whom it is, by their names, first the one to whom the address belongs.
        process: the number of its process.
    """

    address: str
    roles: tuple[str, ...]
    process: int


class InUseError(LockedError):
    """Another program uses the folder.

    Attributes:
        running: what is known of it, or `None`.
    """

    def __init__(self, folder: Path, running: Running | None) -> None:
        super().__init__(f"another overtrick serves the data folder {folder}")
        self.running = running


class WorkFolder:
    """A data folder, locked by this process until it closes the folder or ends.

    Attributes:
        path: the folder.
        documents: what was dropped.
    """

    def __init__(self, path: Path, lock: FileLock) -> None:
        self.path: Final = path
        self._lock = lock
        self.documents: Final = Documents(path / "documents")

    @classmethod
    def open(cls, path: Path) -> Self:
        """Lock a folder.

        Raises:
            InUseError: another program has it.
            OSError: it cannot be made or read.
        """
        path.mkdir(parents=True, exist_ok=True, mode=0o700)
        try:
            lock = FileLock.acquire(path / "work.lock")
        except LockedError:
            raise InUseError(path, _running(path)) from None
        try:
            (path / _RUNNING).unlink(missing_ok=True)
            return cls(path, lock)
        except BaseException:
            lock.release()
            raise

    def announce(self, address: str, roles: Iterable[str]) -> None:
        """Publish the address and roles of the page to other programs of this user."""
        about = {"address": address, "roles": list(roles), "process": os.getpid()}
        text = json.dumps(about)
        with atomic_output(self.path / _RUNNING, overwrite=True, is_private=True) as file:
            file.write(text.encode())

    def close(self) -> None:
        """Release the folder."""
        (self.path / _RUNNING).unlink(missing_ok=True)
        self._lock.release()

    def __enter__(self) -> Self:
        """Return the folder."""
        return self

    def __exit__(self, *about: object) -> None:
        """Release the folder."""
        self.close()


def _running(path: Path) -> Running | None:
    try:
        record = json.loads((path / _RUNNING).read_bytes())
        roles = tuple(map(str, record["roles"]))
        return Running(str(record["address"]), roles, int(record["process"]))
    except (OSError, ValueError, KeyError, TypeError):
        # It has not published it yet, or is just ending.
        return None
