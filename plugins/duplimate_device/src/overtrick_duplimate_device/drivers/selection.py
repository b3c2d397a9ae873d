"""Select the driver for the URL of a device."""

from __future__ import annotations

import hashlib
import inspect
import os
import re
import socket
from typing import TYPE_CHECKING, Final, cast

from overtrick import DeviceError, OvertrickError
from overtrick.plugin import advice, did_you_mean, resolve
from overtrick_duplimate_device.drivers.isolation import DriverGuard, GuardedDriver
from overtrick_duplimate_device.interface.driver import DEFAULT_TIMEOUT, Claim, Driver
from overtrick_duplimate_device.interface.spec import DRIVERS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from overtrick import PluginManager
    from overtrick_duplimate_device.interface.spec import DriverSpec

DEVICE_VARIABLE: Final = "OVERTRICK_DEVICE"
"""The environment variable that names the machine where no option does."""

DEVICES: Final = advice("duplimate.devices", "duplimate", "devices")
"""See which machines can be driven."""

_SECRET: Final = ("duplimate", "dealer4", "dealer 4", "dealer-4", "playbridgedealer")
_SCHEME: Final = re.compile(r"([a-z][a-z0-9_.-]+)(?:\+([a-z][a-z0-9]*))?:(?!\\)")
_PORT: Final = "serial"
_HOST: Final = re.compile(
    r"(?P<host>\[[0-9a-fA-F:]+\]|[\w-]+(?:\.[\w-]+)*)(?::(?P<port>[0-9]{1,5}))?"
)
_COM: Final = re.compile(r"com[0-9]+", re.IGNORECASE)


def own_claim(session: str = "", *, take: bool = False) -> Claim:
    """Return the claim with which this computer presents itself to a machine.

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
    import overtrick.plugin

    return overtrick.plugin.default_manager()


def find_driver(url: str, manager: PluginManager | None = None) -> tuple[DriverSpec, str]:
    """Return the driver for a URL, and the URL in the driver's form.

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
    meant = _meant(url, drivers, scheme)
    if meant:
        msg = f"{url!r} is not the address of a machine; {meant}"
        raise DeviceError(msg)
    fitting = [spec for spec in drivers.values() if scheme in spec.schemes]
    if len(fitting) == 1:
        return fitting[0], url
    if fitting:
        names = " and ".join(spec.name for spec in fitting)
        msg = f"{scheme} is served by {names}; choose with {fitting[0].name}+{url}"
        raise DeviceError(msg)
    known = _schemes(drivers)
    msg = (
        f"no driver serves {scheme!r}{did_you_mean(scheme, known)} (known are: {', '.join(known)})"
    )
    raise DeviceError(msg)


def _schemes(drivers: Mapping[str, DriverSpec]) -> list[str]:
    return sorted({scheme for spec in drivers.values() for scheme in spec.schemes})


def _meant(url: str, drivers: Mapping[str, DriverSpec], scheme: str) -> str:
    """Return a suggestion for words that are no address, or an empty text if they may be one.

    Args:
        url: the words.
        drivers: the drivers, by name.
        scheme: what they were taken for.
    """
    known, word = _schemes(drivers), url.lower().strip()
    if url == word and "/" in url and scheme not in {"socket", *known}:
        return ""
    name = word.removesuffix(":")
    if name == _PORT:
        return f"the ports of this computer are listed by: {DEVICES()}"
    if (name in known or name in drivers) and url != f"{name}:":
        if name not in known:
            name = f"{name}+{drivers[name].schemes[0]}"
        more = "" if name == "simulator" else "//HOST:PORT" if "socket" in name else "//HOST"
        return f"did you mean '{name}:{more}'?"
    if word.startswith(_SECRET):
        return (
            "its maker keeps the protocol to itself, so it has no driver; the machines that can be "
            f"driven: {DEVICES()}"
        )
    host = _HOST.fullmatch(word.removeprefix("socket://"))
    if word.startswith("socket://"):
        return "" if host is None or host["port"] else f"name the port too: {word}:PORT"
    if host is None or _COM.fullmatch(word) or os.path.lexists(url):
        return ""
    if host["port"] or "." in host["host"]:
        return f"did you mean 'socket://{host['host']}:{host['port'] or 'PORT'}'?"
    if os.path.lexists(f"/dev/{url}"):
        return f"did you mean '/dev/{url}'?"
    return "" if scheme != _PORT else f"ports and drivers are listed by: {DEVICES()}"


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
