"""Questions about an archive: SQL, what it holds, deals that were played elsewhere."""

from __future__ import annotations

import csv
import datetime
import decimal
import io
import json
from collections.abc import Callable
from typing import Any, Final, TypeVar

import click
import pyarrow as pa
import pyarrow.parquet as pq

from overtrick.commands import (
    FILE,
    FOLDER,
    INPUT,
    USAGE,
    Failure,
    plural,
    print_table,
    say,
)
from overtrick.disk.atomic import atomic_output
from overtrick.findings.printable import json_text, printable
from overtrick.model.hands import Deal
from overtrick_archive.archive import Archive

_FORMATS: Final = ("table", "csv", "json", "parquet")

_CommandT = TypeVar("_CommandT", bound=Callable[..., object])


def _answer_options(command: _CommandT) -> _CommandT:
    """Add the options of how an answer is given."""
    for option in (
        click.option("--force", is_flag=True, help="Replace the file OUT."),
        click.option("-o", "output", type=FILE, metavar="OUT", help="Write the answer to a file."),
        click.option(
            "--format",
            "form",
            type=click.Choice(_FORMATS),
            default=None,
            help="How the answer is given; table, or what the suffix of OUT says.",
        ),
    ):
        command = option(command)
    return command


@click.command()
@click.argument("archive", type=FOLDER)
@click.argument("query", metavar="QUERY")
@_answer_options
def sql(archive: str, query: str, form: str | None, output: str | None, force: bool) -> int:
    """Ask ARCHIVE a question in SQL, as DuckDB speaks it.

    The tables are boards, results, files and findings; docs/archive.md tells their columns.

    \b
    Slams by strain, and how many were made:
      overtrick archive sql club.archive "select strain, count(*) as bid,
        count(*) filter (result >= 6 + level) as made from boards where level >= 6 group by all"
    Into a file:
      overtrick archive sql club.archive "select * from results" -o results.parquet
    """  # noqa: D301  # click reads the mark that \b stands for
    with Archive(archive) as opened:
        _give(opened.sql(query), form, output, force=force)
    return 0


@click.command()
@click.argument("archive", type=FOLDER)
@_answer_options
def stats(archive: str, form: str | None, output: str | None, force: bool) -> int:
    """Say what ARCHIVE holds: for each format its files and boards, and their years."""
    with Archive(archive) as opened:
        answer = opened.sql(_STATS)
        _give(answer, form, output, force=force)
        length = sum(part.bytes for part in opened.manifest.parts())
        boards = opened.manifest.rows("boards")
        each = f", {length / boards:,.0f} a board" if boards else ""
        say(
            f"{plural(boards, 'board')} of {plural(opened.manifest.rows('files'), 'file')} in "
            f"{plural(len(list(opened.manifest.parts())), 'part')}: {length:,} bytes{each}"
        )
    return 0


_STATS: Final = """
with contents as (
    select sha256, any_value(format) as format, count(*) as files, count(error) as errors
    from files group by sha256
), counts as (
    select file, count(*) as boards, min(year) as first_year, max(year) as last_year,
        count(deal_hash) as whole_deals, count(auction) as auctions, count(play) as plays,
        count(double_dummy) as double_dummy
    from boards group by file
)
select coalesce(format, '?') as format, sum(files)::bigint as files,
    sum(errors)::bigint as with_errors, coalesce(sum(boards), 0)::bigint as boards,
    min(first_year) as first_year, max(last_year) as last_year,
    coalesce(sum(whole_deals), 0)::bigint as whole_deals,
    coalesce(sum(auctions), 0)::bigint as auctions, coalesce(sum(plays), 0)::bigint as plays,
    coalesce(sum(double_dummy), 0)::bigint as double_dummy
from contents left join counts on contents.sha256 = counts.file
group by all order by boards desc, format
"""


@click.command()
@click.argument("archive", type=FOLDER)
@click.option(
    "--limit", type=click.IntRange(min=1), default=20, metavar="N", help="So many at the most."
)
@_answer_options
def duplicates(archive: str, limit: int, form: str | None, output: str | None, force: bool) -> int:
    """List the deals of ARCHIVE that were played more than once, the most often played first."""
    with Archive(archive) as opened:
        _give(opened.sql(f"{_DUPLICATES} limit {limit}"), form, output, force=force)
    return 0


