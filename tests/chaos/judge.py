"""The judge: what must hold after every run, told from what lies in its folder alone."""

from __future__ import annotations

import json
import re
import signal
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import overtrick
from chaos.evidence import (
    Record,
    counters_of,
    deals_of,
    hands_of,
    read_records,
    read_witness,
)
from chaos.stage import GOLDEN
from overtrick_duplimate_device.interface.blind import find_cards
from overtrick_duplimate_device.journal.ledger import EntryKind

CODES = {0, 1, 2, 3, 4, 130}
MACHINE = "fault of a machine"
"""What the simulator put in by itself."""
_TRACE = re.compile(r"Traceback \(most recent call last\)|Fatal Python error|Exception ignored in")
_OWN = re.compile(r'File "[^"]*overtrick')


def judge(folder: Path, counts: Counter[str] | None = None) -> list[str]:
    """Return what is wrong with a run, in words; nothing if all is well.

    Args:
        folder: the run's.
        counts: takes in what was counted on the way.
    """
    counts = Counter() if counts is None else counts
    plan = json.loads((folder / "plan.json").read_text("utf-8"))
    lines = (folder / "commands.jsonl").read_text("utf-8").splitlines()
    told = [json.loads(line) for line in lines]
    commands = [fact for fact in told if "number" in fact]
    after = {fact["after"]: fact for fact in told if "after" in fact}
    found = list(_outputs(folder, commands))
    for command in commands:
        found += _codes(command, after.get(command["number"]))
    found += _leftovers(folder, commands, plan.get("kills", 0))
    if plan.get("hosts"):
        found += _evening(folder, plan, counts)
    return found


def _name(command: dict[str, Any]) -> str:
    return f"command {command['number']} ({' '.join(command['words'][:2])})"


# What was said.


def _outputs(folder: Path, commands: list[dict[str, Any]]) -> Iterator[str]:
    hands = _spellings()
    for command in commands:
        for name in (command["out"], command["err"]):
            text = (folder / "outputs" / name).read_text("utf-8", "replace")
            if _TRACE.search(text) and not _is_pythons_own(text, command):
                yield f"{_name(command)} ended in a traceback: {name}"
            if command["blind"] and (find_cards(text) or hands.search(text)):
                yield f"{_name(command)} shows cards: {name}"


def _is_pythons_own(text: str, command: dict[str, Any]) -> bool:
    """Whether Ctrl-C came while Python itself was starting: no line of overtrick's ran yet."""
    return signal.SIGINT in _sent(command) and "KeyboardInterrupt" in text and not _OWN.search(text)


def _sent(command: dict[str, Any]) -> list[int]:
    """Return the signals that a command got, from the laboratory or at a write."""
    by_layer = {"term": signal.SIGTERM, "int": signal.SIGINT, "hup": signal.SIGHUP}
    return [*command["sent"], *(by_layer[word] for word in command["faults"] if word in by_layer)]


def _spellings() -> re.Pattern[str]:
    """Return what finds any hand of the file, as PBN and as DLM write it."""
    words = set()
    for deal in deals_of(GOLDEN).values():
        words.update(deal.to_text()[2:].split())
    text = GOLDEN.read_text("latin-1")
    words.update(re.findall(r"^Board \d+=([a-p]{26})", text, re.MULTILINE))
    return re.compile("|".join(re.escape(word) for word in sorted(words)))


# How it ended.


def _codes(command: dict[str, Any], after: dict[str, Any] | None) -> Iterator[str]:
    code, sent = command["code"], _sent(command)
    killed = "killed" in command["faults"]
    allowed = set(CODES)
    for number in sent:
        allowed |= {-number, 128 + number}
    if command.get("broken"):
        # As the shell has it where nobody reads any more.
        allowed.add(128 + signal.SIGPIPE)
    if killed:
        allowed |= {-signal.SIGKILL, 128 + signal.SIGKILL}
    if command["words"][:2] == ["duplimate", "simulate"]:
        allowed = {-signal.SIGKILL, 0} if sent else {0}
    if code not in allowed:
        yield f"{_name(command)} ended with exit code {code}"
    if code == 0 and after is not None and not after["finished"]:
        yield f"{_name(command)} ended with exit code 0, and its work is not done"


def _leftovers(folder: Path, commands: list[dict[str, Any]], kills: int) -> Iterator[str]:
    killed = kills + sum(
        signal.SIGKILL in command["sent"] or "killed" in command["faults"] for command in commands
    )
    left = sorted(
        str(path.relative_to(folder))
        for pattern in (".*.tmp", "*.new", "*.part")
        for path in (folder / "work").rglob(pattern)
    )
    # Who was killed with -9 could not tidy up.
    if len(left) > killed:
        yield f"left lying about after {killed} kills: {', '.join(left)}"


# What was dealt.


