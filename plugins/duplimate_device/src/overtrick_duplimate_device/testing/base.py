"""Shared parts of the driver requirements: the bench, a job, and waiting for its end."""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import ClassVar, Final, TypeVar

import attrs

from overtrick import Card, Deal, DeviceError, Seat
from overtrick_duplimate_device.interface.driver import (
    CardDropped,
    Done,
    Driver,
    Event,
    FaultRaised,
    Job,
    MachineRefusedError,
    Mode,
    NeedsConfirmation,
    new_job_id,
)
from overtrick_duplimate_device.interface.pockets import SORTED_DECK, record_pocket
from overtrick_duplimate_device.interface.spec import DRIVERS, DriverSpec
from overtrick_duplimate_device.testing.advice import ADVICE
from overtrick_duplimate_device.testing.bench import Fallen, MachineBench
from overtrick_testing import Advice, KitBase, failed, skip

DEALS: Final = {
    1: Deal.parse("N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543"),
    2: Deal.parse("N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"),
    3: Deal.parse("N:73.QJT.AQ54.T752 QT6.876.KJ9.AQ84 5.A95432.7632.K6 AKJ9842.K.T8.J93"),
}
"""Deals by board; no two cards lie alike in all."""

SLICE: Final = 0.05
_MOST_POLLS: Final = 20_000
_MOST_EVENTS: Final = 500

R = TypeVar("R")


METHODS: Final = {
    "identify": 0, "status": 0, "load": 1, "start": 1, "pause": 0, "abort": 1, "clear_fault": 0,
    "reject_board": 0, "report": 1, "next_event": 1, "close": 0,
}  # fmt: skip
"""The methods of a driver, and how many arguments each takes."""


@attrs.define
class Rig:
    """A bench, and the driver that was opened at it."""

    bench: MachineBench
    driver: Driver
    opened: list[Driver] = attrs.field(factory=list)

    def reopen(self) -> None:
        """Close the driver and open it again, as the session does."""
        self.driver.close()
        self.driver = must_succeed("opening the driver anew", self.bench.open)
        self.opened.append(self.driver)


def must_succeed(what: str, call: Callable[[], R]) -> R:
    """Return a call's result, or fail with the message of the error that it raises."""
    try:
        return call()
    except DeviceError as error:
        msg = f"{what} fails: {error}"
        raise AssertionError(msg) from error


def pockets_of(deal: Deal) -> Fallen:
    """Return the pockets of a board that holds a deal, as card indices."""
    return {seat: frozenset(card.index for card in deal[seat]) for seat in Seat}


def is_end(event: Event) -> bool:
    """Return whether an event ends a job: `Done`, or `NeedsConfirmation` without `confirms`."""
    return isinstance(event, Done | NeedsConfirmation)


def names(events: Sequence[Event]) -> str:
    """Return the kinds of events in their order, cards counted; for messages."""
    found: list[str] = []
    cards = 0
    for event in events:
        if isinstance(event, CardDropped):
            cards += 1
            continue
        found += [f"{cards} x CardDropped"] * bool(cards) + [type(event).__name__]
        cards = 0
    return ", ".join(found + [f"{cards} x CardDropped"] * bool(cards)) or "nothing"


