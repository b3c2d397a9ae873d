"""Bytes to and from a machine: every pyserial transport, with timeouts.

Real ports, `socket://host:port`, `loop://`, `rfc2217://host:port` and pseudo-terminals are one
thing here. A connection that goes away is a `ConnectionLostError`, whatever pyserial calls it.
"""

from __future__ import annotations

import contextlib
import errno
import os
import time
from typing import Final, Protocol

import serial  # type: ignore[import-untyped]  # pyserial comes without types

from overtrick_duplimate_device.drivers.present import serial_ports
from overtrick_duplimate_device.interface.driver import ConnectionLostError, MachineTakenError

SLICE: Final = 0.05
"""Seconds that a single read of the port may wait."""

SAME_COMPUTER: Final = "another program on this computer"
"""The names of the local host."""

_CHUNK: Final = 4096


class Transport(Protocol):
    """A bidirectional byte stream."""

    def read(self, timeout: float) -> bytes:
        """Return received bytes, at least one; none after `timeout` seconds.

        Raises:
            ConnectionLostError: the connection is gone.
        """

    def write(self, data: bytes) -> None:
        """Send bytes.

        Raises:
            ConnectionLostError: the connection is gone, or takes nothing any more.
        """

    def clock(self) -> float:
        """Return seconds that never go backwards, for all timeouts."""

    def close(self) -> None:
        """Close the connection; never raises."""


class SerialTransport:
    """A connection that pyserial opened.

    Raises:
        ConnectionLostError: the port or address cannot be opened.
        MachineTakenError: another program on this computer has the port.
    """

    def __init__(self, url: str, *, baud_rate: int = 115200, write_timeout: float = 5.0) -> None:
        self._is_socket = url.startswith("socket://")
        try:
            self._port = serial.serial_for_url(
                url,
                baudrate=baud_rate,
                timeout=SLICE,
                write_timeout=write_timeout,
                # Two programs on one port would each read half of the machine's data.
                exclusive=True if os.name == "posix" and "://" not in url else None,
            )
        except (OSError, ValueError) as error:
            # pyserial's SerialException is an OSError; a URL it cannot read is a ValueError.
            if isinstance(error, OSError) and error.errno == errno.EWOULDBLOCK:
                raise MachineTakenError(SAME_COMPUTER) from error
            is_missing = "://" not in url and (
                getattr(error, "errno", None) == errno.ENOENT or "FileNotFoundError" in str(error)
            )
            reason = _reason(error).removeprefix(f"Could not open port {url}: ")
            if is_missing:
                reason = f"this computer has no such port{_present()}"
            msg = f"cannot open {url}: {reason}"
            raise ConnectionLostError(msg) from error

    def read(self, timeout: float) -> bytes:
        """Return received bytes; none after `timeout` seconds."""
        deadline = time.monotonic() + timeout
        try:
            while True:
                data: bytes = self._port.read(1)
                if data:
                    return data + self._rest()
                if time.monotonic() >= deadline:
                    return b""
        except (OSError, TypeError) as error:
            # A port that is closed while it is read makes pyserial raise TypeError.
            msg = f"the connection is gone: {_reason(error)}"
            raise ConnectionLostError(msg) from error

    def _rest(self) -> bytes:
        if not self._is_socket:
            waiting: bytes = self._port.read(self._port.in_waiting)
            return waiting
        # A socket cannot report its waiting bytes; without a timeout it returns those it has.
        self._port.timeout = 0
        try:
            rest: bytes = self._port.read(_CHUNK)
        finally:
            self._port.timeout = SLICE
        return rest

    def write(self, data: bytes) -> None:
        """Send bytes."""
        try:
            self._port.write(data)
        except OSError as error:
            msg = f"the connection is gone: {_reason(error)}"
            raise ConnectionLostError(msg) from error

    def clock(self) -> float:
        """Return the monotonic clock."""
        return time.monotonic()

    def close(self) -> None:
        """Close the port."""
        # pyserial forgets a socket without closing it when the other end has hung up first.
        plain = getattr(self._port, "_socket", None)
        with contextlib.suppress(OSError):
            # It may be let go because it is broken; there is no caller to inform.
            self._port.close()
        if plain is not None:
            plain.close()


def _present() -> str:
    """Return the connected ports, in words."""
    ports = [port.device for port in serial_ports()]
    return f"; it has {', '.join(ports)}" if ports else ", nor any other serial port"


def _reason(error: BaseException) -> str:
    return str(error) or type(error).__name__
