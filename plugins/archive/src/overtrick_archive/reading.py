"""Read a file, or a part of one, into rows of the tables, in any process."""

from __future__ import annotations

import contextlib
import hashlib
import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import attrs
import pyarrow as pa

from overtrick import DetectionError, Diagnostic, OvertrickError, Scan, SealedError
from overtrick.plugin import (
    ReadSettings,
    ReadSource,
    Seals,
    default_manager,
    detect_source,
    extras_to_dict,
    open_source,
    parts_of,
)
from overtrick_archive.addresses import Address, FetchError, fetch
from overtrick_archive.rows import READ
from overtrick_archive.tables import FINDINGS, RESULTS, boards_of, empty, findings_of, results_of
from overtrick_cli.commands import failing

if TYPE_CHECKING:
    from overtrick.plugin import Part

BATCH: Final = 1024
"""The number of boards turned into rows at a time."""

LONG_FETCH: Final = 64 << 20
"""A file at an address that is longer is read by the process that adds, some rows at a time."""

_SMALL: Final = 1 << 20  # bytes of a file read by one process
PART_BYTES: Final = 1 << 20
"""The approximate bytes of a larger file that a process reads at a time."""

_SMALL_PACKED: Final = 1 << 16  # the same of one that is compressed


@attrs.frozen(kw_only=True)
class ReadUnit:
    """A file, or a part of one, to read.

    Attributes:
        path: the file.
        sha256: that of its bytes.
        size: the number of the file's bytes that it represents.
        file_size: the size of the complete file, in bytes.
        is_copy: whether the same bytes are read under another path, and there is nothing to do.
        format: the name of its format, `None` if it is detected during reading.
        fallback: the format to read it as if detection fails.
        part: the part, `None` for all of it.
        is_long: whether what comes of it may be too much to be held at once.
        is_checked: whether the rules of the linter are tried on it as well.
        sealed: what is done where its hands are not to be shown.
        content: the bytes of a member of a zip or tar file, passed along: finding the member again
            would mean going through the archive once more.
        place: the path to read a long file from, if it differs from `path`.
        address: the address from which the reading process fetches the file, `None` for a file on
            disk; its hash is not known before.
        failure: the reason that the file cannot be read, if known.
    """

    path: str
    sha256: str
    size: int
    file_size: int = attrs.field(default=attrs.Factory(lambda self: self.size, takes_self=True))
    is_copy: bool = False
    format: str | None = None
    fallback: str | None = None
    part: Part | None = None
    is_long: bool = False
    is_checked: bool = False
    sealed: Seals = "refuse"
    content: bytes | None = attrs.field(default=None, repr=False)
    place: str | None = None
    address: Address | None = None
    failure: Diagnostic | None = None

    @property
    def is_last(self) -> bool:
        """Whether the piece ends its file."""
        return self.part is None or self.part.end is None


@attrs.frozen(kw_only=True)
class RowBatch:
    """Some rows of a piece; the last portion has the result.

    Attributes:
        boards: rows of that table; `place` counts from the first of the piece.
        results: likewise.
        findings: rows of that table.
        format: the name of the format, if it was detected.
        header: the header of the file, as JSON; of the first part alone.
        encoding: the text encoding, if the format reports it.
        failure: why the rest of the file could not be read.
        is_sealed: whether that is because its hands are not to be shown.
        fetched: the hash and the length of a file that was fetched.
    """

    boards: pa.Table | None = None
    results: pa.Table
    findings: pa.Table
    format: str | None = None
    header: str | None = None
    encoding: str | None = None
    failure: Diagnostic | None = None
    is_sealed: bool = False
    fetched: tuple[str, int] | None = None


def hash_of(path: str) -> str:
    """Return the SHA-256 of a file on disk.

    Raises:
        OSError: it cannot be read.
    """
    digest = hashlib.sha256()
    with Path(path).open("rb") as file:
        while data := file.read(1 << 20):
            digest.update(data)
    return digest.hexdigest()


def piece_in_archive(path: str, place: str, size: int) -> ReadUnit:
    """Return a member of an archive file as a piece, identified by the hash of its content.

    Args:
        path: its path, into the archive.
        place: the path by which it is read.
        size: how many bytes it has.

    Raises:
        OSError: the archive cannot be read.
        OvertrickError: the file cannot be unpacked.
    """
    digest = hashlib.sha256()
    is_small = size <= _SMALL
    kept: list[bytes] = []
    with open_source(place, path=path) as opened:
        while data := opened.stream.read(1 << 20):
            digest.update(data)
            if is_small:
                kept.append(data)
        damage = opened.damage.found
    is_intact = damage is None
    if damage is not None:
        # It differs from an intact file of the bytes before the damage, and from another damaged
        # one.
        mark = f"\0{path}\0{damage.code} {damage.message}"
        digest.update(mark.encode("utf-8", "backslashreplace"))
    return ReadUnit(
        path=path,
        sha256=digest.hexdigest(),
        size=size,
        content=b"".join(kept) if is_small and is_intact else None,
        is_long=not is_small or not is_intact,
        place=place,
    )


