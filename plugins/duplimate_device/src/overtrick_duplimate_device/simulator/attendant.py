"""The attendant of the simulated machine: decks, boards and the front key.

The attendant does what the session asks of an operator: puts in empty boards, takes
finished ones out, gathers decks, fixes faults. With `simulate --manual` there is no attendant.
"""

from __future__ import annotations

import collections
import random
from collections.abc import Iterator
from typing import Final

import attrs

from overtrick_duplimate_device.interface.driver import JobState, Mode
from overtrick_duplimate_device.interface.faults import FaultCode
from overtrick_duplimate_device.simulator.machine import Machine, Stage
from overtrick_duplimate_device.simulator.physics import (
    STOP_CARD,
    PhysicalBoard,
    PhysicalCard,
    shuffled_deck,
    sorted_deck,
)
from overtrick_duplimate_device.simulator.troubles import SimulatedFault

BOARD_SECONDS: Final = 2.0
"""Taking a board out, or putting one in, at speed 1."""

FIX_SECONDS: Final = 4.0
"""The seconds to fix a fault, at speed 1."""


@attrs.define
class Attendant:
    """The attendant of one machine.

    Attributes:
        machine: whose attendant it is.
        numbers: the boards at hand by number, to be put in one after the other, again and
            again; empty for boards whose number cannot be read.
        rack: finished boards, in order: what was really dealt.
        undecided: full boards that the machine never called finished, by job.
        is_away: whether the machine is unattended.
        fixes: whether faults are fixed too, not only boards put in and taken out.
    """

    machine: Machine
    numbers: tuple[int, ...] = ()
    rack: list[PhysicalBoard] = attrs.field(factory=list, repr=False)
    undecided: dict[str, PhysicalBoard] = attrs.field(factory=dict, repr=False)
    is_away: bool = False
    fixes: bool = True
    next_deck: collections.deque[list[int]] = attrs.field(factory=collections.deque, repr=False)
    _next_number: int = attrs.field(default=0, init=False)
    _random: random.Random = attrs.field(init=False, repr=False)
    _decked: str | None = attrs.field(default=None, init=False)

    def __attrs_post_init__(self) -> None:
        self._random = random.Random(self.machine.troubles.seed ^ 0xDECC)  # noqa: S311  # no secret

    def step(self) -> float | None:
        """Perform the next task.

        Returns:
            The seconds that it takes at speed 1, or `None` if there is nothing to do.
        """
        machine = self.machine
        if machine.stage is Stage.FAULT:
            return self._fix()
        if machine.stage is Stage.IDLE:
            if machine.board is not None and not machine.is_fresh:
                self.put_away(machine.take_board())
                return BOARD_SECONDS
            if machine.board is None:
                self._insert()
                return BOARD_SECONDS
        if machine.stage is Stage.FEED:
            self._fill_hopper()
        return None

    def _fix(self) -> float | None:
        machine = self.machine
        if machine.fault is FaultCode.WRONG_BOARD:
            machine.take_board()
            self._insert()
            return 2 * BOARD_SECONDS
        if not self.fixes:
            return None
        machine.press_key()
        return FIX_SECONDS

    def _insert(self) -> None:
        number = None
        if self.numbers:
            if self.machine.troubles.at_board() is SimulatedFault.WRONG_BOARD:
                self._next_number += 1
            number = self.numbers[self._next_number % len(self.numbers)]
            self._next_number += 1
        self.machine.insert_board(PhysicalBoard(number=number))

    def put_away(self, board: PhysicalBoard | None) -> None:
        """Put a board away: finished ones into the rack, half-dealt ones emptied."""
        if board is None or board.job_id is None:
            return
        state = self.machine.report(board.job_id).state
        self.machine.witness("away", board.job_id, state.value)
        if state is JobState.DONE:
            self.rack.append(board)
        elif state is JobState.UNKNOWN and board.cards == 52:
            # The power went while it was dealt. It looks full; the operator will be asked.
            self.undecided[board.job_id] = board

    def _fill_hopper(self) -> None:
        status = self.machine.status()
        if status.job_id is None or status.cards or status.job_id == self._decked:
            return
        self._decked = status.job_id
        self.bring_deck()

    def bring_deck(self) -> None:
        """Put a deck into the hopper, replacing its content."""
        mode = self.machine.job_mode
        deck = sorted_deck() if mode is Mode.SORTED else shuffled_deck(self._random)
        if self.next_deck:
            deck = [PhysicalCard(code) for code in self.next_deck.popleft()]
        if self.machine.wants_stop_card:
            deck.append(PhysicalCard(STOP_CARD))
        self.machine.hopper.clear()
        self.machine.floor.clear()
        self.machine.hopper.extend(deck)

    def boards(self) -> Iterator[PhysicalBoard]:
        """Yield every full board, finished or unresolved, and the one in the machine."""
        yield from self.rack
        yield from self.undecided.values()
        if self.machine.board is not None and self.machine.board.cards == 52:
            yield self.machine.board
