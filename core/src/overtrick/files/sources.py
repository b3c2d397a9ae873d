"""Opening what a caller wants to read: a path, a binary file, a pipe or bytes, packed or not."""

from __future__ import annotations

import codecs
import contextlib
import errno
import io
import os
import stat
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, BinaryIO, Final, NamedTuple, cast

from overtrick.files.archives import Archive, Member, open_tar, open_zip
from overtrick.files.compression import (
    Compression,
    ContentError,
    Damage,
    Unpacked,
    archive_for,
    check_not_nested,
    compression_of,
    is_tar,
    members_of,
    read_some,
)
from overtrick.findings.codes import core_finding
from overtrick.findings.diagnostics import Location
from overtrick.findings.errors import LimitError, ParseError
from overtrick.framework.contexts import decode_line

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from overtrick.files.compression import Content

HEAD_LENGTH: Final = 4096
"""How many bytes a sniffer gets to see."""

_PIECE: Final = 1 << 16
_SMALL: Final = 1 << 15  # a file up to this size is read at once
_READ: Final = os.O_RDONLY | getattr(os, "O_BINARY", 0)
_SEPARATORS: Final = frozenset({"/", os.sep})
_SPOOL: Final = 16 << 20  # an archive from a pipe up to this size is kept in memory


class OpenSource(NamedTuple):
    """A source that has been opened and whose first bytes are known.

    Attributes:
        stream: positioned at the start of the data, those of a compressed file unpacked. It can
            seek where the caller's source can; a path always can, a pipe never.
        head: the first bytes, `HEAD_LENGTH` at the most.
        damage: hears of what is wrong with a compressed file.
        path: the name for messages; `None` where there is none.
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


def _no_check() -> None:
    """Do nothing: there is no limit."""


@contextlib.contextmanager
def open_source(
    source: ReadSource,
    check: Callable[[], None] | None = None,
    *,
    path: str | None = None,
    max_bytes: int | None = None,
) -> Iterator[OpenSource]:
    """Open a source and read its first bytes.

    A file that the caller opened is read from its position on and stays open. Afterwards its
    position is somewhere behind what was read; if it can seek and nothing was read but the first
    bytes, it is where it was.

    Args:
        source: a path, an open file or bytes. A path may go on into a zip or tar file, as in
            `evening.zip/tuesday.pbn`, `2024.tar.gz/may/tuesday.pbn`.
        check: called before each piece is read, to end a reading that takes too long.
        path: the name for messages, in place of the source's own.
        max_bytes: how long an archive from a pipe may be, which must be kept until its end is
            known, and what a tar file may unpack to.

    Raises:
        FileNotFoundError: there is no such path; also the other `OSError`s of `open`.
        TypeError: a file opened in text mode, or something that is no source.
        ParseError: an archive of several files (`CORE042`), or one that cannot be unpacked
            (`CORE040`, `CORE041`, `CORE043`).
    """
    with contextlib.ExitStack() as stack:
        yield open_on(stack, source, check, path=path, max_bytes=max_bytes)


def open_on(
    stack: contextlib.ExitStack,
    source: ReadSource,
    check: Callable[[], None] | None = None,
    *,
    path: str | None = None,
    max_bytes: int | None = None,
) -> OpenSource:
    """Open a source as `open_source` does; what there is to close is left to a stack."""
    if isinstance(source, OpenSource):
        return source
    look = _no_check if check is None else check
    if _shelf.is_wanted and (named := path_of(source)) is not None:
        parts = _shelf.parts_of(named)
        if parts is not None:
            label = named if path is None else path
            with _told(label):
                archive = _shelf.take(parts[0], look, max_bytes)
                return _of_archive(archive, parts[1], label, look)
    raw, member = _open_raw(source, look, path, stack)
    named = raw.path if member is None else None
    compression = compression_of(raw.head, named)
    if compression is None:
        if not is_tar(raw.head, named):
            return raw
        compression = Compression.TAR
    with _told(raw.path):
        return _unpack(
            raw, compression, member=member, check=look, max_bytes=max_bytes, stack=stack
        )


@contextlib.contextmanager
def _told(path: str | None) -> Iterator[None]:
    """Turn what is wrong with packed data into what callers hear of."""
    try:
        yield
    except ContentError as error:
        raise ParseError(error.diagnostic(path)) from error
    except LimitError as error:
        if error.diagnostic.location.path is not None:
            raise
        # An archive does not know its name.
        raise LimitError(error.diagnostic.at(Location(path=path))) from error


def _open_raw(
    source: str | os.PathLike[str] | bytes | BinaryIO,
    check: Callable[[], None],
    label: str | None,
    stack: contextlib.ExitStack,
) -> tuple[OpenSource, str | None]:
    """Open a source as it stands; also return the name of the file in the archive it names."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        data = bytes(source)
        head = data[:HEAD_LENGTH]
        return OpenSource(io.BytesIO(data), head, Damage(), label, len(data)), None
    path = path_of(source)
    if path is not None:
        number, member = _open_path(path)
        return _open_file(number, path, path if label is None else label, check, stack), member
    if isinstance(cast("object", source), io.TextIOBase):
        raise _is_text()
    if not callable(getattr(source, "read", None)):
        msg = (
            f"cannot read {source!r:.60}: give a path, a file opened in binary mode ('rb'), or "
            "the bytes themselves"
        )
        raise TypeError(msg)
    file = cast("BinaryIO", source)
    if label is None:
        own = getattr(file, "name", None)
        label = own if isinstance(own, str) else None
    start = _position(file)
    head = read_head(file, check)
    if start is None:
        return _chained(head, file, label), None
    file.seek(start)
    stream = io.BufferedReader(_Borrowed(file, start))
    rest = _size_of(file, start) if len(head) == HEAD_LENGTH else len(head)
    return OpenSource(stream, head, Damage(), label, rest), None


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


