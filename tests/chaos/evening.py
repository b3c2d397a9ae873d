"""Evenings: sessions that deal a file on simulated machines, with all kinds of trouble.

An evening has a troubled part and a calm one. In the troubled part faults come until there were
enough of them; in the calm part machines and lines are sound and every session is resumed until it
is finished, which it must be after a few runs.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import shutil
import signal
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import attrs

import overtrick
from chaos.evidence import (
    Record,
    counters_of,
    deals_of,
    hands_of,
    read_records,
    read_witness,
    session_names,
)
from chaos.machines import BadLine, Machine
from chaos.stage import (
    GOLDEN,
    Command,
    Stage,
    ViolationError,
    clock_fault,
    fault_layer,
    io_fault,
    io_kill,
    io_signal,
    start_seconds,
)
from overtrick.disk.sources import read_content
from overtrick.disk.targets import replace_content
from overtrick_dlm import BOOKKEEPER
from overtrick_duplimate_device import EntryKind

CALM_RUNS = 8
"""After so many undisturbed runs a session must be finished."""


@attrs.frozen(kw_only=True)
class Kind:
    """What an evening is like.

    Attributes:
        at_start: how a session may start, by weight; see `AT_START`.
        during: what may befall it while it runs, by weight; see `DURING`.
        between: what may happen before it is resumed, by weight; see `BETWEEN`.
        machine: options of the simulated machine, drawn one set an evening.
        hosts: how many sessions, drawn one number an evening.
        one_machine: whether they share one machine.
        one_file: whether they share one file.
        line: chance of a trouble at each piece that passes the line.
        small_disk: whether the files lie on a disk of a megabyte.
        decoy: whether another session, on another file, was used before and is not finished.
        faults: how many faults make an evening.
        patience: seconds for which a session waits for what it asks for.
        has_counters: whether it is always a DLM file; otherwise sometimes PBN.
        piped: whether the boards come from standard input.
        is_sealed: whether the file is sealed; otherwise sometimes.
    """

    at_start: Mapping[str, int] = attrs.field(factory=lambda: {"plainly": 1})
    during: Mapping[str, int] = attrs.field(factory=lambda: {"nothing": 1})
    between: Mapping[str, int] = attrs.field(factory=lambda: {"nothing": 1})
    machine: tuple[tuple[object, ...], ...] = ((),)
    hosts: tuple[int, ...] = (1,)
    one_machine: bool = False
    one_file: bool = False
    line: float = 0.0
    small_disk: bool = False
    decoy: bool = False
    faults: tuple[int, int] = (8, 16)
    patience: int = 20
    has_counters: bool = True
    piped: bool = False
    is_sealed: bool = False


class Host:
    """One session, from the first board to the last, however often it ends."""

    def __init__(self, evening: Evening, number: int, machine: Machine, file: Path) -> None:
        stage = evening.stage
        r = stage.random
        self.evening, self.number, self.machine, self.file = evening, number, machine, file
        self.copies = r.choice([1, 2] if stage.is_quick else [2, 3, 4])
        self.boards = sorted(r.sample(range(1, 33), 2 if stage.is_quick else r.randint(3, 5)))
        self.order = r.choice(["board", "set"])
        self.line: BadLine | None = None
        if evening.kind.line:
            self.line = BadLine(machine.port, r.randrange(1_000_000), evening.kind.line)
            stage.at_close(self.line.close)
        self.session = ""
        self.command: Command | None = None
        self.is_finished = False
        self.is_interrupted = False
        self.is_moved = False
        self.known: dict[str, int] = {}
        self.given_up: set[str] = set()
        self.starts = 0

    @property
    def stage(self) -> Stage:
        """The run."""
        return self.evening.stage

    @property
    def url(self) -> str:
        """Where its machine is."""
        return f"socket://127.0.0.1:{self.line.port if self.line else self.machine.port}"

    @property
    def is_running(self) -> bool:
        """Whether it has a process; one that has ended is seen to."""
        if self.command is None:
            return False
        if self.command.is_alive:
            return True
        self._ended(self.command)
        self.command = None
        return False

    def _ended(self, command: Command) -> None:
        record = self.record()
        self.is_finished = record is not None and record.is_finished
        self.is_interrupted = False
        self.stage.tell(after=command.number, finished=self.is_finished)

    def record(self) -> Record | None:
        """Return its journal, if there is one."""
        records = read_records(self.evening.sessions)
        if not self.session:
            self._claim(records)
        return records.get(self.session)

    def start(self, **how: object) -> None:
        """Begin the session, or go on with it."""
        record = self.record()
        evening = self.evening
        common = ["--operator-timeout", evening.kind.patience, "--sessions-dir", evening.sessions]
        if record is None:
            words = [
                "deal", "-" if self.evening.kind.piped else self.file,
                "--boards", ",".join(map(str, self.boards)), "--copies", self.copies,
                "--order", self.order, "--device", self.url, *common,
            ]  # fmt: skip
            if len(self.evening.hosts) > 1 or self.evening.decoys:
                words.append("--new")
        else:
            words = ["resume", *common, *self._answer(record)]
            if self.evening.kind.piped:
                words += ["--file", "-"]
            elif self.is_moved:
                # From then on the session itself knows.
                words += ["--file", self.file]
            # Alone, or after the others have gone to bed, it need not be named.
            if len(self.evening.hosts) > 1 or self.stage.chance(0.5):
                words += ["--session", self.session]
        self.starts += 1
        with contextlib.ExitStack() as stack:
            if self.evening.kind.piped:
                how["stdin"] = stack.enter_context(self.file.open("rb"))
            self.command = self.stage.start("duplimate", *words, **how)
        self.stage.tell(host=self.number, command=self.command.number)
        if not self.session and len(self.evening.hosts) > 1:
            self._wait_for_name()

    def _wait_for_name(self) -> None:
        # Which of several new journals is whose can be told only if they come one by one.
        until = time.monotonic() + 60
        while self.command is not None and self.command.is_alive and time.monotonic() < until:
            if self._claim(session_names(self.evening.sessions)):
                return
            time.sleep(0.02)

    def _claim(self, names: Iterable[str]) -> bool:
        """Take the new session among some as one's own."""
        others = {host.session for host in self.evening.hosts} | set(self.evening.decoys)
        found = sorted(set(names) - others)
        if len(found) > 1:
            msg = f"one start made several sessions: {found}"
            raise ViolationError(msg)
        self.session = found[0] if found else ""
        return bool(found)

    def dealt_before_repair(self, before: Record) -> dict[str, int]:
        """Remember what a journal says before it is damaged; return the jobs and their boards."""
        self.known |= {job: board for job, board, _ in before.dealt()}
        self.given_up |= set(before.failed())
        return self.known

    def full_in_hand(self, before: Record) -> tuple[str, int] | None:
        """Return job and board in hand if all its cards lie right, though nobody heard of it."""
        attempt = before.attempt
        if attempt is None:
            return None
        seen = self.evening.seen().pockets.get(attempt.job_id)
        is_right = seen == hands_of(self.evening.deals[attempt.board])
        return (attempt.job_id, attempt.board) if is_right else None

    def _answer(self, record: Record) -> list[str]:
        """Answer the doubt that the last run ended with, by what lies in the board."""
        attempt = record.attempt
        if self.evening.always_no:
            return ["--assume-dealt", "no"]
        if attempt is None or not attempt.may_be_complete:
            return []
        self.stage.counts["answers of the operator"] += 1
        seen = self.evening.seen().pockets.get(attempt.job_id)
        is_right = seen == hands_of(self.evening.deals[attempt.board])
        return ["--assume-dealt", "yes" if is_right else "no"]


