"""A dealing session with a driver: the real session, a simulated operator, and a witness."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Final

import attrs

from overtrick_duplimate_device.drivers.isolation import GuardedDriver
from overtrick_duplimate_device.interface.driver import Driver, Mode
from overtrick_duplimate_device.interface.spec import DriverSpec
from overtrick_duplimate_device.journal.journal import Header, Journal, fingerprint
from overtrick_duplimate_device.journal.ledger import EntryKind
from overtrick_duplimate_device.journal.plan import Plan
from overtrick_duplimate_device.session.actions import Notice
from overtrick_duplimate_device.session.counters import FileCounters
from overtrick_duplimate_device.session.inputs import Operator
from overtrick_duplimate_device.session.phases import Outcome, Phase, Question
from overtrick_duplimate_device.session.runner import Runner
from overtrick_duplimate_device.session.session import Session
from overtrick_duplimate_device.testing.base import DEALS, pockets_of
from overtrick_duplimate_device.testing.bench import MachineBench

_SALT: Final = "00" * 32
_SLICE: Final = 0.05
_MOST_STEPS: Final = 20_000
_REPEAT_STEPS: Final = 60
"""The number of steps after which the operator repeats an action that had no effect."""


@attrs.define
class Witness:
    """The result of a dealing session.

    Attributes:
        outcome: why the session ended, `None` where it did not.
        message: the last request to the operator.
        right: boards that the session called dealt and that held their deal, by number.
        wrong: boards that it called dealt and that did not.
        failed: the number of failed attempts.
        shown: its notices.
    """

    outcome: Outcome | None = None
    message: str = ""
    right: Counter[int] = attrs.field(factory=Counter)
    wrong: Counter[int] = attrs.field(factory=Counter)
    failed: int = 0
    shown: list[str] = attrs.field(factory=list)


class Evening:
    """Deals a set on a bench with the session that users have.

    Args:
        bench: the machine.
        spec: the driver's specification.
        mode: the mode of dealing.
        folder: where the journal is kept.
        boards: which are dealt.
        trouble: called before each step with the session, to let something happen.
    """

    def __init__(
        self,
        bench: MachineBench,
        spec: DriverSpec,
        mode: Mode,
        folder: Path,
        *,
        boards: tuple[int, ...] = (1, 2, 3),
        trouble: Callable[[Session], None] = lambda session: None,
    ) -> None:
        self._bench = bench
        self._spec = spec
        self._plan = Plan(boards=boards, mode=mode)
        self._folder = folder
        self._trouble = trouble
        self._seen = Witness()
        self._ledger_done: Counter[int] = Counter()
        self._marked: object = None
        self._steps = 0

    # The session's watcher.

    def show(self, notice: Notice) -> None:
        """Store a notice of the session."""
        self._seen.shown.append(f"{notice.text} {notice.command}")

    def refresh(self, session: Session) -> None:
        """Compare the board with its deal when the session reports it dealt."""
        now = Counter(session.ledger.done)
        for board in now - self._ledger_done:
            is_right = self._bench.fallen() == pockets_of(DEALS[board])
            (self._seen.right if is_right else self._seen.wrong)[board] += 1
        self._ledger_done = now

    # The evening.

    def run(self) -> Witness:
        """Deal the set to its end."""
        header = Header(
            session="bench", path="bench", format="none", device="bench", plan=self._plan,
            base={}, salt=_SALT,
            fingerprints={b: fingerprint(_SALT, b, DEALS[b]) for b in self._plan.boards},
        )  # fmt: skip
        bench = self._bench
        with Journal.create(self._folder, header) as journal:
            session = Session(self._plan, DEALS, journal.ledger())
            runner = Runner(
                session,
                journal,
                self._open,
                FileCounters(Path("bench"), None),
                self,
                clock=bench.clock,
                sleep=bench.wait,
            )
            try:
                runner.begin()
                self._deal(session, runner)
            finally:
                runner.close()
            self._seen.failed = sum(entry.kind is EntryKind.FAILED for entry in journal.entries())
        self._seen.outcome, self._seen.message = session.outcome, session.message
        return self._seen

    def _open(self) -> Driver:
        return GuardedDriver(self._bench.open(), self._spec)

    def _deal(self, session: Session, runner: Runner) -> None:
        end = self._bench.clock() + self._bench.patience * (len(self._plan.boards) + 2)
        for _ in range(_MOST_STEPS):
            if session.is_over or self._bench.clock() > end:
                return
            self._trouble(session)
            self._tend(session, runner)
            runner.step(_SLICE)

    def _tend(self, session: Session, runner: Runner) -> None:
        """Perform one action that the session asks for."""
        mark = (session.phase, session.message, session.fault, session.ledger.attempts)
        self._steps = self._steps + 1 if mark == self._marked else 0
        self._marked = mark
        if self._steps % _REPEAT_STEPS:
            return
        if session.phase in {Phase.WAITING, Phase.REMOVING}:
            self._change_boards(session)
        elif session.phase is Phase.ASKING:
            runner.say(self._answer(session))
        elif session.phase is Phase.FAULT:
            self._fix(runner)
        elif session.phase in {Phase.PAUSED, Phase.TAKEN}:
            runner.say(Operator.CONTINUE)

    def _change_boards(self, session: Session) -> None:
        self._bench.take_board()
        task = session.next_task
        self._bench.put_board(None if task is None else task.board)

    def _answer(self, session: Session) -> Operator:
        if session.question is Question.BOARD_READY:
            self._change_boards(session)
            return Operator.YES
        attempt = session.ledger.attempt
        is_dealt = attempt is not None and self._bench.fallen() == pockets_of(DEALS[attempt.board])
        return Operator.YES if is_dealt else Operator.NO

    def _fix(self, runner: Runner) -> None:
        try:
            self._bench.fix()
        except NotImplementedError:
            # The machine has no key: the host reports the fix.
            runner.say(Operator.AFRESH)
            return
        if self._steps:
            # The machine has no key, or it was not heard.
            runner.say(Operator.AFRESH)
