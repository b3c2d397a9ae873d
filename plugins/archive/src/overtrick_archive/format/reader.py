"""Read tables of boards: overtrick's own losslessly, foreign ones as far as possible.

A table is read a row group after the other and in it some rows at a time, so that no more than
these are held. Whatever is wrong with a row leaves its neighbours intact; of a row group that is
damaged the others are read.

Source: Apache Parquet format 2.x; the columns are overtrick's own (see `overtrick.COLUMNS`).
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, BinaryIO, Final

import attrs
import pyarrow as pa
import pyarrow.parquet as pq

from overtrick import Board, FormatError, Location, ModelError, OvertrickError
from overtrick.plugin import extras_from_dict
from overtrick_archive.format.cells import (
    DEAL,
    HANDS,
    KNOWN,
    NEEDED,
    SEATS,
    WORDS,
    contradiction,
    drop_solved_tables,
    row_of,
)
from overtrick_archive.format.pages import ClaimError, Group, groups_of, look_at_pages
from overtrick_archive.format.source import in_any_order
from overtrick_archive.format.writer import HEADER
from overtrick_archive.rows import REST, board_of, boards_of_rows
from overtrick_archive.tables import BOARDS, FROM, SCHEMAS, YEAR

if TYPE_CHECKING:
    from overtrick.plugin import ReadContext

BATCH: Final = 1024
"""The number of rows turned into boards at a time."""

_SPARE_ROWS: Final = 100_000
"""The number of rows by which a table may exceed the bytes of its file."""

_BUFFER: Final = 1 << 16
_LONGEST: Final = 200  # characters of a library's message
_STRINGS: Final = 1 << 24  # of the table of contents: no text of it is longer
_NESTED: Final = 100_000  # nor has it more columns and row groups, multiplied, in a file of boards

_DERIVED: Final = frozenset({*SCHEMAS[BOARDS].names, YEAR}) - KNOWN
"""Columns of the table `boards` that follow from others, or give the place of a board."""


def read_parquet(source: BinaryIO, ctx: ReadContext) -> Iterator[Board]:
    """Yield the board of each row; in `collect` mode a faulty row yields none."""
    with in_any_order(source) as (file, size):
        table = _opened(file, size, ctx)
        if table is not None:
            yield from table.boards()


_ARROW: Final = (pa.ArrowException, OSError, UnicodeDecodeError)
"""The exceptions of pyarrow for a damaged file; those of the file itself have an `errno`."""


def _why(error: Exception) -> str:
    """Return pyarrow's message in one line; raise other errors again."""
    if isinstance(error, FormatError) or getattr(error, "errno", None) is not None:
        raise error
    return _line(error)


def _line(error: Exception) -> str:
    text = " ".join(str(error).split())
    return text[:_LONGEST] or type(error).__name__


def _opened(file: BinaryIO, size: int, ctx: ReadContext) -> _Table | None:
    """Return the table of a file; report and return `None` if it has none."""
    if not size:
        return None
    try:
        metadata = _parquet(file).metadata
        schema = metadata.schema.to_arrow_schema()
        parts = _leaves(metadata)
        groups = groups_of(file, size)
    except _ARROW as error:
        ctx.issue("PARQUET010", offset=0, why=_why(error))
        return None
    most = size + _SPARE_ROWS
    if metadata.num_rows > most:
        why = f"{metadata.num_rows:,} rows in {size:,} bytes"
        ctx.issue("PARQUET012", offset=0, why=why)
        return None
    names = _names(schema, ctx)
    if names is None:
        return None
    _take_header(schema.metadata or {}, ctx)
    return _Table(file=file, ctx=ctx, metadata=metadata, groups=groups, names=names, leaves=parts)


def _parquet(file: BinaryIO, **options: Any) -> pq.ParquetFile:  # noqa: ANN401  # pyarrow's own
    file.seek(0)
    return pq.ParquetFile(
        file,
        pre_buffer=False,
        buffer_size=_BUFFER,
        page_checksum_verification=True,
        thrift_string_size_limit=_STRINGS,
        thrift_container_size_limit=_NESTED,
        **options,
    )


def _leaves(metadata: pq.FileMetaData) -> list[tuple[str, bool]]:
    """Return the column paths of the file, each with whether it holds text."""
    schema = metadata.schema
    columns = [schema.column(at) for at in range(len(schema.names))]
    return [(column.path, column.physical_type == "BYTE_ARRAY") for column in columns]


