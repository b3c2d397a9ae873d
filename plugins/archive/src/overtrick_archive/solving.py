"""Solve double-dummy tables for an archive: select deals, run solvers, store the tables.

Each run determines the unsolved deals anew and stores them in order, the cheapest first. So a
killed run resumes where it was, and the final bytes do not show which process solved, with how many
others, or how often it was begun.
"""

from __future__ import annotations

import collections
import contextlib
import functools
import importlib.metadata
import math
import os
import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, ThreadPoolExecutor, wait
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from overtrick import Deal, OvertrickError
from overtrick_archive.archive import Archive
from overtrick_archive.cluster import (
    Cluster,
    connected,
    differences,
    other_versions,
    this_worker,
)
from overtrick_archive.compacting import joined
from overtrick_archive.errors import ArchiveError
from overtrick_archive.questions.database import STATED, STATED_TABLE
from overtrick_archive.store import PART_ROWS, Manifest, Store
from overtrick_archive.tables import DOUBLE_DUMMY, FILE, HANDS, SCHEMAS, SOLVED, made
from overtrick_hands import Condition

if TYPE_CHECKING:
    from distributed import Client

    from overtrick_dd import SolverProcess, SolverSpec

INSTALL: Final = (
    "double dummy needs overtrick-dd and a solver: python -m pip install 'overtrick-archive[dd]'"
)

EVERY: Final = 15.0
"""The maximum seconds between commits; the other limit is `PART_ROWS` deals."""

BATCH: Final = 16
"""The number of deals for a solver at a time: two or three seconds of DDS."""

_AHEAD: Final = 32  # queued batches for each process

Masks = tuple[int, int, int, int]


@attrs.frozen(kw_only=True)
class FailedDeal:
    """A deal for which the solver failed.

    Attributes:
        deal: the deal.
        error: how it failed.
    """

    deal: Deal
    error: str

    def to_dict(self) -> dict[str, object]:
        """Return the deal and its error as an object for `json.dumps`."""
        return {"deal": self.deal.to_text(), "error": self.error}


@attrs.define(kw_only=True)
class SolvingReport:
    """The result of solving the deals of an archive.

    Attributes:
        solver: the solver's name.
        version: its version, `None` if it does not report one.
        boards: how many boards were looked at.
        incomplete: how many of them have not all four hands, of thirteen cards each.
        deals: the number of different deals to do, those that another file has
            included.
        from_files: the number that got the table of another file.
        solved: how many were solved.
        failed: those that the solver failed with.
        left: how many are left to be done.
        is_stopped: whether a limit ended it.
        share: which part of the work is done, 0 to 1, by what deals are expected to take.
        seconds: how long it took.
    """

    solver: str
    version: str | None = None
    boards: int = 0
    incomplete: int = 0
    deals: int = 0
    from_files: int = 0
    solved: int = 0
    failed: list[FailedDeal] = attrs.field(factory=list)
    left: int = 0
    is_stopped: bool = False
    share: float = 1.0
    seconds: float = 0.0

    def to_dict(self) -> dict[str, object]:
        """Return the result as an object for `json.dumps`."""
        found = {field.name: getattr(self, field.name) for field in attrs.fields(SolvingReport)}
        return found | {
            "failed": [one.to_dict() for one in self.failed],
            "share": round(self.share, 4),
            "seconds": round(self.seconds, 3),
        }


