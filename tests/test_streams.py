"""Standard streams and signals: a cross-section; all of it is `python tests/sweeps/streams.py`."""

from __future__ import annotations

import itertools
import os

import pytest

pytest.importorskip("click")
pytest.importorskip("rich")
if os.name == "nt":
    pytest.skip("processes are forked", allow_module_level=True)

import streams_matrix as matrix

# A row each of those that take a twentieth of a second; the bench has all.
QUICK = (
    "--help", "convert a.pbn x.lin", "convert a.pbn - --to dlm", "convert a.pbn /dev/fd/1 --to csv",
    "convert /dev/stdin x.dlm --from pbn", "detect a.pbn", "duplimate identify simulator:",
    "formats --json", "link a.pbn --boards 1", "new-plugin tuesday", "plugins --json", "show a.pbn",
    "show - --json", "belote check - --json", "belote hand 4711 --show", "belote rules",
)  # fmt: skip

STATES = (
    ("closed", "usual", "usual"), ("usual", "closed", "usual"), ("usual", "full", "usual"),
    ("usual", "broken", "usual"), ("usual", "usual", "closed"), ("usual", "usual", "full"),
    ("closed", "closed", "closed"), ("null", "null", "null"),
)  # fmt: skip


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    return matrix.Place(tmp_path_factory.mktemp("streams"))


def test_every_command_has_a_row():
    assert matrix.commands() - {matrix.command_of(row) for row in matrix.ROWS} == set()


@pytest.mark.slow
def test_streams_in_every_state(place):
    rows = [row for row in matrix.ROWS if row.words in QUICK]
    assert len(rows) == len(QUICK)
    states = itertools.cycle(STATES)
    wrong = []
    for row in rows:
        usual = place.run(row)
        wrong += [(row.words, fault) for fault in matrix.faults(row, ("usual",) * 3, usual, usual)]
        state = next(states)
        done = place.run(row, *state)
        found = matrix.faults(row, state, done, usual)
        wrong += [(row.words, *state, fault, done.err[-200:]) for fault in found]
    assert wrong == []


@pytest.mark.slow
@pytest.mark.parametrize("name", matrix.SIGNALS)
def test_a_signal_at_each_stage_leaves_the_old_file_or_the_whole_new_one(place, name):
    row = matrix.Row("convert a.pbn x.pbn --force")
    old = b"% old\n"
    new = place.run(matrix.Row("convert a.pbn x.pbn")).files["x.pbn"]
    (place.first / "x.pbn").write_bytes(old)
    wrong = []
    # One signal at each stage, the others where a file is begun and where it is placed.
    stages = matrix.STAGES if name == "SIGTERM" else matrix.STAGES[5::4]
    try:
        for stage in stages:
            done = place.run(row, prepare=matrix.striking(stage, name))
            wrong += [(stage, fault) for fault in matrix.signal_faults(stage, name, done, old, new)]
    finally:
        (place.first / "x.pbn").unlink()
    assert wrong == []
