"""Archives: zip and tar files, and the files in them, opened by name.

A zip file has a table of contents. A tar file has a header before each file, so one pass over it
lists the files. Names in an archive are never used as paths. Entries that are not regular files
(links, devices) are reported and not followed.

Source: PKWARE's APPNOTE (zip), POSIX.1-2001 pax, with the extensions of GNU (tar).
"""

from __future__ import annotations

import abc
import contextlib
import errno
import os
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from typing import IO, TYPE_CHECKING, BinaryIO, Final, NamedTuple, cast

from overtrick.disk.compression import (
    PIECE_BYTES,
    Compression,
    ContentError,
    cut_short,
    damaged,
    locked,
)

if TYPE_CHECKING:
    import tarfile

MAX_FILES: Final = 1_000_000
"""The maximum number of files in a tar file; more are reported, and the rest is not read."""

_NAMES_SHOWN: Final = 10
_ZIP_METHODS: Final = {9: "deflate64", 12: "bzip2", 14: "lzma", 93: "zstd", 95: "xz"}
_BLOCK: Final = 512  # the block size of tar files, in bytes
_MAX_HEADER: Final = 1 << 20  # ample for a long name; a header is read into memory


class Member(NamedTuple):
    """A file in an archive.

    Attributes:
        name: its name there, with `/`.
        size: how many bytes it has, unpacked.
        packed: how many bytes it takes in the archive.
        place: where in a tar file it begins.
        why: why it cannot be read, empty where it can.
    """

    name: str
    size: int
    packed: int
    place: int = 0
    why: str = ""


_DOCUMENTS: Final = (
    ("word/", "a Word document (.docx)"),
    ("xl/", "an Excel workbook (.xlsx)"),
    ("ppt/", "a PowerPoint presentation (.pptx)"),
    ("META-INF/", "an OpenDocument file (.odt, .ods) or a book (.epub)"),
)
"""What a name in an archive that is one document begins with."""


class Archive(abc.ABC):
    """An open archive.

    Attributes:
        kind: what it is.
        files: what it holds, folders and the resource forks of macOS apart, in its order.
        damage: why the list of files may be incomplete, `None` for a sound archive.
    """

    kind: Compression

    def __init__(self, files: tuple[Member, ...], damage: ContentError | None = None) -> None:
        self.files = files
        self.damage = damage
        self._by_name = {member.name: member for member in files}

    @property
    def document(self) -> str:
        """What it is where its files are the parts of one document; empty elsewhere."""
        if not {"[Content_Types].xml", "mimetype"} & self._by_name.keys():
            return ""
        for beginning, what in _DOCUMENTS:
            if any(name.startswith(beginning) for name in self._by_name):
                return what
        return ""

    def only(self) -> Member:
        """Return the one file in it.

        Raises:
            ContentError: there are several (`CORE042`), or there is none (`CORE043`); it is a
                document (`CORE044`); or the archive is damaged.
        """
        if self.damage is not None:
            raise self.damage
        if self.document:
            raise ContentError("CORE044", what=self.document)
        if len(self.files) == 1:
            return self.files[0]
        if not self.files:
            raise locked(self.kind.value, "there is no file in it")
        names = [member.name for member in self.files[:_NAMES_SHOWN]]
        rest = len(self.files) - len(names)
        shown = ", ".join(names) + (f" and {rest} more" if rest else "")
        raise ContentError("CORE042", count=len(self.files), names=shown)

    def member(self, name: str) -> Member | None:
        """Return the file of a name, or `None`."""
        return self._by_name.get(name)

    @abc.abstractmethod
    def content(self, member: Member) -> Iterator[bytes]:
        """Return the content of one file from its start, in pieces of at most 64 KiB.

        Raises:
            ContentError: it cannot be unpacked (`CORE043`); the archive is damaged (`CORE040`).
                The pieces raise it too.
        """


