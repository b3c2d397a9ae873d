"""An archive that is asked: its tables, answers of SQL, and its boards as they were read."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self, cast

import duckdb
import pyarrow as pa
import pyarrow.dataset as pads

from overtrick.findings.errors import ModelError
from overtrick.model.board import Board, Extras
from overtrick.model.board_set import BoardSet
from overtrick.tools.board_json import extras_from_dict
from overtrick_archive.errors import ArchiveError
from overtrick_archive.rows import REST, STORED, board_of
from overtrick_archive.store import Manifest, Store, StoredPart, damaged
from overtrick_archive.tables import BOARDS, FILES, SCHEMAS, TABLES, YEAR

_SOME: Final = 1024
"""So many boards are made at a time."""

_NEEDED: Final = (
    *(column.name for column in STORED if column.name not in {"line", "offset"}),
    REST,
)
"""The columns that a board is made of."""


class Archive:
    """An archive that is open to be asked; made by `overtrick_archive.open`.

    It holds what the archive held when it was opened, as long as nobody replaces a file that
    changed. It is a context manager; leaving it closes the connection to DuckDB.

    Attributes:
        path: the archive's folder.
        manifest: the parts that it consists of.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self._store = Store(self.path)
        self.manifest: Manifest = self._store.manifest()
        self._connection: duckdb.DuckDBPyConnection | None = None

    def dataset(self, table: str = BOARDS) -> pads.Dataset:
        """Return a table as an Arrow dataset, which pyarrow, Polars, pandas and DuckDB take.

        Args:
            table: `boards`, `results`, `files` or `findings`.

        Raises:
            ArchiveError: there is no such table, or a part is damaged or gone.
        """
        parts = self._parts(table)
        schema = SCHEMAS[table]
        partitioning = None
        if table == BOARDS:
            year = pa.field(YEAR, pa.int32())
            schema = schema.append(year)
            partitioning = pads.partitioning(pa.schema([year]), flavor="hive")
        if not parts:
            return pads.dataset(schema.empty_table())
        paths = [str(self.path / part.path) for part in parts]
        try:
            return pads.dataset(
                paths,
                schema=schema,
                format="parquet",
                partitioning=partitioning,
                partition_base_dir=str(self.path / table),
            )
        except (pa.ArrowException, OSError) as error:
            raise damaged(self.path, error) from error

    def table(self, table: str = BOARDS) -> pa.Table:
        """Return a table whole, in memory.

        Raises:
            ArchiveError: there is no such table, or a part is damaged or gone.
        """
        try:
            return self.dataset(table).to_table()
        except (pa.ArrowException, OSError) as error:
            raise damaged(self.path, error) from error

    @property
    def connection(self) -> duckdb.DuckDBPyConnection:
        """A connection to DuckDB with a view of each table, for whatever else DuckDB can do."""
        if self._connection is None:
            self._connection = duckdb.connect()
            for table in TABLES:
                self._show(self._connection, table)
        return self._connection

    def _show(self, connection: duckdb.DuckDBPyConnection, table: str) -> None:
        """Make the view of a table; one without parts is a table of DuckDB's."""
        parts = self._parts(table)
        if not parts:
            connection.register("nothing", self.dataset(table).to_table())
            connection.execute(f"create table {table} as from nothing")
            connection.unregister("nothing")
            return
        names = ", ".join(_quoted(str(self.path / part.path)) for part in parts)
        years = ""
        if table == BOARDS:
            years = f", hive_partitioning = true, hive_types = {{'{YEAR}': integer}}"
        connection.execute(f"create view {table} as from read_parquet([{names}]{years})")

    def sql(self, query: str) -> pa.Table:
        """Return the answer to a question in SQL, as DuckDB speaks it.

        The tables `boards`, `results`, `files` and `findings` are views; what stands in their
        columns is told in `docs/archive.md`.

        Args:
            query: the question.

        Raises:
            ArchiveError: the question is wrong, or a part is damaged or gone; the message is
                DuckDB's.

        Example:
            >>> import tempfile
            >>> from overtrick_archive import add, open
            >>> with tempfile.TemporaryDirectory() as folder:
            ...     _ = add(folder, [])
            ...     answer = open(folder).sql("select count(*) as n from boards where level > 5")
            ...     answer.to_pylist()
            [{'n': 0}]
        """
        try:
            # Some statements have no answer, whatever DuckDB's types say.
            found = cast("duckdb.DuckDBPyRelation | None", self.connection.cursor().sql(query))
            return pa.table({}) if found is None else found.to_arrow_table()
        except duckdb.Error as error:
            raise ArchiveError(str(error)) from error

    def boards(self, where: str | None = None) -> Iterator[Board]:
        """Yield boards, each equal to the one that was read; in the order of the parts.

        Args:
            where: a condition of SQL on the columns of `boards`, such as `level >= 6`.

        Raises:
            ArchiveError: the condition is wrong, or a part is damaged or gone.
        """
        for board, _ in self._placed(where):
            yield board

    def _placed(self, where: str | None) -> Iterator[tuple[Board, int]]:
        batches = self._batches() if where is None else self._selected(where)
        for batch in batches:
            # Column by column: to make a dictionary of each row takes longer than the boards.
            columns = [batch.column(name).to_pylist() for name in _NEEDED]
            places = batch.column("place").to_pylist()
            for place, values in zip(places, zip(*columns, strict=True), strict=True):
                try:
                    yield board_of(dict(zip(_NEEDED, values, strict=True))), place
                except (ModelError, ValueError, LookupError) as error:
                    msg = f"{self.path}: a row holds no board: {error}"
                    raise ArchiveError(msg) from error

    def _batches(self) -> Iterator[pa.RecordBatch]:
        for part in self._parts(BOARDS):
            with self._store.open(part) as file:
                yield from file.iter_batches(batch_size=_SOME, columns=[*_NEEDED, "place"])

    def _selected(self, where: str) -> Iterator[pa.RecordBatch]:
        columns = ", ".join(f'"{name}"' for name in (*_NEEDED, "place"))
        try:
            # A cursor of its own: whoever takes boards may ask something else between two.
            cursor = self.connection.cursor()
            found = cursor.sql(f"select {columns} from boards where {where}")  # noqa: S608  # his own
            yield from cast("Iterator[pa.RecordBatch]", found.to_arrow_reader(_SOME))
        except duckdb.Error as error:
            raise ArchiveError(str(error)) from error

    def board_set(self, path: str | os.PathLike[str]) -> BoardSet:
        """Return the boards of a file with its header, as `overtrick.read` gave them.

        Args:
            path: the file, by the full path under which it was added.

        Raises:
            ArchiveError: the archive does not know the file, or a part is damaged or gone.
        """
        name = os.path.abspath(path)  # noqa: PTH100  # into a zip file, too
        rows = self._asked("select sha256, format, header from files where path = ?", [name])
        if not rows:
            msg = f"{self.path} does not know {name}"
            raise ArchiveError(msg)
        sha256, form, header = rows[0]
        placed = list(self._placed(f"file = {_quoted(sha256 or '')}"))
        placed.sort(key=lambda pair: pair[1])
        return BoardSet(
            boards=tuple(board for board, _ in placed),
            header=extras_from_dict(json.loads(header), "the header") if header else Extras(),
            format=form,
        )

    def _asked(self, query: str, values: list[Any]) -> list[tuple[Any, ...]]:
        try:
            return self.connection.cursor().execute(query, values).fetchall()
        except duckdb.Error as error:
            raise ArchiveError(str(error)) from error

    def verify(self) -> Mapping[str, str]:
        """Return what is wrong with parts, by their paths: none where all is as it was written.

        Every byte of the archive is read.
        """
        found = {part.path: self._store.wrong(part) for part in self.manifest.parts()}
        return {path: why for path, why in found.items() if why is not None}

    def _parts(self, table: str) -> tuple[StoredPart, ...]:
        parts = self.manifest.tables.get(table)
        if parts is None:
            msg = f"there is no table {table!r} (there are: {', '.join(TABLES)})"
            raise ArchiveError(msg)
        return parts

    def close(self) -> None:
        """Close the connection to DuckDB."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        boards, files = self.manifest.rows(BOARDS), self.manifest.rows(FILES)
        return f"<Archive {self.path}: {boards:,} boards of {files:,} files>"


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def open(path: str | os.PathLike[str]) -> Archive:  # the word that users know
    """Open an archive to ask it.

    Args:
        path: its folder.

    Raises:
        ArchiveError: the folder is no archive.
        FileNotFoundError: there is none.
    """
    return Archive(path)
