"""Reconcile a board without a reported end, using all remaining evidence."""

from __future__ import annotations

import enum
from typing import Final

import attrs

from overtrick_duplimate_device.interface.driver import JobReport, JobState
from overtrick_duplimate_device.interface.pockets import Pockets
from overtrick_duplimate_device.journal.ledger import Attempt, EntryKind
from overtrick_duplimate_device.session.tally import judge_pockets


class End(enum.Enum):
    """The end of an attempt.

    `DEALT`: it counts. `UNTOUCHED`: it was never started, so no card is in the board.
    `SPOILT`: the board must be emptied. `IN_HAND`: the machine still has the job, which must be
    given up. `DOUBTFUL`: unknown; the operator must look.
    """

    DEALT = enum.auto()
    UNTOUCHED = enum.auto()
    SPOILT = enum.auto()
    IN_HAND = enum.auto()
    DOUBTFUL = enum.auto()


@attrs.frozen
class Settlement:
    """The end of an attempt, and the reason if it does not count."""

    end: End
    reason: str = ""


HALF_DEALT: Final = "half dealt"


def settle_by_report(
    attempt: Attempt, report: JobReport, expected: Pockets, *, boot: str, reason: str = HALF_DEALT
) -> Settlement:
    """Reconcile an attempt with the machine's report on its job.

    Args:
        attempt: the board that was begun.
        report: what the machine remembers.
        expected: the pocket of each card by the deal.
        boot: the machine's boot token now, or empty where it has none.
        reason: why the attempt is given up, if it must be.
    """
    if report.state is JobState.DONE:
        wrong = judge_pockets(report.pockets, expected)
        return Settlement(End.DEALT) if wrong is None else Settlement(End.SPOILT, wrong.value)
    if report.state.is_in_hand:
        return Settlement(End.IN_HAND, reason)
    if report.state is JobState.ABORTED:
        return Settlement(End.SPOILT, reason)
    return settle_unreported(attempt, boot=boot)


def settle_unreported(attempt: Attempt, *, boot: str = "") -> Settlement:
    """Reconcile an attempt whose job the machine does not know.

    Args:
        attempt: the board that was begun.
        boot: the machine's boot token now; empty where it has none, or remembers no jobs.
    """
    if boot and attempt.boot == boot and attempt.stage is EntryKind.STARTING:
        # The machine has not lost its memory since, and the order to start never came.
        return Settlement(End.UNTOUCHED, "not started")
    if attempt.may_be_complete:
        return Settlement(End.DOUBTFUL)
    return Settlement(End.SPOILT, HALF_DEALT)
