"""The session by itself: inputs in, actions out; and the journal under it."""

from __future__ import annotations

import contextlib
import errno
import os
import zipfile
from pathlib import Path

import attrs
import pytest

import overtrick
from overtrick import Card, OptionError, Seat
from overtrick.plugin import LockedError
from overtrick_dlm import BOOKKEEPER
from overtrick_duplimate_device.interface.boards import parse_boards
from overtrick_duplimate_device.interface.driver import (
    BoardIn,
    BoardOut,
    Capabilities,
    CardDropped,
    Done,
    FaultCleared,
    FaultRaised,
    Identity,
    JobReport,
    JobState,
    Mode,
    NeedsConfirmation,
    Paused,
    Status,
)
from overtrick_duplimate_device.interface.faults import FAULT_HELP, FaultCode, Recovery
from overtrick_duplimate_device.interface.pockets import deal_pockets
from overtrick_duplimate_device.journal.journal import (
    fingerprint,
    new_salt,
)
from overtrick_duplimate_device.journal.ledger import Entry, EntryKind, Ledger
from overtrick_duplimate_device.journal.plan import Order, Plan
from overtrick_duplimate_device.session.actions import (
    Notice,
    NoticeKind,
    SendCommand,
    UpdateFile,
    Verb,
    Write,
)
from overtrick_duplimate_device.session.counters import FileCounters, keep_counters
from overtrick_duplimate_device.session.inputs import (
    Answered,
    Connected,
    FileKept,
    FileTrouble,
    LinkLost,
    Operator,
    ReconnectFailed,
    Refused,
    Reported,
    Silent,
    StatusAnswer,
)
from overtrick_duplimate_device.session.keyboard import understand
from overtrick_duplimate_device.session.phases import Outcome, Phase, Question
from overtrick_duplimate_device.session.session import Session
from overtrick_duplimate_device.session.sharing import SharedFile, lock_path

GOLDEN = Path(__file__).parent / "data" / "dupsoft-32-boards.dlm"
DEALS = {board.number: board.deal for board in overtrick.read(GOLDEN)}
ABLE = Capabilities(
    modes=frozenset(Mode), reads_board_numbers=True, stop_card=True, reports=True, window=4
)


class Machine:
    """Says to a session what a machine would, and remembers what it was told."""

    def __init__(self, plan=None, ledger=None, able=ABLE, **options):
        self.session = Session(plan or Plan(boards=(1, 2)), DEALS, ledger or Ledger(), **options)
        self.able = able
        self.written, self.told, self.shown, self.files = [], [], [], []
        self.notices = []
        self.trouble = None

    def give(self, given):
        answers = []
        for action in self.session.handle(given):
            if isinstance(action, Write):
                self.written.append(action.entry)
            elif isinstance(action, SendCommand):
                self.told.append(action)
            elif isinstance(action, Notice):
                self.shown.append(action.text)
                self.notices.append(action.kind)
            elif isinstance(action, UpdateFile):
                self.files.append(action.board)
                answers.append(self.trouble or FileKept(action.board))
        for answer in answers:
            self.give(answer)
        return self

    def connect(self, *, boot="b", fresh=True, board=True, **status):
        return self.give(
            Connected(
                identity=Identity(model="M", boot=boot),
                capabilities=self.able,
                status=Status(board_in=board, is_fresh=fresh, **status),
            )
        )

    def start(self, **status):
        self.connect(**status)
        assert self.verb is Verb.LOAD
        self.give(Answered())
        assert self.verb is Verb.START
        return self.give(Answered())

    @property
    def verb(self):
        return self.told[-1].verb if self.told else None

    @property
    def job_id(self):
        return self.session.ledger.attempt.job_id

    @property
    def kinds(self):
        return [entry.kind for entry in self.written]

    @property
    def reason(self):
        return next(
            e.detail["reason"] for e in reversed(self.written) if e.kind is EntryKind.FAILED
        )

    def cards(self, first=1, last=52):
        deal = DEALS[self.session.ledger.attempt.board]
        cards = [(seat, card) for seat in Seat for card in deal[seat]]
        for position in range(first, last + 1):
            seat, card = cards[position - 1]
            self.give(CardDropped(job_id=self.job_id, position=position, pocket=seat, card=card))
        return self


