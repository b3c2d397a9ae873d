"""The kit of drivers against itself: a good driver, spoilt one thing at a time, is caught.

Each mutant is caught by the requirement that names what was spoilt; a table, so that one can see
what each requirement is good for.
"""

from __future__ import annotations

import collections
import importlib
import logging
import os
import re
import runpy
import sys
import time
from pathlib import Path

import attrs
import pytest

from overtrick import CARDS, DeviceError, Seat
from overtrick_duplimate_device.drivers.line import LineDriver
from overtrick_duplimate_device.drivers.simulator import SimulatorDriver
from overtrick_duplimate_device.interface.driver import (
    BoardIn,
    CardDropped,
    ConnectionLostError,
    Done,
    FaultRaised,
    Identity,
    JobReport,
    JobState,
    MachineRefusedError,
    Mode,
    NeedsConfirmation,
    Paused,
    Status,
)
from overtrick_duplimate_device.interface.pockets import deal_pockets
from overtrick_duplimate_device.protocol.frames import FrameKind
from overtrick_duplimate_device.testing import DriverSuite
from overtrick_duplimate_device.testing.base import METHODS

benches = runpy.run_path(str(Path(__file__).with_name("test_driver_conformance.py")))
SimulatorBench, LineBench, MuteLoopback = (
    benches[name] for name in ("SimulatorBench", "LineBench", "MuteLoopback")
)
MUTANTS = {}
AT_FAULT = {*METHODS, "capabilities", "_listen", "__init__", "__repr__"}


def caught_by(requirement, bench=SimulatorBench):
    """Enter a spoilt driver, and the requirement that is to catch it."""

    def enter(driver):
        assert driver.__doc__, driver
        MUTANTS[driver.__doc__] = (driver, requirement, bench)
        return driver

    return enter


class Changed(SimulatorDriver):
    def next_event(self, timeout):
        event = super().next_event(timeout)
        return None if event is None else self.change(event)


# What is there.


@caught_by("test_every_method_is_there")
class NoReport(SimulatorDriver):
    """A driver without `report`."""

    def __getattribute__(self, name):
        if name == "report":
            raise AttributeError(name)
        return super().__getattribute__(name)


@caught_by("test_every_method_is_there")
class OddStart(SimulatorDriver):
    """`start` without an argument."""

    def start(self):
        pass


@caught_by("test_answers_are_what_they_should_be")
class NoName(SimulatorDriver):
    """A machine without a name."""

    def identify(self):
        return Identity(model="")


@caught_by("test_answers_are_what_they_should_be")
class Text(SimulatorDriver):
    """A status that is a text."""

    def status(self):
        return "idle"


@caught_by("test_answers_are_what_they_should_be")
class NoModes(SimulatorDriver):
    """Capabilities without a mode."""

    @property
    def capabilities(self):
        return attrs.evolve(super().capabilities, modes=frozenset())


# Jobs.


@caught_by("test_load_moves_nothing")
class Eager(SimulatorDriver):
    """`load` that starts."""

    def load(self, job):
        super().load(job)
        super().start(job.id)


@caught_by("test_load_and_start_again_change_nothing")
class LoadsOnce(SimulatorDriver):
    """`load` that refuses the same job the second time."""

    loaded = ()

    def load(self, job):
        if job.id in self.loaded:
            raise MachineRefusedError("busy")
        self.loaded = (*self.loaded, job.id)
        super().load(job)


@caught_by("test_load_and_start_again_change_nothing")
class StartsAnew(Changed):
    """`start` in mid-deal that counts the cards anew."""

    offset = heard = 0

    def start(self, job_id):
        super().start(job_id)
        self.offset = self.heard

    def change(self, event):
        if isinstance(event, CardDropped):
            self.heard = event.position
            return attrs.evolve(event, position=event.position - self.offset)
        return event


@caught_by("test_a_finished_job_is_refused")
class Forgiving(SimulatorDriver):
    """`load` and `start` of a job that is done are passed over."""

    def load(self, job):
        try:
            super().load(job)
        except MachineRefusedError as error:
            if error.code != "done":
                raise


