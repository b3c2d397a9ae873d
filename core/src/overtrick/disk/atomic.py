"""Replacing a file whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Iterator
from typing import BinaryIO


@contextlib.contextmanager
def atomic_output(path: str | os.PathLike[str], *, overwrite: bool = False) -> Iterator[BinaryIO]:
    """Open a temporary file in the target's folder; it takes the target's place at the end.

    The bytes are flushed to the disk before the rename, and the folder after it, so that the
    target is at any moment the old file or the complete new one. Where the block raises, the
    target is untouched and the temporary file is removed. A symbolic link is followed, and
    the permissions of a file that is replaced are kept. A device or named pipe cannot be
    replaced: it gets all the bytes at the end.

    Raises:
        FileExistsError: the target exists and `overwrite` is false.
        IsADirectoryError: the target is a folder.
        OSError: the folder or disk refuses.
    """
    target = os.path.realpath(path)
    if os.path.isdir(target):
        raise IsADirectoryError(errno.EISDIR, "Is a directory", str(path))
    if os.path.exists(target) and not os.path.isfile(target):
        with _device_output(target) as file:
            yield file
        return
    if not overwrite and os.path.exists(target):
        raise FileExistsError(errno.EEXIST, "File exists", str(path))
    # A long name is cut: the temporary file's must not be longer than the file system allows. It is
    # known before the file is made, so that an interrupt at any moment finds what to remove.
    folder, name = os.path.split(target)
    temporary = os.path.join(folder, f".{name[:40]}.{os.urandom(8).hex()}.tmp")
    try:
        with _create(temporary, target, path) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, _mode_for(target))
        if overwrite:
            os.replace(temporary, target)
        else:
            _place(temporary, target)
    except BaseException:
        # What brought us here is what the caller must hear of, not a folder that is not there.
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
    sync_folder(folder)


def _create(temporary: str, target: str, path: str | os.PathLike[str]) -> BinaryIO:
    """Create the temporary file, for its owner's eyes only."""

    def for_owner(name: str, flags: int) -> int:
        return os.open(name, flags, 0o600)

    try:
        return open(temporary, "x+b", opener=for_owner)
    except OSError as error:
        # The temporary file's name would mean nothing to the user.
        refusing = _refusing(target, path)
        why = error.strerror if refusing == os.fspath(path) else "there is no such folder"
        raise OSError(error.errno, why, refusing) from None


def _refusing(target: str, path: str | os.PathLike[str]) -> str:
    """Return what refused a new file: its folder if that is not there, else the path given."""
    given = os.fspath(path)
    folder = os.path.dirname(target)
    return given if os.path.isdir(folder) else os.path.dirname(given) or folder


@contextlib.contextmanager
def _device_output(target: str) -> Iterator[BinaryIO]:
    """Gather the bytes, and write them to a device or pipe only once they are complete."""
    import shutil
    import tempfile

    with tempfile.TemporaryFile("w+b") as file:
        yield file
        file.seek(0)
        with open(target, "wb") as device:
            shutil.copyfileobj(file, device)


def _mode_for(target: str) -> int:
    """Return the permissions for a target: its own, or what the umask leaves of a new file."""
    try:
        return stat.S_IMODE(os.stat(target).st_mode)
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def _place(temporary: str, target: str) -> None:
    """Rename without replacing a target that came into being meanwhile."""
    try:
        os.link(temporary, target)
    except FileExistsError:
        raise FileExistsError(errno.EEXIST, "File exists", target) from None
    except OSError:
        # The file system has no hard links (FAT, some network shares).
        if os.path.exists(target):
            raise FileExistsError(errno.EEXIST, "File exists", target) from None
        os.replace(temporary, target)
    else:
        os.unlink(temporary)


def sync_folder(folder: str | os.PathLike[str]) -> None:
    """Flush a folder's entry of a rename; systems that cannot open folders need not."""
    flags = getattr(os, "O_DIRECTORY", None)
    if flags is None:
        return
    descriptor = os.open(folder, os.O_RDONLY | flags)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def replace_file(path: str | os.PathLike[str], data: bytes) -> None:
    """Replace a file's content whole or not at all (see `atomic_output`).

    Raises:
        OSError: the folder or disk refuses.
    """
    with atomic_output(path, overwrite=True) as file:
        file.write(data)
