"""The driver interface: the view of a session on a dealing machine.

A driver is a plug point. It is declared with a `DriverSpec` whose `driver` names a function
`open_driver(url: str, *, timeout: float) -> Driver`. A driver never decides anything: it
passes commands on, answers questions, and hands out events one at a time.
"""

from __future__ import annotations

import enum
import secrets
from typing import Final, Protocol

import attrs
from attrs.validators import deep_iterable, instance_of, optional

from overtrick import Card, Deal, DeviceError, Seat
from overtrick_duplimate_device.interface.faults import FaultCode, Recovery


class ConnectionLostError(DeviceError):
    """The machine cannot be reached; reopening the driver may help."""


class MachineTakenError(ConnectionLostError):
    """Another host uses the machine.

    Attributes:
        host: what that host calls itself, or empty.
        quiet: seconds since the machine last heard of it.
    """

    def __init__(self, host: str = "", quiet: int = 0) -> None:
        super().__init__(f"the machine is in use by {host or 'another computer'}")
        self.host = host
        self.quiet = quiet


class MachineRefusedError(DeviceError):
    """The machine refuses the command; `code` is the reason.

    Codes: `aborted`, `busy`, `conflict`, `done`, `fault`, `mode`, `no-board`, `no-fault`,
    `unknown-job`, `used-board`, or one of the driver's own.
    """

    def __init__(self, code: str, message: str = "") -> None:
        super().__init__(f"the machine refused: {message or code}")
        self.code = code


class Mode(enum.StrEnum):
    """The job's mode: the treatment of the cards.

    `DEAL`: read each card and drop it into the pocket of its hand. `SORTED`: cards without bar
    codes, fed in the order of a sorted deck; nothing is read, so nothing is cross-checked.
    `VERIFY`: read a deck and check that it is complete. `RECORD`: read a deck as it was dealt by
    hand, North's thirteen cards first, then East's, South's and West's.
    """

    DEAL = "deal"
    SORTED = "sorted"
    VERIFY = "verify"
    RECORD = "record"


class JobState(enum.StrEnum):
    """The state of a job. `UNKNOWN`: the machine does not know the job."""

    UNKNOWN = "unknown"
    LOADED = "loaded"
    RUNNING = "running"
    PAUSED = "paused"
    FAULT = "fault"
    DONE = "done"
    ABORTED = "aborted"

    @property
    def is_in_hand(self) -> bool:
        """Whether the machine still has the job: loaded, and neither finished nor aborted."""
        return self in {JobState.LOADED, JobState.RUNNING, JobState.PAUSED, JobState.FAULT}


@attrs.frozen(kw_only=True)
class Identity:
    """The identity of a machine.

    Attributes:
        model: its name.
        serial: its serial number, or empty.
        firmware: its version, or empty.
        boot: a token that is new whenever the machine forgot its jobs, as after a power cut;
            empty where the machine has none.
    """

    model: str = attrs.field(validator=instance_of(str))
    serial: str = attrs.field(default="", validator=instance_of(str))
    firmware: str = attrs.field(default="", validator=instance_of(str))
    boot: str = attrs.field(default="", validator=instance_of(str))


@attrs.frozen(kw_only=True)
class Capabilities:
    """The capabilities of a machine.

    Attributes:
        modes: the jobs that it takes.
        reads_cards: whether it identifies each card.
        detects_board: whether it notices boards that are put in and taken out.
        reads_board_numbers: whether it reads the number on an inserted board.
        stop_card: whether it knows an extra card that divides decks.
        reports: whether it can be asked about a job afterwards (`Driver.report`).
        confirms: whether it reports a finished board; otherwise the operator must.
        window: the maximum number of cards that it may drop beyond the last event that was taken
            from the driver; `None` where there is no bound.
        speed: cards a second at its best, or `None` where it is not known.
    """

    modes: frozenset[Mode] = attrs.field(
        default=frozenset({Mode.DEAL}), validator=deep_iterable(instance_of(Mode))
    )
    reads_cards: bool = True
    detects_board: bool = True
    reads_board_numbers: bool = False
    stop_card: bool = False
    reports: bool = False
    confirms: bool = True
    window: int | None = attrs.field(default=None, validator=optional(instance_of(int)))
    speed: float | None = None


def new_job_id() -> str:
    """Return a unique job name: 16 hexadecimal digits."""
    return secrets.token_hex(8)


@attrs.frozen(kw_only=True)
class Job:
    """One board to deal, or one deck to read.

    Attributes:
        id: the job's name, as `new_job_id` makes it; `job_id` in all other places.
        mode: what to do.
        board: the board's number, for the machine's display, or `None`.
        deal: where each card goes; `None` for `VERIFY` and `RECORD`. Never printed.
        stop_card: whether an extra card ends the deck.
    """

    id: str
    mode: Mode = Mode.DEAL
    board: int | None = None
    deal: Deal | None = attrs.field(default=None, repr=False)
    stop_card: bool = False


@attrs.frozen(kw_only=True)
class Status:
    """The status of a machine.

    Attributes:
        board_in: whether a board is in the machine.
        is_fresh: whether that board was put in since power-up and no card fell into it.
        board_number: the number read from the board, or `None`.
        job_id: the job in hand, or `None`.
        state: that job's state.
        fault: the fault that waits to be cleared, or `None`.
        cards: cards dropped for that job, 0 to 52.
    """

    board_in: bool
    is_fresh: bool
    board_number: int | None = None
    job_id: str | None = None
    state: JobState = attrs.field(default=JobState.UNKNOWN, validator=instance_of(JobState))
    fault: FaultCode | None = attrs.field(default=None, validator=optional(instance_of(FaultCode)))
    cards: int = attrs.field(default=0, validator=instance_of(int))


