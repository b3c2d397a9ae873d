"""Kill -9 the session and the simulated machine at random moments, and judge what is left.

    python bench/chaos_duplimate.py --kills 500

Real processes, a real socket, a real file. The simulator writes down what really falls into the
boards; after each evening the judge compares that with the journal and with the file:

- no board is dealt wrong, skipped, or counted twice;
- every counter of the file is its old value plus the copies dealt, and the file checks clean;
- every session could be resumed, and nothing ended in a traceback;
- no card was printed or stands in the journal.

Where a session does not know whether a board was finished, the operator answers after a look
at the board, or (half of the evenings) has `--assume-dealt no` and empties it.
"""

from __future__ import annotations

import argparse
import collections
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import overtrick
from overtrick_duplimate_device.journal.journal import Journal
from overtrick_duplimate_device.journal.ledger import EntryKind
from overtrick_duplimate_device.journal.store import find_journal
from overtrick_duplimate_device.session.blind import find_cards

ROOT = Path(__file__).parents[1]
GOLDEN = ROOT / "plugins/duplimate_device/tests/data/dupsoft-32-boards.dlm"
DEALS = {board.number: board.deal for board in overtrick.read(GOLDEN)}
COMMAND = [sys.executable, "-m", "overtrick.cli", "duplimate"]
BOARDS, COPIES = 6, 2