def _evening(folder: Path, plan: dict[str, Any], counts: Counter[str]) -> Iterator[str]:
    work = folder / "work"
    right = {number: hands_of(deal) for number, deal in deals_of(GOLDEN).items()}
    seen = read_witness([folder / name for name in plan["witnesses"]])
    records = read_records(work / "sessions")
    names = [host["session"] for host in plan["hosts"]]
    strange = set(records) - set(names) - set(plan["decoys"]) - set(plan.get("repaired", ()))
    if strange:
        yield f"sessions that nobody began: {', '.join(sorted(strange))}"
    for job in seen.doubled:
        yield f"job {job}: one card fell twice into one pocket"
    jobs: Counter[str] = Counter()
    for host in plan["hosts"]:
        record = records.get(host["session"])
        if record is None or record.error:
            yield f"session {host['session']}: {record.error if record else 'it is gone'}"
            continue
        jobs.update(_jobs(record, host))
        yield from _session(record, host, seen.pockets, right, counts)
    for job, times in jobs.items():
        if times > 1:
            yield f"job {job} is counted {times} times"
    failed = {job for record in records.values() for job in record.failed()}
    # What a journal said before it was damaged and repaired.
    failed.update(job for host in plan["hosts"] for job in host["given_up"])
    for job, hands in seen.pockets.items():
        # A full board that no journal counts must have been emptied by somebody who was told to.
        if sum(map(len, hands)) == 52 and job not in jobs and job not in failed:
            yield f"job {job}: a full board that no session knows of"
    yield from _decoys(plan, records)
    yield from _files(work, plan, records)
    yield from _journals_are_blind(work / "sessions")
    if plan["sealed"]:
        yield from _stays_sealed(work)


def _jobs(record: Record, host: dict[str, Any]) -> list[str]:
    """Return the jobs of the boards that were dealt, each as often as the journal has it.

    After a repair some stand in no journal any
    more; they were known before the damage.
    """
    dealt = [job for job, _, _ in record.dealt()]
    return dealt + [job for job in host["known"] if job not in dealt]


def _session(
    record: Record,
    host: dict[str, Any],
    pockets: dict[str, Any],
    right: dict[int, Any],
    counts: Counter[str],
) -> Iterator[str]:
    name = f"session {record.name}"
    dealt = record.dealt()
    counts["boards"] += len(dealt)
    for _, _, by in dealt:
        counts[f"dealt, known by {by}"] += 1
    counts["boards given up and dealt afresh"] += len(record.failed())
    counts[MACHINE] += sum(entry.kind is EntryKind.FAULT for entry in record.entries)
    counts["connections lost"] += sum(entry.kind is EntryKind.LOST for entry in record.entries)
    counts["doubts"] += sum(entry.kind is EntryKind.DOUBT for entry in record.entries)
    if not record.is_finished:
        yield f"{name} is not finished"
    wanted = dict.fromkeys(host["boards"], host["copies"])
    boards = {**host["known"], **{job: board for job, board, _ in dealt}}
    times = Counter(boards[job] for job in _jobs(record, host))
    told = Counter(record.ledger.done)
    if told != times:
        yield f"{name}: the journal comes to {dict(told)}, really it was {dict(times)}"
    for board in sorted(set(wanted) | set(times)):
        if times[board] != wanted.get(board, 0):
            what = "skipped" if times[board] < wanted.get(board, 0) else "doubled"
            yield f"{name}: board {board} is {what}: {times[board]} of {wanted.get(board, 0)}"
    for job, board in boards.items():
        if pockets.get(job) != right[board]:
            yield f"{name}: board {board} was dealt wrong (job {job})"
    for job, reason in record.failed().items():
        # Whoever was not told to empty a board has none with cards in it.
        if job in pockets and reason.startswith(("not started", "refused")):
            yield f"{name}: job {job} was given up ({reason}), and cards lie in its board"


def _decoys(plan: dict[str, Any], records: dict[str, Record]) -> Iterator[str]:
    for name in plan["decoys"]:
        record = records.get(name)
        if record is None or record.error:
            yield f"the other session {name}: {record.error if record else 'it is gone'}"
        elif any(entry.kind is EntryKind.RESUMED for entry in record.entries):
            yield f"the other session {name} was resumed, which was not used last"


def _files(work: Path, plan: dict[str, Any], records: dict[str, Record]) -> Iterator[str]:
    right = {number: hands_of(deal) for number, deal in deals_of(GOLDEN).items()}
    for facts in plan["files"]:
        file = work / facts["name"]
        try:
            result = overtrick.read(file, check=True)
        except (OSError, overtrick.OvertrickError) as error:
            yield f"{file.name} cannot be read: {error}"
            continue
        if result.diagnostics:
            yield f"{file.name} is not sound: {result.diagnostics[0]}"
        if {board.number: hands_of(board.deal) for board in result} != right:
            yield f"{file.name} has other deals"
        if file.suffix != ".dlm":
            continue
        wanted = {int(board): value for board, value in facts["before"].items()}
        for board, value in facts["added"].items():
            wanted[int(board)] += value
        for host in plan["hosts"]:
            record = records.get(host["session"])
            if host["file"] == file.name and record is not None:
                boards = {**host["known"], **{job: board for job, board, _ in record.dealt()}}
                for job in _jobs(record, host):
                    wanted[boards[job]] += 1
        for board, value in counters_of(file).items():
            if value != wanted[board]:
                yield f"{file.name}: the counter of board {board} is {value}, not {wanted[board]}"


def _stays_sealed(work: Path) -> Iterator[str]:
    hands = _spellings()
    for path in sorted(path for path in work.rglob("*") if path.is_file()):
        if not hands.search(path.read_bytes().decode("latin-1")):
            continue
        try:
            is_open = not overtrick.read(path, errors="collect", sealed="keep").is_sealed
        except overtrick.OvertrickError:
            is_open = True
        if is_open:
            yield f"the boards are sealed, and {path.name} is not"


def _journals_are_blind(sessions: Path) -> Iterator[str]:
    hands = _spellings()
    for path in sorted(sessions.glob("*")):
        if hands.search(path.read_bytes().decode("latin-1")):
            yield f"cards stand in {path.name}"
