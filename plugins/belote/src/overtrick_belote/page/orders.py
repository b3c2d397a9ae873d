"""Requests of a browser window to a table: actions, help, and the state afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import attrs

from overtrick_belote.errors import BeloteError
from overtrick_belote.page.presenter import goes_on, hand_cards, shown, told_step
from overtrick_belote.page.sheets import SHEETS, Sheet, named
from overtrick_belote.page.tables import OpenTable
from overtrick_belote.page.voices import PageTexts
from overtrick_belote.rules.auction import DOUBLE
from overtrick_belote.table.entries import read_action
from overtrick_belote.table.session import Step
from overtrick_belote.table.setup import read_seat
from overtrick_belote.table.visible import early_doubler


class UnknownOrderError(BeloteError):
    """The request is unknown or incomplete."""


class StaleVersionError(BeloteError):
    """The window's version of the table is out of date."""


@attrs.frozen(kw_only=True)
class Answer:
    """The answer to a request.

    Attributes:
        sheet: something to read.
        note: a sentence.
        hand: a hand that is looked at: its player's letter and its cards.
    """

    sheet: Sheet | None = None
    note: str = ""
    hand: tuple[str, tuple[str, ...]] | None = None


_Order = Callable[[OpenTable, PageTexts, Mapping[str, Any]], Answer]


def _act(sitting: OpenTable, voice: PageTexts, asked: Mapping[str, Any]) -> Answer:
    action = read_action(str(asked.get("action", "")))
    lesson, table = sitting.house.lesson, sitting.table
    told = None if lesson is None else lesson.coming(table)
    if told is not None and told.action != action:
        return Answer(note=voice.label("lesson-other", action=named(told.action, voice)))
    table.act(action)
    return Answer()


def _go(sitting: OpenTable, voice: PageTexts, asked: Mapping[str, Any]) -> Answer:
    """Advance the game by one action that needs no human player."""
    if goes_on(sitting):
        lesson, table = sitting.house.lesson, sitting.table
        told = None if lesson is None else lesson.coming(table)
        if told is not None:
            table.happen(told)
        elif table.is_persons_turn:
            table.play_forced()
        else:
            table.step()
        if table.is_over:
            sitting.house.keep()
    return Answer()


def _double(sitting: OpenTable, voice: PageTexts, _: Mapping[str, Any]) -> Answer:
    who = early_doubler(sitting.table)
    if who is None:
        return Answer(note=voice.label("no-double"))
    sitting.table.act(DOUBLE, who)
    return Answer()


def _peek(sitting: OpenTable, _: PageTexts, asked: Mapping[str, Any]) -> Answer:
    seat = read_seat(asked.get("seat"))
    contract = sitting.table.state.contract
    trump = None if contract is None else contract.bid.suit
    cards = hand_cards(sitting.table.peek(seat), trump)
    return Answer(hand=(seat.symbol, tuple(cards)))


def _without_help(sitting: OpenTable, _: PageTexts, asked: Mapping[str, Any]) -> Answer:
    table = sitting.table
    table.switch_help(without=not table.without_help)
    return Answer()


def _ends(sitting: OpenTable, end: Callable[[], Iterator[Step]]) -> Answer:
    for _ in end():
        pass
    if sitting.table.is_over:
        sitting.house.keep()
    return Answer()


def _plain(do: Callable[[OpenTable], object]) -> _Order:
    def order(sitting: OpenTable, _: PageTexts, __: Mapping[str, Any]) -> Answer:
        do(sitting)
        return Answer()

    return order


ORDERS: Final[Mapping[str, _Order]] = {
    "act": _act,
    "go": _go,
    "double-now": _double,
    "peek": _peek,
    "without-help": _without_help,
    "undo": _plain(lambda sitting: sitting.table.undo()),
    "replay-bidding": _plain(lambda sitting: sitting.table.replay_bidding()),
    "replay-cards": _plain(lambda sitting: sitting.table.replay_cards()),
    "next-hand": _plain(lambda sitting: sitting.table.next_hand()),
    "shuffle": _plain(lambda sitting: sitting.table.next_hand(shuffle=True)),
    "end-bidding": lambda sitting, _, __: _ends(sitting, sitting.table.end_bidding),
    "end-cards": lambda sitting, _, __: _ends(sitting, sitting.table.end_cards),
}
"""The requests, by name."""

_WAITING: Final = frozenset({"go"})
"""The automatic requests of a window: if another window was faster, they only return the state."""


def obey(sitting: OpenTable, voice: PageTexts, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Carry out a request of a window and return its answer.

    Args:
        sitting: the table.
        voice: how the page speaks.
        asked: `order`, one of `ORDERS` or `SHEETS`; `version`, what the window has seen;
            `reveal`, whether the person at turn sees his cards; and what the order needs.

    Returns:
        `state`: the table as it is now. `steps`: what was done since the version; `jump` instead
        where the table was taken back or has another hand. `sheet`, `note`, `hand`: the answer.

    Raises:
        StaleVersionError: the table is not as the window has it; nothing was done.
        RefusedError: the rules of the game or of the table do not allow it.
        UnknownOrderError: there is no such order.
    """
    name, version = asked.get("order"), asked.get("version")
    if not isinstance(version, int) or isinstance(version, bool):
        msg = "'version' is missing"
        raise UnknownOrderError(msg)
    with sitting.lock:
        is_stale = sitting.is_stale(version)
        if is_stale and name not in _WAITING:
            raise StaleVersionError(voice.label("stale"))
        answer = Answer()
        if name in SHEETS:
            answer = Answer(sheet=SHEETS[str(name)](sitting, voice, asked))
        elif name not in ORDERS:
            msg = f"no order is called {name!r}"
            raise UnknownOrderError(msg)
        elif not is_stale:
            answer = ORDERS[str(name)](sitting, voice, asked)
        return _answered(sitting, voice, version, answer, revealed=asked.get("reveal") is True)


def _answered(
    sitting: OpenTable, voice: PageTexts, version: int, answer: Answer, *, revealed: bool
) -> dict[str, Any]:
    steps = sitting.new_steps(version)
    # Where several people play, cards are put away as soon as another one is at turn.
    turn = sitting.table.turn
    is_same_turn = steps is not None and all(step.seat == turn for step in steps)
    return {
        "state": shown(sitting, voice, revealed=revealed and is_same_turn),
        "steps": [told_step(sitting.table, step, voice) for step in steps or ()],
        "jump": steps is None,
        "sheet": None if answer.sheet is None else answer.sheet.json,
        "note": answer.note,
        "hand": None
        if answer.hand is None
        else {"seat": answer.hand[0], "cards": list(answer.hand[1])},
    }


def seen(sitting: OpenTable, voice: PageTexts, version: int, *, revealed: bool) -> dict[str, Any]:
    """Return the state for a window at some version; as `obey`, without an action."""
    with sitting.lock:
        answer = _answered(sitting, voice, version, Answer(), revealed=revealed)
        if revealed:
            answer["state"] = shown(sitting, voice, revealed=True)
        return answer
