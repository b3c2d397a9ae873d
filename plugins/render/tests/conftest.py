"""The tests of this package share fixtures with the core's, which run in the same repository."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from hypothesis import HealthCheck, settings

# Whoever runs the tests may read other languages; what they compare is English.
os.environ["LANGUAGE"] = "en"

# A busy machine is slow, not wrong: these tests run alone as well as with the core's.
settings.register_profile(
    "patient",
    deadline=None,
    derandomize=True,
    max_examples=40,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("patient")

sys.path.append(str(Path(__file__).parents[3] / "core" / "tests"))

from sample_fixtures import *  # noqa: E402, F403  # found by the line above