@caught_by("test_a_finished_job_is_refused")
class Vague(SimulatorDriver):
    """A job that is done is refused as `busy`."""

    def start(self, job_id):
        try:
            super().start(job_id)
        except MachineRefusedError:
            raise MachineRefusedError("busy") from None


class Deferring(SimulatorDriver):
    kept = None

    def passed_over(self, job, *codes):
        """Load a job; one that is refused with some codes is kept to be started."""
        self.kept = None
        try:
            super().load(job)
        except MachineRefusedError as error:
            if error.code not in codes:
                raise
            self.kept = job


@caught_by("test_a_finished_job_is_refused")
class Overdealing(Deferring):
    """`start` on a board that was dealt is accepted."""

    def load(self, job):
        self.passed_over(job, "used-board")

    def start(self, job_id):
        if self.kept is None:
            super().start(job_id)


@caught_by("test_load_and_start_again_change_nothing")
class Interrupting(Deferring):
    """`start` on a board that is being dealt is accepted."""

    def load(self, job):
        self.passed_over(job, "busy")

    def start(self, job_id):
        if self.kept is None:
            super().start(job_id)


@caught_by("test_boards_are_noticed_as_claimed")
class Boardless(Deferring):
    """`start` without a board is accepted."""

    def load(self, job):
        self.passed_over(job, "no-board")

    def start(self, job_id):
        if self.kept is None:
            super().start(job_id)


@caught_by("test_boards_are_noticed_as_claimed")
class Presuming(Deferring):
    """A start that was refused counts as made."""

    made = ()

    def load(self, job):
        self.passed_over(job, "no-board")

    def start(self, job_id):
        if job_id not in self.made:
            self.made = (*self.made, job_id)
            if self.kept is not None:
                super().load(self.kept)
            super().start(job_id)


@caught_by("test_boards_are_noticed_as_claimed")
class Dropping(SimulatorDriver):
    """`load` drops the events that were not taken yet."""

    def load(self, job):
        super().load(job)
        while super().next_event(0.0) is not None:
            pass


@caught_by("test_an_unknown_job_is_not_started")
class Obliging(SimulatorDriver):
    """`start` of any job is taken."""

    def start(self, job_id):
        if super().report(job_id).state is not JobState.UNKNOWN:
            super().start(job_id)


@caught_by("test_modes_are_those_that_are_claimed")
class Modest(SimulatorDriver):
    """A mode that is not claimed is taken."""

    @property
    def capabilities(self):
        return attrs.evolve(super().capabilities, modes=frozenset({Mode.DEAL}))


@caught_by("test_modes_are_those_that_are_claimed")
class Boastful(SimulatorDriver):
    """A mode that is claimed is refused."""

    def load(self, job):
        if job.mode is Mode.RECORD:
            raise MachineRefusedError("mode")
        super().load(job)


@caught_by("test_a_pause_can_be_gone_on_from")
class Restless(SimulatorDriver):
    """`pause` that does nothing."""

    def pause(self):
        pass


@caught_by("test_a_pause_can_be_gone_on_from")
class SilentPause(SimulatorDriver):
    """`Paused` that never comes."""

    def next_event(self, timeout):
        event = super().next_event(timeout)
        return None if isinstance(event, Paused) else event


@caught_by("test_an_aborted_job_is_given_up")
class Stubborn(SimulatorDriver):
    """`abort` that does nothing."""

    def abort(self, job_id):
        pass


@caught_by("test_only_device_errors_escape")
class Leaky(SimulatorDriver):
    """A KeyError for a job that is not known."""

    def report(self, job_id):
        found = super().report(job_id)
        return {JobState.LOADED: found, JobState.RUNNING: found}[found.state]


# Events.


@caught_by("test_events_come_in_order_each_once")
class Stammer(SimulatorDriver):
    """Each tenth card is told twice."""

    again = None

    def next_event(self, timeout):
        event, self.again = self.again or super().next_event(timeout), None
        if isinstance(event, CardDropped) and event.position % 10 == 0 and not self.said(event):
            self.again = event
        return event

    def said(self, event):
        before, self.last = getattr(self, "last", None), event
        return before is event


