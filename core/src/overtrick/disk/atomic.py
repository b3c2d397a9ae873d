"""Replace a file atomically."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import stat
import sys
import warnings
from collections.abc import Callable, Iterator
from typing import IO, TYPE_CHECKING, BinaryIO, Final, NamedTuple, cast

from overtrick.disk.buffer import Gathered
from overtrick.disk.metadata import keep_owner
from overtrick.disk.paths import Place, place_of
from overtrick.findings.errors import ReplacedWarning, TargetError, TargetExistsError

if TYPE_CHECKING:
    from types import TracebackType

    from typing_extensions import Buffer

# What a folder cannot do that lies on another machine, or in another program.
_CANNOT: Final = frozenset({errno.EINVAL, errno.ENOTSUP, errno.ENOSYS, errno.EBADF})

# Temporary files that are there now, each with the process that made it: a process that was forked
# meanwhile knows them too.
_temporaries: Final[dict[str, int]] = {}


class FileState(NamedTuple):
    """The identity, length and time of a file; all `None` where there is none."""

    device: int | None = None
    number: int | None = None
    length: int | None = None
    changed: int | None = None

    @classmethod
    def of(cls, path: str | os.PathLike[str]) -> FileState:
        """Return the state of the file that a name leads to.

        Args:
            path: the name.

        Raises:
            OSError: the folder may not be searched.
        """
        return _state(_look(os.fspath(path)))


ANY_STATE: Final = FileState(-1)
"""The state for bytes that do not depend on the old target: any file there is replaced."""


def _state(about: os.stat_result | None) -> FileState:
    if about is None:
        return FileState()
    return FileState(about.st_dev, about.st_ino, about.st_size, about.st_mtime_ns)


@contextlib.contextmanager
def atomic_output(
    path: str | os.PathLike[str],
    *,
    overwrite: bool = False,
    since: FileState | None = None,
    is_private: bool = False,
) -> Iterator[BinaryIO]:
    """Open a temporary file in the target's folder; it replaces the target at the end.

    The bytes are flushed to the disk before the rename, and the folder after it, so that the
    target is at any moment the old file or the complete new one. Where the block raises, the
    target is untouched and the temporary file is removed. A symbolic link is followed.

    A file that is replaced keeps its owner, group, permissions, access control list and extended
    attributes, as far as the system permits. A `ReplacedWarning` reports attributes that are lost,
    and hard links, which keep the old content. A file that the user may not write is not replaced,
    even where the permissions of its folder allow it.

    A device or named pipe cannot be replaced: it gets all the bytes at the end. The open file
    behind `/dev/stdout`, `/dev/fd/3` or `>(command)` gets them after its present content.

    Args:
        path: the target.
        overwrite: whether an existing file may be replaced.
        since: the state of the target that the bytes were made from; its state now where not
            given.
        is_private: whether a new file is for its owner's eyes only, whatever the umask leaves.

    Raises:
        TargetExistsError: the target exists and `overwrite` is false.
        IsADirectoryError: the target is a folder.
        FileNotFoundError: its folder is not there.
        PermissionError: the target or its folder may not be written.
        TargetError: it cannot be written: the disk is full, a pipe has no reader any more, or
            another program changed or replaced the target meanwhile (`CORE055`).
    """
    name = os.fspath(path)
    place = place_of(path)
    with _Naming(name):
        before = None if place.is_entry else _look(place.path)
    if before is not None and stat.S_ISDIR(before.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), name)
    if place.is_entry or (before is not None and not stat.S_ISREG(before.st_mode)):
        with _stream_output(place, name) as file:
            yield file
        return
    if before is not None:
        if not overwrite:
            raise _exists(name)
        _check_writable(place.path, name)
    state = _state(before) if since is None else since
    if not overwrite:
        state = ANY_STATE  # whatever comes into being there meanwhile, the rename finds it
    mode = 0o600 if is_private else None
    with _replacing(place.path, name, overwrite=overwrite, state=state, mode=mode) as file:
        yield file


@contextlib.contextmanager
def _replacing(
    target: str, name: str, *, overwrite: bool, state: FileState, mode: int | None
) -> Iterator[BinaryIO]:
    """Give a temporary file, and put it in the target's place.

    Args:
        target: the path with its links followed.
        name: the path as the user gave it.
        overwrite: whether an existing file may be replaced.
        state: what the target must still be.
        mode: the permissions of a new file; what the umask leaves where not given.
    """
    # A long name is cut: the temporary file's must not be longer than the file system allows. It is
    # known before the file is made, so that an interrupt at any moment finds what to remove.
    folder, base = os.path.split(target)
    temporary = os.path.join(folder, f".{base[:40]}.{os.urandom(8).hex()}.tmp")
    _temporaries[temporary] = os.getpid()
    raw = None
    try:
        raw = _create(temporary, target, name)
        file = io.BufferedRandom(raw)
        yield cast("BinaryIO", file)
        file.flush()
        with _Naming(name):
            os.fsync(raw.fileno())
            changes = _settle(raw.fileno(), temporary, target, name, state=state, mode=mode)
        raw.close()
        with _Naming(name):
            if overwrite:
                os.replace(temporary, target)
            else:
                _place(temporary, target, name)
    except BaseException:
        # What brought us here is what the caller must hear of, not what else goes wrong.
        with contextlib.suppress(OSError):
            if raw is not None:
                raw.close()
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
    finally:
        _temporaries.pop(temporary, None)
    try:
        sync_folder(folder)
    except OSError as error:
        changes.append(f"a power cut now could undo that: {error.strerror}")
    for change in changes:
        warnings.warn(f"{name}: {change}", ReplacedWarning, stacklevel=5)


def _mode_of_new_file() -> int:
    """Return the permissions of a new file: what the umask leaves."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _settle(
    descriptor: int,
    temporary: str,
    target: str,
    name: str,
    *,
    state: FileState,
    mode: int | None,
) -> list[str]:
    """Copy the old file's metadata to the new one; return texts of what changed.

    Raises:
        TargetError: the target is not what it was.
    """
    now = _look(target)
    if now is not None and state is not ANY_STATE and _state(now) != state:
        raise _changed(name)
    if now is None:
        _set_mode(descriptor, temporary, _mode_of_new_file() if mode is None else mode)
        return []
    lost = keep_owner(descriptor, now, target)
    if not hasattr(os, "fchmod"):
        _set_mode(descriptor, temporary, stat.S_IMODE(now.st_mode))
    changes = [f"{what} could not be kept" for what in lost]
    if now.st_nlink > 1:
        others = "another name (a hard link), which keeps" if now.st_nlink == 2 else (
            f"{now.st_nlink - 1} other names (hard links), which keep"
        )  # fmt: skip
        changes.append(f"the file has {others} the old content")
    return changes


