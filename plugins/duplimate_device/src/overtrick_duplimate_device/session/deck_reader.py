"""Deck reading: verify a deck, or record a deal made by hand."""

from __future__ import annotations

import time
from collections.abc import Callable

from overtrick import DeviceError
from overtrick_duplimate_device.interface.driver import (
    BoardIn,
    CardDropped,
    Done,
    Driver,
    Event,
    FaultCleared,
    FaultRaised,
    Job,
    Mode,
    new_job_id,
)
from overtrick_duplimate_device.interface.faults import FAULT_HELP, Recovery
from overtrick_duplimate_device.session.tally import Tally

_SLICE = 0.2
_MOST_TRIES = 10


class DeckReader:
    """A reader of decks on a machine, one board at a time.

    Args:
        driver: the machine.
        mode: `VERIFY` or `RECORD`.
        show: shows a notice to the operator; never a card.
        patience: seconds without an event after which it gives up.
        show_cards: whether a fault names its card.

    Raises:
        DeviceError: the machine cannot do this.
    """

    def __init__(
        self,
        driver: Driver,
        mode: Mode,
        show: Callable[[str], None],
        *,
        patience: float = 600.0,
        show_cards: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        if mode not in driver.capabilities.modes:
            msg = f"this machine cannot {mode} decks"
            raise DeviceError(msg)
        self._driver = driver
        self._mode = mode
        self._show = show
        self._patience = patience
        self._show_cards = show_cards
        self._clock = clock
        self._job_id = ""
        self._tally = Tally(mode, None)

    def read(self, board: int | None = None) -> Tally:
        """Read one deck.

        Args:
            board: the board's number, for the machine's display.

        Returns:
            The cards read; `Tally.verdict` checks them.

        Raises:
            DeviceError: the machine is lost, the operator does not act, or the deck stays wrong.
        """
        for _ in range(_MOST_TRIES):
            self._await_board(board)
            self._begin(board)
            if self._follow():
                return self._tally
        msg = f"the deck was begun {_MOST_TRIES} times and never came right; look at the machine"
        raise DeviceError(msg)

    def _next(self) -> Event:
        started = self._clock()
        while self._clock() - started < self._patience:
            event = self._driver.next_event(_SLICE)
            if event is not None:
                return event
        msg = "nobody did what was asked"
        raise DeviceError(msg)

    def _await_board(self, board: int | None) -> None:
        status = self._driver.status()
        if status.job_id is not None and status.state.is_in_hand:
            self._driver.abort(status.job_id)
            status = self._driver.status()
        if not self._driver.capabilities.detects_board or status.is_fresh:
            return
        name = "an empty board" if board is None else f"the empty board {board}"
        self._show(f"Put the deck into the hopper and {name} into the machine.")
        while not isinstance(self._next(), BoardIn):
            pass

    def _begin(self, board: int | None) -> None:
        self._job_id = new_job_id()
        self._tally = Tally(self._mode, None)
        self._driver.load(Job(id=self._job_id, mode=self._mode, board=board))
        self._driver.start(self._job_id)

    def _follow(self) -> bool:
        """Follow the job to its end; return whether there is a result."""
        while True:
            event = self._next()
            if isinstance(event, CardDropped) and event.job_id == self._job_id:
                wrong = self._tally.add(event.position, event.card, event.pocket)
                if wrong is not None:
                    self._show(f"The deck is not right: {wrong.value}. Start it again.")
                    self._driver.abort(self._job_id)
                    return False
            elif isinstance(event, Done) and event.job_id == self._job_id:
                return True
            elif isinstance(event, FaultRaised):
                self._show(self._describe(event))
            elif isinstance(event, FaultCleared):
                if event.how is Recovery.CONTINUE:
                    self._driver.start(self._job_id)
                else:
                    self._driver.abort(self._job_id)
                    self._show("The deck is read from the start.")
                    return False

    def _describe(self, event: FaultRaised) -> str:
        words = FAULT_HELP[event.code]
        card = f" ({event.card})" if self._show_cards and event.card is not None else ""
        return f"{words.title}{card}. {words.advice}"
