"""Other processes, and Ctrl-C while they work."""

from __future__ import annotations

import signal
import threading
from concurrent.futures import Future

import pytest

from overtrick.files.processes import Processes, _without_interrupts


def double(number: int) -> int:
    return 2 * number


def test_work_is_done_elsewhere():
    workers: Processes[int, int] = Processes(2)
    try:
        futures = [workers.submit(double, number) for number in range(5)]
        assert [workers.result(future) for future in futures if future] == [0, 2, 4, 6, 8]
    finally:
        workers.close()


def test_ctrl_c_waits_until_the_work_that_holds_it_back_is_done():
    done = []

    def work():
        with _without_interrupts():
            signal.raise_signal(signal.SIGINT)
            done.append("the rest")

    with pytest.raises(KeyboardInterrupt):
        work()
    assert done == ["the rest"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    with _without_interrupts():
        done.append("no signal, no exception")
    assert len(done) == 2


def test_ctrl_c_leaves_no_future_locked(monkeypatch):
    """Else the thread that gives its result to a future, and all who wait for it, hang for good."""
    workers: Processes[int, int] = Processes(1)
    original = Future.result
    unlocked = []

    def result(self, timeout=None):
        self._condition.acquire()
        signal.raise_signal(signal.SIGINT)
        self._condition.release()
        unlocked.append(self)
        return original(self, timeout)

    monkeypatch.setattr(Future, "result", result)
    try:
        future = workers.submit(double, 1)
        with pytest.raises(KeyboardInterrupt):
            workers.result(future)
        assert unlocked == [future]
    finally:
        workers.close()


def test_another_thread_does_not_touch_signals():
    before = signal.getsignal(signal.SIGINT)
    found = []

    def work():
        with _without_interrupts():
            found.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found == [before]
