"""The driver for Dealer2024, the open-hardware machine, over its HTTP interface.

What is public: `GET /deal?deal=<deal>` starts to deal the deck in the machine and answers 200;
404 with a text is a refusal ("Invalid State, Card Present or Busy", "Load failed").
The end of a job is not reported over HTTP, nor can it be queried or stopped; so the operator is
asked to look, and a cut connection leaves the board in doubt.

Source: facts of avh/Dealer2024 (src/dealer/main.cpp, src/all/defs.h), 2024; no line of its code
is used. That the four hands are clockwise from North with a comma between them is inferred
from its one example, `N:T96.KT6.KQJT.Q5,...`. Anything else about it is undocumented here.
"""

from __future__ import annotations

import collections
import http.client
import time
import urllib.parse
from typing import Final

from overtrick import Deal, DeviceError, Seat
from overtrick_duplimate_device.interface.driver import (
    DEFAULT_TIMEOUT,
    Capabilities,
    ConnectionLostError,
    Driver,
    Event,
    Identity,
    Job,
    JobReport,
    JobState,
    MachineRefusedError,
    Mode,
    NeedsConfirmation,
    Status,
)

CAPABILITIES: Final = Capabilities(
    modes=frozenset({Mode.DEAL}),
    reads_cards=True,
    detects_board=False,
    reads_board_numbers=False,
    stop_card=False,
    reports=False,
    confirms=False,
    window=None,
)
"""The capabilities of the machine over HTTP."""


def deal_text(deal: Deal) -> str:
    """Return a deal in the form of the machine's URL.

    Example:
        >>> deal = Deal.parse("N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. "
        ...                   "Q64.K862.84.9543")
        >>> deal_text(deal)
        'N:T53.AJ7.AT.AQ762,AKJ9.Q.QJ65.KJT8,872.T9543.K9732.,Q64.K862.84.9543'
    """
    return "N:" + ",".join(deal[seat].text for seat in Seat)


class Dealer2024Driver:
    """The driver of the machine at an address.

    Args:
        host: its name or address.
        port: its HTTP port.
        timeout: seconds that an answer may take.

    Raises:
        ConnectionLostError: nothing listens there.
    """

    def __init__(self, host: str, port: int, *, timeout: float = DEFAULT_TIMEOUT) -> None:
        self._host = host
        self._port = port
        self._timeout = timeout
        self._job: Job | None = None
        self._is_started = False
        self._events: collections.deque[Event] = collections.deque()
        # There is no request that is known to be harmless, so only the connection is tried.
        connection = self._connect()
        connection.close()

    def _connect(self) -> http.client.HTTPConnection:
        connection = http.client.HTTPConnection(self._host, self._port, timeout=self._timeout)
        try:
            connection.connect()
        except OSError as error:
            msg = f"nobody answers at {self._host}:{self._port}: {error}"
            raise ConnectionLostError(msg) from error
        return connection

    @property
    def capabilities(self) -> Capabilities:
        """The capabilities of the machine over HTTP."""
        return CAPABILITIES

    def identify(self) -> Identity:
        """Return the model; the machine reports nothing else."""
        return Identity(model="Dealer2024")

    def status(self) -> Status:
        """Return the status known to this driver; the machine cannot be queried."""
        job = self._job
        return Status(
            board_in=False,
            is_fresh=False,
            job_id=None if job is None else job.id,
            state=JobState.UNKNOWN if job is None else self._state(),
        )

    def _state(self) -> JobState:
        return JobState.RUNNING if self._is_started else JobState.LOADED

    def load(self, job: Job) -> None:
        """Store the deal for `start`; the machine accepts it only then."""
        if job.mode is not Mode.DEAL or job.deal is None:
            raise MachineRefusedError("mode")
        if self._job is not None and self._job.id == job.id:
            # The same once more; it may have been started meanwhile.
            return
        self._job, self._is_started = job, False

    def start(self, job_id: str) -> None:
        """Send the deal, which starts the machine."""
        held = self._job
        if held is None or held.id != job_id or held.deal is None:
            raise MachineRefusedError("unknown-job")
        if self._is_started:
            return
        query = urllib.parse.urlencode({"deal": deal_text(held.deal)}, safe=":,.")
        status = self._get(f"/deal?{query}")
        if status == http.client.NOT_FOUND:
            raise MachineRefusedError("busy", "it is busy, or a card is in it")
        if status != http.client.OK:
            msg = f"the machine answered with HTTP status {status}, which its facts do not know"
            raise DeviceError(msg)
        self._is_started = True
        self._events.append(NeedsConfirmation(job_id=job_id))

    def _get(self, path: str) -> int:
        connection = self._connect()
        try:
            connection.request("GET", path)
            response = connection.getresponse()
            response.read(4096)
        except (OSError, http.client.HTTPException) as error:
            # The request may have arrived: whether it deals now is not known.
            msg = f"no answer of {self._host}:{self._port}: {type(error).__name__}"
            raise ConnectionLostError(msg) from error
        finally:
            connection.close()
        return response.status

    def pause(self) -> None:
        """Raise: the machine cannot be paused over HTTP."""
        raise MachineRefusedError("mode", "it can only be paused at the machine")

    def abort(self, job_id: str) -> None:
        """Forget the job; the machine itself can only be stopped by hand."""
        if self._job is not None and self._job.id == job_id:
            self._job, self._is_started = None, False
            self._events.clear()

    def clear_fault(self) -> None:
        """Raise: faults are not reported over HTTP."""
        raise MachineRefusedError("no-fault")

    def reject_board(self) -> None:
        """Do nothing: the machine does not identify its boards."""

    def report(self, job_id: str) -> JobReport:
        """Return an unknown report."""
        return JobReport(state=JobState.UNKNOWN)

    def next_event(self, timeout: float) -> Event | None:
        """Return a request for the operator's confirmation, once for each job."""
        if self._events:
            return self._events.popleft()
        time.sleep(timeout)
        return None

    def close(self) -> None:
        """Do nothing: each request has a connection of its own."""


def open_driver(url: str, *, timeout: float = DEFAULT_TIMEOUT) -> Driver:
    """Open the machine at `dealer2024://HOST[:PORT]`; the default port is 80.

    Raises:
        ConnectionLostError: nothing listens there.
        DeviceError: the URL names no host.
    """
    try:
        parts = urllib.parse.urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    if not host:
        msg = f"not a machine's address: {url!r}; write dealer2024://HOST or ...://HOST:PORT"
        raise DeviceError(msg)
    return Dealer2024Driver(host, 80 if port is None else port, timeout=timeout)