def test_a_board_is_written_down_before_the_machine_is_told():
    machine = Machine()
    machine.connect()
    assert machine.kinds == [EntryKind.CONNECTED, EntryKind.INTEND]
    machine.give(Answered())
    assert machine.kinds[-1] is EntryKind.STARTING
    machine.give(Answered()).cards(1, 47)
    assert machine.kinds[-1] is EntryKind.STARTED
    machine.cards(48, 48)
    assert machine.kinds[-1] is EntryKind.FINISHING
    machine.cards(49, 52).give(Done(job_id=machine.job_id))
    assert machine.kinds[-1] is EntryKind.DEALT
    assert machine.files == [1]


def test_a_board_counts_only_with_fifty_two_cards():
    machine = Machine().start().cards(1, 51)
    machine.give(Done(job_id=machine.job_id, cards=52))
    assert machine.reason == "fewer than 52 cards came"
    assert not machine.files


def test_a_card_in_the_wrong_pocket_stops_the_board():
    machine = Machine().start()
    seat = next(seat for seat in Seat if DEALS[1][seat].cards[0] is not None)
    card = DEALS[1][seat].cards[0]
    machine.give(CardDropped(job_id=machine.job_id, position=1, pocket=seat.next, card=card))
    assert machine.verb is Verb.ABORT
    machine.give(Answered())
    assert machine.reason == "a card fell into the wrong pocket"
    assert str(card) not in " ".join(machine.shown)


@pytest.mark.parametrize(
    ("position", "card"), [(2, Card.parse("SA")), (1, None)], ids=["out of step", "unread"]
)
def test_a_card_that_cannot_be_counted_stops_the_board(position, card):
    machine = Machine().start()
    machine.give(
        CardDropped(job_id=machine.job_id, position=position, pocket=Seat.NORTH, card=card)
    )
    assert machine.verb is Verb.ABORT


def test_the_same_card_twice_stops_the_board():
    machine = Machine().start().cards(1, 1)
    first = DEALS[1][Seat.NORTH].cards[0]
    machine.give(CardDropped(job_id=machine.job_id, position=2, pocket=Seat.NORTH, card=first))
    assert machine.verb is Verb.ABORT


def test_events_of_another_job_change_nothing():
    machine = Machine().start().cards(1, 5)
    before = list(machine.written)
    for event in (
        CardDropped(job_id="other", position=6, pocket=Seat.NORTH, card=Card.parse("SA")),
        Done(job_id="other"),
        FaultRaised(code=FaultCode.JAM, job_id="other"),
        NeedsConfirmation(job_id="other"),
    ):
        machine.give(event)
    assert machine.written == before
    assert machine.session.cards == 5


def attempt_at(kind, *, window=4, boot="b"):
    ledger = Ledger()
    for entry in (
        Entry(kind=EntryKind.INTEND, board=1, copy=1, attempt=1, job_id="j" * 16,
              detail={"boot": boot, "window": window, "extra": 0}),
        Entry(kind=EntryKind.STARTING),
        Entry(kind=EntryKind.STARTED),
        Entry(kind=EntryKind.FINISHING),
    ):  # fmt: skip
        ledger.apply(entry)
        if entry.kind is kind:
            break
    return ledger


def test_what_was_only_intended_was_not_dealt():
    machine = Machine(ledger=attempt_at(EntryKind.INTEND)).connect()
    assert machine.reason == "not started"
    assert machine.verb is Verb.LOAD


def test_a_machine_that_remembers_the_job_settles_it():
    machine = Machine(ledger=attempt_at(EntryKind.FINISHING)).connect(fresh=False)
    assert machine.verb is Verb.REPORT
    machine.give(Reported(JobReport(state=JobState.DONE, cards=52, pockets=deal_pockets(DEALS[1]))))
    assert machine.kinds[-1] is EntryKind.DEALT
    assert machine.written[-1].detail["by"] == "report"


