"""One run's folder, and the real processes that are started in it.

Everything that the judge needs is written into the folder: `commands.jsonl` (what was started, how
it was disturbed, how it ended), the output of each command, and `plan.json` (what was to be done).
So a run whose folder was kept can be judged again, and doctored evidence can be judged too.
"""

from __future__ import annotations

import contextlib
import functools
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
GOLDEN = ROOT / "plugins/duplimate_device/tests/data/dupsoft-32-boards.dlm"
OVERTRICK = [sys.executable, "-m", "overtrick_cli"]
PATIENCE = 90.0
"""After so many seconds a command that should end hangs; the machine may be busy."""
DAY = 86_400


LAYER = {
    "failed": "write refused",
    "killed": "killed at a write",
    "term": "SIGTERM at a write",
    "int": "SIGINT at a write",
    "hup": "SIGHUP at a write",
}
"""What the layer of faults says of itself, and what it is called here."""


class ViolationError(AssertionError):
    """Something that must never happen did."""


class LeftOutError(Exception):
    """This computer cannot make what a scenario needs; it says what."""


@functools.cache
def start_seconds() -> float:
    """Return the seconds that a command takes to start on this machine, now."""
    started = time.monotonic()
    command = [*OVERTRICK, "duplimate", "devices"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - started


@functools.cache
def fault_layer() -> Path:
    """Return the compiled layer of faults.

    Raises:
        LeftOutError: there is no C compiler, or no such layer on this system.
    """
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None or not sys.platform.startswith("linux"):
        msg = "a C compiler on Linux"
        raise LeftOutError(msg)
    target = Path(tempfile.mkdtemp(prefix="chaos-layer-")) / "faults.so"
    words = [compiler, "-O1", "-shared", "-fPIC", "-o", target, HERE / "faults.c", "-ldl"]
    done = subprocess.run(words, check=False, capture_output=True, text=True)
    if done.returncode:
        msg = f"a C compiler that makes the layer of faults ({done.stderr.strip()[:200]})"
        raise LeftOutError(msg)
    return target


def forget_layer() -> None:
    """Remove the compiled layer."""
    if fault_layer.cache_info().currsize:
        shutil.rmtree(fault_layer().parent, ignore_errors=True)


class Command:
    """A process of the run.

    Attributes:
        number: counts the run's commands.
        sent: the signals that the laboratory sent, by number.
        facts: what the judge is told of it besides.
    """

    def __init__(self, stage, words, *, stdin, stdout, stderr, env, blind, at, clock, closed):
        self.stage, self.words = stage, [str(word) for word in words]
        self.number = stage.next_number()
        stem = f"{self.number:03}-{'-'.join(self.words[:2])}".replace("/", "_")[:48]
        self.out, self.err = stage.outputs / f"{stem}.out", stage.outputs / f"{stem}.err"
        self.log = stage.outputs / f"{stem}.faults"
        self.sent: list[int] = []
        self.facts: dict[str, object] = {"blind": blind}
        self.at, self.clock = at, clock
        whole = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **env}
        whole.pop("COVERAGE_PROCESS_START", None)
        if at or clock:
            whole |= {"LD_PRELOAD": str(fault_layer()), "CHAOS_LOG": str(self.log)}
            whole |= {"CHAOS_ROOT": str(stage.work)} | ({"CHAOS_AT": at} if at else {})
            whole |= {"CHAOS_CLOCK": clock} if clock else {}
        command = [*OVERTRICK, *self.words]
        if closed:
            ends = " ".join({0: "<&-", 1: ">&-", 2: "2>&-"}[number] for number in closed)
            command = ["sh", "-c", f'exec "$@" {ends}', "sh", *command]
        with self.out.open("wb") as out, self.err.open("wb") as err:
            self.process = subprocess.Popen(
                command,
                stdin=stdin, stdout=out if stdout is None else stdout,
                stderr=err if stderr is None else stderr,
                env=whole, cwd=stage.work, start_new_session=True,
            )  # fmt: skip
        self.began = time.monotonic()
        self._is_told = False

    @property
    def is_alive(self) -> bool:
        """Whether it has not ended; what becomes of it is written down once."""
        if self.process.poll() is None:
            return True
        self._tell()
        return False

    @property
    def code(self) -> int:
        """How it ended."""
        return self.process.returncode

    def send(self, what: int) -> None:
        """Send a signal."""
        if self.is_alive:
            self.sent.append(int(what))
            self.process.send_signal(what)

    def kill(self) -> None:
        """End it at once, and all that it started."""
        self.send(signal.SIGKILL)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self._tell()

    def wait(self, seconds: float) -> bool:
        """Wait; return whether it ended."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(max(0.0, seconds))
        return not self.is_alive

    def end(self, seconds: float = PATIENCE) -> int:
        """Wait for its end and return how it ended."""
        if not self.wait(seconds):
            self.kill()
            msg = f"command {self.number} hangs: {' '.join(self.words)}"
            raise ViolationError(msg)
        return self.code

    @property
    def faults(self) -> list[str]:
        """What the layer did to it."""
        try:
            return [line.split()[1] for line in self.log.read_text().splitlines()]
        except OSError:
            return []

    def _tell(self) -> None:
        if self._is_told:
            return
        self._is_told = True
        faults = self.faults
        if faults:
            self.stage.faults[LAYER[faults[-1]]] += 1
        self.stage.tell(
            number=self.number, words=self.words, code=self.code, sent=self.sent,
            at=self.at, clock=self.clock, faults=faults,
            seconds=round(time.monotonic() - self.began, 2),
            out=self.out.name, err=self.err.name, **self.facts,
        )  # fmt: skip


class Stage:
    """A folder with a seed.

    Attributes:
        name: the scenario's.
        seed: the same seed gives the same choices; what they meet depends on the moment.
        random: makes the choices.
        folder: everything of the run.
        work: what the commands work on; the layer touches nothing else.
        outputs: what they say.
        faults: the faults that were put in, by name.
        counts: what else is counted, such as boards.
        is_quick: whether a few faults will do.
    """

    def __init__(self, name: str, seed: int, *, is_quick: bool = False) -> None:
        self.name, self.seed, self.is_quick = name, seed, is_quick
        self.random = random.Random(f"{name} {seed}")
        self.folder = Path(tempfile.mkdtemp(prefix=f"chaos-{name}-"))
        self.work, self.outputs = self.folder / "work", self.folder / "outputs"
        self.work.mkdir()
        self.outputs.mkdir()
        self.faults: Counter[str] = Counter()
        self.counts: Counter[str] = Counter()
        self.plan: dict[str, object] = {"scenario": name, "seed": seed}
        self._commands: list[Command] = []
        self._closers: list = []
        self._began = time.monotonic()

    def next_number(self) -> int:
        """Return the next command's number."""
        return len(self._commands) + 1

    def start(
        self, *words, stdin=subprocess.DEVNULL, stdout=None, stderr=None, env=None,
        blind=True, at="", clock="", closed=(),
    ) -> Command:  # fmt: skip
        """Start `overtrick WORDS`.

        Args:
            words: the command line.
            stdin: as for a process; nothing by default.
            stdout: as for a process; a file of the run by default.
            stderr: the same.
            env: more variables of the environment.
            blind: whether no card may be in what it says.
            at: a fault of the layer, `KIND:N:WHAT`.
            clock: how its clock is wrong, `SHIFT@AFTER,...`.
            closed: which of its streams, 0 to 2, are closed.
        """
        command = Command(
            self, words, stdin=stdin, stdout=stdout, stderr=stderr, env=env or {},
            blind=blind, at=at, clock=clock, closed=closed,
        )  # fmt: skip
        self._commands.append(command)
        return command

    def run(self, *words, **how) -> Command:
        """Start a command and wait for its end."""
        command = self.start(*words, **how)
        command.end()
        return command

    def tell(self, **facts: object) -> None:
        """Write down what happened."""
        facts = {"time": round(time.monotonic() - self._began, 2), **facts}
        with (self.folder / "commands.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(facts) + "\n")

    def fault(self, name: str, **facts: object) -> None:
        """Count a fault that was put in, and write it down."""
        self.faults[name] += 1
        self.tell(fault=name, **facts)

    def at_close(self, errand) -> None:
        """Do something as the run ends, however it ends; the last errand first."""
        self._closers.append(errand)

    def chance(self, rate: float) -> bool:
        """Return true so often."""
        return self.random.random() < rate

    def write_plan(self) -> None:
        """Write down what was to be done."""
        (self.folder / "plan.json").write_text(json.dumps(self.plan, indent=1), "utf-8")

    def stop_all(self) -> None:
        """End every process."""
        for command in self._commands:
            if command.is_alive:
                command.kill()

    def close(self) -> None:
        """End every process and let go of everything but the folder."""
        self.stop_all()
        while self._closers:
            self._closers.pop()()

    def remove(self) -> None:
        """Remove the folder."""
        shutil.rmtree(self.folder)


CALLS = {"write": 150, "sync": 50, "rename": 8, "open": 12, "any": 200}
"""About how many calls of a kind a session makes."""


def io_fault(stage: Stage, most: int | None = None) -> str:
    """Return a fault of the layer: a call that fails from then on or once."""
    kind = stage.random.choice(["write", "sync", "rename", "open", "any", "any"])
    what = stage.random.choice(
        ["ENOSPC", "ENOSPC", "EIO", "EROFS", "once-ENOSPC", "once-EIO", "torn", "EMFILE", "EACCES"]
    )
    return f"{kind}:{_number(stage, most or CALLS[kind])}:{what}"


def io_kill(stage: Stage, most: int | None = None) -> str:
    """Return a fault of the layer that kills the process at one of its calls."""
    kind = stage.random.choice(["write", "sync", "rename", "any", "any", "any"])
    what = stage.random.choice(["kill", "killafter", "killtorn"])
    return f"{kind}:{_number(stage, most or CALLS[kind])}:{what}"


def io_signal(stage: Stage, most: int | None = None) -> str:
    """Return a fault of the layer that sends the process a signal at one of its calls."""
    kind = stage.random.choice(["write", "sync", "rename", "open", "any", "any"])
    what = stage.random.choice(["term", "int", "hup"])
    return f"{kind}:{_number(stage, most or CALLS[kind])}:{what}"


def _number(stage: Stage, most: int) -> int:
    """Return which call: the first ones as often as the many later ones."""
    return stage.random.randint(1, stage.random.choice([min(6, most), min(20, most), most]))


def clock_fault(stage: Stage) -> str:
    """Return a clock that is a day wrong, or that jumps by a day on the way."""
    shift, other = stage.random.choice([(DAY, -DAY), (-DAY, DAY), (DAY, 0), (-DAY, 0)])
    if stage.chance(0.5):
        return f"{shift}@0"
    return f"{shift}@0,{other}@{stage.random.uniform(0.2, 2.0):.2f}"
