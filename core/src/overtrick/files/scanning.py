"""Boards as columns: a file read into batches of plain values.

The columns themselves are in `overtrick.model.columns`. Only what they need of the boards is read,
and a big file of a format with a splitter by several processes.
"""

from __future__ import annotations

import contextlib
import itertools
import marshal
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, Self

import attrs

from overtrick.disk.sources import open_source, path_of
from overtrick.files.detection import detect_source
from overtrick.files.reading import BoardReader, ReadSettings
from overtrick.files.splitting import Crew, parts_of
from overtrick.findings.diagnostics import Diagnostic, Diagnostics
from overtrick.findings.errors import FormatError, OptionError, OvertrickError
from overtrick.framework.contexts.read import Part
from overtrick.framework.guard import around
from overtrick.framework.manager import default_manager
from overtrick.model.board import Board, Extras
from overtrick.model.columns import COLUMNS, BoardColumn, Cell, ColumnType, columns_of

if TYPE_CHECKING:
    from pyarrow import (  # type: ignore[import-not-found,import-untyped,unused-ignore]  # optional
        RecordBatch,
    )

    from overtrick.disk.sources import ReadSource
    from overtrick.framework.manager import PluginManager

BATCH: Final = 10_000
"""The default number of boards in a batch."""

PART_BYTES: Final = 1 << 20
"""How many bytes of a file a process scans at a time, about."""

_MAX_WAITING: Final = 256
"""The maximum number of boards that wait to be turned into columns."""


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
        return self.to_dict()[name]

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
        self._size = batch
        wants = frozenset().union(*(column.fields for column in self.columns))
        chosen = attrs.evolve(settings, wants=wants)
        self._crew: Crew[Part, _Scanned] | None = None
        # The cost of a file with limits is counted by one process.
        path = path_of(source) if jobs > 1 and settings.limits is None else None
        if path is not None and os.path.isfile(path):
            chosen = attrs.evolve(chosen, format=_format_of(path, manager, chosen))
            parts = parts_of(path, manager.format(str(chosen.format)), PART_BYTES)
            first = next(parts)
            if first.end is not None:
                part = first
                self._crew = Crew(self._work(path, chosen), parts, jobs)
        self._reader = BoardReader(source, manager, chosen, part=part)
        if self._crew is not None:
            self._crew.start()
        self._batches = self._gather()

    def _work(self, path: str, settings: ReadSettings) -> _Work:
        """Return what other processes do with a part."""
        return _Work(
            # Another process may have another standard input.
            path=os.path.realpath(path),
            settings=attrs.evolve(settings, path=settings.path or path),
            columns=tuple(column.name if _is_known(column) else column for column in self.columns),
        )

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
        """The file's metadata."""
        return self._reader.header

    @property
    def diagnostics(self) -> Diagnostics:
        """The findings so far; all of them once the iteration has ended."""
        return self._reader.diagnostics

    def _gather(self) -> Iterator[Batch]:
        """Yield the batches; the boards before an error come before it."""
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
        """Yield rows as they come, some boards at a time; before an error those before it."""
        boards: list[Board] = []
        most = min(_MAX_WAITING, self._size)
        try:
            for board in self._reader:
                boards.append(board)
                if len(boards) == most:
                    yield self._of(boards)
                    boards.clear()
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
            yield found.values
            if found.failure is not None:
                raise found.failure

    def _of(self, boards: list[Board]) -> tuple[list[Cell], ...]:
        return tuple(list(map(column.of, boards)) for column in self.columns)

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

    def __exit__(self, *exception: object) -> None:
        self.close()


def _format_of(path: str, manager: PluginManager, settings: ReadSettings) -> str:
    if settings.format is not None:
        return settings.format
    with open_source(path) as opened:
        return detect_source(opened, manager, settings.path).format


def _is_known(column: BoardColumn) -> bool:
    """Return whether another process finds a column by its name."""
    return column.extra is not None or COLUMNS.get(column.name) is column


@attrs.frozen
class _Scanned:
    """What came of a part.

    Attributes:
        values: the columns.
        diagnostics: the findings.
        failure: what ended the reading.
    """

    values: tuple[list[Cell], ...]
    diagnostics: tuple[Diagnostic, ...]
    failure: OvertrickError | OSError | None

    def __reduce__(self) -> tuple[object, ...]:
        values: object = self.values
        # marshal is faster than pickle; a column of a plugin may have values it does not support.
        with contextlib.suppress(ValueError):
            values = marshal.dumps(self.values)
        return _unpacked, (values, self.diagnostics, self.failure)


def _unpacked(
    values: bytes | tuple[list[Cell], ...],
    diagnostics: tuple[Diagnostic, ...],
    failure: OvertrickError | OSError | None,
) -> _Scanned:
    if isinstance(values, bytes):
        unpacked = marshal.loads(values)  # noqa: S302  # made by another process of this program
        return _Scanned(unpacked, diagnostics, failure)
    return _Scanned(values, diagnostics, failure)


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
        return _Scanned(values, found, failure)


__all__ = ["BATCH", "Batch", "Scan"]
