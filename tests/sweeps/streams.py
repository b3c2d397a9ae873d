"""Every command with standard streams that fail, signals at each stage, and disks that are full.

    python tests/sweeps/streams.py [--quick] [--only WORD] [--part PART]

The rows are those of `tests/streams_matrix.py`. Each stream is put into each state for each command
line, and all pairs of states of two streams, which `--quick` leaves out; each signal comes at each
stage of a conversion, once and twice, in one process and in several; and each command that writes
files finds room for so many bytes, more and more of them. The exit code is 1 where something is
wrong: a traceback, a hang, an exit code that does not fit, a half file, or a temporary one that
stays.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import tempfile
import time
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
sys.path.append(str(TESTS))

import streams_matrix as matrix  # noqa: E402  # it lies with the tests

USUAL = ("usual", "usual", "usual")


class Count:
    """Counts runs and tells what is wrong with them."""

    def __init__(self, what):
        self.what = what
        self.runs = self.wrong = 0
        self.started = time.monotonic()

    def add(self, label, done, faults):
        """Take up a run."""
        self.runs += 1
        for fault in faults:
            self.wrong += 1
            print(f"{label}: {fault} | {done.err.strip().splitlines()[-1:]}", flush=True)

    def tell(self):
        """Print the line of a table, and return whether all was right."""
        seconds = time.monotonic() - self.started
        print(
            f"{self.what:8} {self.runs:6,} runs {self.wrong:4} faults {seconds:6.0f} s", flush=True
        )
        return not self.wrong


def states(*, is_quick):
    """Yield the states of the three streams."""
    for one in itertools.product(matrix.STDIN, matrix.STDOUT, matrix.STDERR):
        unusual = sum(state != "usual" for state in one)
        if unusual <= 1 or (unusual == 2 and not is_quick):
            yield one
    if not is_quick:
        yield "closed", "closed", "closed"


def streams(place, only, *, is_quick):
    """Run every command with every stream in every state."""
    count = Count("streams")
    for row in matrix.ROWS:
        if only in row.words:
            usual = place.run(row)
            for one in states(is_quick=is_quick):
                done = usual if one == USUAL else place.run(row, *one)
                label = f"{row.words} | {' '.join(one)}"
                count.add(label, done, matrix.faults(row, one, done, usual))
    return count.tell()


def signals(place, only, *, is_quick):
    """Send each signal at each stage of a conversion."""
    count = Count("signals")
    row, old = matrix.Row("convert a.pbn x.pbn --force"), b"% old\n"
    new = place.run(matrix.Row("convert a.pbn x.pbn")).files["x.pbn"]
    (place.first / "x.pbn").write_bytes(old)
    for name, stage, twice in itertools.product(matrix.SIGNALS, matrix.STAGES, (False, True)):
        if only in stage and not (is_quick and twice):
            done = place.run(row, prepare=matrix.striking(stage, name, twice=twice))
            label = f"{stage} | {name}{' twice' if twice else ''}"
            count.add(label, done, matrix.signal_faults(stage, name, done, old, new))
    (place.first / "x.pbn").unlink()
    usual = place.run(matrix.JOBS)
    for name, stage in itertools.product(matrix.SIGNALS, matrix.IN_OTHERS):
        if only in stage:
            done = place.run(matrix.JOBS, prepare=matrix.striking(stage, name, to_parent=True))
            faults = matrix.jobs_faults(name, done, usual)
            count.add(f"{stage} in another process | {name}", done, faults)
    return count.tell()


def disks(place, only, *, is_quick):
    """Let each command that writes files find room for so many bytes."""
    count = Count("disks")
    for row in matrix.WRITERS:
        if only not in row.words:
            continue
        target = next((word for word in row.words.split() if word.startswith("x.")), None)
        before = {path.name: path.read_bytes() for path in place.first.iterdir() if path.is_file()}
        if "--force" in row.words or "--fix" in row.words:
            before[target] = before["bad.pbn"]
            (place.first / target).write_bytes(before[target])
        usual = place.run(row)
        most = max(
            (len(data) for name, data in usual.files.items() if name not in before), default=0
        )
        most = max(most, len(usual.files.get(target, b"")))
        rooms = range(0, most, max(1, most // (4 if is_quick else 40)))
        for room in (*rooms, most - 1, most):
            done = place.run(row, prepare=matrix.with_room_for(room))
            faults = matrix.disk_faults(done, before, usual)
            count.add(f"{row.words} | room for {room} of {most} bytes", done, faults)
        if target in before:
            (place.first / target).unlink()
    return count.tell()


def names(place, only, *, is_quick):
    """Give odd names to the files that are read and written."""
    count = Count("names")
    for row in matrix.ROWS:
        words = row.words.split()
        files = [word for word in words if word[:2] in {"a.", "b.", "x.", "r."} and "/" not in word]
        if not files or only not in row.words:
            continue
        usual = place.run(row)
        for what, name in list(matrix.NAMES.items())[: 3 if is_quick else None]:
            given = {word: f"{name}-{word}" for word in files}
            done = place.run(row, names=given)
            count.add(f"{row.words} | {what}", done, matrix.name_faults(name, done, usual))
    return count.tell()


def pipes(place, only, *, is_quick):
    """Put a pipe in the place of the file that is read."""
    count = Count("pipes")
    for words, code in matrix.READERS:
        if only in words:
            row = matrix.Row(words)
            usual = place.run(row)
            done = place.run(row, prepare=matrix.piped("a.pbn", matrix.PBN))
            found = [] if done.code == code else [f"exit code {done.code} in place of {code}"]
            if "Traceback" in done.err or (not code and bool(done.out) != bool(usual.out)):
                found.append("it does not print what it prints as a rule")
            count.add(f"{words} | a pipe", done, found)
    return count.tell()


PARTS = {"names": names, "pipes": pipes, "streams": streams, "signals": signals, "disks": disks}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="one stream at a time, few sizes")
    parser.add_argument("--only", default="", help="what has this word in it")
    parser.add_argument("--part", choices=PARTS, action="append", help="not all three")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        place = matrix.Place(Path(folder))
        right = [
            PARTS[part](place, arguments.only, is_quick=arguments.quick)
            for part in arguments.part or PARTS
        ]
    return 0 if all(right) else 1


if __name__ == "__main__":
    sys.exit(main())
