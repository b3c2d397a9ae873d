"""One file searched by a condition; a job and what came of it can be sent to another process."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from overtrick.cli.conversion import PIPE, no_board, standard_input
from overtrick.cli.failures import PLUGIN, Failure, exit_code, failing
from overtrick.cli.terminal import Progress
from overtrick.findings.codes import core_finding
from overtrick.findings.diagnostics import Diagnostic, Location, in_order
from overtrick.findings.errors import OvertrickError
from overtrick_hands.selection import Found, Row, Search
from overtrick_hands.tables import Tables, Tried, tried

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
    """

    path: str
    search: Search
    tables: Tables | None = None
    shows_progress: bool = False


@attrs.frozen(kw_only=True)
class Searched:
    """What came of a file.

    Attributes:
        path: the file.
        found: what was found; of a condition with a solver only how many boards there are.
        attempts: of a condition with a solver, all boards of which it is not false.
        findings: what is wrong with the file.
        code: the exit code that a failure calls for.
    """

    path: str
    found: Found = attrs.field(factory=Found)
    attempts: list[Attempt] = attrs.field(factory=list)
    findings: tuple[Diagnostic, ...] = ()
    code: int = 0


def perform(job: SearchJob) -> Searched:
    """Search a file; whatever is wrong with it is a finding."""
    searched = Searched(path=job.path)
    read: list[Diagnostic] = []
    try:
        with Progress("boards", is_wanted=job.shows_progress) as progress:
            source = standard_input() if job.path == PIPE else job.path
            rows = progress.watch(job.search.rows(source, job.path, read))
            if job.tables is None:
                of_row, note = job.search.condition.of_row, searched.found.note
                for number, row in rows:
                    note(number, of_row(row))
            else:
                searched.attempts.extend(_attempts(job, rows, job.tables, searched.found))
    except (OvertrickError, OSError, Failure) as error:
        if isinstance(error, BrokenPipeError):
            raise
        code = error.exit_code if isinstance(error, Failure) else exit_code(error)
        return Searched(path=job.path, findings=(failing(error, job.path),), code=code)
    findings = in_order(read)
    if not searched.found.boards and not any(item.is_error for item in findings):
        findings = [*findings, no_board(job.path)]
    return attrs.evolve(searched, findings=tuple(findings))


def _attempts(
    job: SearchJob, rows: Iterator[tuple[int | None, Row]], tables: Tables, found: Found
) -> Iterator[Attempt]:
    """Yield what came of the boards, but those of which the condition is false."""
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
    """Return what came of a job whose process ended unexpectedly."""
    why = "the process that worked on the file ended unexpectedly"
    finding = core_finding("CORE052", Location(path=job.path), why=why)
    return Searched(path=job.path, findings=(finding,), code=PLUGIN)