def measure_start() -> float:
    """Return the seconds that a command takes to start on this machine, now."""
    started = time.monotonic()
    subprocess.run([*COMMAND, "devices"], check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - started


START_SECONDS = measure_start()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


class Evening:
    """One session from the first board to the last, however often it dies."""

    def __init__(self, seed: int, total: collections.Counter) -> None:
        self.random = random.Random(seed)
        self.total = total
        self.folder = Path(tempfile.mkdtemp(prefix="chaos-"))
        self.file = Path(shutil.copy(GOLDEN, self.folder / "evening.dlm"))
        self.before = self.counters()
        self.witness = self.folder / "witness.txt"
        self.witness.touch()
        self.output = self.folder / "output.txt"
        self.port = free_port()
        self.seed = seed
        self.always_no = self.random.random() < 0.5
        self.sessions = self.folder / "sessions"
        self.machine = self.start_machine()
        self.session: subprocess.Popen[bytes] | None = None

    def counters(self) -> dict[int, int]:
        return {
            board.number: int(board.extras["dlm:duplicates"]) for board in overtrick.read(self.file)
        }

    def run(self, *words: object) -> subprocess.Popen[bytes]:
        with self.output.open("ab") as out:
            return subprocess.Popen(
                [*COMMAND, *map(str, words)],
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                env={**os.environ, "OVERTRICK_SESSIONS": str(self.sessions)},
            )

    def start_machine(self) -> subprocess.Popen[bytes]:
        self.seed += 1
        process = self.run(
            "simulate", "--listen", f"127.0.0.1:{self.port}", "--speed", "60",
            "--seed", self.seed, "--faults", "0.002", "--link-faults", "0.01",
            "--cuts", "0.0005", "--witness", self.witness,
        )  # fmt: skip
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return process
            time.sleep(0.05)
        message = "the simulator did not start"
        raise AssertionError(message)

    def start_session(self) -> subprocess.Popen[bytes]:
        if not self.sessions.is_dir() or not list(self.sessions.glob("*.session")):
            return self.run(
                "deal", self.file, "--boards", f"1-{BOARDS}", "--copies", COPIES,
                "--device", f"socket://127.0.0.1:{self.port}", "--patience", 60,
            )  # fmt: skip
        words = ["resume", "--patience", 60]
        if self.always_no:
            words += ["--assume-dealt", "no"]
        else:
            answer = self.look_at_the_board()
            if answer is not None:
                self.total["answers of the operator"] += 1
                words += ["--assume-dealt", answer]
        return self.run(*words)

    def look_at_the_board(self) -> str | None:
        """Answer the doubt that the last session ended with, by what lies in the board."""
        with self.open_journal() as journal:
            attempt = journal.ledger().attempt
        if attempt is None or not attempt.may_be_complete:
            return None
        pockets = self.pockets().get(attempt.job_id)
        return "yes" if pockets == self.right(attempt.board) else "no"

    def open_journal(self) -> Journal:
        return Journal.open(find_journal(self.sessions), write=False)

    def pockets(self) -> dict[str, tuple[frozenset[int], ...]]:
        found: dict[str, dict[str, list[int]]] = {}
        for line in self.witness.read_text().splitlines():
            word, job, *rest = line.split()
            if word == "drop":
                board = found.setdefault(job, {seat: [] for seat in "NESW"})
                board[rest[0]].append(int(rest[1]))
        for board in found.values():
            for cards in board.values():
                assert len(cards) == len(set(cards))
        return {job: tuple(frozenset(board[s]) for s in "NESW") for job, board in found.items()}

    def right(self, number: int) -> tuple[frozenset[int], ...]:
        return tuple(frozenset(card.index for card in hand) for hand in DEALS[number])

    def deal(self) -> None:
        """Deal to the end, killing on the way."""
        for _ in range(400):
            if self.session is None:
                if self.is_finished():
                    break
                self.session = self.start_session()
            # Somewhere between the start of the process and the end of the evening.
            if self.wait(self.random.uniform(0.0, 2 * START_SECONDS + 1.0)):
                self.total["sessions that ended by themselves and were resumed"] += 1
                assert self.session.returncode in {0, 1, 2, 4}, self.session.returncode
                self.session = None
                continue
            if self.random.random() < 0.65:
                self.session.kill()
                self.session.wait()
                self.session = None
                self.total["kills of the session"] += 1
            else:
                self.machine.kill()
                self.machine.wait()
                self.total["kills of the machine"] += 1
                time.sleep(self.random.choice([0.0, 0.2, 0.8]))
                self.machine = self.start_machine()
        assert self.is_finished(), "the session was never finished"
        self.total["evenings"] += 1

    def wait(self, seconds: float) -> bool:
        assert self.session is not None
        try:
            self.session.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def is_finished(self) -> bool:
        if not self.sessions.is_dir() or not list(self.sessions.glob("*.session")):
            return False
        with self.open_journal() as journal:
            return any(entry.kind is EntryKind.FINISHED for entry in journal.entries())

    def judge(self) -> None:
        with self.open_journal() as journal:
            entries = list(journal.timed_entries())
        dealt, failed = {}, {}
        for _, entry in entries:
            if entry.kind is EntryKind.DEALT:
                assert entry.job_id not in dealt, "one attempt is counted twice"
                dealt[entry.job_id] = entry.board
                self.total[f"dealt, known by {entry.detail['by']}"] += 1
            elif entry.kind is EntryKind.FAILED:
                failed[entry.job_id] = str(entry.detail["reason"])
                self.total["boards given up and dealt afresh"] += 1
            elif entry.kind is EntryKind.DOUBT:
                self.total["doubts"] += 1
        wanted = dict.fromkeys(range(1, BOARDS + 1), COPIES)
        assert collections.Counter(dealt.values()) == wanted, "a board was skipped or doubled"
        pockets = self.pockets()
        for job, number in dealt.items():
            assert pockets[job] == self.right(number), f"board {number} was dealt wrong"
        for job, hands in pockets.items():
            assert sum(map(len, hands)) < 52 or job in dealt or job in failed
            # Whoever was not told to empty a board has none with cards in it.
            assert not failed.get(job, "").startswith(("not started", "refused")), job
        after = self.counters()
        for number, before in self.before.items():
            assert after[number] == before + wanted.get(number, 0), f"counter of {number}"
        assert not overtrick.read(self.file, check=True).diagnostics
        text = self.output.read_text(errors="replace") + "\n".join(map(str, entries))
        assert not find_cards(text), find_cards(text)
        assert "Traceback" not in text, text

    def close(self) -> None:
        for process in (self.session, self.machine):
            if process is not None and process.poll() is None:
                process.send_signal(signal.SIGKILL)
                process.wait()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    total: collections.Counter[str] = collections.Counter()
    seed, started = arguments.seed * 1_000_000, time.monotonic()
    while total["kills of the session"] + total["kills of the machine"] < arguments.kills:
        seed += 1000
        evening = Evening(seed, total)
        try:
            evening.deal()
            evening.judge()
        except BaseException:
            print(f"seed {seed}; everything is kept in {evening.folder}", file=sys.stderr)
            raise
        finally:
            evening.close()
        shutil.rmtree(evening.folder)
        kills = total["kills of the session"] + total["kills of the machine"]
        print(
            f"{kills} kills, {total['evenings']} evenings, {time.monotonic() - started:.0f} s",
            flush=True,
        )
    for name, count in sorted(total.items()):
        print(f"{count:6} {name}")
    print("wrong boards 0, skipped 0, doubled 0, cards shown 0, sessions lost 0")
    return 0


if __name__ == "__main__":
    sys.exit(main())
