"""The driver: it passes on calls and events, and decides nothing."""

from __future__ import annotations

import time

import overtrick_duplimate_device as api
from overtrick_swift.machine import Machine


class SwiftDriver:
    """Drives the machine, which can be asked for nothing afterwards, and never stops in between."""

    capabilities = api.Capabilities(reports=False, window=None)

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._job: api.Job | None = None
        self._started: str | None = None

    def identify(self) -> api.Identity:
        """Return who the machine is."""
        return api.Identity(model="Swift", firmware="1")

    def status(self) -> api.Status:
        """Return what the machine is doing: nothing, whenever it is asked."""
        machine = self._machine
        return api.Status(board_in=machine.board is not None, is_fresh=machine.is_fresh)

    def load(self, job: api.Job) -> None:
        """Keep the job; the same may come again."""
        if job.mode is not api.Mode.DEAL or job.deal is None:
            raise api.MachineRefusedError("mode")
        self._job = job

    def start(self, job_id: str) -> None:
        """Deal the job that was loaded; the same may come again."""
        if job_id == self._started:
            return
        if self._job is None or self._job.id != job_id or self._job.deal is None:
            raise api.MachineRefusedError("unknown-job")
        if not self._machine.is_fresh:
            raise api.MachineRefusedError("used-board")
        self._machine.deal(job_id, self._job.deal)
        self._started = job_id

    def pause(self) -> None:
        """Refuse: the machine cannot be stopped."""
        raise api.MachineRefusedError("mode")

    def abort(self, job_id: str) -> None:
        """Refuse: the machine cannot be stopped."""
        raise api.MachineRefusedError("mode")

    def clear_fault(self) -> None:
        """Refuse: the machine has no faults."""
        raise api.MachineRefusedError("no-fault")

    def reject_board(self) -> None:
        """Do nothing: the machine has no light to show it with."""

    def report(self, job_id: str) -> api.JobReport:
        """Return that the machine remembers nothing."""
        return api.JobReport(state=api.JobState.UNKNOWN)

    def next_event(self, timeout: float) -> api.Event | None:
        """Return the next event; where there is none, wait."""
        if not self._machine.events:
            time.sleep(timeout)
        return self._machine.events.pop(0) if self._machine.events else None

    def close(self) -> None:
        """Let go of the machine."""
        self._job = None


def open_driver(url: str, *, timeout: float = 5.0) -> api.Driver:
    """Open the machine at `swift:`."""
    return SwiftDriver(Machine())
