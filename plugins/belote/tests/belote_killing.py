"""Real games in real processes that are killed at random moments, and a judge of what is left.

Used by the tests, and with many kills by `tests/chaos/run.py --scenario games`.
"""

from __future__ import annotations

import contextlib
import os
import random
import selectors
import subprocess
import sys
import time
from pathlib import Path

from overtrick_belote.rules.auction import PASS
from overtrick_belote.rules.cards import ordered
from overtrick_belote.rules.state import Phase, Play, playable
from overtrick_belote.table.entries import ActionTaken, Entry
from overtrick_belote.table.saves import read_save, restore
from overtrick_belote.table.session import Table

COMMAND = [sys.executable, "-m", "overtrick_cli", "belote"]
OPTIONS = ("--level", "novice", "--adviser", "novice", "--rule", "game-points=900")
ANSWERS = {"Your call": "p", "Your card": "1", "Enter": ""}


class Evening:
    """One game from the first call to its end, however often its process dies.

    The person answers each prompt in the same way, so that what stands in the journal must at
    any moment be the beginning of what an undisturbed game would have written.

    Args:
        folder: where the game is kept.
        seed: of the game, and of the moments.
        start: seconds that the program takes to start, or somewhat less.
    """

    def __init__(self, folder: Path, seed: int, start: float = 0.4) -> None:
        self.start = start
        self.folder = folder
        self.seed = seed
        self.random = random.Random(seed)
        self.kills = 0
        self.starts = 0
        self.most_lost = 0
        self.cut_lines = 0
        self.is_finished = False
        self._answered = 0
        self._before: tuple[Entry, ...] = ()

    def play(self, kills: int) -> None:
        """Play until the game is over, or so many kills are done."""
        while not self.is_finished and self.kills < kills:
            self._run()
            self._judge()

    def _journal(self) -> Path | None:
        found = list((self.folder / "games").glob("*.b32game"))
        assert len(found) <= 1, found
        return found[0] if found else None

    def _run(self) -> None:
        """Start or resume the game, and kill it somewhere."""
        words = ["--resume"] if self._journal() else ["--new", "--seed", str(self.seed), *OPTIONS]
        errors = self.folder / "errors.txt"
        self.folder.mkdir(parents=True, exist_ok=True)
        with errors.open("ab") as stderr:
            process = subprocess.Popen(
                [*COMMAND, *words],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=stderr,
                env={**os.environ, "OVERTRICK_BELOTE": str(self.folder), "LC_ALL": "C.UTF-8"},
            )
        self.starts += 1
        # Some die before they have begun, most of them somewhere in the play.
        moment = time.monotonic() + self.start * self.random.choice([0.1, 1.0, 1.2, 1.5, 2.0, 3.0])
        moment += self.random.uniform(0.0, 0.7 * self.start)
        answers = self._answer_until(process, moment)
        if process.poll() is None:
            process.kill()
            self.kills += 1
        process.wait()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                # It may have been killed with an answer on its way.
                with contextlib.suppress(BrokenPipeError):
                    stream.close()
        self._answered = answers

    def _answer_until(self, process: subprocess.Popen[bytes], moment: float) -> int:
        """Answer prompts until a moment; return how many answers were followed by a prompt."""
        assert process.stdin is not None
        assert process.stdout is not None
        followed, is_waiting = 0, False
        text = b""
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            while (left := moment - time.monotonic()) > 0:
                if not selector.select(left):
                    return followed
                chunk = os.read(process.stdout.fileno(), 65536)
                if not chunk:
                    self.is_finished = process.wait() == 0
                    return followed
                text += chunk
                if not text.endswith(b" > "):
                    continue
                prompt = text.decode().rpartition("\n")[2]
                text = b""
                followed += is_waiting
                answer = next(reply for name, reply in ANSWERS.items() if prompt.startswith(name))
                # Only what is written into the journal counts.
                is_waiting = not prompt.startswith("Enter to stop")
                try:
                    process.stdin.write(answer.encode() + b"\n")
                    process.stdin.flush()
                except BrokenPipeError:
                    return followed
        return followed

    def _judge(self) -> None:
        errors = (self.folder / "errors.txt").read_text()
        assert "Traceback" not in errors, errors
        path = self._journal()
        if path is None:
            # Killed before there was a game, or the game is over.
            if self.is_finished:
                assert (self.folder / "games.jsonl").read_bytes().endswith(b"\n")
            self._before = ()
            return
        data = path.read_bytes()
        save, end = read_save(data, path.name)
        self.cut_lines += end < len(data)
        table = restore(save, path.name)
        before = self._before
        assert save.entries[: len(before)] == before, "what was kept is gone"
        own = [entry for entry in save.entries[len(before) :] if is_answer(entry)]
        # All answers that a prompt followed are there: at most the last one is lost.
        assert len(own) >= self._answered, (len(own), self._answered)
        self.most_lost = max(self.most_lost, self._answered - len(own))
        assert tuple(undisturbed(save.setup, len(save.entries))) == save.entries
        assert table.entries == list(save.entries)
        self._before = save.entries


def is_answer(entry: Entry) -> bool:
    """Tell whether an entry comes from an answer to a prompt."""
    return not (isinstance(entry, ActionTaken) and entry.by_computer)


def undisturbed(setup, count: int) -> list[Entry]:
    """Return what a game writes whose person answers as `ANSWERS` has it."""
    table = Table(setup)
    while len(table.entries) < count:
        if table.is_over:
            table.next_hand()
        elif not table.is_persons_turn:
            table.step()
        elif table.play_forced() is not None:
            continue
        elif table.state.phase is Phase.AUCTION:
            table.act(PASS)
        else:
            contract = table.state.contract
            table.act(Play(ordered(playable(table.state), contract.bid.suit)[0]))
    return table.entries
