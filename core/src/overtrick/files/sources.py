"""Opening what a caller wants to read: a path, a binary file, a pipe or bytes."""

from __future__ import annotations

import contextlib
import io
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

import attrs

from overtrick.files.detection import read_head, read_some

if TYPE_CHECKING:
    from typing_extensions import Buffer

ReadSource = str | os.PathLike[str] | bytes | BinaryIO
"""What can be read: a path, a file opened in binary mode, or the bytes themselves."""


@attrs.frozen(kw_only=True)
class OpenSource:
    """A source that has been opened and whose first bytes are known.

    Attributes:
        stream: positioned at the start of the data.
        head: the first bytes.
        path: the name for messages; `None` where there is none.
        size: the length in bytes, or `None` for a pipe.
    """

    stream: BinaryIO
    head: bytes
    path: str | None
    size: int | None


@contextlib.contextmanager
def open_source(
    source: ReadSource, check: Callable[[], None] | None = None
) -> Iterator[OpenSource]:
    """Open a source and read its first bytes; a file that the caller opened stays open.

    Args:
        source: a path, an open file or bytes.
        check: called while the first bytes are read, to end a reading that takes too long.

    Raises:
        FileNotFoundError: there is no such path; also the other `OSError`s of `open`.
        TypeError: a file opened in text mode.
    """
    if isinstance(source, (bytes, bytearray, memoryview)):
        data = bytes(source)
        yield OpenSource(stream=io.BytesIO(data), head=data[:4096], path=None, size=len(data))
    elif isinstance(source, (str, os.PathLike)):
        path = os.fspath(source)
        with Path(path).open("rb") as file:
            head = read_head(file, check)
            if file.seekable():
                size = os.fstat(file.fileno()).st_size
                file.seek(0)
                yield OpenSource(stream=file, head=head, path=path, size=size)
            else:
                yield OpenSource(stream=_after_head(head, file), head=head, path=path, size=None)
    else:
        if isinstance(cast("object", source), io.TextIOBase):
            msg = "open the file in binary mode ('rb'): its encoding is the format's business"
            raise TypeError(msg)
        name = getattr(source, "name", None)
        label = name if isinstance(name, str) else None
        head = read_head(source, check)
        yield OpenSource(stream=_after_head(head, source), head=head, path=label, size=None)


class _Chained(io.RawIOBase):
    """The first bytes that were read for sniffing, then the rest of the file."""

    def __init__(self, head: bytes, rest: BinaryIO) -> None:
        super().__init__()
        self._head = head
        self._rest = rest

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Buffer) -> int:
        view = memoryview(buffer).cast("B")
        data = self._head[: len(view)] or read_some(self._rest, len(view))
        self._head = self._head[len(view) :]
        view[: len(data)] = data
        return len(data)


def _after_head(head: bytes, rest: BinaryIO) -> BinaryIO:
    return io.BufferedReader(_Chained(head, rest))


class _Guarded(io.RawIOBase):
    """A file that asks before each read whether the caller's limits still allow it."""

    def __init__(self, source: BinaryIO, check: Callable[[int], None]) -> None:
        super().__init__()
        self._source = source
        self._check = check
        self._count = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Buffer) -> int:
        view = memoryview(buffer).cast("B")
        data = read_some(self._source, len(view))
        self._count += len(data)
        self._check(self._count)
        view[: len(data)] = data
        return len(data)


def guard(source: BinaryIO, check: Callable[[int], None]) -> BinaryIO:
    """Return the file with `check(bytes_read_so_far)` called after each read."""
    return io.BufferedReader(_Guarded(source, check))
