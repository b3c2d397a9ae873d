"""A station: a machine, its attendant and its line, driven by one clock."""

from __future__ import annotations

import secrets
from collections.abc import Callable

import attrs

from overtrick_duplimate_device.protocol.frames import FrameDecoder
from overtrick_duplimate_device.simulator.attendant import Attendant
from overtrick_duplimate_device.simulator.link import DeviceLink
from overtrick_duplimate_device.simulator.machine import Machine, Stage
from overtrick_duplimate_device.simulator.noise import NoisyLine
from overtrick_duplimate_device.simulator.troubles import RIVAL, SimulatedFault


@attrs.define
class Station:
    """A simulated machine with its attendant and line.

    Attributes:
        machine: the machine.
        attendant: who tends it.
        speed: 1 for a real machine's pace, 0 for as fast as it can.
        on_cut: called when the cable or the power goes.
    """

    machine: Machine
    attendant: Attendant
    speed: float = 0.0
    on_cut: Callable[[SimulatedFault], None] | None = None
    link: DeviceLink = attrs.field(init=False)
    line: NoisyLine = attrs.field(init=False)
    _machine_due: float = attrs.field(default=0.0, init=False)
    _attendant_due: float = attrs.field(default=0.0, init=False)

    def __attrs_post_init__(self) -> None:
        self.link = DeviceLink(self.machine)
        self.line = NoisyLine(self.machine.troubles)

    def work(self, now: float) -> bool:
        """Perform the due work; return whether anything moved."""
        moved = False
        if now >= self._attendant_due and not self.attendant.is_away:
            moved |= self._after(self.attendant.step(), now, is_attendant=True)
        machine = self.machine
        if now >= self._machine_due and (machine.stage is not Stage.FEED or self.link.may_feed):
            moved |= self._after(machine.step(), now, is_attendant=False)
        if machine.wants_cut is not None:
            trouble, machine.wants_cut = machine.wants_cut, None
            self.cut(trouble)
            moved = True
        return moved

    def _after(self, seconds: float | None, now: float, *, is_attendant: bool) -> bool:
        if seconds is None:
            return False
        if self.speed > 0:
            due = now + seconds / self.speed
            self._machine_due = max(self._machine_due, due)
            if is_attendant:
                self._attendant_due = due
        return True

    def cut(self, trouble: SimulatedFault) -> None:
        """Disconnect the cable, cut the power, or let another host take over the machine."""
        if trouble is SimulatedFault.TAKEN:
            self.link.taken_by(RIVAL, secrets.token_hex(4))
            return
        self.line.clear()
        if trouble is SimulatedFault.POWER_CUT:
            self.machine.power_cut()
            self.link.power_cut()
        else:
            self.link.disconnected()
        if self.on_cut is not None:
            self.on_cut(trouble)

    def receive(self, data: bytes, now: float, decoder: FrameDecoder | None = None) -> None:
        """Process bytes from a host; with several lines, through the line's own decoder."""
        self.link.receive(data, now, decoder)

    def output(self, now: float) -> bytes:
        """Return the due bytes for the host."""
        return self.line.send(self.link.poll(now), now)

    def next_due(self, now: float) -> float:
        """Return the seconds until something may be due, at most one."""
        times = [self.line.next_due, self._machine_due, self._attendant_due]
        waits = [time - now for time in times if time is not None and time > now]
        return min([1.0, *waits])
