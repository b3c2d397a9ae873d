"""The garbage collector is paused while a file is read, and goes on under every exit."""

from __future__ import annotations

import gc
import io
import os
import threading
import weakref

import pytest

import overtrick
from overtrick import PluginManager
from overtrick.files import collector
from overtrick.files.collector import paused_collector
from overtrick.framework.spec import FormatSpec
from overtrick.plugin import hookimpl


@pytest.fixture(autouse=True)
def as_before():
    assert gc.isenabled()
    yield
    was = gc.isenabled()
    gc.enable()
    assert was
    assert collector._PAUSE.depth == 0


def test_pauses_inside_of_one_another_add_up():
    with paused_collector():
        with paused_collector():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_a_collector_that_is_off_stays_off():
    gc.disable()
    try:
        with paused_collector():
            assert not gc.isenabled()
        assert not gc.isenabled()
    finally:
        gc.enable()


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit, GeneratorExit])
def test_the_collector_goes_on_after_an_error(error):
    with pytest.raises(error), paused_collector():
        raise error


def test_the_last_of_several_threads_lets_the_collector_go_on():
    inside, leave = threading.Barrier(5), threading.Event()
    seen = []

    def work():
        with paused_collector():
            inside.wait()
            leave.wait()
            seen.append(gc.isenabled())

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    inside.wait()
    with paused_collector():
        leave.set()
        for thread in threads:
            thread.join()
        assert seen == [False] * 4
        assert not gc.isenabled()
    assert gc.isenabled()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_forked_process_collects_again():
    with paused_collector():
        child = os.fork()
        if not child:
            os._exit(0 if gc.isenabled() and collector._PAUSE.depth == 0 else 1)
        assert os.waitpid(child, 0)[1] == 0
        assert not gc.isenabled()


def read(source, ctx):
    """Read a board a byte; each leaves a cycle behind, and `!` is an error."""
    seen = []
    for number, byte in enumerate(iter(lambda: source.read(1), b""), 1):
        item = Item()
        item.itself = item
        seen.append(weakref.ref(item))
        MOST[0] = max(MOST[0], sum(ref() is not None for ref in seen) if number % 999 == 0 else 0)
        STATES.add((number > 1, gc.isenabled()))
        if byte == b"!":
            ctx.issue("DEMO001", "bad", board=number)
        yield overtrick.Board(number=number)


class Item:
    """Something that can be referred to weakly."""


MOST = [0]
STATES = set()
SPEC = FormatSpec(name="demo", summary="", suffixes=(".demo",), reader=f"{__name__}:read")


class Plugin:
    """Has the format."""

    @hookimpl
    def overtrick_formats(self):
        return [SPEC]


@pytest.fixture
def manager():
    MOST[0] = 0
    STATES.clear()
    manager = PluginManager(discover=False)
    manager.register(Plugin(), "demo")
    return manager


def test_reading_pauses_the_collector_and_streaming_does_not(manager):
    boards = overtrick.read(io.BytesIO(b"abc"), format="demo", manager=manager)
    assert [board.number for board in boards] == [1, 2, 3]
    assert {(False, True), (True, True)} == STATES  # of so few it is not worth while
    STATES.clear()
    boards = overtrick.read(io.BytesIO(b"a" * 500), format="demo", manager=manager)
    assert len(boards) == 500
    assert (True, False) in STATES
    STATES.clear()
    with overtrick.open_boards(io.BytesIO(b"abc"), format="demo", manager=manager) as reader:
        assert len(list(reader)) == 3
    assert {(False, True), (True, True)} == STATES


def test_an_error_of_the_file_lets_the_collector_go_on(manager):
    with pytest.raises(overtrick.FormatError):
        overtrick.read(io.BytesIO(b"ab!d"), format="demo", manager=manager)
    with pytest.raises(overtrick.FormatError):
        overtrick.read(io.BytesIO(b"!"), format="demo", manager=manager)
    assert overtrick.read(io.BytesIO(b""), format="demo", manager=manager).boards == ()


def test_what_a_reader_leaves_behind_is_freed_meanwhile(manager):
    count = 3 * 4096 + 5
    boards = overtrick.read(io.BytesIO(b"x" * count), format="demo", manager=manager)
    assert len(boards) == count
    assert MOST[0] < 2 * 4096
