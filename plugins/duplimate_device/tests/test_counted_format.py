"""Any format may count dealt copies: the machine plugin keeps the counters and names no format."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import overtrick
import overtrick_duplimate_device

HERE = Path(__file__).parent
SOURCE = Path(overtrick_duplimate_device.__file__).parent
GOLDEN = HERE / "data" / "dupsoft-32-boards.dlm"
PROGRAM = """
import sys
import counted_format
from overtrick.plugin import default_manager
default_manager().register(counted_format, name="counted")
from overtrick_cli.commands import run
sys.exit(run())
"""


@pytest.fixture
def file(tmp_path):
    boards = overtrick.read(GOLDEN)[:3]
    lines = [f"{board.number} {board.number + 2} {board.deal.to_text()}" for board in boards]
    path = tmp_path / "evening.counted"
    path.write_text("\n".join(["an evening", *lines, "the end", ""]), encoding="ascii")
    return path


def run(file, *words, code=0):
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, "duplimate", *words],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        stdin=subprocess.DEVNULL,
        env={
            "PYTHONPATH": str(HERE), "OVERTRICK_SESSIONS": str(file.parent / "sessions"),
            "OVERTRICK_DEVICE": "simulator:?speed=0", "PATH": "",
        },
    )  # fmt: skip
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


def counts(file):
    return [line.split()[1] for line in file.read_text().splitlines()[1:-1]]


@pytest.mark.slow
def test_its_counters_follow_and_nothing_else_changes(file):
    before = file.read_text().splitlines()
    output = run(file, "deal", str(file), "--boards", "1-2", "--copies", "2")
    assert "4 of 4" in output
    assert "no counters" not in output
    assert counts(file) == ["5", "6", "5"]
    after = file.read_text().splitlines()
    assert [line.split()[::2] for line in after] == [line.split()[::2] for line in before]
    run(file, "redeal", "3")
    assert counts(file) == ["5", "6", "6"]


@pytest.mark.slow
def test_what_another_program_counted_meanwhile_is_kept(file):
    run(file, "deal", str(file), "--boards", "1")
    file.write_text(file.read_text().replace("\n1 4 ", "\n1 7 "))
    assert "its counts are kept" in run(file, "redeal", "1")
    assert counts(file) == ["8", "4", "5"]


@pytest.mark.slow
def test_a_counter_that_can_count_no_further_ends_the_session(file):
    file.write_text(file.read_text().replace("\n3 5 ", "\n3 9 "))
    output = run(file, "deal", str(file), "--boards", "2-3", "--descending", code=1)
    assert "counters cannot be kept: a count of this format has one digit" in output
    assert counts(file) == ["3", "4", "9"]


def test_the_machine_plugin_names_no_format():
    # JSON is what its journals are written in, whether it is a format that is installed or not.
    names = {spec.name for spec in overtrick.formats()} - {"json"}
    assert {"dlm", "pbn"} <= names
    words = re.compile(rf"(?<![a-z])(?:{'|'.join(sorted(names))})(?![a-z])", re.IGNORECASE)
    modules = list(SOURCE.rglob("*.py"))
    assert len(modules) > 30
    named = {path.name: words.findall(path.read_text(encoding="utf-8")) for path in modules}
    assert not {name: found for name, found in named.items() if found}