class Evening:
    """What is dealt in a run, and what befalls it.

    Args:
        stage: the run.
        kind: what the evening is like.
    """

    def __init__(self, stage: Stage, kind: Kind) -> None:
        self.stage, self.kind = stage, kind
        r = stage.random
        for name in kind.at_start:
            if name in {"refused write", "kill at a write", "signal at a write", "wrong clock"}:
                fault_layer()
        self.small: SmallDisk | None = SmallDisk(stage) if kind.small_disk else None
        self.always_no = stage.chance(0.4)
        self.sessions = stage.work / "sessions"
        self.hosts: list[Host] = []
        self.decoys: list[str] = []
        self.is_sealed = kind.is_sealed or stage.chance(0.2)
        count = r.choice(kind.hosts)
        files = [self._make_file(number) for number in range(1 if kind.one_file else count)]
        self.deals = deals_of(GOLDEN)
        self.files = files
        self.added: dict[str, dict[int, int]] = {file.name: {} for file in files}
        self.before = {file.name: self._counters(file) for file in files}
        options = list(r.choice(kind.machine))
        self.machines = [
            Machine(stage, number, options, speed=60 if stage.is_quick else 30)
            for number in range(1 if kind.one_machine else count)
        ]
        for number in range(count):
            machine = self.machines[number % len(self.machines)]
            self.hosts.append(Host(self, number, machine, files[number % len(files)]))
        if kind.decoy:
            self._make_decoy()

    def _make_file(self, number: int) -> Path:
        target = self.stage.work / f"evening-{number}.dlm"
        if self.kind.has_counters or self.stage.chance(0.75):
            shutil.copy(GOLDEN, target)
            if self.is_sealed:
                boards = overtrick.read(target, sealed="keep")
                closed = attrs.evolve(boards, is_sealed=True)
                overtrick.write(closed, target, overwrite=True)
            return target
        self.is_sealed = False
        target = target.with_suffix(".pbn")
        self.stage.run("convert", GOLDEN, target, "-q")
        return target

    @staticmethod
    def _counters(file: Path) -> dict[int, int]:
        return counters_of(file) if file.suffix == ".dlm" else {}

    def _make_decoy(self) -> None:
        file = Path(shutil.copy(GOLDEN, self.stage.work / "another.dlm"))
        command = self.stage.start(
            "duplimate", "deal", file, "--device", "simulator:?speed=1", "--copies", "9",
            "--sessions-dir", self.sessions,
        )  # fmt: skip
        until = time.monotonic() + 60
        while "Put" not in command.out.read_text() and command.is_alive:
            if time.monotonic() > until:
                break
            time.sleep(0.02)
        command.send(signal.SIGTERM)
        command.end()
        self.decoys = session_names(self.sessions)

    def seen(self):
        """Return what really fell into the boards."""
        return read_witness([machine.witness for machine in self.machines])

    def run(self) -> None:
        """Deal to the end, with trouble and then without."""
        low, high = (2, 3) if self.stage.is_quick else self.kind.faults
        enough = self.stage.random.randint(low, high)
        rounds = 0
        while self._open() and rounds < 3 * enough and self.stage.faults.total() < enough:
            rounds += 1
            self._trouble()
        self._calm()
        self._write_plan()

    def _open(self) -> list[Host]:
        return [host for host in self.hosts if not host.is_finished]

    def _trouble(self) -> None:
        r, stage = self.stage.random, self.stage
        for host in self._open():
            if host.is_running or host.is_finished:
                continue
            self._draw(self.kind.between, BETWEEN, host)
            self._draw(self.kind.at_start, AT_START, host)
        if stage.is_quick:
            time.sleep(r.uniform(0.0, 1.5 * start_seconds()))
        else:
            # Somewhere between the start of the process and the end of the evening.
            time.sleep(r.uniform(0.0, 2 * start_seconds() + 1.0))
        running = [host for host in self.hosts if host.is_running]
        if running:
            self._draw(self.kind.during, DURING, r.choice(running))

    def _draw(self, weights: Mapping[str, int], table: Mapping[str, Callable], host: Host) -> None:
        name = self.stage.random.choices(list(weights), list(weights.values()))[0]
        table[name](self, host)

    def _calm(self) -> None:
        if self.small is not None:
            self.small.free()
        for host in self.hosts:
            if host.line is not None:
                host.line.is_calm = True
                self.stage.faults["trouble on the line"] += host.line.troubles
        for host in self.hosts:
            if host.is_running and host.command is not None:
                self._end_softly(host)
        for machine in self.machines:
            machine.calm()
        for host in self.hosts:
            for _ in range(CALM_RUNS):
                if host.is_finished:
                    break
                host.start()
                host.command.end()
                # Its end is seen to by asking.
                assert not host.is_running
            if not host.is_finished:
                msg = f"session {host.session or 'without a name'} was never finished"
                raise ViolationError(msg)

    @staticmethod
    def _end_softly(host: Host) -> None:
        command = host.command
        if command.wait(2.0):
            return
        command.send(signal.SIGCONT)
        command.send(signal.SIGTERM)
        command.end()

    def _write_plan(self) -> None:
        plan = self.stage.plan
        plan["files"] = [
            {
                "name": file.name,
                "before": self.before[file.name],
                "added": self.added[file.name],
            }
            for file in self.files
        ]
        plan["hosts"] = [
            {
                "session": host.session,
                "file": "" if self.kind.piped else host.file.name,
                "boards": host.boards,
                "copies": host.copies,
                "starts": host.starts,
                "known": host.known,
                "given_up": sorted(host.given_up),
            }
            for host in self.hosts
        ]
        plan["decoys"] = self.decoys
        plan["sealed"] = self.is_sealed
        plan["witnesses"] = [machine.witness.name for machine in self.machines]
        self.stage.write_plan()


