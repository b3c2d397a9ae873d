"""The serial ports of this computer, which may have machines."""

from __future__ import annotations

import attrs


@attrs.frozen(order=True)
class SerialPort:
    """A serial port of this computer.

    Attributes:
        device: its name, which is also its address: `/dev/ttyUSB0`, `COM3`.
        text: its description; empty for a port without one, as most that are built in.
    """

    device: str
    text: str


def serial_ports() -> tuple[SerialPort, ...]:
    """Return the connected serial ports, by name."""
    # pyserial comes without types.
    from serial.tools import list_ports  # type: ignore[import-untyped]  # pyserial has no types

    ports = sorted(list_ports.comports())
    # pyserial's description of a port without one.
    return tuple(
        SerialPort(port.device, "" if port.description == "n/a" else port.description)
        for port in ports
    )
