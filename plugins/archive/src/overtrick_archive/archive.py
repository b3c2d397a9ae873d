"""An open archive: its tables, SQL queries, and its boards as they were read."""

from __future__ import annotations

import itertools
import json
import os
import threading
import weakref
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Self, cast

import duckdb
import pyarrow as pa
import pyarrow.dataset as pads

from overtrick import Board, BoardSet, Extras, OvertrickError
from overtrick.plugin import extras_from_dict
from overtrick_archive.addresses import name_of
from overtrick_archive.errors import ArchiveError, QuestionError, first_line
from overtrick_archive.questions.conditions import SqlTranslator
from overtrick_archive.questions.database import (
    STATED,
    STATED_TABLE,
    check,
    check_text,
    connect,
    located,
    may_be_damage,
    quoted,
    run,
)
from overtrick_archive.questions.limits import NO_LIMITS, Limits, more
from overtrick_archive.rows import REST, STORED, boards_of_rows
from overtrick_archive.solved import KEY, SolvedTables, with_table
from overtrick_archive.store import Manifest, Store, StoredPart
from overtrick_archive.tables import (
    BOARDS,
    DOUBLE_DUMMY,
    FILE,
    FILES,
    FROM,
    FROM_FILE,
    SCHEMAS,
    TABLES,
    YEAR,
)
from overtrick_hands import Condition

if TYPE_CHECKING:
    import pandas
    import polars

_SOME: Final = 1024
"""The number of boards made at a time."""

_ROWS_AT_ONCE: Final = 100_000

_NEEDED: Final = (
    *(column.name for column in STORED if column.name not in {"line", "offset"}),
    REST,
)
"""The columns that a board is made of."""


_FILLED: Final = "_filled_table"
"""The source name of a table that is put into a board."""


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)


def _wanted(*, with_solved: bool) -> str:
    """Return the columns that boards are built from, as stated in files."""
    names = [f'boards."{name}"' for name in (*_NEEDED, "place") if name != DOUBLE_DUMMY]
    names.append(f"{STATED_TABLE} as {DOUBLE_DUMMY}")
    if with_solved:
        names += [f"boards.{DOUBLE_DUMMY} as {_FILLED}", FROM]
    return ", ".join(names)


