"""Open a source: a path, a binary file, a pipe or bytes, compressed or not."""

from __future__ import annotations

import codecs
import contextlib
import errno
import io
import os
import stat
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator
from typing import BinaryIO, Final, NamedTuple, NoReturn, cast

from overtrick.disk.archives import Archive, Member, TarArchive, open_zip
from overtrick.disk.compression import (
    PIECE_BYTES,
    Compression,
    ContentError,
    Damage,
    Taken,
    Unpacked,
    check_not_nested,
    compression_of,
    is_tar,
    members_of,
    read_some,
)
from overtrick.findings.codes import core_finding
from overtrick.findings.diagnostics import Location
from overtrick.findings.errors import LimitError, ParseError
from overtrick.framework.contexts.limits import NO_LIMITS, Limits
from overtrick.framework.text import decode_line, split_lines

HEAD_LENGTH: Final = 4096
"""How many bytes a sniffer gets to see."""

_MAX_SMALL: Final = 1 << 15  # a file up to this size is read at once
_READ: Final = os.O_RDONLY | getattr(os, "O_BINARY", 0)
_SEPARATORS: Final = frozenset({"/", os.sep})
_MAX_IN_MEMORY: Final = 4 << 20  # an archive that is kept, up to this size
_ARCHIVE_BYTES: Final = 1 << 16  # what an archive adds to small files is not their fault


class OpenSource(NamedTuple):
    """An open source, whose first bytes are known.

    Attributes:
        stream: positioned at the start of the data, those of a compressed file unpacked. It can
            seek where the caller's source can; a path always can, a pipe never.
        head: the first bytes, `HEAD_LENGTH` at most.
        damage: what is wrong with a compressed file.
        path: the file's name; `None` where there is none.
        size: the length in bytes, or `None` where it is not known.
        compression: how the file is compressed, `None` where it is not.
        member: the name of the file in an archive.
    """

    stream: BinaryIO
    head: bytes
    damage: Damage
    path: str | None = None
    size: int | None = None
    compression: Compression | None = None
    member: str | None = None


ReadSource = str | os.PathLike[str] | bytes | BinaryIO | OpenSource
"""What can be read: a path, a file opened in binary mode, the bytes themselves, or what
`open_source` gave."""


class Meter:
    """Check the cost of a file against its limits; the time counts from here.

    Args:
        limits: what it may cost; anything where not given.
        path: its name, for messages.
    """

    def __init__(self, limits: Limits | None = None, path: str | None = None) -> None:
        self.limits = NO_LIMITS if limits is None else limits
        self.path = path
        self._started = time.monotonic()

    def _refuse(self, code: str, limit: float, offset: int | None = None) -> NoReturn:
        place = Location(path=self.path, offset=offset)
        raise LimitError(core_finding(code, place, limit=limit))

    def check_time(self) -> None:
        """Refuse a file that takes too long.

        Raises:
            LimitError: it does (`CORE012`).
        """
        limit = self.limits.max_seconds
        if limit is not None and time.monotonic() - self._started > limit:
            self._refuse("CORE012", limit)

    def check_bytes(self, count: int) -> None:
        """Check a count of bytes, and the time, against the limits.

        Raises:
            LimitError: a limit is exceeded (`CORE010`).
        """
        limit = self.limits.max_bytes
        if limit is not None and count > limit:
            self._refuse("CORE010", limit, limit)
        self.check_time()

    def check_archive(self, count: int) -> None:
        """Refuse an archive that is, or unpacks to, more bytes than one file may cost.

        Raises:
            LimitError: it is (`CORE010`).
        """
        limit = self.limits.max_bytes
        if limit is not None and count > limit + _ARCHIVE_BYTES:
            self._refuse("CORE010", limit)
        self.check_time()

    def check_boards(self, count: int) -> None:
        """Refuse a file of more boards than it may have, or that takes too long.

        Raises:
            LimitError: it has (`CORE011`).
        """
        limit = self.limits.max_boards
        if limit is not None and count > limit:
            self._refuse("CORE011", limit)
        self.check_time()


