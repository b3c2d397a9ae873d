"""Write boards as a table, in batches of some thousand rows.

The columns are those of an archive's table `boards`, so the same queries work on both. Nothing of a
board is lost: values without a column are in `rest`. The source's header is in the table's
metadata.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, BinaryIO, Final

import pyarrow as pa
import pyarrow.parquet as pq

from overtrick import Batch, Board, Cell, Extras
from overtrick.plugin import extras_to_dict
from overtrick_archive.rows import READ
from overtrick_archive.tables import BOARDS, SCHEMAS, boards_of

if TYPE_CHECKING:
    from overtrick.plugin import WriteContext

HEADER: Final = b"overtrick:header"
"""The key of the table's metadata for the header of the boards, as JSON."""

ROWS: Final = 4096
"""The number of rows in a group, buffered in memory."""

_OF_A_FILE: Final = frozenset({"line", "offset"})  # places in another file


def write_parquet(boards: Iterable[Board], sink: BinaryIO, ctx: WriteContext) -> None:
    """Write a row for each board."""
    schema = SCHEMAS[BOARDS]
    header = _header(ctx.header)
    if header:
        schema = schema.with_metadata({HEADER: json.dumps(header).encode()})
    out = _Sink(sink)
    try:
        with pq.ParquetWriter(
            pa.PythonFile(out, mode="w"), schema, compression="zstd", write_page_checksum=True
        ) as writer:
            for table in _tables(boards):
                writer.write_table(table.replace_schema_metadata(schema.metadata), ROWS)
    finally:
        # A writer that something else has ended must not go on when it is thrown away.
        out.is_open = False


def _header(header: Extras) -> dict[str, object]:
    # The source text of boards, kept by some formats, is not part of the content.
    kept = {key: value for key, value in header.items() if not key.endswith(":source")}
    return dict(extras_to_dict(Extras(kept)))


def _tables(boards: Iterable[Board]) -> Iterator[pa.Table]:
    place = 0
    rows = iter(boards)
    while values := _columns(itertools.islice(rows, ROWS)):
        yield boards_of(Batch(READ, values), None, place)
        place += len(values[0])


def _columns(boards: Iterator[Board]) -> tuple[list[Cell], ...]:
    """Return the columns of some boards; none where there are no more boards."""
    makers = [None if column.name in _OF_A_FILE else column.of for column in READ]
    found: tuple[list[Cell], ...] = tuple([] for _ in makers)
    is_any = False
    for board in boards:
        is_any = True
        for values, of in zip(found, makers, strict=True):
            values.append(None if of is None else of(board))
    return found if is_any else ()


class _Sink:
    """The output file in the form for pyarrow: it reports its position, and is not closed."""

    def __init__(self, sink: BinaryIO) -> None:
        self._sink = sink
        self._position = 0
        self.is_open = True

    def write(self, data: bytes | memoryview) -> int:
        if self.is_open:
            # A copy: what pyarrow lends is its own again when this returns.
            self._sink.write(bytes(data))
        count = len(data)
        self._position += count
        return count

    def tell(self) -> int:
        return self._position

    def flush(self) -> None:
        pass

    def close(self) -> None:
        pass

    @property
    def closed(self) -> bool:
        return False
