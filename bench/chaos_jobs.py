"""Kills and interrupts commands that share one file among processes, at random times.

    python bench/chaos_jobs.py [--runs 100] [--seed 1] [--quick]

Each run scans, checks or converts one file by three processes, forked or fresh ones. At a random
time one of the others is killed, or two are; or Ctrl-C comes, to the first process or to all,
once or twice; or the first process is killed. After a killed worker the result must be that of an
undisturbed run, to the byte, with its exit code. After Ctrl-C it is that, or the code is 130, with
the target as it was and no temporary file. In no case may a process be left or the command hang.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import make_pbn

PROGRAM = """
import sys
import overtrick.files.splitting as splitting
import overtrick.files.processes as processes

splitting.PART = {part}
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
    from overtrick.cli.application import run
    return run(words)

if __name__ == "__main__":
    sys.exit(main())
"""
WAIT = 120
"""After so many seconds a command hangs."""


def group_of(leader: int) -> list[int]:
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


def send(pid: int, what: signal.Signals) -> None:
    """Send a signal to a process that may be gone."""
    try:
        os.kill(pid, what)
    except ProcessLookupError:
        return


class Run:
    """One command, and what comes of it."""

    def __init__(self, folder: Path, words: list[str], *, spawns: bool) -> None:
        self.target = folder / "target.lin"
        self.target.write_text("old")
        program = folder / f"program_{spawns}.py"
        program.write_text(PROGRAM.format(part=60_000, spawns=spawns))
        self.folder = folder
        self.out, self.err = folder / "out", folder / "err"
        with self.out.open("wb") as out, self.err.open("wb") as err:
            self.process = subprocess.Popen(
                [sys.executable, str(program), *words],
                cwd=folder, stdout=out, stderr=err, start_new_session=True,
            )  # fmt: skip

    def others(self) -> list[int]:
        """Return the numbers of the other processes of the command."""
        return [pid for pid in group_of(self.process.pid) if pid != self.process.pid]

    def end(self) -> tuple[int, bytes, bytes, bytes]:
        """Return exit code, output, errors and the target's bytes, once nothing is left of it."""
        try:
            code = self.process.wait(WAIT)
        except subprocess.TimeoutExpired:
            for pid in group_of(self.process.pid):
                os.kill(pid, signal.SIGKILL)
            raise SystemExit(f"it hangs: {self.process.args}") from None
        until = time.monotonic() + WAIT / 2
        while left := group_of(self.process.pid):
            if time.monotonic() > until:
                for pid in left:
                    os.kill(pid, signal.SIGKILL)
                raise SystemExit(f"processes are left: {self.process.args}")
            time.sleep(0.02)
        return code, self.out.read_bytes(), self.err.read_bytes(), self.target.read_bytes()


def disturb(run: Run, how: str, r: random.Random) -> None:
    """Kill or interrupt something of a run."""
    if how == "worker":
        others = run.others()
        for pid in r.sample(others, min(len(others), r.choice([1, 1, 2]))):
            send(pid, signal.SIGKILL)
    elif how == "first":
        send(run.process.pid, signal.SIGKILL)
    else:
        for _ in range(r.choice([1, 1, 2])):
            to = [run.process.pid] if how == "interrupt" else group_of(run.process.pid)
            for pid in to:
                send(pid, signal.SIGINT)
            time.sleep(r.random() * 0.05)


def main() -> None:
    """Disturb runs and say what came of them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quick", action="store_true", help="a few runs")
    given = parser.parse_args()
    r = random.Random(given.seed)
    seen: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make_pbn.main(200 if given.quick else 500, "plain", str(folder / "file.pbn"))
        text = (folder / "file.pbn").read_text("latin-1")
        (folder / "file.pbn").write_text(text.replace('"N"]', '"n"]', 30), "latin-1")
        works = {
            "scan": ["scan", "file.pbn"],
            "check": ["check", "file.pbn", "--json", "--jobs", "3"],
            "convert": ["convert", "file.pbn", "target.lin", "--force", "--jobs", "3"],
        }
        expected, lasts = {}, {}
        for what, words in works.items():
            begun = time.monotonic()
            expected[what] = Run(folder, words, spawns=False).end()
            lasts[what] = time.monotonic() - begun
        for number in range(6 if given.quick else given.runs):
            what = r.choice(list(works))
            how = r.choice(["worker", "worker", "interrupt", "interrupt all", "first"])
            run = Run(folder, works[what], spawns=r.random() < 0.3)
            time.sleep(r.random() * lasts[what] * 1.2)
            disturb(run, how, r)
            found = run.end()
            left = sorted(path.name for path in folder.glob(".*.tmp"))
            came = "as undisturbed"
            if how == "first":
                came = "killed" if found[0] == -signal.SIGKILL else came
                for path in folder.glob(".*.tmp"):
                    path.unlink()  # nobody was left to do it
            elif how != "worker" and found != expected[what]:
                # Before Python's own handler is there, or as it goes, the signal itself ends it.
                came = "interrupted"
                is_clean = found[0] in {130, -signal.SIGINT, 1} and not left
                if what == "convert" and found[3] != expected[what][3]:
                    is_clean = is_clean and found[3] == b"old"
                if found[0] == 1 and b"KeyboardInterrupt" not in found[2]:
                    is_clean = False
                if not is_clean:
                    raise SystemExit(f"run {number}: {what}, {how}: {found}, {left}")
            elif found != expected[what] or left:
                raise SystemExit(f"run {number}: {what}, {how}: {found[0]} {found[2]!r} {left}")
            seen[f"{what}, {how}: {came}"] += 1
    for line, count in sorted(seen.items()):
        print(f"{count:>4} {line}")


if __name__ == "__main__":
    main()
