"""The simulated machine as a driver in this process: `simulator:?speed=0&seed=7`."""

from __future__ import annotations

import time
import urllib.parse
from collections.abc import Callable
from typing import Final

import attrs

from overtrick import DeviceError, OptionError
from overtrick_duplimate_device.interface.boards import parse_boards
from overtrick_duplimate_device.interface.driver import (
    DEFAULT_TIMEOUT,
    Capabilities,
    ConnectionLostError,
    Driver,
    Event,
    Identity,
    Job,
    JobReport,
    MachineTakenError,
    Status,
)
from overtrick_duplimate_device.simulator.attendant import Attendant
from overtrick_duplimate_device.simulator.machine import Machine
from overtrick_duplimate_device.simulator.setup import MachineSettings, make_machine
from overtrick_duplimate_device.simulator.troubles import RIVAL, SimulatedFault


@attrs.define(kw_only=True)
class Simulated:
    """A simulated machine that keeps its state while its driver is closed and reopened.

    Attributes:
        machine: the machine.
        attendant: who tends it.
        settings: how it is set up.
        is_back_at: when it can be reached again after a cut, by `time.monotonic`.
    """

    machine: Machine
    attendant: Attendant
    settings: MachineSettings
    is_back_at: float = 0.0

    def cut(self) -> None:
        """Disconnect for the time in the settings."""
        self.is_back_at = time.monotonic() + self.settings.outage


_MACHINES: Final[dict[str, Simulated]] = {}


class SimulatorDriver:
    """The driver of a machine that runs in this process.

    Args:
        machine: the machine; at most one card falls beyond the last event that was taken.
        attendant: who tends it, or `None`.
        speed: 1 for a real machine's pace, 0 for as fast as it can.
        sleep: how time passes.
        on_cut: called when the cable or the power goes.
    """

    def __init__(
        self,
        machine: Machine,
        attendant: Attendant | None,
        *,
        speed: float = 0.0,
        sleep: Callable[[float], None] = time.sleep,
        on_cut: Callable[[], None] = lambda: None,
    ) -> None:
        self._machine = machine
        self._attendant = attendant
        self._speed = speed
        self._sleep = sleep
        self._on_cut = on_cut
        machine.host_lost()
        machine.events.clear()

    @property
    def capabilities(self) -> Capabilities:
        """The capabilities of the machine."""
        return self._machine.capabilities

    def identify(self) -> Identity:
        """Return the identity of the machine."""
        return self._machine.identify()

    def status(self) -> Status:
        """Return the status of the machine."""
        return self._machine.status()

    def load(self, job: Job) -> None:
        """Load a job."""
        self._machine.load(job)

    def start(self, job_id: str) -> None:
        """Start the job, or continue it."""
        self._machine.start(job_id)

    def pause(self) -> None:
        """Stop after the card in hand."""
        self._machine.pause()

    def abort(self, job_id: str) -> None:
        """Abort the job."""
        self._machine.abort(job_id)

    def clear_fault(self) -> None:
        """Report the fault as fixed."""
        self._machine.clear_fault()

    def reject_board(self) -> None:
        """Report the board in the machine as the wrong one."""
        self._machine.reject_board()

    def report(self, job_id: str) -> JobReport:
        """Return the machine's report on a job."""
        return self._machine.report(job_id)

    def next_event(self, timeout: float) -> Event | None:
        """Run the machine until its next event."""
        machine = self._machine
        left = timeout
        while not machine.events:
            seconds = self._attendant.step() if self._attendant is not None else None
            if seconds is None:
                seconds = machine.step()
            self._cut()
            if seconds is None:
                self._sleep(left)
                return None
            if self._speed > 0:
                self._sleep(seconds / self._speed)
                left -= seconds / self._speed
                if left <= 0 and not machine.events:
                    return None
        return machine.events.popleft()

    def _cut(self) -> None:
        trouble, self._machine.wants_cut = self._machine.wants_cut, None
        if trouble is not None:
            self._on_cut()
        if trouble is SimulatedFault.POWER_CUT:
            self._machine.power_cut()
            msg = "the simulated machine lost its power"
            raise ConnectionLostError(msg)
        if trouble is SimulatedFault.TAKEN:
            self._machine.host_lost()
            raise MachineTakenError(RIVAL)
        if trouble is SimulatedFault.CABLE_PULLED:
            self._machine.host_lost()
            msg = "the simulated cable was pulled"
            raise ConnectionLostError(msg)

    def close(self) -> None:
        """Leave the machine in its current state."""
        self._machine.host_lost()


def parse_url(url: str) -> MachineSettings:
    """Read the settings in a `simulator:` URL.

    Raises:
        DeviceError: a setting that there is not, or a value that it does not take.

    Example:
        >>> parse_url("simulator:?speed=0&seed=7&faults=0.01").fault_rate
        0.01
    """
    query = urllib.parse.parse_qsl(url.partition("?")[2], keep_blank_values=True)
    names: dict[str, tuple[str, Callable[[str], object]]] = {
        "seed": ("seed", int),
        "speed": ("speed", _positive),
        "faults": ("fault_rate", _rate),
        "link": ("link_rate", _rate),
        "boards": ("board_rate", _rate),
        "cuts": ("cut_rate", _rate),
        "script": ("script", str),
        "numbers": ("numbers", _numbers),
        "manual": ("is_manual", _flag),
        "fixes": ("fixes", _flag),
        "outage": ("outage", _positive),
    }
    values: dict[str, object] = {}
    for name, text in query:
        if name not in names:
            msg = f"the simulator has no setting {name!r} (it has: {', '.join(names)})"
            raise DeviceError(msg)
        field, convert = names[name]
        try:
            values[field] = convert(text)
        except ValueError:
            msg = f"the simulator's setting {name} does not take {text!r}"
            raise DeviceError(msg) from None
    return MachineSettings(**values)  # type: ignore[arg-type]  # converted by name just above


def _rate(text: str) -> float:
    value = float(text)
    if not 0 <= value <= 1:
        raise ValueError(text)
    return value


def _positive(text: str) -> float:
    value = float(text)
    if not 0 <= value <= 1000:
        raise ValueError(text)
    return value


def _flag(text: str) -> bool:
    if text not in {"", "0", "1", "no", "yes"}:
        raise ValueError(text)
    return text not in {"0", "no"}


def _numbers(text: str) -> tuple[int, ...]:
    return parse_boards(text, range(1, 10_000))


def open_driver(url: str, *, timeout: float = DEFAULT_TIMEOUT) -> Driver:
    """Open the simulated machine of a `simulator:` URL; equal URLs are the same machine.

    `timeout` is not used: the machine answers at once.

    Raises:
        DeviceError: the URL's settings cannot be read.
        ConnectionLostError: its cable or power went, and is not back yet.
    """
    if url not in _MACHINES:
        settings = parse_url(url)
        try:
            machine, attendant = make_machine(settings, window=1)
        except OptionError as error:
            raise DeviceError(str(error)) from error
        _MACHINES[url] = Simulated(machine=machine, attendant=attendant, settings=settings)
        if settings.is_manual:
            attendant.is_away = True
    simulated = _MACHINES[url]
    if time.monotonic() < simulated.is_back_at:
        msg = "the simulated machine does not answer"
        raise ConnectionLostError(msg)
    attendant = simulated.attendant
    return SimulatorDriver(
        simulated.machine,
        None if attendant.is_away else attendant,
        speed=simulated.settings.speed,
        on_cut=simulated.cut,
    )
