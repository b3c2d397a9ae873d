"""The stages of the simulated machine, their pace, and what it remembers of a job."""

from __future__ import annotations

import enum
from typing import Final

import attrs

from overtrick.model import Seat
from overtrick_duplimate_device.interface.driver import Job, JobState
from overtrick_duplimate_device.interface.tally import Pockets


class Stage(enum.StrEnum):
    """Where the machine is with the card in hand, or why it stands still."""

    IDLE = "idle"
    LOADED = "loaded"
    FEED = "feed"
    READ = "read"
    ROUTE = "route"
    POCKET = "pocket"
    PAUSED = "paused"
    FAULT = "fault"


STAGE_SECONDS: Final = {Stage.FEED: 0.045, Stage.READ: 0.02, Stage.ROUTE: 0.02, Stage.POCKET: 0.04}
"""What a stage takes at speed 1: 0.125 s a card, 6.5 s a board."""

WORKING: Final = frozenset(STAGE_SECONDS)
"""The stages in which something moves."""


@attrs.define
class JobRecord:
    """What the machine remembers of a job."""

    job: Job
    state: JobState = JobState.LOADED
    dropped: int = 0
    pockets: list[Seat | None] = attrs.field(factory=lambda: [None] * 52, repr=False)
    routes: Pockets | None = attrs.field(default=None, repr=False)
    ordinal: int = 0