class Archive:
    """An archive open for queries; made by `overtrick_archive.open`.

    It holds what the archive held when it was opened, as long as no other program replaces a file
    that changed. It is a context manager; leaving it closes the connection to DuckDB.

    Attributes:
        path: the archive's folder.
        manifest: the parts that it consists of.
        limits: what a question may need; the plugin's own questions are only held to its memory.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        allows_files: bool = False,
        limits: Limits | None = None,
    ) -> None:
        self.path = Path(path)
        self._store = Store(self.path)
        self.manifest: Manifest = self._store.manifest()
        self._allows_files = allows_files
        self.limits = Limits() if limits is None else limits
        self._connection: duckdb.DuckDBPyConnection | None = None
        self._pushed: SqlTranslator | None = None
        self._solved: SolvedTables | None = None
        self._solved_lock = threading.Lock()

    @property
    def solved(self) -> SolvedTables:
        """The solved or borrowed double-dummy tables; read once.

        Raises:
            ArchiveError: a part is damaged or gone.
        """
        # DuckDB asks from several threads.
        with self._solved_lock:
            if self._solved is None:
                self._solved = SolvedTables.of(self._store, self.manifest)
            return self._solved

    def dataset(self, table: str = BOARDS) -> pads.Dataset:
        """Return a table as an Arrow dataset, for pyarrow, Polars, pandas and DuckDB.

        It is the content of the parts: of double dummy, `boards` has the files' values, and
        `solved` the rest, by deal. `table`, `sql` and `to_polars` give the two together.

        Args:
            table: `boards`, `results`, `files`, `findings` or `solved`.

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
            raise self._unreadable(error) from error

    def table(
        self,
        table: str = BOARDS,
        *,
        where: str | Condition | None = None,
        columns: Sequence[str] | None = None,
    ) -> pa.Table:
        """Return a table, complete or in part, in memory.

        Of boards, `double_dummy` has the tables that were solved, too, and a further column
        `double_dummy_from` gives the source of each.

        Args:
            table: `boards`, `results`, `files`, `findings` or `solved`.
            where: which rows; as for `boards`.
            columns: the columns that are wanted, `None` for all.

        Raises:
            ArchiveError: there is no such table or column, the condition is wrong, or a part is
                damaged or gone.
        """
        if where is not None:
            more = [YEAR, FROM] if table == BOARDS else []
            wanted = _listed(columns or [*SCHEMAS[table].names, *more])
            query = f"select {wanted} from {table} where {self.where(where)}"  # noqa: S608  # his own
            return self._answer(query, self.limits)
        if table == BOARDS and (columns is None or {FROM, DOUBLE_DUMMY} & {*columns}):
            return self._filled(columns)
        return self._stored(table, columns)

    def _stored(self, table: str, columns: Sequence[str] | None) -> pa.Table:
        """Return columns as stored in the parts."""
        try:
            return self.dataset(table).to_table(columns=None if columns is None else list(columns))
        except (pa.ArrowException, OSError, KeyError) as error:
            if isinstance(error, pa.ArrowInvalid) and "No match for FieldRef" in str(error):
                msg = f"there is no such column: {error}"
                raise ArchiveError(msg) from error
            raise self._unreadable(error) from error

    def _filled(self, columns: Sequence[str] | None) -> pa.Table:
        """Return boards with the solved tables."""
        wanted = [*SCHEMAS[BOARDS].names, YEAR, FROM] if columns is None else list(columns)
        stored = [name for name in wanted if name != FROM]
        needed = [name for name in (*KEY, DOUBLE_DUMMY) if name not in stored]
        found = self._stored(BOARDS, [*stored, *needed])
        # Batch by batch: columns that are cut at other places than those beside them, not all take.
        batches = [self._filled_batch(batch, wanted) for batch in found.to_batches()]
        kinds = {
            DOUBLE_DUMMY: SCHEMAS[BOARDS].field(DOUBLE_DUMMY),
            FROM: pa.field(FROM, pa.string()),
        }
        schema = pa.schema([kinds.get(name) or found.schema.field(name) for name in wanted])
        return pa.Table.from_batches(batches, schema)

    def _filled_batch(self, batch: pa.RecordBatch, wanted: Sequence[str]) -> pa.RecordBatch:
        given = [batch[name] for name in (DOUBLE_DUMMY, *KEY)]
        lists = self.solved.filled(*given)
        # DuckDB has lists of any length; here they stay lists of twenty.
        tables = pa.FixedSizeListArray.from_arrays(lists.values, 20, mask=lists.is_null())
        made = {DOUBLE_DUMMY: tables, FROM: self.solved.sources_of(*given)}
        columns = [made[name] if name in made else batch[name] for name in wanted]
        return pa.RecordBatch.from_arrays(columns, names=list(wanted))

    def to_polars(
        self,
        table: str = BOARDS,
        *,
        where: str | Condition | None = None,
        columns: Sequence[str] | None = None,
    ) -> polars.DataFrame:
        """Return a table, complete or in part, as a Polars data frame; arguments as for `table`.

        Raises:
            ArchiveError: as `table`.
            ModuleNotFoundError: Polars is not installed (`overtrick-archive[polars]`).
        """
        import polars

        found = polars.from_arrow(self.table(table, where=where, columns=columns))
        return cast("polars.DataFrame", found)

    def to_pandas(
        self,
        table: str = BOARDS,
        *,
        where: str | Condition | None = None,
        columns: Sequence[str] | None = None,
    ) -> pandas.DataFrame:
        """Return a table, complete or in part, as a pandas data frame; arguments as for `table`.

        Numbers keep their Arrow types (`int8[pyarrow]`), so that one that is not known is not made
        a fraction of.

        Raises:
            ArchiveError: as `table`.
            ModuleNotFoundError: pandas is not installed (`overtrick-archive[pandas]`).
        """
        import pandas

        found = self.table(table, where=where, columns=columns)
        return cast("pandas.DataFrame", found.to_pandas(types_mapper=pandas.ArrowDtype))

    @property
    def connection(self) -> duckdb.DuckDBPyConnection:
        """A DuckDB connection with a view of each table, for any other use of DuckDB.

        It reads no other file unless the archive was opened so that it may. Data frames and Arrow
        tables join in: `connection.register("players", frame)`, then `connection.sql(...)`.
        """
        if self._connection is None:
            parts = {
                table: [os.path.abspath(self.path / part.path) for part in self._parts(table)]  # noqa: PTH100  # not resolved: DuckDB compares the texts
                for table in TABLES
            }
            try:
                self._connection = connect(
                    parts,
                    lambda: self.solved,
                    allows_files=self._allows_files,
                    limits=self.limits,
                )
            except duckdb.Error as error:
                raise self._unreadable(error) from error
            # DuckDB complains aloud of functions of a connection that is open when Python ends.
            self._closing = weakref.finalize(self, self._connection.close)
        return self._connection

    def sql(self, query: str) -> pa.Table:
        """Return the result of an SQL query in DuckDB's dialect.

        The tables `boards`, `results`, `files` and `findings` are views; their columns
        and the bridge functions are described in `docs/reference/archive.md`.

        Columns with the same name are renamed: of `select 1 as a, 2 as a` the second is `a_1`.

        Args:
            query: the question, one; nothing is changed.

        Raises:
            QuestionError: the question is wrong, calls what it may not, or needs more than
                `limits`; the message is DuckDB's, with the place.
            ArchiveError: a part is damaged or gone.

        Example:
            >>> import tempfile
            >>> from overtrick_archive import add, open
            >>> with tempfile.TemporaryDirectory() as folder:
            ...     _ = add(folder, [])
            ...     answer = open(folder).sql("select count(*) as n from boards where level > 5")
            ...     answer.to_pylist()
            [{'n': 0}]
        """
        self._check(query)
        return self._answer(query, self.limits)

    def _check(self, query: str) -> None:
        """Raise for a text that is no query, or a forbidden one."""
        if self._allows_files:
            check_text(query)
        else:
            check(query)

    def _answer(self, query: str, limits: Limits) -> pa.Table:
        # A cursor of its own: the caller may run another query between two boards.
        return _with_names_of_their_own(self.asked(self.connection.cursor(), query, limits))

    def _wrong(self, error: Exception, query: str) -> ArchiveError:
        """Return the exception for an error: an unreadable part, or an invalid query."""
        damage = self._damage() if may_be_damage(error) else None
        return damage or located(error, query)

    def _unreadable(self, error: Exception) -> ArchiveError:
        """Return the exception for an unreadable archive, with the damaged part."""
        return self._damage() or ArchiveError(f"{self.path} cannot be read: {first_line(error)}")

    def _damage(self) -> ArchiveError | None:
        """Return the exception for a part changed since the archive was opened."""
        damage = self._store.damage(tuple(self.manifest.parts()))
        if damage is not None and self._store.manifest() != self.manifest:
            msg = f"{self.path} was changed since it was opened: open it again"
            return ArchiveError(msg)
        return damage

    def where(self, where: str | Condition) -> str:
        """Return a condition as an SQL expression on the columns of `boards`, for custom queries.

        Parts that columns determine become comparisons of them; for the rest this archive's
        connection learns a function, so that it is of no use for another.

        Args:
            where: as for `boards`.

        Raises:
            QuestionError: a text is no condition of SQL.

        Example:
            >>> import tempfile
            >>> from overtrick_archive import add, open
            >>> from overtrick_hands import compile_condition
            >>> with tempfile.TemporaryDirectory() as folder:
            ...     _ = add(folder, [])
            ...     open(folder).where(compile_condition("north.hcp >= 15 and made"))[:20]
            '((north_hcp >= 15) a'
        """
        if isinstance(where, str):
            # As a question of its own, so that nothing else gets out of its brackets.
            self._check(f"select {where}")
            return f"({where})"
        if self._pushed is None:
            self._pushed = SqlTranslator(self.connection)
        return self._pushed.sql(where)

    def boards(
        self, where: str | Condition | None = None, *, with_solved: bool = False
    ) -> Iterator[Board]:
        """Yield boards, each equal to the one that was read, in the order of the parts.

        A condition is checked at once; the boards are read as they are taken.

        Args:
            where: which boards: a condition of overtrick-hands, such as
                `overtrick_hands.compile_condition("north.hcp >= 15")`, or as text one of SQL on the
                columns of `boards`, such as `level >= 6`. Double-dummy tricks are those of
                `boards`, whatever their source.
            with_solved: whether boards get the double-dummy tables that were solved as well; then
                one that gets one is not equal to the one that was read.

        Raises:
            ArchiveError: the condition is wrong, or a part is damaged or gone.

        Example:
            >>> import tempfile
            >>> from overtrick_archive import add, open
            >>> from overtrick_hands import north
            >>> with tempfile.TemporaryDirectory() as folder:
            ...     _ = add(folder, [])
            ...     list(open(folder).boards(where=north.hcp >= 15))
            []
        """
        # An invalid condition is reported here, not at the first board.
        if where is None and not with_solved:
            batches = self._batches()
        else:
            condition = "true" if where is None else self.where(where)
            batches = self._selected(condition, with_solved=with_solved)
        return (board for board, _ in self._placed(batches))

    def boards_at(self, places: pa.Table, *, with_solved: bool = False) -> Iterator[Board]:
        """Yield the complete boards of a query's result, in its order.

        Args:
            places: has the columns `file` and `place`, as `select * from boards` gives them.
            with_solved: as for `boards`.

        Raises:
            QuestionError: it has no such columns.
            ArchiveError: a board in it does not exist, or a part is damaged or gone.
        """
        if not {FILE, "place"} <= set(places.column_names):
            msg = (
                "to give boards, an answer has the columns file and place: "
                "select file, place from boards ..., or select *"
            )
            raise QuestionError(msg)
        wanted = places.select([FILE, "place"]).append_column(
            "nth", pa.array(range(places.num_rows), pa.int64())
        )
        cursor = self.connection.cursor()
        cursor.register("wanted_places", wanted)
        count = 0
        query = (
            f"select {_wanted(with_solved=with_solved)} from {STATED} as boards "  # noqa: S608  # names of ours
            "join wanted_places using (file, place) order by nth"
        )
        for board, _ in self._placed(self._read(cursor, query)):
            count += 1
            yield board
        if count != places.num_rows:
            msg = f"{places.num_rows - count:,} of the rows tell of no board of {self.path}"
            raise ArchiveError(msg)

    def _placed(self, batches: Iterator[pa.RecordBatch]) -> Iterator[tuple[Board, int]]:
        for batch in batches:
            # Column by column: to make a dictionary of each row takes longer than the boards.
            columns = {name: batch.column(name).to_pylist() for name in _NEEDED}
            places = batch.column("place").to_pylist()
            try:
                boards = boards_of_rows(columns)
            except (OvertrickError, ValueError, LookupError) as error:
                msg = f"{self.path}: a row holds no board: {error}"
                raise ArchiveError(msg) from error
            if FROM in batch.schema.names:
                sources = batch.column(FROM).to_pylist()
                tables = batch.column(_FILLED).to_pylist()
                boards = [
                    board if source in {None, FROM_FILE} else with_table(board, table)
                    for board, source, table in zip(boards, sources, tables, strict=True)
                ]
            yield from zip(boards, places, strict=True)

    def _batches(self) -> Iterator[pa.RecordBatch]:
        for part in self._parts(BOARDS):
            with self._store.open(part) as file:
                yield from file.iter_batches(batch_size=_SOME, columns=[*_NEEDED, "place"])

    def _selected(self, where: str, *, with_solved: bool = False) -> Iterator[pa.RecordBatch]:
        wanted = _wanted(with_solved=with_solved)
        query = f"select {wanted} from {STATED} as boards where {where}"  # noqa: S608  # checked
        return self._read(self.connection.cursor(), query)

    def _read(self, cursor: duckdb.DuckDBPyConnection, query: str) -> Iterator[pa.RecordBatch]:
        """Return the rows of a query; it is parsed at once and evaluated lazily."""
        try:
            found = run(cursor, lambda: cursor.sql(query), self.limits.seconds)
        except duckdb.Error as error:
            raise self._wrong(error, query) from error
        return self._taken(cursor, found, query)

    def _taken(
        self, cursor: duckdb.DuckDBPyConnection, found: duckdb.DuckDBPyRelation, query: str
    ) -> Iterator[pa.RecordBatch]:
        try:
            seconds = self.limits.seconds
            reader = run(cursor, lambda: found.to_arrow_reader(_SOME), seconds)
            while (batch := run(cursor, lambda: next(reader, None), seconds)) is not None:
                yield batch
        # What goes wrong at the first rows comes from DuckDB, later it comes by way of Arrow.
        except (duckdb.Error, pa.ArrowException, OSError) as error:
            raise self._wrong(error, query) from error

    def board_set(self, path: str | os.PathLike[str]) -> BoardSet:
        """Return the boards of a file with its header, as returned by `overtrick.read`.

        Args:
            path: the file, by the path or the address under which it was added.

        Raises:
            ArchiveError: the archive does not know the file, or a part is damaged or gone.
        """
        name = name_of(path)
        rows = self._asked("select sha256, format, header from files where path = ?", [name])
        if not rows:
            msg = f"{self.path} does not know {name}"
            raise ArchiveError(msg)
        sha256, form, header = rows[0]
        placed = list(self._placed(self._selected(f"file = {quoted(sha256 or '')}")))
        placed.sort(key=lambda pair: pair[1])
        return BoardSet(
            boards=tuple(board for board, _ in placed),
            header=extras_from_dict(json.loads(header), "the header") if header else Extras(),
            format=form,
        )

    def asked(
        self, cursor: duckdb.DuckDBPyConnection, query: str, limits: Limits = NO_LIMITS
    ) -> pa.Table:
        """Return the result of a query, through a cursor of `connection`.

        Args:
            cursor: the cursor.
            query: the question.
            limits: what it may need; the plugin's own have no limits.

        Raises:
            QuestionError: a condition in it is wrong, or it needs more.
            ArchiveError: a part is damaged or gone.
        """

        def answer() -> pa.Table:
            # Some statements have no answer, whatever DuckDB's types.
            found = cast("duckdb.DuckDBPyRelation | None", cursor.sql(query))
            if found is None:
                return pa.table({})
            if limits.rows is None:
                return found.to_arrow_table()
            # Bit by bit: an oversized answer is never complete in memory.
            reader = found.to_arrow_reader(_ROWS_AT_ONCE)
            batches, rows = [], 0
            for batch in reader:
                rows += batch.num_rows
                if rows > limits.rows:
                    msg = f"the answer has more than {limits.rows:,} rows; {more('rows')}"
                    raise QuestionError(msg)
                batches.append(batch)
            return pa.Table.from_batches(batches, reader.schema)

        try:
            return run(cursor, answer, limits.seconds)
        # What goes wrong at the first rows comes from DuckDB, later it comes by way of Arrow.
        except (duckdb.Error, pa.ArrowException, OSError) as error:
            raise self._wrong(error, query) from error

    def _asked(self, query: str, values: list[Any]) -> list[tuple[Any, ...]]:
        try:
            return self.connection.cursor().execute(query, values).fetchall()
        except duckdb.Error as error:
            raise self._unreadable(error) from error

    def verify(self) -> Mapping[str, str]:
        """Return the faults of parts, by path; empty if all are intact.

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
        """Close the DuckDB connection."""
        if self._connection is not None:
            self._closing()
            self._connection = self._pushed = None

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


def _with_names_of_their_own(answer: pa.Table) -> pa.Table:
    """Return a result with unique column names: of two columns `a` the second becomes `a_1`."""
    names = answer.column_names
    taken = set(names)
    if len(taken) == len(names):
        return answer
    seen: set[str] = set()
    own = []
    for name in names:
        new = name
        if name in seen:
            counts = itertools.count(1)
            new = next(one for one in (f"{name}_{n}" for n in counts) if one not in taken)
            taken.add(new)
        seen.add(name)
        own.append(new)
    return answer.rename_columns(own)


def open(  # the word that users know
    path: str | os.PathLike[str], *, allows_files: bool = False, limits: Limits | None = None
) -> Archive:
    """Open an archive for queries.

    Args:
        path: its folder.
        allows_files: whether questions may read and write other files, too, and change settings:
            never for those of strangers. A part that is written to is damaged.
        limits: what a question may need: by default five minutes and ten million rows.

    Raises:
        ArchiveError: the folder is no archive.
        FileNotFoundError: there is none.
    """
    return Archive(path, allows_files=allows_files, limits=limits)