def path_of(place: object) -> str | None:
    """Return the path that a source or a target is, `None` for any other.

    Example:
        >>> path_of("club.pbn"), path_of(b"[Event]")
        ('club.pbn', None)
    """
    if isinstance(place, str):
        return place
    # Asked of the class itself: the test of the abstract class takes as long as opening the file.
    if not hasattr(type(place), "__fspath__"):
        return None
    path = os.fspath(cast("os.PathLike[str]", place))
    return path if isinstance(cast("object", path), str) else os.fsdecode(path)


@contextlib.contextmanager
def open_source(
    source: ReadSource, *, path: str | None = None, limits: Limits | None = None
) -> Iterator[OpenSource]:
    """Open a source and read its first bytes.

    A file that the caller opened is read from its position on and stays open. Afterwards its
    position is somewhere behind what was read; if it can seek and nothing was read but the first
    bytes, it is where it was.

    Args:
        source: a path, an open file or bytes. A path may go on into a zip or tar file, as in
            `evening.zip/tuesday.pbn`, `2024.tar.gz/may/tuesday.pbn`.
        path: the file's name, for messages and for its suffix, in place of the source's own.
        limits: how long an archive from a pipe may be, which must be kept until its end is known,
            what a tar file may unpack to, and how long the opening may take.

    Raises:
        FileNotFoundError: there is no such path; also the other `OSError`s of `open`.
        TypeError: a file opened in text mode, or something that is no source.
        ParseError: an archive of several files (`CORE042`), or one that cannot be unpacked
            (`CORE040`, `CORE041`, `CORE043`).
        LimitError: a limit is passed (`CORE010`, `CORE012`).
    """
    with contextlib.ExitStack() as stack:
        yield open_on(stack, source, Meter(limits, path))


def open_on(stack: contextlib.ExitStack, source: ReadSource, meter: Meter) -> OpenSource:
    """Open a source as `open_source` does, and register it with an exit stack.

    The meter gets the source's own name where it has none.
    """
    if isinstance(source, OpenSource):
        return source
    path = path_of(source)
    if meter.path is None:
        meter.path = _name_of(source) if path is None else path
    inside = None if path is None else _into_archive(path)
    try:
        if inside is not None and (archive := _archive_at(inside[0], meter, stack)) is not None:
            return _of_archive(archive, inside[1], meter)
        if path is None:
            raw = _open_raw(cast("bytes | BinaryIO", source), meter)
        else:
            raw = _open_path(path, meter, stack)
        compression = compression_of(raw.head, raw.path)
        content = raw if compression is None else _unpack(raw, compression, meter, stack)
        if isinstance(content, Archive):
            content = _of_archive(content, None, meter)
    except ContentError as error:
        raise ParseError(error.diagnostic(meter.path)) from error
    return content


