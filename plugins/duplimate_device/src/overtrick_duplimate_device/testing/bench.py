"""The bench: a machine under test, with hands that a suite can move and eyes that see the truth.

Whoever writes a driver has a machine, or something that behaves like it: his own simulator, or a
fake of what is at the other end of the line. A bench is that thing, and what can be done to it.
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
"""What lies in a board: the indices of the cards in each pocket (0 club two, 51 spade ace)."""

NOTHING: Fallen = {seat: frozenset() for seat in Seat}
"""What lies in an empty board."""


class MachineBench(abc.ABC):
    """A machine under test; a plugin's test file subclasses it.

    The first four methods are what every machine has. Of the others those that are not there make
    the requirements skip that need them, each with its reason: the more of them, the more is held.

    Attributes:
        timeout: seconds that the driver is given for an answer.
        patience: seconds within which the machine deals a whole board.
    """

    timeout: float = 0.5
    patience: float = 20.0

    @abc.abstractmethod
    def open(self) -> Driver:
        """Open the driver at the machine, as `open_driver` does; may be called again and again.

        A line that was lost is there again, and a machine that hung still hangs.
        """

    @abc.abstractmethod
    def put_board(self, number: int | None = None) -> None:
        """Put an empty board in, and a deck in the order of a sorted one.

        Args:
            number: on the board's sticker, for machines that read it.
        """

    @abc.abstractmethod
    def take_board(self) -> None:
        """Take the board out, whatever lies in it; nothing where there is none."""

    @abc.abstractmethod
    def fallen(self) -> Fallen:
        """Return what really lies in the board in the machine, whatever the machine says."""

    def lose_line(self) -> None:
        """Break the connection, as when a cable is pulled; the machine remembers its jobs."""
        _cannot("lose the line")

    def hang(self) -> None:
        """From now on the machine takes what comes, and answers nothing."""
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
        """Let time pass while nobody calls the driver; the machine works on as it may."""
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
    """A bench with the simulated machine on it; `open` says how the driver comes to it.

    Time passes only while somebody waits.

    Args:
        window: the cards that the machine drops, at most, beyond the last event.

    Attributes:
        machine: the machine; nobody tends it but the suite.
        time: the time that all share.
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
        """Return what lies in the board."""
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