class SmallDisk:
    """A disk of a megabyte under the run's files, which something else fills.

    Raises:
        LeftOutError: this user may not mount one.
    """

    def __init__(self, stage: Stage) -> None:
        from chaos.stage import LeftOutError

        words = ["mount", "-t", "tmpfs", "-o", "size=1m", "chaos", stage.work]
        if os.geteuid() or subprocess.run(words, check=False, capture_output=True).returncode:
            msg = "the right to mount a small disk"
            raise LeftOutError(msg)
        self._work = stage.work
        self._stage = stage
        self._ballast = stage.work / "ballast"
        stage.at_close(self._release)

    def fill(self) -> None:
        """Leave some kilobytes, or none."""
        leave = self._stage.random.choice([0, 0, 4096, 16_384, 49_152])
        room = os.statvfs(self._work)
        size = max(0, room.f_bavail * room.f_frsize - leave)
        with self._ballast.open("ab") as file, contextlib.suppress(OSError):
            file.write(bytes(size))
        self._stage.fault("full disk", left=leave)

    def free(self) -> None:
        """Take away what fills it."""
        self._ballast.unlink(missing_ok=True)

    def _release(self) -> None:
        # The judge reads what lay there, also in a folder that was kept.
        kept = self._work.with_name("kept")
        shutil.copytree(self._work, kept)
        subprocess.run(["umount", "-l", self._work], check=True)
        self._work.rmdir()
        kept.rename(self._work)


