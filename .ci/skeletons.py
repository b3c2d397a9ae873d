"""Prove that what `overtrick new-plugin` writes passes its own checks at once, of every kind.

    python3 .ci/skeletons.py [KIND ...]

Needs Python 3.11 and pip, nothing else. In an empty environment overtrick is installed from a copy
of the tree; then each skeleton is made, and the commands of its own `.github/workflows/test.yml`
are run in its folder, one plugin at a time.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
import time
import venv
from pathlib import Path

from tree import copy_of_tree, run, scripts

# What the skeletons of a driver and of a page need besides.
WITH = (
    "plugins/render", "plugins/cli", "plugins/testing",
    "plugins/pbn", "plugins/dlm", "plugins/duplimate_device", "plugins/web",
)  # fmt: skip
COMMAND = re.compile(r"^ *- run: (.+)$", re.MULTILINE)
LIST_KINDS = "from overtrick_testing.skeleton.making import KINDS; print(*KINDS)"


def try_kind(kind: str, folder: Path, tools: Path) -> None:
    """Make the skeleton of a kind, and run what its CI file says."""
    started = time.perf_counter()
    path = f"{tools}{os.pathsep}{os.environ['PATH']}"
    name = f"tried_{kind.replace('-', '_')}"
    run("overtrick", "new-plugin", name, "--kind", kind, cwd=folder, PATH=path)
    project = folder / f"overtrick-{name.replace('_', '-')}"
    workflow = (project / ".github" / "workflows" / "test.yml").read_text("utf-8")
    commands = COMMAND.findall(workflow)
    if len(commands) < 4:
        sys.exit(f"the CI file of {kind} runs {commands}")
    for command in commands:
        said = run("bash", "-c", command, cwd=project, PATH=path)
    run("python", "-m", "pip", "uninstall", "-q", "-y", project.name, cwd=folder, PATH=path)
    seconds = time.perf_counter() - started
    sys.stdout.write(f"{kind}: {said.strip().splitlines()[-1].strip('= ')}; {seconds:.0f} s\n")


def main() -> None:
    """Install overtrick into an empty environment, and try the kinds there."""
    with tempfile.TemporaryDirectory(prefix="skeletons-") as name:
        folder = Path(name)
        tree = copy_of_tree(folder)
        venv.create(folder / "environment", with_pip=True)
        tools = scripts(folder / "environment")
        packages = [str(tree / "core"), *(str(tree / path) for path in WITH)]
        run(tools / "python", "-m", "pip", "install", "-q", *packages, cwd=folder)
        kinds = sys.argv[1:] or run(tools / "python", "-c", LIST_KINDS, cwd=folder).split()
        for kind in kinds:
            try_kind(kind, folder, tools)
    sys.stdout.write("every skeleton passes its own checks\n")


if __name__ == "__main__":
    main()
