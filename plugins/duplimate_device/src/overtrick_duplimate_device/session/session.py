"""The session: an operator's logic as a pure state machine, free of any machine and any clock.

It takes inputs (what the machine and the operator say) and returns actions (what to write
down, what to tell the machine, what to show). Whoever runs it carries the actions out in
order and hands the machine's answer back as the next input. What has to survive is written
before the machine is told; everything else may be lost at any moment.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

import attrs

from overtrick_duplimate_device.interface.driver import (
    BoardIn,
    BoardOut,
    CardDropped,
    Done,
    FaultCleared,
    FaultRaised,
    JobState,
    Mode,
    NeedsConfirmation,
    Paused,
)
from overtrick_duplimate_device.interface.faults import FAULT_HELP, FaultCode, Recovery
from overtrick_duplimate_device.journal.ledger import Attempt, EntryKind
from overtrick_duplimate_device.session.session_boards import UNFINISHED, BoardKeeping
from overtrick_duplimate_device.session.steps import (
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
    Silent,
    StatusAnswer,
    Verb,
)
from overtrick_duplimate_device.session.tally import Wrong


@attrs.define
class Session(BoardKeeping):
    """What to do next, given all that happened; see `SessionState` for what it knows."""

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
        self._write(EntryKind.CONNECTED, boot=self._boot, model=given.identity.model)
        lack = self._lack()
        if lack:
            self._show(lack)
            self._end(Outcome.DEVICE)
            return
        attempt, status = self.ledger.attempt, given.status
        if attempt is None:
            busy = status.job_id if status.state in UNFINISHED else None
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
            if status.job_id == attempt.job_id and status.state in UNFINISHED:
                self._tell(Verb.ABORT, attempt.job_id)
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

    def _lost(self, given: Lost) -> None:
        self._write(EntryKind.LOST)
        self._told = None
        self._tally = None
        self._wait(Phase.OFFLINE, f"The machine does not answer ({given.reason}).")

    def _gave_up(self, given: GaveUp) -> None:
        self._show(given.reason)
        self._end(Outcome.DEVICE)

    # What the machine answers.

    def _answered(self, given: Answered) -> None:
        told, self._told = self._told, None
        attempt = self.ledger.attempt
        if told is Verb.LOAD and attempt is not None:
            self._write_attempt(EntryKind.STARTING)
            self._tell(Verb.START, attempt.job_id)
        elif told is Verb.START and attempt is not None:
            self._running(attempt)
        elif told is Verb.ABORT:
            self._aborted(attempt)
        elif told is Verb.CLEAR:
            self._write_attempt(EntryKind.CLEARED, by="operator", how=self._recovery.value)
            self._proceed(self._recovery)

    def _running(self, attempt: Attempt) -> None:
        if attempt.stage is EntryKind.STARTING:
            self._write_attempt(EntryKind.STARTED)
            self._tally = self._new_tally(attempt)
        else:
            self._write_attempt(EntryKind.CONTINUED)
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
            self._tell(Verb.REPORT, attempt.job_id)
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
        if told is Verb.START and attempt.stage is not EntryKind.STARTING:
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
            self._show("The machine is busy, or a card is in it. Clear it.")
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
        if status.job_id != attempt.job_id or status.state not in UNFINISHED:
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
        attempt, tally = self.ledger.attempt, self._tally
        if attempt is None or given.job_id != attempt.job_id or tally is None:
            return
        self._place = BoardPlace.USED if self.capabilities.detects_board else self._place
        wrong = tally.add(given.position, given.card, given.pocket)
        if wrong is not None:
            self._abandon(attempt, wrong)
            return
        window = attempt.window
        if window is not None and tally.heard == 52 - window:
            self._write_attempt(EntryKind.FINISHING)

    def _abandon(self, attempt: Attempt, wrong: Wrong) -> None:
        self._reason = wrong.value
        self._show(f"Board {attempt.board} is not right: {wrong.value}.")
        self._tell(Verb.ABORT, attempt.job_id)

    def _done(self, given: Done) -> None:
        attempt, tally = self.ledger.attempt, self._tally
        if attempt is None or given.job_id != attempt.job_id or tally is None:
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
        if attempt is not None and given.job_id == attempt.job_id:
            self._ask(
                Question.CONFIRM,
                f"The machine cannot say whether board {attempt.board} is finished. Look at it: "
                "did it deal all 52 cards without an error?",
            )

    def _silent(self, given: Silent) -> None:
        if self.phase is Phase.DEALING and self.capabilities.reports:
            self._tell(Verb.STATUS)

    # Faults and pauses.

    def _fault_raised(self, given: FaultRaised) -> None:
        attempt = self.ledger.attempt
        if given.job_id is not None and (attempt is None or given.job_id != attempt.job_id):
            return
        detail = {"code": given.code.value, "cards": given.position}
        if attempt is None:
            self._write(EntryKind.FAULT, **detail)
        else:
            self._write_attempt(EntryKind.FAULT, **detail)
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
            self._write_attempt(EntryKind.CLEARED, by="machine", how=given.how.value)
            self._proceed(given.how)

    def _proceed(self, how: Recovery) -> None:
        attempt, fault = self.ledger.attempt, self.fault
        self.fault = None
        if attempt is None:
            self._ready()
        elif how is Recovery.CONTINUE:
            self._tell(Verb.START, attempt.job_id)
        else:
            self._reason = fault.code.value if fault is not None else "dealt afresh"
            self._tell(Verb.ABORT, attempt.job_id)

    def _paused(self, given: Paused) -> None:
        attempt = self.ledger.attempt
        if attempt is None or given.job_id != attempt.job_id or self.phase is not Phase.DEALING:
            return
        self._write_attempt(EntryKind.PAUSED, cards=self.cards)
        self._enter_pause(f"Paused after card {self.cards} of board {attempt.board}.")

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
            self._tell(Verb.ABORT, attempt.job_id)
        else:
            self._tell(Verb.START, attempt.job_id)

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
            self._tell(Verb.ABORT, attempt.job_id)
        else:
            self._end(outcome)

    def _file_trouble(self, given: FileTrouble) -> None:
        self._show(given.reason)
        if self.outcome is None:
            self._stop(Outcome.FILE)

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
        Reported: BoardKeeping._reported,
        Silent: _silent,
        StatusAnswer: _status_answer,
    }
