"""Dealing from a program: the same functions as the commands, the view of it as values."""

from __future__ import annotations

import shutil
import threading
from pathlib import Path

import attrs
import pytest

import overtrick
from overtrick import OptionError
from overtrick_duplimate_device.dealing.picture import PictureWatcher
from overtrick_duplimate_device.dealing.proposal import (
    Machine,
    UnfinishedError,
    make_plan,
    propose,
)
from overtrick_duplimate_device.dealing.resume import BoardsNeededError, begin, take_up
from overtrick_duplimate_device.dealing.status import Hand, all_sessions
from overtrick_duplimate_device.interface.blind import find_cards
from overtrick_duplimate_device.interface.faults import FAULT_HELP, FaultCode
from overtrick_duplimate_device.journal.ledger import LedgerStatus
from overtrick_duplimate_device.journal.plan import Order
from overtrick_duplimate_device.session.actions import NoticeKind
from overtrick_duplimate_device.session.deal_file import (
    DealsError,
    FileChangedError,
    read_deals,
)
from overtrick_duplimate_device.session.inputs import Operator
from overtrick_duplimate_device.session.phases import OperatorTask, Outcome, Phase, Question

DATA = Path(__file__).parent / "data"


@pytest.fixture
def evening(tmp_path):
    return Path(shutil.copy(DATA / "dupsoft-32-boards.dlm", tmp_path / "evening.dlm"))


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "sessions"


def begun(file, folder, settings, boards="1-2", **options):
    source = read_deals(file)
    machine = Machine(url=f"simulator:?{settings}&seed={abs(hash(str(file))) % 10**6}")
    plan = make_plan(source, boards, **options)
    return begin(propose(source, plan, machine, folder, is_chosen=True))


class Running:
    """A session that runs in a thread, as a program would have it."""

    def __init__(self, held, **options):
        self.watcher = PictureWatcher()
        self.pictures = []
        self.runner = held.runner(self.watcher, **options)
        self.outcome = None
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        self.outcome = self.runner.run()

    def until(self, condition):
        """Wait for a picture of which something is true."""
        number = 0
        for _ in range(5000):
            picture = self.watcher.wait(number, timeout=20)
            assert picture.number != number, picture
            assert not find_cards(repr(attrs.asdict(picture)))
            self.pictures.append(picture)
            if condition(picture):
                return picture
            number = picture.number
        raise AssertionError("it never happened")

    def end(self):
        self.thread.join(timeout=20)
        assert not self.thread.is_alive()
        return self.outcome


def test_an_evening_from_a_program(evening, folder):
    before = {b.number: int(b.extras["dlm:duplicates"]) for b in overtrick.read(evening)}
    with begun(evening, folder, "speed=0", "1-3", copies=2, order=Order.SET) as held:
        running = Running(held)
        last = running.until(lambda picture: picture.phase is Phase.OVER)
        assert running.end() is Outcome.FINISHED
    assert (last.dealt, last.total, last.outcome) == (6, 6, Outcome.FINISHED)
    assert last.done == {1: 2, 2: 2, 3: 2}
    assert last.words == frozenset()
    dealt = [told for told in last.told if told.kind is NoticeKind.DEALT]
    assert [(told.board, told.copy) for told in dealt] == [
        (1, 1), (2, 1), (3, 1), (1, 2), (2, 2), (3, 2),
    ]  # fmt: skip
    after = {b.number: int(b.extras["dlm:duplicates"]) for b in overtrick.read(evening)}
    assert {b: after[b] - before[b] for b in before if after[b] != before[b]} == {1: 2, 2: 2, 3: 2}
    (state,) = all_sessions(folder).sound
    assert (state.standing, state.dealt, state.left) == (LedgerStatus.FINISHED, 6, {})


def test_a_jam_waits_for_the_operator_and_is_told_as_a_code(evening, folder):
    with begun(evening, folder, "speed=0&fixes=0&script=1@20:jam,2@10:unreadable") as held:
        running = Running(held)
        jam = running.until(lambda picture: picture.phase is Phase.FAULT)
        assert (jam.fault, jam.board, jam.cards, jam.in_hand) == (FaultCode.JAM, 1, 20, True)
        assert jam.words == {Operator.CONTINUE, Operator.STOP}
        assert FAULT_HELP[jam.fault].title in jam.text
        moments = {one.moment for one in running.pictures if one.phase is Phase.DEALING}
        assert len(moments) <= 1
        assert all(moment < jam.moment for moment in moments)
        running.runner.say(Operator.CONTINUE)
        other = running.until(lambda picture: picture.fault is FaultCode.UNREADABLE_CARD)
        # This one goes on with the same cards, so that to deal afresh is something else.
        assert Operator.AFRESH in other.words
        running.runner.say(Operator.AFRESH)
        running.until(lambda picture: picture.phase is Phase.OVER)
        assert running.end() is Outcome.FINISHED
    kinds = [told.kind for told in running.pictures[-1].told]
    assert kinds.count(NoticeKind.NOT_DEALT) == 2


