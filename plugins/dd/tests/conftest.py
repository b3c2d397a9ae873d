"""What the tests of double dummy share: a cache of their own, and solvers that are made up."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest

from overtrick import PluginManager
from overtrick.plugin import hookimpl
from overtrick_dd import process, solving
from overtrick_dd.spec import SolverSpec

# A shell that starts the tests in the background lets them ignore Ctrl-C, and what they start with
# them. Tests of Ctrl-C need what a person at a terminal has.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The made-up solvers are imported by the tests, and by the processes that the tests start.
sys.path.append(str(Path(__file__).parent))


@pytest.fixture(autouse=True)
def cache_folder(tmp_path, monkeypatch):
    """The folder of a cache that no other test has."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("OVERTRICK_CACHE", str(folder))
    monkeypatch.delenv("OVERTRICK_SOLVER", raising=False)
    return folder


class Fakes:
    """The plugin of the made-up solvers, and what they were asked."""

    def __init__(self, folder):
        self.folder = folder

    @hookimpl(optionalhook=True)
    def overtrick_solvers(self, api):
        for name, largest, absence in (
            ("fake", 8, None),
            ("short", 8, None),
            ("wild", 3, None),
            ("broken", 8, None),
            ("mute", 8, None),
            ("absent", 8, "fake_solvers:absent"),
        ):
            yield SolverSpec(
                name=name,
                summary="Made up",
                solver=f"fake_solvers:open_{'fake' if name == 'absent' else name}",
                absence=absence,
                largest=largest,
            )

    def numbers(self, name):
        path = self.folder / name
        return list(map(int, path.read_text().split())) if path.exists() else []

    @property
    def calls(self):
        """How many deals each call had."""
        return self.numbers("calls")

    @property
    def starts(self):
        """The processes that were started."""
        return self.numbers("starts")

    def make_ill(self, how, *deals):
        text = "".join(f"{deal.to_text()}\n" for deal in deals)
        (self.folder / f"{how}.ill").write_text(text)


@pytest.fixture
def fakes(tmp_path, monkeypatch):
    """The made-up solvers, known by name beside the installed ones."""
    folder = tmp_path / "fakes"
    folder.mkdir()
    monkeypatch.setenv("DD_FAKE", str(folder))
    monkeypatch.setenv("OVERTRICK_SOLVER", "fake")
    plugin = Fakes(folder)
    manager = PluginManager()
    manager.register(plugin, name="fakes")
    monkeypatch.setattr(solving, "default_manager", lambda: manager)
    # Calls of one deal or few, as on a small computer, so that there are several.
    monkeypatch.setattr(solving.os, "cpu_count", lambda: 4)
    yield plugin
    process._close_all(process._owner)


@pytest.fixture
def dds():
    """Skips where DDS is not installed."""
    why = solving.unavailable("dds")
    if why is not None:
        pytest.skip(why)
