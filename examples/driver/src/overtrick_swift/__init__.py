"""A third-party driver: declared here, imported when its machine is used."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from overtrick.plugin import ApiVersion, hookimpl

if TYPE_CHECKING:
    from overtrick_duplimate_device import DriverSpec


@hookimpl(optionalhook=True)
def overtrick_drivers(api: ApiVersion) -> Iterator[DriverSpec]:
    """Declare the driver; called only where the plugin of dealing machines is installed."""
    from overtrick_duplimate_device import DriverSpec

    yield DriverSpec(
        name="swift",
        summary="Deals a board at once (an example of a driver)",
        driver="overtrick_swift.driver:open_driver",
        schemes=("swift",),
    )
