"""Commands on files, disturbed: the target is the old file or the whole new one."""

from __future__ import annotations

import contextlib
import functools
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pbn_files

from chaos.stage import (
    GOLDEN,
    OVERTRICK,
    PATIENCE,
    Stage,
    ViolationError,
    io_fault,
    io_kill,
    io_signal,
    start_seconds,
)

# One command, one file.

_OLD = b"what stood there before\n"
_WORDS: dict[str, list[str]] = {
    "out.pbn": ["convert", "a.dlm", "out.pbn", "--force", "-q"],
    "out.lin": ["convert", "b.pbn", "out.lin", "--force", "-q"],
    "out.dup": ["convert", "a.dlm", "out.dup", "--force", "-q"],
    "edited.dlm": ["edit", "a.dlm", "edited.dlm", "--rotate", "1", "--force", "-q"],
    "same.dlm": ["edit", "same.dlm", "same.dlm", "--swap", "3,7", "--force", "-q"],
    "merged.pbn": ["edit", "b.pbn", "merged.pbn", "--merge", "c.pbn", "--force", "-q"],
    "fixed.pbn": ["check", "fixed.pbn", "--fix"],
    "folder/c.lin": ["convert", "c.pbn", "--to", "lin", "--out-dir", "folder", "--force", "-q"],
}  # fmt: skip
_DONE = {"check": {0, 1}}
"""Exit codes of a command that did its work; 0 for the others. `check` may have found faults."""


def _lay_out(folder: Path) -> None:
    """Make the files that the commands work on."""
    for name in ("a.dlm", "same.dlm"):
        shutil.copy(GOLDEN, folder / name)
    games = _games()
    (folder / "b.pbn").write_bytes(games)
    more = re.sub(rb'\[Board "(\d+)"', lambda m: b'[Board "%d"' % (int(m[1]) + 20), games)
    (folder / "c.pbn").write_bytes(more)
    (folder / "fixed.pbn").write_bytes(games.replace(b'[Dealer "N"]', b'[Dealer "n"]'))
    (folder / "folder").mkdir()
    for name in _WORDS:
        if not (folder / name).exists():
            (folder / name).write_bytes(_OLD)


@functools.cache
def _games() -> bytes:
    with tempfile.TemporaryDirectory(prefix="chaos-games-") as name:
        path = Path(name) / "games.pbn"
        pbn_files.write_file(20, "plain", str(path))
        return path.read_bytes()


@functools.cache
def _undisturbed(target: str) -> tuple[int, bytes]:
    """Return the exit code and the target of an undisturbed command."""
    with tempfile.TemporaryDirectory(prefix="chaos-files-") as name:
        folder = Path(name)
        _lay_out(folder)
        done = subprocess.run(
            [*OVERTRICK, *_WORDS[target]], cwd=folder, check=False, capture_output=True
        )
        return done.returncode, (folder / target).read_bytes()


def play_files(stage: Stage) -> None:
    """Disturb some commands one after the other."""
    r = stage.random
    _lay_out(stage.work)
    for _ in range(2 if stage.is_quick else 10):
        target = r.choice(list(_WORDS))
        path = stage.work / target
        code, wanted = _undisturbed(target)
        before = path.read_bytes()
        how = r.choice(["refused", "refused", "killed", "signal", "signal at a write"])
        makers = {"refused": io_fault, "killed": io_kill, "signal at a write": io_signal}
        at = makers[how](stage, 8) if how in makers else ""
        command = stage.start(*_WORDS[target], at=at, blind=False)
        if how == "signal":
            what = r.choice([signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGKILL])
            stage.fault(what.name)
            command.wait(r.uniform(0.0, 1.2 * start_seconds()))
            command.send(what)
        command.end()
        found = path.read_bytes()
        words = " ".join(command.words)
        done = _DONE.get(command.words[0], {0})
        if code not in done:
            msg = f"undisturbed, {words} ends with exit code {code}"
            raise ViolationError(msg)
        if found not in {before, wanted}:
            msg = f"command {command.number} ({words}): {target} is neither the old nor the new"
            raise ViolationError(msg)
        if command.code == 0 and found != wanted:
            msg = f"command {command.number} ({words}): exit code 0, and the work is not done"
            raise ViolationError(msg)
        left = sorted(stage.work.rglob(".*.tmp"))
        is_killed = signal.SIGKILL in command.sent or "killed" in command.faults
        if left and not is_killed:
            msg = f"command {command.number} ({words}) left {left[0].name}"
            raise ViolationError(msg)
        for leftover in left:
            leftover.unlink()  # nobody was left to do it
        stage.counts["commands on files"] += 1
        # The next one begins afresh.
        _restore(stage.work, target)
    stage.write_plan()


