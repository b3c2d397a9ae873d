"""What the pages of a Parquet file claim, looked at before anything of them is unpacked.

Columns stand in a file in pages, each packed by itself behind a header that says how long it is
unpacked and how many values it holds. A few bytes can claim to be gigabytes, and what the table of
contents says of a page need not be true; but nothing is unpacked that its header does not claim.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import TYPE_CHECKING, BinaryIO, Final

if TYPE_CHECKING:
    import pyarrow.parquet as pq

MOST_BYTES: Final = 1 << 26
"""So many bytes a page has unpacked at the most; writers make pages of one mebibyte."""

MOST_VALUES: Final = 1 << 23
"""So many values a page has at the most."""

_SHORT: Final = 1 << 10  # bytes: most headers have tens
_LONG: Final = 1 << 20  # some tell the least and the greatest value, as long as they are
_DEEPEST: Final = 16


class ClaimError(ValueError):
    """A page claims more than is unpacked."""


def look_at_pages(
    file: BinaryIO, size: int, chunks: Iterable[pq.ColumnChunkMetaData]
) -> tuple[int, int]:
    """Return where columns begin, and how many bytes their pages have together, unpacked.

    Args:
        file: the file.
        size: how many bytes it has.
        chunks: what the table of contents says of the columns of a row group.

    Raises:
        ClaimError: a page claims too much.
        OSError: a header is damaged.
    """
    starts = []
    total = 0
    for chunk in chunks:
        start = chunk.data_page_offset
        if chunk.has_dictionary_page and chunk.dictionary_page_offset is not None:
            start = min(start, chunk.dictionary_page_offset)
        end = start + chunk.total_compressed_size
        if not 0 <= start <= end <= size:
            msg = f"the column {chunk.path_in_schema} stands outside of the file"
            raise OSError(msg)
        starts.append(start)
        total += _unpacked(file, start, end)
    return min(starts, default=0), total


def _unpacked(file: BinaryIO, start: int, end: int) -> int:
    """Return how many bytes the pages between two places claim to have, unpacked."""
    total = 0
    at = start
    while at < end:
        header = _header(file, at, end)
        if header.unpacked > MOST_BYTES or header.values > MOST_VALUES:
            msg = f"a page of {header.unpacked:,} bytes and {header.values:,} values, unpacked"
            raise ClaimError(msg)
        if header.unpacked < 0 or header.packed < 0 or header.values < 0:
            raise _damaged()
        total += header.unpacked
        at += header.length + header.packed
    return total


def _header(file: BinaryIO, at: int, end: int) -> _Header:
    """Read the header at a place."""
    for most in (_SHORT, _LONG):
        file.seek(at)
        header = _Header(file.read(min(most, end - at)))
        try:
            header.read()
        except EOFError:
            continue
        return header
    raise _damaged()


# Kinds of fields in Thrift's compact protocol.
_STOP, _TRUE, _FALSE, _BYTE, _I16, _I32, _I64, _DOUBLE, _BINARY, _LIST, _SET, _MAP, _STRUCT = range(
    13
)

# The fields of a page's header: its lengths, and the headers of the kinds of pages in it.
_UNPACKED, _PACKED = 2, 3
_PAGES: Final = frozenset({5, 7, 8})
_VALUES: Final = 1


class _Header:
    """The header of a page, in Thrift's compact protocol.

    Source: Apache Parquet format 2.x, `parquet.thrift` (PageHeader); Thrift compact protocol.
    """

    def __init__(self, data: bytes) -> None:
        self._data = io.BytesIO(data)
        self.unpacked = -1
        self.packed = -1
        self.values = 0

    @property
    def length(self) -> int:
        """How many bytes it has."""
        return self._data.tell()

    def read(self) -> None:
        """Read it.

        Raises:
            OSError: it is damaged.
            EOFError: it is longer than its bytes.
        """
        self._struct(0, in_page=False)

    def _struct(self, depth: int, *, in_page: bool) -> None:
        if depth > _DEEPEST:
            raise _damaged()
        field = 0
        while True:
            byte = self._byte()
            kind = byte & 15
            if kind == _STOP:
                return
            field = field + (byte >> 4) if byte >> 4 else self._integer()
            if kind == _I32:
                self._take(field, self._integer(), depth, in_page=in_page)
            elif kind == _STRUCT:
                self._struct(depth + 1, in_page=not depth and field in _PAGES)
            else:
                self._skip(kind, depth)

    def _take(self, field: int, value: int, depth: int, *, in_page: bool) -> None:
        if in_page and field == _VALUES:
            self.values = value
        elif not depth and field == _UNPACKED:
            self.unpacked = value
        elif not depth and field == _PACKED:
            self.packed = value

    def _skip(self, kind: int, depth: int) -> None:
        if kind in (_TRUE, _FALSE):
            return
        if kind == _BYTE:
            self._byte()
        elif kind in (_I16, _I32, _I64):
            self._varint()
        elif kind == _DOUBLE:
            self._pass_over(8)
        elif kind == _BINARY:
            self._pass_over(self._varint())
        else:
            # No header has lists or maps.
            raise _damaged()

    def _byte(self) -> int:
        found = self._data.read(1)
        if not found:
            raise EOFError
        return found[0]

    def _pass_over(self, count: int) -> None:
        if count > _LONG:
            raise _damaged()
        if len(self._data.read(count)) != count:
            raise EOFError

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
    return OSError("a page's header is damaged")
