"""Boards as columns: a file read into batches of plain values, without boards where that is quick.

The columns themselves stand in `overtrick.model.columns`. A format with a `scanner` gives rows of
them for what it can read at a glance; all else comes as boards and is turned into rows here.
"""

from __future__ import annotations

import itertools
import marshal
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, BinaryIO, Final, Self, cast

import attrs

from overtrick.files.reading import BoardReader, ReadSettings
from overtrick.files.splitting import Crew, parts_of
from overtrick.findings.diagnostics import Diagnostic, Diagnostics
from overtrick.findings.errors import FormatError, OptionError, OvertrickError
from overtrick.framework.contexts import Part
from overtrick.framework.guard import around
from overtrick.framework.manager import default_manager
from overtrick.framework.protocols import Rows
from overtrick.framework.spec import ScannerSpec, resolve
from overtrick.model.board import Board, Extras
from overtrick.model.columns import COLUMNS, BoardColumn, Cell, ColumnType, columns_of

if TYPE_CHECKING:
    from pyarrow import (  # type: ignore[import-not-found,import-untyped,unused-ignore]  # optional
        RecordBatch,
    )

    from overtrick.disk.sources import ReadSource
    from overtrick.framework.manager import PluginManager

BATCH: Final = 10_000
"""How many boards a batch has where nobody says."""

PART_BYTES: Final = 1 << 20
"""How many bytes of a file a process scans at a time, about."""

_MAX_EMPTY_ROWS: Final = 1_000
"""A scanner that gives rows of no boards more often is taken to be endless."""

_BOARDS: Final = 256  # so many boards at the most wait to be turned into rows