def _open_raw(source: bytes | BinaryIO, meter: Meter) -> OpenSource:
    """Open bytes, or a file that the caller opened, as they are."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        data = bytes(source)
        return _of_bytes(data, meter)
    if isinstance(cast("object", source), io.TextIOBase):
        raise _is_text()
    if not callable(getattr(source, "read", None)):
        msg = (
            f"cannot read {source!r:.60}: give a path, a file opened in binary mode ('rb'), or "
            "the bytes themselves"
        )
        raise TypeError(msg)
    start = _position(source)
    head = read_head(source, meter)
    if start is None:
        return _chained(head, source, meter.path)
    source.seek(start)
    stream = io.BufferedReader(_Borrowed(source, start))
    rest = _size_of(source, start) if len(head) == HEAD_LENGTH else len(head)
    return OpenSource(stream, head, Damage(), meter.path, rest)


def _of_bytes(data: bytes, meter: Meter) -> OpenSource:
    return OpenSource(io.BytesIO(data), data[:HEAD_LENGTH], Damage(), meter.path, len(data))


def _name_of(source: object) -> str | None:
    name = getattr(source, "name", None)
    return name if isinstance(name, str) else None


def _open_path(path: str, meter: Meter, stack: contextlib.ExitStack) -> OpenSource:
    """Read a small file at once and close it; leave any other open, at its beginning."""
    try:
        file = os.open(path, _READ)
    except (OSError, ValueError) as error:
        _explain(path, error)
        raise
    with contextlib.ExitStack() as opened:
        opened.callback(os.close, file)
        about = os.fstat(file)
        if stat.S_ISDIR(about.st_mode):
            raise _is_folder(path)
        if stat.S_ISREG(about.st_mode) and about.st_size <= _MAX_SMALL:
            data = os.read(file, _MAX_SMALL)
            # Files of the system's own (/proc) have no size but a content.
            if len(data) == about.st_size:
                return _of_bytes(data, meter)
            os.lseek(file, 0, os.SEEK_SET)
        raw = io.FileIO(file)
        opened.pop_all()
    return _long_file(stack.enter_context(io.BufferedReader(raw)), meter)


def _long_file(file: io.BufferedReader, meter: Meter) -> OpenSource:
    """Return a file of the system, or a pipe or device, positioned at its beginning."""
    head = read_head(file, meter)
    if not file.seekable():
        return _chained(head, file, meter.path)
    size = os.fstat(file.fileno()).st_size
    file.seek(0)
    known = size if size >= len(head) else None
    return OpenSource(file, head, Damage(), meter.path, known)


def _size_of(source: BinaryIO, start: int) -> int | None:
    """Return the length of the rest of an open file, if it is known at no cost.

    Seeking to the end is no way: it would unpack all of a file that the caller passes compressed.
    """
    if isinstance(source, io.BytesIO):
        return source.getbuffer().nbytes - start
    raw = source.raw if isinstance(source, (io.BufferedReader, io.BufferedRandom)) else source
    if not isinstance(raw, io.FileIO):
        return None
    size = os.fstat(raw.fileno()).st_size - start
    return size if size >= HEAD_LENGTH else None  # a device has none


def _is_text() -> TypeError:
    return TypeError(
        "open the file in binary mode ('rb'): its encoding is the format's business; text that "
        "was read already goes to overtrick.loads"
    )


def _position(source: BinaryIO) -> int | None:
    """Return the position of an open file, or `None` if it cannot seek back to it."""
    try:
        if source.seekable():
            return source.seek(source.tell())
    except (AttributeError, OSError):
        pass  # its `seekable()` is wrong, or it has no method but `read`
    return None


def _explain(source: str, error: Exception) -> None:
    """Raise a better exception where a name that cannot be opened is an evident mistake."""
    if source == "":
        msg = "no file is named: the path is empty"
        raise FileNotFoundError(errno.ENOENT, msg, source) from error
    if _is_text_of_a_file(source, error):
        shown = source.lstrip()[:40].splitlines()
        raise FileNotFoundError(
            errno.ENOENT,
            "no such file; it looks like the text of one, which overtrick.loads takes",
            shown[0] if shown else "",
        ) from error
    # Windows opens no folder.
    if isinstance(error, OSError) and os.path.isdir(source):
        raise _is_folder(source) from error


def _is_folder(path: str) -> IsADirectoryError:
    return IsADirectoryError(errno.EISDIR, "a folder, not a file: name a file in it", path)


def _is_text_of_a_file(source: str, error: Exception) -> bool:
    """Return whether what was given as a path is evidently a file's text."""
    # A name has no line ends; no system takes one with a NUL (`ValueError`) or of such a length.
    is_too_long = isinstance(error, OSError) and error.errno == errno.ENAMETOOLONG
    is_no_name = isinstance(error, ValueError) or is_too_long
    return is_no_name or source[0] in "[%" or "\n" in source or "\r" in source or "|" in source


