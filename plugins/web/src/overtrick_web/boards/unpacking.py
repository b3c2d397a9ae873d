"""Unpack an upload: single files, compressed files, archives, and folders.

Each rejected file gets a line with the reason; the others are accepted. Nothing is
written here, and no name leads anywhere: a file is its bytes and a harmless name.
"""

from __future__ import annotations

import contextlib
import enum
import io
import os
import re
import time
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, BinaryIO, Final

import attrs

from overtrick import Limits
from overtrick.plugin import (
    HEAD_LENGTH,
    Compression,
    ContentError,
    compression_of,
    members_of,
    open_zip,
    printable,
    unpacked_name,
)
from overtrick_web.boards.reading import MOST_KEPT, Reading, detected, read
from overtrick_web.work.names import safe_name

if TYPE_CHECKING:
    from overtrick import PluginManager
    from overtrick.plugin import Member

_PIECE: Final = 64 << 10
_HARMLESS: Final = 4 << 20  # what comes out may be this large, however well it was packed
_EACH: Final = Limits(max_bytes=64 << 20)
_TOTAL: Final = Limits(max_bytes=256 << 20, max_seconds=60)
_LONGEST_SHOWN: Final = 120
_HIDDEN: Final = re.compile(r"\..*|__macosx|thumbs\.db|desktop\.ini|~\$.*", re.IGNORECASE)
_ARCHIVES: Final = (
    b"7z\xbc\xaf\x27\x1c", b"Rar!\x1a\x07", b"\x28\xb5\x2f\xfd", b"MSCF",
)  # fmt: skip
_TABLE_ENTRY: Final = 1024  # more than an entry of a table of contents has by far


class Reason(enum.StrEnum):
    """The reason a file is rejected."""

    EMPTY = "empty"
    HIDDEN = "hidden"
    """A file of the system, uploaded by accident."""
    ARCHIVE = "archive"
    """An archive of a kind that is not taken apart."""
    NESTED = "nested"
    """Packed twice, or an archive within an archive."""
    DAMAGED = "damaged"
    """The archive is damaged, truncated or encrypted; the detail has the message."""
    SWELLING = "swelling"
    """It unpacks to far more than any boards do."""
    LARGE = "large"
    MANY = "many"
    LATE = "late"
    """It took too long to unpack."""
    UNKNOWN = "unknown"
    """The file has no installed format; the detail has the message."""


@attrs.frozen
class Dropped:
    """An uploaded file.

    Attributes:
        name: the name that the browser gave it; of a folder's file with the folders before it.
        file: its bytes, from its position on; it can seek.
    """

    name: str
    file: BinaryIO


@attrs.frozen
class AcceptedFile:
    """An accepted file.

    Attributes:
        name: a harmless name, not that of another file of the same drop.
        data: its bytes, unpacked.
        reading: what was read of it; `None` where the drop has more boards than are kept, and the
            file is read when it is looked at.
    """

    name: str
    data: bytes = attrs.field(repr=False)
    reading: Reading | None = attrs.field(default=None, repr=False)


@attrs.frozen
class RejectedFile:
    """A rejected file.

    Attributes:
        name: its name, fit to be shown; of one in an archive with the archive's before it.
        reason: why.
        detail: the message of the core, in English; may be empty.
    """

    name: str
    reason: Reason
    detail: str = ""


@attrs.frozen(kw_only=True)
class DropBounds:
    """The limits of an upload.

    Attributes:
        each: what a file may cost: its bytes when unpacked.
        total: what all may cost together: their bytes, and the seconds.
        files: how many files there may be.
        ratio: how many times as large as it was a file may become when unpacked.
    """

    each: Limits = _EACH
    total: Limits = _TOTAL
    files: int = 1000
    ratio: int = 200