_DUPLICATES: Final = """
select any_value(deal_hash) as deal_hash, count(*) as boards, count(distinct file) as files,
    min(date) as first_date, max(date) as last_date,
    list_sort(list(distinct event) filter (event is not null))[:3] as events,
    north_hand, east_hand, south_hand, west_hand
from boards where deal_hash is not null
group by north_hand, east_hand, south_hand, west_hand having count(*) > 1
order by boards desc, deal_hash
"""


@click.command()
@click.argument("archive", type=FOLDER)
@click.argument("deal", metavar="DEAL")
@_answer_options
def find(archive: str, deal: str, form: str | None, output: str | None, force: bool) -> int:
    """Say where in ARCHIVE a deal was played; exit code 1 where it was not.

    DEAL is written as in PBN. Of a hand that is given in part, and of one that is not given (-),
    what else is in it does not matter.
    """
    masks = Deal.parse(deal).masks
    conditions = [
        f"{seat}_hand & {mask}::ubigint = {mask}::ubigint"
        for seat, mask in zip(("north", "east", "south", "west"), masks, strict=True)
        if mask
    ]
    if not conditions:
        msg = "give a card at least: every deal holds none"
        raise Failure(msg, USAGE)
    with Archive(archive) as opened:
        answer = opened.sql(
            f"select paths.path, number, event, date, contract, declarer, result "  # noqa: S608  # numbers of ours
            f"from boards join (select sha256, min(path) as path from files group by sha256) paths "
            f"on boards.file = paths.sha256 where {' and '.join(conditions)} "
            f"order by paths.path, place"
        )
        _give(answer, form, output, force=force)
    return 0 if answer.num_rows else INPUT


@click.command()
@click.argument("archive", type=FOLDER)
def verify(archive: str) -> int:
    """Read every byte of ARCHIVE; exit code 1 where a part is not as it was written."""
    with Archive(archive) as opened:
        wrong = opened.verify()
        for path, why in wrong.items():
            say(f"{printable(path)}: {why}")
        parts = plural(len(list(opened.manifest.parts())), "part")
        say(
            f"{parts}, {plural(len(wrong), 'damaged one') if wrong else 'all as they were written'}"
        )
    return INPUT if wrong else 0


def _give(answer: pa.Table, form: str | None, output: str | None, *, force: bool) -> None:
    """Print an answer, or write it to a file."""
    suffix = None if output is None else output.rpartition(".")[2].lower()
    chosen = form or (suffix if suffix in _FORMATS else "table" if output is None else "csv")
    if chosen == "table" and output is None:
        rows = ([_shown(cell) for cell in row] for row in _rows(answer))
        print_table(answer.column_names, rows)
        return
    if output is None:
        if chosen == "parquet":
            msg = "Parquet is not for reading: give -o OUT"
            raise Failure(msg, USAGE)
        click.echo(_text(answer, chosen), nl=False)
        return
    with atomic_output(output, overwrite=force) as file:
        if chosen == "parquet":
            pq.write_table(answer, file, compression="zstd")
        else:
            file.write(_text(answer, chosen).encode())


def _rows(answer: pa.Table) -> list[tuple[Any, ...]]:
    return list(zip(*(column.to_pylist() for column in answer.columns), strict=True))


def _text(answer: pa.Table, form: str) -> str:
    if form == "json":
        records = [
            dict(zip(answer.column_names, map(_plain, row), strict=True)) for row in _rows(answer)
        ]
        return json_text(records, indent=2) + "\n"
    out = io.StringIO()
    writer = csv.writer(out, delimiter="," if form == "csv" else "\t", lineterminator="\n")
    writer.writerow(answer.column_names)
    writer.writerows([_shown(cell) for cell in row] for row in _rows(answer))
    return out.getvalue()


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
    return cell.hex() if isinstance(cell, bytes) else cell


def _shown(cell: Any) -> str:  # noqa: ANN401  # as above
    """Return a cell as text; a list of words as the words."""
    plain = _plain(cell)
    if plain is None:
        return ""
    if isinstance(plain, list) and all(isinstance(item, str) for item in plain):
        return " ".join(plain)
    return json.dumps(plain) if isinstance(plain, (list, dict)) else str(plain)
