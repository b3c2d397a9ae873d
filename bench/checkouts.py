"""Other versions: their folder, and an environment in which Python runs them in place of this one.

The interpreter and the libraries stay those of this process, so that two versions differ in their
own code alone.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from collections.abc import Iterator
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]


@contextlib.contextmanager
def checkout(place: str) -> Iterator[Path]:
    """Give the folder of another version: a checkout, or a git reference, unpacked for a while."""
    if Path(place).is_dir():
        yield Path(place).resolve()
        return
    command = ["git", "-C", str(ROOT), "archive", "--format=tar", place]
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode:
        sys.exit(f"{place!r} is neither a folder nor a git reference: {done.stderr.decode()}")
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(fileobj=io.BytesIO(done.stdout)) as packed:
            packed.extractall(folder, filter="data")
        yield Path(folder)


def projects(folder: Path) -> dict[str, tuple[Path, dict[str, Any]]]:
    """Return the distributions of a checkout by name: their folder and table `project`.

    They are those of `core` and of each folder in `plugins`, `core` first.
    """
    found = {}
    for path in (folder / "core", *sorted((folder / "plugins").iterdir())):
        if (path / "pyproject.toml").is_file():
            project = tomllib.loads((path / "pyproject.toml").read_text("utf-8"))["project"]
            found[project["name"]] = (path, project)
    return found


@contextlib.contextmanager
def environment_of(folder: Path) -> Iterator[dict[str, str]]:
    """Give the environment of processes that run the sources of a checkout.

    What is installed may have other entry points than the checkout. So metadata of each of its
    distributions are written, and empty ones of each distribution that it does not have.
    """
    known = projects(folder)
    names = {found.name for found in distributions() if found.name.startswith("overtrick")}
    with tempfile.TemporaryDirectory() as metadata:
        for name in names | set(known):
            project = known[name][1] if name in known else {}
            write_metadata(Path(metadata), name, project)
        sources = [metadata, *(str(path / "src") for path, _ in known.values())]
        yield {**os.environ, "PYTHONPATH": os.pathsep.join(sources)}


def write_metadata(folder: Path, name: str, project: dict[str, Any]) -> None:
    """Write what importlib.metadata reads of a distribution."""
    version = project.get("version", "0")
    info = folder / f"{re.sub('[-_.]+', '_', name)}-{version}.dist-info"
    info.mkdir()
    required = "".join(f"Requires-Dist: {text}\n" for text in project.get("dependencies", ()))
    heading = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{required}"
    (info / "METADATA").write_text(heading, "utf-8")
    groups = {
        "console_scripts": project.get("scripts", {}),
        **project.get("entry-points", {}),
    }
    lines = []
    for group, entries in groups.items():
        lines += [f"[{group}]", *(f"{key} = {value}" for key, value in entries.items()), ""]
    (info / "entry_points.txt").write_text("\n".join(lines), "utf-8")
