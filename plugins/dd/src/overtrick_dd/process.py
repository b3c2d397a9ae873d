"""The solver's process: started once, kept, and restarted after a crash or a timeout."""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping
from typing import IO, Any, Final, cast

from overtrick_dd.solver import THREADS_VARIABLE, SolverError
from overtrick_dd.spec import SolverSpec

# How long a lock may keep Ctrl-C waiting: on Windows it does not interrupt one.
_SLICE: Final = 0.2
_START: Final = 60.0
_END: Final = 10.0
_LAST_WORDS: Final = 200


class SolverLostError(Exception):
    """The process ended without an answer: it crashed, or was killed after a timeout."""


class _Worker:
    """A running process.

    Raises:
        SolverError: it does not start.
    """

    def __init__(self, spec: SolverSpec, threads: int) -> None:
        if getattr(sys, "frozen", False) or not sys.executable:
            msg = (
                f"the solver {spec.name} runs in a Python of its own, and a frozen program has none"
            )
            raise SolverError(msg)
        # Whatever this process can import the other one can as well.
        path = os.pathsep.join(os.path.abspath(entry) for entry in sys.path)  # noqa: PTH100  # "" too
        # What it says is only shown where it dies.
        self._words = tempfile.TemporaryFile()  # noqa: SIM115  # closed by `end`
        # DDS leaves a file dump.txt where it runs, when it cannot make sense of a deal.
        self._folder = tempfile.TemporaryDirectory(
            prefix="overtrick-dd-", ignore_cleanup_errors=True
        )
        self._answers: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        try:
            self._process = subprocess.Popen(  # noqa: S603  # our own module
                [sys.executable, "-P", "-m", "overtrick_dd.worker", spec.solver],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._words,
                env={
                    **os.environ,
                    "PYTHONPATH": path,
                    **({THREADS_VARIABLE: str(threads)} if threads else {}),
                },
                cwd=self._folder.name,
            )
        except OSError as error:
            self._words.close()
            self._folder.cleanup()
            msg = f"the solver {spec.name} cannot be started: {error.strerror}"
            raise SolverError(msg) from error
        self.pid = self._process.pid
        reader = threading.Thread(target=self._pass_on, daemon=True)
        reader.start()
        try:
            ready = self._wait(_START)
        except SolverLostError as error:
            self.end()
            msg = f"the solver {spec.name} does not start: {error}"
            raise SolverError(msg) from error
        except BaseException:
            self.end()
            raise
        if "error" in ready:
            self.end()
            raise SolverError(ready["error"])
        self.version: str | None = ready.get("version")

    def exchange(self, question: Mapping[str, object], timeout: float) -> Any:  # noqa: ANN401  # JSON
        """Send a question and wait for the answer."""
        stdin = cast("IO[bytes]", self._process.stdin)
        try:
            stdin.write(json.dumps(question).encode() + b"\n")
            stdin.flush()
        except OSError as error:
            raise SolverLostError(self._how_it_ended()) from error
        answer = self._wait(timeout)
        if "error" in answer:
            raise SolverError(answer["error"])
        return answer["found"]

    def kill(self) -> None:
        """Kill it; what it has open is closed by `end`."""
        self._process.kill()

    def end(self) -> None:
        """Kill the process in any state."""
        self._process.kill()
        self._process.wait()
        # What could not be written any more has nowhere to go; the reader closes its own end.
        with contextlib.suppress(OSError):
            cast("IO[bytes]", self._process.stdin).close()
        self._words.close()
        self._folder.cleanup()

    def _pass_on(self) -> None:
        """Put the lines of the process into the queue, and `None` at the end."""
        with cast("IO[bytes]", self._process.stdout) as source:
            for line in source:
                self._answers.put(line)
        self._answers.put(None)

    def _wait(self, timeout: float) -> dict[str, Any]:
        end = time.monotonic() + timeout
        while (left := end - time.monotonic()) > 0:
            try:
                line = self._answers.get(timeout=min(left, _SLICE))
            except queue.Empty:
                continue
            if line is None:
                raise SolverLostError(self._how_it_ended())
            found: dict[str, Any] = json.loads(line)
            return found
        msg = f"no answer in {timeout:g} seconds"
        raise SolverLostError(msg)

    def _how_it_ended(self) -> str:
        """Return the way the process ended, with its last output."""
        try:
            code = self._process.wait(_END)
            how = f"killed by signal {-code}" if code < 0 else f"ended with code {code}"
        except subprocess.TimeoutExpired:
            how = "closed its pipes and went on"  # `end` is about to kill it
        self._words.seek(0)
        lines = self._words.read().decode(errors="replace").strip().splitlines()
        return f"{how}: {lines[-1].strip()[:_LAST_WORDS]}" if lines else how


class SolverProcess:
    """A solver in a process of its own; threads may share it, one question at a time.

    The process is started with the first question.

    Args:
        spec: the solver.
        threads: how many threads it may use; 0 for as many as it likes.
    """

    def __init__(self, spec: SolverSpec, threads: int = 0) -> None:
        self._spec = spec
        self._threads = threads
        self._lock = threading.Lock()
        self._worker: _Worker | None = None

    @property
    def pid(self) -> int | None:
        """The process id, `None` if no process is running."""
        return None if self._worker is None else self._worker.pid

    def version(self) -> str | None:
        """Return the solver's version, `None` if it does not report one.

        Raises:
            SolverError: it cannot be loaded.
        """
        with self._lock:
            return self._started().version

    def _started(self) -> _Worker:
        if self._worker is None:
            self._worker = _Worker(self._spec, self._threads)
        return self._worker

    def ask(self, question: Mapping[str, object], timeout: float) -> Any:  # noqa: ANN401  # JSON
        """Return the solver's answer.

        Args:
            question: see `overtrick_dd.worker.answer`.
            timeout: seconds that the answer may take.

        Raises:
            SolverLostError: the process died or took too long; the next question starts another.
            SolverError: the solver cannot be loaded, or says that it cannot answer.
        """
        with self._lock:
            worker = self._started()
            try:
                return worker.exchange({**question, "timeout": timeout}, timeout)
            except SolverError:
                raise
            except BaseException:
                # Ctrl-C too: an answer that still comes would be taken for the next one.
                self._end()
                raise

    def interrupt(self) -> None:
        """Kill the process during a question; the waiting caller gets a `SolverLostError`."""
        worker = self._worker
        if worker is not None:
            worker.kill()

    def close(self) -> None:
        """End the process; another question starts a new one."""
        with self._lock:
            self._end()

    def _end(self) -> None:
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.end()


_kept: Final[dict[tuple[str, int, int], SolverProcess]] = {}
_owner = os.getpid()
_kept_lock = threading.Lock()


def kept_process(spec: SolverSpec, lane: int = 0, threads: int = 0) -> SolverProcess:
    """Return the shared process of a solver; it ends with this process.

    Args:
        spec: the solver.
        lane: which of several processes: those of different lanes solve at the same time.
        threads: how many threads it may use; 0 for as many as it likes.
    """
    global _owner  # noqa: PLW0603  # one for each process, as the processes themselves
    with _kept_lock:
        if _owner != os.getpid():
            # Forked: the processes are those of the other one.
            _kept.clear()
            _owner = os.getpid()
        key = (spec.solver, lane, threads)
        if key not in _kept:
            if not _kept:
                atexit.register(_close_all, os.getpid())
            _kept[key] = SolverProcess(spec, threads)
        return _kept[key]


def _close_all(owner: int) -> None:
    if owner == os.getpid():
        for process in _kept.values():
            process.close()
        _kept.clear()
