"""How the tests of the framework run; their fixtures are in `sample_fixtures.py`."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from hypothesis import HealthCheck, settings

# Whoever runs the tests may read other languages; what they compare is English.
os.environ["LANGUAGE"] = "en"

# A shell that starts the tests in the background lets them ignore Ctrl-C, and what they start with
# them. Tests of Ctrl-C need what a person at a terminal has.
signal.signal(signal.SIGINT, signal.default_int_handler)

# A busy machine is slow, not wrong, so there is no deadline.
_PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
# The suite is the same on every run; what chance finds is the business of the long runs.
settings.register_profile("dev", _PATIENT, max_examples=40, derandomize=True)
settings.register_profile("ci", _PATIENT, max_examples=500, derandomize=True)
settings.register_profile("nightly", _PATIENT, max_examples=10_000, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))

sys.path.append(str(Path(__file__).parent))

from sample_fixtures import *  # noqa: E402, F403  # found by the line above
