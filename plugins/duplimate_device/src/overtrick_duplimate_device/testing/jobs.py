"""Requirements on a job's life: loaded, started, paused, aborted, done; and on its events."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from overtrick import DeviceError
from overtrick_duplimate_device.interface.driver import (
    CardDropped,
    Done,
    Job,
    JobState,
    Mode,
    Paused,
    new_job_id,
)
from overtrick_duplimate_device.testing.base import (
    DEALS,
    DriverBase,
    is_end,
    load_and_start,
    must_succeed,
    names,
)
from overtrick_testing import failed, requirement, skip


class JobRequirements(DriverBase):
    """A job from `load` to its end."""

    @requirement(level=2, after=("test_answers_are_what_they_should_be",))
    def test_a_board_is_dealt(self) -> None:
        """After `load` and `start` the board holds the deal, and the job's end is reported."""
        with self.rig() as rig:
            job, _ = self.begin(rig)
            events = self.to_end(rig)
            assert is_end(events[-1]), f"a fault that nobody made: {names(events)}"
            self.check_board(rig, job)

    @requirement(level=2, after=("test_answers_are_what_they_should_be",))
    def test_load_moves_nothing(self) -> None:
        """A job that is loaded and not started drops no card and reports none."""
        with self.rig() as rig:
            job = self.make_job(rig.driver)
            rig.driver.load(job)
            rig.bench.wait(0.2)
            events = [event for event in self.quiet(rig) if isinstance(event, CardDropped | Done)]
            assert not events, f"load began to deal: {names(events)}"
            assert not any(rig.bench.fallen().values()), "load dropped cards into the board"

    @requirement(level=2, after=("test_a_board_is_dealt",))
    def test_events_come_in_order_each_once(self) -> None:
        """Cards 1 to 52 are reported in order, each once, then the end of that job, once."""
        with self.rig() as rig:
            job, _ = self.begin(rig)
            events = [*self.to_end(rig), *self.quiet(rig)]
            ends = [event for event in events if is_end(event)]
            assert len(ends) == 1, f"a job ends once: {names(events)}"
            assert ends[0].job_id == job.id, "the end of another job is told"  # type: ignore[union-attr]  # both have one
            cards = [event for event in events if isinstance(event, CardDropped)]
            if not cards and not rig.driver.capabilities.confirms:
                return
            self.check_cards(job, events)
            after = events[events.index(ends[0]) :]
            assert not any(isinstance(event, CardDropped) for event in after), (
                "a card after the end"
            )
            assert not isinstance(ends[0], Done) or ends[0].cards == 52, (
                "the end counts no 52 cards"
            )

    @requirement(level=2, after=("test_events_come_in_order_each_once",))
    def test_load_and_start_again_change_nothing(self) -> None:
        """`load` and `start` of the job in hand may be repeated, before and in mid-deal.

        Another job is not started then.
        """
        with self.rig() as rig:
            job = self.make_job(rig.driver)
            load, start = partial(rig.driver.load, job), partial(rig.driver.start, job.id)
            load()
            must_succeed("load of the job that is loaded", load)
            start()
            must_succeed("start of the job that runs", start)
            events = []
            if rig.driver.capabilities.confirms:
                events += self.take_cards(rig, 5)
                self.check_in_use(rig, "a board that is being dealt")
            must_succeed("start in mid-deal", start)
            must_succeed("load in mid-deal", load)
            must_succeed("start in mid-deal", start)
            events += self.to_end(rig)
            events += self.quiet(rig)
            ends = [event for event in events if is_end(event)]
            assert len(ends) == 1, f"told twice to start, the job ends {len(ends)} times"
            if any(isinstance(event, CardDropped) for event in events):
                self.check_cards(job, events)
            self.check_board(rig, job)

    @requirement(level=2, after=("test_a_board_is_dealt",))
    def test_a_finished_job_is_refused(self) -> None:
        """`load`, `start` and `abort` of a job that is done are refused with the code `done`.

        The board that was dealt takes no other job either.
        """
        with self.rig() as rig:
            self.begin(rig)
            self.to_end(rig)
            self.quiet(rig)
            self.check_in_use(rig, "a board that was dealt")
        with self.rig() as rig:
            if not rig.driver.capabilities.reports:
                skip(f"the machine of {self.driver_name} remembers no jobs (reports)")
            job, _ = self.begin(rig)
            self.to_end(rig)
            self.quiet(rig)
            rig.bench.take_board()
            rig.bench.put_board()
            for name, call in (
                ("load", lambda: rig.driver.load(job)),
                ("start", lambda: rig.driver.start(job.id)),
                ("abort", lambda: rig.driver.abort(job.id)),
            ):
                refusal = self.refusal(call)
                if refusal is None:
                    raise failed(f"{name} of a job that is done is not refused", name)
                if refusal.code != "done":
                    raise failed(f"{name} is refused as {refusal.code!r}, not 'done'", name)
            events = [event for event in self.quiet(rig) if isinstance(event, CardDropped | Done)]
            assert not events, f"a job that was done is dealt again: {names(events)}"

    @requirement(level=2, after=("test_answers_are_what_they_should_be",))
    def test_an_unknown_job_is_not_started(self) -> None:
        """`start` of a job that was never loaded is refused, and nothing moves."""
        with self.rig() as rig:
            refusal = self.refusal(lambda: rig.driver.start(new_job_id()))
            assert refusal is not None, "start of a job that was not loaded is not refused"
            events = [event for event in self.quiet(rig) if isinstance(event, CardDropped | Done)]
            assert not events, f"a job that was not loaded is dealt: {names(events)}"

    @requirement(level=2, after=("test_a_board_is_dealt",))
    def test_modes_are_those_that_are_claimed(self) -> None:
        """Each mode of the capabilities works to its end; the others are refused."""
        with self.rig() as rig:
            modes = rig.driver.capabilities.modes
        for mode in Mode:
            with self.rig() as rig:
                if mode not in modes:
                    deal = None if mode in {Mode.VERIFY, Mode.RECORD} else DEALS[1]
                    job = Job(id=new_job_id(), mode=mode, deal=deal)
                    refusal = self.refusal(partial(load_and_start, rig.driver, job))
                    assert refusal is not None, f"mode {mode} is not claimed, and not refused"
                    continue
                job, _ = self.begin(rig, mode)
                events = self.to_end(rig)
                if not is_end(events[-1]):
                    msg = f"mode {mode} does not come to its end: {names(events)}"
                    raise failed(msg, "next_event")
                if any(isinstance(event, CardDropped) for event in events):
                    self.check_cards(job, events)
                if mode in {Mode.DEAL, Mode.SORTED}:
                    self.check_board(rig, job)

    @requirement(level=2, after=("test_events_come_in_order_each_once",))
    def test_a_pause_can_be_gone_on_from(self) -> None:
        """After `pause` comes `Paused`, then nothing, until `start` continues to card 52."""
        with self.rig() as rig:
            job, events = self.begin(rig, cards=5)
            refusal = self.refusal(rig.driver.pause)
            if refusal is not None:
                skip(f"the machine of {self.driver_name} cannot be paused: {refusal.code}")
            events += self.follow(
                rig, lambda event: isinstance(event, Paused) or is_end(event), what="Paused"
            )
            assert isinstance(events[-1], Paused), f"pause is not heeded: {names(events)}"
            assert events[-1].job_id == job.id, "another job is paused"
            moved = [event for event in self.quiet(rig) if isinstance(event, CardDropped | Done)]
            assert not moved, f"while it is paused comes {names(moved)}"
            state = rig.driver.status().state
            if state is not JobState.PAUSED:
                raise failed(f"while it is paused the status is {state}", "status")
            must_succeed("start after a pause", lambda: rig.driver.start(job.id))
            events += self.to_end(rig)
            self.check_cards(job, events)
            self.check_board(rig, job)

    @requirement(level=2, after=("test_a_board_is_dealt",))
    def test_an_aborted_job_is_given_up(self) -> None:
        """After `abort` the job is no longer in hand, no card falls, and it cannot be started."""
        with self.rig() as rig:
            job, _ = self.begin(rig, cards=5)
            refusal = self.refusal(lambda: rig.driver.abort(job.id))
            if refusal is not None:
                skip(f"the machine of {self.driver_name} cannot abort: {refusal.code}")
            self.quiet(rig)
            before = rig.bench.fallen()
            rig.bench.wait(0.2)
            late = self.quiet(rig)
            assert rig.bench.fallen() == before, "cards fall after abort"
            assert not any(map(is_end, late)), "a job that was aborted is told to be done"
            status = rig.driver.status()
            if status.job_id == job.id and status.state.is_in_hand:
                raise failed(f"after abort the job is {status.state}", "abort", "status")
            must_succeed("abort of an aborted job", lambda: rig.driver.abort(job.id))
            if self.refusal(lambda: rig.driver.start(job.id)) is None:
                raise failed("an aborted job can be started", "start")

    @requirement(level=2, after=("test_answers_are_what_they_should_be",))
    def test_only_device_errors_escape(self) -> None:
        """Calls in any order raise nothing but `DeviceError`."""
        with self.rig() as rig:
            job = self.make_job(rig.driver)
            driver = rig.driver
            calls: dict[str, Callable[[], object]] = {
                "start of no job": lambda: driver.start(""),
                "abort of an unknown job": lambda: driver.abort(new_job_id()),
                "report of an unknown job": lambda: driver.report(new_job_id()),
                "pause of nothing": driver.pause,
                "clear_fault of nothing": driver.clear_fault,
                "load": lambda: driver.load(job),
                "load without a deal": lambda: driver.load(Job(id=new_job_id(), mode=job.mode)),
                "start": lambda: driver.start(job.id),
                "reject_board": driver.reject_board,
                "load of another": lambda: driver.load(self.make_job(driver, board=2)),
                "start again": lambda: driver.start(job.id),
                "abort": lambda: driver.abort(job.id),
                "next_event": lambda: driver.next_event(0.0),
            }
            for what, call in calls.items():
                try:
                    call()
                except DeviceError:
                    continue
                except Exception as error:  # any error but a DeviceError is a fault
                    msg = f"{what} raises {type(error).__name__}: {error}"
                    raise AssertionError(msg) from error
