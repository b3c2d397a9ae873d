"""Damage a session's journal in every way that one file can be damaged; look what is said of it.

    python tests/sweeps/journal.py [--quick]

A session deals two boards with the simulated machine. Its journal is taken as it is when the
session was closed, and as a kill in the middle of writing a step leaves it. Then every byte of each
of its two files is changed (to six other values; two after a kill), each file is cut at every byte,
each step is taken out, doubled and exchanged with the next, each sector is filled with zeros, and
each file is taken away. Each time the journal is read, and that is

- reported: the damage is found, and nothing is dealt;
- harmless: the journal says to the last particular what it said before;
- unwritten: only after a kill, and only the step that was being written then is missing;
- WRONG: anything else. There must be none.

Of each damage that is reported, it is tried whether `repair` gives back all that was written. Then
the session is killed at every byte that it writes, and must go on; and at last both files are
damaged at once, at random, and what `repair` says to be surely dealt, or in doubt, is held against
the truth.
"""

from __future__ import annotations

import argparse
import collections
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import attrs

from overtrick_cli.commands import run
from overtrick_duplimate_device import (
    DamagedJournalError,
    Entry,
    EntryKind,
    Journal,
    Order,
    Plan,
    second_path,
)
from overtrick_duplimate_device.journal.chain import MAGIC, read_content
from overtrick_duplimate_device.journal.ledger import Ledger
from overtrick_duplimate_device.journal.salvage import sound_lines, understand

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "plugins/duplimate_device/tests"
GOLDEN = TESTS / "data/dupsoft-32-boards.dlm"
sys.path.insert(0, str(TESTS))

import journals  # noqa: E402  # beside the tests

SECTOR = 512
PLANS = (
    Plan(boards=(1, 2, 3, 4, 5)),
    Plan(boards=(5, 3, 1), copies=3),
    Plan(boards=(1, 2, 3), copies=3, order=Order.SET),
    Plan(boards=(1, 2, 3, 4), copies=2, is_auto_number=True),
    Plan(boards=(1, 2), copies=None, order=Order.SET),
)


def deal(folder: Path) -> Path:
    """Deal two boards and return the journal's first file."""
    file = Path(shutil.copy(GOLDEN, folder / "evening.dlm"))
    words = ["deal", str(file), "--boards", "1-2", "--device", "simulator:?speed=0"]
    code = run(["duplimate", *words, "--sessions-dir", str(folder / "sessions")])
    assert code == 0, code
    (path,) = (folder / "sessions").glob("*.session")
    return path


@attrs.frozen
class State:
    """A journal as it may be found: what it says, and what it said before the last step."""

    name: str
    files: journals.Files
    truth: tuple[Ledger, int]
    before: tuple[Ledger, int] | None


def states(path: Path) -> list[State]:
    """Return the journal closed, and as kills leave it while the last board is written down."""
    lines = read_content(path.read_bytes()).lines
    header = Journal.open(path, write=False).header
    entries = list(Journal.open(path, write=False).entries())

    def said(steps: int) -> tuple[Ledger, int]:
        return Ledger.of(entries[:steps], header.base), steps

    def data(steps: int) -> bytes:
        return MAGIC + b"".join(line.data for line in lines[: steps + 1])

    every = len(entries)
    dealt = max(n for n, entry in enumerate(entries, 1) if entry.kind is EntryKind.DEALT)
    last, half = lines[dealt].data, len(lines[dealt].data) // 2
    return [
        State("closed", journals.Files(data(every), data(every)), said(every), None),
        State(
            "killed in the first file",
            journals.Files(data(dealt - 1) + last[:half], data(dealt - 1)),
            said(dealt - 1),
            None,
        ),
        State(
            "killed between the files",
            journals.Files(data(dealt), data(dealt - 1)),
            said(dealt),
            said(dealt - 1),
        ),
        State(
            "killed in the second file",
            journals.Files(data(dealt), data(dealt - 1) + last[:half]),
            said(dealt),
            said(dealt - 1),
        ),
    ]


def damages(data: bytes, step: int, *, is_short: bool) -> Iterator[tuple[str, bytes | None]]:
    """Yield everything that may befall one file, and how it is called."""
    for at in range(0, len(data), step):
        byte = data[at]
        values = {byte ^ 1, 10} if is_short else {byte ^ 1, byte ^ 32, byte ^ 128, 0, 10, 57}
        for value in values - {byte}:
            yield "a byte changed", data[:at] + bytes([value]) + data[at + 1 :]
        yield "cut at a byte", data[:at]
    for begin in range(0, len(data), SECTOR):
        size = len(data[begin : begin + SECTOR])
        yield "a sector of zeros", data[:begin] + bytes(size) + data[begin + size :]
    lines = data.splitlines(keepends=True)
    for n in range(len(lines)):
        yield "a line taken out", b"".join(lines[:n] + lines[n + 1 :])
        yield "a line doubled", b"".join(lines[: n + 1] + lines[n:])
        if n + 1 < len(lines):
            pair = [lines[n + 1], lines[n]]
            yield "two lines exchanged", b"".join(lines[:n] + pair + lines[n + 2 :])
    yield "the file missing", None


