"""Other processes that do a part of the work, and Ctrl-C while they do."""

from __future__ import annotations

import contextlib
import signal
import threading
import warnings
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from overtrick.findings.errors import PluginLoadWarning

# What several processes need is a fifth of the time that a command takes to start, and most work is
# done by one: it is imported where it is used.
if TYPE_CHECKING:
    from concurrent.futures import Future

_HAS_MASKS: Final = hasattr(signal, "pthread_sigmask")

ArgumentT = TypeVar("ArgumentT")
ResultT = TypeVar("ResultT")


class Processes(Generic[ArgumentT, ResultT]):
    """Fresh processes: forking one that has threads is not safe.

    The library's futures have locks, and Ctrl-C that comes while this thread takes one leaves it
    locked for good: whoever waits for it then waits for ever. So Ctrl-C is held back in all that
    this thread does with futures, and what is waited for is a queue, which has no such lock.

    Args:
        count: how many processes there are at the most.
        finishes: whether what is begun is finished after Ctrl-C, which the first process alone
            answers to; else they end at once with it.
    """

    def __init__(self, count: int, *, finishes: bool = True) -> None:
        import multiprocessing
        import queue
        from concurrent.futures import ProcessPoolExecutor

        if _HAS_MASKS:
            # It unblocks Ctrl-C when it starts, which must not be while a worker starts.
            from multiprocessing import resource_tracker

            resource_tracker.ensure_running()
        self._executor = ProcessPoolExecutor(
            count,
            mp_context=multiprocessing.get_context("spawn"),
            initializer=_start_worker,
            initargs=(finishes,),
        )
        self._arrived: queue.SimpleQueue[Future[ResultT]] = queue.SimpleQueue()
        self._done: set[Future[ResultT]] = set()

    def submit(
        self, work: Callable[[ArgumentT], ResultT], argument: ArgumentT
    ) -> Future[ResultT] | None:
        """Give work to the processes; `None` where one of them died, and the others with it."""
        from concurrent.futures.process import BrokenProcessPool

        # A process that is just starting must not answer to Ctrl-C with a traceback either.
        with _without_interrupts():
            try:
                future = self._executor.submit(work, argument)
            except BrokenProcessPool:
                return None
            future.add_done_callback(self._arrived.put)
        return future

    def is_done(self, future: Future[ResultT]) -> bool:
        """Return whether the result of some work is there."""
        while not self._arrived.empty():
            self._done.add(self._arrived.get())
        return future in self._done

    def result(self, future: Future[ResultT]) -> ResultT:
        """Wait for the result of some work; to be asked for once.

        Raises:
            BrokenProcessPool: a process died, and the others with it.
            BaseException: what the work raised.
        """
        while future not in self._done:
            self._done.add(self._arrived.get())
        self._done.remove(future)
        with _without_interrupts():
            return future.result()

    def close(self) -> None:
        """End the processes once they are done with what they have begun; begin no more."""
        self._executor.shutdown(wait=True, cancel_futures=True)


@contextlib.contextmanager
def _without_interrupts() -> Iterator[None]:
    """Hold Ctrl-C back; processes that are started meanwhile begin without it."""
    before = signal.getsignal(signal.SIGINT)
    if before is None or threading.current_thread() is not threading.main_thread():
        # It is told to the first thread alone, or to a program that holds us and is not Python.
        yield
        return
    came = False

    def remember(_signal: int, _frame: object) -> None:
        nonlocal came
        came = True

    # Another thread may be given the signal whatever is blocked in this one, so the handler is
    # changed; a process that is started inherits what is blocked, so the signal is blocked too.
    signal.signal(signal.SIGINT, remember)
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if _HAS_MASKS else set()
    try:
        yield
    finally:
        if _HAS_MASKS:
            signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
        signal.signal(signal.SIGINT, before)
        if came:
            signal.raise_signal(signal.SIGINT)


def _start_worker(finishes: bool) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN if finishes else signal.SIG_DFL)
    if _HAS_MASKS:
        # It was started while Ctrl-C was held back.
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    # The first process alone tells of plugins that failed.
    warnings.simplefilter("ignore", PluginLoadWarning)
