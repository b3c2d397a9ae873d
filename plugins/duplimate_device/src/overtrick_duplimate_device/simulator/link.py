"""The machine's end of the line protocol, without waiting and without a clock."""

from __future__ import annotations

import collections
from typing import Final
from urllib.parse import quote

import attrs

from overtrick_duplimate_device.interface.driver import MachineRefusedError
from overtrick_duplimate_device.protocol.frames import (
    VERSION,
    WINDOW,
    Frame,
    FrameDecoder,
    FrameKind,
    LineProtocolError,
    encode,
)
from overtrick_duplimate_device.protocol.messages import (
    NOTHING,
    event_fields,
    identity_fields,
    parse_job,
    report_fields,
    status_fields,
)
from overtrick_duplimate_device.simulator.machine import Machine

REPEAT: Final = 1.0
"""Seconds after which events that were not acknowledged are sent again."""

SILENCE: Final = 10.0
"""Seconds without a word of the host after which the machine stops after the card in hand."""

_RETIRED_LINKS: Final = 16


@attrs.define
class DeviceLink:
    """The protocol endpoint of a machine.

    Attributes:
        machine: who is spoken for.
    """

    machine: Machine
    _host: str = attrs.field(default=NOTHING, init=False)
    _wants_farewell: bool = attrs.field(default=False, init=False)
    _who: str = attrs.field(default="", init=False)
    _aside: list[bytes] = attrs.field(factory=list, init=False, repr=False)
    _farewell: list[bytes] = attrs.field(factory=list, init=False, repr=False)
    _decoder: FrameDecoder = attrs.field(factory=FrameDecoder, init=False)
    _link: str | None = attrs.field(default=None, init=False)
    _retired: collections.deque[str] = attrs.field(
        factory=lambda: collections.deque(maxlen=_RETIRED_LINKS), init=False
    )
    _last_command: int = attrs.field(default=0, init=False)
    _last_reply: bytes = attrs.field(default=b"", init=False, repr=False)
    _out: list[bytes] = attrs.field(factory=list, init=False, repr=False)
    _unacknowledged: collections.deque[tuple[int, bytes]] = attrs.field(
        factory=collections.deque, init=False, repr=False
    )
    _event_number: int = attrs.field(default=0, init=False)
    _sent_at: float = attrs.field(default=0.0, init=False)
    _heard_at: float = attrs.field(default=0.0, init=False)

    @property
    def name(self) -> str | None:
        """The link of the host that uses the machine, or `None`."""
        return self._link

    @property
    def may_feed(self) -> bool:
        """Whether the machine may feed a card: a host is connected and has acknowledged enough."""
        waiting = len(self._unacknowledged) + len(self.machine.events)
        return self._link is not None and waiting < WINDOW

    def disconnected(self) -> None:
        """Handle a lost line: stop after the current card, and wait for a new greeting."""
        if self._link is not None:
            self._retired.append(self._link)
        self._link = None
        self._unacknowledged.clear()
        self._out.clear()
        self.machine.host_lost()

    def power_cut(self) -> None:
        """Reset the state."""
        self.disconnected()
        self._retired.clear()
        self._decoder = FrameDecoder()
        self._event_number = 0
        self._last_command = 0

    def receive(self, data: bytes, now: float, decoder: FrameDecoder | None = None) -> None:
        """Process bytes from a host.

        Args:
            data: what came.
            now: a clock in seconds.
            decoder: the line's own, where hosts come on several lines.
        """
        for frame in (self._decoder if decoder is None else decoder).feed(data):
            if (
                frame.kind is FrameKind.COMMAND
                and frame.verb == "HELLO"
                and frame.link != self._link
            ):
                self._greet(frame, now)
            elif frame.link != self._link:
                continue
            elif frame.kind is FrameKind.COMMAND:
                self._heard_at = now
                self._obey(frame)
            elif frame.kind is FrameKind.ACKNOWLEDGE:
                self._heard_at = now
                while self._unacknowledged and self._unacknowledged[0][0] <= frame.number:
                    self._unacknowledged.popleft()

    def poll(self, now: float) -> list[bytes]:
        """Return the frames to send now."""
        spoken = [*self.farewell(), *self.aside()]
        if self._link is None:
            # No host is connected; the status records the events meanwhile.
            self.machine.events.clear()
            return spoken
        if now - self._heard_at > SILENCE:
            self.disconnected()
            return spoken
        if self._unacknowledged and now - self._sent_at >= REPEAT:
            self._out.extend(data for _, data in self._unacknowledged)
            self._sent_at = now
        while self.machine.events:
            verb, fields = event_fields(self.machine.events.popleft())
            self._event_number += 1
            data = encode(Frame(self._link, FrameKind.EVENT, self._event_number, verb, fields))
            if not self._unacknowledged:
                self._sent_at = now
            self._unacknowledged.append((self._event_number, data))
            self._out.append(data)
        out, self._out = self._out, []
        return [*spoken, *out]

    def aside(self) -> list[bytes]:
        """Return the frames for rejected hosts, and clear them."""
        aside, self._aside = self._aside, []
        return aside

    def farewell(self) -> list[bytes]:
        """Return the frames for a replaced host, and clear them."""
        farewell, self._farewell = self._farewell, []
        return farewell

    def _greet(self, frame: Frame, now: float) -> None:
        if frame.link in self._retired:
            # A greeting that was on its way while a newer one came.
            return
        if str(VERSION) not in frame.fields.get("versions", "").split(","):
            self._refuse(frame, {"code": "version"})
            return
        host, who = frame.fields.get("host", NOTHING), frame.fields.get("who", "")
        is_other = self._link is not None and not (who and who == self._who)
        if is_other and frame.fields.get("take") == "0":
            quiet = str(max(0, int(now - self._heard_at)))
            self._refuse(frame, {"code": "taken", "host": self._host, "quiet": quiet})
            self.machine.witness("refused", frame.link, quote(host))
            return
        if is_other:
            self.taken_by(host, frame.link)
        self.disconnected()
        self.machine.events.clear()
        self.machine.witness("host", frame.link, quote(host))
        self._host, self._who = host, who
        # Early hosts send no name, and do not support the notice.
        self._wants_farewell = "host" in frame.fields
        self._link = frame.link
        self._heard_at = now
        self._last_command = 0
        self._obey(frame)

    def _refuse(self, frame: Frame, fields: dict[str, str]) -> None:
        reply = Frame(frame.link, FrameKind.REPLY, frame.number, "NO", fields)
        self._aside.append(encode(reply))

    def taken_by(self, host: str, link: str) -> None:
        """Notify the present host that another one takes over the machine, if it supports that.

        Args:
            host: what the other calls itself, or `-`.
            link: the other's link; it has the machine from now on, though it may stay silent.
        """
        if self._link is not None and self._wants_farewell:
            farewell = Frame(self._link, FrameKind.EVENT, 0, "TAKEN", {"host": host})
            self._farewell.append(encode(farewell))
        self.machine.witness("taken", link, quote(host))
        self.disconnected()
        self._host, self._who, self._wants_farewell = host, "", False
        self._link = link

    def _obey(self, frame: Frame) -> None:
        if frame.number == self._last_command and self._last_reply:
            self._out.append(self._last_reply)
            return
        if frame.number <= self._last_command:
            return
        self._last_command = frame.number
        try:
            verb, fields = "OK", self._do(frame)
        except MachineRefusedError as refusal:
            verb, fields = "NO", {"code": refusal.code}
        except LineProtocolError:
            verb, fields = "NO", {"code": "bad-field"}
        if self._link is None:
            # The host sent a farewell.
            return
        self._last_reply = encode(Frame(self._link, FrameKind.REPLY, frame.number, verb, fields))
        self._out.append(self._last_reply)

    def _do(self, frame: Frame) -> dict[str, str]:
        machine = self.machine
        fields: dict[str, str] = {}
        if frame.verb == "HELLO":
            return self._hello()
        if frame.verb == "STATUS":
            return status_fields(machine.status())
        if frame.verb == "REPORT":
            return report_fields(machine.report(frame.field("job")))
        if frame.verb == "LOAD":
            machine.load(parse_job(frame))
        elif frame.verb == "START":
            machine.start(frame.field("job"))
        elif frame.verb == "PAUSE":
            machine.pause()
        elif frame.verb == "ABORT":
            machine.abort(frame.field("job"))
        elif frame.verb == "CLEAR":
            machine.clear_fault()
        elif frame.verb == "REJECT":
            machine.reject_board()
        elif frame.verb == "BYE":
            self.disconnected()
        elif frame.verb != "PING":
            raise MachineRefusedError("bad-verb")
        return fields

    def _hello(self) -> dict[str, str]:
        identity = identity_fields(self.machine.identify(), self.machine.capabilities)
        return {
            "version": str(VERSION),
            "next": str(self._event_number + 1),
            **identity,
        }