def judge(path: Path, state: State) -> str:
    """Return what is said of the journal as it is now."""
    try:
        journal = Journal.read(path)
    except DamagedJournalError:
        return "reported"
    if journal is not None:
        said = journal.ledger(), len(list(journal.entries()))
        if said == state.truth:
            return "harmless"
        if said == state.before:
            return "unwritten"
    return "WRONG"


def is_repaired(files: journals.Files, state: State) -> bool:
    """Whether all that was written can be had back."""
    known = understand(sound_lines(files.first, files.second), {})
    steps = len(known.sound.lines) - 1
    # After a kill there may be a step more that was being written; it is told as one that is lost.
    is_all = state.name != "closed" or not known.sound.count_lost
    return is_all and (known.ledger, steps) in (state.truth, state.before)


def damage_all(path: Path, step: int) -> int:
    """Do all damage, print the table, and return how much was taken for sound and is not."""
    total: collections.Counter[tuple[str, str]] = collections.Counter()
    names: dict[tuple[str, str], None] = {}
    for state in states(path):
        for number, place in enumerate(("first", "second")):
            data = state.files.second if number else state.files.first
            state.files.put(path)
            for kind, bad in damages(data, step, is_short=state.name != "closed"):
                pair = (state.files.first, bad) if number else (bad, state.files.second)
                files, file = journals.Files(*pair), second_path(path) if number else path
                if bad is None:
                    file.unlink()
                else:
                    file.write_bytes(bad)
                said = judge(path, state)
                name = f"{state.name}: {place} file", kind
                names[name] = None
                total[*name, said] += 1
                if said == "reported":
                    total[*name, "repaired"] += is_repaired(files, state)
    columns = ("reported", "repaired", "harmless", "unwritten", "WRONG")
    print(f"{'':42} {'':20}" + "".join(f"{column:>10}" for column in columns))
    for where, kind in names:
        numbers = "".join(f"{total[where, kind, column]:10,}" for column in columns)
        print(f"{where:42} {kind:20}{numbers}")
    sums = {
        column: sum(count for (*_, said), count in total.items() if said == column)
        for column in columns
    }
    print(f"{'in all':63}" + "".join(f"{count:10,}" for count in sums.values()))
    return sums["WRONG"] + sums["reported"] - sums["repaired"]


def kill_at_every_byte(path: Path, step: int) -> int:
    """Kill a session at every byte that it writes, go on, and return how often that failed."""
    lines = read_content(path.read_bytes()).lines
    tried = failed = 0
    for number in range(1, len(lines)):
        before = MAGIC + b"".join(line.data for line in lines[:number])
        line = lines[number].data
        begun = [(n, 0) for n in range(len(line) + 1)]
        begun += [(len(line), n) for n in range(1, len(line) + 1)]
        for first, second in begun[::step]:
            journals.Files(before + line[:first], before + line[:second]).put(path)
            is_written = first == len(line)
            with Journal.open(path) as journal:
                steps = len(list(journal.entries()))
                journal.write(Entry(kind=EntryKind.RESUMED))
            files = journals.Files.of(path)
            again = len(list(Journal.open(path, write=False).entries()))
            tried += 1
            failed += (
                steps != number - 1 + is_written
                or again != steps + 1
                or files.first != files.second
            )
    print(f"killed at {tried:,} places of what is written: {tried - failed:,} went on")
    return failed


def damage_both(count: int) -> int:
    """Damage both files at random, and return how often what `repair` knows is not so."""
    tried = lost = doubts = wrong = 0
    seed = 0
    while tried < count:
        seed += 1
        source = random.Random(seed)
        plan = PLANS[seed % len(PLANS)]
        header = journals.header(plan=plan, base={})
        entries = list(journals.random_story(source, plan))
        entries = entries[: source.randrange(1, len(entries) + 1)]
        data = journals.bytes_of(header, entries)
        truth = Ledger.of(entries, {})
        # What both files lack at their ends, nobody can know of: one of them keeps its last line.
        end = data.rindex(b"\n", 0, -1) + 1
        files = [
            journals.hurt(data, source),
            journals.hurt(data[:end], source) + b"\n" + data[end:],
        ]
        source.shuffle(files)
        sound = sound_lines(*files)
        if not sound.lines:
            continue
        tried += 1
        known = understand(sound, {})
        lost += bool(sound.count_lost)
        doubts += len(known.doubts)
        wrong += not journals.is_true(known, truth, entries)
    print(
        f"both files damaged {tried:,} times: {tried - lost:,} times nothing was lost; "
        f"{doubts:,} boards in doubt; {wrong} times something was said that is not so"
    )
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="every 97th byte only")
    arguments = parser.parse_args()
    step = 97 if arguments.quick else 1
    fast = Path("/dev/shm")  # noqa: S108  # a folder of our own is made in it
    folder = Path(tempfile.mkdtemp(dir=fast if fast.is_dir() else None))
    started = time.monotonic()
    try:
        path = deal(folder)
        whole = journals.Files.of(path)
        wrong = damage_all(path, step)
        whole.put(path)
        wrong += kill_at_every_byte(path, step)
        wrong += damage_both(40 if arguments.quick else 5000)
    finally:
        shutil.rmtree(folder)
    print(f"{time.monotonic() - started:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
