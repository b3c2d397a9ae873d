"""What a director reads who typed something else than was meant, and which keys are offered."""

from __future__ import annotations

import shutil
from types import SimpleNamespace

import pytest

from overtrick import DeviceError
from overtrick_duplimate_device.drivers.selection import find_driver
from overtrick_duplimate_device.interface.driver import FaultRaised
from overtrick_duplimate_device.interface.faults import FAULT_HELP, FaultCode, Recovery
from overtrick_duplimate_device.session.inputs import Operator
from overtrick_duplimate_device.session.keyboard import understand
from overtrick_duplimate_device.session.phases import Phase, Question
from overtrick_duplimate_device.session.runner import Runner
from overtrick_duplimate_device.session.watchers import PlainWatcher
from overtrick_duplimate_device.session.words import keys_for, words_for

URL = "simulator:?speed=0"


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("simulator", "did you mean 'simulator:'?"),
        ("Simulator:", "did you mean 'simulator:'?"),
        ("simulatr:", "did you mean simulator?"),
        ("Duplimate", "its maker keeps the protocol to itself"),
        ("dealer4", "its maker keeps the protocol to itself"),
        ("dealer2024", "did you mean 'dealer2024://HOST'?"),
        ("line", "did you mean 'line+socket://HOST:PORT'?"),
        ("socket", "did you mean 'socket://HOST:PORT'?"),
        ("serial", "overtrick duplimate devices"),
        ("192.168.1.7", "did you mean 'socket://192.168.1.7:PORT'?"),
        ("localhost:4711", "did you mean 'socket://localhost:4711'?"),
        ("socket://club-pc", "name the port too: socket://club-pc:PORT"),
        ("null", "did you mean '/dev/null'?"),
        ("machine", "overtrick duplimate devices"),
    ],
)
def test_words_that_are_no_address_say_what_was_meant(address, said):
    with pytest.raises(DeviceError) as caught:
        find_driver(address)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    "address",
    [
        "simulator:",
        "COM3",
        "/dev/ttyUSB0",
        "socket://localhost:4711",
        "dealer2024://box",
        "loop://",
    ],
)
def test_addresses_are_taken_as_they_are(address):
    assert find_driver(address)[1] == address


def test_a_port_that_is_not_there_is_no_system_error(duplimate):
    output = duplimate.run("deal", duplimate.evening(), "--device", "/dev/ttyNOT", code=4)
    assert "this computer has no such port" in output
    assert "Errno" not in output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("deal", "24"), "FILE --boards 24"),
        (("deal", "EVENING.dlm", "1-8"), "--boards 1-8"),
        (("deal", "evning.dlm"), "did you mean EVENING.dlm?"),
        (("resume", "EVENING.dlm"), "--session names the session"),
        (("redeal", "3", "4"), "one board is dealt once more"),
    ],
)
def test_words_too_many_and_files_that_are_not_there(duplimate, monkeypatch, words, said):
    monkeypatch.chdir(duplimate.evening().parent)
    assert said in duplimate.run(*words, "--device", URL, code=2)


def test_resume_says_what_there_is(duplimate):
    assert "`duplimate deal FILE` begins one" in duplimate.run("resume", code=1)
    file = duplimate.evening()
    duplimate.run("deal", file, "--boards", "1-2", "--device", URL)
    output = duplimate.run("resume")
    (path,) = duplimate.sessions.glob("*.session")
    assert f"the last one {path.stem} on {file} (2 of 2 dealt)" in output
    assert f"overtrick duplimate redeal 2 --session {path.stem}" in output
    assert f"the newest are {path.stem}" in duplimate.run("resume", "--session", "1999", code=1)


def test_resume_names_the_file_and_what_else_is_not_finished(duplimate):
    """The session that is gone on with may be of another file than the one that is meant."""
    device = "simulator:?speed=0&manual=1"
    shutil.copy(duplimate.evening(), duplimate.folder / "monday.dlm")
    for name in ("monday.dlm", "EVENING.dlm"):
        words = ("deal", duplimate.folder / name, "--boards", "1", "--operator-timeout", "0.1")
        duplimate.run(*words, "--device", device, code=4)
    output = duplimate.run("resume", "--operator-timeout", "0.1", code=4)
    assert "EVENING.dlm: 0 of 1 dealt so far." in output
    assert f"Not finished either: {duplimate.folder / 'monday.dlm'} (0 of 1 dealt): " in output
    (other,) = duplimate.sessions.glob("*monday*.session")
    assert f"overtrick duplimate resume --session {other.stem}" in output


def waiting(phase, *, question=None, fault=None, attempt=object()):
    """Make a session that waits."""
    raised = None if fault is None else FaultRaised(code=fault)
    return SimpleNamespace(
        phase=phase, question=question, fault=raised, message="Look.",
        ledger=SimpleNamespace(attempt=attempt, dealt=0),
    )  # fmt: skip


@pytest.mark.parametrize("code", FaultCode)
def test_no_two_keys_do_the_same(code):
    """Where a board is dealt afresh anyway, one key says that it is emptied."""
    session = waiting(Phase.FAULT, fault=code)
    keys = keys_for(session)
    is_afresh = FAULT_HELP[code].recovery is Recovery.AFRESH
    assert ("e:" not in keys) == is_afresh == (Operator.AFRESH not in words_for(session))
    assert keys.count("deal the board afresh") == 1


STATES = [
    *(waiting(Phase.ASKING, question=question) for question in Question),
    *(waiting(phase) for phase in (Phase.PAUSED, Phase.TAKEN, Phase.WAITING, Phase.REMOVING)),
    waiting(Phase.PAUSED, attempt=None),
    waiting(Phase.FAULT, fault=FaultCode.JAM),
    waiting(Phase.FAULT, fault=FaultCode.HOPPER_EMPTY),
]


@pytest.mark.parametrize("session", STATES, ids=lambda session: f"{session.phase}")
def test_each_key_that_is_offered_means_what_can_be_said(session):
    meanings = {}
    for part in keys_for(session).split(" · "):
        key = part.partition(":")[0].removesuffix(" or Ctrl-C")
        meanings[key] = understand("" if key == "Enter" else key, session)
    assert set(meanings.values()) == words_for(session)
    assert len(meanings) == len(words_for(session))


@pytest.mark.parametrize("question", Question)
@pytest.mark.parametrize("typed", ["", "maybe"])
def test_what_answers_no_question_is_answered_with_the_keys(question, typed, capsys):
    session = waiting(Phase.ASKING, question=question)
    word = understand(typed, session)
    if question is Question.BOARD_READY and not typed:
        assert word is Operator.YES
        return
    assert word is Operator.UNCLEAR
    runner = Runner(session, None, None, None, PlainWatcher())
    runner.say(word)
    runner.step()
    assert "The keys are: " in capsys.readouterr().out


def test_plain_lines_name_the_keys_once_at_each_question(capsys):
    watcher, session = PlainWatcher(), waiting(Phase.ASKING, question=Question.DOUBT)
    for _ in range(3):
        watcher.refresh(session)
    assert capsys.readouterr().out == "  y: yes · n: no · s: stop\n"
