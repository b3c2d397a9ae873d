"""A folder of sessions that is put back from an older copy, while boards were dealt since."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import overtrick
from overtrick_duplimate_device import (
    Machine,
    PictureWatcher,
    begin,
    make_plan,
    propose,
    read_deals,
    take_up,
)
from overtrick_duplimate_device.drivers import simulator
from overtrick_duplimate_device.journal.journal import Journal
from overtrick_duplimate_device.journal.ledger import EntryKind, Ledger
from overtrick_duplimate_device.journal.paths import second_path
from overtrick_duplimate_device.journal.plan import Plan
from overtrick_duplimate_device.session.inputs import Operator
from overtrick_duplimate_device.session.past import DealEvidence, Evidence, attempts_ahead, job_name
from overtrick_duplimate_device.session.phases import Outcome, Phase, Question

DATA = Path(__file__).parent / "data"
URL = "simulator:?speed=0"


class Operators(PictureWatcher):
    """Answers every question, and stops once it was asked to."""

    def __init__(self, answer=None, stop_after=None):
        super().__init__()
        self.asked, self.notices = [], []
        self.answer, self.stop_after, self.runner = answer, stop_after, None

    def show(self, notice):
        super().show(notice)
        self.notices.append(notice.text)

    def refresh(self, session):
        super().refresh(session)
        if session.phase is Phase.ASKING and session.question is not None:
            self.asked.append((session.question, self.picture.board))
            assert self.answer is not None, session.message
            self.runner.say(Operator.YES if self.answer else Operator.NO)
        elif self.stop_after is not None and session.ledger.dealt >= self.stop_after:
            self.runner.say(Operator.STOP)


@pytest.fixture
def evening(tmp_path):
    """Deals boards, and remembers the journal's steps and which boards fell into the machine."""

    class Evening:
        def __init__(self):
            simulator._MACHINES.clear()
            self.folder = tmp_path / "sessions"

        def file(self, name="evening.dlm"):
            path = Path(shutil.copy(DATA / "dupsoft-32-boards.dlm", tmp_path / "evening.dlm"))
            if name.endswith(".pbn"):
                overtrick.convert(path, tmp_path / name)
                path = tmp_path / name
            return path

        def deal(self, file, boards="1-4", stop_after=3, copies=1):
            source = read_deals(file)
            plan = make_plan(source, boards, copies=copies)
            proposal = propose(
                source, plan, Machine(url=URL), self.folder, is_chosen=True, is_new=True
            )
            with begin(proposal) as held:
                self.run(held, Operators(stop_after=stop_after))
                return held.journal.path

        def run(self, held, watcher, **settings):
            runner = held.runner(watcher, patience=1.0, reconnect=0.0, **settings)
            watcher.runner = runner
            return runner.run()

        def resume(self, path, answer=None, **settings):
            watcher = Operators(answer)
            with take_up(path) as held:
                held.resume(Machine(url=URL))
                outcome = self.run(held, watcher, **settings)
                return outcome, watcher, held.journal.ledger()

        @property
        def jobs(self):
            """How many jobs the machine finished, by what it remembers."""
            records = simulator._MACHINES[URL].machine._records.values()
            return sum(record.state.value == "done" for record in records)

        def forget(self):
            """Let the machine lose its power."""
            simulator._MACHINES.clear()

    return Evening()


def put_back(path, kind, nth):
    r"""Put both files of a journal back as they were after the nth step of a kind."""
    journal = Journal.open(path, write=False)
    steps = [entry.kind for entry in journal.entries()]
    places = [index for index, found in enumerate(steps) if found is kind]
    for file in (path, second_path(path)):
        lines = file.read_bytes().splitlines(keepends=True)
        head = len(lines) - len(steps)
        file.write_bytes(b"".join(lines[: head + places[nth] + 1]))


def counters(file):
    return {board.number: int(board.extras["dlm:duplicates"]) for board in overtrick.read(file)}


ROLLBACKS = [
    (EntryKind.INTEND, 0), (EntryKind.STARTED, 1), (EntryKind.FINISHING, 1), (EntryKind.DEALT, 0),
    (EntryKind.COUNTING, 1), (EntryKind.COUNTED, 0),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "nth"), ROLLBACKS)
def test_the_machine_and_the_counters_know_what_the_journal_does_not(evening, kind, nth):
    """Three of four boards are dealt; wherever the journal went back to, only one is left."""
    file = evening.file()
    before = counters(file)
    path = evening.deal(file)
    put_back(path, kind, nth)
    outcome, watcher, ledger = evening.resume(path)
    assert (outcome, watcher.asked, evening.jobs) == (Outcome.FINISHED, [], 4)
    assert ledger.done == {1: 1, 2: 1, 3: 1, 4: 1}
    assert any("put back from an older copy" in text for text in watcher.notices)
    after = counters(file)
    assert [after[board] - before[board] for board in range(1, 6)] == [1, 1, 1, 1, 0]


@pytest.mark.parametrize(("kind", "nth"), ROLLBACKS)
def test_a_machine_that_forgot_leaves_the_counters_and_a_question(evening, kind, nth):
    file = evening.file()
    before = counters(file)
    path = evening.deal(file)
    put_back(path, kind, nth)
    evening.forget()
    outcome, watcher, ledger = evening.resume(path, answer=True)
    assert (outcome, evening.jobs) == (Outcome.FINISHED, 1)
    assert {question for question, _ in watcher.asked} <= {Question.COUNTED, Question.DOUBT}
    assert (Question.COUNTED, 3) in watcher.asked
    assert ledger.done == {1: 1, 2: 1, 3: 1, 4: 1}
    after = counters(file)
    assert [after[board] - before[board] for board in range(1, 6)] == [1, 1, 1, 1, 0]