def _into_archive(path: str | os.PathLike[str]) -> tuple[str, str] | None:
    """Return the file that a path goes through as through a folder, and the rest of the path."""
    text = os.fspath(path)
    # `..` in the name of a file in an archive must not lead out of it.
    if ".." not in text and os.path.lexists(text):
        return None
    try:
        for place, mark in enumerate(text):
            if mark in _SEPARATORS and place and os.path.isfile(text[:place]):
                rest = text[place + 1 :]
                return (text[:place], rest) if rest else None
    except (OSError, ValueError):
        pass  # to open the path itself gives the error that the caller must see
    return None


def file_of(path: str | os.PathLike[str]) -> str:
    """Return the file that holds a path: the archive, if the path goes into one.

    Example:
        >>> file_of("club.pbn")
        'club.pbn'
    """
    inside = _into_archive(path)
    return os.fspath(path) if inside is None else inside[0]


def read_content(path: str | os.PathLike[str]) -> bytes:
    """Return a file's content, unpacked where it is compressed.

    Raises:
        OSError: it cannot be read.
        ParseError: it is compressed and damaged, cut short, or cannot be unpacked.
    """
    with open_source(path) as opened:
        content = opened.stream.read()
        opened.damage.raise_found()
        return content


def source_lines(
    opened: OpenSource, numbers: Iterable[int], *, max_bytes: int | None = None
) -> dict[int, str]:
    r"""Return lines of an open text by their numbers.

    The source goes back to its beginning, so it must be able to seek; nothing is opened again.

    Args:
        opened: the source, whose boards may have been read already.
        numbers: which lines, 1-based.
        max_bytes: how much of the source is looked at; `None` for all.

    Raises:
        OSError: the source cannot seek, or cannot be read.

    Example:
        >>> with open_source(b"% PBN 2.1\r\n[Board \"1\"]\r\n") as opened:
        ...     source_lines(opened, [2, 9])
        {2: '[Board "1"]'}
    """
    wanted = sorted(set(numbers))
    if not wanted:
        return {}
    opened.stream.seek(0)
    content = opened.stream.read(-1 if max_bytes is None else max_bytes)
    lines = split_lines(content.removeprefix(codecs.BOM_UTF8))
    return {
        number: decode_line(lines[number - 1].rstrip(b"\r\n"))
        for number in wanted
        if 1 <= number <= len(lines)
    }


class Listed(NamedTuple):
    """The content of an archive.

    Attributes:
        files: its files, in its order.
        is_damaged: whether `files` may be incomplete; opening the archive itself raises the reason.
    """

    files: tuple[Member, ...]
    is_damaged: bool


def list_archive(path: str) -> Listed | None:
    """Return the members of an archive; `None` if it is no archive or cannot be read."""
    try:
        if not os.path.isfile(path):
            return None
        with contextlib.ExitStack() as stack:
            archive = _archive_at(path, Meter(), stack)
            if archive is None or archive.document:
                return None
            return Listed(archive.files, archive.damage is not None)
    except ContentError:
        return Listed((), is_damaged=True)
    except OSError:
        return None


def _archive_at(path: str, meter: Meter, stack: contextlib.ExitStack) -> Archive | None:
    """Return the archive that a file is: one that is kept, or open until the stack is closed.

    A file that is none gives `None`.

    Raises:
        ContentError: it is damaged.
        LimitError: it unpacks to more bytes than it may.
        OSError: it cannot be read.
    """
    if _shelf.is_wanted:
        return _shelf.take(path, meter)
    return _open_archive(path, meter, stack)


def _open_archive(path: str, meter: Meter, stack: contextlib.ExitStack) -> Archive | None:
    raw = _open_path(path, meter, stack)
    compression = compression_of(raw.head, None)
    if compression is None and is_tar(raw.head, path):
        compression = Compression.TAR  # an empty one, known by its name
    if compression is None:
        return None
    content = _unpack(raw._replace(path=path), compression, meter, stack)
    return content if isinstance(content, Archive) else None


