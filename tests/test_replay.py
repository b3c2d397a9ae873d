"""Inputs that once failed, in `replay`: each is fed again to all that takes it.

A new one comes from `python tests/fuzzing/run.py --keep`, or by hand: a file, and a line of the
manifest that says what was wrong.
"""

from __future__ import annotations

import collections
import functools
import importlib.util
import random
import shlex
import shutil
from pathlib import Path

import pytest
from fuzzing import replay
from fuzzing.others import others, pbn_games
from fuzzing.targets import registered, run_command

import overtrick
from overtrick import OvertrickError
from overtrick.plugin import FixerSpec, default_manager, fix_file
from overtrick_testing import count_steps

INPUTS = replay.inputs()
FORMATS = default_manager().formats()
COMMANDS = "commands"
KEYS = {
    *("codes", "boards", "repeats", "exit", "says", "writes"),
}
EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


def of(kind):
    """Mark a test of some inputs."""
    chosen = [item for item in INPUTS if kind(item)]
    return pytest.mark.parametrize("item", chosen, ids=[item.name for item in chosen])


def is_file(item):
    return item.path.parent.name in FORMATS


@functools.cache
def targets():
    manager = default_manager()
    return [*registered(manager, pbn_games()), *others(manager)]


def takers(item):
    """Return what takes an input; skip where its plugin is not installed."""
    found = item.of(targets())
    if not found:
        pytest.skip(f"nothing here takes {item.path.parent.name}")
    return found


# --- the folder itself ------------------------------------------------------------------------


def test_each_input_is_in_the_manifest_and_says_what_it_once_did():
    named = {item.name for item in INPUTS}
    there = {
        path.relative_to(replay.FOLDER).as_posix()
        for path in replay.FOLDER.glob("*/*")
        if path.is_file()
    }
    assert named == there
    for item in INPUTS:
        assert item.did.strip(), item.name
        assert set(item.expected) <= KEYS, item.name
        assert len(item.data) < 10_000, f"{item.name} is not small"


def test_no_input_is_there_twice():
    seen = collections.Counter((item.path.parent.name, item.data) for item in INPUTS)
    assert [name for (name, _), count in seen.items() if count > 1] == []


def test_each_folder_is_taken_by_something():
    known = {target.folder for target in targets()} | {COMMANDS}
    if all(importlib.util.find_spec(f"overtrick_{name}") for name in ("archive", "hands", "lsp")):
        assert {item.path.parent.name for item in INPUTS} <= known


class Failing:
    """A target that has just failed."""

    name, folder, suffixes = "read pbn", "pbn", (".pbn",)


def test_what_the_fuzzer_keeps_can_be_moved_here(tmp_path):
    found, kept = tmp_path / "failures", tmp_path / "replay"
    for data in (b"a", b"b", b"a"):
        replay.add(found, Failing, data, 'read pbn: KeyError "x\\y" \x1b\ud83d')
    assert len(replay.inputs(found)) == 2
    names = replay.keep(found, kept)
    assert [item.name for item in replay.inputs(kept)] == names
    assert {item.data for item in replay.inputs(kept)} == {b"a", b"b"}
    assert replay.inputs(found) == replay.inputs(tmp_path / "none") == []
    assert replay.keep(tmp_path / "none", kept) == []


# --- files, boards and texts ------------------------------------------------------------------


@of(lambda item: item.path.parent.name != COMMANDS)
def test_an_input_does_not_fail_again(item):
    ours = [target for target in takers(item) if target.is_ours or not is_file(item)]
    item.run([target for target in ours if target.name not in {"view pdf", "view png"}])


@pytest.mark.slow
@of(lambda item: item.path.parent.name == "boards")
def test_a_board_is_drawn(item):
    item.run([target for target in takers(item) if target.name in {"view pdf", "view png"}])


@of(is_file)
def test_what_is_expected_of_a_file(item):
    name = item.path.parent.name
    found = []
    for checking in (False, True):
        try:
            boards = overtrick.read(
                item.data, format=name, errors="collect", check=checking, sealed="show"
            )
        except overtrick.FormatError as error:
            boards, found = (), [error.diagnostic]
        else:
            found = boards.diagnostics
        assert len(boards) == item.expected.get("boards", len(boards))
    codes = [finding.code for finding in found if finding.severity]
    assert codes == item.expected.get("codes", codes)


