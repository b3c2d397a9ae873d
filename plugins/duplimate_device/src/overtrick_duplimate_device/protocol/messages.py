"""The messages of the line protocol: jobs, events, reports, capabilities.

Both ends use these functions, so what one writes the other reads.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from overtrick import Card, ModelError, Seat
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
    Mode,
    NeedsConfirmation,
    Paused,
    Status,
)
from overtrick_duplimate_device.interface.faults import FaultCode, Recovery
from overtrick_duplimate_device.interface.pockets import deal_of_pockets, deal_pockets
from overtrick_duplimate_device.protocol.frames import (
    WINDOW,
    Frame,
    LineProtocolError,
    parse_pockets,
    pockets_text,
)

NOTHING: Final = "-"
_MAX_BOARD: Final = 9999

_T = TypeVar("_T")


def _optional(value: object) -> str:
    return NOTHING if value is None else str(value)


def _optional_number(frame: Frame, name: str) -> int | None:
    if frame.field(name) == NOTHING:
        return None
    return frame.number_field(name, 0, _MAX_BOARD)


def _word(frame: Frame, name: str, parse: Callable[[str], _T]) -> _T:
    try:
        return parse(frame.field(name))
    except ValueError:
        msg = f"the field {name} of {frame.verb} has a value that is not known"
        raise LineProtocolError(msg) from None


def _flag(frame: Frame, name: str) -> bool:
    return frame.number_field(name, 0, 1) == 1


def job_fields(job: Job) -> dict[str, str]:
    """Return the fields of `LOAD`."""
    deal = NOTHING if job.deal is None else pockets_text(deal_pockets(job.deal))
    return {
        "job": job.id,
        "mode": job.mode.value,
        "board": _optional(job.board),
        "stop": str(int(job.stop_card)),
        "deal": deal,
    }


def parse_job(frame: Frame) -> Job:
    """Parse the fields of `LOAD`.

    Raises:
        LineProtocolError: a field is missing or wrong, or the deal is not one of 52 cards.
    """
    text = frame.field("deal")
    deal = None
    mode = _word(frame, "mode", Mode)
    if text != NOTHING:
        try:
            deal = deal_of_pockets(parse_pockets(text))
        except ModelError:
            deal = None
        if deal is None or not deal.is_complete:
            msg = "the deal of LOAD does not give thirteen cards to each hand"
            raise LineProtocolError(msg)
    if (deal is None) is (mode in {Mode.DEAL, Mode.SORTED}):
        msg = f"LOAD in mode {mode} comes {'without' if deal is None else 'with'} a deal"
        raise LineProtocolError(msg)
    return Job(
        id=frame.field("job"),
        mode=mode,
        board=_optional_number(frame, "board"),
        deal=deal,
        stop_card=_flag(frame, "stop"),
    )


def status_fields(status: Status) -> dict[str, str]:
    """Return the fields of the reply to `STATUS`."""
    return {
        "board": str(int(status.board_in)),
        "fresh": str(int(status.is_fresh)),
        "number": _optional(status.board_number),
        "job": _optional(status.job_id),
        "state": status.state.value,
        "fault": _optional(status.fault),
        "n": str(status.cards),
    }


def parse_status(frame: Frame) -> Status:
    """Parse the reply to `STATUS`."""
    job, fault = frame.field("job"), frame.field("fault")
    return Status(
        board_in=_flag(frame, "board"),
        is_fresh=_flag(frame, "fresh"),
        board_number=_optional_number(frame, "number"),
        job_id=None if job == NOTHING else job,
        state=_word(frame, "state", JobState),
        fault=None if fault == NOTHING else _word(frame, "fault", FaultCode),
        cards=frame.number_field("n", 0, 52),
    )


def report_fields(report: JobReport) -> dict[str, str]:
    """Return the fields of the reply to `REPORT`."""
    return {
        "state": report.state.value,
        "n": str(report.cards),
        "pockets": pockets_text(report.pockets),
    }


def parse_report(frame: Frame) -> JobReport:
    """Parse the reply to `REPORT`."""
    return JobReport(
        state=_word(frame, "state", JobState),
        cards=frame.number_field("n", 0, 52),
        pockets=parse_pockets(frame.field("pockets")),
    )


def identity_fields(identity: Identity, capabilities: Capabilities) -> dict[str, str]:
    """Return the fields of the reply to `HELLO`, except the version."""
    flags = {
        "cards": capabilities.reads_cards,
        "board": capabilities.detects_board,
        "numbers": capabilities.reads_board_numbers,
        "stop": capabilities.stop_card,
    }
    return {
        "model": identity.model,
        "serial": identity.serial,
        "firmware": identity.firmware,
        "boot": identity.boot,
        "modes": ",".join(sorted(capabilities.modes)),
        "caps": ",".join(name for name, has in flags.items() if has) or NOTHING,
        "speed": _optional(capabilities.speed),
    }


def parse_identity(frame: Frame) -> tuple[Identity, Capabilities]:
    """Parse the reply to `HELLO`. Unknown capabilities are ignored."""
    caps = frame.field("caps").split(",")
    known = {mode.value: mode for mode in Mode}
    modes = frozenset(known[name] for name in frame.field("modes").split(",") if name in known)
    speed = frame.field("speed")
    identity = Identity(
        model=frame.field("model"),
        serial=frame.field("serial"),
        firmware=frame.field("firmware"),
        boot=frame.field("boot"),
    )
    capabilities = Capabilities(
        modes=modes,
        reads_cards="cards" in caps,
        detects_board="board" in caps,
        reads_board_numbers="numbers" in caps,
        stop_card="stop" in caps,
        reports=True,
        confirms=True,
        window=WINDOW,
        speed=None if speed == NOTHING else _word(frame, "speed", _positive),
    )
    return identity, capabilities


def _positive(text: str) -> float:
    value = float(text)
    if not 0 < value < 1000:
        raise ValueError(text)
    return value


def event_fields(event: Event) -> tuple[str, dict[str, str]]:
    """Return the verb and the fields of an event.

    Raises:
        LineProtocolError: the event has no place in this protocol.
    """
    if isinstance(event, BoardIn):
        return "BOARDIN", {"number": _optional(event.number)}
    if isinstance(event, BoardOut):
        return "BOARDOUT", {}
    if isinstance(event, CardDropped):
        return "CARD", {
            "job": event.job_id,
            "n": str(event.position),
            "card": _optional(event.card),
            "pocket": event.pocket.symbol,
        }
    if isinstance(event, FaultRaised):
        return "FAULT", {
            "code": event.code.value,
            "job": _optional(event.job_id),
            "n": str(event.position),
            "card": _optional(event.card),
        }
    if isinstance(event, FaultCleared):
        return "CLEARED", {"how": event.how.value}
    if isinstance(event, Paused):
        return "PAUSED", {"job": event.job_id}
    if isinstance(event, NeedsConfirmation):
        msg = "a machine of the line protocol always says when it is done"
        raise LineProtocolError(msg)
    return "DONE", {"job": event.job_id, "n": str(event.cards)}


def _parse_card(frame: Frame) -> Card | None:
    return None if frame.field("card") == NOTHING else _word(frame, "card", Card.parse)


_EVENTS: Final[dict[str, Callable[[Frame], Event]]] = {
    "BOARDIN": lambda frame: BoardIn(number=_optional_number(frame, "number")),
    "BOARDOUT": lambda frame: BoardOut(),
    "CARD": lambda frame: CardDropped(
        job_id=frame.field("job"),
        position=frame.number_field("n", 1, 52),
        card=_parse_card(frame),
        pocket=_word(frame, "pocket", Seat.parse),
    ),
    "FAULT": lambda frame: FaultRaised(
        code=_word(frame, "code", FaultCode),
        job_id=None if frame.field("job") == NOTHING else frame.field("job"),
        position=frame.number_field("n", 0, 52),
        card=_parse_card(frame),
    ),
    "CLEARED": lambda frame: FaultCleared(how=_word(frame, "how", Recovery)),
    "PAUSED": lambda frame: Paused(job_id=frame.field("job")),
    "DONE": lambda frame: Done(job_id=frame.field("job"), cards=frame.number_field("n", 0, 52)),
}


def parse_event(frame: Frame) -> Event:
    """Parse an event.

    Raises:
        LineProtocolError: its verb is not known, or a field is missing or wrong.
    """
    parse = _EVENTS.get(frame.verb)
    if parse is None:
        msg = f"the event {frame.verb} is not one of version 1"
        raise LineProtocolError(msg)
    return parse(frame)
