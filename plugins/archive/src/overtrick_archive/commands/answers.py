"""The output of a query: table, CSV, JSON or Parquet, to the terminal or a file."""

from __future__ import annotations

import atexit
import datetime
import decimal
import functools
import gc
import itertools
import json
import math
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import PurePath
from typing import Any, BinaryIO, Final, TypeVar

import click
import pyarrow as pa
import pyarrow.parquet as pq

from overtrick import Deal
from overtrick.plugin import atomic_output, json_text
from overtrick_archive.commands.layout import ROWS, lines, show
from overtrick_cli.commands import (
    FILE,
    PIPE,
    USAGE,
    Failure,
    check_suffix,
    check_target,
    plural,
    say,
)

# The command line ends without looking for garbage, of which DuckDB's types would complain aloud.
atexit.register(gc.unfreeze)

FORMATS: Final = ("table", "csv", "json", "parquet")
_SUFFIXES: Final = {".csv": "csv", ".json": "json", ".parquet": "parquet", ".txt": "table"}

_SEATS: Final = ("north", "east", "south", "west")

_CommandT = TypeVar("_CommandT", bound=Callable[..., object])


def answer_options(command: _CommandT) -> _CommandT:
    """Add the options of the output format."""
    for option in (
        click.option("--force", is_flag=True, help="Replace OUT if it exists."),
        click.option(
            "-o",
            "output",
            type=FILE,
            metavar="OUT",
            show_default="standard output",
            help="Write the result to a file.",
        ),
        click.option(
            "--format",
            "form",
            type=click.Choice(FORMATS, case_sensitive=False),
            default=None,
            show_default="by the suffix of OUT, else table",
            help="Set the output format.",
        ),
    ):
        command = option(command)
    return command


def all_option(command: _CommandT) -> _CommandT:
    """Add the option for the complete output of a pipe on a terminal."""
    return click.option(
        "--all",
        "shows_all",
        is_flag=True,
        help=f"Print all rows and columns on a terminal, not only the first {ROWS} rows.",
    )(command)


def form_of(form: str | None, output: str | None, archive: str, *, force: bool) -> str:
    """Return the output format, checked before the query runs.

    Args:
        form: the value of `--format`.
        output: the file that it goes to.
        archive: the archive that is asked.
        force: whether a file may be replaced.

    Raises:
        Failure: the file's suffix is unknown, or Parquet is to be printed; or the file must not
            be written.
        FileExistsError: the file is there, and is not to be replaced.
    """
    if output is None or output == PIPE:
        if form == "parquet":
            msg = "Parquet is not for reading: give -o OUT"
            raise Failure(msg, USAGE)
        return form or "table"
    chosen = form or _SUFFIXES.get(PurePath(output).suffix.lower())
    if chosen is None:
        msg = (
            f"{output}: the suffix names no format of answers ({', '.join(_SUFFIXES)}); "
            f"give --format {', '.join(FORMATS[:-1])} or {FORMATS[-1]}"
        )
        raise Failure(msg, USAGE)
    own = [suffix for suffix, each in _SUFFIXES.items() if each == chosen]
    check_suffix(output, own, chosen)
    check_target(output, force=force, sources=[archive], suffixes=own)
    return chosen


def give(
    answer: pa.Table,
    form: str,
    output: str | None,
    *,
    force: bool,
    shows_all: bool = False,
    most: int | None = ROWS,
) -> None:
    """Print a result, or write it to a file, atomically.

    Args:
        answer: the answer.
        form: one of `FORMATS`, as `form_of` returns it.
        output: the file; `None` and `-` for standard output.
        force: whether a file is replaced.
        shows_all: whether a table on a terminal is complete, as in a pipe.
        most: the number of rows shown otherwise; `None` for all.

    Raises:
        OSError: the file cannot be written.
    """
    if output is not None and output != PIPE:
        with atomic_output(output, overwrite=force) as file:
            _write(answer, form, file)
    elif form == "table" and not shows_all and sys.stdout.isatty():
        _show(answer, most)
    else:
        for text in _texts(answer, form):
            click.echo(text, nl=False)


def _show(answer: pa.Table, most: int | None) -> None:
    """Print the first rows of a result for reading, and report the omitted ones."""
    rows = _rows(answer if most is None else answer.slice(0, most))
    shown = show(answer.column_names, ([_shown(cell) or "" for cell in row] for row in rows))
    left = []
    if shown.rows < answer.num_rows:
        left.append(f"{shown.rows:,} of {plural(answer.num_rows, 'row')}")
    if shown.columns < answer.num_columns:
        left.append(f"{shown.columns:,} of {plural(answer.num_columns, 'column')}")
    if left:
        all_of_it = "--all shows all of it, -o OUT.csv writes it"
        say(f"{' and '.join(left)}: {all_of_it if most else '-o OUT.csv writes all'}")


def _write(answer: pa.Table, form: str, file: BinaryIO) -> None:
    if form == "parquet":
        for field in answer.schema:
            if not _is_held(field):
                msg = f"Parquet cannot hold the column {field.name} ({field.type}): cast it"
                raise Failure(msg, USAGE)
        pq.write_table(answer, file, compression="zstd")
        return
    for text in _texts(answer, form):
        file.write(text.encode())


def _is_held(field: pa.Field) -> bool:
    """Return whether Parquet has a type for a column."""
    try:
        pq.write_table(pa.schema([field]).empty_table(), pa.BufferOutputStream())
    except pa.ArrowNotImplementedError:
        return False
    return True


