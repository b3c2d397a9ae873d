"""The choice of a machine: a connected one, one at an address, or the simulated one."""

from __future__ import annotations

import enum
import os
import re
import secrets
from collections.abc import Mapping
from typing import Final

import attrs

from overtrick import PluginManager
from overtrick_duplimate_device import DEVICE_VARIABLE, find_driver, serial_ports
from overtrick_web.errors import RefusedError

SIMULATOR: Final = "simulator"
"""The value of the simulated machine in a choice."""

# No settings and no paths: only a machine on a network. A port of this computer is chosen.
_ADDRESS: Final = re.compile(r"([a-z][a-z0-9]*)://[A-Za-z0-9][A-Za-z0-9.-]{0,252}(:[0-9]{1,5})?/?")
# pyserial's `spy` writes files, and `loop` is no machine.
_NO_NETWORK: Final = frozenset({"loop", "serial", "simulator", "spy"})


@attrs.frozen
class AvailableMachine:
    """A machine that can be chosen.

    Attributes:
        url: its address.
        text: its description, or empty.
    """

    url: str
    text: str = ""


class Pace(enum.StrEnum):
    """The speed of the simulated machine: realistic, fast, or immediate."""

    REAL = "real"
    QUICK = "quick"
    AT_ONCE = "at-once"


class SimulatedFault(enum.StrEnum):
    """The fault on the first board of the simulated machine.

    `JAM`: a card is jammed. `UNREADABLE`: a card cannot be read. `LOST_LINE`: its cable is pulled.
    `POWER_CUT`: its power goes in mid-board. `LAST_CARD`: its power goes just before the last card,
    so that it is unknown whether the board was finished.
    """

    NONE = "none"
    JAM = "jam"
    UNREADABLE = "unreadable"
    LOST_LINE = "lost-line"
    POWER_CUT = "power-cut"
    LAST_CARD = "last-card"


_UNKNOWN: Final = "n/a"
"""The description of a port without one of its own."""

_SPEEDS: Final[Mapping[Pace, str]] = {
    Pace.REAL: "speed=1&outage=6",
    Pace.QUICK: "speed=10&outage=2",
    Pace.AT_ONCE: "speed=0&outage=0.5",
}
_SCRIPTS: Final[Mapping[SimulatedFault, str]] = {
    SimulatedFault.JAM: "1@20:jam",
    SimulatedFault.UNREADABLE: "1@20:unreadable",
    SimulatedFault.LOST_LINE: "1@20:cable_pulled",
    SimulatedFault.POWER_CUT: "1@20:power_cut",
    SimulatedFault.LAST_CARD: "1@51:power_cut",
}


def simulated(pace: Pace = Pace.REAL, trouble: SimulatedFault = SimulatedFault.NONE) -> str:
    """Return the address of a new simulated machine.

    Its boards are put in and taken out by themselves; its faults wait for the operator's word.

    Args:
        pace: how fast it deals.
        trouble: what goes wrong.
    """
    # Another seed is another machine.
    url = f"{SIMULATOR}:?{_SPEEDS[pace]}&fixes=0&seed={secrets.randbelow(10**9)}"
    return f"{url}&script={_SCRIPTS[trouble]}" if trouble in _SCRIPTS else url


def is_simulated(url: str) -> bool:
    """Return whether an address is that of a simulated machine of this process."""
    return url.startswith(f"{SIMULATOR}:")


def without_trouble(url: str) -> str:
    """Return the address of a simulated machine with its scripted fault removed."""
    return re.sub(r"&script=[^&]*", "", url)


def machines_present() -> tuple[AvailableMachine, ...]:
    """Return the machines that may be connected: the environment's, and this computer's ports."""
    ports = serial_ports()
    # Those of which nothing is known come last: hardly anything is plugged into them.
    found = {port.device: port.text for port in ports if port.text != _UNKNOWN}
    found |= {port.device: "" for port in ports if port.text == _UNKNOWN}
    named = os.environ.get(DEVICE_VARIABLE, "")
    if named and not is_simulated(named):
        found = {named: found.pop(named, ""), **found}
    return tuple(AvailableMachine(url, "" if text == url else text) for url, text in found.items())


def machine_at(address: str, plugins: PluginManager) -> str:
    """Return the address of a machine from user input.

    Args:
        address: `socket://HOST:PORT`, `dealer2024://HOST` or that of another driver's machine.
        plugins: the plugins in use.

    Raises:
        RefusedError: it is of another form, so that it might be anything.
        DeviceError: no driver serves it.
    """
    url = address.strip()
    match = _ADDRESS.fullmatch(url)
    if match is None or match[1] in _NO_NETWORK:
        msg = "the address of a machine is of the form socket://HOST:PORT or dealer2024://HOST"
        raise RefusedError(msg)
    find_driver(url, plugins)
    return url