def _set_mode(descriptor: int, temporary: str, mode: int) -> None:
    if hasattr(os, "fchmod"):
        os.fchmod(descriptor, mode)
    else:
        os.chmod(temporary, mode)


def _exists(name: str) -> TargetExistsError:
    return TargetExistsError(errno.EEXIST, "the file exists", name)


def _changed(name: str) -> TargetError:
    why = "another program changed it meanwhile; its version is kept"
    return TargetError(errno.EBUSY, why, name)


def _look(target: str) -> os.stat_result | None:
    """Return the status of a file, `None` where it does not exist."""
    try:
        return os.stat(target)
    except (FileNotFoundError, NotADirectoryError):
        return None


def _check_writable(target: str, name: str) -> None:
    """Refuse to replace a file that may not be written.

    Raises:
        OSError: why not.
    """
    try:
        os.close(os.open(target, os.O_WRONLY | getattr(os, "O_CLOEXEC", 0)))
    except FileNotFoundError:
        return  # it has just been removed
    except OSError as error:
        if isinstance(error, PermissionError):
            why = "it is write-protected and not replaced"
            raise PermissionError(error.errno, why, name) from None
        raise TargetError(error.errno, error.strerror, name) from None


class _Raw(io.FileIO):
    """A file whose errors name the target instead of the temporary file."""

    user_name = ""

    def write(self, data: Buffer, /) -> int | None:  # type: ignore[override]  # None where full
        """Write some bytes."""
        with _Naming(self.user_name):
            return super().write(data)

    def close(self) -> None:
        """Close the file; some systems report a full disk only now."""
        with _Naming(self.user_name):
            super().close()


