"""Jobs: long-running work in threads, with progress for any number of listeners.

A job writes no files: the registry keeps its result, and the code that started the job saves it
atomically. So a killed process leaves nothing half done.
"""

from __future__ import annotations

import asyncio
import enum
import logging
import secrets
import threading
import time
from collections.abc import AsyncIterator, Callable
from typing import Any, Final

import attrs

from overtrick import FormatError, OvertrickError
from overtrick_web.errors import CancelledJobError, NotFoundError, RefusedError, sentence

_LOG: Final = logging.getLogger("overtrick.page")

MOST: Final = 32
"""The most jobs at work or waiting."""

KEPT: Final = 16
"""The maximum number of finished jobs kept; their results may be large."""

SECONDS: Final = 900.0
"""The seconds for which a finished job is kept."""

AT_ONCE: Final = 2
"""The maximum number of running jobs; the others wait."""

_PACE: Final = 0.1
_BEAT: Final = 15.0


class Status(enum.StrEnum):
    """The status of a job."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    GIVEN_UP = "given_up"


_OVER: Final = frozenset({Status.DONE, Status.FAILED, Status.GIVEN_UP})


@attrs.frozen(kw_only=True)
class Failure:
    """The reason a job failed.

    Attributes:
        code: the code of a diagnostic, or the name of the error.
        message: a sentence for a person.
    """

    code: str
    message: str


@attrs.frozen(kw_only=True)
class JobState:
    """The state of a job at a moment.

    Attributes:
        status: what it is at.
        done: how much is done.
        total: how much there is to do, `None` if unknown.
        words: what is being done, in a few words of English.
        failure: why it failed, `None` where it did not.
    """

    status: Status = Status.WAITING
    done: int = 0
    total: int | None = None
    words: str = ""
    failure: Failure | None = None

    @property
    def is_over(self) -> bool:
        """Whether the state is final."""
        return self.status in _OVER

    @property
    def share(self) -> float | None:
        """The completed fraction, 0 to 1; `None` if it is unknown."""
        if self.status is Status.DONE:
            return 1.0
        return min(1.0, self.done / self.total) if self.total else None


class Job:
    """A long-running job.

    Attributes:
        id: 16 hexadecimal digits.
        about: what it is about, such as the id of a document; its own page knows.
    """

    def __init__(self, about: str, clock: Callable[[], float]) -> None:
        self.id: Final = secrets.token_hex(8)
        self.about: Final = about
        self.ended: float | None = None
        self._clock = clock
        self._state = JobState()
        self._result: Any = None
        self._lock = threading.Lock()
        self._watchers: set[Callable[[], None]] = set()
        self._is_unwanted = threading.Event()
        self._over = threading.Event()

    @property
    def state(self) -> JobState:
        """The current state."""
        return self._state

    @property
    def result(self) -> Any:  # noqa: ANN401  # of whatever kind the work is
        """The return value of the work; `None` until it is done."""
        return self._result

    def give_up(self) -> None:
        """Cancel the job at its next progress report; a queued one never begins."""
        self._is_unwanted.set()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for the end in another thread; return whether the job is over."""
        return self._over.wait(seconds)

    def tell(self, done: int, total: int | None = None, words: str = "") -> None:
        """Report progress; the work itself calls it.

        Raises:
            CancelledJobError: the job was cancelled.
        """
        if self._is_unwanted.is_set():
            msg = "given up"
            raise CancelledJobError(msg)
        self._change(
            JobState(
                status=Status.RUNNING, done=done, total=total, words=words or self._state.words
            )
        )

    async def states(self, beat: float = _BEAT) -> AsyncIterator[JobState]:
        """Yield the current state, each new one, and the last; skip states in quick succession.

        Args:
            beat: the seconds without a change after which the state is yielded again; the write
                reveals a client that has disconnected.
        """
        loop = asyncio.get_running_loop()
        changed = asyncio.Event()

        def wake() -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(changed.set)

        with self._lock:
            self._watchers.add(wake)
        try:
            while True:
                changed.clear()
                state = self._state
                yield state
                if state.is_over:
                    return
                try:
                    await asyncio.wait_for(changed.wait(), beat)
                except TimeoutError:
                    continue
                await asyncio.sleep(_PACE)
        finally:
            with self._lock:
                self._watchers.discard(wake)

    def run(self, work: Callable[[Job], Any], turn: threading.Semaphore) -> None:
        """Run the work, in a thread of its own."""
        with turn:
            try:
                self.tell(0)
                result = work(self)
                if self._is_unwanted.is_set():
                    end = JobState(status=Status.GIVEN_UP)
                else:
                    self._result = result
                    end = attrs.evolve(self._state, status=Status.DONE)
            except CancelledJobError:
                end = JobState(status=Status.GIVEN_UP)
            except OvertrickError as error:
                end = JobState(status=Status.FAILED, failure=_failure(error))
            except MemoryError:
                failure = Failure(code="MemoryError", message="there is not enough memory for it")
                end = JobState(status=Status.FAILED, failure=failure)
            except Exception as error:  # noqa: BLE001  # the thread has no caller to raise to
                _LOG.exception("a job of %s failed", self.about)
                message = "something went wrong in the program; its window says more"
                failure = Failure(code=type(error).__name__, message=message)
                end = JobState(status=Status.FAILED, failure=failure)
            self.ended = self._clock()
            self._change(end)
            self._over.set()

    def _change(self, state: JobState) -> None:
        with self._lock:
            self._state = state
            watchers = tuple(self._watchers)
        for wake in watchers:
            wake()


