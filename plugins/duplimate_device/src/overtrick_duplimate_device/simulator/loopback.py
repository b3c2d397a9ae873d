"""A line between a host and a simulated machine in one process, on a virtual clock.

Time passes only while a party waits, so a test of timeouts takes no time.
"""

from __future__ import annotations

from overtrick_duplimate_device.interface.driver import ConnectionLostError
from overtrick_duplimate_device.simulator.station import Station
from overtrick_duplimate_device.simulator.troubles import SimulatedFault

_TICK = 0.05


class VirtualClock:
    """A clock that advances when `sleep` is called.

    Example:
        >>> clock = VirtualClock()
        >>> clock.sleep(1.5)
        >>> clock()
        1.5
    """

    def __init__(self) -> None:
        self._now = 0.0

    def __call__(self) -> float:
        """Return the elapsed seconds."""
        return self._now

    def sleep(self, seconds: float) -> None:
        """Advance the clock."""
        self._now += seconds


class Loopback:
    """The host's end of a line to a station; a `Transport`.

    Args:
        station: the machine at the other end.
        clock: the time that both ends share.
        is_noticed: whether the machine notices that a host comes, as on a socket.

    Raises:
        ConnectionLostError: the cable or the power goes while it is used.
    """

    def __init__(self, station: Station, clock: VirtualClock, *, is_noticed: bool = True) -> None:
        self._station = station
        self._clock = clock
        self._is_cut = False
        station.on_cut = self._cut
        if is_noticed:
            station.link.disconnected()

    def _cut(self, trouble: SimulatedFault) -> None:
        self._is_cut = True

    def _check(self) -> None:
        if self._is_cut:
            msg = "the line was cut"
            raise ConnectionLostError(msg)

    def read(self, timeout: float) -> bytes:
        """Run the machine until it sends data or the timeout expires."""
        deadline = self._clock() + timeout
        while True:
            self._check()
            data = self._station.output(self._clock())
            if data:
                return data
            if self._clock() >= deadline:
                return b""
            if not self._station.work(self._clock()):
                step = self._station.next_due(self._clock())
                # Never less than the clock can count, or it would stop.
                self._clock.sleep(max(1e-6, min(step, _TICK, deadline - self._clock())))

    def write(self, data: bytes) -> None:
        """Send bytes to the machine."""
        self._check()
        self._station.receive(data, self._clock())

    def clock(self) -> float:
        """Return the shared clock."""
        return self._clock()

    def close(self) -> None:
        """Disconnect this side."""
        if not self._is_cut:
            self._is_cut = True
            self._station.link.disconnected()
