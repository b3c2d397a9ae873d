"""Every command that a message advises is run as it stands, from the message, by a shell's rules.

All advice is an `Advice`, so what is advised at all is known; each has a case here that brings its
message about. The words of what is pasted are those that bash makes of them.
"""

from __future__ import annotations

import ast
import importlib
import io
import pkgutil
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import overtrick_duplimate_device
from overtrick.plugin import Advice, advice
from overtrick_duplimate_device.drivers.line import LineDriver
from overtrick_duplimate_device.drivers.transport import SerialTransport
from overtrick_duplimate_device.interface.driver import Claim
from overtrick_duplimate_device.simulator.server import Server, SocketPort, listening
from overtrick_duplimate_device.simulator.setup import MachineSettings, make_machine
from overtrick_duplimate_device.simulator.station import Station

GOLDEN = Path(__file__).parent / "data" / "dupsoft-32-boards.dlm"
STOPS = "simulator:?speed=0&script=1@9:taken"
DEALS = ("--device", "simulator:?speed=0")


def modules():
    for package in (overtrick_duplimate_device,):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            yield importlib.import_module(found.name)


class Advised:
    """Runs commands, and what they advise."""

    def __init__(self, duplimate, monkeypatch, odd_boards):
        self.odd_boards = odd_boards
        self.duplimate = duplimate
        self.monkeypatch = monkeypatch
        self.told = []
        self.name = None
        self.folder = duplimate.folder / "the club's folder"
        self.folder.mkdir()
        self.file = duplimate.evening("the club's folder/$an evening.dlm")
        self.sessions = ("--sessions-dir", self.folder / "sessions & all")
        render = Advice.__call__

        def remember(advised, *more):
            command = render(advised, *more)
            self.told.append((advised.name, command))
            return command

        monkeypatch.setattr(Advice, "__call__", remember)

    def odd(self):
        file = self.folder / "odd boards.pbn"
        file.write_bytes(self.odd_boards)
        return file

    def feed(self):
        stdin = SimpleNamespace(buffer=io.BytesIO(GOLDEN.read_bytes()))
        self.monkeypatch.setattr(sys, "stdin", stdin)

    def say(self, *words, code):
        """Run a command and return what it says, and the advice in it of the name in question."""
        self.told.clear()
        output = self.duplimate.run(*words, code=code)
        commands = {command for name, command in self.told if name == self.name}
        shown = [command for command in commands if command in output]
        assert len(shown) == 1, (self.name, output, commands)
        # It stands on the message's line to the end, or on a line of its own.
        (line,) = [line for line in output.splitlines() if shown[0] in line]
        assert line.endswith(shown[0])
        return shown[0]

    def paste(self, command, code=0):
        """Run what was advised, with the words that a shell makes of it."""
        shell = subprocess.run(
            ["bash", "-c", f"overtrick() {{ printf '%s\\0' \"$@\"; }}; {command}"],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        words = shell.stdout.split("\0")[:-1]
        from overtrick_cli import commands

        self.duplimate.capture.readouterr()
        returned = commands.run(words)
        captured = self.duplimate.capture.readouterr()
        assert returned == code, captured.out + captured.err
        assert "Traceback" not in captured.err
        return captured.out

    def stop(self, *words):
        """Bring a session to a stop; its machine is taken and nobody asks for it again."""
        return (
            "deal",
            self.file,
            "--boards",
            "1-2",
            "--device",
            STOPS,
            "--operator-timeout",
            "0.1",
            *words,
        )


def devices(it):
    assert "simulator" in it.paste(it.say("deal", it.file, code=2))


def check(it):
    it.file.write_bytes(it.file.read_bytes().replace(b"fnbkmm", b"fnbkmn", 1))
    it.paste(it.say("deal", it.file, *DEALS, code=1), code=1)


def resume(it):
    command = it.say(
        *it.stop(*it.sessions, "--timeout", "7", "--show-cards", "--assume-dealt", "no",
                 "--reconnect", "8.5"),
        code=4,
    )  # fmt: skip
    for words in ("--timeout 7", "--show-cards", "--assume-dealt no", "--reconnect 8.5"):
        assert words in command
    assert "All boards are dealt." in it.paste(command)


def resume_elsewhere(it):
    """On another machine, from a file that was moved, and again after a refusal."""
    it.say(*it.stop(*it.sessions), code=4)
    moved = it.file.rename(it.file.with_name("moved's.dlm"))
    elsewhere = ("--device", STOPS + "&seed=7", "--operator-timeout", "0.1", "--file", moved)
    command = it.say("resume", *it.sessions, *elsewhere, code=4)
    assert "seed=7" in command
    assert "moved" in command
    assert "All boards are dealt." in it.paste(command)


def resume_instead(it):
    it.say(*it.stop(*it.sessions), code=4)
    assert "All boards" in it.paste(it.say("deal", it.file, *it.sessions, *DEALS, code=2))


def resume_after_again(it):
    """A board once more, in a session that is not finished."""
    it.say(*it.stop(*it.sessions), code=4)
    assert "All boards" in it.paste(it.say("redeal", "2", *it.sessions, *DEALS, code=0))


def resume_piped(it):
    it.feed()
    command = it.say("deal", "-", *it.stop(*it.sessions)[2:], code=4)
    assert it.say("resume", *it.sessions, code=2) in command
    it.feed()
    assert "All boards are dealt." in it.paste(command)


def new(it):
    it.name = "duplimate.resume"
    it.say(*it.stop(*it.sessions), code=4)
    it.name = "duplimate.new"
    command = it.say("deal", it.file, "--boards", "1", *it.sessions, *DEALS, code=2)
    assert "1 of 1" in it.paste(command)


def new_behind_a_dash(it):
    """What stands behind `--` is no option, and the advice knows it."""
    it.monkeypatch.chdir(it.folder)
    odd = it.file.rename(it.folder / "-odd.dlm")
    it.name = "duplimate.resume"
    it.say("deal", *it.stop(*it.sessions)[2:], "--", odd.name, code=4)
    it.name = "duplimate.new"
    command = it.say("deal", "--boards", "1", *it.sessions, *DEALS, "--", odd.name, code=2)
    assert "1 of 1" in it.paste(command)


def deal_all(it):
    assert "6 of 6" in it.paste(it.say("deal", it.odd(), *it.sessions, *DEALS, code=1))


def deal_some(it):
    output = it.paste(it.say("deal", it.odd(), "--boards", "1-5", *DEALS, code=1))
    assert "2 of 2" in output


def redeal_all(it):
    it.duplimate.run("deal", it.odd(), "--boards", "1", *it.sessions, *DEALS)
    assert "once more" in it.paste(it.say("redeal", "3", *it.sessions, code=1))


def redeal(it):
    it.duplimate.run("deal", it.file, "--boards", "1-2", *it.sessions, *DEALS)
    assert "Board 2 is dealt once more." in it.paste(it.say("resume", *it.sessions, code=0))


def repair(it):
    it.duplimate.run("deal", it.file, "--boards", "1", *it.sessions, *DEALS)
    (journal,) = it.sessions[1].glob("*.session")
    journal.write_bytes(journal.read_bytes()[:-9])
    assert "surely: 1" in it.paste(it.say("status", *it.sessions, code=1))


def resume_repaired(it):
    it.duplimate.run("deal", it.file, "--boards", "1-2", *it.sessions, *DEALS)
    (journal,) = it.sessions[1].glob("*.session")
    lines = journal.read_bytes().splitlines(keepends=True)
    first = next(n for n, line in enumerate(lines) if b'"dealt"' in line)
    for path in (journal, journal.with_name(f"{journal.name}-2")):
        path.write_bytes(b"".join(lines[: first + 1]))
    journal.unlink()
    it.paste(it.say("repair", *it.sessions, code=0))


def set_aside(it):
    it.sessions[1].mkdir()
    journal = it.sessions[1] / "old.session"
    journal.write_bytes(b"SQLite format 3\0")
    command = it.say("repair", *it.sessions, code=1)
    assert it.say("status", *it.sessions, code=1) == command
    assert "given up" in it.paste(command)
    assert not journal.exists()


def taking(*words, needs=False):
    def case(it):
        machine, attendant = make_machine(MachineSettings(speed=0))
        port = SocketPort("127.0.0.1", 0)
        if needs:
            it.name, name = "duplimate.resume", it.name
            it.say(*it.stop(*it.sessions), code=4)
            it.name = name
        sessions = () if words[0] in {"verify", "record"} else it.sessions
        more = [it.file] if words[0] == "deal" else []
        more += [it.folder / "x.pbn"] if words[0] == "record" else []
        with listening(Server(Station(machine, attendant), port)):
            url = f"socket://{port.address}"
            other = LineDriver(SerialTransport(url), claim=Claim(host="laptop-2"))
            command = it.say(*words, *more, "--device", url, *sessions, code=4)
            it.paste(command)
            other.close()

    return case


CASES = [
    ("duplimate.devices", devices),
    ("duplimate.check", check),
    ("duplimate.resume", resume),
    ("duplimate.resume", resume_elsewhere),
    ("duplimate.resume", resume_instead),
    ("duplimate.resume", resume_after_again),
    ("duplimate.resume-piped", resume_piped),
    ("duplimate.new", new),
    ("duplimate.new", new_behind_a_dash),
    ("duplimate.deal-all", deal_all),
    ("duplimate.deal-some", deal_some),
    ("duplimate.redeal", redeal),
    ("duplimate.redeal-all", redeal_all),
    ("duplimate.repair", repair),
    ("duplimate.resume", resume_repaired),
    ("duplimate.set-aside", set_aside),
    ("duplimate.take-deal", taking("deal", "--boards", "1")),
    ("duplimate.take-resume", taking("resume", needs=True)),
    ("duplimate.take-redeal", taking("redeal", "1", needs=True)),
    ("duplimate.take-verify", taking("verify")),
    ("duplimate.take-record", taking("record")),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "case"), CASES, ids=lambda it: getattr(it, "__name__", it))
