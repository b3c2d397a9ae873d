"""Run a session: carry out its actions, and pass it the input of machine and operator."""

from __future__ import annotations

import collections
import time
from collections.abc import Callable
from typing import Final

from overtrick import DeviceError, FormatError, NumberRanges, OvertrickError, PluginError
from overtrick_duplimate_device.interface.driver import (
    Driver,
    MachineRefusedError,
    MachineTakenError,
)
from overtrick_duplimate_device.journal.codes import JournalError
from overtrick_duplimate_device.journal.journal import Journal
from overtrick_duplimate_device.journal.ledger import Entry
from overtrick_duplimate_device.session.actions import (
    Action,
    Notice,
    NoticeKind,
    SendCommand,
    UpdateFile,
    Verb,
    Write,
)
from overtrick_duplimate_device.session.counters import (
    FileCounters,
    OthersCounted,
    keep_counters,
)
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
from overtrick_duplimate_device.session.phases import Outcome, Phase, Question
from overtrick_duplimate_device.session.session import Session
from overtrick_duplimate_device.session.watchers import Watcher
from overtrick_duplimate_device.session.words import keys_for

SILENCE: Final = 15.0
"""The seconds without an event during dealing after which the machine is queried."""

RECONNECT: Final = 60.0
"""Seconds for which a lost machine is looked for."""

OTHERS_COUNT: Final = (
    "Another session or program counts copies in this file too; its counts are kept."
)
RESET: Final = (
    "The file counts fewer copies of board {boards} than this session's journal says: it was put "
    "back from an older copy, or its counters were reset. They are left as they are."
)
NO_LOCKS: Final = (
    "This file lies where no program can lock it (some network folders are so). Its counters hold "
    "only while no other session deals it."
)
STILL_TAKEN: Final = "Nobody said that the machine can be asked for again."
_PAUSE: Final = 0.5
_SLICE: Final = 0.2
_MOST_LOSSES: Final = 3


