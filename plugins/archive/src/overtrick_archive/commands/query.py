"""Queries on an archive: SQL, conditions, summaries, deals also played elsewhere."""

from __future__ import annotations

import re
from typing import Final

import click
import pyarrow as pa

from overtrick import Deal
from overtrick.plugin import printable
from overtrick_archive.archive import Archive
from overtrick_archive.commands import boards as out
from overtrick_archive.commands.answers import all_option, answer_options, form_of, give
from overtrick_archive.questions.limits import NO_LIMITS, Limits
from overtrick_archive.tables import BOARDS, FILES, FINDINGS
from overtrick_cli.commands import (
    FILE,
    FOLDER,
    INPUT,
    USAGE,
    Failure,
    FormatName,
    Job,
    KeyValue,
    plural,
    quiet_option,
    say,
)
from overtrick_hands import Condition, compile_condition

_PATHS = "(select sha256 as file, min(path) as path from files group by sha256)"


_LIMITS: Final = Limits()
_MEGABYTE: Final = 1_000_000
_COMMENT_FIRST: Final = re.compile(r"--[^=\s]*\s")


class _AskingCommand(click.Command):
    """A command that accepts a query starting with a comment, which resembles an option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        # No option has a blank in its name; to SQL a blank before a comment is nothing.
        left = super().parse_args(
            ctx, [f" {word}" if _COMMENT_FIRST.match(word) else word for word in args]
        )
        query = ctx.params.get("query")
        if query is not None and query.startswith(" --"):
            ctx.params["query"] = query[1:]  # as it was given: places are counted in it
        return left


@click.command(cls=_AskingCommand)
@click.argument("archive", type=FOLDER)
@click.argument("query", metavar="[QUERY]", required=False)
@click.option(
    "--where",
    "text",
    metavar="CONDITION",
    help="List boards that satisfy a condition, as in `overtrick select --where`.",
)
@click.option(
    "--as-boards", is_flag=True, help="Write the boards themselves, with -o OUT in any format."
)
@click.option(
    "--with-solved",
    is_flag=True,
    help="With --as-boards: add the tables that `overtrick archive dd` solved.",
)
@click.option(
    "--to",
    "to_format",
    metavar="FORMAT",
    type=FormatName(),
    show_default="by the suffix of OUT",
    help="With --as-boards: write this format.",
)
@click.option(
    "-O",
    "options",
    type=KeyValue(),
    multiple=True,
    help="Set an option of the format to write; see `overtrick formats FORMAT`.",
)
@click.option(
    "--fail-on-loss",
    is_flag=True,
    help="Write nothing if information would be lost (exit code 3).",
)
@click.option("--report", type=FILE, metavar="FILE", help="Write the losses to FILE, as JSON.")
@click.option(
    "--allow-files",
    is_flag=True,
    help="Allow QUERY to read and write other files and to change settings.",
)
@click.option(
    "--max-seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=_LIMITS.seconds,
    show_default=True,
    metavar="SECONDS",
    help="Stop a query that takes longer.",
)
@click.option(
    "--max-rows",
    type=click.IntRange(min=1),
    default=_LIMITS.rows,
    show_default=True,
    metavar="N",
    help="Refuse a result of more than N rows.",
)
@click.option(
    "--max-memory",
    type=click.IntRange(min=1),
    metavar="MEGABYTES",
    show_default="80 % of the memory",
    help="Stop a query that needs more memory than this, and as much again in temporary files.",
)
@quiet_option
@all_option
@answer_options
def sql(
    archive: str,
    query: str | None,
    *,
    text: str | None,
    as_boards: bool,
    with_solved: bool,
    to_format: str | None,
    options: tuple[tuple[str, str], ...],
    fail_on_loss: bool,
    report: str | None,
    allow_files: bool,
    max_seconds: float,
    max_rows: int,
    max_memory: int | None,
    quiet: bool,
    shows_all: bool,
    form: str | None,
    output: str | None,
    force: bool,
) -> int:
    """Query ARCHIVE with SQL in the dialect of DuckDB, or with a condition.

    The tables are boards, results, files, findings and solved; docs/reference/archive.md describes
    their columns and the functions for bridge. A QUERY reads only the archive and changes nothing.

    \b
    Count slams by strain, and how many were made:
      overtrick archive sql club.archive "select strain, count(*) as bid,
        count(*) filter (made(contract, result)) as made
        from boards where level >= 6 group by all"
    Use functions for bridge:
      overtrick archive sql club.archive "select pbn(deal), losers(deal, 'N') from boards
        where hcp(deal, 'NS') >= 33 and shape(deal, 'S') = '6-4-2-1'"
    Write the result to a file:
      overtrick archive sql club.archive "select * from results" -o results.parquet
    Use a condition; write the boards themselves, with auction and play, in any format:
      overtrick archive sql club.archive --where "north.hcp in 15..17 and balanced(north)"
      overtrick archive sql club.archive --where "level >= 6 and made" --as-boards -o slams.pbn
      overtrick archive sql club.archive --as-boards -o last.pbn
        "select * from boards order by date desc limit 16"
    """  # noqa: D301  # click reads the mark that \b stands for
    if (query is None) == (text is None):
        msg = "give a QUERY in SQL, or --where CONDITION"
        raise Failure(msg, USAGE)
    if as_boards and form is not None:
        msg = "--format is for answers; boards are written in the format of OUT, or --to FORMAT"
        raise Failure(msg, USAGE)
    if as_boards and output is None:
        msg = "--as-boards needs -o OUT (- for standard output, with --to FORMAT)"
        raise Failure(msg, USAGE)
    if not as_boards:
        extra = {"--to": to_format, "-O": options, "--report": report}
        flags = {"--fail-on-loss": fail_on_loss, "--with-solved": with_solved}
        for name, given in (*extra.items(), *flags.items()):
            if given:
                msg = f"{name} is for writing boards: give --as-boards"
                raise Failure(msg, USAGE)
    chosen = "" if as_boards else form_of(form, output, archive, force=force)
    condition = None if text is None else compile_condition(text)
    if condition is not None and not quiet:
        for note in condition.notes:
            say(f"note: {note}")
    limits = Limits(
        seconds=max_seconds,
        rows=max_rows,
        memory=None if max_memory is None else max_memory * _MEGABYTE,
    )
    with Archive(archive, allows_files=allow_files, limits=limits) as opened:
        if not as_boards:
            answer = opened.sql(query) if query is not None else _fitting(opened, condition)
            give(answer, chosen, output, force=force, shows_all=shows_all)
            return 0
        if query is not None:
            places = opened.sql(query)
        else:
            places = _fitting(opened, condition, "boards.file, place")
        if not places.num_rows:
            say("note: no board fits")
        job = Job(
            source=archive,
            target=str(output),
            to_format=to_format,
            options=options,
            force=force,
            fail_on_loss=fail_on_loss,
            shows_progress=not quiet,
        )
        found = opened.boards_at(places, with_solved=with_solved)
        return out.write(found, places.num_rows, job, report)


_SHOWN = "paths.path, number, event, date, dealer, vulnerability, contract, declarer, result, deal"


def _fitting(archive: Archive, condition: Condition | None, columns: str = _SHOWN) -> pa.Table:
    """Return some columns of the boards that match a condition, by file and place."""
    where = "true" if condition is None else archive.where(condition)
    return archive.sql(
        f"select {columns} from boards join {_PATHS} paths using (file) "  # noqa: S608  # of ours
        f"where {where} order by paths.path, place"
    )


@click.command()
@click.argument("archive", type=FOLDER)
@answer_options
def stats(archive: str, form: str | None, output: str | None, force: bool) -> int:
    """Count the files and boards of each format in ARCHIVE, with their years.

    The totals are printed to standard error.
    """
    chosen = form_of(form, output, archive, force=force)
    with Archive(archive, limits=NO_LIMITS) as opened:
        give(opened.sql(_STATS), chosen, output, force=force, most=None)
        manifest = opened.manifest
        length = sum(part.bytes for part in manifest.parts())
        boards = manifest.rows(BOARDS)
        each = f", {length / boards:,.0f} a board" if boards else ""
        (counts,) = opened.sql(_DEALS).to_pylist()
        deals, different, stated, solved = counts.values()
        say(
            f"{plural(boards, 'board')} of {plural(manifest.rows(FILES), 'file')}, "
            f"{plural(different, 'different deal')} of {deals:,}, "
            f"{plural(manifest.rows(FINDINGS), 'finding')}"
        )
        say(
            f"{plural(stated, 'deal')} with a double-dummy table in a file, {solved:,} solved, "
            f"{different - stated - solved:,} without"
        )
        say(f"{plural(len(list(manifest.parts())), 'part')}: {length:,} bytes{each}")
    return 0


# A deal with a complete table in one board comes from files, whatever the others have.
_DEALS = """
with deals as (
    select count(*) as boards, bool_or(list_count(double_dummy) = 20) as has_table,
        bool_or(double_dummy_from = 'file' and list_count(double_dummy) = 20) as has_stated
    from boards where deal_hash is not null group by north_hand, east_hand, south_hand, west_hand
)
select coalesce(sum(boards), 0)::bigint as boards, count(*) as deals,
    count(*) filter (has_stated) as stated,
    count(*) filter (has_table and not coalesce(has_stated, false)) as solved