def _restore(folder: Path, target: str) -> None:
    fresh = folder / "fresh"
    fresh.mkdir()
    _lay_out(fresh)
    shutil.copy(fresh / target, folder / target)
    shutil.rmtree(fresh)


# One command, several processes.

_PROGRAM = """
import sys
import overtrick.files.scanning as scanning
import overtrick.files.processes as processes

scanning.PART_BYTES = 15_000
if {spawns}:
    processes._is_alone = lambda: False

def main():
    words = sys.argv[1:]
    if words[0] == "scan":
        import overtrick
        total = 0
        try:
            with overtrick.scan(words[1], jobs=3, errors="collect") as batches:
                for batch in batches:
                    total += sum(batch["number"]) * sum(batch["north_hand"])
        except KeyboardInterrupt:
            return 130
        print(total, len(batches.diagnostics))
        return 0
    from overtrick_cli.application import run
    return run(words)

if __name__ == "__main__":
    sys.exit(main())
"""
_FILES = ("file.pbn", "b.pbn", "c.pbn", "d.pbn", "e.pbn", "f.pbn")
_JOBS = {
    "scan": ["scan", "file.pbn"],
    "check": ["check", *_FILES, "--json", "--jobs", "3"],
    "convert": [
        "convert",
        *_FILES,
        "--to",
        "lin",
        "--out-dir",
        "targets",
        "--force",
        "--jobs",
        "3",
    ],
}
_OLD = b"old"
Ended = tuple[int, bytes, bytes, dict[str, bytes]]


def _group_of(leader: int) -> list[int]:
    """Return the numbers of the processes of a group."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[2]) == leader and fields[0] != "Z":
                found.append(int(entry.name))
    return found


def _send(pid: int, what: signal.Signals) -> None:
    """Send a signal to a process that may be gone."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, what)


class _Run:
    """One command, and what comes of it."""

    def __init__(self, folder: Path, words: list[str], *, spawns: bool) -> None:
        self.targets = folder / "targets"
        self.targets.mkdir(exist_ok=True)
        for name in _FILES:
            (self.targets / name).with_suffix(".lin").write_bytes(_OLD)
        program = folder / f"program_{spawns}.py"
        program.write_text(_PROGRAM.format(spawns=spawns))
        self.out, self.err = folder / "out", folder / "err"
        with self.out.open("wb") as out, self.err.open("wb") as err:
            self.process = subprocess.Popen(
                [sys.executable, str(program), *words],
                cwd=folder, stdout=out, stderr=err, start_new_session=True,
            )  # fmt: skip

    def others(self) -> list[int]:
        """Return the numbers of the other processes of the command."""
        return [pid for pid in _group_of(self.process.pid) if pid != self.process.pid]

    def end(self) -> Ended:
        """Return exit code, output, errors and the targets' bytes, once nothing is left of it."""
        try:
            code = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._kill()
            msg = f"it hangs: {self.process.args}"
            raise ViolationError(msg) from None
        until = time.monotonic() + PATIENCE / 2
        while _group_of(self.process.pid):
            if time.monotonic() > until:
                self._kill()
                msg = f"processes are left: {self.process.args}"
                raise ViolationError(msg)
            time.sleep(0.02)
        targets = {path.name: path.read_bytes() for path in self.targets.glob("*.lin")}
        return code, self.out.read_bytes(), self.err.read_bytes(), targets

    def _kill(self) -> None:
        for pid in _group_of(self.process.pid):
            _send(pid, signal.SIGKILL)


