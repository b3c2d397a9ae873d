"""Reads boards of one Parquet file, some rows at a time.

What a row holds is what a row of the table `boards` of an archive holds; columns that are not there
say nothing. A row that is no board is reported with its number and its neighbours are read.
"""

from __future__ import annotations

import contextlib
import json
import tempfile
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, BinaryIO, Final, TypeVar, cast

import attrs
import pyarrow as pa
import pyarrow.parquet as pq

from overtrick.findings.diagnostics import Location
from overtrick.findings.errors import ModelError, OvertrickError
from overtrick.model.board import Board
from overtrick.model.columns import COLUMNS
from overtrick.model.contract import Contract
from overtrick.model.hands import Deal
from overtrick.tools.board_json import extras_from_dict
from overtrick_archive.parquet.schema import DEAL, HANDS, HEADER, READ, SCHEMA, UNREAD, WORDS
from overtrick_archive.rows import REST, board_of, boards_of_rows

if TYPE_CHECKING:
    from overtrick.framework.contexts import ReadContext

T = TypeVar("T")

_NUMBERS: Final = frozenset(
    field.name for field in SCHEMA if pa.types.is_floating(field.type) and field.name in READ
)

_SOME: Final = 1024  # so many rows are turned into boards at a time
_MOST: Final = (
    1 << 28
)  # so many bytes of a column may stand together: a row group of ours has a tenth
_HELD: Final = 1 << 24  # so much of a pipe is held in memory, the rest on the disk
_PIECE: Final = 1 << 20
_THRIFT: Final = 1 << 26  # so long the notes at the end of a file may be

_WRONG: Final = (ModelError, OvertrickError, ValueError, LookupError, TypeError, RecursionError)


def read_parquet(source: BinaryIO, ctx: ReadContext) -> Iterator[Board]:
    """Yield the board of each row; a row with something wrong, in `collect` mode, has none."""
    with contextlib.ExitStack() as stack:
        whole = _Whole(_seekable(source, ctx, stack))
        if not whole.read(1):
            return  # an empty file is no board, in any format
        whole.seek(0)
        try:
            file = stack.enter_context(
                pq.ParquetFile(
                    pa.PythonFile(whole, mode="r"),
                    page_checksum_verification=True,
                    thrift_string_size_limit=_THRIFT,
                    thrift_container_size_limit=_THRIFT,
                )
            )
            schema = file.schema_arrow
        except _BROKEN as error:
            raise ctx.refuse("PARQUET001", offset=0, why=_first_line(error)) from error
        wanted = _columns(schema, ctx)
        _take_header(schema, ctx)
        yield from _boards(file, wanted, ctx)


# What Arrow raises of a file that is none; a text that is not UTF-8 is a ValueError.
_BROKEN: Final = (pa.ArrowException, OSError, ValueError)


def _boards(file: pq.ParquetFile, wanted: list[str], ctx: ReadContext) -> Iterator[Board]:
    row = 1
    for group in range(file.metadata.num_row_groups):
        about = file.metadata.row_group(group)
        _refuse_bombs(about, ctx)
        last = row + about.num_rows - 1
        # A row stands nowhere by itself: its columns are each in a place of their own.
        offset = _offset(about)
        try:
            for batch in file.iter_batches(
                batch_size=_SOME, row_groups=[group], columns=wanted, use_threads=False
            ):
                ctx.check_time()
                yield from _boards_of(batch, row, offset, ctx)
                row += batch.num_rows
        except _BROKEN as error:
            if isinstance(error, OvertrickError):
                raise
            ctx.issue("PARQUET012", offset=offset, first=row, last=last, why=_first_line(error))
        else:
            if row <= last:
                # Arrow says nothing where the damaged size of a page hides what follows.
                ctx.issue("PARQUET012", offset=offset, first=row, last=last, why="they are gone")
        row = last + 1


def _offset(about: pq.RowGroupMetaData) -> int:
    """Return where the first column of a row group begins, 0 where the file does not say."""
    if not about.num_columns:
        return 0
    column = about.column(0)
    places = (column.dictionary_page_offset, column.data_page_offset)
    return max(0, min((place for place in places if place is not None), default=0))


def _refuse_bombs(about: pq.RowGroupMetaData, ctx: ReadContext) -> None:
    for place in range(about.num_columns):
        column = about.column(place)
        size = max(column.total_uncompressed_size, column.total_compressed_size)
        if size > _MOST:
            name = column.path_in_schema
            raise ctx.refuse("PARQUET004", name=name, size=size, limit=_MOST)


