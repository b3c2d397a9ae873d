"""Which files a list of paths stands for: folders are searched, archives opened."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from overtrick.files.compression import Compression, ContentError, compression_for, open_archive
from overtrick.files.detection import suffix_of
from overtrick.files.sources import files_in

if TYPE_CHECKING:
    from overtrick.framework.manager import PluginManager


class FoundFile(NamedTuple):
    """A file to look at.

    Attributes:
        path: its path; into the archive where it is in one.
        is_named: whether the caller named it, or the archive it is in; else a folder was searched.
        error: why a folder could not be searched; the path is then the folder's.
    """

    path: str
    is_named: bool = True
    error: OSError | None = None


def readable_suffixes(manager: PluginManager) -> frozenset[str]:
    """Return the suffixes of all formats that can be read, lower case with their dots."""
    return frozenset(
        suffix
        for spec in manager.formats().values()
        if spec.reader is not None
        for suffix in spec.suffixes
    )


def find_files(paths: Iterable[str], manager: PluginManager) -> Iterator[FoundFile]:
    """Yield the files that paths stand for, each once, folders in the order of their names.

    A path that is no folder is taken as it is, whether or not there is such a file. A folder is
    searched with all that is in it for files whose suffix some format has that can be read, with
    `.gz`, `.xz` or `.zip` behind it or not, and for such files in archives. What is hidden (its
    name begins with a dot) is passed over; links to folders are not followed.

    Args:
        paths: files and folders.
        manager: knows the suffixes.
    """
    suffixes = readable_suffixes(manager)
    seen: set[str] = set()
    for path in paths:
        is_folder = os.path.isdir(path)
        for found in _search(path, suffixes) if is_folder else _named(path):
            key = os.path.realpath(found.path)
            if key not in seen:
                seen.add(key)
                yield found


def _named(path: str) -> Iterator[FoundFile]:
    for part in files_in(path):
        yield FoundFile(part)


def _search(folder: str, suffixes: frozenset[str]) -> Iterator[FoundFile]:
    errors: list[OSError] = []
    for place, folders, names in os.walk(folder, onerror=errors.append):
        folders[:] = sorted(name for name in folders if not _is_hidden(name))
        for name in sorted(names):
            path = os.path.join(place, name)
            if folder == os.curdir:
                path = path[len(os.curdir + os.sep) :]
            if not _is_hidden(name) and os.path.isfile(path):
                for part in _wanted(path, suffixes):
                    yield FoundFile(part, is_named=False)
        yield from _unsearched(errors)
    yield from _unsearched(errors)


def _unsearched(errors: list[OSError]) -> Iterator[FoundFile]:
    for error in errors:
        yield FoundFile(os.fsdecode(error.filename), is_named=False, error=error)
    errors.clear()


def _wanted(path: str, suffixes: frozenset[str]) -> Iterable[str]:
    """Return the path, or the paths of the files in an archive, that have one of the suffixes."""
    if compression_for(path) is not Compression.ZIP:
        return (path,) if suffix_of(path) in suffixes else ()
    try:
        with open(path, "rb") as file, open_archive(file) as archive:
            names = [info.filename for info in archive.files]
    except (ContentError, OSError):
        # What is wrong with it is said by whoever reads it; one that is meant for deals says so.
        return (path,) if suffix_of(path) in suffixes else ()
    wanted = [
        name
        for name in names
        if suffix_of(name) in suffixes and not any(map(_is_hidden, re.split(r"[/\\]", name)))
    ]
    # The only file of an archive goes by the archive's own name.
    return (path,) if len(names) == 1 and wanted else [f"{path}/{name}" for name in wanted]


def _is_hidden(name: str) -> bool:
    # `__MACOSX` is what the archives of one system hide from its users.
    return (name.startswith(".") and name != ".") or name == "__MACOSX"
