"""The simulated machine: hopper, feed, reader, router, four pockets, and a board.

A pure state machine: nothing here waits, reads a clock or talks to anybody. `step()` does the
next piece of work and returns how long a real machine would need for it.

Source: the stages and faults that public documents of several machines describe; the pace is
one that a club reports for its Duplimate ("about 6-7 seconds" a board, cambridge.bridge-club.org,
"Speed Dealing"). It is no model of any vendor's machine.
"""

from __future__ import annotations

import collections
import enum
import random
from collections.abc import Callable
from typing import Final

import attrs

from overtrick import CARDS, Seat
from overtrick_duplimate_device.interface.driver import (
    BoardIn,
    BoardOut,
    Capabilities,
    CardDropped,
    Done,
    Event,
    FaultCleared,
    FaultRaised,
    Identity,
    Job,
    JobReport,
    JobState,
    MachineRefusedError,
    Mode,
    Paused,
    Status,
)
from overtrick_duplimate_device.interface.faults import FAULT_HELP, FaultCode, Recovery
from overtrick_duplimate_device.interface.pockets import (
    SORTED_DECK,
    Pockets,
    deal_pockets,
    record_pocket,
)
from overtrick_duplimate_device.simulator.physics import (
    FOREIGN_CODES,
    STOP_CARD,
    PhysicalBoard,
    PhysicalCard,
)
from overtrick_duplimate_device.simulator.troubles import CUT_TROUBLES, SimulatedFault, TroublePlan

_REMEMBERED_JOBS: Final = 32


class Stage(enum.StrEnum):
    """The stage of the card in hand, or the reason the machine is stopped."""

    IDLE = "idle"
    LOADED = "loaded"
    FEED = "feed"
    READ = "read"
    ROUTE = "route"
    POCKET = "pocket"
    PAUSED = "paused"
    FAULT = "fault"


STAGE_SECONDS: Final = {Stage.FEED: 0.045, Stage.READ: 0.02, Stage.ROUTE: 0.02, Stage.POCKET: 0.04}
"""The seconds of a stage at speed 1: 0.125 s a card, 6.5 s a board."""

WORKING: Final = frozenset(STAGE_SECONDS)
"""The stages in which something moves."""


@attrs.define
class JobRecord:
    """The machine's record of a job."""

    job: Job
    state: JobState = JobState.LOADED
    dropped: int = 0
    pockets: list[Seat | None] = attrs.field(factory=lambda: [None] * 52, repr=False)
    routes: Pockets | None = attrs.field(default=None, repr=False)
    ordinal: int = 0


def _ignore(*words: object) -> None:
    """Record nothing."""


