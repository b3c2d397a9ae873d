"""What a name leads to: a file, a device, a descriptor of this process; and which names are one."""

from __future__ import annotations

import errno
import itertools
import os
import unicodedata
from typing import Final, NamedTuple

_MOST_LINKS: Final = 40  # as Linux has it
_MOST_ENTRIES: Final = 100  # of a folder, looked at for a name with a letter in it


class Place(NamedTuple):
    """What a name leads to.

    Attributes:
        path: the path with its symbolic links followed; of a descriptor the path of its entry.
        descriptor: which descriptor of this process it is, as `/dev/stdout` or `/dev/fd/3` are.
        is_entry: whether it is an entry of a table of descriptors, of this process or another's.
            What stands behind one is written to, and never replaced.
    """

    path: str
    descriptor: int | None = None
    is_entry: bool = False


def place_of(path: str | os.PathLike[str]) -> Place:
    """Return what a name leads to, whether or not a file is there.

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
    for _ in range(_MOST_LINKS):
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


def is_same_place(one: str | os.PathLike[str], other: str | os.PathLike[str]) -> bool:
    """Return whether two names lead to one file, or would if it existed.

    They are where both lead to one file, be it by a symbolic or a hard link; and where neither is
    there yet, if both are one name in one folder. In a folder that does not tell `A` from `a`, they
    are one name too.

    Args:
        one: a name.
        other: another.
    """
    if os.path.exists(one) and os.path.exists(other):
        return os.path.samefile(one, other)
    if os.path.exists(one) or os.path.exists(other):
        return False
    places = [os.path.split(place_of(path).path) for path in (one, other)]
    (folder, name), (other_folder, other_name) = places
    if not _is_one_folder(folder, other_folder):
        return False
    if name == other_name:
        return True
    return _plain(name) == _plain(other_name) and ignores_case(folder)


def _is_one_folder(one: str, other: str) -> bool:
    return one == other or (
        os.path.isdir(one) and os.path.isdir(other) and os.path.samefile(one, other)
    )


def _plain(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()


def ignores_case(folder: str) -> bool:
    """Return whether a folder takes `A` and `a` for one name, as far as its files show.

    Args:
        folder: a path; one that is not there yet is taken for what its parent is.
    """
    while not os.path.isdir(folder):
        parent = os.path.dirname(os.path.abspath(folder))
        if parent == folder:
            return False
        folder = parent
    try:
        with os.scandir(folder) as entries:
            names = [entry.name for entry in itertools.islice(entries, _MOST_ENTRIES)]
    except OSError:
        return False
    head, tail = os.path.split(os.path.abspath(folder))
    for parent, name in (*((folder, name) for name in names), (head, tail)):
        other = name.swapcase()
        if other.casefold() == name.casefold() and other != name:
            path, swapped = os.path.join(parent, name), os.path.join(parent, other)
            return os.path.exists(swapped) and os.path.samefile(path, swapped)
    return False
