"""A conversion that is killed at any moment leaves the old file or the complete new one."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time

import pytest

pytestmark = pytest.mark.skipif(os.name == "nt", reason="kill -9 is of POSIX")

DEAL = "N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543\n"


@pytest.fixture
def start(plugin_folders, tmp_path):
    """Start `overtrick convert big.good out.good --force` as a process of its own."""
    source, target = tmp_path / "big.good", tmp_path / "out.good"
    source.write_text(DEAL * 4000)
    environment = os.environ | {
        "PYTHONPATH": str(plugin_folders["good"]),
        "OVERTRICK_PLUGINS": "good",
    }
    command = [sys.executable, "-m", "overtrick_cli", "convert", source, target, "--force"]

    def run():
        return subprocess.Popen(
            command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    return run, source, target


def test_killed_at_random_moments_the_target_is_old_or_complete(start):
    run, source, target = start
    old = b"N:A... - - -\n"
    began = time.monotonic()
    target.write_bytes(old)
    assert run().wait(60) == 0
    whole = time.monotonic() - began
    new = target.read_bytes()
    assert new == source.read_bytes()
    moments = random.Random(7)
    seen = {"old": 0, "new": 0, "killed": 0}
    for _ in range(60):
        target.write_bytes(old)
        began = time.monotonic()
        process = run()
        try:
            process.wait(whole * moments.uniform(0.2, 1.0))
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            seen["killed"] += process.wait(60) == -signal.SIGKILL
        else:
            # Quicker than before, when others used the machine: aim earlier from now on.
            whole = min(whole, time.monotonic() - began)
        content = target.read_bytes()
        assert content in {old, new}
        seen["old" if content == old else "new"] += 1
        if seen["killed"] >= 20:
            break
    # The moments were spread over the whole run, so that the test could have failed.
    assert seen["killed"] >= 10
    assert seen["old"] >= 5


def test_killed_while_it_writes_the_target_is_the_old_one(start, tmp_path):
    run, _, target = start
    target.write_bytes(b"old")
    process = run()
    # The temporary file shows that the conversion is under way.
    deadline = time.monotonic() + 30
    while not list(tmp_path.glob(".out.good.*.tmp")) and process.poll() is None:
        assert time.monotonic() < deadline
        time.sleep(0.001)
    process.send_signal(signal.SIGKILL)
    if process.wait(60) == -signal.SIGKILL:
        assert target.read_bytes() == b"old"


def test_interrupted_it_cleans_up(start, tmp_path):
    run, _, target = start
    target.write_bytes(b"old")
    process = run()
    deadline = time.monotonic() + 30
    while not list(tmp_path.glob(".out.good.*.tmp")) and process.poll() is None:
        assert time.monotonic() < deadline
        time.sleep(0.001)
    process.send_signal(signal.SIGINT)
    if process.wait(60) != 0:
        assert process.returncode == 130
        assert target.read_bytes() == b"old"
        assert sorted(path.name for path in tmp_path.iterdir()) == ["big.good", "out.good"]
