"""The driver for machines with overtrick's line protocol, over any transport.

The host's end of the protocol: commands one at a time, repeated until they are answered;
events taken in order, acknowledged when they were dealt with. See
`docs/reference/line-protocol.md`.
"""

from __future__ import annotations

import collections
import re
import secrets
import socket
import time
from typing import Final

from overtrick.plugin import printable
from overtrick_duplimate_device.drivers.transport import SAME_COMPUTER, SerialTransport, Transport
from overtrick_duplimate_device.interface.driver import (
    DEFAULT_TIMEOUT,
    Capabilities,
    Claim,
    ConnectionLostError,
    Driver,
    Event,
    Identity,
    Job,
    JobReport,
    MachineRefusedError,
    MachineTakenError,
    Status,
)
from overtrick_duplimate_device.protocol.frames import (
    VERSION,
    Frame,
    FrameDecoder,
    FrameKind,
    LineProtocolError,
    encode,
)
from overtrick_duplimate_device.protocol.messages import (
    NOTHING,
    job_fields,
    parse_event,
    parse_identity,
    parse_report,
    parse_status,
)

TRIES: Final = 5
"""The number of transmissions of a command before the connection counts as lost."""

KEEP_ALIVE: Final = 2.0
"""Seconds of silence after which the host asks whether the machine is still there."""


QUIET: Final = 4
"""Seconds of silence after which a host that has the machine may be gone for good."""

LONGEST_HOST: Final = 40
"""Bytes of the longest name of a host."""

# The machine gives up a silent host by itself; the driver waits that long for it.
_TAKEOVER_SECONDS: Final = 12.0
_RETRY_SECONDS: Final = 0.5
_TAKEN: Final = "taken"
_CODE: Final = re.compile(r"[a-z][a-z-]{0,19}")
_LEAST_WAIT: Final = 0.001


