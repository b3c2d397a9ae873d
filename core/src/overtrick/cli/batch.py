"""Work on many files, in this process or in several; one bad file does not stop the others."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Generic, TypeVar

import attrs

from overtrick.files.processes import start_processes

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

JobT = TypeVar("JobT")
OutcomeT = TypeVar("OutcomeT")


@attrs.frozen(kw_only=True)
class Work(Generic[JobT, OutcomeT]):
    """What is done with each of many jobs.

    Attributes:
        perform: does a job and says what came of it; a function of a module. Jobs and outcomes can
            be sent to another process.
        died: says what came of a job whose process ended unexpectedly.
        again: the job to do where a process died that may have done it already.
        writes: whether a job writes files: after Ctrl-C those that are begun are finished then.
    """

    perform: Callable[[JobT], OutcomeT]
    died: Callable[[JobT], OutcomeT]
    again: Callable[[JobT], JobT] = lambda job: job
    writes: bool = True

    def run(self, jobs: Sequence[JobT], processes: int) -> Iterator[OutcomeT]:
        """Do the jobs and yield what came of each, in their order as long as no process dies.

        Args:
            jobs: what to do.
            processes: how many processes to use; 1 for this one alone.
        """
        if processes == 1 or len(jobs) < 2:
            return map(self.perform, jobs)
        return self._in_processes(jobs, min(processes, len(jobs)))

    def _in_processes(self, jobs: Sequence[JobT], processes: int) -> Iterator[OutcomeT]:
        from concurrent.futures.process import BrokenProcessPool

        left = list(jobs)
        while left:
            broken: list[JobT] = []
            executor = start_processes(processes, finishes=self.writes)
            try:
                # A process that is just starting must not answer to Ctrl-C with a traceback.
                with _without_interrupts():
                    submitted = [(job, self._submit(executor, job)) for job in left]
                for job, future in submitted:
                    try:
                        if future is None:
                            broken.append(job)
                        else:
                            yield future.result()
                    except BrokenProcessPool:
                        broken.append(job)
            finally:
                # After Ctrl-C the files that are being written are finished, no more are begun.
                executor.shutdown(wait=True, cancel_futures=True)
            # A process died, and the others with it. Any of the files that were being worked on
            # may be the reason, so each of them goes alone; the rest goes on as before.
            broken = [self.again(job) for job in broken]
            yield from map(self._alone, broken[:processes])
            left = broken[processes:]

    def _submit(self, executor: ProcessPoolExecutor, job: JobT) -> Future[OutcomeT] | None:
        from concurrent.futures.process import BrokenProcessPool

        try:
            return executor.submit(self.perform, job)
        except BrokenProcessPool:
            return None

    def _alone(self, job: JobT) -> OutcomeT:
        from concurrent.futures.process import BrokenProcessPool

        with start_processes(1, finishes=self.writes) as executor:
            try:
                with _without_interrupts():
                    future = executor.submit(self.perform, job)
                return future.result()
            except BrokenProcessPool:
                return self.died(job)


@contextlib.contextmanager
def _without_interrupts() -> Iterator[None]:
    """Hold Ctrl-C back; processes that are started meanwhile begin without it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