from deals
"""

_STATS = """
with contents as (
    select sha256, any_value(format) as format, count(*) as files, count(error) as errors
    from files group by sha256
), counts as (
    select file, count(*) as boards, min(year) as first_year, max(year) as last_year,
        count(deal_hash) as whole_deals, count(contract) as contracts, count(auction) as auctions,
        count(play) as plays, count(double_dummy) as double_dummy,
        count(*) filter (double_dummy_from <> 'file') as solved
    from boards group by file
)
select coalesce(format, '?') as format, sum(files)::bigint as files,
    sum(errors)::bigint as with_errors, coalesce(sum(boards), 0)::bigint as boards,
    min(first_year) as first_year, max(last_year) as last_year,
    coalesce(sum(whole_deals), 0)::bigint as whole_deals,
    coalesce(sum(contracts), 0)::bigint as contracts,
    coalesce(sum(auctions), 0)::bigint as auctions, coalesce(sum(plays), 0)::bigint as plays,
    coalesce(sum(double_dummy), 0)::bigint as double_dummy,
    coalesce(sum(solved), 0)::bigint as solved
from contents left join counts on contents.sha256 = counts.file
group by all order by boards desc, format
"""


@click.command()
@click.argument("archive", type=FOLDER)
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=20,
    show_default=True,
    metavar="N",
    help="List at most N deals.",
)
@answer_options
def duplicates(archive: str, limit: int, form: str | None, output: str | None, force: bool) -> int:
    """List the deals in ARCHIVE that were played more than once, most frequent first.

    `overtrick archive find ARCHIVE DEAL` finds where a deal was played.
    """
    chosen = form_of(form, output, archive, force=force)
    with Archive(archive, limits=NO_LIMITS) as opened:
        give(opened.sql(f"{_DUPLICATES} limit {limit}"), chosen, output, force=force, most=None)
        (found,) = opened.sql(_AGAIN).to_pylist()
        if found["deals"] > limit:
            say(f"{limit:,} of {plural(found['deals'], 'deal')}: --limit N shows more")
    return 0


_DUPLICATES = """
select count(*) as boards, count(distinct file) as files,
    min(date) as first_date, max(date) as last_date,
    array_to_string(list_sort(list(distinct event) filter (event is not null))[:3], '; ')
        || case when count(distinct event) > 3 then '; ...' else '' end as events,
    any_value(deal) as deal
