"""Work on many files, in this process or in several; one bad file does not stop the others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from overtrick.files.processes import Processes

JobT = TypeVar("JobT")
OutcomeT = TypeVar("OutcomeT")


class Work(Generic[JobT, OutcomeT]):
    """What is done with each of many jobs.

    Args:
        perform: does a job and says what came of it; a function of a module. Jobs and outcomes can
            be sent to another process.
        died: says what came of a job whose process ended unexpectedly.
        again: the job to do where a process died that may have done it already.
        writes: whether a job writes files: after Ctrl-C those that are begun are finished then.
    """

    def __init__(
        self,
        *,
        perform: Callable[[JobT], OutcomeT],
        died: Callable[[JobT], OutcomeT],
        again: Callable[[JobT], JobT] = lambda job: job,
        writes: bool = True,
    ) -> None:
        self._perform = perform
        self._died = died
        self._again = again
        self._writes = writes

    def run(self, jobs: Sequence[JobT], processes: int) -> Iterator[OutcomeT]:
        """Do the jobs and yield what came of each, in their order as long as no process dies.

        Args:
            jobs: what to do.
            processes: how many processes to use; 1 for this one alone.
        """
        if processes == 1 or len(jobs) < 2:
            return map(self._perform, jobs)
        return self._in_processes(jobs, min(processes, len(jobs)))

    def _in_processes(self, jobs: Sequence[JobT], processes: int) -> Iterator[OutcomeT]:
        from concurrent.futures.process import BrokenProcessPool

        from overtrick.files.processes import Processes

        left = list(jobs)
        while left:
            broken: list[JobT] = []
            workers: Processes[JobT, OutcomeT] = Processes(processes, finishes=self._writes)
            try:
                submitted = [(job, workers.submit(self._perform, job)) for job in left]
                for job, future in submitted:
                    try:
                        if future is None:
                            broken.append(job)
                        else:
                            yield workers.result(future)
                    except BrokenProcessPool:
                        broken.append(job)
            finally:
                # After Ctrl-C the files that are being written are finished, no more are begun.
                workers.close()
            # A process died, and the others with it. Any of the files that were being worked on
            # may be the reason, so each of them goes alone; the rest goes on as before.
            broken = [self._again(job) for job in broken]
            yield from map(self._alone, broken[:processes])
            left = broken[processes:]

    def _alone(self, job: JobT) -> OutcomeT:
        from concurrent.futures.process import BrokenProcessPool

        from overtrick.files.processes import Processes

        workers: Processes[JobT, OutcomeT] = Processes(1, finishes=self._writes)
        try:
            future = workers.submit(self._perform, job)
            return self._died(job) if future is None else workers.result(future)
        except BrokenProcessPool:
            return self._died(job)
        finally:
            workers.close()
