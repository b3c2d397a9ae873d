"""Compressed files: `.gz`, `.xz` and `.zip`, told by their first bytes, read and written through.

Nothing is held whole in memory: the content is unpacked as it is asked for, so a small file that
unpacks to a huge one costs no more than the caller's limits allow. What is damaged, cut short or
cannot be unpacked is a finding with a code and a place, never an exception of zlib's or zipfile's.

Source: RFC 1952 (gzip), the .xz file format 1.1.0, PKWARE's APPNOTE (zip).
"""

from __future__ import annotations

import contextlib
import enum
import errno
import io
import os
from collections.abc import Callable, Iterator
from typing import IO, TYPE_CHECKING, BinaryIO, Final, Protocol, cast

from overtrick.findings.codes import core_finding
from overtrick.findings.diagnostics import Diagnostic, Location
from overtrick.findings.errors import ParseError

if TYPE_CHECKING:
    from zipfile import ZipFile, ZipInfo

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
    """How a file is compressed."""

    GZIP = "gzip"
    XZ = "xz"
    ZIP = "zip"

    @property
    def suffix(self) -> str:
        """The suffix that such a file's name has after its own."""
        return _SUFFIXES[self]


_SUFFIXES: Final = {
    Compression.GZIP: ".gz",
    Compression.XZ: ".xz",
    Compression.ZIP: ".zip",
}
_BY_SUFFIX: Final = {suffix: compression for compression, suffix in _SUFFIXES.items()}
_ENDS: Final = tuple(_BY_SUFFIX)
COMPRESSED: Final = frozenset(_ENDS)
"""The suffixes of compressed files, in lower case."""

# The second of zip is an archive without any file.
_MAGIC: Final = (
    (b"\x1f\x8b", Compression.GZIP),
    (b"\xfd7zXZ\x00", Compression.XZ),
    (b"PK\x03\x04", Compression.ZIP),
    (b"PK\x05\x06", Compression.ZIP),
)
_MAGICS: Final = tuple(magic for magic, _ in _MAGIC)

_PIECE: Final = 1 << 16
_XZ_MEMORY: Final = 256 << 20  # four times what `xz -9` asks for; more is an attack or a mistake
_NAMES_SHOWN: Final = 10
_ZIP_METHODS: Final = {9: "deflate64", 12: "bzip2", 14: "lzma", 93: "zstd", 95: "xz"}


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


def _damaged(kind: str, why: object, offset: int | None = None) -> ContentError:
    return ContentError("CORE040", offset=offset, kind=kind, why=why)