def test_a_board_that_was_changed_while_nobody_looked_is_dealt_into():
    machine = Machine(ledger=attempt_at(EntryKind.FINISHING)).connect(fresh=True)
    machine.give(Reported(JobReport(state=JobState.DONE, cards=52, pockets=deal_pockets(DEALS[1]))))
    assert machine.session.ledger.done == {1: 1}
    assert machine.verb is Verb.LOAD
    assert machine.told[-1].job.board == 2


def test_a_machine_that_remembers_another_deal_does_not():
    machine = Machine(ledger=attempt_at(EntryKind.FINISHING)).connect(fresh=False)
    wrong = deal_pockets(DEALS[1].rotated(1))
    machine.give(Reported(JobReport(state=JobState.DONE, cards=52, pockets=wrong)))
    assert machine.reason == "a card fell into the wrong pocket"


@pytest.mark.parametrize("state", [JobState.RUNNING, JobState.PAUSED, JobState.FAULT])
def test_a_half_dealt_board_is_given_up_and_emptied(state):
    machine = Machine(ledger=attempt_at(EntryKind.STARTED)).connect(fresh=False)
    machine.give(Reported(JobReport(state=state, cards=20)))
    assert machine.verb is Verb.ABORT
    machine.give(Answered())
    assert machine.verb is Verb.STATUS
    machine.give(StatusAnswer(Status(board_in=True, is_fresh=False)))
    assert machine.reason == "half dealt"
    assert "empty it" in machine.session.message
    machine.give(BoardOut()).give(BoardIn())
    assert machine.verb is Verb.LOAD


def test_before_the_last_cards_a_lost_machine_leaves_no_doubt():
    machine = Machine(ledger=attempt_at(EntryKind.STARTED)).connect(boot="other", fresh=False)
    machine.give(Reported(JobReport(state=JobState.UNKNOWN)))
    assert machine.reason == "half dealt"


@pytest.mark.parametrize(
    ("ledger", "able"),
    [
        (attempt_at(EntryKind.FINISHING), ABLE),
        (attempt_at(EntryKind.STARTING, window=None), attrs.evolve(ABLE, reports=False)),
        (
            attempt_at(EntryKind.STARTING, window=None, boot="other"),
            attrs.evolve(ABLE, reports=False),
        ),
        (attempt_at(EntryKind.STARTING, window=None, boot=""), attrs.evolve(ABLE, window=None)),
    ],
    ids=["at the last cards", "without reports", "the same, not restarted", "without a bound"],
)
def test_what_nobody_knows_is_asked(ledger, able):
    machine = Machine(ledger=ledger, able=able).connect(boot="other", fresh=False)
    if able.reports:
        machine.give(Reported(JobReport(state=JobState.UNKNOWN)))
    assert machine.session.question is Question.DOUBT
    machine.give(Operator.CONTINUE)
    assert machine.session.question is Question.DOUBT
    machine.give(Operator.YES)
    assert machine.session.ledger.done == {1: 1}
    assert machine.written[-1].detail["by"] == "operator"


@pytest.mark.parametrize(("answer", "done"), [(True, {1: 1}), (False, {})])
def test_the_answer_to_a_doubt_can_be_given_beforehand(answer, done):
    machine = Machine(ledger=attempt_at(EntryKind.FINISHING), assume_dealt=answer)
    machine.connect(boot="other", fresh=False)
    machine.give(Reported(JobReport(state=JobState.UNKNOWN)))
    assert machine.session.ledger.done == done
    assert EntryKind.DOUBT in machine.kinds


@pytest.mark.parametrize(("answer", "asks"), [(True, True), (False, False), (None, True)])
def test_that_a_board_counts_is_not_said_before_it_is_begun(answer, asks):
    """The machine is lost at the last cards of a board that this very session began."""
    machine = Machine(assume_dealt=answer).start().cards(1, 49)
    assert EntryKind.FINISHING in machine.kinds
    machine.give(LinkLost("gone")).connect(boot="other", fresh=False)
    machine.give(Reported(JobReport(state=JobState.UNKNOWN)))
    assert EntryKind.DOUBT in machine.kinds
    assert (machine.session.question is Question.DOUBT) == asks
    assert machine.session.ledger.done == {}


