"""An archive as a database: views of its tables, bridge functions, and query restrictions.

Queries are untrusted: a query reads the parts of the archive and its parameters, and changes
nothing. DuckDB opens no other file, no address and no extension, knows none of Python's
variables, and its settings are locked; a question that is no question is refused before it is run.
"""

from __future__ import annotations

import os
import re
import secrets
import tempfile
import threading
from collections.abc import Callable, Mapping
from typing import Final, TypeVar

import duckdb
import pyarrow as pa

from overtrick.plugin import did_you_mean
from overtrick_archive.errors import ArchiveError, QuestionError, first_line
from overtrick_archive.questions.functions import DEAL, FUNCTIONS, create, install
from overtrick_archive.questions.limits import NO_LIMITS, Limits, more, refused, within
from overtrick_archive.solved import KEY, SolvedTables
from overtrick_archive.tables import (
    BOARDS,
    DOUBLE_DUMMY,
    FROM,
    FROM_FILE,
    SCHEMAS,
    SOLVED,
    TABLES,
    YEAR,
)

T = TypeVar("T")


def run(
    connection: duckdb.DuckDBPyConnection, work: Callable[[], T], seconds: float | None = None
) -> T:
    """Run slow work on a connection; a signal to this process interrupts it.

    DuckDB does not come back before it is done, and signals are looked at by the first thread
    alone: so another one waits for DuckDB, and this one for signals.

    Args:
        connection: whose work it is.
        work: what is done.
        seconds: how long it may take, or `None` for no limit.

    Raises:
        QuestionError: it took longer.
        KeyboardInterrupt: Ctrl-C, and whatever other signals raise, in the first thread; the work
            has been interrupted.
        Exception: what the work raises.
    """
    with within(connection, seconds):
        return _run(connection, work)


def _run(connection: duckdb.DuckDBPyConnection, work: Callable[[], T]) -> T:
    if threading.current_thread() is not threading.main_thread():
        return work()
    results: list[T] = []
    errors: list[BaseException] = []
    # Not `join`: a thread that Ctrl-C interrupts it at passes for one that has ended.
    is_done = threading.Event()

    def done() -> None:
        try:
            results.append(work())
        except BaseException as error:  # noqa: BLE001  # raised by the thread that waits
            errors.append(error)
        finally:
            is_done.set()

    threading.Thread(target=done, daemon=True).start()
    try:
        while not is_done.wait(_LOOK):
            pass
    except BaseException:
        # More than once: what has not begun yet is not interrupted.
        for patience in _PATIENCE:
            connection.interrupt()
            if is_done.wait(patience):
                break
        raise
    for error in errors:
        raise error
    return results[0]


_LOOK: Final = 0.5  # so often Windows looks at signals; elsewhere they wake the thread that waits
_PATIENCE: Final = (0.2, 0.5, 1.0, 2.0, 4.0)  # seconds for DuckDB to react

_DEAL: Final = (
    "case when north_hand is not null then {'north': north_hand, 'east': east_hand, "
    f"'south': south_hand, 'west': west_hand}}::{DEAL} end as deal"
)


STATED: Final = "_boards"
"""A view of boards with one more column than `boards`: the files' double-dummy tables."""

STATED_TABLE: Final = "_stated"
"""That column."""


def connect(
    parts: Mapping[str, list[str]],
    solved: Callable[[], SolvedTables],
    *,
    allows_files: bool,
    limits: Limits = NO_LIMITS,
) -> duckdb.DuckDBPyConnection:
    """Return a DuckDB connection to an archive.

    Args:
        parts: the paths of each table's parts.
        solved: gives the tables that were solved, when they are asked for.
        allows_files: whether questions may read and write other files, too.
        limits: how much memory questions may need.

    Raises:
        duckdb.Error: a part is damaged or gone.
    """
    database = duckdb.connect()

    def prepare() -> None:
        # A part never changes: its metadata need be read only once.
        database.execute("set parquet_metadata_cache = true")
        # What does not fit into memory goes where such things go, not into the user's folder.
        scratch = os.path.join(tempfile.gettempdir(), f"overtrick-archive-{secrets.token_hex(8)}")  # noqa: PTH118  # a text of SQL
        database.execute(f"set temp_directory = {quoted(scratch)}")
        for name, value in limits.settings().items():
            database.execute(f"set {name} = {quoted(value)}")
        install(database)
        if parts[SOLVED]:
            _know(database, solved)
        for table, paths in parts.items():
            _show(database, table, paths, has_solved=bool(parts[SOLVED]))
        if not allows_files:
            _lock(database, [path for paths in parts.values() for path in paths])

    try:
        run(database, prepare)
    except BaseException:
        database.close()
        raise
    return database


