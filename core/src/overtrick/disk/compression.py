"""Read and write compressed files: `.gz`, `.bz2`, `.xz` and `.zip`, known by their first bytes.

The content is unpacked as it is read and never held in memory completely, so a small file that
unpacks to a huge one costs no more than the caller's limits allow. Content that is damaged, cut
short or cannot be unpacked is a finding with a code and a place, never an exception of zlib or
zipfile.

Source: RFC 1952 (gzip), bzip2 1.0.8, the .xz file format 1.1.0, PKWARE's APPNOTE (zip),
POSIX.1-2001 pax (tar).
"""

from __future__ import annotations

import contextlib
import enum
import errno
import io
import os
import zipfile
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, BinaryIO, Final, Protocol, cast

from overtrick.findings.codes import core_finding
from overtrick.findings.diagnostics import Diagnostic, Location
from overtrick.findings.errors import ParseError

if TYPE_CHECKING:
    from typing_extensions import Buffer

    class _Engine(Protocol):
        """What zlib's, bz2's and lzma's decompressors have in common."""

        @property
        def eof(self) -> bool: ...
        @property
        def unused_data(self) -> bytes: ...
        def decompress(self, data: bytes, max_length: int, /) -> bytes: ...


class Compression(enum.Enum):
    """The compression of a file; `TAR` is read and never written."""

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
# The header of a file in a tar has its length: none is written as boards come.
_BY_SUFFIX: Final = {
    suffix: compression
    for compression, suffix in _SUFFIXES.items()
    if compression is not Compression.TAR
}
# The second of zip is an archive without any file.
_MAGIC: Final = (
    (b"\x1f\x8b", Compression.GZIP),
    (b"BZh", Compression.BZIP2),
    (b"\xfd7zXZ\x00", Compression.XZ),
    (b"PK\x03\x04", Compression.ZIP),
    (b"PK\x05\x06", Compression.ZIP),
)
_MAGICS: Final = tuple(magic for magic, _ in _MAGIC)

PIECE_BYTES: Final = 1 << 16
"""How many bytes are read or unpacked at a time."""

_MAX_XZ_MEMORY: Final = 256 << 20  # four times what `xz -9` asks for; more is an attack
_TAR_HEADER: Final = 512
_TAR_SUM: Final = slice(148, 156)


def compression_of(head: bytes, path: str | None) -> Compression | None:
    """Return a file's compression by its first bytes, or by its suffix where it was cut short.

    Args:
        head: the first bytes, at least 512 of a file that long.
        path: the file's name.

    Example:
        >>> compression_of(b"[Event]", "club.pbn.gz") is None  # unpacked under its old name
        True
        >>> compression_of(b"PK", "club.zip"), compression_of(bytes(1024), "club.tar")
        (<Compression.ZIP: 'zip'>, <Compression.TAR: 'tar'>)
    """
    if head.startswith(_MAGICS):
        return next(compression for magic, compression in _MAGIC if head.startswith(magic))
    named = compression_for(path)
    if named is not None and any(
        magic.startswith(head) for magic, known in _MAGIC if known is named
    ):
        return named
    return Compression.TAR if is_tar(head, path) else None


def is_tar(head: bytes, path: str | None) -> bool:
    """Return whether a file is a tar: by the sum in its first header, its mark or its name.

    Args:
        head: the first bytes, at least 512 of a file that long.
        path: the file's name; by it an empty file is known.

    Example:
        >>> is_tar(bytes(1024), "club.tar"), is_tar(bytes(1024), "club.dup")
        (True, False)
    """
    stated = head[_TAR_SUM].strip(b" \0")
    # Most files end here: they have no number where the sum belongs.
    if stated.isdigit() and len(head) >= _TAR_HEADER and not stated.strip(b"01234567"):
        header = head[:_TAR_HEADER]
        # The sum counts its own eight bytes as blanks. The oldest files have no other mark.
        if int(stated, 8) == sum(header) - sum(header[_TAR_SUM]) + 8 * ord(" "):
            return True
    # Text may have the word at that place, but no zero behind it.
    if head.startswith((b"ustar\0", b"ustar  \0"), 257):
        return True
    # An empty one is zeros.
    if any(head[:1]) or path is None or archive_for(path) is not Compression.TAR:
        return False
    return not any(head[:_TAR_HEADER])


