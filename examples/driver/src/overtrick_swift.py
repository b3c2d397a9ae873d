"""A third-party driver: a machine of the imagination that deals a board at once."""
# ruff: noqa: ANN001,ANN002,ANN201,ANN202,ANN204,D103  as short as a driver can be

from overtrick.framework.spec import hookimpl


@hookimpl(optionalhook=True)
def overtrick_drivers(api):
    # Called only where the plugin of dealing machines is installed.
    from overtrick_duplimate_device.interface.spec import DriverSpec

    yield DriverSpec(
        name="swift",
        summary="Deals a board at once (an example of a driver)",
        driver="overtrick_swift:open_driver",
        schemes=("swift",),
    )


def open_driver(url, *, timeout=5.0):
    # Imported here, because the module is loaded with every command of overtrick.
    from overtrick.model import Seat
    from overtrick_duplimate_device.interface import driver as api

    class SwiftDriver:
        capabilities = api.Capabilities(reports=False, window=None)

        def __init__(self):
            self.job, self.events = None, [api.BoardIn()]

        def identify(self):
            return api.Identity(model="Swift", firmware="1")

        def status(self):
            return api.Status(board_in=True, is_fresh=self.job is None)

        def load(self, job):
            self.job = job

        def start(self, job_id):
            cards = [(seat, card) for seat in Seat for card in self.job.deal[seat]]
            for position, (seat, card) in enumerate(cards, start=1):
                self.events.append(
                    api.CardDropped(job_id=job_id, position=position, pocket=seat, card=card)
                )
            self.events += [api.Done(job_id=job_id), api.BoardOut(), api.BoardIn()]

        def next_event(self, timeout):
            return self.events.pop(0) if self.events else None

        def refuse(self, *arguments):
            raise api.MachineRefusedError("mode")

        pause = abort = clear_fault = reject_board = report = refuse

        def close(self):
            self.job = None

    return SwiftDriver()
