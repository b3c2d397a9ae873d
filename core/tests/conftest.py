"""The tests of the framework run as `sample_fixtures.py` sets it up; so do their fixtures."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent))

from sample_fixtures import *  # noqa: F403  # found by the line above
