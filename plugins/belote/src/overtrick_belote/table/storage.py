"""Storage of games, settings and the history: folders and locks."""

from __future__ import annotations

import datetime
import errno
import itertools
import os
from pathlib import Path
from typing import Final

from overtrick.plugin import FileLock, LockedError
from overtrick_belote.errors import BeloteError

FOLDER_VARIABLE: Final = "OVERTRICK_BELOTE"
"""The environment variable that names the folder."""


def now() -> datetime.datetime:
    """Return the local time."""
    return datetime.datetime.now().astimezone().replace(tzinfo=None)


class InUseError(BeloteError):
    """The game or file is locked by another program."""


def data_folder() -> Path:
    """Return the data folder: the environment's, or the platform's."""
    folder = os.environ.get(FOLDER_VARIABLE)
    if folder:
        return Path(folder).expanduser()
    import platformdirs

    return Path(platformdirs.user_data_path("overtrick", appauthor=False)) / "belote"


def kept_folder() -> Path:
    """Return the data folder, whether it exists yet or not.

    Raises:
        OSError: it cannot be used: something on the way to it is no folder, or may not be read.
    """
    folder = data_folder()
    for place in (folder, *folder.parents):
        if place.is_dir():
            if not os.access(place, os.R_OK | os.X_OK) and place == folder:
                raise _unusable(folder, "it may not be read")
            return folder
        if os.path.lexists(place):
            raise _unusable(folder, f"{place} is no folder")
    return folder


def make_folder(folder: Path) -> None:
    """Create a folder unless it exists.

    Raises:
        OSError: it cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unusable(folder, error.strerror or str(error)) from None


def _unusable(folder: Path, why: str) -> OSError:
    hint = f"; {FOLDER_VARIABLE} names it" if os.environ.get(FOLDER_VARIABLE) else ""
    msg = f"games and settings cannot be kept in this folder ({why}{hint})"
    return NotADirectoryError(errno.ENOTDIR, msg, str(folder))


def aside(path: Path) -> Path:
    """Return an unused path for a damaged file that is about to be replaced."""
    for number in itertools.count(1):
        found = path.with_name(f"{path.name}.damaged{'' if number == 1 else f'-{number}'}")
        if not found.exists():
            return found
    raise AssertionError  # numbers do not end


def locked(path: Path) -> FileLock:
    """Hold the lock of a file; the lock file is beside it.

    Raises:
        InUseError: another program has it.
        OSError: the folder or disk refuses.
    """
    make_folder(path.parent)
    try:
        return FileLock.acquire(path.with_name(path.name + ".lock"))
    except LockedError as error:
        raise InUseError(str(error)) from None
