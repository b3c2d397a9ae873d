"""What a driver does wrong is the driver's fault, and the session can be gone on with."""

from __future__ import annotations

import importlib
import json
import sys

import pytest

import overtrick
from overtrick import Card, Seat
from overtrick.plugin import default_manager
from overtrick_duplimate_device.interface import driver as api

NAME = "a_careless_driver"

SOURCE = """
from overtrick.plugin import hookimpl
from overtrick_duplimate_device.drivers.simulator import open_driver as open_machine

TROUBLE = {}

@hookimpl(optionalhook=True)
def overtrick_drivers():
    from overtrick_duplimate_device.interface.spec import DriverSpec
    place = f"{__name__}:open_driver"
    yield DriverSpec(name="careless", summary="x", driver=place, schemes=("careless",))

class Careless:
    def __init__(self, inner):
        self.inner = inner
        self.events = 0

    def __getattr__(self, name):
        def call(*arguments):
            fault = TROUBLE.get(name)
            self.events += name == "next_event"
            if fault is not None and (name != "next_event" or self.events > 20):
                return fault(*arguments)
            return getattr(self.inner, name)(*arguments)
        value = getattr(self.inner, name)
        return call if callable(value) else value

def open_driver(url, *, timeout=5.0):
    return Careless(open_machine("simulator:?speed=0&seed=3", timeout=timeout))
"""


@pytest.fixture
def careless(tmp_path, monkeypatch):
    """What each method of the driver of a plugin does wrong."""
    (tmp_path / f"{NAME}.py").write_text(SOURCE)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, NAME, raising=False)
    default_manager.cache_clear()
    module = importlib.import_module(NAME)
    default_manager().register(module, name=NAME)
    yield module.TROUBLE
    default_manager.cache_clear()
    sys.modules.pop(NAME, None)


def key_error(*arguments):
    raise KeyError("frame SA")


def os_error(*arguments):
    raise OSError("the port")


FAULTS = {
    "next_event": [key_error, os_error, lambda *_: {"event": "done"}],
    "start": [key_error],
    "load": [key_error],
    "status": [lambda: "idle", key_error],
    "identify": [key_error],
}


@pytest.mark.parametrize(("call", "index"), [(n, i) for n in FAULTS for i in range(len(FAULTS[n]))])
def test_the_driver_is_named_and_the_session_goes_on(duplimate, careless, call, index):
    file = duplimate.evening()
    careless[call] = FAULTS[call][index]
    said = duplimate.run("deal", file, "--boards", "1-2", "--device", "careless:", code=4)
    assert "he driver 'careless'" in said
    assert f"failed in {call}" in said
    assert "a fault in overtrick" not in said
    assert "SA" not in said
    if FAULTS[call][index] is key_error:
        line = SOURCE[: SOURCE.index("return fault")].count("\n") + 1
        assert f"({NAME}.py, line {line}): KeyError" in said
    assert "duplimate resume" in said
    careless.clear()
    said = duplimate.run("resume", "--device", "careless:", code=0)
    assert "All boards are dealt." in said
    counts = [board.extras.get("dlm:duplicates") for board in overtrick.read(file)]
    assert [int(count) for count in counts][:3] == [2, 2, 1]


def test_a_driver_that_cannot_be_closed_is_named_and_no_more(duplimate, careless):
    careless["close"] = key_error
    said = duplimate.run(
        "deal", duplimate.evening(), "--boards", "1", "--device", "careless:", code=0
    )
    assert "All boards are dealt." in said
    assert "failed in close" in said


def test_a_driver_that_cannot_be_opened_is_named(duplimate, careless, monkeypatch):
    monkeypatch.setattr(f"{NAME}.open_driver", lambda url, *, timeout: key_error())
    said = duplimate.run("identify", "careless:", code=4)
    assert "the driver 'careless'" in said
    assert "failed in opening" in said


@pytest.mark.parametrize(
    "make",
    [
        lambda: api.CardDropped(job_id="x", position=1, pocket=0),
        lambda: api.CardDropped(job_id="x", position="1", pocket=Seat.NORTH),
        lambda: api.CardDropped(job_id="x", position=1, pocket=Seat.NORTH, card="SA"),
        lambda: api.FaultRaised(code="jam"),
        lambda: api.FaultCleared(how="continue"),
        lambda: api.Status(board_in=True, is_fresh=True, state="done"),
        lambda: api.JobReport(state=api.JobState.DONE, pockets=(Seat.NORTH,)),
        lambda: api.JobReport(state=api.JobState.DONE, pockets=("N",) * 52),
        lambda: api.Capabilities(modes=frozenset({"deal"})),
        lambda: api.Identity(model=None),
    ],
)
def test_what_is_no_value_of_the_interface_fails_where_it_is_made(make):
    with pytest.raises(TypeError):
        make()
    assert api.CardDropped(job_id="x", position=1, pocket=Seat.NORTH, card=Card.parse("SA"))


# The retry cap.

WRONG = ",".join(f"{job}@3:wrong_pocket" for job in range(1, 30))


@pytest.mark.parametrize("tries", [None, 3])
def test_a_board_that_never_comes_right_ends_the_session(duplimate, tries):
    file = duplimate.evening()
    url = f"simulator:?speed=0&seed=1&script={WRONG}"
    more = () if tries is None else ("--max-tries", tries)
    said = duplimate.run("deal", file, "--boards", "1-2", "--device", url, *more, code=4)
    count = tries or 10
    assert f"Board 1 was begun {count} times and never came right" in said
    assert said.count("is not dealt (a card fell into the wrong pocket)") == count
    assert "duplimate resume" in said
    assert (f"--max-tries {tries}" in said) is (tries is not None)
    status = json.loads(duplimate.run("status", "--json"))
    assert "0 of 2" in duplimate.run("status") or status
    said = duplimate.run("resume", "--device", "simulator:?speed=0&seed=5", code=0)
    assert "All boards are dealt." in said


def test_tries_of_another_board_do_not_count(duplimate):
    script = ",".join(f"{job}@3:wrong_pocket" for job in (1, 2, 4, 5))
    url = f"simulator:?speed=0&seed=1&script={script}"
    said = duplimate.run(
        "deal", duplimate.evening(), "--boards", "1-2", "--device", url, "--max-tries", "3", code=0
    )
    assert said.count("is not dealt") == 4
