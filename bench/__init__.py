"""Benchmarks: `python -m bench` runs them; `bench.runner` describes its options."""

import sys
from pathlib import Path

# What makes PBN files is shared with the tests.
sys.path.append(str(Path(__file__).resolve().parents[1] / "tests"))
