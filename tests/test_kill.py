"""A conversion that is killed at any moment leaves the old file or the complete new one."""

from __future__ import annotations

import itertools
import os
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
    command = [sys.executable, "-m", "overtrick_cli", "convert", source, target, "--force"]

    def run():
        hooks = [path for path in [os.environ.get("PYTHONPATH")] if path]
        environment = os.environ | {
            "PYTHONPATH": os.pathsep.join([*hooks, str(plugin_folders["good"])]),
            "OVERTRICK_PLUGINS": "good",
        }
        return subprocess.Popen(
            command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    return run, source, target


# Ends the process before the step of which the number is given: what is opened, renamed, removed
# or changed under the name of the target. Python runs it before anything of ours.
STRIKE = """
import os, signal, sys
left = int(os.environ["STRIKE"])
def watch(event, arguments):
    global left
    if event != "compile" and any("out.good" in str(each) for each in arguments):
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
sys.addaudithook(watch)
"""


@pytest.mark.slow
def test_killed_at_any_step_the_target_is_old_or_complete(start, tmp_path, monkeypatch):
    run, source, target = start
    source.write_text(DEAL * 40)
    hook = tmp_path / "hook"
    hook.mkdir()
    (hook / "sitecustomize.py").write_text(STRIKE)
    monkeypatch.setenv("PYTHONPATH", str(hook))
    old, new = b"N:A... - - -\n", source.read_bytes()
    seen = []
    for strike in itertools.count(1):
        target.write_bytes(old)
        monkeypatch.setenv("STRIKE", str(strike))
        code = run().wait(60)
        content = target.read_bytes()
        assert content in {old, new}
        seen.append(content)
        if code == 0:
            break
        assert code == -signal.SIGKILL
    assert content == new
    # It was struck before it wrote and while it did.
    assert seen.count(old) >= 3


def test_killed_while_it_writes_the_target_is_the_old_one(start, tmp_path):
    run, _, target = start
    target.write_bytes(b"old")
    process = run()
    # The temporary file shows that the conversion is under way.
    deadline = time.monotonic() + 300
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
    deadline = time.monotonic() + 300
    while not list(tmp_path.glob(".out.good.*.tmp")) and process.poll() is None:
        assert time.monotonic() < deadline
        time.sleep(0.001)
    process.send_signal(signal.SIGINT)
    if process.wait(60) != 0:
        assert process.returncode == 130
        assert target.read_bytes() == b"old"
        assert sorted(path.name for path in tmp_path.iterdir()) == ["big.good", "out.good"]
