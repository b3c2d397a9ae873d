"""What goes into a session and what comes out of it."""

from __future__ import annotations

import enum

import attrs

from overtrick_duplimate_device.interface.driver import (
    Capabilities,
    Event,
    Identity,
    Job,
    JobReport,
    Status,
)
from overtrick_duplimate_device.journal.ledger import Entry


class Phase(enum.StrEnum):
    """What a session waits for."""

    OFFLINE = "offline"
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


class BoardPlace(enum.StrEnum):
    """The board in the machine: none, an empty one, a used one, or nobody can see."""

    NONE = "none"
    FRESH = "fresh"
    USED = "used"
    UNSEEN = "unseen"


class Operator(enum.StrEnum):
    """What an operator can say."""

    PAUSE = "pause"
    CONTINUE = "continue"
    AFRESH = "afresh"
    STOP = "stop"
    YES = "yes"
    NO = "no"


@attrs.frozen(kw_only=True)
class Connected:
    """The machine is there."""

    identity: Identity
    capabilities: Capabilities
    status: Status


@attrs.frozen
class Lost:
    """The connection broke."""

    reason: str


@attrs.frozen
class GaveUp:
    """The connection could not be made again, or nobody answers a question."""

    reason: str


@attrs.frozen
class Answered:
    """The machine did what it was told."""


@attrs.frozen
class Refused:
    """The machine will not; `code` as in `MachineRefusedError`."""

    code: str


@attrs.frozen
class Reported:
    """The machine answered `REPORT`."""

    report: JobReport


@attrs.frozen
class StatusAnswer:
    """The machine answered `STATUS`."""

    status: Status


@attrs.frozen
class Silent:
    """The machine has not reported anything for long, though it is there."""


@attrs.frozen
class FileTrouble:
    """The file's counters could not be written."""

    reason: str


Input = (
    Event
    | Connected
    | Lost
    | GaveUp
    | Answered
    | Refused
    | Reported
    | StatusAnswer
    | Silent
    | FileTrouble
    | Operator
)
"""What a session takes in."""


class Verb(enum.StrEnum):
    """What a machine is told, or asked."""

    LOAD = "load"
    START = "start"
    PAUSE = "pause"
    ABORT = "abort"
    CLEAR = "clear"
    REJECT = "reject"
    REPORT = "report"
    STATUS = "status"


@attrs.frozen
class Write:
    """Write an entry to the journal, and do not go on before it is on the disk."""

    entry: Entry


@attrs.frozen
class Tell:
    """Tell the machine something and hand its answer back as the next input."""

    verb: Verb
    job_id: str = ""
    job: Job | None = None


@attrs.frozen
class UpdateFile:
    """Bring the file's counter of a board up to date."""

    board: int


@attrs.frozen
class Show:
    """Tell the operator; never a card."""

    text: str


Action = Write | Tell | UpdateFile | Show
"""What a session wants done."""
