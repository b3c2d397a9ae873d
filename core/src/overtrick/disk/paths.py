"""The target of a path: a file, a device, or a descriptor of this process."""

from __future__ import annotations

import errno
import os
from typing import Final, NamedTuple

_MAX_LINKS: Final = 40  # as Linux has it


class Place(NamedTuple):
    """The target of a path.

    Attributes:
        path: the path with its symbolic links followed; of a descriptor the path of its entry.
        descriptor: which descriptor of this process it is, as `/dev/stdout` or `/dev/fd/3` are.
        is_entry: whether it is an entry of a table of descriptors, of this process or another's.
            The file behind one is written to, and never replaced.
    """

    path: str
    descriptor: int | None = None
    is_entry: bool = False


def place_of(path: str | os.PathLike[str]) -> Place:
    """Return the target of a path, whether or not the file exists.

    Symbolic links are followed, but not those of a table of descriptors: the file behind
    `/dev/stdout` is not what the name means, which is the open file, at its place in it.

    Args:
        path: the name.

    Raises:
        OSError: its links lead in a circle.
    """
    given = os.fspath(path)
    if os.name == "nt":
        return Place(os.path.realpath(given))
    here = os.path.join(os.getcwd(), given)
    for _ in range(_MAX_LINKS):
        head, tail = os.path.split(here)
        if tail in {"", os.curdir, os.pardir}:
            return Place(os.path.realpath(here))
        folder = os.path.realpath(head)
        here = os.path.join(folder, tail)
        owner = _owner_of_descriptors(folder)
        if owner is not None and tail.isdecimal():
            return Place(here, int(tail) if owner == os.getpid() else None, is_entry=True)
        if not os.path.islink(here):
            return Place(here)
        here = os.path.join(folder, os.readlink(here))
    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), given)


def _owner_of_descriptors(folder: str) -> int | None:
    """Return whose table of descriptors a folder is, `None` where it is no such table."""
    if folder == "/dev/fd":
        return os.getpid()  # where it is no link into /proc
    match folder.split(os.sep):
        case ["", "proc", pid, "fd"] | ["", "proc", pid, "task", _, "fd"] if pid.isdecimal():
            return int(pid)
    return None
