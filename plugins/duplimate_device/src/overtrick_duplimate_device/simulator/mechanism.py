"""How the simulated machine works a card through: hopper, feed, reader, router, pocket."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.model import CARDS
from overtrick_duplimate_device.interface.driver import CardDropped, JobState, Mode, Paused
from overtrick_duplimate_device.interface.faults import FaultCode
from overtrick_duplimate_device.interface.tally import SORTED_DECK, record_pocket
from overtrick_duplimate_device.simulator.physics import FOREIGN_CODES, STOP_CARD, PhysicalCard
from overtrick_duplimate_device.simulator.stages import (
    STAGE_SECONDS,
    WORKING,
    JobRecord,
    Stage,
)
from overtrick_duplimate_device.simulator.troubles import CUT_TROUBLES, Trouble

if TYPE_CHECKING:
    from overtrick_duplimate_device.simulator.machine import Machine


def advance(machine: Machine) -> float | None:
    """Do the next piece of a machine's work.

    Returns:
        The seconds that it takes at speed 1, or `None` if nothing moves.
    """
    record = machine.current
    if machine.stage not in WORKING or record is None:
        return None
    seconds = STAGE_SECONDS[machine.stage]
    if machine.stage is Stage.FEED:
        _feed(machine, record)
    elif machine.stage is Stage.READ:
        _identify_card(machine, record)
    elif machine.stage is Stage.ROUTE:
        _route(machine)
    else:
        _drop(machine, record)
    return seconds


def _feed(machine: Machine, record: JobRecord) -> None:
    if machine.is_pausing:
        machine.is_pausing = False
        record.state = JobState.PAUSED
        machine.stage = Stage.PAUSED
        machine.events.append(Paused(job=record.job.id))
        return
    if record.dropped == 52:
        _finish(machine, record)
        return
    if machine.asked_about != (record.ordinal, record.dropped):
        # Each card is asked about once, however often it is fed.
        machine.asked_about = (record.ordinal, record.dropped)
        _befall(machine, machine.faults.at_card(record.ordinal, record.dropped), record)
        if machine.wants_cut is not None or machine.stage is not Stage.FEED:
            return
    if not machine.hopper:
        if record.job.mode is Mode.VERIFY and record.dropped:
            _finish(machine, record)
        else:
            machine.raise_fault(FaultCode.HOPPER_EMPTY)
        return
    machine.card = machine.hopper.popleft()
    machine.stage = Stage.READ


def _befall(machine: Machine, trouble: Trouble | None, record: JobRecord) -> None:
    if trouble is None or (not machine.hopper and trouble not in CUT_TROUBLES):
        return
    top = machine.hopper[0] if machine.hopper else PhysicalCard(0)
    if trouble in CUT_TROUBLES:
        machine.wants_cut = trouble
    elif trouble is Trouble.HOPPER_EMPTY:
        machine.floor.append(machine.hopper.popleft())
    elif trouble is Trouble.EXTRA_CARD:
        machine.hopper.append(PhysicalCard(machine.random.randrange(52)))
    elif trouble is Trouble.UNREADABLE:
        top.is_dirty = True
    elif trouble is Trouble.MISREAD:
        machine.misread_as = (top.code + machine.random.randrange(1, 52)) % 52
    elif trouble is Trouble.DUPLICATE:
        read = [index for index, seat in enumerate(record.pockets) if seat is not None]
        if read:
            machine.misread_as = machine.random.choice(read)
    elif trouble is Trouble.FOREIGN_CARD:
        machine.floor.append(machine.hopper.popleft())
        machine.hopper.appendleft(PhysicalCard(machine.random.choice(FOREIGN_CODES)))
    elif trouble is Trouble.UNSEEN_DOUBLE_FEED:
        _drop_unseen(machine, record)
    elif trouble is Trouble.BOARD_PULLED:
        machine.take_board()
    else:
        machine.jam_next = {
            Trouble.DOUBLE_FEED: FaultCode.DOUBLE_FEED,
            Trouble.JAM: FaultCode.JAM,
            Trouble.POCKET_FULL: FaultCode.POCKET_FULL,
        }.get(trouble)


def _drop_unseen(machine: Machine, record: JobRecord) -> None:
    # The upper of two cards that stick together is read, both fall into its pocket.
    if len(machine.hopper) >= 2 and machine.board is not None and record.job.mode is Mode.DEAL:
        upper = machine.hopper[0].code
        seat = record.routes[upper] if record.routes and upper < 52 else None
        if seat is not None and len(machine.board.pockets[seat]) < 12:
            hidden = machine.hopper[1]
            del machine.hopper[1]
            machine.board.pockets[seat].append(hidden.code)
            machine.witness("drop", record.job.id, seat.symbol, hidden.code)


def _identify_card(machine: Machine, record: JobRecord) -> None:
    card = machine.card
    if card is None:
        machine.stage = Stage.FEED
        return
    if card.code == STOP_CARD and record.job.stop_card:
        machine.card = None
        machine.raise_fault(FaultCode.HOPPER_EMPTY)
        return
    if record.job.mode is Mode.SORTED:
        machine.code = SORTED_DECK[record.dropped].index
        machine.stage = Stage.ROUTE
        return
    code = card.code if machine.misread_as is None else machine.misread_as
    machine.misread_as = None
    machine.code = code
    if card.is_dirty:
        machine.raise_fault(FaultCode.UNREADABLE_CARD)
    elif not 0 <= code < 52:
        machine.raise_fault(FaultCode.FOREIGN_CARD)
    elif record.pockets[code] is not None and record.job.mode is not Mode.VERIFY:
        machine.raise_fault(FaultCode.DUPLICATE_CARD, code)
    else:
        machine.stage = Stage.ROUTE


def _route(machine: Machine) -> None:
    jam, machine.jam_next = machine.jam_next, None
    if jam is not None:
        machine.raise_fault(jam, machine.code)
    else:
        machine.stage = Stage.POCKET


def _drop(machine: Machine, record: JobRecord) -> None:
    card, code, board = machine.card, machine.code, machine.board
    if card is None or code is None or board is None:
        machine.raise_fault(FaultCode.MACHINE)
        return
    seat = record.routes[code] if record.routes else record_pocket(record.dropped + 1)
    if seat is None or len(board.pockets[seat]) >= 13:
        machine.raise_fault(FaultCode.POCKET_FULL, code)
        return
    board.pockets[seat].append(card.code)
    machine.witness("drop", record.job.id, seat.symbol, card.code)
    board.job = record.job.id
    machine.is_fresh = False
    machine.card = None
    record.pockets[code] = seat
    record.dropped += 1
    machine.events.append(
        CardDropped(
            job=record.job.id,
            position=record.dropped,
            pocket=seat,
            card=None if record.job.mode is Mode.SORTED else CARDS[code],
        )
    )
    machine.stage = Stage.FEED


def _finish(machine: Machine, record: JobRecord) -> None:
    if machine.hopper and machine.hopper[0].code == STOP_CARD and record.job.stop_card:
        machine.hopper.popleft()
    elif machine.hopper:
        machine.raise_fault(FaultCode.EXTRA_CARD)
        return
    machine.finish(record)
