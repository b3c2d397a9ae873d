"""Documents: the uploaded files, and their versions.

Each document is a folder of its own:

    documents/3f09c1a2b4d5/
        document.json     name, times and the list of versions
        1/evening.pbn     what was dropped
        2/evening.pbn     after the first change

A version's file is written completely, and `document.json` names it only then; it is never changed
again. So whatever stops the program, a document has the versions that it lists.
"""

from __future__ import annotations

import datetime
import hashlib
import json
import secrets
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import attrs

from overtrick.plugin import atomic_output
from overtrick_web.errors import ConflictError, NotFoundError, WebError
from overtrick_web.work.names import safe_name
from overtrick_web.work.room import Room

LAYOUT: Final = 1
_RECORD: Final = "document.json"
_KEPT_DAYS: Final = 30


@attrs.frozen(kw_only=True)
class Version:
    """A version of a document.

    Attributes:
        number: 1 for what was dropped, then ascending.
        name: its file name.
        what: what made it: a short English text, such as `dropped` or `fixed`.
        made: when, in UTC.
        size: bytes.
        digest: the SHA-256 of its bytes, in hexadecimal.
        path: the path of the file.
    """

    number: int
    name: str
    what: str
    made: datetime.datetime
    size: int
    digest: str
    path: Path

    def read(self) -> bytes:
        """Return the file's bytes.

        Raises:
            NotFoundError: it was taken away from outside.
        """
        try:
            return self.path.read_bytes()
        except FileNotFoundError:
            msg = f"{self.name} is no longer in the data folder"
            raise NotFoundError(msg) from None


@attrs.frozen(kw_only=True)
class Document:
    """An uploaded file with its versions, the oldest first.

    Attributes:
        id: 12 hexadecimal digits.
        added: when it was dropped, in UTC.
        removed: when it was put into the bin, or `None`.
        versions: at least one.
    """

    id: str
    added: datetime.datetime
    removed: datetime.datetime | None = None
    versions: tuple[Version, ...]

    @property
    def current(self) -> Version:
        """The newest version."""
        return self.versions[-1]

    @property
    def name(self) -> str:
        """The newest version's file name."""
        return self.current.name

    def version(self, number: int) -> Version:
        """Return a version by its number.

        Raises:
            NotFoundError: there is none of that number.
        """
        for version in self.versions:
            if version.number == number:
                return version
        msg = f"{self.name} has no version {number}"
        raise NotFoundError(msg)


