"""An imaginary machine: all 52 cards fall at once, and a robot changes its boards."""

from __future__ import annotations

import overtrick_duplimate_device as api
from overtrick import Deal, Seat


class Machine:
    """The machine at the other end of the line.

    Attributes:
        board: the cards in each pocket of the board in the machine, `None` without a board.
        events: the events that were not read yet, in order.
    """

    def __init__(self, *, has_robot: bool = True) -> None:
        self.board: dict[Seat, frozenset[int]] | None = None
        self.events: list[api.Event] = []
        self._has_robot = has_robot
        if has_robot:
            self.put_board()

    @property
    def is_fresh(self) -> bool:
        """Whether an empty board is in."""
        return self.board is not None and not any(self.board.values())

    def put_board(self) -> None:
        """Put an empty board in."""
        self.board = {seat: frozenset() for seat in Seat}
        self.events.append(api.BoardIn())

    def take_board(self) -> None:
        """Take the board out."""
        if self.board is not None:
            self.board = None
            self.events.append(api.BoardOut())

    def deal(self, job_id: str, deal: Deal) -> None:
        """Deal a board, with an event for each card."""
        cards = [(seat, card) for seat in Seat for card in deal[seat]]
        self.board = {seat: frozenset(card.index for card in deal[seat]) for seat in Seat}
        self.events += [
            api.CardDropped(job_id=job_id, position=position, pocket=seat, card=card)
            for position, (seat, card) in enumerate(cards, start=1)
        ]
        self.events.append(api.Done(job_id=job_id))
        if self._has_robot:
            self.take_board()
            self.put_board()
