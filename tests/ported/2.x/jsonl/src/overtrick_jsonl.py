"""A driver that "deals" a board by writing it as one line of JSON to a file."""

from overtrick.plugin import hookimpl


@hookimpl(optionalhook=True)
def overtrick_drivers():
    from overtrick_duplimate_device import DriverSpec

    yield DriverSpec(
        name="jsonl",
        summary="Writes each board as a line of JSON to a file (jsonl:/path)",
        driver="overtrick_jsonl:open_driver",
        schemes=("jsonl",),
    )


def make_driver(transport):
    """Return a driver that writes to any text file."""
    import json
    from overtrick import Seat
    import overtrick_duplimate_device as api

    class JsonLines:
        capabilities = api.Capabilities(reports=False, window=None)

        def __init__(self):
            self.job, self.queue = None, [api.BoardIn()]

        def identify(self):
            return api.Identity(model="JSON lines", firmware="1")

        def status(self):
            return api.Status(board_in=True, is_fresh=self.job is None)

        def load(self, job):
            if job.mode is not api.Mode.DEAL:
                raise api.MachineRefusedError("mode")
            self.job = job

        def start(self, job_id):
            deal, number = self.job.deal, self.job.board
            line = {"board": number, "hands": {s.symbol: deal[s].text for s in Seat}}
            try:
                transport.write(json.dumps(line) + "\n")
                transport.flush()
            except OSError as error:
                raise api.ConnectionLostError(str(error)) from error
            dealt = [(seat, card) for seat in Seat for card in deal[seat]]
            self.queue += [
                api.CardDropped(job_id=job_id, position=n, pocket=seat, card=card)
                for n, (seat, card) in enumerate(dealt, 1)
            ]
            self.queue += [api.Done(job_id=job_id), api.BoardOut(), api.BoardIn()]

        def next_event(self, timeout):
            return self.queue.pop(0) if self.queue else None

        def _refuse(self, *arguments):
            raise api.MachineRefusedError("mode")

        pause = abort = clear_fault = reject_board = report = _refuse

        def close(self):
            transport.close()

    return JsonLines()


def open_driver(url, *, timeout=5.0):
    from urllib.parse import urlsplit
    from overtrick_duplimate_device import ConnectionLostError

    try:
        return make_driver(open(urlsplit(url).path, "a", encoding="utf-8"))
    except OSError as error:
        raise ConnectionLostError(f"cannot open {url}: {error}") from error
