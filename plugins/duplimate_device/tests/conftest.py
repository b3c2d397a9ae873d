"""What the tests of the machine plugin share."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import overtrick
from overtrick_cli import commands
from overtrick_duplimate_device.drivers.simulator import _MACHINES

# A shell that starts the tests in the background lets them ignore Ctrl-C, and what they start with
# them. Tests of Ctrl-C need what a person at a terminal has.
signal.signal(signal.SIGINT, signal.default_int_handler)

DATA = Path(__file__).parent / "data"


class CommandLine:
    """The `overtrick` command in real processes, with sessions of its own."""

    def __init__(self, folder, capture):
        self.folder = folder
        self.capture = capture
        self.sessions = folder / "sessions"
        self.processes = []
        self.texts = []

    def environment(self):
        return {**os.environ, "OVERTRICK_SESSIONS": str(self.sessions), "COLUMNS": "100"}

    def start(self, *words, stdin=subprocess.DEVNULL):
        process = subprocess.Popen(
            [sys.executable, "-m", "overtrick_cli", "duplimate", *map(str, words)],
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=self.environment(),
        )
        self.processes.append(process)
        return process

    def spawn(self, *words, code=0):
        """Run a command in a process of its own and return what it prints."""
        process = self.start(*words)
        output, _ = process.communicate(timeout=60)
        return self.keep(output, process.returncode, code)

    def run(self, *words, code=0):
        """Run a command in this process, as the script does, and return what it prints."""
        self.capture.readouterr()
        returned = commands.run(["duplimate", *map(str, words)])
        captured = self.capture.readouterr()
        self.out = captured.out
        return self.keep(captured.out + captured.err, returned, code)

    def keep(self, output, returned, code):
        self.texts.append(output)
        assert returned == code, output
        assert "Traceback" not in output
        return output

    def simulate(self, *words):
        """Start a simulator and return its URL."""
        process = self.start("simulate", "--listen", "127.0.0.1:0", *words)
        return process.stdout.readline().split()[-1]

    def evening(self, name="EVENING.dlm"):
        return Path(shutil.copy(DATA / "dupsoft-32-boards.dlm", self.folder / name))

    def wait_until(self, condition, seconds=30.0):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if condition():
                return
            time.sleep(0.01)
        raise AssertionError("it never happened")

    def close(self):
        for process in self.processes:
            if process.poll() is None:
                process.kill()
            process.wait()
            for stream in (process.stdin, process.stdout):
                if stream is not None:
                    stream.close()


@pytest.fixture
def duplimate(tmp_path, capsys, monkeypatch):
    """Run `overtrick duplimate` commands."""
    line = CommandLine(tmp_path, capsys)
    monkeypatch.setenv("OVERTRICK_SESSIONS", str(line.sessions))
    monkeypatch.setenv("COLUMNS", "100")
    _MACHINES.clear()
    yield line
    line.close()


SUITS = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"


def make_pbn(*boards):
    """Write PBN, which holds whatever boards there are: a number and a deal each."""
    games = (f'[Board "{number or ""}"]\n[Deal "{deal}"]\n' for number, deal in boards)
    return ("% PBN 2.1\n" + "\n".join(games)).encode()


@pytest.fixture
def pbn():
    return make_pbn


@pytest.fixture(scope="session")
def odd_boards():
    """Boards of which hardly one is what was meant: two placeholders, twins, empty, short ones."""
    texts = {b.number: b.deal.to_text() for b in overtrick.read(DATA / "dupsoft-32-boards.dlm")}
    hands = texts[7].split()
    hands[1] = hands[1].replace(hands[1].replace(".", "")[0], "", 1)
    return make_pbn(
        (1, texts[1]), (2, texts[2]), (3, SUITS), (4, SUITS), (5, texts[2]), (6, ""),
        (7, " ".join(hands)), (8, texts[8]), (8, texts[8]), (None, texts[9]),
    )  # fmt: skip
