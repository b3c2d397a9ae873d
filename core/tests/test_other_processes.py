"""Other processes, and Ctrl-C while they work."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
from pathlib import Path

import pytest

from overtrick.files.processes import Died, Processes, _without_interrupts


@pytest.fixture
def processes():
    """Makes processes, and ends them."""
    made = []

    def make(work, count, **how):
        made.append(Processes(work, count, **how))
        return made[-1]

    yield make
    for workers in made:
        workers.close()


def double(number: int) -> int:
    return 2 * number


def long_text(number: int) -> str:
    return str(number) * (1 << 22)


class UnsendableError(Exception):
    def __init__(self, one, two):
        super().__init__("of its own kind")


def fail(how: str) -> object:
    if how == "division":
        return 1 // 0
    if how == "exit":
        raise SystemExit(3)
    if how == "lambda":
        return lambda: None
    raise UnsendableError(1, 2)


def die(number: int) -> int:
    if number < 0:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def slow(path: str | int) -> int:
    if path:
        mark = Path(str(path))
        mark.with_suffix(".begun").touch()
        # What is to be finished is done soon; of the rest nobody sees the end.
        time.sleep(0.2 if mark.name == "True" else 600)
        mark.touch()
    return 0


def begun_by(_number: int) -> str:
    # A fresh process has the module that began it as another one.
    return "spawn" if multiprocessing.get_start_method(allow_none=True) == "spawn" else "fork"


@pytest.mark.slow
def test_work_is_done_elsewhere(processes):
    workers = processes(double, 2)
    tasks = [workers.submit(number) for number in range(5)]
    assert [workers.result(task) for task in tasks] == [0, 2, 4, 6, 8]


def test_results_larger_than_a_pipe_wait_for_nobody(processes):
    workers = processes(long_text, 1, ahead=1)
    tasks = [workers.submit(number) for number in range(4)]
    assert [len(workers.result(task)) for task in reversed(tasks)] == [1 << 22] * 4


def test_what_the_work_raises_is_raised_where_its_result_is_asked_for(processes):
    workers = processes(fail, 1)
    with pytest.raises(ZeroDivisionError) as caught:
        workers.result(workers.submit("division"))
    assert "in fail" in "".join(caught.value.__notes__)
    with pytest.raises(RuntimeError, match="of its own kind"):
        workers.result(workers.submit("unsendable"))
    with pytest.raises(SystemExit):
        workers.result(workers.submit("exit"))
    with pytest.raises((AttributeError, pickle.PicklingError)):
        workers.result(workers.submit("lambda"))


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="SIGKILL is of POSIX")
def test_a_process_that_dies_costs_what_it_had_in_hand_alone(processes):
    workers = processes(die, 2)
    tasks = [workers.submit(number) for number in (0, 1, -1, 2, 3, 4)]
    found = []
    for task in tasks:
        try:
            found.append(workers.result(task))
        except Died:
            found.append(None)
    assert found == [0, 1, None, 2, 3, 4]
    assert workers.result(workers.submit(5)) == 5


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="SIGKILL is of POSIX")
def test_a_process_killed_while_idle_is_noticed(processes):
    workers = processes(die, 1)
    assert workers.result(workers.submit(1)) == 1
    [worker] = multiprocessing.active_children()
    os.kill(worker.pid, signal.SIGKILL)
    os.waitid(os.P_PID, worker.pid, os.WEXITED | os.WNOWAIT)
    with pytest.raises(Died):
        workers.result(workers.submit(2))
    assert workers.result(workers.submit(3)) == 3


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="processes are looked for in /proc")
def test_close_leaves_no_process_behind(processes, tmp_path):
    """Neither one that works nor one that has nothing to do; one that finishes has finished."""
    for finishes in (False, True):
        mark = tmp_path / f"{finishes}"
        workers = processes(slow, 2, finishes=finishes)
        assert workers.result(workers.submit(0)) == 0
        workers.submit(str(mark))
        pids = [worker.pid for worker in multiprocessing.active_children()]
        while not mark.with_suffix(".begun").exists():
            time.sleep(0.01)
        workers.close()
        assert mark.exists() is finishes
        for pid in pids:
            with pytest.raises(ProcessLookupError):
                os.kill(pid, 0)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere none is forked")
def test_a_process_with_threads_is_not_forked(processes):
    if len([*Path("/proc/self/task").iterdir()]) == 1:
        alone = processes(begun_by, 1)
        assert alone.result(alone.submit(0)) == "fork"
    stop = threading.Event()
    thread = threading.Thread(target=stop.wait)
    thread.start()
    try:
        workers = processes(begun_by, 1)
        assert workers.result(workers.submit(0)) == "spawn"
    finally:
        stop.set()
        thread.join()


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
