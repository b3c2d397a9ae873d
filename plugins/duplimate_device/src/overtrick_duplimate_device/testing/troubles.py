"""Requirements under faults: lost lines, hung or restarted machines, jams, misplaced cards."""

from __future__ import annotations

import contextlib
import io
import logging
import re
import threading
import traceback
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

from overtrick import DeviceError
from overtrick_duplimate_device.interface.blind import find_cards
from overtrick_duplimate_device.interface.driver import (
    CardDropped,
    ConnectionLostError,
    FaultCleared,
    FaultRaised,
    Job,
    JobState,
    MachineRefusedError,
    new_job_id,
)
from overtrick_duplimate_device.interface.faults import Recovery
from overtrick_duplimate_device.testing.base import (
    DriverBase,
    Rig,
    card_of,
    is_end,
    names,
    pockets_of,
)
from overtrick_testing import failed, requirement, skip, watching

_HANG_SECONDS: Final = 3.0
_SLACK_SECONDS: Final = 0.5


DAMAGES: Final[dict[str, Callable[[bytes], bytes]]] = {
    "nothing": lambda data: b"",
    "zeros": lambda data: bytes(len(data)),
    "bytes that are no text": lambda data: bytes(range(128, 256)) + b"\n",
    "an empty line": lambda data: b"\r\n" + data,
    "a word that nobody knows": lambda data: b"WHAT ~\r\n" + data,
    "half of an answer": lambda data: data[: len(data) // 2] + b"\n",
    "an answer twice": lambda data: data * 2,
    "letters for digits": lambda data: data.translate(
        bytes.maketrans(b"0123456789", b"abcdefghij")
    ),
    "long numbers": lambda data: re.sub(rb"[0-9]+", b"9" * 40, data),
    "other letters": lambda data: data.swapcase(),
    "tildes for blanks": lambda data: data.replace(b" ", b"~"),
    "a long line": lambda data: b"x" * 100_000 + b"\n",
}
"""Damage to the bytes on a bad line, by its name in messages."""


class TroubleRequirements(DriverBase):
    """The driver reports the true state, whatever happens."""

    def do(self, what: Callable[[], None]) -> None:
        """Perform an operation of the bench; skip if the bench does not have it."""
        try:
            what()
        except NotImplementedError as error:
            skip(f"the bench of {self.driver_name} cannot {error}")

    def in_mid_deal(self, rig: Rig) -> Job:
        """Start a board, let the machine work for a moment, and return the board's job."""
        job, _ = self.begin(rig)
        rig.driver.next_event(0.02)
        return job

    def lose_line(self, rig: Rig) -> None:
        """Lose the line to the machine in the middle of a board."""
        self.in_mid_deal(rig)
        self.do(rig.bench.lose_line)

    @requirement(level=2, after=("test_a_board_is_dealt",))
    def test_a_lost_line_is_told_as_such(self) -> None:
        """When the line is lost calls raise `ConnectionLostError`, and nothing else."""
        with self.rig() as rig:
            self.lose_line(rig)
            other = self.make_job(rig.driver, board=2)
            driver = rig.driver
            calls: list[tuple[str, Callable[[], object]]] = [
                ("next_event", lambda: driver.next_event(0.05)),
                ("next_event", lambda: driver.next_event(0.05)),
                ("status", driver.status),
                ("load", lambda: driver.load(other)),
                ("start", lambda: driver.start(other.id)),
                ("next_event", lambda: driver.next_event(0.05)),
                ("report", lambda: driver.report(other.id)),
                ("pause", driver.pause),
                ("abort", lambda: driver.abort(other.id)),
            ]
            lost = 0
            for what, call in calls:
                try:
                    call()
                except ConnectionLostError:
                    lost += 1
                except MachineRefusedError:
                    # What the driver itself refuses needs no line.
                    continue
                except Exception as error:  # any error but the two above is a fault
                    msg = f"{what} on a lost line raises {type(error).__name__}: {error}"
                    raise AssertionError(msg) from error
            assert lost, "the line is lost, and no call says so"

    @requirement(level=2, after=("test_a_lost_line_is_told_as_such",))
    def test_a_lost_line_can_be_opened_anew(self) -> None:
        """After a lost line the driver is closed, opened with the same address, and works."""
        with self.rig() as rig:
            self.lose_line(rig)
            for _ in range(3):
                with contextlib.suppress(ConnectionLostError):
                    rig.driver.next_event(0.05)
            rig.reopen()
            status = rig.driver.status()
            if status.job_id is not None and status.state.is_in_hand:
                rig.driver.abort(status.job_id)
            rig.bench.take_board()
            rig.bench.put_board()
            job, _ = self.begin(rig)
            events = self.to_end(rig)
            assert is_end(events[-1]), f"opened anew, it deals no board: {names(events)}"
            self.check_board(rig, job)

    @requirement(level=2, after=("test_a_board_is_dealt",))
    def test_every_call_ends_within_its_time_out(self) -> None:
        """A machine that answers nothing makes no call wait longer than the time-out."""
        with self.rig() as rig:
            job = self.make_job(rig.driver)
            rig.driver.load(job)
            self.do(rig.bench.hang)
            driver = rig.driver
            calls: dict[str, Callable[[], object]] = {
                "status": driver.status,
                "start": lambda: driver.start(job.id),
                "next_event": lambda: driver.next_event(0.05),
                "report": lambda: driver.report(job.id),
                "pause": driver.pause,
                "abort": lambda: driver.abort(job.id),
                "clear_fault": driver.clear_fault,
                "reject_board": driver.reject_board,
                "load": lambda: driver.load(self.make_job(driver, board=2)),
                "identify": driver.identify,
                "close": driver.close,
                "open_driver": lambda: rig.opened.append(rig.bench.open()),
            }
            for what, call in calls.items():
                before = rig.bench.clock()
                role = "driver" if what == "open_driver" else what
                raised, is_back = _within(rig.bench.timeout + _HANG_SECONDS, call)
                if not is_back:
                    raise failed(f"{what} does not come back", role)
                took = rig.bench.clock() - before
                if took > rig.bench.timeout * 1.5 + _SLACK_SECONDS:
                    msg = f"{what} takes {took:.1f} seconds; its time-out is {rig.bench.timeout:g}"
                    raise failed(msg, role)
                assert raised is None or isinstance(raised, DeviceError), (
                    f"{what} of a machine that hangs raises {type(raised).__name__}: {raised}"
                )

    @requirement(
        level=2, after=("test_a_lost_line_is_told_as_such", "test_only_device_errors_escape")
    )
    def test_nonsense_is_a_device_error(self) -> None:
        """Damaged bytes from the machine raise nothing but `DeviceError`."""
        for what, damage in DAMAGES.items():
            with self.rig() as rig:
                self.in_mid_deal(rig)
                driver = rig.driver
                calls: list[Callable[[], object]] = [
                    lambda: driver.next_event(0.2), driver.status,  # noqa: B023  # called in the loop
                    lambda: driver.next_event(0.2), driver.identify,  # noqa: B023  # as above
                    lambda: driver.load(self.make_job(driver, board=2)),  # noqa: B023  # as above
                ]  # fmt: skip
                for call in calls:
                    self.do(partial(rig.bench.garble, damage))
                    try:
                        call()
                    except DeviceError:
                        continue
                    except Exception as error:  # any error but a DeviceError is a fault
                        msg = f"{what} from the machine: {type(error).__name__}: {error}"
                        raise AssertionError(msg) from error

    @requirement(level=2, after=("test_answers_are_what_they_should_be",))
    def test_next_event_waits_as_long_as_it_is_told(self) -> None:
        """Without an event `next_event` returns `None` after its time-out."""
        with self.rig() as rig:
            self.quiet(rig, 10)
            for seconds in (0.0, 0.2):
                before = rig.bench.clock()
                event = rig.driver.next_event(seconds)
                took = rig.bench.clock() - before
                assert event is None, f"nothing happens, and {type(event).__name__} comes"
                assert took <= seconds + rig.bench.timeout + 0.1, (
                    f"next_event({seconds:g}) takes {took:.2f} seconds"
                )
                assert took >= seconds / 2, (
                    f"next_event({seconds:g}) comes back after {took:.3f} seconds: the session "
                    "would ask without a pause"
                )

    @requirement(level=2, after=("test_a_board_is_dealt",))
    def test_close_never_raises(self) -> None:
        """`close` never raises: in mid-deal, twice, after a lost line, with a hung machine."""
        for what in ("mid-deal", "lose_line", "hang"):
            with self.rig() as rig:
                self.in_mid_deal(rig)
                if what != "mid-deal":
                    try:
                        getattr(rig.bench, what)()
                    except NotImplementedError:
                        continue
                    with contextlib.suppress(DeviceError):
                        rig.driver.next_event(0.05)
                for _ in range(2):
                    try:
                        rig.driver.close()
                    except Exception as error:  # close raises nothing at all
                        msg = f"close raises {type(error).__name__}: {error} ({what})"
                        raise AssertionError(msg) from error

    @requirement(level=2, after=("test_reports_are_kept",))
    def test_boot_tells_whether_jobs_are_forgotten(self) -> None:
        """`Identity.boot` changes when the machine forgets its jobs, and only then."""
        with self.rig() as rig:
            boot = rig.driver.identify().boot
            job = self.in_mid_deal(rig)
            rig.reopen()
            again = rig.driver.identify().boot
            assert again == boot, "opened anew, the machine has another boot, and forgot nothing"
            self.do(rig.bench.forget)
            with contextlib.suppress(ConnectionLostError):
                rig.driver.next_event(0.05)
            rig.reopen()
            now = rig.driver.identify().boot
            assert now != boot or not boot, "the machine forgot its jobs, and its boot is the same"
            if rig.driver.capabilities.reports:
                state = rig.driver.report(job.id).state
                if state is not JobState.UNKNOWN:
                    raise failed(f"a job that was forgotten is {state}", "report")

    @requirement(level=2, after=("test_events_come_in_order_each_once",))
    def test_a_wrong_card_is_told_as_it_fell(self) -> None:
        """A card in a wrong pocket is reported in that pocket, or as a fault."""
        with self.rig() as rig:
            job, events = self.begin(rig, cards=5)
            self.do(rig.bench.misplace)
            events += self.to_end(rig)
            lying = rig.bench.fallen()
            assert job.deal is not None
            wanted = pockets_of(job.deal)
            astray = [seat for seat in lying if lying[seat] - wanted[seat]]
            assert astray, "the bench put no card wrong: misplace did nothing"
            misplaced = 0
            for event in events:
                card = card_of(job, event) if isinstance(event, CardDropped) else None
                if card is None:
                    continue
                assert isinstance(event, CardDropped)
                assert card.index in lying[event.pocket], (
                    f"card {event.position} is told of in a pocket in which it does not lie"
                )
                misplaced += card.index not in wanted[event.pocket]
            is_fault = any(isinstance(event, FaultRaised) for event in events)
            assert misplaced or is_fault, "a card is in a wrong pocket, and no event reports it"

    @requirement(level=2, after=("test_events_come_in_order_each_once",))
    def test_a_fault_is_told_and_can_be_fixed(self) -> None:
        """A fault is raised at its card and is in the status; after the fix the job continues."""
        with self.rig() as rig:
            job, events = self.begin(rig, cards=5)
            self.do(rig.bench.jam)
            events += self.to_end(rig)
            fault = events[-1]
            assert isinstance(fault, FaultRaised), (
                f"the machine is jammed, and says {names(events)}"
            )
            heard = sum(isinstance(event, CardDropped) for event in events)
            assert fault.job_id == job.id, "the fault of another job is told"
            assert fault.position == heard, (
                f"after {heard} cards the fault is told to be at {fault.position}"
            )
            status = rig.driver.status()
            if status.fault is not fault.code:
                raise failed(f"the status has the fault {status.fault}", "status")
            if status.state is not JobState.FAULT:
                raise failed(f"with a fault the job is {status.state}", "status")
            self.do(rig.bench.fix)
            how = self._fixed(rig)
            if how is Recovery.CONTINUE:
                rig.driver.start(job.id)
                self.to_end(rig)
                self.check_board(rig, job)
                return
            rig.driver.abort(job.id)
            rig.bench.take_board()
            rig.bench.put_board()
            job, _ = self.begin(rig)
            events = self.to_end(rig)
            assert is_end(events[-1]), f"after a fault no board is dealt: {names(events)}"
            self.check_board(rig, job)

    def _fixed(self, rig: Rig) -> Recovery:
        """Return the recovery from a fixed fault; on a machine without a key the host clears it."""
        for event in self.quiet(rig):
            if isinstance(event, FaultCleared):
                return event.how
        if self.refusal(rig.driver.clear_fault) is not None:
            raise failed("a fault cannot be cleared", "clear_fault")
        return Recovery.AFRESH

    @requirement(level=2, after=("test_a_board_is_dealt",))
    def test_no_card_is_named(self) -> None:
        """Nothing names a card: nothing printed, logged or raised, and no `repr`."""
        with _overheard() as heard:
            with self.rig() as rig:
                job, driver = self.make_job(rig.driver), rig.driver
                heard.ask("load", lambda: driver.load(job))
                heard.ask("__repr__", lambda: repr(driver))
                heard.ask("start", lambda: driver.start(job.id))
                for _ in range(4):
                    heard.ask("next_event", lambda: driver.next_event(0.05))
                heard.ask("load", lambda: driver.load(self.make_job(driver, board=2)))
                heard.ask("start", lambda: driver.start(new_job_id()))
                heard.ask("status", driver.status)
                heard.ask("report", lambda: driver.report(job.id))
                with contextlib.suppress(NotImplementedError):
                    rig.bench.lose_line()
                    heard.ask("next_event", lambda: driver.next_event(0.05))
                    heard.ask("load", lambda: driver.load(self.make_job(driver, board=3)))
                    heard.ask("status", driver.status)
                heard.ask("__repr__", lambda: repr(driver))
                modes = driver.capabilities.modes
            for mode in sorted(modes):
                with self.rig() as rig, watching() as seen:
                    self.begin(rig, mode)
                    self.to_end(rig)
                written = [one for one in seen if one.startswith("open")]
                if written:
                    msg = f"in mid-deal the driver opens a file: {written[0]}"
                    raise failed(msg, "next_event", "start")
        for role, what, text in heard.words:
            cards = [*find_cards(text), *(match[0] for match in _IN_WORDS.finditer(text))]
            if cards:
                raise failed(f"{what} of {role} names cards: {', '.join(cards[:3])}", role)


def _within(seconds: float, call: Callable[[], object]) -> tuple[BaseException | None, bool]:
    """Return the exception that a call raises, and whether it returned within the time."""
    raised: list[BaseException | None] = []

    def run() -> None:
        try:
            call()
        except BaseException as error:  # noqa: BLE001  # the caller judges it
            raised.append(error)
        else:
            raised.append(None)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(seconds)
    return (raised[0], True) if raised else (None, False)


def _causes(error: BaseException) -> Iterator[str]:
    inner = error.__cause__ or error.__context__
    while inner is not None:
        yield f"{inner} {inner!r}"
        inner = inner.__cause__ or inner.__context__


_RANK: Final = r"(?:ace|king|queen|jack|ten|nine|eight|seven|six|five|four|three|two|10|[2-9])"
_SUIT: Final = r"(?:spade|heart|diamond|club)s?"
_IN_WORDS: Final = re.compile(
    rf"\b(?:{_RANK}\W+(?:of\W+)?{_SUIT}|{_SUIT}\W+{_RANK})\b", re.IGNORECASE
)


class _Heard:
    """The answers, exceptions, output and logs of a driver, each with the called method.

    Attributes:
        words: the method, the kind of output, and its text.
    """

    def __init__(self) -> None:
        self.words: list[tuple[str, str, str]] = []
        self.out, self.err = io.StringIO(), io.StringIO()
        self._role = "driver"

    def ask(self, role: str, call: Callable[[], object]) -> None:
        """Call a method of the driver and record its output."""
        self._role = role
        try:
            self.keep("the answer", repr(call()))
        except DeviceError as error:
            self.keep("an error", f"{''.join(traceback.format_exception_only(error))} {error!r}")
            for cause in _causes(error):
                self.keep("an error behind the error", cause)
        self.take_printed()

    def keep(self, what: str, text: str) -> None:
        """Record the output of a call."""
        self.words.append((self._role, what, text))

    def take_printed(self) -> None:
        """Record the text printed since the last call."""
        for name, stream in (("standard output", self.out), ("standard error", self.err)):
            self.keep(name, stream.getvalue())
            stream.seek(0)
            stream.truncate()


@contextlib.contextmanager
def _overheard() -> Iterator[_Heard]:
    """Capture output and logs; they are complete after the block."""
    heard = _Heard()
    root = logging.getLogger()
    level, made = root.level, logging.getLogRecordFactory()

    def record(*arguments: Any, **more: Any) -> logging.LogRecord:  # noqa: ANN401  # of a record
        """Record a log message, also of a logger with handlers of its own."""
        found = made(*arguments, **more)
        heard.keep("a log", f"{found.getMessage()} {found.args!r}")
        return found

    logging.setLogRecordFactory(record)
    root.setLevel(logging.DEBUG)
    try:
        with contextlib.redirect_stdout(heard.out), contextlib.redirect_stderr(heard.err):
            yield heard
    finally:
        root.setLevel(level)
        logging.setLogRecordFactory(made)
        heard.take_printed()