def _open_file(
    file: int,
    path: str,
    label: str,
    check: Callable[[], None],
    stack: contextlib.ExitStack,
) -> OpenSource:
    """Read a small file at once and close it; leave any other open, at its beginning."""
    is_kept = False
    try:
        about = os.fstat(file)
        if stat.S_ISDIR(about.st_mode):
            raise _is_folder(path)
        if stat.S_ISREG(about.st_mode) and about.st_size <= _SMALL:
            data = os.read(file, _SMALL)
            # Files of the system's own (/proc) have no size but a content.
            if len(data) == about.st_size:
                return OpenSource(io.BytesIO(data), data[:HEAD_LENGTH], Damage(), label, len(data))
            os.lseek(file, 0, os.SEEK_SET)
        raw = io.FileIO(file)
        is_kept = True
    finally:
        if not is_kept:
            os.close(file)
    return _long_file(stack.enter_context(io.BufferedReader(raw)), check, label)


def _long_file(file: io.BufferedReader, check: Callable[[], None], label: str) -> OpenSource:
    """Return a file of the system, or a pipe or device, positioned at its beginning."""
    head = read_head(file, check)
    if not file.seekable():
        return _chained(head, file, label)
    size = os.fstat(file.fileno()).st_size
    file.seek(0)
    known = size if size >= len(head) else None
    return OpenSource(file, head, Damage(), label, known)


