"""Install each pair of core and plugin of the first release and of this tree, and print the table.

    python3 .ci/pairs.py [--old COMMIT]

Needs Python 3.11, pip and the repository's history; some minutes. A pair works, or pip or
`overtrick` refuses it in one sentence; anything else is a failure.

Each pair is installed twice in empty environments: as users do, and with `--no-deps`, as where
somebody overrules the requirements.
"""

from __future__ import annotations

import argparse
import io
import json
import subprocess
import sys
import tarfile
import tempfile
import venv
from pathlib import Path

from tree import ROOT, copy_of_tree, scripts

# There is no tag; the last commit whose changelog says that it is the first release.
FIRST_RELEASE = "bfa0d1f9"
PLUGINS = ("dlm", "pbn", "csv")
# Reads what it has written, and says what became of the plugin where it cannot.
USE = """
import io, json, sys, warnings
import overtrick
name = sys.argv[1]
with warnings.catch_warnings():
    warnings.simplefilter("error" if sys.argv[2] == "quiet" else "ignore")
    formats = {spec.name for spec in overtrick.formats()}
(record,) = [record for record in overtrick.plugins() if record.name == name]
result = {"state": str(record.state), "error": record.error}
if name in formats:
    # No whole suit in a hand: DLM has such boards as placeholders.
    deal = overtrick.Deal.parse("N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. "
                                "Q64.K862.84.9543")
    board = overtrick.Board(number=1, deal=deal)
    path = f"board.{name}"
    overtrick.write([board], path)
    with overtrick.open_boards(path) as boards:
        result["works"] = [found.deal for found in boards] == [deal]
print(json.dumps(result))
"""


def pip(python: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run an environment's pip."""
    command = [str(python), "-m", "pip", "--disable-pip-version-check", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  # ours


def environment(folder: Path) -> Path:
    """Make an empty environment, and return its Python."""
    venv.create(folder, with_pip=True)
    return scripts(folder) / "python"


def build(python: Path, tree: Path, target: Path) -> dict[str, Path]:
    """Build the wheels of a tree, and return them by the name of their folder."""
    wheels = {}
    for name in ("core", *PLUGINS):
        folder = tree / "core" if name == "core" else tree / "plugins" / name
        out = target / name
        done = pip(python, "wheel", "-q", "--no-deps", "-w", str(out), str(folder))
        if done.returncode:
            sys.exit(done.stderr)
        (wheels[name],) = out.glob("*.whl")
    return wheels


def old_tree(commit: str, folder: Path) -> Path:
    """Take the tree of a commit out of the history."""
    command = ["git", "-C", str(ROOT), "archive", commit, "core", "plugins"]
    archive = subprocess.run(command, capture_output=True, check=True).stdout  # noqa: S603  # ours
    with tarfile.open(fileobj=io.BytesIO(archive)) as members:
        members.extractall(folder, filter="data")
    return folder


def first_sentence(text: str) -> str:
    """Return what pip says is wrong, without the places of the files."""
    (line,) = [line for line in text.splitlines() if line.startswith("ERROR: Cannot install")]
    words = line.removeprefix("ERROR: ").split()
    return " ".join(word for word in words if ".whl" not in word and word != "(from")


def outcome(folder: Path, core: Path, plugin: Path, name: str, *, forced: bool) -> tuple[bool, str]:
    """Install a pair and use it; return whether that ends as it may, and a sentence."""
    python = environment(folder)
    if forced:
        pip(python, "install", "-q", "attrs", "pluggy", "lark")
    done = pip(python, "install", "-q", *["--no-deps"] * forced, str(core), str(plugin))
    if done.returncode:
        return True, f"pip: {first_sentence(done.stderr)}"
    mode = "quiet" if "-2." in core.name else "warned"
    command = [str(python), "-c", USE, name, mode]
    used = subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)  # noqa: S603  # ours
    if used.returncode:
        return False, f"fails: {used.stderr.strip().splitlines()[-1]}"
    found = json.loads(used.stdout)
    if found.get("works"):
        return True, "works"
    return found["error"] is not None, f"overtrick: {found['state']}, {found['error']}"


def main() -> int:
    """Build both, try each pair, print the table; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--old", default=FIRST_RELEASE, help="the commit of the older release")
    chosen = parser.parse_args()
    bad = 0
    with tempfile.TemporaryDirectory(prefix="pairs-") as name:
        folder = Path(name)
        builder = environment(folder / "builder")
        wheels = {
            "old": build(builder, old_tree(chosen.old, folder / "old"), folder / "old-wheels"),
            "new": build(builder, copy_of_tree(folder), folder / "new-wheels"),
        }
        print("| core | plugin | installed | with --no-deps |")  # the table
        print("|---|---|---|---|", flush=True)  # likewise
        for age in wheels:
            core = wheels[age]["core"]
            for other in wheels:
                for plugin in PLUGINS:
                    wheel = wheels[other][plugin]
                    cells = []
                    for forced in (False, True):
                        here = folder / f"{age}-{other}-{plugin}-{forced}"
                        is_right, text = outcome(here, core, wheel, plugin, forced=forced)
                        bad += not is_right
                        cells.append(text)
                    versions = [path.name.split("-")[1] for path in (core, wheel)]
                    row = f"| {versions[0]} | {plugin} {versions[1]} | {' | '.join(cells)} |"
                    print(row, flush=True)  # likewise
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