@pytest.mark.slow
@of(is_file)
def test_each_board_of_a_file_is_written_elsewhere_or_reported_as_lost(item):
    try:
        boards = overtrick.read(
            item.data, format=item.path.parent.name, errors="collect", sealed="show"
        )
    except overtrick.FormatError:
        return
    for target in targets():
        if target.kind == "write":
            for board in boards:
                for seed in range(replay.DRAWS):
                    target.take(board, random.Random(seed))


@of(lambda item: item.path.parent.name == "pbn")
def test_a_fix_of_pbn_changes_what_it_names_alone(item):
    games = pbn_games()
    if games is None:
        pytest.skip("the tests of overtrick-pbn are not here")
    assert games.games.unnamed_changes(item.data) == []


# --- cost -------------------------------------------------------------------------------------

_TIMES = (2, 15, 60)
# Where the beginning is steep, so many times as much is tried.
_SCALES = (1, 4, 16, 64)
_GROWTH = 4.6
_FLOOR = 60


def growth(work, shortest, shorter, longest):
    """Return how many times the steps four times an input takes, less what any input takes."""
    work(longest)  # for what is imported at the first use
    none, small, large = (
        count_steps(functools.partial(work, data)) for data in (shortest, shorter, longest)
    )
    return (large - none) / max(small - none, _FLOOR)


def longer(item):
    """Return a function that makes an input so many times as long."""
    piece = item.expected.get("repeats")
    if piece is None:
        return lambda count: item.data * count
    before, found, behind = item.data.rpartition(piece.encode())
    assert found, f"{piece!r} is not in {item.name}"
    return lambda count: before + found * count + behind


def works(item):
    """Yield what is done with it, by name."""
    name = item.path.parent.name
    if name not in FORMATS:
        for target in takers(item):
            yield target.name, target.run
        return

    def read(data, **more):
        try:
            overtrick.read(data, format=name, errors="collect", sealed="show", **more)
        except overtrick.FormatError:
            return

    def fix(data):
        try:
            fix_file(data, FORMATS[name], default_manager(), path=None)
        except OvertrickError:
            return

    yield "reading", read
    yield "checking", functools.partial(read, check=True)
    if FORMATS[name].capability(FixerSpec) is not None:
        yield "fixing", fix


@pytest.mark.slow
@of(lambda item: is_file(item) or "repeats" in item.expected)
def test_the_cost_of_an_input_grows_with_its_length(item):
    made = longer(item)
    for doing, work in works(item):
        for scale in _SCALES:
            found = growth(work, *(made(scale * count) for count in _TIMES))
            if found < _GROWTH:
                break
        else:
            pytest.fail(f"{doing}: four times as much takes {found:.1f} times the steps")


# --- command lines ----------------------------------------------------------------------------


@pytest.fixture
def evening(tmp_path, monkeypatch):
    """A folder of files that command lines name; return what is in them."""
    shutil.copy(EXAMPLES / "club-evening.dlm", tmp_path / "tue.dlm")
    shutil.copy(EXAMPLES / "club-evening.dlm", tmp_path / "wed.dlm")
    (tmp_path / "empty.pbn").write_bytes(b"")
    (tmp_path / "notes.txt").write_bytes(b"Not a file of boards.\n")
    (tmp_path / "calendar.xml").write_bytes(b'<?xml version="1.0"?>\n<calendar/>\n')
    monkeypatch.chdir(tmp_path)
    return {path.name: path.read_bytes() for path in tmp_path.iterdir()}


@of(lambda item: item.path.parent.name == COMMANDS)
def test_what_a_command_line_does_now(item, evening):
    code, printed = run_command(shlex.split(item.data.decode()))
    print(code, printed)
    assert code == item.expected.get("exit", code), printed
    assert item.expected.get("says", "") in printed
    left = {path.name: path.read_bytes() for path in Path().iterdir() if path.is_file()}
    assert {name: left.get(name) for name in evening} == evening
    assert set(left) - set(evening) == set(item.expected.get("writes", ()))
