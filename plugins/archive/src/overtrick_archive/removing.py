"""Remove files from an archive: selected ones, or those missing from the disk."""

from __future__ import annotations

import fnmatch
import os
import re
import stat
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

import attrs

from overtrick.plugin import keeping_archives, list_archive
from overtrick_archive.addresses import disk_path, is_address, name_of, named, stored_name
from overtrick_archive.errors import ArchiveError
from overtrick_archive.store import Manifest, Store, without
from overtrick_archive.tables import BOARDS, FILE, FILES, FINDINGS, RESULTS, SOLVED


@attrs.frozen(kw_only=True)
class Removed:
    """The result of removing files.

    Attributes:
        files: the names of the files that were removed, in their order in the archive.
        gone: those of them that cannot be added again: they are not on the disk any more, and no
            file that stays has the same bytes.
        boards: how many boards went with them; none of bytes that another file holds as well.
        unknown: files whose existence is unknown. Where missing ones are
            meant they stay; otherwise they are among those that were removed. Of addresses it is
            not looked whether they are there.
    """

    files: tuple[str, ...]
    gone: tuple[str, ...]
    boards: int
    unknown: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, object]:
        """Return the result as an object for `json.dumps`."""
        return attrs.asdict(self)


def remove(
    path: str | os.PathLike[str],
    names: Iterable[str | os.PathLike[str]] = (),
    *,
    missing: bool = False,
    dry_run: bool = False,
) -> Removed:
    """Remove files from an archive, with their boards, results and findings.

    The files themselves are not touched. The boards of content that another file has, too,
    stay. A killed process leaves the archive as it was, or without all of them.

    Args:
        path: the archive's folder.
        names: files, folders, zip and tar files, addresses, and patterns (`2019/**/*.pbn`): all in
            the archive that these name, whether they are on the disk or not.
        missing: only those that are no longer on the disk; without names, of all the archive. Of
            addresses that is not looked at.
        dry_run: whether to report only, without removing.

    Raises:
        ArchiveError: a name matches no file in the archive, and nothing is removed; the folder
            is no archive; a part is damaged.
        FileNotFoundError: there is no such archive.
        LockedError: another program changes it.
        OSError: the folder or the disk refuses.
        TypeError: the names are one name, not a list of names.
        ValueError: there are no names, and missing files are not meant.
        OptionError: a name is empty.

    Example:
        >>> import tempfile
        >>> from overtrick_archive import add
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     added = add(Path(folder, "club"), [])
        ...     remove(Path(folder, "club"), missing=True).files
        ()
    """
    wanted = named(names)
    if not wanted and not missing:
        msg = "say which files are to be removed, or that missing ones are"
        raise ValueError(msg)
    store = Store(Path(path))
    manifest = store.manifest()  # one that is not there is not made
    if dry_run:
        return _meant(_rows(store, manifest), wanted, missing=missing)[0]
    with store.held() as manifest:
        removed, left = _meant(_rows(store, manifest), wanted, missing=missing)
        if removed.files:
            gone = {name: (FILE, left) for name in (BOARDS, RESULTS, FINDINGS, SOLVED) if left}
            after = without(store, manifest, {**gone, FILES: ("path", removed.files)})
            store.replace_manifest(after)
            store.remove(manifest, after)
    return removed


_Row = tuple[str, str | None, int]
"""A file's name, the hash of its bytes, and their number of boards."""


def _rows(store: Store, manifest: Manifest) -> list[_Row]:
    columns = ["path", "sha256", "boards"]
    return [
        row
        for part in manifest.tables[FILES]
        for row in zip(*store.read(part, columns).to_pydict().values(), strict=True)
    ]


def _meant(rows: list[_Row], names: list[str], *, missing: bool) -> tuple[Removed, list[str]]:
    """Return the files to remove, and the hashes of contents that no file has afterwards."""
    paths = [path for path, _, _ in rows]
    chosen = set(_named(paths, names)) if names else set(paths)
    with keeping_archives():
        disk = _Disk()
        found = {path: disk.has(path) for path in paths if path in chosen}
    files = tuple(path for path, is_there in found.items() if is_there is False or not missing)
    removed = set(files)
    kept = {sha256 for path, sha256, _ in rows if path not in removed}
    left = {
        sha256: boards
        for path, sha256, boards in rows
        if path in removed and sha256 is not None and sha256 not in kept
    }
    gone = tuple(
        path
        for path, sha256, _ in rows
        if path in removed and found[path] is False and sha256 in left
    )
    unknown = tuple(path for path, is_there in found.items() if is_there is None)
    what = Removed(files=files, gone=gone, boards=sum(left.values()), unknown=unknown)
    return what, list(left)