class LineDriver:
    """A machine at the other end of a line.

    Args:
        transport: the connection; the driver closes it.
        timeout: seconds that an answer may take, repetitions included.
        claim: how this host presents itself; without one it takes the machine, as the first
            hosts of the protocol did.

    Raises:
        ConnectionLostError: there is no reply.
        MachineTakenError: another host has the machine; also from its other methods.
        MachineRefusedError: code `version`, the machine speaks another version.
    """

    def __init__(
        self,
        transport: Transport,
        *,
        timeout: float = DEFAULT_TIMEOUT,
        claim: Claim | None = None,
    ) -> None:
        self._transport = transport
        self._patience = timeout / TRIES
        self._link = secrets.token_hex(4)
        self._number = 0
        self._decoder = FrameDecoder()
        self._events: collections.deque[tuple[int, Event]] = collections.deque()
        self._seen = 0
        self._delivered = 0
        self._acknowledged = 0
        self._replies: list[Frame] = []
        self._last_heard = transport.clock()
        reply = self._command("HELLO", {"versions": str(VERSION), **_claim_fields(claim)})
        self._seen = self._delivered = self._acknowledged = (
            reply.number_field("next", 1, 999_999_999) - 1
        )
        self._events.clear()
        self._identity, self._capabilities = parse_identity(reply)

    @property
    def capabilities(self) -> Capabilities:
        """The capabilities of the machine."""
        return self._capabilities

    def identify(self) -> Identity:
        """Return the machine's answer to the greeting."""
        return self._identity

    def status(self) -> Status:
        """Return the status of the machine."""
        return parse_status(self._command("STATUS"))

    def load(self, job: Job) -> None:
        """Load a job."""
        self._command("LOAD", job_fields(job))

    def start(self, job_id: str) -> None:
        """Start the job, or continue it."""
        self._command("START", {"job": job_id})

    def pause(self) -> None:
        """Stop after the card in hand."""
        self._command("PAUSE")

    def abort(self, job_id: str) -> None:
        """Abort the job."""
        self._command("ABORT", {"job": job_id})

    def clear_fault(self) -> None:
        """Report the fault as fixed."""
        self._command("CLEAR")

    def reject_board(self) -> None:
        """Report the board in the machine as the wrong one."""
        self._command("REJECT")

    def report(self, job_id: str) -> JobReport:
        """Return the machine's report on a job."""
        return parse_report(self._command("REPORT", {"job": job_id}))

    def next_event(self, timeout: float) -> Event | None:
        """Return the next event, or `None` after `timeout` seconds."""
        self._acknowledge()
        deadline = self._transport.clock() + timeout
        while not self._events:
            now = self._transport.clock()
            if now - self._last_heard >= KEEP_ALIVE:
                self._command("PING")
                continue
            if now >= deadline:
                return None
            wait = min(deadline, self._last_heard + KEEP_ALIVE) - now
            # Rounding may leave less than a clock can count, and then no time would pass.
            self._listen(max(wait, _LEAST_WAIT))
        self._delivered, event = self._events.popleft()
        return event

    def close(self) -> None:
        """Send a farewell, without waiting for a reply, and close the line."""
        try:
            self._number += 1
            self._send(FrameKind.COMMAND, self._number, "BYE")
        except ConnectionLostError:
            # The machine notices the silence by itself.
            pass
        finally:
            self._transport.close()

    def _send(
        self, kind: FrameKind, number: int, verb: str, fields: dict[str, str] | None = None
    ) -> None:
        self._transport.write(encode(Frame(self._link, kind, number, verb, fields or {})))

    def _command(self, verb: str, fields: dict[str, str] | None = None) -> Frame:
        self._number += 1
        self._replies.clear()
        for _ in range(TRIES):
            self._send(FrameKind.COMMAND, self._number, verb, fields)
            deadline = self._transport.clock() + self._patience
            while (left := deadline - self._transport.clock()) > 0:
                self._listen(left)
                if self._replies:
                    return self._judge(self._replies.pop())
        msg = f"the machine did not answer {verb} within {self._patience * TRIES:g} seconds"
        raise ConnectionLostError(msg)

    @staticmethod
    def _judge(reply: Frame) -> Frame:
        if reply.verb == "OK":
            return reply
        if reply.verb == "NO":
            code = reply.field("code")
            if code == _TAKEN:
                quiet = reply.fields.get("quiet", "")
                raise MachineTakenError(_host(reply), int(quiet) if quiet.isdecimal() else 0)
            raise MachineRefusedError(code if _CODE.fullmatch(code) else "unknown")
        msg = f"the machine answered with {reply.verb}, which is neither OK nor NO"
        raise LineProtocolError(msg)

    def _listen(self, timeout: float) -> None:
        for frame in self._decoder.feed(self._transport.read(timeout)):
            if frame.link != self._link:
                # Left over from an earlier connection.
                continue
            self._last_heard = self._transport.clock()
            if frame.kind is FrameKind.REPLY and frame.number == self._number:
                self._replies.append(frame)
            elif frame.kind is FrameKind.EVENT and frame.verb == "TAKEN":
                raise MachineTakenError(_host(frame))
            elif frame.kind is FrameKind.EVENT:
                self._take(frame)

    def _take(self, frame: Frame) -> None:
        if frame.number == self._seen + 1:
            self._events.append((frame.number, parse_event(frame)))
            self._seen = frame.number
        elif frame.number <= self._acknowledged:
            # The acknowledgement was lost on the way.
            self._send(FrameKind.ACKNOWLEDGE, self._acknowledged, "ACK")
        # Anything further ahead comes again, in its turn.

    def _acknowledge(self) -> None:
        if self._delivered > self._acknowledged:
            self._acknowledged = self._delivered
            self._send(FrameKind.ACKNOWLEDGE, self._acknowledged, "ACK")


def _claim_fields(claim: Claim | None) -> dict[str, str]:
    if claim is None:
        return {}
    host = claim.host.encode("utf-8")[:LONGEST_HOST].decode("utf-8", "ignore")
    return {"host": host or NOTHING, "who": claim.who, "take": str(int(claim.take))}


def _host(frame: Frame) -> str:
    name = printable(frame.fields.get("host", NOTHING))[:LONGEST_HOST]
    if name == NOTHING:
        return ""
    return SAME_COMPUTER if name == socket.gethostname() else name


def open_driver(
    url: str, *, timeout: float = DEFAULT_TIMEOUT, claim: Claim | None = None
) -> Driver:
    """Open the machine at a pyserial URL, such as `socket://127.0.0.1:4711` or `/dev/ttyUSB0`.

    If a host uses the machine that has been silent for some seconds, it is waited for until
    the machine gives it up.

    Raises:
        ConnectionLostError: the port cannot be opened, or there is no reply.
        MachineTakenError: another host has the machine.
    """
    end = time.monotonic() + _TAKEOVER_SECONDS
    while True:
        transport = SerialTransport(url)
        try:
            return LineDriver(transport, timeout=timeout, claim=claim)
        except MachineTakenError as error:
            transport.close()
            if error.quiet < QUIET or time.monotonic() >= end:
                raise
        except BaseException:
            transport.close()
            raise
        time.sleep(_RETRY_SECONDS)
