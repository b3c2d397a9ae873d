"""What to change in a driver where an obligation fails."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from overtrick_testing import Advice


def _of(fix: str, *methods: str) -> Advice:
    """Return advice about methods of the driver, the likeliest first; `driver` is its class."""
    return Advice(fix, methods)


ADVICE: Final[Mapping[str, Advice]] = {
    "test_every_method_is_there": _of(
        "Give the driver this method with these arguments.", "driver"
    ),
    "test_answers_are_what_they_should_be": _of(
        "Return the interface's own values; keep capabilities and identity as long as the driver "
        "is open.",
        "capabilities",
        "identify",
    ),
    "test_a_board_is_dealt": _of(
        "Send the deal in `load`, let the machine begin in `start`, and return Done or "
        "NeedsConfirmation from `next_event`.",
        "next_event",
    ),
    "test_load_moves_nothing": _of("Start the machine in `start` alone.", "load"),
    "test_events_come_in_order_each_once": _of(
        "Number the events of the machine, pass over what has come before, and return the others "
        "in order.",
        "next_event",
    ),
    "test_load_and_start_again_change_nothing": _of(
        "Compare the job's id with that of the job in hand: the same job is no new one.",
        "load",
        "start",
    ),
    "test_a_finished_job_is_refused": _of('Raise MachineRefusedError("done").', "load", "start"),
    "test_an_unknown_job_is_not_started": _of(
        "Raise MachineRefusedError for an id not loaded.", "start"
    ),
    "test_modes_are_those_that_are_claimed": _of(
        "List in Capabilities.modes what the machine does, and refuse the others in `load`.",
        "load",
        "capabilities",
    ),
    "test_a_pause_can_be_gone_on_from": _of(
        "Return Paused once the machine stands still; let `start` go on with the same job. Raise "
        "MachineRefusedError where the machine cannot pause.",
        "pause",
        "next_event",
    ),
    "test_an_aborted_job_is_given_up": _of(
        "Stop the machine, drop the job's events that are left, and refuse to start it again.",
        "abort",
        "next_event",
    ),
    "test_only_device_errors_escape": _of(
        "Raise MachineRefusedError for what cannot be done now; catch KeyError and its like.",
        "driver",
    ),
    "test_reports_are_kept": _of(
        "Return what the machine itself reports of the job, or do not claim `reports`.", "report"
    ),
    "test_reports_outlive_the_line": _of(
        "Ask the machine, not the driver's own memory, and let `close` leave the job as it is; or "
        "do not claim `reports`.",
        "report",
        "close",
    ),
    "test_no_card_falls_beyond_the_window": _of(
        "Acknowledge an event to the machine when the next one is asked for, not when it arrives; "
        "claim the window that results, or None.",
        "next_event",
    ),
    "test_confirmation_is_as_claimed": _of(
        "Return Done where the machine reports the end itself (`confirms`), NeedsConfirmation "
        "where it does not.",
        "next_event",
        "capabilities",
    ),
    "test_boards_are_noticed_as_claimed": _of(
        "Return BoardIn and BoardOut and keep the status in step, or do not claim `detects_board`.",
        "next_event",
        "status",
    ),
    "test_cards_are_read_as_claimed": _of(
        "Set CardDropped.card to the card that was read, None in sorted mode; or do not claim "
        "`reads_cards`.",
        "next_event",
        "capabilities",
    ),
    "test_numbers_are_read_as_claimed": _of(
        "Set BoardIn.number to the number that was read, or do not claim `reads_board_numbers`.",
        "next_event",
        "status",
    ),
    "test_status_follows_the_job": _of("Ask the machine for its status each time.", "status"),
    "test_a_lost_line_is_told_as_such": _of(
        "Raise ConnectionLostError from OSError, an end of file and a time-out.", "next_event"
    ),
    "test_a_lost_line_can_be_opened_anew": _of(
        "Keep nothing of the line in the module; begin anew when the driver is opened.", "driver"
    ),
    "test_every_call_ends_within_its_time_out": _of(
        "Give every read the time-out that the driver was opened with, and raise "
        "ConnectionLostError at its end.",
        "driver",
    ),
    "test_nonsense_is_a_device_error": _of(
        "Catch ValueError, KeyError and UnicodeError where the machine's bytes are taken apart; "
        "pass over what means nothing or raise a DeviceError.",
        "next_event",
    ),
    "test_next_event_waits_as_long_as_it_is_told": _of(
        "Wait for the machine up to the seconds given, then return None.", "next_event"
    ),
    "test_close_never_raises": _of(
        "Suppress OSError and DeviceError in `close`; allow it twice.", "close"
    ),
    "test_boot_tells_whether_jobs_are_forgotten": _of(
        "Set Identity.boot to what changes when the machine is switched on, or leave it empty.",
        "identify",
    ),
    "test_a_wrong_card_is_told_as_it_fell": _of(
        "Return the pocket that the machine reports, not the deal's.", "next_event"
    ),
    "test_a_fault_is_told_and_can_be_mended": _of(
        "Return FaultRaised with the card's position, keep the fault in the status until it is "
        "cleared, then FaultCleared.",
        "next_event",
        "status",
    ),
    "test_no_card_is_named": _of(
        "Keep cards out of messages, logs and files; give classes that hold a deal a `repr` "
        "without it.",
        "driver",
    ),
    "test_a_set_is_dealt": _of(
        "Deal the set by hand, with the command that deals.", "load", "next_event"
    ),
    "test_a_set_survives_what_goes_wrong": _of(
        "Look at the last words of the session: they name the board and what the driver returned.",
        "report",
        "next_event",
    ),
}
"""By the name of an obligation."""
