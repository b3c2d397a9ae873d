"""The folder of an archive: parts named by content hash, and the manifest that lists them.

A part is a Parquet file that never changes; its name is the SHA-256 of its bytes. What the archive
holds is what its manifest lists, and that is replaced atomically: a killed program leaves the
archive as it was, and unlisted parts, which the next program that adds removes.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Self

import attrs
import pyarrow as pa
import pyarrow.parquet as pq

from overtrick.plugin import FileLock, LockedError, advice, atomic_output, replace_file
from overtrick_archive.errors import ArchiveError
from overtrick_archive.tables import BOARDS, ROW_GROUP, SOLVED, TABLES, YEAR

_VERIFY: Final = advice("archive.verify", "archive", "verify")
MANIFEST: Final = "manifest.json"
_FORMAT: Final = "overtrick-archive"
_VERSION: Final = 1
_LOCK: Final = ".archive.lock"

PART_ROWS: Final = 32_768
"""The maximum number of rows in a part."""

_PART: Final = re.compile(r"[0-9a-f]{64}\.parquet")
_OURS: Final = re.compile(r"[0-9a-f]{64}\.parquet|\..*\.tmp")


@attrs.frozen(kw_only=True)
class StoredPart:
    """A part in the manifest.

    Attributes:
        path: in the archive's folder, with `/`.
        rows: how many rows it has.
        bytes: how long it is.
    """

    path: str
    rows: int
    bytes: int

    @property
    def sha256(self) -> str:
        """The SHA-256 of the part's bytes."""
        return self.path.rpartition("/")[2].removesuffix(".parquet")


@attrs.frozen
class Manifest:
    """The content of an archive.

    Attributes:
        tables: the parts of each table, in the order in which they were added.
    """

    tables: Mapping[str, tuple[StoredPart, ...]] = attrs.field(
        factory=lambda: dict.fromkeys(TABLES, ())
    )

    def parts(self) -> Iterator[StoredPart]:
        """Yield the parts of all tables."""
        for parts in self.tables.values():
            yield from parts

    def rows(self, table: str) -> int:
        """Return the number of rows of a table."""
        return sum(part.rows for part in self.tables[table])

    def with_parts(self, more: Mapping[str, Sequence[StoredPart]]) -> Manifest:
        """Return the manifest with more parts at the end; none is listed twice."""
        tables = {}
        for name, parts in self.tables.items():
            known = {part.path for part in parts}
            tables[name] = (*parts, *(one for one in more.get(name, ()) if one.path not in known))
        return Manifest(tables)

    def to_bytes(self) -> bytes:
        """Return the manifest as bytes."""
        tables = {
            name: [attrs.asdict(part) for part in parts] for name, parts in self.tables.items()
        }
        content = {"format": _FORMAT, "version": _VERSION, "tables": tables}
        return json.dumps(content, indent=1).encode() + b"\n"

    @classmethod
    def of_bytes(cls, data: bytes) -> Self:
        """Parse a manifest.

        Raises:
            ArchiveError: it is none, or one of a later version.
        """
        try:
            content = json.loads(data)
            if content["format"] != _FORMAT:
                msg = f"it is the manifest of {content['format']!r}"
                raise ArchiveError(msg)
            if content["version"] != _VERSION:
                msg = f"it was made by a later overtrick-archive: version {content['version']!r}"
                raise ArchiveError(msg)
            listed = {SOLVED: [], **content["tables"]}  # where nothing was solved it may be missing
            tables = {name: tuple(_part(**part) for part in listed[name]) for name in TABLES}
        except (ValueError, TypeError, LookupError) as error:
            if isinstance(error, ArchiveError):
                raise
            msg = (
                "it is no manifest of an archive: put back a copy of it, or add the files to a new "
                "archive; the parts are as they were"
            )
            raise ArchiveError(msg) from error
        return cls(tables)


_PATH: Final = re.compile(
    r"(results|files|findings|solved|boards/year=\w+)/[0-9a-f]{64}\.parquet", re.ASCII
)


def _part(path: str, rows: int, bytes: int) -> StoredPart:
    # A foreign path must not lead out of the folder.
    if not (_PATH.fullmatch(path) and rows >= 0 and bytes >= 0):
        raise ValueError(path)
    return StoredPart(path=path, rows=rows, bytes=bytes)


