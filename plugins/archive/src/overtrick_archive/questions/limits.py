"""Limits of queries: time, memory, and forbidden functions.

Queries are untrusted. DuckDB has functions that do something besides answering
(write into its log, checkpoint, sleep, run text as SQL, profile), and functions and views that
disclose information about this computer: settings, paths, environment. They are found in its own
catalogue, so that a later version's are refused too, until they are reviewed.
"""

from __future__ import annotations

import contextlib
import functools
import re
import threading
from collections.abc import Iterator
from typing import Final

import attrs
import duckdb

from overtrick import OptionError
from overtrick_archive.errors import QuestionError

_SPILL_BYTES: Final = 10_000_000_000
_AGAIN_SECONDS: Final = 0.2


@attrs.frozen(kw_only=True)
class Limits:
    """The limits of a query; `None` means no limit.

    Attributes:
        seconds: how long it may take.
        rows: how many rows its answer may have.
        memory: bytes of memory, and as many again in temporary files. Without a limit, DuckDB takes
            up to four fifths of the memory, and ten gigabytes of temporary files.

    Raises:
        OptionError: a limit is not above 0.
    """

    seconds: float | None = 300.0
    rows: int | None = 10_000_000
    memory: int | None = None

    def __attrs_post_init__(self) -> None:
        for name, value in attrs.asdict(self).items():
            if value is not None and value <= 0:
                msg = f"the limit {name} of a question is a number above 0, not {value}"
                raise OptionError(msg)

    def settings(self) -> dict[str, str]:
        """Return the DuckDB settings of the limits."""
        spill = _SPILL_BYTES if self.memory is None else self.memory
        memory = {} if self.memory is None else {"memory_limit": f"{self.memory}B"}
        return {**memory, "max_temp_directory_size": f"{spill}B"}


NO_LIMITS: Final = Limits(seconds=None, rows=None)
"""For questions of the plugin's own."""


@contextlib.contextmanager
def within(connection: duckdb.DuckDBPyConnection, seconds: float | None) -> Iterator[None]:
    """Interrupt a connection's work when it exceeds its time.

    Raises:
        QuestionError: it took longer.
    """
    if seconds is None:
        yield
        return
    is_done, is_late = threading.Event(), threading.Event()

    def watch() -> None:
        if is_done.wait(seconds):
            return
        is_late.set()
        # More than once: what has not begun yet is not interrupted.
        while not is_done.is_set():
            connection.interrupt()
            is_done.wait(_AGAIN_SECONDS)

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    except (duckdb.Error, OSError) as error:
        if is_late.is_set():
            msg = f"the question took longer than {seconds:g} seconds; {more('seconds')}"
            raise QuestionError(msg) from error
        raise
    finally:
        is_done.set()
        watcher.join()


def more(name: str) -> str:
    """Return the instructions to raise a limit, in words."""
    return f"ask for less, or raise the limit (--max-{name}; Limits({name}=...))"


# --- what a question may not call ----------------------------------------------------------------

HARMLESS_TABLES: Final = frozenset({
    "generate_series", "histogram", "histogram_values", "icu_calendar_names", "json_each",
    "json_tree", "range", "repeat", "repeat_row", "summary", "unnest",
})  # fmt: skip
"""Functions that give tables and do nothing else."""

HARMLESS: Final = frozenset({
    "current_query", "error", "gen_random_uuid", "random", "stats", "uuid", "uuidv4", "uuidv7",
    "vector_type",
})  # fmt: skip
"""The functions that DuckDB classes as having side effects, but that only return a value."""

DISCLOSING: Final = frozenset({
    "current_setting", "getenv", "getvariable", "inet_client_addr", "inet_client_port",
    "inet_server_addr", "inet_server_port", "version",
})  # fmt: skip
"""The functions without a class in DuckDB that disclose information about this computer."""

_CATALOGUE: Final = re.compile(r"(duckdb|pg|pragma|sqlite)_\w+")
_TYPE_FUNCTIONS: Final = frozenset({"pg_typeof"})
_SCHEMA: Final = frozenset({"columns", "tables", "schemata"})
_TOKEN: Final = re.compile(
    r"""(?P<skip>--[^\n]*|/\*.*?\*/|\s+|'(?:[^']|'')*'|e'(?:[^'\\]|''|\\.)*'"""
    r"""|\$(?P<tag>(?:[^\W\d]\w*)?)\$.*?\$(?P=tag)\$)"""
    r"""|(?P<quoted>"(?:[^"]|"")*")|(?P<word>[^\W\d]\w*)|(?P<other>.)""",
    re.DOTALL | re.IGNORECASE,
)


@functools.cache
def refused_functions() -> frozenset[str]:
    """Return the functions that a query may not call, in lower case."""
    with duckdb.connect() as database:
        rows = database.execute(
            "select function_name, function_type, bool_or(coalesce(has_side_effects, false)) "
            "from duckdb_functions() where internal group by all"
        ).fetchall()
    tables = {name for name, kind, _ in rows if kind.startswith(("table", "pragma"))}
    # A function that gives a value under a name that gives a table, too, is that table's.
    doing = {name for name, _, does in rows if does}
    return frozenset(
        name.lower()
        for name in (tables - HARMLESS_TABLES) | (doing - HARMLESS) | DISCLOSING
        if name not in _TYPE_FUNCTIONS
    )


def refused(query: str) -> tuple[str, int] | None:
    """Return the first forbidden word of a query, and its place; or `None`.

    Example:
        >>> refused("select 'write_log(1)' /* checkpoint() */ from boards")
        >>> refused('select main."WRITE_LOG" (1)')
        ('WRITE_LOG', 12)
    """
    words: list[tuple[str, int]] = []
    for token in _TOKEN.finditer(query):
        if token["skip"] is not None:
            continue
        text = token["quoted"][1:-1].replace('""', '"') if token["quoted"] else token[0]
        words.append((text, token.start()))
    for place, (text, offset) in enumerate(words):
        name = text.lower()
        after = [word.lower() for word, _ in words[place + 1 : place + 3]]
        if name == "information_schema":
            is_refused = len(after) < 2 or after[0] != "." or after[1] not in _SCHEMA
        elif _CATALOGUE.fullmatch(name):
            is_refused = name not in _TYPE_FUNCTIONS
        else:
            is_refused = after[:1] == ["("] and name in refused_functions()
        if is_refused:
            return text, offset
    return None