def _size_of(source: BinaryIO, start: int) -> int | None:
    """Return how long the rest of an open file is, if that costs nothing to know.

    To go to the end and ask would unpack the whole of a file that the caller unpacks on the way.
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
    """Return where an open file stands, or `None` if it cannot go back there."""
    try:
        if source.seekable():
            return source.seek(source.tell())
    except (AttributeError, OSError):
        pass  # it says that it can and cannot, or is no more than a `read`
    return None


def _open_path(path: str) -> tuple[int, str | None]:
    """Open a path; return its descriptor, and the name of a file in an archive."""
    # `..` in the name of a file in an archive must not lead out of it.
    parts = _into_archive(path) if ".." in path else None
    if parts is None:
        try:
            return os.open(path, _READ), None
        except (OSError, ValueError) as error:
            parts = _into_archive(path)
            if parts is None:
                _explain(path, error)
                raise
    archive, member = parts
    return os.open(archive, _READ), member


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


def _into_archive(source: str | os.PathLike[str]) -> tuple[str, str] | None:
    """Return the archive that a path goes through, and the rest of the path."""
    text = os.fspath(source)
    try:
        for place, mark in enumerate(text):
            if mark in _SEPARATORS and place and os.path.isfile(text[:place]):
                file = text[:place]
                rest = text[place + 1 :]
                return (file, rest) if rest and _is_archive(file) else None
    except (OSError, ValueError):
        pass  # what opening the path itself said is what the caller must hear
    return None


def _is_archive(path: str) -> bool:
    """Return whether a file is a zip file or a tar file, packed or not.

    Raises:
        OSError: it cannot be read.
    """
    with open(path, "rb") as file:
        head = file.read(HEAD_LENGTH)
        compression = compression_of(head, None)
        if compression in {None, Compression.ZIP}:
            return compression is not None or is_tar(head, path)
        file.seek(0)
        try:
            return is_tar(members_of(file, compression, _no_check).read(HEAD_LENGTH), path)
        except ContentError:
            return archive_for(path) is Compression.TAR


def file_of(path: str | os.PathLike[str]) -> str:
    """Return the file that a path is read from: the archive where it goes into one.

    Example:
        >>> file_of("club.pbn")
        'club.pbn'
    """
    parts = None if os.path.exists(path) else _into_archive(path)
    return os.fspath(path) if parts is None else parts[0]


def read_content(path: str | os.PathLike[str]) -> bytes:
    """Return what a file holds, unpacked where it is compressed.

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
    r"""Return lines of a text that was opened, by number, as far as they are there.

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
    lines = content.removeprefix(codecs.BOM_UTF8).splitlines()
    return {
        number: decode_line(lines[number - 1]) for number in wanted if 1 <= number <= len(lines)
    }


def files_in(path: str) -> tuple[str, ...]:
    """Return the paths of the files that a path stands for.

    That is the path itself, but for an archive that holds several: then it is the path of each
    (`evening.zip/tuesday.pbn`), in the archive's order. Whatever is wrong is not said here but
    by opening the path; that of an archive which may hold more than it tells comes last.
    """
    listed = list_archive(path)
    if listed is None or (len(listed.files) < 2 and not listed.is_damaged):
        return (path,)
    files = tuple(f"{path}/{member.name}" for member in listed.files)
    return (*files, path) if listed.is_damaged else files


class Listed(NamedTuple):
    """What an archive holds.

    Attributes:
        files: its files, in its order.
        is_damaged: whether there may be more of them; to open the archive itself says why.
    """

    files: tuple[Member, ...]
    is_damaged: bool


def list_archive(path: str) -> Listed | None:
    """Return what an archive holds; `None` for any other file, and for one that cannot be read."""
    try:
        if not os.path.isfile(path) or not _is_archive(path):
            return None
        with contextlib.ExitStack() as stack:
            if _shelf.is_wanted:
                archive = _shelf.take(path, _no_check, None)
            else:
                archive = _open_archive(path, _no_check, None, stack)
            return Listed(archive.files, archive.damage is not None)
    except ContentError:
        return Listed((), is_damaged=True)
    except OSError:
        return None


def _open_archive(
    path: str, check: Callable[[], None], max_bytes: int | None, stack: contextlib.ExitStack
) -> Archive:
    """Open an archive.

    Raises:
        ContentError: it is damaged.
        LimitError: it unpacks to more bytes than it may.
        OSError: it cannot be read.
    """
    raw = _open_file(os.open(path, _READ), path, path, check, stack)
    compression = compression_of(raw.head, None)
    if compression is Compression.ZIP:
        return stack.enter_context(open_zip(raw.stream))
    if compression is None:
        return stack.enter_context(open_tar(raw.stream, None, max_bytes))
    damage = Damage()
    unpacked = io.BufferedReader(_unpacked(raw, compression, check, damage), _PIECE)
    return stack.enter_context(open_tar(unpacked, damage, max_bytes))


class _Shelf(threading.local):
    """The archive that was opened last, where somebody reads file after file of it.

    Each thread has its own: who reads moves about in it.
    """

    def __init__(self) -> None:
        self.is_wanted = False
        self._path = ""
        self._state: tuple[int, ...] = ()
        self._opened: Archive | None = None
        self._stack = contextlib.ExitStack()

    def parts_of(self, path: str) -> tuple[str, str] | None:
        """Return the archive that a path goes through, and the rest; `None` for any other path."""
        if self._opened is not None and path.startswith(f"{self._path}/"):
            return self._path, path[len(self._path) + 1 :]
        # `..` in the name of a file in an archive must not lead out of it.
        if ".." not in path and os.path.lexists(path):
            return None
        return _into_archive(path)

    def take(self, path: str, check: Callable[[], None], max_bytes: int | None) -> Archive:
        """Return an archive as it stands, open.

        Raises:
            ContentError: it is damaged.
            LimitError: it unpacks to more bytes than it may.
            OSError: it cannot be read.
        """
        about = os.stat(path)
        state = (about.st_dev, about.st_ino, about.st_size, about.st_mtime_ns)
        if self._opened is None or (path, state) != (self._path, self._state):
            self.clear()
            with contextlib.ExitStack() as stack:
                self._opened = _open_archive(path, check, max_bytes, stack)
                self._stack = stack.pop_all()
            self._path, self._state = path, state
        return self._opened

    def clear(self) -> None:
        """Close what is open."""
        self._opened = None
        self._stack.close()


_shelf: Final = _Shelf()


def let_go_of_archives() -> None:
    """Close what `keeping_archives` keeps: it is about to be replaced."""
    _shelf.clear()


@contextlib.contextmanager
def keeping_archives() -> Iterator[None]:
    """Keep the archive that was opened last open, for whoever reads one file of it after another.

    Else each file costs going through its archive again, and a packed tar file unpacking all that
    comes before it. It holds for this thread.
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


