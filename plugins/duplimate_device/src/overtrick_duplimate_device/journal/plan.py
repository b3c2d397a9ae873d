"""The plan: the boards to deal, and their order."""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence

import attrs

from overtrick import OptionError
from overtrick_duplimate_device.interface.driver import Mode


class Order(enum.StrEnum):
    """The order. `BOARD`: all copies of a board, then the next board. `SET`: set after set."""

    BOARD = "board"
    SET = "set"


@attrs.frozen(kw_only=True)
class Task:
    """One board to deal.

    Attributes:
        board: its number.
        copy: which copy of it, from 1.
        is_extra: whether it was asked for with `redeal`, beyond the plan.
    """

    board: int
    copy: int
    is_extra: bool = False


@attrs.frozen(kw_only=True)
class Plan:
    """The plan of a session.

    Attributes:
        boards: the boards' numbers in the order of dealing.
        copies: copies of each board, or `None` for no limit.
        order: which copy comes next.
        is_auto_number: whether the number on the inserted board chooses the deal.
        mode: `DEAL`, or `SORTED` for cards without bar codes.
        stop_card: whether an extra card divides the decks.

    Raises:
        OptionError: no boards, a board twice, no copies, or an order that never reaches the
            second board.
    """

    boards: tuple[int, ...]
    copies: int | None = 1
    order: Order = Order.BOARD
    is_auto_number: bool = False
    mode: Mode = Mode.DEAL
    stop_card: bool = False

    def __attrs_post_init__(self) -> None:
        if not self.boards or len(set(self.boards)) != len(self.boards):
            msg = "a session needs boards, each named once"
            raise OptionError(msg)
        if self.copies is not None and self.copies < 1:
            msg = "the number of copies is 1 or more, or * for no limit"
            raise OptionError(msg)
        if (
            self.copies is None
            and self.order is Order.BOARD
            and len(self.boards) > 1
            and not self.is_auto_number
        ):
            msg = "without a limit of copies the second board is never reached; use --order set"
            raise OptionError(msg)
        if self.mode not in {Mode.DEAL, Mode.SORTED}:
            msg = f"a session deals; {self.mode} has a command of its own"
            raise OptionError(msg)

    @property
    def total(self) -> int | None:
        """The number of boards to deal, copies included; `None` for no limit."""
        return None if self.copies is None else self.copies * len(self.boards)

    def is_wanted(self, board: int, done: Mapping[int, int]) -> bool:
        """Whether another copy of a board belongs to the plan."""
        if board not in self.boards:
            return False
        return self.copies is None or done.get(board, 0) < self.copies

    def next_task(
        self, done: Mapping[int, int], extras: Sequence[int] = (), number: int | None = None
    ) -> Task | None:
        """Return the next board to deal, or `None` when nothing is left.

        Args:
            done: copies dealt of each board by this plan.
            extras: boards that were asked for once more; they come first.
            number: the number on the inserted board, where it chooses.
        """
        if number is not None:
            if number in extras:
                return Task(board=number, copy=done.get(number, 0) + 1, is_extra=True)
            if self.is_wanted(number, done):
                return Task(board=number, copy=done.get(number, 0) + 1)
            return None
        if extras:
            return Task(board=extras[0], copy=done.get(extras[0], 0) + 1, is_extra=True)
        wanted = [board for board in self.boards if self.is_wanted(board, done)]
        if not wanted:
            return None
        board = wanted[0]
        if self.order is Order.SET:
            board = min(wanted, key=lambda number: done.get(number, 0))
        return Task(board=board, copy=done.get(board, 0) + 1)