class _RefusedError(Exception):
    def __init__(self, reason: Reason, detail: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.detail = detail


def take_apart(
    dropped: Iterable[Dropped],
    manager: PluginManager,
    bounds: DropBounds | None = None,
    clock: Callable[[], float] = time.monotonic,
    *,
    most: int = MOST_KEPT,
) -> Iterator[AcceptedFile | RejectedFile]:
    r"""Yield the accepted files one after the other, and a reason for each rejected one.

    A file in `.gz`, `.bz2` or `.xz` and the files in a `.zip` are unpacked; what is packed once
    more in them is not. A file of unknown format is rejected.

    Args:
        dropped: what was dropped.
        manager: the plugins in use, which know formats.
        bounds: what it may come to.
        clock: the clock, in seconds.
        most: the maximum number of boards and findings to read, which are cached.

    Example:
        >>> from overtrick.plugin import default_manager
        >>> files = [Dropped("../club.pbn", io.BytesIO(b"% PBN 2.1\n[Board \"1\"]\n"))]
        >>> [one.name for one in take_apart(files, default_manager())]
        ['club.pbn']
        >>> list(take_apart([Dropped("club.pbn", io.BytesIO())], default_manager()))
        [RejectedFile(name='club.pbn', reason=<Reason.EMPTY: 'empty'>, detail='')]
    """
    yield from _Drop(manager, bounds or DropBounds(), clock, most).all(dropped)


class _Drop:
    """An upload, with its totals so far."""

    def __init__(
        self, manager: PluginManager, bounds: DropBounds, clock: Callable[[], float], most: int
    ) -> None:
        self._manager = manager
        self._bounds = bounds
        self._clock = clock
        self._begun = clock()
        self._room = most
        self._files = 0
        self._bytes = 0
        self._names: set[str] = set()

    def all(self, dropped: Iterable[Dropped]) -> Iterator[AcceptedFile | RejectedFile]:
        is_over = False
        for one in dropped:
            for found in self._one(one, is_over=is_over):
                is_over = is_over or (
                    isinstance(found, RejectedFile) and found.reason in {Reason.MANY, Reason.LATE}
                )
                yield found

    def _one(self, one: Dropped, *, is_over: bool) -> Iterator[AcceptedFile | RejectedFile]:
        shown = _shown(one.name)
        if is_over:
            yield RejectedFile(shown, Reason.MANY)
            return
        try:
            if any(map(_HIDDEN.fullmatch, _parts(one.name))):
                raise _RefusedError(Reason.HIDDEN)
            head = one.file.read(HEAD_LENGTH)
            one.file.seek(-len(head), os.SEEK_CUR)
            compression = compression_of(head, None)
            if head.startswith(_ARCHIVES) or compression is Compression.TAR:
                raise _RefusedError(Reason.ARCHIVE)
            if compression is Compression.ZIP:
                yield from self._archive(one, shown)
                return
            if compression is None:
                data, name = self._read(_pieces(one.file), None), one.name
            else:
                size = _size(one.file)
                with _rejecting_damage(shown):
                    unpacked = members_of(one.file, compression, self._check_time)
                    data, name = self._read(unpacked, size), unpacked_name(one.name)
                _check_single(data)
            yield self._keep(name, data)
        except _RefusedError as refused:
            yield RejectedFile(shown, refused.reason, refused.detail)

    def _archive(self, one: Dropped, shown: str) -> Iterator[AcceptedFile | RejectedFile]:
        """Take the files of a zip file."""
        data = io.BytesIO(self._read(_pieces(one.file), None, is_kept=False))
        _check_table(data, self._bounds.files)
        with _rejecting_damage(shown), open_zip(data) as archive:
            if not archive.files:
                raise _RefusedError(Reason.EMPTY)
            for member in archive.files:
                inner = f"{shown}/{_shown(member.name)}"
                try:
                    yield self._member(archive.content, member, inner)
                except _RefusedError as refused:
                    yield RejectedFile(inner, refused.reason, refused.detail)
                    if refused.reason in {Reason.MANY, Reason.LATE}:
                        return

    def _member(
        self, content: Callable[[Member], Iterator[bytes]], member: Member, shown: str
    ) -> AcceptedFile:
        if any(map(_HIDDEN.fullmatch, _parts(member.name))):
            raise _RefusedError(Reason.HIDDEN)
        if self._files >= self._bounds.files:
            raise _RefusedError(Reason.MANY)
        with _rejecting_damage(shown):
            data = self._read(content(member), member.packed)
        _check_single(data)
        return self._keep(member.name, data)

    def _read(self, content: Iterable[bytes], packed: int | None, *, is_kept: bool = True) -> bytes:
        """Return the complete content of a file.

        Args:
            content: its bytes, in pieces.
            packed: how many bytes it was packed in, `None` where it was not.
            is_kept: whether it counts among what the drop comes to.

        Raises:
            _RefusedError: it comes to more than it may.
        """
        pieces, size = [], 0
        most_each = self._bounds.each.max_bytes
        most_total = self._bounds.total.max_bytes
        for piece in content:
            size += len(piece)
            if most_each is not None and size > most_each:
                raise _RefusedError(Reason.LARGE)
            if packed is not None and size > max(_HARMLESS, packed * self._bounds.ratio):
                raise _RefusedError(Reason.SWELLING)
            if is_kept:
                self._bytes += len(piece)
                if most_total is not None and self._bytes > most_total:
                    raise _RefusedError(Reason.MANY)
            self._check_time()
            pieces.append(piece)
        return b"".join(pieces)

    def _check_time(self) -> None:
        most = self._bounds.total.max_seconds
        if most is not None and self._clock() - self._begun > most:
            raise _RefusedError(Reason.LATE)

    def _keep(self, name: str, data: bytes) -> AcceptedFile:
        if not data:
            raise _RefusedError(Reason.EMPTY)
        if self._files >= self._bounds.files:
            raise _RefusedError(Reason.MANY)
        chosen = self._name(name)
        is_worth_reading = self._room > 0
        reading = (self._read_boards if is_worth_reading else self._detect)(data, chosen)
        # The page of an ambiguous file lists the formats that claim it.
        if reading.spec is None and not reading.is_ambiguous:
            raise _RefusedError(Reason.UNKNOWN, reading.failure or "")
        self._files += 1
        self._names.add(chosen.casefold())
        return AcceptedFile(chosen, data, reading if is_worth_reading else None)

    def _read_boards(self, data: bytes, name: str) -> Reading:
        begun = self._clock()
        reading = read(data, name, self._manager)
        # What a drop may take is for unpacking; reading has limits of its own.
        self._begun += self._clock() - begun
        self._room -= reading.weight
        return reading

    def _detect(self, data: bytes, name: str) -> Reading:
        return detected(data, name, self._manager)

    def _name(self, name: str) -> str:
        """Return a safe name that no other file of the upload has."""
        parts = _parts(name)
        plain = safe_name(name)
        choices = [plain]
        if len(parts) > 1:
            choices.append(safe_name(f"{parts[-2]} {plain}"))
        stem, dot, suffix = plain.rpartition(".") if "." in plain else (plain, "", "")
        number = 2
        while (chosen := choices.pop(0)).casefold() in self._names:
            if not choices:
                choices.append(f"{stem} ({number}){dot}{suffix}")
                number += 1
        return chosen


@contextlib.contextmanager
def _rejecting_damage(shown: str) -> Iterator[None]:
    """Turn an error of compressed data into the rejection of a file."""
    try:
        yield
    except ContentError as error:
        raise _RefusedError(Reason.DAMAGED, error.diagnostic(shown).message) from error


def _check_single(data: bytes) -> None:
    """Raise if the data is compressed twice.

    Raises:
        _RefusedError: it is.
    """
    if compression_of(data[:HEAD_LENGTH], None) is not None:
        raise _RefusedError(Reason.NESTED)


def _parts(name: str) -> list[str]:
    """Return the folders of a name and its last part, for any path separator."""
    return [part for part in re.split(r"[/\\]", name) if part not in {"", ".", ".."}]


def _shown(name: str) -> str:
    """Return a name for display: the end of a long one."""
    text = printable(name)
    return text if len(text) <= _LONGEST_SHOWN else f"…{text[-_LONGEST_SHOWN:]}"


def _pieces(file: BinaryIO) -> Iterator[bytes]:
    while piece := file.read(_PIECE):
        yield piece


def _size(file: BinaryIO) -> int:
    here = file.tell()
    end = file.seek(0, os.SEEK_END)
    file.seek(here)
    return end - here


def _check_table(file: io.BytesIO, most: int) -> None:
    """Raise if a zip file's central directory is far over its limit.

    It would be read completely before anything could be counted.

    Raises:
        _RefusedError: it is.
    """
    data = file.getbuffer()
    end = bytes(data[-(22 + 0xFFFF) :])
    place = end.rfind(b"PK\x05\x06")
    if place < 0:
        return  # it is truncated, which is reported when it is opened
    sizes = [int.from_bytes(end[place + 12 : place + 16], "little")]
    wide = end.rfind(b"PK\x06\x06", 0, place)
    if wide >= 0:
        sizes.append(int.from_bytes(end[wide + 40 : wide + 48], "little"))
    if min(max(sizes), len(data)) > most * _TABLE_ENTRY:
        raise _RefusedError(Reason.MANY)
