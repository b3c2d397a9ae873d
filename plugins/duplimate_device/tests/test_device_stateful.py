"""Session, driver and simulator under random faults, commands and crashes.

As many runs here as the profile has examples; the full ten thousand with

    OVERTRICK_DEVICE_RUNS=10000 pytest plugins/duplimate_device/tests/test_device_stateful.py

In every run the truth is what lies in the simulator's boards: no board is dealt wrong, skipped
or dealt twice, no card is named, and the session can always be resumed and finished.
"""

from __future__ import annotations

import os
import random
import shutil
import tempfile
from collections import Counter
from pathlib import Path

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

import overtrick
from overtrick_dlm import BOOKKEEPER
from overtrick_duplimate_device.drivers.line import LineDriver
from overtrick_duplimate_device.drivers.simulator import SimulatorDriver
from overtrick_duplimate_device.interface.blind import find_cards
from overtrick_duplimate_device.interface.driver import Claim, Mode
from overtrick_duplimate_device.journal.journal import Header, Journal, fingerprint
from overtrick_duplimate_device.journal.ledger import EntryKind, Ledger, LedgerStatus
from overtrick_duplimate_device.journal.plan import Order, Plan
from overtrick_duplimate_device.session.counters import FileCounters, keep_counters
from overtrick_duplimate_device.session.inputs import Operator
from overtrick_duplimate_device.session.phases import Phase, Question
from overtrick_duplimate_device.session.runner import Runner
from overtrick_duplimate_device.session.session import Session
from overtrick_duplimate_device.simulator.loopback import Loopback, VirtualClock
from overtrick_duplimate_device.simulator.setup import MachineSettings, make_machine
from overtrick_duplimate_device.simulator.station import Station
from overtrick_duplimate_device.simulator.troubles import (
    CARD_TROUBLES,
    CUT_TROUBLES,
    SimulatedFault,
)

RUNS = int(os.environ.get("OVERTRICK_DEVICE_RUNS", settings().max_examples))
GOLDEN = Path(__file__).parent / "data" / "dupsoft-32-boards.dlm"
DEALS = {board.number: board.deal for board in overtrick.read(GOLDEN)}
FAST = Path("/dev/shm") if Path("/dev/shm").is_dir() else None  # noqa: S108  # no secrets here
TROUBLES = [*CARD_TROUBLES, *CUT_TROUBLES, SimulatedFault.BOARD_MISSING]


class Killed(BaseException):
    """The session's process dies here."""


class Fuse:
    """Kills the session at the n-th thing that it does, before or after it."""

    def __init__(self):
        self.left = None

    def burn(self):
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                self.left = None
                raise Killed


class Fused:
    """Anything, with a fuse before and after each of its methods."""

    def __init__(self, inner, fuse):
        self._inner = inner
        self._fuse = fuse

    def __getattr__(self, name):
        value = getattr(self._inner, name)
        if not callable(value) or name in {"next_event", "close", "clock"}:
            return value

        def call(*arguments, **named):
            self._fuse.burn()
            result = value(*arguments, **named)
            self._fuse.burn()
            return result

        return call


