"""Work on a Dask cluster: each piece is done at least once, and its result is used once.

The scheduler hands the pieces out, and hands those of a worker that is lost to another; what comes
of them is taken here in their order, so that who read what, and how often, is not seen in the
archive. The rows come back by way of the scheduler: workers need to see the files, under the paths
that they have here, and need not see the archive.
"""

from __future__ import annotations

import abc
import collections
import importlib.metadata
import platform
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

import attrs

from overtrick.plugin import default_manager
from overtrick_archive.errors import ArchiveError, first_line
from overtrick_archive.reading import ReadUnit, RowBatch, read

if TYPE_CHECKING:
    from distributed import Client, Future

INSTALL: Final = "--scheduler needs Dask: python -m pip install 'overtrick-archive[dask]'"

PATIENCE: Final = 60.0
"""The maximum seconds without any worker."""

_CONNECT: Final = 20.0  # seconds to reach the scheduler
_LOOK: Final = 2.0  # so often it is asked how many workers there are
_AHEAD: Final = 3  # queued pieces for each thread of a worker


@attrs.frozen
class _Read:
    """The answer of a worker.

    Attributes:
        portions: what came of the piece, `None` where it was not read.
        worker: where and with what it would have been read.
        differs: what is installed there in another version than where the pieces come from.
    """

    portions: list[RowBatch] | None
    worker: str
    differs: tuple[str, ...] = ()


def read_by(
    scheduler: str, pieces: Iterator[ReadUnit]
) -> Iterator[tuple[ReadUnit, list[RowBatch]]]:
    """Yield pieces in order, each with the result of the cluster's workers.

    A piece whose worker is lost is read by another, at most as often as Dask's setting
    `distributed.scheduler.allowed-failures` allows; then by this process. Of a long one that cannot
    be cut nothing comes, as of `overtrick_archive.reading.read`.

    Args:
        scheduler: the address of the cluster's scheduler: `tcp://host:8786`.
        pieces: the pieces to read.

    Raises:
        ArchiveError: Dask is not installed; there is no scheduler at the address, or it is lost;
            there is no worker for `PATIENCE` seconds; a worker has other versions than this
            process, or does not see the files.
    """
    with connected(scheduler) as client:
        yield from _Readers(client, scheduler, pieces).results()


def connected(scheduler: str) -> Client:
    """Return a context manager with the client of a cluster.

    Args:
        scheduler: the address of the cluster's scheduler.

    Raises:
        ArchiveError: Dask is not installed, or there is no scheduler at the address.
    """
    try:
        from distributed import Client
    except ImportError as error:
        raise ArchiveError(INSTALL) from error
    try:
        return Client(  # type: ignore[no-untyped-call]  # Dask types but some of it
            scheduler, timeout=_CONNECT, set_as_default=False
        )
    # ValueError: the address is none; RuntimeError: of a kind that Dask does not know.
    except (OSError, ValueError, RuntimeError) as error:
        msg = f"there is no scheduler of Dask at {scheduler}: {first_line(error)}"
        raise ArchiveError(msg) from error


WorkT = TypeVar("WorkT")
AnswerT = TypeVar("AnswerT")
ResultT = TypeVar("ResultT")


class Cluster(abc.ABC, Generic[WorkT, AnswerT, ResultT]):
    """A dispatcher of work to a cluster; it returns the results in order.

    Args:
        client: a connection to the cluster.
        address: what its scheduler is called in messages.
        works: the work, in order.
    """

    def __init__(self, client: Client, address: str, works: Iterator[WorkT]) -> None:
        self._client = client
        self._address = address
        self._works = works
        # Dask identifies tasks by keys: those of other users and of other runs must differ.
        self._name = f"overtrick-archive-{uuid.uuid4().hex}"
        self._given = 0
        self._waiting: collections.deque[tuple[WorkT, Future[AnswerT] | None]] = collections.deque()
        self._most = _AHEAD
        self._looked = float("-inf")
        self._seen = time.monotonic()  # when there was a worker for the last time

    @abc.abstractmethod
    def task(self, work: WorkT) -> tuple[Callable[..., AnswerT], tuple[Any, ...]] | None:
        """Return the worker's function with its arguments; `None` if there is nothing to do."""

    @abc.abstractmethod
    def nothing(self, work: WorkT) -> ResultT:
        """Return the result of work that needs no worker."""

    @abc.abstractmethod
    def here(self, work: WorkT) -> ResultT:
        """Do work in this process after several workers were lost with it."""

    @abc.abstractmethod
    def taken(self, work: WorkT, answer: AnswerT) -> ResultT:
        """Return the result from a worker's answer.

        Raises:
            ArchiveError: the worker cannot be used.
        """

    def results(self) -> Iterator[tuple[WorkT, ResultT]]:
        """Yield the work in order, each item with its result.

        Raises:
            ArchiveError: the scheduler is lost, there is no worker for `PATIENCE` seconds, or a
                worker cannot be used.
        """
        self._hand_out()
        while self._waiting:
            work, future = self._waiting.popleft()
            yield work, self.nothing(work) if future is None else self._result(work, future)
            self._hand_out()

    def _hand_out(self) -> None:
        self._look()
        while len(self._waiting) < self._most:
            work = next(self._works, None)
            if work is None:
                return
            future = None
            task = self.task(work)
            if task is not None:
                self._given += 1
                function, arguments = task
                key = f"{self._name}-{self._given}"
                future = self._client.submit(function, *arguments, key=key)
            self._waiting.append((work, future))

    def _look(self) -> None:
        """Update the number of workers: some may have joined or been lost."""
        now = time.monotonic()
        if now - self._looked < _LOOK:
            return
        self._looked = now
        threads = sum(self._asked().values())
        if threads:
            self._seen = now
            self._most = _AHEAD * threads
        elif now - self._seen > PATIENCE:
            msg = f"the cluster at {self._address} has been without workers for {PATIENCE:.0f} s"
            raise ArchiveError(msg)

    def _asked(self) -> dict[str, int]:
        try:
            workers = self._client.scheduler_info(n_workers=-1)["workers"]
        except (OSError, RuntimeError, ValueError) as error:
            raise self._lost(error) from error
        return {address: worker["nthreads"] for address, worker in workers.items()}

    def _lost(self, error: BaseException) -> ArchiveError:
        return ArchiveError(f"the scheduler at {self._address} is lost: {first_line(error)}")

    def _result(self, work: WorkT, future: Future[AnswerT]) -> ResultT:
        from concurrent.futures import CancelledError

        from distributed import TimeoutError as NotYet
        from distributed import wait
        from distributed.client import FutureCancelledError
        from distributed.scheduler import KilledWorker

        while True:
            try:
                with self._client.as_current():
                    wait(future, timeout=_LOOK)  # type: ignore[no-untyped-call]  # as above
                found = future.result()
                break
            except NotYet:
                self._look()
            except KilledWorker:
                # It may be the piece that kills them, and may be chance: here it is seen.
                return self.here(work)
            except (CancelledError, FutureCancelledError, OSError) as error:
                raise self._lost(error) from error
            except (ImportError, AttributeError) as error:
                # The message of a worker that cannot unpickle the work.
                msg = f"a worker cannot work for an archive: {first_line(error)}"
                raise ArchiveError(msg) from error
        return self.taken(work, found)