def _names(schema: pa.Schema, ctx: ReadContext) -> tuple[str, ...] | None:
    """Return the columns to read; report and return `None` if the table holds no boards."""
    known = [name for name in dict.fromkeys(schema.names) if name in KNOWN]
    kept = []
    for name in known:
        why = _wrong_type(name, schema)
        if why is None:
            kept.append(name)
        else:
            ctx.issue("PARQUET014", offset=0, name=name, why=why)
    missing = [name for name in HANDS if name not in schema.names]
    if missing and DEAL not in known and REST not in known:
        if len(missing) == len(HANDS):
            missing.append(DEAL)
        ctx.issue("PARQUET013", offset=0, missing=" nor ".join(missing))
        return None
    others = [name for name in dict.fromkeys(schema.names) if name not in KNOWN | _DERIVED]
    if others:
        ctx.issue("PARQUET030", offset=0, columns=", ".join(others))
    # A hand by itself is no deal.
    if not kept or (not set(HANDS) <= set(kept) and not {DEAL, REST} & set(kept)):
        return None
    return tuple(kept)


def _wrong_type(name: str, schema: pa.Schema) -> str | None:
    """Return the reason a column's type is invalid."""
    if schema.names.count(name) > 1:
        return "stands twice"
    found = schema.field(name).type
    if pa.types.is_null(found) or _fits(name, found):
        return None
    return f"holds {found}, not {_wanted(name)}"


def _wanted(name: str) -> pa.DataType:
    return pa.string() if name in {DEAL, FROM} else SCHEMAS[BOARDS].field(name).type


def _fits(name: str, found: pa.DataType) -> bool:
    types = pa.types
    found = _plain(found)
    if name == DEAL and types.is_struct(found):
        seats = [found.field(at).name for at in range(found.num_fields)]
        return tuple(seats) == SEATS and all(_is_number(found.field(seat).type) for seat in seats)
    wanted = _wanted(name)
    if name == "date" and types.is_temporal(found):
        return bool(types.is_date(found) or types.is_timestamp(found))
    if _is_text(found):
        return name in WORDS or _is_text(wanted)
    if _is_list(found):
        inner = _plain(found.value_type)
        if name in WORDS:
            return _is_text(inner) or types.is_null(inner)
        return _is_list(wanted) and (_is_number(inner) or types.is_null(inner))
    return _is_number(found) and _is_number(wanted)


def _plain(type: pa.DataType) -> pa.DataType:  # pyarrow's word
    """Return the value type of a dictionary type."""
    return type.value_type if pa.types.is_dictionary(type) else type


def _is_text(type: pa.DataType) -> bool:  # pyarrow's word
    types = pa.types
    return bool(types.is_string(type) or types.is_large_string(type) or types.is_string_view(type))


def _is_list(type: pa.DataType) -> bool:
    types = pa.types
    return bool(types.is_list(type) or types.is_large_list(type) or types.is_fixed_size_list(type))


def _is_number(type: pa.DataType) -> bool:
    types = pa.types
    return bool(types.is_integer(type) or types.is_floating(type) or types.is_decimal(type))


def _take_header(metadata: Mapping[bytes, bytes], ctx: ReadContext) -> None:
    header = metadata.get(HEADER)
    if header is None:
        return
    try:
        ctx.header = extras_from_dict(json.loads(header), "the header")
    except (ModelError, ValueError, RecursionError) as error:
        ctx.issue("PARQUET021", offset=0, why=_line(error))


