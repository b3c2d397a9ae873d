"""Which driver serves a device's URL."""

from __future__ import annotations

import hashlib
import inspect
import re
import socket
from typing import TYPE_CHECKING, Final, cast

from overtrick import DeviceError, OvertrickError
from overtrick.plugin import resolve
from overtrick_duplimate_device.drivers.guarding import DriverGuard, GuardedDriver
from overtrick_duplimate_device.interface.driver import DEFAULT_TIMEOUT, Claim, Driver
from overtrick_duplimate_device.interface.spec import DRIVERS

if TYPE_CHECKING:
    from collections.abc import Callable

    from overtrick import PluginManager
    from overtrick_duplimate_device.interface.spec import DriverSpec

DEVICE_VARIABLE: Final = "OVERTRICK_DEVICE"
"""The environment variable that names the machine where no option does."""

_SCHEME: Final = re.compile(r"([a-z][a-z0-9_.-]+)(?:\+([a-z][a-z0-9]*))?:(?!\\)")
_PORT: Final = "serial"


def own_claim(session: str = "", *, take: bool = False) -> Claim:
    """Return how this computer presents itself to a machine.

    Args:
        session: the session's name; the same session is the same host, also after a crash.
        take: whether to take the machine from another host.
    """
    host = socket.gethostname()
    if not session:
        return Claim(host=host, take=take)
    who = hashlib.sha256(f"{host} {session}".encode()).hexdigest()[:8]
    return Claim(host=host, who=who, take=take)


def _manager() -> PluginManager:
    from overtrick.plugin import default_manager

    return default_manager()


def find_driver(url: str, manager: PluginManager | None = None) -> tuple[DriverSpec, str]:
    """Return the driver for a URL, and the URL as the driver wants it.

    `socket://host:port` goes by its scheme; `/dev/ttyUSB0` and `COM3` are serial ports;
    `NAME+socket://host:port` names the driver.

    Raises:
        DeviceError: no driver serves it, or several do.
    """
    drivers = (_manager() if manager is None else manager).specs(DRIVERS)
    match = _SCHEME.match(url)
    if match is not None and match[2] is not None:
        spec = drivers.get(match[1])
        if spec is None:
            msg = f"there is no driver {match[1]!r} (there are: {', '.join(drivers)})"
            raise DeviceError(msg)
        return spec, url[len(match[1]) + 1 :]
    scheme = match[1] if match is not None else _PORT
    fitting = [spec for spec in drivers.values() if scheme in spec.schemes]
    if len(fitting) == 1:
        return fitting[0], url
    if fitting:
        names = " and ".join(spec.name for spec in fitting)
        msg = f"{scheme} is served by {names}; choose with {fitting[0].name}+{url}"
        raise DeviceError(msg)
    known = ", ".join(sorted({scheme for spec in drivers.values() for scheme in spec.schemes}))
    msg = f"no driver serves {scheme!r} (known are: {known})"
    raise DeviceError(msg)


def open_device(
    url: str,
    *,
    timeout: float = DEFAULT_TIMEOUT,
    claim: Claim | None = None,
    manager: PluginManager | None = None,
) -> Driver:
    """Open the machine at a URL.

    Args:
        url: see `find_driver`.
        timeout: seconds that the machine may take to answer.
        claim: how this host presents itself, for drivers of machines that several hosts can reach.
        manager: the plugins to use; the installed ones by default.

    Raises:
        DeviceError: no driver serves the URL, or the machine cannot be reached; also where it is
            to be taken from another host and the driver cannot do that.
        PluginError: the driver itself failed; also from the driver's methods.
        MachineTakenError: another host has the machine.
    """
    spec, rest = find_driver(url, manager)
    opener = cast("Callable[..., Driver]", resolve(spec.driver))
    takes_claim = claim is not None and "claim" in inspect.signature(opener).parameters
    if claim is not None and claim.take and not takes_claim:
        msg = f"the driver {spec.name} cannot take a machine from another host"
        raise DeviceError(msg)
    more = {"claim": claim} if takes_claim else {}
    with DriverGuard(spec, "opening", typed=(OvertrickError, OSError)):
        return GuardedDriver(opener(rest, timeout=timeout, **more), spec)
