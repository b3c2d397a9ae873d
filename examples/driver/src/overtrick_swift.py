"""A third-party driver: a machine of the imagination that deals a board at once."""
# ruff: noqa: D103  # as short as a driver can be

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Never

from overtrick import ApiVersion, hookimpl

if TYPE_CHECKING:
    from overtrick_duplimate_device.interface.driver import Driver
    from overtrick_duplimate_device.interface.spec import DriverSpec


@hookimpl(optionalhook=True)
def overtrick_drivers(api: ApiVersion) -> Iterator[DriverSpec]:
    # Called only where the plugin of dealing machines is installed.
    from overtrick_duplimate_device.interface.spec import DriverSpec

    yield DriverSpec(
        name="swift",
        summary="Deals a board at once (an example of a driver)",
        driver="overtrick_swift:open_driver",
        schemes=("swift",),
    )


def open_driver(url: str, *, timeout: float = 5.0) -> Driver:
    # Imported here, because the module is loaded with every command of overtrick.
    from overtrick.model import Seat
    from overtrick_duplimate_device.interface import driver as api

    class SwiftDriver:
        capabilities = api.Capabilities(reports=False, window=None)

        def __init__(self) -> None:
            self.job: api.Job | None = None
            self.events: list[api.Event] = [api.BoardIn()]

        def identify(self) -> api.Identity:
            return api.Identity(model="Swift", firmware="1")

        def status(self) -> api.Status:
            return api.Status(board_in=True, is_fresh=self.job is None)

        def load(self, job: api.Job) -> None:
            self.job = job

        def start(self, job_id: str) -> None:
            if self.job is None or self.job.deal is None:
                raise api.MachineRefusedError("job")
            cards = [(seat, card) for seat in Seat for card in self.job.deal[seat]]
            for position, (seat, card) in enumerate(cards, start=1):
                self.events.append(
                    api.CardDropped(job_id=job_id, position=position, pocket=seat, card=card)
                )
            self.events += [api.Done(job_id=job_id), api.BoardOut(), api.BoardIn()]

        def next_event(self, timeout: float) -> api.Event | None:
            return self.events.pop(0) if self.events else None

        def refuse(self, *arguments: object) -> Never:
            raise api.MachineRefusedError("mode")

        pause = abort = clear_fault = reject_board = report = refuse

        def close(self) -> None:
            self.job = None

    return SwiftDriver()