# How a session starts.


def start_plainly(evening: Evening, host: Host) -> None:
    host.start()


def start_with_refused_write(evening: Evening, host: Host) -> None:
    host.start(at=io_fault(evening.stage))


def start_with_kill_at_write(evening: Evening, host: Host) -> None:
    host.start(at=io_kill(evening.stage))


def start_with_signal_at_write(evening: Evening, host: Host) -> None:
    at = io_signal(evening.stage)
    host.start(at=at)
    host.is_interrupted = at.endswith("int")


def start_with_wrong_clock(evening: Evening, host: Host) -> None:
    clock = clock_fault(evening.stage)
    evening.stage.fault("wrong clock", clock=clock)
    shift = int(clock.partition("@")[0])
    began = time.time()
    host.start(clock=clock)
    if evening.stage.chance(0.5):
        host.command.wait(1.0)
        _shift_times(evening.sessions, shift, began)


def _shift_times(folder: Path, shift: int, since: float) -> None:
    """Give what was written since then the time that the wrong clock would have given."""
    for path in folder.glob("*"):
        with contextlib.suppress(FileNotFoundError):
            at = path.stat().st_mtime
            if since - 1 < at:
                os.utime(path, (at + shift, at + shift))


def start_with_bad_streams(evening: Evening, host: Host) -> None:
    stage = evening.stage
    how = stage.random.choice(["full", "broken", "closed 0", "closed 1", "closed 2", "closed all"])
    stage.fault("bad stream", how=how)
    if how == "full":
        with Path("/dev/full").open("wb") as full:
            host.start(stdout=full, stderr=full if stage.chance(0.3) else None)
    elif how == "broken":
        reading, writing = os.pipe()
        os.close(reading)
        host.start(stdout=writing, stderr=writing if stage.chance(0.3) else None)
        os.close(writing)
        host.command.facts["broken"] = True
    else:
        closed = (0, 1, 2) if how == "closed all" else (int(how[-1]),)
        host.start(closed=closed)