class _Readers(Cluster[ReadUnit, _Read, list[RowBatch]]):
    """A dispatcher of pieces of files to readers."""

    def __init__(self, client: Client, address: str, works: Iterator[ReadUnit]) -> None:
        super().__init__(client, address, works)
        self._versions = versions()

    def task(self, work: ReadUnit) -> tuple[Callable[..., _Read], tuple[Any, ...]] | None:
        """Return the reading function and its piece; long pieces are read locally."""
        if work.is_long or work.is_copy or work.failure is not None:
            return None
        return read_there, (work, self._versions)

    def nothing(self, work: ReadUnit) -> list[RowBatch]:
        """Return the result of a piece that is read locally, or cannot be read."""
        return read(work)

    def here(self, work: ReadUnit) -> list[RowBatch]:
        """Read a piece in this process."""
        return read(work)

    def taken(self, work: ReadUnit, answer: _Read) -> list[RowBatch]:
        """Return the portions of a piece."""
        if answer.differs:
            raise other_versions(answer.worker, answer.differs)
        if answer.portions is not None:
            return answer.portions
        if is_here(work):
            msg = (
                f"{answer.worker} does not see {work.path} as this machine does: the workers need "
                "the files under the same paths"
            )
            raise ArchiveError(msg)
        return read(work)  # gone or changed: reported here


def other_versions(worker: str, differs: tuple[str, ...]) -> ArchiveError:
    """Return the error for a worker with different versions."""
    return ArchiveError(f"{worker} has other versions than this machine: {'; '.join(differs)}")


def read_there(piece: ReadUnit, wanted: dict[str, str]) -> _Read:
    """Return the portions of a piece: the function that a worker runs.

    Args:
        piece: the piece.
        wanted: `versions()` of the process that adds to the archive.
    """
    worker = this_worker()
    if differs := differences(wanted, versions()):
        return _Read(None, worker, differs)
    if not is_here(piece):
        return _Read(None, worker)
    return _Read(read(piece), worker)


def this_worker() -> str:
    """Return the name of the current worker in messages."""
    return f"the worker {_here()}"


def _here() -> str:
    from distributed import get_worker

    return str(get_worker().address)


def is_here(piece: ReadUnit) -> bool:
    """Return whether a local file to read still exists with the same length."""
    if piece.content is not None or piece.address is not None:
        return True
    try:
        return Path(piece.path).stat().st_size == piece.file_size
    except OSError:
        return False


def versions() -> dict[str, str]:
    """Return the versions that determine the rows of an archive, by name.

    Python, overtrick, the plugins whose formats are read and whose rules are tried, and what
    makes the columns.
    """
    found = {"Python": ".".join(platform.python_version_tuple()[:2])}
    for name in ("overtrick", "overtrick-archive", "pyarrow"):
        found[name] = importlib.metadata.version(name)
    for record in default_manager().records():
        if record.distribution is None or record.error is not None:
            continue
        if record.provides.keys() & {"formats", "rules"}:
            found[record.distribution] = record.version or "?"
    return found


def differences(wanted: dict[str, str], found: dict[str, str]) -> tuple[str, ...]:
    """Return the packages with a different version, or missing: `overtrick-pbn 1.1 (here 1.0)`."""
    return tuple(
        f"{name} {found.get(name, 'missing')} (here {wanted.get(name, 'missing')})"
        for name in sorted(wanted.keys() | found.keys())
        if wanted.get(name) != found.get(name)
    )
