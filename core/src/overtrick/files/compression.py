"""Compressed files: `.gz`, `.bz2`, `.xz` and `.zip`, told by their first bytes, read and written.

Nothing is held whole in memory: the content is unpacked as it is asked for, so a small file that
unpacks to a huge one costs no more than the caller's limits allow. What is damaged, cut short or
cannot be unpacked is a finding with a code and a place, never an exception of zlib's or zipfile's.

Source: RFC 1952 (gzip), bzip2 1.0.8, the .xz file format 1.1.0, PKWARE's APPNOTE (zip),
POSIX.1-2001 pax (tar).
"""

from __future__ import annotations

import contextlib
import enum
import errno
import io
import os
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, BinaryIO, Final, Protocol, cast

from overtrick.findings.codes import core_finding
from overtrick.findings.diagnostics import Diagnostic, Location
from overtrick.findings.errors import ParseError

if TYPE_CHECKING:
    from zipfile import ZipInfo

    from typing_extensions import Buffer

    class Content(Protocol):
        """Unpacks a file from its start on."""

        def read(self, size: int, /) -> bytes:
            """Return some bytes, at most `size`, none at the end; may raise `ContentError`."""

    class _Engine(Protocol):
        """What zlib's and lzma's decompressors have in common."""

        @property
        def eof(self) -> bool: ...
        @property
        def unused_data(self) -> bytes: ...
        def decompress(self, data: bytes, max_length: int, /) -> bytes: ...


class Compression(enum.Enum):
    """How a file is packed; what is in a `TAR` is read and not written."""

    GZIP = "gzip"
    BZIP2 = "bzip2"
    XZ = "xz"
    ZIP = "zip"
    TAR = "tar"

    @property
    def suffix(self) -> str:
        """The suffix that such a file's name has after its own."""
        return _SUFFIXES[self]


_SUFFIXES: Final = {
    Compression.GZIP: ".gz",
    Compression.BZIP2: ".bz2",
    Compression.XZ: ".xz",
    Compression.ZIP: ".zip",
    Compression.TAR: ".tar",
}
# A tar tells how long a file is before the file: none is written as boards come.
_BY_SUFFIX: Final = {
    suffix: compression
    for compression, suffix in _SUFFIXES.items()
    if compression is not Compression.TAR
}
_ENDS: Final = tuple(_BY_SUFFIX)
COMPRESSED: Final = frozenset(_ENDS)
"""The suffixes of compressed files, in lower case."""

# The second of zip is an archive without any file.
_MAGIC: Final = (
    (b"\x1f\x8b", Compression.GZIP),
    (b"BZh", Compression.BZIP2),
    (b"\xfd7zXZ\x00", Compression.XZ),
    (b"PK\x03\x04", Compression.ZIP),
    (b"PK\x05\x06", Compression.ZIP),
)
_MAGICS: Final = tuple(magic for magic, _ in _MAGIC)

_PIECE: Final = 1 << 16
_XZ_MEMORY: Final = 256 << 20  # four times what `xz -9` asks for; more is an attack or a mistake
_TAR_HEADER: Final = 512
_TAR_SUM: Final = slice(148, 156)


def compression_of(head: bytes, path: str | None) -> Compression | None:
    """Tell how a file is compressed: by its first bytes; by its suffix where it was cut short.

    Args:
        head: the first bytes, all of them if there are fewer than eight.
        path: the file's name.

    Example:
        >>> compression_of(b"[Event]", "club.pbn.gz") is None  # unpacked under its old name
        True
        >>> compression_of(b"PK", "club.zip")
        <Compression.ZIP: 'zip'>
    """
    if head.startswith(_MAGICS):
        return next(compression for magic, compression in _MAGIC if head.startswith(magic))
    if path is None or not path.lower().endswith(_ENDS):
        return None
    named = compression_for(path)
    is_cut = any(magic.startswith(head) for magic, known in _MAGIC if known is named)
    return named if is_cut else None


