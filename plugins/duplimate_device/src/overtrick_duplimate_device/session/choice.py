"""The next board: what the plan wants, and whether the board in the machine can be it."""

from __future__ import annotations

import enum
from typing import Final

import attrs

from overtrick_duplimate_device.journal.ledger import Ledger
from overtrick_duplimate_device.journal.plan import Plan, Task

_EMPTY_IT: Final = "Take the board out, empty it, gather all 52 cards, and put it back."


class BoardPlace(enum.StrEnum):
    """The board in the machine: none, an empty one, a used one, or nobody can see."""

    NONE = "none"
    FRESH = "fresh"
    USED = "used"
    UNSEEN = "unseen"


@attrs.frozen
class Take:
    """Deal into the board in the machine."""

    task: Task


@attrs.frozen
class Await:
    """Wait until somebody changes the board in the machine."""

    text: str


@attrs.frozen
class Ask:
    """Ask whether the right board is in place, because the machine cannot see it."""

    text: str


@attrs.frozen
class TurnAway:
    """The board in the machine is not wanted; the machine is to show it."""

    text: str


Choice = Take | Await | Ask | TurnAway


def next_task(plan: Plan, ledger: Ledger, *, extras_only: bool) -> Task | None:
    """Return what is dealt next, or `None` when nothing is left.

    Args:
        plan: what is to be dealt.
        ledger: what was dealt.
        extras_only: whether only what was asked for with `again` is dealt.
    """
    if extras_only and not ledger.extras:
        return None
    return plan.next_task(ledger.done, ledger.extras)


def choose(plan: Plan, ledger: Ledger, task: Task, place: BoardPlace, number: int | None) -> Choice:
    """Return what to do with the board in the machine.

    Args:
        plan: what is to be dealt.
        ledger: what was dealt.
        task: what is dealt next, unless the number on the board chooses.
        place: the board in the machine.
        number: the number read from it, or `None`.
    """
    if place is BoardPlace.USED:
        return Await(_EMPTY_IT)
    which = "an empty board" if plan.is_auto_number else f"the empty board {task.board}"
    wanted = f"Put {which} into the machine."
    if place is BoardPlace.NONE:
        return Await(wanted)
    if place is BoardPlace.UNSEEN:
        return Ask(f"{wanted} Is it there, and the deck in place?")
    if plan.is_auto_number:
        chosen = number and plan.next_task(ledger.done, ledger.extras, number=number)
        if chosen:
            return Take(chosen)
        board = "that has no number" if number is None else f"{number}"
        return TurnAway(f"Board {board} is not wanted; take it out.")
    if number is not None and number != task.board:
        return TurnAway(f"Board {number} is in the machine; board {task.board} is wanted.")
    return Take(task)
