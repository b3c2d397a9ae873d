"""Other programs read plain PBN as we do: each that is installed here, or in a folder of its own.

`python bench/peers_pbn.py --install FOLDER` makes such a folder; `OVERTRICK_PEERS` names it.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path

import pytest

pytest.importorskip("overtrick_pbn")
pytest.importorskip("overtrick_pbn_conformance")

BENCH = Path(__file__).parents[1] / "bench"
PEERS = os.environ.get("OVERTRICK_PEERS")


def module_of_bench(name):
    """Return a script of `bench/`."""
    spec = importlib.util.spec_from_file_location(name, BENCH / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def bench():
    return module_of_bench("peers_pbn")


@pytest.fixture(scope="module")
def files(bench, tmp_path_factory):
    """Files in the styles of real programs, and a few real ones where they are at hand."""
    folder = tmp_path_factory.mktemp("styles")
    bench.make_styles(folder, 12)
    corpus = Path(__file__).parents[2] / "shared" / "corpus" / "wild" / "pbn"
    return bench.files_of([folder]) + bench.files_of([corpus])[::12]


@pytest.fixture
def node_modules(monkeypatch):
    """Lets Node find the folder's packages."""
    if PEERS:
        monkeypatch.setenv("NODE_PATH", str(Path(PEERS) / "node_modules"))


def interpreter():
    """Return the Python that has the peers."""
    return str(Path(PEERS) / "bin" / "python") if PEERS else sys.executable


@pytest.mark.parametrize("name", ["endplay", "bridgebots", "npm-pbn"])
@pytest.mark.usefixtures("node_modules")
def test_a_peer_reads_plain_pbn_as_we_do(name, bench, files, capsys):
    if not bench.is_there(name, interpreter()):
        pytest.skip(f"{name} is not installed here (bench/peers_pbn.py --install FOLDER)")
    program = bench.open_program(name, interpreter())
    try:
        counts, taken = bench.run(program, files, 20, forms=("plain",), verbose=False)
    finally:
        program.close()
    assert taken >= 10
    assert counts["plain"] == taken, capsys.readouterr().out


def test_a_difference_is_found(bench):
    board = {"deal": "N:AK... - - -", "auction": {"calls": ["1C"]}}
    ours = [bench.said(board)]
    assert bench.verdict(ours, {"boards": [board]}, "endplay") == "alike"
    assert bench.verdict(ours, {"boards": []}, "endplay") == "0 boards of 1"
    assert bench.verdict(ours, {"error": "no"}, "endplay") == "refused: no"
    for change in ({"deal": "N:AQ... - - -"}, {"auction": {"calls": ["1D"]}},
                   {"play": {"leader": "W", "tricks": [["SA", None, None, None]]}}):  # fmt: skip
        assert bench.verdict(ours, {"boards": [board | change]}, "endplay").startswith("board 1: ")
