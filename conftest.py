"""How many examples the tests of all packages try, and what of the conformance kit is slow."""

from __future__ import annotations

import gc
import os
import signal

import pytest
from hypothesis import HealthCheck, settings

# A shell that starts the tests in the background lets them ignore Ctrl-C, and what they start with
# them. Tests of Ctrl-C need what a person at a terminal has.
signal.signal(signal.SIGINT, signal.default_int_handler)

# A busy machine is slow, not wrong, so there is no deadline. The tests are the same on every run;
# what chance finds is the business of the long runs.
_PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("quick", _PATIENT, max_examples=25, derandomize=True)
settings.register_profile("ci", _PATIENT, max_examples=500, derandomize=True)
settings.register_profile("nightly", _PATIENT, max_examples=10_000, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))

# What of the conformance kit measures, starts processes of its own, or tries each byte or format.
SLOW_OF_THE_KIT = {
    "test_a_closed_output_is_no_fault",
    "test_cost_is_linear",
    "test_declaration_is_light",
    "test_every_byte_may_stand_anywhere",
    "test_is_the_same_in_every_process",
    "test_line_ends_are_the_formats_own",
    "test_memory_stays_flat",
    "test_reader_is_deterministic",
    "test_reading_time_is_linear",
    "test_sniffer_leaves_other_formats_alone",
    "test_the_locale_changes_nothing",
    "test_says_the_same_in_every_process",
    "test_writer_is_deterministic",
    "test_writing_time_is_linear",
}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what of the kit is slow: the plugins that are tested here inherit it."""
    for item in items:
        is_of_the_kit = item.get_closest_marker("overtrick_kit") is not None
        if is_of_the_kit and item.name.partition("[")[0] in SLOW_OF_THE_KIT:
            item.add_marker(pytest.mark.slow)


def pytest_collection_finish() -> None:
    """Look no more at what was collected, in all of the run.

    Thousands of tests stay until the end, and each full pass of the collector over them takes a
    fifth of a second.
    """
    gc.collect()
    gc.freeze()


def pytest_unconfigure() -> None:
    """Let the collector look at all of it again: libraries tell of what is left at the end."""
    gc.unfreeze()