@pytest.mark.parametrize(("kind", "nth"), [*ROLLBACKS[:2], ROLLBACKS[3]])
def test_without_counters_the_machine_knows(evening, kind, nth):
    file = evening.file("evening.pbn")
    path = evening.deal(file)
    put_back(path, kind, nth)
    outcome, watcher, ledger = evening.resume(path)
    assert (outcome, watcher.asked, evening.jobs) == (Outcome.FINISHED, [], 4)
    assert ledger.done == {1: 1, 2: 1, 3: 1, 4: 1}


def test_copies_that_somebody_else_counted_are_kept(evening):
    file = evening.file()
    before = counters(file)
    path = evening.deal(file)
    put_back(path, EntryKind.COUNTED, 1)
    evening.forget()
    _, watcher, _ = evening.resume(path, answer=False)
    assert watcher.asked == [(Question.COUNTED, 3)]
    assert counters(file)[3] - before[3] == 2


def test_an_option_answers_beforehand(evening):
    file = evening.file()
    path = evening.deal(file)
    put_back(path, EntryKind.COUNTED, 1)
    evening.forget()
    _, watcher, ledger = evening.resume(path, assume_dealt=True)
    assert (watcher.asked, evening.jobs) == ([], 1)
    assert ledger.done == {1: 1, 2: 1, 3: 1, 4: 1}


def test_copies_of_another_session_in_the_folder_are_explained(evening):
    file = evening.file()
    before = counters(file)
    path = evening.deal(file, stop_after=1)
    evening.deal(file, boards="1-3", stop_after=3)
    outcome, watcher, ledger = evening.resume(path)
    assert (outcome, watcher.asked) == (Outcome.FINISHED, [])
    after = counters(file)
    assert [after[board] - before[board] for board in range(1, 5)] == [2, 2, 2, 1]
    assert ledger.done == {1: 1, 2: 1, 3: 1, 4: 1}


def test_a_file_that_went_back_is_named(evening):
    file = evening.file()
    copy = file.read_bytes()
    path = evening.deal(file)
    file.write_bytes(copy)
    _, watcher, _ = evening.resume(path)
    (said,) = [text for text in watcher.notices if "fewer copies" in text]
    assert "board 1-3" in said


# What is asked and proved, without a machine.


def settle(past, plan, ledger, dealt):
    """Settle all that is unknown; boards of `dealt` are dealt where that is asked for."""
    said = []
    while (unknown := past.unknown(plan, ledger)) is not None:
        is_dealt = unknown.evidence is Evidence.PROVED or unknown.board in dealt
        said.append((unknown.board, unknown.evidence.name, is_dealt))
        ledger.attempts = past.settle(unknown, ledger.attempts, is_dealt=is_dealt)
        if is_dealt:
            ledger.done[unknown.board] = ledger.done.get(unknown.board, 0) + unknown.copies
    return said


def test_a_machine_that_remembers_its_last_job_alone_proves_what_came_before():
    """Attempts 1 and 2 are forgotten, and attempt 3 dealt board 3."""
    past = DealEvidence(is_back=True, forgotten=2, proved={3: 3})
    ledger = Ledger()
    said = settle(past, Plan(boards=(1, 2, 3, 4)), ledger, {4})
    assert said == [(board, "PROVED", True) for board in (1, 2, 3)]
    assert ledger.attempts == 3


def test_attempts_that_failed_are_not_taken_for_boards():
    """Board 1 came right at the third attempt: of board 2 nothing was begun."""
    past = DealEvidence(is_back=True, forgotten=2, proved={3: 1})
    assert settle(past, Plan(boards=(1, 2)), Ledger(), {1, 2}) == [(1, "PROVED", True)]


def test_more_copies_of_the_last_board_are_asked_for():
    past = DealEvidence(is_back=True, forgotten=1, proved={2: 1})
    said = settle(past, Plan(boards=(1, 2), copies=2), Ledger(), {1})
    assert said == [(1, "PROVED", True), (1, "BEGUN", True)]


def test_where_nothing_is_proved_boards_are_asked_for_until_one_is_not_dealt():
    past = DealEvidence(is_back=True, forgotten=3)
    said = settle(past, Plan(boards=(1, 2, 3)), Ledger(), {1})
    assert said == [(1, "BEGUN", True), (2, "BEGUN", False)]


def test_where_the_inserted_board_chose_all_are_asked_for():
    past = DealEvidence(is_back=True, forgotten=1, proved={2: 3})
    plan = Plan(boards=(1, 2, 3, 4), is_auto_number=True)
    said = settle(past, plan, Ledger(), {4})
    assert said == [
        (3, "PROVED", True),
        (1, "BEGUN", False),
        (2, "BEGUN", False),
        (4, "BEGUN", True),
    ]


def test_the_last_job_of_the_machine_is_recognised_far_ahead():
    def name(attempt):
        return job_name("5a" * 32, 0, attempt)

    assert attempts_ahead(name(700), 3, name) == 697
    assert attempts_ahead(name(3), 3, name) == attempts_ahead("", 3, name) == 0
    assert attempts_ahead(job_name("5a" * 32, 1, 700), 3, name) == 0  # begun after a repair
