"""Isolate a driver: any failure in it becomes an error that names the driver.

A driver may raise `DeviceError`s, of which the session knows what to do. All else that escapes
it, and all that it gives which is not what the interface asks for, is a fault of the driver: a
`PluginError` with the driver's name, its distribution, and the line at which it happened.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, TypeVar

from overtrick import DeviceError, PluginError
from overtrick.plugin import Guard
from overtrick_duplimate_device.interface.blind import redact
from overtrick_duplimate_device.interface.driver import (
    Capabilities,
    Driver,
    Event,
    Identity,
    Job,
    JobReport,
    Status,
)
from overtrick_duplimate_device.interface.spec import DriverSpec

R = TypeVar("R")

_EVENT: Final[Any] = Event


class DriverGuard(Guard):
    """A context manager that turns a driver's failures into errors that name the driver.

    Args:
        spec: the driver's specification.
        call: what is called, for the message.
        typed: what may escape as it is.

    Raises:
        PluginError: whatever else escaped; its words name no card.
    """

    __slots__ = ("_call", "_spec")

    def __init__(
        self,
        spec: DriverSpec,
        call: str,
        *,
        typed: tuple[type[BaseException], ...] = (DeviceError,),
    ) -> None:
        super().__init__(f"the driver {spec.name!r}", spec.driver, typed=typed)
        self._spec = spec
        self._call = call

    def failure(self, error: BaseException, *, at: str = "") -> PluginError:
        """Return the error with the call and the line of the driver, without a card."""
        place = at or _place(error, self._spec)
        return PluginError(redact(str(super().failure(error, at=f" in {self._call}{place}"))))


def _place(error: BaseException, spec: DriverSpec) -> str:
    """Return the last line of the driver's package in a traceback, or an empty text."""
    package = spec.driver.partition(":")[0].partition(".")[0]
    found = ""
    traceback = error.__traceback__
    while traceback is not None:
        frame = traceback.tb_frame
        name = str(frame.f_globals.get("__name__", ""))
        if name.partition(".")[0] == package and name != __name__:
            found = f" ({Path(frame.f_code.co_filename).name}, line {traceback.tb_lineno})"
        traceback = traceback.tb_next
    return found


class GuardedDriver:
    """A driver that raises only `DeviceError` and `PluginError`.

    Args:
        driver: the plugin's own.
        spec: how it is declared.
    """

    def __init__(self, driver: Driver, spec: DriverSpec) -> None:
        self._driver = driver
        self._spec = spec

    def __repr__(self) -> str:
        """Return the driver's name only: the plugin's own text may name cards."""
        return f"<driver {self._spec.name}>"

    def _call(self, name: str, *arguments: object) -> Any:  # noqa: ANN401  # whatever it gives
        with DriverGuard(self._spec, name):
            return getattr(self._driver, name)(*arguments)

    def _checked(self, name: str, answer: object, kinds: type[R]) -> R:
        """Return the driver's answer, after a check of its type."""
        if isinstance(answer, kinds):
            return answer
        wrong = TypeError(f"it gave {type(answer).__name__}")
        raise DriverGuard(self._spec, name).failure(wrong)

    @property
    def capabilities(self) -> Capabilities:
        """The capabilities of the machine."""
        with DriverGuard(self._spec, "capabilities"):
            answer = self._driver.capabilities
        return self._checked("capabilities", answer, Capabilities)

    def identify(self) -> Identity:
        """Return the identity of the machine."""
        return self._checked("identify", self._call("identify"), Identity)

    def status(self) -> Status:
        """Return the status of the machine."""
        return self._checked("status", self._call("status"), Status)

    def load(self, job: Job) -> None:
        """Load a job."""
        self._call("load", job)

    def start(self, job_id: str) -> None:
        """Start the job, or continue it."""
        self._call("start", job_id)

    def pause(self) -> None:
        """Stop after the card in hand."""
        self._call("pause")

    def abort(self, job_id: str) -> None:
        """Abort the job."""
        self._call("abort", job_id)

    def clear_fault(self) -> None:
        """Report the fault as fixed."""
        self._call("clear_fault")

    def reject_board(self) -> None:
        """Report the board in the machine as the wrong one."""
        self._call("reject_board")

    def report(self, job_id: str) -> JobReport:
        """Return the machine's report on a job."""
        return self._checked("report", self._call("report", job_id), JobReport)

    def next_event(self, timeout: float) -> Event | None:
        """Return the next event, or `None` after `timeout` seconds."""
        answer = self._call("next_event", timeout)
        if answer is None:
            return None
        event: Event = self._checked("next_event", answer, _EVENT)
        return event

    def close(self) -> None:
        """Close the machine; an exception here is the driver's fault."""
        with DriverGuard(self._spec, "close", typed=()):
            self._driver.close()