@attrs.frozen
class Store:
    """The folder of an archive.

    Attributes:
        folder: where it is.
    """

    folder: Path

    def manifest(self) -> Manifest:
        """Return the manifest.

        Raises:
            ArchiveError: the folder is no archive.
            OSError: it cannot be read.
        """
        try:
            data = (self.folder / MANIFEST).read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            if self.folder.is_file():
                msg = f"{self.folder} is a file: an archive is a folder"
                raise ArchiveError(msg) from None
            if not self.folder.exists():
                missing = os.strerror(errno.ENOENT)
                raise FileNotFoundError(errno.ENOENT, missing, str(self.folder)) from None
            msg = f"{self.folder} is no archive: there is no {MANIFEST} in it"
            raise ArchiveError(msg) from None
        try:
            return Manifest.of_bytes(data)
        except ArchiveError as error:
            msg = f"{self.folder / MANIFEST}: {error}"
            raise ArchiveError(msg) from error

    @contextlib.contextmanager
    def held(self) -> Iterator[Manifest]:
        """Lock the archive, created if it is missing; unlisted files are removed.

        Raises:
            ArchiveError: the folder holds something else.
            LockedError: another program adds to it.
            OSError: the folder or the disk refuses.
        """
        if not self.folder.exists():
            self.folder.mkdir(parents=True)
        elif not self.folder.is_dir():
            msg = f"{self.folder} is a file: an archive is a folder, and is named first"
            raise ArchiveError(msg)
        try:
            lock = FileLock.acquire(self.folder / _LOCK)
        except LockedError:
            msg = f"another program is changing {self.folder}: try again when it is done"
            raise LockedError(msg) from None
        with lock:
            path = self.folder / MANIFEST
            if not path.exists():
                others = [entry.name for entry in self.folder.iterdir()]
                if any(
                    name not in {_LOCK, *TABLES} and not _OURS.fullmatch(name) for name in others
                ):
                    lock.release()  # an open file cannot be removed on Windows
                    with contextlib.suppress(OSError):
                        (self.folder / _LOCK).unlink()
                    msg = f"{self.folder} is no archive, and there is something else in it"
                    raise ArchiveError(msg)
                # The manifest is written before the first part: parts without one have lost theirs.
                if any(_PART.fullmatch(found.name) for found in _files(self.folder)):
                    msg = (
                        f"{self.folder} has parts of an archive and no {MANIFEST}: put back a copy "
                        "of it, or add the files to a new archive; the parts are as they were"
                    )
                    raise ArchiveError(msg)
                self.replace_manifest(Manifest())
            manifest = self.manifest()
            if (damage := self.shortened(manifest.parts())) is not None:
                raise damage  # nothing is built on what is known to be broken
            self.sweep(manifest)
            yield manifest

    def sweep(self, manifest: Manifest) -> None:
        """Remove unlisted parts and temporary files."""
        listed = {part.path for part in manifest.parts()}
        for path in list(_files(self.folder)):
            name = path.relative_to(self.folder).as_posix()
            if _OURS.fullmatch(path.name) and name not in listed:
                _remove(path)

    def remove(self, before: Manifest, after: Manifest) -> None:
        """Remove the parts that were listed before and are not any more."""
        kept = {part.path for part in after.parts()}
        for part in before.parts():
            if part.path not in kept:
                _remove(self.folder / part.path)

    def replace_manifest(self, manifest: Manifest) -> None:
        """Replace the manifest."""
        replace_file(self.folder / MANIFEST, manifest.to_bytes())

    def put(self, table: str, content: pa.Table, year: str | None = None) -> StoredPart:
        """Write a part; it belongs to the archive once the manifest lists it.

        Args:
            table: the name of the table.
            content: its rows.
            year: the year in its folder's name, for `boards`.
        """
        sink = pa.BufferOutputStream()
        # Complete columns: the bytes must not depend on the batches of rows.
        pq.write_table(
            content.combine_chunks(),
            sink,
            compression="zstd",
            row_group_size=ROW_GROUP,
            write_page_checksum=True,
        )
        data = sink.getvalue().to_pybytes()
        folder = table if year is None else f"{table}/{YEAR}={year}"
        path = f"{folder}/{hashlib.sha256(data).hexdigest()}.parquet"
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        with atomic_output(target, overwrite=True) as file:
            file.write(data)
        return StoredPart(path=path, rows=content.num_rows, bytes=len(data))

    def read(self, part: StoredPart, columns: Sequence[str] | None = None) -> pa.Table:
        """Return the rows of a part.

        Args:
            part: which.
            columns: the columns that are wanted, `None` for all.

        Raises:
            ArchiveError: the part is damaged or gone.
        """
        with self.open(part) as file:
            rows = file.read(columns=columns)
        if columns is not None and not set(columns) <= set(rows.column_names):
            raise damaged(self.folder, part.path, "a column is not there")
        if rows.num_rows != part.rows:
            why = f"it has {rows.num_rows:,} rows, not {part.rows:,}"
            raise damaged(self.folder, part.path, why)
        return rows

    def read_sound(self, part: StoredPart) -> pa.Table:
        """Return all rows of a part, after a check of its bytes.

        What takes the place of a part is made of these: damage that no reader of Parquet sees would
        be passed on under the name of sound bytes, and nothing could find it any more.

        Raises:
            ArchiveError: the part is damaged or gone.
        """
        try:
            data = (self.folder / part.path).read_bytes()
            if hashlib.sha256(data).hexdigest() != part.sha256:
                raise damaged(self.folder, part.path, _OTHER_BYTES)
            return pq.read_table(pa.BufferReader(data), partitioning=None)
        except (pa.ArrowException, OSError) as error:
            raise damaged(self.folder, part.path, error) from error

    @contextlib.contextmanager
    def open(self, part: StoredPart) -> Iterator[pq.ParquetFile]:
        """Open a part.

        Raises:
            ArchiveError: the part is damaged or gone.
        """
        try:
            with pq.ParquetFile(self.folder / part.path, page_checksum_verification=True) as file:
                yield file
        except (pa.ArrowException, OSError) as error:
            raise damaged(self.folder, part.path, error) from error

    def wrong(self, part: StoredPart) -> str | None:
        """Return the fault of a part, or `None` if its bytes are unchanged."""
        digest = hashlib.sha256()
        try:
            with (self.folder / part.path).open("rb") as file:
                while data := file.read(1 << 20):
                    digest.update(data)
        except OSError as error:
            return error.strerror or str(error)
        return None if digest.hexdigest() == part.sha256 else _OTHER_BYTES

    def damage(self, parts: Sequence[StoredPart]) -> ArchiveError | None:
        """Return the error for the first damaged part, or `None` if all are intact.

        Their lengths are looked at first, as that takes no time, then all of their bytes.
        """
        if (damage := self.shortened(parts)) is not None:
            return damage
        for part in parts:
            wrong = self.wrong(part)
            if wrong is not None:
                return damaged(self.folder, part.path, wrong)
        return None

    def shortened(self, parts: Iterable[StoredPart]) -> ArchiveError | None:
        """Return the error for the first part that is missing or has the wrong length."""
        for part in parts:
            try:
                length = (self.folder / part.path).stat().st_size
            except OSError as error:
                return damaged(self.folder, part.path, error)
            if length != part.bytes:
                why = f"it has {length:,} bytes, not {part.bytes:,}"
                return damaged(self.folder, part.path, why)
        return None


