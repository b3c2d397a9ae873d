"""The simulated machine behind a socket or a pseudo-terminal."""

from __future__ import annotations

import contextlib
import errno
import os
import queue
import selectors
import socket
import time
from collections.abc import Callable, Iterator
from typing import Final, Protocol

import attrs

from overtrick.findings.errors import DeviceError
from overtrick_duplimate_device.simulator.station import Station
from overtrick_duplimate_device.simulator.troubles import Trouble

_CHUNK: Final = 4096
_POWER_OFF: Final = 0.5
_IDLE: Final = 0.25


class Port(Protocol):
    """One end of a line to a host."""

    def wait(self, timeout: float) -> bytes | None:
        """Return bytes that came, empty for none, or `None` if the host is gone."""

    def send(self, data: bytes) -> None:
        """Send bytes to the host, if there is one."""

    def drop(self) -> None:
        """Hang up."""

    def close(self) -> None:
        """Let go of everything."""


class SocketPort:
    """Listens on an address; the newest caller is the host, an older one is hung up on.

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
        self._client: socket.socket | None = None
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._server, selectors.EVENT_READ)

    def wait(self, timeout: float) -> bytes | None:
        """Return bytes of the host; `None` when it hung up or another took its place."""
        data: bytes | None = b""
        for key, _ in self._selector.select(timeout):
            if key.fileobj is self._server:
                with contextlib.suppress(BlockingIOError):
                    client, _ = self._server.accept()
                    self.drop()
                    client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                    client.settimeout(1.0)
                    self._client = client
                    self._selector.register(client, selectors.EVENT_READ)
                    return None
            elif self._client is not None:
                try:
                    data = self._client.recv(_CHUNK) or None
                except OSError:
                    # The host reset the connection: it is gone, which the caller is told.
                    data = None
                if data is None:
                    self.drop()
        return data

    def send(self, data: bytes) -> None:
        """Send bytes; a host that takes nothing for a second is hung up on."""
        if self._client is None:
            return
        try:
            self._client.sendall(data)
        except OSError:
            # What was lost is sent again once the host greets again.
            self.drop()

    def drop(self) -> None:
        """Hang up on the host."""
        if self._client is not None:
            self._selector.unregister(self._client)
            self._client.close()
            self._client = None

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

    def __init__(self) -> None:
        try:
            import pty
            import tty

            self._master, self._slave = pty.openpty()
            tty.setraw(self._slave)
        except (ImportError, OSError) as error:
            msg = "this system has no pseudo-terminals; use --listen"
            raise DeviceError(msg) from error
        # The slave stays open here too, so that a host may come and go.
        self.address = os.ttyname(self._slave)
        os.set_blocking(self._master, False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._master, selectors.EVENT_READ)

    def wait(self, timeout: float) -> bytes | None:
        """Return bytes of the host."""
        if not self._selector.select(timeout):
            return b""
        try:
            return os.read(self._master, _CHUNK)
        except OSError as error:
            if error.errno in {errno.EIO, errno.EAGAIN}:
                return b""
            raise

    def send(self, data: bytes) -> None:
        """Send bytes; what a host does not read is lost, as on a real port."""
        while data:
            try:
                data = data[os.write(self._master, data) :]
            except BlockingIOError:
                return

    def drop(self) -> None:
        """Do nothing: the cable of a pseudo-terminal cannot be pulled."""

    def close(self) -> None:
        """Remove the device."""
        self._selector.close()
        os.close(self._master)
        os.close(self._slave)


@attrs.define
class Server:
    """Runs a station on a port until it is told to stop.

    Attributes:
        station: the machine.
        port: the line to the host.
    """

    station: Station
    port: Port
    _is_stopped: bool = attrs.field(default=False, init=False)
    _errands: queue.SimpleQueue[Callable[[], object]] = attrs.field(
        factory=queue.SimpleQueue, init=False, repr=False
    )

    def __attrs_post_init__(self) -> None:
        self.station.on_cut = self._cut

    def stop(self) -> None:
        """Stop after the present step; may be called from a signal handler."""
        self._is_stopped = True

    def soon(self, errand: Callable[[], object]) -> None:
        """Do something to the machine between two steps; may be called from another thread."""
        self._errands.put(errand)

    def _cut(self, trouble: Trouble) -> None:
        self.port.drop()
        if trouble is Trouble.POWER_CUT and self.station.speed > 0:
            time.sleep(_POWER_OFF)

    def run(self) -> None:
        """Serve hosts until `stop` is called."""
        try:
            while not self._is_stopped:
                self.turn()
        finally:
            self.port.close()

    def turn(self) -> None:
        """Listen once, work off what is due, and answer."""
        station = self.station
        while not self._errands.empty():
            self._errands.get()()
        now = time.monotonic()
        moved = sum(station.work(now) for _ in range(_burst(station)))
        self._answer()
        wait = 0.0 if moved else min(_IDLE, station.next_due(now))
        data = self.port.wait(wait)
        if data is None:
            station.link.disconnected()
        elif data:
            station.receive(data, time.monotonic())
            self._answer()

    def _answer(self) -> None:
        data = self.station.output(time.monotonic())
        if data:
            self.port.send(data)


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
