"""Worker processes, and Ctrl-C while they run.

Each has two pipes of its own, one for what it is given and one for what comes of it, and nothing
else is shared: no lock that a process could take with it when it dies, and no thread beside the
first process's own work. A process that the first one leaves finds its pipes closed, and ends.

The library's pool of processes does not serve: Ctrl-C that strikes while the first thread takes the
lock of a future leaves it locked for good, and the pool's thread, which reads results of megabytes
in small bits, waits for the interpreter at each while the first process works too.
"""

from __future__ import annotations

import collections
import contextlib
import os
import queue
import signal
import sys
import threading
import traceback
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, Generic, TypeVar, cast

import attrs

from overtrick.disk.atomic import remove_temporaries
from overtrick.disk.sources import keeping_archives
from overtrick.findings.errors import PluginLoadWarning

# What several processes need is a fifth of the time that a command takes to start, and most work is
# done by one: it is imported where it is used.
if TYPE_CHECKING:
    from multiprocessing.context import SpawnContext
    from multiprocessing.process import BaseProcess

    if sys.platform == "win32":
        from multiprocessing.connection import PipeConnection as Connection
    else:
        from multiprocessing.connection import Connection

# Ctrl-C, the end of the system, a terminal that is closed.
_ENDING: Final = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)

ArgumentT = TypeVar("ArgumentT")
ResultT = TypeVar("ResultT")


class Died(Exception):  # noqa: N818  # what came of the work, which may be no error of anybody's
    """A process ended before it returned its result."""


@attrs.define(eq=False)
class Task(Generic[ArgumentT, ResultT]):
    """A piece of work submitted to a worker process.

    Attributes:
        argument: what it is done with.
        result: what came of it, once it is done.
        error: why nothing did.
        is_done: whether either is known.
    """

    argument: ArgumentT
    result: ResultT | None = None
    error: BaseException | None = None
    is_done: bool = False


class Processes(Generic[ArgumentT, ResultT]):
    """A pool of processes that do one kind of work.

    On Linux a process that has no threads is forked, which takes no time; to fork one that has some
    is not safe, so then, and elsewhere, the processes are fresh ones.

    Args:
        work: what is done with each argument; it goes to other processes, as arguments and results
            do.
        count: how many processes there are at most.
        finishes: whether what is begun is finished after Ctrl-C, which the first process alone
            answers to; else they end at once with it.
        ahead: how many pieces of work a process is given beside the one that it does, so that it
            need not wait for this one.
    """

    def __init__(
        self,
        work: Callable[[ArgumentT], ResultT],
        count: int,
        *,
        finishes: bool = True,
        ahead: int = 0,
    ) -> None:
        self._work = work
        self._count = count
        self._finishes = finishes
        self._most = 1 + ahead
        self._workers: list[_Worker[ArgumentT, ResultT]] = []
        self._waiting: collections.deque[Task[ArgumentT, ResultT]] = collections.deque()

    def submit(self, argument: ArgumentT, *, is_next: bool = False) -> Task[ArgumentT, ResultT]:
        """Give work to the processes; it is begun when one of them is free.

        Args:
            argument: what the work is done with.
            is_next: whether it comes before all that is not begun.
        """
        task: Task[ArgumentT, ResultT] = Task(argument)
        if is_next:
            self._waiting.appendleft(task)
        else:
            self._waiting.append(task)
        self._hand_out()
        return task

    def result(self, task: Task[ArgumentT, ResultT]) -> ResultT:
        """Wait for the result of some work; to be asked for once.

        Raises:
            Died: its process died; another one takes its place.
            BaseException: what the work raised.
        """
        while not task.is_done:
            self._wait()
        result, task.result = task.result, None
        if task.error is not None:
            raise task.error
        return cast("ResultT", result)

    def close(self) -> None:
        """End the processes: those that finish, once they are done with what they have begun."""
        self._waiting.clear()
        for worker in self._workers:
            worker.leave(finishes=self._finishes)
        while self._workers:
            self._workers[-1].process.join()
            self._workers.pop()

    def _wait(self) -> None:
        """Take in what the processes have done; wait until there is something."""
        from multiprocessing.connection import wait

        busy = [worker for worker in self._workers if worker.tasks]
        ready = wait([worker.results for worker in busy])
        for worker in busy:
            if worker.results in ready and not worker.take():
                self._lose(worker)
        self._hand_out()

    def _hand_out(self) -> None:
        while self._waiting and (worker := self._next()) is not None:
            task = self._waiting.popleft()
            if not worker.give(task):
                self._lose(worker)

    def _next(self) -> _Worker[ArgumentT, ResultT] | None:
        """Return who takes the next piece of work, `None` where all have enough."""
        least = min(self._workers, key=lambda worker: len(worker.tasks), default=None)
        if (least is None or least.tasks) and len(self._workers) < self._count:
            return self._start()
        return least if least is not None and len(least.tasks) < self._most else None

    def _lose(self, worker: _Worker[ArgumentT, ResultT]) -> None:
        worker.leave(finishes=False)
        worker.process.join()
        self._workers.remove(worker)

    def _start(self) -> _Worker[ArgumentT, ResultT]:
        import multiprocessing

        is_forked = _is_alone()
        method = "fork" if is_forked else "spawn"
        context = cast("SpawnContext", multiprocessing.get_context(method))  # both work alike
        if not is_forked and sys.platform != "win32":
            # It unblocks Ctrl-C when it starts, which must not be while a worker starts.
            from multiprocessing import resource_tracker

            resource_tracker.ensure_running()
        # A process that is just starting must not answer to Ctrl-C with a traceback either.
        with _without_interrupts():
            given, gives = context.Pipe(duplex=False)
            results, sends = context.Pipe(duplex=False)
            # A forked process has our ends of all pipes too: open there, they would never end.
            ours = [gives, results, *(end for other in self._workers for end in other.ends)]
            process = context.Process(
                target=_serve,
                args=(self._work, given, sends, ours if is_forked else (), self._finishes),
                daemon=not self._finishes,
            )
            process.start()
            given.close()
            sends.close()
            worker: _Worker[ArgumentT, ResultT] = _Worker(process, gives, results)
            self._workers.append(worker)
        return worker


