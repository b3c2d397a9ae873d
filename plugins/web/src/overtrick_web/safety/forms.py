"""Forms with files, parsed in pieces: no file is held in memory, and none gets a file of its own.

All files of a form lie one behind the other in one temporary file of the data folder, which is gone
when the form is done with. Numbers and lengths of what a form may have are bounded.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final

import anyio.to_thread
import attrs
from python_multipart.exceptions import FormParserError
from python_multipart.multipart import MultipartParser, parse_options_header

from overtrick_web.errors import RefusedError

if TYPE_CHECKING:
    from starlette.requests import Request
    from typing_extensions import Buffer

_HELD: Final = 256 << 10
_LONGEST_BOUNDARY: Final = 200
_LONGEST_HEADERS: Final = 16 << 10  # of one part; a name with all its folders is far shorter


@attrs.frozen(kw_only=True)
class FormBounds:
    """The limits of a form.

    Attributes:
        files: how many files.
        fields: how many other fields.
        field: how long the others are, together, in bytes.
    """

    files: int = 2000
    fields: int = 200
    field: int = 1 << 20


@attrs.frozen
class UploadedFile:
    """An uploaded file; open as long as the form is.

    Attributes:
        field: the name of the field.
        name: the name that the browser gave it, with the folders before it; as it came.
        file: its bytes.
        size: how many bytes.
    """

    field: str
    name: str
    file: io.BufferedReader
    size: int


@attrs.frozen
class SubmittedForm:
    """A submitted form.

    Attributes:
        fields: name and value of each field that is no file, in their order.
        files: the files, in their order; a field in which none was chosen is none.
    """

    fields: tuple[tuple[str, str], ...]
    files: tuple[UploadedFile, ...]

    def value(self, name: str, otherwise: str = "") -> str:
        """Return the first value of a field."""
        return next((value for field, value in self.fields if field == name), otherwise)


@contextlib.asynccontextmanager
async def sent_form(
    request: Request, folder: Path, bounds: FormBounds | None = None
) -> AsyncIterator[SubmittedForm]:
    """Parse a form with files.

    Args:
        request: the request; its body is `multipart/form-data`.
        folder: the data folder.
        bounds: what the form may have.

    Raises:
        RefusedError: it is no such form, or has more than it may.
        OSError: a full disk, for example.
    """
    incoming = folder / "incoming"
    incoming.mkdir(mode=0o700, exist_ok=True)
    with tempfile.TemporaryFile(dir=incoming) as spool:
        reading = _Reading(spool, bounds or FormBounds())
        try:
            parser = MultipartParser(
                _boundary(request),
                {
                    "on_part_begin": reading.begin,
                    "on_header_field": reading.header_name,
                    "on_header_value": reading.header_value,
                    "on_header_end": reading.header_end,
                    "on_headers_finished": reading.headers_end,
                    "on_part_data": reading.data,
                    "on_part_end": reading.end,
                },
            )
            async for piece in request.stream():
                parser.write(piece)
                if reading.held > _HELD:
                    await anyio.to_thread.run_sync(reading.flush)
            parser.finalize()
        except FormParserError as error:
            raise _broken() from error
        if not reading.is_complete:
            raise _broken()
        await anyio.to_thread.run_sync(reading.flush)
        yield SubmittedForm(tuple(reading.fields), tuple(reading.files()))


def _broken() -> RefusedError:
    return RefusedError("what came is no form, or not a whole one: choose the files once more")


def _boundary(request: Request) -> bytes:
    kind, options = parse_options_header(request.headers.get("content-type", ""))
    boundary = options.get(b"boundary", b"")
    if kind != b"multipart/form-data" or not 0 < len(boundary) <= _LONGEST_BOUNDARY:
        raise _broken()
    return boundary


class _Reading:
    """The state of a form parser."""

    def __init__(self, spool: IO[bytes], bounds: FormBounds) -> None:
        self.fields: list[tuple[str, str]] = []
        self.held = 0
        self.is_complete = True
        self._spool = spool
        self._bounds = bounds
        self._found: list[tuple[str, str, int, int]] = []
        self._pieces: list[bytes] = []
        self._end = 0
        self._fields_size = 0
        self._forget()

    def _forget(self) -> None:
        self._headers: dict[bytes, bytes] = {}
        self._headers_size = 0
        self._header = [b"", b""]
        self._field = ""
        self._name: str | None = None
        self._value = bytearray()
        self._start = self._end

    def begin(self) -> None:
        """Begin a part."""
        self._forget()
        self.is_complete = False

    def header_name(self, data: bytes, start: int, end: int) -> None:
        """Take a piece of a header's name."""
        self._add_header(0, data[start:end])

    def header_value(self, data: bytes, start: int, end: int) -> None:
        """Take a piece of a header's value."""
        self._add_header(1, data[start:end])

    def _add_header(self, place: int, piece: bytes) -> None:
        self._headers_size += len(piece)
        if self._headers_size > _LONGEST_HEADERS:
            raise RefusedError("the name of a file is too long")
        self._header[place] += piece

    def header_end(self) -> None:
        """Keep a header."""
        self._headers[self._header[0].lower()] = self._header[1]
        self._header = [b"", b""]

    def headers_end(self) -> None:
        """Start the part by its headers."""
        _, options = parse_options_header(self._headers.get(b"content-disposition", b""))
        if b"name" not in options:
            raise _broken()
        self._field = _text(options[b"name"])
        if b"filename" in options:
            self._name = _text(options[b"filename"])
            if len(self._found) >= self._bounds.files:
                msg = f"more than {self._bounds.files} files at once: drop fewer, or a zip of them"
                raise RefusedError(msg)
        elif len(self.fields) >= self._bounds.fields:
            raise RefusedError("the form has too many fields")

    def data(self, data: bytes, start: int, end: int) -> None:
        """Append a piece of a part."""
        piece = data[start:end]
        if self._name is not None:
            self._pieces.append(piece)
            self.held += len(piece)
            self._end += len(piece)
            return
        self._fields_size += len(piece)
        if self._fields_size > self._bounds.field:
            raise RefusedError("what was filled in is too long")
        self._value += piece

    def end(self) -> None:
        """Finish a part."""
        self.is_complete = True
        if self._name is None:
            self.fields.append((self._field, _text(bytes(self._value))))
        elif self._name or self._end > self._start:
            self._found.append((self._field, self._name, self._start, self._end))

    def flush(self) -> None:
        """Write the buffered data."""
        pieces, self._pieces, self.held = self._pieces, [], 0
        self._spool.writelines(pieces)

    def files(self) -> list[UploadedFile]:
        """Return the files, once everything is written."""
        self._spool.flush()
        return [
            UploadedFile(
                field,
                name,
                io.BufferedReader(_Window(self._spool.fileno(), start, end)),
                end - start,
            )
            for field, name, start, end in self._found
        ]


