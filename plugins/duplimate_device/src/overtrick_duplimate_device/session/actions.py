"""The actions of a session: journal entries, machine commands, counter updates, notices."""

from __future__ import annotations

import enum

import attrs

from overtrick_duplimate_device.interface.driver import Job
from overtrick_duplimate_device.interface.faults import FaultCode
from overtrick_duplimate_device.journal.ledger import Entry


class Verb(enum.StrEnum):
    """The commands and queries to a machine."""

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
    """Write an entry to the journal, and sync it before continuing."""

    entry: Entry


@attrs.frozen
class SendCommand:
    """Send a command to the machine and pass its reply back as the next input."""

    verb: Verb
    job_id: str = ""
    job: Job | None = None


@attrs.frozen
class UpdateFile:
    """Update the file's counter of a board before continuing."""

    board: int


class NoticeKind(enum.StrEnum):
    """The kind of a notice.

    `PROMPT`: what to do now, or what is asked. `DEALT`, `NOT_DEALT`: how a board ended. `WRONG`:
    a board that turns out not to be right while it is dealt. `PAUSING`: the machine stops after
    the card in hand. `REFUSED`: what the machine will not do. `GAVE_UP`: why the session does not
    wait any longer. `PUT_BACK`: the journal was put back from an older copy. `RECOUNTED`: another
    program counts in the file too. `RESET`: the file's count is below the journal's.
    `UNLOCKED`: other programs cannot be locked out. `DRIVER`: what a driver did that it may not.
    `FILE`: why the file's counters cannot be kept. `UNCLEAR`: which keys mean something now.
    `ENDED`: the last word.
    """

    PROMPT = "prompt"
    DEALT = "dealt"
    NOT_DEALT = "not-dealt"
    WRONG = "wrong"
    PAUSING = "pausing"
    REFUSED = "refused"
    GAVE_UP = "gave-up"
    PUT_BACK = "put-back"
    RECOUNTED = "recounted"
    RESET = "reset"
    UNLOCKED = "unlocked"
    DRIVER = "driver"
    FILE = "file"
    UNCLEAR = "unclear"
    ENDED = "ended"


@attrs.frozen
class Notice:
    """Show a notice to the operator; never a card.

    Attributes:
        kind: its subject; the display depends on it.
        text: the words.
        command: a command to go on with, which is shown unchanged, ready to paste.
        board: the board that it is about, or `None`.
        copy: which copy of it, or `None`.
        fault: the fault that it is about, or `None`.
    """

    kind: NoticeKind
    text: str
    command: str = ""
    board: int | None = None
    copy: int | None = None
    fault: FaultCode | None = None


Action = Write | SendCommand | UpdateFile | Notice
"""The actions of a session."""
