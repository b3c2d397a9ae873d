"""Work on many files, in this process or in several; one bad file does not stop the others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from overtrick.plugin import Processes

JobT = TypeVar("JobT")
OutcomeT = TypeVar("OutcomeT")


class BatchTask(Generic[JobT, OutcomeT]):
    """A function to apply to many jobs, in this process or in several.

    Args:
        perform: does a job and returns its outcome; a module-level function. Jobs and outcomes must
            be picklable.
        died: returns the outcome of a job whose process died.
        again: returns the job to retry where a process died that may have done it already.
        writes: whether a job writes files: after Ctrl-C, jobs in progress are then finished.
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
        """Do the jobs and yield what came of each, in their order.

        Args:
            jobs: what to do.
            processes: how many processes to use; 1 for this one alone.
        """
        if processes == 1 or len(jobs) < 2:
            return self._here(jobs)
        return self._in_processes(jobs, min(processes, len(jobs)))

    def _here(self, jobs: Sequence[JobT]) -> Iterator[OutcomeT]:
        import overtrick.plugin

        with overtrick.plugin.keeping_archives():
            for job in jobs:
                yield self._perform(job)

    def _in_processes(self, jobs: Sequence[JobT], processes: int) -> Iterator[OutcomeT]:
        from overtrick.plugin import Died, Processes

        workers = Processes(self._perform, processes, finishes=self._writes)
        try:
            for job, task in [(job, workers.submit(job)) for job in jobs]:
                try:
                    yield workers.result(task)
                except Died:
                    # It may have been ended for what others did: once more, by a fresh process.
                    yield self._once_more(workers, self._again(job))
        finally:
            # After Ctrl-C the files that are being written are finished, no more are begun.
            workers.close()

    def _once_more(self, workers: Processes[JobT, OutcomeT], job: JobT) -> OutcomeT:
        from overtrick.plugin import Died

        try:
            return workers.result(workers.submit(job, is_next=True))
        except Died:
            return self._died(job)