_TAR_NAMES: Final = (
    ".tar", ".tgz", ".tar.gz", ".tbz", ".tbz2", ".tar.bz2", ".txz", ".tar.xz",
)  # fmt: skip


def archive_for(path: str | os.PathLike[str]) -> Compression | None:
    """Return the kind of archive of a name's suffix, or `None`.

    Example:
        >>> archive_for("2024.tar.gz"), archive_for("club.pbn.gz")
        (<Compression.TAR: 'tar'>, None)
    """
    name = os.fspath(path).lower()
    if name.endswith(_TAR_NAMES):
        return Compression.TAR
    return Compression.ZIP if name.endswith(".zip") else None


def compression_for(path: str | os.PathLike[str] | None) -> Compression | None:
    """Return the compression of a target's suffix, or `None`.

    Example:
        >>> compression_for("evening.dlm.xz")
        <Compression.XZ: 'xz'>
    """
    return None if path is None else _BY_SUFFIX.get(os.path.splitext(path)[1].lower())


def unpacked_name(path: str | os.PathLike[str]) -> str:
    """Return a path without the suffix of a compression.

    Example:
        >>> unpacked_name("night/club.pbn.gz"), unpacked_name("club.pbn")
        ('night/club.pbn', 'club.pbn')
    """
    text = os.fspath(path)
    compression = compression_for(text)
    return text if compression is None else text[: -len(compression.suffix)]


def suffix_of(path: str | os.PathLike[str] | None) -> str:
    """Return a path's suffix in lower case with its dot, without that of a compression.

    Example:
        >>> suffix_of("night/CLUB.PBN"), suffix_of("club.pbn.gz"), suffix_of("club.gz")
        ('.pbn', '.pbn', '')
    """
    if path is None:
        return ""
    suffix = os.path.splitext(path)[1].lower()
    if suffix in _BY_SUFFIX:
        suffix = os.path.splitext(unpacked_name(path))[1].lower()
    return suffix


class ContentError(Exception):
    """Compressed data is damaged; the caller turns it into a finding with a place."""

    def __init__(self, code: str, *, offset: int | None = None, **values: object) -> None:
        super().__init__(code)
        self.code = code
        self.offset = offset
        self.values = values

    def diagnostic(self, path: str | None) -> Diagnostic:
        """Return the finding."""
        return core_finding(self.code, Location(path=path, offset=self.offset), **self.values)


def damaged(kind: str, why: object, offset: int | None = None) -> ContentError:
    """Return the error of packed data that is damaged."""
    return ContentError("CORE040", offset=offset, kind=kind, why=why)


def cut_short(kind: str, offset: int | None = None) -> ContentError:
    """Return the error of packed data that ends too early."""
    return ContentError("CORE041", offset=offset, kind=kind)


def locked(kind: str, why: object) -> ContentError:
    """Return the error of packed data that cannot be unpacked."""
    return ContentError("CORE043", kind=kind, why=why)


class Damage:
    """The damage of a compressed file, for its reader.

    Detection may find it in the first bytes, before there is a reader; `hand_to` passes earlier
    damage on to the reader.
    """

    def __init__(self) -> None:
        self.error: ContentError | None = None
        self.found: Diagnostic | None = None
        self._handler: Callable[[Diagnostic], None] | None = None

    def report(self, error: ContentError, path: str | None) -> None:
        """Report damage, once: a reader that goes back comes to it again."""
        if self.found is None:
            self.error, self.found = error, error.diagnostic(path)
            if self._handler is not None:
                self._handler(self.found)

    def hand_to(self, handler: Callable[[Diagnostic], None]) -> None:
        """Call a handler with damage, also with what was found before."""
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