class ZipArchive(Archive):
    """An open zip file.

    Attributes:
        zip: the standard library's object.
    """

    kind = Compression.ZIP

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self.zip = archive
        self._infos = {info.filename: info for info in archive.infolist() if _is_file(info)}
        super().__init__(
            tuple(
                Member(info.filename, info.file_size, info.compress_size)
                for info in self._infos.values()
            )
        )

    def content(self, member: Member) -> Iterator[bytes]:
        """Return the content of one file from its start, in pieces of at most 64 KiB.

        Raises:
            ContentError: it is encrypted, or compressed in a way that is not read (`CORE043`);
                the archive is damaged (`CORE040`).
        """
        return self._content(self._infos[member.name])

    def _content(self, info: zipfile.ZipInfo) -> Iterator[bytes]:

        if info.flag_bits & 0x1:
            raise locked("zip", f"{info.filename} needs a password")
        if info.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
            # zipfile unpacks lzma and bzip2 in pieces of unlimited size.
            method = _ZIP_METHODS.get(info.compress_type, f"number {info.compress_type}")
            raise locked("zip", f"{info.filename} is packed by the method {method}, not deflate")
        with _faults_of_zip():
            return _pieces_of_zip(self.zip.open(info))

    def copy_with(self, sink: BinaryIO, name: str, data: bytes) -> None:
        """Copy it with other content for one of its files; all else stays.

        Raises:
            ContentError: a file in it cannot be unpacked, so it cannot be copied.
        """
        with zipfile.ZipFile(sink, "w") as copy:
            copy.comment = self.zip.comment
            for info in self.zip.infolist():
                if info.is_dir():
                    copy.writestr(info, b"")
                elif info.filename == name:
                    copy.writestr(info, data)
                else:
                    content = self._content(info)
                    with copy.open(info, "w") as target:
                        target.writelines(content)


def _pieces_of_zip(file: IO[bytes]) -> Iterator[bytes]:
    # In small pieces, and never more than one at a time, however well it is packed.
    with file, _faults_of_zip():
        while piece := file.read(PIECE_BYTES):
            yield piece


@contextlib.contextmanager
def _faults_of_zip() -> Iterator[None]:
    """Turn what zipfile raises for a file that is damaged into a finding."""
    try:
        yield
    except EOFError as error:
        raise cut_short("zip") from error
    except (
        zipfile.BadZipFile, zlib.error, struct.error, ValueError, LookupError, OverflowError
    ) as error:  # fmt: skip
        raise damaged("zip", error) from error
    except (NotImplementedError, RuntimeError) as error:
        raise locked("zip", error) from error
    except OSError as error:
        # A place in the file that cannot be: zipfile goes there without a look.
        if error.errno != errno.EINVAL:
            raise
        raise damaged("zip", "it points outside of itself") from error


@contextlib.contextmanager
def open_zip(source: BinaryIO) -> Iterator[ZipArchive]:
    """Open a zip file that can seek.

    Raises:
        ContentError: it is damaged (`CORE040`) or cut short (`CORE041`).
    """
    with contextlib.ExitStack() as stack:
        with _faults_of_zip():
            source.seek(0)
            try:
                archive = stack.enter_context(zipfile.ZipFile(source))
            except zipfile.BadZipFile as error:
                if "not a zip file" not in str(error):
                    raise
                # The table of contents, which comes last, is missing.
                offset = source.seek(0, os.SEEK_END)
                raise cut_short("zip", offset) from error
        seen: set[str] = set()
        for info in archive.infolist():
            if _is_file(info) and info.filename in seen:
                raise damaged("zip", f"two files in it have the name {info.filename}")
            seen.add(info.filename)
        yield ZipArchive(archive)


def _is_file(info: zipfile.ZipInfo) -> bool:
    return not info.is_dir() and "__MACOSX" not in info.filename.split("/")