class _Worker(Generic[ArgumentT, ResultT]):
    """Another process, as the first one knows it.

    Attributes:
        process: the process.
        results: where its results come from.
        tasks: what it was given, in order, as far as nothing has come of it yet.
    """

    def __init__(self, process: BaseProcess, gives: Connection, results: Connection) -> None:
        self.process = process
        self.results = results
        self.tasks: collections.deque[Task[ArgumentT, ResultT]] = collections.deque()
        self._gives = gives

    @property
    def ends(self) -> tuple[Connection, Connection]:
        """Our ends of its pipes."""
        return self._gives, self.results

    def give(self, task: Task[ArgumentT, ResultT]) -> bool:
        """Give it some work; return whether it is alive."""
        self.tasks.append(task)
        try:
            self._gives.send(task.argument)
        except OSError:
            # What it has done before is still to be had.
            while self.take():
                pass
            return False
        return True

    def take(self) -> bool:
        """Take in a result, and wait for it; return whether it is alive."""
        try:
            is_result, content = self.results.recv()
        except (EOFError, OSError):
            for task in self.tasks:
                task.error, task.is_done = Died(), True
            self.tasks.clear()
            return False
        task = self.tasks.popleft()
        if is_result:
            task.result = content
        else:
            task.error = content
        task.is_done = True
        return True

    def leave(self, *, finishes: bool) -> None:
        """Give it nothing more; end it where it is not to finish."""
        if not finishes:
            self.process.kill()
        for end in self.ends:
            end.close()


def _is_alone() -> bool:
    """Return whether this is a process of Linux with one thread, and can be forked."""
    try:
        return sys.platform == "linux" and len(os.listdir("/proc/self/task")) == 1
    except OSError:
        return False


@contextlib.contextmanager
def _without_interrupts() -> Iterator[None]:
    """Hold back Ctrl-C, and what else ends us; processes that are started begin without it."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread receives signals
        return
    # What is no handler of Python's belongs to a program that holds us; what is ignored stays so.
    before = {
        number: handler
        for number in _ENDING
        if (handler := signal.getsignal(number)) not in {None, signal.SIG_IGN}
    }
    came: list[int] = []

    def remember(number: int, _frame: object) -> None:
        came.append(number)

    # Another thread may be given the signal whatever is blocked in this one, so the handler is
    # changed; a process that is started inherits what is blocked, so the signal is blocked too.
    for number in before:
        signal.signal(number, remember)
    if sys.platform != "win32":
        blocked = signal.pthread_sigmask(signal.SIG_BLOCK, _ENDING)
    try:
        yield
    finally:
        if sys.platform != "win32":
            signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
        for number, handler in before.items():
            signal.signal(number, handler)
        for number in came[:1]:
            signal.raise_signal(number)


def _serve(
    work: Callable[[ArgumentT], ResultT],
    given: Connection,
    sends: Connection,
    others: Sequence[Connection],
    finishes: bool,  # by position: it goes to another process
) -> None:
    """Do work in another process until there is no more, or the first process is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN if finishes else signal.SIG_DFL)
    for number in _ENDING[1:]:
        # The first process usually gets the signal too; this one must remove what it began.
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _leave)
    if sys.platform != "win32":
        # It was started while they were held back.
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING)
    for end in others:
        end.close()
    # Only the first process reports plugins that failed.
    warnings.simplefilter("ignore", PluginLoadWarning)
    # Results wait in a thread until the first process, which works too, takes them.
    made: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
    sender = threading.Thread(target=_send, args=(made, sends), daemon=True)
    sender.start()
    # Standard output is the first process's, for data: what a plugin prints here is none.
    with contextlib.redirect_stdout(sys.stderr), keeping_archives():
        while True:
            try:
                argument = given.recv()
            except (EOFError, OSError):
                break
            made.put(_done(work, argument))
    made.put(None)
    sender.join()


def _leave(number: int, _frame: object) -> None:
    remove_temporaries()
    os._exit(128 + number)


def _done(work: Callable[[ArgumentT], ResultT], argument: ArgumentT) -> bytes:
    """Do some work; return what came of it, pickled."""
    from multiprocessing.reduction import ForkingPickler

    try:
        return bytes(ForkingPickler.dumps((True, work(argument))))
    except (Exception, SystemExit) as error:  # noqa: BLE001  # raised where the result is asked for
        # Of a traceback only the text can be sent.
        text = "".join(traceback.format_exception(error))
        try:
            error.add_note(text)
            data = bytes(ForkingPickler.dumps((False, error)))
            ForkingPickler.loads(data)
        except Exception:  # noqa: BLE001  # an exception of a plugin's own may not be picklable
            data = bytes(ForkingPickler.dumps((False, RuntimeError(text))))
        return data


def _send(made: queue.SimpleQueue[bytes | None], sends: Connection) -> None:
    try:
        while (data := made.get()) is not None:
            sends.send_bytes(data)
    except OSError:
        return  # the first process is gone
