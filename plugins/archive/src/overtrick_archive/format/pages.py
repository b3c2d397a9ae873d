"""The declared sizes of a Parquet file's pages, checked before decompression.

Columns are stored in pages, each compressed separately after a header with its uncompressed length
and its number of values. A few bytes can claim to be gigabytes, and the file's metadata about a
page need not be true; but decompression never exceeds the size in the page's header.

The metadata is parsed here and not through pyarrow, which ends the process if some sums in the
data of a column do not agree.

Source: Apache Parquet format 2.x, `parquet.thrift` (FileMetaData, PageHeader); Apache Thrift's
compact protocol.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import Any, BinaryIO, Final

import attrs

MOST_BYTES: Final = 1 << 26
"""The maximum uncompressed bytes of a page; writers make pages of one mebibyte."""

MOST_VALUES: Final = 1 << 23
"""The maximum number of values in a page."""

_SHORT: Final = 1 << 10  # bytes: most headers have tens
_LONG: Final = 1 << 20  # some include minimum and maximum
_DEEPEST: Final = 16
_END: Final = 8  # bytes behind the table of contents: its length and the mark


class ClaimError(ValueError):
    """A page whose declared size exceeds the limit."""


@attrs.frozen
class Group:
    """A row group, from the file's metadata.

    Attributes:
        rows: how many rows it has.
        columns: where each of its columns begins and ends in the file.
    """

    rows: int
    columns: tuple[tuple[int, int], ...]


def groups_of(file: BinaryIO, size: int) -> list[Group]:
    """Return the row groups of a file.

    Args:
        file: the file.
        size: how many bytes it has.

    Raises:
        OSError: its table of contents is damaged, or has places outside the file.
    """
    file.seek(max(0, size - _END))
    length = int.from_bytes(file.read(4), "little")
    file.seek(max(0, size - _END - length))
    try:
        fields = _Compact(file.read(length)).struct()
        return [_group(group, size) for group in fields.get(4, ())]
    except (EOFError, LookupError, TypeError, ValueError, AttributeError) as error:
        raise _damaged() from error


def _group(fields: dict[int, Any], size: int) -> Group:
    columns = []
    for chunk in fields[1]:
        column = chunk[3]
        start = min(column[9], column.get(11, column[9]))
        # Some writers state a nonexistent dictionary at the file's first byte.
        start = start if start > 0 else column[9]
        end = start + column[7]
        if not 0 <= start <= end <= size:
            msg = "a column stands outside of the file"
            raise OSError(msg)
        columns.append((start, end))
    return Group(rows=max(0, int(fields[3])), columns=tuple(columns))


def look_at_pages(file: BinaryIO, columns: Iterable[tuple[int, int]]) -> tuple[int, int]:
    """Return the start of the columns, and the total uncompressed bytes of their pages.

    Args:
        file: the file.
        columns: where the columns of a row group begin and end.

    Raises:
        ClaimError: a page claims too much.
        OSError: a header is damaged.
    """
    starts = []
    total = 0
    for start, end in columns:
        starts.append(start)
        total += _unpacked(file, start, end)
    return min(starts, default=0), total


# The fields of a page's header: its lengths, and the headers of the kinds of pages in it.
_UNPACKED, _PACKED, _VALUES = 2, 3, 1
_PAGES: Final = (5, 7, 8)


def _unpacked(file: BinaryIO, start: int, end: int) -> int:
    """Return the declared uncompressed bytes of the pages between two places."""
    total = 0
    at = start
    while at < end:
        header, length = _header(file, at, end)
        try:
            unpacked, packed = int(header[_UNPACKED]), int(header[_PACKED])
            values = max(int(header[page][_VALUES]) for page in _PAGES if page in header)
        except (LookupError, TypeError, ValueError) as error:
            raise _damaged() from error
        if unpacked > MOST_BYTES or values > MOST_VALUES:
            msg = f"a page of {unpacked:,} bytes and {values:,} values, unpacked"
            raise ClaimError(msg)
        if unpacked < 0 or packed < 0 or values < 0 or at + length + packed > end:
            raise _damaged()
        total += unpacked
        at += length + packed
    return total


def _header(file: BinaryIO, at: int, end: int) -> tuple[dict[int, Any], int]:
    """Return the header at a place, and its length."""
    for most in (_SHORT, _LONG):
        file.seek(at)
        compact = _Compact(file.read(min(most, end - at)))
        try:
            header = compact.struct()
        except EOFError:
            continue
        return header, compact.position
    raise _damaged()


# Kinds of fields.
_STOP, _TRUE, _FALSE, _BYTE, _I16, _I32, _I64, _DOUBLE, _BINARY, _LIST, _SET, _MAP, _STRUCT = range(
    13
)


class _Compact:
    """A reader of Thrift's compact protocol: a struct becomes its fields by number."""

    def __init__(self, data: bytes) -> None:
        self._data = io.BytesIO(data)

    @property
    def position(self) -> int:
        """The number of bytes read."""
        return self._data.tell()

    def struct(self, depth: int = 0) -> dict[int, Any]:
        """Return the next struct.

        Raises:
            OSError: it is damaged.
            EOFError: it is longer than the bytes.
        """
        if depth > _DEEPEST:
            raise _damaged()
        found: dict[int, Any] = {}
        field = 0
        while True:
            byte = self._byte()
            kind = byte & 15
            if kind == _STOP:
                return found
            field = field + (byte >> 4) if byte >> 4 else self._integer()
            # A boolean is stored in the field's header.
            found[field] = kind == _TRUE if kind in (_TRUE, _FALSE) else self._value(kind, depth)

    def _value(self, kind: int, depth: int) -> Any:  # noqa: ANN401  # what there is
        if kind in (_I16, _I32, _I64):
            return self._integer()
        if kind == _BINARY:
            return self._bytes(self._varint())
        if kind == _STRUCT:
            return self.struct(depth + 1)
        if kind in (_LIST, _SET):
            head = self._byte()
            count = self._varint() if head >> 4 == 15 else head >> 4
            if count > _LONG:
                raise _damaged()
            return [self._value(head & 15, depth + 1) for _ in range(count)]
        if kind in (_TRUE, _FALSE, _BYTE):
            return self._byte()
        if kind == _DOUBLE:
            return self._bytes(8)
        # Nothing in Parquet is a map.
        raise _damaged()

    def _byte(self) -> int:
        found = self._data.read(1)
        if not found:
            raise EOFError
        return found[0]

    def _bytes(self, count: int) -> bytes:
        if count > 1 << 31:
            raise _damaged()
        found = self._data.read(count)
        if len(found) != count:
            raise EOFError
        return found

    def _varint(self) -> int:
        value = 0
        for shift in range(0, 70, 7):
            byte = self._byte()
            value |= (byte & 127) << shift
            if byte < 128:
                return value
        raise _damaged()

    def _integer(self) -> int:
        value = self._varint()
        return (value >> 1) ^ -(value & 1)


def _damaged() -> OSError:
    return OSError("a page's header or the table of contents is damaged")