@caught_by("test_events_come_in_order_each_once")
class Swapping(SimulatorDriver):
    """Two cards told in the wrong order."""

    held = None

    def next_event(self, timeout):
        if self.held is not None:
            event, self.held = self.held, None
            return event
        event = super().next_event(timeout)
        if isinstance(event, CardDropped) and event.position == 30:
            self.held, event = event, super().next_event(timeout)
        return event


@caught_by("test_events_come_in_order_each_once")
class Lossy(SimulatorDriver):
    """A card that is not told of."""

    def next_event(self, timeout):
        event = super().next_event(timeout)
        is_lost = isinstance(event, CardDropped) and event.position == 51
        return super().next_event(timeout) if is_lost else event


@caught_by("test_events_come_in_order_each_once")
class Misnamed(Changed):
    """Cards of another job."""

    def change(self, event):
        is_card = isinstance(event, CardDropped)
        return attrs.evolve(event, job_id="0" * 16) if is_card else event


@caught_by("test_events_come_in_order_each_once")
class TwoEnds(SimulatorDriver):
    """The end told twice."""

    end = None

    def next_event(self, timeout):
        if self.end is not None:
            event, self.end = self.end, None
            return event
        event = super().next_event(timeout)
        if isinstance(event, Done):
            self.end = event
        return event


@caught_by("test_a_board_is_dealt")
class Endless(SimulatorDriver):
    """`Done` that never comes."""

    def next_event(self, timeout):
        event = super().next_event(timeout)
        return None if isinstance(event, Done) else event


@caught_by("test_a_board_is_dealt")
class Turned(SimulatorDriver):
    """Each hand in its neighbour's pocket."""

    def load(self, job):
        turned = None if job.deal is None else job.deal.rotated(1)
        super().load(attrs.evolve(job, deal=turned))


# Claims.


@caught_by("test_reports_are_kept")
class Blank(SimulatorDriver):
    """A report without pockets."""

    def report(self, job_id):
        report = super().report(job_id)
        return JobReport(state=report.state, cards=report.cards)


@caught_by("test_reports_are_kept")
class Hopeful(SimulatorDriver):
    """A report that says `done` in mid-deal."""

    def report(self, job_id):
        report = super().report(job_id)
        is_known = report.state is not JobState.UNKNOWN
        return attrs.evolve(report, state=JobState.DONE) if is_known else report


@caught_by("test_reports_outlive_the_line")
class OwnMemory(SimulatorDriver):
    """A report from the driver's own memory, which ends with it."""

    mine = ()

    def load(self, job):
        super().load(job)
        self.mine = (*self.mine, job.id)

    def report(self, job_id):
        known = job_id in self.mine
        return super().report(job_id) if known else JobReport(state=JobState.UNKNOWN)


@caught_by("test_reports_outlive_the_line")
class GivesUp(SimulatorDriver):
    """`close` that aborts the job in hand."""

    def close(self):
        job_id = super().status().job_id
        if job_id is not None and super().report(job_id).state.is_in_hand:
            super().abort(job_id)
        super().close()


@caught_by("test_no_card_falls_beyond_the_window")
class OneAhead(SimulatorDriver):
    """One event that is fetched ahead and held."""

    held = None

    def next_event(self, timeout):
        event, self.held = self.held or super().next_event(timeout), None
        if event is not None:
            self.held = super().next_event(0)
        return event


@caught_by("test_no_card_falls_beyond_the_window")
class Hasty(SimulatorDriver):
    """Events that are fetched far ahead."""

    def next_event(self, timeout):
        fetched = self.__dict__.setdefault("fetched", collections.deque())
        while len(fetched) < 9 and (event := super().next_event(timeout)) is not None:
            fetched.append(event)
        return fetched.popleft() if fetched else None


@caught_by("test_no_card_falls_beyond_the_window")
class NoWindow(SimulatorDriver):
    """A window of 0 cards claimed."""

    @property
    def capabilities(self):
        return attrs.evolve(super().capabilities, window=0)