def _know(database: duckdb.DuckDBPyConnection, solved: Callable[[], SolvedTables]) -> None:
    """Register the functions that look up the tables of deals.

    A join would cost every question its time; of a function that is not asked nothing is read.
    """
    takes = ["tinyint[]", *["ubigint"] * len(KEY)]

    def filled(*columns: pa.Array) -> pa.Array:
        return solved().filled(*columns)

    def sources_of(*columns: pa.Array) -> pa.Array:
        return solved().sources_of(*columns)

    create(database, "_filled", takes, "tinyint[]", filled)
    create(database, "_filled_from", takes, "varchar", sources_of)


def _columns(table: str, *, has_solved: bool) -> str:
    """Return the select list of a view."""
    if table != BOARDS:
        return "*"
    stated = f"{DOUBLE_DUMMY} as {STATED_TABLE}"
    if not has_solved:
        source = f"case when list_count({DOUBLE_DUMMY}) > 0 then '{FROM_FILE}' end"
        return f"*, {source} as {FROM}, {_DEAL}, {stated}"
    given = ", ".join((DOUBLE_DUMMY, *KEY))
    return (
        f"* replace (_filled({given}) as {DOUBLE_DUMMY}), _filled_from({given}) as {FROM}, "
        f"{_DEAL}, {stated}"
    )


def _show(
    database: duckdb.DuckDBPyConnection, table: str, paths: list[str], *, has_solved: bool
) -> None:
    """Create the view of a table; without parts it is an empty one."""
    columns = _columns(table, has_solved=has_solved)
    _make(database, STATED if table == BOARDS else table, columns, table, paths)
    if table == BOARDS:
        database.execute(
            f"create view {table} as select * exclude ({STATED_TABLE}) from {STATED}"  # noqa: S608  # names of ours
        )


def _make(
    database: duckdb.DuckDBPyConnection, view: str, columns: str, table: str, paths: list[str]
) -> None:
    if not paths:
        schema = SCHEMAS[table]
        if table == BOARDS:
            schema = schema.append(pa.field(YEAR, pa.int32()))
        database.register("nothing", schema.empty_table())
        database.execute(f"create table {view} as select {columns} from nothing")  # noqa: S608  # names of ours
        database.unregister("nothing")
        return
    years = ""
    if table == BOARDS:
        years = f", hive_partitioning = true, hive_types = {{'{YEAR}': integer}}"
    names = ", ".join(map(quoted, paths))
    database.execute(
        f"create view {view} as select {columns} from read_parquet([{names}]{years})"  # noqa: S608  # as above
    )


def _lock(database: duckdb.DuckDBPyConnection, paths: list[str]) -> None:
    names = ", ".join(map(quoted, paths))
    database.execute(f"set allowed_paths = [{names}]")
    for setting in (
        "enable_external_access = false",
        "python_enable_replacements = false",
        "lock_configuration = true",
    ):
        database.execute(f"set {setting}")


def quoted(text: str) -> str:
    """Return a text quoted for SQL."""
    return "'" + text.replace("'", "''") + "'"


# --- questions ----------------------------------------------------------------------------------

_ASKS: Final = frozenset({"SELECT", "EXPLAIN"})
_COMMENT: Final = re.compile(r"--[^\n]*|/\*.*?\*/|\s+", re.DOTALL)
_PIVOTS: Final = ("pivot", "with", "from", "select")


_MOST_NESTED: Final = 1000
"""The maximum number of open parentheses, DuckDB's own limit of nesting.

Its parser takes the square of their number, and no limit of time holds it."""


def check_text(query: str) -> None:
    """Raise for a text that is unsafe for an SQL parser.

    Raises:
        QuestionError: it has bytes that are no characters, or too many parentheses are open.
    """
    try:
        query.encode()
    except UnicodeEncodeError as error:
        msg = f"character {error.start + 1} of the question is no Unicode character"
        raise QuestionError(msg) from None
    depth = lowest = 0
    for match in _PARENTHESIS.finditer(query):
        depth += 1 if match[0] == "(" else -1
        lowest = min(lowest, depth)
        if depth - lowest > _MOST_NESTED:
            msg = f"more than {_MOST_NESTED:,} parentheses are open"
            raise QuestionError(msg, query, *_place(query, match.start()))


_PARENTHESIS: Final = re.compile(r"[()]")


def check(query: str) -> None:
    """Raise unless the text is exactly one query.

    Raises:
        QuestionError: it is none, there are several, or it would change something.
    """
    check_text(query)
    try:
        statements = duckdb.extract_statements(query)
    except duckdb.Error as error:
        raise located(error, query) from error
    if len(statements) != 1:
        msg = f"one question was expected, not {len(statements)}" if statements else "no question"
        raise QuestionError(msg)
    (statement,) = statements
    first = _COMMENT.sub(" ", statement.query).strip(" (").partition(" ")[0].lower()
    # A pivot is made of several statements; nothing else of that kind begins with such a word.
    is_pivot = statement.type.name == "MULTI" and first in _PIVOTS
    if statement.type.name not in _ASKS and not is_pivot:
        msg = f"{first.upper()} is no question: an archive is asked with SELECT, and not changed"
        raise QuestionError(msg, query, *_place(query, query.lower().find(first)))
    found = refused(query)
    if found is not None:
        msg = (
            f"{found[0]} is refused: it does something besides answering, or tells about this "
            "computer or other files (--allow-files lets a question of your own)"
        )
        raise QuestionError(msg, query, *_place(query, found[1]))