class Documents:
    """The documents of a data folder; thread-safe, for one process at a time.

    Args:
        folder: the folder; made where it is not there.

    Attributes:
        damaged: a sentence about each document that cannot be read; the others are there.
        room: the room for what is kept; unbounded where there is none.

    Raises:
        OSError: the folder cannot be made or read.

    Example:
        >>> import tempfile
        >>> documents = Documents(Path(tempfile.mkdtemp()))
        >>> document = documents.add("evening.pbn", b"[Board ...")
        >>> document = documents.save(document.id, b"[Board ...]", based_on=1, what="fixed")
        >>> [(version.number, version.what) for version in document.versions]
        [(1, 'dropped'), (2, 'fixed')]
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.RLock()
        self._documents: dict[str, Document] = {}
        self.room: Room | None = None
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        damaged = []
        for record in sorted(folder.glob(f"*/{_RECORD}")):
            try:
                document = _read(record)
            except WebError as error:
                damaged.append(str(error))
            else:
                self._documents[document.id] = document
        self.damaged: tuple[str, ...] = tuple(damaged)
        self._tidy()

    def all(self) -> tuple[Document, ...]:
        """Return the documents that are not in the bin, the newest first."""
        with self._lock:
            there = [one for one in self._documents.values() if one.removed is None]
        return tuple(sorted(there, key=lambda one: (one.added, one.id), reverse=True))

    def binned(self) -> tuple[Document, ...]:
        """Return the documents in the bin, the newest first."""
        with self._lock:
            there = [one for one in self._documents.values() if one.removed is not None]
        return tuple(sorted(there, key=lambda one: (one.added, one.id), reverse=True))

    def get(self, id: str) -> Document:
        """Return a document, also one in the bin.

        Raises:
            NotFoundError: there is none of that name.
        """
        with self._lock:
            document = self._documents.get(id)
        if document is None:
            msg = "this file is not in the data folder, or not any more"
            raise NotFoundError(msg)
        return document

    def add(self, name: str, data: bytes | Path, *, what: str = "dropped") -> Document:
        """Add a new file.

        Args:
            name: its name, as it was given; `safe_name` is what it is called.
            data: its bytes, or a file that has them, which is copied.
            what: what made it.

        Raises:
            NoRoomError: there is no room for it.
            OSError: a full disk, for example; nothing is kept then.
        """
        id = secrets.token_hex(6)
        (self._folder / id).mkdir(mode=0o700)
        try:
            version = self._write(id, 1, name, data, what)
            document = Document(id=id, added=version.made, versions=(version,))
            with self._lock:
                self._keep(document)
        except BaseException:
            shutil.rmtree(self._folder / id, ignore_errors=True)
            raise
        return document

    def save(
        self, id: str, data: bytes | Path, *, based_on: int, what: str, name: str | None = None
    ) -> Document:
        """Save a new version.

        Args:
            id: the document.
            data: the version's bytes, or a file that has them.
            based_on: the number of the version that was changed.
            what: what was done, a short English text.
            name: the file's new name; as before where not given.

        Raises:
            ConflictError: there is a newer version than the one that was changed.
            NotFoundError: there is no such document.
            NoRoomError: there is no room for it.
            OSError: a full disk, for example; nothing is changed then.
        """
        with self._lock:
            document = self.get(id)
            newest = document.current
            if newest.number != based_on:
                msg = f"{newest.name} was changed meanwhile: {newest.what}"
                raise ConflictError(msg, newest.number)
            number = newest.number + 1
            version = self._write(id, number, name or newest.name, data, what)
            changed = attrs.evolve(document, versions=(*document.versions, version))
            self._keep(changed)
        return changed

    def go_back(self, id: str, number: int, *, based_on: int) -> Document:
        """Make an older version the newest again; all versions are kept.

        Raises:
            ConflictError, NotFoundError, OSError: as `save`.
        """
        version = self.get(id).version(number)
        return self.save(
            id, version.path, based_on=based_on, what=f"back to {number}", name=version.name
        )

    def remove(self, id: str) -> Document:
        """Move a document to the bin, which keeps it for thirty days."""
        return self._mark(id, _now())

    def restore(self, id: str) -> Document:
        """Restore a document from the bin."""
        return self._mark(id, None)

    def folder(self, id: str, name: str) -> Path:
        """Return a document's subfolder for other data, created if it is missing.

        Args:
            id: the document.
            name: the folder's name; letters alone, so that it is no version's.

        Raises:
            NotFoundError: there is no such document.
        """
        if not name.isalpha():
            msg = f"a folder's name has letters alone, not {name!r}"
            raise ValueError(msg)
        folder = self._folder / self.get(id).id / name
        folder.mkdir(exist_ok=True, mode=0o700)
        return folder

    def size(self) -> int:
        """Return the total bytes of all versions, including those in the bin."""
        with self._lock:
            return sum(version.size for one in self._documents.values() for version in one.versions)

    def empty_bin(self) -> int:
        """Delete the content of the bin permanently; return the number of documents."""
        removed = self.binned()
        for document in removed:
            self._delete(document)
        return len(removed)

    def _mark(self, id: str, removed: datetime.datetime | None) -> Document:
        with self._lock:
            changed = attrs.evolve(self.get(id), removed=removed)
            self._keep(changed)
        return changed

    def _write(self, id: str, number: int, name: str, data: bytes | Path, what: str) -> Version:
        name = safe_name(name)
        if self.room is not None:
            size = len(data) if isinstance(data, bytes) else data.stat().st_size
            self.room.check(size)
            self.room.take(size)
        folder = self._folder / id / str(number)
        # A folder that no version is in is what a stopped program left.
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(mode=0o700)
        path = folder / name
        digest, size = hashlib.sha256(), 0
        try:
            with atomic_output(path, is_private=True) as file:
                for piece in _pieces(data):
                    digest.update(piece)
                    size += len(piece)
                    file.write(piece)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        return Version(
            number=number,
            name=name,
            what=what,
            made=_now(),
            size=size,
            digest=digest.hexdigest(),
            path=path,
        )

    def _keep(self, document: Document) -> None:
        path = self._folder / document.id / _RECORD
        text = json.dumps(_record(document), ensure_ascii=False, indent=1)
        with atomic_output(path, overwrite=True, is_private=True) as file:
            file.write(text.encode())
        self._documents[document.id] = document

    def _tidy(self) -> None:
        """Delete the leftovers of a stopped program, and expired documents in the bin."""
        limit = _now() - datetime.timedelta(days=_KEPT_DAYS)
        for document in self.binned():
            if document.removed is not None and document.removed < limit:
                self._delete(document)
        for folder in self._folder.iterdir():
            if folder.is_dir() and not (folder / _RECORD).exists():
                shutil.rmtree(folder, ignore_errors=True)

    def _delete(self, document: Document) -> None:
        with self._lock:
            # First the file that names the rest: a folder without it belongs to no document.
            (self._folder / document.id / _RECORD).unlink(missing_ok=True)
            self._documents.pop(document.id, None)
        shutil.rmtree(self._folder / document.id, ignore_errors=True)


def _now() -> datetime.datetime:
    return datetime.datetime.now(datetime.UTC)


def _pieces(data: bytes | Path) -> Iterator[bytes]:
    if isinstance(data, bytes):
        yield data
        return
    with data.open("rb") as file:
        while piece := file.read(1 << 20):
            yield piece


def _record(document: Document) -> dict[str, Any]:
    return {
        "layout": LAYOUT,
        "added": document.added.isoformat(),
        "removed": None if document.removed is None else document.removed.isoformat(),
        "versions": [
            {
                "number": version.number,
                "name": version.name,
                "what": version.what,
                "made": version.made.isoformat(),
                "size": version.size,
                "sha256": version.digest,
            }
            for version in document.versions
        ],
    }


def _read(path: Path) -> Document:
    try:
        record = json.loads(path.read_bytes())
        if record["layout"] != LAYOUT:
            msg = f"{path} was written by a later overtrick"
            raise WebError(msg)
        versions = tuple(
            Version(
                number=int(one["number"]),
                name=str(one["name"]),
                what=str(one["what"]),
                made=datetime.datetime.fromisoformat(one["made"]),
                size=int(one["size"]),
                digest=str(one["sha256"]),
                path=path.parent / str(int(one["number"])) / safe_name(str(one["name"])),
            )
            for one in record["versions"]
        )
        removed = record["removed"]
        document = Document(
            id=path.parent.name,
            added=datetime.datetime.fromisoformat(record["added"]),
            removed=None if removed is None else datetime.datetime.fromisoformat(removed),
            versions=versions,
        )
    except (ValueError, KeyError, TypeError) as error:
        msg = f"{path} is damaged ({error}); its folder is left alone"
        raise WebError(msg) from error
    if not versions:
        msg = f"{path} is damaged (it has no version); its folder is left alone"
        raise WebError(msg)
    return document