@attrs.define(kw_only=True)
class _Table:
    """A table of boards.

    Attributes:
        file: the file, which can be read in any order.
        ctx: takes what is found.
        metadata: the table of contents.
        groups: its row groups.
        names: the columns that are read.
        leaves: the columns of the file, in order, each with whether it is text.
        unpacked: how many bytes its pages had so far, unpacked.
    """

    file: BinaryIO
    ctx: ReadContext
    metadata: pq.FileMetaData
    groups: Sequence[Group]
    names: tuple[str, ...]
    leaves: Sequence[tuple[str, bool]]
    unpacked: int = 0

    def boards(self) -> Iterator[Board]:
        """Yield the boards, one row group after another."""
        wanted = [
            (at, path, is_text)
            for at, (path, is_text) in enumerate(self.leaves)
            if path.partition(".")[0] in self.names
        ]
        # Texts come as numbers and the texts that these encode: a long one that many rows share
        # is there once, in memory as in the file.
        texts = [path for _, path, is_text in wanted if is_text]
        try:
            parquet = _parquet(self.file, metadata=self.metadata, read_dictionary=texts)
        except _ARROW as error:
            self.ctx.issue("PARQUET010", offset=0, why=_why(error))
            return
        first = 1
        for number, group in enumerate(self.groups):
            yield from self._group(parquet, number, first, [at for at, _, _ in wanted])
            first += group.rows

    def _group(
        self, parquet: pq.ParquetFile, number: int, first: int, leaves: Sequence[int]
    ) -> Iterator[Board]:
        """Yield the boards of a row group; it begins at row `first`, 1-based."""
        group = self.groups[number]
        last = first + group.rows - 1
        offset = 0
        row = first
        try:
            columns = [group.columns[at] for at in leaves if at < len(group.columns)]
            offset, unpacked = look_at_pages(self.file, columns)
            self._count(unpacked, offset)
            batches = parquet.iter_batches(
                BATCH, row_groups=[number], columns=list(self.names), use_threads=False
            )
            for batch in batches:
                self.ctx.check_time()
                # The index of a cell's text may be out of range.
                batch.validate(full=True)
                values = {
                    name: values_of(batch.column(at)) for at, name in enumerate(batch.schema.names)
                }
                drop_solved_tables(values)
                rows = batch.num_rows
                yield from self._boards(values, rows, row, offset)
                row += rows
        except ClaimError as error:
            # Before _ARROW: nothing of it has been unpacked.
            self.ctx.issue("PARQUET012", offset=offset, why=error)
        except _ARROW as error:
            self.ctx.issue("PARQUET011", offset=offset, first=row, last=last, why=_why(error))
        else:
            if row <= last:
                why = "the file has fewer rows than stated"
                self.ctx.issue("PARQUET011", offset=offset, first=row, last=last, why=why)

    def _count(self, unpacked: int, offset: int) -> None:
        """Count bytes about to be decompressed.

        Raises:
            LimitError: it is more than the caller allows (`CORE010`).
        """
        self.unpacked += unpacked
        most = self.ctx.limits.max_bytes
        if most is not None and self.unpacked > most:
            raise self.ctx.refuse("CORE010", offset=offset, limit=most)

    def _boards(
        self, columns: Mapping[str, list[Any]], count: int, first: int, offset: int
    ) -> Iterator[Board]:
        place = Location(path=self.ctx.path, offset=offset)
        found: list[Board | None] = [None] * count
        if columns.keys() >= set(NEEDED):
            # All at once, where they are as overtrick writes them; else which row, and what is
            # wrong with it, is found out below.
            with contextlib.suppress(*_NO_BOARD):
                found = [*boards_of_rows({name: columns[name] for name in NEEDED})]
        # None is kept that has been handed on.
        found.reverse()
        names = tuple(columns)
        for at, values in enumerate(zip(*columns.values(), strict=True), first):
            cells = dict(zip(names, values, strict=True))
            board = found.pop()
            if board is None or contradiction(board, cells) is not None:
                board = self._board(cells, at, offset)
            if board is not None:
                yield attrs.evolve(board, origin=attrs.evolve(place, board=board.number))

    def _board(self, cells: Mapping[str, Any], row: int, offset: int) -> Board | None:
        """Return the board of a single row; report its faults."""
        number = cells.get("number")
        known = number if isinstance(number, int) else row
        try:
            board = board_of(row_of(cells))
            odd = contradiction(board, cells)
        except _NO_BOARD as error:
            self.ctx.issue("PARQUET020", offset=offset, board=known, row=row, why=_line(error))
            return None
        if odd is None:
            return board
        name, parsed, stated = odd
        self.ctx.issue(
            "PARQUET022",
            offset=offset,
            board=board.number,
            row=row,
            name=name,
            told=parsed,
            said=stated,
        )
        return None


_NO_BOARD: Final = (OvertrickError, ValueError, TypeError, LookupError, RecursionError)


def values_of(array: pa.Array) -> list[Any]:
    """Return the values of a column; equal texts of a batch share one object."""
    if pa.types.is_dictionary(array.type):
        words = array.dictionary.to_pylist()
        return [None if at is None else words[at] for at in array.indices.to_pylist()]
    if pa.types.is_list(array.type) or pa.types.is_large_list(array.type):
        offsets = array.offsets.to_pylist()
        start = offsets[0]
        inner = values_of(array.values.slice(start, offsets[-1] - start))
        return [
            inner[begin - start : end - start] if is_there else None
            for begin, end, is_there in zip(
                offsets, offsets[1:], array.is_valid().to_pylist(), strict=False
            )
        ]
    found: list[Any] = array.to_pylist()
    return found