def solve(
    path: str | os.PathLike[str],
    *,
    where: str | Condition | None = None,
    solver: str | None = None,
    jobs: int | None = None,
    scheduler: str | None = None,
    check: bool = False,
    retry_failed: bool = False,
    limit: int | None = None,
    max_minutes: float | None = None,
    timeout: float = 120.0,
    watch: Callable[[SolvingReport], None] = lambda report: None,
) -> SolvingReport:
    """Solve the deals of an archive whose boards lack a double-dummy table, each deal once.

    Boards stay as they are: the tables go into the table `solved`, a row a deal, and `sql`,
    `table` and conditions find them if files have none. A deal with a complete table
    in another file takes that one, unless files disagree; the others are solved, those
    first that are expected to take the least. Results are stored after every `EVERY` seconds; a
    killed process leaves the archive in that state, and the same call resumes. A deal
    that the solver fails with is a row with its error and stops nothing.

    Args:
        path: the archive's folder.
        where: only the deals of these boards; as for `Archive.boards`.
        solver: the solver's name; else the one that `OVERTRICK_SOLVER` names, else `dds`.
        jobs: how many solvers work at the same time, each a process with one thread; `None` for
            one a core. The archive is the same to the byte.
        scheduler: the address of the scheduler of a Dask cluster whose workers solve
            (`tcp://host:8786`), in place of processes here. The archive is the same to the byte.
        check: whether deals are solved, too, whose tables files have, so that these can be held
            against the solver (`wrong_tables`); the files' tables are trusted for no other board
            then.
        retry_failed: whether deals that a solver failed on before are tried once more.
        limit: the maximum number of deals to solve.
        max_minutes: after these no further deal is started.
        timeout: seconds that one call of the solver may take before it is started again.
        watch: called now and then with what has come of it so far.

    Raises:
        ArchiveError: the folder is no archive, it is damaged, overtrick-dd is not installed, or the
            cluster cannot be used.
        FileNotFoundError: there is no such archive.
        LockedError: another program changes it.
        OSError: the folder or the disk refuses.
        OptionError: there is no solver of that name.
        QuestionError: the condition is wrong.
        SolverError: there is no solver, or it fails with every deal.
        ValueError: there are both, jobs and a scheduler.

    Example:
        >>> import tempfile
        >>> from overtrick_archive import add
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     _ = add(Path(folder, "club"), [])
        ...     solve(Path(folder, "club")).solved  # doctest: +SKIP
        0
    """
    if jobs is not None and scheduler is not None:
        msg = "either jobs or a scheduler, not both"
        raise ValueError(msg)
    started = time.monotonic()
    spec = _chosen(solver)
    store = Store(Path(path))
    store.manifest()  # one that is not there is not made
    with store.held() as manifest:
        with Archive(path) as archive:
            plan = _Plan.of(archive, where, is_check=check, is_again=retry_failed)
        writing = _Writing(store, manifest)
        report = SolvingReport(
            solver=spec.name,
            boards=plan.boards,
            incomplete=plan.incomplete,
            deals=len(plan.deals) + len(plan.borrowed),
            from_files=len(plan.borrowed),
            left=len(plan.deals),
        )
        if plan.borrowed:
            writing.take(plan.borrowed)
        end = math.inf if max_minutes is None else started + 60 * max_minutes
        deals = plan.deals if limit is None else plan.deals[:limit]
        try:
            if deals:
                work = _Work(spec, timeout, lambda: time.monotonic() < end)
                engine = work.on_cluster(scheduler) if scheduler else work.here(_count(jobs))
                with engine as (version, solved):
                    report.version = version
                    taking = _Taking(report, writing, plan.weights[: len(deals)], started)
                    for batch, answers in solved(_batches(deals, work.goes_on)):
                        taking.take(batch, answers)
                        watch(report)
        finally:
            # Ctrl-C as well: what is solved is kept.
            writing.commit()
        report.is_stopped = report.left > 0
        writing.join(is_one_a_deal=not (check or retry_failed))
    report.seconds = time.monotonic() - started
    return report


def _chosen(name: str | None) -> SolverSpec:
    try:
        from overtrick_dd import chosen_solver
    except ImportError as error:
        raise ArchiveError(INSTALL) from error
    return chosen_solver(name)


def _count(jobs: int | None) -> int:
    if jobs is not None:
        return jobs
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


# --- unsolved deals -----------------------------------------------------------------------------

_HANDS: Final = ", ".join(HANDS)
_IS_COMPLETE: Final = f"list_count({STATED_TABLE}) = 20"
_SCOPE: Final = f"""
with chosen as (
    select {_HANDS}, deal_hash, {STATED_TABLE} from {STATED} as boards where ({{where}})
), wanted as (
    select {_HANDS}, any_value(deal_hash) as deal_hash from chosen
    where deal_hash is not null and ({{is_wanted}}) group by {_HANDS}
)
select wanted.* from wanted
anti join (select {_HANDS} from solved where {{is_done}}) using ({_HANDS})
"""  # noqa: S608  # names of ours, and a condition that was checked
_COUNTS: Final = (
    "select count(*), count(*) filter (deal_hash is null) from "  # noqa: S608  # names of ours
    f"{STATED} as boards where ({{where}})"
)
# For a deal with a partial table or contradictory ones, no file is trusted.
_AGREED: Final = f"""
select {_HANDS}, any_value({STATED_TABLE}) as {DOUBLE_DUMMY}, min({FILE}) as {FILE}
from {STATED} where deal_hash is not null and list_count({STATED_TABLE}) > 0
group by {_HANDS} having bool_and({_IS_COMPLETE}) and count(distinct {STATED_TABLE}) = 1
"""  # noqa: S608  # as above
_BORROWED: Final = (
    f"select wanted.*, agreed.* exclude ({_HANDS}) from wanted join ({_AGREED}) agreed "  # noqa: S608  # as above
    f"using ({_HANDS}) order by {_HANDS}"
)