class Taken(io.RawIOBase):
    """A file that is read, whatever its bytes come from."""

    def readable(self) -> bool:
        """Return that it can be read."""
        return True

    def readinto(self, buffer: Buffer) -> int:
        """Read the next bytes; none at the end."""
        view = memoryview(buffer).cast("B")
        data = self.take(len(view))
        view[: len(data)] = data
        return len(data)

    def take(self, size: int) -> bytes:
        """Return the next bytes, `size` at most."""
        raise NotImplementedError


class Unpacked(Taken):
    """The content of a compressed file; where it is damaged, it ends.

    Args:
        begin: returns the content from its start, in pieces; they may raise `ContentError`.
        damage: hears of damage.
        path: the file's name, for messages.
        can_seek: whether `begin` can be called again. To go back costs unpacking from the start.
    """

    def __init__(
        self,
        begin: Callable[[], Iterator[bytes]],
        damage: Damage,
        path: str | None,
        *,
        can_seek: bool,
    ) -> None:
        super().__init__()
        self._begin = begin
        self._damage = damage
        self._path = path
        self._can_seek = can_seek
        self._pieces = begin()
        self._piece = b""
        self._position = 0
        self._watch: Callable[[int], None] | None = None

    def watch(self, check: Callable[[int], None]) -> None:
        """Call `check(position)` also while bytes are passed over on the way to a place."""
        self._watch = check

    def seekable(self) -> bool:
        """Return whether it can go back."""
        return self._can_seek

    def tell(self) -> int:
        """Return the place in the content."""
        return self._position

    def take(self, size: int) -> bytes:
        """Unpack the next bytes; none at the end, or where the damage begins."""
        if not self._piece:
            try:
                self._piece = next(self._pieces, b"")
            except ContentError as error:
                self._damage.report(error, self._path)
        data, self._piece = self._piece[:size], self._piece[size:]
        self._position += len(data)
        return data

    def _pass_over(self, size: int) -> bool:
        data = self.take(size)
        if self._watch is not None:
            self._watch(self._position)
        return bool(data)

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        """Go to a place in the content, from the start again if it lies behind."""
        if not self._can_seek:
            msg = "what comes out of a compressed pipe cannot seek"
            raise io.UnsupportedOperation(msg)
        if whence == os.SEEK_END:
            while self._pass_over(PIECE_BYTES):
                pass
        wanted = offset + (0 if whence == os.SEEK_SET else self._position)
        if wanted < 0:
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        if wanted < self._position:
            self._pieces, self._piece, self._position = self._begin(), b"", 0
        while self._position < wanted and self._pass_over(
            min(PIECE_BYTES, wanted - self._position)
        ):
            pass
        return self._position


def read_some(source: BinaryIO, count: int) -> bytes:
    """Read at most `count` bytes, from a pipe those that are there; none at the end.

    `read` of a buffered pipe waits until all bytes have come, and no limit of time is checked.
    """
    read: Callable[[int], bytes | None] = getattr(source, "read1", source.read)
    return read(count) or b""


def members_of(
    source: BinaryIO, compression: Compression, check: Callable[[], None]
) -> Iterator[bytes]:
    """Yield the content of a gzip, bzip2 or xz file in pieces of at most 64 KiB.

    Members that follow one another are one content. Zeros behind a member pad the file out and
    mean nothing; anything else there is damage. The files of the modules `bz2` and `lzma` pass
    over it without a word, and read a file that was cut there as if it were complete: so their
    decompressors are called here.

    Args:
        source: positioned at the start of the compressed data.
        compression: `GZIP`, `BZIP2` or `XZ`.
        check: called before each piece, to end a reading that takes too long.

    Raises:
        ContentError: this Python cannot unpack it (`CORE043`). The pieces raise it where the
            file is damaged (`CORE040`) or cut short (`CORE041`).
    """
    try:
        return _Members(source, compression, check).pieces()
    except ImportError as missing:
        why = f"this Python was built without it ({missing})"
        raise locked(compression.value, why) from missing


def _engine(compression: Compression) -> tuple[Callable[[], _Engine], type[Exception]]:
    """Return what makes a decompressor, and what it raises for damaged data."""
    if compression is Compression.GZIP:
        import zlib

        return lambda: zlib.decompressobj(wbits=31), zlib.error
    if compression is Compression.BZIP2:
        import bz2

        return bz2.BZ2Decompressor, OSError
    import lzma

    return lambda: lzma.LZMADecompressor(lzma.FORMAT_XZ, _MAX_XZ_MEMORY), lzma.LZMAError


