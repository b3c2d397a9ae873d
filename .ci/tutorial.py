"""Follow each road of `docs/extending/writing-a-plugin.md` word for word, and time it.

    python3 .ci/tutorial.py [ROAD ...]

Needs Python 3.11 and pip, nothing else. A road is a section of the page with a comment
`<!-- road NAME -->`. Its blocks are done in their order, in an empty folder, in one shell: those
of the shell are run word for word, those that name a file of an example are put where the example
has it. Where the page says `pip install overtrick`, pip finds wheels that are made from this tree.
It prints a row for each road (steps, lines to type, seconds, seconds of pip, result of the kit),
and fails where a kit does.
"""

from __future__ import annotations

import itertools
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from tree import ROOT, copy_of_tree, run

PAGE = ROOT / "docs" / "extending" / "writing-a-plugin.md"
PACKAGES = (
    "core", "plugins/render", "plugins/cli", "plugins/testing",
    "plugins/pbn", "plugins/dlm", "plugins/duplimate_device",
)  # fmt: skip
BLOCK = re.compile(
    r"(?:^<!-- (?P<kind>from|not run:) (?P<what>[^\n]+) -->\n)?"
    r"^```(?P<language>\w+)\n(?P<code>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
ROAD = re.compile(r"^<!-- road ([\w-]+) -->$", re.MULTILINE)
STAMP = "\x1e"


class Step(NamedTuple):
    """One thing to do: commands of the shell, or a piece of a file."""

    path: str | None
    code: str

    @property
    def lines(self) -> int:
        """How many lines are typed."""
        return sum(bool(line.strip()) for line in self.code.splitlines())


def roads(page: str) -> dict[str, list[Step]]:
    """Return the steps of each road."""
    found = {}
    for section in re.split(r"^(?=## )", page, flags=re.MULTILINE):
        for name in ROAD.findall(section):
            steps = []
            for block in BLOCK.finditer(section):
                if block["kind"] == "from":
                    # The file's place in its example; a piece of one is added to those before.
                    path = block["what"].partition(",")[0].split("/", 2)[2]
                    steps.append(Step(path, block["code"]))
                elif block["language"] == "sh" and not block["kind"]:
                    steps.append(Step(None, block["code"]))
            found[name] = steps
    return found


def script_of(steps: list[Step]) -> str:
    """Return what the shell is given; it says the time before each command."""
    lines = ["set -euo pipefail"]
    begun: set[str] = set()
    for step in steps:
        if step.path is None:
            for command in re.split(r"(?<!\\)\n", step.code.strip()):
                kind = "pip" if re.search(r"-m (pip|venv) ", command) else "other"
                lines += [f"printf '{STAMP}{kind} %s\\n' \"$EPOCHREALTIME\"", command]
        else:
            between = "\n\n" if step.path in begun else ""
            lines.append(f"mkdir -p \"$(dirname '{step.path}')\"")
            lines.append(f"cat >> '{step.path}' <<'END OF FILE'\n{between}{step.code}END OF FILE")
            begun.add(step.path)
    return "\n".join([*lines, f"printf '{STAMP}end %s\\n' \"$EPOCHREALTIME\"", ""])


def follow(name: str, steps: list[Step], wheels: Path) -> None:
    """Follow a road, and print its row."""
    with tempfile.TemporaryDirectory(prefix=f"road-{name}-") as folder:
        said = run(
            *("bash", "-s"),
            cwd=Path(folder),
            text=script_of(steps),
            PIP_FIND_LINKS=str(wheels),
            PIP_DISABLE_PIP_VERSION_CHECK="1",
        )
    stamps = [(kind, float(at)) for kind, at in re.findall(rf"{STAMP}(\w+) ([\d.]+)", said)]
    seconds = {"pip": 0.0, "other": 0.0}
    for (kind, start), (_, end) in itertools.pairwise(stamps):
        seconds[kind] += end - start
    [verdict] = re.findall(r"(\d+ passed.*?) in [\d.]+s", said)
    typed = sum(step.lines for step in steps)
    sys.stdout.write(
        f"| {name} | {len(steps)} | {typed} | {sum(seconds.values()):.0f} | {seconds['pip']:.0f} "
        f"| {verdict} |\n"
    )
    sys.stdout.flush()


def main() -> None:
    """Follow the roads that are named, or all."""
    found = roads(PAGE.read_text("utf-8"))
    chosen = sys.argv[1:] or list(found)
    with tempfile.TemporaryDirectory(prefix="tutorial-") as name:
        folder = Path(name)
        tree = copy_of_tree(folder)
        packages = [tree / package for package in PACKAGES]
        command = (sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", folder / "wheels")
        subprocess.run(list(map(str, (*command, *packages))), check=True, cwd=folder)  # noqa: S603  # our own command
        for road in chosen:
            follow(road, found[road], folder / "wheels")
    sys.stdout.write("every road of the tutorial ends with a kit that passes\n")


if __name__ == "__main__":
    main()
