"""Fixtures that the tests of the core, the command line, the kit and the views share."""

from __future__ import annotations

import importlib.util
import io
import os
import signal
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from overtrick import (
    Auction,
    Board,
    CallEntry,
    Column,
    Deal,
    Grid,
    Info,
    Play,
    PlayedCard,
    PluginManager,
    Seat,
    Trick,
)
from overtrick.plugin import default_manager

__all__ = [
    "evil_board",
    "line_file",
    "line_format",
    "manager",
    "overtrick_command",
    "split_ten",
]

# Whoever runs the tests may read other languages; what they compare is English.
os.environ["LANGUAGE"] = "en"

# A shell that starts the tests in the background lets them ignore Ctrl-C, and what they start with
# them. Tests of Ctrl-C need what a person at a terminal has.
signal.signal(signal.SIGINT, signal.default_int_handler)

SPLIT_TEN = "N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543"


EVIL = "<script>alert('x')</script>\x1b[31m\"&\u202e\x00\x9b2J\ud800"


@pytest.fixture(scope="session")
def evil_board():
    """A board whose every text would like to be markup, and to steer a terminal."""
    entry = CallEntry(call=None, note=EVIL, comment=EVIL)
    played = PlayedCard(card=None, note=EVIL, comment=EVIL)
    return Board(
        name=EVIL,
        scoring=EVIL,
        info=Info(
            event=EVIL, site=EVIL, date=EVIL, room=EVIL, players=(EVIL,) * 4, teams=(EVIL, EVIL)
        ),
        deal=Deal.parse(SPLIT_TEN),
        auction=Auction(dealer=Seat.WEST, entries=(entry,)),
        play=Play(leader=Seat.WEST, tricks=(Trick((played, None, None, None)),)),
        grids=(
            Grid(name=EVIL, columns=(Column(name=EVIL),), rows=((EVIL,),)),
            Grid(name=EVIL, rows=((EVIL,),)),
        ),
    )


@pytest.fixture(scope="session")
def line_format():
    """The plugin module `line_format.py`, importable by the name in its references."""
    name = "overtrick_line_format"
    if name not in sys.modules:
        path = Path(__file__).with_name("line_format.py")
        spec = importlib.util.spec_from_file_location(name, path)
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
    return sys.modules[name]


@pytest.fixture
def manager(line_format):
    """A plugin manager with the format `line` and nothing else."""
    manager = PluginManager(discover=False)
    manager.register(line_format, "line")
    return manager


@pytest.fixture
def split_ten():
    """A complete deal as text."""
    return SPLIT_TEN


@pytest.fixture
def line_file(tmp_path):
    """Write lines to a file and return its path."""

    def make(*lines, name="night.line"):
        path = tmp_path / name
        path.write_text("".join(f"{line}\n" for line in lines))
        return path

    return make


class CommandLine:
    """Runs the command line in this process with the format `line` alone."""

    def __init__(self, capfd, monkeypatch):
        self._capfd = capfd
        self._monkeypatch = monkeypatch

    def __call__(self, *arguments, stdin=b""):
        from overtrick_cli.commands import run

        self._monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        self._capfd.readouterr()
        code = run([str(argument) for argument in arguments])
        out, err = self._capfd.readouterr()
        return Finished(code, out, err)


class Finished(NamedTuple):
    """What a command came to."""

    code: int
    out: str
    err: str


@pytest.fixture
def overtrick_command(capfd, monkeypatch, line_format):
    """Run `overtrick ...` in this process and return its exit code and output."""
    monkeypatch.setenv("OVERTRICK_PLUGINS", "render,testing")
    default_manager.cache_clear()
    default_manager().register(line_format, "line")
    yield CommandLine(capfd, monkeypatch)
    default_manager.cache_clear()