def test_an_order_to_start_that_never_came_leaves_no_doubt():
    able = attrs.evolve(ABLE, window=None)
    machine = Machine(ledger=attempt_at(EntryKind.STARTING, window=None), able=able).connect()
    machine.give(Reported(JobReport(state=JobState.UNKNOWN)))
    assert machine.reason == "not started"


def test_the_job_of_another_session_is_given_up_first():
    machine = Machine().connect(fresh=False, job_id="strange", state=JobState.PAUSED)
    assert (machine.verb, machine.told[-1].job_id) == (Verb.ABORT, "strange")
    machine.give(Answered()).give(StatusAnswer(Status(board_in=True, is_fresh=False)))
    assert machine.session.phase is Phase.WAITING


@pytest.mark.parametrize("code", list(FaultCode))
def test_every_fault_has_words_and_a_way_on(code):
    words = FAULT_HELP[code]
    assert words.title
    assert words.advice.endswith(".")
    machine = Machine().start().cards(1, 10)
    machine.give(FaultRaised(code=code, job_id=machine.job_id, position=10, card=Card.parse("SA")))
    assert machine.session.phase is Phase.FAULT
    assert words.title in machine.session.message
    assert "SA" not in machine.session.message + repr(machine.session.fault)
    machine.give(Operator.CONTINUE)
    assert machine.verb is Verb.CLEAR
    machine.give(Answered())
    assert machine.verb is (Verb.START if words.recovery is Recovery.CONTINUE else Verb.ABORT)


def test_a_fault_fixed_at_the_machine_goes_on_by_itself():
    machine = Machine().start().cards(1, 10)
    machine.give(FaultRaised(code=FaultCode.UNREADABLE_CARD, job_id=machine.job_id, position=10))
    machine.give(FaultCleared(how=Recovery.CONTINUE))
    assert machine.verb is Verb.START
    machine.give(Answered()).cards(11, 52).give(Done(job_id=machine.job_id))
    assert machine.files == [1]


def test_the_operator_can_always_deal_afresh():
    machine = Machine().start().cards(1, 10)
    machine.give(FaultRaised(code=FaultCode.HOPPER_EMPTY, job_id=machine.job_id, position=10))
    machine.give(Operator.AFRESH).give(Refused("no-fault"))
    assert machine.verb is Verb.ABORT


def test_stopping_in_the_middle_gives_the_board_up():
    machine = Machine().start().cards(1, 10).give(Operator.STOP)
    assert machine.verb is Verb.ABORT
    machine.give(Answered())
    assert machine.session.outcome is Outcome.STOPPED
    assert machine.reason == "stopped"


def test_stopping_a_board_that_is_just_finished_counts_it():
    machine = Machine().start().cards(1, 52).give(Operator.STOP).give(Refused("done"))
    assert machine.verb is Verb.REPORT
    machine.give(Reported(JobReport(state=JobState.DONE, cards=52, pockets=deal_pockets(DEALS[1]))))
    assert machine.session.ledger.done == {1: 1}
    assert machine.session.outcome is Outcome.STOPPED


def test_the_wrong_board_is_turned_away():
    machine = Machine().connect(board_number=7)
    assert machine.verb is Verb.REJECT
    assert "board 1 is wanted" in machine.session.message
    machine.give(Answered()).give(BoardOut()).give(BoardIn(number=1))
    assert machine.verb is Verb.LOAD


def test_the_number_on_the_board_can_choose():
    machine = Machine(Plan(boards=(1, 2), is_auto_number=True)).connect(board_number=2)
    assert machine.told[-1].job.board == 2
    other = Machine(Plan(boards=(1, 2), is_auto_number=True)).connect(board_number=None)
    assert other.verb is Verb.REJECT


@pytest.mark.parametrize(
    ("plan", "able"),
    [
        (Plan(boards=(1,), mode=Mode.SORTED), attrs.evolve(ABLE, modes=frozenset({Mode.DEAL}))),
        (Plan(boards=(1,), is_auto_number=True), attrs.evolve(ABLE, reads_board_numbers=False)),
        (Plan(boards=(1,), stop_card=True), attrs.evolve(ABLE, stop_card=False)),
    ],
)
def test_what_the_machine_cannot_do_is_said_at_once(plan, able):
    machine = Machine(plan, able=able).connect()
    assert machine.session.outcome is Outcome.DEVICE
    assert "This machine" in machine.shown[0]


