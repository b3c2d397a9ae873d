"""A copy of the source tree, and commands that are run in it with nothing of this one's."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
_LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "__pycache__", "_build", ".*_cache", "uv.lock")
# What an outer environment says must not reach into those that are made here.
_OURS = ("VIRTUAL_ENV", "PYTHONPATH", "OVERTRICK_", "UV_")


def copy_of_tree(folder: Path) -> Path:
    """Copy the tree as a clone has it, and return the copy."""
    tree = folder / "tree"
    shutil.copytree(ROOT, tree, ignore=_LEFT_OUT)
    return tree


def clean_environment(**variables: str) -> dict[str, str]:
    """Return the environment without what an outer one has set, and with some variables."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith(_OURS)}
    return clean | variables


def scripts(environment: Path) -> Path:
    """Return the folder of an environment's commands."""
    return environment / ("Scripts" if os.name == "nt" else "bin")


def run(*command: str | Path, cwd: Path, text: str = "", **variables: str) -> str:
    """Run a command, demand that it ends well, and return its output.

    Args:
        command: the command and its arguments.
        cwd: where it is run.
        text: what it reads.
        variables: what stands in its environment besides.
    """
    sys.stdout.write(f"{' '.join(map(str, command))}\n")
    sys.stdout.flush()
    done = subprocess.run(  # noqa: S603  # our own commands
        list(map(str, command)),
        cwd=cwd,
        env=clean_environment(**variables),
        input=text,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(f"exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout
