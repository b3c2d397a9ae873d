"""A conformance suite for PBN 2.1: files, their expected readings, and a runner.

`run` runs it against programs and `adapters` speaks to those that are Python packages. The files
are in `SUITE`; nothing here needs a program under test.
"""

from __future__ import annotations

from pathlib import Path

SUITE = Path(__file__).resolve().parent / "suite"
"""The folder of the files, with `index.json`."""
