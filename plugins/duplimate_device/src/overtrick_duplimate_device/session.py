"""The session: an operator's logic as a pure state machine, free of any machine and any clock.

It takes inputs (what the machine and the operator say) and returns actions (what to write
down, what to tell the machine, what to show). Whoever runs it carries the actions out in
order and hands the machine's answer back as the next input. What has to survive is written
before the machine is told; everything else may be lost at any moment.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import ClassVar, Final

import attrs

from overtrick.model import Deal
from overtrick_duplimate_device.driver import (
    BoardIn,
    BoardOut,
    Capabilities,
    CardDropped,
    Done,
    FaultCleared,
    FaultRaised,
    Job,
    JobReport,
    JobState,
    Mode,
    NeedsConfirmation,
    Paused,
    Status,
)
from overtrick_duplimate_device.faults import FAULT_HELP, FaultCode, Recovery
from overtrick_duplimate_device.ledger import Attempt, Entry, Kind, Ledger
from overtrick_duplimate_device.plan import Plan, Task
from overtrick_duplimate_device.steps import (
    Action,
    Answered,
    BoardPlace,
    Connected,
    FileTrouble,
    GaveUp,
    Input,
    Lost,
    Operator,
    Outcome,
    Phase,
    Question,
    Refused,
    Reported,
    Show,
    Silent,
    StatusAnswer,
    Tell,
    UpdateFile,
    Verb,
    Write,
)
from overtrick_duplimate_device.tally import Tally, Wrong, deal_pockets

_EMPTY_IT: Final = "Take the board out, empty it, gather all 52 cards, and put it back."

_UNFINISHED: Final = frozenset({JobState.LOADED, JobState.RUNNING, JobState.PAUSED, JobState.FAULT})


def new_job_id() -> str:
    """Return a name that no other job has."""
    return secrets.token_hex(8)


@attrs.define
class Session:
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

    def handle(self, given: Input) -> list[Action]:
        """Take one input in and return what to do, in order."""
        self._out = []
        if self.is_over:
            return []
        handler = self._handlers[type(given)]
        handler(self, given)
        return self._out

    # The connection.

    def _connected(self, given: Connected) -> None:
        self.capabilities = given.capabilities
        self._boot = given.identity.boot
        self._told = None
        self.fault = None
        self.question = None
        self._note_board(given.status)
        self._write(Kind.CONNECTED, boot=self._boot, model=given.identity.model)
        lack = self._lack()
        if lack:
            self._show(lack)
            self._end(Outcome.DEVICE)
            return
        attempt, status = self.ledger.attempt, given.status
        if attempt is None:
            busy = status.job if status.state in _UNFINISHED else None
            if busy is not None:
                # Some other session's board is half dealt; nobody can go on with it.
                self._reason = "other job"
                self._tell(Verb.ABORT, busy)
                return
            self._ready()
        elif attempt.may_have_started:
            self._settle(attempt)
        else:
            self._fail("not started")
            if status.job == attempt.job and status.state in _UNFINISHED:
                self._tell(Verb.ABORT, attempt.job)
            else:
                self._ready()

    def _lack(self) -> str:
        plan, able = self.plan, self.capabilities
        if plan.mode not in able.modes:
            return f"This machine cannot deal in mode {plan.mode}."
        if plan.is_auto_number and not able.reads_board_numbers:
            return "This machine cannot read the numbers on boards."
        if plan.stop_card and not able.stop_card:
            return "This machine knows no stop card."
        return ""

    def _note_board(self, status: Status) -> None:
        self._number = status.board_number
        if not self.capabilities.detects_board:
            self._place = BoardPlace.UNSEEN
        elif not status.board_in:
            self._place = BoardPlace.NONE
        else:
            self._place = BoardPlace.FRESH if status.is_fresh else BoardPlace.USED

    def _lost(self, given: Lost) -> None:
        self._write(Kind.LOST)
        self._told = None
        self._tally = None
        self._wait(Phase.OFFLINE, f"The machine does not answer ({given.reason}).")

    def _gave_up(self, given: GaveUp) -> None:
        self._show(given.reason)
        self._end(Outcome.DEVICE)

    # An attempt whose end was not heard.

    def _settle(self, attempt: Attempt) -> None:
        self._tally = self._new_tally(attempt)
        if self.capabilities.reports:
            self.phase = Phase.SETTLING
            self._tell(Verb.REPORT, attempt.job)
        else:
            self._settle_unknown(attempt)

    def _new_tally(self, attempt: Attempt) -> Tally:
        return Tally(self.plan.mode, deal_pockets(self.deals[attempt.board]))

    def _reported(self, given: Reported) -> None:
        attempt = self.ledger.attempt
        self._told = None
        if attempt is None:
            self._ready()
            return
        report = given.report
        if report.state is JobState.DONE:
            self._settle_done(attempt, report)
        elif report.state in _UNFINISHED:
            self._reason = self._reason or "half dealt"
            self._tell(Verb.ABORT, attempt.job)
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
        if self._boot and attempt.boot == self._boot and attempt.stage is Kind.STARTING:
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
            self._write_attempt(Kind.DOUBT)
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

    # Between boards.

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
        self._write(Kind.FINISHED if is_all else Kind.STOPPED)
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
                kind=Kind.INTEND,
                board=task.board,
                copy=task.copy,
                attempt=self.ledger.attempts + 1,
                job=job.id,
                detail={
                    "boot": self._boot,
                    "window": self.capabilities.window,
                    "extra": int(task.is_extra),
                },
            )
        )
        self._tell(Verb.LOAD, job.id, job)

    # What the machine answers.

    def _answered(self, given: Answered) -> None:
        told, self._told = self._told, None
        attempt = self.ledger.attempt
        if told is Verb.LOAD and attempt is not None:
            self._write_attempt(Kind.STARTING)
            self._tell(Verb.START, attempt.job)
        elif told is Verb.START and attempt is not None:
            self._running(attempt)
        elif told is Verb.ABORT:
            self._aborted(attempt)
        elif told is Verb.CLEAR:
            self._write_attempt(Kind.CLEARED, by="operator", how=self._recovery.value)
            self._proceed(self._recovery)

    def _running(self, attempt: Attempt) -> None:
        if attempt.stage is Kind.STARTING:
            self._write_attempt(Kind.STARTED)
            self._tally = self._new_tally(attempt)
        else:
            self._write_attempt(Kind.CONTINUED)
        self.fault = None
        self._wait(Phase.DEALING, "")

    def _aborted(self, attempt: Attempt | None) -> None:
        if attempt is not None:
            self._fail(self._reason or "given up", empty=attempt.may_have_started)
        if self._stopping is not None:
            self._ready()
        else:
            # Only the machine knows whether a card fell into the board before it stopped.
            self._tell(Verb.STATUS)

    def _refused(self, given: Refused) -> None:
        told, self._told = self._told, None
        attempt, code = self.ledger.attempt, given.code
        if told is Verb.ABORT and code == "done" and attempt is not None:
            self.phase = Phase.SETTLING
            self._tell(Verb.REPORT, attempt.job)
        elif told is Verb.ABORT:
            self._aborted(attempt)
        elif told is Verb.CLEAR:
            self._proceed(self._recovery)
        elif told in {Verb.LOAD, Verb.START} and attempt is not None:
            self._refused_board(attempt, told, code)
        elif told is Verb.REPORT and attempt is not None:
            self._settle_unknown(attempt)

    def _refused_board(self, attempt: Attempt, told: Verb, code: str) -> None:
        if told is Verb.START and code == "fault":
            # The fault's own event is on its way.
            self._wait(Phase.DEALING, "")
            return
        if told is Verb.START and attempt.stage is not Kind.STARTING:
            # It ran before; what became of it must be asked.
            self._settle(attempt)
            return
        self._fail(f"refused: {code}")
        self._tally = None
        if code in {"no-board", "aborted"}:
            self._place = BoardPlace.NONE
        elif code == "used-board":
            self._place = BoardPlace.USED
        else:
            self._show(f"The machine refuses the board: {code}.")
            self._end(Outcome.DEVICE)
            return
        self._ready()

    def _status_answer(self, given: StatusAnswer) -> None:
        self._told = None
        attempt, status = self.ledger.attempt, given.status
        if attempt is None:
            self._note_board(status)
            self._ready()
            return
        if self.phase is not Phase.DEALING:
            return
        if status.job != attempt.job or status.state not in _UNFINISHED:
            self._settle(attempt)
        elif status.state is JobState.PAUSED:
            self._paused(Paused(job=attempt.job))
        elif status.fault is not None:
            self._fault_raised(
                FaultRaised(code=status.fault, job=attempt.job, position=status.cards)
            )

    # What the machine reports by itself.

    def _board_in(self, given: BoardIn) -> None:
        if self.capabilities.detects_board:
            self._place, self._number = BoardPlace.FRESH, given.number
        if self.phase in {Phase.WAITING, Phase.REMOVING}:
            self._ready()

    def _board_out(self, given: BoardOut) -> None:
        if self.capabilities.detects_board:
            self._place, self._number = BoardPlace.NONE, None
        if self.phase in {Phase.WAITING, Phase.REMOVING}:
            self._ready()

    def _card_dropped(self, given: CardDropped) -> None:
        attempt, tally = self.ledger.attempt, self._tally
        if attempt is None or given.job != attempt.job or tally is None:
            return
        self._place = BoardPlace.USED if self.capabilities.detects_board else self._place
        wrong = tally.add(given.position, given.card, given.pocket)
        if wrong is not None:
            self._abandon(attempt, wrong)
            return
        window = attempt.window
        if window is not None and tally.heard == 52 - window:
            self._write_attempt(Kind.FINISHING)

    def _abandon(self, attempt: Attempt, wrong: Wrong) -> None:
        self._reason = wrong.value
        self._show(f"Board {attempt.board} is not right: {wrong.value}.")
        self._tell(Verb.ABORT, attempt.job)

    def _done(self, given: Done) -> None:
        attempt, tally = self.ledger.attempt, self._tally
        if attempt is None or given.job != attempt.job or tally is None:
            return
        wrong = tally.verdict()
        if wrong is None:
            self._dealt("count" if self.plan.mode is Mode.SORTED else "cards")
        else:
            self._show(f"Board {attempt.board} is not right: {wrong.value}.")
            self._fail(wrong.value, empty=True)
            self._place = BoardPlace.USED if self.capabilities.detects_board else self._place
            self._ready()

    def _needs_confirmation(self, given: NeedsConfirmation) -> None:
        attempt = self.ledger.attempt
        if attempt is not None and given.job == attempt.job:
            self._ask(
                Question.CONFIRM,
                f"The machine cannot say whether board {attempt.board} is finished. Look at it: "
                "did it deal all 52 cards without an error?",
            )

    def _dealt(self, by: str) -> None:
        attempt = self.ledger.attempt
        if attempt is None:
            return
        self._write_attempt(Kind.DEALT, by=by)
        self._out.append(UpdateFile(attempt.board))
        self._tally = None
        self.question = None
        if self._place is BoardPlace.FRESH:
            self._place = BoardPlace.USED
        total = self.plan.total
        count = f"{self.ledger.dealt} of {total}" if total else f"{self.ledger.dealt}"
        self._show(f"Board {attempt.board} (copy {attempt.copy}) is dealt; {count}.")
        if (
            self._place is BoardPlace.USED
            and self._stopping is None
            and not self._pausing
            and self.next_task is not None
        ):
            self._wait(Phase.REMOVING, f"Take board {attempt.board} out.")
        else:
            self._ready()

    # Faults.

    def _fault_raised(self, given: FaultRaised) -> None:
        attempt = self.ledger.attempt
        if given.job is not None and (attempt is None or given.job != attempt.job):
            return
        detail = {"code": given.code.value, "cards": given.position}
        if attempt is None:
            self._write(Kind.FAULT, **detail)
        else:
            self._write_attempt(Kind.FAULT, **detail)
        if given.code is FaultCode.WRONG_BOARD and attempt is None:
            # The session itself turned the board away and has said so.
            return
        self.fault = given
        if given.code in {FaultCode.BOARD_MISSING, FaultCode.BOARD_PULLED}:
            self._place = BoardPlace.NONE
        words = FAULT_HELP[given.code]
        self._wait(Phase.FAULT, f"{words.title}. {words.advice}")

    def _fault_cleared(self, given: FaultCleared) -> None:
        if self.phase is Phase.FAULT:
            self._write_attempt(Kind.CLEARED, by="machine", how=given.how.value)
            self._proceed(given.how)

    def _proceed(self, how: Recovery) -> None:
        attempt, fault = self.ledger.attempt, self.fault
        self.fault = None
        if attempt is None:
            self._ready()
        elif how is Recovery.CONTINUE:
            self._tell(Verb.START, attempt.job)
        else:
            self._reason = fault.code.value if fault is not None else "dealt afresh"
            self._tell(Verb.ABORT, attempt.job)

    def _paused(self, given: Paused) -> None:
        attempt = self.ledger.attempt
        if attempt is None or given.job != attempt.job or self.phase is not Phase.DEALING:
            return
        self._write_attempt(Kind.PAUSED, cards=self.cards)
        self._enter_pause(f"Paused after card {self.cards} of board {attempt.board}.")

    def _enter_pause(self, text: str) -> None:
        self._pausing = False
        self._wait(Phase.PAUSED, text)

    # What the operator says.

    def _operator(self, given: Operator) -> None:
        if given is Operator.STOP:
            self._stop(Outcome.STOPPED)
        elif given in {Operator.YES, Operator.NO}:
            if self.question is not None:
                self._reply(given is Operator.YES)
        elif given is Operator.PAUSE:
            self._pause()
        elif self.phase is Phase.FAULT and self.fault is not None:
            how = FAULT_HELP[self.fault.code].recovery
            self._recovery = Recovery.AFRESH if given is Operator.AFRESH else how
            self._tell(Verb.CLEAR)
        elif self.phase is Phase.PAUSED:
            self._go_on(given)

    def _pause(self) -> None:
        if self.phase is Phase.DEALING:
            self._pausing = True
            self._show("Pausing after this card.")
            self._tell(Verb.PAUSE)
        elif self.phase in {Phase.WAITING, Phase.REMOVING}:
            self._enter_pause("Paused between two boards.")
        elif self.phase is not Phase.PAUSED:
            self._pausing = True

    def _go_on(self, given: Operator) -> None:
        attempt = self.ledger.attempt
        if attempt is None:
            self._ready()
        elif given is Operator.AFRESH:
            self._reason = "dealt afresh"
            self._tell(Verb.ABORT, attempt.job)
        else:
            self._tell(Verb.START, attempt.job)

    def _reply(self, is_yes: bool) -> None:
        question, self.question = self.question, None
        if question is Question.DOUBT or question is Question.CONFIRM:
            self._resolve(is_yes, "operator")
        elif is_yes:
            task = self.next_task
            if task is not None:
                self._begin(task)
        else:
            self._ready()

    def _stop(self, outcome: Outcome) -> None:
        attempt = self.ledger.attempt
        is_running = self.phase in {Phase.DEALING, Phase.PAUSED, Phase.FAULT}
        if attempt is not None and is_running and attempt.may_have_started:
            self._stopping = outcome
            self._reason = "stopped"
            self._tell(Verb.ABORT, attempt.job)
        else:
            self._end(outcome)

    def _end(self, outcome: Outcome) -> None:
        self._write(Kind.STOPPED, outcome=outcome.value)
        self.phase, self.outcome, self.message = Phase.OVER, outcome, ""
        self._show("Stopped. What is dealt is safe; go on with: overtrick duplimate resume")

    def _silent(self, given: Silent) -> None:
        if self.phase is Phase.DEALING and self.capabilities.reports:
            self._tell(Verb.STATUS)

    def _file_trouble(self, given: FileTrouble) -> None:
        self._show(given.reason)
        if self.outcome is None:
            self._stop(Outcome.FILE)

    # Small things.

    def _write(self, kind: Kind, **detail: str | int | None) -> None:
        self._out_write(Entry(kind=kind, detail=detail))

    def _write_attempt(self, kind: Kind, **detail: str | int | None) -> None:
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
                job=attempt.job,
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
        self._write_attempt(Kind.FAILED, reason=reason)
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

    _handlers: ClassVar[Mapping[type, Callable[..., None]]] = {
        Answered: _answered,
        BoardIn: _board_in,
        BoardOut: _board_out,
        CardDropped: _card_dropped,
        Connected: _connected,
        Done: _done,
        FaultCleared: _fault_cleared,
        FaultRaised: _fault_raised,
        FileTrouble: _file_trouble,
        GaveUp: _gave_up,
        Lost: _lost,
        NeedsConfirmation: _needs_confirmation,
        Operator: _operator,
        Paused: _paused,
        Refused: _refused,
        Reported: _reported,
        Silent: _silent,
        StatusAnswer: _status_answer,
    }
