"""What a real shell completes when somebody types, through a pseudo-terminal."""

from __future__ import annotations

import os
import re
import select
import shutil
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import pytest

import overtrick
from overtrick.plugin import catalogues, default_manager

pytest.importorskip("click")
pytest.importorskip("overtrick_pbn")
pty = pytest.importorskip("pty")

SCRIPT = Path(sys.executable).with_name("overtrick")
BOARDS = [overtrick.Board(number=number) for number in (3, 41, 42, 5)]
SESSION = "20261120-193000-evening-4f2a"

START = {
    "bash": (
        ["bash", "--norc", "--noprofile", "-i"],
        'PS1=; eval "$(_OVERTRICK_COMPLETE=bash_source overtrick)"',
    ),
    "zsh": (
        ["zsh", "-f", "-i"],
        "PS1=; bindkey -e; autoload -Uz compinit; compinit -u -D; "
        'eval "$(_OVERTRICK_COMPLETE=zsh_source overtrick)"',
    ),
}
BEGINNING_OF_LINE = b"\x01"


class Shell:
    """A shell at a terminal; what stands on its line after a tab is asked of the shell itself."""

    def __init__(self, name, folder):
        self.name = name
        words, setup = START[name]
        self.master, slave = pty.openpty()
        environment = {
            "HOME": str(folder),
            "PATH": os.pathsep.join((str(SCRIPT.parent), os.environ["PATH"])),
            "TERM": "dumb",
            "LC_ALL": "C.UTF-8",
            "OVERTRICK_SESSIONS": str(folder / "sessions"),
        }
        self.process = subprocess.Popen(
            words,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=folder,
            env=environment,
            start_new_session=True,
        )
        os.close(slave)
        self.seen = ""
        self.send(f"{setup}; printf '<%s>' ready\n".encode())
        self.wait("<ready>")

    def send(self, data):
        os.write(self.master, data)

    def wait(self, pattern, seconds=60):
        end = time.monotonic() + seconds
        while (match := re.search(pattern, self.seen)) is None:
            ready, _, _ = select.select([self.master], [], [], max(0, end - time.monotonic()))
            assert ready, f"{pattern} did not come; there was {self.seen!r}"
            self.seen += os.read(self.master, 1 << 16).decode(errors="replace")
        self.seen = self.seen[match.end() :]
        return match

    def words(self, line):
        """Return the words of a line after a tab."""
        self.send(line.encode() + b"\t" + BEGINNING_OF_LINE + b"printf '<%s>' \n")
        return self.wait(r"<overtrick>((?:<[^<>]*>)+)")[1].strip("<>").split("><")

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.master)


@pytest.fixture(scope="module", params=START)
def shell(request, tmp_path_factory):
    if shutil.which(request.param) is None:
        pytest.skip(f"{request.param} is not installed")
    if not SCRIPT.exists():
        pytest.skip("the script of overtrick does not stand beside Python")
    folder = tmp_path_factory.mktemp(request.param)
    overtrick.write(BOARDS, folder / "the evening.pbn")
    overtrick.write([*BOARDS, overtrick.Board(number=17)], folder / "night.pbn")
    (folder / "sessions").mkdir()
    (folder / "sessions" / f"{SESSION}.session").touch()
    (folder / "neighbours").mkdir()
    started = Shell(request.param, folder)
    yield started
    started.close()


def a_code():
    """Return a code that its letters and two figures tell from all others."""
    codes = [code for known in catalogues(default_manager()) for code in known.codes]
    return next(code for code in codes if sum(one[:-1] == code[:-1] for one in codes) == 1)


CODE = a_code()

