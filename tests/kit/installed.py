"""Making a source folder look like an installed distribution, without installing it."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

from hypothesis import settings


def environment_with(project: Path, folder: Path) -> dict[str, str]:
    """Return an environment in which the project's entry points are found.

    A hand-written `*.dist-info` in `folder` says what an installer would have written.
    """
    about = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    name, version = about["name"], about["version"]
    info = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir(parents=True, exist_ok=True)
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", encoding="utf-8"
    )
    lines = []
    for group, points in about["entry-points"].items():
        lines.append(f"[{group}]")
        lines += [f"{key} = {value}" for key, value in points.items()]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    source = project / "src" if (project / "src").is_dir() else project
    paths = [str(folder), str(source), *filter(None, sys.path)]
    return os.environ | {
        "PYTHONPATH": os.pathsep.join(paths),
        "OVERTRICK_STRICT_PLUGINS": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
    }


def run(
    *arguments: str, environment: dict[str, str], folder: Path
) -> subprocess.CompletedProcess[str]:
    """Run this Python with arguments in a folder."""
    return subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        env=environment,
        cwd=folder,
        check=False,
        timeout=300,
    )


def run_tests(
    *projects: Path, environment: dict[str, str], folder: Path, examples: int | None = None
) -> subprocess.CompletedProcess[str]:
    """Run the tests of projects with pytest, with as many examples as the tests here have."""
    count = settings().max_examples if examples is None else examples
    site = Path(environment["PYTHONPATH"].partition(os.pathsep)[0])
    (site / "as_many_examples.py").write_text(
        "from hypothesis import settings\n"
        f"settings.register_profile('outer', max_examples={count})\n"
        "settings.load_profile('outer')\n",
        encoding="utf-8",
    )
    return run(
        *("-m", "pytest", "-v", "-p", "no:cacheprovider", "-p", "no:xdist", "-rs"),
        *("-p", "as_many_examples", "--rootdir", str(folder), *map(str, projects)),
        environment=environment,
        folder=folder,
    )