def is_tar(head: bytes, path: str | None) -> bool:
    """Tell a tar file: by the sum of its first header; an empty or damaged one by what else it has.

    Args:
        head: the first bytes, 512 or more where there are so many.
        path: the file's name.

    Example:
        >>> is_tar(bytes(1024), "club.tar"), is_tar(bytes(1024), "club.dup")
        (True, False)
    """
    told = head[_TAR_SUM].strip(b" \0")
    # Most files end here: in what is read of them they have no number where the sum belongs.
    if told.isdigit() and len(head) >= _TAR_HEADER and not told.strip(b"01234567"):
        header = head[:_TAR_HEADER]
        # The sum counts its own eight bytes as blanks. The oldest have no other mark.
        if int(told, 8) == sum(header) - sum(header[_TAR_SUM]) + 8 * ord(" "):
            return True
    if head[257:262] == b"ustar":
        return True
    if any(head[:1]) or path is None or archive_for(path) is not Compression.TAR:
        return False
    return not any(head[:_TAR_HEADER])


_TAR_NAMES: Final = (
    ".tar", ".tgz", ".tar.gz", ".tbz", ".tbz2", ".tar.bz2", ".txz", ".tar.xz",
)  # fmt: skip


def archive_for(path: str | os.PathLike[str]) -> Compression | None:
    """Return the kind of archive that a name stands for, `None` where it stands for none.

    Example:
        >>> archive_for("2024.tar.gz"), archive_for("club.pbn.gz")
        (<Compression.TAR: 'tar'>, None)
    """
    name = os.fspath(path).lower()
    if name.endswith(_TAR_NAMES):
        return Compression.TAR
    return Compression.ZIP if name.endswith(".zip") else None


def compression_for(path: str | os.PathLike[str] | None) -> Compression | None:
    """Return the compression that a target's suffix stands for, or `None`.

    Example:
        >>> compression_for("evening.dlm.xz")
        <Compression.XZ: 'xz'>
    """
    if path is None or not os.fspath(path).lower().endswith(_ENDS):
        return None
    return _BY_SUFFIX.get(os.path.splitext(path)[1].lower())


def unpacked_name(path: str | os.PathLike[str]) -> str:
    """Return a path without the suffix of a compression.

    Example:
        >>> unpacked_name("night/club.pbn.gz"), unpacked_name("club.pbn")
        ('night/club.pbn', 'club.pbn')
    """
    text = os.fspath(path)
    compression = compression_for(text)
    return text if compression is None else text[: -len(compression.suffix)]


class ContentError(Exception):
    """Compressed data that is not as it should be; becomes a finding where the place is known."""

    def __init__(self, code: str, *, offset: int | None = None, **values: object) -> None:
        super().__init__(code)
        self.code = code
        self.offset = offset
        self.values = values

    def diagnostic(self, path: str | None) -> Diagnostic:
        """Return the finding."""
        return core_finding(self.code, Location(path=path, offset=self.offset), **self.values)


class FoundError(ContentError):
    """What was found already, in what an archive is packed in."""

    def __init__(self, found: Diagnostic) -> None:
        super().__init__(found.code)
        self.found = found

    def diagnostic(self, path: str | None) -> Diagnostic:
        """Return the finding, with its place in the file that is packed."""
        return self.found.at(Location(path=path, offset=self.found.location.offset))


def damaged(kind: str, why: object, offset: int | None = None) -> ContentError:
    """Return what is said of packed data that is damaged."""
    return ContentError("CORE040", offset=offset, kind=kind, why=why)


def cut_short(kind: str, offset: int | None = None) -> ContentError:
    """Return what is said of packed data that ends too early."""
    return ContentError("CORE041", offset=offset, kind=kind)


def locked(kind: str, why: object) -> ContentError:
    """Return what is said of packed data that cannot be unpacked."""
    return ContentError("CORE043", kind=kind, why=why)


class Damage:
    """The finding against a compressed file, for whoever reads it.

    It may be found before anyone knows what is to be done about it, when the first bytes are
    looked at; `hand_to` says what, and hears of what has been found already.
    """

    def __init__(self) -> None:
        self.found: Diagnostic | None = None
        self._handler: Callable[[Diagnostic], None] = _keep

    def report(self, diagnostic: Diagnostic) -> None:
        """Tell of damage, once: a reader that goes back comes to it again."""
        if self.found is None:
            self.found = diagnostic
            self._handler(diagnostic)

    def hand_to(self, handler: Callable[[Diagnostic], None]) -> None:
        """Say who is to hear of damage, also of what was found before."""
        self._handler = handler
        if self.found is not None:
            handler(self.found)

    def raise_found(self) -> None:
        """Raise what was found.

        Raises:
            ParseError: the file is damaged (`CORE040`) or cut short (`CORE041`).
        """
        if self.found is not None:
            raise ParseError(self.found)


def _keep(diagnostic: Diagnostic) -> None:
    """Do nothing yet: the finding is kept."""


