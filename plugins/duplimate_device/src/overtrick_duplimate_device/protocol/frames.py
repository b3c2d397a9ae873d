"""The frames of the line protocol, version 1 (`docs/reference/line-protocol.md`).

A frame is `$` body `*` CRC LF. Its body is `link kind number verb key=value ...`. This module
knows how to write frames and how to find them again in a stream that may hold anything.
"""

from __future__ import annotations

import binascii
import enum
import re
from collections.abc import Mapping
from typing import Final

import attrs

from overtrick import DeviceError, Seat

VERSION: Final = 1
MAX_FRAME: Final = 255
"""Bytes of the longest frame, from `$` to LF."""

WINDOW: Final = 4
"""Events that may wait for their acknowledgement; then the machine feeds no further card."""

_BODY: Final = re.compile(
    rb"([0-9a-f]{8}) ([CREA]) ([1-9][0-9]{0,8}|0) ([A-Z]{2,12})((?: [a-z]{1,12}=[^ ]*)*)"
)
_ESCAPED: Final = re.compile(rb"%([0-9A-F]{2})")
_PLAIN: Final = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.,:/+")
_START, _END, _LF, _CR = b"$"[0], b"*"[0], 10, 13


class LineProtocolError(DeviceError):
    """A well-formed frame that violates the protocol."""


class FrameKind(enum.StrEnum):
    """The kind of a frame: host command, machine reply or event, acknowledgement."""

    COMMAND = "C"
    REPLY = "R"
    EVENT = "E"
    ACKNOWLEDGE = "A"


@attrs.frozen
class Frame:
    """One message.

    Attributes:
        link: eight hexadecimal digits that the host chose for this connection.
        kind: the kind of frame.
        number: counts commands (and their replies), or events, from 1.
        verb: the command, reply or event.
        fields: its particulars. Never printed: a card may be among them.
    """

    link: str
    kind: FrameKind
    number: int
    verb: str
    fields: Mapping[str, str] = attrs.field(factory=dict, repr=False)

    def field(self, name: str) -> str:
        """Return a required field.

        Raises:
            LineProtocolError: it is not.
        """
        try:
            return self.fields[name]
        except KeyError:
            msg = f"the frame {self.verb} lacks the field {name}"
            raise LineProtocolError(msg) from None

    def number_field(self, name: str, low: int, high: int) -> int:
        """Return an integer field within a range.

        Raises:
            LineProtocolError: it is missing, no number, or out of range.
        """
        text = self.field(name)
        if not (text.isascii() and text.isdigit() and len(text) < 10 and low <= int(text) <= high):
            msg = f"the field {name} of {self.verb} is not a number from {low} to {high}"
            raise LineProtocolError(msg)
        return int(text)


def checksum(body: bytes) -> int:
    """Return the CRC-16 of a frame's body.

    Polynomial 0x1021, start value 0xFFFF, no reflection, no final exclusive or.

    Example:
        >>> hex(checksum(b"123456789"))
        '0x29b1'
    """
    return binascii.crc_hqx(body, 0xFFFF)


def _escape(value: str) -> bytes:
    raw = value.encode("utf-8")
    return b"".join(bytes([byte]) if byte in _PLAIN else b"%%%02X" % byte for byte in raw)


def _unescape(value: bytes) -> str:
    raw = _ESCAPED.sub(lambda match: bytes([int(match[1], 16)]), value)
    return raw.decode("utf-8", "replace")


def encode(frame: Frame) -> bytes:
    r"""Return a frame as bytes for the line.

    Raises:
        LineProtocolError: it would be longer than `MAX_FRAME`.

    Example:
        >>> encode(Frame("0a1b2c3d", FrameKind.COMMAND, 2, "START", {"job": "00c0ffee00c0ffee"}))
        b'$0a1b2c3d C 2 START job=00c0ffee00c0ffee*C89D\n'
    """
    body = f"{frame.link} {frame.kind} {frame.number} {frame.verb}".encode("ascii")
    for name, value in frame.fields.items():
        body += b" " + name.encode("ascii") + b"=" + _escape(value)
    data = b"$%b*%04X\n" % (body, checksum(body))
    if len(data) > MAX_FRAME:
        msg = f"the frame {frame.verb} is {len(data)} bytes long ({MAX_FRAME} at most)"
        raise LineProtocolError(msg)
    return data


def decode(line: bytes) -> Frame | None:
    """Return the frame between `$` and the line's end, or `None` if it is not one."""
    if line.endswith(b"\r"):
        line = line[:-1]
    if len(line) < 6 or line[-5] != _END:
        return None
    body, digits = line[:-5], line[-4:]
    if digits != b"%04X" % checksum(body):
        return None
    match = _BODY.fullmatch(body)
    if match is None:
        return None
    link, kind, number, verb, rest = match.groups()
    fields: dict[str, str] = {}
    for word in rest.split():
        name, _, value = word.partition(b"=")
        fields[name.decode("ascii")] = _unescape(value)
    return Frame(
        link.decode("ascii"),
        FrameKind(kind.decode("ascii")),
        int(number),
        verb.decode("ascii"),
        fields,
    )


class FrameDecoder:
    r"""A decoder of frames in a byte stream; it skips garbage between and inside them.

    A `$` always begins a new frame, so one damaged frame never takes the next with it.

    Attributes:
        rejected: lines that were no frames, and stretches of garbage, so far.

    Example:
        >>> decoder = FrameDecoder()
        >>> good = encode(Frame("0a1b2c3d", FrameKind.ACKNOWLEDGE, 7, "ACK"))
        >>> [frame.number for frame in decoder.feed(b"\xff$broken" + good + b"$cut")]
        [7]
    """

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._inside = False
        self.rejected = 0

    def feed(self, data: bytes) -> list[Frame]:
        """Add bytes and return the frames that they complete, in order."""
        frames: list[Frame] = []
        for byte in data:
            if byte == _START:
                self.rejected += bool(self._buffer)
                self._buffer.clear()
                self._inside = True
            elif byte == _LF:
                if self._inside:
                    frame = decode(bytes(self._buffer))
                    if frame is None:
                        self.rejected += 1
                    else:
                        frames.append(frame)
                self._buffer.clear()
                self._inside = False
            elif self._inside:
                self._buffer.append(byte)
                if len(self._buffer) > MAX_FRAME:
                    self.rejected += 1
                    self._buffer.clear()
                    self._inside = False
        return frames


def pockets_text(pockets: tuple[Seat | None, ...]) -> str:
    """Return 52 letters, spade ace first and club two last: N, E, S, W or `-`."""
    return "".join("-" if seat is None else seat.symbol for seat in reversed(pockets))


def parse_pockets(text: str) -> tuple[Seat | None, ...]:
    """Parse the text of `pockets_text`; by card index.

    Raises:
        LineProtocolError: not 52 of the five characters.
    """
    if len(text) != 52 or not set(text) <= set("NESW-"):
        msg = "the pockets are not 52 of the letters N, E, S, W and -"
        raise LineProtocolError(msg)
    return tuple(None if letter == "-" else Seat.parse(letter) for letter in reversed(text))
