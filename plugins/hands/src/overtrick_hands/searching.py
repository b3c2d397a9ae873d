"""The search of one file by a condition; jobs and results can be pickled."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import attrs

from overtrick import Diagnostic, Location, OvertrickError
from overtrick.plugin import core_finding, in_order
from overtrick_cli.commands import (
    PIPE,
    PLUGIN,
    Failure,
    Progress,
    exit_code,
    failing,
    no_board,
    standard_input,
)
from overtrick_hands.selection import Found, Row, Search
from overtrick_hands.tables import Tables, Tried, tried

if TYPE_CHECKING:
    from overtrick.plugin import ReadSource

Attempt = Tried[tuple[int, Row]]
"""The result for a board by number, with its row of the condition's columns."""


@attrs.frozen(kw_only=True)
class SearchJob:
    """A file to search.

    Attributes:
        path: the file, or `-`.
        search: what is looked for.
        tables: the solver of its condition, `None` where it has none.
        shows_progress: whether a bar may appear.
        error: why there is nothing to search: the path is a folder's that cannot be read.
    """

    path: str
    search: Search
    tables: Tables | None = None
    shows_progress: bool = False
    error: OSError | None = None


@attrs.define(kw_only=True)
class Searched:
    """The result of a search.

    Attributes:
        path: the file.
        found: what was found; of a condition with a solver only how many boards there are.
        attempts: of a condition with a solver, all boards of which it is not false.
        findings: what is wrong with the file.
        code: the exit code that a failure calls for.

    A board without a number goes by its place, from 1 on.
    """

    path: str
    found: Found = attrs.field(factory=Found)
    attempts: list[Attempt] = attrs.field(factory=list)
    findings: list[Diagnostic] = attrs.field(factory=list)
    code: int = 0


def perform(job: SearchJob) -> Searched:
    """Search a file; any fault of it becomes a finding."""
    try:
        if job.error is not None:
            raise job.error
        with Progress("boards", is_wanted=job.shows_progress) as progress:
            source = standard_input() if job.path == PIPE else job.path
            searched = _search(job, source, progress)
    except (OvertrickError, OSError, Failure) as error:
        if isinstance(error, BrokenPipeError):
            raise
        code = error.exit_code if isinstance(error, Failure) else exit_code(error)
        return Searched(path=job.path, findings=[failing(error, job.path)], code=code)
    searched.findings = list(in_order(searched.findings))
    if not searched.found.boards and not any(item.is_error for item in searched.findings):
        searched.findings.append(no_board(job.path))
    return searched


def _search(job: SearchJob, source: ReadSource, progress: Progress) -> Searched:
    """Search a file or a pipe."""
    searched = Searched(path=job.path)
    found = searched.found
    rows = progress.watch(job.search.rows(source, job.path, searched.findings))
    if job.tables is None:
        of_row, note = job.search.condition.of_row, found.note
        for number, row in rows:
            note(number, of_row(row))
    else:
        searched.attempts.extend(_attempts(job, rows, job.tables, found))
    return searched


def _attempts(
    job: SearchJob, rows: Iterator[tuple[int | None, Row]], tables: Tables, found: Found
) -> Iterator[Attempt]:
    """Yield the results of boards, except those for which the condition is false."""
    of_row = job.search.condition.of_row
    for one in tried(rows, lambda item: of_row(item[1]), tables):
        found.boards += 1
        if one.answer is not False:
            number, row = one.item
            place = found.boards if number is None else number
            yield Tried(
                item=(place, () if one.deal is None else row), answer=one.answer, deal=one.deal
            )


def died(job: SearchJob) -> Searched:
    """Return the result of a job whose process crashed."""
    why = "the process that worked on the file ended unexpectedly"
    finding = core_finding("CORE052", Location(path=job.path), why=why)
    return Searched(path=job.path, findings=[finding], code=PLUGIN)
