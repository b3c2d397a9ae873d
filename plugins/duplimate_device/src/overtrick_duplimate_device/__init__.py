"""Dealing machines: drivers, crash-safe sessions, and a machine simulator.

This module declares the drivers and the command. What drivers are written with, and what programs
need that deal themselves, are its names; each is imported when it is first used.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from overtrick.plugin import (
    ApiVersion,
    CommandSpec,
    Kind,
    OtherFileSpec,
    hookimpl,
    lazy_names,
)
from overtrick_duplimate_device.interface.spec import DRIVERS, DriverSpec

if TYPE_CHECKING:
    from overtrick_duplimate_device.dealing.picture import Picture, PictureWatcher, TimedNotice
    from overtrick_duplimate_device.dealing.proposal import (
        Machine,
        Proposal,
        UnfinishedError,
        make_plan,
        propose,
    )
    from overtrick_duplimate_device.dealing.resume import HeldSession, begin, take_up
    from overtrick_duplimate_device.dealing.status import (
        Hand,
        SessionState,
        all_sessions,
        state_of,
    )
    from overtrick_duplimate_device.drivers.present import SerialPort, serial_ports
    from overtrick_duplimate_device.drivers.selection import (
        DEVICE_VARIABLE,
        find_driver,
        open_device,
    )
    from overtrick_duplimate_device.drivers.simulator import SimulatorDriver
    from overtrick_duplimate_device.interface.blind import find_cards, redact
    from overtrick_duplimate_device.interface.driver import (
        DEFAULT_TIMEOUT,
        BoardIn,
        BoardOut,
        Capabilities,
        CardDropped,
        Claim,
        ConnectionLostError,
        Done,
        Driver,
        Event,
        FaultCleared,
        FaultRaised,
        Identity,
        Job,
        JobReport,
        JobState,
        MachineRefusedError,
        MachineTakenError,
        Mode,
        NeedsConfirmation,
        OpenDriver,
        Paused,
        Status,
        new_job_id,
    )
    from overtrick_duplimate_device.interface.faults import FAULT_HELP, FaultCode, Recovery
    from overtrick_duplimate_device.journal.codes import DamagedJournalError, JournalError
    from overtrick_duplimate_device.journal.journal import Header, Journal
    from overtrick_duplimate_device.journal.ledger import Entry, EntryKind, LedgerStatus
    from overtrick_duplimate_device.journal.paths import second_path, session_paths
    from overtrick_duplimate_device.journal.plan import Order, Plan
    from overtrick_duplimate_device.journal.store import journal_folder
    from overtrick_duplimate_device.protocol.frames import (
        Frame,
        FrameDecoder,
        FrameKind,
        checksum,
        encode,
    )
    from overtrick_duplimate_device.session.actions import Notice, NoticeKind
    from overtrick_duplimate_device.session.counters import FileCounters, GuardedCounter
    from overtrick_duplimate_device.session.deal_file import (
        Concern,
        Concerns,
        DealFile,
        DealsError,
        OddReasons,
        read_deals,
    )
    from overtrick_duplimate_device.session.inputs import Operator
    from overtrick_duplimate_device.session.phases import OperatorTask, Outcome, Phase, Question
    from overtrick_duplimate_device.session.runner import Runner
    from overtrick_duplimate_device.session.session import Session

__all__ = [
    "DEFAULT_TIMEOUT",
    "DEVICE_VARIABLE",
    "DRIVERS",
    "FAULT_HELP",
    "BoardIn",
    "BoardOut",
    "Capabilities",
    "CardDropped",
    "Claim",
    "Concern",
    "Concerns",
    "ConnectionLostError",
    "DamagedJournalError",
    "DealFile",
    "DealsError",
    "Done",
    "Driver",
    "DriverSpec",
    "Entry",
    "EntryKind",
    "Event",
    "FaultCleared",
    "FaultCode",
    "FaultRaised",
    "FileCounters",
    "Frame",
    "FrameDecoder",
    "FrameKind",
    "GuardedCounter",
    "Hand",
    "Header",
    "HeldSession",
    "Identity",
    "Job",
    "JobReport",
    "JobState",
    "Journal",
    "JournalError",
    "LedgerStatus",
    "Machine",
    "MachineRefusedError",
    "MachineTakenError",
    "Mode",
    "NeedsConfirmation",
    "Notice",
    "NoticeKind",
    "OddReasons",
    "OpenDriver",
    "Operator",
    "OperatorTask",
    "Order",
    "Outcome",
    "Paused",
    "Phase",
    "Picture",
    "PictureWatcher",
    "Plan",
    "Proposal",
    "Question",
    "Recovery",
    "Runner",
    "SerialPort",
    "Session",
    "SessionState",
    "SimulatorDriver",
    "Status",
    "TimedNotice",
    "UnfinishedError",
    "all_sessions",
    "begin",
    "checksum",
    "encode",
    "find_cards",
    "find_driver",
    "journal_folder",
    "make_plan",
    "new_job_id",
    "open_device",
    "propose",
    "read_deals",
    "redact",
    "second_path",
    "serial_ports",
    "session_paths",
    "state_of",
    "take_up",
]

# Every public name, by the module that it comes from.
__getattr__, __dir__ = lazy_names(
    globals(),
    {
        "dealing.picture": "Picture PictureWatcher TimedNotice",
        "dealing.proposal": "Machine Proposal UnfinishedError make_plan propose",
        "dealing.status": "Hand SessionState all_sessions state_of",
        "dealing.resume": "HeldSession begin take_up",
        "drivers.selection": "DEVICE_VARIABLE find_driver open_device",
        "drivers.present": "SerialPort serial_ports",
        "drivers.simulator": "SimulatorDriver",
        "interface.blind": "find_cards redact",
        "interface.driver": """
            DEFAULT_TIMEOUT BoardIn BoardOut Capabilities CardDropped Claim ConnectionLostError
            Done Driver Event FaultCleared FaultRaised Identity Job JobReport JobState
            MachineRefusedError MachineTakenError Mode NeedsConfirmation OpenDriver Paused Status
            new_job_id
        """,
        "interface.faults": "FAULT_HELP FaultCode Recovery",
        "journal.codes": "DamagedJournalError JournalError",
        "journal.journal": "Header Journal",
        "journal.ledger": "Entry EntryKind LedgerStatus",
        "journal.paths": "second_path session_paths",
        "journal.plan": "Order Plan",
        "journal.store": "journal_folder",
        "protocol.frames": "Frame FrameDecoder FrameKind checksum encode",
        "session.actions": "Notice NoticeKind",
        "session.counters": "FileCounters GuardedCounter",
        "session.deal_file": "Concern Concerns DealFile DealsError OddReasons read_deals",
        "session.inputs": "Operator",
        "session.phases": "OperatorTask Outcome Phase Question",
        "session.runner": "Runner",
        "session.session": "Session",
    },
)


@hookimpl
def overtrick_kinds(api: ApiVersion) -> Iterator[Kind[DriverSpec]]:
    """Declare the plugin kind `driver`."""
    yield DRIVERS


@hookimpl
def overtrick_drivers(api: ApiVersion) -> Iterator[DriverSpec]:
    """Declare the drivers that ship with the plugin."""
    yield DriverSpec(
        name="simulator",
        summary="A simulated machine in this process, with faults on request",
        driver="overtrick_duplimate_device.drivers.simulator:open_driver",
        schemes=("simulator",),
    )
    yield DriverSpec(
        name="line",
        summary="A machine that speaks overtrick's open line protocol (ports, sockets, ptys)",
        driver="overtrick_duplimate_device.drivers.line:open_driver",
        schemes=("socket", "loop", "rfc2217", "spy", "serial"),
    )
    yield DriverSpec(
        name="dealer2024",
        summary="The open-hardware machine Dealer2024, through its public HTTP interface",
        driver="overtrick_duplimate_device.drivers.dealer2024:open_driver",
        schemes=("dealer2024",),
    )


@hookimpl
def overtrick_commands(api: ApiVersion) -> Iterator[CommandSpec]:
    """Declare the `duplimate` command."""
    yield CommandSpec(
        name="duplimate",
        summary="Deal boards on a dealing machine",
        command="overtrick_duplimate_device.commands.main:duplimate",
    )


@hookimpl
def overtrick_other_files(api: ApiVersion) -> Iterator[OtherFileSpec]:
    """Declare the journals of sessions, so that other commands recognise them."""
    yield OtherFileSpec(
        name="session",
        summary="Journals of dealing sessions",
        holds="the journal of a dealing session, in which there are no cards",
        use="overtrick duplimate status says how the session stands",
        suffixes=(".session", ".session-2"),
        magic=(b"overtrick-session ",),
        diagnostics="overtrick_duplimate_device.journal.codes:CODES",
    )