@pytest.mark.parametrize("code", ["no-board", "used-board"])
def test_a_board_that_vanished_is_asked_for_again(code):
    machine = Machine().connect().give(Refused(code))
    assert machine.session.phase is Phase.WAITING
    assert machine.session.outcome is None


def test_another_refusal_ends_the_session():
    machine = Machine().connect().give(Refused("busy"))
    assert machine.session.outcome is Outcome.DEVICE


def test_a_machine_without_a_board_sensor_asks_for_each_board():
    able = Capabilities(detects_board=False, confirms=False)
    machine = Machine(Plan(boards=(1,)), able=able).connect(board=False)
    assert machine.session.question is Question.BOARD_READY
    machine.give(Operator.NO)
    assert machine.session.question is Question.BOARD_READY
    machine.give(Operator.YES).give(Answered()).give(Answered())
    machine.give(NeedsConfirmation(job_id=machine.job_id))
    assert machine.session.question is Question.CONFIRM
    machine.give(Operator.YES)
    assert machine.session.outcome is Outcome.FINISHED
    busy = Machine(Plan(boards=(1,)), able=able).connect(board=False)
    busy.give(Operator.YES).give(Answered()).give(Refused("busy"))
    assert busy.session.question is Question.BOARD_READY


def test_silence_makes_the_session_ask():
    machine = Machine().start().cards(1, 10).give(Silent())
    assert machine.verb is Verb.STATUS
    running = Status(board_in=True, is_fresh=False, job_id=machine.job_id, state=JobState.RUNNING)
    machine.give(StatusAnswer(running))
    assert machine.session.phase is Phase.DEALING
    machine.give(Silent()).give(StatusAnswer(attrs.evolve(running, state=JobState.PAUSED)))
    assert machine.session.phase is Phase.PAUSED
    machine.give(Operator.CONTINUE).give(Answered()).give(Silent())
    machine.give(StatusAnswer(attrs.evolve(running, state=JobState.FAULT, fault=FaultCode.JAM)))
    assert machine.session.phase is Phase.FAULT


def test_a_lost_machine_is_a_state():
    machine = Machine().start().cards(1, 10).give(LinkLost("unplugged"))
    assert machine.session.phase is Phase.OFFLINE
    assert machine.session.outcome is None
    machine.give(ReconnectFailed("not found"))
    assert machine.session.outcome is Outcome.DEVICE
    assert machine.session.ledger.attempt is not None


def test_a_file_that_cannot_be_written_stops_the_session():
    machine = Machine().start().cards().give(Done(job_id="x")).give(FileTrouble("disk full"))
    machine.give(Answered())
    assert machine.session.outcome is Outcome.FILE
    assert machine.session.handle(Operator.YES) == []


@pytest.mark.parametrize("boards", [(1, 2), (1,)])
def test_a_board_that_cannot_be_counted_ends_nothing_well_be_it_the_last(boards):
    machine = Machine(Plan(boards=boards)).start().cards()
    machine.trouble = FileTrouble("disk full")
    machine.give(Done(job_id=machine.job_id))
    assert machine.session.outcome is Outcome.FILE
    assert "disk full" in machine.shown
    assert machine.kinds[-2:] == [EntryKind.DEALT, EntryKind.STOPPED]
    # Once there is room the session is gone on with: the counter first, then what is left.
    ledger = Ledger.of(machine.written, {})
    again = Machine(Plan(boards=boards), ledger).connect()
    assert again.session.outcome is (Outcome.FINISHED if len(boards) == 1 else None)


