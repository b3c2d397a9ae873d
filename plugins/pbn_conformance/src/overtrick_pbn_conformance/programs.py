"""Programs under test: Python packages by an adapter, all others by commands."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Protocol

from overtrick_pbn_conformance.suite import Json

TIMEOUT = 30.0

ADAPTED = {
    "overtrick": ("read", "export", "fix"),
    "endplay": ("read", "export"),
    "bridgebots": ("read",),
    "npm-pbn": ("read",),
}
"""The programs that have an adapter here, with what they can do."""

_ADAPTERS = "overtrick_pbn_conformance.adapters"

_NPM_PBN = f"node {shlex.quote(str(Path(__file__).parent / 'adapters' / 'npm_pbn.cjs'))} {{file}}"


class Program(Protocol):
    """The interface of a program under test."""

    name: str
    tasks: tuple[str, ...]

    def ask(self, task: str, path: Path) -> Json:
        """Return the answer for a file: `boards` and `problems`, `text`, or `error`."""
        ...

    def close(self) -> None:
        """End the running process."""
        ...


def open_program(name: str, python: str | None = None) -> Program:
    """Return the program of a name in `ADAPTED`.

    Args:
        name: the name.
        python: the interpreter of an environment that has the program; `None` for this one.

    Raises:
        KeyError: there is no adapter of that name.
    """
    if name == "npm-pbn":
        return Commands(name, {"read": _NPM_PBN})
    return Worker(name, ADAPTED[name], python)


class Worker:
    """A process that answers for one file after another, restarted after a crash.

    Args:
        name: the program's name in `ADAPTED`.
        tasks: what it can do.
        python: the interpreter of an environment that has the program; `None` for this one.
    """

    def __init__(self, name: str, tasks: tuple[str, ...], python: str | None = None) -> None:
        self.name = name
        self.tasks = tasks
        self._command = [python or sys.executable, "-m", _ADAPTERS, name]
        self._process: subprocess.Popen[str] | None = None

    def ask(self, task: str, path: Path) -> Json:
        """Return the program's answer for a file."""
        if self._process is None or self._process.poll() is not None:
            self._process = subprocess.Popen(  # noqa: S603  # a module of this package
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                encoding="utf-8",
                env=_with_this_package(),
            )
        stdin, stdout = self._process.stdin, self._process.stdout
        if stdin is None or stdout is None:
            return {"error": "the program has no pipes"}
        stdin.write(json.dumps([task, str(path)]) + "\n")
        stdin.flush()
        line = stdout.readline()
        if not line:
            self._process.wait()
            return {"error": f"the program died with code {self._process.returncode}"}
        answer: Json = json.loads(line)
        return answer

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            if self._process.stdin is not None:
                self._process.stdin.close()
            self._process.wait(TIMEOUT)
            if self._process.stdout is not None:
                self._process.stdout.close()


def _with_this_package() -> dict[str, str]:
    """Return an environment in which other interpreters find this package."""
    folder = str(Path(__file__).parents[1])
    others = os.environ.get("PYTHONPATH")
    return {**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{others}" if others else folder}


class Commands:
    """A program started for each file: a command for each of its tasks.

    The command for `read` prints a JSON object, those for `export` and `fix` print a PBN file;
    `{file}` in a command stands for the file's name.
    """

    def __init__(self, name: str, commands: dict[str, str]) -> None:
        self.name = name
        self.tasks = tuple(commands)
        self._commands = commands

    def ask(self, task: str, path: Path) -> Json:
        """Return the program's answer for a file."""
        command = self._commands[task]
        words = [word.replace("{file}", str(path)) for word in shlex.split(command)]
        try:
            done = subprocess.run(  # noqa: S603  # the command that the user gave
                words, capture_output=True, timeout=TIMEOUT, check=False
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            return {"error": str(error)}
        if task != "read":
            if done.returncode:
                return {"error": done.stderr.decode("utf-8", "replace")}
            return {"text": done.stdout.decode("iso8859-1")}
        try:
            answer = json.loads(done.stdout)
        except ValueError as error:
            return {"error": str(error)}
        if not isinstance(answer, dict) or not ({"boards", "error"} & answer.keys()):
            return {"error": "the answer is no JSON object with 'boards' or 'error'"}
        return answer

    def close(self) -> None:
        """Do nothing: no process runs between files."""


def read_text(program: Program, text: bytes) -> Json:
    """Return a program's answer for the text of a file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "exported.pbn"
        path.write_bytes(text)
        return program.ask("read", path)