def _chained(head: bytes, rest: BinaryIO, label: str | None) -> OpenSource:
    stream = io.BufferedReader(_Chained(head, rest))
    size = len(head) if len(head) < HEAD_LENGTH else None
    return OpenSource(stream, head, Damage(), label, size)


def _unpack(
    raw: OpenSource,
    compression: Compression,
    *,
    member: str | None,
    check: Callable[[], None],
    max_bytes: int | None,
    stack: contextlib.ExitStack,
) -> OpenSource:
    """Return the content of a compressed file, in place of the file as it stands."""
    if compression in {Compression.ZIP, Compression.TAR}:
        file = raw.stream
        if not file.seekable():
            file = stack.enter_context(_spooled(file, check, max_bytes, raw.path))
        archive: Archive = stack.enter_context(
            open_zip(file)
            if compression is Compression.ZIP
            else open_tar(file, None, max_bytes)
        )  # fmt: skip
        return _of_archive(archive, member, raw.path, check)
    damage = Damage()
    content = _unpacked(raw, compression, check, damage)
    unpacked = io.BufferedReader(content, _PIECE)
    head = read_head(unpacked, check)
    if member is not None or is_tar(head, raw.path):
        if content.seekable():
            tar: BinaryIO = unpacked
        else:
            rest = io.BufferedReader(_Chained(head, unpacked))
            tar = stack.enter_context(_spooled(rest, check, max_bytes, raw.path))
        archive = stack.enter_context(open_tar(tar, damage, max_bytes))
        return _of_archive(archive, member, raw.path, check)
    return _begun(unpacked, head, raw.path, damage, compression)


def _unpacked(
    raw: OpenSource, compression: Compression, check: Callable[[], None], damage: Damage
) -> Unpacked:
    stream = raw.stream
    start = stream.tell() if stream.seekable() else None

    def begin() -> Content:
        if start is not None:
            stream.seek(start)
        return members_of(stream, compression, check)

    return Unpacked(begin, damage, raw.path, can_seek=start is not None)