_LINE: Final = re.compile(r"\n\nLINE (\d+): (.*)\n( *)\^+", re.DOTALL)
_NAMED: Final = re.compile(
    r'[Cc]olumn "([^"]+)" not found|with name "?([^ "]+)"? does not exist|Macro (\w+)\(\)'
)
_IN_PYTHON: Final = re.compile(
    r"Python exception occurred while executing the UDF: (?:\w+Error: )?", re.ASCII
)


_OF_QUESTIONS: Final = (
    duckdb.BinderException,
    duckdb.CatalogException,
    duckdb.ConversionException,
    duckdb.InterruptException,
    duckdb.NotImplementedException,
    duckdb.OutOfMemoryException,
    duckdb.OutOfRangeException,
    duckdb.ParserException,
    duckdb.PermissionException,
    duckdb.SyntaxException,
    duckdb.TypeMismatchException,
)
"""The errors of a query that do not depend on the parts."""


def may_be_damage(error: Exception) -> bool:
    """Return whether a damaged part may have caused an error; DuckDB seldom names it."""
    text = str(error)
    if _IN_PYTHON.search(text) is not None:
        return False
    return not isinstance(error, _OF_QUESTIONS) or "parquet" in text.lower()


def located(error: Exception, query: str) -> ArchiveError:
    """Return DuckDB's message about a query, with line and column if they are known."""
    text = _IN_PYTHON.sub("", str(error)).strip()
    why, _, _ = text.partition("\n\nLINE ")
    kind, _, rest = why.partition(": ")
    why = _meant((rest if kind.endswith("Error") and rest else why).strip())
    if isinstance(error, duckdb.OutOfMemoryException):
        why = f"the question needs too much memory ({first_line(why)}); {more('memory')}"
    found = _LINE.search(str(error))
    if found is not None:
        number, shown, blanks = int(found[1]), found[2], len(found[3])
        lines = query.split("\n")
        if number <= len(lines):
            # DuckDB shows a part of a long line; the mark is below it.
            column = blanks - len(f"LINE {number}: ")
            part = shown.removeprefix("...").removesuffix("...")
            start = lines[number - 1].find(part)
            if start >= 0 and column >= 0:
                skipped = 3 if shown.startswith("...") else 0
                return QuestionError(why, query, number, start + column - skipped + 1)
    named = _NAMED.search(why)
    if named is not None:
        name = named[1] or named[2] or named[3]
        place = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", query, re.IGNORECASE)
        if place is not None:
            return QuestionError(why, query, *_place(query, place.start()))
    within = _WITHIN.match(why)
    if within is not None and within[1] in FUNCTIONS:
        calls = list(re.finditer(rf"(?<!\w){within[1]}\s*\(", query, re.IGNORECASE))
        if len(calls) == 1:  # else it is ambiguous
            return QuestionError(why, query, *_place(query, calls[0].start()))
    return QuestionError(why)


_WITHIN: Final = re.compile(r"(\w+)(?:\(.*?\))?: ", re.DOTALL)
_UNKNOWN: Final = re.compile(
    r'((?P<kind>[\w ]+) with name "?(?P<name>[^" ]+)"? does not exist)!(\nDid you mean .*)?',
    re.DOTALL,
)

_OF_SQL: Final = (
    "abs", "avg", "coalesce", "count", "first", "greatest", "last", "least", "length", "list",
    "lower", "max", "median", "min", "mode", "quantile", "regexp_matches", "replace", "round",
    "row_number", "stddev", "string_agg", "substring", "sum", "trim", "unnest", "upper", "year",
)  # fmt: skip
"""Functions of every database, or nearly, that may be meant."""


def _meant(why: str) -> str:
    """Return DuckDB's message with our own suggestions in place of its catalogue's."""
    found = _UNKNOWN.fullmatch(why)
    if found is None:
        return why
    if found["kind"] != "Table":
        return found[1] + did_you_mean(found["name"], (*FUNCTIONS, *_OF_SQL))
    return found[1] + (did_you_mean(found["name"], TABLES) or f"; there are {', '.join(TABLES)}")


def _place(query: str, offset: int) -> tuple[int, int]:
    """Return the line and the column of a place in a text."""
    before = query[: max(offset, 0)]
    return before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