_OTHER_BYTES: Final = "its bytes are not those written"


def damaged(folder: str | os.PathLike[str], part: str, error: Exception | str) -> ArchiveError:
    """Return the error for an unreadable part.

    Args:
        folder: the archive.
        part: the path of the part in it.
        error: what is wrong with it.
    """
    why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    if isinstance(error, PermissionError):
        return ArchiveError(f"{Path(folder, part)} cannot be read: {why}")
    return ArchiveError(
        f"{Path(folder, part)} is damaged or gone: {why}\n"
        f"`{_VERIFY(os.fspath(folder))}` lists every part that is"
    )


def is_archive(folder: str | os.PathLike[str]) -> bool:
    """Return whether a folder is an archive, intact or damaged."""
    try:
        head = Path(folder, MANIFEST).read_bytes()[:200]
    except OSError:
        return False
    return f'"{_FORMAT}"'.encode() in head


def _remove(path: Path) -> None:
    """Remove a file; one open in another program on Windows stays until the next change."""
    try:
        path.unlink(missing_ok=True)
    except PermissionError:
        if sys.platform != "win32":
            raise


def _files(folder: Path) -> Iterator[Path]:
    for table in (*TABLES, ""):
        for place, _, names in os.walk(folder / table):
            for name in names:
                yield Path(place, name)
            if not table:
                break


def without(
    store: Store, manifest: Manifest, gone: Mapping[str, tuple[str, Iterable[Any]]]
) -> Manifest:
    """Return the manifest without some rows; the affected parts are rewritten.

    Args:
        store: the folder.
        manifest: what it holds.
        gone: for tables the name of a column, and the values of it whose rows go.
    """
    import pyarrow.compute as pc

    tables = dict(manifest.tables)
    for name, (column, values) in gone.items():
        wanted = pa.array(list(values), pa.string())
        kept: list[StoredPart] = []
        for part in manifest.tables[name]:
            goes = pc.is_in(store.read(part, [column])[column], value_set=wanted)
            if not pc.any(goes).as_py():
                kept.append(part)
                continue
            rest = store.read_sound(part).filter(pc.invert(goes))
            if rest.num_rows:
                year = part.path.split("/")[1].removeprefix(f"{YEAR}=") if name == BOARDS else None
                kept.append(store.put(name, rest, year))
        tables[name] = tuple(kept)
    return Manifest(tables)
