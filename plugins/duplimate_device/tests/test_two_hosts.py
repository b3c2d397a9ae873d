"""Two sessions on one machine, and two on one file."""

from __future__ import annotations

import contextlib
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from overtrick_dlm import BOOKKEEPER
from overtrick_duplimate_device.drivers.line import LineDriver
from overtrick_duplimate_device.drivers.selection import open_device, own_claim
from overtrick_duplimate_device.drivers.transport import SerialTransport
from overtrick_duplimate_device.interface.driver import (
    Claim,
    ConnectionLostError,
    MachineTakenError,
)
from overtrick_duplimate_device.journal.journal import Journal
from overtrick_duplimate_device.journal.ledger import EntryKind, Ledger
from overtrick_duplimate_device.journal.plan import Plan
from overtrick_duplimate_device.session.counters import FileCounters
from overtrick_duplimate_device.session.inputs import LinkLost, MachineTaken, Operator
from overtrick_duplimate_device.session.keyboard import CtrlC, understand
from overtrick_duplimate_device.session.phases import Outcome, Phase
from overtrick_duplimate_device.session.runner import Runner
from overtrick_duplimate_device.session.session import Session
from overtrick_duplimate_device.simulator.loopback import VirtualClock
from overtrick_duplimate_device.simulator.server import PtyPort, Server, SocketPort, listening
from overtrick_duplimate_device.simulator.setup import MachineSettings, make_machine
from overtrick_duplimate_device.simulator.station import Station

ROOT = Path(__file__).parents[3]


@pytest.fixture
def machine():
    """A machine on a socket, and its URL."""
    machine, attendant = make_machine(MachineSettings(speed=0))
    port = SocketPort("127.0.0.1", 0)
    with listening(Server(Station(machine, attendant), port)):
        yield f"socket://{port.address}"