@attrs.frozen(repr=False)
class Batch:
    """Some boards as columns.

    Attributes:
        columns: what the columns are, in the order that was asked for.
        values: for each column its values, one a board, in the file's order.

    Example:
        >>> from overtrick.plugin import columns_of
        >>> batch = Batch(columns_of(["number", "dealer"]), ([1, 2], ["N", "E"]))
        >>> len(batch), batch["dealer"], list(batch.rows())
        (2, ['N', 'E'], [(1, 'N'), (2, 'E')])
    """

    columns: tuple[BoardColumn, ...]
    values: tuple[list[Cell], ...]

    def __len__(self) -> int:
        return len(self.values[0])

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns, in order."""
        return tuple(column.name for column in self.columns)

    def __getitem__(self, name: str) -> list[Cell]:
        """Return the values of a column.

        Raises:
            KeyError: the batch has no such column.
        """
        for column, values in zip(self.columns, self.values, strict=True):
            if column.name == name:
                return values
        raise KeyError(name)

    def rows(self) -> Iterator[tuple[Cell, ...]]:
        """Yield the boards, each with its values in the order of the columns."""
        return zip(*self.values, strict=True)

    def to_dict(self) -> dict[str, list[Cell]]:
        """Return the values by the names of their columns, as `polars.DataFrame` takes them."""
        return dict(zip(self.names, self.values, strict=True))

    def to_arrow(self) -> RecordBatch:
        """Return the batch as an Arrow record batch; pyarrow must be installed.

        Integers are `int64`, masks `uint64`, numbers `float64`, texts `string`, and tricks a list
        of twenty `int8`.

        Raises:
            ModuleNotFoundError: pyarrow is not installed (`pip install pyarrow`).
        """
        import pyarrow  # type: ignore[import-not-found,import-untyped,unused-ignore]  # optional

        types = {
            ColumnType.INTEGER: pyarrow.int64(),
            ColumnType.MASK: pyarrow.uint64(),
            ColumnType.NUMBER: pyarrow.float64(),
            ColumnType.TEXT: pyarrow.string(),
            ColumnType.TRICKS: pyarrow.list_(pyarrow.int8(), 20),
        }
        arrays = [
            pyarrow.array(values, types[column.type])
            for column, values in zip(self.columns, self.values, strict=True)
        ]
        return pyarrow.RecordBatch.from_arrays(arrays, names=list(self.names))

    def __repr__(self) -> str:
        return f"<Batch of {len(self)} boards: {', '.join(self.names)}>"


class _RowReader(BoardReader):
    """Gives boards, and in their place rows of columns where the format knows a quicker way.

    Attributes:
        parts: the other parts of a file of which the first is read, `None` where all of it is.
    """

    def __init__(
        self,
        source: ReadSource,
        manager: PluginManager,
        settings: ReadSettings,
        columns: tuple[BoardColumn, ...],
        *,
        part: Part | None = None,
        processes: int = 1,
    ) -> None:
        self._columns = columns
        self._part = part
        self._to_cut: str | None = None
        if processes > 1 and isinstance(source, (str, os.PathLike)):
            self._to_cut = os.fspath(source)
        self.parts: Iterator[Part] | None = None
        self._empty = 0
        super().__init__(source, manager, settings)

    def _read(self, stream: BinaryIO) -> Iterator[object]:
        if self._to_cut is not None:
            parts = parts_of(self._to_cut, self._spec, PART_BYTES)
            first = next(parts)
            if first.end is not None:
                self._part, self.parts = first, parts
        # A limit of boards is a limit of single boards.
        declared = self._spec.capability(ScannerSpec)
        if declared is None or self._context.limits.max_boards is not None:
            return super()._read(stream)
        self._stream = stream
        self._context.part = self._part
        items: Iterator[object] = resolve(declared.scanner)(stream, self._context, self._columns)
        return items

    def _other(self, item: object) -> Board:
        if not isinstance(item, Rows):
            return super()._other(item)
        self._context.seal_header()
        if {len(values) for values in item.values} != {len(item)} or len(item.values) != len(
            self._columns
        ):
            msg = f"it gave rows of {len(item.values)} columns that are not those wanted"
            raise TypeError(msg)
        before = self._count
        self._count += len(item)
        if before >> 16 != self._count >> 16:
            self._check_end(self._stream)
        self._check_emptiness(item)
        self._meter.check_time()
        # Those who ask for rows know that they get them.
        return cast("Board", item)

    def _check_emptiness(self, rows: Rows) -> None:
        """Refuse rows of no boards without end."""
        self._empty += not len(rows)
        if self._empty > _MAX_EMPTY_ROWS:
            msg = f"it gave rows of no boards {self._empty:,} times, and may have no end"
            raise ValueError(msg)


class Scan(Iterator[Batch]):
    """The boards of a file as batches of columns; made by `overtrick.scan`.

    It is a context manager; leaving it closes the file.

    Attributes:
        columns: what the columns are.
    """

    def __init__(
        self,
        source: ReadSource,
        manager: PluginManager,
        settings: ReadSettings,
        *,
        columns: Iterable[str | BoardColumn] | None = None,
        batch: int = BATCH,
        jobs: int = 1,
        part: Part | None = None,
    ) -> None:
        if batch < 1 or jobs < 1:
            what = f"a batch has one board at least, not {batch}"
            msg = what if batch < 1 else f"one process at least does the work, not {jobs}"
            raise OptionError(msg)
        self.columns = columns_of(columns)
        wants = frozenset().union(*(column.fields for column in self.columns))
        self._size = batch
        chosen = attrs.evolve(settings, wants=wants)
        # What a file may cost is counted by one process.
        self._reader = _RowReader(
            source,
            manager,
            chosen,
            self.columns,
            part=part,
            processes=jobs if settings.limits is None else 1,
        )
        self._crew: Crew[Part, _Scanned] | None = None
        if self._reader.parts is not None:
            work = _Work(
                # Another process may have another standard input.
                path=os.path.realpath(cast("str", source)),
                settings=attrs.evolve(chosen, format=self._reader.format, path=self._reader.path),
                columns=tuple(
                    column.name if _is_known(column) else column for column in self.columns
                ),
            )
            self._crew = Crew(work, self._reader.parts, jobs)
            self._crew.start()
        self._batches = self._gather()

    @property
    def path(self) -> str | None:
        """The file's name."""
        return self._reader.path

    @property
    def format(self) -> str:
        """The name of the format that is read."""
        return self._reader.format

    @property
    def header(self) -> Extras:
        """What the file says of all its boards."""
        return self._reader.header

    @property
    def diagnostics(self) -> Diagnostics:
        """The findings so far; all of them once the iteration has ended."""
        return self._reader.diagnostics

    def _gather(self) -> Iterator[Batch]:
        """Yield the batches; before an error come the boards that stand before it."""
        rows: list[list[Cell]] = [[] for _ in self.columns]
        failure: OvertrickError | OSError | None = None
        items = itertools.chain(self._rows(), self._others())
        while True:
            try:
                values = next(items, None)
            except (OvertrickError, OSError) as error:
                failure, values = error, None
            if values is None:
                break
            for column, new in zip(rows, values, strict=True):
                column.extend(new)
            while len(rows[0]) >= self._size:
                yield Batch(self.columns, tuple(column[: self._size] for column in rows))
                rows = [column[self._size :] for column in rows]
        if self._crew is not None:
            self._crew.close()
        if rows[0]:
            yield Batch(self.columns, tuple(rows))
        if failure is not None:
            raise failure

    def _rows(self) -> Iterator[tuple[Sequence[Cell], ...]]:
        """Yield rows as they come, boards turned into rows some at a time."""
        boards: list[Board] = []
        most = min(_BOARDS, self._size)
        items = cast("Iterator[Board | Rows]", self._reader)
        try:
            for item in items:
                if isinstance(item, Board):
                    boards.append(item)
                    if len(boards) < most:
                        continue
                if boards:
                    yield self._of(boards)
                    boards.clear()
                if isinstance(item, Rows):
                    yield item.values
        except (OvertrickError, OSError):
            if boards:
                yield self._of(boards)
            raise
        if boards:
            yield self._of(boards)

    def _others(self) -> Iterator[tuple[Sequence[Cell], ...]]:
        """Yield the rows of the other parts of the file."""
        if self._crew is None:
            return
        for _, found in self._crew.results():
            self.diagnostics.extend(found.diagnostics)
            yield found.values.columns
            if found.failure is not None:
                raise found.failure

    def _of(self, boards: list[Board]) -> tuple[list[Cell], ...]:
        return tuple(list(map(column.of, boards)) for column in self.columns)

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Batch:
        with around.get():
            return next(self._batches)

    def close(self) -> None:
        """Close the file; a file that the caller opened stays open."""
        if self._crew is not None:
            self._crew.close()
        self._reader.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