def _texts(answer: pa.Table, form: str) -> Iterator[str]:
    """Yield a result as text, in chunks."""
    if form == "json":
        yield from _json(answer)
        return
    cells = (list(map(_shown, row)) for row in _rows(answer))
    if form == "csv":
        texts = _csv(answer.column_names, cells)
    else:
        texts = lines(answer.column_names, ([cell or "" for cell in row] for row in cells))
    while some := list(itertools.islice(texts, _SOME)):
        yield "\n".join(some) + "\n"


def _json(answer: pa.Table) -> Iterator[str]:
    names = answer.column_names
    before = "["
    for row in _rows(answer, is_json=True):
        record = dict(zip(names, row, strict=True))
        text = "\n".join(f"  {line}" for line in json_text(record, indent=2).splitlines())
        yield f"{before}\n{text}"
        before = ","
    yield "[]\n" if before == "[" else "\n]\n"


_SOME: Final = 500
"""The number of rows made, and of lines written, at a time."""

_QUOTED: Final = re.compile(r'[",\r\n]')


def _csv(names: Sequence[str], rows: Iterable[Sequence[str | None]]) -> Iterator[str]:
    """Yield the lines of CSV: a null is empty, an empty text is quoted, as in DuckDB.

    Python's `csv` distinguishes them only since 3.12.
    """
    yield ",".join(map(_csv_cell, names))
    for row in rows:
        # CSV readers skip an empty line.
        yield ",".join(map(_csv_cell, row)) or _csv_cell("")


def _csv_cell(text: str | None) -> str:
    if text is None:
        return ""
    if not text or _QUOTED.search(text):
        return '"' + text.replace('"', '""') + '"'
    return text


# --- cells --------------------------------------------------------------------------------------

_Cell = Any  # whatever DuckDB answers with
_Converter = Callable[[_Cell], _Cell]


def _rows(answer: pa.Table, *, is_json: bool = False) -> Iterator[list[_Cell]]:
    """Yield the rows of a result as JSON texts, in batches."""
    converters = [_converter(field.type, is_json=is_json) for field in answer.schema]
    for batch in answer.to_batches(max_chunksize=_SOME):
        columns = [
            cells if convert is None else list(map(convert, cells))
            for convert, cells in zip(
                converters, (column.to_pylist() for column in batch.columns), strict=True
            )
        ]
        yield from map(list, zip(*columns, strict=True))


def _converter(kind: pa.DataType, *, is_json: bool) -> _Converter | None:
    """Return the converter of a cell type to JSON text; `None` if none is needed."""
    types = pa.types
    if types.is_uint64(kind):
        # Of such a number (deal_hash) JavaScript, and what else reads JSON, forgets digits.
        return _unless_null(str) if is_json else None
    if types.is_string(kind) or types.is_boolean(kind) or types.is_integer(kind):
        return None
    if _is_deal(kind):
        return _deal_text
    if types.is_map(kind):
        key, item = (_inner(one, is_json=is_json) for one in (kind.key_type, kind.item_type))
        return _unless_null(lambda cell: {_key(key(one)): item(value) for one, value in cell})
    if types.is_struct(kind):
        parts = {one.name: _inner(one.type, is_json=is_json) for one in kind}
        return _unless_null(lambda cell: {name: of(cell[name]) for name, of in parts.items()})
    if types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind):
        each = _converter(kind.value_type, is_json=is_json)
        return None if each is None else _unless_null(lambda cell: list(map(each, cell)))
    return _unless_null(functools.partial(_plain, is_json=is_json))


def _inner(kind: pa.DataType, *, is_json: bool) -> _Converter:
    return _converter(kind, is_json=is_json) or (lambda cell: cell)


def _unless_null(convert: _Converter) -> _Converter:
    return lambda cell: None if cell is None else convert(cell)


def _key(cell: _Cell) -> str:
    return cell if isinstance(cell, str) else json.dumps(cell)


def _is_deal(kind: pa.DataType) -> bool:
    return pa.types.is_struct(kind) and tuple(field.name for field in kind) == _SEATS


def _deal_text(hands: dict[str, int | None] | None) -> str | None:
    """Return a deal, four masks in SQL, in text form."""
    if hands is None:
        return None
    north, east, south, west = (hands[seat] or 0 for seat in _SEATS)
    return Deal.from_masks(north, east, south, west).to_text()


def _plain(cell: _Cell, *, is_json: bool) -> _Cell:
    """Return a cell in a type that JSON supports."""
    if isinstance(cell, (datetime.date, datetime.time, datetime.timedelta)):
        return str(cell)
    if isinstance(cell, decimal.Decimal):
        return int(cell) if cell == cell.to_integral_value() else float(cell)
    if isinstance(cell, pa.MonthDayNano):
        months, days, nanoseconds = cell
        return f"{months} months {days} days {nanoseconds / 1e9:g} seconds"
    if isinstance(cell, (list, tuple)):
        return [_plain(item, is_json=is_json) for item in cell]
    if isinstance(cell, dict):
        return {str(key): _plain(item, is_json=is_json) for key, item in cell.items()}
    if isinstance(cell, float) and is_json and not math.isfinite(cell):  # JSON has no word for it
        return None
    if isinstance(cell, bytes):
        return cell.hex()
    return cell if isinstance(cell, (str, int, float)) or cell is None else str(cell)


def _shown(plain: _Cell) -> str | None:
    """Return a cell as text, `None` for a null; a list of words as the words."""
    if plain is None or isinstance(plain, str):
        return plain
    if isinstance(plain, bool):
        return "true" if plain else "false"
    if isinstance(plain, list) and all(isinstance(item, str) for item in plain):
        return " ".join(plain)
    return json.dumps(plain) if isinstance(plain, (list, dict)) else str(plain)