class Unpacked(io.RawIOBase):
    """The content of a compressed file; where it is damaged, it ends.

    It can seek where the compressed file can, at the price of unpacking from the start again.
    """

    def __init__(
        self, begin: Callable[[], Content], damage: Damage, path: str | None, *, can_seek: bool
    ) -> None:
        super().__init__()
        self._begin = begin
        self._damage = damage
        self._path = path
        self._can_seek = can_seek
        self._content: Content | None = begin()
        self._position = 0
        self._watch: Callable[[int], None] | None = None

    def watch(self, check: Callable[[int], None]) -> None:
        """Call `check(position)` also while bytes are passed over on the way to a place."""
        self._watch = check

    def readable(self) -> bool:
        """Return that it can be read."""
        return True

    def seekable(self) -> bool:
        """Return whether it can go back."""
        return self._can_seek

    def tell(self) -> int:
        """Return the place in the content."""
        return self._position

    def readinto(self, buffer: Buffer) -> int:
        """Unpack the next bytes; none at the end, or where the damage begins."""
        view = memoryview(buffer).cast("B")
        data = self._take(len(view))
        view[: len(data)] = data
        return len(data)

    def _take(self, size: int) -> bytes:
        if self._content is None:
            return b""
        try:
            data = self._content.read(size)
        except ContentError as error:
            self._content = None
            self._damage.report(error.diagnostic(self._path))
            return b""
        self._position += len(data)
        return data

    def _pass_over(self, size: int) -> bool:
        data = self._take(size)
        if self._watch is not None:
            self._watch(self._position)
        return bool(data)

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        """Go to a place in the content, from the start again if it lies behind."""
        if not self._can_seek:
            msg = "what comes out of a compressed pipe cannot seek"
            raise io.UnsupportedOperation(msg)
        if whence == os.SEEK_END:
            while self._pass_over(_PIECE):
                pass
        wanted = offset + (0 if whence == os.SEEK_SET else self._position)
        if wanted < 0:
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        if wanted < self._position:
            self._content = self._begin()
            self._position = 0
        while self._position < wanted and self._pass_over(min(_PIECE, wanted - self._position)):
            pass
        return self._position


class _Members:
    """The content of gzip members, or bzip2 or xz streams, that follow one another.

    Zeros behind a member pad the file out and mean nothing; anything else there is damage.
    """

    def __init__(
        self, source: BinaryIO, compression: Compression, check: Callable[[], None]
    ) -> None:
        self._source = source
        self._kind = compression.value
        self._magic = next(magic for magic, known in _MAGIC if known is compression)
        self._check = check
        self._engine: _Engine | None = None
        self._is_careful = False
        self._input = b""
        self._taken = 0  # how much of the file has been read
        self._start: Callable[[], _Engine]
        if compression is Compression.GZIP:
            import zlib

            self._start = lambda: zlib.decompressobj(wbits=31)
            self._error: type[Exception] = zlib.error
        elif compression is Compression.BZIP2:
            import bz2

            self._start = bz2.BZ2Decompressor
            self._error = OSError
        else:
            import lzma

            self._start = lambda: lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_XZ_MEMORY)
            self._error = lzma.LZMAError

    def read(self, size: int) -> bytes:
        """Return some bytes of the content, none at its end."""
        while (engine := self._engine or self._next_member()) is not None:
            piece = self._input[:1] if self._is_careful else self._input
            spare = None if self._is_careful else self._spare(engine)
            try:
                data = engine.decompress(piece, size)
            except self._error as error:
                if spare is None:
                    raise damaged(self._kind, error, self._offset) from error
                # What could be unpacked of this piece went with the fault: once more, byte by byte.
                self._engine, self._is_careful = spare, True
                continue
            rest = self._input[len(piece) :]
            if engine.eof:
                self._input, self._engine = engine.unused_data + rest, None
            else:
                # lzma keeps what it has not used; zlib gives it back.
                self._input = getattr(engine, "unconsumed_tail", b"") + rest
            if data:
                return data
            if self._engine is not None and not self._input and not self._fill():
                raise cut_short(self._kind, self._taken)
        return b""

    @staticmethod
    def _spare(engine: _Engine) -> _Engine | None:
        """Return a copy of what unpacks, where there can be one: zlib has copies, lzma has not."""
        copy: Callable[[], _Engine] | None = getattr(engine, "copy", None)
        return None if copy is None else copy()

    @property
    def _offset(self) -> int:
        return self._taken - len(self._input)

    def _fill(self) -> bool:
        self._check()
        data = read_some(self._source, _PIECE)
        self._input += data
        self._taken += len(data)
        return bool(data)

    def _next_member(self) -> _Engine | None:
        """Come to the next member and return what unpacks it, `None` at the end of the file."""
        is_first = not self._taken
        while not self._input and self._fill():
            self._input = self._input.lstrip(b"\0")
        self._input = self._input.lstrip(b"\0")
        while len(self._input) < len(self._magic) and self._fill():
            pass
        if not self._input and not is_first:
            return None
        if not self._input.startswith(self._magic):
            if self._magic.startswith(self._input):
                raise cut_short(self._kind, self._taken)
            why = "what follows its end does not belong to it"
            raise damaged(self._kind, why, self._offset)
        self._engine = self._start()
        return self._engine