class _Shelf(threading.local):
    """The archive that was opened last, where file after file of it is read.

    Each thread has its own: reading moves about in it.
    """

    def __init__(self) -> None:
        self.is_wanted = False
        self._path = ""
        self._state: tuple[int, ...] = ()
        self._archive: Archive | None = None
        self._stack = contextlib.ExitStack()

    def take(self, path: str, meter: Meter) -> Archive | None:
        """Return the archive that a file is, open; errors are those of `_archive_at`."""
        about = os.stat(path)
        state = (about.st_dev, about.st_ino, about.st_size, about.st_mtime_ns)
        if self._archive is None or (path, state) != (self._path, self._state):
            with contextlib.ExitStack() as stack:
                archive = _open_archive(path, meter, stack)
                if archive is None:
                    return None
                self.clear()
                self._archive, self._stack = archive, stack.pop_all()
            self._path, self._state = path, state
        return self._archive

    def clear(self) -> None:
        """Close what is open."""
        self._archive = None
        self._stack.close()


_shelf: Final = _Shelf()


def let_go_of_archives() -> None:
    """Close the archives that `keeping_archives` holds open: they are about to be replaced."""
    _shelf.clear()


@contextlib.contextmanager
def keeping_archives() -> Iterator[None]:
    """Keep the last archive open while its members are read one after another.

    Otherwise each file costs going through its archive again, and a packed tar file unpacking all
    that comes before it. It is kept for this thread.
    """
    if _shelf.is_wanted:
        yield
        return
    _shelf.is_wanted = True
    try:
        yield
    finally:
        _shelf.is_wanted = False
        _shelf.clear()


def _chained(head: bytes, rest: BinaryIO, path: str | None) -> OpenSource:
    stream = io.BufferedReader(_Chained(head, rest))
    size = len(head) if len(head) < HEAD_LENGTH else None
    return OpenSource(stream, head, Damage(), path, size)


def _unpack(
    raw: OpenSource, compression: Compression, meter: Meter, stack: contextlib.ExitStack
) -> OpenSource | Archive:
    """Return the content of a compressed file, or the archive that it is.

    Raises:
        ContentError: it is damaged, or packed once more.
        LimitError: it unpacks to more bytes than it may.
    """
    damage = Damage()
    unpacked: BinaryIO = raw.stream
    if compression not in {Compression.ZIP, Compression.TAR}:
        content = _unpacked(raw, compression, meter, damage)
        buffered = io.BufferedReader(content, PIECE_BYTES)
        head = read_head(buffered, meter)
        if not is_tar(head, raw.path):
            return _begun(buffered, head, meter.path, damage, compression)
        # To go back in it, as is done for each of its files, would unpack it from its start again.
        unpacked = stack.enter_context(_spooled(head, buffered, meter))
    elif not unpacked.seekable():
        unpacked = stack.enter_context(_spooled(b"", unpacked, meter))
    if compression is Compression.ZIP:
        return stack.enter_context(open_zip(unpacked))
    return TarArchive(unpacked, damage.error, meter.check_archive)


def _unpacked(raw: OpenSource, compression: Compression, meter: Meter, damage: Damage) -> Unpacked:
    stream = raw.stream
    start = stream.tell() if stream.seekable() else None

    def begin() -> Iterator[bytes]:
        if start is not None:
            stream.seek(start)
        return members_of(stream, compression, meter.check_time)

    return Unpacked(begin, damage, meter.path, can_seek=start is not None)


def _of_archive(archive: Archive, name: str | None, meter: Meter) -> OpenSource:
    """Return a file of an archive, the only one where none is named.

    Raises:
        ContentError: there are several, or it cannot be unpacked.
        FileNotFoundError: there is no such file in it.
    """
    member = archive.only() if name is None else archive.member(name)
    if member is None:
        raise FileNotFoundError(errno.ENOENT, "there is no such file in the archive", meter.path)
    # What is wrong with the archive is not wrong with each file that is in it.
    damage = Damage()
    content = Unpacked(lambda: archive.content(member), damage, meter.path, can_seek=True)
    unpacked = io.BufferedReader(content, PIECE_BYTES)
    head = read_head(unpacked, meter)
    begun = _begun(unpacked, head, meter.path, damage, archive.kind)
    return begun._replace(
        size=member.size if begun.size is None else begun.size, member=member.name
    )