class _Window(io.RawIOBase):
    """A section of a file, as a file object of its own."""

    def __init__(self, descriptor: int, start: int, end: int) -> None:
        super().__init__()
        self._descriptor = descriptor
        self._start = start
        self._length = end - start
        self._position = 0

    def readable(self) -> bool:
        """Return `True`."""
        return True

    def seekable(self) -> bool:
        """Return `True`."""
        return True

    def tell(self) -> int:
        """Return the current position."""
        return self._position

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        """Move to a position."""
        begin = {os.SEEK_SET: 0, os.SEEK_CUR: self._position, os.SEEK_END: self._length}[whence]
        self._position = max(0, begin + offset)
        return self._position

    def readinto(self, buffer: Buffer) -> int:
        """Read the next bytes."""
        view = memoryview(buffer).cast("B")
        room = max(0, min(len(view), self._length - self._position))
        data = _read_at(self._descriptor, room, self._start + self._position)
        view[: len(data)] = data
        self._position += len(data)
        return len(data)


def _read_at(descriptor: int, size: int, place: int) -> bytes:
    if sys.platform == "win32":
        os.lseek(descriptor, place, os.SEEK_SET)
        return os.read(descriptor, size)
    return os.pread(descriptor, size, place)


def _text(data: bytes) -> str:
    """Decode a text of a form; browsers send UTF-8, with quotes and line ends escaped in names."""
    return data.decode("utf-8", "replace")
