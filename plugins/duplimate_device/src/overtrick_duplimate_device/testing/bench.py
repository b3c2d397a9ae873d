"""The bench: a machine under test that a suite can operate, and whose true state it can see.

The author of a driver has a machine, or something that behaves like it: a simulator of their own,
or a fake of the other end of the line. A bench wraps it, with the operations of an operator.
"""

from __future__ import annotations

import abc
import time
from collections.abc import Callable
from typing import NoReturn

from overtrick import Seat
from overtrick_duplimate_device.interface.driver import Driver
from overtrick_duplimate_device.simulator.loopback import VirtualClock
from overtrick_duplimate_device.simulator.machine import Machine
from overtrick_duplimate_device.simulator.physics import PhysicalBoard, sorted_deck
from overtrick_duplimate_device.simulator.setup import MachineSettings, make_machine
from overtrick_duplimate_device.simulator.troubles import SimulatedFault

Fallen = dict[Seat, frozenset[int]]
"""The cards of a board: their indices, by pocket (0 club two, 51 spade ace)."""

NOTHING: Fallen = {seat: frozenset() for seat in Seat}
"""The cards of an empty board: none."""


class MachineBench(abc.ABC):
    """A machine under test; a plugin's test file subclasses it.

    Every bench has the first four methods. The others are optional: a requirement that needs a
    missing one is skipped, with its reason. The more of them, the more is checked.

    Attributes:
        timeout: the driver's time-out for an answer, in seconds.
        patience: the maximum time of dealing one board, in seconds.
    """

    timeout: float = 0.5
    patience: float = 20.0

    @abc.abstractmethod
    def open(self) -> Driver:
        """Open the driver at the machine, as `open_driver` does; may be called again and again.

        A lost line is restored; a machine that hangs still hangs.
        """

    @abc.abstractmethod
    def put_board(self, number: int | None = None) -> None:
        """Put an empty board in, and a deck in the order of a sorted one.

        Args:
            number: on the board's sticker, for machines that read it.
        """

    @abc.abstractmethod
    def take_board(self) -> None:
        """Take the board out, with its cards; do nothing if there is none."""

    @abc.abstractmethod
    def fallen(self) -> Fallen:
        """Return the true cards of the board in the machine, whatever the machine reports."""

    def lose_line(self) -> None:
        """Break the connection, as when a cable is pulled; the machine remembers its jobs."""
        _cannot("lose the line")

    def hang(self) -> None:
        """Make the machine hang: it accepts input and answers nothing."""
        _cannot("hang")

    def forget(self) -> None:
        """Cut the power and switch it on again: the jobs are forgotten, and the line is lost."""
        _cannot("forget its jobs")

    def garble(self, damage: Callable[[bytes], bytes]) -> None:
        """Let the next bytes that the machine sends pass through a function that damages them."""
        _cannot("garble what the machine sends")

    def misplace(self) -> None:
        """Let the next card fall into another pocket than the deal's."""
        _cannot("put a card wrong")

    def jam(self) -> None:
        """Let the next card be jammed, or let there be any other fault that stops the machine."""
        _cannot("jam")

    def fix(self) -> None:
        """Fix the fault with the hands, and press the machine's key if it has one."""
        _cannot("be fixed")

    def wait(self, seconds: float) -> None:
        """Let time pass without calls of the driver; the machine works on as far as it may."""
        time.sleep(seconds)

    def clock(self) -> float:
        """Return seconds that never go backwards; the time-outs are measured with it."""
        return time.monotonic()

    def close(self) -> None:
        """Take the bench down: end threads, close sockets."""
        return


def _cannot(what: str) -> NoReturn:
    raise NotImplementedError(what)


class SimulatedBench(MachineBench):
    """A bench with the simulated machine; `open` connects the driver to it.

    Time passes only while the suite or the driver waits.

    Args:
        window: the cards that the machine drops, at most, beyond the last event.

    Attributes:
        machine: the machine; only the suite operates it.
        time: the shared clock.
        window: the cards that the machine drops beyond the last event.
    """

    def __init__(self, *, window: int = 1) -> None:
        self.time = VirtualClock()
        self.window = window
        settings = MachineSettings(speed=0, numbers=(1, 2, 3))
        self.machine: Machine
        self.machine, self.attendant = make_machine(settings, window=window)
        self.attendant.is_away = True

    def put_board(self, number: int | None = None) -> None:
        """Put an empty board and a deck in."""
        self.machine.hopper.clear()
        self.machine.floor.clear()
        self.machine.hopper.extend(sorted_deck())
        self.machine.insert_board(PhysicalBoard(number=number))

    def take_board(self) -> None:
        """Take the board out."""
        self.machine.take_board()

    def fallen(self) -> Fallen:
        """Return the cards of the board."""
        board = self.machine.board
        if board is None:
            return NOTHING
        return {seat: frozenset(board.pockets[seat]) for seat in Seat}

    def lose_line(self) -> None:
        """Pull the cable."""
        self.machine.wants_cut = SimulatedFault.CABLE_PULLED

    def forget(self) -> None:
        """Cut the power."""
        self.machine.wants_cut = SimulatedFault.POWER_CUT

    def misplace(self) -> None:
        """Let the next card fall astray."""
        self.machine.befall(SimulatedFault.WRONG_POCKET)

    def jam(self) -> None:
        """Jam the next card."""
        self.machine.befall(SimulatedFault.JAM)

    def fix(self) -> None:
        """Fix the fault and press the key."""
        self.machine.press_key()

    def wait(self, seconds: float) -> None:
        """Let time pass: the machine works until its window is full of events not taken."""
        self.time.sleep(seconds)
        machine = self.machine
        while len(machine.events) < self.window and machine.wants_cut is None:
            if machine.step() is None:
                return

    def clock(self) -> float:
        """Return the shared time."""
        return self.time()