class Evening:
    """A director, a machine, a file and a session that is killed again and again."""

    def __init__(self, *, seed, settings, is_line, plan, assume, is_dlm):
        self.folder = Path(tempfile.mkdtemp(dir=FAST))
        self.file = self.folder / "evening.dlm"
        shutil.copy(GOLDEN, self.file)
        self.random = random.Random(seed)
        self.plan = plan
        self.assume = assume
        self.is_line = is_line
        self.counters = (
            FileCounters(self.file, BOOKKEEPER) if is_dlm else FileCounters(Path("x"), None)
        )
        self.base = self.counters.read()
        self.machine, self.attendant = make_machine(
            settings, window=4 if is_line else 1, boot_name="boot"
        )
        self.fallen = Counter()
        self.machine.witness = self.see
        self.station = Station(self.machine, self.attendant)
        self.clock = VirtualClock()
        self.fuse = Fuse()
        self.shown = []
        self.emptied = set()
        self.kills = 0
        self.header = Header(
            session="evening",
            path=str(self.file),
            format="dlm",
            device="test",
            plan=plan,
            base=self.base,
            salt="00" * 32,
            fingerprints={b: fingerprint("00" * 32, b, DEALS[b]) for b in plan.boards},
        )
        Journal.create(self.folder, self.header).close()
        self.extras = Counter()
        self.begin()

    def begin(self):
        self.journal = Journal.open(self.folder / "evening.session")
        self.session = Session(self.plan, DEALS, self.journal.ledger(), assume_dealt=self.assume)
        self.runner = Runner(
            self.session,
            Fused(self.journal, self.fuse),
            self.open_machine,
            Fused(self.counters, self.fuse),
            self,
            take_machine=lambda: self.open_machine(take=True),
            reconnect=1e9,
            clock=self.clock,
            sleep=self.clock.sleep,
        )
        self.guard(self.runner.begin)

    def open_machine(self, *, take=False):
        if self.is_line:
            claim = Claim(host="laptop", who="00000001", take=take)
            # On a serial port the machine does not notice that a host comes or goes.
            line = Loopback(self.station, self.clock, is_noticed=self.random.random() < 0.5)
            return Fused(LineDriver(line, claim=claim), self.fuse)
        driver = SimulatorDriver(self.machine, self.attendant, sleep=self.clock.sleep)
        return Fused(driver, self.fuse)

    def see(self, what, job, *particulars):
        self.fallen[job] += what == "drop"

    def show(self, notice):
        self.shown.append(notice.text)

    def refresh(self, session):
        pass

    def guard(self, action):
        try:
            action()
        except Killed:
            self.die()

    def die(self):
        """kill -9: nothing is said, nothing is closed properly."""
        self.kills += 1
        self.journal.close()
        if self.random.random() < 0.5:
            # The machine notices that the line is gone; on a serial port it does not.
            self.station.link.disconnected()
        self.fuse.left = None
        self.begin()

    def work(self, steps):
        for _ in range(steps):
            if self.session.is_over:
                return
            if self.session.question is not None:
                self.answer()
            self.guard(lambda: self.runner.step(0.2))

    def answer(self):
        assert self.session.question is Question.DOUBT
        attempt = self.session.ledger.attempt
        self.runner.say(Operator.YES if self.is_full(attempt) else Operator.NO)

    def full_boards(self):
        for board in self.attendant.boards():
            if board.job_id not in self.emptied:
                yield board

    def is_full(self, attempt):
        return any(
            board.job_id == attempt.job_id and board.holds(DEALS[attempt.board])
            for board in self.full_boards()
        )

    def finish(self):
        for _ in range(60):
            self.machine.troubles.card_rate = self.machine.troubles.link_rate = 0
            self.machine.troubles.cut_rate = self.machine.troubles.board_rate = 0
            if self.session.phase in {Phase.PAUSED, Phase.TAKEN}:
                self.runner.say(Operator.TAKE if self.is_line else Operator.CONTINUE)
                self.runner.say(Operator.CONTINUE)
            if self.session.is_over and self.session.ledger.standing is not LedgerStatus.FINISHED:
                self.reopen()
            if self.session.ledger.standing is LedgerStatus.FINISHED:
                break
            self.work(150)
        assert self.session.ledger.standing is LedgerStatus.FINISHED, self.session.message

    def reopen(self):
        self.runner.close()
        self.journal.close()
        self.begin()
        entry = self.again_entry(EntryKind.RESUMED)
        self.journal.write(entry)
        self.session.ledger.apply(entry)

    def again_entry(self, kind, board=None):
        from overtrick_duplimate_device.journal.ledger import Entry

        return Entry(kind=kind, board=board)

    def judge(self):
        entries = list(self.journal.entries())
        dealt = {entry.job_id: entry.board for entry in entries if entry.kind is EntryKind.DEALT}
        failed = {
            entry.job_id: entry.detail["reason"]
            for entry in entries
            if entry.kind is EntryKind.FAILED
        }
        assert len(dealt) == sum(entry.kind is EntryKind.DEALT for entry in entries)
        wanted = Counter(dict.fromkeys(self.plan.boards, self.plan.copies)) + self.extras
        assert Counter(dealt.values()) == wanted
        # What lies in the boards is what the journal says, no more and no less.
        lying = {board.job_id: board for board in self.full_boards()}
        for job, number in dealt.items():
            assert lying[job].holds(DEALS[number]), f"board {number} is wrong"
        assert set(lying) - set(dealt) <= set(failed)
        # Whoever was not told to empty a board has none with cards in it.
        for job, reason in failed.items():
            assert self.fallen[job] == 0 or not reason.startswith(("not started", "refused"))
        counters = self.counters.read()
        for number, before in self.base.items():
            assert counters[number] == before + wanted[number]
        if counters:
            assert not overtrick.read(self.file, check=True).diagnostics
        self.look_for_cards(entries)

    def look_for_cards(self, entries):
        for text in [*self.shown, *map(str, entries), repr(self.session), str(self.header)]:
            assert not find_cards(text), text

    def close(self):
        self.runner.close()
        self.journal.close()
        shutil.rmtree(self.folder)


RATES = st.sampled_from([0.0, 0.0, 0.002, 0.01, 0.04])


