"""Fixtures for the tests across distributions."""

from __future__ import annotations

import functools
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

# Whoever runs the tests may read other languages; what they compare is English.
os.environ["LANGUAGE"] = "en"

ROOT = Path(__file__).parents[1]

# What the tests and the benches share.
sys.path.append(str(Path(__file__).parent))
SHARED = ROOT.parent / "shared"


@pytest.fixture(scope="session")
def repository():
    """The root of the repository."""
    return ROOT


@pytest.fixture(scope="session")
def shared():
    """The folder of specifications, golden files and real files beside the repository."""
    if not SHARED.is_dir():
        pytest.skip("no folder 'shared' beside the repository: golden and real files are not here")
    return SHARED


@pytest.fixture(scope="session")
def plugin_folders():
    """The folders with hand-written distributions, by what is the matter with them."""
    folder = Path(__file__).with_name("plugins")
    return {path.name: path for path in folder.iterdir() if path.is_dir()}


@pytest.fixture(scope="session")
def start_python(plugin_folders):
    """Run Python in a process of its own, with some of the hand-written distributions."""

    def run(*arguments, plugins=(), check=True, cwd=None, **environment):
        if "overtrick_cli" in arguments:
            pytest.importorskip("click")
            pytest.importorskip("rich")
        paths = os.pathsep.join(str(plugin_folders[name]) for name in plugins)
        clean = {key: val for key, val in os.environ.items() if not key.startswith("OVERTRICK_")}
        return subprocess.run(
            [sys.executable, *arguments],
            env=clean | {"PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"} | environment,
            cwd=cwd,
            capture_output=True,
            text=True,
            check=check,
            timeout=60,
        )

    return run


@pytest.fixture
def python(start_python, tmp_path):
    """Run Python in a process of its own, in an empty folder."""
    return functools.partial(start_python, cwd=tmp_path)


@pytest.fixture
def overtrick_command(capfd):
    """Run `overtrick ...` in this process, as its script does; return what it printed.

    With all plugins that are installed. What is about processes starts them by itself.
    """
    application = pytest.importorskip("overtrick_cli.application")

    def run(*arguments, code=0):
        capfd.readouterr()
        returned = application.run([str(argument) for argument in arguments])
        out, err = capfd.readouterr()
        assert returned == code, f"{arguments}: {out}{err}"
        assert "Traceback" not in err
        return Printed(out, err)

    return run


class Printed(NamedTuple):
    """What a command printed."""

    stdout: str
    stderr: str
