"""Many conversions, in this process or in several; one bad file does not stop the others."""

from __future__ import annotations

import os
import signal
import warnings
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import attrs

from overtrick.cli.conversion import Job, Outcome, perform
from overtrick.cli.failures import PLUGIN
from overtrick.cli.terminal import Progress
from overtrick.findings.errors import PluginLoadWarning

# What several processes need is a fifth of the time that a command takes to start, and most
# commands are one process: it is imported where it is used.
if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor


def perform_all(jobs: Sequence[Job], processes: int) -> Iterator[Outcome]:
    """Do the jobs and yield what came of each, in their order as long as no process dies.

    Args:
        jobs: what to do.
        processes: how many processes to use; 1 for this one alone.
    """
    with Progress("files", total=len(jobs)) as progress:
        if processes == 1 or len(jobs) < 2:
            yield from progress.watch(map(perform, jobs))
        else:
            yield from progress.watch(_in_processes(jobs, min(processes, len(jobs))))


def _in_processes(jobs: Sequence[Job], processes: int) -> Iterator[Outcome]:
    from concurrent.futures.process import BrokenProcessPool

    left = list(jobs)
    # A process may have written its file and died, or been ended, before it could say so. Doing
    # such a job again must not stumble over its own target.
    new = {job.target for job in jobs if not os.path.lexists(job.target)}
    while left:
        broken: list[Job] = []
        executor = _start(processes)
        try:
            for job, future in [(job, _submit(executor, job)) for job in left]:
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
        # A process died, and the others with it. Any of the files that were being converted may
        # be the reason, so each of them goes alone; the rest goes on as before.
        broken = [attrs.evolve(job, force=True) if job.target in new else job for job in broken]
        yield from map(_alone, broken[:processes])
        left = broken[processes:]


def _start(processes: int) -> ProcessPoolExecutor:
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    # Fresh processes: forking one that draws a progress bar in a thread is not safe.
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(processes, mp_context=context, initializer=_start_worker)


def _submit(executor: ProcessPoolExecutor, job: Job) -> Future[Outcome] | None:
    from concurrent.futures.process import BrokenProcessPool

    try:
        return executor.submit(perform, job)
    except BrokenProcessPool:
        return None


def _alone(job: Job) -> Outcome:
    from concurrent.futures.process import BrokenProcessPool

    with _start(1) as executor:
        try:
            return executor.submit(perform, job).result()
        except BrokenProcessPool:
            message = f"{job.source}: not converted, for its process ended unexpectedly"
            return Outcome(job=job, code=PLUGIN, message=message)


def _start_worker() -> None:
    # The first process alone answers to Ctrl-C and tells of plugins that failed.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    warnings.simplefilter("ignore", PluginLoadWarning)
