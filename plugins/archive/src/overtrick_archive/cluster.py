"""Pieces of files read by the workers of a Dask cluster, each at the least once, told once.

The scheduler hands the pieces out, and hands those of a worker that is lost to another; what comes
of them is taken here in their order, so that who read what, and how often, is not seen in the
archive. The rows come back by way of the scheduler: workers need to see the files, under the paths
that they have here, and need not see the archive.
"""

from __future__ import annotations

import collections
import importlib.metadata
import platform
import threading
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import attrs

from overtrick.framework import seals
from overtrick.framework.manager import default_manager
from overtrick_archive.errors import ArchiveError
from overtrick_archive.reading import Piece, Portion, read

if TYPE_CHECKING:
    from distributed import Client, Future

INSTALL: Final = "--scheduler needs Dask: python -m pip install 'overtrick-archive[dask]'"

PATIENCE: Final = 60.0
"""So many seconds a cluster may be without any worker."""

_CONNECT: Final = 20.0  # so many seconds it may take to reach the scheduler
_LOOK: Final = 2.0  # so often it is asked how many workers there are
_AHEAD: Final = 3  # so many pieces wait for each thread of a worker: results take room


@attrs.frozen
class _Read:
    """What a worker answers.

    Attributes:
        portions: what came of the piece, `None` where it was not read.
        worker: where and with what it would have been read.
        differs: what is installed there in another version than where the pieces come from.
    """

    portions: list[Portion] | None
    worker: str
    differs: tuple[str, ...] = ()


def read_by(scheduler: str, pieces: Iterator[Piece]) -> Iterator[tuple[Piece, list[Portion]]]:
    """Yield pieces in their order, each with what the workers of a cluster made of it.

    A piece whose worker is lost is read by another, at the most as often as Dask's setting
    `distributed.scheduler.allowed-failures` says; then by this process. Of a long one that cannot
    be cut nothing comes, as of `overtrick_archive.reading.read`.

    Args:
        scheduler: the address of the cluster's scheduler: `tcp://host:8786`.
        pieces: what is to be read.

    Raises:
        ArchiveError: Dask is not installed; there is no scheduler at the address, or it is lost;
            there is no worker for `PATIENCE` seconds; a worker has other versions than this
            process, or does not see the files.
    """
    try:
        from distributed import Client
    except ImportError as error:
        raise ArchiveError(INSTALL) from error
    try:
        client = Client(  # type: ignore[no-untyped-call]  # Dask types but some of it
            scheduler, timeout=_CONNECT, set_as_default=False
        )
    # ValueError: the address is none; RuntimeError: of a kind that Dask does not know.
    except (OSError, ValueError, RuntimeError) as error:
        msg = f"there is no scheduler of Dask at {scheduler}: {_first_line(error)}"
        raise ArchiveError(msg) from error
    with client:
        yield from _Cluster(client, scheduler, pieces).results()


class _Cluster:
    def __init__(self, client: Client, address: str, pieces: Iterator[Piece]) -> None:
        self._client = client
        self._address = address
        self._pieces = pieces
        # Dask tells tasks by their keys: those of others, and of another time, are other ones.
        self._name = f"overtrick-archive-{uuid.uuid4().hex}"
        self._given = 0
        self._versions = versions()
        self._waiting: collections.deque[tuple[Piece, Future[_Read] | None]] = collections.deque()
        self._most = _AHEAD
        self._looked = float("-inf")
        self._seen = time.monotonic()  # when there was a worker for the last time

    def results(self) -> Iterator[tuple[Piece, list[Portion]]]:
        self._hand_out()
        while self._waiting:
            piece, future = self._waiting.popleft()
            yield piece, read(piece) if future is None else self._result(piece, future)
            self._hand_out()

    def _hand_out(self) -> None:
        self._look()
        while len(self._waiting) < self._most:
            piece = next(self._pieces, None)
            if piece is None:
                return
            future = None
            if not piece.is_long and not piece.is_copy and piece.failure is None:
                self._given += 1
                future = self._client.submit(
                    read_there,
                    piece,
                    self._versions,
                    (seals.current(), seals.word()),
                    key=f"{self._name}-{self._given}",
                )
            self._waiting.append((piece, future))

    def _look(self) -> None:
        """See how many workers there are: some may have joined, or been lost."""
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
        return ArchiveError(f"the scheduler at {self._address} is lost: {_first_line(error)}")

    def _result(self, piece: Piece, future: Future[_Read]) -> list[Portion]:
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
                return read(piece)
            except (CancelledError, FutureCancelledError, OSError) as error:
                raise self._lost(error) from error
            except (ImportError, AttributeError) as error:
                # What a worker says that cannot take the work out of its envelope.
                msg = f"a worker cannot read for an archive: {_first_line(error)}"
                raise ArchiveError(msg) from error
        if found.differs:
            msg = f"{found.worker} has other versions than this machine: {'; '.join(found.differs)}"
            raise ArchiveError(msg)
        if found.portions is not None:
            return found.portions
        if is_here(piece):
            msg = (
                f"{found.worker} does not see {piece.path} as this machine does: the workers need "
                "the files under the same paths"
            )
            raise ArchiveError(msg)
        return read(piece)  # it is gone or was changed meanwhile: what is said of that is said here


def _first_line(error: BaseException) -> str:
    return (str(error) or type(error).__name__).splitlines()[0]


_ONE_AT_A_TIME: Final = threading.Lock()
"""What is done about sealed files holds for a process: two who want it otherwise wait."""


def read_there(piece: Piece, wanted: dict[str, str], sealed: tuple[seals.Seals, str]) -> _Read:
    """Return what comes of a piece: what a worker does.

    Args:
        piece: the piece.
        wanted: `versions()` of the process that adds to the archive.
        sealed: what is done there about sealed files, and the word for it.
    """
    worker = f"the worker {_here()}"
    with _ONE_AT_A_TIME:
        if differs := _differences(wanted, versions()):
            return _Read(None, worker, differs)
        if not is_here(piece):
            return _Read(None, worker)
        with seals.ruled(*sealed):
            return _Read(read(piece), worker)


def _here() -> str:
    from distributed import get_worker

    return str(get_worker().address)


def is_here(piece: Piece) -> bool:
    """Return whether what is to be read is there, and as long as it was: a file on the disk."""
    if piece.content is not None or piece.address is not None:
        return True
    try:
        return Path(piece.path).stat().st_size == piece.whole
    except OSError:
        return False


def versions() -> dict[str, str]:
    """Return what the rows of an archive hang on: names with their versions.

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


def _differences(wanted: dict[str, str], found: dict[str, str]) -> tuple[str, ...]:
    return tuple(
        f"{name} {found.get(name, 'missing')} (here {wanted.get(name, 'missing')})"
        for name in sorted(wanted.keys() | found.keys())
        if wanted.get(name) != found.get(name)
    )
