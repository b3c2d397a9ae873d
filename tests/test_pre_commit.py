"""The hooks that the repository offers to pre-commit."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import overtrick
from overtrick.plugin import FixerSpec

ROOT = Path(__file__).resolve().parents[1]
# A web page's tables have this suffix too: such files are checked where somebody names them.
COMMON = {".csv", ".json", ".jsonl", ".parquet"}


def hooks():
    """Return the hooks by their ids; the file is plain enough to be read by lines."""
    found = {}
    for line in (ROOT / ".pre-commit-hooks.yaml").read_text("utf-8").splitlines():
        if match := re.fullmatch(r"(- |  )(\w+): (.+)", line):
            if match[1] == "- ":
                found[match[3]] = current = {}
            current[match[2]] = match[3]
    return found


def test_the_hooks_take_the_files_that_their_commands_can_work_on():
    found = hooks()
    assert list(found) == ["overtrick-check", "overtrick-fix"]
    abilities = {
        "overtrick-check": lambda spec: spec.reader,
        "overtrick-fix": lambda spec: spec.capability(FixerSpec),
    }
    for name, can in abilities.items():
        assert found[name]["language"] == "system"
        pattern = re.compile(found[name]["files"])
        for spec in overtrick.formats():
            for suffix in set(spec.suffixes) - COMMON:
                for path in (f"a/b{suffix}", f"B{suffix.upper()}", f"b{suffix}.gz"):
                    assert bool(pattern.search(path)) == bool(can(spec)), path
        assert not pattern.search("notes.txt")


@pytest.mark.slow
@pytest.mark.parametrize(("name", "code"), [("overtrick-check", 1), ("overtrick-fix", 0)])
def test_the_commands_of_the_hooks_run(name, code, tmp_path):
    path = tmp_path / "evening.dlm"
    sound = (ROOT / "examples" / "club-evening.dlm").read_bytes()
    path.write_bytes(sound.replace(b"Status=Show", b"Status=SHOW"))
    words = shlex.split(hooks()[name]["entry"])
    command = [sys.executable, "-m", "overtrick_cli", *words[1:], str(path)]
    assert words[0] == "overtrick"
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stderr
    assert (path.read_bytes() == sound) == (name == "overtrick-fix")


@pytest.mark.skipif(shutil.which("pre-commit") is None, reason="pre-commit is not installed")
def test_a_commit_runs_the_hooks(tmp_path):
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "PRE_COMMIT_HOME": str(tmp_path / "home"),
    }

    def run(*command, code=0):
        done = subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout

    run("git", "init", "-q")
    sound = (ROOT / "examples" / "club-evening.dlm").read_bytes()
    (tmp_path / "evening.dlm").write_bytes(sound.replace(b"Status=Show", b"Status=SHOW"))
    (tmp_path / "notes.txt").write_text("no boards")
    run("git", "add", "evening.dlm", "notes.txt")
    said = run("pre-commit", "try-repo", str(ROOT), "overtrick-fix", "--all-files", code=1)
    assert "files were modified by this hook" in said
    assert (tmp_path / "evening.dlm").read_bytes() == sound
    run("git", "add", "evening.dlm")
    assert "Passed" in run("pre-commit", "try-repo", str(ROOT), "overtrick-check", "--all-files")
