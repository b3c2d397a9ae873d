"""A session between boards: what became of the last one, and what comes next."""

from __future__ import annotations

from typing import Final

import attrs

from overtrick_duplimate_device.interface.driver import Job, JobReport, JobState
from overtrick_duplimate_device.journal.ledger import Attempt, Entry, EntryKind
from overtrick_duplimate_device.journal.plan import Task
from overtrick_duplimate_device.session.session_state import SessionState
from overtrick_duplimate_device.session.steps import (
    BoardPlace,
    Outcome,
    Phase,
    Question,
    Reported,
    UpdateFile,
    Verb,
)

_EMPTY_IT: Final = "Take the board out, empty it, gather all 52 cards, and put it back."

UNFINISHED: Final = frozenset({JobState.LOADED, JobState.RUNNING, JobState.PAUSED, JobState.FAULT})
"""States of a job that is still in the machine."""


@attrs.define
class BoardKeeping(SessionState):
    """Settles attempts whose end was not heard, and begins the next board."""

    # An attempt whose end was not heard.

    def _settle(self, attempt: Attempt) -> None:
        self._tally = self._new_tally(attempt)
        if self.capabilities.reports:
            self.phase = Phase.SETTLING
            self._tell(Verb.REPORT, attempt.job_id)
        else:
            self._settle_unknown(attempt)

    def _reported(self, given: Reported) -> None:
        attempt = self.ledger.attempt
        self._told = None
        if attempt is None:
            self._ready()
            return
        report = given.report
        if report.state is JobState.DONE:
            self._settle_done(attempt, report)
        elif report.state in UNFINISHED:
            self._reason = self._reason or "half dealt"
            self._tell(Verb.ABORT, attempt.job_id)
        elif report.state is JobState.ABORTED:
            self._fail(self._reason or "half dealt", empty=True)
            self._ready()
        else:
            self._settle_unknown(attempt)

    def _settle_done(self, attempt: Attempt, report: JobReport) -> None:
        tally = self._new_tally(attempt)
        self._tally = tally
        wrong = tally.add_report(report.pockets) or tally.verdict()
        if wrong is None:
            self._dealt("report")
        else:
            self._fail(wrong.value, empty=True)
            self._ready()

    def _settle_unknown(self, attempt: Attempt) -> None:
        is_same = self._boot and attempt.boot == self._boot and self.capabilities.reports
        if is_same and attempt.stage is EntryKind.STARTING:
            # The machine has not lost its memory since, and the order to start never came.
            self._fail("not started")
            self._ready()
        elif not attempt.may_be_complete:
            self._fail("half dealt", empty=True)
            self._ready()
        else:
            self._doubt(attempt)

    def _doubt(self, attempt: Attempt) -> None:
        if not attempt.is_doubtful:
            self._write_attempt(EntryKind.DOUBT)
        if self.assume_dealt is not None:
            self._resolve(self.assume_dealt, "option")
            return
        self._ask(
            Question.DOUBT,
            f"Nobody knows whether board {attempt.board} (copy {attempt.copy}) was finished. "
            "Look at it: does each pocket hold thirteen cards, and was no fault shown?",
        )

    def _resolve(self, is_dealt: bool, by: str) -> None:
        self.question = None
        if is_dealt:
            self._dealt(by)
        else:
            self._fail(f"not dealt, by {by}", empty=True)
            self._ready()

    # A board that is dealt, and the next one.

    def _dealt(self, by: str) -> None:
        attempt = self.ledger.attempt
        if attempt is None:
            return
        self._write_attempt(EntryKind.DEALT, by=by)
        self._out.append(UpdateFile(attempt.board))
        self._tally = None
        self.question = None
        if attempt.is_extra:
            self._show(f"Board {attempt.board} is dealt once more.")
        else:
            done, total = sum(self.ledger.done.values()), self.plan.total
            count = f"{done} of {total}" if total else f"{done}"
            self._show(f"Board {attempt.board} (copy {attempt.copy}) is dealt; {count}.")
        # A board that is fresh now was put in after the finished one was taken out.
        if (
            self._place is BoardPlace.USED
            and self._stopping is None
            and not self._pausing
            and self.next_task is not None
        ):
            self._wait(Phase.REMOVING, f"Take board {attempt.board} out.")
        else:
            self._ready()

    def _ready(self) -> None:
        self._tally = None
        self._task = None
        self._reason = ""
        self.fault = None
        self.question = None
        if self._stopping is not None:
            self._end(self._stopping)
            return
        task = self.next_task
        if task is None:
            self._finish()
            return
        if self._pausing:
            self._enter_pause("Paused.")
            return
        if self._place is BoardPlace.USED:
            self._wait(Phase.WAITING, _EMPTY_IT)
        elif self._place is BoardPlace.NONE:
            self._wait(Phase.WAITING, self._wanted(task))
        elif self._place is BoardPlace.UNSEEN:
            self._ask(
                Question.BOARD_READY, f"{self._wanted(task)} Is it there, and the deck in place?"
            )
        else:
            self._take_board(task)

    def _finish(self) -> None:
        is_all = self.plan.next_task(self.ledger.done) is None
        self._write(EntryKind.FINISHED if is_all else EntryKind.STOPPED)
        self.phase, self.outcome, self.message = Phase.OVER, Outcome.FINISHED, ""
        self._show(
            "All boards are dealt."
            if is_all
            else "That is done. Go on with the session with: overtrick duplimate resume"
        )

    def _wanted(self, task: Task) -> str:
        if self.plan.is_auto_number:
            return "Put an empty board into the machine."
        return f"Put the empty board {task.board} into the machine."

    def _take_board(self, task: Task) -> None:
        number = self._number
        if self.plan.is_auto_number:
            chosen = number and self.plan.next_task(
                self.ledger.done, self.ledger.extras, number=number
            )
            if not chosen:
                which = "that has no number" if number is None else f"{number}"
                self._refuse_board(f"Board {which} is not wanted; take it out.")
                return
            task = chosen
        elif number is not None and number != task.board:
            self._refuse_board(f"Board {number} is in the machine; board {task.board} is wanted.")
            return
        self._begin(task)

    def _refuse_board(self, text: str) -> None:
        self._place = BoardPlace.USED
        self._wait(Phase.WAITING, text)
        self._tell(Verb.REJECT)

    def _begin(self, task: Task) -> None:
        job = Job(
            id=self.make_job_id(),
            mode=self.plan.mode,
            board=task.board,
            deal=self.deals[task.board],
            stop_card=self.plan.stop_card,
        )
        self._task = task
        self.phase = Phase.LOADING
        self._out_write(
            Entry(
                kind=EntryKind.INTEND,
                board=task.board,
                copy=task.copy,
                attempt=self.ledger.attempts + 1,
                job_id=job.id,
                detail={
                    "boot": self._boot,
                    "window": self.capabilities.window,
                    "extra": int(task.is_extra),
                },
            )
        )
        self._tell(Verb.LOAD, job.id, job)