@caught_by("test_no_card_falls_beyond_the_window", LineBench)
class Early(LineDriver):
    """Events acknowledged when they arrive."""

    def _take(self, frame):
        super()._take(frame)
        if frame.number > self._acknowledged:
            self._acknowledged = frame.number
            self._send(FrameKind.ACKNOWLEDGE, frame.number, "ACK")


@caught_by("test_nonsense_is_a_device_error", LineBench)
class Trusting(LineDriver):
    """A KeyError for a word that nobody knows."""

    def _listen(self, timeout):
        data = self._transport.read(timeout)
        if data.startswith(b"WHAT"):
            raise KeyError(data)
        _again(self, data)
        super()._listen(timeout)


@caught_by("test_nonsense_is_a_device_error", LineBench)
class Ascii(LineDriver):
    """A UnicodeError for bytes that are no text."""

    def _listen(self, timeout):
        data = self._transport.read(timeout)
        data.decode("ascii")
        _again(self, data)
        super()._listen(timeout)


def _again(driver, data):
    """Let a driver read once more what was read."""
    transport = driver._transport

    def read(timeout):
        del transport.read
        return data

    transport.read = read


@caught_by("test_no_card_is_named")
class LogsWords(SimulatorDriver):
    """Cards logged in words, by a logger of its own."""

    def next_event(self, timeout):
        event = super().next_event(timeout)
        log = logging.getLogger("mill")
        log.propagate = False
        if isinstance(event, CardDropped):
            log.warning("the %s of spades", "ace")
        return event


@caught_by("test_no_card_is_named")
class Filing(SimulatorDriver):
    """A file that is written in mid-deal."""

    def next_event(self, timeout):
        with Path(os.devnull).open("a", encoding="utf-8"):
            return super().next_event(timeout)


@caught_by("test_confirmation_is_as_claimed")
class Unsure(Changed):
    """`confirms` claimed, and the operator is asked."""

    def change(self, event):
        return NeedsConfirmation(job_id=event.job_id) if isinstance(event, Done) else event


@caught_by("test_boards_are_noticed_as_claimed")
class Unseeing(SimulatorDriver):
    """`detects_board` claimed, and no `BoardIn`."""

    def next_event(self, timeout):
        event = super().next_event(timeout)
        return None if isinstance(event, BoardIn) else event


@caught_by("test_boards_are_noticed_as_claimed")
class Seeing(SimulatorDriver):
    """`detects_board` not claimed, and `BoardIn` comes."""

    @property
    def capabilities(self):
        return attrs.evolve(super().capabilities, detects_board=False)


@caught_by("test_boards_are_noticed_as_claimed")
class EverFresh(SimulatorDriver):
    """A board that is fresh for ever."""

    def status(self):
        return attrs.evolve(super().status(), is_fresh=True)


@caught_by("test_cards_are_read_as_claimed")
class Unread(Changed):
    """`reads_cards` claimed, and cards without names."""

    def change(self, event):
        return attrs.evolve(event, card=None) if isinstance(event, CardDropped) else event


@caught_by("test_numbers_are_read_as_claimed")
class Unnumbered(Changed):
    """`reads_board_numbers` claimed, and `BoardIn` without one."""

    def change(self, event):
        return BoardIn() if isinstance(event, BoardIn) else event


@caught_by("test_status_follows_the_job")
class Idle(SimulatorDriver):
    """A status that knows no job."""

    def status(self):
        status = super().status()
        return Status(board_in=status.board_in, is_fresh=status.is_fresh)


# Troubles.


@caught_by("test_a_lost_line_is_told_as_such")
class RawError(SimulatorDriver):
    """The system's own error for a lost line."""

    def next_event(self, timeout):
        try:
            return super().next_event(timeout)
        except ConnectionLostError:
            raise BrokenPipeError(32, "Broken pipe") from None


@caught_by("test_a_lost_line_is_told_as_such")
class Hushed(SimulatorDriver):
    """A lost line that nobody is told of."""

    def next_event(self, timeout):
        try:
            return super().next_event(timeout)
        except ConnectionLostError:
            return None


