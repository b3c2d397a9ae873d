"""The simulated machine on a socket or a pseudo-terminal."""

from __future__ import annotations

import contextlib
import errno
import os
import queue
import selectors
import socket
import sys
import time
from collections.abc import Callable, Iterator
from typing import Final, Protocol

import attrs

from overtrick import DeviceError
from overtrick_duplimate_device.protocol.frames import FrameDecoder
from overtrick_duplimate_device.simulator.station import Station
from overtrick_duplimate_device.simulator.troubles import SimulatedFault

_CHUNK: Final = 4096
_POWER_OFF: Final = 0.5
_IDLE: Final = 0.25
_MOST_CALLERS: Final = 16
_NO_TERMINALS: Final = "this system has no pseudo-terminals; use --listen"


class Port(Protocol):
    """One end of a line to a host."""

    def wait(self, timeout: float) -> list[tuple[int, bytes]]:
        """Return received bytes, each with its line's number; none if that host is gone."""

    def send(self, line: int, data: bytes) -> None:
        """Send bytes to a host, if it is still connected."""

    def drop(self, line: int | None = None) -> None:
        """Disconnect one host, or all."""

    def close(self) -> None:
        """Close all connections."""


class SocketPort:
    """A port that listens on an address; several hosts may connect, and the machine chooses one.

    Attributes:
        address: where it listens, as `host:port`.

    Raises:
        DeviceError: the address cannot be listened on.
    """

    def __init__(self, host: str, port: int) -> None:
        try:
            self._server = socket.create_server((host, port), reuse_port=False)
        except OSError as error:
            msg = f"cannot listen on {host}:{port}: {error.strerror or error}"
            raise DeviceError(msg) from error
        self._server.setblocking(False)
        self.address = f"{host}:{self._server.getsockname()[1]}"
        self._callers: dict[int, socket.socket] = {}
        self._calls = 0
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._server, selectors.EVENT_READ, 0)

    def wait(self, timeout: float) -> list[tuple[int, bytes]]:
        """Return received bytes, each with its line's number; none if that host disconnected."""
        heard = []
        for key, _ in self._selector.select(timeout):
            line: int = key.data
            if line == 0:
                self._answer_call()
                continue
            try:
                data = self._callers[line].recv(_CHUNK)
            except OSError:
                # The host reset the connection: it is gone, which the caller learns.
                data = b""
            if not data:
                self.drop(line)
            heard.append((line, data))
        return heard

    def _answer_call(self) -> None:
        with contextlib.suppress(BlockingIOError):
            caller, _ = self._server.accept()
            if len(self._callers) >= _MOST_CALLERS:
                # Hosts connect again and again without data; the one with the machine is kept.
                caller.close()
                return
            caller.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            caller.settimeout(1.0)
            self._calls += 1
            self._callers[self._calls] = caller
            self._selector.register(caller, selectors.EVENT_READ, self._calls)

    def send(self, line: int, data: bytes) -> None:
        """Send bytes; a host that accepts nothing for a second is disconnected."""
        caller = self._callers.get(line)
        if caller is None:
            return
        try:
            caller.sendall(data)
        except OSError:
            # What was lost is sent again once the host greets again.
            self.drop(line)

    def drop(self, line: int | None = None) -> None:
        """Disconnect one host, or all."""
        for number in list(self._callers) if line is None else [line]:
            caller = self._callers.pop(number, None)
            if caller is not None:
                self._selector.unregister(caller)
                caller.close()

    def close(self) -> None:
        """Stop listening."""
        self.drop()
        self._selector.close()
        self._server.close()


