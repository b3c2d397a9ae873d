"""What a session waits for, what it asks, and why it ended."""

from __future__ import annotations

import enum


class Phase(enum.StrEnum):
    """What a session waits for."""

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
    """Why a session ended."""

    FINISHED = "finished"
    STOPPED = "stopped"
    DEVICE = "device"
    FILE = "file"


class Question(enum.StrEnum):
    """What an operator can be asked; every question is answered yes or no."""

    DOUBT = "doubt"
    CONFIRM = "confirm"
    BOARD_READY = "board-ready"
