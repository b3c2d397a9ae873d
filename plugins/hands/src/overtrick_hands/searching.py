"""One file searched by a condition; a job and what came of it can be sent to another process."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from overtrick import Diagnostic, Location, OvertrickError
from overtrick.commands import (
    PIPE,
    PLUGIN,
    Failure,
    Progress,
    exit_code,
    failing,
    no_board,
    open_input,
    standard_input,
)
from overtrick.plugin import core_finding, default_manager, in_order
from overtrick_hands.selection import Found, Row, Search
from overtrick_hands.tables import Tables, Tried, tried

if TYPE_CHECKING:
    from overtrick.plugin import Part, ReadSource

Attempt = Tried[tuple[int, Row]]
"""What came of a board by its number, with the row of it that the condition looks at."""


@attrs.frozen(kw_only=True)
class SearchJob:
    """A file to search.

    Attributes:
        path: the file, or `-`.
        search: what is looked for.
        tables: the solver of its condition, `None` where it has none.
        shows_progress: whether a bar may appear.
        processes: how many processes share in the file, this one included.
        error: why there is nothing to search: the path is a folder's that cannot be read.
    """

    path: str
    search: Search
    tables: Tables | None = None
    shows_progress: bool = False
    processes: int = 1
    error: OSError | None = None


@attrs.define(kw_only=True)
class Searched:
    """What came of a file, or of a part of one.

    Attributes:
        path: the file.
        found: what was found; of a condition with a solver only how many boards there are.
        attempts: of a condition with a solver, all boards of which it is not false.
        findings: what is wrong with the file.
        code: the exit code that a failure calls for.

    A board without a number goes by its place: the first of a part by -1, of a file by 1.
    """

    path: str
    found: Found = attrs.field(factory=Found)
    attempts: list[Attempt] = attrs.field(factory=list)
    findings: list[Diagnostic] = attrs.field(factory=list)
    code: int = 0

    def add(self, part: Searched) -> None:
        """Take up the next part of the file."""
        before = self.found.boards

        def placed(number: int) -> int:
            return before - number if number < 0 else number

        self.found.add(
            Found(
                boards=part.found.boards,
                picked=list(map(placed, part.found.picked)),
                unknown=list(map(placed, part.found.unknown)),
            )
        )
        self.attempts += (
            attrs.evolve(one, item=(placed(one.item[0]), one.item[1])) for one in part.attempts
        )
        self.findings += part.findings


def perform(job: SearchJob) -> Searched:
    """Search a file; whatever is wrong with it is a finding."""
    try:
        if job.error is not None:
            raise job.error
        with Progress("boards", is_wanted=job.shows_progress) as progress:
            # What comes through a pipe comes once.
            can_be_cut = job.processes > 1 and Path(job.path).is_file()
            searched = _in_parts(job, progress) if can_be_cut else None
            if searched is None:
                searched = Searched(path=job.path)
                source = standard_input() if job.path == PIPE else job.path
                searched.add(_search(job, source, progress))
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
    """Search what one process reads: a file, or a part of one."""
    searched = Searched(path=job.path)
    found = searched.found
    rows = progress.watch(job.search.rows(source, job.path, searched.findings))
    if job.tables is None:
        of_row, note = job.search.condition.of_row, found.note
        for number, row in rows:
            note(-1 - found.boards if number is None else number, of_row(row))
    else:
        searched.attempts.extend(_attempts(job, rows, job.tables, found))
    return searched


def _attempts(
    job: SearchJob, rows: Iterator[tuple[int | None, Row]], tables: Tables, found: Found
) -> Iterator[Attempt]:
    """Yield what came of the boards, but those of which the condition is false."""
    of_row = job.search.condition.of_row
    for one in tried(rows, lambda item: of_row(item[1]), tables):
        found.boards += 1
        if one.answer is not False:
            number, row = one.item
            place = -found.boards if number is None else number
            yield Tried(
                item=(place, () if one.deal is None else row), answer=one.answer, deal=one.deal
            )


@attrs.frozen
class _PartSearch:
    """Searches a part of a file, in whichever process."""

    job: SearchJob
    place: str  # another process may be in another folder

    def __call__(self, part: Part) -> Searched:
        job = attrs.evolve(self.job, search=attrs.evolve(self.job.search, part=part))
        with Progress("boards", is_wanted=False) as progress:
            return _search(job, self.place, progress)


def _in_parts(job: SearchJob, progress: Progress) -> Searched | None:
    """Search a file with several processes; `None` where it cannot be cut.

    Raises:
        The errors of `Search.rows`.
    """
    # What several processes need is imported where there are several.
    from overtrick.plugin import Crew, parts_of

    with open_input(job.path, job.search.format, default_manager()) as (_, spec, detected):
        parts = parts_of(job.path, spec, job.processes)
        first = next(parts)
    if first.end is None:
        return None
    search = attrs.evolve(job.search, format=spec.name)
    work = _PartSearch(attrs.evolve(job, search=search), os.path.realpath(job.path))
    whole = Searched(path=job.path, findings=list(detected))
    crew = Crew(work, itertools.chain((first,), parts), job.processes)
    try:
        for _, found in crew.results():
            whole.add(found)
            progress.advance(found.found.boards)
    finally:
        crew.close()
    return whole


def died(job: SearchJob) -> Searched:
    """Return what came of a job whose process ended unexpectedly."""
    why = "the process that worked on the file ended unexpectedly"
    finding = core_finding("CORE052", Location(path=job.path), why=why)
    return Searched(path=job.path, findings=[finding], code=PLUGIN)