def _is_known(column: BoardColumn) -> bool:
    """Return whether another process finds a column by its name."""
    return column.extra is not None or COLUMNS.get(column.name) is column


@attrs.frozen(kw_only=True)
class _Scanned:
    """What came of a part.

    Attributes:
        values: the columns.
        diagnostics: the findings.
        failure: what ended the reading.
    """

    values: _Values
    diagnostics: tuple[Diagnostic, ...]
    failure: OvertrickError | OSError | None


@attrs.frozen(kw_only=True)
class _Work:
    """Scans a part of a file, in whichever process.

    Attributes:
        path: the file.
        settings: how it is read.
        columns: the columns, by name where they have one that is known.
    """

    path: str
    settings: ReadSettings
    columns: tuple[str | BoardColumn, ...]

    def __call__(self, part: Part) -> _Scanned:
        columns = columns_of(self.columns)
        values: tuple[list[Cell], ...] = tuple([] for _ in columns)
        failure: OvertrickError | OSError | None = None
        found: tuple[Diagnostic, ...] = ()
        try:
            with Scan(
                self.path,
                default_manager(),
                self.settings,
                columns=columns,
                batch=sys.maxsize,
                part=part,
            ) as scan:
                try:
                    for batch in scan:
                        values = batch.values
                finally:
                    found = tuple(scan.diagnostics)
        except (OvertrickError, OSError) as error:
            failure = error
            if not found and isinstance(error, FormatError):
                # Raised on opening, by the first board.
                found = (error.diagnostic,)
        return _Scanned(
            values=_Values(values),
            diagnostics=found,
            failure=failure,
        )


@attrs.frozen
class _Values:
    """Columns that are packed where they go to another process.

    Attributes:
        columns: the values of each.
    """

    columns: tuple[list[Cell], ...]

    def __reduce__(self) -> tuple[object, ...]:
        try:
            # Plain values only, and quicker than pickling by a half.
            return _unpacked, (marshal.dumps(self.columns),)
        except ValueError:
            return _Values, (self.columns,)  # a column of somebody's own has others


def _unpacked(data: bytes) -> _Values:
    return _Values(marshal.loads(data))  # noqa: S302  # made by another process of this program


__all__ = ["BATCH", "Batch", "Scan"]
