"""Drivers as a kind of plugin: their declaration.

Loaded with every command of overtrick, so it imports nothing of the machine.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import attrs

from overtrick import PluginLoadError
from overtrick.plugin import Kind, check_reference


def _to_schemes(schemes: Iterable[str]) -> tuple[str, ...]:
    if isinstance(schemes, str):  # it would count as its letters
        msg = f"expected several schemes, such as ({schemes!r},), got the text {schemes!r}"
        raise PluginLoadError(msg)
    return tuple(schemes)


@attrs.frozen(kw_only=True)
class DriverSpec:
    """A dealing machine's driver, declared as data.

    Attributes:
        name: the driver's name, `[a-z][a-z0-9_]*`.
        summary: one line for a person.
        driver: reference to an `OpenDriver`, a callable that opens the machine at a URL.
        schemes: the URL schemes that the driver serves, such as `socket`; empty for any.

    Raises:
        PluginLoadError: a name or reference that is not of the form described.
    """

    name: str
    summary: str
    driver: str = attrs.field(validator=check_reference)
    schemes: tuple[str, ...] = attrs.field(default=(), converter=_to_schemes)


# Two drivers may serve one scheme: `NAME+scheme://` chooses between them.
DRIVERS: Final = Kind(
    name="drivers",
    summary="Drivers of dealing machines",
    spec=DriverSpec,
    suite="overtrick_duplimate_device.testing:DriverSuite",
)
"""The kind of plugin that this plugin brings; its hook is `overtrick_drivers`."""