# --- names --------------------------------------------------------------------------------------

_MAGIC: Final = re.compile(r"[*?\[]")


def _named(paths: list[str], names: list[str]) -> Iterator[str]:
    """Yield the files in an archive that match some names.

    Raises:
        ArchiveError: one matches none.
    """
    known = set(paths)
    for given in names:
        if given in known:  # as a query returns it
            yield given
            continue
        name = name_of(given)
        inside = name.rstrip("/\\")
        found = [path for path in paths if path == name or _is_in(path, inside)]
        if not found and _MAGIC.search(given):
            pattern = _parts(name)
            found = [path for path in paths if _fits(_parts(path), pattern)]
        if not found:
            msg = f"nothing is removed: no file of the archive is called {name}"
            raise ArchiveError(msg + _near(inside, paths))
        yield from found


_LOOKED_AT: Final = 10_000  # names searched for a similar one


def _near(name: str, paths: list[str]) -> str:
    """Return a suggestion for a file, by the last part of its name."""
    import difflib  # most names are typed right

    known = {_parts(path)[-1].lower(): path for path in paths[:_LOOKED_AT]}
    close = difflib.get_close_matches(_parts(name)[-1].lower(), known, n=1)
    return f"; did you mean {known[close[0]]}?" if close else ""


def _parts(path: str) -> list[str]:
    return path.replace(os.sep, "/").split("/")


def _is_in(path: str, folder: str) -> bool:
    return path.startswith(folder) and path[len(folder) : len(folder) + 1] in {"/", os.sep}


def _fits(parts: Sequence[str], pattern: Sequence[str]) -> bool:
    """Return whether the parts of a path, or the first of them, match a pattern.

    So a folder or an archive of files that matches includes all in it; `**` is any parts, or none.
    """
    if not pattern:
        return True
    if pattern[0] == "**":
        return any(_fits(parts[at:], pattern[1:]) for at in range(len(parts) + 1))
    return (
        bool(parts) and fnmatch.fnmatchcase(parts[0], pattern[0]) and _fits(parts[1:], pattern[1:])
    )


# --- the disk -----------------------------------------------------------------------------------


class _Disk:
    """A test for files on disk; each archive file is opened once."""

    def __init__(self) -> None:
        self._members: dict[str, frozenset[str] | None] = {}

    def has(self, name: str) -> bool | None:
        """Return whether a file exists, or `None` if that is unknown.

        Args:
            name: the file as the archive knows it.
        """
        if is_address(name):
            return None
        path = disk_path(name)
        try:
            os.stat(path)  # noqa: PTH116  # a text, as others here; of a link its target is wanted
        except (FileNotFoundError, NotADirectoryError):
            return self._is_member(name, path)
        except (OSError, ValueError):
            return None
        return True

    def _is_member(self, name: str, path: str) -> bool | None:
        """Return whether a path into an archive file names one of its members."""
        for parent in Path(path).parents:
            try:
                mode = parent.stat().st_mode
            except (FileNotFoundError, NotADirectoryError):
                continue
            except OSError:
                return None
            if stat.S_ISDIR(mode):
                return False
            members = self._of(str(parent))
            return None if members is None else name in members
        return False

    def _of(self, archive: str) -> frozenset[str] | None:
        """Return the names of all files in an archive file, or `None` if not all are known."""
        if archive not in self._members:
            listed = list_archive(archive)
            names = None
            if listed is None and os.access(archive, os.R_OK):
                names = frozenset[str]()  # it is no archive any more
            elif listed is not None and not listed.is_damaged:
                names = frozenset(stored_name(f"{archive}/{one.name}") for one in listed.files)
            self._members[archive] = names
        return self._members[archive]