from boards where deal_hash is not null
group by north_hand, east_hand, south_hand, west_hand having count(*) > 1
order by boards desc, files desc, min(deal_hash)
"""
_AGAIN = """
select count(*) as deals from (
    select 1 from boards where deal_hash is not null
    group by north_hand, east_hand, south_hand, west_hand having count(*) > 1
)
"""


@click.command()
@click.argument("archive", type=FOLDER)
@click.argument("deal", metavar="DEAL")
@all_option
@answer_options
def find(
    archive: str,
    deal: str,
    *,
    shows_all: bool,
    form: str | None,
    output: str | None,
    force: bool,
) -> int:
    """Find where in ARCHIVE a deal was played.

    DEAL is written as in PBN. A hand may be incomplete, or - if it is unknown; its other cards may
    be any.

    \b
      overtrick archive find club.archive "N:T53.AJ7.AT.AQ762 - - -"

    Exit codes: 0 found; 1 not found; 2 wrong usage.
    """  # noqa: D301  # click reads the mark that \b stands for
    chosen = form_of(form, output, archive, force=force)
    masks = Deal.parse(deal).masks
    conditions = [
        f"{seat}_hand & {mask}::ubigint = {mask}::ubigint"
        for seat, mask in zip(("north", "east", "south", "west"), masks, strict=True)
        if mask
    ]
    if not conditions:
        msg = "give a card at least: every deal holds none"
        raise Failure(msg, USAGE)
    with Archive(archive, limits=NO_LIMITS) as opened:
        answer = opened.sql(
            f"select {_SHOWN} from boards join {_PATHS} paths using (file) "  # noqa: S608  # numbers of ours
            f"where {' and '.join(conditions)} order by paths.path, place"
        )
        give(answer, chosen, output, force=force, shows_all=shows_all)
    if not answer.num_rows:
        say("no board has these cards")
    return 0 if answer.num_rows else INPUT


@click.command()
@click.argument("archive", type=FOLDER)
def verify(archive: str) -> int:
    """Check every part of ARCHIVE for damage.

    Exit codes: 0 undamaged; 1 damaged; 2 wrong usage.
    """
    with Archive(archive, limits=NO_LIMITS) as opened:
        wrong = opened.verify()
        for path, why in wrong.items():
            say(f"{printable(path)}: {why}")
        parts = plural(len(list(opened.manifest.parts())), "part")
        say(
            f"{parts}, {plural(len(wrong), 'damaged one') if wrong else 'all as they were written'}"
        )
        if wrong:
            say(
                "put back a copy of each: its name is the SHA-256 of its bytes, whichever copy has "
                "it; or add the files to a new archive"
            )
    return INPUT if wrong else 0
