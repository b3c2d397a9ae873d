"""What the tests of 32-card bridge share: a folder of their own for all that is kept."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

# What the tests and the benches share.
sys.path.append(str(Path(__file__).parent))


@pytest.fixture(autouse=True)
def data_folder(tmp_path, monkeypatch):
    """The folder of games, settings and history that no other test has."""
    folder = tmp_path / "belote"
    monkeypatch.setenv("OVERTRICK_BELOTE", str(folder))
    # Whoever runs the tests may read other languages; what they compare is English.
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setenv("COLUMNS", "80")
    return folder


@pytest.fixture(scope="session")
def belote_truth():
    """The second opinion on sentences of `belote_truth.py`."""
    name = "belote_truth"
    spec = importlib.util.spec_from_file_location(name, Path(__file__).parent / f"{name}.py")
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