def test_what_is_typed_depends_on_what_is_asked():
    machine = Machine().start()
    assert understand("\n", machine.session) is None
    assert understand(" P \n", machine.session) is Operator.PAUSE
    assert understand("what?\n", machine.session) is Operator.UNCLEAR
    machine.session.phase = Phase.PAUSED
    assert understand("\n", machine.session) is Operator.CONTINUE
    machine.session.phase, machine.session.question = Phase.ASKING, Question.DOUBT
    assert understand("\n", machine.session) is Operator.UNCLEAR
    machine.session.question = Question.BOARD_READY
    assert understand("\n", machine.session) is Operator.YES


def test_what_is_shown_says_what_it_is_about():
    kinds = NoticeKind
    machine = Machine(Plan(boards=(1,))).start().cards(1, 10).give(Operator.PAUSE)
    machine.give(Answered()).give(Paused(job_id=machine.job_id)).give(Operator.CONTINUE)
    machine.give(Answered()).cards(11, 52).give(Done(job_id=machine.job_id))
    assert machine.notices == [kinds.PAUSING, kinds.PROMPT, kinds.DEALT, kinds.ENDED]
    machine = Machine().start().give(ReconnectFailed("Nobody did what was asked."))
    assert machine.notices == [kinds.GAVE_UP, kinds.ENDED]
    machine = Machine().start().cards(1, 51)
    machine.give(Done(job_id=machine.job_id))
    assert machine.notices == [kinds.WRONG, kinds.NOT_DEALT, kinds.PROMPT]
    machine = Machine(able=attrs.evolve(ABLE, modes=frozenset())).connect()
    assert machine.notices == [kinds.REFUSED, kinds.ENDED]
    machine = Machine().connect().give(FileTrouble("disk full"))
    assert machine.notices[0] is kinds.FILE


# Plans.


def order_of(plan, limit=20):
    done, found = {}, []
    while len(found) < limit and (task := plan.next_task(done)) is not None:
        done[task.board] = done.get(task.board, 0) + 1
        found.append(task.board)
    return found


def test_orders_of_dealing():
    assert order_of(Plan(boards=(1, 2), copies=2)) == [1, 1, 2, 2]
    assert order_of(Plan(boards=(1, 2), copies=2, order=Order.SET)) == [1, 2, 1, 2]
    assert order_of(Plan(boards=(3, 2, 1))) == [3, 2, 1]
    assert order_of(Plan(boards=(1, 2), copies=None, order=Order.SET), 5) == [1, 2, 1, 2, 1]


@pytest.mark.parametrize(
    "wrong",
    [
        {"boards": ()},
        {"boards": (1, 1)},
        {"boards": (1,), "copies": 0},
        {"boards": (1, 2), "copies": None},
        {"boards": (1,), "mode": Mode.VERIFY},
    ],
)
def test_plans_that_make_no_sense_are_refused(wrong):
    with pytest.raises(OptionError):
        Plan(**wrong)


@pytest.mark.parametrize("text", ["40", "1-40", "1-99999999"])
def test_boards_that_the_file_has_not_are_refused(text):
    with pytest.raises(OptionError):
        parse_boards(text, range(1, 33))


def test_a_fingerprint_tells_deals_apart_and_nothing_else():
    one, other = new_salt(), new_salt()
    assert fingerprint(one, 1, DEALS[1]) == fingerprint(one, 1, DEALS[1])
    assert fingerprint(one, 1, DEALS[1]) != fingerprint(one, 2, DEALS[1])
    assert fingerprint(one, 1, DEALS[1]) != fingerprint(other, 1, DEALS[1])
    assert fingerprint(one, 1, DEALS[1]) != fingerprint(one, 1, DEALS[1].rotated(1))


# The file's counters.


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "evening.dlm"
    path.write_bytes(GOLDEN.read_bytes())
    return path


def dealt_once(counters):
    ledger = Ledger(counted=counters.read())
    ledger.done[1] = 1
    return ledger


def set_counter(file, value):
    """Count as a program does that knows nothing of locks."""
    file.write_bytes(BOOKKEEPER.with_counters(file.read_bytes(), {1: value}))


class KilledError(BaseException):
    """The session's process dies here."""