def pieces_of(piece: ReadUnit) -> Iterator[ReadUnit]:
    """Yield the pieces of a file: one, if it is small or cannot be split.

    Args:
        piece: the complete file, on a disk. Where the rules of the linter are tried it is not cut:
            they need a complete file.
    """
    path, size = piece.path, piece.size
    if size <= _SMALL_PACKED:
        yield piece
        return
    try:
        with open_source(path) as opened:
            is_packed = opened.compression is not None
            if size <= _SMALL and not is_packed:
                yield piece
                return
            try:
                name = detect_source(opened, default_manager(), path).format
            except DetectionError:
                if piece.fallback is None:
                    raise
                name = piece.fallback
        if piece.is_checked or is_packed:
            yield attrs.evolve(piece, is_long=True)
            return
        spec = default_manager().format(name)
        parts = parts_of(path, spec, PART_BYTES)
        first = next(parts)
    except (OvertrickError, OSError):
        # Its reader reports the fault.
        yield attrs.evolve(piece, is_long=True)
        return
    if first.end is None:
        yield attrs.evolve(piece, is_long=True)
        return
    for part in itertools.chain((first,), parts):
        length = (size if part.end is None else part.end) - part.start
        yield attrs.evolve(piece, size=length, format=spec.name, part=part)


def read(piece: ReadUnit) -> list[RowBatch]:
    """Return the portions of a piece; none for a long one, which is read elsewhere."""
    if piece.is_long:
        return []
    try:
        return list(portions_of(piece, LONG_FETCH))
    except _LongError:
        return []


class _LongError(Exception):
    """A fetched file is longer than expected."""


def portions_of(piece: ReadUnit, most: int | None = None) -> Iterator[RowBatch]:
    """Yield the portions of a piece; the last one reports all faults.

    Args:
        piece: the piece.
        most: the maximum size of a fetched file, for callers that hold all its boards at once.

    Raises:
        ArchiveError: it is at an address, and what such addresses need is not installed.
    """
    if piece.is_copy:
        return
    if piece.failure is not None:
        yield _last(piece, None, piece.failure)
        return
    if piece.address is None:
        source = piece.place or piece.path
        yield from _portions(piece, source if piece.content is None else piece.content)
        return
    with contextlib.ExitStack() as stack:
        try:
            fetched = fetch(piece.address, stack)
        except (FetchError, OSError) as error:
            # OSError: the disk has no room for it.
            failure = error.diagnostic if isinstance(error, FetchError) else None
            yield _last(piece, None, failure or failing(error, piece.path))
            return
        known = (fetched.sha256, fetched.size)
        if fetched.sha256 == piece.sha256:
            yield attrs.evolve(_last(piece, None, None), fetched=known)
            return
        if most is not None and fetched.size > most:
            raise _LongError
        piece = attrs.evolve(piece, sha256=fetched.sha256)
        for portion in _portions(piece, fetched.file):
            yield attrs.evolve(portion, fetched=known)


def _portions(piece: ReadUnit, source: ReadSource) -> Iterator[RowBatch]:
    settings = ReadSettings(
        format=piece.format,
        errors="collect",
        check=piece.is_checked,
        path=piece.path,
        sealed=piece.sealed,
    )
    place = 0
    scan: Scan | None = None
    failure: Diagnostic | None = None
    is_sealed = False
    try:
        with _scan(source, settings, piece) as scan:
            for batch in scan:
                yield RowBatch(
                    boards=boards_of(batch, piece.sha256, place),
                    results=results_of(batch, piece.sha256, place),
                    findings=empty(FINDINGS),
                )
                place += len(batch)
    except (OvertrickError, OSError) as error:
        failure = failing(error, piece.path)
        is_sealed = isinstance(error, SealedError)
    yield attrs.evolve(_last(piece, scan, failure), is_sealed=is_sealed)


def _scan(source: ReadSource, settings: ReadSettings, piece: ReadUnit) -> Scan:
    """Return the boards of a piece, read as the fallback format if detection fails."""
    manager = default_manager()
    try:
        return Scan(source, manager, settings, columns=READ, batch=BATCH, part=piece.part)
    except DetectionError:
        if piece.fallback is None:
            raise
    # Only a file of a known format is cut, so that this is the complete file.
    settings = attrs.evolve(settings, format=piece.fallback)
    return Scan(source, manager, settings, columns=READ, batch=BATCH)


_DAMAGE: Final = frozenset({"CORE040", "CORE041"})


def _last(piece: ReadUnit, scan: Scan | None, failure: Diagnostic | None) -> RowBatch:
    results = empty(RESULTS)
    if scan is None:
        return RowBatch(results=results, findings=empty(FINDINGS), failure=failure)
    # In a file that is packed the damage is a finding, and the file is not read to its end.
    failure = failure or next((one for one in scan.diagnostics if one.code in _DAMAGE), None)
    header = scan.header
    encoding = header.get(f"{scan.format}:encoding")
    is_first = piece.part is None or piece.part.start == 0
    return RowBatch(
        results=results,
        findings=findings_of(scan.diagnostics, piece.sha256),
        format=scan.format,
        header=json.dumps(extras_to_dict(header)) if header and is_first else None,
        encoding=encoding if isinstance(encoding, str) else None,
        failure=failure,
    )