@attrs.frozen(kw_only=True)
class _Plan:
    """The work to do.

    Attributes:
        boards: how many boards were looked at.
        incomplete: the number without a complete deal.
        borrowed: rows of `solved` with the table of another file.
        deals: the deals to solve, in order, each with its hash.
        weights: the cumulative expected effort, without a unit.
    """

    boards: int
    incomplete: int
    borrowed: list[dict[str, Any]]
    deals: list[tuple[int, Masks]]
    weights: NDArray[np.float64]

    @classmethod
    def of(
        cls, archive: Archive, where: str | Condition | None, *, is_check: bool, is_again: bool
    ) -> _Plan:
        condition = "true" if where is None else archive.where(where)
        cursor = archive.connection.cursor()

        def ask(query: str) -> pa.Table:
            return archive.asked(cursor, query)

        (counts,) = ask(_COUNTS.format(where=condition)).to_pylist()
        boards, incomplete = counts.values()
        is_wanted = "true" if is_check else f"not coalesce({_IS_COMPLETE}, false)"
        is_done = "error is null" if is_again else "true"
        if is_check:
            is_done = f"({is_done}) and {FILE} is null"
        wanted = ask(_SCOPE.format(where=condition, is_wanted=is_wanted, is_done=is_done))
        cursor.register("wanted", wanted)
        borrowed: list[dict[str, Any]] = []
        if not is_check:
            borrowed = ask(_BORROWED).to_pylist()
            wanted = ask(f"select wanted.* from wanted anti join ({_AGREED}) using ({_HANDS})")  # noqa: S608  # as above
        hands = np.stack(
            [np.asarray(wanted[hand].to_numpy(), dtype="uint64") for hand in HANDS], axis=1
        )
        costs = expected_costs(hands)
        order = np.lexsort((hands[:, 2], hands[:, 1], hands[:, 0], costs))
        hashes = wanted["deal_hash"].to_numpy()[order].tolist()
        return cls(
            boards=boards,
            incomplete=incomplete,
            borrowed=borrowed,
            deals=list(zip(hashes, map(tuple, hands[order].tolist()), strict=True)),
            weights=np.cumsum(np.exp(_GROWTH * costs[order])),
        )


_GROWTH: Final = 0.08
"""By so much the logarithm of the time of DDS grows with a unit of `expected_costs`."""