def keep(file, ledger, *, die_after=None):
    """Keep the counters and return what was noted; the session dies after so many steps."""
    noted = []

    class Fused(FileCounters):
        def replace(self, data, *, since):
            burn()
            super().replace(data, since=since)
            burn()

    def burn():
        nonlocal die_after
        if die_after is not None:
            die_after -= 1
            if die_after < 0:
                raise KilledError

    def note(entry):
        burn()
        noted.append(entry)
        ledger.apply(entry)
        burn()

    keep_counters(Fused(file, BOOKKEEPER), ledger, [1], note)
    return noted


def test_a_copy_is_added_once_and_asking_again_changes_nothing(file):
    ledger = dealt_once(FileCounters(file, BOOKKEEPER))
    assert [entry.kind for entry in keep(file, ledger)] == [EntryKind.COUNTING, EntryKind.COUNTED]
    content = file.read_bytes()
    assert BOOKKEEPER.counters(content)[1] == 2
    assert (ledger.shares, ledger.counting) == ({1: 1}, {})
    assert keep(file, ledger) == []
    assert file.read_bytes() == content
    assert [path.name for path in file.parent.iterdir()] == [file.name]


@pytest.mark.parametrize("other_counts_first", [False, True])
@pytest.mark.parametrize("steps", range(6))
def test_a_copy_is_added_once_wherever_the_session_is_killed(file, steps, other_counts_first):
    """Six places: around the intention, the file and the last word."""
    ledger, other = (dealt_once(FileCounters(file, BOOKKEEPER)) for _ in range(2))
    written = []
    with pytest.raises(KilledError):
        keep(file, ledger, die_after=steps)
    if other_counts_first:
        keep(file, other)
    written = keep(file, ledger)
    keep(file, other)
    assert BOOKKEEPER.counters(file.read_bytes())[1] == 3
    assert ledger.shares == other.shares == {1: 1}
    assert all(entry.kind in {EntryKind.COUNTING, EntryKind.COUNTED} for entry in written)
    assert not overtrick.read(file, check=True).diagnostics


def test_a_session_that_is_killed_again_and_again_counts_once(file):
    ledger = dealt_once(FileCounters(file, BOOKKEEPER))
    for steps in (0, 1, 2, 2, 3, 3, 4, 5):
        with contextlib.suppress(KilledError):
            keep(file, ledger, die_after=steps)
        other = dealt_once(FileCounters(file, BOOKKEEPER))
        keep(file, other)
    keep(file, ledger)
    assert BOOKKEEPER.counters(file.read_bytes())[1] == 1 + 8 + 1
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_without_locks_the_file_itself_tells_after_a_kill(file, monkeypatch):
    monkeypatch.setattr("overtrick.tools.locking._lock", lambda opened: fail(errno.ENOLCK))
    for steps in range(6):
        before = BOOKKEEPER.counters(file.read_bytes())[1]
        ledger = dealt_once(FileCounters(file, BOOKKEEPER))
        with pytest.raises(KilledError):
            keep(file, ledger, die_after=steps)
        keep(file, ledger)
        assert BOOKKEEPER.counters(file.read_bytes())[1] == before + 1


def test_a_line_that_a_power_cut_tore_was_never_written(file):
    ledger = dealt_once(FileCounters(file, BOOKKEEPER))
    with pytest.raises(KilledError):
        keep(file, ledger, die_after=2)
    lock = lock_path(file)
    whole = lock.read_bytes()
    assert whole.startswith(b"begin ")
    for length in range(len(whole)):
        lock.write_bytes(whole[:length])
        with SharedFile(file) as shared:
            assert (shared.log.pending is None) is (length < len(whole) - 1)
            assert shared.log.settled == {}


def test_copies_that_another_program_counted_are_kept(file):
    ledger = dealt_once(FileCounters(file, BOOKKEEPER))
    set_counter(file, 40)
    assert keep_counters(
        FileCounters(file, BOOKKEEPER), ledger, [1], ledger.apply
    ).others_counted  # fmt: skip
    assert BOOKKEEPER.counters(file.read_bytes())[1] == 41