def read_some(source: BinaryIO, count: int) -> bytes:
    """Read at most `count` bytes, from a pipe those that are there; none at the end.

    `read` of a buffered pipe waits until all bytes have come, and nobody could look at the clock.
    """
    read: Callable[[int], bytes | None] = getattr(source, "read1", source.read)
    return read(count) or b""


def members_of(source: BinaryIO, compression: Compression, check: Callable[[], None]) -> Content:
    """Return the content of a gzip, bzip2 or xz file.

    Args:
        source: positioned at the start of the compressed data.
        compression: `GZIP`, `BZIP2` or `XZ`.
        check: called before each piece, to end a reading that takes too long.

    Raises:
        ContentError: this Python cannot unpack it (`CORE043`).
    """
    try:
        return _Members(source, compression, check)
    except ImportError as error:
        raise locked(compression.value, f"this Python was built without it ({error})") from error


def check_not_nested(head: bytes, kind: Compression) -> None:
    """Refuse content that is packed once more.

    Raises:
        ContentError: it is compressed again, or an archive (`CORE043`).
    """
    inner = compression_of(head, None)
    if inner is not None:
        raise locked(kind.value, f"what is in it is packed once more, by {inner.value}")
    if is_tar(head, None):
        raise locked(kind.value, "what is in it is an archive of its own (tar)")


@contextlib.contextmanager
def compressing(
    sink: BinaryIO, compression: Compression, member: str = "boards"
) -> Iterator[BinaryIO]:
    """Open what compresses into a file; the same content gives the same bytes.

    Args:
        sink: where the compressed bytes go; stays open.
        compression: how.
        member: the name of the file in a zip.

    Raises:
        OSError: the disk refuses, or the content is too large for a zip file.
    """
    with contextlib.ExitStack() as stack:
        packer: object
        if compression is Compression.GZIP:
            import gzip

            packer = stack.enter_context(
                gzip.GzipFile(filename="", mode="wb", compresslevel=6, fileobj=sink, mtime=0)
            )
        elif compression is Compression.BZIP2:
            import bz2

            packer = stack.enter_context(bz2.BZ2File(sink, "wb"))
        elif compression is Compression.XZ:
            import lzma

            packer = stack.enter_context(lzma.LZMAFile(sink, "wb"))
        elif compression is Compression.TAR:
            msg = "what is in a tar file is read, not written"
            raise ValueError(msg)
        else:
            import zipfile

            stack.enter_context(_too_large())
            archive = stack.enter_context(zipfile.ZipFile(sink, "w"))
            packer = stack.enter_context(archive.open(_new_info(member), "w"))
        # Writers write line by line; compressors like larger pieces.
        buffered = io.BufferedWriter(cast("io.RawIOBase", packer), _PIECE)
        try:
            yield buffered
            buffered.flush()
        finally:
            _forget(buffered)


def _forget(buffered: io.BufferedIOBase) -> None:
    """Part a buffer from what it writes to, so that it does nothing when it is cleared away."""
    with contextlib.suppress(OSError, ValueError):
        buffered.detach()


def _new_info(name: str) -> ZipInfo:
    import zipfile

    info = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
    info.compress_type = zipfile.ZIP_DEFLATED
    info.create_system = 3  # the same bytes on Windows
    info.external_attr = 0o644 << 16
    return info


@contextlib.contextmanager
def _too_large() -> Iterator[None]:
    try:
        yield
    except RuntimeError as error:
        if "too large" not in str(error):
            raise
        raise OSError(errno.EFBIG, "more than 2 GiB; choose .gz or .xz") from error