def start_with_operator(evening: Evening, host: Host) -> None:
    """Somebody sits there who types at random, but never answers a question."""
    host.start(stdin=subprocess.PIPE)


AT_START: dict[str, Callable[[Evening, Host], None]] = {
    "plainly": start_plainly,
    "refused write": start_with_refused_write,
    "kill at a write": start_with_kill_at_write,
    "signal at a write": start_with_signal_at_write,
    "wrong clock": start_with_wrong_clock,
    "bad stream": start_with_bad_streams,
    "operator": start_with_operator,
}


# What befalls it while it runs.


def nothing(evening: Evening, host: Host) -> None:
    """Let it be."""


def kill_session(evening: Evening, host: Host) -> None:
    evening.stage.fault("kill -9 of a session")
    host.command.kill()


def kill_machine(evening: Evening, host: Host) -> None:
    evening.stage.fault("kill -9 of a machine")
    host.machine.restart(evening.stage.random.choice([0.0, 0.2, 0.8]))


def kill_at_the_last_cards(evening: Evening, host: Host) -> None:
    """Wait until the last cards of a board fall, and end the session, the machine, or both."""
    r = evening.stage.random
    fallen, until = r.randint(47, 52), time.monotonic() + 5
    while _cards_in_hand(host.machine.witness) < fallen:
        if time.monotonic() > until or not host.command.is_alive:
            return
        time.sleep(0.002)
    who = r.choice(["session", "machine", "both"])
    evening.stage.fault(f"kill -9 at the last cards: {who}")
    if who != "machine":
        host.command.kill()
    if who != "session":
        host.machine.restart()


def _cards_in_hand(witness: Path) -> int:
    """Return how many cards of the last board lie in it; 0 once it is done."""
    with witness.open("rb") as file:
        file.seek(max(0, witness.stat().st_size - 2400))
        lines = file.read().split(b"\n")[1:-1]
    count = 0
    for line in reversed(lines):
        if not line.startswith(b"drop "):
            break
        count += 1
    return count


