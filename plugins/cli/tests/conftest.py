"""The tests of this package share fixtures with the core's, which run in the same repository."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[3] / "core" / "tests"))

from sample_fixtures import *  # noqa: F403  # found by the line above