@caught_by("test_a_lost_line_can_be_opened_anew")
class Once(SimulatorDriver):
    """A machine that can be opened once."""

    def __init__(self, machine, attendant, **options):
        if getattr(machine.witness, "__name__", "") == "spent":
            raise ConnectionLostError("the port is in use")

        def spent(*words):
            pass

        machine.witness = spent
        super().__init__(machine, attendant, **options)


@caught_by("test_next_event_waits_as_long_as_it_is_told")
class Impatient(SimulatorDriver):
    """`next_event` that comes back at once."""

    def next_event(self, timeout):
        return super().next_event(0.0)


@caught_by("test_next_event_waits_as_long_as_it_is_told")
class Slow(SimulatorDriver):
    """`next_event` that waits as it likes."""

    def next_event(self, timeout):
        return super().next_event(5.0)


@caught_by("test_every_call_ends_within_its_time_out", LineBench)
class Patient(LineDriver):
    """A driver with a time-out of its own."""

    def __init__(self, transport, *, timeout, claim=None):
        super().__init__(transport, timeout=timeout * 20, claim=claim)


@caught_by("test_every_call_ends_within_its_time_out", LineBench)
class Sleeper(LineDriver):
    """A call that never comes back."""

    def status(self):
        try:
            return super().status()
        except ConnectionLostError:
            time.sleep(20)


@caught_by("test_close_never_raises")
class Slamming(SimulatorDriver):
    """`close` that raises the second time."""

    is_open = True

    def close(self):
        if not self.is_open:
            raise ConnectionLostError("it is closed")
        self.is_open = False
        super().close()


@caught_by("test_boot_tells_whether_jobs_are_forgotten")
class SameBoot(SimulatorDriver):
    """A boot that never changes."""

    def identify(self):
        return attrs.evolve(super().identify(), boot="b")


@caught_by("test_boot_tells_whether_jobs_are_forgotten")
class NewBoot(SimulatorDriver):
    """A boot that changes whenever the driver is opened."""

    def identify(self):
        return attrs.evolve(super().identify(), boot=f"{id(self)}")


@caught_by("test_a_wrong_card_is_told_as_it_fell")
class Correcting(Changed):
    """The pocket told that the deal wants."""

    deal = None

    def load(self, job):
        self.deal = job.deal
        super().load(job)

    def change(self, event):
        if isinstance(event, CardDropped) and self.deal is not None and event.card is not None:
            seat = next(seat for seat in Seat if event.card in self.deal[seat])
            return attrs.evolve(event, pocket=seat)
        return event


@caught_by("test_a_fault_is_told_and_can_be_fixed")
class Faultless(SimulatorDriver):
    """A fault that nobody is told of."""

    def next_event(self, timeout):
        event = super().next_event(timeout)
        return None if isinstance(event, FaultRaised) else event


@caught_by("test_a_fault_is_told_and_can_be_fixed")
class Misplaced(Changed):
    """A fault told at another card."""

    def change(self, event):
        return attrs.evolve(event, position=0) if isinstance(event, FaultRaised) else event


@caught_by("test_no_card_is_named")
class Printing(SimulatorDriver):
    """A driver that prints the deal."""

    def start(self, job_id):
        print(CARDS[51])
        super().start(job_id)


@caught_by("test_no_card_is_named")
class Logging(SimulatorDriver):
    """A driver that logs the deal."""

    def load(self, job):
        logging.getLogger(__name__).debug("load %s", job.deal)
        super().load(job)


@caught_by("test_no_card_is_named")
class Telling(SimulatorDriver):
    """An error that names the deal."""

    def load(self, job):
        try:
            super().load(job)
        except DeviceError:
            raise MachineRefusedError("busy", f"cannot take {job.deal}") from None


@caught_by("test_no_card_is_named")
class Shown(SimulatorDriver):
    """A `repr` that names the deal."""

    deal = None

    def load(self, job):
        self.deal = job.deal
        super().load(job)

    def __repr__(self):
        return f"<driver at {self.deal}>"


