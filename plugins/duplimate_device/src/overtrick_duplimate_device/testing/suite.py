"""`DriverSuite`: the requirements of a driver, one named test each."""

from __future__ import annotations

from overtrick_duplimate_device.testing.claims import ClaimRequirements
from overtrick_duplimate_device.testing.declaration import DeclarationRequirements
from overtrick_duplimate_device.testing.jobs import JobRequirements
from overtrick_duplimate_device.testing.sets import SetRequirements
from overtrick_duplimate_device.testing.troubles import TroubleRequirements


class DriverSuite(
    DeclarationRequirements,
    JobRequirements,
    ClaimRequirements,
    TroubleRequirements,
    SetRequirements,
):
    """Every requirement of a driver; a plugin's test file subclasses it.

    Each requirement is one test. The driver runs against a machine on a bench: the author's own
    simulator, a fake of the other end of the line, or the simulated machine of this package
    (`SimulatedBench`). A requirement is skipped, with its reason, if the bench lacks an operation
    that it needs.

        class TestMill(DriverSuite):
            driver_name = "mill"

            def make_bench(self) -> MachineBench:
                return MillBench()

    Attributes:
        driver_name: the driver's name.
        level: the level of the suite that the plugin claims to pass.
        plugin: the declaration module, for a plugin that is not installed; `None` to find it
            through its entry point.
    """