def _begun(
    unpacked: io.BufferedReader[Unpacked],
    head: bytes,
    path: str | None,
    damage: Damage,
    compression: Compression,
) -> OpenSource:
    """Return unpacked content of which the first bytes were read.

    Raises:
        ContentError: it is packed once more.
    """
    check_not_nested(head, compression)
    opened = _chained(head, unpacked, path)
    if unpacked.seekable():
        unpacked.seek(0)
        opened = opened._replace(stream=unpacked)
    return opened._replace(compression=compression, damage=damage)


@contextlib.contextmanager
def _spooled(head: bytes, rest: BinaryIO, meter: Meter) -> Iterator[BinaryIO]:
    """Keep an archive from a pipe, or a packed tar file, to its end: reading goes back in it."""
    with tempfile.SpooledTemporaryFile(max_size=_MAX_IN_MEMORY) as spool:
        spool.write(head)
        while data := read_some(rest, PIECE_BYTES):
            spool.write(data)
            meter.check_archive(spool.tell())
        yield cast("BinaryIO", spool)


def read_head(source: BinaryIO, meter: Meter) -> bytes:
    """Read the first bytes of a file or pipe, as many as a sniffer may see.

    Args:
        source: opened in binary mode.
        meter: ends a reading that takes too long.

    Raises:
        TypeError: it gives text.
    """
    chunks = b""
    while len(chunks) < HEAD_LENGTH:
        chunk = read_some(source, HEAD_LENGTH - len(chunks))
        if not chunk:
            break
        if isinstance(cast("object", chunk), str):
            raise _is_text()
        chunks += chunk
        meter.check_time()
    return chunks


class _Chained(Taken):
    """The first bytes that were read for sniffing, then the rest of a file that cannot seek."""

    def __init__(self, head: bytes, rest: BinaryIO) -> None:
        super().__init__()
        self._head = head
        self._rest = rest
        self._position = 0

    def tell(self) -> int:
        return self._position

    def take(self, size: int) -> bytes:
        data = self._head[:size] or read_some(self._rest, size)
        self._head = self._head[size:]
        self._position += len(data)
        return data


class _Borrowed(Taken):
    """The caller's own file from a place on, which closing does not close."""

    def __init__(self, source: BinaryIO, start: int) -> None:
        super().__init__()
        self._source = source
        self._start = start

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._source.tell() - self._start

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        before = self._source.tell()
        wanted = offset + (self._start if whence == os.SEEK_SET else 0)
        place = self._source.seek(max(wanted, 0) if whence == os.SEEK_SET else wanted, whence)
        if place < self._start:
            self._source.seek(before)
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        return place - self._start

    def take(self, size: int) -> bytes:
        return read_some(self._source, size)


class _Guarded(Taken):
    """A file that checks before each read whether the caller's limits still allow it."""

    def __init__(self, source: BinaryIO, meter: Meter) -> None:
        super().__init__()
        self._source = source
        self._meter = meter
        self._count = 0

    def seekable(self) -> bool:
        return self._source.seekable()

    def tell(self) -> int:
        return self._source.tell()

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        return self._source.seek(offset, whence)

    def take(self, size: int) -> bytes:
        data = read_some(self._source, size)
        self._count += len(data)
        self._meter.check_bytes(self._count)
        return data


def guard(source: BinaryIO, meter: Meter) -> BinaryIO:
    """Return the file with all bytes that are read of it counted by a meter.

    It can seek where the file can; what is read twice counts twice. What of a compressed file
    must be unpacked on the way to a place is held against the limit too.
    """
    raw = getattr(source, "raw", None)
    if isinstance(raw, Unpacked):
        raw.watch(meter.check_bytes)
    return io.BufferedReader(_Guarded(source, meter))