class TarArchive(Archive):
    """An open tar file. Where a name is in it twice, the later file is the one of that name.

    Args:
        source: the tar file, unpacked; it can seek.
        packed: the damage of what it was packed in, which ends it.
        check: called with each place that is come to.
    """

    kind = Compression.TAR

    def __init__(
        self, source: BinaryIO, packed: ContentError | None, check: Callable[[int], None]
    ) -> None:
        self._source = source
        self._packed = packed
        files, damage = _listed(source, check)
        super().__init__(files, packed or damage)

    def content(self, member: Member) -> Iterator[bytes]:
        """Return the content of one file from its start, in pieces of at most 64 KiB.

        Raises:
            ContentError: it is no plain file (`CORE043`). The pieces raise it where the file ends
                early (`CORE041`), or what it is packed in is damaged.
        """
        if member.why:
            raise locked("tar", f"{member.name} {member.why}")
        return self._pieces(member)

    def _pieces(self, member: Member) -> Iterator[bytes]:
        place, end = member.place, member.place + member.size
        while place < end:
            self._source.seek(place)
            data = self._source.read(min(PIECE_BYTES, end - place))
            if not data:
                raise self._packed or cut_short("tar", place)
            place += len(data)
            yield data


class _Headers:
    """Refuse headers that are too long: tarfile reads a header of any length into memory."""

    def __init__(self, source: BinaryIO) -> None:
        self._source = source
        self.tell = source.tell
        self.seek = source.seek

    def read(self, size: int) -> bytes:
        if not 0 <= size <= _MAX_HEADER:
            raise damaged("tar", f"a header of {size} bytes")
        return self._source.read(size)


def _listed(
    source: BinaryIO, check: Callable[[int], None]
) -> tuple[tuple[Member, ...], ContentError | None]:
    """Return the files of a tar file, and what ends it where that is not its end."""
    import tarfile  # few files are tar files, and every command would pay for it

    files: dict[str, Member] = {}
    place = 0
    source.seek(0)
    try:
        # Its `open` would read the first header too soon; names are text, whatever is in them.
        with tarfile.TarFile(
            fileobj=cast("BinaryIO", _Headers(source)), encoding="utf-8", errors="backslashreplace"
        ) as archive:
            while (info := archive.next()) is not None:
                # tarfile keeps all members: memory would grow with the number of files.
                archive.members = []  # type: ignore[attr-defined]  # missing in typeshed
                place = archive.offset
                check(info.offset)
                _check_header(info)
                if info.isdir() or (member := _member(info)) is None:
                    continue
                files.pop(member.name, None)
                files[member.name] = member
                if len(files) > MAX_FILES:
                    del files[member.name]
                    raise locked("tar", f"there are more than {MAX_FILES:,} files in it")
            _check_end(source, archive.offset)
    except ContentError as error:
        if error.offset is None:
            error.offset = place
        return tuple(files.values()), error
    except tarfile.ReadError as error:
        return tuple(files.values()), (
            cut_short("tar", place) if "end of data" in str(error) else damaged("tar", error, place)
        )
    except (
        tarfile.TarError, struct.error, ValueError, LookupError, OverflowError, EOFError,
        RecursionError,
    ) as error:  # fmt: skip
        return tuple(files.values()), damaged("tar", error, place)
    return tuple(files.values()), None


def _check_header(info: tarfile.TarInfo) -> None:
    """Refuse a file that would begin before its own header, or end before it begins."""
    if info.size < 0 or info.offset_data <= info.offset:
        raise damaged("tar", f"{info.name} has {info.size} bytes", info.offset)


def _check_end(source: BinaryIO, offset: int) -> None:
    """Check that a tar file ends with a block of zeros at an offset."""
    source.seek(offset)
    block = source.read(_BLOCK)
    if len(block) < _BLOCK:
        raise cut_short("tar", offset)
    if any(block):
        raise damaged("tar", "there is no header where one belongs", offset)


def _member(info: tarfile.TarInfo) -> Member | None:
    """Return the file of a header, `None` for one that macOS adds."""
    name = info.name
    while name.startswith("./"):
        name = name[2:].lstrip("/")
    parts = name.split("/")
    if parts[-1].startswith("._") or "__MACOSX" in parts:
        return None
    why = ""
    if not parts[-1]:
        why = "has no name"
    elif info.issym() or info.islnk():
        why = f"is a link to {info.linkname}"
    elif info.issparse():
        why = "is stored with holes (sparse)"
    elif not info.isreg():
        why = "is not a regular file"
    return Member(name or "?", info.size, info.size, info.offset_data, why)