@pytest.mark.parametrize("edits", [1, 3, 9])
def test_a_file_that_is_edited_while_it_is_counted_keeps_the_edit_and_the_count(file, edits):
    ledger = dealt_once(FileCounters(file, BOOKKEEPER))

    class Edited(FileCounters):
        def replace(self, data, *, since):
            nonlocal edits
            edits -= 1
            if edits >= 0:
                other = file.with_name("other")
                other.write_bytes(BOOKKEEPER.with_counters(file.read_bytes(), {2: 70 - edits}))
                other.replace(file)
            super().replace(data, since=since)

    counters = Edited(file, BOOKKEEPER)
    if edits == 9:
        with pytest.raises(OSError, match="another program changed it meanwhile"):
            keep_counters(counters, ledger, [1], ledger.apply)
        # The session stops then, and counts when it goes on.
        keep_counters(FileCounters(file, BOOKKEEPER), ledger, [1], ledger.apply)
    else:
        keep_counters(counters, ledger, [1], ledger.apply)
        assert BOOKKEEPER.counters(file.read_bytes())[2] == 70
    assert BOOKKEEPER.counters(file.read_bytes())[1] == 2
    assert (ledger.shares, ledger.counting) == ({1: 1}, {})
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_sessions_meet_by_whatever_path(file):
    """A symbolic link, a way round, the archive's own name."""
    link = file.with_name("link.dlm")
    link.symlink_to(file)
    assert lock_path(link.resolve()) == lock_path(file) == file.with_name(".evening.dlm.lock")
    archive = file.with_name("evening.zip")
    with zipfile.ZipFile(archive, "w") as packed:
        packed.writestr("tuesday.dlm", file.read_bytes())
    assert lock_path(archive / "tuesday.dlm") == file.with_name(".evening.zip.lock")
    assert lock_path(file.with_name("x" * 250)).name.count("x") == 0


def test_a_file_system_without_locks_is_told_and_counted_on(file, monkeypatch):
    monkeypatch.setattr("overtrick.tools.locking._lock", lambda opened: fail(errno.ENOLCK))
    ledger = dealt_once(FileCounters(file, BOOKKEEPER))
    count = keep_counters(FileCounters(file, BOOKKEEPER), ledger, [1], ledger.apply)
    assert not count.is_locked
    assert BOOKKEEPER.counters(file.read_bytes())[1] == 2


def test_a_folder_that_takes_no_lock_is_told_before_the_first_card(file, monkeypatch):
    monkeypatch.setattr("overtrick.tools.locking._lock", lambda opened: fail(errno.EROFS))
    ledger = Ledger()
    with pytest.raises(OSError, match=r"evening\.dlm\.lock"):
        keep_counters(FileCounters(file, BOOKKEEPER), ledger, [1], ledger.apply)


def fail(number):
    raise OSError(number, os.strerror(number))


def test_a_session_that_holds_the_lock_for_ever_is_told(file, monkeypatch):
    monkeypatch.setattr("overtrick_duplimate_device.session.sharing.PATIENCE", 0.05)
    ledger = dealt_once(FileCounters(file, BOOKKEEPER))
    with SharedFile(file), pytest.raises(LockedError, match=r"evening\.dlm"):
        keep(file, ledger)


def test_every_other_byte_of_the_file_stays(file):
    before = file.read_bytes().split(b"\n")
    keep(file, dealt_once(FileCounters(file, BOOKKEEPER)))
    after = file.read_bytes().split(b"\n")
    assert [b for a, b in zip(before, after, strict=True) if a != b] == [
        b"Duplicates 01=2\r" if before[0].endswith(b"\r") else b"Duplicates 01=2",
        *[line for line in after if line.startswith(b"Board 01=")],
    ]


def test_a_counter_that_is_full_is_an_error_not_a_wrong_file(file):
    set_counter(file, 255)
    content = file.read_bytes()
    ledger = dealt_once(FileCounters(file, BOOKKEEPER))
    with pytest.raises(ValueError, match="256"):
        keep(file, ledger)
    assert file.read_bytes() == content
    assert ledger.counting == {}


def test_formats_without_counters_have_nothing_to_keep():
    ledger = Ledger(done={1: 3})
    count = keep_counters(FileCounters(Path("x"), None), ledger, [1], ledger.apply)
    assert (count.others_counted, ledger.shares) == (False, {})