@attrs.frozen(kw_only=True)
class JobReport:
    """The report of a machine on a job.

    Attributes:
        state: how it ended, or where it is.
        cards: cards dropped, 0 to 52.
        pockets: for each card by index (0 club two, 51 spade ace) the seat of the pocket that
            it fell into, or `None`. Never printed.
    """

    state: JobState = attrs.field(validator=instance_of(JobState))
    cards: int = attrs.field(default=0, validator=instance_of(int))
    pockets: tuple[Seat | None, ...] = attrs.field(default=(None,) * 52, repr=False)

    @pockets.validator
    def _check_pockets(self, attribute: object, value: tuple[Seat | None, ...]) -> None:
        if len(value) != 52 or not all(isinstance(seat, Seat | None) for seat in value):
            msg = "pockets names the seat, or None, of each of the 52 cards"
            raise TypeError(msg)


@attrs.frozen(kw_only=True)
class BoardIn:
    """An empty board was inserted; `number` if the machine reads it."""

    number: int | None = None


@attrs.frozen(kw_only=True)
class BoardOut:
    """The board was removed."""


@attrs.frozen(kw_only=True)
class CardDropped:
    """A card fell into a pocket.

    Attributes:
        job_id: the job's id.
        position: 1 to 52.
        pocket: the seat of the pocket.
        card: the card read, or `None` in sorted mode. Never printed.
    """

    job_id: str = attrs.field(validator=instance_of(str))
    position: int = attrs.field(validator=instance_of(int))
    pocket: Seat = attrs.field(repr=False, validator=instance_of(Seat))
    card: Card | None = attrs.field(default=None, repr=False, validator=optional(instance_of(Card)))


@attrs.frozen(kw_only=True)
class FaultRaised:
    """The machine stopped and needs the operator.

    Attributes:
        code: what happened.
        job_id: the job in hand, or `None`.
        position: cards dropped before it, 0 to 52.
        card: the card at fault, where the machine knows it. Shown only on request.
    """

    code: FaultCode = attrs.field(validator=instance_of(FaultCode))
    job_id: str | None = attrs.field(default=None, validator=optional(instance_of(str)))
    position: int = attrs.field(default=0, validator=instance_of(int))
    card: Card | None = attrs.field(default=None, repr=False, validator=optional(instance_of(Card)))


@attrs.frozen(kw_only=True)
class FaultCleared:
    """The fault was fixed at the machine and its key pressed."""

    how: Recovery = attrs.field(validator=instance_of(Recovery))


@attrs.frozen(kw_only=True)
class Paused:
    """The machine stopped after a card and can continue."""

    job_id: str


@attrs.frozen(kw_only=True)
class Done:
    """The job is finished: 52 cards in four pockets."""

    job_id: str
    cards: int = 52


@attrs.frozen(kw_only=True)
class NeedsConfirmation:
    """The machine cannot report whether the job is finished: the operator must check."""

    job_id: str


Event = (
    BoardIn
    | BoardOut
    | CardDropped
    | FaultRaised
    | FaultCleared
    | Paused
    | Done
    | NeedsConfirmation
)
"""The events of a driver."""


@attrs.frozen(kw_only=True)
class Claim:
    """The claim of a host on a machine that several hosts can reach.

    Attributes:
        host: its name, for people.
        who: eight hexadecimal digits, the same whenever the same session comes back.
        take: whether it takes the machine from a host that is using it.
    """

    host: str = ""
    who: str = attrs.field(factory=lambda: secrets.token_hex(4))
    take: bool = False


DEFAULT_TIMEOUT: Final = 5.0
"""The default timeout of a driver in seconds."""


class Driver(Protocol):
    """The protocol of a machine behind a small interface.

    Every method returns or raises within the driver's time-out: `ConnectionLostError` when the
    machine cannot be reached, `MachineRefusedError` when it will not do what was asked.
    Commands are idempotent: a job that is loaded or started already is simply so.
    """

    @property
    def capabilities(self) -> Capabilities:
        """The capabilities of the machine."""

    def identify(self) -> Identity:
        """Return the identity of the machine."""

    def status(self) -> Status:
        """Return the status of the machine."""

    def load(self, job: Job) -> None:
        """Load a job without starting it."""

    def start(self, job_id: str) -> None:
        """Start the loaded job, or continue after a pause or a cleared fault."""

    def pause(self) -> None:
        """Stop after the card in hand; `Paused` follows."""

    def abort(self, job_id: str) -> None:
        """Abort a job permanently; the board must be emptied.

        Raises:
            MachineRefusedError: code `done`, the job is finished already.
        """

    def clear_fault(self) -> None:
        """Report the fault as fixed; `start` continues."""

    def reject_board(self) -> None:
        """Report the inserted board as the wrong one; the machine shows it to the operator."""

    def report(self, job_id: str) -> JobReport:
        """Return the machine's report on a job."""

    def next_event(self, timeout: float) -> Event | None:
        """Return the next event, or `None` if none came within `timeout` seconds.

        Asking for the next event acknowledges the previous one.
        """

    def close(self) -> None:
        """Close the machine; never raises."""


class OpenDriver(Protocol):
    """The type of the function that `DriverSpec.driver` names.

    Where it has a further parameter `claim`, it is given the host's `Claim`: then it raises
    `MachineTakenError` where another host has the machine and `claim.take` is false.
    """

    def __call__(self, url: str, *, timeout: float = DEFAULT_TIMEOUT) -> Driver:
        """Open the machine at a URL.

        Raises:
            ConnectionLostError: it cannot be reached.
            DeviceError: the URL is not one of the driver's.
        """