@pytest.mark.slow
def test_several_sessions_in_processes_of_their_own_count_exactly():
    """One run of the sweep, with kills; the figures are those of the command itself."""
    script = ROOT / "tests" / "sweeps" / "shared_file.py"
    if not script.is_file():
        pytest.skip("the sweeps are not here")
    done = subprocess.run(
        [sys.executable, script, "--runs", "1", "--kills", "all", "--seed", "3"],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 counters that are wrong" in done.stdout


def test_a_machine_in_use_is_refused_in_one_sentence_and_may_be_taken(machine, duplimate):
    file = duplimate.evening()
    first = LineDriver(SerialTransport(machine), claim=Claim(host="laptop-2"))
    for words in (("deal", file, "--boards", "1"), ("verify",), ("identify",)):
        device = (machine,) if words == ("identify",) else ("--device", machine)
        output = duplimate.run(*words, *device, code=4)
        assert "in use by laptop-2" in output
        first.status()  # it has the machine still
    assert not duplimate.sessions.exists()
    output = duplimate.run("deal", file, "--boards", "1", "--device", machine, "--take")
    assert "All boards are dealt." in output
    with pytest.raises(MachineTakenError, match="another program on this computer"):
        first.status()
    first.close()


@pytest.mark.slow
def test_the_session_from_which_a_machine_is_taken_pauses_and_goes_on(machine, duplimate):
    """Real processes: one deals slowly, the other takes the machine; no board goes wrong."""
    file, other = duplimate.evening(), duplimate.evening("other.dlm")
    duplimate.evening("untouched")
    url = duplimate.simulate("--speed", "20", "--witness", duplimate.folder / "witness")
    options = ("--boards", "1-8", "--device", url, "--operator-timeout", "0.1")
    first = duplimate.start("deal", file, *options)
    duplimate.wait_until(lambda: EntryKind.STARTED in kinds(duplimate))
    folder = duplimate.folder / "2"
    taker = ("deal", other, "--boards", "1", "--device", url, "--sessions-dir", folder)
    duplimate.run(*taker, "--take")
    output, _ = first.communicate(timeout=60)
    assert first.returncode == 4
    assert output.count("The machine was taken by another program on this computer.") == 1
    assert "can be asked for again" in output
    assert "overtrick duplimate resume --session" in output
    duplimate.run("resume", "--assume-dealt", "no")
    before = BOOKKEEPER.counters((duplimate.folder / "untouched").read_bytes())
    added = [
        [count - before[board] for board, count in BOOKKEEPER.counters(f.read_bytes()).items()]
        for f in (file, other)
    ]
    assert added == [[1] * 8 + [0] * 24, [1] + [0] * 31]
    words = [line.split()[0] for line in (duplimate.folder / "witness").read_text().splitlines()]
    assert words.count("taken") == 1
    assert words.count("host") == 3
    assert words.count("done") == 9


def kinds(duplimate):
    for path in duplimate.sessions.glob("*.session"):
        with Journal.open(path, write=False) as journal:
            return [entry.kind for entry in journal.entries()]
    return []


def test_a_serial_port_has_one_program_at_a_time():
    machine, attendant = make_machine(MachineSettings(speed=0))
    port = PtyPort()
    with listening(Server(Station(machine, attendant), port)):
        first = open_device(port.address)
        with pytest.raises(MachineTakenError, match="another program on this computer"):
            open_device(port.address)
        first.close()
        open_device(port.address, claim=own_claim("evening")).close()


def test_only_drivers_that_can_take_a_machine_are_asked_to():
    open_device("simulator:?speed=0", claim=own_claim("evening")).close()
    with pytest.raises(Exception, match="simulator cannot take a machine"):
        open_device("simulator:?speed=0", claim=own_claim(take=True))


def test_the_same_session_is_the_same_host():
    assert own_claim("evening") == own_claim("evening") != own_claim("other")
    assert own_claim() != own_claim()


def test_callers_who_say_nothing_do_not_keep_others_out(machine):
    with contextlib.ExitStack() as stack:
        host, port = machine.removeprefix("socket://").split(":")
        for _ in range(10):
            stack.enter_context(socket.create_connection((host, int(port))))
        driver = open_device(machine)
        assert driver.status().state.value == "unknown"
        driver.close()


# The session's and the runner's side.


class Contested:
    """A machine of the first days: it is found each time, and lost again at once."""

    def __init__(self, error):
        self.error = error
        self.opened = []

    def open(self, how="asked"):
        self.opened.append(how)
        return self

    def identify(self):
        raise self.error

    def close(self):
        pass


class Watching:
    def __init__(self):
        self.shown = []

    def show(self, notice):
        self.shown.append(notice.text)

    def refresh(self, session):
        pass


class Paper:
    def write(self, entry):
        pass


class Flapping(Contested):
    """It is lost after the greeting."""

    def identify(self):
        from overtrick_duplimate_device.interface.driver import Identity

        return Identity(model="old")

    @property
    def capabilities(self):
        from overtrick_duplimate_device.interface.driver import Capabilities

        return Capabilities()

    def status(self):
        from overtrick_duplimate_device.interface.driver import Status

        return Status(board_in=False, is_fresh=False)

    def next_event(self, timeout):
        raise self.error


def run(machine, words=(), **settings):
    clock, watcher = VirtualClock(), Watching()
    session = Session(Plan(boards=(1,)), {}, Ledger())
    runner = Runner(
        session, Paper(), machine.open, FileCounters(Path("x"), None), watcher,
        take_machine=lambda: machine.open("taken"), clock=clock, sleep=clock.sleep, **settings,
    )  # fmt: skip
    words = list(words)
    for _ in range(100_000):
        if session.is_over:
            break
        if session.phase is Phase.TAKEN and words:
            runner.say(words.pop(0))
        clock.sleep(0.01)
        runner.step(0.2)
    return session, watcher, clock()


def test_a_taken_machine_is_not_asked_for_until_somebody_says_so():
    machine = Contested(MachineTakenError("laptop-2"))
    session, watcher, seconds = run(machine, patience=15.0, reconnect=60.0)
    assert machine.opened == ["asked"]
    assert session.outcome is Outcome.DEVICE
    assert 15 <= seconds < 20
    assert watcher.shown[0] == "The machine was taken by laptop-2. The session is paused."
    machine = Contested(MachineTakenError("laptop-2"))
    words = [Operator.CONTINUE, Operator.TAKE, Operator.STOP]
    session, _, _ = run(machine, words, patience=15.0)
    assert machine.opened == ["asked", "asked", "taken"]
    assert session.outcome is Outcome.STOPPED


def test_two_hosts_of_the_first_days_do_not_hang_each_other_up_without_end():
    machine = Flapping(ConnectionLostError("the connection is gone"))
    session, watcher, seconds = run(machine, patience=15.0, reconnect=15.0)
    assert session.outcome is Outcome.DEVICE
    assert 30 <= seconds < 35
    assert any("perhaps another computer uses it" in text for text in watcher.shown)


@pytest.mark.slow
def test_a_pause_for_another_host_is_left_by_a_word():
    session = Session(Plan(boards=(1,)), {}, Ledger())
    session.handle(MachineTaken("laptop-2"))
    assert session.phase is Phase.TAKEN
    assert understand("", session) is Operator.CONTINUE
    assert understand("t", session) is Operator.TAKE
    session.handle(Operator.PAUSE)
    session.handle(Operator.YES)
    assert session.phase is Phase.TAKEN
    session.handle(Operator.TAKE)
    assert session.phase is Phase.OFFLINE
    session.handle(LinkLost("gone"))
    session.handle(Operator.TAKE)
    assert session.phase is Phase.OFFLINE
    session.handle(MachineTaken())
    assert "another computer" in session.message


def test_ctrl_c_stops_a_session_whose_machine_was_taken():
    session = Session(Plan(boards=(1,)), {}, Ledger())
    runner = Runner(session, Paper(), lambda: None, FileCounters(Path("x"), None), Watching())
    session.handle(MachineTaken("laptop-2"))
    assert CtrlC(runner, can_pause=True).press() is Operator.STOP


def test_ctrl_c_stops_at_once_where_nobody_could_go_on():
    session = Session(Plan(boards=(1,)), {}, Ledger())
    runner = Runner(session, Paper(), lambda: None, FileCounters(Path("x"), None), Watching())
    assert CtrlC(runner, can_pause=False).press() is Operator.STOP
    attended = CtrlC(runner, can_pause=True)
    assert [attended.press(), attended.press()] == [Operator.PAUSE, Operator.STOP]
