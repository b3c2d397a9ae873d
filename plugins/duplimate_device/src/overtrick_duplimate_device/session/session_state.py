"""A session's state and the small steps that everything else is made of."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping

import attrs

from overtrick.model import Deal
from overtrick_duplimate_device.interface.driver import Capabilities, FaultRaised, Job, Status
from overtrick_duplimate_device.interface.faults import Recovery
from overtrick_duplimate_device.interface.pockets import deal_pockets
from overtrick_duplimate_device.journal.ledger import Attempt, Entry, EntryKind, Ledger
from overtrick_duplimate_device.journal.plan import Plan, Task
from overtrick_duplimate_device.session.steps import (
    Action,
    BoardPlace,
    Outcome,
    Phase,
    Question,
    Show,
    Tell,
    Verb,
    Write,
)
from overtrick_duplimate_device.session.tally import Tally


def new_job_id() -> str:
    """Return a name that no other job has."""
    return secrets.token_hex(8)


@attrs.define
class SessionState:
    """What to do next, given all that happened.

    Attributes:
        plan: what is to be dealt.
        deals: the deals by board; never printed.
        ledger: the sum of the journal.
        assume_dealt: the answer to every doubt, or `None` to ask.
        extras_only: deal only what was asked for with `again`.
        phase: what the session waits for.
        outcome: why it ended, or `None`.
        fault: the fault that waits for a hand, or `None`.
        question: what the operator is asked, or `None`.
        message: what the operator should do now.
        cards: cards of the board in hand, 0 to 52.
    """

    plan: Plan
    deals: Mapping[int, Deal] = attrs.field(repr=False)
    ledger: Ledger
    assume_dealt: bool | None = None
    extras_only: bool = False
    make_job_id: Callable[[], str] = new_job_id
    phase: Phase = attrs.field(default=Phase.OFFLINE, init=False)
    outcome: Outcome | None = attrs.field(default=None, init=False)
    fault: FaultRaised | None = attrs.field(default=None, init=False)
    question: Question | None = attrs.field(default=None, init=False)
    message: str = attrs.field(default="", init=False)
    capabilities: Capabilities = attrs.field(factory=Capabilities, init=False)
    _place: BoardPlace = attrs.field(default=BoardPlace.NONE, init=False)
    _number: int | None = attrs.field(default=None, init=False)
    _boot: str = attrs.field(default="", init=False)
    _tally: Tally | None = attrs.field(default=None, init=False, repr=False)
    _told: Verb | None = attrs.field(default=None, init=False)
    _task: Task | None = attrs.field(default=None, init=False)
    _reason: str = attrs.field(default="", init=False)
    _recovery: Recovery = attrs.field(default=Recovery.AFRESH, init=False)
    _pausing: bool = attrs.field(default=False, init=False)
    _stopping: Outcome | None = attrs.field(default=None, init=False)
    _out: list[Action] = attrs.field(factory=list, init=False, repr=False)

    @property
    def cards(self) -> int:
        """Cards heard of the board in hand, 0 to 52."""
        return self._tally.heard if self._tally is not None else 0

    @property
    def is_over(self) -> bool:
        """Whether nothing more will happen."""
        return self.outcome is not None

    @property
    def next_task(self) -> Task | None:
        """What is dealt next, by the plan."""
        if self.extras_only and not self.ledger.extras:
            return None
        return self.plan.next_task(self.ledger.done, self.ledger.extras)

    def _ready(self) -> None:
        """Go on with what comes next."""
        raise NotImplementedError

    # What is written, told and shown.

    def _write(self, kind: EntryKind, **detail: str | int | None) -> None:
        self._out_write(Entry(kind=kind, detail=detail))

    def _write_attempt(self, kind: EntryKind, **detail: str | int | None) -> None:
        attempt = self.ledger.attempt
        if attempt is None:
            self._write(kind, **detail)
            return
        self._out_write(
            Entry(
                kind=kind,
                board=attempt.board,
                copy=attempt.copy,
                attempt=attempt.number,
                job_id=attempt.job_id,
                detail=detail,
            )
        )

    def _out_write(self, entry: Entry) -> None:
        self.ledger.apply(entry)
        self._out.append(Write(entry))

    def _fail(self, reason: str, *, empty: bool = False) -> None:
        attempt = self.ledger.attempt
        if attempt is None:
            return
        self._write_attempt(EntryKind.FAILED, reason=reason)
        if empty:
            self._show(
                f"Board {attempt.board} (copy {attempt.copy}) is not dealt "
                f"({reason.replace('_', ' ')}). "
                "It must be emptied and is dealt afresh."
            )

    def _tell(self, verb: Verb, job_id: str = "", job: Job | None = None) -> None:
        self._told = verb
        self._out.append(Tell(verb, job_id, job))

    def _ask(self, question: Question, text: str) -> None:
        self.question = question
        self._wait(Phase.ASKING, text)

    def _wait(self, phase: Phase, message: str) -> None:
        is_new = message and message != self.message
        self.phase, self.message = phase, message
        if is_new:
            self._show(message)

    def _show(self, text: str) -> None:
        self._out.append(Show(text))

    # Where everything comes to rest.

    def _enter_pause(self, text: str) -> None:
        self._pausing = False
        self._wait(Phase.PAUSED, text)

    def _end(self, outcome: Outcome) -> None:
        self._write(EntryKind.STOPPED, outcome=outcome.value)
        self.phase, self.outcome, self.message = Phase.OVER, outcome, ""
        self._show("Stopped. What is dealt is safe; go on with: overtrick duplimate resume")

    def _note_board(self, status: Status) -> None:
        self._number = status.board_number
        if not self.capabilities.detects_board:
            self._place = BoardPlace.UNSEEN
        elif not status.board_in:
            self._place = BoardPlace.NONE
        else:
            self._place = BoardPlace.FRESH if status.is_fresh else BoardPlace.USED

    def _new_tally(self, attempt: Attempt) -> Tally:
        return Tally(self.plan.mode, deal_pockets(self.deals[attempt.board]))