def test_what_is_advised_can_be_pasted(name, case, duplimate, monkeypatch, odd_boards):
    it = Advised(duplimate, monkeypatch, odd_boards)
    it.name = name
    case(it)


def test_each_advice_has_a_case():
    assert list(modules())
    values = [value for module in modules() for value in vars(module).values()]
    values += [each for value in values if isinstance(value, dict) for each in value.values()]
    named = {value.name for value in values if isinstance(value, Advice)}
    known = {name for name in named if name.startswith("duplimate.")}
    assert known == {name for name, _ in CASES}


@pytest.mark.slow
def test_nothing_else_in_the_plugin_names_a_command_to_run():
    """Only an `Advice` does: a text that spells one out would not be found, nor run."""
    spelled = re.compile(r"overtrick (?:duplimate|check|convert|show|detect|plugins|formats)\b")
    found = []
    # The declaration says how a file of a session is opened; it imports next to nothing.
    for module in list(modules()):
        tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
        texts = {
            node.body[0].value
            for node in ast.walk(tree)
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
            and node.body
            and isinstance(node.body[0], ast.Expr)
        }
        found += [
            f"{module.__name__}:{node.lineno}"
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
            and node not in texts and spelled.search(node.value)
        ]  # fmt: skip
    assert not found


def test_words_are_quoted_as_a_shell_takes_them():
    words = [
        "a b",
        "it's",
        "$HOME",
        "*",
        "",
        "-x",
        "\x1b[2J",
        "a\nb",
        "\u202egnp",
        "ü",
        "\udcff.dlm",
        "\\",
    ]
    texts = Advice("duplimate.words", ())(*words).removeprefix("overtrick ")
    assert texts.isprintable()
    shell = subprocess.run(
        ["bash", "-c", f"printf '%s\\0' {texts}"], capture_output=True, check=True
    )
    assert shell.stdout.split(b"\0")[:-1] == [
        word.encode("utf-8", "surrogateescape") for word in words
    ]


def test_an_advice_has_a_name_of_its_own():
    with pytest.raises(ValueError, match="already"):
        advice("duplimate.devices", "duplimate", "devices")