def _boards_of(batch: pa.RecordBatch, first: int, offset: int, ctx: ReadContext) -> Iterator[Board]:
    """Yield the boards of some rows, of which the first one has the number `first`."""
    rows = _Rows.of(batch)
    boards: Sequence[Board | None] | None = None
    if not rows.faults:
        with contextlib.suppress(*_WRONG):
            boards = boards_of_rows(rows.columns)
    if boards is None:
        boards = list(_one_by_one(rows, first, offset, ctx))
    for place, board in enumerate(boards):
        if board is None:
            continue
        if (odd := _contradiction(board, rows, place)) is not None:
            name, said, other = odd
            ctx.issue(
                "PARQUET011",
                offset=offset,
                board=board.number,
                row=first + place,
                name=name,
                said=said,
                other=other,
            )
            continue
        origin = Location(path=ctx.path, offset=offset, board=board.number)
        yield attrs.evolve(board, origin=origin)


def _one_by_one(rows: _Rows, first: int, offset: int, ctx: ReadContext) -> Iterator[Board | None]:
    """Yield the board of each row, and say of which there is none."""
    names = tuple(rows.columns)
    for place, values in enumerate(zip(*rows.columns.values(), strict=True)):
        row = dict(zip(names, values, strict=True))
        try:
            if place in rows.faults:
                raise rows.faults[place]
            yield board_of(row)
        except _WRONG as error:
            number = row["number"] if isinstance(row["number"], int) else None
            ctx.issue(
                "PARQUET010", offset=offset, board=number, row=first + place, why=_said(error)
            )
            yield None


@attrs.define
class _Rows:
    """Some rows.

    Attributes:
        given: the values of the columns that a board must agree with.
        columns: those that boards are made of; what is not there is empty.
        faults: what is wrong with a row before it is looked at as a whole.
    """

    given: dict[str, list[Any]] = attrs.field(factory=dict)
    columns: dict[str, Sequence[Any]] = attrs.field(factory=dict)
    faults: dict[int, Exception] = attrs.field(factory=dict)

    @classmethod
    def of(cls, batch: pa.RecordBatch) -> _Rows:
        """Return the rows of a batch."""
        rows, count = cls(), batch.num_rows
        rows.given = {name: rows._values(batch.column(name)) for name in batch.schema.names}
        for name in _NUMBERS.intersection(rows.given):
            rows.given[name] = [None if n is None else float(n) for n in rows.given[name]]
        rows.columns = {name: rows.given.get(name, [None] * count) for name in READ}
        # What is said in words is taken from there, and agrees with it.
        if (deals := rows.given.pop(DEAL, None)) is not None:
            hands = rows._each(deals, Deal.parse)
            masks = [(None,) * 4 if deal is None else deal.masks for deal in hands]
            rows.columns |= zip(HANDS, map(list, zip(*masks, strict=True)), strict=True)
        if "level" not in rows.given and (words := rows.given.pop("contract", None)) is not None:
            said = rows._each(words, Contract.parse)
            contracts = [None if one is None else Board(contract=one) for one in said]
            for name in ("level", "strain", "doubling"):
                of = COLUMNS[name].of
                rows.columns[name] = [None if one is None else of(one) for one in contracts]
        return rows

    def _each(self, texts: Sequence[str | None], parse: Callable[[str], T]) -> list[T | None]:
        found: list[T | None] = []
        for place, text in enumerate(texts):
            found.append(None)
            try:
                found[-1] = None if text is None else parse(text)
            except ModelError as error:
                self.faults.setdefault(place, error)
        return found

    def _values(self, column: pa.Array) -> list[Any]:
        try:
            return cast("list[Any]", column.to_pylist())
        except UnicodeDecodeError:
            return [self._value(place, cell) for place, cell in enumerate(column)]

    def _value(self, place: int, cell: pa.Scalar) -> object:
        try:
            return cell.as_py()
        except UnicodeDecodeError as error:
            self.faults.setdefault(place, error)
            return None


def _said(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "what stands in rest is nested too deeply"
    if isinstance(error, LookupError):
        return f"no column takes {error.args[0]!r:.60}"
    return _first_line(error)


def _contradiction(board: Board, rows: _Rows, place: int) -> tuple[str, object, object] | None:
    """Return a column that says something else than the board, with both: it may be changed."""
    for name, values in rows.given.items():
        if name == REST:
            continue
        value: object = values[place]
        other = COLUMNS[name].of(board)
        if name in WORDS and value is not None:
            value = " ".join(cast("list[str]", value))
        elif name == "double_dummy" and value is not None:
            value = tuple(cast("list[int]", value))
            other = None if other is None else tuple(cast("Any", other))
        if value != other:
            return name, value, other
    return None


def _columns(schema: pa.Schema, ctx: ReadContext) -> list[str]:
    """Return the columns that are to be read.

    Raises:
        FormatError: there are no boards in them (`PARQUET002`), or one holds what it cannot
            (`PARQUET003`).
    """
    names = schema.names
    missing = [name for name in HANDS if name not in names]
    if missing and DEAL not in names:
        raise ctx.refuse("PARQUET002", offset=0, missing=", ".join([*missing, "or deal"]))
    wanted = [name for name in names if name in READ]
    if missing:
        wanted = [*(name for name in wanted if name not in HANDS), DEAL]
    for name in wanted:
        if names.count(name) > 1:
            raise ctx.refuse("PARQUET001", offset=0, why=f"two columns are called {name}")
        found, (word, is_so) = schema.field(name).type, _kind(name)
        if not (pa.types.is_null(found) or is_so(found)):
            raise ctx.refuse("PARQUET003", offset=0, name=name, found=found, wanted=word)
    others = [name for name in names if name not in READ and name not in UNREAD]
    if others:
        named = ", ".join(others[:_NAMED]) + (", ..." if len(others) > _NAMED else "")
        ctx.issue("PARQUET020", offset=0, names=named)
    return wanted


_NAMED: Final = 10


def _kind(name: str) -> tuple[str, Callable[[pa.DataType], bool]]:
    """Return what a column holds, in words, and what tells whether a type is that."""
    if name == DEAL:
        return "texts", _is_text
    type_ = SCHEMA.field(name).type
    if name in WORDS:
        return "lists of texts", lambda found: _is_list(found) and _is_text(found.value_type)
    if pa.types.is_fixed_size_list(type_):
        return (
            "lists of integers",
            lambda found: _is_list(found) and pa.types.is_integer(found.value_type),
        )
    if pa.types.is_floating(type_):
        return "numbers", lambda found: pa.types.is_floating(found) or pa.types.is_integer(found)
    if pa.types.is_integer(type_):
        return "integers", pa.types.is_integer
    return "texts", _is_text


def _is_text(found: pa.DataType) -> bool:
    if pa.types.is_dictionary(found):
        return _is_text(found.value_type)
    return bool(
        pa.types.is_string(found)
        or pa.types.is_large_string(found)
        or pa.types.is_string_view(found)
    )


def _is_list(found: pa.DataType) -> bool:
    return bool(
        pa.types.is_list(found)
        or pa.types.is_large_list(found)
        or pa.types.is_fixed_size_list(found)
        or pa.types.is_list_view(found)
        or pa.types.is_large_list_view(found)
    )


def _take_header(schema: pa.Schema, ctx: ReadContext) -> None:
    noted = (schema.metadata or {}).get(HEADER)
    if noted is None:
        return
    try:
        ctx.header = extras_from_dict(json.loads(noted), "the header")
    except (ModelError, ValueError, RecursionError) as error:
        ctx.issue("PARQUET021", offset=0, why=_said(error))


def _first_line(error: Exception) -> str:
    return (str(error) or type(error).__name__).partition("\n")[0]


def _seekable(source: BinaryIO, ctx: ReadContext, stack: contextlib.ExitStack) -> BinaryIO:
    """Return a file of which the end can be read first: of a pipe, a copy."""
    if source.seekable():
        return source
    spool = tempfile.SpooledTemporaryFile(max_size=_HELD)  # noqa: SIM115  # entered below
    stack.enter_context(spool)
    while data := source.read(_PIECE):
        ctx.check_time()
        spool.write(data)
    spool.seek(0)
    return cast("BinaryIO", spool)


class _Whole:
    """A file for Arrow: it gets as much as it asks for, and closes nothing."""

    closed = False

    def __init__(self, source: BinaryIO) -> None:
        self._source = source

    def read(self, count: int = -1) -> bytes:
        """Return so many bytes, fewer at the end alone."""
        if count < 0:
            return self._source.read()
        pieces: list[bytes] = []
        while count > 0 and (data := self._source.read(count)):
            pieces.append(data)
            count -= len(data)
        return b"".join(pieces)

    def seek(self, offset: int, whence: int = 0) -> int:
        """Go to a place."""
        return self._source.seek(offset, whence)

    def tell(self) -> int:
        """Return the place."""
        return self._source.tell()

    def close(self) -> None:
        """Leave the file open: whoever opened it closes it."""

    def flush(self) -> None:
        """Do nothing: nothing is written."""

    def seekable(self) -> bool:
        """Return that it can go to any place."""
        return True

    def readable(self) -> bool:
        """Return that it can be read."""
        return True

    def writable(self) -> bool:
        """Return that it cannot be written."""
        return False