@attrs.define
class Machine:
    """A simulated machine.

    Attributes:
        troubles: what goes wrong, and when.
        capabilities: its declared capabilities.
        hopper: the cards to be fed; the first is fed first.
        board: the board in the machine, or `None`.
        events: its pending events; the driver takes them from the left.
        floor: cards that fell out of the feed.
        wants_cut: a due fault of cable, power or host, which the machine's owner carries out.
        witness: receives the true events, including cards; for tests.
        stage: the stage of the card in hand, or the reason the machine is stopped.
        fault: the fault that waits to be cleared, or `None`.
        is_fresh: whether the board was put in empty and no card fell into it.
    """

    troubles: TroublePlan = attrs.field(factory=TroublePlan)
    capabilities: Capabilities = attrs.field(kw_only=True)
    hopper: collections.deque[PhysicalCard] = attrs.field(factory=collections.deque, repr=False)
    board: PhysicalBoard | None = attrs.field(default=None, repr=False)
    events: collections.deque[Event] = attrs.field(factory=collections.deque)
    floor: list[PhysicalCard] = attrs.field(factory=list, repr=False)
    wants_cut: SimulatedFault | None = None
    witness: Callable[..., None] = _ignore
    stage: Stage = attrs.field(default=Stage.IDLE, init=False)
    fault: FaultCode | None = attrs.field(default=None, init=False)
    is_fresh: bool = attrs.field(default=False, init=False)
    _boots: int = attrs.field(default=1, init=False)
    _random: random.Random = attrs.field(init=False, repr=False)
    _records: collections.OrderedDict[str, JobRecord] = attrs.field(
        factory=collections.OrderedDict, init=False, repr=False
    )
    _current: JobRecord | None = attrs.field(default=None, init=False, repr=False)
    _card: PhysicalCard | None = attrs.field(default=None, init=False, repr=False)
    _code: int | None = attrs.field(default=None, init=False, repr=False)
    _misread_as: int | None = attrs.field(default=None, init=False, repr=False)
    _is_pausing: bool = attrs.field(default=False, init=False)
    _started: int = attrs.field(default=0, init=False)
    _asked_about: tuple[int, int] | None = attrs.field(default=None, init=False)
    _jam_next: FaultCode | None = attrs.field(default=None, init=False)
    _is_astray: bool = attrs.field(default=False, init=False)
    _next_trouble: SimulatedFault | None = attrs.field(default=None, init=False)
    _boot_name: str = attrs.field(default="", kw_only=True)

    def __attrs_post_init__(self) -> None:
        self._random = random.Random(self.troubles.seed ^ 0x5EED)  # noqa: S311  # not secrets

    # Commands and queries of a host.

    def identify(self) -> Identity:
        """Return the identity of the machine; `boot` changes with every power cut."""
        return Identity(
            model="overtrick simulator",
            serial="SIM-1",
            firmware="1.0",
            boot=f"{self._boot_name or 'boot'}-{self._boots}",
        )

    def status(self) -> Status:
        """Return the status of the machine."""
        record = self._current
        return Status(
            board_in=self.board is not None,
            is_fresh=self.is_fresh,
            board_number=self._number(),
            job_id=record.job.id if record else None,
            state=record.state if record else JobState.UNKNOWN,
            fault=self.fault,
            cards=record.dropped if record else 0,
        )

    def report(self, job_id: str) -> JobReport:
        """Return the report on a job."""
        record = self._records.get(job_id)
        if record is None:
            return JobReport(state=JobState.UNKNOWN)
        return JobReport(state=record.state, cards=record.dropped, pockets=tuple(record.pockets))

    def load(self, job: Job) -> None:
        """Load a job; raise while another one is in hand or no empty board is inserted."""
        known = self._records.get(job.id)
        if known is not None:
            self._load_again(known, job)
            return
        if job.mode not in self.capabilities.modes:
            raise MachineRefusedError("mode")
        if self.fault is not None:
            raise MachineRefusedError("fault")
        if self.stage not in {Stage.IDLE, Stage.LOADED}:
            raise MachineRefusedError("busy")
        if self.board is None:
            raise MachineRefusedError("no-board")
        if not self.is_fresh:
            raise MachineRefusedError("used-board")
        if self._current is not None:
            self._current.state = JobState.ABORTED
        routes = None if job.deal is None else deal_pockets(job.deal)
        self._current = JobRecord(job, routes=routes)
        self._records[job.id] = self._current
        while len(self._records) > _REMEMBERED_JOBS:
            self._records.popitem(last=False)
        self.stage = Stage.LOADED

    @staticmethod
    def _load_again(known: JobRecord, job: Job) -> None:
        if known.job != job:
            raise MachineRefusedError("conflict")
        if known.state is JobState.DONE:
            raise MachineRefusedError("done")
        if known.state is JobState.ABORTED:
            raise MachineRefusedError("aborted")

    def start(self, job_id: str) -> None:
        """Start the job, or continue it."""
        record = self._records.get(job_id)
        if record is None:
            raise MachineRefusedError("unknown-job")
        if record.state is JobState.DONE:
            raise MachineRefusedError("done")
        if record is not self._current:
            raise MachineRefusedError("aborted")
        if self.fault is not None:
            raise MachineRefusedError("fault")
        self._is_pausing = False
        if record.state is JobState.RUNNING:
            return
        if record.state is JobState.LOADED:
            self._started += 1
            record.ordinal = self._started
            scripted = self.troubles.script.get((record.ordinal, 0))
            trouble = self.troubles.at_start()
            if scripted is SimulatedFault.BOARD_MISSING:
                del self.troubles.script[record.ordinal, 0]
                trouble = scripted
            if trouble is not None and self.is_fresh:
                # The board slipped out, empty, just before the first card.
                record.state = JobState.RUNNING
                self.take_board()
                self._raise_fault(FaultCode.BOARD_MISSING)
                return
        record.state = JobState.RUNNING
        self.stage = Stage.FEED

    def pause(self) -> None:
        """Stop before the next card is fed."""
        if self.stage in WORKING:
            self._is_pausing = True

    def abort(self, job_id: str) -> None:
        """Abort a job; the machine stops at once."""
        record = self._records.get(job_id)
        if record is None:
            raise MachineRefusedError("unknown-job")
        if record.state is JobState.DONE:
            raise MachineRefusedError("done")
        if record.state is JobState.ABORTED:
            return
        record.state = JobState.ABORTED
        if record is self._current:
            self._stop_work()

    def _stop_work(self) -> None:
        self._current = None
        self._is_pausing = False
        self.fault = None
        self._jam_next = None
        self._misread_as = None
        self._is_astray = False
        self._next_trouble = None
        if self._card is not None:
            self.hopper.appendleft(self._card)
            self._card = None
        self.stage = Stage.IDLE

    def clear_fault(self) -> None:
        """Accept the fault as fixed; the next `start` continues."""
        if self.fault is None:
            raise MachineRefusedError("no-fault")
        self.fix()

    def reject_board(self) -> None:
        """Show that the inserted board is the wrong one."""
        if self.board is not None and self.fault is None and self.stage is Stage.IDLE:
            self.is_fresh = False
            self.fault = FaultCode.WRONG_BOARD
            self.stage = Stage.FAULT
            self.events.append(FaultRaised(code=FaultCode.WRONG_BOARD))

    def host_lost(self) -> None:
        """Stop after the card in hand, because no host is connected."""
        self.pause()

    @property
    def job_mode(self) -> Mode | None:
        """The mode of the job in hand, or `None`."""
        return self._current.job.mode if self._current else None

    @property
    def wants_stop_card(self) -> bool:
        """Whether the job in hand expects an extra card after the deck."""
        return self._current is not None and self._current.job.stop_card

    # What happens to it, and what hands do to it.

    def befall(self, trouble: SimulatedFault) -> None:
        """Schedule a fault for the next card."""
        self._next_trouble = trouble
        self._asked_about = None

    def insert_board(self, board: PhysicalBoard) -> None:
        """Insert a board."""
        self.board = board
        self.is_fresh = board.cards == 0
        self.events.append(BoardIn(number=self._number()))

    def take_board(self) -> PhysicalBoard | None:
        """Remove the board, in any stage."""
        board, self.board = self.board, None
        if board is None:
            return None
        self.is_fresh = False
        record = self._current
        if record is not None and record.state is JobState.LOADED:
            record.state = JobState.ABORTED
            self._stop_work()
        if self.fault is FaultCode.WRONG_BOARD:
            self.fault = None
            self.stage = Stage.IDLE
        self.events.append(BoardOut())
        if self.stage in WORKING or self.stage is Stage.PAUSED:
            self._raise_fault(FaultCode.BOARD_PULLED)
        return board

    def fix(self) -> Recovery | None:
        """Fix the fault by hand; return the recovery of the board."""
        fault = self.fault
        if fault is None:
            return None
        how = FAULT_HELP[fault].recovery
        if fault is FaultCode.HOPPER_EMPTY:
            if self.floor:
                self.hopper.extend(self.floor)
                self.floor.clear()
            else:
                how = Recovery.AFRESH
        elif fault is FaultCode.EXTRA_CARD:
            self.hopper.clear()
        elif fault is FaultCode.UNREADABLE_CARD and self._card is not None:
            self.hopper.appendleft(PhysicalCard(self._card.code))
            self._card = None
        elif fault is FaultCode.FOREIGN_CARD:
            self._card = None
            if self.floor:
                self.hopper.appendleft(self.floor.pop())
        self.fault = None
        record = self._current
        if record is None:
            self.stage = Stage.IDLE
        else:
            self.stage = Stage.PAUSED
            record.state = JobState.PAUSED
        return how

    def press_key(self) -> None:
        """Fix the fault and press the key on the machine."""
        how = self.fix()
        if how is not None:
            self.events.append(FaultCleared(how=how))

    def power_cut(self) -> None:
        """Restart after a power cut: the state is lost, the board stays in place."""
        self._boots += 1
        self._stop_work()
        self._records.clear()
        self.events.clear()
        self.is_fresh = False

    # The work.

    def step(self) -> float | None:
        """Perform the next step of work.

        Returns:
            The seconds that it takes at speed 1, or `None` if nothing moves.
        """
        record = self._current
        if self.stage not in WORKING or record is None:
            return None
        seconds = STAGE_SECONDS[self.stage]
        if self.stage is Stage.FEED:
            self._feed(record)
        elif self.stage is Stage.READ:
            self._identify_card(record)
        elif self.stage is Stage.ROUTE:
            self._route()
        else:
            self._drop(record)
        return seconds

    def _feed(self, record: JobRecord) -> None:
        if self._is_pausing:
            self._is_pausing = False
            record.state = JobState.PAUSED
            self.stage = Stage.PAUSED
            self.events.append(Paused(job_id=record.job.id))
            return
        if record.dropped == 52:
            self._finish(record)
            return
        if self._asked_about != (record.ordinal, record.dropped):
            # Each card is asked about once, however often it is fed.
            self._asked_about = (record.ordinal, record.dropped)
            due, self._next_trouble = self._next_trouble, None
            self._befall(due or self.troubles.at_card(record.ordinal, record.dropped), record)
            if self.wants_cut is not None or self.stage is not Stage.FEED:
                return
        if not self.hopper:
            if record.job.mode is Mode.VERIFY and record.dropped:
                self._finish(record)
            else:
                self._raise_fault(FaultCode.HOPPER_EMPTY)
            return
        self._card = self.hopper.popleft()
        self.stage = Stage.READ

    def _befall(self, trouble: SimulatedFault | None, record: JobRecord) -> None:
        is_cut = trouble is SimulatedFault.TAKEN or trouble in CUT_TROUBLES
        if trouble is None or not (self.hopper or is_cut):
            return
        top = self.hopper[0] if self.hopper else PhysicalCard(0)
        self._is_astray = trouble is SimulatedFault.WRONG_POCKET
        if is_cut:
            self.wants_cut = trouble
        elif trouble is SimulatedFault.HOPPER_EMPTY:
            self.floor.append(self.hopper.popleft())
        elif trouble is SimulatedFault.EXTRA_CARD:
            self.hopper.append(PhysicalCard(self._random.randrange(52)))
        elif trouble is SimulatedFault.UNREADABLE:
            top.is_dirty = True
        elif trouble is SimulatedFault.MISREAD:
            self._misread_as = (top.code + self._random.randrange(1, 52)) % 52
        elif trouble is SimulatedFault.DUPLICATE:
            read = [index for index, seat in enumerate(record.pockets) if seat is not None]
            if read:
                self._misread_as = self._random.choice(read)
        elif trouble is SimulatedFault.FOREIGN_CARD:
            self.floor.append(self.hopper.popleft())
            self.hopper.appendleft(PhysicalCard(self._random.choice(FOREIGN_CODES)))
        elif trouble is SimulatedFault.UNSEEN_DOUBLE_FEED:
            self._drop_unseen(record)
        elif trouble is SimulatedFault.BOARD_PULLED:
            self.take_board()
        else:
            self._jam_next = {
                SimulatedFault.DOUBLE_FEED: FaultCode.DOUBLE_FEED,
                SimulatedFault.JAM: FaultCode.JAM,
                SimulatedFault.POCKET_FULL: FaultCode.POCKET_FULL,
            }.get(trouble)

    def _drop_unseen(self, record: JobRecord) -> None:
        # The upper of two cards that stick together is read, both fall into its pocket.
        if len(self.hopper) >= 2 and self.board is not None and record.job.mode is Mode.DEAL:
            upper = self.hopper[0].code
            seat = record.routes[upper] if record.routes and upper < 52 else None
            if seat is not None and len(self.board.pockets[seat]) < 12:
                hidden = self.hopper[1]
                del self.hopper[1]
                self.board.pockets[seat].append(hidden.code)
                self.witness("drop", record.job.id, seat.symbol, hidden.code)

    def _identify_card(self, record: JobRecord) -> None:
        card = self._card
        if card is None:
            self.stage = Stage.FEED
            return
        if card.code == STOP_CARD and record.job.stop_card:
            self._card = None
            self._raise_fault(FaultCode.HOPPER_EMPTY)
            return
        if record.job.mode is Mode.SORTED:
            self._code = SORTED_DECK[record.dropped].index
            self.stage = Stage.ROUTE
            return
        code = card.code if self._misread_as is None else self._misread_as
        self._misread_as = None
        self._code = code
        if card.is_dirty:
            self._raise_fault(FaultCode.UNREADABLE_CARD)
        elif not 0 <= code < 52:
            self._raise_fault(FaultCode.FOREIGN_CARD)
        elif record.pockets[code] is not None and record.job.mode is not Mode.VERIFY:
            self._raise_fault(FaultCode.DUPLICATE_CARD, code)
        else:
            self.stage = Stage.ROUTE

    def _route(self) -> None:
        jam, self._jam_next = self._jam_next, None
        if jam is not None:
            self._raise_fault(jam, self._code)
        else:
            self.stage = Stage.POCKET

    def _drop(self, record: JobRecord) -> None:
        card, code, board = self._card, self._code, self.board
        if card is None or code is None or board is None:
            self._raise_fault(FaultCode.MACHINE)
            return
        seat = record.routes[code] if record.routes else record_pocket(record.dropped + 1)
        if seat is not None and self._is_astray:
            # It is reported as it is: the machine sees where the card falls.
            seat, self._is_astray = seat.next, False
        if seat is None or len(board.pockets[seat]) >= 13:
            self._raise_fault(FaultCode.POCKET_FULL, code)
            return
        board.pockets[seat].append(card.code)
        self.witness("drop", record.job.id, seat.symbol, card.code)
        board.job_id = record.job.id
        self.is_fresh = False
        self._card = None
        record.pockets[code] = seat
        record.dropped += 1
        self.events.append(
            CardDropped(
                job_id=record.job.id,
                position=record.dropped,
                pocket=seat,
                card=None if record.job.mode is Mode.SORTED else CARDS[code],
            )
        )
        self.stage = Stage.FEED

    def _finish(self, record: JobRecord) -> None:
        if self.hopper and self.hopper[0].code == STOP_CARD and record.job.stop_card:
            self.hopper.popleft()
        elif self.hopper:
            self._raise_fault(FaultCode.EXTRA_CARD)
            return
        record.state = JobState.DONE
        self._current = None
        self.stage = Stage.IDLE
        self.witness("done", record.job.id)
        self.events.append(Done(job_id=record.job.id, cards=record.dropped))

    def _raise_fault(self, code: FaultCode, card: int | None = None) -> None:
        """Stop and report a fault; `card` is the index of the card at fault, if known."""
        record = self._current
        self._is_pausing = False
        self.fault = code
        self.stage = Stage.FAULT
        if record is not None:
            record.state = JobState.FAULT
        self.events.append(
            FaultRaised(
                code=code,
                job_id=record.job.id if record else None,
                position=record.dropped if record else 0,
                card=CARDS[card] if card is not None and 0 <= card < 52 else None,
            )
        )

    def _number(self) -> int | None:
        if self.board is None or not self.capabilities.reads_board_numbers:
            return None
        return self.board.number