@caught_by("test_a_set_is_dealt")
class Amnesic(SimulatorDriver):
    """The third board is dealt as the second was."""

    deals = ()

    def load(self, job):
        self.deals = (*self.deals, job.deal)
        super().load(attrs.evolve(job, deal=self.deals[1]) if len(self.deals) == 3 else job)

    def next_event(self, timeout):
        event = super().next_event(timeout)
        if isinstance(event, CardDropped) and len(self.deals) == 3:
            seat = next(seat for seat in Seat if event.card in self.deals[2][seat])
            return attrs.evolve(event, pocket=seat)
        return event


@caught_by("test_a_set_survives_what_goes_wrong")
class Unresumed(SimulatorDriver):
    """Opened anew, a job that was cut off is told to be done."""

    deals = {}  # noqa: RUF012  # all that are opened share it

    def load(self, job):
        self.deals[job.id] = job.deal
        super().load(job)

    def report(self, job_id):
        if job_id not in self.deals:
            return super().report(job_id)
        pockets = deal_pockets(self.deals[job_id])
        return JobReport(state=JobState.DONE, cards=52, pockets=pockets)


def open_at(bench, driver):
    if isinstance(bench, LineBench):
        return driver(MuteLoopback(bench), timeout=bench.timeout)
    return driver(bench.machine, None, sleep=bench.time.sleep)


def run(driver, requirement, bench, folder):
    """Run one requirement over a driver."""

    class Bench(bench):
        patience = 5.0

        def open(self):
            return open_at(self, driver)

    class Suite(DriverSuite):
        driver_name = "simulator"

        def make_bench(self):
            return Bench()

    test = getattr(Suite(), requirement)
    test(folder) if requirement.startswith("test_a_set") else test()


@pytest.mark.slow
@pytest.mark.parametrize("what", MUTANTS)
def test_a_spoilt_driver_is_caught_by_the_requirement_that_names_it(what, tmp_path):
    driver, requirement, bench = MUTANTS[what]
    with pytest.raises((AssertionError, pytest.skip.Exception)) as caught:
        run(driver, requirement, bench, tmp_path)
    if isinstance(caught.value, pytest.skip.Exception):
        assert "fails because of" in str(caught.value)
        return
    # What to change is told, and which method it is, of the class that was opened.
    told = caught.value.__dict__["overtrick_kit"]
    assert "Fix:" in told
    places = re.findall(rf"(?:Where:| or) +\S+{Path(__file__).name}:\d+, in (\S+)", told)
    own = [kind for kind in driver.__mro__ if kind.__module__ == __name__]
    methods = {f"{kind.__name__}.{name}" for kind in own for name in vars(kind) if name in AT_FAULT}
    if not methods & {f"{driver.__name__}.{name}" for name in METHODS}:
        methods.add(driver.__name__)  # the method is another package's
    assert set(places) & methods, (places, methods, told)


def test_a_window_that_is_not_kept_is_told_in_plain_words(tmp_path):
    for driver, bench, words, place in (
        (Early, LineBench, "cards and was not called again", "Early"),
        (OneAhead, SimulatorBench, "fetch none ahead", "OneAhead.next_event"),
        (NoWindow, SimulatorBench, "the driver claims window=0", "NoWindow.capabilities"),
    ):
        with pytest.raises(AssertionError) as caught:
            run(driver, "test_no_card_falls_beyond_the_window", bench, tmp_path)
        told = caught.value.__dict__["overtrick_kit"]
        assert words in told
        assert re.search(rf"Where:    \S+:\d+, in {place}\n", told), told


class InheritedDriver(SimulatorDriver):
    """A driver that has all of its methods from another package."""


def test_where_a_method_is_inherited_the_class_of_the_author_is_named(tmp_path):
    class Suite(DriverSuite):
        driver_name = "simulator"

        def make_bench(self):
            bench = SimulatorBench()
            bench.open = lambda: open_at(bench, InheritedDriver)
            bench.fallen = dict
            return bench

    with pytest.raises(AssertionError) as caught:
        Suite().test_a_board_is_dealt()
    told = caught.value.__dict__["overtrick_kit"]
    assert "0 cards lie in the board" in told
    assert f"{Path(__file__).name}:" in told, told
    assert "in InheritedDriver\n" in told


# The declaration.

