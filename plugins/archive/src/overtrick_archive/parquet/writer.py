"""Writes boards as one Parquet file: the same boards are the same bytes."""

from __future__ import annotations

import io
import itertools
import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, BinaryIO, Final

import pyarrow as pa
import pyarrow.parquet as pq

from overtrick.files.scanning import Batch
from overtrick.model.board import Board, Extras
from overtrick.tools.board_json import extras_to_dict
from overtrick_archive.parquet.schema import HEADER, SCHEMA
from overtrick_archive.rows import READ
from overtrick_archive.tables import ROW_GROUP, boards_of

if TYPE_CHECKING:
    from overtrick.framework.contexts import WriteContext

_SOME: Final = 1024  # so many boards are turned into rows at a time


def write_parquet(boards: Iterable[Board], sink: BinaryIO, ctx: WriteContext) -> None:
    """Write row groups of `ROW_GROUP` boards, and what the header says beside the columns."""
    # The text of the file that the boards came from, kept by some formats, is not what it says.
    header = {key: value for key, value in ctx.header.items() if not key.endswith(":source")}
    schema = SCHEMA
    if header:
        schema = schema.with_metadata({HEADER: json.dumps(extras_to_dict(Extras(header)))})
    with pq.ParquetWriter(
        _Sink(sink), schema, compression="zstd", write_page_checksum=True
    ) as writer:
        waiting = iter(boards)
        while True:
            tables = list(map(_rows, _batches(waiting)))
            if not tables:
                return
            # Whole columns: how the rows came together must not be seen in the bytes.
            rows = pa.concat_tables(tables).combine_chunks()
            writer.write_table(rows.replace_schema_metadata(schema.metadata), ROW_GROUP)


def _batches(boards: Iterable[Board]) -> Iterable[list[Board]]:
    for _ in range(ROW_GROUP // _SOME):
        some = list(itertools.islice(boards, _SOME))
        if not some:
            return
        yield some


def _rows(boards: list[Board]) -> pa.Table:
    values = tuple([column.of(board) for board in boards] for column in READ)
    return boards_of(Batch(READ, values), "", 0).select(SCHEMA.names)


class _Sink(io.RawIOBase):
    """What is written to, which a pipe can be: it is neither asked where it stands nor closed."""

    def __init__(self, sink: BinaryIO) -> None:
        super().__init__()
        self._sink = sink
        self._position = 0

    def writable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._position

    def write(self, data: bytes) -> int:  # type: ignore[override]  # what Arrow gives is bytes
        self._sink.write(data)
        self._position += len(data)
        return len(data)