class DealingMachine(RuleBasedStateMachine):
    """The rules by which an evening goes wrong."""

    def __init__(self):
        super().__init__()
        self.evening = None

    @initialize(
        seed=st.integers(0, 2**32),
        faults=RATES,
        link=RATES,
        boards=st.sampled_from([0.0, 0.0, 0.1]),
        cuts=st.sampled_from([0.0, 0.0, 0.001, 0.005]),
        numbers=st.sampled_from([(), (1, 2), (2, 1, 3)]),
        is_line=st.booleans(),
        plan=st.builds(
            Plan,
            boards=st.sampled_from([(1,), (1, 2), (2, 1)]),
            copies=st.integers(1, 2),
            order=st.sampled_from(Order),
            mode=st.sampled_from([Mode.DEAL, Mode.DEAL, Mode.DEAL, Mode.SORTED]),
            is_auto_number=st.booleans(),
            stop_card=st.booleans(),
        ),
        assume=st.sampled_from([None, None, False]),
        is_dlm=st.booleans(),
    )
    def arrive(self, *, seed, faults, link, boards, cuts, numbers, is_line, plan, assume, is_dlm):
        import attrs

        if not numbers:
            plan = attrs.evolve(plan, is_auto_number=False)
        if plan.mode is Mode.SORTED:
            # Without bar codes a fallen or foreign card cannot be noticed, so none falls.
            faults = 0.0
        self.is_sorted = plan.mode is Mode.SORTED
        self.evening = Evening(
            seed=seed,
            settings=MachineSettings(
                seed=seed,
                speed=0,
                fault_rate=faults,
                link_rate=link if is_line else 0.0,
                board_rate=boards,
                cut_rate=cuts,
                numbers=numbers,
            ),
            is_line=is_line,
            plan=plan,
            assume=assume,
            is_dlm=is_dlm,
        )

    @rule(steps=st.integers(1, 120))
    def work(self, steps):
        self.evening.work(steps)

    @rule(things=st.integers(0, 12), steps=st.integers(1, 120))
    def kill(self, things, steps):
        self.evening.fuse.left = things
        self.evening.work(steps)
        self.evening.fuse.left = None

    @rule()
    def die_at_once(self):
        self.evening.die()

    @rule(
        steps=st.integers(0, 6),
        things=st.integers(0, 6),
        what=st.sampled_from(["kill", "kill", "power", "power", "both", "both"]),
    )
    def strike_near_the_end(self, steps, things, what):
        """The last cards are where nobody may know whether a board is finished."""
        evening = self.evening
        for _ in range(400):
            attempt = evening.session.ledger.attempt
            if attempt is not None and attempt.stage is EntryKind.FINISHING:
                break
            evening.work(1)
        evening.work(steps)
        if what == "power":
            evening.machine.wants_cut = SimulatedFault.POWER_CUT
            evening.work(2)
            return
        evening.fuse.left = things
        evening.work(steps + 2)
        evening.fuse.left = None
        evening.die()
        if what == "both":
            evening.machine.power_cut()
            evening.station.link.power_cut()

    @rule(word=st.sampled_from([Operator.PAUSE, Operator.CONTINUE, Operator.AFRESH]))
    def say(self, word):
        self.evening.runner.say(word)
        self.evening.work(3)

    @rule()
    def stop_and_resume(self):
        evening = self.evening
        evening.runner.say(Operator.STOP)
        evening.work(400)
        if evening.session.is_over:
            evening.reopen()

    @rule(trouble=st.sampled_from(CUT_TROUBLES))
    def cut(self, trouble):
        self.evening.machine.wants_cut = trouble
        self.evening.work(2)

    @rule(word=st.sampled_from([Operator.CONTINUE, Operator.TAKE]))
    def another_host_takes_the_machine(self, word):
        """It falls silent then; asking finds it still there, taking does not."""
        evening = self.evening
        evening.machine.wants_cut = SimulatedFault.TAKEN
        evening.work(2)
        evening.runner.say(word)
        evening.work(2)

    @precondition(lambda self: not self.is_sorted)
    @rule(trouble=st.sampled_from(TROUBLES), card=st.integers(0, 51), ahead=st.integers(0, 1))
    def plan_trouble(self, trouble, card, ahead):
        machine = self.evening.machine
        machine.troubles.script[machine._started + ahead, card] = trouble

    @precondition(lambda self: not self.evening.session.ledger.counting)
    @rule()
    def another_program_counts(self):
        """It knows nothing of locks; over a change that was cut off, nobody could tell."""
        evening = self.evening
        if evening.base:
            board = evening.plan.boards[0]
            data = evening.file.read_bytes()
            value = BOOKKEEPER.counters(data)[board] + 10
            evening.file.write_bytes(BOOKKEEPER.with_counters(data, {board: value}))
            evening.base[board] += 10

    @rule()
    def another_session_counts(self):
        evening = self.evening
        if evening.base:
            board = evening.plan.boards[0]
            other = Ledger(done={board: 1})
            keep_counters(FileCounters(evening.file, BOOKKEEPER), other, [board], other.apply)
            evening.base[board] += 1

    @precondition(lambda self: self.evening.session.ledger.attempts < 12)
    @rule(board=st.integers(1, 2))
    def again(self, board):
        evening = self.evening
        ledger = evening.session.ledger
        if board in evening.plan.boards and board not in ledger.extras:
            evening.extras[board] += 1
            entry = evening.again_entry(EntryKind.AGAIN, board)
            evening.journal.write(entry)
            ledger.apply(entry)
            if evening.session.is_over:
                evening.reopen()

    def teardown(self):
        if self.evening is None:
            return
        try:
            self.evening.finish()
            self.evening.judge()
        finally:
            self.evening.close()


TestDealingMachine = pytest.mark.slow(pytest.mark.filterwarnings("error")(DealingMachine.TestCase))
TestDealingMachine.settings = settings(
    max_examples=RUNS,
    stateful_step_count=12,
    deadline=None,
    print_blob=True,
    suppress_health_check=list(HealthCheck),
)