def _disturb(run: _Run, how: str, r: random.Random) -> None:
    """Kill or interrupt something of a run."""
    if how == "worker":
        others = run.others()
        for pid in r.sample(others, min(len(others), r.choice([1, 1, 2]))):
            _send(pid, signal.SIGKILL)
    elif how == "first":
        _send(run.process.pid, signal.SIGKILL)
    else:
        for _ in range(r.choice([1, 1, 2])):
            to = [run.process.pid] if how == "interrupt" else _group_of(run.process.pid)
            for pid in to:
                _send(pid, signal.SIGINT)
            time.sleep(r.random() * 0.05)


@functools.cache
def _big_file(games: int) -> bytes:
    with tempfile.TemporaryDirectory(prefix="chaos-games-") as name:
        path = Path(name) / "games.pbn"
        pbn_files.write_file(games, "plain", str(path))
        text = path.read_text("latin-1")
        return text.replace('"N"]', '"n"]', 30).encode("latin-1")


def _lay_out_jobs(folder: Path, games: int) -> None:
    """Write the files of a command: a big one and some of a sixth of its size."""
    (folder / _FILES[0]).write_bytes(_big_file(games))
    for name in _FILES[1:]:
        (folder / name).write_bytes(_big_file(games // 6))


@functools.cache
def _undisturbed_jobs(what: str, games: int) -> tuple[Ended, float]:
    """Return what comes of an undisturbed command, and how long it takes."""
    with tempfile.TemporaryDirectory(prefix="chaos-jobs-") as name:
        folder = Path(name)
        _lay_out_jobs(folder, games)
        begun = time.monotonic()
        return _Run(folder, _JOBS[what], spawns=False).end(), time.monotonic() - begun


def play_jobs(stage: Stage) -> None:
    """Kill and interrupt commands of several processes.

    After a killed worker the result must be that of an undisturbed run, to the byte, with its exit
    code. After Ctrl-C it is that, or the code is 130, with each target as it was or complete, and
    no temporary file. In no case may a process be left or the command hang.
    """
    r, folder = stage.random, stage.work
    games = 200 if stage.is_quick else 500
    _lay_out_jobs(folder, games)
    for number in range(2 if stage.is_quick else 6):
        what = r.choice(list(_JOBS))
        how = r.choice(["worker", "worker", "interrupt", "interrupt all", "first"])
        wanted, lasts = _undisturbed_jobs(what, games)
        run = _Run(folder, _JOBS[what], spawns=r.random() < 0.3)
        time.sleep(r.random() * lasts * 1.2)
        _disturb(run, how, r)
        found = run.end()
        stage.fault(f"shared work: {how}", command=what, code=found[0])
        stage.counts["commands by several processes"] += 1
        left = sorted(path.name for path in folder.rglob(".*.tmp"))
        where = f"run {number}: {what}, {how}: code {found[0]}, {found[2]!r}, {left}"
        if how == "first":
            for path in folder.rglob(".*.tmp"):
                path.unlink()  # nobody was left to do it
        elif how != "worker" and found != wanted:
            # Before Python's own handler is there, or as it goes, the signal itself ends it.
            is_clean = found[0] in {130, -signal.SIGINT, 1} and not left
            is_clean = is_clean and found[3].keys() == wanted[3].keys()
            is_clean = is_clean and all(
                data in {_OLD, wanted[3][name]} for name, data in found[3].items()
            )
            if found[0] == 1 and b"KeyboardInterrupt" not in found[2]:
                is_clean = False
            if not is_clean:
                raise ViolationError(where)
        elif found != wanted or left:
            raise ViolationError(where)
    stage.write_plan()
