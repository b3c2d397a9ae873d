"""Property tests take their time: a first example makes tables."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "archive",
    max_examples=25,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("archive")
