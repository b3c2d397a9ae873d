"""What needs processes of their own: a terminal, Ctrl-C, two windows, an old encoding."""

from __future__ import annotations

import codecs
import os
import select
import signal
import subprocess
import sys
import time

import pytest

pty = pytest.importorskip("pty", reason="there are no terminals of this kind on this system")

COMMAND = [sys.executable, "-m", "overtrick_cli", "belote"]
NOVICE = ["--level", "novice", "--adviser", "novice", "--seed", "s"]


class Terminal:
    """A process at a terminal of 80 columns."""

    def __init__(self, *words):
        self.pid, self.file = pty.fork()
        if self.pid == 0:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            os.environ.update(TERM="dumb", LC_ALL="C.UTF-8")
            os.execv(COMMAND[0], [*COMMAND, *words])  # noqa: S606  # our own command
        self.text = ""
        self.decoder = codecs.getincrementaldecoder("utf-8")()

    def wait_for(self, text, seconds=60):
        """Read until something is printed."""
        end = time.monotonic() + seconds
        while text not in self.text:
            left = end - time.monotonic()
            assert left > 0, f"{text!r} did not come:\n{self.text}"
            if select.select([self.file], [], [], left)[0]:
                try:
                    data = os.read(self.file, 65536)
                except OSError:
                    data = b""
                assert data, f"it ended before {text!r}:\n{self.text}"
                self.text += self.decoder.decode(data).replace("\r\n", "\n")

    def type(self, text):
        self.text = ""
        os.write(self.file, f"{text}\n".encode())

    def end(self):
        """Wait for the process; return its exit code."""
        while True:
            try:
                data = os.read(self.file, 65536)
            except OSError:
                break
            if not data:
                break
            self.text += self.decoder.decode(data).replace("\r\n", "\n")
        _, status = os.waitpid(self.pid, 0)
        os.close(self.file)
        return os.waitstatus_to_exitcode(status)


@pytest.mark.slow
def test_a_hand_is_played_at_a_terminal_of_80_columns():
    terminal = Terminal("hand", "4711", *NOVICE, "--lang", "fr")
    terminal.wait_for(" > ")
    assert "Sud, vos cartes" in terminal.text
    assert max(map(len, terminal.text.splitlines())) < 80
    for typed in ("?", "h", "finir cartes"):
        terminal.type(typed)
        terminal.wait_for(" > ")
        assert max(map(len, terminal.text.splitlines())) < 80
    assert "Est-Ouest" in terminal.text
    terminal.type("fin")
    assert terminal.end() == 0


@pytest.mark.slow
def test_ctrl_c_keeps_the_game_and_another_window_is_told():
    terminal = Terminal(*NOVICE)
    terminal.wait_for(" > ")
    terminal.type("p")
    terminal.wait_for(" > ")
    other = subprocess.run(
        [*COMMAND, "--resume"], input="", capture_output=True, text=True, check=False, timeout=60
    )
    assert other.returncode == 1
    assert "is being played in another window" in other.stderr
    os.kill(terminal.pid, signal.SIGINT)
    assert terminal.end() == 130
    assert "Kept: overtrick belote goes on from here." in terminal.text
    assert "Traceback" not in terminal.text
    again = subprocess.run(
        [*COMMAND, "--resume"], input="", capture_output=True, text=True, check=True, timeout=60
    )
    assert "South" in again.stdout
    assert again.stdout.endswith("Kept: overtrick belote goes on from here.\n")


@pytest.mark.slow
def test_an_old_encoding_gets_letters():
    done = subprocess.run(
        [*COMMAND, "hand", "4711", "--show"],
        capture_output=True,
        check=True,
        timeout=60,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert done.stdout.decode("ascii").splitlines()[1].startswith("North: S Q 7   H A K")


@pytest.mark.slow
def test_the_drawn_table_says_what_it_needs(data_folder):
    code = (
        "import sys; sys.modules['textual'] = None\n"
        "from overtrick_cli.application import run; sys.exit(run(['belote', '--tui']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 2
    assert "pip install 'overtrick-belote[tui]'" in done.stderr
    # Nothing was begun that could not be shown.
    assert not data_folder.exists()
