"""Find the files of a list of paths: search folders, open archives."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from overtrick.disk.compression import archive_for, suffix_of
from overtrick.disk.sources import list_archive

if TYPE_CHECKING:
    from overtrick.disk.archives import Member
    from overtrick.framework.manager import PluginManager


class FoundFile(NamedTuple):
    """A file found in a list of paths.

    Attributes:
        path: its path; into the archive where it is in one.
        is_named: whether the caller named it, or the archive it is in; else a folder was searched.
        error: why a folder could not be searched; the path is then the folder's.
        archive: the archive it is in, `None` where it is in none, or goes by the archive's name.
        size: how many bytes it has there, unpacked.
    """

    path: str
    is_named: bool = True
    error: OSError | None = None
    archive: str | None = None
    size: int | None = None


def readable_suffixes(manager: PluginManager) -> frozenset[str]:
    """Return the suffixes of all formats that can be read, lower case with their dots."""
    return frozenset(
        suffix
        for spec in manager.formats().values()
        if spec.reader is not None
        for suffix in spec.suffixes
    )


def find_files(paths: Iterable[str], manager: PluginManager) -> Iterator[FoundFile]:
    """Yield the files of paths, each once; folders in the order of their names.

    A path that is no folder is taken as it is, whether or not there is such a file. A folder is
    searched with all that is in it for files whose suffix some format has that can be read, with
    `.gz`, `.bz2`, `.xz` or `.zip` behind it or not, and for such files in archives (`.zip`, `.tar`,
    `.tgz`, `.tar.gz`, ...). What is hidden (its name begins with a dot) is passed over; links to
    folders are not followed. A damaged archive yields its sound files and then itself, so that
    reading it reports the damage.

    Args:
        paths: files and folders.
        manager: knows the suffixes.
    """
    suffixes = readable_suffixes(manager)
    seen: set[tuple[str, str]] = set()
    for path in paths:
        is_folder = os.path.isdir(path)
        for found in _search(path, suffixes) if is_folder else files_in(path):
            # A name in an archive leads nowhere, whatever dots are in it.
            file = found.archive or found.path
            key = os.path.realpath(file), found.path[len(file) :]
            if key not in seen:
                seen.add(key)
                yield found


def files_in(path: str) -> Iterator[FoundFile]:
    """Return the files of a path: the path itself, or all members of an archive.

    An archive of several files yields each of them (`evening.zip/tuesday.pbn`), in its order; any
    other path yields itself. Opening a path reports what is wrong with it; the path of an archive
    whose list may be incomplete comes last.
    """
    listed = list_archive(path)
    if listed is None or (len(listed.files) < 2 and not listed.is_damaged):
        yield FoundFile(path)
        return
    yield from _members(path, listed.files, is_named=True)
    if listed.is_damaged:
        yield FoundFile(path)


def _members(archive: str, files: Iterable[Member], *, is_named: bool) -> Iterator[FoundFile]:
    for member in files:
        path = f"{archive}/{member.name}"
        yield FoundFile(path, is_named, archive=archive, size=member.size)


def _search(folder: str, suffixes: frozenset[str]) -> Iterator[FoundFile]:
    errors: list[OSError] = []
    for place, folders, names in os.walk(folder, onerror=errors.append):
        folders[:] = sorted(name for name in folders if not _is_hidden(name))
        for name in sorted(names):
            path = os.path.join(place, name)
            if folder == os.curdir:
                path = path[len(os.curdir + os.sep) :]
            if not _is_hidden(name) and os.path.isfile(path):
                yield from _wanted(path, suffixes)
        yield from _unsearched(errors)
    yield from _unsearched(errors)


def _unsearched(errors: list[OSError]) -> Iterator[FoundFile]:
    for error in errors:
        yield FoundFile(os.fsdecode(error.filename), is_named=False, error=error)
    errors.clear()


def _wanted(path: str, suffixes: frozenset[str]) -> Iterator[FoundFile]:
    """Yield the file, or the files in an archive, that have one of the suffixes."""
    listed = list_archive(path) if archive_for(path) is not None else None
    if listed is None:
        # Reading an unusable archive reports the fault; only one with a suffix of a format counts
        # as a file of deals.
        if suffix_of(path) in suffixes:
            yield FoundFile(path, is_named=False)
        return
    wanted = [
        member
        for member in listed.files
        if suffix_of(member.name) in suffixes
        and not any(map(_is_hidden, re.split(r"[/\\]", member.name)))
    ]
    if len(listed.files) == 1 and wanted and not listed.is_damaged:
        # The only file of an archive goes by the archive's own name.
        yield FoundFile(path, is_named=False)
        return
    yield from _members(path, wanted, is_named=False)
    if listed.is_damaged:
        yield FoundFile(path, is_named=False)


def _is_hidden(name: str) -> bool:
    # `__MACOSX` is what the archives of one system hide from its users.
    return (name.startswith(".") and name != ".") or name == "__MACOSX"
