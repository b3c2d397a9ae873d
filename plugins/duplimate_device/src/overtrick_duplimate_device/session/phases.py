"""The phases of a session, its questions, and its outcomes."""

from __future__ import annotations

import enum


class Phase(enum.StrEnum):
    """The phase of a session."""

    OFFLINE = "offline"
    TAKEN = "taken"
    SETTLING = "settling"
    WAITING = "waiting"
    LOADING = "loading"
    DEALING = "dealing"
    REMOVING = "removing"
    FAULT = "fault"
    PAUSED = "paused"
    ASKING = "asking"
    OVER = "over"


class Outcome(enum.StrEnum):
    """The outcome of a session."""

    FINISHED = "finished"
    STOPPED = "stopped"
    DEVICE = "device"
    FILE = "file"


class Question(enum.StrEnum):
    """A question to the operator, answered yes or no.

    `DOUBT`: whether a board without a reported end is finished. `CONFIRM`: whether the machine
    finished it. `COUNTED`: whether this session dealt the copies that the file counts and the
    journal does not know. `BEGUN`: whether a board is dealt that the journal does not know.
    `BOARD_READY`: whether the empty board is in place.
    """

    DOUBT = "doubt"
    CONFIRM = "confirm"
    COUNTED = "counted"
    BEGUN = "begun"
    BOARD_READY = "board-ready"


class OperatorTask(enum.StrEnum):
    """The operator's task with a board before the machine can continue.

    `PUT_IN`: put the empty board in. `EMPTY`: take the board out, empty it and put it back.
    `CHANGE`: another board is in than the one that is wanted. `TURN_AWAY`: the board that is in is
    not wanted at all. `TAKE_OUT`: take the finished board out.
    """

    PUT_IN = "put-in"
    EMPTY = "empty"
    CHANGE = "change"
    TURN_AWAY = "turn-away"
    TAKE_OUT = "take-out"