SOURCE = """
from overtrick.plugin import hookimpl

@hookimpl(optionalhook=True)
def overtrick_drivers():
    from overtrick_duplimate_device.interface.spec import DriverSpec
    yield DriverSpec(name="mill", summary="A mill", driver=f"{__name__}:open_driver",
                     schemes=("mill",))

def open_driver(url, *, timeout=5.0):
    raise NotImplementedError
"""

DECLARATIONS = {
    "a heavy import": ("\nfrom", "\nimport hypothesis\nfrom", "test_declaration_is_light"),
    "a hook that fails": ("yield DriverSpec", "yield Driver", "test_plugin_loads"),
    "no summary": ('"A mill"', '""', "test_spec_fields_are_valid"),
    "a scheme that nobody can type": ('"mill",)', '"Mill:",)', "test_spec_fields_are_valid"),
    "no time-out": (", *, timeout=5.0", "", "test_references_resolve"),
    "a reference to nothing": ("def open_driver", "def open_it", "test_references_resolve"),
}


@pytest.mark.slow
@pytest.mark.parametrize("what", ["nothing", *DECLARATIONS])
def test_a_spoilt_declaration_is_caught(what, tmp_path, monkeypatch):
    old, new, caught = DECLARATIONS.get(what, ("", "", None))
    name = "mill_" + what.replace(" ", "_").replace("-", "_")
    (tmp_path / f"{name}.py").write_text(SOURCE.replace(old, new, 1) if old else SOURCE)
    monkeypatch.syspath_prepend(tmp_path)
    importlib.invalidate_caches()

    class Suite(DriverSuite):
        driver_name = "mill"
        plugin = name

    failed = set()
    for test in (
        "test_plugin_loads",
        "test_declaration_is_light",
        "test_spec_fields_are_valid",
        "test_references_resolve",
    ):
        try:
            getattr(Suite(), test)()
        except pytest.skip.Exception:
            continue
        except Exception:  # noqa: BLE001  # whatever a spoilt declaration raises
            failed.add(test)
    sys.modules.pop(name, None)
    assert failed == ({caught} if caught else set())


def test_a_driver_that_does_not_load_is_one_failure(tmp_path, monkeypatch):
    (tmp_path / "mill_broken.py").write_text("import nowhere_at_all\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)

    class Suite(DriverSuite):
        driver_name = "mill"
        plugin = "mill_broken"

        def make_bench(self):
            return __import__("mill_broken").Bench()

    failed = []
    for test in sorted(name for name in dir(DriverSuite) if name.startswith("test_")):
        try:
            getattr(Suite(), test)(*((tmp_path,) if test.startswith("test_a_set") else ()))
        except pytest.skip.Exception as skipped:
            assert "the plugin does not load" in str(skipped)  # nothing else skips
        except Exception:  # noqa: BLE001  # whatever a kit raises
            failed.append(test)
    assert failed == ["test_plugin_loads"]


def test_one_fault_gives_one_failure(tmp_path):
    """A driver without an end fails where a board is dealt; the others skip for its sake."""

    class Suite(DriverSuite):
        driver_name = "simulator"

        def make_bench(self):
            bench = SimulatorBench()
            bench.patience = 2.0
            bench.open = lambda: open_at(bench, Endless)
            return bench

    failed = []
    for test in sorted(name for name in dir(DriverSuite) if name.startswith("test_")):
        try:
            given = (tmp_path,) if test.startswith("test_a_set") else ()
            getattr(Suite(), test)(*given)
        except pytest.skip.Exception:
            continue
        except AssertionError:
            failed.append(test)
    assert failed == ["test_a_board_is_dealt"]


def test_every_requirement_has_advice():
    missing = {name for name in dir(DriverSuite) if name.startswith("test_")} - set(
        DriverSuite.advice
    )
    assert missing == {
        "test_declaration_is_light", "test_plugin_loads", "test_references_resolve",
        "test_spec_fields_are_valid",
    }  # fmt: skip


def test_every_requirement_bites():
    bitten = {requirement for _, requirement, _ in MUTANTS.values()}
    bitten |= {caught for _, _, caught in DECLARATIONS.values()}
    assert bitten == {name for name in dir(DriverSuite) if name.startswith("test_")}