class _Naming:
    """Name the target in errors about a temporary file or a descriptor.

    Raises:
        TargetError: the target cannot be written.
    """

    __slots__ = ("_name",)

    def __init__(self, name: str) -> None:
        self._name = name

    def __enter__(self) -> None:
        pass

    def __exit__(
        self,
        _: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if not isinstance(error, OSError):
            return
        if isinstance(error, (TargetError, IsADirectoryError)):
            return
        if isinstance(error, PermissionError):
            raise PermissionError(error.errno, error.strerror, self._name) from error
        raise TargetError(error.errno, error.strerror or str(error), self._name) from error


def _opened(
    path: str | int, mode: str, name: str, opener: Callable[[str, int], int] | None
) -> _Raw:
    file = _Raw(path, mode, opener=opener)
    file.user_name = name
    return file


def _create(temporary: str, target: str, name: str) -> _Raw:
    """Create the temporary file, for its owner's eyes only."""

    def for_owner(path: str, flags: int) -> int:
        return os.open(path, flags, 0o600)

    try:
        return _opened(temporary, "x+b", name, for_owner)
    except OSError as error:
        # The temporary file's name would mean nothing to the user.
        folder = os.path.dirname(target)
        if not os.path.isdir(folder):
            refusing = os.path.dirname(name) or folder
            raise OSError(error.errno, "there is no such folder", refusing) from None
        if isinstance(error, PermissionError):
            raise PermissionError(error.errno, error.strerror, name) from None
        raise TargetError(error.errno, error.strerror, name) from None


@contextlib.contextmanager
def _stream_output(place: Place, name: str) -> Iterator[BinaryIO]:
    """Write to a device, a named pipe, or an open file of this process.

    Raises:
        TargetError: it takes no bytes.
    """
    with contextlib.ExitStack() as stack:
        if place.descriptor is not None:
            # Before any work is done for it.
            with _Naming(name):
                descriptor = os.dup(place.descriptor)
                stack.callback(os.close, descriptor)
                _check_takes_bytes(descriptor)

        def open_sink() -> IO[bytes]:
            for stream in (sys.stdout, sys.stderr):
                if stream is not None:  # what was printed before comes before
                    stream.flush()
            if place.descriptor is not None:
                raw = _Raw(descriptor, "wb", closefd=False)
                raw.user_name = name
                return stack.enter_context(io.BufferedWriter(raw))
            with _Naming(name):
                # The file behind another process's descriptor is not to lose what is in it.
                flags = os.O_WRONLY | (os.O_APPEND if place.is_entry else 0)
                opened = os.open(place.path, flags | getattr(os, "O_NOCTTY", 0))
                file = stack.enter_context(io.BufferedWriter(_opened(opened, "wb", name, None)))
                if stat.S_ISREG(os.fstat(opened).st_mode) and not place.is_entry:
                    raise _changed(name)
            return file

        with Gathered() as spool:
            yield spool.file
            spool.deliver(open_sink())


def _check_takes_bytes(descriptor: int) -> None:
    if sys.platform == "win32":
        return  # no name leads to a descriptor there
    import fcntl

    if fcntl.fcntl(descriptor, fcntl.F_GETFL) & os.O_ACCMODE == os.O_RDONLY:
        raise OSError(errno.EBADF, "it is open for reading only")


def _place(temporary: str, target: str, name: str) -> None:
    """Rename without replacing a target that came into being meanwhile."""
    try:
        if sys.platform == "win32":
            os.rename(temporary, target)  # refuses to replace there
            return
        os.link(temporary, target)
    except FileExistsError:
        raise _exists(name) from None
    except (OSError, AttributeError):
        # The file system has no hard links (FAT, some network shares), or Python has none here.
        if os.path.exists(target):
            raise _exists(name) from None
        os.replace(temporary, target)
    else:
        os.unlink(temporary)


def sync_folder(folder: str | os.PathLike[str]) -> None:
    """Flush a folder's entry of a rename; systems that cannot flush folders need not.

    Raises:
        OSError: the disk refuses.
    """
    flags = getattr(os, "O_DIRECTORY", None)
    if flags is None:
        return
    descriptor = os.open(folder, os.O_RDONLY | flags)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in _CANNOT:
            raise
    finally:
        os.close(descriptor)


def remove_temporaries() -> None:
    """Remove the temporary files of this process just before it exits at once."""
    for path, process in list(_temporaries.items()):
        if process == os.getpid():
            with contextlib.suppress(OSError):
                os.unlink(path)


def replace_file(
    path: str | os.PathLike[str], data: bytes, *, since: FileState = ANY_STATE
) -> None:
    """Replace a file's content atomically (see `atomic_output`).

    Args:
        path: the file.
        data: its new content.
        since: the state of the file that the content was made from, where it was made from it.

    Raises:
        The errors of `atomic_output`.
    """
    with atomic_output(path, overwrite=True, since=since) as file:
        file.write(data)
