"""Many conversions, in this process or in several; one bad file does not stop the others."""

from __future__ import annotations

import multiprocessing
import signal
import warnings
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from overtrick.cli.conversion import Job, Outcome, perform
from overtrick.cli.failures import PLUGIN
from overtrick.cli.terminal import Progress
from overtrick.errors import PluginLoadWarning


def perform_all(jobs: Sequence[Job], processes: int) -> Iterator[Outcome]:
    """Do the jobs and yield what came of each, in the order of the jobs.

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
    # Fresh processes: forking one that draws a progress bar in a thread is not safe.
    context = multiprocessing.get_context("spawn")
    executor = ProcessPoolExecutor(processes, mp_context=context, initializer=_start_worker)
    try:
        futures = [(job, executor.submit(perform, job)) for job in jobs]
        for job, future in futures:
            yield _result(job, future)
    finally:
        # After Ctrl-C the files that are being written are finished, no more are begun.
        executor.shutdown(wait=True, cancel_futures=True)


def _result(job: Job, future: Future[Outcome]) -> Outcome:
    try:
        return future.result()
    except BrokenProcessPool:
        message = f"{job.source}: not converted, for a process ended unexpectedly"
        return Outcome(job=job, code=PLUGIN, message=message)


def _start_worker() -> None:
    # The first process alone answers to Ctrl-C and tells of plugins that failed.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    warnings.simplefilter("ignore", PluginLoadWarning)
