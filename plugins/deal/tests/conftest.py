"""Where the corpus of real files lies, if this checkout has one."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def shared_corpus() -> Path:
    for folder in Path(__file__).resolve().parents:
        candidate = folder / "shared" / "corpus"
        if candidate.is_dir():
            return candidate
    pytest.skip("the corpus of real files is not beside this checkout")
