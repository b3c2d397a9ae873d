"""The session: dealing logic as a pure state machine, independent of machine and clock.

It takes inputs (from the machine and the operator) and returns actions (entries to write,
commands to send to the machine, notices to show). The runner carries the actions out in
order and passes the machine's answer back as the next input. What has to survive is written
before the machine is commanded; everything else may be lost at any moment.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar, Final

import attrs

from overtrick import Deal
from overtrick_duplimate_device.interface.driver import (
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
    new_job_id,
)
from overtrick_duplimate_device.interface.faults import FAULT_HELP, FaultCode, Recovery
from overtrick_duplimate_device.interface.pockets import deal_pockets
from overtrick_duplimate_device.journal.ledger import Attempt, Entry, EntryKind, Ledger
from overtrick_duplimate_device.journal.plan import Plan, Task
from overtrick_duplimate_device.session.actions import (
    Action,
    Notice,
    NoticeKind,
    SendCommand,
    UpdateFile,
    Verb,
    Write,
)
from overtrick_duplimate_device.session.choice import BoardPlace, Step, choose, next_task
from overtrick_duplimate_device.session.inputs import (
    Answered,
    Connected,
    FileAhead,
    FileKept,
    FileTrouble,
    Input,
    LinkLost,
    MachineTaken,
    Operator,
    ReconnectFailed,
    Refused,
    Reported,
    Silent,
    StatusAnswer,
)
from overtrick_duplimate_device.session.past import (
    MAX_PROBES,
    PROBES,
    DealEvidence,
    Evidence,
    Unknown,
    attempts_ahead,
)
from overtrick_duplimate_device.session.phases import OperatorTask, Outcome, Phase, Question
from overtrick_duplimate_device.session.reconcile import (
    HALF_DEALT,
    End,
    Settlement,
    settle_by_report,
    settle_unreported,
)
from overtrick_duplimate_device.session.tally import ResultFault, Tally, judge_pockets

MOST_TRIES: Final = 10
"""The maximum number of consecutive starts of a board without operator input."""


def _new_job_id(attempt: int) -> str:
    """Return a random job name that does not identify the session."""
    return new_job_id()


@attrs.define
class Session:
    """The state machine of a session.

    Attributes:
        plan: the boards and copies to deal.
        deals: the deals by board; never printed.
        ledger: the sum of the journal.
        assume_dealt: the answer to a doubt, or `None` to ask. It applies to the board
            that was in hand before the session was resumed: later ones are still unknown.
        extras_only: deal only the boards requested with `redeal`.
        is_resumed: whether it was begun before; the machine may then know more than the journal.
        how_to_go_on: the command that resumes the session, or empty.
        most_tries: the maximum number of consecutive starts of a board without operator input;
            then the session ends, and can be resumed.
        make_job_id: returns the name of an attempt's job by the attempt's number.
        phase: what the session waits for.
        outcome: why it ended, or `None`.
        fault: the fault that waits for the operator, or `None`.
        question: the question to the operator, or `None`.
        message: the operator's next step.
        need: the operator's task with a board before the machine can continue, or `None`.
        wanted: the board of `need`; `None` if any will do, or none is named.
        rival: the host that took the machine, or empty.
        capabilities: the machine's capabilities.
    """

    plan: Plan
    deals: Mapping[int, Deal] = attrs.field(repr=False)
    ledger: Ledger
    assume_dealt: bool | None = None
    extras_only: bool = False
    is_resumed: bool = False
    how_to_go_on: str = ""
    most_tries: int = MOST_TRIES
    make_job_id: Callable[[int], str] = _new_job_id
    phase: Phase = attrs.field(default=Phase.OFFLINE, init=False)
    outcome: Outcome | None = attrs.field(default=None, init=False)
    fault: FaultRaised | None = attrs.field(default=None, init=False)
    question: Question | None = attrs.field(default=None, init=False)
    message: str = attrs.field(default="", init=False)
    need: OperatorTask | None = attrs.field(default=None, init=False)
    wanted: int | None = attrs.field(default=None, init=False)
    rival: str = attrs.field(default="", init=False)
    capabilities: Capabilities = attrs.field(factory=Capabilities, init=False)
    _place: BoardPlace = attrs.field(default=BoardPlace.NONE, init=False)
    _number: int | None = attrs.field(default=None, init=False)
    _boot: str = attrs.field(default="", init=False)
    _tally: Tally | None = attrs.field(default=None, init=False, repr=False)
    _pending_command: Verb | None = attrs.field(default=None, init=False)
    _reason: str = attrs.field(default="", init=False)
    _recovery: Recovery = attrs.field(default=Recovery.AFRESH, init=False)
    _pausing: bool = attrs.field(default=False, init=False)
    _stopping: Outcome | None = attrs.field(default=None, init=False)
    _tries: dict[int, int] = attrs.field(factory=dict, init=False)
    _spoilt: str = attrs.field(default="", init=False)
    _past: DealEvidence = attrs.field(factory=DealEvidence, init=False)
    _unknown: Unknown | None = attrs.field(default=None, init=False)
    _probes: list[int] | None = attrs.field(default=None, init=False)
    _probe: int | None = attrs.field(default=None, init=False)
    _attempts: int = attrs.field(default=0, init=False)
    _earlier: int = attrs.field(
        default=attrs.Factory(lambda self: self.ledger.attempts, takes_self=True), init=False
    )
    _status: Status | None = attrs.field(default=None, init=False)
    _out: list[Action] = attrs.field(factory=list, init=False, repr=False)

    @property
    def cards(self) -> int:
        """The number of cards reported for the board in hand, 0 to 52."""
        return self._tally.heard if self._tally is not None else 0

    @property
    def number(self) -> int | None:
        """The number read from the board in the machine, or `None`."""
        return self._number

    @property
    def is_over(self) -> bool:
        """Whether the session is over."""
        return self.outcome is not None

    @property
    def next_task(self) -> Task | None:
        """The next board to deal, by the plan."""
        return next_task(self.plan, self.ledger, extras_only=self.extras_only)

    def handle(self, given: Input) -> list[Action]:
        """Process one input and return the actions, in order."""
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
        self._pending_command = None
        self.fault = None
        self.question = None
        self._note_board(given.status)
        self._write(EntryKind.CONNECTED, boot=self._boot, model=given.identity.model)
        lack = self._lack()
        if lack:
            self._show(NoticeKind.REFUSED, lack)
            self._end(Outcome.DEVICE)
            return
        self._status = given.status
        if self.is_resumed and self._probes is None:
            self._look_ahead(given.status)
        self._ask_about_past()

    def _take_stock(self, status: Status) -> None:
        """Continue from the machine's status and its remembered jobs."""
        attempt = self.ledger.attempt
        if attempt is None:
            busy = status.job_id if status.state.is_in_hand else None
            if busy is not None:
                # Some other session's board is half dealt; it cannot be continued.
                self._reason = "other job"
                self._send(Verb.ABORT, busy)
                return
            self._ready()
        elif attempt.may_have_started or self._past.is_back:
            self._settle(attempt)
        else:
            self._fail("not started")
            if status.job_id == attempt.job_id and status.state.is_in_hand:
                self._send(Verb.ABORT, attempt.job_id)
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

    def _lost(self, given: LinkLost) -> None:
        self._write(EntryKind.LOST)
        self._pending_command = None
        self._tally = None
        self._wait(Phase.OFFLINE, f"The machine does not answer ({given.reason}).")

    def _taken(self, given: MachineTaken) -> None:
        who = given.host or "another computer"
        self.rival = given.host
        self._write(EntryKind.LOST, taken_by=who)
        self._pending_command = None
        self._tally = None
        text = f"The machine was taken by {who}. The session is paused."
        if given.losses:
            text = (
                f"The machine was lost {given.losses} times since the last board was dealt; "
                "perhaps another computer uses it. The session is paused."
            )
        self._wait(Phase.TAKEN, text)

    def _gave_up(self, given: ReconnectFailed) -> None:
        self._show(NoticeKind.GAVE_UP, given.reason)
        self._end(Outcome.DEVICE)

    # What the machine answers.

    def _answered(self, given: Answered) -> None:
        command, self._pending_command = self._pending_command, None
        attempt = self.ledger.attempt
        if command is Verb.LOAD and attempt is not None:
            self._write(EntryKind.STARTING, attempt)
            self._send(Verb.START, attempt.job_id)
        elif command is Verb.START and attempt is not None:
            self._running(attempt)
        elif command is Verb.ABORT:
            self._aborted(attempt)
        elif command is Verb.CLEAR:
            self._write(EntryKind.CLEARED, attempt, by="operator", how=self._recovery.value)
            self._proceed(self._recovery)

    def _running(self, attempt: Attempt) -> None:
        if attempt.stage is EntryKind.STARTING:
            self._write(EntryKind.STARTED, attempt)
            self._tally = self._new_tally(attempt)
        else:
            self._write(EntryKind.CONTINUED, attempt)
        self.fault = None
        self._wait(Phase.DEALING, "")

    def _aborted(self, attempt: Attempt | None) -> None:
        if attempt is not None:
            self._fail(self._reason or "given up", empty=attempt.may_have_started)
        if self._stopping is not None:
            self._ready()
        else:
            # Only the machine knows whether a card fell into the board before it stopped.
            self._send(Verb.STATUS)

    def _refused(self, given: Refused) -> None:
        command, self._pending_command = self._pending_command, None
        attempt, code = self.ledger.attempt, given.code
        if command is Verb.ABORT and code == "done" and attempt is not None:
            self.phase = Phase.SETTLING
            self._send(Verb.REPORT, attempt.job_id)
        elif command is Verb.ABORT:
            self._aborted(attempt)
        elif command is Verb.CLEAR:
            self._proceed(self._recovery)
        elif command in {Verb.LOAD, Verb.START} and attempt is not None:
            self._refused_board(attempt, command, code)
        elif command is Verb.REPORT and self._probe is not None:
            self._ask_about_past()
        elif command is Verb.REPORT and attempt is not None:
            self._settled(attempt, self._unreported(attempt))

    def _refused_board(self, attempt: Attempt, command: Verb, code: str) -> None:
        if command is Verb.START and code == "fault":
            # The fault's own event is on its way.
            self._wait(Phase.DEALING, "")
            return
        if command is Verb.START and attempt.stage is not EntryKind.STARTING:
            # It ran before; what became of it must be asked.
            self._settle(attempt)
            return
        self._fail(f"refused: {code}")
        self._tally = None
        if code in {"no-board", "aborted"}:
            self._place = BoardPlace.NONE
        elif code == "used-board":
            self._place = BoardPlace.USED
        elif code == "busy" and self._place is BoardPlace.UNSEEN:
            self._show(NoticeKind.REFUSED, "The machine is busy, or a card is in it. Clear it.")
        else:
            self._show(NoticeKind.REFUSED, f"The machine refuses the board: {code}.")
            self._end(Outcome.DEVICE)
            return
        self._ready()

    def _status_answer(self, given: StatusAnswer) -> None:
        self._pending_command = None
        attempt, status = self.ledger.attempt, given.status
        if attempt is None:
            self._note_board(status)
            self._ready()
            return
        if self.phase is not Phase.DEALING:
            return
        if status.job_id != attempt.job_id or not status.state.is_in_hand:
            self._settle(attempt)
        elif status.state is JobState.PAUSED:
            self._paused(Paused(job_id=attempt.job_id))
        elif status.fault is not None:
            self._fault_raised(
                FaultRaised(code=status.fault, job_id=attempt.job_id, position=status.cards)
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
        attempt, tally = self._attempt_of(given.job_id), self._tally
        if attempt is None or tally is None:
            return
        self._place = BoardPlace.USED if self.capabilities.detects_board else self._place
        wrong = tally.add(given.position, given.card, given.pocket)
        if wrong is not None:
            self._abandon(attempt, wrong)
            return
        window = attempt.window
        if window is not None and tally.heard == 52 - window:
            self._write(EntryKind.FINISHING, attempt)

    def _attempt_of(self, job_id: str) -> Attempt | None:
        attempt = self.ledger.attempt
        return attempt if attempt is not None and attempt.job_id == job_id else None

    def _abandon(self, attempt: Attempt, wrong: ResultFault) -> None:
        self._reason = wrong.value
        text = f"Board {attempt.board} is not right: {wrong.value}."
        self._show(NoticeKind.WRONG, text, about=attempt)
        self._send(Verb.ABORT, attempt.job_id)

    def _done(self, given: Done) -> None:
        attempt, tally = self._attempt_of(given.job_id), self._tally
        if attempt is None or tally is None:
            return
        wrong = tally.verdict()
        if wrong is None:
            self._dealt("count" if self.plan.mode is Mode.SORTED else "cards")
        else:
            text = f"Board {attempt.board} is not right: {wrong.value}."
            self._show(NoticeKind.WRONG, text, about=attempt)
            self._fail(wrong.value, empty=True)
            self._place = BoardPlace.USED if self.capabilities.detects_board else self._place
            self._ready()

    def _needs_confirmation(self, given: NeedsConfirmation) -> None:
        attempt = self._attempt_of(given.job_id)
        if attempt is not None:
            self._ask(
                Question.CONFIRM,
                f"The machine cannot say whether board {attempt.board} is finished. Look at it: "
                "did it deal all 52 cards without an error?",
            )

    def _silent(self, given: Silent) -> None:
        if self.phase is Phase.DEALING and self.capabilities.reports:
            self._send(Verb.STATUS)

    # Faults and pauses.

    def _fault_raised(self, given: FaultRaised) -> None:
        attempt = self.ledger.attempt
        if given.job_id is not None and (attempt is None or given.job_id != attempt.job_id):
            return
        self._write(EntryKind.FAULT, attempt, code=given.code.value, cards=given.position)
        if given.code is FaultCode.WRONG_BOARD and attempt is None:
            # The session itself turned the board away and has reported it.
            return
        self.fault = given
        if given.code in {FaultCode.BOARD_MISSING, FaultCode.BOARD_PULLED}:
            self._place = BoardPlace.NONE
        words = FAULT_HELP[given.code]
        self._wait(Phase.FAULT, f"{words.title}. {words.advice}")

    def _fault_cleared(self, given: FaultCleared) -> None:
        if self.phase is Phase.FAULT:
            self._write(EntryKind.CLEARED, self.ledger.attempt, by="machine", how=given.how.value)
            self._proceed(given.how)

    def _proceed(self, how: Recovery) -> None:
        attempt, fault = self.ledger.attempt, self.fault
        self.fault = None
        if attempt is None:
            self._ready()
        elif how is Recovery.CONTINUE:
            self._send(Verb.START, attempt.job_id)
        else:
            self._reason = fault.code.value if fault is not None else "dealt afresh"
            self._send(Verb.ABORT, attempt.job_id)

    def _paused(self, given: Paused) -> None:
        attempt = self._attempt_of(given.job_id)
        if attempt is None or self.phase is not Phase.DEALING:
            return
        self._write(EntryKind.PAUSED, attempt, cards=self.cards)
        self._enter_pause(f"Paused after card {self.cards} of board {attempt.board}.")

    # The operator's answers.

    def _operator(self, given: Operator) -> None:
        # The operator is present and acts deliberately.
        self._tries.clear()
        self._spoilt = ""
        if given is Operator.STOP:
            self._stop(Outcome.STOPPED)
        elif given in {Operator.YES, Operator.NO}:
            if self.question is not None:
                self._reply(given is Operator.YES)
        elif given is Operator.PAUSE:
            self._pause()
        elif self.phase is Phase.TAKEN:
            self._wait(Phase.OFFLINE, "Asking for the machine.")
        elif given is Operator.TAKE:
            # It is the session's already.
            return
        elif self.phase is Phase.FAULT and self.fault is not None:
            how = FAULT_HELP[self.fault.code].recovery
            self._recovery = Recovery.AFRESH if given is Operator.AFRESH else how
            self._send(Verb.CLEAR)
        elif self.phase is Phase.PAUSED:
            self._go_on(given)

    def _pause(self) -> None:
        if self.phase is Phase.DEALING:
            self._pausing = True
            self._show(NoticeKind.PAUSING, "Pausing after this card.")
            self._send(Verb.PAUSE)
        elif self.phase in {Phase.WAITING, Phase.REMOVING}:
            self._enter_pause("Paused between two boards.")
        elif self.phase not in {Phase.PAUSED, Phase.TAKEN}:
            self._pausing = True

    def _enter_pause(self, text: str) -> None:
        self._pausing = False
        self._wait(Phase.PAUSED, text)

    def _go_on(self, given: Operator) -> None:
        attempt = self.ledger.attempt
        if attempt is None:
            self._ready()
        elif given is Operator.AFRESH:
            self._reason = "dealt afresh"
            self._send(Verb.ABORT, attempt.job_id)
        else:
            self._send(Verb.START, attempt.job_id)

    def _reply(self, is_yes: bool) -> None:
        question, self.question = self.question, None
        if question is Question.DOUBT or question is Question.CONFIRM:
            self._resolve(is_yes, "operator")
        elif self._unknown is not None:
            self._settle_unknown(self._unknown, is_dealt=is_yes)
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
            self._send(Verb.ABORT, attempt.job_id)
        else:
            self._end(outcome)

    def _file_trouble(self, given: FileTrouble) -> None:
        self._show(NoticeKind.FILE, given.reason)
        if self.outcome is None:
            self._stop(Outcome.FILE)

    # An attempt without a reported end.

    def _settle(self, attempt: Attempt) -> None:
        self._tally = self._new_tally(attempt)
        if self.capabilities.reports:
            self.phase = Phase.SETTLING
            self._send(Verb.REPORT, attempt.job_id)
        else:
            self._settled(attempt, self._unreported(attempt))

    def _unreported(self, attempt: Attempt) -> Settlement:
        """Reconcile an attempt whose job the machine does not know."""
        if self._past.is_back:
            # It is not the last one, so the machine may have forgotten it.
            return Settlement(End.DOUBTFUL)
        return settle_unreported(attempt, boot=self._boot if self.capabilities.reports else "")

    def _reported(self, given: Reported) -> None:
        attempt = self.ledger.attempt
        self._pending_command = None
        if self._probe is not None:
            self._remembered(self._probe, given.report)
            self._ask_about_past()
            return
        if attempt is None:
            self._ready()
            return
        if self._past.is_back and given.report.state is JobState.UNKNOWN:
            self._settled(attempt, self._unreported(attempt))
            return
        expected = deal_pockets(self.deals[attempt.board])
        reason = self._reason or HALF_DEALT
        settlement = settle_by_report(
            attempt, given.report, expected, boot=self._boot, reason=reason
        )
        self._settled(attempt, settlement)

    def _settled(self, attempt: Attempt, settlement: Settlement) -> None:
        end, reason = settlement.end, settlement.reason
        if end is End.DEALT:
            self._dealt("report")
        elif end is End.IN_HAND:
            self._reason = reason
            self._send(Verb.ABORT, attempt.job_id)
        elif end is End.DOUBTFUL:
            self._doubt(attempt)
        else:
            self._fail(reason, empty=end is End.SPOILT)
            self._ready()

    def _doubt(self, attempt: Attempt) -> None:
        if not attempt.is_doubtful:
            self._write(EntryKind.DOUBT, attempt)
        is_known = attempt.number <= self._earlier
        if self.assume_dealt is not None and (is_known or not self.assume_dealt):
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

    # What was dealt after the end of a journal that was put back from an older copy.

    def _file_ahead(self, given: FileAhead) -> None:
        self._past.counters = dict(given.counters)

    def _look_ahead(self, status: Status) -> None:
        """Choose the attempts beyond the journal's to query."""
        known = self.ledger.attempts
        more = attempts_ahead(status.job_id or "", known, self.make_job_id)
        last = known + more
        if more:
            self._put_back(last)
        probes = range(known + 1, max(last, known + PROBES) + 1)[-MAX_PROBES:]
        self._probes = list(probes) if self.capabilities.reports else []

    def _put_back(self, attempt: int) -> None:
        """Record an attempt that the journal does not know."""
        if not self._past.is_back:
            self._past.is_back = True
            self._show(
                NoticeKind.PUT_BACK,
                "This session's journal was put back from an older copy: the machine knows of "
                "boards that were begun after it.",
            )
        # Until the machine reports their outcome.
        self._past.forgotten += max(attempt - max(self._attempts, self.ledger.attempts), 0)
        self._attempts = max(self._attempts, attempt)

    def _ask_about_past(self) -> None:
        """Query the next attempt beyond the journal's, or continue."""
        self._probe = None
        if self._probes:
            self._probe = self._probes[0]
            self.phase = Phase.SETTLING
            self._send(Verb.REPORT, self.make_job_id(self._probes.pop(0)))
        elif self._status is not None:
            self._take_stock(self._status)

    def _remembered(self, number: int, report: JobReport) -> None:
        """Record the machine's report on an attempt that the journal does not know."""
        if report.state is JobState.UNKNOWN:
            return
        self._put_back(number)
        self._past.forgotten -= 1
        for board, deal in self.deals.items():
            is_done = report.state is JobState.DONE
            if is_done and judge_pockets(report.pockets, deal_pockets(deal)) is None:
                self._past.proved[number] = board
                return

    def _is_past_open(self) -> bool:
        """Resolve the boards dealt after the journal's end; return whether that is unfinished."""
        self._unknown = unknown = self._past.unknown(self.plan, self.ledger)
        if unknown is None:
            return False
        board = unknown.board
        if unknown.evidence is Evidence.PROVED:
            self._settle_unknown(unknown, is_dealt=True)
        elif self.assume_dealt is not None:
            self._settle_unknown(unknown, is_dealt=self.assume_dealt)
        elif unknown.evidence is Evidence.COUNTED:
            copies = "a copy" if unknown.copies == 1 else f"{unknown.copies} copies"
            self._ask(
                Question.COUNTED,
                f"The file counts {copies} of board {board} more than this session's journal knows "
                "of. Perhaps the journal was put back from an older copy, or somebody else deals "
                f"this file. Is board {board} dealt by this session?",
                wanted=board,
            )
        else:
            self._ask(
                Question.BEGUN,
                f"Nobody knows whether board {board} was dealt after the older copy of the "
                "journal was made. Look at it: does each pocket hold thirteen cards?",
                wanted=board,
            )
        return True

    def _settle_unknown(self, unknown: Unknown, *, is_dealt: bool) -> None:
        """Record whether a board was dealt after the journal's end, and continue."""
        self._unknown = None
        board, ledger, plan = unknown.board, self.ledger, self.plan
        counters = self._past.counters or {}
        value = counters.get(board, ledger.counted.get(board, 0))
        share, dealt = ledger.shares.get(board, 0), ledger.copies(board)
        more = unknown.copies if is_dealt else 0
        if board in counters:
            share += more
            # A copy that was dealt and not counted is now known to be counted.
            more = max(share - dealt, 0)
        wanted = plan.copies is None or board not in plan.boards
        left = more if wanted else max((plan.copies or 0) - ledger.done.get(board, 0), 0)
        planned = min(more, left) if board in plan.boards else 0
        attempts = self._past.settle(unknown, ledger.attempts, is_dealt=is_dealt)
        if is_dealt or board in counters:
            self._enter(
                Entry(
                    kind=EntryKind.SETTLED,
                    board=board,
                    detail={
                        "done": ledger.done.get(board, 0) + planned,
                        "extra": ledger.extra_done.get(board, 0) + more - planned,
                        "value": value,
                        "share": share,
                        "attempts": attempts,
                    },
                )
            )
        if is_dealt:
            self._show(NoticeKind.PUT_BACK, f"Board {board} counts as dealt by this session.")
        self.phase = Phase.SETTLING
        self._out.append(UpdateFile(board))

    # A board that is dealt, or is not.

    def _dealt(self, by: str) -> None:
        attempt = self.ledger.attempt
        if attempt is None:
            return
        self._write(EntryKind.DEALT, attempt, by=by)
        self._tries.pop(attempt.board, None)
        if attempt.board not in (self._past.counters or {}):
            self._out.append(UpdateFile(attempt.board))
        self._tally = None
        self.question = None
        if attempt.is_extra:
            text = f"Board {attempt.board} is dealt once more."
        else:
            done, total = sum(self.ledger.done.values()), self.plan.total
            count = f"{done} of {total}" if total else f"{done}"
            text = f"Board {attempt.board} (copy {attempt.copy}) is dealt; {count}."
        self._show(NoticeKind.DEALT, text, about=attempt)
        # Nothing more is begun, and nothing called finished, before the file is known to count it.
        self.phase = Phase.SETTLING
        if attempt.board in (self._past.counters or {}):
            # Perhaps the file counts it already.
            self._ready()

    def _file_kept(self, given: FileKept) -> None:
        # A board that is fresh now was put in after the finished one was taken out.
        if (
            self._place is BoardPlace.USED
            and self._stopping is None
            and not self._pausing
            and self.next_task is not None
        ):
            self._wait(
                Phase.REMOVING, f"Take board {given.board} out.", OperatorTask.TAKE_OUT, given.board
            )
        else:
            self._ready()

    def _fail(self, reason: str, *, empty: bool = False) -> None:
        attempt = self.ledger.attempt
        if attempt is None:
            return
        self._write(EntryKind.FAILED, attempt, reason=reason)
        tries = self._tries[attempt.board] = self._tries.get(attempt.board, 0) + 1
        if tries >= self.most_tries:
            self._spoilt = (
                f"Board {attempt.board} was begun {tries} times and never came right "
                f"(the last time: {reason.replace('_', ' ')}). Have a look at the machine."
            )
        if empty:
            self._show(
                NoticeKind.NOT_DEALT,
                f"Board {attempt.board} (copy {attempt.copy}) is not dealt "
                f"({reason.replace('_', ' ')}). "
                "It must be emptied and is dealt afresh.",
                about=attempt,
            )

    # The next board.

    def _ready(self) -> None:
        """Continue with the next step."""
        self._tally = None
        self._reason = ""
        self.fault = None
        self.question = None
        if self._stopping is not None:
            self._end(self._stopping)
            return
        if self._spoilt:
            self._show(NoticeKind.GAVE_UP, self._spoilt)
            self._end(Outcome.DEVICE)
            return
        if self._is_past_open():
            return
        task = self.next_task
        if task is None:
            self._finish()
            return
        if self._pausing:
            self._enter_pause("Paused.")
            return
        choice = choose(self.plan, self.ledger, task, self._place, self._number)
        if choice.step is Step.TAKE:
            self._begin(choice.task)
        elif choice.step is Step.ASK:
            self._ask(Question.BOARD_READY, choice.text, choice.need, choice.board)
        else:
            self._wait(Phase.WAITING, choice.text, choice.need, choice.board)
            if choice.step is Step.TURN_AWAY:
                self._place = BoardPlace.USED
                self._send(Verb.REJECT)

    def _begin(self, task: Task) -> None:
        number = max(self.ledger.attempts, self._attempts) + 1
        job = Job(
            id=self.make_job_id(number),
            mode=self.plan.mode,
            board=task.board,
            deal=self.deals[task.board],
            stop_card=self.plan.stop_card,
        )
        self.phase = Phase.LOADING
        self._enter(
            Entry(
                kind=EntryKind.INTEND,
                board=task.board,
                copy=task.copy,
                attempt=number,
                job_id=job.id,
                detail={
                    "boot": self._boot,
                    "window": self.capabilities.window,
                    "extra": int(task.is_extra),
                },
            )
        )
        self._send(Verb.LOAD, job.id, job)

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

    # The end.

    def _finish(self) -> None:
        is_all = self.plan.next_task(self.ledger.done) is None
        self._write(EntryKind.FINISHED if is_all else EntryKind.STOPPED)
        self.phase, self.outcome, self.message = Phase.OVER, Outcome.FINISHED, ""
        self._show(
            NoticeKind.ENDED,
            "All boards are dealt." if is_all else "That is done. Go on with the session",
            "" if is_all else self.how_to_go_on,
        )

    def _end(self, outcome: Outcome) -> None:
        self._write(EntryKind.STOPPED, outcome=outcome.value)
        self.phase, self.outcome, self.message = Phase.OVER, outcome, ""
        self._show(
            NoticeKind.ENDED, "Stopped. What is dealt is safe; go on with it", self.how_to_go_on
        )

    # Output: journal entries, commands and notices.

    def _write(
        self, kind: EntryKind, attempt: Attempt | None = None, /, **detail: str | int | None
    ) -> None:
        if attempt is None:
            self._enter(Entry(kind=kind, detail=detail))
            return
        self._enter(
            Entry(
                kind=kind,
                board=attempt.board,
                copy=attempt.copy,
                attempt=attempt.number,
                job_id=attempt.job_id,
                detail=detail,
            )
        )

    def _enter(self, entry: Entry) -> None:
        self.ledger.apply(entry)
        self._out.append(Write(entry))

    def _send(self, verb: Verb, job_id: str = "", job: Job | None = None) -> None:
        self._pending_command = verb
        self._out.append(SendCommand(verb, job_id, job))

    def _ask(
        self,
        question: Question,
        text: str,
        need: OperatorTask | None = None,
        wanted: int | None = None,
    ) -> None:
        self.question = question
        self._wait(Phase.ASKING, text, need, wanted)

    def _wait(
        self,
        phase: Phase,
        message: str,
        need: OperatorTask | None = None,
        wanted: int | None = None,
    ) -> None:
        is_new = message and message != self.message
        self.phase, self.message = phase, message
        self.need, self.wanted = need, wanted
        if is_new:
            attempt = self.ledger.attempt
            self._out.append(
                Notice(
                    NoticeKind.PROMPT,
                    message,
                    board=wanted if attempt is None else attempt.board,
                    copy=None if attempt is None else attempt.copy,
                    fault=self.fault.code if phase is Phase.FAULT and self.fault else None,
                )
            )

    def _show(
        self, kind: NoticeKind, text: str, command: str = "", *, about: Attempt | None = None
    ) -> None:
        if about is None:
            self._out.append(Notice(kind, text, command))
        else:
            self._out.append(Notice(kind, text, command, about.board, about.copy))

    _handlers: ClassVar[Mapping[type, Callable[..., None]]] = {
        Answered: _answered,
        BoardIn: _board_in,
        BoardOut: _board_out,
        CardDropped: _card_dropped,
        Connected: _connected,
        Done: _done,
        FaultCleared: _fault_cleared,
        FaultRaised: _fault_raised,
        FileAhead: _file_ahead,
        FileKept: _file_kept,
        FileTrouble: _file_trouble,
        ReconnectFailed: _gave_up,
        LinkLost: _lost,
        NeedsConfirmation: _needs_confirmation,
        Operator: _operator,
        Paused: _paused,
        Refused: _refused,
        Reported: _reported,
        Silent: _silent,
        StatusAnswer: _status_answer,
        MachineTaken: _taken,
    }
