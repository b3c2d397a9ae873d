"""The example driver deals a file through the public command, as an installed plugin would."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import overtrick

HERE = Path(__file__).parent
PACKAGE = HERE.parent / "src" / "overtrick_swift"
ROOT = HERE.parents[2]
GOLDEN = ROOT / "plugins/duplimate_device/tests/data/dupsoft-32-boards.dlm"

PROGRAM = """
import sys
sys.path.insert(0, sys.argv.pop(1))
import overtrick_swift
from overtrick.plugin import default_manager
default_manager().register(overtrick_swift, name="swift")
from overtrick_cli.commands import run
sys.exit(run())
"""


def swift(*arguments, folder):
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, str(PACKAGE.parent), "duplimate", *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        stdin=subprocess.DEVNULL,
        env={"OVERTRICK_SESSIONS": str(folder / "sessions"), "PATH": ""},
    )


def test_it_is_short():
    lines = [line for path in PACKAGE.glob("*.py") for line in path.read_text().splitlines()]
    assert sum(bool(line.strip()) for line in lines) < 140


@pytest.mark.slow
def test_it_deals_a_file_and_the_counters_follow(tmp_path):
    file = shutil.copy(GOLDEN, tmp_path / "evening.dlm")
    done = swift("deal", str(file), "--boards", "1-4", "--device", "swift:", folder=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "4 of 4" in done.stdout
    copies = [board.extras.get("dlm:duplicates") for board in overtrick.read(file)][:5]
    assert [int(count) for count in copies] == [2, 2, 2, 2, 1]


@pytest.mark.slow
def test_it_is_listed_and_identified(tmp_path):
    assert "swift" in swift("devices", folder=tmp_path).stdout
    assert "Swift" in swift("identify", "swift:", folder=tmp_path).stdout


def test_declaring_it_imports_nothing_of_the_machine_plugin():
    spec = importlib.util.spec_from_file_location("overtrick_swift_alone", PACKAGE / "__init__.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert not any(name.startswith("overtrick_duplimate_device") for name in vars(module))
    (driver,) = module.overtrick_drivers(api=(1, 0))
    assert driver.schemes == ("swift",)