@pytest.mark.parametrize("trouble", ["cable_pulled", "power_cut"])
def test_a_machine_that_is_out_of_reach_is_told_and_found_again(evening, folder, trouble):
    settings = f"speed=0&outage=0.2&script=1@30:{trouble}"
    with begun(evening, folder, settings) as held:
        running = Running(held)
        away = running.until(lambda picture: picture.phase is Phase.OFFLINE and picture.text)
        assert away.words == {Operator.STOP}
        last = running.until(lambda picture: picture.phase is Phase.OVER)
    assert (last.outcome, last.dealt) == (Outcome.FINISHED, 2)
    notices = [told for told in last.told if told.kind is NoticeKind.NOT_DEALT]
    assert [(told.board, told.copy) for told in notices] == [(1, 1)]


def test_what_has_to_be_done_with_a_board_is_a_value(evening, folder):
    with begun(evening, folder, "speed=0&manual=1") as held:
        running = Running(held)
        seen = running.until(lambda picture: picture.need is not None)
        assert (seen.need, seen.board, seen.copy) == (OperatorTask.PUT_IN, 1, 1)
        assert seen.words == {Operator.PAUSE, Operator.STOP}
        running.runner.say(Operator.PAUSE)
        paused = running.until(lambda picture: picture.phase is Phase.PAUSED)
        assert paused.words == {Operator.CONTINUE, Operator.STOP}
        running.runner.say(Operator.STOP)
        running.until(lambda picture: picture.phase is Phase.OVER)
        assert running.end() is Outcome.STOPPED


def test_power_cut_in_the_last_cards_asks_a_question(evening, folder):
    with begun(evening, folder, "speed=0&script=1@51:power_cut", "1") as held:
        running = Running(held)
        asked = running.until(lambda picture: picture.question is not None)
        assert (asked.question, asked.board) == (Question.DOUBT, 1)
        assert asked.words == {Operator.YES, Operator.NO, Operator.STOP}
        running.runner.say(Operator.NO)
        running.until(lambda picture: picture.phase is Phase.OVER)
        assert running.end() is Outcome.FINISHED


def test_gone_on_with_and_dealt_once_more(evening, folder):
    with begun(evening, folder, "speed=30", "1-2") as held:
        running = Running(held)
        running.until(lambda picture: picture.cards > 5)
        running.runner.say(Operator.STOP)
        assert running.end() is Outcome.STOPPED
    source = read_deals(evening)
    machine = Machine(url="simulator:?speed=0&seed=12")
    with pytest.raises(UnfinishedError) as refused:
        propose(source, make_plan(source), machine, folder, is_chosen=False)
    path = refused.value.journal.path
    (state,) = all_sessions(folder).sound
    assert (state.journal, state.standing, state.left) == (path, LedgerStatus.STOPPED, {1: 1, 2: 1})
    with take_up(path) as held:
        with pytest.raises(DealsError, match="not gone on with"):
            held.runner(PictureWatcher())
        held.resume(machine)
        assert Running(held).end() is Outcome.FINISHED
    with take_up(path) as held:
        assert not held.concerns(5).is_asked
        with pytest.raises(DealsError, match="no board 99"):
            held.redeal(99, machine)
        held.redeal(5, machine)
        assert Running(held).end() is Outcome.FINISHED
    (state,) = all_sessions(folder).sound
    assert (state.standing, state.extra, state.in_hand) == (LedgerStatus.FINISHED, 1, None)


def test_a_session_killed_in_mid_board_is_in_hand(evening, folder):
    with begun(evening, folder, "speed=30", "1-2") as held:
        running = Running(held)
        running.until(lambda picture: picture.cards > 5)
        (state,) = all_sessions(folder).sound
        assert (state.in_hand.board, state.in_hand.hand) == (1, Hand.HALF_DEALT)
        running.runner.say(Operator.STOP)
        running.end()


def test_concerns_and_what_cannot_be_dealt(odd_boards, folder):
    source = read_deals(odd_boards)
    machine = Machine(url="simulator:?speed=0")
    proposal = propose(source, make_plan(source), machine, folder, is_chosen=False)
    assert proposal.concerns.is_asked
    assert set(proposal.right) == {1, 2, 8}
    with pytest.raises(DealsError, match="board 6 has no cards; board 7 has not all cards"):
        make_plan(source, "5-8")
    with pytest.raises(OptionError, match="no complete deal for board 40"):
        make_plan(source, "40")
    assert make_plan(source, "1-3", is_descending=True).boards == (3, 2, 1)
    assert make_plan(source, copies=None).order is Order.SET


def test_boards_from_a_pipe_must_come_once_more(odd_boards, pbn, folder):
    with begun(odd_boards, folder, "speed=30", "1-2") as held:
        running = Running(held)
        running.until(lambda picture: picture.cards > 5)
        running.runner.say(Operator.STOP)
        running.end()
    (state,) = all_sessions(folder).sound
    with pytest.raises(BoardsNeededError):
        take_up(state.journal)
    texts = {b.number: b.deal.to_text() for b in overtrick.read(DATA / "dupsoft-32-boards.dlm")}
    with pytest.raises(FileChangedError):
        take_up(state.journal, pbn((1, texts[2]), (2, texts[1])))
    with take_up(state.journal, odd_boards) as held:
        held.resume(Machine(url="simulator:?speed=0"))
        assert Running(held).end() is Outcome.FINISHED