def send_signal(evening: Evening, host: Host) -> None:
    what = evening.stage.random.choice([signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
    if host.is_interrupted:
        # A paused session waits for ever: the second one ends it.
        what = evening.stage.random.choice([signal.SIGTERM, signal.SIGINT])
    evening.stage.fault(f"{what.name}")
    command = host.command
    command.send(what)
    if what == signal.SIGINT and not host.is_interrupted:
        host.is_interrupted = True
        if evening.stage.chance(0.5):
            return
        time.sleep(evening.stage.random.uniform(0.0, 0.3))
        command.send(signal.SIGINT)
        evening.stage.fault("SIGINT")
    if not command.wait(60):
        # Between the two the machine may have begun to deal; then it was the first again.
        command.send(signal.SIGTERM)
        if not command.wait(60):
            msg = f"command {command.number} does not end on {what.name}"
            raise ViolationError(msg)


def freeze(evening: Evening, host: Host) -> None:
    """The lid is closed, or the machine hangs."""
    r = evening.stage.random
    command = r.choice([host.command, host.machine.command])
    evening.stage.fault("frozen for a moment")
    command.send(signal.SIGSTOP)
    time.sleep(r.choice([0.1, 0.5, 1.5]))
    command.send(signal.SIGCONT)


def stranger(evening: Evening, host: Host) -> None:
    evening.stage.fault("stranger on the line")
    host.machine.stranger()


def look(evening: Evening, host: Host) -> None:
    """Other commands on the same file, and on the journal."""
    stage = evening.stage
    r, file = stage.random, host.file
    target = stage.work / f"look-{r.randrange(3)}.{r.choice(['pbn', 'dup', 'dlm'])}"
    words = r.choice(
        [
            ["check", file],
            ["detect", file],
            ["convert", file, target, "--force", "-q"],
            ["convert", file, target, "--force", "-q"],
            ["edit", file, target, "--drop", "32", "--force", "-q"],
            ["duplimate", "status", "--sessions-dir", evening.sessions],
            ["duplimate", "log", "--json", "--sessions-dir", evening.sessions],
        ]
    )  # fmt: skip
    stage.fault("other command meanwhile", words=list(map(str, words)))
    command = stage.run(*words)
    if words[0] == "duplimate" and not session_names(evening.sessions):
        return
    if evening.is_sealed and target in words and target.suffix != ".dlm":
        if command.code != 2 or target.exists():
            msg = f"a sealed file is written as {target.name}: exit code {command.code}"
            raise ViolationError(msg)
        return
    if command.code:
        msg = f"command {command.number} failed: {words}: {command.err.read_text()}"
        raise ViolationError(msg)
    if target in words:
        _must_hold(evening, target, drop=words[0] == "edit")


def _must_hold(evening: Evening, target: Path, *, drop: bool) -> None:
    wanted = {
        number: hands_of(deal)
        for number, deal in evening.deals.items()
        if not (drop and number == 32)
    }
    found = {number: hands_of(deal) for number, deal in deals_of(target).items()}
    if found != wanted:
        msg = f"{target.name} does not hold what {evening.files[0].name} does"
        raise ViolationError(msg)


def edit_in_place(evening: Evening, host: Host) -> None:
    """Somebody writes the file anew, with the same boards, while it is dealt."""
    stage = evening.stage
    stage.fault("file edited meanwhile")
    words = ["edit", host.file, host.file, "--boards", "1-32", "--force", "-q"]
    command = stage.run(*words, blind=False)
    if command.code not in {0, 1}:
        msg = f"command {command.number} ended with exit code {command.code}"
        raise ViolationError(msg)
    stage.counts["edits refused, as the file had changed"] += command.code


def type_words(evening: Evening, host: Host) -> None:
    """Somebody types; nothing that answers a question."""
    pipe = host.command.process.stdin
    if pipe is None:
        return
    r = evening.stage.random
    word = r.choice(["p", "c", "", "e", "xyzzy", "pause", "continue", "\x1b[A", "s"])
    evening.stage.fault("something typed", word=word)
    with contextlib.suppress(BrokenPipeError):
        os.write(pipe.fileno(), word.encode() + b"\n")


def fill_disk(evening: Evening, host: Host) -> None:
    evening.small.fill()
    if evening.stage.chance(0.5):
        time.sleep(evening.stage.random.uniform(0.1, 1.0))
        evening.small.free()


DURING: dict[str, Callable[[Evening, Host], None]] = {
    "nothing": nothing,
    "kill session": kill_session,
    "kill machine": kill_machine,
    "kill at the last cards": kill_at_the_last_cards,
    "signal": send_signal,
    "freeze": freeze,
    "stranger": stranger,
    "look": look,
    "type": type_words,
    "edit": edit_in_place,
    "fill disk": fill_disk,
}


# What happens before it is resumed.


def _is_quiet(evening: Evening) -> bool:
    return not any(host.is_running for host in evening.hosts)


def recount(evening: Evening, host: Host) -> None:
    """Another program counts boards in the same file."""
    if host.file.suffix != ".dlm" or not _is_quiet(evening):
        return
    lock = host.file.with_name(f".{host.file.name}.lock")
    if lock.exists() and lock.stat().st_size:
        # A session was killed as it counted. If a program without the lock counts the same board
        # before anybody finds out whether that was done, nobody can find out any more.
        return
    r = evening.stage.random
    data = read_content(host.file)
    counters = BOOKKEEPER.counters(data)
    added = {number: r.randint(1, 3) for number in r.sample(sorted(counters), 3)}
    more = {number: counters[number] + value for number, value in added.items()}
    replace_content(host.file, BOOKKEEPER.with_counters(data, more))
    total = evening.added[host.file.name]
    for number, value in added.items():
        total[number] = total.get(number, 0) + value
    evening.stage.fault("counted by another program", added=added)


def other_deals(evening: Evening, host: Host) -> None:
    """The file's deals are others, or it is gone or cut; nothing may be dealt from it."""
    if not host.session or not _is_quiet(evening):
        return
    r = evening.stage.random
    record = host.record()
    if record is None or record.is_finished:
        return
    how = r.choice(["other deals", "gone", "cut", "changed"])
    evening.stage.fault(f"file {how}")
    before = host.file.read_bytes()
    jobs = len(evening.seen().pockets)
    if how == "other deals":
        evening.stage.run("edit", host.file, host.file, "--rotate", 1, "--force", "-q")
    elif how == "gone":
        host.file.unlink()
    elif how == "cut":
        host.file.write_bytes(before[: r.randrange(len(before) // 2)])
    else:
        # One card goes to another hand: the file itself says that something is wrong.
        at = before.index(b"Board 01=" if host.file.suffix == ".dlm" else b"[Deal ") + 14
        host.file.write_bytes(before[:at] + bytes([before[at] ^ 1]) + before[at + 1 :])
    host.start()
    code = host.command.end()
    assert not host.is_running
    if code not in {1, 2}:
        msg = f"resumed with exit code {code} although the file is {how}"
        raise ViolationError(msg)
    if len(evening.seen().pockets) != jobs:
        msg = f"something was dealt although the file is {how}"
        raise ViolationError(msg)
    host.file.write_bytes(before)


def move_file(evening: Evening, host: Host) -> None:
    """The file has another name now; the session must be told, and goes on with that one."""
    if host.record() is None or not _is_quiet(evening):
        return
    evening.stage.fault("file moved")
    old = host.file
    host.file = old.rename(old.with_name(f"m-{old.name}"))
    host.is_moved = True
    evening.files = [host.file]
    for facts in (evening.before, evening.added):
        facts[host.file.name] = facts.pop(old.name)


def damage(evening: Evening, host: Host) -> None:
    """Something happens to the journal's files; it must be named, or be harmless."""
    stage = evening.stage
    before = host.record()
    if before is None or not _is_quiet(evening):
        return
    whole = Path(tempfile.mkdtemp(prefix="whole-", dir=stage.folder))
    shutil.copytree(evening.sessions, whole, dirs_exist_ok=True)
    how = _damage(evening, host)
    stage.fault("damaged journal", how=how)
    after = read_records(evening.sessions).get(host.session)
    if after is not None and not after.error and after.entries == before.entries:
        stage.counts["damaged journals that were whole all the same"] += 1
    else:
        _must_be_refused(evening, host, how, after)
        stage.counts["damaged journals that were named"] += 1
        if stage.chance(0.2) or not _repair(evening, host, before, how):
            shutil.rmtree(evening.sessions)
            shutil.copytree(whole, evening.sessions)
            stage.counts["damaged journals put back from a copy"] += 1
    shutil.rmtree(whole)


def _damage(evening: Evening, host: Host) -> str:
    """Change, cut or remove a file of a journal, or change both; return what was done."""
    r = evening.stage.random
    first = evening.sessions / f"{host.session}.session"
    files = [first, first.with_name(first.name + "-2")]
    if r.random() < 0.4:
        # Both cut at their ends would be what an older journal is; nobody can tell those apart.
        ways = ["byte", "zeros", "line gone"]
        at = r.randrange(first.stat().st_size) if r.random() < 0.5 else None
        return ", ".join(_spoil(r, file, ways, at) for file in files)
    return _spoil(
        r, r.choice(files), ["byte", "byte", "cut", "cut a line", "zeros", "removed", "line gone"]
    )


def _spoil(r: random.Random, file: Path, ways: list[str], at: int | None = None) -> str:
    data = file.read_bytes()
    at, how = r.randrange(len(data)) if at is None else at, r.choice(ways)
    if how == "byte":
        data = data[:at] + bytes([data[at] ^ (1 << r.randrange(8))]) + data[at + 1 :]
    elif how == "cut":
        data = data[:at]
    elif how == "cut a line":
        data = data[: data.rfind(b"\n", 0, at) + 1]
    elif how == "zeros":
        data = data[:at] + bytes(min(1500, len(data) - at)) + data[at + 1500 :]
    elif how == "line gone":
        lines = data.splitlines(keepends=True)
        del lines[min(data[:at].count(b"\n"), len(lines) - 2)]
        data = b"".join(lines)
    file.write_bytes(data)
    if how == "removed":
        file.unlink()
    return f"{file.suffix}: {how} at {at}"


def _repair(evening: Evening, host: Host, before: Record, how: str) -> bool:
    """Have the journal repaired, with true answers; return whether that could be done."""
    stage = evening.stage
    base = ["duplimate", "repair", "--session", host.session, "--sessions-dir", evening.sessions]
    look = stage.run(*base, "--dry-run", "--json")
    if look.code == 1 and "nothing can be known" in look.err.read_text():
        return False
    if look.code:
        msg = f"repair (command {look.number}) ends with exit code {look.code} ({how})"
        raise ViolationError(msg)
    facts = json.loads(look.out.read_text())
    truth = Counter(host.dealt_before_repair(before).values())
    for board, copies in facts["surely_dealt"].items():
        if copies > truth[int(board)]:
            msg = f"repair takes {copies} copies of board {board} for surely dealt, of {truth}"
            raise ViolationError(msg)
    # In hand there may be a board that is full, though nobody heard of it.
    full = host.full_in_hand(before)
    there = truth + Counter([full[1]] if full else [])
    doubts = Counter(doubt["board"] for doubt in facts["in_doubt"])
    sure = Counter({int(board): copies for board, copies in facts["surely_dealt"].items()})
    yes = []
    for board, copies in doubts.items():
        dealt = min(copies, there[board] - sure[board])
        if 0 < dealt < copies:
            # The option names boards, not copies.
            stage.counts["repairs that needed an answer for each copy"] += 1
            return False
        yes += [board] if dealt else []
    words = [*base, "--dealt", ",".join(map(str, sorted(yes)))] if yes else base
    if doubts and not yes:
        words = [*base, "--assume-dealt", "no"]
    for _ in range(4):
        fault = stage.random.choice([io_kill, io_fault, None, None])
        command = stage.run(*words, at=fault(stage, 12) if fault else "")
        if command.code == 0:
            break
        if not command.faults:
            msg = f"repair (command {command.number}) ends with exit code {command.code} ({how})"
            raise ViolationError(msg)
    else:
        stage.run(*words)
    after = read_records(evening.sessions)[host.session]
    if after.error:
        msg = f"a repaired journal is still damaged ({how}): {after.error}"
        raise ViolationError(msg)
    if full and full[1] in yes and after.attempt is None:
        host.known[full[0]] = full[1]
    stage.counts["damaged journals that were repaired"] += 1
    stage.counts["boards in doubt after damage"] += doubts.total()
    return True


def _must_be_refused(evening: Evening, host: Host, how: str, after: Record | None) -> None:
    """Hold against a journal that was damaged: it is named, and nothing is dealt."""
    stage = evening.stage
    if after is None:
        msg = f"a damaged journal is nowhere to be seen ({how})"
        raise ViolationError(msg)
    if not after.error:
        msg = f"a damaged journal tells something else ({how})"
        raise ViolationError(msg)
    jobs = len(evening.seen().pockets)
    told = stage.run("duplimate", "status", "--sessions-dir", evening.sessions)
    if told.code == 0 or host.session not in told.out.read_text() + told.err.read_text():
        msg = f"status (command {told.number}) does not name a damaged journal ({how})"
        raise ViolationError(msg)
    common = ["--sessions-dir", evening.sessions, "--operator-timeout", "5"]
    for words in (
        ["resume", *common],
        ["deal", host.file, "--device", host.url, *common],
        ["deal", host.file, "--device", host.url, "--new", *common],
    ):
        command = stage.run("duplimate", *words)
        if command.code not in {1, 2}:
            msg = f"command {command.number} deals beside a damaged journal ({how})"
            raise ViolationError(msg)
    if len(evening.seen().pockets) != jobs:
        msg = f"something was dealt beside a damaged journal ({how})"
        raise ViolationError(msg)


BETWEEN: dict[str, Callable[[Evening, Host], None]] = {
    "nothing": nothing,
    "recount": recount,
    "other deals": other_deals,
    "move": move_file,
    "damage": damage,
}


def dealt_by(records: Mapping[str, Record]) -> int:
    """Return the boards dealt in some sessions."""
    return sum(
        entry.kind is EntryKind.DEALT for record in records.values() for entry in record.entries
    )
