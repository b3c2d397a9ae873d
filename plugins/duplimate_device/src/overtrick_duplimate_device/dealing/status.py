"""The status of sessions: boards done, in doubt, and left."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from pathlib import Path

import attrs

from overtrick_duplimate_device.journal.codes import DamagedJournalError
from overtrick_duplimate_device.journal.journal import Journal
from overtrick_duplimate_device.journal.ledger import Attempt, LedgerStatus
from overtrick_duplimate_device.journal.plan import Plan
from overtrick_duplimate_device.journal.store import survey


class Hand(enum.StrEnum):
    """The possible state of a board in hand."""

    NOT_STARTED = "not started"
    HALF_DEALT = "half dealt: it must be emptied"
    DOUBTFUL = "in doubt: it may be finished"

    @classmethod
    def of(cls, attempt: Attempt) -> Hand:
        """Return the possible state of a started board."""
        if attempt.may_be_complete:
            return cls.DOUBTFUL
        return cls.HALF_DEALT if attempt.may_have_started else cls.NOT_STARTED


@attrs.frozen(kw_only=True)
class BoardInProgress:
    """A board that was started and neither finished nor aborted."""

    board: int
    copy: int
    hand: Hand


@attrs.frozen(kw_only=True)
class SessionState:
    """The status of a session, from its journal.

    Attributes:
        session: its name.
        journal: the journal's first file.
        path: the file of its deals; a substitute for boards from a pipe.
        format: that file's format.
        device: the address of the machine that it began on.
        plan: the boards and copies to deal.
        standing: whether it is open, stopped or finished.
        done: copies dealt by the plan, by board, ascending.
        extra: copies dealt beyond the plan.
        in_hand: the board in hand, or `None`.
        asked_again: boards requested with `redeal` and not dealt yet.
        faults: faults so far.
        failed: boards given up and dealt afresh so far.
    """

    session: str
    journal: Path
    path: str
    format: str
    device: str
    plan: Plan
    standing: LedgerStatus
    done: Mapping[int, int]
    extra: int
    in_hand: BoardInProgress | None
    asked_again: tuple[int, ...]
    faults: int
    failed: int

    @property
    def dealt(self) -> int:
        """The number of boards dealt by the plan, copies included."""
        return sum(self.done.values())

    @property
    def left(self) -> dict[int, int] | None:
        """The remaining copies by board, in the order of the plan; `None` without a limit."""
        plan = self.plan
        if plan.copies is None:
            return None
        left = {board: plan.copies - self.done.get(board, 0) for board in plan.boards}
        return {board: count for board, count in left.items() if count > 0}


def state_of(journal: Journal) -> SessionState:
    """Return the status of a session."""
    header, ledger = journal.header, journal.ledger()
    attempt = ledger.attempt
    return SessionState(
        session=header.session,
        journal=journal.path,
        path=header.path,
        format=header.format,
        device=header.device,
        plan=header.plan,
        standing=ledger.standing,
        done=dict(sorted(ledger.done.items())),
        extra=sum(ledger.extra_done.values()),
        in_hand=(
            None
            if attempt is None
            else BoardInProgress(board=attempt.board, copy=attempt.copy, hand=Hand.of(attempt))
        ),
        asked_again=tuple(ledger.extras),
        faults=ledger.faults,
        failed=ledger.failed,
    )


@attrs.frozen(kw_only=True)
class Sessions:
    """The sessions of a folder of journals.

    Attributes:
        sound: the status of sessions with intact journals, the most recently used first.
        damaged: why each of the others cannot be trusted, and what to do.
    """

    sound: tuple[SessionState, ...]
    damaged: tuple[DamagedJournalError, ...]


def all_sessions(folder: Path) -> Sessions:
    """Return the status of all sessions of a folder.

    Raises:
        JournalError: the folder is there and cannot be read.
    """
    found = survey(folder)
    return Sessions(sound=tuple(map(state_of, found.sound)), damaged=found.damaged)