class Runner:
    """The runner of one session.

    Args:
        session: what to do.
        journal: where it is written down.
        open_machine: opens the machine's driver; called again when the connection is lost.
        take_machine: opens it even where another host has it; `None` where that cannot be.
        counters: the file's own.
        watcher: shows what happens.
        driver: the machine, where it is open already.
        reconnect: seconds for which a lost machine is looked for.
        patience: seconds for which the session waits for the operator, `None`
            for ever.
        others: gives what other sessions counted, for a session that is gone on with; a counter
            without an explanation is then asked about.
        clock: seconds that never go backwards.
        sleep: how time passes.
    """

    def __init__(
        self,
        session: Session,
        journal: Journal,
        open_machine: Callable[[], Driver],
        counters: FileCounters,
        watcher: Watcher,
        *,
        driver: Driver | None = None,
        take_machine: Callable[[], Driver] | None = None,
        reconnect: float = RECONNECT,
        patience: float | None = None,
        others: OthersCounted | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.session = session
        self._journal = journal
        self._open_machine = open_machine
        self._take_machine = take_machine or open_machine
        self._takes = False
        self._losses = 0
        self._losing_since = clock()
        self._dealt = session.ledger.dealt
        self._counters = counters
        self._watcher = watcher
        self._driver = driver
        self._is_new = True
        self._reconnect = reconnect
        self._patience = patience
        self._others = others
        self._clock = clock
        self._sleep = sleep
        self._shown_once: set[NoticeKind] = set()
        self._answers: collections.deque[Operator] = collections.deque()
        self._quiet_since = clock()
        self._lost_since = clock()
        self.continued = 0
        """The number of times that the operator continued the session."""
        self.is_unattended = False
        """Whether there is no operator to answer questions."""

    def say(self, word: Operator) -> None:
        """Pass an operator's answer; thread-safe, and allowed in a signal handler."""
        self.continued += word in {Operator.CONTINUE, Operator.AFRESH, Operator.TAKE}
        self._answers.append(word)

    def run(self) -> Outcome:
        """Run the session to its end and return its outcome.

        Raises:
            JournalError: the journal cannot be written; nothing is done without it.
        """
        try:
            self.begin()
            while not self.session.is_over:
                self.step()
        finally:
            self.close()
        return self.session.outcome or Outcome.STOPPED

    def begin(self) -> None:
        """Update the file's counters before the first move."""
        ledger = self.session.ledger
        boards = tuple(sorted({*self.session.plan.boards, *ledger.extra_done, *ledger.extras}))
        found = self._update_file(boards, self._others)
        if found is not None:
            self._feed(found)

    def close(self) -> None:
        """Close the machine."""
        driver, self._driver = self._driver, None
        if driver is None:
            return
        try:
            driver.close()
        except (DeviceError, PluginError) as error:
            # The session is over, or opens the machine anew: neither depends on this.
            self._watcher.show(Notice(NoticeKind.DRIVER, f"{_sentence(error)}"))

    def step(self, timeout: float = _SLICE) -> None:
        """Perform one step: process input, connect, or wait for an event."""
        if self._answers:
            self._hear(self._answers.popleft())
            return
        if self.session.phase is Phase.TAKEN:
            self._sleep(timeout)
            self._wait()
            return
        if self._driver is None or self._is_new:
            self._connect()
            return
        try:
            event = self._driver.next_event(timeout)
        except DeviceError as error:
            self._feed(self._lose(error))
            return
        except PluginError as error:
            self._feed(ReconnectFailed(_sentence(error)))
            return
        if event is not None:
            self._touch()
            self._feed(event)
        else:
            self._wait()

    def _hear(self, word: Operator) -> None:
        if word is Operator.UNCLEAR:
            keys = keys_for(self.session)
            if keys:
                self._watcher.show(Notice(NoticeKind.UNCLEAR, f"The keys are: {keys}"))
                self._watcher.refresh(self.session)
            self._touch()
            return
        if self.session.phase is Phase.TAKEN:
            self._takes = word is Operator.TAKE
            self._lost_since = self._clock()
        self._losses = 0
        self._feed(word)
        self._touch()

    def _touch(self) -> None:
        self._quiet_since = self._clock()

    def _wait(self) -> None:
        session, quiet = self.session, self._clock() - self._quiet_since
        if session.phase is Phase.DEALING:
            if quiet > SILENCE:
                self._touch()
                self._feed(Silent())
        elif session.phase is Phase.ASKING and self.is_unattended:
            is_doubt = session.question is not Question.BOARD_READY
            how = "answer with --assume-dealt yes, or no" if is_doubt else "run it on a terminal"
            self._feed(ReconnectFailed(f"Nobody is there to answer: {how}."))
        elif (
            self._patience is not None
            and quiet > self._patience
            # Who paused it may take as long as he likes, if he can go on at all.
            and (session.phase is not Phase.PAUSED or self.is_unattended)
        ):
            is_taken = session.phase is Phase.TAKEN
            self._feed(ReconnectFailed(STILL_TAKEN if is_taken else "Nobody did what was asked."))
        self._watcher.refresh(session)

    # The connection.

    def _connect(self) -> None:
        try:
            if self._driver is None:
                self._driver = (self._take_machine if self._takes else self._open_machine)()
            self._takes = False
            self._is_new = False
            connected = Connected(
                identity=self._driver.identify(),
                capabilities=self._driver.capabilities,
                status=self._driver.status(),
            )
        except MachineTakenError as error:
            self._feed(self._lose(error))
            return
        except PluginError as error:
            self._feed(ReconnectFailed(_sentence(error)))
            return
        except (OvertrickError, OSError) as error:
            # Opening may also fail with the system's own words.
            self.close()
            if self._clock() - self._lost_since >= self._reconnect:
                self._feed(ReconnectFailed(f"The machine was not found again ({error})."))
            else:
                self._watcher.refresh(self.session)
                self._sleep(_PAUSE)
            return
        self._touch()
        self._feed(connected)

    def _lose(self, error: DeviceError) -> LinkLost | MachineTaken:
        self.close()
        now = self._lost_since = self._clock()
        if isinstance(error, MachineTakenError):
            self._touch()
            return MachineTaken(error.host)
        self._losses += 1
        if self._losses == 1:
            self._losing_since = now
        elif self._losses >= _MOST_LOSSES and now - self._losing_since >= self._reconnect:
            # Found and lost again without end: two hosts may be hanging each other up.
            self._touch()
            return MachineTaken(losses=self._losses)
        return LinkLost(str(error))

    # The actions.

    def _feed(self, given: Input) -> None:
        pending: collections.deque[Input] = collections.deque([given])
        while pending:
            for action in self.session.handle(pending.popleft()):
                answer = self._do(action)
                if answer is not None:
                    pending.append(answer)
        if self.session.ledger.dealt != self._dealt:
            self._dealt, self._losses = self.session.ledger.dealt, 0
        self._watcher.refresh(self.session)

    def _do(self, action: Action) -> Input | None:
        if isinstance(action, Write):
            self._journal.write(action.entry)
        elif isinstance(action, Notice):
            self._watcher.show(action)
        elif isinstance(action, UpdateFile):
            return self._update_file((action.board,)) or FileKept(action.board)
        else:
            return self._send(action)
        return None

    def _send(self, action: SendCommand) -> Input:
        driver = self._driver
        if driver is None:
            return LinkLost("there is no connection")
        try:
            return _carry_out(driver, action)
        except MachineRefusedError as refusal:
            return Refused(refusal.code)
        except DeviceError as error:
            return self._lose(error)
        except PluginError as error:
            return ReconnectFailed(_sentence(error))

    def _update_file(
        self, boards: tuple[int, ...], others: OthersCounted | None = None
    ) -> FileTrouble | FileAhead | None:
        ledger = self.session.ledger
        try:
            count = keep_counters(self._counters, ledger, boards, self._note, others)
        except FormatError as error:
            # The message may quote a line of the file, and with it the cards.
            place, code = error.diagnostic.location, error.diagnostic.code
            return FileTrouble(f"The file's counters cannot be kept: {place}: {code}")
        except JournalError:
            raise
        except (OvertrickError, OSError, ValueError) as error:
            return FileTrouble(f"The file's counters cannot be kept: {error}")
        if count.others_counted:
            self._show_once(NoticeKind.RECOUNTED, OTHERS_COUNT)
        if not count.is_locked:
            self._show_once(NoticeKind.UNLOCKED, NO_LOCKS)
        if count.behind:
            self._show_once(
                NoticeKind.RESET, RESET.format(boards=NumberRanges.from_numbers(count.behind))
            )
        if others is None or self._counters.deal_counter is None:
            return None
        return FileAhead(count.ahead)

    def _show_once(self, kind: NoticeKind, text: str) -> None:
        if kind not in self._shown_once:
            self._shown_once.add(kind)
            self._watcher.show(Notice(kind, text))

    def _note(self, entry: Entry) -> None:
        self._journal.write(entry)
        self.session.ledger.apply(entry)


def _sentence(error: Exception) -> str:
    text = str(error)
    return f"{text[:1].upper()}{text[1:]}."


def _carry_out(driver: Driver, action: SendCommand) -> Input:
    verb, job_id = action.verb, action.job_id
    if verb is Verb.REPORT:
        return Reported(driver.report(job_id))
    if verb is Verb.STATUS:
        return StatusAnswer(driver.status())
    if verb is Verb.LOAD and action.job is not None:
        driver.load(action.job)
    elif verb is Verb.START:
        driver.start(job_id)
    elif verb is Verb.PAUSE:
        driver.pause()
    elif verb is Verb.ABORT:
        driver.abort(job_id)
    elif verb is Verb.CLEAR:
        driver.clear_fault()
    else:
        driver.reject_board()
    return Answered()
