"""How an answer is given: as a table, CSV, JSON or Parquet, on the terminal or in a file."""

from __future__ import annotations

import atexit
import csv
import datetime
import decimal
import gc
import io
import json
import math
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, Final, TypeVar

import click
import pyarrow as pa
import pyarrow.parquet as pq

from overtrick.commands import FILE, PIPE, USAGE, Failure, plural, print_table, say
from overtrick.disk.atomic import atomic_output
from overtrick.findings.printable import json_text
from overtrick.model.hands import Deal

# The command line ends without looking for garbage, of which DuckDB's types would complain aloud.
atexit.register(gc.unfreeze)

MOST_ROWS: Final = 500
"""So many rows are printed as a table: all are measured before the first is printed."""

FORMATS: Final = ("table", "csv", "json", "parquet")

_SEATS: Final = ("north", "east", "south", "west")

_CommandT = TypeVar("_CommandT", bound=Callable[..., object])


def answer_options(command: _CommandT) -> _CommandT:
    """Add the options of how an answer is given."""
    for option in (
        click.option("--force", is_flag=True, help="Replace the file OUT."),
        click.option("-o", "output", type=FILE, metavar="OUT", help="Write the answer to a file."),
        click.option(
            "--format",
            "form",
            type=click.Choice(FORMATS),
            default=None,
            help="How the answer is given; table, or what the suffix of OUT says.",
        ),
    ):
        command = option(command)
    return command


def give(answer: pa.Table, form: str | None, output: str | None, *, force: bool) -> None:
    """Print an answer, or write it to a file, which is replaced whole or not at all.

    Raises:
        Failure: Parquet is to be printed, or two columns have a name that objects have once.
        OSError: the file cannot be written.
    """
    target = None if output == PIPE else output
    suffix = None if target is None else target.rpartition(".")[2].lower()
    chosen = form or (suffix if suffix in FORMATS else "table" if target is None else "csv")
    names = answer.column_names
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None and chosen in {"json", "parquet"}:
        # An object has one value of a name: the other would be lost.
        msg = f"two columns are called {twice!r}: name one of them otherwise (... as other)"
        raise Failure(msg, USAGE)
    if target is None:
        if chosen == "parquet":
            msg = "Parquet is not for reading: give -o OUT"
            raise Failure(msg, USAGE)
        if chosen == "table":
            some = answer.slice(0, MOST_ROWS)
            print_table(names, ([_shown(cell) for cell in row] for row in _rows(some)))
            if left := answer.num_rows - some.num_rows:
                say(f"{plural(left, 'more row')}: --format csv prints all, -o FILE writes them")
        else:
            for text in _texts(answer, chosen):
                click.echo(text, nl=False)
        return
    with atomic_output(target, overwrite=force) as file:
        _write(answer, chosen, file)


def _write(answer: pa.Table, form: str, file: BinaryIO) -> None:
    if form == "parquet":
        pq.write_table(answer, file, compression="zstd")
        return
    for text in _texts(answer, form):
        file.write(text.encode())


def _rows(answer: pa.Table) -> Iterator[list[Any]]:
    """Yield the rows of an answer, some thousands made at a time."""
    is_deal = [_is_deal(field.type) for field in answer.schema]
    for batch in answer.to_batches(max_chunksize=10_000):
        columns = [
            list(map(_deal_text, column.to_pylist())) if is_one else column.to_pylist()
            for is_one, column in zip(is_deal, batch.columns, strict=True)
        ]
        yield from map(list, zip(*columns, strict=True))


def _is_deal(kind: pa.DataType) -> bool:
    return pa.types.is_struct(kind) and tuple(field.name for field in kind) == _SEATS


def _deal_text(hands: dict[str, int | None] | None) -> str | None:
    """Return a deal, which is four masks in SQL, as people and programs read it."""
    if hands is None:
        return None
    north, east, south, west = (hands[seat] or 0 for seat in _SEATS)
    return Deal.from_masks(north, east, south, west).to_text()


def _texts(answer: pa.Table, form: str) -> Iterator[str]:
    """Yield an answer as text, piece by piece."""
    names = answer.column_names
    if form == "json":
        before = "["
        for row in _rows(answer):
            record = dict(zip(names, map(_plain, row), strict=True))
            yield (
                before
                + "\n"
                + "\n".join(f"  {line}" for line in json_text(record, indent=2).splitlines())
            )
            before = ","
        yield "[]\n" if before == "[" else "\n]\n"
        return
    out = io.StringIO()
    writer = csv.writer(out, delimiter="," if form == "csv" else "\t", lineterminator="\n")
    writer.writerow(names)
    for row in _rows(answer):
        writer.writerow([_shown(cell) for cell in row])
        if out.tell() > _PIECE:
            yield out.getvalue()
            out.seek(0)
            out.truncate()
    yield out.getvalue()


_PIECE: Final = 1 << 20


def _plain(cell: Any) -> Any:  # noqa: ANN401  # whatever DuckDB answers with
    """Return a cell as JSON has it."""
    if isinstance(cell, (datetime.date, datetime.time, datetime.timedelta)):
        return str(cell)
    if isinstance(cell, decimal.Decimal):
        return int(cell) if cell == cell.to_integral_value() else float(cell)
    if isinstance(cell, (list, tuple)):
        return [_plain(item) for item in cell]
    if isinstance(cell, dict):
        return {str(key): _plain(item) for key, item in cell.items()}
    if isinstance(cell, float) and not math.isfinite(cell):  # JSON has no word for it
        return None
    return cell.hex() if isinstance(cell, bytes) else cell


def _shown(cell: Any) -> str:  # noqa: ANN401  # as above
    """Return a cell as text; a list of words as the words."""
    plain = _plain(cell)
    if plain is None:
        return ""
    if isinstance(plain, list) and all(isinstance(item, str) for item in plain):
        return " ".join(plain)
    return json.dumps(plain) if isinstance(plain, (list, dict)) else str(plain)
