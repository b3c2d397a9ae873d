"""A plugin that hangs while it is imported: Ctrl-C says which one it was."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="a process is interrupted otherwise there")
def test_an_interrupted_import_is_attributed(tmp_path: Path) -> None:
    info = tmp_path / "mill-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: mill\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[overtrick.plugins.v2]\nmill = mill\n")
    (tmp_path / "mill.py").write_text(
        "import pathlib, time\npathlib.Path('begun').touch()\ntime.sleep(60)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-m", "overtrick_cli", "formats"],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), *filter(None, sys.path)])},
        # Where this runs in the background, Ctrl-C is ignored by those it starts.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509  # no thread here
    ) as process:  # fmt: skip
        while process.poll() is None and not (tmp_path / "begun").exists():
            pass
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "the plugin 'mill' was being loaded; OVERTRICK_DISABLE_PLUGINS=mill starts" in told