def _locked(kind: str, why: object) -> ContentError:
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
    """The content of gzip members or xz streams that follow one another.

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
                    raise _damaged(self._kind, error, self._offset) from error
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
                raise ContentError("CORE041", offset=self._taken, kind=self._kind)
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
                raise ContentError("CORE041", offset=self._taken, kind=self._kind)
            why = "what follows its end does not belong to it"
            raise _damaged(self._kind, why, self._offset)
        self._engine = self._start()
        return self._engine


def read_some(source: BinaryIO, count: int) -> bytes:
    """Read at most `count` bytes, from a pipe those that are there; none at the end.

    `read` of a buffered pipe waits until all bytes have come, and nobody could look at the clock.
    """
    read: Callable[[int], bytes | None] = getattr(source, "read1", source.read)
    return read(count) or b""


def members_of(source: BinaryIO, compression: Compression, check: Callable[[], None]) -> Content:
    """Return the content of a gzip or xz file.

    Args:
        source: positioned at the start of the compressed data.
        compression: `GZIP` or `XZ`.
        check: called before each piece, to end a reading that takes too long.

    Raises:
        ContentError: this Python cannot unpack it (`CORE043`).
    """
    try:
        return _Members(source, compression, check)
    except ImportError as error:
        raise _locked(compression.value, f"this Python was built without it ({error})") from error


class Archive:
    """An open zip file.

    Attributes:
        zip: the standard library's object.
        files: what it holds, folders and the resource forks of macOS apart, in its order.
    """

    def __init__(self, archive: ZipFile, files: tuple[ZipInfo, ...]) -> None:
        self.zip = archive
        self.files = files

    def only(self) -> ZipInfo:
        """Return the one file in it.

        Raises:
            ContentError: there are several (`CORE042`), or there is none (`CORE043`).
        """
        if len(self.files) == 1:
            return self.files[0]
        if not self.files:
            raise _locked("zip", "there is no file in it")
        names = [info.filename for info in self.files[:_NAMES_SHOWN]]
        rest = len(self.files) - len(names)
        shown = ", ".join(names) + (f" and {rest} more" if rest else "")
        raise ContentError("CORE042", count=len(self.files), names=shown)

    def member(self, name: str) -> ZipInfo | None:
        """Return the file of a name, or `None`."""
        return next((info for info in self.files if info.filename == name), None)

    def content(self, info: ZipInfo) -> Content:
        """Return the content of one file.

        Raises:
            ContentError: it is encrypted, or compressed in a way that is not read (`CORE043`);
                the archive is damaged (`CORE040`).
        """
        import zipfile

        if info.flag_bits & 0x1:
            raise _locked("zip", f"{info.filename} needs a password")
        if info.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
            # lzma and bzip2 inside a zip unpack whole pieces, however large they become.
            method = _ZIP_METHODS.get(info.compress_type, f"number {info.compress_type}")
            raise _locked("zip", f"{info.filename} is packed by the method {method}, not deflate")
        with _faults_of_zip():
            return _ZipContent(self.zip.open(info))


class _ZipContent:
    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def read(self, size: int) -> bytes:
        with _faults_of_zip():
            # In small pieces, and never more than one at a time, however well it is packed.
            return self._file.read(size)


@contextlib.contextmanager
def _faults_of_zip() -> Iterator[None]:
    """Turn what zipfile raises for a file that is damaged into a finding."""
    import struct
    import zipfile
    import zlib

    try:
        yield
    except EOFError as error:
        raise ContentError("CORE041", kind="zip") from error
    except (
        zipfile.BadZipFile, zlib.error, struct.error, ValueError, LookupError, OverflowError
    ) as error:  # fmt: skip
        raise _damaged("zip", error) from error
    except (NotImplementedError, RuntimeError) as error:
        raise _locked("zip", error) from error
    except OSError as error:
        # A place in the file that cannot be: zipfile goes there without a look.
        if error.errno != errno.EINVAL:
            raise
        raise _damaged("zip", "it points outside of itself") from error


@contextlib.contextmanager
def open_archive(source: BinaryIO) -> Iterator[Archive]:
    """Open a zip file that can seek.

    Raises:
        ContentError: it is damaged (`CORE040`) or cut short (`CORE041`).
    """
    import zipfile

    with contextlib.ExitStack() as stack:
        with _faults_of_zip():
            source.seek(0)
            try:
                archive = stack.enter_context(zipfile.ZipFile(source))
            except zipfile.BadZipFile as error:
                if "not a zip file" not in str(error):
                    raise
                # It has no table of contents, which stands at the end.
                offset = source.seek(0, os.SEEK_END)
                raise ContentError("CORE041", offset=offset, kind="zip") from error
        files = tuple(info for info in archive.infolist() if _is_file(info))
        seen: set[str] = set()
        for info in files:
            if info.filename in seen:
                raise _damaged("zip", f"two files in it have the name {info.filename}")
            seen.add(info.filename)
        yield Archive(archive, files)


def _is_file(info: ZipInfo) -> bool:
    return not info.is_dir() and "__MACOSX" not in info.filename.split("/")


def check_not_nested(head: bytes, kind: Compression) -> None:
    """Refuse content that is packed once more.

    Raises:
        ContentError: it is compressed again, or an archive (`CORE043`).
    """
    inner = compression_of(head, None)
    if inner is not None:
        raise _locked(kind.value, f"what is in it is packed once more, by {inner.value}")
    if head[257:262] == b"ustar":
        raise _locked(kind.value, "what is in it is an archive of its own (tar)")


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
        elif compression is Compression.XZ:
            import lzma

            packer = stack.enter_context(lzma.LZMAFile(sink, "wb"))
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


def replace_member(source: BinaryIO, sink: BinaryIO, name: str, data: bytes) -> None:
    """Copy a zip file with other content for one of its files; all else stays.

    Raises:
        ContentError: a file in it cannot be unpacked, so it cannot be copied.
    """
    import zipfile

    with open_archive(source) as archive, zipfile.ZipFile(sink, "w") as copy:
        copy.comment = archive.zip.comment
        for info in archive.zip.infolist():
            if info.is_dir():
                copy.writestr(info, b"")
            elif info.filename == name:
                copy.writestr(info, data)
            else:
                content = archive.content(info)
                with copy.open(info, "w") as target:
                    while piece := content.read(_PIECE):
                        target.write(piece)
