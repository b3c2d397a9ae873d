"""Fixtures for the tests of hand records."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

# Whoever runs the tests may read other languages; what they compare is English.
os.environ["LANGUAGE"] = "en"

DATA = Path(__file__).with_name("data")


@pytest.fixture(scope="session")
def evening():
    """Thirty-six boards with their tables of tricks."""
    import overtrick

    return overtrick.read(DATA / "evening.pbn")


@pytest.fixture(scope="session")
def lesson():
    """Three boards of a lesson with BridgeComposer's settings."""
    import overtrick

    return overtrick.read(DATA / "lesson.pbn", errors="collect")
