"""The inputs of a session: from the machine, the operator, and the runner."""

from __future__ import annotations

import enum
from collections.abc import Mapping

import attrs

from overtrick_duplimate_device.interface.driver import (
    Capabilities,
    Event,
    Identity,
    JobReport,
    Status,
)


class Operator(enum.StrEnum):
    """The answers of an operator; `UNCLEAR` is input without a meaning now."""

    PAUSE = "pause"
    CONTINUE = "continue"
    AFRESH = "afresh"
    TAKE = "take"
    STOP = "stop"
    YES = "yes"
    NO = "no"
    UNCLEAR = "unclear"


@attrs.frozen(kw_only=True)
class Connected:
    """The machine is connected."""

    identity: Identity
    capabilities: Capabilities
    status: Status


@attrs.frozen
class LinkLost:
    """The connection broke."""

    reason: str


@attrs.frozen
class MachineTaken:
    """Another host uses the machine.

    Attributes:
        host: what it calls itself, or empty.
        losses: how often the machine was lost, where that is all that is known.
    """

    host: str = ""
    losses: int = 0


@attrs.frozen
class ReconnectFailed:
    """Reconnecting failed, or a question got no answer."""

    reason: str


@attrs.frozen
class FileAhead:
    """The file of a resumed session has unexplained counters.

    Attributes:
        counters: those that are above the ones that the journal wrote down last and that no
            other session explains, by board.
    """

    counters: Mapping[int, int]


@attrs.frozen
class Answered:
    """The machine carried out the command."""


@attrs.frozen
class Refused:
    """The machine refused the command; `code` as in `MachineRefusedError`."""

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
    """The machine is connected but has been silent for long."""


@attrs.frozen
class FileKept:
    """The file's counter of a dealt board is up to date, or there is none."""

    board: int


@attrs.frozen
class FileTrouble:
    """The file's counters could not be written."""

    reason: str


Input = (
    Event
    | Connected
    | LinkLost
    | MachineTaken
    | ReconnectFailed
    | Answered
    | Refused
    | Reported
    | StatusAnswer
    | Silent
    | FileAhead
    | FileKept
    | FileTrouble
    | Operator
)
"""The inputs of a session."""
