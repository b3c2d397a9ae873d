"""The next board: the plan's choice, and its match with the board in the machine."""

from __future__ import annotations

import enum
from typing import Final

import attrs

from overtrick_duplimate_device.journal.ledger import Ledger
from overtrick_duplimate_device.journal.plan import Plan, Task
from overtrick_duplimate_device.session.phases import OperatorTask

_EMPTY_IT: Final = "Take the board out, empty it, gather all 52 cards, and put it back."


class BoardPlace(enum.StrEnum):
    """The board in the machine: none, an empty one, a used one, or unknown."""

    NONE = "none"
    FRESH = "fresh"
    USED = "used"
    UNSEEN = "unseen"


class Step(enum.Enum):
    """The next step for the board in the machine.

    `TAKE`: deal into it. `AWAIT`: wait until the operator changes it. `ASK`: ask whether the right
    one is in place, because the machine cannot see it. `TURN_AWAY`: it is not wanted, and the
    machine is to show it.
    """

    TAKE = enum.auto()
    AWAIT = enum.auto()
    ASK = enum.auto()
    TURN_AWAY = enum.auto()


@attrs.frozen
class Choice:
    """A step, its board, and the notice for the operator.

    Attributes:
        step: what to do.
        task: the board that it is for.
        text: the notice for the operator.
        need: the same as a value; `None` if the operator has nothing to do.
        board: the board that is wanted; `None` where any will do.
    """

    step: Step
    task: Task
    text: str = ""
    need: OperatorTask | None = None
    board: int | None = None


def next_task(plan: Plan, ledger: Ledger, *, extras_only: bool) -> Task | None:
    """Return the next board to deal, or `None` when nothing is left.

    Args:
        plan: the boards and copies to deal.
        ledger: the copies dealt so far.
        extras_only: whether only what was asked for with `redeal` is dealt.
    """
    if extras_only and not ledger.extras:
        return None
    return plan.next_task(ledger.done, ledger.extras)


def choose(plan: Plan, ledger: Ledger, task: Task, place: BoardPlace, number: int | None) -> Choice:
    """Return the next step for the board in the machine.

    Args:
        plan: the boards and copies to deal.
        ledger: the copies dealt so far.
        task: what is dealt next, unless the number on the board chooses.
        place: the board in the machine.
        number: the number read from it, or `None`.
    """
    if place is BoardPlace.USED:
        return Choice(Step.AWAIT, task, _EMPTY_IT, OperatorTask.EMPTY)
    which = "an empty board" if plan.is_auto_number else f"the empty board {task.board}"
    board = None if plan.is_auto_number else task.board
    wanted = f"Put {which} into the machine."
    if place is BoardPlace.NONE:
        return Choice(Step.AWAIT, task, wanted, OperatorTask.PUT_IN, board)
    if place is BoardPlace.UNSEEN:
        text = f"{wanted} Is it there, and the deck in place?"
        return Choice(Step.ASK, task, text, OperatorTask.PUT_IN, board)
    if plan.is_auto_number:
        chosen = number and plan.next_task(ledger.done, ledger.extras, number=number)
        if chosen:
            return Choice(Step.TAKE, chosen)
        name = "that has no number" if number is None else f"{number}"
        text = f"Board {name} is not wanted; take it out."
        return Choice(Step.TURN_AWAY, task, text, OperatorTask.TURN_AWAY)
    if number is not None and number != task.board:
        text = f"Board {number} is in the machine; board {task.board} is wanted."
        return Choice(Step.TURN_AWAY, task, text, OperatorTask.CHANGE, board)
    return Choice(Step.TAKE, task)