class DriverBase(KitBase):
    """The driver under test, its bench, and helpers that run a job."""

    driver_name: ClassVar[str]
    needed_plugins: ClassVar[tuple[str, ...]] = ("overtrick_duplimate_device",)
    advice: ClassVar[Mapping[str, Advice]] = ADVICE

    tried: type[Driver] | None = None
    """The class of the driver that the bench opened."""

    def targets(self) -> Mapping[str, object]:
        """Return the methods of the driver that the bench opened, and its class as `driver`."""
        if self.tried is None:
            return super().targets()
        return {"driver": self.tried} | {
            name: _member(self.tried, name) for name in (*METHODS, "capabilities", "__repr__")
        }

    def make_bench(self) -> MachineBench:
        """Return a bench with the machine on it, switched on, without a board in it."""
        msg = f"{type(self).__name__} has no make_bench: which machine is the driver tried on?"
        raise AssertionError(msg)

    # What the requirements use ---------------------------------------------------------------

    @property
    def spec(self) -> DriverSpec:
        """The driver's specification."""
        return self.find_spec(DRIVERS, self.driver_name)

    @contextlib.contextmanager
    def rig(self, *, board: bool = True) -> Iterator[Rig]:
        """Give a bench with an opened driver, and an empty board in the machine.

        Args:
            board: whether a board is put in before the driver is opened.
        """
        bench = self.make_bench()
        try:
            if board:
                bench.put_board()
            driver = bench.open()
            self.tried = type(driver)
            rig = Rig(bench, driver, [driver])
            try:
                yield rig
            finally:
                for each in rig.opened:
                    with contextlib.suppress(Exception):
                        # Another requirement checks that `close` raises nothing.
                        each.close()
        finally:
            bench.close()

    def make_job(self, driver: Driver, mode: Mode | None = None, board: int = 1) -> Job:
        """Return a job that the machine takes."""
        modes = driver.capabilities.modes
        if mode is None:
            dealing = [each for each in (Mode.DEAL, Mode.SORTED) if each in modes]
            if not dealing:
                skip(f"the driver {self.driver_name} deals no boards, by its modes")
            mode = dealing[0]
        reads = mode in {Mode.VERIFY, Mode.RECORD}
        return Job(
            id=new_job_id(), mode=mode, board=None if reads else board,
            deal=None if reads else DEALS[board],
        )  # fmt: skip

    def begin(
        self, rig: Rig, mode: Mode | None = None, *, cards: int = 0
    ) -> tuple[Job, list[Event]]:
        """Load a job and start it; return it, and the events up to a number of cards."""
        job = self.make_job(rig.driver, mode)
        must_succeed(f"load in mode {job.mode}", lambda: rig.driver.load(job))
        must_succeed(f"start in mode {job.mode}", lambda: rig.driver.start(job.id))
        return job, self.take_cards(rig, cards) if cards else []

    def take_cards(self, rig: Rig, count: int) -> list[Event]:
        """Return the events up to a number of cards; skip if the driver reports no cards."""
        found: list[Event] = []
        while sum(isinstance(event, CardDropped) for event in found) < count:
            found += self.follow(rig, lambda event: isinstance(event, CardDropped) or is_end(event))
            if is_end(found[-1]):
                skip(f"the driver {self.driver_name} tells of no cards")
        return found

    def follow(
        self, rig: Rig, until: Callable[[Event], bool] = is_end, *, what: str = "the job's end"
    ) -> list[Event]:
        """Return the events up to and with the first that fulfils a condition.

        Args:
            rig: the bench and the driver.
            until: returns whether an event is the one to wait for.
            what: a description of that event, for the failure message.
        """
        found: list[Event] = []
        end = rig.bench.clock() + rig.bench.patience
        for _ in range(_MOST_POLLS):
            event = rig.driver.next_event(SLICE)
            if event is not None:
                found.append(event)
                if until(event):
                    return found
                assert len(found) < _MOST_EVENTS, f"events without end: {names(found[:60])}"
            elif rig.bench.clock() >= end:
                break
        msg = f"{what} did not come within {rig.bench.patience:g} seconds; came: {names(found)}"
        raise AssertionError(msg)

    def quiet(self, rig: Rig, polls: int = 6) -> list[Event]:
        """Return the events of several polls, in which a quiet machine has none."""
        found = (rig.driver.next_event(0.02) for _ in range(polls))
        return [event for event in found if event is not None]

    def to_end(self, rig: Rig) -> list[Event]:
        """Return the events up to the job's end or a fault."""
        return self.follow(
            rig, lambda event: is_end(event) or isinstance(event, FaultRaised),
            what="the job's end or a fault",
        )  # fmt: skip

    def check_cards(self, job: Job, events: list[Event]) -> None:
        """Assert that the events report 52 cards in order, each in the pocket of the job."""
        cards = [event for event in events if isinstance(event, CardDropped)]
        positions = [event.position for event in cards]
        assert positions == list(range(1, 53)), f"the cards' positions are {_runs(positions)}"
        heard = set()
        for event in cards:
            assert event.job_id == job.id, f"a card of the job {event.job_id!r} is told of"
            card = card_of(job, event)
            assert card is not None, f"card {event.position} has no name in mode {job.mode}"
            heard.add(card)
            wanted = _pocket(job, event.position, card)
            assert event.pocket is wanted, f"card {event.position} is told of in another pocket"
        assert len(heard) == 52, "the same card is told of twice"

    def check_board(self, rig: Rig, job: Job) -> None:
        """Assert that the board holds the deal."""
        if job.deal is not None:
            fallen = rig.bench.fallen()
            count = sum(map(len, fallen.values()))
            if count != 52:
                raise failed(f"{count} cards lie in the board", "start")
            if fallen != pockets_of(job.deal):
                raise failed("the board does not hold the deal", "load")

    def check_in_use(self, rig: Rig, what: str) -> None:
        """Assert that no other job is started on the board in the machine, if it notices boards."""
        if not rig.driver.capabilities.detects_board:
            return
        before = rig.bench.fallen()
        other = self.make_job(rig.driver, board=2)
        if self.refusal(partial(load_and_start, rig.driver, other)) is None:
            raise failed(f"another job is started on {what}", "start", "load")
        if any(before[seat] - cards for seat, cards in rig.bench.fallen().items()):
            raise failed(f"another job was refused, and took cards out of {what}", "start")

    def refusal(self, call: Callable[[], object]) -> MachineRefusedError | None:
        """Return the machine's refusal, or `None` if it accepts the command."""
        try:
            call()
        except MachineRefusedError as error:
            return error
        return None


def load_and_start(driver: Driver, job: Job) -> None:
    """Load a job and start it."""
    driver.load(job)
    driver.start(job.id)


def _member(kind: type[Driver], name: str) -> object:
    """Return a method or property of a driver's class; the class where it is another package's."""
    found = inspect.getattr_static(kind, name, None)
    function = found.fget if isinstance(found, property) else found
    package = str(getattr(function, "__module__", "")).partition(".")[0]
    return found if package == kind.__module__.partition(".")[0] else kind


def card_of(job: Job, event: CardDropped) -> Card | None:
    """Return the card of an event: the one that was read, or the next of a sorted deck."""
    return SORTED_DECK[event.position - 1] if job.mode is Mode.SORTED else event.card


def _pocket(job: Job, position: int, card: Card) -> Seat:
    if job.deal is None:
        return record_pocket(position)
    return next(seat for seat in Seat if card in job.deal[seat])


def _runs(positions: list[int]) -> str:
    """Return numbers as runs: `1-20, 22-52`."""
    runs: list[list[int]] = []
    for number in positions:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(f"{a}-{b}" if a != b else f"{a}" for a, b in runs) or "none"