class _Members:
    """The members or streams of a file that follow one another."""

    def __init__(
        self, source: BinaryIO, compression: Compression, check: Callable[[], None]
    ) -> None:
        self._source = source
        self._kind = compression.value
        self._magic = next(magic for magic, known in _MAGIC if known is compression)
        self._check = check
        self._start, self._error = _engine(compression)
        self._data = b""  # read and not yet unpacked
        self._count = 0  # how much of the file has been read

    def pieces(self) -> Iterator[bytes]:
        self._fill()
        is_first = True
        while is_first or self._data:
            self._check_begin()
            is_first = False
            yield from self._member(self._start())
            self._data = self._data.lstrip(b"\0")
            while not self._data and self._fill():
                self._data = self._data.lstrip(b"\0")

    def _member(self, engine: _Engine) -> Iterator[bytes]:
        """Yield the content of one member."""
        while True:
            # What was unpacked of a piece is lost with the fault. zlib can go back, lzma cannot.
            copy: Callable[[], _Engine] | None = getattr(engine, "copy", None)
            spare = None if copy is None else copy()
            try:
                content = engine.decompress(self._data, PIECE_BYTES)
            except self._error as error:
                if spare is not None and (content := self._before_fault(spare)):
                    yield content
                raise damaged(self._kind, error, self._count - len(self._data)) from error
            if content:
                yield content
            if engine.eof:
                self._data = engine.unused_data
                return
            # lzma keeps what it has not used; zlib gives it back.
            self._data = getattr(engine, "unconsumed_tail", b"")
            if not content and not self._data and not self._fill():
                raise cut_short(self._kind, self._count)

    def _before_fault(self, engine: _Engine) -> bytes:
        """Return what can be unpacked of data with a fault, byte by byte, and come to its place."""
        pieces = []
        while not engine.eof:
            try:
                pieces.append(engine.decompress(self._data[:1], 0))
            except self._error:
                break
            self._data = self._data[1:]
        return b"".join(pieces)

    def _fill(self) -> bool:
        self._check()
        data = read_some(self._source, PIECE_BYTES)
        self._data += data
        self._count += len(data)
        return bool(data)

    def _check_begin(self) -> None:
        """Refuse what is not the beginning of a member."""
        while len(self._data) < len(self._magic) and self._fill():
            pass
        if self._data.startswith(self._magic):
            return
        if self._magic.startswith(self._data):
            raise cut_short(self._kind, self._count)
        why = "unexpected data after its end"
        raise damaged(self._kind, why, self._count - len(self._data))


def check_not_nested(head: bytes, kind: Compression) -> None:
    """Refuse content that is packed once more.

    Raises:
        ContentError: it is compressed again, or an archive (`CORE043`).
    """
    inner = compression_of(head, None)
    if inner is Compression.TAR:
        raise locked(kind.value, "what is in it is an archive of its own (tar)")
    if inner is not None:
        raise locked(kind.value, f"what is in it is packed once more, by {inner.value}")


@contextlib.contextmanager
def compressing(
    sink: BinaryIO, compression: Compression, member: str = "boards"
) -> Iterator[BinaryIO]:
    """Open a stream that compresses into a file; equal content gives equal bytes.

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
            stack.enter_context(_too_large())
            archive = stack.enter_context(zipfile.ZipFile(sink, "w"))
            packer = stack.enter_context(archive.open(_new_info(member), "w"))
        # Writers write line by line; compressors like larger pieces.
        buffered = io.BufferedWriter(cast("io.RawIOBase", packer), PIECE_BYTES)
        try:
            yield buffered
            buffered.flush()
        finally:
            _forget(buffered)


def _forget(buffered: io.BufferedIOBase) -> None:
    """Part a buffer from what it writes to, so that it does nothing when it is cleared away."""
    with contextlib.suppress(OSError, ValueError):
        buffered.detach()


def _new_info(name: str) -> zipfile.ZipInfo:
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
