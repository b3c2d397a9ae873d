"""The kit of drivers over the example: its bench is its own machine, without the robot."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from overtrick_swift.driver import SwiftDriver
from overtrick_swift.machine import Machine

from overtrick import Seat
from overtrick_duplimate_device import Driver
from overtrick_duplimate_device.testing import DriverSuite, MachineBench


class SwiftBench(MachineBench):
    def __init__(self) -> None:
        self.machine = Machine(has_robot=False)

    def open(self) -> Driver:
        return SwiftDriver(self.machine)

    def put_board(self, number: int | None = None) -> None:
        self.machine.put_board()

    def take_board(self) -> None:
        self.machine.take_board()

    def fallen(self) -> dict[Seat, frozenset[int]]:
        return self.machine.board or {seat: frozenset() for seat in Seat}


class TestSwift(DriverSuite):
    driver_name = "swift"
    plugin = "overtrick_swift"

    def make_bench(self) -> MachineBench:
        return SwiftBench()