def _failure(error: OvertrickError) -> Failure:
    code = error.diagnostic.code if isinstance(error, FormatError) else type(error).__name__
    return Failure(code=code, message=sentence(error))


class Jobs:
    """The jobs of a site, limited in number; a job is forgotten some time after its end.

    Args:
        at_once: how many work at the same time.
        clock: seconds that only go forwards.

    Example:
        >>> jobs = Jobs()
        >>> job = jobs.start(lambda job: 6 * 7, about="the question")
        >>> job.wait(10), job.result, job.state.status.value
        (True, 42, 'done')
    """

    def __init__(
        self, *, at_once: int = AT_ONCE, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._turn = threading.Semaphore(at_once)
        self._clock = clock
        self._jobs: dict[str, Job] = {}
        self._lock = threading.Lock()

    def start(self, work: Callable[[Job], Any], *, about: str) -> Job:
        """Start work in a thread.

        Args:
            work: is given the job, calls its `tell` now and then, and returns the result.
            about: what it is about.

        Raises:
            RefusedError: too much is being worked at.
        """
        job = Job(about, self._clock)
        with self._lock:
            self._forget()
            if sum(1 for one in self._jobs.values() if not one.state.is_over) >= MOST:
                msg = "the computer is busy with other work: wait until some of it is done"
                raise RefusedError(msg)
            self._jobs[job.id] = job
        # A daemon: the program ends even if a job does not.
        threading.Thread(
            target=job.run, args=(work, self._turn), name=f"job {about}", daemon=True
        ).start()
        return job

    def get(self, id: str) -> Job:
        """Return a job.

        Raises:
            NotFoundError: there is none, or it was forgotten.
        """
        with self._lock:
            self._forget()
            job = self._jobs.get(id)
        if job is None:
            msg = "this work is over and forgotten, or the program was started again: begin it anew"
            raise NotFoundError(msg)
        return job

    def close(self) -> None:
        """Cancel all jobs."""
        with self._lock:
            for job in self._jobs.values():
                job.give_up()

    def __len__(self) -> int:
        return len(self._jobs)

    def _forget(self) -> None:
        over = sorted((job.ended, job.id) for job in self._jobs.values() if job.ended is not None)
        limit = self._clock() - SECONDS
        for place, (ended, id) in enumerate(over):
            if ended < limit or place < len(over) - KEPT:
                del self._jobs[id]