class PtyPort:
    """A pseudo-terminal; hosts open the device that `address` names.

    Raises:
        DeviceError: the system has no pseudo-terminals.
    """

    address: str
    _master: int
    _slave: int
    _selector: selectors.BaseSelector

    def __init__(self) -> None:
        if sys.platform == "win32":
            raise DeviceError(_NO_TERMINALS)
        import pty
        import tty

        try:
            self._master, self._slave = pty.openpty()
        except OSError as error:
            raise DeviceError(_NO_TERMINALS) from error
        tty.setraw(self._slave)
        # The slave stays open here too, so that a host may come and go.
        self.address = os.ttyname(self._slave)
        os.set_blocking(self._master, False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._master, selectors.EVENT_READ)

    def wait(self, timeout: float) -> list[tuple[int, bytes]]:
        """Return the bytes of the host that has the device open."""
        if not self._selector.select(timeout):
            return []
        try:
            return [(1, os.read(self._master, _CHUNK))]
        except OSError as error:
            if error.errno in {errno.EIO, errno.EAGAIN}:
                return []
            raise

    def send(self, line: int, data: bytes) -> None:
        """Send bytes; unread ones are lost, as on a real port."""
        while data:
            try:
                data = data[os.write(self._master, data) :]
            except BlockingIOError:
                return

    def drop(self, line: int | None = None) -> None:
        """Do nothing: a pseudo-terminal cannot be disconnected."""

    def close(self) -> None:
        """Remove the device."""
        self._selector.close()
        os.close(self._master)
        os.close(self._slave)


@attrs.define
class Server:
    """A server that runs a station on a port until it is stopped.

    Attributes:
        station: the machine.
        port: the lines to hosts.
    """

    station: Station
    port: Port
    _is_stopped: bool = attrs.field(default=False, init=False)
    _host: int | None = attrs.field(default=None, init=False)
    _decoders: dict[int, FrameDecoder] = attrs.field(factory=dict, init=False, repr=False)
    _errands: queue.SimpleQueue[Callable[[], object]] = attrs.field(
        factory=queue.SimpleQueue, init=False, repr=False
    )

    def __attrs_post_init__(self) -> None:
        self.station.on_cut = self._cut

    def stop(self) -> None:
        """Stop after the present step; may be called from a signal handler."""
        self._is_stopped = True

    def soon(self, errand: Callable[[], object]) -> None:
        """Schedule an action on the machine between two steps; thread-safe."""
        self._errands.put(errand)

    def _cut(self, trouble: SimulatedFault) -> None:
        self.port.drop()
        self._host = None
        self._decoders.clear()
        if trouble is SimulatedFault.POWER_CUT and self.station.speed > 0:
            time.sleep(_POWER_OFF)

    def run(self) -> None:
        """Serve hosts until `stop` is called."""
        try:
            while not self._is_stopped:
                self.turn()
        finally:
            self.port.close()

    def turn(self) -> None:
        """Receive once, perform the due work, and reply."""
        station = self.station
        while not self._errands.empty():
            self._errands.get()()
        now = time.monotonic()
        moved = sum(station.work(now) for _ in range(_burst(station)))
        self._answer()
        wait = 0.0 if moved else min(_IDLE, station.next_due(now))
        for line, data in self.port.wait(wait):
            if data:
                self._hear(line, data)
            else:
                self._on_disconnect(line)

    def _hear(self, line: int, data: bytes) -> None:
        link = self.station.link
        before = link.name
        decoder = self._decoders.setdefault(line, FrameDecoder())
        self.station.receive(data, time.monotonic(), decoder)
        self.port.send(line, b"".join(link.aside()))
        if link.name not in {before, None}:
            old, self._host = self._host, line
            if old is not None and old != line:
                # Another host took the machine.
                self.port.send(old, b"".join(link.farewell()))
                self.port.drop(old)
                self._decoders.pop(old, None)
        self._answer()

    def _on_disconnect(self, line: int) -> None:
        self._decoders.pop(line, None)
        if line == self._host:
            self._host = None
            self.station.link.disconnected()

    def _answer(self) -> None:
        data = self.station.output(time.monotonic())
        if data and self._host is not None:
            self.port.send(self._host, data)


def _burst(station: Station) -> int:
    # As fast as it can: several stages a turn, so that listening does not slow the machine.
    return 4 if station.speed == 0 else 1


@contextlib.contextmanager
def listening(server: Server) -> Iterator[Server]:
    """Run a server in a thread of its own, for tests and demonstrations."""
    import threading

    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.stop()
        thread.join(5)
