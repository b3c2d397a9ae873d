"""Prove that the project can be used with uv: workspace, single plugins, the command alone.

    python3 .ci/uv.py

Needs Python 3.11 and pip, nothing else: uv goes into an environment of its own. All is done in a
copy of the tree, so that no lock file and no environment is left in this one.

1. `uv lock` and `uv sync` for the whole workspace; the command converts a file.
2. `uv pip install ./plugins/X` in an empty environment, for every X; its package is imported.
3. `uvx --from ./plugins/cli overtrick` runs the command from the source tree.
"""

from __future__ import annotations

import sys
import tempfile
import tomllib
import venv
from pathlib import Path

from tree import copy_of_tree, run, scripts


def main() -> None:
    """Install uv, copy the tree, and use both."""
    with tempfile.TemporaryDirectory(prefix="uv-") as name:
        folder = Path(name)
        venv.create(folder / "tools", with_pip=True)
        tools = scripts(folder / "tools")
        run(tools / "python", "-m", "pip", "install", "-q", "uv", cwd=folder)
        tree = copy_of_tree(folder)
        uv = tools / "uv"

        run(uv, "lock", "-q", cwd=tree)
        run(uv, "sync", "-q", cwd=tree)
        evening = tree / "examples" / "club-evening.dlm"
        run(scripts(tree / ".venv") / "overtrick", "convert", evening, "evening.pbn", cwd=folder)

        for plugin in sorted((tree / "plugins").iterdir()):
            file = plugin / "pyproject.toml"
            if not file.is_file():
                continue
            package = tomllib.loads(file.read_text("utf-8"))["project"]["name"].replace("-", "_")
            here = folder / package
            run(uv, "venv", "-q", here, cwd=tree)
            run(
                uv,
                "pip",
                "install",
                "-q",
                f"./plugins/{plugin.name}",
                cwd=tree,
                VIRTUAL_ENV=str(here),
            )
            run(scripts(here) / "python", "-c", f"import {package}", cwd=folder)

        words = ("--from", "./plugins/cli", "overtrick", "--version")
        said = run(tools / "uvx", "-q", *words, cwd=tree)
        if "overtrick" not in said:
            sys.exit(f"uvx runs something else: {said}")
    sys.stdout.write("uv: the workspace, every plugin and the command alone work\n")


if __name__ == "__main__":
    main()