# What is typed before a tab, and what then stands at the end of the line.
CASES = {
    "a command": ("overtrick conve", ["convert"]),
    "a command of a group": ("overtrick duplimate sim", ["duplimate", "simulate"]),
    "a file with a blank": ("overtrick check the", ["check", "the evening.pbn"]),
    "a folder": ("overtrick convert --out-dir nei", ["--out-dir", "neighbours"]),
    "a format": ("overtrick show - --from pb", ["--from", "pbn"]),
    "a board": ("overtrick show night.pbn --boards 3,41-1", ["--boards", "3,41-17"]),
    "a code": (f"overtrick explain {CODE[:-1].lower()}", ["explain", CODE]),
    "a session": ("overtrick duplimate log --session 2026", ["--session", SESSION]),
}

IN_ZSH = ("a command", "a file with a blank", "a board")


@pytest.mark.slow
def test_a_shell_completes_what_is_typed(shell):
    # What Python says to both shells is the same: the second shows that it is understood.
    cases = CASES if shell.name == "bash" else {what: CASES[what] for what in IN_ZSH}
    for what, (typed, wanted) in cases.items():
        if "duplimate" in typed and find_spec("overtrick_duplimate_device") is None:
            continue
        # A shell may take the mark of a folder away again.
        words = [word.rstrip("/") for word in shell.words(typed)]
        assert words[-len(wanted) :] == wanted, f"{what}: {typed} became {words}"


def completed(*words):
    """Return what the last of some words may become, as the shells are told."""
    from click.shell_completion import ShellComplete

    from overtrick_cli.commands import application

    told = ShellComplete(application, {}, "overtrick", "_OVERTRICK_COMPLETE")
    return [item.value for item in told.get_completions(list(words[:-1]), words[-1])]


@pytest.fixture
def night(tmp_path):
    path = tmp_path / "night.pbn"
    overtrick.write(BOARDS, path)
    return str(path)


def test_boards_are_those_of_the_file(night):
    assert completed("show", night, "--boards", "") == ["3", "41", "42", "5"]
    assert completed("show", night, "--boards", "1-8,4") == ["1-8,41", "1-8,42"]
    assert completed("show", night, "--boards", "41-4") == ["41-41", "41-42"]
    assert completed("edit", night, "x.pbn", "--swap", "3,4") == ["3,41", "3,42"]
    assert completed("edit", night, "x.pbn", "--move", "3:5") == ["3:5"]
    assert completed("show", "no such file", "--boards", "") == []


def test_boards_of_a_file_with_errors_and_of_a_sealed_one_are_completed(night, tmp_path):
    broken = tmp_path / "broken.pbn"
    broken.write_text(Path(night).read_text() + '[Board "7"]\n[Deal "N:zzz"]\n')
    assert "7" in completed("show", str(broken), "--boards", "")
    pytest.importorskip("overtrick_dlm")
    deal = overtrick.Deal.parse(
        "N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543"
    )
    sealed = tmp_path / "sealed.dlm"
    overtrick.write([overtrick.Board(number=2, deal=deal)], sealed, options={"status": "Sealed"})
    assert completed("show", str(sealed), "--boards", "") == ["2"]


def test_formats_are_those_that_serve(night):
    assert "pbn" in completed("convert", night, "--to", "")
    assert [spec.name for spec in overtrick.formats() if spec.writer] == completed(
        "convert", night, "--to", ""
    )
    assert [spec.name for spec in overtrick.formats() if spec.reader] == completed(
        "convert", night, "--from", ""
    )
    assert [spec.name for spec in overtrick.formats()] == completed("formats", "")


@pytest.mark.parametrize(
    "variables",
    [
        {"_OVERTRICK_COMPLETE": "bash_source"},
        {
            "_OVERTRICK_COMPLETE": "bash_complete",
            "COMP_WORDS": "overtrick ch",
            "COMP_CWORD": "1",
        },
    ],
    ids=["script", "words"],
)
def test_nothing_is_said_beside_what_a_shell_asks_for(variables):
    done = subprocess.run(
        [sys.executable, "-c", "from overtrick_cli import main; main()"],
        env=os.environ | variables,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout
