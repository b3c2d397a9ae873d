"""Where the corpus of real files lies, and how many examples a property test takes."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "deal",
    max_examples=40,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("deal")


@pytest.fixture
def shared_corpus() -> Path:
    for folder in Path(__file__).resolve().parents:
        candidate = folder / "shared" / "corpus"
        if candidate.is_dir():
            return candidate
    pytest.skip("the corpus of real files is not beside this checkout")
