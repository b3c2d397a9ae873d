"""The set-up of Neovim that the docs give, in a real Neovim."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

NEOVIM = shutil.which("nvim")

SCRIPT = """
vim.wait(20000, function() return #vim.diagnostic.get(0) > 0 end, 50)
for _, one in ipairs(vim.diagnostic.get(0)) do
  io.write(string.format("%d:%d %s\\n", one.lnum, one.col, one.message:match("[^\\n]*")))
end
vim.cmd("qa!")
"""


@pytest.mark.skipif(NEOVIM is None, reason="Neovim is not installed")
def test_neovim_shows_the_findings(tmp_path):
    pytest.importorskip("overtrick_pbn")
    faulty = tmp_path / "evening.pbn"
    faulty.write_text('% PBN 2.1\n[Board "1"]\n[Contract "6N"]\n', encoding="utf-8")
    script = tmp_path / "script.lua"
    script.write_text(SCRIPT, encoding="utf-8")
    folder = Path(sys.executable).parent
    done = subprocess.run(
        [
            str(NEOVIM), "--headless", "--clean", "-n",
            "-u", str(Path(__file__).with_name("init.lua")),
            str(faulty), "-c", f"luafile {script}",
        ],
        env={**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    assert 'nonstandard contract "6N"; expected a form such as 3NT or 4HX' in done.stdout, (
        done.stderr
    )