def expected_costs(hands: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Return the expected relative cost of solving each deal.

    It is how often, from the ace of a suit down to its deuce, the next card is of the other side,
    less how many cards from the ace down are of one side, of all four suits together. DDS takes
    long where the honours of a suit lie in turn. By `bench/archive_dd.py` the half of random
    deals that come first takes some 35 % of the time.

    Args:
        hands: a row a deal, the masks of its hands, North first.

    Example:
        >>> import numpy as np
        >>> suits = [8191, 8191 << 13, 8191 << 26, 8191 << 39]
        >>> expected_costs(np.array([suits], dtype="uint64")).tolist()
        [-52]
    """
    north_south = hands[:, 0] | hands[:, 2]
    table = _suit_costs()
    return sum(
        (table[(north_south >> np.uint64(13 * suit)) & np.uint64(8191)] for suit in range(4)),
        np.zeros(len(hands), dtype="int64"),
    )


@functools.cache
def _suit_costs() -> NDArray[np.int64]:
    """Return the cost of each division of a suit between two sides, by one side's cards."""
    costs = []
    for cards in range(1 << 13):
        # Bit i is set if card i and the next higher one are of different sides.
        changes = (cards ^ cards >> 1) & 0xFFF
        costs.append(changes.bit_count() - (13 - changes.bit_length()))
    return np.array(costs, dtype="int64")


def _batches(
    deals: Sequence[tuple[int, Masks]], goes_on: Callable[[], bool]
) -> Iterator[list[tuple[int, Masks]]]:
    for start in range(0, len(deals), BATCH):
        if not goes_on():
            return
        yield list(deals[start : start + BATCH])


# --- where it goes ------------------------------------------------------------------------------


@attrs.define
class _Writing:
    """A writer of rows to the table `solved`, in the order of arrival."""

    _store: Store
    _manifest: Manifest
    _rows: list[dict[str, Any]] = attrs.field(factory=list)
    _since: float = attrs.field(factory=time.monotonic)

    def take(self, rows: Sequence[dict[str, Any]]) -> None:
        self._rows += rows
        if len(self._rows) >= PART_ROWS or time.monotonic() - self._since >= EVERY:
            self.commit()

    def commit(self) -> None:
        """Commit the rows added since the last commit."""
        while self._rows:
            part = self._store.put(SOLVED, made(SOLVED, self._rows[:PART_ROWS]))
            self._manifest = self._manifest.with_parts({SOLVED: [part]})
            self._store.replace_manifest(self._manifest)
            del self._rows[:PART_ROWS]
        self._since = time.monotonic()

    def join(self, *, is_one_a_deal: bool) -> None:
        """Join the parts of the table `solved`: their bytes depend only on the rows.

        Args:
            is_one_a_deal: whether every deal has one row; else the others are left out.
        """
        self.commit()
        if not is_one_a_deal:
            self._manifest = _with_one_a_deal(self._store, self._manifest)
        self._manifest = joined(self._store, self._manifest, SOLVED)


@attrs.define
class _Taking:
    """A collector of the results of batches, in order."""

    _report: SolvingReport
    _writing: _Writing
    _weights: NDArray[np.float64]
    _started: float

    def take(self, batch: Sequence[tuple[int, Masks]], answers: Sequence[Answer]) -> None:
        report = self._report
        rows = []
        for (deal_hash, masks), (numbers, error) in zip(batch, answers, strict=True):
            rows.append(
                {
                    "deal_hash": deal_hash,
                    **dict(zip(HANDS, masks, strict=True)),
                    DOUBLE_DUMMY: None if numbers is None else list(numbers),
                    "solver": report.solver,
                    "version": report.version,
                    "error": error,
                }
            )
            if error is None:
                report.solved += 1
            else:
                report.failed.append(FailedDeal(deal=Deal.from_masks(*masks), error=error))
        self._writing.take(rows)
        report.left -= len(rows)
        done = report.solved + len(report.failed)
        report.share = float(self._weights[done - 1] / self._weights[-1])
        report.seconds = time.monotonic() - self._started


def _with_one_a_deal(store: Store, manifest: Manifest) -> Manifest:
    """Keep one row for each deal in the table `solved`.

    Solved tables take precedence over those of another file, and these over errors; of two that are
    alike the later one stays.
    """
    columns = [*HANDS, "error", FILE]
    parts = [store.read(part, columns) for part in manifest.tables[SOLVED]]
    rows = pa.concat_tables([SCHEMAS[SOLVED].empty_table().select(columns), *parts])
    rank = np.where(rows["error"].is_valid(), 2, np.where(rows[FILE].is_valid(), 1, 0))
    hands = [rows[hand].to_numpy() for hand in HANDS[:3]]  # the fourth one follows
    latest = -np.arange(rows.num_rows)
    order = np.lexsort((latest, rank, *hands))
    stays = np.ones(rows.num_rows, dtype=bool)
    stays[order[1:]] = np.any([hand[order[1:]] != hand[order[:-1]] for hand in hands], axis=0)
    kept, start = [], 0
    for part in manifest.tables[SOLVED]:
        these = stays[start : start + part.rows]
        start += part.rows
        if these.all():
            kept.append(part)
        elif these.any():
            kept.append(store.put(SOLVED, store.read(part).filter(pa.array(these))))
    after = Manifest({**manifest.tables, SOLVED: tuple(kept)})
    if after != manifest:
        store.replace_manifest(after)
        store.remove(manifest, after)
    return after


# --- who solves ---------------------------------------------------------------------------------

Answer = tuple[bytes | None, str | None]
"""Twenty numbers of tricks, or the solver's error."""

_Batch = list[tuple[int, Masks]]
_Engine = Callable[[Iterator[_Batch]], Iterator[tuple[_Batch, list[Answer]]]]

# Each hand is a suit: any solver has it at once.
_EASY: Final = Deal.from_masks(8191, 8191 << 13, 8191 << 26, 8191 << 39)


def answers_of(
    batch: Sequence[Masks],
    spec: SolverSpec,
    process: SolverProcess,
    timeout: float,
    goes_on: Callable[[], bool] = lambda: True,
) -> list[Answer]:
    """Return a solver's answers for deals; a deal that crashes it becomes an error.

    Args:
        batch: the deals.
        spec: the solver.
        process: the process that is asked.
        timeout: seconds that one call may take.
        goes_on: asked where the process was lost: whether to begin it again.

    Raises:
        SolverError: it fails with every deal, a most simple one too.
        CancelledError: it is not to go on.
    """
    from overtrick_dd import SolverError
    from overtrick_dd import solve as solve_deals

    def restarted(places: Sequence[int], how: str) -> None:
        if not goes_on():
            raise CancelledError

    def ask(deals: Sequence[Deal]) -> Iterator[tuple[int, Answer]]:
        # Not from the cache: it does not record the solver's version.
        for one in solve_deals(
            deals,
            solver=spec,
            use_cache=False,
            timeout=timeout,
            restarted=restarted,
            process=process,
        ):
            grid = one.grid
            if grid is None:
                yield one.place, (None, str(one.error))
            else:
                # What `solve` gives has twenty numbers of 0 to 13.
                yield (
                    one.place,
                    (bytes(n for row in grid.tricks for n in row if n is not None), None),
                )

    deals = [Deal.from_masks(*masks) for masks in batch]
    found: dict[int, Answer] = {}
    while left := [place for place in range(len(deals)) if place not in found]:
        try:
            for place, answer in ask([deals[place] for place in left]):
                found[left[place]] = answer
        except SolverError as error:
            # It gives up after some in a row, which here may be adjacent because they are hard.
            left = [place for place in left if place not in found]
            if next(ask([_EASY]))[1][0] is None:
                raise
            found[left[0]] = (None, str(error))
    return [found[place] for place in range(len(deals))]


@attrs.frozen
class _Work:
    """The solving of batches of deals, locally or on a cluster.

    Attributes:
        spec: the solver.
        timeout: seconds that one call may take.
        goes_on: returns whether to begin another call.
    """

    spec: SolverSpec
    timeout: float
    goes_on: Callable[[], bool]

    @contextlib.contextmanager
    def here(self, jobs: int) -> Iterator[tuple[str | None, _Engine]]:
        """Yield the solver's version, and an engine of local processes."""
        crew = _Crew(self.spec, self.timeout, jobs)
        try:
            yield crew.version(), crew.results
        finally:
            crew.close()

    @contextlib.contextmanager
    def on_cluster(self, scheduler: str) -> Iterator[tuple[str | None, _Engine]]:
        """Yield the solver's version, and an engine of cluster workers."""
        from overtrick_dd import kept_process

        versions = solver_versions(self.spec)
        with connected(scheduler) as client:

            def results(batches: Iterator[_Batch]) -> Iterator[tuple[_Batch, list[Answer]]]:
                solvers = _Solvers(client, scheduler, batches, self, versions)
                yield from solvers.results()

            yield kept_process(self.spec, threads=1).version(), results


# --- processes of this machine ------------------------------------------------------------------

_SLICE: Final = 0.2  # so long Ctrl-C may wait: on Windows it does not interrupt a lock


class _Crew:
    """A pool of threads, each with a solver process."""

    def __init__(self, spec: SolverSpec, timeout: float, jobs: int) -> None:
        from overtrick_dd import SolverProcess

        self._spec = spec
        self._timeout = timeout
        self._jobs = jobs
        self._processes = [SolverProcess(spec, threads=1) for _ in range(jobs)]
        self._free: queue.SimpleQueue[SolverProcess] = queue.SimpleQueue()
        for process in self._processes:
            self._free.put(process)
        self._is_ending = threading.Event()
        self._threads = ThreadPoolExecutor(jobs)
        self._waiting: collections.deque[tuple[_Batch, Future[list[Answer]]]] = collections.deque()

    def version(self) -> str | None:
        """Return the solver's version."""
        return self._processes[0].version()

    def results(self, batches: Iterator[_Batch]) -> Iterator[tuple[_Batch, list[Answer]]]:
        """Yield the batches in order, each with its answers."""
        while True:
            # No more are handed out than are at work: time may end it.
            while len(self._running()) < self._jobs and len(self._waiting) < _AHEAD * self._jobs:
                batch = next(batches, None)
                if batch is None:
                    break
                self._waiting.append((batch, self._threads.submit(self._work, batch)))
            if not self._waiting:
                return
            batch, future = self._waiting[0]
            if future.done():
                self._waiting.popleft()
                yield batch, future.result()
            else:
                wait(self._running(), timeout=_SLICE, return_when=FIRST_COMPLETED)

    def _running(self) -> list[Future[list[Answer]]]:
        return [future for _, future in self._waiting if not future.done()]

    def _work(self, batch: _Batch) -> list[Answer]:
        process = self._free.get()
        try:
            masks = [masks for _, masks in batch]
            return answers_of(masks, self._spec, process, self._timeout, self._goes_on)
        finally:
            self._free.put(process)

    def _goes_on(self) -> bool:
        return not self._is_ending.is_set()

    def close(self) -> None:
        """End the processes, busy or not."""
        self._is_ending.set()
        self._threads.shutdown(wait=False, cancel_futures=True)
        while running := self._running():
            # One may be starting just now.
            for process in self._processes:
                process.interrupt()
            wait(running, timeout=_SLICE)
        for process in self._processes:
            process.close()


# --- workers of a cluster -----------------------------------------------------------------------


@attrs.frozen
class _SolvedThere:
    """The answer of a worker.

    Attributes:
        answers: what came of the deals, `None` where they were not solved.
        worker: where.
        differs: what is installed there in another version.
        failure: how the solver failed with all of them.
    """

    answers: list[Answer] | None
    worker: str
    differs: tuple[str, ...] = ()
    failure: str | None = None


class _Solvers(Cluster[_Batch, _SolvedThere, "list[Answer]"]):
    """A dispatcher of batches to the solvers of a cluster."""

    def __init__(
        self,
        client: Client,
        address: str,
        works: Iterator[_Batch],
        work: _Work,
        versions: dict[str, str],
    ) -> None:
        super().__init__(client, address, works)
        self._work = work
        self._versions = versions

    def task(self, work: _Batch) -> tuple[Callable[..., _SolvedThere], tuple[Any, ...]]:
        """Return the function that solves a batch."""
        masks = [masks for _, masks in work]
        return solve_there, (masks, self._work.spec.name, self._versions, self._work.timeout)

    def nothing(self, work: _Batch) -> list[Answer]:
        """Return the result for no deals."""
        return []

    def here(self, work: _Batch) -> list[Answer]:
        """Solve a batch in a local process."""
        from overtrick_dd import kept_process

        spec = self._work.spec
        masks = [masks for _, masks in work]
        return answers_of(masks, spec, kept_process(spec), self._work.timeout)

    def taken(self, work: _Batch, answer: _SolvedThere) -> list[Answer]:
        """Return the answers of a worker."""
        from overtrick_dd import SolverError

        if answer.differs:
            raise other_versions(answer.worker, answer.differs)
        if answer.answers is None:
            msg = f"{answer.worker}: {answer.failure}"
            raise SolverError(msg)
        return answer.answers


def solve_there(
    batch: Sequence[Masks], solver: str, wanted: dict[str, str], timeout: float
) -> _SolvedThere:
    """Return the tables of deals: the function that a worker runs.

    Each thread of a worker has a process of the solver to itself, which has one thread.

    Args:
        batch: the deals.
        solver: the solver's name.
        wanted: `solver_versions` of the process that writes the archive.
        timeout: seconds that one call of the solver may take.
    """
    from overtrick_dd import kept_process

    worker = this_worker()
    try:
        spec = _chosen(solver)
        process = kept_process(spec, lane=threading.get_ident(), threads=1)
        found = solver_versions(spec, process)
        if differs := differences(wanted, found):
            return _SolvedThere(None, worker, differs)
        return _SolvedThere(answers_of(batch, spec, process, timeout), worker)
    except OvertrickError as error:
        return _SolvedThere(None, worker, failure=str(error))


def _version_of(spec: SolverSpec) -> str:
    """Return the key of a solver's version."""
    return f"the solver {spec.name}"


def solver_versions(spec: SolverSpec, process: SolverProcess | None = None) -> dict[str, str]:
    """Return the versions that determine the tables, by name.

    Args:
        spec: the solver.
        process: the process that is asked for its version; `None` for the one that all share.

    Raises:
        SolverError: the solver cannot be loaded.
    """
    from overtrick_dd import kept_process

    found = {
        name: importlib.metadata.version(name) for name in ("overtrick-archive", "overtrick-dd")
    }
    version = (process or kept_process(spec, threads=1)).version()
    return found | {_version_of(spec): "of no version" if version is None else version}
