"""Several sessions deal one DLM file at once, in real processes: every counter must be exact.

    python tests/sweeps/shared_file.py --runs 50

Each run starts 2 to 4 sessions on one file, each with a machine of its own: boards and copies by
chance, the file named by its own path, by a symbolic link or by a way round, the journals in one
folder or in one for each session (as on several computers). With `--kills` (half of the runs by
default) sessions are killed with `kill -9` at random moments and resumed until they are finished.
Then the judge adds up the journals: each counter of the file must be its old value plus every copy
that some session dealt, and the file must check clean.
"""

from __future__ import annotations

import argparse
import collections
import contextlib
import multiprocessing
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path

import overtrick
from overtrick_cli.commands import run
from overtrick_dlm import BOOKKEEPER
from overtrick_duplimate_device import LedgerStatus
from overtrick_duplimate_device.commands import deal
from overtrick_duplimate_device.journal.store import survey
from overtrick_duplimate_device.session.sharing import lock_path

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "plugins/duplimate_device/tests/data/dupsoft-32-boards.dlm"
FORK = multiprocessing.get_context("fork")
WAIT = 120


def session_process(words: list[str], folder: Path) -> None:
    """Be one session: a process of its own, and a group of its own."""
    os.environ["OVERTRICK_SESSIONS"] = str(folder)
    with (folder.parent / f"{folder.name}.out").open("a") as out:
        os.dup2(out.fileno(), 1)
        os.dup2(out.fileno(), 2)
        with Path(os.devnull).open() as nothing:
            os.dup2(nothing.fileno(), 0)
        sys.stdin = None
        code = run(["duplimate", *words])
        sys.stdout.flush()
        os._exit(code)


class Evening:
    """One file, several sessions."""

    def __init__(self, seed: int, total: collections.Counter[str], *, kills: bool) -> None:
        self.random = random.Random(seed)
        self.total = total
        self.kills = kills
        self.folder = Path(tempfile.mkdtemp(prefix="shared-"))
        self.file = Path(shutil.copy(GOLDEN, self.folder / "evening.dlm"))
        self.before = BOOKKEEPER.counters(self.file.read_bytes())
        (self.folder / "link.dlm").symlink_to(self.file)
        (self.folder / "way").mkdir()
        self.names = [self.file, self.folder / "link.dlm", self.folder / "way/../evening.dlm"]

    def run(self) -> None:
        count = self.random.randint(2, 4)
        dealers = [self.session(index) for index in range(count)]
        try:
            while dealers:
                dealers = [dealer for dealer in dealers if self.is_alive(dealer)]
                time.sleep(0.002)
        finally:
            for dealer in dealers:
                dealer["process"].kill()
                dealer["process"].join()
        self.total["sessions"] += count
        self.judge(count)

    def session(self, index: int) -> dict:
        folder = self.folder / f"computer-{index}"
        first = self.random.randint(1, 6)
        words = [
            "deal", str(self.random.choice(self.names)), "--new",
            "--boards", f"{first}-{first + self.random.randint(1, 4)}",
            "--copies", str(self.random.randint(1, 2)),
            "--device", f"simulator:?speed=0&seed={self.random.randrange(1 << 30)}",
            "--assume-dealt", "no",
        ]  # fmt: skip
        dealer = {"folder": folder, "words": words, "end": time.monotonic() + WAIT}
        self.start(dealer)
        return dealer

    def start(self, dealer: dict) -> None:
        folder = dealer["folder"]
        folder.mkdir(exist_ok=True)
        words = dealer["words"]
        if survey(folder).sound:
            words = ["resume", "--assume-dealt", "no"]
        dealer["process"] = FORK.Process(target=session_process, args=(words, folder))
        dealer["process"].start()
        is_doomed = self.kills and self.random.random() < 0.7
        dealer["kill"] = time.monotonic() + self.random.uniform(0.01, 0.4) if is_doomed else None

    def is_alive(self, dealer: dict) -> bool:
        process = dealer["process"]
        if time.monotonic() > dealer["end"]:
            raise AssertionError(f"a session hangs: {dealer['words']}")
        if dealer["kill"] is not None and time.monotonic() > dealer["kill"]:
            os.kill(process.pid, signal.SIGKILL)
            process.join()
            dealer["kill"] = None
            if process.exitcode == -signal.SIGKILL:
                self.total["kills"] += 1
        if process.is_alive():
            return True
        if process.exitcode == 0:
            return False
        if process.exitcode == -signal.SIGKILL:
            self.start(dealer)
            return True
        said = dealer["folder"].with_suffix(".out").read_text()
        if "every session is finished" in said.splitlines()[-1]:
            return False  # it was killed after its last word
        raise AssertionError(said)

    def judge(self, count: int) -> None:
        dealt: collections.Counter[int] = collections.Counter()
        found = 0
        for index in range(count):
            journals = survey(self.folder / f"computer-{index}")
            assert not journals.damaged
            for journal in journals.sound:
                ledger = journal.ledger()
                found += 1
                assert ledger.standing is LedgerStatus.FINISHED, journal.path
                dealt.update(ledger.done)
        assert found == count, "a session has no journal, or two"
        after = BOOKKEEPER.counters(self.file.read_bytes())
        for board, before in self.before.items():
            self.total["counters"] += 1
            self.total["counters that are wrong"] += after[board] != before + dealt[board]
        self.total["copies dealt"] += sum(dealt.values())
        assert not overtrick.read(self.file, check=True).diagnostics
        with contextlib.suppress(FileNotFoundError):
            left = lock_path(self.file).stat().st_size
            assert self.kills or not left


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kills", choices=["no", "half", "all"], default="half")
    parser.add_argument("--quick", action="store_true", help="two runs, one of them with kills")
    arguments = parser.parse_args()
    if not hasattr(os, "fork"):
        print("needs fork; nothing was tried")
        return 0
    assert deal.deal  # imported once, before the processes part
    total: collections.Counter[str] = collections.Counter()
    started = time.monotonic()
    for number in range(2 if arguments.quick else arguments.runs):
        kills = arguments.kills == "all" or (arguments.kills == "half" and number % 2 == 1)
        evening = Evening(arguments.seed * 1_000_003 + number, total, kills=kills)
        try:
            evening.run()
        except BaseException:
            print(f"run {number}; everything is kept in {evening.folder}", file=sys.stderr)
            raise
        if total["counters that are wrong"]:
            print(f"run {number}; everything is kept in {evening.folder}", file=sys.stderr)
            return 1
        shutil.rmtree(evening.folder)
        total["runs"] += 1
    total["counters that are wrong"] += 0
    for name, count in sorted(total.items()):
        print(f"{count:6} {name}")
    print(f"{time.monotonic() - started:6.0f} seconds")
    return 0


if __name__ == "__main__":
    sys.exit(main())
