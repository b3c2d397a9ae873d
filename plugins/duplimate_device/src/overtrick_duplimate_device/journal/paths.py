"""The files of journals: names, locks, and owner-only permissions.

A journal holds no card, but it records who deals what and when. So its files are made for their
owner alone (0600) in a folder for their owner alone (0700), whatever the umask. A folder that
was there before and holds nothing but journals is narrowed; one that holds other things too is
used for another purpose, and is left as it is and named (`JRN201`).
"""

from __future__ import annotations

import contextlib
import os
import re
import stat
from pathlib import Path
from typing import Final

from overtrick import Diagnostic
from overtrick.plugin import FileLock, sync_folder
from overtrick_duplimate_device.journal.codes import journal_finding

SUFFIX: Final = ".session"
SECOND_SUFFIX: Final = ".session-2"

_OURS: Final = re.compile(r".*\.session(-2)?(\.lock|\.new|\.damaged(-\d+)?|-wal|-shm)?|turns\.lock")
_BINARY: Final = getattr(os, "O_BINARY", 0)
_HAS_MODES: Final = os.name == "posix"


def second_path(path: Path) -> Path:
    """Return the path of the second file of a journal.

    Example:
        >>> second_path(Path("evening.session")).name
        'evening.session-2'
    """
    return path.with_name(path.name.removesuffix(SUFFIX) + SECOND_SUFFIX)


def session_paths(folder: Path) -> list[Path]:
    """Return the first-file paths of all journals of a folder, by name, existing or not.

    Raises:
        OSError: the folder is there and cannot be read.
    """
    try:
        names = [path.name for path in folder.iterdir()]
    except FileNotFoundError:
        return []
    stems = {
        name.removesuffix(suffix)
        for name in names
        for suffix in (SUFFIX, SECOND_SUFFIX)
        if name.endswith(suffix)
    }
    return [folder / (stem + SUFFIX) for stem in sorted(stems)]


def lock(path: Path, *, patience: float = 0.0) -> FileLock:
    """Hold the lock of a file; the lock file is beside it.

    Args:
        path: the file.
        patience: seconds for which another program's lock is waited for.

    Raises:
        LockedError: another program has it.
        OSError: the folder or disk refuses.
    """
    own = path.with_name(path.name + ".lock")
    taken = FileLock.acquire(own, patience=patience)
    narrow(own)
    return taken


def write_private(path: Path, data: bytes) -> None:
    """Write a file atomically with owner-only permissions, replacing an existing one.

    It is on the disk when this returns.

    Raises:
        OSError: the folder or disk refuses.
    """
    draft = path.with_name(path.name + ".new")
    with contextlib.suppress(FileNotFoundError):
        # Its writer was killed: this process holds the lock of the journal.
        draft.unlink()
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            narrow(draft)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def narrow(path: Path) -> None:
    """Restrict a file to its owner; a file of another user is left unchanged."""
    if _HAS_MODES and stat.S_IMODE(path.stat().st_mode) != 0o600:
        with contextlib.suppress(PermissionError):
            path.chmod(0o600)


def make_folder(folder: Path) -> None:
    """Create the folder of journals, or restrict an existing one that holds nothing else.

    Raises:
        OSError: it cannot be made, or cannot be read.
    """
    with contextlib.suppress(FileExistsError):
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700)
        # The umask may have taken more.
        folder.chmod(0o700)
        return
    is_only_ours = all(_OURS.fullmatch(path.name) for path in folder.iterdir())
    if is_only_ours and open_to_others(folder) is not None:
        with contextlib.suppress(PermissionError):
            folder.chmod(0o700)


def open_to_others(folder: Path) -> Diagnostic | None:
    """Return the finding that other users can read the folder of journals (`JRN201`), or `None`."""
    if not _HAS_MODES or not folder.is_dir():
        return None
    mode = stat.S_IMODE(folder.stat().st_mode)
    return journal_finding("JRN201", folder, mode=f"{mode:04o}") if mode & 0o077 else None
