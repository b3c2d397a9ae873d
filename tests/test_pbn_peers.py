"""Other programs read plain PBN as we do: each that is installed here, or in a folder of its own.

`python tests/sweeps/pbn_peers.py --install FOLDER` makes such a folder; `OVERTRICK_PEERS` names it.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

pytest.importorskip("overtrick_pbn")
pytest.importorskip("overtrick_pbn_conformance")

from sweeps import pbn_peers

PEERS = os.environ.get("OVERTRICK_PEERS")


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Files in the styles of real programs, and a few real ones where they are at hand."""
    folder = tmp_path_factory.mktemp("styles")
    pbn_peers.make_styles(folder, 12)
    corpus = Path(__file__).parents[2] / "shared" / "corpus" / "wild" / "pbn"
    return pbn_peers.files_of([folder]) + pbn_peers.files_of([corpus])[::12]


@pytest.fixture
def node_modules(monkeypatch):
    """Lets Node find the folder's packages."""
    if PEERS:
        monkeypatch.setenv("NODE_PATH", str(Path(PEERS) / "node_modules"))


def interpreter():
    """Return the Python that has the peers."""
    return str(Path(PEERS) / "bin" / "python") if PEERS else sys.executable


@pytest.mark.slow
@pytest.mark.parametrize("name", ["endplay", "bridgebots", "npm-pbn"])
@pytest.mark.usefixtures("node_modules")
def test_a_peer_reads_plain_pbn_as_we_do(name, files, capsys):
    if not pbn_peers.is_there(name, interpreter()):
        pytest.skip(f"{name} is not installed here (tests/sweeps/pbn_peers.py --install FOLDER)")
    program = pbn_peers.open_program(name, interpreter())
    try:
        counts, taken = pbn_peers.run(program, files, 20, forms=("plain",), verbose=False)
    finally:
        program.close()
    assert taken >= 10
    assert counts["plain"] == taken, capsys.readouterr().out


def test_a_difference_is_found():
    board = {"deal": "N:AK... - - -", "auction": {"calls": ["1C"]}}
    ours = [pbn_peers.said(board)]
    assert pbn_peers.verdict(ours, {"boards": [board]}, "endplay") == "alike"
    assert pbn_peers.verdict(ours, {"boards": []}, "endplay") == "0 boards of 1"
    assert pbn_peers.verdict(ours, {"error": "no"}, "endplay") == "refused: no"
    for change in ({"deal": "N:AQ... - - -"}, {"auction": {"calls": ["1D"]}},
                   {"play": {"leader": "W", "tricks": [["SA", None, None, None]]}}):  # fmt: skip
        assert pbn_peers.verdict(ours, {"boards": [board | change]}, "endplay").startswith(
            "board 1: "
        )
