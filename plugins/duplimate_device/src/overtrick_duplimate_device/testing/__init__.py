"""`DriverSuite`: the requirements of a driver, and the bench with its machine.

It needs `overtrick-testing`, as every kit does.
"""

from __future__ import annotations

from overtrick_duplimate_device.testing.base import DEALS
from overtrick_duplimate_device.testing.bench import MachineBench, SimulatedBench
from overtrick_duplimate_device.testing.suite import DriverSuite

__all__ = ["DEALS", "DriverSuite", "MachineBench", "SimulatedBench"]