def _of_archive(
    archive: Archive, name: str | None, path: str | None, check: Callable[[], None]
) -> OpenSource:
    """Return a file of an archive, the only one where none is named.

    Raises:
        ContentError: there are several, or it cannot be unpacked.
        FileNotFoundError: there is no such file in it.
    """
    member = archive.only() if name is None else archive.member(name)
    if member is None:
        raise FileNotFoundError(errno.ENOENT, "there is no such file in the archive", path)
    # What is wrong with the archive is not wrong with each file that is in it.
    damage = Damage()
    content = Unpacked(lambda: archive.content(member), damage, path, can_seek=True)
    unpacked = io.BufferedReader(content, _PIECE)
    head = read_head(unpacked, check)
    begun = _begun(unpacked, head, path, damage, archive.kind)
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
    whole: BinaryIO
    if unpacked.seekable():
        unpacked.seek(0)
        whole = unpacked
    else:
        whole = io.BufferedReader(_Chained(head, unpacked))
    return OpenSource(
        stream=whole,
        head=head,
        path=path,
        size=len(head) if len(head) < HEAD_LENGTH else None,
        compression=compression,
        damage=damage,
    )


@contextlib.contextmanager
def _spooled(
    source: BinaryIO, check: Callable[[], None], max_bytes: int | None, path: str | None
) -> Iterator[BinaryIO]:
    """Keep an archive from a pipe until its end: it must be gone back in."""
    import tempfile

    # What an archive adds to small files is not the fault of what is in it.
    most = None if max_bytes is None else max_bytes + _PIECE
    with tempfile.SpooledTemporaryFile(max_size=_SPOOL) as spool:
        while data := read_some(source, _PIECE):
            check()
            spool.write(data)
            if most is not None and spool.tell() > most:
                raise LimitError(core_finding("CORE010", Location(path=path), limit=max_bytes))
        yield cast("BinaryIO", spool)


def read_head(source: BinaryIO, check: Callable[[], None] | None = None) -> bytes:
    """Read the first bytes of a file or pipe, as many as a sniffer may see.

    Args:
        source: opened in binary mode.
        check: called after each piece, to end a reading that takes too long.

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
        if check is not None:
            check()
    return chunks


class _Chained(io.RawIOBase):
    """The first bytes that were read for sniffing, then the rest of a file that cannot seek."""

    def __init__(self, head: bytes, rest: BinaryIO) -> None:
        super().__init__()
        self._head = head
        self._rest = rest
        self._position = 0

    def readable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._position

    def readinto(self, buffer: Buffer) -> int:
        view = memoryview(buffer).cast("B")
        data = self._head[: len(view)] or read_some(self._rest, len(view))
        self._head = self._head[len(view) :]
        self._position += len(data)
        view[: len(data)] = data
        return len(data)


class _Borrowed(io.RawIOBase):
    """The caller's own file from a place on, which closing does not close."""

    def __init__(self, source: BinaryIO, start: int) -> None:
        super().__init__()
        self._source = source
        self._start = start

    def readable(self) -> bool:
        return True

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

    def readinto(self, buffer: Buffer) -> int:
        view = memoryview(buffer).cast("B")
        data = read_some(self._source, len(view))
        view[: len(data)] = data
        return len(data)


class _Guarded(io.RawIOBase):
    """A file that asks before each read whether the caller's limits still allow it."""

    def __init__(self, source: BinaryIO, check: Callable[[int], None]) -> None:
        super().__init__()
        self._source = source
        self._check = check
        self._count = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return self._source.seekable()

    def tell(self) -> int:
        return self._source.tell()

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        return self._source.seek(offset, whence)

    def readinto(self, buffer: Buffer) -> int:
        view = memoryview(buffer).cast("B")
        data = read_some(self._source, len(view))
        self._count += len(data)
        self._check(self._count)
        view[: len(data)] = data
        return len(data)


def guard(source: BinaryIO, check: Callable[[int], None]) -> BinaryIO:
    """Return the file with `check(bytes_read_so_far)` called after each read.

    It can seek where the file can; what is read twice counts twice. What of a compressed file
    must be unpacked on the way to a place is held against the limit too.
    """
    raw = getattr(source, "raw", None)
    if isinstance(raw, Unpacked):
        raw.watch(check)
    return io.BufferedReader(_Guarded(source, check))
