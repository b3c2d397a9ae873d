"""Long work: how far it is, how it ends, and how it is given up."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
import tracemalloc

import pytest

from overtrick import EditError
from overtrick_web.errors import NotFoundError, RefusedError
from overtrick_web.jobs import running
from overtrick_web.jobs.events import event_lines
from overtrick_web.jobs.running import Jobs, Status


def test_a_job_tells_how_far_it_is_and_has_an_end():
    go = threading.Event()

    def work(job):
        job.tell(1, 4, "Solving")
        go.wait(10)
        return b"table"

    job = Jobs().start(work, about="a file")

    async def watched():
        states = []
        async for state in job.states():
            states.append(state)
            if state.done:
                go.set()
        return states

    states = asyncio.run(watched())
    assert [state.status for state in states][-2:] == [Status.RUNNING, Status.DONE]
    assert (states[-2].share, states[-2].words) == (0.25, "Solving")
    assert states[-1].share == 1.0
    assert job.result == b"table"


def test_a_job_is_given_up_where_it_asks():
    begun = threading.Event()

    def work(job):
        while True:
            job.tell(0)
            begun.set()

    job = Jobs().start(work, about="a file")
    begun.wait(10)
    job.give_up()
    assert job.wait(10)
    assert job.state.status is Status.GIVEN_UP
    assert job.result is None


def test_a_result_that_comes_after_giving_up_is_not_kept():
    begun, go = threading.Event(), threading.Event()

    def work(job):
        begun.set()
        go.wait(10)
        return "too late"

    job = Jobs().start(work, about="a file")
    begun.wait(10)
    job.give_up()
    go.set()
    assert job.wait(10)
    assert (job.state.status, job.result) == (Status.GIVEN_UP, None)


def test_a_job_that_waits_never_begins_once_it_is_given_up():
    go, done = threading.Event(), []
    jobs = Jobs(at_once=1)
    first = jobs.start(lambda job: go.wait(10), about="first")
    second = jobs.start(lambda job: done.append(1), about="second")
    assert second.state.status is Status.WAITING
    jobs.close()
    go.set()
    assert first.wait(10)
    assert second.wait(10)
    assert not done


def test_an_error_of_ours_is_told_with_its_code_and_another_one_not_in_detail(caplog):
    def refuse(job):
        raise EditError("two boards 7")

    def fail(job):
        raise KeyError("secret")

    jobs = Jobs()
    refused, failed = jobs.start(refuse, about="a"), jobs.start(fail, about="b")
    with caplog.at_level(logging.CRITICAL):
        assert refused.wait(10)
        assert failed.wait(10)
    assert refused.state.failure.code == "EditError"
    assert refused.state.failure.message == "two boards 7"
    assert failed.state.failure.code == "KeyError"
    assert "secret" not in failed.state.failure.message


def test_there_are_never_too_many(monkeypatch):
    monkeypatch.setattr(running, "MOST", 3)
    go = threading.Event()
    jobs = Jobs()
    started = [jobs.start(lambda job: go.wait(10), about="x") for _ in range(3)]
    with pytest.raises(RefusedError):
        jobs.start(lambda job: None, about="one too many")
    go.set()
    assert all(job.wait(10) for job in started)
    assert jobs.start(lambda job: None, about="now").wait(10)


def test_what_is_over_is_forgotten_after_a_while():
    now = [0.0]
    jobs = Jobs(clock=lambda: now[0])
    job = jobs.start(lambda job: 1, about="x")
    assert job.wait(10)
    assert jobs.get(job.id) is job
    now[0] = running.SECONDS + 1
    with pytest.raises(NotFoundError):
        jobs.get(job.id)


def test_memory_is_flat_over_many_jobs():
    jobs = Jobs()

    def some(count):
        for _ in range(count):
            assert jobs.start(lambda job: bytes(100_000), about="x").wait(10)

    some(40)
    tracemalloc.start()
    some(20)
    before = tracemalloc.get_traced_memory()[0]
    some(60)
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert len(jobs) <= running.KEPT + 1
    assert grown < 300_000


def test_many_may_watch_and_none_is_kept_that_went_away():
    go = threading.Event()
    job = Jobs().start(lambda job: go.wait(10), about="x")

    async def watch():
        gone = job.states()
        assert not (await anext(gone)).is_over
        await gone.aclose()
        watchers = [asyncio.create_task(_last(job.states())) for _ in range(20)]
        await asyncio.sleep(0.05)
        go.set()
        return await asyncio.gather(*watchers)

    async def _last(states):
        return [state async for state in states][-1]

    assert {state.status for state in asyncio.run(watch())} == {Status.DONE}
    assert not job._watchers


def test_a_state_comes_again_where_nothing_changes_so_that_a_lost_line_is_seen():
    go = threading.Event()
    job = Jobs().start(lambda job: go.wait(10), about="x")

    async def beats():
        states = job.states(beat=0.01)
        found = [await anext(states) for _ in range(3)]
        await states.aclose()
        go.set()
        return found

    assert len(asyncio.run(beats())) == 3


def test_events_are_one_line_each_whatever_is_said():
    async def states():
        yield {"words": "a\n\ndata: b\u2028é"}

    async def lines():
        return [line async for line in event_lines(states())]

    _, event = asyncio.run(lines())
    assert event.count(b"\n") == 2
    assert json.loads(event.removeprefix(b"data: "))["words"].startswith("a\n\ndata: b")
