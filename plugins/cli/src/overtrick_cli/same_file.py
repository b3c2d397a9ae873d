"""Find names that lead to the same file on this system."""

from __future__ import annotations

import itertools
import os
import unicodedata
from typing import Final

from overtrick.plugin import place_of

_MAX_ENTRIES: Final = 100  # of a folder, looked at for a name with a letter in it


def is_same_place(one: str | os.PathLike[str], other: str | os.PathLike[str]) -> bool:
    """Return whether two names lead to one file, or would if it existed.

    Two existing names do if symbolic or hard links lead to one file. Two missing names do if they
    are the same name in the same folder; case is ignored where the file system ignores it.

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
    """Return whether a folder ignores case, as far as its files show.

    Args:
        folder: a path; one that does not exist counts as its parent.
    """
    while not os.path.isdir(folder):
        parent = os.path.dirname(os.path.abspath(folder))
        if parent == folder:
            return False
        folder = parent
    try:
        with os.scandir(folder) as entries:
            names = [entry.name for entry in itertools.islice(entries, _MAX_ENTRIES)]
    except OSError:
        return False
    head, tail = os.path.split(os.path.abspath(folder))
    for parent, name in (*((folder, name) for name in names), (head, tail)):
        other = name.swapcase()
        if other.casefold() == name.casefold() and other != name:
            path, swapped = os.path.join(parent, name), os.path.join(parent, other)
            return os.path.exists(swapped) and os.path.samefile(path, swapped)
    return False
